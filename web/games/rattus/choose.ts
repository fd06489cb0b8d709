// Composes an action from touches on the map: the verb, then a token or region, then another
// region, then a number. The order of the parts matters ("merchant GA GE 2" is not "merchant GE GA
// 2"), so touches are read as the beginning of an action.
import type { BoardProps, Choice, Drop, Part, Turn } from "../../board";
import { dropsOf } from "../../pieces/drag";
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
// the verbs that a tap on the map means while no class card is chosen
const atOnce = ["settle", "rat", "grow", "plague"];

export const onBoard = (verb: string) => verb === "class" || verb in shapes;
const verbIn = ({ parts: [verb] }: Pick<Choice, "parts">) => verb![1];
const same = (a: Part | undefined, b: Part) => a !== undefined && a[0] === b[0] && a[1] === b[1];
const begins = ({ parts }: Choice, start: readonly Part[]) =>
    start.every((part, i) => same(parts[i], part));
const has = ({ parts }: Choice, part: Part) => parts.some((other) => same(other, part));

const isHelp = ([type]: Part) => type === "class";
const helpIn = ({ parts }: Choice) => parts.filter(isHelp);

/** The state of an unfinished action. */
export interface Aim {
    readonly verb: string;
    readonly kind: Thing; // what has to be touched next
    readonly done: readonly Part[]; // the parts before that
    readonly held: readonly Part[]; // the class that helps
    readonly pool: readonly Choice[];
    // parts at this point that are touched or wait for confirmation
    readonly taken: readonly Part[];
}

function verbOf({ legal, touched }: Turn): string | null {
    if (touched[0]?.[0] === "verb")
        return onBoard(touched[0][1]) && touched[0][1] !== "class" ? touched[0][1] : null;
    const verbs = [...new Set(legal.map(verbIn))].filter((verb) => verb in shapes);
    return atOnce.find((verb) => verbs.includes(verb)) ?? (verbs.length === 1 ? verbs[0]! : null);
}

const size = (thing: Thing | undefined) => (thing === "token" ? 2 : 1);

/** The legal actions with this verb. A class that can help does so, unless the person touched the
 * verb alone. */
function poolOf({ legal, touched }: Turn, verb: string): Pick<Aim, "held" | "pool"> {
    const all = legal.filter((choice) => begins(choice, [["verb", verb]])),
        meant = touched[0]?.[0] === "verb" && touched[0][1] === verb,
        held = meant ? touched.filter(isHelp) : all.flatMap(helpIn).slice(0, 1);
    const pool = all.filter((choice) =>
        held.length > 0 ? held.every((part) => has(choice, part)) : helpIn(choice).length === 0,
    );
    return { held, pool };
}

export function aimOf(turn: Turn): Aim | null {
    const verb = verbOf(turn);
    if (verb === null || turn.legal.length === 0) return null;
    const shape = shapes[verb]!,
        verbPart: Part = ["verb", verb],
        { held, pool } = poolOf(turn, verb);
    const things = turn.touched.slice(1).filter((part) => !isHelp(part));
    let stage = 0,
        at = 0;
    while (stage < shape.length - 1 && at + size(shape[stage]) <= things.length)
        at += size(shape[stage++]);
    // While an action waits for confirmation, its last place can still be changed.
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

/** The actions that continue with these parts. */
export const onwards = (aim: Aim, parts: readonly Part[]) =>
    aim.pool.filter((choice) => begins(choice, [...aim.done, ...parts]));

export const isTaken = (aim: Aim, parts: readonly Part[]) =>
    aim.taken.length > 0 && parts.every((part, i) => same(aim.taken[i], part));

/** The same for the map: while a number is asked, the place before it can still be changed. */
export function placeAim(turn: Turn): Aim | null {
    const aim = aimOf(turn);
    return aim?.kind === "number"
        ? { ...aim, kind: "region", done: aim.done.slice(0, -1), taken: aim.done.slice(-1) }
        : aim;
}

/** Takes back the last place and keeps the verb. */
export function stepBack(turn: Turn): void {
    const aim = placeAim(turn);
    if (aim) turn.touch([...(aim.taken.length > 0 ? aim.done : aim.done.slice(0, 1)), ...aim.held]);
}

/** The actions that differ only in the number of cubes. */
export function numbers(turn: Turn): readonly Choice[] {
    const aim = aimOf(turn);
    return aim?.kind === "number" ? onwards(aim, []) : [];
}

/** The notation of an attempt that makes the engine explain why a power cannot be used, or not
 * here. */
export function attempt(view: Rattus, verb: string, region: string, position = "1"): string {
    const near = neighbours(view, region)[0] ?? region;
    if (verb === "monk") return `monk ${region} ${position} ${near}`;
    if (verb === "merchant") return `merchant ${region} ${near} 1`;
    return verb === "witch" ? `witch ${region} ${position}` : `${verb} ${region}`;
}

const spell = (parts: readonly Part[]) => parts.map(([, value]) => value).join(" ");

/** The person touched a region or a token on the map. */
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
    // no action has this verb, so the engine is asked why not
    turn.touch([["verb", tried]], [tried, ...aim.held.map(([, value]) => value)].join(" "));
}

// ---- dragging ----

/** The actions that a thing begins: the verbs it stands for, and the parts before its target. */
function beginsWith(thing: string): readonly (readonly [verb: string, ...Part[]])[] {
    const [kind, region = "", position = ""] = thing.split(" ");
    switch (kind) {
        case "plague":
            return [["plague"], ["knight"]];
        case "supply":
            return [["rat"]];
        case "cube":
            return region
                ? [
                      ["merchant", ["region", region]],
                      ["king", ["region", region]],
                  ]
                : [["settle"], ["grow"], ["peasant"]];
        case "token":
            return [["monk", ["region", region], ["position", position]]];
        default:
            return [];
    }
}

/** Where things may be dropped: pieces on regions, a cube for the king in the castle, and a class
 * card on one's own seat. */
export function drops(thing: string, { turn, me }: BoardProps<Rattus>): readonly Drop[] {
    if (thing.startsWith("class "))
        return dropsOf(turn, ({ do: action }) => (action === thing ? `seat-${me}` : null));
    return beginsWith(thing).flatMap(([verb, ...parts]) => {
        const { held, pool } = poolOf(turn, verb),
            start: readonly Part[] = [["verb", verb], ...parts];
        return dropsOf(
            turn,
            (choice) => {
                if (!pool.includes(choice) || !begins(choice, start)) return null;
                return verb === "king" ? "castle" : choice.parts[start.length]![1];
            },
            // their number is asked
            ([first]) => turn.touch([...first!.parts.slice(0, start.length + 1), ...held]),
        );
    });
}
