// Tables played in this browser: creating, opening, and saving after every step; each is owned by
// one tab.
import { useEffect, useRef, useState } from "preact/hooks";
import { Client } from "../client/client";
import { commitmentOf, randomHex, randomId } from "../client/commitment";
import { helper, LocalTable } from "../engine/host";
import { Refusal } from "../refusal";
import type { LogEntry, Pace } from "../engine/messages";
import { games, type GameFacts } from "../generated/games";
import type { Options, Record as GameRecord, RecordStep } from "../generated/protocol";
import type { Guided } from "../guide/guide";
import { gameTitle } from "../offer";
import {
    findTable,
    putTable,
    type DailyTable,
    type SavedTable,
    type Summary,
} from "../store/tables";
import { Ownership, tab } from "../store/owner";
import type { Message } from "../text";
import type { Analysed } from "./analysis";

export const gameOf = (id: string): GameFacts | undefined => games.find((game) => game.id === id);

export function titleOf(id: string): string {
    const game = gameOf(id);
    return game ? gameTitle(game) : id;
}

export const defaultsOf = ({ options }: GameFacts): Options =>
    Object.fromEntries(options.map((option) => [option.key, option.default]));

const paces: Record<"alive" | "still", Pace> = {
    alive: { forced: 400, opponent: [500, 1100] },
    still: { forced: 0, opponent: [0, 0] },
};

export interface NewTable {
    readonly game: string;
    readonly options: Options;
    readonly bots: readonly string[];
    readonly names: readonly string[];
    readonly seed?: string;
    // with a guide the deal is the prepared one, so the people's bytes must leave the draws
    // unchanged
    readonly guide?: Guided;
    // a deal of the day, likewise; its opponents must have the day's reserve
    readonly daily?: DailyTable;
    readonly reserve?: string;
    // the steps of a position to play on from; draws among them need not follow from the seed
    readonly log?: readonly LogEntry[];
}

const noSummary: Summary = { waiting: [], chapter: null, over: false };

/** Creates and stores a table. The game begins when the table is opened. */
export async function createTable({
    game,
    options,
    bots,
    names,
    seed = randomHex(32),
    guide,
    daily,
    reserve = randomHex(32),
    log = [],
}: NewTable): Promise<string> {
    const facts = gameOf(game),
        id = randomId(),
        now = Date.now();
    if (!facts) throw new Error(game);
    const setup = {
        game,
        players: bots.length,
        options,
        bots,
        seed,
        reserve,
        table: id,
        ...(log.length > 0 && { given: log.length }),
    };
    const entropy = bots.map((level) =>
        level === "person" ? (guide || daily ? "0".repeat(64) : randomHex(32)) : null,
    );
    const table: SavedTable = {
        ...(guide ? { guide } : {}),
        ...(daily ? { daily } : {}),
        id,
        setup,
        names,
        entropy,
        commitment: commitmentOf(id, seed),
        rules: facts.rules,
        components: facts.components,
        log,
        created: now,
        changed: now,
        summary: noSummary,
        owner: tab,
    };
    await putTable(table, null);
    return id;
}

/** A finished record as a table that can be replayed. */
export async function importRecord(record: GameRecord, names: readonly string[]): Promise<string> {
    const {
        game,
        players,
        options,
        table: id,
        seed,
        entropy,
        commitment,
        rules,
        components,
        steps,
        result,
    } = record;
    if (isForeign(game, record)) throw new Refusal(foreign);
    if (seed === undefined) throw new Refusal({ key: "web.record.unfinished", params: {} });
    if (await findTable(id)) return id; // played here, or imported before
    try {
        await helper().verify(record);
    } catch {
        // otherwise it would be stored and never open
        throw new Refusal({ key: "web.record.wrong", params: {} });
    }
    const bots = entropy.map((bytes) => (bytes === null ? "random" : "person"));
    const log = steps.map(([by, action]): LogEntry => ({ by, do: action }));
    const setup = { game, players, options, bots, seed, reserve: randomHex(32), table: id },
        now = Date.now();
    await putTable(
        {
            id,
            setup,
            names,
            entropy,
            commitment,
            rules,
            components,
            log,
            created: now,
            changed: now,
            summary: { ...noSummary, over: true, result },
            owner: tab,
        },
        null,
    );
    return id;
}

/** The table was played by other rules, or its game is unknown here, so this engine cannot replay
 * it. */
export function isForeign(
    game: string,
    { rules, components }: Pick<SavedTable, "rules" | "components">,
): boolean {
    const facts = gameOf(game);
    return facts?.rules !== rules || facts.components !== components;
}

const foreign: Message = { key: "web.table.foreign", params: {} };

/** The steps that were not undone. An undo takes back its seat's latest choice and everything after
 * it; seats that were asked at the same time keep their answers. */
export function stepsNotUndone(log: readonly LogEntry[]): readonly RecordStep[] {
    let kept: readonly LogEntry[] = [];
    for (const entry of log) {
        const from = entry.undo
            ? kept.findLastIndex(({ by, forced }) => by === entry.by && !forced)
            : 0;
        kept = entry.undo
            ? kept.filter(({ by }, i) => i < from || (by !== entry.by && by !== "chance"))
            : [...kept, entry];
    }
    return kept.map(({ by, do: action }) => [by, action!]);
}

