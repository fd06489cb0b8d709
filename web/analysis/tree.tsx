// The tree of variations: the main line as a list, other tries below it on lines of their own.
import { useEffect, useRef } from "preact/hooks";
import { classNames } from "../classnames";
import { actionSaid, type PartsOf } from "../engine/parts";
import { Icon, Mark } from "../pieces/symbol";
import { percent } from "../table/analysis";
import { useWords } from "../words";
import { nodeOf, type Study } from "./study";

export interface TreeProps {
    readonly study: Study;
    readonly at: number;
    readonly played: ReadonlySet<number>; // the nodes of the game that was played
    readonly chances: ReadonlyMap<number, readonly number[]>; // by node and seat
    readonly parts: PartsOf;
    readonly headings: ReadonlyMap<number, string>; // by node: a round begins
    readonly opened: boolean; // the panel was brought up
    go(node: number): void;
}

/** A row and the variations that leave the line there. */
interface Row {
    readonly id: number;
    readonly depth: number;
}

/** The rows in reading order: the other tries at a fork come right after its main step. */
function rowsOf(study: Study): readonly Row[] {
    const rows: Row[] = [];
    // a line: its steps in a loop, because games are long; variations by recursion
    const line = (from: number, depth: number) => {
        for (let at = from; ;) {
            const [main, ...others] = nodeOf(study, at).children;
            if (main === undefined) return;
            rows.push({ id: main, depth });
            for (const id of others) {
                rows.push({ id, depth: depth + 1 });
                line(id, depth + 1);
            }
            at = main;
        }
    };
    line(0, 0);
    return rows;
}

export function Variations(props: TreeProps) {
    const { study, at } = props,
        { word } = useWords(),
        list = useRef<HTMLOListElement>(null);
    useEffect(() => {
        // only the list scrolls, never the page
        const row = list.current?.querySelector<HTMLElement>("[aria-current]"),
            room = list.current;
        if (!row || !room) return;
        const top = row.offsetTop; // the list is positioned
        if (top < room.scrollTop || top + row.offsetHeight > room.scrollTop + room.clientHeight)
            room.scrollTop = top - room.clientHeight / 2;
    }, [at, props.opened]);
    return (
        <ol class="tree" ref={list} aria-label={word("web.study.variations")}>
            <li>
                <button
                    type="button"
                    class="vr"
                    data-node={0}
                    aria-current={at === 0 ? "step" : undefined}
                    onClick={() => props.go(0)}
                >
                    {word("web.study.start_node")}
                </button>
                {nodeOf(study, 0).text && <p class="vc">{nodeOf(study, 0).text}</p>}
            </li>
            {rowsOf(study).map((row) => (
                <TreeRow key={row.id} {...props} row={row} />
            ))}
        </ol>
    );
}

function TreeRow({
    row,
    study,
    at,
    played,
    chances,
    parts,
    headings,
    go,
}: TreeProps & { readonly row: Row }) {
    const words = useWords(),
        { id, depth } = row,
        { step, parent, text, drawings } = nodeOf(study, id),
        [by, action] = step!;
    const fork = nodeOf(study, parent!).children.length > 1,
        chance = by === "chance" ? undefined : chances.get(id)?.[by];
    return (
        <li style={{ "--depth": Math.min(depth, 6) }} class={classNames(depth > 0 && "side")}>
            {headings.has(id) && <h3>{headings.get(id)}</h3>}
            <button
                type="button"
                class={classNames("vr", by === "chance" && "draw")}
                data-node={id}
                aria-current={at === id ? "step" : undefined}
                onClick={() => go(id)}
            >
                {by === "chance" ? <Icon name="dice" /> : <Mark seat={by} />}
                <span>{actionSaid(words, study.game, action, parts)}</span>
                {fork && played.has(id) && <em>{words.word("web.study.played")}</em>}
                {drawings.length > 0 && <Icon name="hand" />}
                {chance !== undefined && <b class="num">{`${percent(chance)} %`}</b>}
            </button>
            {text && <p class="vc">{text}</p>}
        </li>
    );
}
