// A table's opponents. Several workers search the same decision independently. Their results are
// merged in a fixed order, so that the decision does not depend on which worker finishes first.
import { withNet } from "../generated/levels";
import type { Engine } from "./engine";
import type { FromThinker, Owed, Task, Thought, ToThinker } from "./messages";

/** Milliseconds per turn. Levels that are not listed do not search. */
const limits: Readonly<Record<string, number>> = { novice: 300, club: 1500, master: 5000 };
// The smallest share of the limit for one decision, however much of the turn's time is already
// spent.
const leastShare = 0.1;
const mostWorkers = 8;

/** The net for a game and a number of players; null if there is none. */
export async function loadNet(game: string, players: number): Promise<Uint8Array | null> {
    const url = NETS[`${game}-${players}`];
    if (url === undefined) return null;
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${response.status} ${url}`);
    return new Uint8Array(await response.arrayBuffer());
}

/** The net that these opponents need; null if they need none. */
export const netFor = async (game: string, bots: readonly string[]) =>
    bots.some((level) => withNet[game]?.includes(level)) ? loadNet(game, bots.length) : null;

export interface Decision {
    readonly do: string;
    readonly limited: boolean; // the time ran out before the level was done
}

export class Opponents {
    private workers: readonly Worker[] = [];
    private readonly spent = new Map<number, number>(); // ms used in the present turn, by seat

    constructor(
        private readonly engine: Engine,
        private readonly module: WebAssembly.Module,
        private readonly net: Uint8Array | null,
        private readonly game: string,
    ) {}

    /** A seat has acted: every other seat's next decision starts a new turn with its full time. */
    moved(seat: number): void {
        for (const other of this.spent.keys()) if (other !== seat) this.spent.delete(other);
    }

    /** `sharing` is the number of opponents that were asked at the same time and share the
     * processor. */
    async decide({ seat, level, view, seed }: Owed, sharing: number): Promise<Decision> {
        const task: Task = { game: this.game, view, seat, level, seed },
            limit = limits[level];
        if (limit === undefined)
            return { do: this.engine.merge(task, [this.engine.think(task, 0)]), limited: false };
        const spent = this.spent.get(seat) ?? 0,
            began = performance.now(),
            time = Math.max(limit - spent, limit * leastShare) / sharing;
        const workers = this.all();
        const thoughts = await Promise.all(
            workers.map((worker, index) =>
                this.ask(worker, {
                    task: { ...task, workers: workers.length, index },
                    limit: time,
                }),
            ),
        );
        this.spent.set(seat, spent + performance.now() - began);
        return {
            do: this.engine.merge(task, thoughts),
            limited: thoughts.some(({ limited }) => limited),
        };
    }

    /** One worker per core, less one for the page. They start with the first decision. */
    private all(): readonly Worker[] {
        if (this.workers.length) return this.workers;
        const count = Math.min(mostWorkers, Math.max(1, navigator.hardwareConcurrency - 1));
        this.workers = Array.from({ length: count }, () => {
            const worker = new Worker(THINKER_URL, { type: "module" });
            worker.postMessage({ module: this.module, net: this.net } satisfies ToThinker);
            return worker;
        });
        return this.workers;
    }

    private ask(worker: Worker, message: ToThinker): Promise<Thought> {
        return new Promise((done, failed) => {
            worker.onmessage = ({ data }: MessageEvent<FromThinker>) => done(data.thought);
            worker.onerror = ({ message: why }) => failed(new Error(why));
            worker.postMessage(message);
        });
    }
}
