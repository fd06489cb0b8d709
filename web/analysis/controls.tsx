// Stepping through a line, and what chance may bring.
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../pieces/symbol";
import { sentence, useWords } from "../words";
import type { StudyNext } from "../engine/messages";
import type { Board, Way } from "./state";
import { endOf, nodeOf } from "./study";

const back: Way = (study, at) => nodeOf(study, at).parent ?? undefined,
    on: Way = (study, at) => nodeOf(study, at).children[0];
const beside =
    (by: number): Way =>
    (study, at) => {
        const { parent } = nodeOf(study, at),
            all = parent === null ? [] : nodeOf(study, parent).children;
        return all[all.indexOf(at) + by];
    };

const ways: Readonly<Record<string, Way>> = {
    ArrowLeft: back,
    ArrowRight: on,
    ArrowUp: beside(-1),
    ArrowDown: beside(1),
    Home: () => 0,
    End: endOf,
};

/** Left and right step, up and down choose among variations, Home and End jump, Ctrl-Z undoes. */
export function useStudyKeys(board: Board): void {
    useEffect(() => {
        const press = (event: KeyboardEvent) => {
            const target = event.target as Element;
            if (target.closest("input, textarea, select, dialog")) return;
            if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
                event.preventDefault();
                if (event.shiftKey) board.redo();
                else board.undo();
                return;
            }
            // on the board the arrow keys move from thing to thing
            const way = ways[event.key];
            if (!way || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey)
                return;
            event.preventDefault();
            board.walk(way);
        };
        document.addEventListener("keydown", press);
        return () => document.removeEventListener("keydown", press);
    });
}

const every = 1400; // ms per step while it plays

interface ControlsProps {
    readonly board: Board;
    play(): void; // plays on from here
}

export function Controls({ board, play }: ControlsProps) {
    const { word } = useWords(),
        { study, at } = board,
        { parent, children } = nodeOf(study, at),
        [playing, set] = useState(false),
        next = children[0];
    useEffect(() => {
        if (!playing) return undefined;
        if (next === undefined) {
            set(false);
            return undefined;
        }
        const timer = setTimeout(() => board.go(next), every);
        return () => clearTimeout(timer);
    }, [playing, at]);
    const buttons = [
        ["first", "web.study.first", parent !== null, () => board.go(0)],
        ["back", "web.replay.back", parent !== null, () => board.walk(back)],
        [playing ? "pause" : "play", "web.replay.play", next !== undefined, () => set(!playing)],
        ["right", "web.replay.on", next !== undefined, () => board.walk(on)],
        ["last", "web.study.last", next !== undefined, () => board.walk(endOf)],
    ] as const;
    return (
        <nav class="study-nav" aria-label={word("web.replay.title")}>
            {buttons.map(([icon, key, can, act]) => (
                <button
                    key={key}
                    type="button"
                    class="btn"
                    aria-label={word(key)}
                    disabled={!can}
                    onClick={act}
                >
                    <Icon name={icon} />
                </button>
            ))}
            <button
                type="button"
                class="btn gold"
                data-play-on
                disabled={study.root !== null}
                title={study.root ? word("web.study.no_table") : undefined}
                onClick={play}
            >
                <Icon name="swords" />
                {word("web.study.play_on")}
            </button>
        </nav>
    );
}

interface ChanceProps {
    readonly game: string;
    readonly chance: StudyNext["chance"];
    pick(action: string): void;
}

/** Draws an outcome by its weight. */
function drawn(chance: StudyNext["chance"]): string {
    const all = chance.reduce((sum, { weight }) => sum + weight, 0);
    let at = Math.random() * all;
    return (chance.find(({ weight }) => (at -= weight) < 0) ?? chance.at(-1)!).do;
}

/** The outcomes of a draw: one is picked, or drawn at random. */
export function Chance({ game, chance, pick }: ChanceProps) {
    const { word, say } = useWords(),
        weights = chance.reduce((sum, { weight }) => sum + weight, 0);
    if (chance.length === 0) return null;
    return (
        <section class="chance" aria-label={word("web.study.draws")}>
            {weights > 0 && (
                <button
                    type="button"
                    class="btn gold"
                    data-draw
                    onClick={() => pick(drawn(chance))}
                >
                    <Icon name="dice" />
                    {word("web.study.draw_one")}
                </button>
            )}
            {chance.map((one) => (
                <button
                    key={one.do}
                    type="button"
                    class="chip"
                    data-outcome={one.do}
                    onClick={() => pick(one.do)}
                >
                    {say(sentence(game, one))}
                    {weights > 0 && (
                        <small class="num">{`${Math.round((100 * one.weight) / weights)} %`}</small>
                    )}
                </button>
            ))}
        </section>
    );
}
