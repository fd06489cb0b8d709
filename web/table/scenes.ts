// Great moments in several scenes: a scoring country by country, a contest, an outbreak. A game's
// board says which scenes an update has; this plays them one after the other. A tap goes on.
import { createContext, type RefObject } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import type { Scene } from "../board";
import { rise } from "../pieces/motion";
import { sound } from "../pieces/sound";
import { pace, settings } from "../store/settings";

// ms at normal speed
const standsOut = 400, // before the points leave
    counts = 1000, // before the score changes
    reads = 1500, // the shortest scene
    perLetter = 28; // longer sentences stay longer

export interface Playing {
    readonly scenes: readonly Scene[];
    readonly at: number;
    readonly counted: boolean; // the points of the present scene have reached the score
    next(): void;
    end(): void;
}

export const SceneContext = createContext<Playing | null>(null);

/** The scene that is being played, and those before and after it. */
export const useScene = () => useContext(SceneContext);

interface State {
    readonly scenes: readonly Scene[];
    readonly at: number;
    readonly counted: boolean;
    readonly waits: boolean; // each scene stays until the person goes on
}

export interface Scenes {
    readonly playing: Playing | null;
    begin(scenes: readonly Scene[], waits: boolean, then: () => void): void;
    end(): void;
}

const lasts = ({ ms, letters }: Scene) => ms ?? Math.max(reads, counts + perLetter * letters);

export function useScenes(root: RefObject<Element>): Scenes {
    const [state, set] = useState<State | null>(null),
        then = useRef(() => {});
    const end = () => {
        if (!state) return;
        set(null);
        then.current();
    };
    const next = () =>
        state && state.at + 1 < state.scenes.length
            ? set({ ...state, at: state.at + 1, counted: false })
            : end();
    useEffect(() => {
        const scene = state?.scenes[state.at],
            { current: table } = root;
        if (!state || !scene || !table) return undefined;
        const slow = pace(settings()),
            gains = scene.points.some((points) => points !== 0);
        // everything is measured before anything starts, as in pieces/motion.ts
        const leave = () =>
            scene.points
                .flatMap((points, seat) => (points === 0 ? [] : [rise(table, seat, points)]))
                .forEach((begin) => begin());
        if (gains) sound("points");
        const timers = [
            setTimeout(() => gains && leave(), standsOut * slow),
            setTimeout(
                () => set((now) => (now?.at === state.at ? { ...now, counted: true } : now)),
                counts * slow,
            ),
            ...(state.waits ? [] : [setTimeout(() => next(), lasts(scene) * slow)]),
        ];
        return () => timers.forEach(clearTimeout);
    }, [state?.scenes, state?.at]);
    const begin: Scenes["begin"] = (scenes, waits, after) => {
        then.current = after;
        set({ scenes, at: 0, counted: false, waits });
    };
    return { playing: state && { ...state, next, end }, begin, end };
}

/** The score while an update's scenes are played: points count once their scene has shown them. */
export function scoreIn(
    after: readonly number[],
    scenes: readonly Scene[],
    playing: Playing | null,
): readonly number[] {
    const shown = playing ? playing.at + (playing.counted ? 1 : 0) : 0;
    return after.map((score, seat) =>
        scenes.slice(shown).reduce((sum, { points }) => sum - (points[seat] ?? 0), score),
    );
}
