// The actions that no thing on the generic board stands for: they need buttons.
import type { Choice, Part, Turn } from "../board";
import { samePart } from "../table/turn";
import { nameOf } from "./lines";

/** Actions of one verb. Few of them are sentences on buttons. Of many, the next part is chosen
 * first, as a row of things. */
export interface Group {
    readonly verb: string;
    readonly choices: readonly Choice[];
    readonly parts: readonly Part[]; // empty: every action has its own button
}

const fewest = 5; // from this many actions of one verb on, they are shown as things

/** The action's parts that have not been touched, without its verb. */
function openParts({ parts }: Choice, touched: readonly Part[]): readonly Part[] {
    const gone = [...touched];
    return parts.filter((part) => {
        if (part[0] === "verb") return false;
        const at = gone.findIndex((other) => samePart(part, other));
        if (at >= 0) gone.splice(at, 1);
        return at < 0;
    });
}

const verbOf = ({ parts }: Choice) => parts.find(([type]) => type === "verb")?.[1] ?? "";

/** `shown` says whether a part is a thing on the board that can be touched. */
export function groupsOf(turn: Turn, shown: (part: Part) => boolean): readonly Group[] {
    const touched = turn.chosen ? [] : turn.touched,
        candidates = turn.chosen ? turn.legal : turn.left;
    const groups = new Map<string, Choice[]>();
    for (const choice of candidates) {
        const open = openParts(choice, touched);
        if (open.some(shown)) continue; // things on the board come first
        const group = groups.get(verbOf(choice));
        if (group) group.push(choice);
        else groups.set(verbOf(choice), [choice]);
    }
    return [...groups].map(([verb, choices]) => {
        const next = new Map<string, Part>();
        for (const choice of choices) {
            const [part] = openParts(choice, touched);
            if (part) next.set(nameOf(part), part);
        }
        return { verb, choices, parts: choices.length < fewest ? [] : [...next.values()] };
    });
}

/** What the person seems to want by touching a thing that is not legal: an action of a verb that
 * takes such a thing now. */
export function triedWith({ legal }: Turn, [type, code]: Part): string | undefined {
    const like = legal.find(
        ({ parts }) => parts.length === 2 && parts[0]![0] === "verb" && parts[1]![0] === type,
    );
    return like && `${verbOf(like)} ${code}`;
}
