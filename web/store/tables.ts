// Tables played in this browser, stored in its database: their setup, the people's random bytes,
// and the log, from which everything else follows. Without a database (some private windows) they
// last until the page is closed.
import type { Analysis, LogEntry, Setup } from "../engine/messages";
import type { Guided } from "../guide/guide";
import type { Message } from "../text";
import type { Result, View } from "../generated/protocol";

/** A summary for "my tables", shown without opening the table. */
export interface Summary {
    readonly waiting: readonly number[];
    readonly chapter: Message | null;
    readonly over: boolean;
    readonly result?: Result | undefined;
    readonly board?: SavedBoard | undefined;
}

/** The position, for a small picture of the board. It is the view of the only person, or of a
 * spectator if several people share the device. */
export interface SavedBoard {
    readonly seat: number | null;
    readonly view: View;
    readonly score: readonly number[];
}

/** How often opponents made a decision in this browser, and how often their time ran out first. */
export interface Thoughts {
    readonly all: number;
    readonly limited: number;
}

/** Which deal of the day a table has. */
export interface DailyTable {
    readonly day: string;
    readonly official: boolean; // a server's deal after its day; otherwise it follows from the date
}

export interface SavedTable {
    readonly id: string;
    readonly setup: Setup;
    readonly names: readonly string[];
    readonly entropy: readonly (string | null)[];
    readonly commitment: string; // the commitment that was published before the game
    readonly rules: number;
    readonly components: string;
    readonly log: readonly LogEntry[];
    readonly thoughts?: Thoughts; // statistics of its opponents
    readonly analysis?: Analysis; // once the game is over
    readonly guide?: Guided; // progress of the guide, if it is a first game
    readonly daily?: DailyTable; // of a deal of the day
    readonly created: number;
    readonly changed: number;
    readonly summary: Summary;
    readonly owner: string; // the tab that owns the table
}

const memory = new Map<string, SavedTable>();
let opening: Promise<IDBDatabase | null> | null = null;

function database(): Promise<IDBDatabase | null> {
    return (opening ??= new Promise((done) => {
        try {
            const request = indexedDB.open("tafelrunde", 1);
            request.onupgradeneeded = () =>
                request.result.createObjectStore("tables", { keyPath: "id" });
            request.onsuccess = () => done(request.result);
            request.onerror = () => done(null);
        } catch {
            done(null);
        }
    }));
}

function ended<T>(request: IDBRequest<T>): Promise<T> {
    return new Promise((done, failed) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => failed(request.error);
    });
}

export async function listTables(): Promise<readonly SavedTable[]> {
    const db = await database();
    const all = db
        ? await ended<SavedTable[]>(db.transaction("tables").objectStore("tables").getAll())
        : [...memory.values()];
    return all.sort((a, b) => b.changed - a.changed);
}

export async function findTable(id: string): Promise<SavedTable | null> {
    const db = await database();
    return (
        (db
            ? await ended<SavedTable | undefined>(
                  db.transaction("tables").objectStore("tables").get(id),
              )
            : memory.get(id)) ?? null
    );
}

export async function removeTable(id: string): Promise<void> {
    const db = await database();
    if (db) await ended(db.transaction("tables", "readwrite").objectStore("tables").delete(id));
    else memory.delete(id);
}

/** Stores a table if its owner is still the same. Resolves to false, and changes nothing, if
 * another tab owns it by now. `null` takes the table over. */
export async function putTable(table: SavedTable, ownedBy: string | null): Promise<boolean> {
    const db = await database();
    if (!db) {
        memory.set(table.id, table);
        return true;
    }
    const store = db.transaction("tables", "readwrite").objectStore("tables");
    const old = await ended<SavedTable | undefined>(store.get(table.id));
    if (ownedBy !== null && old && old.owner !== ownedBy) return false;
    await ended(store.put(table));
    return true;
}
