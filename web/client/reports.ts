// Reports to the moderators, personal blocks, and what moderators see and do (docs/protocol.md,
// "Requests").
import { ask } from "./server";

export type Kind = "name" | "chat" | "table" | "study";
export type Reason = "insult" | "spam" | "name" | "cheating" | "other";

/** A table, and how to get in. */
export interface Place {
    readonly table: string;
    readonly secret?: string;
}

/** Somebody at a table, by seat or by what was said there; the owner of a study; or an account. A
 * table alone means its host. */
export type Whom =
    | (Place & { readonly seat?: number; readonly line?: number })
    | { readonly study: string }
    | { readonly name: string };

export const report = (kind: Kind, reason: Reason, whom: Whom) =>
    ask("/api/reports", { kind, reason, ...whom });
export const block = (whom: Whom) => ask("/api/me/blocks/add", whom);

// ---- for moderators ----

export interface Report {
    readonly id: string;
    readonly kind: Kind;
    readonly reason: Reason;
    readonly by: { readonly name: string };
    readonly about: { readonly name: string };
    readonly table: string; // "": no table
    readonly study: string; // "": no study
    readonly text: string; // the chat line as it was, or the study's title
    readonly created_ms: number;
}

/** A row of the audit log. */
export interface Acted {
    readonly at_ms: number;
    readonly by: string;
    readonly operator: boolean;
    readonly what: string;
    readonly about: string;
    readonly why: string;
}

export interface Context {
    readonly report: Report;
    readonly lines: readonly {
        readonly name: string;
        readonly text: string;
        readonly said_ms: number;
        readonly reported: boolean;
    }[];
    readonly seats: readonly string[];
    readonly game: string;
    readonly name: string; // of the person today; "": deleted
    readonly guest: boolean;
    readonly blocked: boolean;
    readonly muted: boolean;
    readonly moderator: boolean;
    readonly reports: number; // about this person
    readonly actions: readonly Acted[];
}

export type Deed =
    "dismiss" | "warn" | "mute" | "unmute" | "block" | "unblock" | "rename" | "remove_study";

export const reports = () =>
    ask<{ readonly reports: readonly Report[]; readonly actions: readonly Acted[] }>(
        "/api/moderation",
    );
export const context = (id: string) => ask<Context>(`/api/moderation/${id}`);
export const act = (
    id: string,
    what: Deed,
    why: string,
    more: { readonly hours?: number; readonly name?: string },
) => ask("/api/moderation/act", { report: id, what, why, ...more });
