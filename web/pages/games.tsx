// /games: finished games to search: one's own, or everybody's rated games at public tables.
import { useEffect, useState } from "preact/hooks";
import { findGames, type Found, type Search } from "../client/finished";
import { pathOf } from "../client/server";
import { useAnswer, useMe } from "../client/requests";
import { offered } from "../offer";
import { Icon, Mark, Picture } from "../pieces/symbol";
import { link } from "../route";
import { titleOf } from "../table/local";
import { levelWord } from "../table/words";
import { useWords, type Words } from "../words";
import { Pick } from "./header";
import { date } from "./rating";
import { Away, Sheet } from "./sheet";

const levels = ["novice", "club", "master"],
    results = {
        won: "web.games.won",
        shared: "web.games.shared",
        lost: "web.games.lost",
        ended: "web.games.ended",
    } as const,
    dayMs = 24 * 3600 * 1000;

/** A link elsewhere may name a person: /games?name=Eva. */
const nameInAddress = () => new URLSearchParams(location.search).get("name") ?? "";

const everything = (mine: boolean, name = ""): Search => ({
    mine,
    ...{ game: "", name, with: "", result: "", since: 0, until: 0 },
});

export function GamesPage() {
    const { word } = useWords(),
        who = useMe(),
        [search, set] = useState(() =>
            everything(who !== null && !nameInAddress(), nameInAddress()),
        );
    return (
        <Sheet here="/games" title={word("web.games.title")}>
            <div class="head">
                <h1>{word("web.games.title")}</h1>
                <a class="btn" {...link("/analysis")}>
                    <Icon name="book" />
                    {word("web.games.openings")}
                </a>
            </div>
            <p class="quiet">{word("web.games.openings_what")}</p>
            {who && (
                <div class="games-whose">
                    <Pick
                        title={word("web.games.whose")}
                        value={search.mine ? "mine" : "all"}
                        pick={(value) => set(everything(value === "mine"))}
                        values={[
                            ["mine", word("web.games.mine")],
                            ["all", word("web.games.all")],
                        ]}
                    />
                </div>
            )}
            <Filters search={search} set={(part) => set({ ...search, ...part })} />
            <Results key={JSON.stringify(search)} search={search} />
        </Sheet>
    );
}

interface FiltersProps {
    readonly search: Search;
    set(part: Partial<Search>): void;
}

interface ChoiceProps {
    readonly name: string;
    readonly title: string;
    readonly value: string;
    readonly values: readonly (readonly [string, string])[];
    choose(value: string): void;
}

function Choice({ name, title, value, values, choose }: ChoiceProps) {
    const { word } = useWords();
    return (
        <label class="field">
            <span>{title}</span>
            <select
                data-filter={name}
                value={value}
                onChange={({ currentTarget }) => choose(currentTarget.value)}
            >
                <option value="">{word("web.lobby.any")}</option>
                {values.map(([one, text]) => (
                    <option key={one} value={one}>
                        {text}
                    </option>
                ))}
            </select>
        </label>
    );
}

function Filters({ search, set }: FiltersProps) {
    const words = useWords(),
        { word } = words,
        { mine } = search;
    return (
        <div class="filters game-filters" role="search" aria-label={word("web.games.search")}>
            <Choice
                name="game"
                title={word("web.new.game")}
                value={search.game}
                values={offered.map(({ id }) => [id, titleOf(id)])}
                choose={(game) => set({ game })}
            />
            {mine && (
                <Choice
                    name="with"
                    title={word("web.games.against")}
                    value={search.with}
                    values={[
                        ["person", word("web.games.people")],
                        ...levels.map((level) => [level, levelWord(words, level)] as const),
                    ]}
                    choose={(other) => set({ with: other, name: "" })}
                />
            )}
            <NameField
                title={word(mine ? "web.games.opponent" : "web.games.player")}
                value={search.name}
                set={(name) => set({ name, with: "" })}
            />
            {mine && (
                <Choice
                    name="result"
                    title={word("web.games.result")}
                    value={search.result}
                    values={Object.entries(results).map(([one, key]) => [one, word(key)])}
                    choose={(result) => set({ result })}
                />
            )}
            <DayField
                title={word("web.games.since")}
                value={search.since}
                set={(since) => set({ since })}
            />
            {/* "until" includes its day */}
            <DayField
                title={word("web.games.until")}
                value={search.until && search.until - dayMs}
                set={(until) => set({ until: until && until + dayMs })}
            />
        </div>
    );
}

