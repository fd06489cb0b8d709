// Ways to the analysis board. They only make its link; the board itself is loaded with its page.
import type { Seat } from "../board";
import type { Options, Record as GameRecord, View } from "../generated/protocol";
import { go } from "../route";
import { toFragment } from "./share";
import { newStudy, playedLine, studyOf, writeStudy, type Study } from "./study";

/** Opens a study at a node. */
export async function openStudy(study: Study, at: number, seat: number | null): Promise<void> {
    go(`/analysis${await toFragment(writeStudy(study, at, seat))}`);
}

interface Running {
    readonly game: string;
    readonly rules: number;
    readonly components: string;
    readonly players: number;
    readonly options: Options;
}

const namesOf = (seats: readonly Pick<Seat, "name" | "own">[]) =>
    seats.map(({ name, own }) => (own ? name : null));

/** Opens a moment of a running game as one seat sees it. Its view is all that goes there: the steps
 * that led to it may be known to others only. */
export function openView(
    { game, rules, components, players, options }: Running,
    view: View,
    seats: readonly Seat[],
    me: number,
): void {
    const head = { game, rules, components, players, options };
    void openStudy(newStudy({ ...head, root: view, names: namesOf(seats) }), 0, me);
}

/** Opens a finished game at the position before step `at`, or at its end. */
export function openRecord(
    record: () => Promise<GameRecord>,
    seats: readonly Pick<Seat, "name" | "own">[],
    at: number,
    me: number | null,
): void {
    void record().then((found) => {
        const study = studyOf(found, namesOf(seats)),
            line = playedLine(study);
        return openStudy(study, line[Math.min(at, line.length - 1)] ?? 0, me);
    });
}
