// How an action is put together by touching the map: verb, then token or region, then another
// region, then how many. The parts of an action have an order ("merchant GA GE 2" is not "merchant
// GE GA 2"), so what was touched is read as its beginning.
import type { Choice, Part, Turn } from "../../board";
import { neighbours, type Rattus } from "./view";

type Thing = "region" | "token" | "number";

const shapes: Readonly<Record<string, readonly Thing[]>> = {
    settle: ["region"],
    rat: ["region"],
    grow: ["region"],
    plague: ["region"],
    king: ["region"],
    peasant: ["region"],
    knight: ["region"],
    merchant: ["region", "region", "number"],
    monk: ["token", "region"],
    witch: ["token"],
};
// what a tap on the map means while no class card is chosen
const atOnce = ["settle", "rat", "grow", "plague"];

export const onBoard = (verb: string) => verb === "class" || verb in shapes;
const verbIn = ({ parts: [verb] }: Pick<Choice, "parts">) => verb![1];
const same = (a: Part | undefined, b: Part) => a !== undefined && a[0] === b[0] && a[1] === b[1];
const begins = ({ parts }: Choice, start: readonly Part[]) =>
    start.every((part, i) => same(parts[i], part));
const has = ({ parts }: Choice, part: Part) => parts.some((other) => same(other, part));

const isHelp = ([type]: Part) => type === "class";
const helpIn = ({ parts }: Choice) => parts.filter(isHelp);

/** How far the answer has got. */
export interface Aim {
    readonly verb: string;
    readonly kind: Thing; // of what is to be touched next
    readonly done: readonly Part[]; // parts before that
    readonly held: readonly Part[]; // a class that helps
    readonly pool: readonly Choice[];
    // parts of what is touched or waits for confirmation at this point
    readonly taken: readonly Part[];
}

function verbOf({ legal, touched }: Turn): string | null {
    if (touched[0]?.[0] === "verb")
        return onBoard(touched[0][1]) && touched[0][1] !== "class" ? touched[0][1] : null;
    const verbs = [...new Set(legal.map(verbIn))].filter((verb) => verb in shapes);
    return atOnce.find((verb) => verbs.includes(verb)) ?? (verbs.length === 1 ? verbs[0]! : null);
}

const size = (thing: Thing | undefined) => (thing === "token" ? 2 : 1);

export function aimOf(turn: Turn): Aim | null {
    const verb = verbOf(turn);
    if (verb === null || turn.legal.length === 0) return null;
    const shape = shapes[verb]!,
        verbPart: Part = ["verb", verb];
    const all = turn.legal.filter((choice) => begins(choice, [verbPart])),
        helps = all.flatMap(helpIn);
    // A class that can help does, unless the verb alone was touched.
    const held = turn.touched.length === 0 ? helps.slice(0, 1) : turn.touched.filter(isHelp);
    const things = turn.touched.slice(1).filter((part) => !isHelp(part));
    const pool = all.filter((choice) =>
        held.length > 0 ? held.every((part) => has(choice, part)) : helpIn(choice).length === 0,
    );
    let stage = 0,
        at = 0;
    while (stage < shape.length - 1 && at + size(shape[stage]) <= things.length)
        at += size(shape[stage++]);
    // What waits for confirmation can be had elsewhere: its last place is open again.
    if (turn.chosen && at === things.length && stage > 0) at -= size(shape[--stage]);
    return {
        verb,
        kind: shape[stage]!,
        done: [verbPart, ...things.slice(0, at)],
        held,
        pool,
        taken: things.slice(at),
    };
}

/** Actions that go on with these parts. */
export const onwards = (aim: Aim, parts: readonly Part[]) =>
    aim.pool.filter((choice) => begins(choice, [...aim.done, ...parts]));

export const isTaken = (aim: Aim, parts: readonly Part[]) =>
    aim.taken.length > 0 && parts.every((part, i) => same(aim.taken[i], part));

/** The same on the map: while a number is asked for, the place before it can still be another. */
export function placeAim(turn: Turn): Aim | null {
    const aim = aimOf(turn);
    return aim?.kind === "number"
        ? { ...aim, kind: "region", done: aim.done.slice(0, -1), taken: aim.done.slice(-1) }
        : aim;
}

/** Takes back the last place, not what it is chosen for. */
export function stepBack(turn: Turn): void {
    const aim = placeAim(turn);
    if (aim) turn.touch([...(aim.taken.length > 0 ? aim.done : aim.done.slice(0, 1)), ...aim.held]);
}

/** Actions that differ only in how many: they need a last word. */
export function numbers(turn: Turn): readonly Choice[] {
    const aim = aimOf(turn);
    return aim?.kind === "number" ? onwards(aim, []) : [];
}

/** An action that shows why a power cannot be used at all, or not here. */
export function attempt(view: Rattus, verb: string, region: string, position = "1"): string {
    const near = neighbours(view, region)[0] ?? region;
    if (verb === "monk") return `monk ${region} ${position} ${near}`;
    if (verb === "merchant") return `merchant ${region} ${near} 1`;
    return verb === "witch" ? `witch ${region} ${position}` : `${verb} ${region}`;
}

const spell = (parts: readonly Part[]) => parts.map(([, value]) => value).join(" ");

/** A region of the map, or a token of it, was touched. */
export function touchMap(turn: Turn, view: Rattus, parts: readonly Part[]): void {
    const aim = placeAim(turn);
    if (!aim) return;
    const verbPart: Part = ["verb", aim.verb],
        region = parts[0]![1];
    for (const done of [aim.done, [verbPart]]) {
        const found = aim.pool.filter((choice) => begins(choice, [...done, ...parts]));
        if (found.length === 1) return turn.pick(found[0]!);
        if (found.length > 1) return turn.touch([...done, ...parts, ...aim.held]);
    }
    const further = aim.done.length > 1 && aim.kind === "region";
    const tried = further
        ? `${spell([...aim.done, ["region", region]])}${aim.verb === "merchant" ? " 1" : ""}`
        : attempt(view, aim.verb, region, parts[1]?.[1]);
    // no action has this verb: the engine says why not
    turn.touch([["verb", tried]], [tried, ...aim.held.map(([, value]) => value)].join(" "));
}
