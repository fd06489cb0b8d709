// Makes scenes of an update's events.
import type { Event, Scene, Update } from "../board";
import { seatOf } from "../client/log";

const perSentence = 50; // letters, about

const pointsOf = ({ params }: Event) =>
    typeof params["points"] === "number" ? params["points"] : 0;

/** The code of a thing in an event's parameters: "FR" of "kardinal.part.country.FR". */
export function codeOf({ params }: Event, name: string): string {
    const thing = params[name];
    return typeof thing === "string" ? thing.slice(thing.lastIndexOf(".") + 1) : "";
}

/** The codes of a list of things. */
export function codesOf({ params }: Event, name: string): readonly string[] {
    const things: unknown = params[name];
    return Array.isArray(things)
        ? things.map((thing: string) => thing.slice(thing.lastIndexOf(".") + 1))
        : [];
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
        if (seat !== null) scene.points[seat]! += pointsOf(event);
        if (scene !== last) scenes.push(scene);
    }
    return scenes.map((scene) => ({
        ...scene,
        letters: perSentence * scene.text.length,
        ...(ms !== undefined && { ms }),
    }));
}
