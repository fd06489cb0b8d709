// Messages between the page, the worker that runs an engine, and the workers that think for
// opponents.
import type {
    By,
    Choice,
    Event,
    FromClient,
    FromTable,
    Options,
    Part,
    Record as GameRecord,
    RecordStep,
    Result,
    View,
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
    // how many entries of a resumed log were set by hand: their draws do not follow from the seed
    readonly given?: number;
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

/** Where a seat's result came from, as chances of first place: start + luck + own + others + rest
 * = result; and how well it played (docs/analysis.md). */
export interface Share {
    readonly start: number;
    readonly luck: number;
    readonly own: number; // its mistakes: never positive
    readonly others: number; // what the others' mistakes brought it
    readonly rest: number; // what these do not explain
    readonly error: number; // the standard error of the sum of the parts
    readonly result: number;
    readonly decisions: number;
    readonly best: number;
    readonly good: number;
    readonly mistakes: number;
    // from 0, a novice, to 1, a master; null: too few decisions
    readonly grade: {
        readonly at: number;
        readonly low: number;
        readonly high: number;
        readonly key: string;
    } | null;
}

export interface JudgedStep {
    readonly by: By;
    readonly do: string;
    readonly value: readonly number[]; // chances after it, by seat
    readonly change: readonly number[];
    readonly choices: number;
    // of a choice among several
    readonly best?: string;
    readonly chance?: number; // of its seat after it, by what it could know
    readonly cost?: number; // the best choice's chance less its own
    readonly error?: number;
    readonly mistake?: boolean; // it cost more than its error
}

/** How much of a result was luck and how much skill (wasm/analyse.c). */
export interface Analysis {
    readonly visits: number; // per choice; more make the judgement more reliable
    readonly seats: readonly Share[];
    readonly steps: readonly JudgedStep[];
}

/** The deal of a day (match/daily.h). */
export interface DailyDeal {
    readonly day: string; // "2026-11-18"
    readonly game: string;
    readonly players: number;
    readonly seat: number; // the person's
    readonly options: Options;
    readonly level: string; // of the opponents
    readonly seed: string;
    readonly reserve: string;
}

// ---- the analysis board (wasm/study.c) ----

/** A line of steps from the start of a game or from a position. */
export interface StudyLine {
    readonly game: string;
    readonly players: number;
    readonly options: Options;
    readonly root?: View; // default: the start of the game
    readonly steps: readonly RecordStep[];
    readonly from: number; // the first position wanted
    readonly observer: number | null; // whose view; null: everything that the root shows
}

export interface StudyPosition {
    readonly at: number;
    readonly view: View;
    readonly score: readonly number[];
    readonly over: boolean;
    // of the step before it; absent at the root
    readonly by?: By;
    readonly do?: string;
    readonly parts?: readonly Part[];
    readonly events?: readonly Event[];
}

export interface StudyNext {
    readonly asks: readonly {
        readonly seat: number;
        readonly ask: Message;
        readonly legal: readonly Omit<Choice, "final">[];
    }[];
    readonly chance: readonly {
        readonly do: string;
        readonly parts: readonly Part[];
        readonly weight: number; // 0: unknown, because the position is a seat's view
    }[];
    readonly waiting: readonly number[];
    readonly result: Result | null;
}

/** The positions of a line, and what can be done after it. */
export interface Studied {
    readonly positions: readonly StudyPosition[];
    readonly next: StudyNext;
}

/** A seat's choices to weigh (ai/weigh.h). */
export interface Weighing {
    readonly game: string;
    readonly view: View;
    readonly seat: number;
    readonly index: number; // of the worker
}

export interface WeighedChoice {
    readonly do: string;
    readonly visits: number;
    readonly chance: readonly number[]; // of first place, by seat
    readonly error: number;
    readonly line?: readonly RecordStep[]; // what is expected to follow, for the best five
}

export interface Weighed {
    readonly seat: number;
    readonly visits: number;
    readonly choices: readonly WeighedChoice[]; // most visited first
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
    daily: { readonly ask: { readonly day: string }; readonly reply: DailyDeal };
    // replies with the number of steps checked
    verify: { readonly ask: { readonly record: unknown }; readonly reply: number };
    analyse: {
        readonly ask: { readonly record: GameRecord; readonly visits: number };
        readonly reply: Analysis;
    };
    study: { readonly ask: { readonly line: StudyLine }; readonly reply: Studied };
    parts: {
        readonly ask: { readonly game: string; readonly do: readonly string[] };
        readonly reply: readonly (readonly Part[])[];
    };
    // weighs until it is asked again; `until` visits, null: only stops
    weigh: {
        readonly ask: {
            readonly players: number;
            readonly task: Weighing | null;
            readonly until: number;
        };
        readonly reply: null;
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
    | { readonly weighed: Weighed } // so far
    | { readonly progress: number } // of an analysis, from 0 to 1
    | { readonly decided: { readonly limited: boolean } } // by an opponent
    | { readonly broken: string };
