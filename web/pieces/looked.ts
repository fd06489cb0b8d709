// What the person is looking at, for everything that shows a preview of it.
import { useEffect, useState } from "preact/hooks";
import type { Choice, Turn } from "../board";

/** The action that waits for confirmation, otherwise the one that the person looks at. */
export function useLooked({ chosen, legal, looks }: Turn): Choice | null {
    const [, again] = useState(0);
    useEffect(() => looks.subscribe(() => again((n) => n + 1)), [looks]);
    return chosen ?? legal.find((choice) => choice.do === looks.now?.do) ?? null;
}
