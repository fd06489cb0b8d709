// The end of a game: who won and why, the course of the points, the record, and the verification of
// the draws.
import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { GameBoard, Seat, Update } from "../board";
import { classNames } from "../classnames";
import type { Client } from "../client/client";
import type { LogLine } from "../client/log";
import { commitmentOf } from "../client/commitment";
import { helper } from "../engine/host";
import { Refusal } from "../refusal";
import type { Result as GameResult } from "../generated/protocol";
import { Header, ThemeTool } from "../pages/header";
import { same } from "../pieces/kept";
import { saveRecord } from "../pieces/save";
import { Icon, Mark } from "../pieces/symbol";
import type { Thoughts } from "../store/tables";
import { useMedia } from "../store/watch";
import type { Message } from "../text";
import { known, signed, useWords, type Words } from "../words";
import { openRecord } from "../analysis/open";
import {
    ChancesPanel,
    Grade,
    recordFrom,
    useAnalysis,
    Ways,
    type Analysed,
    type Analysing,
} from "./analysis";
import { Curves, ticksOf, type Tick } from "./chart";
import { Chat, type ChatProps } from "./chat";
import { Triumph } from "./triumph";
import { marksOf, TurningPoints, turningsOf } from "./turning";
import { levelWord } from "./words";

/** What this page stored before the game, to compare with what is published at the end. */
export interface Kept {
    readonly commitment: string;
    readonly entropy: readonly (string | null)[];
}

interface ResultProps {
    readonly title: string;
    readonly game: string;
    readonly board: GameBoard;
    readonly last: Update;
    readonly steps: readonly Update[];
    readonly lines: readonly LogLine[];
    readonly seats: readonly Seat[];
    readonly me: number | null;
    readonly client: Client;
    readonly kept: Kept;
    readonly thoughts: Thoughts | undefined;
    readonly analysed: Analysed;
    readonly lesson: VNode | null; // the explanation of the scoring after a first game
    readonly chat: ChatProps | undefined;
    readonly again: Again | null;
    readonly offer: VNode | null; // to install the page
    chapterOf(view: Update["view"]): Message | null;
    replay(version?: number): void; // starts the replay at a moment, or at the end
}

/** Playing again. At a server the others must agree. */
export interface Again {
    readonly text: string; // key of the button's text
    readonly gold: boolean; // it is the next thing to do
    readonly who: VNode | null; // who has agreed, while not everybody has
    act(): void;
}

const roman = ["", "I", "II", "III", "IV", "V"];

/** The parts of the score that brought points to somebody. Other counts, such as supplies, are
 * shown beside the name. */
function partsOf({ breakdown, score }: GameResult): {
    readonly scoring: readonly string[];
    readonly beside: readonly string[];
} {
    const names = Object.keys(breakdown);
    const sum = (parts: readonly string[], seat: number) =>
        parts.reduce((total, part) => total + (breakdown[part]?.[seat] ?? 0), 0);
    // The score is the sum of the first parts; the parts after those break ties.
    for (let count = names.length; count > 0; count--) {
        const scoring = names.slice(0, count);
        if (score.every((points, seat) => sum(scoring, seat) === points))
            return { scoring, beside: names.slice(count) };
    }
    const whole = names
        .filter((part) => score.every((points, seat) => breakdown[part]![seat] === points))
        .slice(0, 1); // or a single part is the whole score
    return { scoring: whole, beside: names.filter((part) => !whole.includes(part)) };
}

/** "Anna, Ben und Chris" */
function listed({ word }: Words, seats: readonly Seat[]): string {
    const names = seats.map(({ name }) => name),
        last = names.pop() ?? "";
    return names.length > 0 ? `${names.join(", ")} ${word("common.text.and")} ${last}` : last;
}

