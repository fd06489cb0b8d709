// A client of the message protocol (docs/protocol.md) for the seats that this page holds at one
// table, or for a spectator. It stores what each observer has received, contributes the seats'
// random bytes, and resends unanswered messages after a reconnect.
import type {
    ClientRecord,
    ClientWhy,
    FromClient,
    FromTable,
    Message as Reason,
    Record as GameRecord,
    TableQuestion,
    TableRecord,
    TableUpdate,
    TableWaiting,
    TableWelcome,
    TableWhy,
} from "../generated/protocol";
import { Refusal } from "../refusal";
import { hashOf } from "./commitment";
import type { Transport } from "./transport";
import { completed, type Update } from "./update";

/** The revision of the protocol, docs/protocol.md. */
export const protocol = 3;

/** What one observer, a seat or the spectator, has received so far. */
export interface Observed {
    readonly seat: number | null;
    readonly updates: readonly Update[];
    readonly question: TableQuestion | null;
    readonly waiting: TableWaiting | null;
    // true once everything that happened before the page connected has arrived
    readonly caughtUp: boolean;
}

export interface Situation {
    readonly welcome: TableWelcome | null;
    readonly observers: ReadonlyMap<number | null, Observed>;
    readonly refused: Reason | null; // why the person's latest answer or undo was refused
    readonly sending: boolean; // an answer or undo is not confirmed yet
}

/** Returns a seat's random bytes for the draws, which are stored so that a reload finds them.
 * Returns null if they are lost or on another device. With `anew`, missing bytes may be drawn
 * now. */
interface Entropy {
    (seat: number, anew: boolean): string | null;
}

// If a person has several pages open, the server takes the bytes of the first and refuses the
// others. That refusal is not shown.
const entropyId = "entropy";
const otherDeviceMs = 10_000; // after that, bytes on another device count as lost

/** A request that changes nothing, so it can be repeated after a lost connection. */
interface Asked {
    readonly message: ClientWhy | ClientRecord;
    done(reply: TableWhy | TableRecord): void;
    refused(reason: Reason): void;
}

export class Client {
    private situation: Situation = {
        welcome: null,
        observers: new Map(),
        refused: null,
        sending: false,
    };
    private readonly listeners = new Set<(situation: Situation) => void>();
    // what each seat has contributed to the draws on this connection
    private readonly given = new Map<number, "hash" | "value" | "lost">();
    private readonly unanswered = new Map<string, FromClient>();
    private readonly asked = new Map<string, Asked>();
    private ids = 0;
    // makes ids unique across visits
    private readonly run = Math.random().toString(36).slice(2, 10);

    constructor(
        private readonly transport: Transport,
        readonly table: string,
        readonly seats: readonly number[],
        private readonly entropy: Entropy,
        private readonly alsoWatches = false, // receives what a spectator sees, too
    ) {
        transport.listen((message) => this.hear(message));
    }

    get now(): Situation {
        return this.situation;
    }

    subscribe(listener: (situation: Situation) => void): () => void {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
    }

    /** Says hello for every seat of this page and resends everything unanswered. Called on every
     * new connection. */
    hello(): void {
        this.given.clear();
        const seats =
            this.seats.length === 0 || this.alsoWatches ? [...this.seats, null] : this.seats;
        for (const seat of seats) this.enter(seat);
        for (const message of this.unanswered.values()) this.send(message);
        for (const { message } of this.asked.values()) this.send(message);
    }

    answer(seat: number, action: string): void {
        const question = this.situation.observers.get(seat)?.question;
        if (!question || this.situation.sending) return;
        const id = this.id(),
            message: FromClient = {
                type: "answer",
                table: this.table,
                seat,
                q: question.q,
                id,
                do: action,
            };
        this.unanswered.set(id, message);
        this.change({ refused: null, sending: true });
        this.send(message);
    }

    undo(seat: number): void {
        const id = this.id(),
            message: FromClient = { type: "undo", table: this.table, seat, id };
        this.unanswered.set(id, message);
        this.change({ refused: null, sending: true });
        this.send(message);
    }

    /** Resolves to the reason why an action is not legal, or to null if it is. */
    async why(seat: number, action: string): Promise<Reason | null> {
        const reply = await this.ask({
            type: "why",
            table: this.table,
            seat,
            id: this.id(),
            do: action,
        });
        return reply.type === "why" ? reply.reason : null;
    }

    async record(seat: number | null): Promise<GameRecord> {
        const reply = await this.ask({ type: "record", table: this.table, seat, id: this.id() });
        if (reply.type !== "record") throw new Error("no record");
        return reply.record;
    }

