// The engine's module (wasm/module.c) as a class: text in, lines of JSON out.
import type { Message } from "../text";

interface Exports {
    readonly memory: WebAssembly.Memory;
    _initialize(): void;
    buffer(size: number): number;
    open(length: number): number;
    resume(length: number): number;
    receive(length: number): number;
    verify(length: number): number;
    describe(length: number): number;
    log(from: number): number;
    run(): number;
    output(): number;
    output_length(): number;
    clear(): void;
}

type TakesText = "open" | "resume" | "receive" | "verify" | "describe";

export interface EngineError {
    readonly error: Message;
    readonly step?: number;
}

export class Engine {
    private readonly encoder = new TextEncoder();
    private readonly decoder = new TextDecoder();

    private constructor(private readonly exports: Exports) {
        exports._initialize();
    }

    static async load(url: string): Promise<Engine> {
        const { instance } = await WebAssembly.instantiateStreaming(fetch(url), {});
        return new Engine(instance.exports as unknown as Exports);
    }

    /** Calls an export with text; the lines it said. A failure's only line is an error. */
    call(name: TakesText, text: string): { readonly good: boolean; readonly lines: readonly string[] } {
        const bytes = this.encoder.encode(text), at = this.exports.buffer(bytes.length);
        if (!at) return { good: false, lines: ['{"error":{"key":"error.memory","params":{}}}'] };
        new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
        const good = this.exports[name](bytes.length) !== 0;
        return { good, lines: this.take() };
    }

    run(): { readonly more: boolean; readonly lines: readonly string[] } {
        const more = this.exports.run() !== 0;
        return { more, lines: this.take() };
    }

    log(from: number): string {
        this.exports.log(from);
        return this.take()[0] ?? "";
    }

    private take(): readonly string[] {
        const bytes = new Uint8Array(this.exports.memory.buffer, this.exports.output(), this.exports.output_length());
        const text = this.decoder.decode(bytes);
        this.exports.clear();
        return text.split("\n").slice(0, -1);
    }
}
