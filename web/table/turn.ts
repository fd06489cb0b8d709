// Answering a question by touching things: each touch narrows the list of legal actions by the
// parts that the thing stands for.
import type { Choice, Part } from "../generated/protocol";

export const samePart = (one: Part, other: Part) => one[0] === other[0] && one[1] === other[1];

/** Whether the action has all these parts. A part that is given twice must occur twice. */
export function fits({ parts }: Pick<Choice, "parts">, wanted: readonly Part[]): boolean {
    if (wanted.length === 1) return parts.some((part) => samePart(part, wanted[0]!));
    const open = [...parts];
    return wanted.every((part) => {
        const at = open.findIndex((other) => samePart(part, other));
        if (at >= 0) open.splice(at, 1);
        return at >= 0;
    });
}

export const narrow = (legal: readonly Choice[], touched: readonly Part[]) =>
    touched.length ? legal.filter((choice) => fits(choice, touched)) : legal;

/** An index of the actions by their parts, because a map asks about each of its places. */
interface Indexed {
    readonly all: readonly Choice[];
    readonly by: ReadonlyMap<string, readonly Choice[]>;
}

const named = ([type, code]: Part) => `${type} ${code}`;

function byParts(all: readonly Choice[]): Indexed["by"] {
    const by = new Map<string, Choice[]>();
    for (const choice of all)
        for (const name of new Set(choice.parts.map(named))) {
            const found = by.get(name);
            if (found) found.push(choice);
            else by.set(name, [choice]);
        }
    return by;
}

/** The index is built at the first question, not in the task that draws the frame around the
 * board. */
export function indexed(all: readonly Choice[]): Indexed {
    let by: Indexed["by"] | null = null;
    return {
        all,
        get by() {
            return (by ??= byParts(all));
        },
    };
}

/** The actions that have all these parts. */
export function within({ all, by }: Indexed, wanted: readonly Part[]): readonly Choice[] {
    const [first, second] = wanted,
        found = first ? (by.get(named(first)) ?? []) : all;
    return second ? narrow(found, wanted) : found;
}

/** What has been touched so far, in order. One touch may stand for several parts. */
export type Touches = readonly (readonly Part[])[];

interface Touched {
    readonly touches: Touches;
    // the only action left, if it can be undone, or if it was touched again
    readonly send: Choice | null;
    readonly refused: boolean; // the touch fits no legal action
}

/** Adds a touch. Touching a thing again takes it back, or confirms the action if it is complete. A
 * touch that fits no action left starts over, if it fits any legal action. */
export function touch(legal: readonly Choice[], touches: Touches, parts: readonly Part[]): Touched {
    const again = touches.findIndex(
        (other) =>
            other.length === parts.length && other.every((part, i) => samePart(part, parts[i]!)),
    );
    if (again >= 0) {
        const left = narrow(legal, touches.flat());
        if (left.length === 1) return { touches, send: left[0]!, refused: false };
        return { touches: touches.filter((_, i) => i !== again), send: null, refused: false };
    }
    for (const kept of [touches, []]) {
        const next = [...kept, parts],
            left = narrow(legal, next.flat());
        if (left.length === 0) continue;
        const only = left.length === 1 ? left[0]! : null;
        return { touches: next, send: only && !only.final ? only : null, refused: false };
    }
    return { touches, send: null, refused: true };
}
