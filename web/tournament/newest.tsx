// The newest results of the round that is shown, one line each.
import type { Tournament, TournamentTable } from "../client/events";
import { Mark } from "../pieces/symbol";
import { useWords } from "../words";
import { nameOf } from "./tables";
import { clockWord, roman } from "./words";

const shownMost = 3;

interface Ended extends TournamentTable {
    readonly at: number; // its position in the round
    readonly score: readonly number[];
    readonly place: readonly number[];
    readonly ended_ms: number;
}

const hasEnded = (table: TournamentTable & { readonly at: number }): table is Ended =>
    table.score !== null && table.place !== null && table.ended_ms !== null;

/** With equal deals everybody in a seat had the same cards: is this the best score there so far? */
const isBest = (cup: Tournament, all: readonly Ended[], { score }: Ended, seat: number) =>
    cup.equal_deals && all.length > 1 && all.every((other) => other.score[seat]! <= score[seat]!);

export function Newest({ cup }: { readonly cup: Tournament }) {
    const words = useWords(),
        { word, language } = words,
        all = cup.tables.map((table, at) => ({ ...table, at })).filter(hasEnded),
        newest = [...all].sort((a, b) => b.ended_ms - a.ended_ms).slice(0, shownMost);
    if (all.length === 0) return null;
    return (
        <ol class="ticker newest" aria-live="polite" aria-label={word("web.tournament.newest")}>
            {newest.map((table) => {
                const winners = table.place.flatMap((place, seat) => (place === 1 ? [seat] : [])),
                    [first] = winners,
                    best = first !== undefined && isBest(cup, all, table, first);
                return (
                    <li key={table.number}>
                        <time dateTime={new Date(table.ended_ms).toISOString()}>
                            {clockWord(language, table.ended_ms)}
                        </time>
                        <span>
                            {winners.map((seat) => (
                                <Mark key={seat} seat={seat} />
                            ))}{" "}
                            {word(
                                best ? "web.tournament.newest_best" : "web.tournament.newest_won",
                                {
                                    table: { text: roman(table.at + 1) },
                                    names: {
                                        text: new Intl.ListFormat(language).format(
                                            winners.map((seat) =>
                                                nameOf(words, table.seats[seat]!, cup.level),
                                            ),
                                        ),
                                    },
                                    n: winners.length,
                                    score: table.score[first ?? 0]!,
                                },
                            )}
                        </span>
                    </li>
                );
            })}
        </ol>
    );
}
