// Derives two things from an observer's updates: the steps that were not undone, and the lines of
// the log.
import type { Event } from "../generated/protocol";
import type { Update, View } from "../board";
import type { Message } from "../text";

/** The steps that were not undone. After an undo, `steps_stand` says how many remain. */
export function stepsNotUndone(updates: readonly Update[]): readonly Update[] {
    const stack: Update[] = [];
    for (const update of updates) {
        if (update.entry === "step") stack.push(update);
        stack.length = Math.min(stack.length, update.steps_stand);
    }
    return stack;
}

export interface LogLine {
    readonly line: number;
    readonly events: readonly Event[];
    readonly version: number; // of the update that added its last event
    readonly seat: number | null; // the seat that the line is about, if any
    readonly points: number; // points that it brought
    readonly chapter: Message | null; // the heading it belongs under
    readonly opens: boolean; // the heading differs from that of the line before
}

export function seatOf(event: Event): number | null {
    const who = event.params["who"];
    return typeof who === "object" && "seat" in who ? who.seat : null;
}

const pointsOf = ({ params }: Event) =>
    typeof params["points"] === "number" ? params["points"] : 0;

interface LogSoFar {
    readonly lines: readonly LogLine[];
    readonly heading: string; // the latest heading, as JSON
}

// The log up to the latest step, so that the next step only adds its own lines.
const logs = new WeakMap<Update, LogSoFar>();

/** The heading of an event, from the views before and after its step. */
export interface Heading {
    (event: Event, before: View | null, after: View): Message | null;
}

/** The lines of the log, oldest first. match/ decides which events share a line. */
export function linesOf(steps: readonly Update[], headingOf: Heading): readonly LogLine[] {
    const from = steps.findLastIndex((step) => logs.has(step)),
        before = steps[from],
        lines = [...(before ? logs.get(before)!.lines : [])];
    let last = before ? logs.get(before)!.heading : "";
    for (const [i, { events, version, view }] of steps.slice(from + 1).entries()) {
        const earlier = steps[from + i]?.view ?? null;
        for (const event of events) {
            const old = lines.at(-1);
            if (old?.line === event.line) {
                lines[lines.length - 1] = {
                    ...old,
                    events: [...old.events, event],
                    version,
                    points: old.points + pointsOf(event),
                };
                continue;
            }
            const message = headingOf(event, earlier, view),
                heading = JSON.stringify(message);
            lines.push({
                line: event.line,
                events: [event],
                version,
                seat: seatOf(event),
                points: pointsOf(event),
                chapter: message,
                opens: heading !== last,
            });
            last = heading;
        }
    }
    const latest = steps.at(-1);
    if (before) logs.delete(before);
    if (latest) logs.set(latest, { lines, heading: last });
    return lines;
}
