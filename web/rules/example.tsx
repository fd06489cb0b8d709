// An example in the rules: the game's own board draws a position and its steps.
import type { ComponentChildren } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import type { BoardProps, GameBoard, Seat } from "../board";
import { Mark } from "../pieces/symbol";
import { Facts } from "../table/seats";
import { useBoard, useTurn } from "../table/answering";
import { StillBoard, updateAt, useNear, useStillProps } from "../table/still";
import { sentence, useWords, WordsContext, type Words } from "../words";
import type { Played, RulesText } from "./blocks";

const nothing = () => {};

/** A board's props for the position after `at` steps. */
function useProps(played: Played, at: number, seats: readonly Seat[]): BoardProps {
    const step = at > 0 ? played.steps[at - 1] : undefined,
        { view, score } = step ?? played;
    const question = useMemo(
        () => (at === 0 && played.legal?.length ? { q: 0, legal: played.legal } : null),
        [played, at],
    );
    const turn = useTurn(question, nothing, nothing);
    const begun = useMemo(() => updateAt(played.seat, played.view, played.score), [played]);
    return useStillProps({
        view,
        history: [begun, ...played.steps.slice(0, at)],
        fresh: step ? [step] : [],
        seats,
        me: played.seat,
        score,
        turn,
        live: at === 0,
    });
}

interface ExampleProps {
    readonly game: string;
    readonly rules: RulesText;
    readonly name: string;
    readonly children: ComponentChildren;
}

export function Example({ game, rules, name, children }: ExampleProps) {
    const played = rules.examples[name]!,
        board = useBoard(game),
        plain = useWords(),
        [at, go] = useState(0);
    const room = useRef<HTMLDivElement>(null),
        near = useNear(room);
    const words = useMemo(() => plain.for({ you: [], names: rules.names }), [plain, rules]);
    const seats = useMemo(
        () =>
            played.score.map((_, seat): Seat => ({
                seat,
                name: rules.names[seat] ?? "",
                own: true,
                level: null,
                me: false,
            })),
        [played, rules],
    );
    const props = useProps(played, at, seats);
    return (
        <figure class="example" data-example={name}>
            <SeatsLine game={game} board={board} props={props} />
            <div class="ex-room" ref={room}>
                {near && board && (
                    <WordsContext.Provider value={words}>
                        <StillBoard game={game} board={board} props={props} hand />
                    </WordsContext.Provider>
                )}
            </div>
            <figcaption>
                <p>{children}</p>
                {played.why && (
                    <p class="ex-why">
                        <i>{`${words.say(sentence(game, played.why))}?`}</i>{" "}
                        {words.say(played.why.reason)}
                    </p>
                )}
                <Steps played={played} words={words} at={at} go={go} />
            </figcaption>
        </figure>
    );
}

interface SeatsLineProps {
    readonly game: string;
    readonly board: GameBoard | undefined;
    readonly props: BoardProps;
}

export const SeatsLine = ({ game, board, props }: SeatsLineProps) => (
    <ul class={`ex-seats game-${game}`}>
        {props.seats.map(({ seat, name }) => (
            <li key={seat} class={`s${seat}`}>
                <Mark seat={seat} />
                <span>{name}</span>
                <b class="num">{props.score[seat]}</b>
                {board && <Facts facts={board.facts?.(props, seat) ?? []} />}
            </li>
        ))}
    </ul>
);

interface StepsProps {
    readonly played: RulesText["examples"][string];
    readonly words: Words;
    readonly at: number; // the number of steps played on the board
    go(at: number): void;
}

/** The steps of the example; clicking one shows the board after it. */
function Steps({ played, words, at, go }: StepsProps) {
    const lines = played.steps
        .map((step, i) => ({ at: i + 1, text: step.events.map(words.say).join(" ") }))
        .filter(({ text }) => text);
    if (lines.length === 0) return null;
    return (
        <ol class="ex-steps">
            {[{ at: 0, text: words.word("web.rules.before") }, ...lines].map((one) => (
                <li key={one.at}>
                    <button type="button" aria-pressed={at === one.at} onClick={() => go(one.at)}>
                        {one.text}
                    </button>
                </li>
            ))}
        </ol>
    );
}
