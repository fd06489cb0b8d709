// "My tables": those in this browser and those at the server. Running ones are cards with a picture
// of the board, those that wait for the person first; finished ones follow as a list.
import { useEffect, useMemo, useState } from "preact/hooks";
import { myTables, pathOf, type Listed } from "../client/server";
import { useAnswer, useMe } from "../client/requests";
import { link } from "../route";
import { listTables, type SavedBoard, type SavedTable } from "../store/tables";
import { useMedia } from "../store/watch";
import { isForeign } from "../table/local";
import { levelWord } from "../table/words";
import type { Message } from "../text";
import { useWords, type Words } from "../words";
import { paceWord } from "./facts";
import { FinishedRow, TableCard } from "./tablecard";

export const refreshMs = 5000; // ms between two requests for the server's lists
const overRefreshMs = 60_000; // of finished tables, which change rarely
const finishedShown = 4;

export interface Player {
    readonly name: string;
    readonly me: boolean;
    readonly waits: boolean; // it is this player's turn
    readonly score?: number | undefined; // at the end
    readonly place?: number | undefined;
}

export interface Mine {
    readonly id: string;
    readonly game: string;
    readonly path: string;
    readonly turn: boolean; // the table waits for the person
    readonly over: boolean;
    readonly status: string; // whose turn it is, in one line
    readonly more: string; // the pace
    readonly chapter: Message | null; // if the table stored it
    readonly players: readonly Player[];
    readonly board: SavedBoard | null;
    readonly changed: number;
    readonly local: boolean;
}

const seatName = ({ word }: Words, name: string | null | undefined, seat: number) =>
    name || word("common.seat", { n: seat + 1 });

/** Whose turn it is. */
function turnOf(words: Words, players: readonly Player[], turn: boolean): string {
    const { word } = words,
        waiting = players.filter(({ waits }) => waits);
    if (turn) return word("web.mine.your_turn");
    if (waiting.length > 1) return word("web.table.several_think", { n: waiting.length });
    return waiting[0]
        ? word("web.mine.thinks", { name: { text: waiting[0].name } })
        : word("web.mine.runs");
}

function ofBrowser(words: Words, table: SavedTable): Mine {
    const { id, setup, names, summary, changed } = table,
        { waiting, result } = summary,
        foreign = isForeign(setup.game, table), // the page may not know its game at all
        isPerson = (seat: number) => setup.bots[seat] === "person",
        alone = setup.bots.filter((level) => level === "person").length === 1;
    const turn = !summary.over && !foreign && (waiting.length === 0 || waiting.some(isPerson));
    const players = setup.bots.map((_, seat): Player => ({
        me: alone && isPerson(seat),
        name: seatName(words, names[seat], seat),
        waits: waiting.includes(seat),
        score: result?.score[seat],
        place: result?.place[seat],
    }));
    return {
        id,
        game: setup.game,
        path: `/local/${id}`,
        turn,
        over: summary.over || foreign,
        changed,
        local: true,
        players,
        board: foreign ? null : (summary.board ?? null),
        chapter: summary.over || foreign ? null : summary.chapter,
        status: foreign ? words.word("web.mine.foreign") : turnOf(words, players, turn),
        more: "",
    };
}

const freeAt = ({ seats }: Listed) =>
    seats.filter(({ name, level }) => name === null && level === null).length;

export function ofServer(words: Words, table: Listed): Mine {
    const free = freeAt(table),
        over = table.phase === "over",
        turn = Boolean(table.turn) && free === 0;
    const players = table.seats.map(({ name, level, score, place }, seat): Player => ({
        name:
            name === null && level !== null ? levelWord(words, level) : seatName(words, name, seat),
        me: table.you?.includes(seat) ?? false,
        waits: table.waiting.includes(seat) && !over,
        score,
        place,
    }));
    return {
        id: table.table,
        game: table.game,
        path: pathOf(table),
        turn,
        over,
        changed: table.changed_ms,
        local: false,
        players,
        chapter: null,
        board: table.view ? { seat: null, view: table.view, score: table.score ?? [] } : null,
        status: free ? words.word("web.mine.free", { n: free }) : turnOf(words, players, turn),
        more: table.pace.kind === "none" ? "" : paceWord(words, table.pace),
    };
}

