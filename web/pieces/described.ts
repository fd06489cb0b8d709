// What the engine says about a view beyond its members.
import { useEffect, useState } from "preact/hooks";
import { helper } from "../engine/host";
import type { Described } from "../engine/messages";
import { same } from "./kept";

/** The engine's description of a view. Until it arrives, the previous one stays; so it does between
 * the answers to a simultaneous question, when the view is not a position of its own. */
export function useDescribed(view: unknown): Described | null {
    const [described, set] = useState<Described | null>(null);
    useEffect(() => {
        let gone = false;
        helper()
            .describe(view)
            .then(
                (next) => !gone && set((old) => (same(old, next) ? old : next)),
                () => {},
            );
        return () => {
            gone = true;
        };
    }, [view]);
    return described;
}
