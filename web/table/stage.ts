// Shows updates one after the other, each with its movements, so that the person can follow. A tap
// skips the movements; with reduced motion there are none.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import type { Observed } from "../client/client";
import type { Scene, Update } from "../board";
import { enqueue, onceDrawn } from "../pieces/drawqueue";
import { capture, hold, move, rise, riseMs, skip, type Picture } from "../pieces/motion";
import { sound } from "../pieces/sound";
import { pace, settings } from "../store/settings";
import { scoreIn, useScenes, type Playing, type Scenes } from "./scenes";

const patience = 1000; // the longest delay in ms before a person who is asked sees the question
const unseen = 1000; // ms without a frame after which the page counts as hidden

interface Stage {
    readonly shown: number; // how many updates are shown
    readonly settled: boolean;
    readonly playing: Playing | null; // the scenes of the latest update
    readonly score: readonly number[] | null; // while points are still on their way
    hurry(): void;
}

interface Change {
    readonly before: Picture;
    readonly last: Update | undefined;
    readonly next: Update;
    readonly scenes: readonly Scene[];
}

/** The scenes that a board gives an update. */
interface ScenesOf {
    (update: Update, before: Update | null): readonly Scene[];
}

/** Which seats gain points by an update. */
function gainsOf(last: Update | undefined, next: Update): readonly number[] {
    const counts = last !== undefined && next.entry === "step";
    return next.score.map((score, seat) => (counts ? score - (last.score[seat] ?? 0) : 0));
}

const anything = (gains: readonly number[]) => gains.some((gain) => gain !== 0);

/** Starts the movements of one update; returns how long to wait before the next. */
function play(root: Element, { before, last, next, scenes }: Change): number {
    const { duration, cards, begin, come, leave } = move(root, before),
        gains = scenes.length ? [] : gainsOf(last, next),
        scored = anything(gains);
    const rises = gains.flatMap((gain, seat) => (gain === 0 ? [] : [rise(root, seat, gain)]));
    for (const one of begin) one();
    for (const one of [...come.map((hide) => hide()), ...leave, ...rises]) enqueue(one);
    if (next.over) sound("end");
    else if (scored) sound("points");
    else if (duration > 0) sound(cards ? "card" : "piece");
    const rising = next.over ? riseMs : riseMs * 0.6;
    return scored ? Math.max(duration, rising * pace(settings())) : duration;
}

/** Calls back after layout and before paint, when measuring is free. A hidden page is not laid
 * out, so a timer calls back there. Returns a function that cancels the call. */
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

/** Like onceLaidOut, but after everything is drawn. Pieces that are new since `before` stay hidden
 * until then. */
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

/** With reduced motion there are no movements, so the sounds are played here. */
function useStill(updates: readonly Update[], caughtUp: boolean, still: boolean): void {
    // null: the updates from before the table was opened have not arrived yet
    const heard = useRef<number | null>(null);
    useEffect(() => {
        if (!caughtUp) return;
        const before = heard.current,
            next = updates.at(-1);
        heard.current = updates.length;
        if (!still || before === null || before >= updates.length || !next) return;
        sound(
            next.over ? "end" : anything(gainsOf(updates[before - 1], next)) ? "points" : "piece",
        );
    }, [updates.length, caughtUp]);
}

/** State between two renderings of the table. */
interface Backstage {
    change: Change | null; // what to animate when the next update is drawn
    began: number; // when the first update that is not shown arrived; 0: there is none
    measuring: boolean;
    callOff(): void; // cancels the pending callback
}

