// What a person sees of what has happened: updates are shown one after the other, each with its movements, so that the
// eye can follow. A tap skips; with reduced motion there is nothing to wait for.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import type { Observed } from "../client/client";
import type { Update } from "../board";
import { capture, move, rise, riseMs, skip, type Picture } from "../pieces/motion";
import { sound } from "../pieces/sound";

const patience = 1000; // ms that a person who is asked waits for the movements at most

export interface Stage {
    readonly shown: number; // updates
    readonly settled: boolean;
    hurry(): void;
}

interface Scene {
    readonly before: Picture;
    readonly last: Update | undefined;
    readonly next: Update;
}

/** Who gains what by an update. */
function gainsOf(last: Update | undefined, next: Update): readonly number[] {
    const counts = last !== undefined && next.entry === "step";
    return next.score.map((score, seat) => (counts ? score - (last.score[seat] ?? 0) : 0));
}

const anything = (gains: readonly number[]) => gains.some((gain) => gain !== 0);

/** Movements of one update; how long to wait before the next. */
function play(root: Element, { before, last, next }: Scene): number {
    const { duration, cards } = move(root, before), gains = gainsOf(last, next), scored = anything(gains);
    gains.forEach((gain, seat) => gain !== 0 && rise(root, seat, gain));
    if (next.over) sound("end");
    else if (scored) sound("points");
    else if (duration > 0) sound(cards ? "card" : "piece");
    return scored ? Math.max(duration, next.over ? riseMs : riseMs * 0.6) : duration; // nothing rises over the result
}

/** Without movements there is still something to hear. */
function useStill(updates: readonly Update[], told: boolean, still: boolean): void {
    const heard = useRef<number | null>(null); // updates; null: what happened before the table was opened is not told yet
    useEffect(() => {
        if (!told) return;
        const before = heard.current, next = updates.at(-1);
        heard.current = updates.length;
        if (!still || before === null || before >= updates.length || !next) return;
        sound(next.over ? "end" : anything(gainsOf(updates[before - 1], next)) ? "points" : "piece");
    }, [updates.length, told]);
}

export function useStage(observed: Observed | undefined, still: boolean, root: RefObject<Element>): Stage {
    const updates = observed?.updates ?? [], told = observed?.told ?? false, seat = observed?.seat;
    const [shown, show] = useState({ seat, count: 0 });
    const [busy, setBusy] = useState(false);
    const scene = useRef<Scene | null>(null);
    const began = useRef(0);
    const jump = !told || still || shown.seat !== seat || shown.count > updates.length;
    const count = jump ? updates.length : shown.count;
    const asked = observed?.question !== null && observed !== undefined;
    useStill(updates, told, still);

    useEffect(() => {
        if (jump && (shown.seat !== seat || shown.count !== updates.length)) show({ seat, count: updates.length });
        if (jump || busy || count >= updates.length) return;
        if (count === shown.count && began.current === 0) began.current = performance.now();
        const late = asked && performance.now() - began.current > patience;
        if (root.current && !late) scene.current = { before: capture(root.current), last: updates[count - 1], next: updates[count]! };
        show({ seat, count: late ? updates.length : count + 1 });
    });

    useLayoutEffect(() => {
        if (!scene.current || !root.current) return;
        const duration = play(root.current, scene.current);
        scene.current = null;
        if (duration === 0) return;
        setBusy(true);
        const timer = setTimeout(() => setBusy(false), duration);
        return () => {
            clearTimeout(timer);
            setBusy(false);
        };
    }, [shown.count]);

    const settled = count >= updates.length && !busy;
    if (settled) began.current = 0;
    const hurry = () => {
        skip();
        show({ seat, count: updates.length });
        setBusy(false);
    };
    return { shown: count, settled, hurry };
}
