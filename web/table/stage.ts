// What a person sees of what has happened: updates are shown one after the other, each with its
// movements, so that the eye can follow. A tap skips; with reduced motion there is nothing to wait
// for.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import type { Observed } from "../client/client";
import type { Update } from "../board";
import { lineUp, onceDrawn } from "../pieces/line";
import { capture, hold, move, rise, riseMs, skip, type Picture } from "../pieces/motion";
import { sound } from "../pieces/sound";

const patience = 1000; // ms that a person who is asked waits for the movements at most
const unseen = 1000; // ms without a picture: it has just gone out of sight

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
    const { duration, cards, begin, come, leave } = move(root, before),
        gains = gainsOf(last, next),
        scored = anything(gains);
    const rises = gains.flatMap((gain, seat) => (gain === 0 ? [] : [rise(root, seat, gain)]));
    for (const one of begin) one();
    for (const one of [...come.map((hide) => hide()), ...leave, ...rises]) lineUp(one);
    if (next.over) sound("end");
    else if (scored) sound("points");
    else if (duration > 0) sound(cards ? "card" : "piece");
    // nothing rises over the result
    return scored ? Math.max(duration, next.over ? riseMs : riseMs * 0.6) : duration;
}

/** As soon as the page is laid out, and before it is painted: then measuring costs nothing. A
 * page that nobody sees is not laid out: there it happens all the same. Returns how to call it
 * off. */
function onceLaidOut(root: Element, then: () => void): () => void {
    const off = () => {
        clearTimeout(timer);
        observer.disconnect();
    };
    const go = () => {
        off();
        then();
    };
    const observer = new ResizeObserver(go),
        timer = setTimeout(go, document.hidden ? 0 : unseen);
    observer.observe(root);
    return off;
}

/** The same when all of it is drawn; what has come since `before` is not seen until then. */
function onceThere(root: Element, then: () => void, before?: Picture): () => void {
    let release = () => {},
        off = () => {};
    const show = () => release(),
        drawn = onceDrawn(
            () => {
                show();
                off = onceLaidOut(root, then);
            },
            () => {
                show();
                if (before) release = hold(root, before);
            },
        );
    return () => {
        drawn();
        show();
        off();
    };
}

/** Without movements there is still something to hear. */
function useStill(updates: readonly Update[], told: boolean, still: boolean): void {
    // updates; null: what happened before the table was opened is not told yet
    const heard = useRef<number | null>(null);
    useEffect(() => {
        if (!told) return;
        const before = heard.current,
            next = updates.at(-1);
        heard.current = updates.length;
        if (!still || before === null || before >= updates.length || !next) return;
        sound(
            next.over ? "end" : anything(gainsOf(updates[before - 1], next)) ? "points" : "piece",
        );
    }, [updates.length, told]);
}

export function useStage(
    observed: Observed | undefined,
    still: boolean,
    root: RefObject<Element>,
): Stage {
    const updates = observed?.updates ?? [],
        told = observed?.told ?? false,
        seat = observed?.seat;
    const [shown, show] = useState({ seat, count: 0 });
    const [busy, setBusy] = useState(false);
    const scene = useRef<Scene | null>(null);
    const began = useRef(0),
        measuring = useRef(false),
        callOff = useRef(() => {});
    const jump = !told || still || shown.seat !== seat || shown.count > updates.length;
    const count = jump ? updates.length : shown.count;
    const asked = observed?.question !== null && observed !== undefined;
    useStill(updates, told, still);

    useEffect(() => {
        if (jump && measuring.current) callOff.current();
        if (jump && (shown.seat !== seat || shown.count !== updates.length))
            show({ seat, count: updates.length });
        if (jump || busy || measuring.current || count >= updates.length) return;
        if (count === shown.count && began.current === 0) began.current = performance.now();
        const late = asked && performance.now() - began.current > patience,
            { current: table } = root;
        if (!table || late) return show({ seat, count: late ? updates.length : count + 1 });
        let timer: ReturnType<typeof setTimeout> | undefined;
        const off = onceThere(table, () => {
            const before = capture(table);
            timer = setTimeout(() => {
                // drawn at once it would be laid out twice in this picture
                measuring.current = false;
                scene.current = { before, last: updates[count - 1], next: updates[count]! };
                setBusy(true);
                show({ seat, count: count + 1 });
            });
        });
        measuring.current = true;
        callOff.current = () => {
            measuring.current = false;
            off();
            clearTimeout(timer);
        };
    });

    useLayoutEffect(() => {
        const { current: now } = scene,
            { current: table } = root;
        if (!now || !table) return setBusy(false);
        scene.current = null;
        let timer: ReturnType<typeof setTimeout> | undefined;
        callOff.current = onceThere(
            table,
            () => {
                const duration = play(table, now);
                if (duration === 0) setBusy(false);
                else timer = setTimeout(() => setBusy(false), duration);
            },
            now.before,
        );
        return () => {
            callOff.current();
            clearTimeout(timer);
        };
    }, [shown.count]);

    const settled = count >= updates.length && !busy;
    if (settled) began.current = 0;
    const hurry = () => {
        callOff.current();
        skip();
        show({ seat, count: updates.length });
        setBusy(false);
    };
    return { shown: count, settled, hurry };
}
