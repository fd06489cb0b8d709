// What tournaments' pages say about a tournament.
import type { TournamentHead } from "../client/events";
import type { Language } from "../text";
import { titleOf } from "../table/local";
import type { Words } from "../words";

/** "Dienstag, 17. November, 19:30" */
export const momentWord = (language: Language, ms: number) =>
    new Intl.DateTimeFormat(language, {
        weekday: "long",
        day: "numeric",
        month: "long",
        hour: "2-digit",
        minute: "2-digit",
    }).format(ms);

export const clockWord = (language: Language, ms: number) =>
    new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" }).format(ms);

/** How far it is: "Runde 3 von 5", "Einschreibung bis …", "beendet". */
export function stageWord(
    { word, language }: Words,
    { phase, round, finished, rounds, starts_ms }: TournamentHead,
): string {
    if (phase === "over") return word("web.tournament.over", { n: finished });
    if (phase === "entry")
        return starts_ms === null
            ? word("web.tournament.entry")
            : word("web.tournament.entry_until", {
                  time: { text: momentWord(language, starts_ms) },
              });
    return rounds === null
        ? word("web.tournament.round", { n: round })
        : word("web.tournament.round_of", { n: round, all: rounds });
}

/** The game, and how many sit at a table. */
export const gameWord = ({ word }: Words, { game, players }: TournamentHead) =>
    word("web.tournament.game", { game: { text: titleOf(game) }, n: players });

const numerals = [
    ["C", 100],
    ["XC", 90],
    ["L", 50],
    ["XL", 40],
    ["X", 10],
    ["IX", 9],
    ["V", 5],
    ["IV", 4],
    ["I", 1],
] as const;

/** 1 to 399 in Roman numerals; tables are numbered with them. */
export function roman(n: number): string {
    const [sign, worth] = numerals.find((one) => one[1] <= n) ?? ["", 0];
    return worth ? sign + roman(n - worth) : "";
}

/** Points as text; a shared place brings halves. */
export const pointsWord = (language: Language, points: number) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(points);
