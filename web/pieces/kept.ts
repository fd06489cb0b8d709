// Components that render again only if something they show has changed.
import type { VNode } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { settings, stillOf } from "../store/settings";
import { enqueue, dequeue } from "./drawqueue";

const plain = (one: object) =>
    Array.isArray(one) || Object.getPrototypeOf(one) === Object.prototype;

/** True for the same object or deeply equal data. Every update brings a new view, most of which
 * equals the previous one. */
export function same(one: unknown, other: unknown): boolean {
    if (Object.is(one, other)) return true;
    if (
        typeof one !== "object" ||
        typeof other !== "object" ||
        one === null ||
        other === null ||
        !plain(one) ||
        !plain(other)
    )
        return false;
    if (Array.isArray(one))
        return (
            Array.isArray(other) &&
            one.length === other.length &&
            one.every((item, i) => same(item, other[i]))
        );
    const keys = Object.keys(one);
    return (
        !Array.isArray(other) &&
        keys.length === Object.keys(other).length &&
        keys.every(
            (key) =>
                key in other &&
                same(
                    (one as Record<string, unknown>)[key],
                    (other as Record<string, unknown>)[key],
                ),
        )
    );
}

interface KeptProps {
    readonly by: readonly unknown[]; // everything that the drawing depends on
    draw(): VNode | null;
}

/** The previous drawing, or a new one if `by` has changed and the change need not wait. */
function useKept({ by, draw }: KeptProps, waits: (first: boolean) => boolean): VNode | null {
    const kept = useRef<{ readonly by: readonly unknown[]; readonly drawn: VNode | null } | null>(
            null,
        ),
        { current } = kept;
    if (!(current && same(current.by, by)) && !waits(!current))
        kept.current = { by, drawn: draw() };
    return kept.current?.drawn ?? null;
}

export const Kept = (props: KeptProps) => useKept(props, () => false);

/** Like Kept, but changes are drawn through the queue; with `soon`, the first drawing is queued,
 * too. With reduced motion everything is drawn at once, because nothing moves that could
 * stutter. */
export function Later({ soon = false, ...props }: KeptProps & { readonly soon?: boolean }) {
    const due = useRef(false),
        [, again] = useState(0);
    const job = useCallback(() => {
        due.current = true;
        again((n) => n + 1);
    }, []);
    useEffect(() => () => dequeue(job), []);
    const drawn = useKept(props, (first) => {
        if (due.current || (first && !soon) || stillOf(settings())) return false;
        enqueue(job);
        return true;
    });
    due.current = false;
    return drawn;
}
