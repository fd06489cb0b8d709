// What the seat's choices are worth: workers weigh them while one looks at the position.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Choice, Seat, Turn } from "../board";
import { classNames } from "../classnames";
import { Scales } from "../engine/host";
import { actionSaid, type PartsOf } from "../engine/parts";
import type { Weighed, WeighedChoice } from "../engine/messages";
import type { RecordStep } from "../generated/protocol";
import { Icon, Mark } from "../pieces/symbol";
import { percent } from "../table/analysis";
import { useWords, type Words } from "../words";
import type { Shown } from "./positions";

const shownMost = 5,
    rest = 1000, // ms for which rows keep their order
    enough = 50000; // visits per worker; then the numbers hardly change

export interface Weighing {
    readonly node: number;
    readonly weighed: Weighed;
    readonly ms: number;
}

export interface Engine {
    readonly weighing: Weighing | null; // of the position that is shown
    readonly running: boolean;
    readonly wanted: boolean;
    toggle(): void;
}

/** Weighs the choices of a seat at the node that is shown. */
export function useEngine(
    game: string,
    players: number,
    shown: Shown | null,
    seat: number | null,
): Engine {
    const scales = useRef<Scales | null>(null),
        [wanted, want] = useState(true),
        [running, run] = useState(false),
        [weighing, set] = useState<Weighing | null>(null);
    useEffect(() => () => scales.current?.close(), []);
    useEffect(() => {
        if (!wanted || !shown || seat === null) {
            scales.current?.stop();
            run(false);
            return undefined;
        }
        let gone = false;
        const began = performance.now(),
            node = shown.at,
            all = (scales.current ??= new Scales());
        run(true);
        void all
            .weigh(players, { game, view: shown.whole.view, seat }, enough, (weighed) => {
                if (!gone) set({ node, weighed, ms: performance.now() - began });
            })
            .catch(() => {})
            .finally(() => !gone && run(false));
        return () => {
            gone = true;
            all.stop();
        };
    }, [wanted, shown, seat]);
    const current =
        weighing && weighing.node === shown?.at && weighing.weighed.seat === seat ? weighing : null;
    return { weighing: current, running, wanted, toggle: () => want(!wanted) };
}

/** The choices that were searched most, the best one first. */
export const bestOf = ({ choices, seat }: Weighed): readonly WeighedChoice[] =>
    choices.slice(0, shownMost).sort((a, b) => b.chance[seat]! - a.chance[seat]!);

/** The best choices in an order that changes at most once per second, so that rows do not jump away
 * under a finger. */
function useOrder(weighing: Weighing | null, played: string | null): readonly WeighedChoice[] {
    const kept = useRef<{ key: string; at: number; order: readonly string[] }>({
        key: "",
        at: 0,
        order: [],
    });
    if (!weighing) return [];
    const { node, weighed } = weighing,
        { choices, seat } = weighed,
        key = `${node} ${seat}`,
        now = performance.now();
    if (kept.current.key !== key || now - kept.current.at > rest) {
        const order = bestOf(weighed).map((one) => one.do);
        kept.current = { key, at: now, order };
    }
    // what was played is always shown, as the last one if it is not among the best
    const { order } = kept.current,
        shown = played === null || order.includes(played) ? order : [...order, played];
    return shown.flatMap((action) => choices.find((one) => one.do === action) ?? []);
}

interface BestProps {
    readonly game: string;
    readonly engine: Engine;
    readonly asking: number | null; // the seat whose choices are weighed
    readonly played: string | null; // what was chosen in the game
    readonly legal: readonly Choice[];
    readonly parts: PartsOf;
    readonly turn: Turn;
    readonly seats: readonly Seat[];
    play(steps: readonly RecordStep[]): void;
}

export function BestMoves(props: BestProps) {
    const { engine, asking, seats } = props,
        words = useWords(),
        { word } = words,
        { weighing, running, wanted, toggle } = engine,
        order = useOrder(weighing, props.played);
    return (
        <section class="panel best">
            <div class="best-head">
                <h2 class="rubric">{word("web.study.best")}</h2>
                <p class="quiet num">
                    {weighing &&
                        word(running ? "web.study.effort" : "web.study.effort_done", {
                            n: weighing.weighed.visits,
                            count: counted(words, weighing.weighed.visits),
                            s: Math.ceil(weighing.ms / 1000),
                        })}
                </p>
                <button
                    type="button"
                    class="btn"
                    data-engine
                    aria-pressed={wanted}
                    onClick={toggle}
                >
                    <Icon name={wanted ? "pause" : "play"} />
                    {word(wanted ? "web.study.stop" : "web.study.start")}
                </button>
            </div>
            {asking === null ? (
                <p class="quiet">{word("web.study.nobody")}</p>
            ) : (
                <>
                    <p class="quiet">
                        {word("web.study.knows", { name: { text: seats[asking]!.name } })}
                    </p>
                    <ol class="bests">
                        {order.map((choice, i) => (
                            <BestMove key={choice.do} {...props} choice={choice} rank={i + 1} />
                        ))}
                    </ol>
                    {order[0] && <Line {...props} choice={order[0]} />}
                    <p class="hidden" role="status">
                        {!running && bestSaid(words, props, order)}
                    </p>
                </>
            )}
        </section>
    );
}

