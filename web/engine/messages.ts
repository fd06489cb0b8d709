// The messages between the page, an engine's worker and the workers that think for opponents.
import type {
    By,
    FromClient,
    FromTable,
    Options,
    Record as GameRecord,
} from "../generated/protocol";
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

/** A view in words, and what its game's boards need beyond it; null: nothing. */
export interface Described {
    readonly lines: readonly DescribedLine[];
    readonly standing: unknown;
}

/** Milliseconds before the table acts by itself. For opponents it is drawn at random each time, so
 * that it tells nothing about the position. */
export interface Pace {
    readonly forced: number;
    readonly opponent: readonly [number, number];
}

/** A message of the table, and who is to get it; null: whoever sent the message it answers. */
export interface Told {
    readonly to: number | "spectator" | null;
    readonly message: FromTable;
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

/** An analysis as the module writes it. */
export interface Judged {
    readonly visits: number;
    readonly seats: readonly Share[];
    readonly steps: readonly { readonly value: readonly number[] }[];
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

/** What the page asks of a worker; each question gets one reply. */
export interface Questions {
    open: { readonly ask: { readonly setup: Setup }; readonly reply: null };
    resume: { readonly ask: { readonly setup: Resume }; readonly reply: null };
    describe: { readonly ask: { readonly view: unknown }; readonly reply: Described };
    // the reply is how many steps were checked
    verify: { readonly ask: { readonly record: unknown }; readonly reply: number };
    analyse: {
        readonly ask: { readonly record: GameRecord; readonly visits: number };
        readonly reply: Judged;
    };
    hint: {
        readonly ask: { readonly players: number; readonly task: Task };
        readonly reply: string | undefined; // an action
    };
}

export type Question<Op extends keyof Questions = keyof Questions> = {
    [Each in Op]: { readonly op: Each; readonly ask: number } & Questions[Each]["ask"];
}[Op];

export type ToWorker =
    | Question
    | { readonly op: "send"; readonly message: FromClient } // to the table
    | { readonly op: "pace"; readonly pace: Pace };

export type FromWorker =
    | { readonly ask: number; readonly reply: Questions[keyof Questions]["reply"] }
    | { readonly ask: number; readonly refused: Message }
    // the table's messages, and what is new in its log
    | {
          readonly told: readonly FromTable[];
          readonly log: readonly LogEntry[];
          readonly from: number;
      }
    | { readonly progress: number } // of an analysis, from 0 to 1
    | { readonly decided: { readonly limited: boolean } } // by an opponent
    | { readonly broken: string };
