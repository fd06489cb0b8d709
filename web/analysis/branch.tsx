// The variations and what can be done with the step that is shown.
import { useEffect, useState } from "preact/hooks";
import type { PartsOf } from "../engine/parts";
import { Icon } from "../pieces/symbol";
import { useWords } from "../words";
import type { Board } from "./state";
import { comment, nodeOf, promote, remove, textMost } from "./study";
import { Variations } from "./tree";

interface BranchProps {
    readonly board: Board;
    readonly played: readonly number[];
    readonly chances: ReadonlyMap<number, readonly number[]>;
    readonly parts: PartsOf;
    readonly headings: ReadonlyMap<number, string>; // by node: a round begins
    readonly opened: boolean; // the panel was brought up
    readonly drawing: boolean;
    draw(): void; // begins or ends drawing on the board
}

export function Branch(props: BranchProps) {
    const { board, played, chances, parts, headings, opened } = props,
        { word } = useWords(),
        { study, at } = board,
        [writing, write] = useState(false);
    useEffect(() => write(false), [at]);
    return (
        <section class="panel branch">
            <div class="branch-head">
                <h2 class="rubric">{word("web.study.variations")}</h2>
                <BranchTools {...props} writing={writing} write={write} />
            </div>
            {writing && <CommentForm board={board} done={() => write(false)} />}
            <Variations
                study={study}
                at={at}
                played={new Set(played)}
                chances={chances}
                parts={parts}
                headings={headings}
                opened={opened}
                go={board.go}
            />
            <p class="quiet">{word("web.study.how")}</p>
        </section>
    );
}

interface ToolsProps extends Pick<BranchProps, "board" | "drawing" | "draw"> {
    readonly writing: boolean; // the comment is open
    write(writing: boolean): void;
}

/** What can be done with the step that is shown. */
function BranchTools({ board, drawing, draw, writing, write }: ToolsProps) {
    const { word } = useWords(),
        { study, at } = board,
        { parent } = nodeOf(study, at),
        main = parent === null || nodeOf(study, parent).children[0] === at;
    const tools = [
        ["scroll", "web.study.comment", true, () => write(!writing)],
        ["hand", "web.study.draw", true, draw],
        ["crown", "web.study.promote", !main, () => board.edit((now) => promote(now, at))],
        [
            "close",
            "web.study.delete",
            parent !== null,
            () => board.edit((now) => remove(now, at), parent!),
        ],
        ["undo", "web.study.undo", board.canUndo, board.undo],
        ["redo", "web.study.redo", board.canRedo, board.redo],
    ] as const;
    return (
        <div class="branch-tools" role="group" aria-label={word("web.study.this_step")}>
            {tools.map(([icon, key, can, act]) => (
                <button
                    key={key}
                    type="button"
                    class="tool"
                    title={word(key)}
                    aria-label={word(key)}
                    aria-pressed={
                        key === "web.study.draw"
                            ? drawing
                            : key === "web.study.comment"
                              ? writing
                              : undefined
                    }
                    data-tool={key.split(".").at(-1)}
                    disabled={!can}
                    onClick={act}
                >
                    <Icon name={icon} />
                </button>
            ))}
        </div>
    );
}

interface CommentProps {
    readonly board: Board;
    done(): void;
}

function CommentForm({ board: { study, at, edit }, done }: CommentProps) {
    const { word } = useWords();
    const keep = (event: SubmitEvent) => {
        event.preventDefault();
        const field = (event.currentTarget as HTMLFormElement).elements.namedItem("text");
        edit((now) => comment(now, at, (field as HTMLTextAreaElement).value));
        done();
    };
    return (
        <form class="comment" onSubmit={keep}>
            <textarea
                name="text"
                rows={3}
                maxLength={textMost}
                aria-label={word("web.study.comment")}
                defaultValue={nodeOf(study, at).text}
            />
            <button type="submit" class="btn gold">
                {word("web.study.keep")}
            </button>
        </form>
    );
}
