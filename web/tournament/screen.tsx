// /screen/ID: a tournament for a projector. Everybody in the room sees the clock, the tables and
// the standings; there is nothing to operate. What does not fit is shown page after page.
import { useEffect, useState } from "preact/hooks";
import { tournamentAt, type Standing, type Tournament } from "../client/events";
import { useAnswer } from "../client/requests";
import { classNames } from "../classnames";
import { Icon, Mark } from "../pieces/symbol";
import { link } from "../route";
import { Notice } from "../pages/local";
import { QrCode } from "../pages/qr";
import { Away } from "../pages/sheet";
import { useTitle } from "../pages/title";
import { Loading } from "../table/table";
import { useWords } from "../words";
import { Arms, Clock } from "./head";
import { LiveBoard, nameOf, stateWord, useChapter } from "./tables";
import { gameWord, pointsWord, roman, stageWord } from "./words";

const refresh = 4000, // ms
    pageFor = 12_000, // ms that a page stays
    rowsShown = 13,
    tablesShown = 12,
    boardsShown = 6; // tables with a board

export function ScreenPage({ id }: { readonly id: string }) {
    const { say } = useWords(),
        { value, wrong } = useAnswer(() => tournamentAt(id, 0, true), [id], refresh);
    useAwake();
    useTitle(value && `${value.name} · Tafelrunde`);
    if (!value) return wrong ? <Notice text={say(wrong)} /> : <Loading />;
    return (
        <main class={classNames("beamer", value.tables.length === 0 && "beamer-alone")}>
            <BeamerHead cup={value} />
            <Away wrong={wrong} />
            {value.tables.length > 0 && <BeamerTables cup={value} />}
            <BeamerStandings cup={value} />
            <BeamerFoot cup={value} />
        </main>
    );
}

/** Keeps the screen from going dark while the page is seen, where the browser can do that. */
function useAwake(): void {
    useEffect(() => {
        let lock: WakeLockSentinel | undefined,
            gone = false;
        const ask = () => {
            if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
            navigator.wakeLock.request("screen").then(
                (got) => {
                    lock = got;
                    if (gone) void got.release();
                },
                () => {}, // refused, for example on a low battery: then it may go dark
            );
        };
        ask();
        document.addEventListener("visibilitychange", ask);
        return () => {
            gone = true;
            document.removeEventListener("visibilitychange", ask);
            void lock?.release();
        };
    }, []);
}

/** The part of a list that is shown now, and which of how many parts that is. */
function usePages<T>(all: readonly T[], most: number) {
    const [turn, setTurn] = useState(0),
        pages = Math.max(1, Math.ceil(all.length / most));
    useEffect(() => {
        if (pages === 1) return undefined;
        const timer = setInterval(() => setTurn((now) => now + 1), pageFor);
        return () => clearInterval(timer);
    }, [pages]);
    const page = turn % pages;
    return { shown: all.slice(page * most, (page + 1) * most), page, pages };
}

/** Which part of a long list this is, as dots. */
function PageDots({ page, pages }: { readonly page: number; readonly pages: number }) {
    const { word } = useWords();
    if (pages === 1) return null;
    return (
        <span
            class="beamer-dots"
            role="img"
            aria-label={word("web.tournament.screen_page", { n: page + 1, all: pages })}
        >
            {Array.from({ length: pages }, (_, i) => (
                <i key={i} class={i === page ? "on" : undefined} />
            ))}
        </span>
    );
}

interface CupProps {
    readonly cup: Tournament;
}

function BeamerHead({ cup }: CupProps) {
    const words = useWords();
    return (
        <header class="beamer-head">
            <Arms />
            <div>
                <h1>{cup.name}</h1>
                <p>
                    <b>{gameWord(words, cup)}</b> · {stageWord(words, cup)}
                    {cup.equal_deals && ` · ${words.word("web.tournament.equal_all")}`}
                </p>
            </div>
            <Clock cup={cup} />
        </header>
    );
}