/** Who won and by how much, or how the game ended otherwise. */
function headings(
    words: Words,
    { result, how, by }: Update,
    seats: readonly Seat[],
    me: number | null,
): readonly [string, string] {
    const { word } = words;
    if (!result) {
        const who = typeof by === "number" ? seats[by]! : null;
        return [
            how === "resigned" && who
                ? word(who.me ? "web.result.you_resigned" : "web.result.resigned", {
                      name: { text: who.name },
                  })
                : word(how === "expired" ? "web.result.expired" : "web.result.agreed"),
            word("web.result.none"),
        ];
    }
    const ranked = rankedBy(result, seats);
    const winners = ranked.filter(({ seat }) => result.place[seat] === 1),
        won = me !== null && result.place[me] === 1;
    const heading =
        winners.length > 1
            ? won
                ? word("web.result.shared_you", {
                      names: {
                          text: listed(
                              words,
                              winners.filter(({ seat }) => seat !== me),
                          ),
                      },
                  })
                : word("web.result.shared", { names: { text: listed(words, winners) } })
            : won
              ? word("web.result.won")
              : word("web.result.winner", { name: { text: winners[0]!.name } });
    const next = ranked.find(({ seat }) => result.place[seat] !== 1),
        best = result.score[winners[0]!.seat]!;
    return [
        heading,
        next
            ? word("web.result.lead", {
                  n: best,
                  by: best - result.score[next.seat]!,
                  name: { text: next.me ? word("web.you_acc") : next.name },
              })
            : word("web.points", { n: best }),
    ];
}

export function Result(props: ResultProps) {
    const { title, last, steps, seats, me, client, analysed, chat, thoughts } = props,
        words = useWords(),
        { word } = words,
        { result } = last,
        // while others still play the same deal there is no complete record
        sealed = result !== undefined && last.seed === undefined,
        whole = result !== undefined && !sealed;
    const [heading, lead] = headings(words, last, seats, me);
    const analysing = useAnalysis(recordFrom(client, me), analysed, whole),
        ticks = useMemo(
            () => ticksOf(words, steps, props.chapterOf),
            [words.language, steps, props.board],
        );
    const open = (at: number) => openRecord(recordFrom(client, me), seats, at, me);
    return (
        <div class="page result">
            <Header title={title} sub={word("web.result.over", { n: steps.length })}>
                <ThemeTool class="hide-phone" />
            </Header>
            <main class="rm">
                <section class="rh">
                    <Triumph {...props} />
                    <div>
                        <h2>{heading}</h2>
                        <p>{lead}</p>
                        {whole && me !== null && <Grade analysing={analysing} seat={me} />}
                    </div>
                </section>
                <NextSteps {...props} open={whole ? open : null} />
                {props.lesson}
                {result && <Ranking game={props.game} result={result} seats={seats} />}
                {sealed && <p class="panel sealed">{word("web.result.sealed")}</p>}
                {whole && <Ways seats={seats} analysing={analysing} />}
                {whole && <TurningPoints {...props} analysing={analysing} open={open} />}
                <PointsPanel steps={steps} seats={seats} ticks={ticks} />
                {whole && <Chances {...props} ticks={ticks} analysing={analysing} open={open} />}
                {result && <Earned lines={props.lines} seats={seats} look={props.replay} />}
                {chat && (
                    <section class="panel result-chat">
                        <h3 class="rubric">{word("web.chat.title")}</h3>
                        <Chat {...chat} />
                    </section>
                )}
                {thoughts && thoughts.limited > 0 && (
                    <p class="quiet limited">
                        {word("web.result.limited", { n: thoughts.limited, all: thoughts.all })}
                    </p>
                )}
                <Check client={client} me={me} kept={props.kept} />
            </main>
        </div>
    );
}

interface CurveProps extends ResultProps {
    readonly analysing: Analysing;
    readonly ticks: readonly Tick[];
    open(at: number): void;
}

function Chances({ seats, me, steps, analysing, ticks, open }: CurveProps) {
    const { analysis } = analysing,
        marks = useMemo(() => (analysis ? marksOf(turningsOf(analysis), me) : []), [analysis]);
    return (
        <ChancesPanel
            seats={seats}
            analysing={analysing}
            ticks={ticks}
            marks={marks}
            length={steps.length}
            open={open}
        />
    );
}

interface NextProps extends ResultProps {
    readonly open: ((at: number) => void) | null; // the analysis board; null: nothing to analyse
}

function NextSteps({ again, offer, replay, client, me, open, steps }: NextProps) {
    const { word } = useWords();
    return (
        <nav class="rb" aria-label={word("web.result.next")}>
            {offer}
            {again && (
                <button
                    type="button"
                    class={classNames("btn", again.gold && "gold")}
                    data-again
                    onClick={again.act}
                >
                    <Icon name="swords" />
                    {word(again.text)}
                </button>
            )}
            {again?.who}
            <button type="button" class="btn" data-replay onClick={() => replay()}>
                <Icon name="replay" />
                {word("web.result.replay")}
            </button>
            {open && (
                <button type="button" class="btn" data-analysis onClick={() => open(steps.length)}>
                    <Icon name="hint" />
                    {word("web.result.analysis")}
                </button>
            )}
            <button
                type="button"
                class="btn"
                data-save
                onClick={() => void download(client, me).catch(() => {})}
            >
                <Icon name="save" />
                {word("web.result.record")}
            </button>
        </nav>
    );
}

