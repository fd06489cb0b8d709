// /lobby: who waits for others, then the person's own tables.
import { useEffect, useRef, useState } from "preact/hooks";
import {
    ensureSession,
    openTables,
    pathOf,
    reasonOf,
    type Listed,
    type Me,
} from "../client/server";
import { useAnswer, useMe } from "../client/requests";
import { gameTitle, offered } from "../offer";
import { Icon, Mark, Picture } from "../pieces/symbol";
import { go, link } from "../route";
import { change, settings } from "../store/settings";
import { titleOf } from "../table/local";
import { wishToSit } from "../table/online";
import { levelWord } from "../table/words";
import type { Message } from "../text";
import { useWords } from "../words";
import { Facts, sinceWord } from "./facts";
import { MyTables, refreshMs } from "./mine";
import { NewTable } from "./new";
import { Away, Sheet } from "./sheet";
import { Watching } from "./watching";
import { useStanding, Warning } from "./warning";

const counts = Array.from({ length: Math.max(...offered.map(({ max }) => max)) - 1 }, (_, i) =>
    String(i + 2),
);

interface Filter {
    readonly game: string;
    readonly players: string;
    readonly pace: string;
    readonly rated: string;
}

const everything: Filter = { game: "", players: "", pace: "", rated: "" };

const fits = ({ players, pace, rated }: Filter, table: Listed) =>
    (!players || table.players === Number(players)) &&
    (!pace || table.pace.kind === pace) &&
    (!rated || table.rated === (rated === "yes"));

export function LobbyPage() {
    const { word } = useWords(),
        who = useMe(),
        standing = useStanding();
    const [filter, setFilter] = useState(everything),
        [pages, setPages] = useState(1),
        [making, make] = useState<string | null>(null);
    const { value, wrong } = useAnswer(
        () => openTables(filter.game, pages),
        [filter.game, pages, who?.name],
        refreshMs,
    );
    const tables =
        value?.tables.filter(
            (table) => !table.you?.length && freeAt(table) > 0 && fits(filter, table),
        ) ?? [];
    const filtered = filter !== everything && (value?.tables.length ?? 0) > 0;
    return (
        <Sheet here="/lobby" title={word("web.lobby.title")}>
            <Head make={() => make(filter.game || offered[0]!.id)} />
            <Warning {...standing} />
            <section class="opens" aria-labelledby="opens-title">
                <h2 id="opens-title">{word("web.lobby.room")}</h2>
                <Away wrong={wrong} more={value ? word("web.lobby.old") : ""} />
                {value && (
                    <p class="hidden" role="status">
                        {word("web.lobby.count", { n: tables.length })}
                    </p>
                )}
                {(filter !== everything || tables.length > 0) && (
                    <FilterBar filter={filter} set={(part) => setFilter({ ...filter, ...part })} />
                )}
                <OpenTables tables={tables} who={who} />
                {value && tables.length === 0 && (
                    <Nothing all={filtered ? () => setFilter(everything) : null} make={make} />
                )}
                {value?.more && (
                    <button type="button" class="btn quiet" onClick={() => setPages(pages + 1)}>
                        {word("web.lobby.more")}
                    </button>
                )}
            </section>
            <MyTables cards={3} />
            <Watching />
            {making && (
                <NewTable game={making} playWith="friends" public close={() => make(null)} />
            )}
        </Sheet>
    );
}

function Head({ make }: { make(): void }) {
    const { word } = useWords();
    return (
        <div class="head">
            <h1>{word("web.lobby.title")}</h1>
            <button type="button" class="btn gold" onClick={make}>
                <Icon name="plus" />
                {word("web.new.title")}
            </button>
        </div>
    );
}

function FilterBar({ filter, set }: { readonly filter: Filter; set(part: Partial<Filter>): void }) {
    const { word } = useWords();
    const choose = (
        name: keyof Filter,
        title: string,
        values: readonly (readonly [string, string])[],
    ) => (
        <label class="field">
            <span>{title}</span>
            <select
                data-filter={name}
                value={filter[name]}
                onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
            >
                <option value="">{word("web.lobby.any")}</option>
                {values.map(([value, text]) => (
                    <option key={value} value={value}>
                        {text}
                    </option>
                ))}
            </select>
        </label>
    );
    return (
        <div class="filters" role="group" aria-label={word("web.lobby.filter")}>
            {choose(
                "game",
                word("web.new.game"),
                offered.map(({ id }) => [id, titleOf(id)]),
            )}
            {choose(
                "players",
                word("web.new.seats"),
                counts.map((n) => [n, n]),
            )}
            {choose("pace", word("web.new.pace"), [
                ["none", word("web.pace.none")],
                ["live", word("web.pace.live")],
                ["relaxed", word("web.pace.relaxed")],
            ])}
            {choose("rated", word("web.lobby.rating"), [
                ["yes", word("web.rated")],
                ["no", word("web.unrated")],
            ])}
        </div>
    );
}

