// Ways to the analysis board. They only make its link; the board itself is loaded with its page.
import type { Seat } from "../board";
import type { Record as GameRecord } from "../generated/protocol";
import { go } from "../route";
import { toFragment } from "./share";
import { playedLine, studyOf, writeStudy, type Study } from "./study";

/** Opens a study at a node. */
export async function openStudy(study: Study, at: number, seat: number | null): Promise<void> {
    go(`/analysis${await toFragment(writeStudy(study, at, seat))}`);
}

/** Opens a finished game at the position before step `at`, or at its end. */
export function openRecord(
    record: () => Promise<GameRecord>,
    seats: readonly Pick<Seat, "name" | "own">[],
    at: number,
    me: number | null,
): void {
    void record().then((found) => {
        const names = seats.map(({ name, own }) => (own ? name : null)),
            study = studyOf(found, names);
        const line = playedLine(study);
        return openStudy(study, line[Math.min(at, line.length - 1)] ?? 0, me);
    });
}
