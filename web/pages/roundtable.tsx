// The round table seen from above: who sits where. The reader's own seat is at the bottom.
import { Symbol } from "../pieces/symbol";

export interface Chair {
    readonly seat: number;
    readonly name: string; // empty: nobody sits here yet
    readonly state: string; // "is here", "free", …
    readonly own: boolean;
    readonly free: boolean;
}

const middle = { x: 230, y: 94 },
    reach = { x: 111, y: 76 }, // from the middle of the table to a seat
    letters = 10; // of a name that fit beside the table

const short = (name: string) => (name.length > letters ? `${name.slice(0, letters - 1)}…` : name);

/** Rays of the table top, as in the grain of wood. */
const grain = Array.from({ length: 24 }, (_, i) => {
    const angle = (i * Math.PI) / 12,
        at = (rx: number, ry: number) =>
            `${(middle.x + rx * Math.cos(angle)).toFixed(1)} ` +
            (middle.y + ry * Math.sin(angle)).toFixed(1);
    return `M${at(30, 20)}L${at(84, 56)}`;
}).join("");

function placeOf(i: number, count: number) {
    const angle = Math.PI / 2 + (i * 2 * Math.PI) / count;
    return {
        x: middle.x + reach.x * Math.cos(angle),
        y: middle.y + reach.y * Math.sin(angle),
        left: Math.cos(angle) < -0.3,
    };
}

function Place({ chair, at }: { readonly chair: Chair; readonly at: ReturnType<typeof placeOf> }) {
    const { seat, name, state, own, free } = chair,
        { x, y, left } = at,
        aside = own ? 38 : 32, // one's own seat has a ring
        text = { x: left ? x - aside : x + aside, "text-anchor": left ? "end" : "start" },
        down = own ? 10 : 0;
    return (
        <g class={free && !own ? "free" : undefined}>
            {own && <circle class="ring" cx={x} cy={y} r="25" />}
            <circle class="chair" cx={x} cy={y} r="21" />
            <svg x={x - 12} y={y - 12} width="24" height="24">
                <Symbol name={`mark-${seat}`} class={`mk s${seat}`} />
            </svg>
            {name && (
                <text {...text} y={y + down}>
                    {short(name)}
                </text>
            )}
            <text class="sub" {...text} y={name ? y + 18 + down : y + 5}>
                {state}
            </text>
        </g>
    );
}

const Cards = () => (
    <g stroke="#2b2118" stroke-width="1.6" stroke-linejoin="round">
        <rect
            x="188"
            y="68"
            width="34"
            height="23"
            rx="3"
            fill="#f8e3a2"
            transform="rotate(-14 205 80)"
        />
        <rect
            x="239"
            y="66"
            width="34"
            height="23"
            rx="3"
            fill="#c6d9ee"
            transform="rotate(12 256 78)"
        />
        <rect x="212" y="106" width="36" height="25" rx="3" fill="#f2c9bf" />
        <svg x="222" y="82" width="17" height="17">
            <Symbol name="coin" box="0 0 40 40" />
        </svg>
    </g>
);

/** `title` says in words what the picture shows. */
export function RoundTable({
    chairs,
    title,
}: {
    readonly chairs: readonly Chair[];
    readonly title: string;
}) {
    const own = Math.max(
        0,
        chairs.findIndex((chair) => chair.own),
    );
    const { x, y } = middle;
    return (
        <svg class="round" viewBox="-20 -12 500 218" role="img" aria-label={title}>
            <g class="wood">
                <g stroke="#2b2118" stroke-width="2.2">
                    <ellipse cx={x} cy={y + 8} rx="98" ry="66" fill="#8a5a2c" />
                    <ellipse cx={x} cy={y} rx="98" ry="66" fill="#d9b57c" />
                </g>
                <path d={grain} stroke="#a5703b" stroke-width="1.3" opacity=".7" />
                <ellipse cx={x} cy={y} rx="84" ry="56" fill="none" stroke="#8a5a2c" />
                <Cards />
            </g>
            {chairs.map((_, i) => {
                const chair = chairs[(own + i) % chairs.length]!;
                return <Place key={chair.seat} chair={chair} at={placeOf(i, chairs.length)} />;
            })}
        </svg>
    );
}
