// What the engine says about a view beyond its members. It arrives from a worker.
import { useEffect, useRef, useState } from "preact/hooks";
import type { View } from "../board";
import { helper } from "../engine/host";
import type { Described } from "../engine/messages";
import { same } from "./kept";

interface Asked {
    said: Described | null; // null: not yet, or the view is not a position of its own
    readonly arrived: Promise<void>;
}

const known = new WeakMap<View, Asked>();

/** Asks for the description of a view. Called when a view arrives, so that the description is there
 * when the view is drawn. */
export function describe(view: View): Asked {
    const old = known.get(view);
    if (old) return old;
    const asked: Asked = {
        said: null,
        arrived: helper()
            .describe(view)
            .then(
                (described) => void (asked.said = described),
                () => {},
            ),
    };
    known.set(view, asked);
    return asked;
}

/** The description of a view. Until it arrives, the previous one stays; likewise between the
 * answers to a simultaneous question, when the view is not a position of its own. */
export function useDescribed(view: View): Described | null {
    const [, again] = useState(0),
        last = useRef<Described | null>(null),
        { said } = describe(view);
    if (said && !same(last.current, said)) last.current = said;
    useEffect(() => {
        let gone = false;
        const asked = describe(view);
        if (!asked.said) void asked.arrived.then(() => !gone && again((n) => n + 1));
        return () => {
            gone = true;
        };
    }, [view]);
    return last.current;
}
