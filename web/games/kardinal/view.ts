// Where things lie on the map of Kardinal & König: drawing only, keyed by component code. Lists in
// a view, by country or by card, have the order of the component tables.
import tables from "../../generated/components/kardinal.json";
import type { Kardinal } from "../../generated/views/kardinal";
import type { BoardProps, Update } from "../../board";
import type { Described, DescribedLine } from "../../engine/messages";
import type { Message } from "../../text";
import geometry from "./geometry.json";

export type { Kardinal };

export type Props = BoardProps<Kardinal>;

// ---- components and their places ----

export interface Point {
    readonly x: number;
    readonly y: number;
}

export interface Country {
    readonly code: string;
    readonly at: number; // index in a view's lists
    readonly card: string; // the card that names it
    readonly path: string;
    readonly aside: number; // offset of its name, to the right of the middle of its court
    readonly court: {
        readonly x: number;
        readonly y: number;
        readonly w: number;
        readonly h: number;
    };
    // for councillors; a court never holds more than the country has spaces
    readonly places: readonly Point[];
}

export interface Space extends Point {
    readonly code: string;
    readonly country: string;
    readonly name: {
        readonly dx: number;
        readonly dy: number;
        readonly anchor: string;
        readonly break?: number;
    };
}

interface Road {
    readonly ends: readonly [string, string];
    readonly path: string;
}

export interface Alliance extends Point {
    readonly number: number;
    readonly countries: readonly string[];
    readonly turn: number; // rotation of the seal, so that each half points to its country
    readonly route?: string;
}

export interface Card {
    readonly code: string;
    readonly countries: readonly string[];
    readonly tint: string;
    readonly deep: string;
}

const drawn = <T>(table: Readonly<Record<string, T>>, code: string): T => table[code]!;

export const box = geometry.box as unknown as readonly [number, number, number, number];
export const land = geometry;

export const cards: readonly Card[] = tables.cards.map(({ code, countries }) => ({
    code,
    countries,
    ...drawn<{ tint: string; deep: string }>(geometry.cards, code),
}));
export const cardOf = new Map(cards.map((card) => [card.code, card]));
/** Two equal cards together pay for any country. */
export const joker = (code: string) => `${code}+${code}`;
export const isJoker = (payment: string) => payment.includes("+");

const perRow = (count: number) => Math.ceil(count / 2);

export const countries: readonly Country[] = tables.countries.map(({ code, spaces: count }, at) => {
    const {
            court,
            path,
            aside = 0,
        } = drawn<Pick<Country, "court" | "path"> & { aside?: number }>(geometry.countries, code),
        row = perRow(count);
    const places = Array.from({ length: count }, (_, i) => ({
        x: court.x + 57.5 + 21 * (i % row),
        y: court.y + (i < row ? 18 : 46),
    }));
    return {
        code,
        at,
        court,
        path,
        aside,
        places,
        card: cards.find((card) => card.countries.includes(code))!.code,
    };
});
export const countryOf = new Map(countries.map((country) => [country.code, country]));

export const spaces: readonly Space[] = tables.spaces.map(({ code, x, y }) => {
    const { nudge = [0, 0], ...name } = drawn<Space["name"] & { nudge?: readonly number[] }>(
        geometry.spaces as unknown as Record<string, Space["name"]>,
        code,
    );
    return { code, x: x + nudge[0]!, y: y + nudge[1]!, country: code.slice(0, 2), name };
});
export const spaceOf = new Map(spaces.map((space) => [space.code, space]));

const bends = geometry.roads as Readonly<Record<string, number>>; // missing: a straight road

/** Roads bend slightly, so that the map looks drawn by hand; no two cross. */
function curve(from: Space, to: Space, bend: number): string {
    const x = (from.x + to.x) / 2 + (to.y - from.y) * bend,
        y = (from.y + to.y) / 2 - (to.x - from.x) * bend;
    return `M${from.x} ${from.y}Q${x.toFixed(1)} ${y.toFixed(1)} ${to.x} ${to.y}`;
}

