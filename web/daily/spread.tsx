// Everybody's scores as a chart: bars, or dots while few have played.
import type { Day } from "../client/events";
import { useWords } from "../words";

const width = 640,
    tall = 340,
    dot = 20, // px per person
    left = 40,
    right = 14,
    top = 44,
    floor = 36, // room below the bars
    barsMost = 16,
    dotsBelow = 20; // players

interface Bin {
    readonly from: number;
    readonly to: number;
    readonly count: number;
}

type Scores = NonNullable<Day["scores"]>;

/** At most `barsMost` bins of equal width. */
export function binsOf(scores: Scores): readonly Bin[] {
    if (scores.length === 0) return [];
    const least = Math.min(...scores.map(({ score }) => score)),
        span = Math.max(...scores.map(({ score }) => score)) - least + 1,
        size = Math.ceil(span / barsMost);
    return Array.from({ length: Math.ceil(span / size) }, (_, i) => {
        const from = least + i * size,
            to = from + size - 1;
        const inside = scores.filter(({ score }) => score >= from && score <= to);
        return { from, to, count: inside.reduce((sum, { count }) => sum + count, 0) };
    });
}

/** The score in the middle of all. */
function middleOf(scores: Scores): number {
    const all = scores.reduce((sum, { count }) => sum + count, 0);
    let passed = 0;
    for (const { score, count } of scores) {
        passed += count;
        if (2 * passed >= all) return score;
    }
    return 0;
}

interface SpreadProps {
    readonly scores: Scores;
    readonly mine: number | null; // the own score
    readonly seat: number; // whose colour and mark the own bar has
}

/** Where things are in the chart. */
interface Plot {
    readonly dots: boolean; // dots instead of bars
    readonly step: number; // width of a bin
    readonly bottom: number;
    middleOf(bin: number): number;
    y(count: number): number;
}

function plotOf(bins: readonly Bin[], dots: boolean, height: number, highest: number): Plot {
    const step = (width - left - right) / Math.max(bins.length, 1),
        bottom = height - floor;
    return {
        dots,
        step,
        bottom,
        middleOf: (bin) => left + (bin + 0.5) * step,
        y: (count) => bottom - ((bottom - top) * count) / highest,
    };
}

export function Spread({ scores, mine, seat }: SpreadProps) {
    const { word } = useWords(),
        bins = binsOf(scores),
        all = bins.reduce((sum, { count }) => sum + count, 0),
        highest = Math.max(1, ...bins.map(({ count }) => count)),
        dots = all < dotsBelow,
        height = dots ? top + dot * highest + floor + 20 : tall,
        plot = plotOf(bins, dots, height, highest);
    const every = Math.ceil(bins.length / 8),
        middle = middleOf(scores),
        at = bins.findIndex(({ to }) => middle <= to),
        ownAt = bins.findIndex(({ from, to }) => mine !== null && from <= mine && mine <= to);
    return (
        <svg
            class="hist"
            viewBox={`0 0 ${width} ${height}`}
            role="group"
            aria-label={word("web.daily.spread")}
        >
            {!dots && <Grid highest={highest} y={plot.y} />}
            {bins.map((bin, i) => (
                <Column
                    key={bin.from}
                    bin={bin}
                    seat={i === ownAt ? seat : null}
                    plot={plot}
                    at={plot.middleOf(i)}
                    labelled={i % every === 0}
                />
            ))}
            {!dots && mine !== null && ownAt >= 0 && (
                // after all bars, because a neighbour may be higher
                <text
                    class="strong"
                    aria-hidden="true"
                    x={plot.middleOf(ownAt) + 15}
                    y={plot.y(bins[ownAt]!.count) - 10}
                >
                    {`${word("web.you")} ${mine}`}
                </text>
            )}
            <path class="base" d={`M${left} ${plot.bottom}H${width - right}`} />
            {at >= 0 && all > 2 && <Middle score={middle} at={plot.middleOf(at)} plot={plot} />}
        </svg>
    );
}

interface ColumnProps {
    readonly bin: Bin;
    readonly seat: number | null; // the own bin has this seat's colour and mark
    readonly plot: Plot;
    readonly at: number; // x of its middle
    readonly labelled: boolean;
}

/** How many have a score in a bin. */
function Column({ bin, seat, plot: { dots, step, bottom, y }, at, labelled }: ColumnProps) {
    const { word } = useWords(),
        own = seat !== null;
    return (
        <g
            role="img"
            tabIndex={0}
            class={own ? `own s${seat}` : undefined}
            aria-label={word(own ? "web.daily.bar_own" : "web.daily.bar", {
                n: bin.count,
                points: { text: rangeWord(bin) },
            })}
        >
            {dots ? (
                <Dots count={bin.count - (own ? 1 : 0)} x={at} bottom={bottom} />
            ) : (
                <rect
                    class="bar"
                    x={at - step / 2 + 2}
                    width={Math.max(step - 4, 2)}
                    y={y(bin.count)}
                    height={bottom - y(bin.count)}
                    rx="2"
                />
            )}
            {own && (
                <use
                    href={`#mark-${seat}`}
                    x={at - 11}
                    y={dots ? bottom - dot * bin.count - 1 : y(bin.count) - 27}
                    width="22"
                    height="22"
                />
            )}
            {labelled && (
                <text x={at} y={bottom + 24} text-anchor="middle">
                    {bin.from}
                </text>
            )}
        </g>
    );
}

interface MiddleProps {
    readonly score: number;
    readonly at: number;
    readonly plot: Plot;
}

function Middle({ score, at, plot }: MiddleProps) {
    const { word } = useWords();
    return (
        <g aria-hidden="true">
            <path class="guide" d={`M${at} 24V${plot.bottom}`} />
            <text x={at} y="18" text-anchor="middle">
                {word("web.daily.middle", { n: score })}
            </text>
        </g>
    );
}

const rangeWord = ({ from, to }: Bin) => (from === to ? String(from) : `${from}–${to}`);

function Grid({ highest, y }: { readonly highest: number; y(count: number): number }) {
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((n) => highest / n <= 4) ?? 5000,
        lines = Array.from({ length: Math.floor(highest / step) }, (_, i) => (i + 1) * step);
    return (
        <g aria-hidden="true">
            {lines.map((n) => (
                <g key={n}>
                    <path class="grid" d={`M${left} ${y(n)}H${width - right}`} />
                    <text x={left - 8} y={y(n) + 5} text-anchor="end">
                        {n}
                    </text>
                </g>
            ))}
        </g>
    );
}

interface DotsProps {
    readonly count: number;
    readonly x: number;
    readonly bottom: number;
}

const Dots = ({ count, x, bottom }: DotsProps) => (
    <>
        {/* an empty bin has something to focus, too */}
        <rect class="none" x={x - 9} y={bottom - 10} width="18" height="10" />
        {Array.from({ length: count }, (_, i) => (
            <circle key={i} class="bar" cx={x} cy={bottom - dot * (i + 0.5)} r="8" />
        ))}
    </>
);
