// The positions of a study: the engine replays the line to the node that is shown. What it said
// before is kept, so stepping back and forth asks for nothing.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Update } from "../board";
import { helper } from "../engine/host";
import type { StudyNext, StudyPosition } from "../engine/messages";
import { Refusal } from "../refusal";
import type { Message } from "../text";
import { pathTo, stepsTo, type Study } from "./study";

/** Whose view a root is: a seat, or null if it shows everything. */
export function viewerOf(study: Study): number | null {
    const viewer = (study.root as { readonly viewer?: number } | null)?.viewer ?? 0;
    return viewer > 0 ? viewer - 1 : null;
}

export interface Shown {
    readonly at: number; // the node
    readonly path: readonly StudyPosition[]; // as the observer sees it, the root first
    readonly whole: StudyPosition; // with everything that the root shows
    readonly next: StudyNext;
}

interface Cached {
    readonly position: StudyPosition;
    readonly next?: StudyNext; // once it was the end of a line
}

type Cache = Map<number, Cached>;

/** Asks for what is missing of a line. */
async function fill(study: Study, at: number, observer: number | null, cache: Cache) {
    const path = pathTo(study, at),
        missing = path.findIndex((id) => !cache.has(id));
    if (missing < 0 && cache.get(at)!.next) return;
    const from = missing < 0 ? path.length - 1 : missing;
    const { game, players, options, root } = study;
    const { positions, next } = await helper().study({
        ...{ game, players, options },
        ...(root && { root }),
        steps: stepsTo(study, at),
        from,
        observer,
    });
    for (const position of positions) cache.set(path[position.at]!, { position });
    cache.set(at, { position: cache.get(at)!.position, next });
}

/** Throws a Refusal if a line of the study is not legal. */
export async function checkStudy(study: Study): Promise<void> {
    const { game, players, options, root } = study,
        ends = [...study.nodes].filter(([, { children }]) => children.length === 0);
    for (const [id] of ends) {
        const steps = stepsTo(study, id);
        await helper().study({
            ...{ game, players, options },
            ...(root && { root }),
            steps,
            from: steps.length,
            observer: viewerOf(study),
        });
    }
}

export interface Positions {
    readonly shown: Shown | null; // null while the first one is loading
    readonly refused: Message | null; // why the node cannot be shown
}

/** The position at a node, as a seat sees it; null: all cards. */
export function usePositions(study: Study, at: number, seat: number | null): Positions {
    const caches = useRef(new Map<number | null, Cache>()),
        [positions, set] = useState<Positions>({ shown: null, refused: null });
    useEffect(() => {
        let gone = false;
        const everything = viewerOf(study),
            cacheOf = (observer: number | null) => {
                const cache = caches.current.get(observer) ?? new Map<number, Cached>();
                caches.current.set(observer, cache);
                return cache;
            };
        const observer = everything ?? seat,
            seen = cacheOf(observer),
            whole = cacheOf(everything);
        void Promise.all([fill(study, at, observer, seen), fill(study, at, everything, whole)])
            .then(() => {
                if (gone) return;
                set({
                    refused: null,
                    shown: {
                        at,
                        path: pathTo(study, at).map((id) => seen.get(id)!.position),
                        whole: whole.get(at)!.position,
                        next: whole.get(at)!.next!,
                    },
                });
            })
            .catch((error: unknown) => {
                if (!gone && error instanceof Refusal)
                    set(({ shown }) => ({ shown, refused: error.reason }));
            });
        return () => {
            gone = true;
        };
    }, [study, at, seat]);
    return positions;
}

/** A position as an update of a table, for boards. */
export const updateOf = (position: StudyPosition, seat: number | null): Update => ({
    type: "update",
    table: "",
    seat,
    version: position.at,
    entry: "step",
    steps_stand: position.at,
    by: position.by ?? "chance",
    do: position.do ?? "",
    events: position.events ?? [],
    view: position.view,
    score: position.score,
    over: position.over,
});
