// Points or chances over the course of a game: one line per seat, labelled with its mark, so that
// they differ not only in colour. A chart with `go` is a slider: every point of the curve is a
// moment of the game.
import { useRef } from "preact/hooks";
import type { Seat, Update } from "../board";
import type { Message } from "../text";
import { useWords, type Words } from "../words";

const left = 44,
    edge = 18, // right of the curves
    top = 14;

/** A round step that yields three to six grid lines. */
function gridStep(span: number): number {
    const rough = span / 4,
        power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
    return [1, 2, 5, 10].map((n) => n * power).find((step) => step >= rough) ?? power;
}

/** A label below the chart. */
export interface Tick {
    readonly at: number;
    readonly text: string;
}

const ticksMost = 9;

/** Where each round begins, by its number. */
function roundsOf(steps: readonly Update[], chapterOf: (view: Update["view"]) => Message | null) {
    const rounds: { at: number; n: number }[] = [];
    for (const [i, { view }] of steps.entries()) {
        const n = Object.values(chapterOf(view)?.params ?? {}).find(
            (one) => typeof one === "number",
        );
        if (n !== undefined && n > (rounds.at(-1)?.n ?? 0)) rounds.push({ at: i, n });
    }
    return rounds;
}

/** Where each turn begins: another seat than before acts. */
function turnsOf(steps: readonly Update[]) {
    const turns: { at: number; n: number }[] = [];
    let seat: Update["by"] = "chance";
    for (const [i, { by }] of steps.entries()) {
        if (by === "chance" || by === seat) continue;
        seat = by;
        turns.push({ at: i, n: turns.length + 1 });
    }
    return turns;
}

/** The moment before a step in the game's own unit, as its axis counts: the round, or the turn that
 * begins or goes on with the step. A chapter that says less than a turn stands before it. */
export function momentOf(
    words: Words,
    steps: readonly Update[],
    chapterOf: (view: Update["view"]) => Message | null,
    step: number,
): string {
    const chapter = chapterOf(steps[step]!.view),
        said = chapter ? [words.say(chapter)] : [];
    if (hasRounds(roundsOf(steps, chapterOf))) return said.join("");
    const turn = turnsOf(steps).findLast(({ at }) => at <= step + 1);
    return [...said, words.word("web.chart.turn", { n: turn?.n ?? 1 })].join(" · ");
}

/** Two halves of a game are too few to count by. */
const hasRounds = (rounds: readonly unknown[]) => rounds.length > 2;

/** The axis of a game counts its rounds, or its turns if it has no rounds. */
export function ticksOf(
    { word }: Words,
    steps: readonly Update[],
    chapterOf: (view: Update["view"]) => Message | null,
): readonly Tick[] {
    const rounds = roundsOf(steps, chapterOf),
        counted = hasRounds(rounds),
        all = counted ? rounds : turnsOf(steps),
        every = Math.ceil(all.length / ticksMost);
    return all
        .filter((_, i) => i % every === 0)
        .map(({ at, n }, i) => ({
            at,
            text: i ? String(n) : word(counted ? "web.chart.round" : "web.chart.turn", { n }),
        }));
}

interface CurvesProps {
    readonly title: string;
    readonly rows: readonly (readonly number[])[]; // by seat, at the start and after each step
    readonly seats: readonly Seat[];
    readonly ticks: readonly Tick[];
    readonly width?: number;
    readonly height?: number;
    readonly whole?: number; // the end of the scale, if it is fixed
    readonly unit?: string;
    readonly marks?: readonly Tick[]; // moments with a name: turning points
    readonly at?: number; // the moment that is shown
}

/** Where values and moments lie in the drawing, and the values that get a grid line. */
function scaleOf({ rows: scores, whole, width = 640, height = 300 }: CurvesProps) {
    const right = width - edge,
        bottom = height - 36,
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
    return { width, height, right, bottom, grid, x, y };
}

export function Curves(props: CurvesProps) {
    const { title, rows: scores, seats, unit = "", ticks, at } = props,
        { width, height, right, bottom, grid, x, y } = scaleOf(props),
        { word } = useWords();
    const shapes = [0.25, 0.5, 0.75, 1].map((part) => Math.round((scores.length - 1) * part)),
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
            {ticks.map(({ at: i, text }) => (
                <text key={i} x={x(i)} y={bottom + 24} text-anchor="middle">
                    {text}
                </text>
            ))}
            {[...seats].reverse().map(({ seat }) => (
                <Curve
                    key={seat}
                    seat={seat}
                    points={scores.map((_, i) => point(i, seat))}
                    marks={(at === undefined ? shapes : [at]).map((i) => point(i, seat))}
                />
            ))}
            {at !== undefined && <path class="now" d={`M${x(at)} ${top - 8}V${bottom + 4}`} />}
            {props.marks?.map(({ at: i, text }) => (
                <g key={i} class="moment">
                    <path d={`M${x(i)} ${top + 4}V${bottom}`} />
                    <rect x={x(i) - 13} y={top - 13} width="26" height="19" rx="4" />
                    <text x={x(i)} y={top + 2} text-anchor="middle">
                        {text}
                    </text>
                </g>
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

interface SliderProps extends CurvesProps {
    readonly at: number;
    readonly says: string; // the moment in words, for screen readers
    go(at: number): void; // while the person drags or presses keys
    open?(at: number): void; // on release, Enter, or a click
}

/** The same chart as a slider over the moments of the game. */
export function CurveSlider({ at, says, go, open, ...chart }: SliderProps) {
    const room = useRef<HTMLDivElement>(null),
        end = chart.rows.length - 1;
    const clamp = (i: number) => Math.min(Math.max(i, 0), end);
    const under = ({ clientX, clientY }: PointerEvent) => {
        const drawn = room.current!.querySelector("svg")!.getScreenCTM()!.inverse(),
            { x } = new DOMPoint(clientX, clientY).matrixTransform(drawn),
            span = (chart.width ?? 640) - edge - left;
        return clamp(Math.round(((x - left) / span) * end));
    };
    const keys: Readonly<Record<string, () => void>> = {
        ArrowLeft: () => go(clamp(at - 1)),
        ArrowRight: () => go(clamp(at + 1)),
        Home: () => go(0),
        End: () => go(end),
        Enter: () => open?.(at),
    };
    return (
        <div
            ref={room}
            class="slider"
            role="slider"
            tabIndex={0}
            aria-label={chart.title}
            aria-valuemin={0}
            aria-valuemax={end}
            aria-valuenow={at}
            aria-valuetext={says}
            onKeyDown={(event) => {
                const act = keys[event.key];
                if (!act || event.altKey || event.ctrlKey || event.metaKey) return;
                event.preventDefault();
                event.stopPropagation();
                act();
            }}
            onPointerDown={(event) => {
                if (event.button !== 0) return;
                room.current!.setPointerCapture(event.pointerId);
                go(under(event));
            }}
            onPointerMove={(event) => {
                if (room.current!.hasPointerCapture(event.pointerId)) go(under(event));
            }}
            onPointerUp={(event) => {
                if (room.current!.hasPointerCapture(event.pointerId)) open?.(under(event));
            }}
        >
            <Curves {...chart} at={at} />
        </div>
    );
}
