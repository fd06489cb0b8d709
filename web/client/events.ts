// Requests about tournaments, the deal of the day and tables to watch (docs/protocol.md).
import type { View } from "../board";
import type { Options, Pace } from "../generated/protocol";
import { ask, type Listed, type ServerTable } from "./server";

// ---- tournaments ----

/** A tournament as lists show it. */
export interface TournamentHead {
    readonly id: string;
    readonly revision: number;
    readonly name: string;
    readonly note: string;
    readonly organiser: string;
    readonly game: string;
    readonly players: number;
    readonly options: Options | null;
    readonly pace: Pace;
    readonly system: "swiss" | "round_robin";
    readonly rounds: number | null;
    readonly starts_ms: number | null;
    readonly ends_ms: number | null;
    readonly pause_s: number | null; // null: the organiser draws each round
    readonly equal_deals: boolean;
    readonly rated: boolean;
    readonly public: boolean;
    readonly level: string; // of opponents in empty seats
    readonly phase: "entry" | "running" | "over";
    readonly round: number; // rounds drawn
    readonly finished: number; // rounds that are over
    readonly ending: boolean; // it ends with this round
    readonly next_ms: number | null; // when the next round is drawn
    readonly entrants: number;
    readonly organised: boolean; // by the reader
}

export interface Standing {
    readonly rank: number | null;
    readonly entrant: number;
    readonly name: string;
    readonly withdrawn: boolean;
    readonly matchpoints: number | null;
    readonly points: number;
    readonly opposition: number;
    readonly played: number;
    readonly rounds: readonly ({
        readonly table: number;
        readonly points: number | null;
        readonly matchpoints: number | null;
    } | null)[];
}

export interface TournamentTable {
    readonly number: number; // over all rounds, from 0
    readonly round: number;
    readonly table: string | null; // null: the reader may not enter it
    readonly secret: string | null;
    readonly phase: "playing" | "over";
    readonly watch: boolean;
    readonly waiting: readonly number[];
    readonly seats: readonly { readonly entrant: number | null; readonly name: string | null }[];
    readonly score: readonly number[] | null;
    readonly place: readonly number[] | null;
    readonly points: readonly number[] | null;
    readonly matchpoints: readonly number[] | null;
    readonly lost: readonly number[];
    readonly corrected: boolean;
    readonly ended_ms: number | null; // null: it goes on, or its result is not shown yet
    // what a spectator sees now, if it was asked for and one may watch; null while it is loaded
    readonly board: {
        readonly score: readonly number[] | null;
        readonly view: View | null;
    } | null;
}

export interface TournamentNote {
    readonly made_ms: number;
    readonly by: string | null; // null: the server
    readonly what:
        | "created"
        | "entered"
        | "left"
        | "removed"
        | "started"
        | "drawn"
        | "corrected"
        | "closed"
        | "stopped"
        | "extended"
        | "ending"
        | "ended";
    readonly entrant?: number;
    readonly name?: string; // of the entrant
    readonly round?: number;
    readonly table?: number;
    readonly score?: readonly number[];
    readonly reason?: string;
    readonly until_ms?: number; // what the clock was set to
}

export interface Tournament extends TournamentHead {
    readonly you: {
        readonly entrant: number | null;
        readonly organiser: boolean;
        readonly withdrawn: boolean;
        readonly table: number | null;
    } | null;
    readonly standings: readonly Standing[];
    readonly tables: readonly TournamentTable[]; // of one round
    readonly log: readonly TournamentNote[]; // newest first
}

export interface NewTournament {
    readonly name: string;
    readonly note: string;
    readonly game: string;
    readonly players: number;
    readonly options: Options;
    readonly pace: ServerTable["pace"];
    readonly system: TournamentHead["system"];
    readonly rounds: number | null;
    readonly ends_ms: number | null;
    readonly starts_ms: number | null;
    readonly pause_s: number | null;
    readonly equal_deals: boolean;
    readonly rated: boolean;
    readonly public: boolean;
    readonly level: string;
}

export const tournaments = async (which: "" | "mine=1" | "over=1") =>
    (await ask<{ tournaments: readonly TournamentHead[] }>(`/api/tournaments?${which}`))
        .tournaments;

/** With the tables of a round; 0: of the latest one. */
export const tournamentAt = (id: string, round: number, boards = false) =>
    ask<Tournament>(
        `/api/tournaments/${id}?boards=${Number(boards)}${round ? `&round=${round}` : ""}`,
    );

export const createTournament = async (made: NewTournament) =>
    (await ask<{ path: string }>("/api/tournaments", made)).path;

export type TournamentDeed = "enter" | "leave" | "start" | "next" | "end";

export const tournamentDeed = (deed: TournamentDeed, id: string) =>
    ask(`/api/tournaments/${deed}`, { id });
export const removeEntrant = (id: string, entrant: number, reason: string) =>
    ask("/api/tournaments/remove", { id, entrant, reason });
/** Sets the clock to the next round later, in seconds, or stops it. */
export const setClock = (id: string, how: { add_s: number } | { stop: true }) =>
    ask("/api/tournaments/clock", { id, ...how });
export const correctResult = (
    id: string,
    table: number,
    score: readonly number[],
    lost: readonly number[],
    reason: string,
) => ask("/api/tournaments/correct", { id, table, score, lost, reason });

// ---- the deal of the day ----

export interface Attempt {
    readonly table: string;
    readonly phase: "playing" | "over";
    readonly score: number | null;
    readonly place: number | null;
    readonly beaten: number | null; // how many have a lower score
    readonly counts: boolean;
}

export interface ListedDay {
    readonly day: string; // "2026-11-18"
    readonly game: string;
    readonly players: number;
    readonly seat: number; // the person's
    readonly options: Options;
    readonly level: string; // of the opponents
    readonly over: boolean;
    readonly played: number;
    readonly you: Attempt | null;
}

export interface Day extends ListedDay {
    readonly commitment: string;
    readonly table: string; // the id in the commitment
    readonly seed: string | null; // null until the day is over
    readonly reserve: string | null;
    readonly ends_ms: number;
    // null until one's own attempt or the day is over
    readonly scores: readonly { readonly score: number; readonly count: number }[] | null;
    // as `scores`; null also until the master has played; `table` once the day is over
    readonly master: {
        readonly score: number;
        readonly place: number;
        readonly table: string | null;
    } | null;
    readonly streak: number;
}

export interface Month {
    readonly days: readonly ListedDay[];
    readonly streak: number;
}

export const dayAt = (day: string) => ask<Day>(`/api/daily${day ? `/${day}` : ""}`);
export const monthAt = (month: string) => ask<Month>(`/api/days?month=${month}`);
/** Begins today's attempt, or finds it again, and resolves to its table's path. */
export const playToday = async () => (await ask<{ path: string }>("/api/daily", {})).path;

// ---- something to watch ----

export interface Watched extends Listed {
    readonly delay_s: number;
    readonly watchers: number;
    readonly score: readonly number[] | null;
    readonly view: View | null; // null for a moment after the table has come into the list
}

export const tablesToWatch = async () =>
    (await ask<{ tables: readonly Watched[] }>("/api/watch")).tables;
