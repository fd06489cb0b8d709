// Ratings: the number, its uncertainty, and both over time.
import type { Rated, Rating } from "../client/server";
import type { Language } from "../text";
import { useWords } from "../words";

export const decimal = (language: Language, value: number) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
        value,
    );
export const date = (language: Language, ms: number) =>
    new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(ms);

export type Span = readonly [low: number, high: number];

/** The range that includes every rating with twice its uncertainty, rounded to multiples of
 * five. */
export function spanOf(ratings: readonly Pick<Rating, "mu" | "sigma">[]): Span {
    const low = Math.min(...ratings.map(({ mu, sigma }) => mu - 2 * sigma)),
        high = Math.max(...ratings.map(({ mu, sigma }) => mu + 2 * sigma));
    return [Math.floor(low / 5) * 5, Math.ceil(high / 5) * 5];
}

interface SpreadProps {
    readonly mu: number;
    readonly sigma: number;
    readonly span: Span;
}

/** One rating on the common scale. The bar is its 95 % interval; the numbers stand beside it. */
export function Spread({ mu, sigma, span: [low, high] }: SpreadProps) {
    const x = (value: number) => (200 * (value - low)) / (high - low);
    return (
        <svg class="spread" viewBox="0 0 200 20" aria-hidden="true" preserveAspectRatio="none">
            <path d="M0 10H200" class="scale" />
            <rect
                x={x(mu - 2 * sigma)}
                y="5"
                width={x(mu + 2 * sigma) - x(mu - 2 * sigma)}
                height="10"
                rx="3"
                class="band"
            />
            <rect x={x(mu) - 2} y="2" width="4" height="16" class="at" />
        </svg>
    );
}

const width = 640,
    height = 220,
    left = 40,
    right = 626,
    top = 12,
    bottom = 184;

interface CourseProps {
    readonly title: string;
    readonly steps: readonly Rated[];
}

/** The geometry of the chart. */
function scaleOf(steps: readonly Rated[]) {
    const [low, high] = spanOf(steps),
        last = steps.length - 1;
    const x = (i: number) => (last === 0 ? (left + right) / 2 : left + ((right - left) * i) / last);
    const y = (value: number) => bottom - ((bottom - top) * (value - low)) / (high - low);
    const step = (high - low) / 5 > 6 ? 10 : 5,
        grid = Array.from(
            { length: Math.floor((high - low) / step) + 1 },
            (_, i) => low + i * step,
        );
    return { x, y, grid };
}

/** A rating over time, oldest game first, with its uncertainty as a band. */
export function Course({ title, steps }: CourseProps) {
    const { word, language } = useWords(),
        count = steps.length,
        { x, y, grid } = scaleOf(steps);
    const ends = {
        first: { text: decimal(language, steps[0]!.mu) },
        last: { text: decimal(language, steps.at(-1)!.mu) },
        n: count,
    };
    return (
        <svg
            class="chart course"
            viewBox={`0 0 ${width} ${height}`}
            role="img"
            aria-label={`${title}: ${word("web.rating.course", ends)}`}
        >
            {grid.map((value) => (
                <g key={value}>
                    <path d={`M${left} ${y(value)}H${right}`} class="grid" />
                    <text x={left - 8} y={y(value) + 5} text-anchor="end">
                        {value}
                    </text>
                </g>
            ))}
            <Band steps={steps} />
            {steps.map(({ mu, place, ended_ms }, i) => (
                <circle key={i} cx={x(i)} cy={y(mu)} r="5" class={place === 1 ? "won" : "dot"}>
                    <title>{`${date(language, ended_ms)}: ${decimal(language, mu)}`}</title>
                </circle>
            ))}
            {[...new Set([0, count - 1])].map((i) => (
                <text
                    key={i}
                    x={x(i)}
                    y={bottom + 26}
                    text-anchor={count === 1 ? "middle" : i ? "end" : "start"}
                >
                    {date(language, steps[i]!.ended_ms)}
                </text>
            ))}
        </svg>
    );
}

/** The rating as a line within a band of two standard deviations; a single game is drawn as a
 * whisker. */
function Band({ steps }: Pick<CourseProps, "steps">) {
    const { x, y } = scaleOf(steps);
    const points = (of: (step: Rated) => number) =>
        steps.map((step, i) => `${x(i).toFixed(1)} ${y(of(step)).toFixed(1)}`);
    const above = points(({ mu, sigma }) => mu + 2 * sigma),
        below = points(({ mu, sigma }) => mu - 2 * sigma).reverse();
    const { mu, sigma } = steps[0]!;
    return (
        <>
            {steps.length > 1 ? (
                <path d={`M${[...above, ...below].join("L")}Z`} class="band" />
            ) : (
                <path d={`M${x(0)} ${y(mu - 2 * sigma)}V${y(mu + 2 * sigma)}`} class="whisker" />
            )}
            <path d={`M${points((step) => step.mu).join("L")}`} class="curve" />
        </>
    );
}

/** How often each place was reached, as bars. */
export function Places({
    title,
    steps,
}: {
    readonly title: string;
    readonly steps: readonly Rated[];
}) {
    const { word } = useWords(),
        most = Math.max(...steps.map(({ players }) => players));
    const counts = Array.from(
            { length: most },
            (_, i) => steps.filter(({ place }) => place === i + 1).length,
        ),
        whole = Math.max(...counts);
    return (
        <ol class="place-bars" aria-label={`${title}: ${word("web.rating.places")}`}>
            {counts.map((n, i) => (
                <li key={i}>
                    <span>{word("web.rating.place", { n: i + 1 })}</span>
                    <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
                        <rect width={(100 * n) / whole} height="12" class={i ? "rest" : "won"} />
                    </svg>
                    <b>{n}</b>
                </li>
            ))}
        </ol>
    );
}