export const roads: readonly Road[] = tables.spaces.flatMap(({ code, roads: others }) =>
    others
        .filter((other) => code < other)
        .map((other): Road => ({
            ends: [code, other],
            path: curve(spaceOf.get(code)!, spaceOf.get(other)!, bends[`${code} ${other}`] ?? 0),
        })),
);

type SealPlace = Pick<Alliance, "x" | "y" | "turn" | "route">;

const seals = geometry.alliances as Readonly<Record<string, SealPlace>>;

/** The seal of an alliance without a drawn place: between the two nearest spaces of its
 * countries. */
function betweenSpaces(one: string, other: string): SealPlace {
    const from = spaces.filter(({ country }) => country === one),
        to = spaces.filter(({ country }) => country === other);
    const apart = ([a, b]: readonly [Space, Space]) => Math.hypot(b.x - a.x, b.y - a.y);
    const [a, b] = from
        .flatMap((a) => to.map((b) => [a, b] as const))
        .reduce((best, pair) => (apart(pair) < apart(best) ? pair : best));
    const turn = Math.round((Math.atan2(a.y - b.y, a.x - b.x) * 180) / Math.PI);
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, turn, route: `M${a.x} ${a.y}L${b.x} ${b.y}` };
}

function sealOf(one: string, other: string): SealPlace {
    const turned = seals[`${other} ${one}`];
    return (
        seals[`${one} ${other}`] ??
        (turned ? { ...turned, turn: turned.turn + 180 } : betweenSpaces(one, other))
    );
}

export const alliances: readonly Alliance[] = tables.alliances.map(
    ({ number, countries: pair, sea }) => {
        const { x, y, turn, route } = sealOf(pair[0]!, pair[1]!);
        return {
            number,
            countries: pair,
            x,
            y,
            turn,
            ...(sea ? { route: route ?? betweenSpaces(pair[0]!, pair[1]!).route! } : {}),
        };
    },
);

export const places = {
    cards: Object.keys(geometry.cards),
    countries: Object.keys(geometry.countries),
    alliances: Object.keys(geometry.alliances),
    spaces: Object.keys(geometry.spaces),
};

// ---- what stands where ----

/** The owner of the cloister on each space. */
export function ownersOf({ seats }: Kardinal): ReadonlyMap<string, number> {
    return new Map(
        seats.flatMap(({ cloisters }, seat) => cloisters.map((code) => [code, seat] as const)),
    );
}

const wordsIn = (update: Update) => update.do?.split(" ") ?? [];

/** Who sent the councillors at each court, in order of arrival. */
export function envoys(history: readonly Update[]): ReadonlyMap<string, readonly number[]> {
    const came = new Map(countries.map(({ code }): [string, number[]] => [code, []]));
    for (const { by, do: step } of history)
        if (typeof by === "number" && step?.startsWith("r "))
            came.get(step.slice(2, step.indexOf(" ", 2)))?.push(by);
    return came;
}

/** The councillors at a court in order of arrival. The view has the numbers, the history the
 * order. */
export function councillorsAt(
    { seats }: Kardinal,
    came: ReturnType<typeof envoys>,
    { code, at }: Country,
): readonly { readonly seat: number; readonly nth: number }[] {
    const left = seats.map(({ councillors_in: all }) => all[at] ?? 0),
        nth = left.map(() => 0);
    return [
        ...came.get(code)!,
        ...left.flatMap((count, seat) => Array<number>(count).fill(seat)),
    ].flatMap((seat) => {
        if (!left[seat]) return [];
        left[seat]--;
        return [{ seat, nth: nth[seat]!++ }];
    });
}

/** Pieces that others have placed since the person last acted: "c FK3", or "r FK" once per
 * councillor. */
