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

export function Spread({ scores, mine, seat }: SpreadProps) {
    const { word } = useWords(),
        bins = binsOf(scores),
        all = bins.reduce((sum, { count }) => sum + count, 0),
        highest = Math.max(1, ...bins.map(({ count }) => count)),
        dots = all < dotsBelow,
        height = dots ? top + dot * highest + floor + 20 : tall;
    const step = (width - left - right) / Math.max(bins.length, 1),
        bottom = height - floor,
        x = (i: number) => left + i * step,
        y = (count: number) => bottom - ((bottom - top) * count) / highest;
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
            {!dots && <Grid highest={highest} y={y} />}
            {bins.map((bin, i) => {
                const own = i === ownAt;
                return (
                    <g
                        key={bin.from}
                        role="img"
                        tabIndex={0}
                        class={own ? `own s${seat}` : undefined}
                        aria-label={word(own ? "web.daily.bar_own" : "web.daily.bar", {
                            n: bin.count,
                            points: { text: rangeWord(bin) },
                        })}
                    >
                        {dots ? (
                            <Dots
                                count={bin.count - (own ? 1 : 0)}
                                x={x(i) + step / 2}
                                bottom={bottom}
                            />
                        ) : (
                            <rect
                                class="bar"
                                x={x(i) + 2}
                                width={Math.max(step - 4, 2)}
                                y={y(bin.count)}
                                height={bottom - y(bin.count)}
                                rx="2"
                            />
                        )}
                        {own && (
                            <use
                                href={`#mark-${seat}`}
                                x={x(i) + step / 2 - 11}
                                y={dots ? bottom - dot * bin.count - 1 : y(bin.count) - 27}
                                width="22"
                                height="22"
                            />
                        )}
                        {i % every === 0 && (
                            <text x={x(i) + step / 2} y={bottom + 24} text-anchor="middle">
                                {bin.from}
                            </text>
                        )}
                    </g>
                );
            })}
            {!dots && mine !== null && ownAt >= 0 && (
                // after all bars, because a neighbour may be higher
                <text
                    class="strong"
                    aria-hidden="true"
                    x={x(ownAt) + step / 2 + 15}
                    y={y(bins[ownAt]!.count) - 10}
                >
                    {`${word("web.you")} ${mine}`}
                </text>
            )}
            <path class="base" d={`M${left} ${bottom}H${width - right}`} />
            {at >= 0 && all > 2 && (
                <g aria-hidden="true">
                    <path class="guide" d={`M${x(at) + step / 2} 24V${bottom}`} />
                    <text x={x(at) + step / 2} y="18" text-anchor="middle">
                        {word("web.daily.middle", { n: middle })}
                    </text>
                </g>
            )}
        </svg>
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
