// The page's side of the workers that run an engine.
import type { FromClient, FromTable, Part, Record as GameRecord } from "../generated/protocol";
import type { Transport } from "../client/transport";
import { Refusal } from "../refusal";
import type { Message } from "../text";
import type {
    Analysis,
    DailyDeal,
    Described,
    FromWorker,
    LogEntry,
    Pace,
    Questions,
    Resume,
    Setup,
    Studied,
    StudyLine,
    ToWorker,
    Weighed,
    WeighedChoice,
    Weighing,
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

    daily(day: string): Promise<DailyDeal> {
        return this.ask("daily", { day });
    }

    study(line: StudyLine): Promise<Studied> {
        return this.ask("study", { line });
    }

    parts(game: string, actions: readonly string[]): Promise<readonly (readonly Part[])[]> {
        return this.ask("parts", { game, do: actions });
    }

    /** Resolves to the number of steps checked. */
    verify(record: unknown): Promise<number> {
        return this.ask("verify", { record });
    }
}

/** Analyses how much of a result was luck and how much skill. Closing it stops the analysis. */
export class Analyst extends Host {
    progress: (part: number) => void = () => {};

    analyse(record: GameRecord, visits: number): Promise<Analysis> {
        return this.ask("analyse", { record, visits });
    }

    protected override hear(data: FromWorker): void {
        if ("progress" in data) this.progress(data.progress);
        else super.hear(data);
    }
}

/** One worker that weighs a seat's choices. */
class Scale extends Host {
    weighed: (weighed: Weighed) => void = () => {};

    weigh(players: number, task: Weighing | null, until: number): Promise<unknown> {
        return this.ask("weigh", { players, task, until });
    }

    protected override hear(data: FromWorker): void {
        if ("weighed" in data) this.weighed(data.weighed);
        else super.hear(data);
    }
}

const mostScales = 4;

/** Adds up what several workers found about the same choices. */
function mergeWeighed(all: readonly Weighed[]): Weighed {
    const [first] = all;
    if (!first || all.length === 1) return first ?? { seat: 0, visits: 0, choices: [] };
    const found = new Map<string, WeighedChoice>();
    for (const one of all.flatMap(({ choices }) => choices)) {
        const other = found.get(one.do);
        if (!other) {
            found.set(one.do, one);
            continue;
        }
        const visits = one.visits + other.visits,
            mean = (a: number, b: number) => (a * other.visits + b * one.visits) / visits;
        found.set(one.do, {
            ...other,
            visits,
            chance: other.chance.map((chance, seat) => mean(chance, one.chance[seat]!)),
            error: Math.hypot(other.error * other.visits, one.error * one.visits) / visits,
        });
    }
    return {
        seat: first.seat,
        visits: all.reduce((sum, { visits }) => sum + visits, 0),
        choices: [...found.values()].sort((a, b) => b.visits - a.visits),
    };
}

/** Weighs a seat's choices in one worker per core. */
export class Scales {
    private readonly workers: readonly Scale[];
    private latest: readonly (Weighed | undefined)[] = [];

    constructor(count = Math.max(1, Math.min(mostScales, navigator.hardwareConcurrency))) {
        this.workers = Array.from({ length: count }, () => new Scale());
    }

    /** `heard` receives what is known so far, `done` is called after `until` visits per worker. */
    weigh(
        players: number,
        task: Omit<Weighing, "index">,
        until: number,
        heard: (weighed: Weighed) => void,
    ): Promise<unknown> {
        this.latest = [];
        return Promise.all(
            this.workers.map((worker, index) => {
                worker.weighed = (weighed) => {
                    this.latest = Object.assign([...this.latest], { [index]: weighed });
                    heard(mergeWeighed(this.latest.filter((one) => one !== undefined)));
                };
                return worker.weigh(players, { ...task, index }, until);
            }),
        );
    }

    stop(): void {
        for (const worker of this.workers) {
            worker.weighed = () => {};
            void worker.weigh(0, null, 0).catch(() => {});
        }
    }

    close(): void {
        for (const worker of this.workers) worker.close();
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
