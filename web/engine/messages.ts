// Messages between the page, the worker that runs an engine, and the workers that think for
// opponents.
import type {
    By,
    FromClient,
    FromTable,
    Options,
    Record as GameRecord,
} from "../generated/protocol";
import type { Message } from "../text";

/** The parameters for opening a table (wasm/module.c, `open`). */
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

/** A seat's random bytes, by seat; empty before the game begins. */
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

/** A view in words, and further data that the game's board needs; null if there is none. */
export interface Described {
    readonly lines: readonly DescribedLine[];
    readonly standing: unknown;
}

/** Milliseconds before the table acts by itself. The delay of opponents is random, so that it
 * reveals nothing about the position. */
export interface Pace {
    readonly forced: number;
    readonly opponent: readonly [number, number];
}

/** A message from the table and its recipient; null means the sender of the message that it
 * answers. */
export interface Addressed {
    readonly to: number | "spectator" | null;
    readonly message: FromTable;
}

/** An opponent that has been asked and has not answered yet. */
export interface Owed {
    readonly seat: number;
    readonly q: number;
    readonly level: string;
    readonly view: unknown;
    readonly seed: string;
}

/** A decision for a level to think about (wasm/think.c). */
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
    readonly limited: boolean; // the time ran out before the level was done
}

/** Where a seat's result came from, as chances of first place: start + luck + own + others =
 * result. */
export interface Share {
    readonly start: number;
    readonly luck: number;
    readonly own: number;
    readonly others: number;
    readonly result: number;
}

/** An analysis in the module's format. */
export interface Judged {
    readonly visits: number;
    readonly seats: readonly Share[];
    readonly steps: readonly { readonly value: readonly number[] }[];
}

/** How much of a result was luck and how much skill (wasm/analyse.c). */
export interface Analysis {
    readonly visits: number; // per choice; more make the judgement more reliable
    readonly seats: readonly Share[];
    readonly chances: readonly (readonly number[])[]; // by seat, at the start and after each step
}

export type ToThinker =
    | { readonly module: WebAssembly.Module; readonly net: Uint8Array | null }
    | { readonly task: Task; readonly limit: number };
export type FromThinker = { readonly thought: Thought };

/** The page's requests to a worker; each gets exactly one reply. */
export interface Questions {
    open: { readonly ask: { readonly setup: Setup }; readonly reply: null };
    resume: { readonly ask: { readonly setup: Resume }; readonly reply: null };
    describe: { readonly ask: { readonly view: unknown }; readonly reply: Described };
    // replies with the number of steps checked
    verify: { readonly ask: { readonly record: unknown }; readonly reply: number };
    analyse: {
        readonly ask: { readonly record: GameRecord; readonly visits: number };
        readonly reply: Judged;
    };
    hint: {
        readonly ask: { readonly players: number; readonly task: Task };
        readonly reply: string | undefined; // an action; undefined: none was found
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
    // messages from the table, and new entries of its log
    | {
          readonly messages: readonly FromTable[];
          readonly log: readonly LogEntry[];
          readonly from: number;
      }
    | { readonly progress: number } // of an analysis, from 0 to 1
    | { readonly decided: { readonly limited: boolean } } // by an opponent
    | { readonly broken: string };
