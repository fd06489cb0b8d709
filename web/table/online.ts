// A table at the server: who is there, the chat, and the client of this person's seats.
import { useEffect, useState } from "preact/hooks";
import { randomHex } from "../client/commitment";
import { Client, protocol } from "../client/client";
import type { Place } from "../client/reports";
import { myTables } from "../client/server";
import { Socket } from "../client/socket";
import type {
    FromClient,
    FromTable,
    TableChat,
    TableClock,
    TableTable,
    TableWelcome,
} from "../generated/protocol";
import type { Analysis } from "../engine/messages";
import type { Message } from "../text";
import type { Analysed } from "./analysis";
import type { Clock } from "./clock";
import type { Proposal } from "./people";
import type { Kept } from "./result";

export type Said = TableChat["lines"][number];

export interface Online {
    readonly connected: boolean;
    readonly info: TableTable | null;
    readonly clock: Clock | null;
    readonly chat: readonly Said[];
    readonly muted: readonly string[]; // people whose chat lines are hidden here
    readonly otherTurns: readonly string[]; // other tables that wait for the person
    readonly client: Client | null;
    readonly refused: Message | null; // why the table cannot be entered
    readonly wrong: Message | null; // why another request was refused
}

/** What this browser stores for the table: the person's random bytes, the commitment from before
 * the game, and the muted people. */
class Keeper {
    private readonly memory = new Map<string, string>();
    // the commitment of a game that had begun when this page first came to it
    private late = "";

    constructor(private readonly table: string) {}

    bytes(seat: number, anew: boolean): string | null {
        return (
            this.get(`bytes ${seat}`) ?? (anew ? this.put(`bytes ${seat}`, randomHex(32)) : null)
        );
    }

    welcome({ commitment, version }: TableWelcome): void {
        if (version === 0) this.put("commitment", commitment);
        else this.late ||= commitment;
    }

    restart(commitment: string): void {
        this.put("commitment", commitment);
    }

    muted(): readonly string[] {
        return JSON.parse(this.get("muted") ?? "[]") as string[];
    }

    mute(names: readonly string[]): readonly string[] {
        this.put("muted", JSON.stringify(names));
        return names;
    }

    /** `begun`: the game begins with the table, so nobody can be there before. */
    kept(seats: readonly number[], players: number, begun: boolean): Kept {
        return {
            commitment: this.get("commitment") ?? (begun ? this.late : ""),
            entropy: Array.from({ length: players }, (_, seat) =>
                seats.includes(seat) ? this.get(`bytes ${seat}`) : null,
            ),
        };
    }

    private get(name: string): string | null {
        try {
            return (
                localStorage.getItem(`tafelrunde ${this.table} ${name}`) ??
                this.memory.get(name) ??
                null
            );
        } catch {
            return this.memory.get(name) ?? null;
        }
    }

    private put(name: string, value: string): string {
        this.memory.set(name, value);
        try {
            localStorage.setItem(`tafelrunde ${this.table} ${name}`, value);
        } catch {
            // storage is closed to the page: kept until the page is closed
        }
        return value;
    }
}

let tableToJoin = ""; // the table at which the person wants to sit down

/** Remembers that the person, on arriving at the table, wants to take any free seat. */
export function wishToSit(table: string): void {
    tableToJoin = table;
}

const clockOf = ({ left_ms, running }: Pick<TableClock, "left_ms" | "running">): Clock => ({
    left_ms,
    running,
    at: Date.now(),
});

const same = (one: readonly number[], other: readonly number[]) => one.join() === other.join();

export class OnlineTable {
    private readonly socket = new Socket();
    private readonly keeper: Keeper;
    private now: Online = {
        connected: false,
        info: null,
        clock: null,
        chat: [],
        muted: [],
        otherTurns: [],
        client: null,
        refused: null,
        wrong: null,
    };
    private hear: (message: FromTable) => void = () => {};
    // messages for spectators that arrived before it was known whether the person is one
    private early: FromTable[] = [];
    private greeted = false; // the hello of this connection was answered
    private wanted: number | "any" | null = null; // the seat to take after that
    private analysis: Analysis | undefined;
    readonly analysed: Analysed = {
        get: () => this.analysis,
        put: (analysis) => (this.analysis = analysis),
    };
    changed: (online: Online) => void = () => {};

    constructor(
        private readonly id: string,
        private readonly secret: string,
    ) {
        this.keeper = new Keeper(id);
        if (tableToJoin === id) this.wanted = "any";
        tableToJoin = "";
        this.now = { ...this.now, muted: this.keeper.muted() };
        this.socket.opened = () => {
            this.greeted = false;
            this.early = [];
            this.change({ connected: true });
            this.hello();
            void this.refreshOtherTurns();
        };
        this.socket.probe = () => {
            this.hello();
            void this.refreshOtherTurns();
        };
        this.socket.lost = () => this.change({ connected: false });
        this.socket.heard = (message) => this.take(message);
    }

    send(message: FromClient): void {
        this.socket.send(
            message.type === "hello" && this.secret ? { ...message, secret: this.secret } : message,
        );
    }

    /** Sends something that must not be repeated. Without a connection it fails, and the page says
     * so. */
    private act(message: FromClient): boolean {
        const sent = this.socket.send(message);
        if (!sent) this.change({ wrong: { key: "web.online.unsent", params: {} } });
        return sent;
    }

    /** `anew`: the person has another session now, which only a new connection knows. */
    sit(seat: number, anew: boolean): void {
        if (!anew) return void this.act({ type: "sit", table: this.id, seat });
        this.wanted = seat;
        return this.socket.again();
    }

    leave(seat: number): boolean {
        return this.act({ type: "leave", table: this.id, seat });
    }

