// What the components of Rattus show, and which piece is which from one position to the next:
// drawing only, keyed by component code.
import tables from "../../generated/components/rattus.json";
import type { Rattus, RattusSeat } from "../../generated/views/rattus";
import type { Event, Update } from "../../board";
import { seatOf } from "../../client/log";
import { codeOf, numberOf } from "../../pieces/scene";
import geometry from "./geometry.json";

export type { Rattus };

export type Point = readonly [x: number, y: number];

export interface Place {
    readonly tint: readonly string[];
    readonly nameAt: Point;
    readonly tokens: readonly Point[];
    readonly cubes: Point;
    readonly columns: number;
    readonly plague: Point;
    readonly beside: Point; // never covered by a piece, a name or a border
    readonly spots: readonly Point[]; // points all over the region, for taps
    readonly path: string;
}

export const drawn = geometry.regions as unknown as Readonly<Record<string, Place>>;
export const { regions, borders } = tables;

export interface Line {
    readonly ends: readonly [string, string];
    readonly sea: boolean;
    readonly path: string;
}

const seaLinks = geometry.seaLinks as Readonly<Record<string, string>>;
const touching = geometry.touching as unknown as Readonly<Record<string, Point>>;

function straight(a: string, b: string): string {
    const [from, to] = [drawn[a]!.cubes, drawn[b]!.cubes];
    return `M${from.join(" ")}L${to.join(" ")}`;
}

/** Borders that the shapes do not show: across the sea, and between regions drawn apart. */
export const lines: readonly Line[] = borders.flatMap(({ a, b, sea }): Line[] =>
    !sea && touching[`${a}-${b}`]
        ? []
        : [
              {
                  ends: [a, b],
                  sea,
                  path: (sea ? seaLinks[`${a}-${b}`] : undefined) ?? straight(a, b),
              },
          ],
);

/** Where regions touch in the drawing although the table has no border there. */
export const barred: readonly Point[] = Object.entries(touching).flatMap(([pair, at]) =>
    borders.some(({ a, b }) => `${a}-${b}` === pair) ? [] : [at],
);

// byte order, as in the engine
export const codes: readonly string[] = regions.map(({ code }) => code).sort();
export const classes = ["P", "B", "C", "K", "W", "R"].flatMap((code) =>
    tables.classes.filter((row) => row.code === code),
); // in the order of their cards

export const inPlay = ({ players }: Rattus, code: string) =>
    regions.some((region) => region.code === code && region.players <= players);
export const cubesOf = (seat: RattusSeat, region: string) =>
    region === "castle" ? seat.castle : (seat.cubes[codes.indexOf(region)] ?? 0);
export const ratsOf = ({ rats }: Rattus, region: string) =>
    rats.filter((at) => at.includes(region)).length;
export const slotOf = (region: string, position: number) =>
    codes.indexOf(region) * 3 + position - 1;
export const ownerOf = ({ seats }: Rattus, code: string) =>
    seats.findIndex((seat) => seat.classes.includes(code));

/** The neighbouring regions that are in play. */
export const neighbours = (view: Rattus, region: string) =>
    borders
        .flatMap(({ a, b }) => (a === region ? [b] : b === region ? [a] : []))
        .filter((code) => inPlay(view, code));

export interface Face {
    readonly limit: number;
    readonly symbols: readonly string[]; // M (majority) or A (all) first, then classes
}

const faces = new Map(
    tables.tokens.map(({ code, limit, symbols }): [string, Face] => [
        code,
        { limit, symbols: [...symbols.replace(" ", "")] },
    ]),
);
export const faceOf = (code: string): Face => faces.get(code)!;

// ---- the identity of pieces ----

/** Ids of pieces: tokens by region, in order of position; cubes by "seat region", in no order. */
export interface Pieces {
    readonly tokens: ReadonlyMap<string, readonly string[]>;
    readonly cubes: ReadonlyMap<string, readonly string[]>;
    readonly turned: string | null; // the token that the latest step turned up
    readonly turnedAt: number; // its index among the tokens of its region
}

const places = [...codes, "castle"];

/** Cubes that leave one place are matched with those that another place gains. The rest come from
 * or go to the supply. */
function moveCubes(cubes: Map<string, string[]>, view: Rattus, fresh: () => string): void {
    view.seats.forEach((seat, number) => {
        const held = places.map((place) => ({
            ids: cubes.get(`${number} ${place}`) ?? [],
            want: cubesOf(seat, place),
            place,
        }));
        const loose = held.flatMap(({ ids, want }) => ids.splice(want));
        for (const { ids, want, place } of held) {
            while (ids.length < want) ids.push(loose.shift() ?? `${number}:${fresh()}`);
            cubes.set(`${number} ${place}`, ids);
        }
    });
}

const turnedAt = (before: Rattus | null) => Number(before?.turned ?? 1) - 1;

