// /tournaments/ID: a tournament's rounds, tables, standings and log.
import { useState } from "preact/hooks";
import { tournamentAt, tournamentDeed, type Tournament } from "../client/events";
import { useAction, useAnswer, useMe } from "../client/requests";
import { ensureSession, pathOf } from "../client/server";
import { classNames } from "../classnames";
import { Icon } from "../pieces/symbol";
import { link } from "../route";
import { change, settings } from "../store/settings";
import { useWords } from "../words";
import { Facts } from "../pages/facts";
import { Foot, Header, ThemeTool } from "../pages/header";
import { Notice } from "../pages/local";
import { Away } from "../pages/sheet";
import { useTitle } from "../pages/title";
import { Loading } from "../table/table";
import { Arms, Clock } from "./head";
import { Log } from "./log";
import { OrganiserMenu } from "./organiser";
import { Newest } from "./newest";
import { Standings } from "./standings";
import { OtherTables, OwnTable, ownTableOf } from "./tables";
import { gameWord, roman, stageWord } from "./words";

const refresh = 5000; // ms

export function TournamentPage({ id }: { readonly id: string }) {
    const { say } = useWords(),
        who = useMe(),
        [round, setRound] = useState(0);
    const { value, wrong, again } = useAnswer(
        () => tournamentAt(id, round, true),
        [id, round, who?.name],
        refresh,
    );
    useTitle(value && `${value.name} · Tafelrunde`);
    if (!value) return wrong ? <Notice text={say(wrong)} /> : <Loading />;
    return (
        <div class="page">
            <Header here="/tournaments">
                <ThemeTool />
            </Header>
            <Whole cup={value} round={round} setRound={setRound} again={again} wrong={wrong} />
        </div>
    );
}

interface WholeProps {
    readonly cup: Tournament;
    readonly round: number; // 0: the latest
    readonly wrong: Parameters<typeof Away>[0]["wrong"];
    setRound(round: number): void;
    again(): void;
}

function Whole({ cup, round, setRound, again, wrong }: WholeProps) {
    const { word } = useWords(),
        [shown, show] = useState<"stand" | "others">("stand"),
        own = ownTableOf(cup);
    return (
        <main class="cup" data-show={shown}>
            <Head cup={cup} again={again} />
            <Away wrong={wrong} />
            <Rounds cup={cup} round={round || cup.round} pick={setRound} />
            <section class="cup-mine" aria-label={word("web.tournament.you")}>
                {cup.phase !== "over" && <Join cup={cup} again={again} />}
                {own && <OwnTable cup={cup} table={own} />}
            </section>
            {cup.tables.length > 0 && (
                <div
                    class="pick-one switcher"
                    role="group"
                    aria-label={word("web.tournament.show")}
                >
                    {(["stand", "others"] as const).map((one) => (
                        <button
                            type="button"
                            key={one}
                            aria-pressed={shown === one}
                            class={classNames("btn", shown === one && "on")}
                            onClick={() => show(one)}
                        >
                            {word(
                                one === "stand"
                                    ? "web.tournament.standings"
                                    : "web.tournament.tables",
                            )}
                        </button>
                    ))}
                </div>
            )}
            <div class="others">
                <OtherTables cup={cup} own={own} />
                <Newest cup={cup} />
                <Log cup={cup} />
            </div>
            <Standings cup={cup} />
            <Tools cup={cup} again={again} where="cup-foot" />
            <Foot />
            {own?.table && own.phase === "playing" && (
                <div class="dock-do">
                    <a
                        class={classNames("btn", own.turn && "gold")}
                        {...link(pathOf({ table: own.table, secret: own.secret }))}
                    >
                        {word(own.turn ? "web.tournament.your_turn_at" : "web.tournament.go_to", {
                            n: { text: roman(own.at + 1) },
                        })}
                    </a>
                </div>
            )}
        </main>
    );
}

interface CupProps {
    readonly cup: Tournament;
    again(): void; // asks the server again
}

function Head({ cup, again }: CupProps) {
    const words = useWords(),
        { word } = words;
    return (
        <section class="cup-head">
            <Arms />
            <div>
                <h1>{cup.name}</h1>
                <p>
                    <b>{gameWord(words, cup)}</b> · {stageWord(words, cup)}
                    {cup.ending && cup.phase === "running" && ` · ${word("web.tournament.ending")}`}
                </p>
                {cup.note && <p class="note">{cup.note}</p>}
                <div class="cup-facts">
                    <span>{word("web.tournament.by", { name: { text: cup.organiser } })}</span>
                    <Facts
                        game={cup.game}
                        options={cup.options ?? {}}
                        pace={cup.pace}
                        rated={cup.rated}
                        hints
                    />
                    {cup.equal_deals && (
                        <span>
                            <Icon name="cards" />
                            {word("web.tournament.equal_all")}
                        </span>
                    )}
                </div>
            </div>
            <Clock cup={cup} />
            <Tools cup={cup} again={again} where="" />
        </section>
    );
}

