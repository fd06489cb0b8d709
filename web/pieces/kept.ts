// Parts of the page that are drawn anew only when something they show has changed.
import type { VNode } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { lineUp, stepOut } from "./line";

const plain = (one: object) => Array.isArray(one) || Object.getPrototypeOf(one) === Object.prototype;

/** The same things, or the same data however deep: each update brings a view of its own, most of which is as before. */
export function same(one: unknown, other: unknown): boolean {
    if (Object.is(one, other)) return true;
    if (typeof one !== "object" || typeof other !== "object" || one === null || other === null || !plain(one) || !plain(other)) return false;
    const keys = Object.keys(one);
    return Array.isArray(one) === Array.isArray(other) && keys.length === Object.keys(other).length
        && keys.every((key) => key in other && same((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]));
}

interface KeptProps {
    readonly by: readonly unknown[]; // all that it depends on
    draw(): VNode | null;
}

export function Kept({ by, draw }: KeptProps) {
    const kept = useRef<{ readonly by: readonly unknown[]; readonly drawn: VNode | null } | null>(null);
    if (!kept.current || !same(kept.current.by, by)) kept.current = { by, drawn: draw() };
    return kept.current.drawn;
}

let hurried = true;

/** Whether a change is to be seen at once: what somebody does, as against what happens at the table. */
export function hurry(yes: boolean): void {
    hurried = yes;
}

/** The same, drawn in its turn where there is no hurry. */
export function Later({ by, draw }: KeptProps) {
    const kept = useRef<{ readonly by: readonly unknown[]; readonly drawn: VNode | null } | null>(null), due = useRef(false), [, again] = useState(0);
    const job = useCallback(() => {
        due.current = true;
        again((n) => n + 1);
    }, []);
    useEffect(() => () => stepOut(job), []);
    const old = kept.current, changed = old === null || !same(old.by, by);
    if (changed && old && !hurried && !due.current) lineUp(job);
    else if (changed) {
        stepOut(job);
        kept.current = { by, drawn: draw() };
    }
    due.current = false;
    return kept.current!.drawn;
}