    remove(seat: number, block: boolean): boolean {
        return this.act({ type: "remove", table: this.id, seat, block });
    }

    fill(seat: number, level: string | null): boolean {
        return this.act({ type: "fill", table: this.id, seat, level });
    }

    resign(seat: number): boolean {
        return this.act({ type: "resign", table: this.id, seat });
    }

    propose(what: Proposal["what"], of?: number): boolean {
        return this.act({
            type: "propose",
            table: this.id,
            seat: null,
            what,
            ...(of === undefined ? {} : { of }),
        });
    }

    agree(): boolean {
        return this.act({ type: "agree", table: this.id, seat: null });
    }

    decline(): boolean {
        return this.act({ type: "decline", table: this.id, seat: null });
    }

    mute(name: string): void {
        const { muted } = this.now;
        this.change({
            muted: this.keeper.mute(
                muted.includes(name) ? muted.filter((other) => other !== name) : [...muted, name],
            ),
        });
    }

    /** For reports: the table, and how to get in. */
    get place(): Place {
        return { table: this.id, ...(this.secret ? { secret: this.secret } : {}) };
    }

    /** Hides the lines of somebody who was blocked; the server sends no more. */
    hide(name: string): void {
        if (!this.now.muted.includes(name)) this.mute(name);
    }

    reclaim(seat: number): boolean {
        return this.act({ type: "reclaim", table: this.id, seat });
    }

    say(text: string): boolean {
        return this.act({ type: "chat", table: this.id, seat: null, text });
    }

    rematch(): boolean {
        return this.act({ type: "rematch", table: this.id, seat: null });
    }

    kept(): Kept {
        const { info } = this.now;
        return this.keeper.kept(info?.you ?? [], info?.seats.length ?? 0, Boolean(info?.event));
    }

    close(): void {
        this.changed = () => {};
        this.socket.close();
    }

    private change(change: Partial<Online>): void {
        this.now = { ...this.now, ...change };
        this.changed(this.now);
    }

    /** Enters the table with the seats held before, otherwise as a spectator to learn who we
     * are. */
    private hello(): void {
        const { client } = this.now;
        if (client) client.hello();
        else this.send({ type: "hello", table: this.id, seat: null, protocol, build: BUILD_ID });
    }

    /** Asks which other tables still wait for the person: messages may have been missed. */
    private async refreshOtherTurns(): Promise<void> {
        if (this.now.otherTurns.length === 0) return;
        const turns = (await myTables("running").catch(() => []))
            .filter(({ turn }) => turn)
            .map(({ table }) => table);
        this.change({ otherTurns: this.now.otherTurns.filter((other) => turns.includes(other)) });
    }

    private take(message: FromTable): void {
        if (message.type === "turn")
            return this.change({
                otherTurns: [
                    ...this.now.otherTurns.filter((other) => other !== message.table),
                    ...(message.awaited && message.table !== this.id ? [message.table] : []),
                ],
            });
        if (message.table !== null && message.table !== this.id) return undefined;
        if (message.type === "table") return this.greet(message);
        if (message.type === "clock") return this.change({ clock: clockOf(message) });
        if (message.type === "chat")
            return this.change({
                chat: [
                    ...this.now.chat.filter(
                        ({ number }) => !message.lines.some((line) => line.number === number),
                    ),
                    ...message.lines,
                ],
            });
        if (message.type === "refused" && message.id === null) {
            if (!this.greeted && this.now.client?.seats.length) {
                this.change({ client: null }); // the seat belongs to another session now
                return this.hello();
            }
            return this.change(
                this.now.info ? { wrong: message.reason } : { refused: message.reason },
            );
        }
        if (message.type === "welcome") this.keeper.welcome(message);
        if (message.type === "restart") this.keeper.restart(message.commitment);
        if (!this.now.client) this.early.push(message);
        const seats = this.now.client?.seats ?? [];
        if (
            seats.length
                ? message.seat !== null && seats.includes(message.seat)
                : message.seat === null
        )
            this.hear(message);
        return undefined;
    }

    /** The person's seats may have changed; the client then starts from the beginning. */
    private greet(info: TableTable): void {
        const old = this.now.client,
            stays = old !== null && same(old.seats, info.you);
        const client = stays
            ? old
            : new Client(
                  {
                      send: (message) => this.send(message),
                      listen: (hear) => (this.hear = hear),
                      close: () => {},
                  },
                  this.id,
                  info.you,
                  (seat, anew) => this.keeper.bytes(seat, anew),
              );
        this.change({
            info,
            client,
            clock: info.clock && clockOf(info.clock),
            wrong: this.greeted ? null : this.now.wrong,
        });
        if (!stays && info.you.length === 0 && this.early.length)
            for (const message of this.early) this.hear(message);
        else if (!stays) client.hello();
        this.early = [];
        if (!this.greeted && this.wanted !== null) {
            const seat =
                this.wanted === "any"
                    ? info.seats.findIndex(({ name, level }) => name === null && level === null)
                    : this.wanted;
            if (seat >= 0) this.sit(seat, false);
            else this.change({ wrong: { key: "web.lobby.full", params: {} } });
            this.wanted = null;
        }
        this.greeted = true;
    }
}

export function useOnline(id: string): {
    readonly online: Online | null;
    readonly table: OnlineTable | null;
} {
    const [table, setTable] = useState<OnlineTable | null>(null),
        [online, set] = useState<Online | null>(null);
    useEffect(() => {
        const made = new OnlineTable(id, location.hash.slice(1));
        made.changed = set;
        setTable(made);
        return () => made.close();
    }, [id]);
    return { online, table };
}