export function freshPieces({ fresh, me }: Props): readonly string[] {
    return fresh.flatMap((update) => {
        const [verb, where] = wordsIn(update);
        return (verb === "c" || verb === "r") && update.by !== me ? [`${verb} ${where}`] : [];
    });
}

// ---- what a scoring would bring now ----

export interface Claim {
    readonly seat: number;
    readonly points: number;
}

export interface CloisterClaim extends Claim {
    readonly rank: number;
}

interface Chain extends Claim {
    readonly spaces: readonly string[];
}

/** The engine's format: kardinal_standing in games/kardinal/scoring.c. */
interface WrittenStanding {
    readonly cloisters: readonly {
        readonly country: string;
        readonly claims: readonly CloisterClaim[];
    }[]; // in the order of scoring
    readonly alliances: readonly { readonly number: number; readonly claims: readonly Claim[] }[];
    readonly chains: readonly Chain[];
}

export interface Standing {
    readonly order: readonly Country[]; // in the order of scoring
    readonly cloisters: ReadonlyMap<string, readonly CloisterClaim[]>; // by country
    readonly alliances: ReadonlyMap<number, readonly Claim[]>;
    readonly chains: readonly Chain[];
    // the countries in sentences; the first line of each is its heading
    readonly words: readonly (readonly DescribedLine[])[];
}

/** The spaces of a chain in the order of their roads, as one would read them. */
function inRow(chain: readonly string[], row: readonly string[] = []): readonly string[] | null {
    if (row.length === chain.length) return row;
    for (const code of chain) {
        const next =
            !row.includes(code) &&
            (row.length === 0 ||
                roads.some(({ ends }) => ends.includes(code) && ends.includes(row.at(-1)!)));
        const found = next ? inRow(chain, [...row, code]) : null;
        if (found) return found;
    }
    return null;
}

/** The sections about countries in a description of the view. */
function countrySections(lines: readonly DescribedLine[]): readonly (readonly DescribedLine[])[] {
    const sections: DescribedLine[][] = [];
    for (const line of lines)
        if (line.heading) sections.push([line]);
        else sections.at(-1)?.push(line);
    return sections.filter(([heading]) => heading?.key === "kardinal.view.country");
}

export const noStanding: Standing = {
    order: countries,
    cloisters: new Map(),
    alliances: new Map(),
    chains: [],
    words: [],
};

export function standingOf({ lines, standing }: Described): Standing {
    const { cloisters, alliances: held, chains } = standing as WrittenStanding;
    return {
        order: cloisters.map(({ country }) => countryOf.get(country)!),
        cloisters: new Map(cloisters.map(({ country, claims }) => [country, claims])),
        alliances: new Map(held.map(({ number, claims }) => [number, claims])),
        chains: chains.map((chain) => ({ ...chain, spaces: inRow(chain.spaces) ?? chain.spaces })),
        words: countrySections(lines),
    };
}

// ---- claims in words ----

export const countryKey = (code: string) => `kardinal.part.country.${code}`;

export const cloisterSentence = (
    { code, at }: Country,
    { seat, rank, points }: CloisterClaim,
    { seats }: Kardinal,
): Message => ({
    key: "kardinal.event.cloisters",
    params: {
        who: { seat },
        country: countryKey(code),
        rank,
        n: seats[seat]!.cloisters_in[at] ?? 0,
        points,
    },
});

/** What an alliance is, or, with a claim, what it brings. */
export function allianceSentence({ number, countries: pair }: Alliance, claim?: Claim): Message {
    const [country = "", other = ""] = pair.map(countryKey),
        params = { number, country, other };
    if (!claim) return { key: "kardinal.board.alliance", params };
    const { seat, points } = claim;
    return { key: "kardinal.event.alliance", params: { ...params, who: { seat }, points } };
}

export const chainSentence = ({ seat, points, spaces: row }: Chain): Message => ({
    key: "kardinal.event.chain",
    params: {
        who: { seat },
        points,
        spaces: [...row].sort().map((code) => `kardinal.part.space.${code}`),
    },
});
