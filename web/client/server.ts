// Requests to the server: docs/protocol.md, Requests.
import type { Options } from "../generated/protocol";
import { Refusal } from "../engine/host";
import type { Message } from "../text";

const key = "tafelrunde guest"; // the name of this browser's session, if it has one

async function ask<T>(path: string, body?: object): Promise<T> {
    let response: Response;
    try {
        response = await fetch(path, body ? { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {});
    } catch {
        throw new Refusal({ key: "web.online.away", params: {} });
    }
    const answer = (await response.json().catch(() => ({}))) as T & { error?: Message };
    if (!response.ok) throw new Refusal(answer.error ?? { key: "web.online.away", params: {} });
    return answer;
}

export function guestName(): string | null {
    try {
        return localStorage.getItem(key);
    } catch {
        return null;
    }
}

/** A session without an account: a name is enough. */
export async function beGuest(name: string): Promise<void> {
    const guest = await ask<{ name: string }>("/api/guest", { name });
    try {
        localStorage.setItem(key, guest.name);
    } catch {
        // the cookie is there all the same
    }
}

export interface ServerTable {
    readonly game: string;
    readonly options: Options;
    readonly seats: readonly string[]; // "me", "person" or a level
}

/** Makes a table by link only; its path, with the secret. */
export async function openTable({ game, options, seats }: ServerTable): Promise<string> {
    const { path } = await ask<{ path: string }>("/api/tables", { game, players: seats.length, options, seats, public: false, pace: { kind: "none" } });
    return path;
}

export interface Notices {
    readonly push: string | null; // this server's key
}

export const notices = () => ask<Notices>("/api/notices");
export const addPush = (subscription: PushSubscriptionJSON) => ask("/api/notices/push", subscription);
