// Studies that the server keeps behind short links (docs/protocol.md, "Requests").
import { ask } from "./server";

/** The most letters of a title. */
export const titleMost = 60;
/** The longest text that fits behind a short link, in characters. */
export const keptMost = 32 * 1024;

export interface KeptStudy {
    readonly id: string;
    readonly game: string;
    readonly title: string;
    readonly name: string; // its owner's
    readonly public: boolean; // otherwise only its link leads to it
    readonly created_ms: number;
}

export interface WholeStudy extends KeptStudy {
    readonly mine: boolean;
    readonly text: string; // what a long link has in its fragment
}

export const pathOf = (id: string) => `/s/${id}`;

interface NewStudy extends Pick<KeptStudy, "game" | "title" | "public"> {
    readonly text: string;
}

export const keepStudy = (study: NewStudy) =>
    ask<{ readonly id: string; readonly path: string }>("/api/studies", study);
export const keptStudy = (id: string) => ask<WholeStudy>(`/api/studies/${id}`);
export const removeStudy = (id: string) => ask("/api/studies/remove", { id });

interface Listed {
    readonly studies: readonly KeptStudy[];
    readonly next: number | null; // where the next page begins; null: there is none
}

export const myStudies = () => ask<Listed>("/api/me/studies");
export const publicStudies = (before: number | null) =>
    ask<Listed>(`/api/studies${before === null ? "" : `?before=${before}`}`);
