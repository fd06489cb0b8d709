// What a game's first-game guide is: web/games/GAME/guide.ts exports `guide: Guide`. It has no
// rules: a tip is told when the engine first offers what it is about, and questions are answered by
// the engine.
import type { Choice, Options, Part } from "../generated/protocol";

export interface Tip {
    readonly text: string; // key: two sentences; also what it is remembered by
    readonly verbs?: readonly string[]; // told when one of these is first offered to the person
    // or when one of these has happened since the person last acted: key without "GAME.event."
    readonly events?: readonly string[];
    readonly at?: string; // what it points at, as a selector; else the controls of its verbs
    // what one may wonder about: the first that is not legal becomes a question
    readonly tried?: readonly Tried[];
}

export type Tried = Pick<Choice, "do" | "parts">;

/** An action as it is written where each part is a word of its own. */
export const attempt = (verb: string, ...parts: readonly Part[]): Tried => ({
    do: [verb, ...parts.map(([, code]) => code)].join(" "),
    parts: [["verb", verb], ...parts],
});

export interface Guide {
    readonly seed: string; // of the prepared deal: tools/deal.py
    readonly bots: readonly string[]; // by seat; the person sits first
    readonly options: Options;
    readonly welcome: string; // key: what it is about, before the first decision
    readonly tips: readonly Tip[];
    // by part of the result, in order: how its points came about
    readonly scores: Readonly<Record<string, string>>;
    readonly end: string; // key: who wins
}

/** Kept with the table. */
export interface Guided {
    readonly seen: readonly string[];
}

/** The tips that apply and were not told yet, in the guide's order. */
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
