// The page's side of an engine's worker.
import type { FromTable, Record as GameRecord } from "../generated/protocol";
import type { Message } from "../text";
import type { Transport } from "../client/transport";
import type {
    Analysis,
    DescribedLine,
    FromWorker,
    LogEntry,
    Pace,
    Resume,
    Setup,
    Share,
    Thought,
    ToWorker,
} from "./messages";

type Asked = ToWorker extends infer T
    ? T extends { ask: number }
        ? Omit<T, "ask">
        : never
    : never;

/** What an engine said no to, as a message for people. */
export class Refusal extends Error {
    constructor(readonly reason: Message) {
        super(reason.key);
    }
}

class Host {
    protected readonly worker = new Worker(WORKER_URL, { type: "module" });
    private readonly open = new Map<
        number,
        (answer: { good: boolean; lines: readonly string[] }) => void
    >();
    private asks = 0;

    constructor() {
        this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data);
        this.worker.onerror = ({ message }) => this.broke(message);
    }

    protected hear(data: FromWorker): void {
        if ("broken" in data) this.broke(data.broken);
        if (!("ask" in data)) return;
        this.open.get(data.ask)?.(data);
        this.open.delete(data.ask);
    }

    protected broke(why: string): void {
        for (const answer of this.open.values())
            answer({
                good: false,
                lines: [
                    JSON.stringify({
                        error: { key: "web.error.engine", params: { why: { text: why } } },
                    }),
                ],
            });
        this.open.clear();
    }

    protected async ask(message: Asked): Promise<readonly string[]> {
        const ask = ++this.asks;
        const { good, lines } = await new Promise<{ good: boolean; lines: readonly string[] }>(
            (done) => {
                this.open.set(ask, done);
                this.worker.postMessage({ ...message, ask });
            },
        );
        if (!good) throw new Refusal((JSON.parse(lines[0] ?? "{}") as { error: Message }).error);
        return lines;
    }

    close(): void {
        this.worker.terminate();
    }
}

/** A table in a worker of its own. `saves` hears what is new in its log, in order; `decided` of
 * each thought of an opponent. */
export class LocalTable extends Host implements Transport {
    private listener: (message: FromTable) => void = () => {};
    saves: (log: readonly LogEntry[], from: number) => void = () => {};
    decided: (limited: boolean) => void = () => {};
    fails: (reason: Message) => void = () => {};

    begin(setup: Setup): Promise<unknown> {
        return this.ask({ op: "open", setup });
    }

    resume(setup: Resume): Promise<unknown> {
        return this.ask({ op: "resume", setup });
    }

    pace(pace: Pace): void {
        this.worker.postMessage({ op: "pace", pace } satisfies ToWorker);
    }

    send(message: object): void {
        this.worker.postMessage(JSON.stringify(message));
    }

    listen(listener: (message: FromTable) => void): void {
        this.listener = listener;
    }

    protected override hear(data: FromWorker): void {
        if ("said" in data) {
            for (const text of data.said) this.listener(JSON.parse(text) as FromTable);
            if (data.log.length) this.saves(data.log, data.from);
        } else if ("decided" in data) this.decided(data.decided.limited);
        else super.hear(data);
    }

    protected override broke(why: string): void {
        super.broke(why);
        this.fails({ key: "web.error.engine", params: { why: { text: why } } });
    }
}

/** Answers about views and records, for any table: one worker, started when first needed. */
class Helper extends Host {
    async describe(view: unknown): Promise<readonly DescribedLine[]> {
        const [line] = await this.ask({ op: "describe", view });
        return (JSON.parse(line ?? "{}") as { lines: DescribedLine[] }).lines;
    }

    /** How many steps were checked. */
    async verify(record: unknown): Promise<number> {
        const [line] = await this.ask({ op: "verify", record: JSON.stringify(record) });
        return (JSON.parse(line ?? "{}") as { steps: number }).steps;
    }
}

interface Judged {
    readonly visits: number;
    readonly seats: readonly Share[];
    readonly steps: readonly { readonly value: readonly number[] }[];
}

/** Works out what was luck and what was skill. Closing it stops it. */
export class Analyst extends Host {
    progress: (part: number) => void = () => {};

    async analyse(record: GameRecord, visits: number): Promise<Analysis> {
        const [line] = await this.ask({ op: "analyse", record, visits });
        const {
            seats,
            steps,
            visits: used,
        } = (JSON.parse(line ?? "{}") as { analysis: Judged }).analysis;
        return {
            visits: used,
            seats: seats.map(({ start, luck, own, others, result }) => ({
                start,
                luck,
                own,
                others,
                result,
            })),
            chances: [seats.map(({ start }) => start), ...steps.map(({ value }) => value)],
        };
    }

    protected override hear(data: FromWorker): void {
        if ("progress" in data) this.progress(data.progress);
        else super.hear(data);
    }
}

const hintSeed = "0".repeat(64); // the same question gets the same hint

/** Gives the engine's own hints (match/opponents.h), from what the seat itself sees. */
class Adviser extends Host {
    async hint(
        game: string,
        players: number,
        seat: number,
        view: unknown,
    ): Promise<string | undefined> {
        const [line] = await this.ask({
            op: "hint",
            players,
            task: { game, view, seat, level: "adviser", seed: hintSeed },
        });
        return (JSON.parse(line ?? "{}") as Thought).choices[0]?.do;
    }
}

let advising: Adviser | null = null;
export const adviser = () => (advising ??= new Adviser());

let shared: Helper | null = null;
export const helper = () => (shared ??= new Helper());
