// Sentences for the frame of a table.
import type { Seat } from "../board";
import type { TableTable, TableWaiting, TableWelcome } from "../generated/protocol";
import type { Words } from "../words";

/** The names of the levels. */
const levels: Readonly<Record<string, string>> = {
    random: "common.level.random",
    novice: "common.level.novice",
    club: "common.level.club",
    master: "common.level.master",
    person: "common.level.person",
};

export const levelWord = (words: Words, level: string) =>
    words.word(levels[level] ?? "common.level.person");

/** Everybody at a table, by name or by the seat's number. At a server opponents may replace people
 * and leave again. */
export function seatsOf(
    words: Words,
    welcome: TableWelcome,
    names: readonly string[],
    me: number | null,
    info: TableTable | undefined,
): readonly Seat[] {
    return welcome.seats.map(({ who, person }, seat) => ({
        seat,
        me: seat === me,
        level: info ? info.seats[seat]!.level : person ? null : who,
        own: Boolean(names[seat]),
        name: names[seat] || words.word("common.seat", { n: seat + 1 }),
    }));
}

/** Whom the table waits for, in one sentence, for readers who are not asked. */
export function waitingFor(words: Words, { seats, phase, entropy }: TableWaiting): string {
    if (phase === "seating" || phase === "revealing")
        return words.word(entropy.length ? "web.table.bytes" : "web.table.begins");
    if (seats.length === 0) return words.word("web.table.draws");
    if (seats.length > 1) return words.word("web.table.several_think", { n: seats.length });
    return words.word("web.table.thinks", { who: { seat: seats[0]! } });
}
