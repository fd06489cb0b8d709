// "My tables": those in this browser and those at the server. Tables that wait for the person come
// first.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { myTables, pathOf, type Listed } from "../client/server";
import { useAnswer, useMe } from "../client/requests";
import { Refusal } from "../refusal";
import type { Record as GameRecord } from "../generated/protocol";
import { classNames } from "../classnames";
import { Icon, Mark, Picture } from "../pieces/symbol";
import { go, link } from "../route";
import { listTables, removeTable, type SavedTable } from "../store/tables";
import { importRecord, isForeign, titleOf } from "../table/local";
import type { Message } from "../text";
import { useWords, type Words } from "../words";
import { paceWord } from "./facts";

export const refreshMs = 5000; // ms between two requests for the server's lists

interface Mine {
    readonly id: string;
    readonly game: string;
    readonly seats: number;
    readonly path: string;
    readonly turn: boolean; // the table waits for the person
    readonly over: boolean;
    readonly status: string; // whose turn it is, in one line
    readonly more: string;
    readonly changed: number;
    readonly local: boolean;
}

function ofBrowser(words: Words, table: SavedTable): Mine {
    const { id, setup, names, summary, changed } = table,
        foreign = isForeign(setup.game, table); // the page may not know its game at all
    const people = summary.waiting.filter((seat) => setup.bots[seat] === "person"),
        [first] = summary.waiting;
    const turn = !summary.over && !foreign && (people.length > 0 || first === undefined);
    const thinks = () =>
        words.word("web.mine.thinks", {
            name: { text: names[first!] || words.word("common.seat", { n: first! + 1 }) },
        });
    return {
        id,
        game: setup.game,
        seats: setup.players,
        path: `/local/${id}`,
        turn,
        over: summary.over || foreign,
        changed,
        local: true,
        status: foreign
            ? words.word("web.mine.foreign")
            : summary.over
              ? words.word("web.mine.over")
              : turn
                ? words.word("web.mine.your_turn")
                : thinks(),
        more: summary.chapter && !summary.over && !foreign ? words.say(summary.chapter) : "",
    };
}

function statusOf({ word }: Words, { seats, phase, waiting, turn }: Listed): string {
    if (phase === "over") return word("web.mine.over");
    const free = seats.filter(({ name, level }) => name === null && level === null).length;
    if (free) return word("web.mine.free", { n: free });
    if (turn) return word("web.mine.your_turn");
    if (waiting.length > 1) return word("web.table.several_think", { n: waiting.length });
    const [first] = waiting;
    return first === undefined
        ? word("web.mine.runs")
        : word("web.mine.thinks", {
              name: { text: seats[first]?.name || word("common.seat", { n: first + 1 }) },
          });
}

function ofServer(words: Words, table: Listed): Mine {
    const free = table.seats.some(({ name, level }) => name === null && level === null);
    return {
        id: table.table,
        game: table.game,
        seats: table.players,
        path: pathOf(table),
        turn: Boolean(table.turn) && !free,
        over: table.phase === "over",
        changed: table.changed_ms,
        local: false,
        status: statusOf(words, table),
        more:
            table.pace.kind === "none" || table.phase === "over" ? "" : paceWord(words, table.pace),
    };
}

/** Tables in three groups: waiting for the person, running, finished. The latest come first. */
const order = (a: Mine, b: Mine) =>
    Number(a.over) - Number(b.over) || Number(b.turn) - Number(a.turn) || b.changed - a.changed;

export function MyTables({ children }: { readonly children?: ComponentChildren }) {
    const words = useWords(),
        { word } = words,
        me = useMe();
    const [local, set] = useState<readonly SavedTable[]>([]);
    const load = () => void listTables().then(set);
    useEffect(load, []);
    const server = useAnswer(
        () => (me ? myTables(false) : Promise.resolve([])),
        [me?.name],
        me ? refreshMs : 0,
    );
    const tables = [
        ...local.map((table) => ofBrowser(words, table)),
        ...(me && server.value ? server.value : []).map((table) => ofServer(words, table)),
    ].sort(order);
    return (
        <section class="mine-sec">
            <h2>{word("web.mine.title")}</h2>
            {tables.length ? (
                <ul class="tbs">
                    {tables.map((table) => (
                        <Row key={table.id} table={table} reload={load} />
                    ))}
                </ul>
            ) : (
                <p class="quiet">{word("web.mine.none")}</p>
            )}
            {me && server.wrong && (
                <p class="quiet" role="status">
                    {word("web.mine.away")}
                </p>
            )}
            {children}
        </section>
    );
}

export function Upload() {
    const words = useWords(),
        [wrong, setWrong] = useState<Message | null>(null);
    const upload = async (file: File | undefined) => {
        if (!file) return;
        try {
            const record = JSON.parse(await file.text()) as GameRecord;
            go(`/local/${await importRecord(record, [])}`);
        } catch (error) {
            setWrong(
                error instanceof Refusal
                    ? error.reason
                    : { key: "web.record.unreadable", params: {} },
            );
        }
    };
    return (
        <>
            <label class="btn quiet upload">
                <Icon name="save" />
                {words.word("web.record.upload")}
                <input
                    type="file"
                    accept="application/json,.json"
                    onChange={({ currentTarget }) => void upload(currentTarget.files?.[0])}
                />
            </label>
            {wrong && (
                <p class="warn" role="alert">
                    {words.say(wrong)}
                </p>
            )}
        </>
    );
}

interface RowProps {
    readonly table: Mine;
    reload(): void;
}

function Row({ table, reload }: RowProps) {
    const { game, seats, turn, status, more } = table;
    return (
        <li class={classNames("tb", turn && "mine")}>
            <span class="th">
                <Picture game={game} class="vth" />
            </span>
            <div class="tt">
                <b>{titleOf(game)}</b>
                <span class="tm">
                    {Array.from({ length: seats }, (_, seat) => (
                        <Mark key={seat} seat={seat} />
                    ))}
                </span>
            </div>
            <span class="ts">
                {turn ? <b>{status}</b> : status}
                {more && (
                    <>
                        , <span>{more}</span>
                    </>
                )}
            </span>
            <RowActions table={table} reload={reload} />
        </li>
    );
}

/** Removing a table of this browser takes two taps. */
function RowActions({ table: { id, game, path, turn, local }, reload }: RowProps) {
    const { word } = useWords(),
        [leaving, leave] = useState(false),
        title = titleOf(game);
    return (
        <span class="tb-do">
            {local && (
                <button
                    type="button"
                    class="tool"
                    aria-label={word("web.mine.remove", { title: { text: title } })}
                    aria-pressed={leaving}
                    onClick={() => leave(!leaving)}
                >
                    <Icon name="close" />
                </button>
            )}
            {leaving ? (
                <button type="button" class="btn" onClick={() => void removeTable(id).then(reload)}>
                    {word("web.table.remove")}
                </button>
            ) : (
                <a
                    class={`btn ${turn ? "gold" : "quiet"}`}
                    {...link(path)}
                    aria-label={word(turn ? "web.mine.go_on_with" : "web.mine.look_at", {
                        title: { text: title },
                    })}
                >
                    {word(turn ? "web.mine.go_on" : "web.mine.look")}
                </a>
            )}
        </span>
    );
}