/** A stored table as a record, made without an engine. A program that has its rules can continue
 * from there. */
export function recordOf({
    id,
    setup: { game, players, options, seed },
    rules,
    components,
    commitment,
    entropy,
    log,
    summary: { result },
}: SavedTable): GameRecord {
    return {
        format: "tafelrunde-record/1",
        game,
        rules,
        components,
        players,
        options,
        table: id,
        commitment,
        seed,
        entropy,
        steps: stepsNotUndone(log),
        ...(result ? { result } : {}),
    };
}

/** An open table and its client. */
class Session {
    private chain: Promise<unknown> = Promise.resolve();
    private summary: () => Summary = () => this.saved.summary;
    lost: () => void = () => {};

    private constructor(
        readonly table: LocalTable,
        readonly client: Client,
        public saved: SavedTable,
    ) {}

    static async open(saved: SavedTable): Promise<Session> {
        if (isForeign(saved.setup.game, saved)) throw new Refusal(foreign);
        const table = new LocalTable();
        const people = saved.setup.bots.flatMap((level, seat) =>
            level === "person" ? [seat] : [],
        );
        const client = new Client(
            table,
            saved.id,
            people,
            (seat) => saved.entropy[seat] ?? null,
            people.length > 1,
        );
        const session = new Session(table, client, saved);
        table.saves = (log, from) => session.save(log, from);
        table.decided = (limited) => session.decided(limited);
        try {
            await (saved.log.length
                ? table.resume({ ...saved.setup, entropy: saved.entropy, log: saved.log })
                : table.begin(saved.setup));
        } catch (error) {
            table.close();
            throw error;
        }
        client.hello();
        return session;
    }

    pace(still: boolean): void {
        this.table.pace(paces[still ? "still" : "alive"]);
    }

    /** The component that shows the table provides its summary. */
    summarise(summary: () => Summary): void {
        this.summary = summary;
    }

    readonly analysed: Analysed = {
        get: () => this.saved.analysis,
        put: (analysis) => {
            this.saved = { ...this.saved, analysis };
            this.saveSummary();
        },
    };

    readonly guided = {
        get: (): Guided => this.saved.guide ?? { seen: [] },
        put: (guide: Guided) => {
            this.saved = { ...this.saved, guide };
            this.saveSummary();
        },
    };

    /** Counts a decision of an opponent; stored together with the next step. */
    private decided(limited: boolean): void {
        const { all, limited: before } = this.saved.thoughts ?? { all: 0, limited: 0 };
        this.saved = {
            ...this.saved,
            thoughts: { all: all + 1, limited: before + (limited ? 1 : 0) },
        };
    }

    /** Saves are chained, so that each stores the newest data in order. */
    private save(log: readonly LogEntry[], from: number): void {
        this.saved = {
            ...this.saved,
            log: [...this.saved.log.slice(0, from), ...log],
            changed: Date.now(),
        };
        this.chain = this.chain.then(async () => {
            if (!(await putTable({ ...this.saved, owner: tab, summary: this.summary() }, tab)))
                this.lost();
        });
    }

    /** The summary may have changed after the last update was shown, although the log has not. */
    saveSummary(): void {
        this.save([], this.saved.log.length);
    }

    close(): void {
        this.client.close();
    }
}

export type Opened =
    | { readonly kind: "loading" }
    | { readonly kind: "missing" }
    | { readonly kind: "other-tab"; readonly take: () => void }
    | { readonly kind: "refused"; readonly reason: Message; readonly saved: SavedTable | null }
    | { readonly kind: "open"; readonly session: Session };

/** A hook that opens a table of this browser. */
export function useLocal(id: string): Opened {
    const [opened, set] = useState<Opened>({ kind: "loading" });
    const live = useRef<Session | null>(null);
    useEffect(() => {
        let gone = false;
        const ownership = new Ownership(id);
        const put = (next: Opened) => !gone && set(next);
        const ownedByOther = () => {
            live.current?.close();
            live.current = null;
            put({ kind: "other-tab", take: () => void open(true) });
        };
        const open = async (take: boolean) => {
            put({ kind: "loading" });
            if (take) ownership.take();
            else if (!(await ownership.claim())) return ownedByOther();
            let saved: SavedTable | null = null;
            try {
                saved = await findTable(id);
                if (gone) return undefined;
                if (!saved) return put({ kind: "missing" });
                await putTable({ ...saved, owner: tab }, null);
                const session = await Session.open({ ...saved, owner: tab });
                if (gone) return session.close();
                session.lost = ownedByOther;
                session.table.fails = (reason) => put({ kind: "refused", reason, saved });
                live.current = session;
                return put({ kind: "open", session });
            } catch (error) {
                const reason =
                    error instanceof Refusal
                        ? error.reason
                        : { key: "web.error.engine", params: { why: { text: String(error) } } };
                return put({ kind: "refused", reason, saved });
            }
        };
        ownership.lost = ownedByOther;
        void open(false);
        return () => {
            gone = true;
            live.current?.close();
            live.current = null;
            ownership.close();
        };
    }, [id]);
    return opened;
}
