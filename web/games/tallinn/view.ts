// What the cards of Tallinn show: drawing only, keyed by component code.
import tables from "../../generated/components/tallinn.json";
import type { Tallinn, TallinnSeat } from "../../generated/views/tallinn";
import type { Update } from "../../board";
import { seatOf } from "../../client/log";
import { codeOf, numberOf } from "../../pieces/scene";

export type Class = "m" | "k" | "o";
export type Half = "a" | "b";

export type { Tallinn };

const codes: readonly Class[] = ["k", "m", "o"]; // byte order, as in the engine
export const classes: readonly Class[] = ["m", "k", "o"]; // in the order of the display

export const personsOf = (seat: TallinnSeat, of: Class) => seat.persons[codes.indexOf(of)] ?? 0;

export interface Face {
    readonly persons: readonly Class[];
    readonly coin: boolean;
    readonly shields: boolean;
}

interface HalfRow {
    readonly persons: string;
    readonly coin?: string;
    readonly shields?: boolean;
}

const faceOf = ({ persons, coin, shields }: HalfRow): Face => ({
    persons: [...persons] as Class[],
    coin: coin !== undefined,
    shields: shields ?? false,
});
const influence = new Map(
    tables.influence.map((row) => [row.code, { a: faceOf(row.a), b: faceOf(row.b) }]),
);
const starts = new Map(tables.start.map((row) => [row.code, faceOf(row)]));
export const chronicles = new Map(tables.chronicle.map((row) => [row.code, row]));

export const half = (card: string, which: Half): Face => influence.get(card)![which];
export const start = (card: string): Face => starts.get(card)!;

/** The class of a half; null if it has none or several. */
export const tint = ({ persons }: Face): Class | null =>
    persons.length > 0 && persons.every((one) => one === persons[0]) ? persons[0]! : null;

export interface Tile {
    readonly card: string; // "S" is the start card
    readonly half: Half | null;
    readonly face: Face;
}

/** A display in the order in which its cards were played. The view has sets, the history has the
 * order. */
export function display(
    seat: TallinnSeat,
    number: number,
    history: readonly Update[],
): readonly Tile[] {
    const tiles: Tile[] =
        seat.start === null ? [] : [{ card: "S", half: null, face: start(seat.start) }];
    const open = new Map([
        ...seat.shown[0].map((card) => [card, "a"] as const),
        ...seat.shown[1].map((card) => [card, "b"] as const),
    ]);
    const played = history.flatMap(({ by, do: action }) =>
        by === number && action?.startsWith("play ") ? [action.slice(5, -1)] : [],
    );
    for (const card of [...played, ...open.keys()]) {
        const which = open.get(card);
        if (which === undefined) continue;
        open.delete(card);
        tiles.push({ card, half: which, face: half(card, which) });
    }
    return tiles;
}

export interface Contest {
    readonly seat: number;
    readonly of: Class;
    readonly count: number;
    readonly points: number;
    readonly others: readonly { readonly seat: number; readonly count: number }[];
}

const isPlay = (key: string) =>
    key === "tallinn.event.play" || key === "tallinn.event.play_shields";

/** The contests of the latest round that had any, each with everybody's persons at that moment. */
export function contests(
    history: readonly Update[],
): { readonly round: number; readonly list: readonly Contest[] } | null {
    const last = history.findLastIndex(({ events }) =>
        events.some(({ key }) => key === "tallinn.event.contest"),
    );
    if (last < 0) return null;
    const from = history
        .slice(0, last + 1)
        .findLastIndex(({ events }) => events.some(({ key }) => isPlay(key)));
    const list = history.slice(from, last + 1).flatMap(({ events, view }) =>
        events.flatMap((event): Contest[] => {
            const seat = seatOf(event);
            if (event.key !== "tallinn.event.contest" || seat === null) return [];
            const of = codeOf(event, "class") as Class,
                count = numberOf(event, "n"),
                points = numberOf(event, "points");
            const others = (view as Tallinn).seats.flatMap((one, other) =>
                other === seat ? [] : [{ seat: other, count: personsOf(one, of) }],
            );
            return [{ seat, of, count, points, others }];
        }),
    );
    return { round: (history[last]!.view as Tallinn).round, list };
}