/** The best choices in one sentence, for screen readers, once the search rests. */
const bestSaid = (
    words: Words,
    { game, parts, asking }: BestProps,
    order: readonly WeighedChoice[],
) =>
    order
        .slice(0, 3)
        .map(
            ({ do: action, chance }) =>
                `${actionSaid(words, game, action, parts)}: ${percent(chance[asking!]!)} %`,
        )
        .join(", ");

/** A large number in groups of three digits. */
const counted = ({ language }: Words, n: number) => ({ text: n.toLocaleString(language) });

const errorSaid = (language: string, error: number) =>
    (100 * error).toLocaleString(language, {
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
    });

interface MoveProps extends BestProps {
    readonly choice: WeighedChoice;
    readonly rank: number;
}

function BestMove({ game, choice, rank, played, legal, parts, turn, play, asking }: MoveProps) {
    const words = useWords(),
        { word } = words,
        chance = choice.chance[asking!]!,
        looked = legal.find((one) => one.do === choice.do) ?? null;
    const band = {
        left: `${100 * Math.max(0, chance - choice.error)}%`,
        width: `${100 * Math.min(1, 2 * choice.error)}%`,
    };
    return (
        <li>
            <button
                type="button"
                class={classNames("bm", rank === 1 && "lead")}
                data-best={choice.do}
                data-visits={choice.visits}
                onClick={() => play([[asking!, choice.do]])}
                onMouseEnter={() => turn.look(looked)}
                onMouseLeave={() => turn.look(null)}
                onFocus={() => turn.look(looked)}
                onBlur={() => turn.look(null)}
            >
                <span class="bm-r">{rank > shownMost ? "–" : rank}</span>
                <span class="bm-t">
                    <b>{actionSaid(words, game, choice.do, parts)}</b>
                    <small>
                        {word("web.study.visits", {
                            n: choice.visits,
                            count: counted(words, choice.visits),
                        })}
                        {played === choice.do && <em>{word("web.study.played")}</em>}
                    </small>
                </span>
                <span class="bm-c">
                    <b class="num">{`${percent(chance)} %`}</b>
                    <small class="num">{`±${errorSaid(words.language, choice.error)}`}</small>
                    <i class="band">
                        <u style={band} />
                        <s style={{ left: `${100 * chance}%` }} />
                    </i>
                </span>
            </button>
        </li>
    );
}

/** What is expected to follow the best choice; each step can be jumped to. */
function Line({
    game,
    choice,
    parts,
    play,
    asking,
}: BestProps & { readonly choice: WeighedChoice }) {
    const words = useWords(),
        steps: readonly RecordStep[] = [[asking!, choice.do], ...(choice.line ?? [])];
    return (
        <div class="expected">
            <h3>{words.word("web.study.expected")}</h3>
            <ol>
                {steps.map(([by, action], i) => (
                    <li key={i}>
                        <button
                            type="button"
                            class="chip"
                            onClick={() => play(steps.slice(0, i + 1))}
                        >
                            {by === "chance" ? <Icon name="dice" /> : <Mark seat={by} />}
                            {actionSaid(words, game, action, parts)}
                        </button>
                    </li>
                ))}
            </ol>
        </div>
    );
}

interface BarProps {
    readonly seats: readonly Seat[];
    readonly chances: readonly number[] | null;
}

/** Everybody's chance as one bar. */
export function WinBar({ seats, chances }: BarProps) {
    const { word } = useWords();
    const said = seats
        .map(({ seat, name }) => `${name} ${percent(chances?.[seat] ?? 0)} %`)
        .join(", ");
    return (
        <section class="winbar" aria-label={`${word("web.analysis.title")}: ${said}`}>
            {seats.map(({ seat }) => (
                <span
                    key={seat}
                    class={`s${seat}`}
                    style={{ flexGrow: chances ? Math.max(0, chances[seat]!) : 1 }}
                >
                    <b class="num">
                        <Mark seat={seat} />
                        {chances ? percent(chances[seat]!) : "–"}
                    </b>
                </span>
            ))}
        </section>
    );
}