/** The organiser's menu, the standings as files, the poster, the big screen. It is on the page
 * twice, because a phone shows it at the end. */
function Tools({ cup, again, where }: CupProps & { readonly where: string }) {
    const { word } = useWords(),
        file = `/api/tournaments/${cup.id}?as=`;
    return (
        <div class={`cup-tools ${where}`}>
            {cup.you?.organiser && cup.phase !== "over" && (
                <OrganiserMenu cup={cup} again={again} />
            )}
            <details class="cup-save">
                <summary class="btn">
                    <Icon name="save" />
                    {word("web.tournament.save")}
                </summary>
                <div class="cup-menu">
                    <a href={`${file}csv`} download={`${cup.name}.csv`}>
                        {word("web.tournament.csv")}
                    </a>
                    <a href={`${file}json`} download={`${cup.name}.json`}>
                        {word("web.tournament.json")}
                    </a>
                </div>
            </details>
            <a class="btn" {...link(`/poster/${cup.id}`)}>
                <Icon name="print" />
                {word("web.tournament.poster")}
            </a>
            <a class="btn cup-to-screen" {...link(`/screen/${cup.id}`)}>
                <Icon name="eye" />
                {word("web.tournament.screen")}
            </a>
        </div>
    );
}

interface RoundsProps {
    readonly cup: Tournament;
    readonly round: number; // the one that is shown
    pick(round: number): void;
}

function Rounds({ cup, round, pick }: RoundsProps) {
    const { word } = useWords(),
        count = Math.max(cup.rounds ?? 0, cup.round);
    if (count === 0) return null;
    return (
        <nav class="cup-rounds" aria-label={word("web.tournament.rounds")}>
            {Array.from({ length: count }, (_, i) => i + 1).map((n) => (
                <button
                    type="button"
                    key={n}
                    data-round={n}
                    disabled={n > cup.round}
                    aria-current={n === round ? "true" : undefined}
                    onClick={() => pick(n === cup.round ? 0 : n)}
                >
                    {n <= cup.finished && <Icon name="check" />}
                    {n > cup.finished && n <= cup.round && <Icon name="glass" />}
                    {word("web.tournament.round", { n })}
                </button>
            ))}
        </nav>
    );
}

function NameField({ name, set }: { readonly name: string; set(name: string): void }) {
    const { word } = useWords();
    return (
        <label class="field">
            <span>{word("web.lobby.as")}</span>
            <input
                type="text"
                required
                maxLength={24}
                value={name}
                autocomplete="nickname"
                onInput={({ currentTarget }) => set(currentTarget.value)}
            />
        </label>
    );
}

/** Entering and leaving. Guests may enter, too, unless it is rated. */
function Join({ cup, again }: CupProps) {
    const { word, say } = useWords(),
        who = useMe(),
        [name, setName] = useState(who?.name ?? settings().name),
        { busy, wrong, run } = useAction();
    const account = who !== null && !who.guest,
        inside = cup.you !== null && cup.you.entrant !== null && !cup.you.withdrawn,
        closed = cup.rated && !account;
    const submit = (event: Event) => {
        event.preventDefault();
        if (busy) return;
        run(async () => {
            await ensureSession(name.trim() || word("web.online.guest"));
            if (!account) change({ name: name.trim() });
            await tournamentDeed(inside ? "leave" : "enter", cup.id);
            again();
        });
    };
    const how = inside
        ? cup.phase === "entry"
            ? "web.tournament.inside"
            : "web.tournament.inside_running"
        : cup.phase === "entry"
          ? "web.tournament.join_how"
          : "web.tournament.join_late";
    return (
        <form class={classNames("cup-join panel", inside && "in")} onSubmit={submit}>
            <p>
                {inside && <Icon name="check" />}
                {word(closed ? "web.tournament.join_account" : how)}
            </p>
            {!account && !inside && !closed && <NameField name={name} set={setName} />}
            {closed ? (
                <a class="btn" {...link("/account")}>
                    <Icon name="key" />
                    {word("web.lobby.account_first")}
                </a>
            ) : (
                <button
                    type="submit"
                    class={classNames("btn", !inside && "gold")}
                    data-join={inside ? "leave" : "enter"}
                    aria-disabled={busy}
                >
                    {word(inside ? "web.tournament.leave" : "web.tournament.join")}
                </button>
            )}
            {wrong && (
                <p class="warn" role="alert">
                    {say(wrong)}
                </p>
            )}
        </form>
    );
}
