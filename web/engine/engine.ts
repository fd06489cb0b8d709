// A typed wrapper around the engine's WebAssembly module (wasm/module.c, wasm/think.c,
// wasm/analyse.c, wasm/study.c), which reads and writes JSON. Refusals are thrown with the
// module's reason.
import type { FromClient, Part, Record as GameRecord } from "../generated/protocol";
import { Refusal } from "../refusal";
import type { Message } from "../text";
import type {
    Addressed,
    Analysis,
    DailyDeal,
    Described,
    LogEntry,
    Owed,
    Resume,
    Setup,
    Studied,
    StudyLine,
    StudyNext,
    StudyPosition,
    Task,
    Thought,
    Weighed,
    Weighing,
} from "./messages";

interface Exports {
    readonly memory: WebAssembly.Memory;
    _initialize(): void;
    buffer(size: number): number;
    open(length: number): number;
    resume(length: number): number;
    receive(length: number): number;
    verify(length: number): number;
    describe(length: number): number;
    daily(length: number): number;
    net(length: number): number;
    answer(length: number): number;
    think(length: number): number;
    think_run(visits: number): number;
    think_result(): number;
    merge(length: number): number;
    analyse(length: number): number;
    analyse_run(steps: number): number;
    analysis(): number;
    study(length: number): number;
    parts(length: number): number;
    weigh(length: number): number;
    weigh_run(visits: number): number;
    weighed(): number;
    owed(): number;
    log(from: number): number;
    run(): number;
    output(): number;
    output_length(): number;
    clear(): void;
}

type TakesText =
    | "open"
    | "resume"
    | "receive"
    | "verify"
    | "describe"
    | "daily"
    | "answer"
    | "think"
    | "merge"
    | "analyse"
    | "study"
    | "parts"
    | "weigh";

const slice = 10; // ms of thinking between checks of the clock

export class Engine {
    private readonly encoder = new TextEncoder();
    private readonly decoder = new TextDecoder();

    private constructor(private readonly exports: Exports) {
        exports._initialize();
    }

    static async of(module: WebAssembly.Module): Promise<Engine> {
        const { exports } = await WebAssembly.instantiate(module, {});
        return new Engine(exports as unknown as Exports);
    }

    /** Loads a net. Tables opened and searches begun afterwards use it. */
    net(bytes: Uint8Array): void {
        this.give("net", bytes);
    }

    // ---- the table ----

    /** Opens a table whose opponents think in other workers: `owed` lists them, `answer` takes
     * their decisions. */
    open(setup: Setup): void {
        this.call("open", { ...setup, elsewhere: true });
    }

    resume(setup: Resume): void {
        this.call("resume", { ...setup, elsewhere: true });
    }

    receive(message: FromClient): readonly Addressed[] {
        return this.call("receive", message);
    }

    /** Lets the table do one thing by itself; `more` is false once nothing is left to do. */
    run(): { readonly more: boolean; readonly messages: readonly Addressed[] } {
        const more = this.exports.run() !== 0;
        return { more, messages: this.take() as readonly Addressed[] };
    }

    log(from: number): { readonly from: number; readonly log: readonly LogEntry[] } {
        return this.only(this.exports.log(from));
    }

    /** The opponents that have been asked and have not answered yet. */
    owed(): readonly Owed[] {
        return this.lines<{ owed: Owed }>(this.exports.owed()).map(({ owed }) => owed);
    }

    answer(answer: Pick<Owed, "seat" | "q"> & { readonly do: string }): readonly Addressed[] {
        return this.call("answer", answer);
    }

    // ---- views and records ----

    describe(view: unknown): Described {
        return this.call<Described>("describe", view)[0]!;
    }

    /** The deal that follows from the date alone, for those without an account. */
    daily(day: string): DailyDeal {
        return this.call<{ daily: DailyDeal }>("daily", { day })[0]!.daily;
    }

    /** Replays a record and checks its draws. Returns the number of steps. */
    verify(record: unknown): number {
        return this.call<{ steps: number }>("verify", record)[0]!.steps;
    }

    /** Judges a whole record step by step; `at` receives the number of steps left. */
    analyse(record: GameRecord, visits: number, at: (left: number) => void): Analysis {
        this.call("analyse", { record, visits });
        for (let left = this.exports.analyse_run(1); left > 0; left = this.exports.analyse_run(1))
            at(left);
        return this.only<{ analysis: Analysis }>(this.exports.analysis()).analysis;
    }

    // ---- the analysis board ----

    study(line: StudyLine): Studied {
        const lines = this.call<StudyPosition | StudyNext>("study", line);
        return {
            positions: lines.slice(0, -1) as readonly StudyPosition[],
            next: lines.at(-1) as StudyNext,
        };
    }

    /** The typed parts of actions. */
    parts(game: string, actions: readonly string[]): readonly (readonly Part[])[] {
        return this.call<{ parts: readonly (readonly Part[])[] }>("parts", {
            game,
            do: actions,
        })[0]!.parts;
    }

    weigh(task: Weighing): void {
        this.call("weigh", task);
    }

    /** Searches for this many visits, then says what is known so far. */
    weighMore(visits: number): Weighed {
        this.exports.weigh_run(visits);
        return this.only<{ weighed: Weighed }>(this.exports.weighed()).weighed;
    }

    // ---- thinking ----

    /** Thinks for as long as the level wants, but at most so many milliseconds. */
    think(task: Task, limit: number): Thought {
        const until = performance.now() + limit;
        this.call("think", task);
        let visits = 16,
            wanted = this.exports.think_run(visits);
        while (wanted > 0 && performance.now() < until) {
            const began = performance.now();
            wanted = this.exports.think_run(visits);
            visits = Math.max(
                1,
                Math.min(
                    1 << 16,
                    Math.round((visits * slice) / Math.max(performance.now() - began, slice / 4)),
                ),
            );
        }
        const { thought } = this.only<{ thought: Thought }>(this.exports.think_result());
        return { ...thought, limited: wanted > 0 };
    }

    /** The decision of a level, from the results of its searches. */
    merge({ game, level, seed }: Task, thoughts: readonly Thought[]): string {
        return this.call<{ do: string }>("merge", { game, level, seed, thoughts })[0]!.do;
    }

    // ---- the module's memory ----

    private call<T>(name: TakesText, value: unknown): readonly T[] {
        return this.give(name, this.encoder.encode(JSON.stringify(value)));
    }

    private give<T>(name: TakesText | "net", bytes: Uint8Array): readonly T[] {
        const at = this.exports.buffer(bytes.length);
        if (!at) throw new Refusal({ key: "error.memory", params: {} });
        new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
        return this.lines(this.exports[name](bytes.length));
    }

    /** Reads what an export wrote; `good` is the export's return value. */
    private lines<T>(good: number): readonly T[] {
        const lines = this.take();
        if (!good) throw new Refusal((lines[0] as { error: Message }).error);
        return lines as readonly T[];
    }

    private only<T>(good: number): T {
        return this.lines<T>(good)[0]!;
    }

    private take(): readonly unknown[] {
        const bytes = new Uint8Array(
            this.exports.memory.buffer,
            this.exports.output(),
            this.exports.output_length(),
        );
        const text = this.decoder.decode(bytes);
        this.exports.clear();
        return text
            .split("\n")
            .slice(0, -1)
            .map((line) => JSON.parse(line) as unknown);
    }
}
