// What the person is looking at, for everything that shows a preview of it.
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { Choice, Part, Turn } from "../board";

/** The action that waits for confirmation, otherwise the one that the person looks at. */
const lookedAt = ({ chosen, legal, looks }: Turn): Choice | null =>
    chosen ?? legal.find((choice) => choice.do === looks.now?.do) ?? null;

export function useLooked(turn: Turn): Choice | null {
    const [, again] = useState(0),
        { looks } = turn;
    useEffect(() => looks.subscribe(() => again((n) => n + 1)), [looks]);
    return lookedAt(turn);
}

/** The `data-meant` of an element: the frame gives it `data-looked` while the person looks at an
 * action that has all parts of one of these lists. So a board shows what an action would change
 * without drawing anything again. */
export const meant = (...lists: readonly (readonly Part[])[]): string =>
    lists.map((parts) => parts.map((part) => part.join(" ")).join()).join("|");

const isMeant = (element: Element, { parts }: Choice): boolean => {
    const there = parts.map((part) => part.join(" "));
    return element
        .getAttribute("data-meant")!
        .split("|")
        .some((list) => list.split(",").every((part) => there.includes(part)));
};

/** Marks everything in the table that the person's look means. Marks change with the next frame, so
 * that they force no layout before. */
export function useMeant(root: RefObject<Element>, turn: Turn): void {
    useLayoutEffect(() => {
        let over = false; // a newer effect knows more than a frame that is still to come
        const mark = () => {
            if (over) return;
            const looked = lookedAt(turn);
            for (const element of root.current?.querySelectorAll("[data-meant]") ?? [])
                element.toggleAttribute("data-looked", looked !== null && isMeant(element, looked));
        };
        mark();
        const leave = turn.looks.subscribe(() => void requestAnimationFrame(mark));
        return () => {
            over = true;
            leave();
        };
    });
}
