// A month of past days. A full cell was a good one; a dashed cell can still be played.
import { useEffect, useState } from "preact/hooks";
import { monthAt, type ListedDay } from "../client/events";
import { useAnswer, useMe } from "../client/requests";
import { classNames } from "../classnames";
import { helper } from "../engine/host";
import { Icon, Picture } from "../pieces/symbol";
import { link } from "../route";
import { listTables } from "../store/tables";
import { titleOf } from "../table/local";
import { useWords } from "../words";
import { today } from "./deal";

const firstMonth = "2026-01"; // the deals of earlier months are not offered

/** The days of a month as "2026-11-01" and so on. */
function daysOf(month: string): readonly string[] {
    const [year, number] = month.split("-").map(Number) as [number, number],
        count = new Date(Date.UTC(year, number, 0)).getUTCDate();
    return Array.from({ length: count }, (_, i) => `${month}-${String(i + 1).padStart(2, "0")}`);
}

/** The month before or after. */
function monthBeside(month: string, by: 1 | -1): string {
    const [year, number] = month.split("-").map(Number) as [number, number];
    return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

const weekdayOf = (day: string) => (new Date(`${day}T12:00Z`).getUTCDay() + 6) % 7; // 0: Monday

/** Which game each past day has, and which days were played in this browser. */
function useLocalDays(month: string) {
    const [games, setGames] = useState<ReadonlyMap<string, string>>(new Map()),
        [played, setPlayed] = useState<readonly string[]>([]);
    useEffect(() => {
        let gone = false;
        const past = daysOf(month).filter((day) => day <= today());
        void Promise.all(past.map((day) => helper().daily(day))).then(
            (deals) => !gone && setGames(new Map(deals.map(({ day, game }) => [day, game]))),
        );
        void listTables().then(
            (tables) =>
                !gone &&
                setPlayed(
                    tables.flatMap(({ daily, summary }) =>
                        daily && summary.over ? [daily.day] : [],
                    ),
                ),
        );
        return () => {
            gone = true;
        };
    }, [month]);
    return { games, played };
}

interface CalendarProps {
    readonly day: string; // the one that is shown
}

export function Calendar({ day }: CalendarProps) {
    const { word, language } = useWords(),
        who = useMe(),
        [month, setMonth] = useState(day.slice(0, 7)),
        { value } = useAnswer(() => monthAt(month), [month, who?.name]),
        { games, played } = useLocalDays(month);
    const name = new Intl.DateTimeFormat(language, {
        month: "long",
        year: "numeric",
        timeZone: "UTC",
    }).format(Date.parse(`${month}-01`));
    const turn = (by: 1 | -1, text: string, icon: string, end: boolean) => (
        <button
            type="button"
            class="tool"
            aria-label={text}
            disabled={end}
            onClick={() => setMonth(monthBeside(month, by))}
        >
            <Icon name={icon} />
        </button>
    );
    return (
        <section class="panel cal-panel" aria-labelledby="cal-title">
            <div class="cal-head">
                <h2 id="cal-title" aria-live="polite">
                    {name}
                </h2>
                <div>
                    {turn(-1, word("web.daily.month_before"), "left", month <= firstMonth)}
                    {turn(1, word("web.daily.month_after"), "right", month >= today().slice(0, 7))}
                </div>
            </div>
            <ol class="cal">
                <Weekdays />
                {daysOf(month).map((one) => (
                    <Cell
                        key={one}
                        day={one}
                        here={one === day}
                        game={games.get(one)}
                        listed={value?.days.find((listed) => listed.day === one)}
                        played={played.includes(one)}
                    />
                ))}
            </ol>
            <p class="cal-key">{word("web.daily.calendar_key")}</p>
        </section>
    );
}

function Weekdays() {
    const { language } = useWords(),
        short = new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" });
    return (
        <>
            {daysOf("2026-06") // a month that begins on a Monday
                .slice(0, 7)
                .map((day) => (
                    <li key={day} class="dow" aria-hidden="true">
                        {short.format(Date.parse(day))}
                    </li>
                ))}
        </>
    );
}

interface CellProps {
    readonly day: string;
    readonly here: boolean;
    readonly game: string | undefined;
    readonly listed: ListedDay | undefined;
    readonly played: boolean; // in this browser
}

/** How many of the others the person has beaten, in per cent. */
export const shareBeaten = (beaten: number, played: number) =>
    played > 1 ? Math.round((100 * beaten) / (played - 1)) : 100;

function Cell({ day, here, game, listed, played }: CellProps) {
    const { word } = useWords(),
        number = Number(day.slice(8)),
        column = day.endsWith("-01") ? { gridColumnStart: weekdayOf(day) + 1 } : {};
    if (day > today())
        return (
            <li class="later" style={column}>
                {number}
            </li>
        );
    const you = listed?.you,
        share = you?.counts ? shareBeaten(you.beaten ?? 0, listed!.played) : null,
        done = share !== null || played;
    const state =
        share !== null
            ? word("web.daily.cell_beaten", { n: share })
            : word(played ? "web.daily.cell_played" : "web.daily.cell_missed");
    return (
        <li style={column}>
            <a
                {...link(day === today() ? "/daily" : `/daily/${day}`)}
                class={classNames("cal-day", !done && "missed", day === today() && "now")}
                aria-current={here ? "date" : undefined}
                aria-label={`${number}: ${game ? titleOf(game) : ""}, ${state}`}
                style={{ "--h": `${share ?? 0}%` }}
            >
                <b>{number}</b>
                {game && <Picture game={game} class="cal-pic" />}
                {played && share === null && <Icon name="check" />}
            </a>
        </li>
    );
}
