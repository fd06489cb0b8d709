// /daily and /daily/DAY: the deal of a day. Before playing: what it is. Afterwards: the own score
// among everybody's, the turning point, a line to share. Always: the calendar.
import { useMemo } from "preact/hooks";
import { openRecord } from "../analysis/open";
import type { Seat } from "../board";
import type { Client } from "../client/client";
import type { Day } from "../client/events";
import { useAction, useMe } from "../client/requests";
import { namesAt } from "../names";
import { Icon, Picture } from "../pieces/symbol";
import { link } from "../route";
import { useSituation } from "../table/answering";
import { recordOf, titleOf } from "../table/local";
import { useOnline } from "../table/online";
import { Loading } from "../table/table";
import { levelWord } from "../table/words";
import type { Language } from "../text";
import { useWords, type Words } from "../words";
import { Foot, Header, ThemeTool } from "../pages/header";
import { Notice } from "../pages/local";
import { Calendar } from "./calendar";
import { isDay, playDeal, today, useDay, type DealOfDay } from "./deal";
import { decisionsIn, decisionsToldTo } from "./judge";
import { Spread } from "./spread";
import { After } from "./turning";
import { useTitle } from "../pages/title";

export const dayWord = (language: Language, day: string) =>
    new Intl.DateTimeFormat(language, {
        weekday: "long",
        day: "numeric",
        month: "long",
        timeZone: "UTC",
    }).format(Date.parse(day));

export function DailyPage({ day }: { readonly day: string }) {
    const { word } = useWords();
    useTitle(`${word("web.daily.title")} · Tafelrunde`);
    return day && !isDay(day) ? (
        <Notice text={word("server.error.no_day")} />
    ) : (
        <OneDay day={day || today()} />
    );
}

function OneDay({ day }: { readonly day: string }) {
    const { of, wrong } = useDay(day),
        { say } = useWords();
    if (!of) return <Loading />;
    return (
        <div class="page">
            <Header here="/daily">
                <ThemeTool />
            </Header>
            <main class="day">
                {outcomeOf(of) ? <Played of={of} /> : <Before of={of} />}
                <Calendar key={day.slice(0, 7)} day={day} />
                <p class="quiet day-foot">
                    <Icon name="dice" />
                    <span>
                        <Sealed of={of} />
                        {wrong && ` ${say(wrong)}`}
                    </span>
                </p>
                <Foot />
            </main>
        </div>
    );
}

/** Where the draws come from. */
function Sealed({ of: { where, server } }: { readonly of: DealOfDay }) {
    const { word } = useWords();
    if (!server || (where === "browser" && !server.over)) return <>{word("web.daily.of_date")}</>;
    return (
        <>
            {word(server.over ? "web.daily.published" : "web.daily.sealed")}{" "}
            <code>{`${server.commitment.slice(0, 8)}…`}</code>
        </>
    );
}

interface Outcome {
    readonly score: number;
    readonly place: number;
    readonly counts: boolean;
}

/** The own result; null before the end. */
function outcomeOf({ where, server, saved, seat }: DealOfDay): Outcome | null {
    if (where === "server") {
        const you = server!.you;
        return you?.phase === "over" && you.score !== null && you.place !== null
            ? { score: you.score, place: you.place, counts: you.counts }
            : null;
    }
    const result = saved?.summary.over ? saved.summary.result : undefined;
    return result
        ? { score: result.score[seat]!, place: result.place[seat]!, counts: false }
        : null;
}

/** "Tallinn gegen zwei Könner" */
const againstWord = (words: Words, { players, level }: DealOfDay) =>
    words.word("web.daily.against", {
        n: players - 1,
        level: { text: levelWord(words, level) },
    });

interface OfProps {
    readonly of: DealOfDay;
}

function Before({ of }: OfProps) {
    const words = useWords(),
        { word, language, say } = words,
        who = useMe(),
        { busy, wrong, run } = useAction();
    const { day, game, where, server, saved } = of,
        begun = where === "server" ? server!.you !== null : saved !== null,
        now = day === today();
    return (
        <section class="panel day-before">
            <Picture game={game} class="vig" />
            <div>
                <p class="eyebrow">
                    {word("web.daily.title")}, {dayWord(language, day)}
                </p>
                <h1>{titleOf(game)}</h1>
                <p class="say">{againstWord(words, of)}</p>
                <p class="say">
                    {word(
                        where === "server"
                            ? "web.daily.what"
                            : now
                              ? "web.daily.what_guest"
                              : "web.daily.what_past",
                    )}{" "}
                    {server && word("web.daily.have_played", { n: server.played })}
                </p>
                {server && server.streak > 0 && <Streak n={server.streak} />}
                <div class="row">
                    <button
                        type="button"
                        class="btn gold"
                        data-play-daily
                        aria-disabled={busy}
                        onClick={() => busy || run(() => playDeal(of))}
                    >
                        {word(begun ? "web.mine.go_on" : "web.daily.play")}
                    </button>
                    {now && server && (who === null || who.guest) && (
                        <a class="btn" {...link("/account")}>
                            <Icon name="key" />
                            {word("web.daily.account")}
                        </a>
                    )}
                </div>
                {wrong && (
                    <p class="warn" role="alert">
                        {say(wrong)}
                    </p>
                )}
            </div>
        </section>
    );
}

export function Streak({ n }: { readonly n: number }) {
    const { word } = useWords();
    return (
        <p class="streak">
            <Icon name="candle" />
            {word("web.daily.streak", { n })}
        </p>
    );
}

