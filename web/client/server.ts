// HTTP requests to the server, and who this browser is signed in as (docs/protocol.md, "Requests").
import type { Options, Pace, View } from "../generated/protocol";
import { Refusal } from "../refusal";
import type { Message } from "../text";

export interface Me {
    readonly name: string;
    readonly guest: boolean;
}

/** What the server says about the person beyond that. */
export interface Standing extends Me {
    readonly moderator: boolean;
    readonly warning: string; // of the moderators, not confirmed yet; "": none
}

// ---- the session: a cookie that scripts cannot read; the name is stored so that a visitor without
// a session causes no request ----

const key = "tafelrunde session";
const listeners = new Set<() => void>();

function load(): Me | null {
    try {
        return JSON.parse(localStorage.getItem(key) ?? "null") as Me | null;
    } catch {
        return null;
    }
}

let current = load();

export const me = () => current;

function changed(next: Me | null): void {
    current = next;
    for (const listener of listeners) listener();
}

function setMe(next: Me | null): void {
    try {
        if (next) localStorage.setItem(key, JSON.stringify({ name: next.name, guest: next.guest }));
        else localStorage.removeItem(key);
    } catch {
        // storage is closed to the page, but the cookie works
    }
    changed(next);
}

/** All tabs share the cookie, so a change in another tab applies here, too. */
addEventListener("storage", (event) => event.key === key && changed(load()));

export function onMe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

// ---- asking ----

export const reasonOf = (error: unknown): Message =>
    error instanceof Refusal ? error.reason : { key: "web.online.away", params: {} };

/** An answer that is not JSON did not come from our server: it is unreachable, or the page is
 * hosted without one. */
export async function ask<T>(path: string, body?: object): Promise<T> {
    let response: Response;
    try {
        response = await fetch(
            path,
            body
                ? {
                      method: "POST",
                      headers: { "content-type": "application/json" },
                      body: JSON.stringify(body),
                  }
                : {},
        );
    } catch {
        throw new Refusal({ key: "web.online.away", params: {} });
    }
    const answer = (await response.json().catch(() => null)) as (T & { error?: Message }) | null;
    if (response.status === 401) setMe(null);
    if (answer === null)
        throw new Refusal({
            key: response.status < 500 ? "web.online.none" : "web.online.away",
            params: {},
        });
    if (!response.ok)
        throw new Refusal(answer.error ?? { key: "web.online.away", params: {} }, answer);
    return answer;
}

/** If the browser is signed in to an account that the page did not know of, the server refuses; the
 * page then asks who it is. */
export async function enter(path: string, body: object): Promise<void> {
    try {
        const who = await ask<Me & { readonly codes?: readonly string[] }>(path, body);
        if (who.codes) fresh = who.codes;
        setMe(who);
    } catch (error) {
        if (reasonOf(error).key === "server.error.account") await checkMe();
        throw error;
    }
}

/** Makes sure that there is a session: the present one, or a new guest with this name. Resolves to
 * true if the session is another one. */
export async function ensureSession(name: string): Promise<boolean> {
    if (current && (!current.guest || current.name === name)) return false;
    await enter("/api/guest", { name });
    return true;
}

/** Recovery codes that the person has not confirmed to have kept; the server never shows them
 * again. */
let fresh: readonly string[] = [];

export const freshCodes = () => fresh;
export const forgetCodes = () => {
    fresh = [];
    changed(current);
};

export const signUp = (name: string, password: string) => enter("/api/signup", { name, password });
/** Signs in with a recovery code, and sets a new password. */
export const recover = (name: string, code: string, password: string) =>
    enter("/api/recover", { name, code, password });

export interface Security {
    readonly sessions: readonly {
        readonly id: string;
        readonly device: string;
        readonly created_ms: number;
        readonly seen_ms: number;
        readonly here: boolean;
    }[];
    readonly codes: number; // recovery codes that are left
    readonly passkeys: readonly {
        readonly id: string;
        readonly device: string;
        readonly created_ms: number;
        readonly seen_ms: number;
    }[];
    readonly second: boolean; // the password alone is not enough
}

export const security = () => ask<Security>("/api/me/security");

interface Blocked {
    readonly id: string;
    readonly name: string;
    readonly created_ms: number;
}

/** Whom the person keeps from its tables. */
export const blocks = async () =>
    (await ask<{ blocks: readonly Blocked[] }>("/api/me/blocks")).blocks;
export const unblock = (id: string) => ask("/api/me/blocks/remove", { id });
export const endSession = (id: string) => ask("/api/me/sessions/end", { id });
export async function newCodes(password: string): Promise<void> {
    fresh = (await ask<{ codes: readonly string[] }>("/api/me/codes", { password })).codes;
    changed(current);
}
export const changePassword = (old: string, next: string) =>
    enter("/api/password", { old, new: next });

/** Who the server says we are. */
export async function checkMe(): Promise<Standing> {
    const standing = await ask<Standing>("/api/me");
    setMe(standing);
    return standing;
}
/** The person has read the moderators' warning. */
export const heedWarning = () => ask("/api/me/warning", {});