function BeamerTables({ cup }: CupProps) {
    const { word } = useWords(),
        done = cup.tables.filter(({ phase }) => phase === "over").length,
        numbered = cup.tables.map((table, at) => ({ table, at })),
        boards = cup.tables.some(({ board }) => board),
        { shown, page, pages } = usePages(numbered, boards ? boardsShown : tablesShown);
    return (
        <section class="beamer-tables" aria-labelledby="beamer-tables">
            <h2 id="beamer-tables">
                {word("web.tournament.tables")}{" "}
                <small>{word("web.tournament.done_of", { n: done, all: cup.tables.length })}</small>
                <PageDots page={page} pages={pages} />
            </h2>
            <ul>
                {shown.map(({ table, at }) => (
                    <BeamerTable key={table.number} cup={cup} table={table} at={at} />
                ))}
            </ul>
        </section>
    );
}

interface TableProps extends CupProps {
    readonly table: Tournament["tables"][number];
    readonly at: number;
}

function BeamerTable({ cup, table, at }: TableProps) {
    const words = useWords(),
        over = table.phase === "over",
        score = table.score ?? (over ? null : table.board?.score),
        chapter = useChapter({ cup, table });
    return (
        <li class={classNames("panel", over && "beamer-done")}>
            {table.board && <LiveBoard cup={cup} table={table} />}
            <div>
                <span class="beamer-no">{roman(at + 1)}</span>
                <ul class="chips">
                    {table.seats.map((seat, i) => (
                        <li key={i} class={table.waiting.includes(i) ? "turn" : undefined}>
                            <Mark seat={i} />
                            {nameOf(words, seat, cup.level)} {score && <b>{score[i]}</b>}
                            {table.waiting.includes(i) && <Icon name="glass" />}
                        </li>
                    ))}
                </ul>
                <p>
                    {over && <Icon name="check" />}
                    {chapter || stateWord(words, table, cup.level)}
                </p>
            </div>
        </li>
    );
}

function BeamerStandings({ cup }: CupProps) {
    const { word } = useWords(),
        { shown, page, pages } = usePages(cup.standings, rowsShown);
    return (
        <section class="beamer-stand panel" aria-labelledby="beamer-stand">
            <h2 id="beamer-stand">
                {word(cup.round ? "web.tournament.standings" : "web.tournament.entered_list")}{" "}
                {cup.round > 0 && (
                    <small>{word("web.tournament.after", { n: cup.finished })}</small>
                )}
                <PageDots page={page} pages={pages} />
            </h2>
            {cup.standings.length === 0 && <p>{word("web.tournament.nobody")}</p>}
            {cup.standings.length > 0 && <BeamerRows cup={cup} rows={shown} />}
        </section>
    );
}

interface RowsProps extends CupProps {
    readonly rows: readonly Standing[];
}

/** Before the first round there are names alone. */
function BeamerRows({ cup, rows }: RowsProps) {
    const { word, language } = useWords(),
        counted = cup.round > 0;
    return (
        <table>
            <thead class={counted ? undefined : "hidden"}>
                <tr>
                    <th scope="col">
                        <span class="hidden">{word("web.leaders.place")}</span>
                    </th>
                    <th scope="col">
                        <span class="hidden">{word("web.leaders.name")}</span>
                    </th>
                    {counted && <th scope="col">{word("web.tournament.points")}</th>}
                    {counted && cup.equal_deals && (
                        <th scope="col">{word("web.tournament.matchpoints")}</th>
                    )}
                </tr>
            </thead>
            <tbody>
                {rows.map((row) => (
                    <tr key={row.entrant} class={row.withdrawn ? "gone" : undefined}>
                        <td>{row.rank}</td>
                        <th scope="row">{row.name}</th>
                        {counted && <td>{pointsWord(language, row.points)}</td>}
                        {counted && cup.equal_deals && <td>{row.matchpoints}</td>}
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

/** The way in, for people in the room; and the way back, for the person at the computer. */
function BeamerFoot({ cup }: CupProps) {
    const { word } = useWords(),
        url = `${location.origin}/tournaments/${cup.id}`;
    return (
        <footer class="beamer-foot">
            {cup.phase !== "over" && <QrCode url={url} />}
            {cup.phase !== "over" && <p>{word("web.tournament.screen_scan")}</p>}
            <a {...link(`/tournaments/${cup.id}`)}>{word("web.tournament.back")}</a>
        </footer>
    );
}
