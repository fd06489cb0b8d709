// An example in the rules: the game's own board draws a position and its steps.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { BoardProps, GameBoard, Seat, Update } from "../board";
import { Mark } from "../pieces/symbol";
import { stillOf, themeOf } from "../store/settings";
import { useMedia, useSettings } from "../store/watch";
import { Facts } from "../table/seats";
import { useBoard, useTurn } from "../table/answering";
import { sentence, useWords, WordsContext, type Words } from "../words";
import type { Played, RulesText } from "./blocks";

const desk = 1100,
    hand = 390; // widths in px that boards are designed for; smaller rooms scale them down

const nothing = () => {};

/** True while the element is near the visible part of the page, so that maps are drawn only as one
 * scrolls to them. An element that scrolls away keeps its height. */
function useNear(ref: { readonly current: HTMLElement | null }): boolean {
    const [near, set] = useState(false);
    useEffect(() => {
        const room = ref.current!;
        const watch = new IntersectionObserver(
            (entries) => {
                const { isIntersecting } = entries.at(-1)!;
                if (!isIntersecting) room.style.minHeight = `${room.clientHeight}px`;
                set(isIntersecting);
            },
            { rootMargin: "400px" },
        );
        watch.observe(room);
        return () => watch.disconnect();
    }, []);
    return near;
}

function useWidth(ref: { readonly current: Element | null }): number {
    const [width, set] = useState(0);
    useLayoutEffect(() => {
        const watch = new ResizeObserver(() => set(ref.current!.clientWidth));
        set(ref.current!.clientWidth);
        watch.observe(ref.current!);
        return () => watch.disconnect();
    }, []);
    return width;
}

/** A board's props for the position after `at` steps. */
function useProps(played: Played, at: number, seats: readonly Seat[]): BoardProps {
    const settings = useSettings(),
        phone = useMedia("(max-width: 47.5em)"),
        words = useWords();
    const step = at > 0 ? played.steps[at - 1] : undefined,
        { view, score } = step ?? played;
    const question = useMemo(
        () => (at === 0 && played.legal?.length ? { q: 0, legal: played.legal } : null),
        [played, at],
    );
    const turn = useTurn(question, nothing, nothing);
    const begun = useMemo(
        (): Update => ({
            type: "update",
            table: "",
            seat: played.seat,
            version: 0,
            entry: "step",
            steps_stand: 0,
            events_stand: 0,
            lines: 0,
            by: "chance",
            do: "",
            events: [],
            view: played.view,
            score: played.score,
            over: false,
        }),
        [played],
    );
    return {
        view,
        history: [begun, ...played.steps.slice(0, at)],
        fresh: step ? [step] : [],
        seats,
        me: played.seat,
        score,
        waiting: [],
        options: {},
        turn,
        live: at === 0,
        say: words.say,
        word: words.word,
        language: words.language,
        theme: themeOf(settings),
        still: stillOf(settings),
        phone,
        short: false,
        example: true,
    };
}

interface DrawnProps {
    readonly game: string;
    readonly board: GameBoard;
    readonly props: BoardProps;
}

function Drawn({ game, board, props }: DrawnProps) {
    return (
        <div class={`table game-${game}`} inert>
            <div class="board">
                <board.Board {...props} />
            </div>
            {board.Hand && props.me !== null && (
                <div class="hand-room">
                    <board.Hand {...props} />
                </div>
            )}
        </div>
    );
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
        near = useNear(room),
        width = useWidth(room),
        phone = useMedia("(max-width: 47.5em)");
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
    const props = useProps(played, at, seats),
        wide = phone ? hand : desk;
    return (
        <figure class="example" data-example={name}>
            <SeatsLine game={game} board={board} props={props} />
            <div class="ex-room" ref={room}>
                {near && board && width > 0 && (
                    <div
                        class="ex-scale"
                        style={{ width: `${wide}px`, zoom: String(width / wide) }}
                    >
                        <WordsContext.Provider value={words}>
                            <Drawn game={game} board={board} props={props} />
                        </WordsContext.Provider>
                    </div>
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

const SeatsLine = ({ game, board, props }: SeatsLineProps) => (
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