    close(): void {
        this.listeners.clear();
        this.transport.close();
    }

    private enter(seat: number | null): void {
        const version = this.situation.observers.get(seat)?.updates.at(-1)?.version ?? 0;
        this.send({
            type: "hello",
            table: this.table,
            seat,
            protocol,
            build: BUILD_ID,
            version,
        });
    }

    private send(message: FromClient): void {
        this.transport.send(message);
    }

    private id(): string {
        return `${this.run}-${(this.ids++).toString(36)}`;
    }

    private ask(
        message: (ClientWhy | ClientRecord) & { readonly id: string },
    ): Promise<TableWhy | TableRecord> {
        return new Promise((done, failed) => {
            this.asked.set(message.id, {
                message,
                done,
                refused: (reason) => failed(new Refusal(reason)),
            });
            this.send(message);
        });
    }

    /** Replies carry no id, so each goes to the oldest request with the same content. */
    private replied(reply: TableWhy | TableRecord): void {
        for (const [id, { message, done }] of this.asked) {
            if (
                message.type !== reply.type ||
                message.seat !== reply.seat ||
                (message.type === "why" && reply.type === "why" && message.do !== reply.do)
            )
                continue;
            this.asked.delete(id);
            return done(reply);
        }
    }

    private change(change: Partial<Situation>): void {
        this.situation = { ...this.situation, ...change };
        for (const listener of this.listeners) listener(this.situation);
    }

    private observe(seat: number | null, change: (before: Observed) => Partial<Observed>): void {
        const before = this.situation.observers.get(seat) ?? {
            seat,
            updates: [],
            question: null,
            waiting: null,
            caughtUp: false,
        };
        const observers = new Map(this.situation.observers);
        const after = { ...before, ...change(before) };
        observers.set(seat, after);
        // Listeners hear nothing while the whole game so far is being replayed.
        if (after.caughtUp) this.change({ observers });
        else this.situation = { ...this.situation, observers };
    }

    private hear(message: FromTable): void {
        switch (message.type) {
            case "welcome":
                return this.change({ welcome: message });
            case "update":
                return this.updated(message);
            case "question":
                return this.observe(message.seat, () => ({ question: message }));
            case "waiting":
                this.observe(message.seat, () => ({ waiting: message, caughtUp: true }));
                return this.addBytes(message);
            case "why":
            case "record":
                return this.replied(message);
            case "refused":
                return this.refused(message.id, message.reason);
            case "restart":
                this.given.clear();
                return this.change({
                    welcome: this.situation.welcome && {
                        ...this.situation.welcome,
                        commitment: message.commitment,
                    },
                });
            default:
        }
    }

    /** The same update arrives twice if an answer was repeated; its version tells. The table
     * repeats a question that is still open after the update. If an update is missing, the seat
     * says hello again and gets the whole view. */
    private updated(message: TableUpdate): void {
        if (message.id !== undefined && this.unanswered.delete(message.id))
            this.change({ sending: this.unanswered.size > 0 });
        const last = this.situation.observers.get(message.seat)?.updates.at(-1);
        if (message.version <= (last?.version ?? 0)) return;
        const update = completed(message, last);
        if (!update) return this.enter(message.seat);
        this.observe(message.seat, ({ updates }) => ({
            updates: [...updates, update],
            question: null,
        }));
    }

    private refused(id: string | null, reason: Reason): void {
        const asked = id !== null && this.asked.get(id);
        if (asked) {
            this.asked.delete(id);
            return asked.refused(reason);
        }
        if (id === entropyId) return undefined;
        if (id !== null) this.unanswered.delete(id);
        return this.change({ refused: reason, sending: this.unanswered.size > 0 });
    }

    /** Contributes the seat's bytes to the draws: first their hash, and once all hashes are in, the
     * bytes. */
    private addBytes({ seat, entropy, phase, table }: TableWaiting): void {
        if (seat === null || !entropy.includes(seat)) return;
        const value = this.entropy(seat, phase === "seating"),
            what = value === null ? "lost" : phase === "seating" ? "hash" : "value";
        if (this.given.get(seat) === what) return;
        this.given.set(seat, what);
        const give = (
            part: { readonly hash: string } | { readonly value: string } | { readonly lost: true },
        ) => this.send({ type: "entropy", table, seat, id: entropyId, ...part });
        if (value !== null) return give(phase === "seating" ? { hash: hashOf(value) } : { value });
        const owes = () =>
            this.situation.observers.get(seat)?.waiting?.entropy.includes(seat) &&
            this.given.get(seat) === "lost";
        setTimeout(() => owes() && give({ lost: true }), otherDeviceMs);
    }
}
