// The engine's descriptions of views, which arrive from a worker.
import { useEffect, useRef, useState } from "preact/hooks";
import type { View } from "../board";
import { helper } from "../engine/host";
import type { DescribedLine } from "../engine/messages";

type Lines = readonly DescribedLine[];

interface Described {
    lines: Lines | null; // null: not yet, or the view is not a position of its own
    readonly arrived: Promise<void>;
}

const known = new WeakMap<View, Described>();

/** Asks for the description of a view. Called when a view arrives, so that the description is there
 * when the view is drawn. */
export function describe(view: View): Described {
    const old = known.get(view);
    if (old) return old;
    const described: Described = {
        lines: null,
        arrived: helper()
            .describe(view)
            .then(
                ({ lines }) => void (described.lines = lines),
                () => {},
            ),
    };
    known.set(view, described);
    return described;
}

const nothing: Lines = [];

/** The description of a view. Until it arrives, the previous one stays; likewise between the
 * answers to a simultaneous question, when the view is not a position of its own. */
export function useLines(view: View): Lines {
    const [, again] = useState(0),
        last = useRef<Lines>(nothing),
        { lines } = describe(view);
    if (lines) last.current = lines;
    useEffect(() => {
        let gone = false;
        const described = describe(view);
        if (!described.lines) void described.arrived.then(() => !gone && again((n) => n + 1));
        return () => {
            gone = true;
        };
    }, [view]);
    return last.current;
}
