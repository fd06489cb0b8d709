// Points or chances over the course of a game: one line per seat, labelled with its mark, so that
// they differ not only in colour.
import type { Seat } from "../board";
import { useWords } from "../words";

const width = 640,
    height = 300,
    left = 44,
    right = 622,
    top = 14,
    bottom = 264;

/** A round step that yields three to six grid lines. */
function gridStep(span: number): number {
    const rough = span / 4,
        power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
    return [1, 2, 5, 10].map((n) => n * power).find((step) => step >= rough) ?? power;
}

interface CurvesProps {
    readonly title: string;
    readonly rows: readonly (readonly number[])[]; // by seat, at the start and after each step
    readonly seats: readonly Seat[];
    readonly whole?: number; // the end of the scale, if it is fixed
    readonly unit?: string;
}

export function Curves({ title, rows: scores, seats, whole, unit = "" }: CurvesProps) {
    const { word } = useWords(),
        all = scores.flat(),
        most = whole ?? Math.max(1, ...all),
        least = Math.min(0, ...all);
    const step = gridStep(most - least),
        low = Math.floor(least / step) * step,
        high = Math.ceil(most / step) * step;
    const x = (i: number) => left + ((right - left) * i) / Math.max(1, scores.length - 1);
    const y = (value: number) => bottom - ((bottom - top) * (value - low)) / (high - low);
    const grid = Array.from(
        { length: Math.round((high - low) / step) + 1 },
        (_, i) => low + i * step,
    );
    const marks = [0.25, 0.5, 0.75, 1].map((part) => Math.round((scores.length - 1) * part)),
        point = (i: number, seat: number): Point => [x(i), y(scores[i]?.[seat] ?? 0)];
    const ends = seats
        .map(
            ({ seat, name, me }) =>
                [me ? word("web.you") : name, scores.at(-1)?.[seat] ?? 0] as const,
        )
        .map(([who, value]) => `${who} ${Math.round(value)}${unit}`)
        .join(", ");
    return (
        <svg
            class="chart"
            viewBox={`0 0 ${width} ${height}`}
            role="img"
            aria-label={`${title}: ${ends}`}
        >
            {grid.map((value) => (
                <g key={value}>
                    <path d={`M${left} ${y(value)}H${right}`} class="grid" />
                    <text x={left - 8} y={y(value) + 5} text-anchor="end">{`${value}${unit}`}</text>
                </g>
            ))}
            {marks.map((i) => (
                <text
                    key={i}
                    x={x(i)}
                    y={bottom + 24}
                    text-anchor={i === scores.length - 1 ? "end" : "middle"}
                >
                    {i}
                </text>
            ))}
            {[...seats].reverse().map(({ seat }) => (
                <Curve
                    key={seat}
                    seat={seat}
                    points={scores.map((_, i) => point(i, seat))}
                    marks={marks.map((i) => point(i, seat))}
                />
            ))}
        </svg>
    );
}

type Point = readonly [x: number, y: number];

interface CurveProps {
    readonly seat: number;
    readonly points: readonly Point[];
    readonly marks: readonly Point[]; // where the seat's mark is drawn on the curve
}

function Curve({ seat, points, marks }: CurveProps) {
    const path = points
        .map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`)
        .join("");
    return (
        <g class={`s${seat}`}>
            <path d={path} class="under" />
            <path d={path} class="curve" />
            {marks.map(([x, y], i) => (
                <use key={i} href={`#mark-${seat}`} x={x - 9} y={y - 9} width="18" height="18" />
            ))}
        </g>
    );
}
