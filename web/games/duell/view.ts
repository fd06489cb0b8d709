// What the history adds to a view of Duell der Baumeister: lines, flipped seals, used cards.
import tables from "../../generated/components/duell.json";
import type { Duell, DuellSeat } from "../../generated/views/duell";
import type { Update } from "../../board";

export type { Duell };

// ---- components ----

interface CardRow {
    readonly code: string;
    readonly kind: string;
    readonly colour?: string;
    readonly gold?: number;
    readonly material?: string;
    readonly amount?: number;
    readonly sells?: Readonly<Record<string, number>>;
    readonly "for wool"?: number;
}

export const cards: ReadonlyMap<string, CardRow> = new Map(
    (tables.cards as readonly CardRow[]).map((row) => [row.code, row]),
);
export const seals = new Map(tables.seals.map((row) => [row.code, row.sides]));
export const kinds: readonly string[] = tables.seals
    .map(({ code }) => code)
    .filter((code) => code !== "own"); // in the order of a view's lists
// in the order of a view's lists
export const materials: readonly string[] = tables.materials.map(({ raw }) => raw);
export const sections = tables.sections;
export const pieces = sections.reduce((sum, { needs }) => sum + needs.length, 0);

/** The worked side of a seat's marker. */
export function worked(material: string, seat: number): string {
    const row = tables.materials.find(({ raw }) => raw === material)!;
    return seat === 0 ? row.Waleran : row.Philip;
}

export const colourOf = (card: string): number | null =>
    ({ red: 0, blue: 1 })[cards.get(card)?.colour ?? ""] ?? null;

// ---- the round so far ----

export interface Flip {
    readonly seal: string;
    side: string | null; // null: not yet fallen
}

export interface Round {
    readonly lines: ReadonlyMap<number, string>; // by seat
    readonly flips: readonly (readonly Flip[])[]; // by seat, in order
    readonly used: ReadonlyMap<string, number>; // from the card's position to the seat
    readonly won: {
        readonly seat: number;
        readonly sums: readonly number[];
        readonly card: string; // its code
    } | null;
}

/** The position that both seats claim. */
export const contestedIn = ({ seats: [one, other] }: Duell): string | undefined =>
    one.cards.find((position) => other.cards.includes(position));

/** The end of the fight, if it lies between these two views: only the winner keeps the card. */
function fightBetween(before: Duell | null, after: Duell, flips: Round["flips"]): Round["won"] {
    const contested = before ? contestedIn(before) : undefined;
    if (contested === undefined || contestedIn(after) !== undefined) return null;
    return {
        seat: after.seats.findIndex(({ cards: own }) => own.includes(contested)),
        sums: flips.map((list) => list.reduce((sum, { side }) => sum + Number(side), 0)),
        card: after.layout[Number(contested) - 1]!,
    };
}

/** What happened in the given round. */
export function roundOf(history: readonly Update[], round: number): Round {
    const lines = new Map<number, string>(),
        used = new Map<string, number>(),
        flips: Flip[][] = [[], []];
    let last: Flip | undefined,
        won: Round["won"] = null,
        before: Duell | null = null;
    for (const { by, do: action = "", view } of history) {
        const after = view as Duell;
        if (after.round !== round) continue;
        const [verb, what = ""] = action.split(" ");
        if (verb === "side" && last) last.side = what;
        if (verb === "lucky" && last) last.side = null;
        won ??= fightBetween(before, after, flips);
        before = after;
        if (typeof by !== "number") continue;
        if (verb === "claim") lines.set(by, what);
        if (verb === "flip") flips[by]!.push((last = { seal: what, side: null }));
        if (verb === "use") used.set(what, by);
    }
    return { lines, flips, used, won };
}

/** What the engine adds to a view: duell_standing in games/duell/text.c. */
export interface Standing {
    readonly stack: "A" | "B" | null; // the stack that the cards of this round come from
}

// ---- markers, each with a number of its own ----

export type Where = "supply" | "raw" | "worked";

/** The numbers of a seat's markers of one material at a place. Markers move from the supply to the
 * camp, are worked and then built in. The first in line always moves, so each marker keeps its
 * number. */
export function markersAt(seat: DuellSeat, material: string, where: Where): readonly number[] {
    const at = materials.indexOf(material),
        built = seat.built.filter((set) => set.includes(material)).length;
    const done = seat.worked[at] ?? 0,
        raw = seat.raw[at] ?? 0,
        supply = seat.supply[at] ?? 0;
    const [from, count] =
        where === "worked"
            ? [built, done]
            : where === "raw"
              ? [built + done, raw]
              : [built + done + raw, supply];
    return Array.from({ length: count }, (_, i) => from + i);
}

/** The number of the marker that was built into a section: the first one built has number 0. */
export function markerIn(
    history: readonly Update[],
    seat: number,
    section: string,
    material: string,
): number {
    const built = history.flatMap(({ by, do: action }) =>
        by === seat && action?.startsWith("build ") && action.endsWith(` ${material}`)
            ? [action]
            : [],
    );
    return built.indexOf(`build ${section} ${material}`);
}

/** The number of a flipped seal among the seals of its kind. A seat flips the last one first. */
export function sealNumber(
    { seals: left }: DuellSeat,
    flips: readonly { readonly seal: string }[],
    at: number,
): number {
    const kind = flips[at]!.seal,
        same = flips.filter(({ seal }) => seal === kind).length,
        before = flips.slice(0, at).filter(({ seal }) => seal === kind).length;
    return (left[kinds.indexOf(kind)] ?? 0) + same - 1 - before;
}
