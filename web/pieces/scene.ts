// Makes scenes of an update's events.
import type { Event, Scene, Update } from "../board";
import { seatOf } from "../client/log";

const perSentence = 50; // letters, about

/** The codes of the things of this type that an event names. */
export const codesOf = ({ parts = [] }: Event, type: string): readonly string[] =>
    parts.flatMap(([one, code]) => (one === type ? [code!] : []));

export const codeOf = (event: Event, type: string): string => codesOf(event, type)[0] ?? "";

/** A number that an event states. */
export function numberOf({ params }: Event, name: string): number {
    const value = params[name];
    return typeof value === "number" ? value : 0;
}

/** Events in a row with the same place share a scene. An event without a place is in no scene, or,
 * if `placeOf` says "", in the one before it. */
export function scenesFrom(
    { events, score }: Update,
    placeOf: (event: Event) => string | null,
    ms?: number,
): readonly Scene[] {
    const scenes: { at: string; text: Event[]; points: number[] }[] = [];
    for (const event of events) {
        const at = placeOf(event),
            last = scenes.at(-1),
            seat = seatOf(event);
        if (at === null || (at === "" && !last)) continue;
        const scene =
            last && (at === "" || at === last.at)
                ? last
                : { at, text: [], points: score.map(() => 0) };
        scene.text.push(event);
        if (seat !== null) scene.points[seat]! += numberOf(event, "points");
        if (scene !== last) scenes.push(scene);
    }
    return scenes.map((scene) => ({
        ...scene,
        letters: perSentence * scene.text.length,
        ...(ms !== undefined && { ms }),
    }));
}