interface FieldProps<T> {
    readonly title: string;
    readonly value: T;
    set(value: T): void;
}

/** Searches when the field is left or Enter is pressed, not with every letter. */
function NameField({ title, value, set }: FieldProps<string>) {
    return (
        <label class="field">
            <span>{title}</span>
            <input
                type="search"
                maxLength={24}
                value={value}
                data-filter="name"
                onChange={({ currentTarget }) => set(currentTarget.value.trim())}
            />
        </label>
    );
}

/** A day in the person's own time zone, as the time at which it begins; 0: any. */
function DayField({ title, value, set }: FieldProps<number>) {
    const shown = value ? new Date(value - new Date(value).getTimezoneOffset() * 60000) : null;
    return (
        <label class="field">
            <span>{title}</span>
            <input
                type="date"
                value={shown?.toISOString().slice(0, 10) ?? ""}
                onChange={({ currentTarget }) => {
                    const { value: day } = currentTarget;
                    set(day ? new Date(`${day}T00:00`).getTime() : 0);
                }}
            />
        </label>
    );
}

function Results({ search }: { readonly search: Search }) {
    const { word } = useWords(),
        [before, more] = useState<string | null>(null),
        [shown, show] = useState<readonly Found[]>([]),
        { value, wrong } = useAnswer(() => findGames(search, before), [before]);
    useEffect(() => {
        if (value)
            show((old) => [
                ...old,
                ...value.games.filter(({ table }) => !old.some((one) => one.table === table)),
            ]);
    }, [value]);
    const next = value?.next ?? null;
    return (
        <section aria-label={word("web.games.found")}>
            <Away wrong={wrong} />
            <p class="hidden" role="status">
                {value && word("web.games.count", { n: shown.length })}
            </p>
            {value && shown.length === 0 && value.games.length === 0 && (
                <p class="nothing">{word("web.games.none")}</p>
            )}
            <ul class="fins games-found">
                {shown.map((game) => (
                    <GameRow key={game.table} game={game} />
                ))}
            </ul>
            {next !== null && next !== before && (
                <button type="button" class="btn quiet" data-more onClick={() => more(next)}>
                    {word("web.lobby.more")}
                </button>
            )}
        </section>
    );
}

const nameAt = (words: Words, { name, level }: Found["seats"][number], seat: number) =>
    name || (level ? levelWord(words, level) : words.word("common.seat", { n: seat + 1 }));

function GameRow({ game }: { readonly game: Found }) {
    const words = useWords(),
        { word, language } = words,
        { seats, ended_ms, result, rated } = game,
        title = titleOf(game.game),
        mine = game.you?.[0],
        facts = [
            ...(result ? [word(results[result])] : []),
            ...(rated ? [word("web.games.rated")] : []),
        ];
    return (
        <li class="tb fin" data-found={game.table}>
            <Picture game={game.game} class="vth" />
            <div class="fin-text">
                <b>{title}</b>
                <ol class="chips">
                    {seats
                        .map((one, seat) => ({ ...one, seat }))
                        .sort((a, b) => (a.place ?? 9) - (b.place ?? 9) || a.seat - b.seat)
                        .map((one) => (
                            <li key={one.seat} class={one.seat === mine ? "me" : undefined}>
                                {one.place !== undefined && <span class="num">{one.place}.</span>}
                                <Mark seat={one.seat} />
                                {nameAt(words, one, one.seat)}
                                {one.score !== undefined && <b class="num">{one.score}</b>}
                            </li>
                        ))}
                </ol>
                <small>
                    <time dateTime={new Date(ended_ms).toISOString()}>
                        {date(language, ended_ms)}
                    </time>
                    {facts.map((fact) => ` · ${fact}`)}
                </small>
            </div>
            <span class="tb-do">
                <a
                    class="btn quiet"
                    {...link(pathOf(game))}
                    aria-label={word("web.games.open_game", {
                        title: { text: title },
                        date: { text: date(language, ended_ms) },
                    })}
                >
                    {word("web.mine.look")}
                </a>
            </span>
        </li>
    );
}
