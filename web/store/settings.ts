// The person's settings, stored in this browser.
import type { Language } from "../text";

type Speed = "slow" | "normal" | "fast" | "off";

export interface Settings {
    readonly language: Language;
    readonly theme: "day" | "candle" | "system";
    readonly speed: Speed; // of movements and scenes
    readonly sound: boolean;
    readonly name: string;
    readonly played: readonly string[]; // the games that were played here at least once
}

const key = "tafelrunde settings";
const listeners = new Set<() => void>();

/** The system's preferences, cached. Reading `matches` takes time, and the browser does not report
 * a change that the page has already read. */
const dark = listen("(prefers-color-scheme: dark)"),
    calm = listen("(prefers-reduced-motion: reduce)");

function listen(query: string): { now: boolean } {
    const list = matchMedia(query),
        state = { now: list.matches };
    list.addEventListener("change", ({ matches }) => {
        state.now = matches;
        notify();
    });
    return state;
}

const coarse = () => matchMedia("(pointer: coarse)").matches;
const defaults = (): Settings => ({
    language: navigator.language.startsWith("de") ? "de" : "en",
    theme: "system",
    speed: "normal",
    sound: !coarse(),
    name: "",
    played: [],
});

/** Storage may be closed to the page, or contain what an older version wrote. */
function load(): Settings {
    try {
        // an older version knew only whether anything moves
        const { motion, ...kept } = JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<
            Settings & { readonly motion: string }
        >;
        return { ...defaults(), ...(motion === "still" && { speed: "off" as const }), ...kept };
    } catch {
        return defaults();
    }
}

let current = load();

export const settings = () => current;

export function themeOf({ theme }: Settings): "day" | "candle" {
    if (theme !== "system") return theme;
    return dark.now ? "candle" : "day";
}

export const stillOf = ({ speed }: Settings) => speed === "off" || calm.now;

/** How much longer everything takes than at normal speed. */
export const pace = ({ speed }: Settings) => ({ slow: 1.8, normal: 1, fast: 0.5, off: 0 })[speed];

/** Applies theme, language and motion to the document. */
export function wear(): void {
    const root = document.documentElement;
    root.dataset["theme"] = themeOf(current);
    root.dataset["motion"] = stillOf(current) ? "still" : "alive";
    root.lang = current.language;
}

export function change(part: Partial<Settings>): void {
    current = { ...current, ...part };
    try {
        localStorage.setItem(key, JSON.stringify(current));
    } catch {
        // storage is closed to the page: kept until the page is closed
    }
    notify();
}

function notify(): void {
    wear();
    for (const listener of listeners) listener();
}

export function onChange(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
}
