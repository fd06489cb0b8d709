// The page's side of the workers that run an engine.
import type { FromClient, FromTable, Record as GameRecord } from "../generated/protocol";
import type { Transport } from "../client/transport";
import { Refusal } from "../refusal";
import type { Message } from "../text";
import type {
    Analysis,
    Described,
    FromWorker,
    LogEntry,
    Pace,
    Questions,
    Resume,
    Setup,
    ToWorker,
} from "./messages";

type Reply = Extract<FromWorker, { ask: number }>;

const engineBroke = (why: string): Message => ({
    key: "web.error.engine",
    params: { why: { text: why } },
});

class Host {
    protected readonly worker = new Worker(WORKER_URL, { type: "module" });
    private readonly open = new Map<number, (reply: Reply) => void>();
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
        for (const [ask, answer] of this.open) answer({ ask, refused: engineBroke(why) });
        this.open.clear();
    }

    protected async ask<Op extends keyof Questions>(
        op: Op,
        question: Questions[Op]["ask"],
    ): Promise<Questions[Op]["reply"]> {
        const ask = ++this.asks;
        const answer = await new Promise<Reply>((done) => {
            this.open.set(ask, done);
            this.worker.postMessage({ ...question, op, ask });
        });
        if ("refused" in answer) throw new Refusal(answer.refused);
        return answer.reply;
    }

    close(): void {
        this.worker.terminate();
    }
}

/** A table in a worker of its own. `saves` receives new log entries in order; `decided` is called
 * after every decision of an opponent. */
export class LocalTable extends Host implements Transport {
    private listener: (message: FromTable) => void = () => {};
    saves: (log: readonly LogEntry[], from: number) => void = () => {};
    decided: (limited: boolean) => void = () => {};
    fails: (reason: Message) => void = () => {};

    begin(setup: Setup): Promise<unknown> {
        return this.ask("open", { setup });
    }

    resume(setup: Resume): Promise<unknown> {
        return this.ask("resume", { setup });
    }

    pace(pace: Pace): void {
        this.worker.postMessage({ op: "pace", pace } satisfies ToWorker);
    }

    send(message: FromClient): void {
        this.worker.postMessage({ op: "send", message } satisfies ToWorker);
    }

    listen(listener: (message: FromTable) => void): void {
        this.listener = listener;
    }

    protected override hear(data: FromWorker): void {
        if ("messages" in data) {
            for (const message of data.messages) this.listener(message);
            if (data.log.length) this.saves(data.log, data.from);
        } else if ("decided" in data) this.decided(data.decided.limited);
        else super.hear(data);
    }

    protected override broke(why: string): void {
        super.broke(why);
        this.fails(engineBroke(why));
    }
}

/** Answers questions about views and records of any table. One worker, started when it is first
 * needed. */
class Helper extends Host {
    describe(view: unknown): Promise<Described> {
        return this.ask("describe", { view });
    }

    /** Resolves to the number of steps checked. */
    verify(record: unknown): Promise<number> {
        return this.ask("verify", { record });
    }
}

/** Analyses how much of a result was luck and how much skill. Closing it stops the analysis. */
export class Analyst extends Host {
    progress: (part: number) => void = () => {};

    async analyse(record: GameRecord, visits: number): Promise<Analysis> {
        const { seats, steps, visits: used } = await this.ask("analyse", { record, visits });
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

const hintSeed = "0".repeat(64); // fixed, so that the same question always gets the same hint

/** Asks the engine's adviser (match/opponents.h), which knows only what the seat sees. */
class Adviser extends Host {
    hint(game: string, players: number, seat: number, view: unknown): Promise<string | undefined> {
        const task = { game, view, seat, level: "adviser", seed: hintSeed };
        return this.ask("hint", { players, task });
    }
}

let advising: Adviser | null = null;
export const adviser = () => (advising ??= new Adviser());

let shared: Helper | null = null;
export const helper = () => (shared ??= new Helper());