/** Measures the table, then shows the next update. */
function measure(table: Element, backstage: Backstage, show: (before: Picture) => void): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const off = onceThere(table, () => {
        const before = capture(table);
        // drawing at once would lay out the page twice in this frame
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

/** Animates the change between two updates as soon as the second is drawn. */
function usePlay(
    root: RefObject<Element>,
    backstage: Backstage,
    count: number,
    done: (change: Change | null) => void,
): void {
    useLayoutEffect(() => {
        const { change } = backstage,
            { current: table } = root;
        if (!change || !table) return done(null);
        backstage.change = null;
        let timer: ReturnType<typeof setTimeout> | undefined;
        backstage.callOff = onceThere(
            table,
            () => {
                const duration = play(table, change);
                if (duration === 0) done(change);
                else timer = setTimeout(() => done(change), duration);
            },
            change.before,
        );
        return () => {
            backstage.callOff();
            clearTimeout(timer);
        };
    }, [count]);
}

/** How far a person who wants to go on gets: to the next update with scenes, or to the end. */
const nextStop = (updates: readonly Update[], from: number, scenesOf: ScenesOf): number => {
    const stop = updates.findIndex(
        (update, i) => i > from && scenesOf(update, updates[i - 1]!).length > 0,
    );
    return stop < 0 ? updates.length : stop;
};

/** Plays the scenes of a change that is drawn, if it has any; then the stage may rest. */
function beginScenes(
    change: Change | null,
    backstage: Backstage,
    begin: Scenes["begin"],
    rest: () => void,
): void {
    if (!change || change.scenes.length === 0) return rest();
    return begin(change.scenes, change.next.over && settings().speed !== "fast", () => {
        backstage.began = 0; // reading the scenes is no delay
        rest();
    });
}

/** What update number `count` changes. A hidden page plays no scenes. */
function changeOf(
    updates: readonly Update[],
    count: number,
    before: Picture,
    scenesOf: ScenesOf,
): Change {
    const last = updates[count - 1],
        next = updates[count]!,
        scenes = document.hidden ? [] : scenesOf(next, last ?? null);
    return { before, last, next, scenes };
}

export function useStage(
    observed: Observed | undefined,
    still: boolean,
    root: RefObject<Element>,
    scenesOf: ScenesOf,
): Stage {
    const updates = observed?.updates ?? [],
        caughtUp = observed?.caughtUp ?? false,
        seat = observed?.seat;
    // What happened before the table was opened is history, not news: it is shown at once.
    const [shown, show] = useState({ seat, count: caughtUp ? updates.length : 0 }),
        [busy, setBusy] = useState<Change | boolean>(false),
        { playing, begin, end } = useScenes(root),
        { current: backstage } = useRef<Backstage>({
            change: null,
            began: 0,
            measuring: false,
            callOff: () => {},
        });
    const jump = !caughtUp || still || shown.seat !== seat || shown.count > updates.length,
        count = jump ? updates.length : shown.count,
        asked = observed?.question !== null && observed !== undefined;
    useStill(updates, caughtUp, still);

    useEffect(() => {
        if (jump && backstage.measuring) backstage.callOff();
        if (jump && playing) end();
        if (jump && (shown.seat !== seat || shown.count !== updates.length))
            show({ seat, count: updates.length });
        if (jump || busy || backstage.measuring || count >= updates.length) return;
        if (count === shown.count && backstage.began === 0) backstage.began = performance.now();
        const late = asked && performance.now() - backstage.began > patience,
            to = late ? nextStop(updates, count, scenesOf) : count + 1,
            { current: table } = root;
        if (!table || to > count + 1) return show({ seat, count: to });
        measure(table, backstage, (before) => {
            backstage.change = changeOf(updates, count, before, scenesOf);
            setBusy(backstage.change);
            show({ seat, count: count + 1 });
        });
    });
    const rest = () => setBusy(false);
    usePlay(root, backstage, shown.count, (change) => beginScenes(change, backstage, begin, rest));

    const settled = count >= updates.length && !busy;
    if (settled) backstage.began = 0;
    const change = typeof busy === "object" && busy.scenes.length > 0 ? busy : null,
        score = change && scoreIn(change.next.score, change.scenes, playing);
    const hurry = () => {
        if (playing) return playing.next();
        if (change) return skip(); // its scenes follow
        backstage.callOff();
        skip();
        show({ seat, count: nextStop(updates, count - 1, scenesOf) });
        return rest();
    };
    return { shown: count, settled, playing, score, hurry };
}
