// The tables of a round: the reader's own, and the others with their results as they arrive.
import { useMemo } from "preact/hooks";
import type { Tournament, TournamentTable } from "../client/events";
import { pathOf } from "../client/server";
import { classNames } from "../classnames";
import { Icon, Mark } from "../pieces/symbol";
import { link } from "../route";
import { useBoard } from "../table/answering";
import { SmallBoard } from "../table/small";
import { levelWord } from "../table/words";
import { useWords, type Words } from "../words";
import { roman } from "./words";

export interface OwnTableInfo extends TournamentTable {
    readonly at: number; // its position in the round
    readonly seat: number; // the reader's
    readonly turn: boolean; // the reader is to move
}

/** The reader's table in the round that is shown. */
export function ownTableOf({ you, tables }: Tournament): OwnTableInfo | null {
    const at = tables.findIndex(({ seats }) =>
        seats.some(({ entrant }) => entrant !== null && entrant === you?.entrant),
    );
    if (!you || at < 0) return null;
    const table = tables[at]!,
        seat = table.seats.findIndex(({ entrant }) => entrant === you.entrant);
    return { ...table, at, seat, turn: table.waiting.includes(seat) };
}

type Seat = TournamentTable["seats"][number];

export const nameOf = (words: Words, { name, entrant }: Seat, level: string) =>
    entrant === null ? levelWord(words, level) : (name ?? "");

const boardOf = ({ board }: TournamentTable) =>
    board?.view ? { seat: null, view: board.view, score: board.score ?? [] } : null;

interface LiveProps {
    readonly cup: Tournament;
    readonly table: TournamentTable;
}

/** The board as it is now. */
export function LiveBoard({ cup, table }: LiveProps) {
    const words = useWords(),
        names = table.seats.map((seat) => nameOf(words, seat, cup.level)),
        // equal views give the same position, so that a board is not drawn again for nothing
        said = JSON.stringify(table.board),
        position = useMemo(() => boardOf(table), [said]);
    return <SmallBoard game={cup.game} names={names} position={position} />;
}

/** How far the game is, as its board says it: "Partie läuft: Runde 7". */
export function useChapter({ cup, table }: LiveProps): string {
    const { say, word } = useWords(),
        view = table.phase === "playing" ? table.board?.view : null,
        drawn = useBoard(view ? cup.game : ""),
        found = view && drawn?.chapter?.(view);
    return found ? word("web.tournament.playing_at", { chapter: { text: say(found) } }) : "";
}

interface OwnProps {
    readonly cup: Tournament;
    readonly table: OwnTableInfo;
}

export function OwnTable({ cup, table }: OwnProps) {
    const words = useWords(),
        { word } = words,
        { seats, seat: mine, waiting, matchpoints, turn, phase } = table,
        chapter = useChapter({ cup, table }),
        score = table.score ?? (phase === "playing" ? table.board?.score : null);
    return (
        <section class={classNames("mytable panel", turn && "turn")}>
            <LiveBoard cup={cup} table={table} />
            <div>
                <h2>
                    {word("web.tournament.own_table", { n: { text: roman(table.at + 1) } })}{" "}
                    {chapter && <small>{chapter}</small>}
                </h2>
                <ul class="seatline">
                    {seats.map((seat, i) => (
                        <li key={i} class={waiting.includes(i) ? "turn" : undefined}>
                            <Mark seat={i} />
                            <span>
                                {i === mine ? word("web.you") : nameOf(words, seat, cup.level)}
                                {waiting.includes(i) && <Icon name="glass" />}
                            </span>
                            <b class="num">{score?.[i] ?? ""}</b>
                        </li>
                    ))}
                </ul>
                {matchpoints && (
                    <p class="quiet">
                        {word("web.tournament.got_matchpoints", { n: matchpoints[mine] ?? 0 })}
                    </p>
                )}
                {phase === "over" && !table.score && (
                    <p class="quiet">{word("web.tournament.sealed")}</p>
                )}
                {table.table && (
                    <a
                        class={classNames("btn", turn && "gold")}
                        data-own-table
                        {...link(pathOf({ table: table.table, secret: table.secret }))}
                    >
                        {turn
                            ? word("web.mine.your_turn")
                            : word(
                                  phase === "over"
                                      ? "web.tournament.look_back"
                                      : "web.tournament.to_table",
                              )}
                    </a>
                )}
            </div>
        </section>
    );
}

interface OthersProps {
    readonly cup: Tournament;
    readonly own: OwnTableInfo | null;
}

export function OtherTables({ cup, own }: OthersProps) {
    const { word } = useWords(),
        done = cup.tables.filter(({ phase }) => phase === "over").length,
        others = cup.tables.map((table, at) => ({ table, at })).filter(({ at }) => at !== own?.at);
    if (others.length === 0) return null;
    return (
        <section>
            <div class="sec">
                <h2>{word(own ? "web.tournament.others" : "web.tournament.tables")}</h2>
                <span class="eyebrow">
                    {word("web.tournament.done_of", { n: done, all: cup.tables.length })}
                </span>
            </div>
            <ul class="ots2">
                {others.map(({ table, at }) => (
                    <OtherTable key={table.number} cup={cup} table={table} at={at} />
                ))}
            </ul>
        </section>
    );
}

interface OtherProps {
    readonly cup: Tournament;
    readonly table: TournamentTable;
    readonly at: number;
}

/** What is known about a table, in one line. */
export function stateWord(
    words: Words,
    { phase, place, seats, corrected }: TournamentTable,
    level: string,
) {
    const { word } = words;
    if (phase === "playing" && !place) return word("web.tournament.playing");
    if (!place) return word("web.tournament.finished_sealed");
    const best = seats.filter((_, i) => place[i] === 1).map((seat) => nameOf(words, seat, level)),
        key = corrected ? "web.tournament.won_corrected" : "web.tournament.won";
    return word(key, { names: { text: best.join(", ") } });
}

function OtherTable({ cup, table, at }: OtherProps) {
    const words = useWords(),
        { word } = words,
        number = roman(at + 1),
        over = table.phase === "over",
        score = table.score ?? (over ? null : table.board?.score),
        chapter = useChapter({ cup, table });
    return (
        <li class={classNames("ot2", over && "fin")}>
            <span class="no">{number}</span>
            <div>
                <ul class="chips">
                    {table.seats.map((seat, i) => (
                        <li key={i} class={table.waiting.includes(i) ? "turn" : undefined}>
                            <Mark seat={i} />
                            {nameOf(words, seat, cup.level)}{" "}
                            {score && <b class="num">{score[i]}</b>}
                            {table.lost.includes(i) && (
                                <small>{word("web.tournament.absent")}</small>
                            )}
                            {table.waiting.includes(i) && <Icon name="glass" />}
                        </li>
                    ))}
                </ul>
                <p class="state">
                    {over && <Icon name="check" />}
                    {chapter || stateWord(words, table, cup.level)}
                </p>
            </div>
            {table.table && table.watch && (
                <a
                    class="tool"
                    {...link(pathOf({ table: table.table, secret: table.secret }))}
                    aria-label={word(
                        over ? "web.tournament.replay_at" : "web.tournament.watch_at",
                        { n: { text: number } },
                    )}
                >
                    <Icon name={over ? "replay" : "eye"} />
                </a>
            )}
        </li>
    );
}
