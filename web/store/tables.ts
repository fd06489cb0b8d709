// Tables that are played in this browser, kept in its database: how each was made, the people's
// bytes, and its log, which is the truth. Where there is no database (some private windows) they
// last as long as the page.
import type { Analysis, LogEntry, Setup } from "../engine/messages";
import type { Guided } from "../guide/guide";
import type { Message } from "../text";
import type { Result } from "../generated/protocol";

/** What "my tables" shows without opening it. */
export interface Summary {
    readonly waiting: readonly number[];
    readonly chapter: Message | null;
    readonly over: boolean;
    readonly result?: Result | undefined;
}

/** How often opponents decided something here, and how often their time was up before they had
 * thought enough. */
export interface Thoughts {
    readonly all: number;
    readonly limited: number;
}

export interface SavedTable {
    readonly id: string;
    readonly setup: Setup;
    readonly names: readonly string[];
    readonly entropy: readonly (string | null)[];
    readonly commitment: string; // as it was published
    readonly rules: number;
    readonly components: string;
    readonly log: readonly LogEntry[];
    readonly thoughts?: Thoughts; // of its opponents
    readonly analysis?: Analysis; // after its end
    readonly guide?: Guided; // a first game, and how far its guide has got
    readonly created: number;
    readonly changed: number;
    readonly summary: Summary;
    readonly owner: string; // the tab that plays it
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

/** Stores a table for whoever owns it; false: another tab does by now, and nothing is changed.
 * `null` takes it over. */
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
