// The map itself: sea, coast, regions in their tints (faded if not in play), sea links, names, the
// castle. Nothing here changes during a game.
import geometry from "./geometry.json";
import { barred, drawn, lines, regions } from "./view";

interface GroundProps {
    readonly players: number;
    readonly word: (key: string) => string;
}

const most = Math.max(...regions.map(({ players }) => players));

const shaded = (code: string) => (
    <g
        key={code}
        clip-path={`url(#rattus-clip-${code})`}
        class="rt-shade"
        style={{ "--tint": drawn[code]!.tint[1]! }}
    >
        <use href={`#rattus-${code}-path`} stroke-width="20" opacity=".15" />
        <use href={`#rattus-${code}-path`} stroke-width="8" opacity=".32" />
    </g>
);

const shapes = (
    <defs>
        <path id="rattus-land" d={geometry.land} />
        <radialGradient id="rattus-old" gradientUnits="userSpaceOnUse" cx="620" cy="480" r="780">
            <stop offset=".55" stop-color="#fff6df" stop-opacity="0" />
            <stop offset="1" stop-color="#a5834b" stop-opacity=".34" />
        </radialGradient>
        {regions.map(({ code }) => (
            <path key={code} id={`rattus-${code}-path`} d={drawn[code]!.path} />
        ))}
        {regions.map(({ code }) => (
            <clipPath key={code} id={`rattus-clip-${code}`}>
                <use href={`#rattus-${code}-path`} />
            </clipPath>
        ))}
    </defs>
);

const Ornaments = ({ word }: Pick<GroundProps, "word">) => (
    <>
        <text class="rt-far-name" x="548" y="916">
            {word("rattus.board.africa")}
        </text>
        <use href="#rattus-compass" x="174" y="296" width="72" height="72" opacity=".8" />
        <use href="#rattus-ship" x="516" y="271" width="58" height="52" opacity=".85" />
        <use href="#rattus-ship" x="469" y="807" width="62" height="55" opacity=".85" />
        <use href="#rattus-ship" x="1020" y="646" width="44" height="39" opacity=".85" />
        <g transform="translate(360 922)" class="rt-title">
            <path d="M-112-34H112l-8 10v38l8 10H-112l8-10v-38z" />
            <text class="rt-rattus" y="2">
                Rattus
            </text>
            <text class="rt-year" y="18">
                {word("rattus.board.year")}
            </text>
        </g>
    </>
);

export function Ground({ players, word }: GroundProps) {
    const near = regions.filter((region) => region.players <= players),
        far = regions.filter((region) => region.players > players);
    return (
        <g aria-hidden="true">
            {shapes}
            <rect class="rt-sea" width="1200" height="970" />
            <g class="rt-shore">
                <use href="#rattus-land" stroke-width="20" opacity=".28" />
                <use href="#rattus-land" stroke-width="12" opacity=".32" />
                <use href="#rattus-land" stroke-width="5.5" opacity=".5" />
            </g>
            <use class="rt-land" href="#rattus-land" />
            {near.map(({ code }) => (
                <use
                    key={code}
                    class="rt-tint"
                    href={`#rattus-${code}-path`}
                    style={{ "--tint": drawn[code]!.tint[0]! }}
                />
            ))}
            {near.map(({ code }) => shaded(code))}
            {far.map(({ code }) => (
                <use key={code} class="rt-far" href={`#rattus-${code}-path`} />
            ))}
            {regions.map(({ code }) => (
                <use key={code} class="rt-border" href={`#rattus-${code}-path`} />
            ))}
            <use class="rt-coast" href="#rattus-land" />
            <rect width="1200" height="970" fill="url(#rattus-old)" />
            <path class="rt-hills" d={geometry.hills} />
            <Ornaments word={word} />
        </g>
    );
}

const castle = (
    <g transform="translate(322 116)" class="rt-castle">
        <path
            d="M-128 62V-42h-6v-22h12v9h10v-9h12v9h10v-9h12v22h-6v16H84v-16h-6v-22h12v9
            h10v-9h12v9h10v-9h12v22h-6V62z"
        />
        <path
            d="M-84-26v-12h14v6h14v-6h14v6h14v-6h14v6h14v-6h14v6h14v-6h14v6h14v-6h14v6h14
            v-6H84v12z"
        />
        <path class="yard" d="M-82-20H82V56H-82z" />
        <path
            class="dark"
            d="M-112-20v-12q6-8 12 0v12zM100-20v-12q6-8 12 0v12zM-112 16V4q6-8 12 0v12z
                M100 16V4q6-8 12 0v12z"
        />
        <path class="flag" d="M-106-66v-24l20 6-20 7M106-66v-24l20 6-20 7" />
    </g>
);

/** What lies above the shining regions: borders drawn as lines, names, the castle. */
export function Above({ players, word }: GroundProps) {
    const far = new Set(
        regions.filter((region) => region.players > players).map(({ code }) => code),
    );
    return (
        <g class="rt-above" aria-hidden="true">
            {lines.map(({ ends: [a, b], sea, path }) => {
                const faded = far.has(a) || far.has(b),
                    arrow = sea ? "url(#rattus-arrow)" : undefined;
                return (
                    <g key={a + b} opacity={faded ? 0.25 : 1}>
                        <path class="rt-link-under" d={path} />
                        <path class="rt-link" d={path} marker-start={arrow} marker-end={arrow} />
                    </g>
                );
            })}
            {barred.map(([x, y]) => (
                <path
                    key={`${x} ${y}`}
                    class="rt-barred"
                    d={`M${x - 8} ${y - 8}l16 16m0-16l-16 16`}
                />
            ))}
            {regions.map(({ code, name, players: from }) => {
                const [x, y] = drawn[code]!.nameAt,
                    faded = far.has(code);
                return (
                    <g key={code}>
                        <text class={`rt-name${faded ? " faded" : ""}`} x={x} y={y}>
                            {name}
                        </text>
                        {faded && (
                            <g class="rt-from" transform={`translate(${x} ${y + 22})`}>
                                <circle r="13" />
                                <text y="5">{from === most ? from : `${from}+`}</text>
                            </g>
                        )}
                    </g>
                );
            })}
            {castle}
            <text class="rt-name" x="322" y="66">
                {word("rattus.board.castle")}
            </text>
        </g>
    );
}
