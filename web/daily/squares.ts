// The line to share: one square per turn, by how much the person's choices gave away. It tells
// neither a card nor a score.
import type { Judged } from "./judge";

export type Square = "full" | "half" | "empty";

const most = 12, // squares; neighbouring turns are joined
    little = 0.02, // chance of first place given away in a turn
    much = 0.08;

const signs: Readonly<Record<Square, string>> = { full: "■", half: "◧", empty: "□" };

/** What each turn gave away. A choice that the engine did not look at counts as a small loss. */
function costsOf(all: readonly Judged[]): readonly number[] {
    const turns: number[] = [];
    for (const { sameTurn, mistake, cost, chance } of all) {
        const lost = mistake ? (chance === null ? little : cost) : 0,
            last = turns.length - 1;
        if (sameTurn && last >= 0) turns[last] = turns[last]! + lost;
        else turns.push(lost);
    }
    return turns;
}

export function squaresOf(all: readonly Judged[]): readonly Square[] {
    const turns = costsOf(all),
        each = Math.ceil(turns.length / most) || 1;
    return Array.from({ length: Math.ceil(turns.length / each) }, (_, i) => {
        const lost = turns.slice(i * each, (i + 1) * each).reduce((sum, cost) => sum + cost, 0);
        return lost < little ? "full" : lost < much ? "half" : "empty";
    });
}

export const squaresText = (squares: readonly Square[]) =>
    squares.map((one) => signs[one]).join("");
