// Everybody's scores and the master's as a chart: bars, or dots while few have played.
import type { Day } from "../client/events";
import { useWords } from "../words";

const width = 640,
    tall = 340,
    low = 250, // with dots
    dotMost = 40, // px per person
    left = 40,
    right = 14,
    top = 66, // room for two lines of labels and a mark
    floor = 36, // room below the bars
    barsMost = 16,
    barsLeast = 11, // so that a single score has something around it
    dotsBelow = 20; // players

interface Bin {
    readonly from: number;
    readonly to: number;
    readonly count: number;
}

type Scores = NonNullable<Day["scores"]>;

/** Between `barsLeast` and `barsMost` bins of equal width, with room for the master's score. */
export function binsOf(scores: Scores, master: number | null = null): readonly Bin[] {
    if (scores.length === 0) return [];
    const all = scores.map(({ score }) => score).concat(master ?? []),
        low = Math.min(...all),
        high = Math.max(...all),
        spare = Math.max(0, barsLeast - (high - low + 1)),
        // negative scores are rare: an axis that begins at 0 is not extended below it
        least = low >= 0 ? Math.max(0, low - Math.floor(spare / 2)) : low - Math.floor(spare / 2),
        span = Math.max(high - least + 1, barsLeast),
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
    readonly master: number | null; // null: it has not finished
    readonly seat: number; // whose colour and mark the own bar has
}

/** Where things are in the chart. */
interface Plot {
    readonly dots: boolean; // dots instead of bars
    readonly dot: number; // px per person
    readonly step: number; // width of a bin
    readonly height: number;
    readonly bottom: number;
    middleOf(bin: number): number;
    y(count: number): number;
}

function plotOf(bins: readonly Bin[], dots: boolean, highest: number): Plot {
    const height = dots ? low : tall,
        step = (width - left - right) / Math.max(bins.length, 1),
        bottom = height - floor;
    return {
        dots,
        dot: Math.min(dotMost, step, (bottom - top) / highest),
        step,
        height,
        bottom,
        middleOf: (bin) => left + (bin + 0.5) * step,
        y: (count) => bottom - ((bottom - top) * count) / highest,
    };
}

export function Spread({ scores, mine, master, seat }: SpreadProps) {
    const { word } = useWords(),
        bins = binsOf(scores, master),
        all = bins.reduce((sum, { count }) => sum + count, 0),
        highest = Math.max(1, ...bins.map(({ count }) => count)),
        dots = all < dotsBelow,
        plot = plotOf(bins, dots, highest);
    const every = Math.ceil(bins.length / 8),
        middle = middleOf(scores),
        binOf = (score: number | null) =>
            bins.findIndex(({ from, to }) => score !== null && from <= score && score <= to),
        ownAt = binOf(mine);
    return (
        <svg
            class="hist"
            viewBox={`0 0 ${width} ${plot.height}`}
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
            <path class="base" d={`M${left} ${plot.bottom}H${width - right}`} />
            {all > 2 && (
                <Guide
                    text={word("web.daily.middle", { n: middle })}
                    at={plot.middleOf(binOf(middle))}
                    from={18}
                    plot={plot}
                />
            )}
            {master !== null && (
                <Guide
                    text={word("web.daily.master", { n: master })}
                    at={plot.middleOf(binOf(master))}
                    from={40}
                    plot={plot}
                    said
                />
            )}
            {mine !== null && ownAt >= 0 && (
                // after all others, because a neighbour may be higher
                <OwnLabel
                    text={`${word("web.you")} ${mine}`}
                    at={plot.middleOf(ownAt)}
                    y={markTop(plot, bins[ownAt]!.count)}
                />
            )}
        </svg>
    );
}

const mark = 22; // px

/** Where the mark of the own bar begins: above the bar, or as the highest dot. */
const markTop = ({ dots, dot, bottom, y }: Plot, count: number) =>
    dots ? bottom - dot * (count - 0.5) - mark / 2 : y(count) - mark - 5;

interface OwnLabelProps {
    readonly text: string;
    readonly at: number;
    readonly y: number; // of the mark
}

/** On the left of the mark where the right has no room. */
function OwnLabel({ text, at, y }: OwnLabelProps) {
    const turned = at > width - 110;
    return (
        <text
            class="strong"
            aria-hidden="true"
            x={turned ? at - 15 : at + 15}
            y={y + 17}
            text-anchor={turned ? "end" : "start"}
        >
            {text}
        </text>
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
function Column({ bin, seat, plot, at, labelled }: ColumnProps) {
    const { word } = useWords(),
        { dots, dot, step, bottom, y } = plot,
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
                <Dots count={bin.count - (own ? 1 : 0)} x={at} bottom={bottom} dot={dot} />
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
                    x={at - mark / 2}
                    y={markTop(plot, bin.count)}
                    width={mark}
                    height={mark}
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

interface GuideProps {
    readonly text: string;
    readonly at: number;
    readonly from: number; // y of the label
    readonly plot: Plot;
    readonly said?: boolean; // for screen readers, too
}

/** A dotted line with a label at its top. */
function Guide({ text, at, from, plot, said }: GuideProps) {
    const spare = 70; // half a label
    return (
        <g role={said ? "img" : undefined} aria-label={said ? text : undefined} aria-hidden={!said}>
            <path class="guide" d={`M${at} ${from + 6}V${plot.bottom}`} />
            <text
                x={Math.min(Math.max(at, spare), width - spare)}
                y={from}
                text-anchor="middle"
                aria-hidden="true"
            >
                {text}
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
    readonly dot: number;
}

const Dots = ({ count, x, bottom, dot }: DotsProps) => (
    <>
        {/* an empty bin has something to focus, too */}
        <rect class="none" x={x - 9} y={bottom - 10} width="18" height="10" />
        {Array.from({ length: count }, (_, i) => (
            <circle key={i} class="bar" cx={x} cy={bottom - dot * (i + 0.5)} r={0.4 * dot} />
        ))}
    </>
);
