// A study: positions reached from a root by steps that people tried, as a tree with comments and
// drawings. The file format is tafelrunde-study/1 (docs/records.md). Nothing here knows rules: the
// engine replays every line of a study before it is shown.
import type { By, Options, Record as GameRecord, RecordStep, View } from "../generated/protocol";
import type { WholeStudy } from "../client/studies";
import { Refusal } from "../refusal";

export const format = "tafelrunde-study/1";

/** A place on the board, in thousandths of its width and height. */
export type Place = readonly [x: number, y: number];

/** A drawing on the board: a ring, or an arrow if it has an end. */
export interface Drawing {
    readonly from: Place;
    readonly to?: Place;
}

export interface StudyNode {
    readonly parent: number | null; // null: the root
    readonly step: RecordStep | null;
    readonly children: readonly number[]; // the main line first
    readonly text: string; // a comment
    readonly drawings: readonly Drawing[];
}

export interface Study {
    readonly game: string;
    readonly rules: number;
    readonly components: string;
    readonly players: number;
    readonly options: Options;
    readonly root: View | null; // null: the start of the game
    readonly record: GameRecord | null; // the game that was played
    readonly names: readonly (string | null)[];
    readonly nodes: ReadonlyMap<number, StudyNode>; // 0 is the root
}

let used = 0; // node numbers are never used twice, so that everything may be cached by them

const empty: StudyNode = { parent: null, step: null, children: [], text: "", drawings: [] };

type Head = Pick<Study, "game" | "rules" | "components" | "players" | "options"> &
    Partial<Pick<Study, "root" | "record" | "names">>;

export const newStudy = (head: Head): Study => ({
    root: null,
    record: null,
    names: [],
    ...head,
    nodes: new Map([[0, empty]]),
});

export const nodeOf = (study: Study, id: number): StudyNode => study.nodes.get(id) ?? empty;

/** The nodes from the root to this one. */
export function pathTo(study: Study, id: number): readonly number[] {
    const path = [id];
    for (let { parent } = nodeOf(study, id); parent !== null; { parent } = nodeOf(study, parent))
        path.unshift(parent);
    return path;
}

export const stepsTo = (study: Study, id: number): readonly RecordStep[] =>
    pathTo(study, id).flatMap((at) => {
        const { step } = nodeOf(study, at);
        return step ? [step] : [];
    });

const change = (study: Study, id: number, next: Partial<StudyNode>): Study => ({
    ...study,
    nodes: new Map(study.nodes).set(id, { ...nodeOf(study, id), ...next }),
});

/** The node after a line of steps. What nobody tried before is added. */
export function lineFrom(
    study: Study,
    at: number,
    steps: readonly RecordStep[],
): readonly [Study, number] {
    // one copy of the map for the whole line
    const nodes = new Map(study.nodes);
    let now = at;
    for (const [by, action] of steps) {
        const node = nodes.get(now)!,
            known = node.children.find((id) => {
                const { step } = nodes.get(id)!;
                return step![0] === by && step![1] === action;
            });
        if (known === undefined) {
            nodes.set(now, { ...node, children: [...node.children, ++used] });
            nodes.set(used, { ...empty, parent: now, step: [by, action] });
        }
        now = known ?? used;
    }
    return [{ ...study, nodes }, now];
}

export const studyOf = (record: GameRecord, names: readonly (string | null)[]): Study => {
    const { game, rules, components, players, options, steps } = record;
    const study = newStudy({ game, rules, components, players, options, record, names });
    return lineFrom(study, 0, steps)[0];
};

/** The nodes of the game that was played, the root first. */
export function playedLine({ record, nodes }: Study): readonly number[] {
    const line = [0];
    for (const [by, action] of record?.steps ?? []) {
        const next = nodes.get(line.at(-1)!)!.children.find((id) => {
            const { step } = nodes.get(id)!;
            return step![0] === by && step![1] === action;
        });
        if (next === undefined) break;
        line.push(next);
    }
    return line;
}

/** The end of the main line from here. */
export function endOf(study: Study, from: number): number {
    let at = from;
    for (;;) {
        const [next] = nodeOf(study, at).children;
        if (next === undefined) return at;
        at = next;
    }
}

/** Makes the variation that leads here the main line at every fork above it. */
export function promote(study: Study, id: number): Study {
    let next = study;
    for (const at of pathTo(study, id)) {
        const { parent } = nodeOf(study, at);
        if (parent === null) continue;
        const { children } = nodeOf(next, parent);
        if (children[0] !== at)
            next = change(next, parent, {
                children: [at, ...children.filter((other) => other !== at)],
            });
    }
    return next;
}

/** Removes a node and everything after it. The root stays. */
export function remove(study: Study, id: number): Study {
    const { parent } = nodeOf(study, id);
    if (parent === null) return study;
    const gone = new Set<number>(),
        collect = [id];
    for (let at = collect.pop(); at !== undefined; at = collect.pop()) {
        gone.add(at);
        collect.push(...nodeOf(study, at).children);
    }
    const nodes = new Map([...study.nodes].filter(([other]) => !gone.has(other))),
        { children } = nodeOf(study, parent);
    nodes.set(parent, {
        ...nodeOf(study, parent),
        children: children.filter((other) => other !== id),
    });
    return { ...study, nodes };
}

export const comment = (study: Study, id: number, text: string): Study =>
    change(study, id, { text: text.slice(0, textMost) });

export const draw = (study: Study, id: number, drawings: readonly Drawing[]): Study =>
    change(study, id, { drawings: drawings.slice(-drawingsMost) });

// ---- the file ----

export const textMost = 4000,
    drawingsMost = 64;
const nodesMost = 20000;

