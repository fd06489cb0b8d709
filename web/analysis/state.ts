// What the analysis board holds: the study, the node that is shown, and everything that can be
// undone.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { RecordStep } from "../generated/protocol";
import type { Analysis } from "../engine/messages";
import type { Weighing } from "./engine";
import { toFragment } from "./share";
import {
    endOf,
    lineFrom,
    nodeOf,
    pathTo,
    playedLine,
    writeStudy,
    type OpenedStudy,
    type Study,
} from "./study";

interface Moment {
    readonly study: Study;
    readonly at: number;
}

interface History extends Moment {
    readonly past: readonly Moment[];
    readonly future: readonly Moment[];
}

const remembered = 200; // changes that can be undone

/** Where one goes from a node; undefined: nowhere. */
export type Way = (study: Study, at: number) => number | undefined;

export interface Board extends Moment {
    readonly seat: number | null; // whose view is shown; null: all cards
    readonly line: readonly number[]; // the nodes of the line that is shown, to its end
    readonly canUndo: boolean;
    readonly canRedo: boolean;
    look(seat: number | null): void;
    go(node: number): void;
    walk(way: Way): void; // from the node that is shown when it happens: keys may be quick
    play(steps: readonly RecordStep[]): void; // from the node that is shown
    edit(change: (study: Study) => Study, at?: number): void;
    undo(): void;
    redo(): void;
}

/** Keeps the address up to date, so that reloading the page loses nothing. */
function useAddress(study: Study, at: number, seat: number | null): void {
    const first = useRef(true);
    useEffect(() => {
        if (first.current) {
            first.current = false;
            return undefined;
        }
        let gone = false;
        const timer = setTimeout(() => {
            void toFragment(writeStudy(study, at, seat)).then((fragment) => {
                if (!gone) history.replaceState(null, "", `/analysis${fragment}`);
            });
        }, 300);
        return () => {
            gone = true;
            clearTimeout(timer);
        };
    }, [study, at, seat]);
}

export function useStudyBoard(opened: OpenedStudy): Board {
    const [{ study, at, past, future }, set] = useState<History>({
            study: opened.study,
            at: opened.at,
            past: [],
            future: [],
        }),
        [seat, look] = useState(opened.seat);
    useAddress(study, at, seat);
    const line = useMemo(() => pathTo(study, endOf(study, at)), [study, at]);
    const to = (next: Study, node: number) =>
        set((now) => ({
            study: next,
            at: node,
            past: [...now.past.slice(-remembered), { study: now.study, at: now.at }],
            future: [],
        }));
    return {
        ...{ study, at, seat, line, look },
        canUndo: past.length > 0,
        canRedo: future.length > 0,
        go: (node) => set((now) => ({ ...now, at: node })),
        walk: (way) => set((now) => ({ ...now, at: way(now.study, now.at) ?? now.at })),
        play: (steps) => {
            const [next, node] = lineFrom(study, at, steps);
            if (next.nodes.size === study.nodes.size) set((now) => ({ ...now, at: node }));
            else to(next, node);
        },
        edit: (change, node) => {
            const next = change(study);
            if (next !== study) to(next, node ?? at);
        },
        undo: () =>
            set((now) => {
                const last = now.past.at(-1);
                if (!last) return now;
                const { study: was, at: where } = now;
                return {
                    ...last,
                    past: now.past.slice(0, -1),
                    future: [{ study: was, at: where }, ...now.future],
                };
            }),
        redo: () =>
            set((now) => {
                const [next, ...rest] = now.future;
                if (!next) return now;
                return {
                    ...next,
                    past: [...now.past, { study: now.study, at: now.at }],
                    future: rest,
                };
            }),
    };
}

/** The best known chances of each node: of the whole game's analysis, then of what was weighed. */
export function useChances(
    study: Study,
    analysis: Analysis | null,
    weighing: Weighing | null,
): ReadonlyMap<number, readonly number[]> {
    const weighed = useRef(new Map<number, readonly number[]>());
    const played = useMemo(() => {
        const line = playedLine(study),
            rows = analysis && [
                analysis.seats.map(({ start }) => start),
                ...analysis.steps.map(({ value }) => value),
            ];
        return new Map(rows ? line.map((id, i) => [id, rows[i] ?? rows.at(-1)!]) : []);
    }, [study, analysis]);
    return useMemo(() => {
        if (weighing) {
            const { node, weighed: found } = weighing,
                [best] = [...found.choices].sort(
                    (a, b) => b.chance[found.seat]! - a.chance[found.seat]!,
                );
            if (best) weighed.current.set(node, best.chance);
            for (const id of nodeOf(study, node).children) {
                const { step } = nodeOf(study, id),
                    choice = found.choices.find((one) => one.do === step![1]);
                if (choice && step![0] === found.seat) weighed.current.set(id, choice.chance);
            }
        }
        return new Map([...played, ...weighed.current]);
    }, [study, played, weighing]);
}
