// The engine's module (wasm/module.c, wasm/think.c) as a class: text in, lines of JSON out.
import type { Record as GameRecord } from "../generated/protocol";
import type { Owed, Task, Thought } from "./messages";

interface Exports {
    readonly memory: WebAssembly.Memory;
    _initialize(): void;
    buffer(size: number): number;
    open(length: number): number;
    resume(length: number): number;
    receive(length: number): number;
    verify(length: number): number;
    describe(length: number): number;
    net(length: number): number;
    answer(length: number): number;
    think(length: number): number;
    think_run(visits: number): number;
    thought(): number;
    merge(length: number): number;
    analyse(length: number): number;
    analyse_run(steps: number): number;
    analysis(): number;
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
    | "answer"
    | "think"
    | "merge"
    | "analyse";

interface Said {
    readonly good: boolean;
    readonly lines: readonly string[];
}

const slice = 10; // ms of thinking between looks at the clock

/** The only line of what cannot fail. */
function only<T>({ good, lines }: Said): T {
    if (!good) throw new Error(lines[0]);
    return JSON.parse(lines[0] ?? "null") as T;
}

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

    /** Calls an export with text; the lines it said. A failure's only line is an error. */
    call(name: TakesText, text: string): Said {
        return this.give(name, this.encoder.encode(text));
    }

    /** Takes up a net: tables opened and thoughts begun from then on use it. */
    net(bytes: Uint8Array): void {
        only(this.give("net", bytes));
    }

    run(): { readonly more: boolean; readonly lines: readonly string[] } {
        const more = this.exports.run() !== 0;
        return { more, lines: this.take() };
    }

    log(from: number): string {
        this.exports.log(from);
        return this.take()[0] ?? "";
    }

    /** The opponents that owe an answer. */
    owed(): readonly Owed[] {
        this.exports.owed();
        return this.take().flatMap((line) =>
            "owed" in JSON.parse(line) ? [(JSON.parse(line) as { owed: Owed }).owed] : [],
        );
    }

    /** Thinks as much as the level wants, for at most so many milliseconds. */
    think(task: Task, limit: number): Thought {
        const until = performance.now() + limit;
        only(this.call("think", JSON.stringify(task)));
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
        this.exports.thought();
        const { thought } = JSON.parse(this.take()[0] ?? "") as { thought: Thought };
        return { ...thought, limited: wanted > 0 };
    }

    /** What the level does after these thoughts. */
    merge({ game, level, seed }: Task, thoughts: readonly Thought[]): string {
        return only<{ do: string }>(
            this.call("merge", JSON.stringify({ game, level, seed, thoughts })),
        ).do;
    }

    /** Judges a whole record step by step; `at` hears how many are left. */
    analyse(record: GameRecord, visits: number, at: (left: number) => void): Said {
        const said = this.call("analyse", JSON.stringify({ record, visits }));
        if (!said.good) return said;
        for (let left = this.exports.analyse_run(1); left > 0; left = this.exports.analyse_run(1))
            at(left);
        const good = this.exports.analysis() !== 0;
        return { good, lines: this.take() };
    }

    private give(name: TakesText | "net", bytes: Uint8Array): Said {
        const at = this.exports.buffer(bytes.length);
        if (!at) return { good: false, lines: ['{"error":{"key":"error.memory","params":{}}}'] };
        new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
        const good = this.exports[name](bytes.length) !== 0;
        return { good, lines: this.take() };
    }

    private take(): readonly string[] {
        const bytes = new Uint8Array(
            this.exports.memory.buffer,
            this.exports.output(),
            this.exports.output_length(),
        );
        const text = this.decoder.decode(bytes);
        this.exports.clear();
        return text.split("\n").slice(0, -1);
    }
}