type Extra = { readonly text?: string; readonly drawings?: readonly Drawing[] };
type SavedNode = readonly [parent: number, by: By, action: string, extra?: Extra];

export interface SavedStudy {
    readonly format: typeof format;
    readonly game: string;
    readonly rules: number;
    readonly components: string;
    readonly players: number;
    readonly options: Options;
    readonly root?: View;
    readonly record?: GameRecord;
    readonly names: readonly (string | null)[];
    readonly start: Extra; // of the root
    readonly nodes: readonly SavedNode[]; // each after its parent; siblings in their order
    readonly at: number; // the node that is shown; 0 is the root
    readonly seat: number | null; // whose view is shown; null: all cards
}

const extraOf = ({ text, drawings }: StudyNode): Extra => ({
    ...(text && { text }),
    ...(drawings.length > 0 && { drawings }),
});

export function writeStudy(study: Study, at: number, seat: number | null): SavedStudy {
    const { game, rules, components, players, options, root, record, names } = study,
        numbers = new Map([[0, 0]]),
        nodes: SavedNode[] = [],
        left = [...nodeOf(study, 0).children].reverse();
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
        const node = nodeOf(study, id),
            extra = extraOf(node),
            known = [numbers.get(node.parent!)!, ...node.step!] as const;
        numbers.set(id, nodes.length + 1);
        nodes.push(Object.keys(extra).length > 0 ? [...known, extra] : known);
        left.push(...[...node.children].reverse());
    }
    return {
        format,
        ...{ game, rules, components, players, options },
        ...(root && { root }),
        ...(record && { record }),
        names,
        start: extraOf(nodeOf(study, 0)),
        nodes,
        at: numbers.get(at) ?? 0,
        seat,
    };
}

const broken = (member: string) =>
    new Refusal({ key: "web.study.member", params: { member: { text: member } } });

function need(good: boolean, member: string): asserts good {
    if (!good) throw broken(member);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
    typeof value === "object" && value !== null && !Array.isArray(value);
const isCount = (value: unknown, most: number): value is number =>
    typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= most;
const isPlace = (value: unknown): value is Place =>
    Array.isArray(value) && value.length === 2 && value.every((n) => isCount(n, 1000));

function readDrawings(value: unknown): readonly Drawing[] {
    if (value === undefined) return [];
    need(Array.isArray(value) && value.length <= drawingsMost, "drawings");
    return value.map((one: unknown) => {
        need(isObject(one) && isPlace(one["from"]), "drawings");
        need(one["to"] === undefined || isPlace(one["to"]), "drawings");
        return one["to"] === undefined
            ? { from: one["from"] }
            : { from: one["from"], to: one["to"] };
    });
}

function readExtra(value: unknown): Pick<StudyNode, "text" | "drawings"> {
    if (value === undefined) return { text: "", drawings: [] };
    need(isObject(value), "nodes");
    const { text = "", drawings } = value;
    need(typeof text === "string" && text.length <= textMost, "text");
    return { text, drawings: readDrawings(drawings) };
}

function readNodes(
    value: unknown,
    players: number,
    start: unknown,
): ReadonlyMap<number, StudyNode> {
    need(Array.isArray(value) && value.length <= nodesMost, "nodes");
    const nodes = new Map<number, StudyNode>([[0, { ...empty, ...readExtra(start) }]]);
    used = Math.max(used, value.length);
    for (const [i, one] of (value as readonly unknown[]).entries()) {
        need(Array.isArray(one) && (one.length === 3 || one.length === 4), "nodes");
        const [parent, by, action, extra] = one as readonly unknown[];
        need(isCount(parent, i), "nodes");
        need(by === "chance" || isCount(by, players - 1), "nodes");
        need(typeof action === "string" && action.length <= 64, "nodes");
        const above = nodes.get(parent)!;
        nodes.set(parent, { ...above, children: [...above.children, i + 1] });
        nodes.set(i + 1, { ...empty, parent, step: [by, action], ...readExtra(extra) });
    }
    return nodes;
}

export interface OpenedStudy {
    readonly study: Study;
    readonly at: number;
    readonly seat: number | null;
    readonly kept?: WholeStudy; // the server's copy, if a short link led here
}

/** Whether this installation has the rules by which a study was made. */
export interface KnowsRules {
    (game: string, rules: unknown, components: unknown): "known" | "unknown" | "other";
}

/** Checks a study that somebody else may have written; throws a Refusal with the reason. */
export function readStudy(value: unknown, knows: KnowsRules): OpenedStudy {
    if (!isObject(value) || value["format"] !== format)
        throw new Refusal({ key: "web.study.format", params: {} });
    const { game, rules, components, players, options, root, record, names, at, seat } = value;
    need(typeof game === "string", "game");
    const known = knows(game, rules, components);
    if (known !== "known")
        throw new Refusal({
            key: known === "other" ? "web.study.rules" : "web.study.game",
            params: { game: { text: game.slice(0, 40) } },
        });
    need(isCount(players, 8) && players > 0, "players");
    need(isObject(options), "options");
    need(root === undefined || isObject(root), "root");
    need(record === undefined || (isObject(record) && Array.isArray(record["steps"])), "record");
    need(Array.isArray(names) && names.length <= players, "names");
    for (const name of names)
        need(name === null || (typeof name === "string" && name.length <= 40), "names");
    const nodes = readNodes(value["nodes"], players, value["start"]);
    need(isCount(at, nodes.size - 1), "at");
    need(seat === null || isCount(seat, players - 1), "seat");
    return {
        at,
        seat,
        study: {
            game,
            rules: rules as number,
            components: components as string,
            players,
            options: options as Options,
            root: (root as View | undefined) ?? null,
            record: (record as unknown as GameRecord | undefined) ?? null,
            names: names as readonly (string | null)[],
            nodes,
        },
    };
}
