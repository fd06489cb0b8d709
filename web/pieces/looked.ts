// What the person is looking at, for everything that shows a preview of it.
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Choice, Turn } from "../board";

/** The action that waits for confirmation, otherwise the one that the person looks at. */
const lookedAt = ({ chosen, legal, looks }: Turn): Choice | null =>
    chosen ?? legal.find((choice) => choice.do === looks.now?.do) ?? null;

export function useLooked(turn: Turn): Choice | null {
    const [, again] = useState(0),
        { looks } = turn;
    useEffect(() => looks.subscribe(() => again((n) => n + 1)), [looks]);
    return lookedAt(turn);
}

/** Keeps a class on an element while `test` holds for what the person looks at. Nothing is drawn
 * again for that; the class changes with the next frame, so that it forces no layout before. */
export function useMarked<E extends Element>(
    turn: Turn,
    name: string,
    test: (looked: Choice | null) => boolean,
): RefObject<E> {
    const element = useRef<E>(null);
    useLayoutEffect(() => {
        const mark = () => element.current?.classList.toggle(name, test(lookedAt(turn)));
        mark();
        return turn.looks.subscribe(() => void requestAnimationFrame(mark));
    });
    return element;
}
