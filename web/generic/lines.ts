// What the generic board draws, derived from the engine's description of a view: lines with
// headings, whose parameters are things and numbers. Nothing here depends on a game.
import type { Part, Update } from "../board";
import type { DescribedLine } from "../engine/messages";
import { seatOf } from "../client/log";
import type { Event } from "../generated/protocol";
import type { Message, Piece } from "../text";

/** A heading and the lines under it. */
export interface Area {
    readonly seat: number | null; // whose it is; null: everybody's
    readonly heading: DescribedLine | null;
    readonly lines: readonly DescribedLine[];
}

/** A heading without a seat that stands between a seat's headings belongs to everybody. */
export function areasOf(lines: readonly DescribedLine[]): readonly Area[] {
    const areas: { seat: number | null; heading: DescribedLine | null; lines: DescribedLine[] }[] =
        [];
    for (const line of lines) {
        if (line.heading) areas.push({ seat: line.seat, heading: line, lines: [] });
        else if (areas.length === 0) areas.push({ seat: null, heading: null, lines: [line] });
        else areas.at(-1)!.lines.push(line);
    }
    return areas;
}

/** The part of an action that a thing stands for: "tallinn.part.card.7" is ["card", "7"]. */
export function partOf(key: string): Part {
    const [, , type = "", ...code] = key.split(".");
    return [type, code.join(".")];
}

export const nameOf = ([type, code]: Part) => `${type} ${code}`;

const isThing = (param: unknown): param is string =>
    typeof param === "string" && param.split(".")[1] === "part";

/** The parts that the parameters of a message name. */
export const partsIn = ({ params = {} }: Message): readonly Part[] =>
    Object.values(params)
        .flatMap((param) => (Array.isArray(param) ? (param as readonly unknown[]) : [param]))
        .filter(isThing)
        .map(partOf);

// ---- a line as rows of things and sentences ----

export interface Item {
    readonly part: Part;
    readonly name: string;
    readonly count: number; // "2 × Karte" is one thing with this count; default: 1
}

export type Word = string | number | Item;

/** "Auf der Hand: …" is a row of things with a label. Everything else is a sentence, perhaps with
 * things in it. */
type Segment =
    | { readonly kind: "row"; readonly label: readonly Word[]; readonly items: readonly Item[] }
    | { readonly kind: "sentence"; readonly words: readonly Word[] };

const times = /^\s*×\s*$/;
export const isItem = (word: Word | undefined): word is Item => typeof word === "object";

/** Things as items; "2", "×" and a thing become one. */
export function itemsIn(pieces: readonly Piece[]): readonly Word[] {
    const words: Word[] = [];
    for (const piece of pieces) {
        if (typeof piece !== "object") {
            words.push(piece);
            continue;
        }
        const [before, between] = words.slice(-2);
        const counted =
            typeof before === "number" && typeof between === "string" && times.test(between);
        if (counted) words.splice(-2);
        words.push({ part: partOf(piece.thing), name: piece.name, count: counted ? before : 1 });
    }
    return words;
}

export const itemsOf = (segment: Segment): readonly Item[] =>
    segment.kind === "row"
        ? [...segment.label.filter(isItem), ...segment.items]
        : segment.words.filter(isItem);

const separator = /^[\s.,;]*$/;
const onlySeparates = (word: Word) => typeof word === "string" && separator.test(word);

/** Takes the colon off a label. */
const labelOf = (words: readonly Word[]): readonly Word[] =>
    words.map((word, i) =>
        i === words.length - 1 && typeof word === "string" ? word.replace(/[\s:]+$/, "") : word,
    );

const introduces = (words: readonly Word[]) => {
    const last = words.at(-1);
    return words.length === 0 || (typeof last === "string" && /:\s*$/.test(last));
};

/** Splits a line where a row of things begins and ends. */
export function segmentsOf(pieces: readonly Piece[]): readonly Segment[] {
    const segments: Segment[] = [],
        words = itemsIn(pieces);
    let open: Word[] = [];
    for (let at = 0; at < words.length; at++) {
        const word = words[at]!;
        if (!isItem(word) || open.some(isItem) || !introduces(open)) {
            const begins = open.length === 0 && typeof word === "string";
            const text = begins && segments.length > 0 ? word.replace(/^[\s.,;]+/, "") : word;
            if (text !== "") open.push(text);
            continue;
        }
        const items = [word];
        for (; at + 1 < words.length; at++) {
            const next = words[at + 1]!,
                after = words[at + 2];
            if (isItem(next)) items.push(next);
            else if (!onlySeparates(next) || !isItem(after)) break;
        }
        segments.push({ kind: "row", label: labelOf(open), items });
        open = [];
    }
    if (!open.every(onlySeparates)) segments.push({ kind: "sentence", words: open });
    return segments;
}

export interface Shaped {
    readonly key: string; // of the line's message
    readonly seat: number | null;
    readonly segment: Segment;
}

const labelled = ({ seat, segment }: Shaped) =>
    segment.kind === "row" && !segment.label.some(isItem)
        ? `${seat} ${segment.label.join("")}`
        : null;

/** The lines of an area. Rows that follow each other with the same label become one. */
export function shapesOf(
    lines: readonly DescribedLine[],
    pieces: (line: DescribedLine) => readonly Piece[],
): readonly Shaped[] {
    const shapes: Shaped[] = [];
    for (const line of lines)
        for (const segment of segmentsOf(pieces(line))) {
            const shape = { key: line.key, seat: line.seat, segment },
                before = shapes.at(-1);
            if (
                before?.segment.kind === "row" &&
                segment.kind === "row" &&
                labelled(before) === labelled(shape) &&
                labelled(shape) !== null
            )
                shapes[shapes.length - 1] = {
                    ...shape,
                    segment: { ...segment, items: [...before.segment.items, ...segment.items] },
                };
            else shapes.push(shape);
        }
    return shapes;
}

// ---- what happened last ----

/** Events that belong to one line of the log. */
export interface Recent {
    readonly line: number;
    readonly seat: number | null;
    readonly events: readonly Event[];
}

const recentMax = 10;

function byLine(events: readonly Event[]): readonly Recent[] {
    const lines: { line: number; seat: number | null; events: Event[] }[] = [];
    for (const event of events) {
        const last = lines.at(-1);
        if (last?.line === event.line) last.events.push(event);
        else lines.push({ line: event.line, seat: seatOf(event), events: [event] });
    }
    return lines.slice(-recentMax);
}

/** What happened since the person last acted, their own step included: it may have been the answer
 * that revealed everybody's. While others still think, what happened before stays. Spectators see
 * the latest round of steps. */
export function recentOf(
    history: readonly Update[],
    me: number | null,
    seats: number,
): readonly Recent[] {
    let from = history.length,
        found: readonly Event[] = [],
        acted = 0;
    while (from > 0 && found.length === 0) {
        const to = from;
        while (from > 0) {
            const { by } = history[--from]!;
            if (me === null ? by !== "chance" && ++acted >= seats : by === me) break;
        }
        found = history.slice(from, to).flatMap(({ events }) => events);
    }
    return byLine(found);
}
