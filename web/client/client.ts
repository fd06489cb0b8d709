// A client of the message protocol (docs/protocol.md) for the seats that this page holds at one table, or for a spectator.
// It keeps what each of them was told, adds the seats' bytes to the draws, and repeats what was not answered.
import type { FromClient, FromTable, Message as Reason, Record as GameRecord, TableQuestion, TableUpdate, TableWaiting, TableWelcome } from "../generated/protocol";
import { blake2b256, bytesOf } from "./blake2b";
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

/** A seat's bytes for the draws: kept where a reload finds them; null: lost. */
export interface Entropy {
    (seat: number): string | null;
}

type Waits = { readonly type: FromTable["type"]; readonly seat: number | null; readonly done: (message: FromTable) => void };

export class Client {
    private situation: Situation = { welcome: null, observers: new Map(), refused: null, sending: false };
    private readonly listeners = new Set<(situation: Situation) => void>();
    private readonly hashed = new Set<number>();
    private readonly unanswered = new Map<string, FromClient>();
    private waits: Waits[] = [];
    private ids = 0;
    private readonly run = Math.random().toString(36).slice(2, 10); // ids of another visit are others

    constructor(private readonly transport: Transport, readonly table: string, readonly seats: readonly number[], private readonly entropy: Entropy) {
        transport.listen((message) => this.hear(message));
    }

    get now(): Situation {
        return this.situation;
    }

    subscribe(listener: (situation: Situation) => void): () => void {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
    }

    /** Says hello as everybody this page is; again after a connection was lost. What was not answered is sent again. */
    hello(): void {
        for (const seat of this.seats.length ? this.seats : [null]) {
            const version = this.situation.observers.get(seat)?.updates.at(-1)?.version ?? 0;
            this.send({ type: "hello", table: this.table, seat, protocol: 1, build: BUILD_ID, version });
        }
        for (const message of this.unanswered.values()) this.send(message);
    }

    answer(seat: number, action: string): void {
        const question = this.situation.observers.get(seat)?.question;
        if (!question || this.situation.sending) return;
        const id = this.id(), message: FromClient = { type: "answer", table: this.table, seat, q: question.q, id, do: action };
        this.unanswered.set(id, message);
        this.change({ refused: null, sending: true });
        this.send(message);
    }

    undo(seat: number): void {
        const id = this.id(), message: FromClient = { type: "undo", table: this.table, seat, id };
        this.unanswered.set(id, message);
        this.change({ refused: null, sending: true });
        this.send(message);
    }

    /** Why this is not legal; null: it is. */
    async why(seat: number, action: string): Promise<Reason | null> {
        this.send({ type: "why", table: this.table, seat, do: action });
        const message = await this.next("why", seat);
        return message.type === "why" ? message.reason : null;
    }

    /** What a strong opponent would do; null: nobody can say. */
    async hint(seat: number): Promise<string | null> {
        const said = Promise.race([this.next("hint", seat), this.next("refused", seat)]);
        this.send({ type: "hint", table: this.table, seat });
        const message = await said;
        return message.type === "hint" ? message.do : null;
    }

    async record(seat: number | null): Promise<GameRecord> {
        this.send({ type: "record", table: this.table, seat });
        const message = await this.next("record", seat);
        if (message.type !== "record") throw new Error("no record");
        return message.record;
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

    private next(type: FromTable["type"], seat: number | null): Promise<FromTable> {
        return new Promise((done) => this.waits.push({ type, seat, done }));
    }

    private change(change: Partial<Situation>): void {
        this.situation = { ...this.situation, ...change };
        for (const listener of this.listeners) listener(this.situation);
    }

    private observe(seat: number | null, change: (before: Observed) => Partial<Observed>): void {
        const before = this.situation.observers.get(seat) ?? { seat, updates: [], question: null, waiting: null, told: false };
        const observers = new Map(this.situation.observers);
        const after = { ...before, ...change(before) };
        observers.set(seat, after);
        // Nobody looks on while a whole game is told again.
        if (after.told) this.change({ observers });
        else this.situation = { ...this.situation, observers };
    }

    private hear(message: FromTable): void {
        const waits = this.waits.findIndex(({ type, seat }) => type === message.type && seat === message.seat);
        if (waits >= 0) this.waits.splice(waits, 1)[0]!.done(message);
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
            case "refused":
                return this.refused(message.id, message.reason);
            case "restart":
                this.hashed.clear();
                return this.change({ welcome: this.situation.welcome && { ...this.situation.welcome, commitment: message.commitment } });
            default:
        }
    }

    /** An update comes twice where an answer is repeated: its version says so. A question that still stands comes again after it. */
    private updated(message: TableUpdate): void {
        if (message.id !== undefined && this.unanswered.delete(message.id)) this.change({ sending: this.unanswered.size > 0 });
        this.observe(message.seat, ({ updates }) => {
            if (message.version <= (updates.at(-1)?.version ?? 0)) return {};
            return { updates: [...updates, message], question: null };
        });
    }

    private refused(id: string | null, reason: Reason): void {
        if (id !== null) this.unanswered.delete(id);
        this.change({ refused: reason, sending: this.unanswered.size > 0 });
    }

    /** The seat's part in the draws, by itself: first the hash, and the bytes when all hashes are in. */
    private addBytes({ seat, entropy, phase, table }: TableWaiting): void {
        if (seat === null || !entropy.includes(seat)) return;
        const value = this.entropy(seat);
        if (value === null) return this.send({ type: "entropy", table, seat, lost: true });
        if (phase === "seating" && !this.hashed.has(seat)) {
            this.hashed.add(seat);
            this.send({ type: "entropy", table, seat, hash: blake2b256(bytesOf(value)) });
        } else if (phase === "revealing") this.send({ type: "entropy", table, seat, value });
    }
}