export async function signOut(everywhere: boolean): Promise<void> {
    await ask("/api/logout", { everywhere });
    setMe(null);
}

export const exportMe = () => ask<object>("/api/me/export");

export async function deleteMe(password: string): Promise<void> {
    await ask("/api/me/delete", { password });
    setMe(null);
}

// ---- tables ----

/** A table as lists show it. */
export interface Listed {
    readonly table: string;
    readonly game: string;
    readonly players: number;
    readonly options: Options;
    readonly pace: Pace;
    readonly rated: boolean;
    readonly hints: boolean;
    readonly phase: "seating" | "playing" | "over";
    readonly created_ms: number;
    readonly changed_ms: number;
    readonly waiting: readonly number[];
    readonly seats: readonly {
        readonly name: string | null;
        readonly guest: boolean;
        readonly level: string | null;
        readonly score?: number;
        readonly place?: number;
    }[];
    readonly you?: readonly number[];
    readonly turn?: boolean;
    readonly secret?: string | null;
    // what a spectator sees, of running tables in lists with boards; null while it is being loaded
    readonly view?: View | null;
    readonly score?: readonly number[] | null;
}

export const pathOf = ({ table, secret }: Pick<Listed, "table" | "secret">) =>
    `/t/${table}${secret ? `#${secret}` : ""}`;

/** One's tables: the finished ones, or the others, which may come with their boards. */
export const myTables = async (which: "over" | "boards" | "running") =>
    (await ask<{ tables: readonly Listed[] }>(`/api/me/tables?${which}=1`)).tables;

/** Open tables, newest first, over as many of the server's pages as asked for. */
export async function openTables(
    game: string,
    pages: number,
): Promise<{ readonly tables: readonly Listed[]; readonly more: boolean }> {
    const tables: Listed[] = [];
    let before: number | null = null;
    for (let page = 0; page < pages && (page === 0 || before !== null); page++) {
        const query = new URLSearchParams({
            ...(game ? { game } : {}),
            ...(before === null ? {} : { before: String(before) }),
        });
        const found: { readonly tables: readonly Listed[]; readonly next: number | null } =
            await ask(`/api/tables?${query}`);
        tables.push(...found.tables);
        before = found.next;
    }
    return { tables, more: before !== null };
}

export interface ServerTable {
    readonly game: string;
    readonly options: Options;
    readonly seats: readonly string[]; // "me", "person" or a level
    readonly public: boolean;
    readonly pace:
        | { readonly kind: "none" }
        | { readonly kind: "live"; readonly minutes: number; readonly increment_s: number }
        | { readonly kind: "relaxed"; readonly days: number };
    readonly rated: boolean;
    readonly hints: boolean;
    readonly delay_s: number; // spectators see the moves that much later
}

/** Creates a table and resolves to its path, which includes the secret if the table is by link
 * only. */
export const openTable = async (table: ServerTable) =>
    (await ask<{ path: string }>("/api/tables", { ...table, players: table.seats.length })).path;

// ---- people ----

export interface Rating {
    readonly game: string;
    readonly name: string;
    readonly rating: number; // the conservative estimate: mu − 3 sigma
    readonly mu: number;
    readonly sigma: number;
    readonly games: number;
}

export interface Rated {
    readonly table: string | null; // null: the table is not public
    readonly game: string;
    readonly place: number;
    readonly players: number;
    readonly mu: number;
    readonly sigma: number;
    readonly ended_ms: number;
}

export interface Person {
    readonly name: string;
    readonly created_ms: number;
    readonly ratings: readonly Rating[];
    readonly history: readonly Rated[]; // latest first
}

export const personNamed = (name: string) => ask<Person>(`/api/people/${encodeURIComponent(name)}`);
export const leadersOf = async (game: string) =>
    (await ask<{ ratings: readonly Rating[] }>(`/api/leaders?game=${game}`)).ratings;

// ---- notices, and the operator's pages ----

export interface Target {
    readonly kind: "push" | "webhook";
    readonly url: string;
    readonly created_ms: number;
}

export interface Notices {
    readonly push: string | null; // this server's public key for Web Push
    readonly webhooks: boolean;
    readonly targets: readonly Target[];
}

export const notices = () => ask<Notices>("/api/notices");
export const addPush = (subscription: PushSubscriptionJSON) =>
    ask("/api/notices/push", subscription);
export const addWebhook = async (url: string) =>
    (await ask<{ secret: string }>("/api/notices/webhook", { url })).secret;
export const removeNotice = (url: string) => ask("/api/notices/remove", { url });

let site: Promise<readonly string[]> | undefined;

/** The operator's own pages, such as imprint and privacy; empty without a server. */
export const operatorPages = () =>
    (site ??= ask<{ pages: readonly string[] }>("/api/site").then(
        ({ pages }) => pages,
        () => [],
    ));
