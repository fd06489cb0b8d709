// The updates of a table, each with the whole view. The table sends the whole view only to somebody
// who comes or returns; after that it sends what has changed (docs/protocol.md).
import type { Changes, TableUpdate, View } from "../generated/protocol";

export interface Update extends Omit<
    TableUpdate,
    "view" | "since" | "changes" | "events_stand" | "lines"
> {
    readonly view: View;
    readonly steps_stand: number;
}

/** The view after changes. Seats that have not changed stay the same objects. */
function changed(view: View, changes: Changes): View {
    const seats = changes.seats?.map((change, i) => {
        const seat = view.seats[i] as object;
        return Object.keys(change as object).length ? { ...seat, ...(change as object) } : seat;
    });
    return { ...view, ...changes, seats: seats ?? view.seats };
}

/** Completes an update with the view; null if its changes belong to another update than the last
 * one received. */
export function completed(message: TableUpdate, last: Update | undefined): Update | null {
    const { view, since, changes, events_stand, lines, ...update } = message,
        before = last?.steps_stand ?? 0,
        steps_stand = update.steps_stand ?? before + Number(update.entry === "step");
    if (view) return { ...update, steps_stand, view };
    if (!changes || !last || since !== last.version) return null;
    return { ...update, steps_stand, view: changed(last.view, changes) };
}
