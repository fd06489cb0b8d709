// What goes between the page and an engine's worker beside the protocol's own messages: these are
// strings.
import type { By, Options, Record as GameRecord } from "../generated/protocol";
import type { Message } from "../text";

/** How a table is made: wasm/module.c, open. */
export interface Setup {
    readonly game: string;
    readonly players: number;
    readonly options: Options;
    readonly bots: readonly string[]; // "person" or a level, by seat
    readonly seed: string;
    readonly reserve: string;
    readonly table: string;
}

/** An entry of a table's log, as the module writes it. */
export interface LogEntry {
    readonly by: By;
    readonly do?: string;
    readonly undo?: true;
    readonly forced?: true;
    readonly id?: string;
}

/** Entropy is by seat; empty: the game has not begun. */
export interface Resume extends Setup {
    readonly entropy: readonly (string | null)[];
    readonly log: readonly LogEntry[];
}

export interface DescribedLine {
    readonly heading: boolean;
    readonly seat: number | null;
    readonly key: string;
    readonly params: NonNullable<Message["params"]>;
}

/** Milliseconds before the table does something by itself. An opponent's is drawn anew each
 * time, whatever the position. */
export interface Pace {
    readonly forced: number;
    readonly opponent: readonly [number, number];
}

/** An opponent owes an answer. */
export interface Owed {
    readonly seat: number;
    readonly q: number;
    readonly level: string;
    readonly view: unknown;
    readonly seed: string;
}

/** A decision to be thought about: wasm/think.c. */
export interface Task extends Omit<Owed, "q"> {
    readonly game: string;
    readonly workers?: number;
    readonly index?: number;
}

export interface Thought {
    readonly visits: number;
    readonly choices: readonly {
        readonly do: string;
        readonly visits: number;
        readonly value: number;
    }[];
    readonly limited: boolean; // the level wanted more
}

/** Where a seat's result came from, in chances of first place: start + luck + own + others =
 * result. */
export interface Share {
    readonly start: number;
    readonly luck: number;
    readonly own: number;
    readonly others: number;
    readonly result: number;
}

/** What was luck and what was skill: wasm/analyse.c. */
export interface Analysis {
    readonly visits: number; // a choice: how well founded it is
    readonly seats: readonly Share[];
    readonly chances: readonly (readonly number[])[]; // by seat, at the start and after each step
}

export type ToThinker =
    | { readonly module: WebAssembly.Module; readonly net: Uint8Array | null }
    | { readonly task: Task; readonly limit: number };
export type FromThinker = { readonly thought: Thought };

export type ToWorker =
    | { readonly ask: number; readonly op: "open"; readonly setup: Setup }
    | { readonly ask: number; readonly op: "resume"; readonly setup: Resume }
    | { readonly ask: number; readonly op: "describe"; readonly view: unknown }
    | { readonly ask: number; readonly op: "verify"; readonly record: string }
    | {
          readonly ask: number;
          readonly op: "analyse";
          readonly record: GameRecord;
          readonly visits: number;
      }
    | { readonly ask: number; readonly op: "hint"; readonly players: number; readonly task: Task }
    | { readonly op: "pace"; readonly pace: Pace };

export type FromWorker =
    | { readonly ask: number; readonly lines: readonly string[]; readonly good: boolean }
    // the protocol's messages, and what is new in the log
    | { readonly said: readonly string[]; readonly log: readonly LogEntry[]; readonly from: number }
    | { readonly progress: number } // of an analysis, from 0 to 1
    | { readonly decided: { readonly limited: boolean } } // by an opponent
    | { readonly broken: string };
