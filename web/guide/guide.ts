// A game's guide for the first game: web/games/GAME/guide.ts exports `guide: Guide`. It contains no
// rules. A tip appears when the engine first offers what the tip explains, and the engine answers
// the questions.
import type { Choice, Options, Part } from "../generated/protocol";

export interface Tip {
    readonly text: string; // key of two sentences; also identifies the tip in the stored progress
    readonly verbs?: readonly string[]; // shown when one of these is first offered to the person
    // shown when one of these has happened since the person last acted; keys without "GAME.event."
    readonly events?: readonly string[];
    // CSS selector of what the tip points at; default: the controls of its verbs
    readonly at?: string;
    // attempts to ask about: the first one that is not legal becomes a "why not?" question
    readonly tried?: readonly Tried[];
}

export type Tried = Pick<Choice, "do" | "parts">;

/** The notation of an action whose parts are separate words. */
export const attempt = (verb: string, ...parts: readonly Part[]): Tried => ({
    do: [verb, ...parts.map(([, code]) => code)].join(" "),
    parts: [["verb", verb], ...parts],
});

export interface Guide {
    readonly seed: string; // of the prepared deal (tools/deal.py)
    readonly bots: readonly string[]; // by seat; the person sits first
    readonly options: Options;
    readonly welcome: string; // key: the goal of the game, shown before the first decision
    readonly tips: readonly Tip[];
    // explains the points, by part of the result, in order
    readonly scores: Readonly<Record<string, string>>;
    readonly end: string; // key: who wins
}

/** Progress through the guide, stored with the table. */
export interface Guided {
    readonly seen: readonly string[];
}

/** The tips that apply now and have not been shown, in the guide's order. */
export function due(
    tips: readonly Tip[],
    seen: readonly string[],
    verbs: ReadonlySet<string>,
    events: ReadonlySet<string>,
): readonly Tip[] {
    return tips.filter(
        (tip) =>
            !seen.includes(tip.text) &&
            (tip.verbs?.some((verb) => verbs.has(verb)) ||
                tip.events?.some((event) => events.has(event))),
    );
}
