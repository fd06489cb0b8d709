// A client of the message protocol (docs/protocol.md) for the seats that this page holds at one
// table, or for a spectator. It keeps what each of them was told, adds the seats' bytes to the
// draws, and repeats what was not answered.
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

/** What one seat, or the spectator, has been told. */
export interface Observed {
    readonly seat: number | null;
    readonly updates: readonly TableUpdate[];
    readonly question: TableQuestion | null;
    readonly waiting: TableWaiting | null;
    readonly told: boolean; // all that happened before it came is there
}

export interface Situation {
    readonly welcome: TableWelcome | null;
    readonly observers: ReadonlyMap<number | null, Observed>;
    readonly refused: Reason | null; // the last refusal of what a person did
    readonly sending: boolean; // an answer is on its way
}

/** A seat's bytes for the draws: kept where a reload finds them; null: lost, or on another
 * device. `anew`: they may be drawn now. */
export interface Entropy {
    (seat: number, anew: boolean): string | null;
}

// of several pages of one person the first is heard: no refusal that anybody wants to read
const entropyId = "entropy";
const elsewhere = 10_000; // ms for another device to send its bytes

/** Something asked that changes nothing: after a lost connection it is asked again. */
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
    // to the draws, on this connection
    private readonly given = new Map<number, "hash" | "value" | "lost">();
    private readonly unanswered = new Map<string, FromClient>();
    private readonly asked = new Map<string, Asked>();
    private ids = 0;
    // ids of another visit are others
    private readonly run = Math.random().toString(36).slice(2, 10);

    constructor(
        private readonly transport: Transport,
        readonly table: string,
        readonly seats: readonly number[],
        private readonly entropy: Entropy,
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

    /** Says hello as everybody this page is; again after a connection was lost. What was not
     * answered is sent again. */
    hello(): void {
        this.given.clear();
        for (const seat of this.seats.length ? this.seats : [null]) {
            const version = this.situation.observers.get(seat)?.updates.at(-1)?.version ?? 0;
            this.send({
                type: "hello",
                table: this.table,
                seat,
                protocol: 1,
                build: BUILD_ID,
                version,
            });
        }
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

    /** Why this is not legal; null: it is. */
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

    /** Replies have no id: the first that was asked the same is meant. */
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
            told: false,
        };
        const observers = new Map(this.situation.observers);
        const after = { ...before, ...change(before) };
        observers.set(seat, after);
        // Nobody looks on while a whole game is told again.
        if (after.told) this.change({ observers });
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
                this.observe(message.seat, () => ({ waiting: message, told: true }));
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

    /** An update comes twice where an answer is repeated: its version says so. A question that
     * still stands comes again after it. */
    private updated(message: TableUpdate): void {
        if (message.id !== undefined && this.unanswered.delete(message.id))
            this.change({ sending: this.unanswered.size > 0 });
        this.observe(message.seat, ({ updates }) => {
            if (message.version <= (updates.at(-1)?.version ?? 0)) return {};
            return { updates: [...updates, message], question: null };
        });
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

    /** The seat's part in the draws, by itself: first the hash, and the bytes when all hashes
     * are in. */
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
        setTimeout(() => owes() && give({ lost: true }), elsewhere);
    }
}
