// The area under the board: what to do now, what a choice would bring, the hand, and buttons for
// actions that the board does not offer.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { BoardProps, Choice, GameBoard, Turn } from "../board";
import { classNames } from "../classnames";
import { Later } from "../pieces/kept";
import { Icon } from "../pieces/symbol";
import type { Message } from "../text";
import { sentence, useWords } from "../words";
import type { Answering } from "./answering";

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
            onMouseEnter={() => turn.look(choice)}
            onMouseLeave={() => turn.look(null)}
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
    turn: { looking, chosen, legal },
    quiet,
    warning,
    forget,
    say,
}: Pick<DockProps, "turn" | "quiet" | "warning" | "forget"> & Pick<BoardProps, "say">) {
    const [seen, see] = useState<Choice | null>(null),
        looked = chosen ?? legal.find((choice) => choice.do === seen?.do);
    useEffect(() => {
        looking.current = (choice) => {
            see(choice);
            if (choice && warning) forget();
        };
    });
    return (
        <em key={warning} class={warning ? "warn" : undefined}>
            {!warning && looked?.preview ? say(looked.preview) : quiet}
        </em>
    );
}

export function Dock(dock: DockProps) {
    const { board, props, game, turn, hint } = dock,
        { Hand, Choices } = board;
    const advised = turn.legal.find((choice) => choice.do === hint?.advice?.do);
    return (
        <footer
            class={classNames(
                "dock",
                turn.legal.length > 0 && "asked",
                turn.legal.some(({ final }) => final) && "final",
            )}
        >
            <Prompt {...dock} advised={advised !== undefined} />
            {advised && <Advised {...dock} choice={advised} />}
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
            <Confirm board={board} props={props} game={game} turn={turn} />
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

function Advised({ props, game, turn, choice }: ChoicesProps & { readonly choice: Choice }) {
    const { word } = useWords();
    return (
        <div class="advice" role="status">
            <span>{word("web.hint.is")}</span>
            <ChoiceButton choice={choice} board={null} props={props} game={game} turn={turn} />
        </div>
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

/** The button that sends an action which cannot be taken back. */
function Confirm({ board, props, game, turn }: ChoicesProps) {
    const { chosen } = turn;
    const confirm = useMemo(
        () => chosen && (board.confirm?.(chosen, props.view) ?? sentence(game, chosen)),
        [board, chosen, props.view, game],
    );
    if (!confirm) return null;
    return (
        <div class="go">
            <button
                type="button"
                class="btn gold"
                data-confirm={chosen!.do}
                onClick={() => turn.confirm()}
            >
                <Icon name="check" />
                {props.say(confirm)}
            </button>
        </div>
    );
}
