// How well somebody played a deal of the day: each choice is compared with the engine's, by what
// the seat could know at that moment. So it needs no hidden cards and works while others still play
// the same deal, when there is no complete record.
import { useEffect, useState } from "preact/hooks";
import type { Update, View } from "../board";
import { stepsNotUndone } from "../client/log";
import { helper, Scales } from "../engine/host";
import type { Weighed } from "../engine/messages";
import type { Record as GameRecord } from "../generated/protocol";

const visits = 600, // per choice and worker
    workers = 2,
    compared = 5; // as many of the engine's choices have comparable visits

/** A choice of the person, and what it knew. */
export interface Decision {
    readonly at: number; // the step
    readonly view: View; // before it
    readonly score: readonly number[];
    readonly do: string;
    readonly sameTurn: boolean; // nobody else has acted since the decision before
}

export interface Judged extends Decision {
    readonly best: string;
    readonly chance: number | null; // null: the engine has not even looked at the choice
    readonly cost: number; // of the chance of first place
    readonly mistake: boolean; // it cost more than the error of the estimate
}

interface Before {
    readonly by: Update["by"];
    readonly do: string;
    readonly view: View; // after the step
    readonly score: readonly number[];
}

/** The seat's own steps; the first step of a game is a draw. */
function decisionsOf(steps: readonly Before[], seat: number): readonly Decision[] {
    const found: Decision[] = [];
    let acted: Update["by"] = "chance";
    for (const [at, { by, do: action }] of steps.entries()) {
        const before = steps[at - 1];
        if (by === seat && before)
            found.push({
                at,
                view: before.view,
                score: before.score,
                do: action,
                sameTurn: acted === seat,
            });
        if (by !== "chance") acted = by;
    }
    return found;
}

/** From what a seat at a server's table was told. */
export const decisionsToldTo = (updates: readonly Update[], seat: number): readonly Decision[] =>
    decisionsOf(
        stepsNotUndone(updates).map(({ by, do: action = "", view, score }) => ({
            by,
            do: action,
            view,
            score,
        })),
        seat,
    );

/** From a complete record. */
export async function decisionsIn(record: GameRecord, seat: number): Promise<readonly Decision[]> {
    const { game, players, options, steps } = record,
        line = { game, players, options, steps, from: 0, observer: seat },
        { positions } = await helper().study(line);
    return decisionsOf(
        positions.slice(1).map(({ view, score }, i) => {
            const [by, action] = steps[i]!;
            return { by, do: action, view, score };
        }),
        seat,
    );
}

/** Null if there was no choice. */
function judged(decision: Decision, { seat, choices }: Weighed): Judged | null {
    const of = (choice: Weighed["choices"][number]) => choice.chance[seat] ?? 0,
        [best] = choices.slice(0, compared).sort((a, b) => of(b) - of(a)),
        mine = choices.find((choice) => choice.do === decision.do);
    if (!best || choices.length < 2) return null;
    if (!mine) return { ...decision, best: best.do, chance: null, cost: 0, mistake: true };
    const cost = Math.max(0, of(best) - of(mine));
    return {
        ...decision,
        best: best.do,
        chance: of(mine),
        cost,
        mistake: cost > Math.hypot(best.error, mine.error),
    };
}

interface Game {
    readonly id: string; // of its table
    readonly game: string;
    readonly players: number;
    readonly seat: number;
}

const known = new Map<string, readonly Judged[]>(); // of this visit, by table

export interface Judging {
    readonly judged: readonly Judged[] | null; // null until all are
    readonly progress: number;
    readonly failed: boolean;
}

/** Judges all decisions, which takes some seconds. */
export function useJudged(
    { id, game, players, seat }: Game,
    decisions: () => Promise<readonly Decision[]>,
): Judging {
    const [progress, setProgress] = useState(0),
        [failed, setFailed] = useState(false);
    useEffect(() => {
        const scales = known.has(id) ? null : new Scales(workers);
        let gone = false;
        const work = async () => {
            const all = await decisions(),
                found: Judged[] = [];
            for (const [i, decision] of all.entries()) {
                let latest: Weighed = { seat, visits: 0, choices: [] };
                const task = { game, view: decision.view, seat };
                await scales!.weigh(players, task, visits, (weighed) => (latest = weighed));
                if (gone) return;
                const one = judged(decision, latest);
                if (one) found.push(one);
                setProgress((i + 1) / all.length);
            }
            known.set(id, found);
            setProgress(1);
        };
        if (scales) work().catch(() => !gone && setFailed(true));
        return () => {
            gone = true;
            scales?.close();
        };
    }, [id]);
    return { judged: known.get(id) ?? null, progress, failed };
}