/** Does the same for tokens. The step tells which position was left, or which two were swapped. */
function moveTokens(
    tokens: Map<string, string[]>,
    step: string,
    before: Rattus | null,
    view: Rattus,
    fresh: () => string,
): string | null {
    const [verb, region = "", position = "1"] = step.split(" "),
        loose: string[] = [];
    const leaves = (code: string) =>
        verb === "monk" && region === code
            ? Number(position) - 1
            : verb === "reveal"
              ? turnedAt(before)
              : 0;
    if (verb === "swap" && before) {
        const [one, other] = before.looked.map((look) => look?.split(" ").slice(1) ?? []),
            [a, b] = [tokens.get(one?.[0] ?? ""), tokens.get(other?.[0] ?? "")];
        const i = Number(one?.[1]) - 1,
            j = Number(other?.[1]) - 1;
        if (a?.[i] !== undefined && b?.[j] !== undefined) [a[i], b[j]] = [b[j]!, a[i]!];
    }
    for (const code of codes) {
        const ids = tokens.get(code) ?? [],
            gone = ids.length - ratsOf(view, code);
        if (gone > 0) loose.push(...ids.splice(leaves(code), gone));
        tokens.set(code, ids);
    }
    const turned = verb === "reveal" ? (loose.shift() ?? null) : null;
    for (const code of codes)
        for (const ids = tokens.get(code)!; ids.length < ratsOf(view, code);)
            ids.push(loose.shift() ?? `rat:${fresh()}`);
    return turned;
}

interface Named extends Pieces {
    readonly count: number; // ids given so far
    readonly view: Rattus | null;
}

const nothing: Named = {
    tokens: new Map(),
    cubes: new Map(),
    turned: null,
    turnedAt: 0,
    count: 0,
    view: null,
};

const copied = (lists: ReadonlyMap<string, readonly string[]>) =>
    new Map([...lists].map(([place, ids]) => [place, [...ids]]));

function after(before: Named, { do: step, view }: Update): Named {
    const tokens = copied(before.tokens),
        cubes = copied(before.cubes),
        now = view as Rattus;
    let { count } = before;
    const fresh = () => String(count++);
    const turned = moveTokens(tokens, step ?? "", before.view, now, fresh);
    moveCubes(cubes, now, fresh);
    return { tokens, cubes, turned, turnedAt: turnedAt(before.view), count, view: now };
}

// the steps before an update never change, so its pieces can be cached
const named = new WeakMap<Update, Named>();

export function piecesOf(history: readonly Update[]): Pieces {
    const from = history.findLastIndex((update) => named.has(update));
    let pieces = from < 0 ? nothing : named.get(history[from]!)!;
    for (const update of history.slice(from + 1))
        named.set(update, (pieces = after(pieces, update)));
    return pieces;
}

/** What the engine adds to a view: rattus_standing in games/rattus/text.c. */
export interface Standing {
    readonly neutral: number; // how many cubes the plague piece counts for
}

// ---- what turned tokens did ----

export interface Turned {
    readonly face: string;
    readonly region: string;
    readonly outbreak: boolean;
    readonly count: number; // cubes, including those that the plague piece counts for
    // `by`: the symbol that struck
    readonly lost: readonly { readonly seat: number; readonly by: string }[];
}

const losses: Readonly<Record<string, (event: Event) => string>> = {
    "rattus.event.lost_majority": () => "M",
    "rattus.event.lost_all": () => "A",
    "rattus.event.lost_class": (event) => codeOf(event, "class"),
};

export const isTurned = ({ key }: Event) =>
    key === "rattus.event.outbreak" || key === "rattus.event.calm";

/** What a step that turned up a token did. */
function turnedBy({ events }: Update): Turned | null {
    const token = events.find(isTurned);
    if (!token) return null;
    return {
        face: codeOf(token, "face"),
        region: codeOf(token, "region"),
        outbreak: token.key === "rattus.event.outbreak",
        count: numberOf(token, "n") + numberOf(token, "neutral"),
        lost: events.flatMap((event) => {
            const seat = seatOf(event),
                by = losses[event.key]?.(event);
            return seat === null || by === undefined ? [] : [{ seat, by }];
        }),
    };
}

/** The tokens turned up in the region that was ravaged last, since the plague piece moved; the
 * latest comes last. */
export function ravaged(history: readonly Update[]): readonly Turned[] {
    const from = history.findLastIndex(({ do: step }) => step?.startsWith("plague ") ?? false);
    const list = history.slice(from + 1).flatMap((update) => turnedBy(update) ?? []),
        region = list.at(-1)?.region;
    return list.filter((one) => one.region === region);
}

/** The region where something has just happened: points rise from there. */
export function scene(history: readonly Update[]): string | null {
    const last = history.at(-1),
        region = last && turnedBy(last)?.region;
    return region ?? last?.do?.split(" ").findLast((word) => codes.includes(word)) ?? null;
}
