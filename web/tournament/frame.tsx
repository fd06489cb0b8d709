// The poster's frame: a blue border with a vine of gold, leaves and berries, and four corners.
const outline = { stroke: "#2b2118", "stroke-linejoin": "round" } as const,
    leaf = "M0 0q-7.5-4-5-12.500 7.500 3.500 5 12.500Z",
    wave = 44; // length of half a wave of the vine in px

interface VineProps {
    readonly length: number;
    readonly place: string; // where and in which direction it grows
}

/** A vine that grows to the right. */
function Vine({ length, place }: VineProps) {
    const count = 2 * Math.round(length / wave / 2),
        step = length / count,
        turns = Array.from({ length: count }, (_, i) => i);
    const path = turns
        .map((i) => `Q${(i + 0.5) * step} ${i % 2 ? -11 : 11} ${(i + 1) * step} 0`)
        .join("");
    return (
        <g transform={place}>
            <path d={`M0 0${path}`} fill="none" stroke="#e8b93c" stroke-width="2.4" />
            {turns.map((i) => (
                <g key={i} transform={`translate(${(i + 0.5) * step} ${i % 2 ? -5.5 : 5.5})`}>
                    {[-28, 28].map((angle) => (
                        <path
                            key={angle}
                            d={leaf}
                            {...outline}
                            transform={`rotate(${(i % 2 ? 0 : 180) + angle})`}
                            fill={(i + (angle > 0 ? 1 : 0)) % 5 === 1 ? "#e8b93c" : "#7fb88f"}
                            stroke-width="1.1"
                        />
                    ))}
                    {i % 2 === 1 && (
                        <circle
                            {...outline}
                            cx="0"
                            cy="13"
                            r="3.6"
                            fill="#c23a22"
                            stroke-width="1.2"
                        />
                    )}
                </g>
            ))}
        </g>
    );
}

const Corner = ({ place }: { readonly place: string }) => (
    <g transform={place}>
        <rect {...outline} width="46" height="46" rx="4" fill="#a8321c" stroke-width="2.2" />
        <rect x="5" y="5" width="36" height="36" fill="none" stroke="#e8b93c" stroke-width="1.8" />
        <path
            d="M13 33Q10 18 22 15 32 14 30 23 27 29 22 25M33 33Q34 27 28 30"
            fill="none"
            stroke="#e8b93c"
            stroke-width="2.2"
            stroke-linecap="round"
        />
        <circle {...outline} cx="22.5" cy="22" r="3.4" fill="#f0c757" stroke-width="1.1" />
    </g>
);

export const PosterFrame = () => (
    <svg class="poster-frame" viewBox="0 0 794 1123" aria-hidden="true">
        <rect
            {...outline}
            x="22"
            y="22"
            width="750"
            height="1079"
            rx="5"
            fill="#1f4a7d"
            stroke-width="2.6"
        />
        <rect
            x="27.5"
            y="27.5"
            width="739"
            height="1068"
            fill="none"
            stroke="#e8b93c"
            stroke-width="1.8"
        />
        <rect
            {...outline}
            x="54"
            y="54"
            width="686"
            height="1015"
            fill="#fbf5e6"
            stroke-width="2.2"
        />
        <rect x="60" y="60" width="674" height="1003" fill="none" stroke="#d5c39c" />
        <Vine length={654} place="translate(70 41)" />
        <Vine length={654} place="translate(70 1082)" />
        <Vine length={983} place="translate(41 70) rotate(90)" />
        <Vine length={983} place="translate(753 70) rotate(90)" />
        <Corner place="translate(18 18)" />
        <Corner place="translate(776 18) scale(-1 1)" />
        <Corner place="translate(18 1105) scale(1 -1)" />
        <Corner place="translate(776 1105) scale(-1 -1)" />
    </svg>
);