function PointsPanel({ steps, seats, ticks }: Pick<CurveProps, "steps" | "seats" | "ticks">) {
    const { word } = useWords();
    return (
        <section class="panel cp">
            <h3 class="rubric">{word("web.result.points")}</h3>
            <Curves
                title={word("web.result.points")}
                rows={[...steps.slice(0, 1), ...steps].map(({ score }) => score)}
                seats={seats}
                ticks={ticks}
            />
        </section>
    );
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, n) => sum + n, 0);

const rankedBy = ({ place }: GameResult, seats: readonly Seat[]) =>
    [...seats].sort((a, b) => place[a.seat]! - place[b.seat]!);

interface RankingProps {
    readonly game: string;
    readonly result: GameResult;
    readonly seats: readonly Seat[];
}

function Ranking({ game, result, seats }: RankingProps) {
    const { word } = useWords(),
        { scoring, beside } = partsOf(result),
        ranked = rankedBy(result, seats);
    const name = (part: string) =>
        known(`${game}.score.${part}`) ? word(`${game}.score.${part}`) : part;
    const used = scoring.filter((part) => result.breakdown[part]!.some((n) => n !== 0));
    const most = (sign: 1 | -1) =>
        Math.max(
            ...ranked.map(({ seat }) =>
                sumOf(used.map((part) => Math.max(0, sign * result.breakdown[part]![seat]!))),
            ),
        );
    const row = { result, beside, used, widest: Math.max(1, most(1)), deepest: most(-1), name };
    return (
        <section class="panel rp">
            <h3 class="rubric">{word("web.result.ranking")}</h3>
            <ol class="rks">
                {ranked.map((of) => (
                    <RankedSeat key={of.seat} of={of} {...row} />
                ))}
            </ol>
            <ul class="lg">
                {used.map((part, i) => (
                    <li key={part}>
                        <i class={`c${i % 7}`} />
                        {name(part)}
                    </li>
                ))}
            </ul>
        </section>
    );
}

interface RankedProps {
    readonly of: Seat;
    readonly result: GameResult;
    readonly used: readonly string[]; // parts of the score that brought points to somebody
    readonly beside: readonly string[]; // parts that only break ties
    readonly widest: number; // the most that anybody gained
    readonly deepest: number; // the most that anybody lost
    name(part: string): string;
}

function RankedSeat(props: RankedProps) {
    const words = useWords(),
        { result, beside, used, name } = props,
        { seat, name: who, own, level, me } = props.of;
    return (
        <li class={classNames(`rk s${seat}`, result.place[seat] === 1 && "win")}>
            <span class="pl">{roman[result.place[seat]!]}</span>
            <Mark seat={seat} />
            <div class="rn">
                <b>{me ? words.word("web.you") : who}</b>{" "}
                <i>{me ? (own ? who : "") : level ? `(${levelWord(words, level)})` : ""}</i>
                {beside.map((part) => (
                    <small key={part}>{`${name(part)} ${result.breakdown[part]![seat]}`}</small>
                ))}
            </div>
            <b class="num sum">{result.score[seat]}</b>
            {used.length > 0 && <ScoreBar {...props} />}
        </li>
    );
}

/** The parts of a score side by side: gains to the right of a line that all seats share, losses to
 * the left of it. */
function ScoreBar({ of: { seat }, result, used, widest, deepest, name }: RankedProps) {
    const segments = used.map((part, i) => ({ part, i, n: result.breakdown[part]![seat]! })),
        [gains, losses] = [1, -1].map((sign) => segments.filter(({ n }) => n * sign > 0)) as [
            typeof segments,
            typeof segments,
        ],
        lost = sumOf(losses.map(({ n }) => -n)),
        rest = widest - sumOf(gains.map(({ n }) => n));
    const draw = ({ part, i, n }: (typeof segments)[number]) => (
        <span
            key={part}
            class={classNames(`sg c${i % 7}`, n < 0 && "loss")}
            style={{ flex: String(Math.abs(n)) }}
        >
            <em class="num">{n < 0 ? signed(n) : n}</em>
            <i />
        </span>
    );
    return (
        <div
            class="bar"
            role="img"
            aria-label={segments.map(({ part, n }) => `${name(part)} ${n}`).join(", ")}
        >
            {deepest > lost && <span style={{ flex: String(deepest - lost) }} />}
            {losses.map(draw)}
            {gains.map(draw)}
            <span style={{ flex: String(rest) }} />
        </div>
    );
}