/** How the own score compares: with everybody's, or with the opponents at the table. */
function verdict(words: Words, { server }: DealOfDay, { place, counts }: Outcome): string {
    const { word } = words,
        others = (server?.played ?? 0) - 1;
    if (counts && others > 0)
        return word("web.daily.better", { n: server!.you!.beaten ?? 0, all: others });
    return word("web.daily.place", { n: place });
}

function Played({ of }: OfProps) {
    const words = useWords(),
        { word, language } = words,
        { day, game, server, where, saved } = of,
        outcome = outcomeOf(of)!,
        said = verdict(words, of, outcome),
        path = where === "server" ? `/t/${server!.you!.table}` : `/local/${saved!.id}`;
    const head = ["Tafelrunde", titleOf(game), dayWord(language, day)].join(" · ");
    return (
        <>
            <section class="day-head">
                <span class="score">{outcome.score}</span>
                <div>
                    <h1>{said}</h1>
                    <p>
                        {word("web.daily.title")}, {dayWord(language, day)} · <b>{titleOf(game)}</b>{" "}
                        {againstWord(words, of)}
                    </p>
                </div>
                <div class="row">
                    <a class="btn" {...link(path)}>
                        <Icon name="replay" />
                        {word("web.daily.replay")}
                    </a>
                    <a class="btn gold" {...link("/")}>
                        {word("web.daily.another")}
                    </a>
                </div>
            </section>
            <SpreadPanel of={of} outcome={outcome} />
            {where === "server" ? (
                <AtServer of={of} head={head} foot={said} table={server!.you!.table} />
            ) : (
                <InBrowser of={of} head={head} foot={said} />
            )}
        </>
    );
}

function SpreadPanel({ of: { server, seat }, outcome }: OfProps & { readonly outcome: Outcome }) {
    const { word } = useWords();
    return (
        <section class="panel spread-panel">
            <h2>
                {word("web.daily.spread")}{" "}
                {server && <small>{word("web.daily.have_played", { n: server.played })}</small>}
            </h2>
            {server?.scores?.length ? (
                <Spread
                    scores={server.scores}
                    mine={outcome.counts || server.over ? outcome.score : null}
                    master={server.master?.score ?? null}
                    seat={seat}
                />
            ) : (
                <p class="quiet">{word("web.daily.no_list")}</p>
            )}
            {!outcome.counts && <p class="quiet">{word("web.daily.uncounted")}</p>}
            <ul class="facts3">
                <li>
                    <b>{word("web.points", { n: outcome.score })}</b>
                    {word("web.daily.yours")}
                </li>
                <li>
                    <b>{word("web.daily.place", { n: outcome.place })}</b>
                    {word("web.daily.at_table")}
                </li>
                {server?.master && <MasterFact master={server.master} />}
                {server && server.streak > 0 && (
                    <li>
                        <b>{word("web.daily.days", { n: server.streak })}</b>
                        {word("web.daily.burns")}
                    </li>
                )}
            </ul>
        </section>
    );
}

/** After the day, its game can be looked at. */
function MasterFact({ master }: { readonly master: NonNullable<Day["master"]> }) {
    const { word } = useWords();
    return (
        <li data-master>
            <b>{word("web.points", { n: master.score })}</b>
            {master.table ? (
                <a {...link(`/t/${master.table}`)}>{word("web.daily.masters_game")}</a>
            ) : (
                word("web.daily.masters")
            )}
        </li>
    );
}

function useSeats({ players, seat, level }: DealOfDay, names: readonly string[]): readonly Seat[] {
    const { word } = useWords();
    return useMemo(
        () =>
            Array.from({ length: players }, (_, i) => ({
                seat: i,
                name: names[i] || word("common.seat", { n: i + 1 }),
                own: Boolean(names[i]),
                level: i === seat ? null : level,
                me: i === seat,
            })),
        [players, seat, names.join("\n")],
    );
}

interface AfterPlace extends OfProps {
    readonly head: string;
    readonly foot: string;
}

/** What the player of an attempt was told comes from its table. After the day there is a record. */
function AtServer({ of, head, foot, table }: AfterPlace & { readonly table: string }) {
    const { online } = useOnline(table);
    if (!online?.client || !online.info?.you.length) return null;
    return <Told of={of} head={head} foot={foot} table={table} client={online.client} />;
}

interface ToldProps extends AfterPlace {
    readonly table: string;
    readonly client: Client;
}

function Told({ of, head, foot, table, client }: ToldProps) {
    const names = useMemo(() => namesAt(table, of.players, []), [table]),
        seats = useSeats(of, names),
        told = useSituation(client).observers.get(of.seat),
        sealed = !of.server!.over;
    if (!told?.updates.at(-1)?.over) return null;
    return (
        <After
            id={table}
            decisions={() => Promise.resolve(decisionsToldTo(told.updates, of.seat))}
            game={of.game}
            seat={of.seat}
            seats={seats}
            head={head}
            foot={foot}
            open={
                sealed ? null : (at) => openRecord(() => client.record(of.seat), seats, at, of.seat)
            }
        />
    );
}

function InBrowser({ of, head, foot }: AfterPlace) {
    const { game, seat } = of,
        saved = of.saved!,
        seats = useSeats(of, saved.names),
        record = () => Promise.resolve(recordOf(saved));
    return (
        <After
            id={saved.id}
            decisions={() => record().then((found) => decisionsIn(found, seat))}
            game={game}
            seat={seat}
            seats={seats}
            head={head}
            foot={foot}
            open={(at) => openRecord(record, seats, at, seat)}
        />
    );
}
