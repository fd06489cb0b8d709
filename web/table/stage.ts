// What a person sees of what has happened: updates are shown one after the other, each with its
// movements, so that the eye can follow. A tap skips; with reduced motion there is nothing to wait
// for.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import type { Observed } from "../client/client";
import type { Update } from "../board";
import { enqueue, onceDrawn } from "../pieces/drawqueue";
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
    for (const one of [...come.map((hide) => hide()), ...leave, ...rises]) enqueue(one);
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

/** What goes on behind the scenes, between two pictures. */
interface Backstage {
    scene: Scene | null; // to be played when the next update is drawn
    began: number; // when the first update that is not shown yet was noticed; 0: there is none
    measuring: boolean;
    callOff(): void; // what is waited for
}

/** Measures the table as it is, then shows the next update. */
function measure(table: Element, backstage: Backstage, show: (before: Picture) => void): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const off = onceThere(table, () => {
        const before = capture(table);
        // drawn at once it would be laid out twice in this picture
        timer = setTimeout(() => {
            backstage.measuring = false;
            show(before);
        });
    });
    backstage.measuring = true;
    backstage.callOff = () => {
        backstage.measuring = false;
        off();
        clearTimeout(timer);
    };
}

/** Plays what moves between two updates as soon as the second is drawn. */
function usePlay(
    root: RefObject<Element>,
    backstage: Backstage,
    count: number,
    setBusy: (busy: boolean) => void,
): void {
    useLayoutEffect(() => {
        const { scene } = backstage,
            { current: table } = root;
        if (!scene || !table) return setBusy(false);
        backstage.scene = null;
        let timer: ReturnType<typeof setTimeout> | undefined;
        backstage.callOff = onceThere(
            table,
            () => {
                const duration = play(table, scene);
                if (duration === 0) setBusy(false);
                else timer = setTimeout(() => setBusy(false), duration);
            },
            scene.before,
        );
        return () => {
            backstage.callOff();
            clearTimeout(timer);
        };
    }, [count]);
}

export function useStage(
    observed: Observed | undefined,
    still: boolean,
    root: RefObject<Element>,
): Stage {
    const updates = observed?.updates ?? [],
        told = observed?.told ?? false,
        seat = observed?.seat;
    const [shown, show] = useState({ seat, count: 0 }),
        [busy, setBusy] = useState(false),
        { current: backstage } = useRef<Backstage>({
            scene: null,
            began: 0,
            measuring: false,
            callOff: () => {},
        });
    const jump = !told || still || shown.seat !== seat || shown.count > updates.length,
        count = jump ? updates.length : shown.count,
        asked = observed?.question !== null && observed !== undefined;
    useStill(updates, told, still);

    useEffect(() => {
        if (jump && backstage.measuring) backstage.callOff();
        if (jump && (shown.seat !== seat || shown.count !== updates.length))
            show({ seat, count: updates.length });
        if (jump || busy || backstage.measuring || count >= updates.length) return;
        if (count === shown.count && backstage.began === 0) backstage.began = performance.now();
        const late = asked && performance.now() - backstage.began > patience,
            { current: table } = root;
        if (!table || late) return show({ seat, count: late ? updates.length : count + 1 });
        measure(table, backstage, (before) => {
            backstage.scene = { before, last: updates[count - 1], next: updates[count]! };
            setBusy(true);
            show({ seat, count: count + 1 });
        });
    });
    usePlay(root, backstage, shown.count, setBusy);

    const settled = count >= updates.length && !busy;
    if (settled) backstage.began = 0;
    const hurry = () => {
        backstage.callOff();
        skip();
        show({ seat, count: updates.length });
        setBusy(false);
    };
    return { shown: count, settled, hurry };
}