interface NothingProps {
    readonly all: (() => void) | null; // shows what the filters hide; null: they hide nothing
    make(game: string): void;
}

function Nothing({ all, make }: NothingProps) {
    const { word } = useWords();
    if (all)
        return (
            <div class="nothing">
                <p>{word("web.lobby.none_fits")}</p>
                <button type="button" class="btn" onClick={all}>
                    {word("web.lobby.all")}
                </button>
            </div>
        );
    return (
        <div class="nothing">
            <p>{word("web.lobby.none")}</p>
            <ul class="open-one">
                {offered.map((game) => (
                    <li key={game.id}>
                        <button type="button" class="pk" data-make onClick={() => make(game.id)}>
                            <Picture game={game.id} class="vig" />
                            <b>{gameTitle(game)}</b>
                        </button>
                    </li>
                ))}
            </ul>
        </div>
    );
}

interface OpenTablesProps {
    readonly tables: readonly Listed[];
    readonly who: Me | null;
}

/** The present time, updated every half minute. */
function useNow(): number {
    const [now, tick] = useState(Date.now);
    useEffect(() => {
        const timer = setInterval(() => tick(Date.now()), 30_000);
        return () => clearInterval(timer);
    }, []);
    return now;
}

function OpenTables({ tables, who }: OpenTablesProps) {
    const { word, say } = useWords(),
        [name, setName] = useState(who?.name ?? settings().name),
        [wrong, setWrong] = useState<Message | null>(null),
        now = useNow();
    const field = useRef<HTMLInputElement>(null),
        account = who !== null && !who.guest;
    const sit = async (table: Listed) => {
        if (!account && !name.trim()) {
            setWrong({ key: "web.lobby.name_first", params: {} });
            return field.current?.focus();
        }
        try {
            await ensureSession(name.trim());
            if (!account) change({ name: name.trim() });
            wishToSit(table.table);
            return go(pathOf(table));
        } catch (error) {
            return setWrong(reasonOf(error));
        }
    };
    if (tables.length === 0) return null;
    return (
        <>
            {!account && (
                <label class="field as">
                    <span>{word("web.lobby.as")}</span>
                    <input
                        ref={field}
                        type="text"
                        maxLength={24}
                        value={name}
                        autocomplete="nickname"
                        aria-invalid={wrong !== null}
                        aria-describedby="lobby-wrong"
                        onInput={({ currentTarget }) => setName(currentTarget.value)}
                    />
                </label>
            )}
            <p id="lobby-wrong" class="warn" role="alert">
                {wrong && say(wrong)}
            </p>
            <ul class="ots">
                {tables.map((table) => (
                    <OpenTable
                        key={table.table}
                        table={table}
                        now={now}
                        account={account}
                        sit={() => void sit(table)}
                    />
                ))}
            </ul>
        </>
    );
}

interface OpenTableProps {
    readonly table: Listed;
    readonly now: number;
    readonly account: boolean; // the person has an account, which rated tables require
    sit(): void;
}

function OpenTable({ table, now, account, sit }: OpenTableProps) {
    const words = useWords(),
        { word } = words,
        title = titleOf(table.game),
        host = table.seats.find((seat) => seat.name)?.name ?? "";
    return (
        <li class="ot panel">
            <Picture game={table.game} class="vth" />
            <div class="ot-what">
                <h3>
                    <a {...link(pathOf(table))}>{title}</a>
                </h3>
                <p>
                    {word("web.lobby.waits", { name: { text: host }, n: freeAt(table) })} ·{" "}
                    {sinceWord(words, table.created_ms, now)}
                </p>
                <Facts {...table} />
            </div>
            <ul class="ot-seats" aria-label={word("web.new.seats")}>
                {table.seats.map((seat, i) => (
                    <ListedSeat key={i} seat={seat} number={i} />
                ))}
            </ul>
            {table.rated && !account ? (
                <a class="btn" {...link("/account")}>
                    {word("web.lobby.account_first")}
                </a>
            ) : (
                <button
                    type="button"
                    class="btn gold"
                    data-join={table.table}
                    aria-label={word("web.lobby.sit_at", {
                        title: { text: title },
                        name: { text: host },
                    })}
                    onClick={sit}
                >
                    {word("web.lobby.sit")}
                </button>
            )}
        </li>
    );
}

interface ListedSeatProps {
    readonly seat: Listed["seats"][number];
    readonly number: number;
}

function ListedSeat({ seat: { name, level, guest }, number }: ListedSeatProps) {
    const words = useWords(),
        free = name === null && level === null;
    return (
        <li class={free ? "free" : undefined}>
            <Mark seat={number} />
            {name && !guest ? (
                <a {...link(`/u/${encodeURIComponent(name)}`)}>{name}</a>
            ) : (
                name || (level ? levelWord(words, level) : words.word("web.online.free"))
            )}
        </li>
    );
}

const freeAt = ({ seats }: Listed) =>
    seats.filter(({ name, level }) => name === null && level === null).length;