/** Tables that wait for the person come first, then the latest. */
const order = (a: Mine, b: Mine) => Number(b.turn) - Number(a.turn) || b.changed - a.changed;

interface Lists {
    readonly running: readonly Mine[];
    readonly finished: readonly Mine[];
    readonly away: boolean; // the server cannot be reached
    reload(): void;
}

/** Running and finished tables of this browser and of the server. */
function useMyTables(): Lists {
    const words = useWords(),
        me = useMe(),
        [local, set] = useState<readonly SavedTable[]>([]);
    const reload = () => void listTables().then(set);
    useEffect(reload, []);
    const nothing = () => Promise.resolve<readonly Listed[]>([]);
    const running = useAnswer(
            () => (me ? myTables("boards") : nothing()),
            [me?.name],
            me ? refreshMs : 0,
        ),
        over = useAnswer(
            () => (me ? myTables("over") : nothing()),
            [me?.name],
            me ? overRefreshMs : 0,
        );
    const lists = useMemo(() => {
        const all = [
            ...local.map((table) => ofBrowser(words, table)),
            ...[...((me && running.value) || []), ...((me && over.value) || [])].map((table) =>
                ofServer(words, table),
            ),
        ].sort(order);
        return {
            running: all.filter((table) => !table.over),
            finished: all.filter((table) => table.over),
        };
    }, [words, local, me, running.value, over.value]);
    return { ...lists, away: Boolean(me && running.wrong), reload };
}

/** `cards`: how many running tables are shown before the person asks for all. */
export function MyTables({ cards }: { readonly cards: number }) {
    const { word } = useWords(),
        { running, finished, away, reload } = useMyTables(),
        [all, showAll] = useState(false),
        phone = useMedia("(max-width: 47.5em)");
    if (running.length + finished.length === 0 && !away) return null;
    // on a phone only tables that wait for the person are cards at first
    const waiting = running.filter(({ turn }) => turn).length,
        most = phone ? Math.min(cards, Math.max(1, waiting)) : cards,
        shown = all ? running : running.slice(0, most);
    return (
        <section class="mine-sec">
            <div class="sec">
                <h2>{word("web.mine.title")}</h2>
                {shown.length < running.length && (
                    <button type="button" class="more" onClick={() => showAll(true)}>
                        {word("web.mine.all", { n: running.length })}
                    </button>
                )}
            </div>
            {shown.length > 0 && (
                <ul class="cards">
                    {shown.map((table) => (
                        <TableCard key={table.id} table={table} reload={reload} />
                    ))}
                </ul>
            )}
            {away && (
                <p class="quiet" role="status">
                    {word("web.mine.away")}
                </p>
            )}
            <Finished tables={finished} reload={reload} />
        </section>
    );
}

interface FinishedProps {
    readonly tables: readonly Mine[];
    reload(): void;
}

function Finished({ tables, reload }: FinishedProps) {
    const { word } = useWords(),
        me = useMe(),
        [all, showAll] = useState(false),
        shown = all ? tables : tables.slice(0, finishedShown);
    if (tables.length === 0) return null;
    return (
        <>
            <div class="sec">
                <h3>{word("web.mine.finished")}</h3>
                {me && (
                    <a class="more" {...link("/games")}>
                        {word("web.games.search")}
                    </a>
                )}
                {shown.length < tables.length && (
                    <button type="button" class="more" onClick={() => showAll(true)}>
                        {word("web.mine.all", { n: tables.length })}
                    </button>
                )}
            </div>
            <ul class="fins">
                {shown.map((table) => (
                    <FinishedRow key={table.id} table={table} reload={reload} />
                ))}
            </ul>
        </>
    );
}
