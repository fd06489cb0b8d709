// Finished games and what was chosen at their beginning (docs/protocol.md, "Requests").
import type { Options, RecordStep } from "../generated/protocol";
import { ask, type Listed } from "./server";

export interface Found extends Listed {
    readonly ended_ms: number;
    readonly result?: "won" | "shared" | "lost" | "ended"; // of one's own games
}

interface Page {
    readonly games: readonly Found[];
    readonly next: string | null; // where the next page begins; null: there is none
}

/** What to search for; "" or 0: anything. */
export interface Search {
    readonly mine: boolean; // one's own games; otherwise the rated games of public tables
    readonly game: string;
    readonly name: string; // an opponent, or whose public games
    readonly with: string; // "person" or a level: who else played
    readonly result: string;
    readonly since: number; // ms
    readonly until: number;
}

/** Games that fit, latest first; `before`: `next` of the page before, or null. */
export function findGames({ mine, ...search }: Search, before: string | null): Promise<Page> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...search, before: before ?? "" }))
        if (value && (mine || (name !== "with" && name !== "result")))
            query.set(name, String(value));
    return ask<Page>(`/api/${mine ? "me/" : ""}finished?${query}`);
}

/** What was chosen at a node of the opening. */
export interface OpeningChoice {
    readonly do: string;
    readonly who: string; // "person" or a level
    readonly offered: number; // games in which it was possible
    readonly chosen: number;
    readonly firsts: number; // first places among the chosen; shared ones are fractions
}

export interface Opening {
    readonly seat: number | null; // who is to decide; null: this is no longer the opening
    readonly choices: readonly OpeningChoice[];
}

export interface Beginning {
    readonly game: string;
    readonly players: number;
    readonly options: Options;
    readonly steps: readonly RecordStep[];
    readonly seat: number;
}

/** The server's limit: a longer line is no opening. */
export const openingMost = 128;

export const openingOf = (beginning: Beginning) => ask<Opening>("/api/openings", beginning);