/** Every line of the log that brought points, by seat. Clicking one shows the board at that
 * moment. */
function Earned({
    lines,
    seats,
    look,
}: {
    readonly lines: readonly LogLine[];
    readonly seats: readonly Seat[];
    look(version: number): void;
}) {
    const { word, say } = useWords(),
        narrow = useMedia("(max-width: 62.5em)"),
        earned = lines.filter(({ points }) => points !== 0);
    if (earned.length === 0) return null;
    return (
        <section class="panel ep">
            <h3 class="rubric">{word("web.result.earned")}</h3>
            <div class="eps">
                {seats.map(({ seat, name, me }) => (
                    <details key={seat} open={!narrow}>
                        <summary>
                            <Mark seat={seat} />
                            <b>{me ? word("web.you") : name}</b>
                        </summary>
                        <ul>
                            {earned
                                .filter((line) => line.seat === seat)
                                .map(({ line, events, version, points, chapter }, i, all) => (
                                    <li key={line}>
                                        {chapter && !same(chapter, all[i - 1]?.chapter) && (
                                            <h4>{say(chapter)}</h4>
                                        )}
                                        <button type="button" onClick={() => look(version)}>
                                            <span>{events.map(say).join(" ")}</span>
                                            <b class="num">{signed(points)}</b>
                                        </button>
                                    </li>
                                ))}
                        </ul>
                    </details>
                ))}
            </div>
        </section>
    );
}

export const download = async (client: Client, me: number | null) =>
    saveRecord(await client.record(me));

type Checked = {
    readonly good: boolean | null; // null: it cannot be checked yet
    readonly message: Message;
    readonly commitment?: string;
};

/** Compares what was stored with what was published, then lets the engine recompute every draw. */
async function check(client: Client, me: number | null, kept: Kept): Promise<Checked> {
    const record = await client.record(me),
        { seed, table, commitment, entropy, steps } = record;
    if (seed === undefined) return { good: null, message: { key: "web.check.sealed", params: {} } };
    const same = commitment === kept.commitment && commitmentOf(table, seed) === commitment;
    const mine = kept.entropy.every((bytes, seat) => bytes === null || bytes === entropy[seat]);
    if (!same || !mine) return { good: false, message: { key: "web.check.other", params: {} } };
    try {
        await helper().verify(record);
    } catch (error) {
        return {
            good: false,
            message:
                error instanceof Refusal ? error.reason : { key: "web.check.other", params: {} },
        };
    }
    return {
        good: true,
        message: {
            key: "web.check.good",
            params: { n: steps.filter(([by]) => by === "chance").length },
        },
        commitment,
    };
}

const shortened = (hex: string) => `${hex.slice(0, 4)} … ${hex.slice(-4)}`;

function Check({ client, me, kept }: Pick<ResultProps, "client" | "me" | "kept">) {
    const words = useWords(),
        [checked, set] = useState<Checked | null>(null);
    return (
        <section class="vf" aria-live="polite">
            {checked ? (
                <>
                    <Icon
                        name={checked.good ? "check" : checked.good === null ? "glass" : "close"}
                    />
                    <span>{words.say(checked.message)}</span>
                    {checked.commitment && <code>{shortened(checked.commitment)}</code>}
                </>
            ) : (
                <>
                    <span>{words.word("web.check.what")}</span>
                    <button
                        type="button"
                        class="btn"
                        onClick={() =>
                            void check(client, me, kept).then(set, (error: unknown) =>
                                set({
                                    good: false,
                                    message:
                                        error instanceof Refusal
                                            ? error.reason
                                            : { key: "web.check.other", params: {} },
                                }),
                            )
                        }
                    >
                        <Icon name="dice" />
                        {words.word("web.check.do")}
                    </button>
                </>
            )}
        </section>
    );
}
