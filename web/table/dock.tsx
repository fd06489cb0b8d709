// The area under the board: what to do now, what a choice would bring, the hand, and buttons for
// actions that the board does not offer.
import { useEffect, useMemo } from "preact/hooks";
import type { BoardProps, Choice, GameBoard, Turn } from "../board";
import { classNames } from "../classnames";
import { Later } from "../pieces/kept";
import { useLooked } from "../pieces/looked";
import { Icon } from "../pieces/symbol";
import type { Message } from "../text";
import { sentence, useWords } from "../words";
import type { Answering } from "./answering";
import { Sheet } from "./sheet";

interface DockProps {
    readonly board: GameBoard;
    readonly props: BoardProps;
    readonly game: string;
    readonly turn: Answering;
    readonly prompt: string;
    readonly quiet: string; // shown while no action is looked at
    readonly warning: Message | null; // why an attempt was not legal; shown instead
    forget(): void; // removes the warning, because the person looks at something else
    readonly rule: (() => void) | null; // opens the rule behind the warning
    // null: no hint is available
    readonly hint: { ask(): void; readonly advice: Advice | null } | null;
}

/** The adviser's answer to question q. */
export interface Advice {
    readonly q: number;
    readonly do: string | null; // null while it is thinking
}

interface ChoiceProps {
    readonly choice: Choice;
    readonly board: GameBoard | null; // null: the button shows its sentence
    readonly props: BoardProps;
    readonly game: string;
    readonly turn: Turn;
}

export function ChoiceButton({ choice, board, props, game, turn }: ChoiceProps) {
    const on = turn.chosen?.do === choice.do;
    return (
        <button
            type="button"
            class={`choice${on ? " on" : ""}`}
            data-do={choice.do}
            aria-pressed={on}
            onClick={() => turn.pick(choice)}
            onFocus={() => turn.look(choice)}
            onBlur={() => turn.look(null)}
            onPointerEnter={() => turn.look(choice)}
            onPointerLeave={() => turn.look(null)}
        >
            {board?.button?.(choice, props) ?? (
                <span>
                    <b>{props.say(sentence(game, choice))}</b>
                    {choice.preview && <small>{props.say(choice.preview)}</small>}
                </span>
            )}
        </button>
    );
}

/** What the action that the person looks at would bring. Only this component renders again for it.
 * A repeated reason gets a new key, so that screen readers read it again. */
function Quiet({
    turn,
    quiet,
    warning,
    forget,
    say,
}: Pick<DockProps, "turn" | "quiet" | "warning" | "forget"> & Pick<BoardProps, "say">) {
    const looked = useLooked(turn),
        { looks } = turn;
    useEffect(
        () => looks.subscribe(() => looks.now && warning && forget()),
        [looks, warning, forget],
    );
    return (
        <em key={warning} class={warning ? "warn" : undefined}>
            {!warning && looked?.preview ? say(looked.preview) : quiet}
        </em>
    );
}

export function Dock(dock: DockProps) {
    const { board, props, game, turn, hint } = dock,
        { Hand, Choices } = board;
    const advised = advisedIn(turn, hint?.advice ?? null);
    return (
        <footer
            class={classNames(
                "dock",
                turn.legal.length > 0 && "asked",
                turn.legal.some(({ final }) => final) && "final",
            )}
        >
            <Prompt {...dock} advised={advised !== undefined} />
            {Hand && (
                <div class="hand-room">
                    <Later by={[Hand, props]} draw={() => <Hand {...props} />} />
                </div>
            )}
            {Choices ? (
                <Later by={[Choices, props]} draw={() => <Choices {...props} />} />
            ) : (
                <Buttons board={board} props={props} game={game} turn={turn} />
            )}
            <Confirm props={props} game={game} turn={turn} />
        </footer>
    );
}

/** The question, what there is to say about it, and the button for a hint. */
function Prompt({
    props,
    turn,
    prompt,
    quiet,
    warning,
    forget,
    rule,
    hint,
    advised,
}: DockProps & { readonly advised: boolean }) {
    const { word } = useWords(),
        thinks = hint?.advice?.do === null;
    return (
        <div class="prompt">
            {turn.legal.length > 0 && <span class="dot" />}
            <p aria-live="polite">
                <b>{prompt}</b>{" "}
                <Quiet
                    turn={turn}
                    quiet={quiet}
                    warning={warning}
                    forget={forget}
                    say={props.say}
                />
            </p>
            {rule && (
                <button type="button" class="which" onClick={rule}>
                    {word("web.rules.why")}
                </button>
            )}
            {hint && (
                <button
                    type="button"
                    class="tool hint"
                    aria-label={word("web.hint.ask")}
                    aria-busy={thinks}
                    disabled={thinks || advised}
                    onClick={hint.ask}
                >
                    <Icon name="hint" />
                    <span>{word(thinks ? "web.hint.thinks" : "web.hint.ask")}</span>
                </button>
            )}
        </div>
    );
}

type ChoicesProps = Pick<DockProps, "board" | "props" | "game" | "turn">;

const advisedIn = ({ legal }: Answering, advice: Advice | null) =>
    legal.find((choice) => choice.do === advice?.do);

/** The hint, beside the board. */
export function Advised({
    advice,
    props,
    game,
    turn,
}: Omit<ChoicesProps, "board"> & { readonly advice: Advice | null }) {
    const { word } = useWords(),
        choice = advisedIn(turn, advice);
    if (!choice) return null;
    return (
        <Sheet key={advice!.q} class="advice" title={word("web.hint.ask")} icon="hint">
            <p role="status">{word("web.hint.is")}</p>
            <ChoiceButton choice={choice} board={null} props={props} game={game} turn={turn} />
        </Sheet>
    );
}

/** The legal actions that the board itself does not offer. */
function Buttons({ board, props, game, turn }: ChoicesProps) {
    const words = useWords();
    const buttons = useMemo(
        () => turn.legal.filter((choice) => !board.offers?.(choice, props.view)),
        [board, turn.legal, props.view],
    );
    const group = () => (
        <div class="choices" role="group" aria-label={words.word("web.dock.choices")}>
            {buttons.map((choice) => (
                <ChoiceButton
                    key={choice.do}
                    choice={choice}
                    board={board}
                    props={props}
                    game={game}
                    turn={turn}
                />
            ))}
        </div>
    );
    return (
        <Later
            by={[buttons, board, props, game, turn, words]}
            draw={() => (buttons.length > 0 ? group() : null)}
        />
    );
}

/** Asks once, always here and in the same words, before an action is sent that waits for it. */
function Confirm({ props, game, turn }: Omit<ChoicesProps, "board">) {
    const { word } = useWords(),
        { chosen } = turn;
    useEffect(() => {
        // Escape closes an open dialogue first.
        const cancel = ({ key }: KeyboardEvent) =>
            key === "Escape" && !document.querySelector("dialog[open]") && turn.clear();
        if (chosen) document.addEventListener("keydown", cancel);
        return () => document.removeEventListener("keydown", cancel);
    }, [chosen, turn]);
    if (!chosen) return null;
    return (
        <div class="go">
            <button
                type="button"
                class="btn gold"
                data-confirm={chosen.do}
                onClick={() => turn.confirm()}
            >
                <Icon name="check" />
                <span>
                    <b>{word("web.dock.confirm")}</b>{" "}
                    <small>{props.say(sentence(game, chosen))}</small>
                </span>
            </button>
            <button
                type="button"
                class="tool"
                data-cancel
                aria-label={word("web.dock.cancel")}
                onClick={() => turn.clear()}
            >
                <Icon name="close" />
            </button>
        </div>
    );
}
