// /practice/GAME-N: a position where one choice is clearly the best. After choosing, the person
// sees what each choice is worth.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { BoardProps, GameBoard, Update } from "../board";
import type { Client } from "../client/client";
import { stepsNotUndone } from "../client/log";
import { classNames } from "../classnames";
import { gameOf, titleOf as gameTitle } from "../table/local";
import { Dock } from "../table/dock";
import { Moves } from "../table/panel";
import { Room } from "../table/room";
import { Loading } from "../table/table";
import { Seats } from "../table/seats";
import { Sheet, Told } from "../table/sheet";
import { useBoard, useSituation, useTurn } from "../table/answering";
import { seatsOf } from "../table/words";
import { openRecord } from "../analysis/open";
import { openPosition, titleOf, type Position } from "../practice/position";
import { Dialog } from "../pieces/dialog";
import { useDrag } from "../pieces/drag";
import { useMeant } from "../pieces/looked";
import { Icon } from "../pieces/symbol";
import { RuleDialog } from "../rules/dialog";
import { link } from "../route";
import { useOpenTable } from "../store/offline";
import { progress, setProgress } from "../store/progress";
import { stillOf, themeOf } from "../store/settings";
import { useMedia, useSettings } from "../store/watch";
import type { Message } from "../text";
import type { TableWelcome } from "../generated/protocol";
import { sentence, useWords, WordsContext } from "../words";
import { Header, ThemeTool, Tool } from "./header";
import { Notice } from "./local";

const names = ["", "Jaan", "Marthe", "Till", "Hedwig"];
const shown = 5; // how many choices a verdict lists

export function usePositions(game: string): readonly Position[] | null {
    const [positions, set] = useState<readonly Position[] | null>(null);
    useEffect(() => {
        let gone = false;
        set(null);
        void gameOf(game)
            ?.practice?.()
            .then(({ positions: found }) => !gone && set(found));
        return () => {
            gone = true;
        };
    }, [game]);
    return positions;
}

export function PracticePage({ game, number }: { readonly game: string; readonly number: number }) {
    const words = useWords(),
        positions = usePositions(game),
        board = useBoard(game),
        position = positions?.[number - 1];
    const [client, set] = useState<Client | null>(null);
    useOpenTable();
    useEffect(() => {
        let gone = false,
            opened: Client | null = null;
        set(null);
        if (!position) return undefined;
        void openPosition(position).then((made) => {
            opened = made;
            if (gone) made.close();
            else set(made);
        });
        return () => {
            gone = true;
            opened?.close();
        };
    }, [position]);
    if (!gameOf(game)?.practice || (positions && !position))
        return <Notice text={words.word("web.missing")} />;
    if (!position || !client || board === undefined) return <Loading />;
    return (
        <Opened
            key={position.record.table}
            game={game}
            number={number}
            all={positions!.length}
            position={position}
            client={client}
            board={board}
        />
    );
}

interface OpenedProps {
    readonly game: string;
    readonly number: number;
    readonly all: number;
    readonly position: Position;
    readonly client: Client;
    readonly board: GameBoard;
}

function Opened(props: OpenedProps) {
    const situation = useSituation(props.client),
        observed = situation.observers.get(props.position.seat);
    if (!situation.welcome || !observed?.question || !observed.updates.length) return <Loading />;
    return (
        <Asked
            {...props}
            welcome={situation.welcome}
            updates={observed.updates}
            question={observed.question}
        />
    );
}

interface AskedProps extends OpenedProps {
    readonly welcome: TableWelcome;
    readonly updates: readonly Update[];
    readonly question: NonNullable<
        ReturnType<typeof useSituation>["observers"] extends ReadonlyMap<unknown, infer O>
            ? O
            : never
    >["question"];
}

/** Sentences from the perspective of the position's seat. The other seats get drawn names. */
function useSeatWords({ seat, record }: Position) {
    const plain = useWords(),
        who = useMemo(
            () =>
                Array.from({ length: record.players }, (_, other) =>
                    other === seat ? "" : names[other] || "Agnes",
                ),
            [record],
        );
    const words = useMemo(
        () => plain.for({ you: [seat], names: who.map((name) => name || null) }),
        [plain, who],
    );
    return { who, words };
}

/** The state of an answer: what was picked, and why an attempt is not legal. */
function usePick({ position, client, question }: AskedProps) {
    const { seat, record } = position,
        [picked, pick] = useState<string | null>(null),
        [hint, setHint] = useState<Message | null>(null),
        [drawer, setDrawer] = useState(false);
    const choose = (action: string) => {
        pick(action);
        setHint(null);
        setDrawer(false);
        const good = action === position.choices[0]!.do;
        if (good || progress()[record.table] === undefined) setProgress(record.table, good);
    };
    const turn = useTurn(question, choose, (action) => void client.why(seat, action).then(setHint));
    useEffect(() => {
        if (picked !== null) turn.clear(); // nothing waits for confirmation any more
    }, [picked]);
    return { picked, pick, hint, setHint, drawer, setDrawer, turn };
}

function useBoardProps(
    { position: { seat }, welcome, updates }: AskedProps,
    { who, words }: ReturnType<typeof useSeatWords>,
    { turn }: ReturnType<typeof usePick>,
): BoardProps {
    const settings = useSettings(),
        phone = useMedia("(max-width: 47.5em)"),
        short = useMedia("(max-width: 47.5em) and (max-height: 48.75em)"),
        history = useMemo(() => stepsNotUndone(updates), [updates]);
    const last = history.at(-1)!,
        mine = history.findLastIndex(({ by }) => by === seat),
        seats = seatsOf(words, welcome, who, seat, undefined);
    return {
        view: last.view,
        history,
        fresh: history.slice(mine + 1),
        seats: seats.map((one) => ({ ...one, level: null })),
        me: seat,
        score: last.score,
        waiting: [],
        options: welcome.options,
        turn,
        live: true,
        say: words.say,
        word: words.word,
        language: settings.language,
        theme: themeOf(settings),
        still: stillOf(settings),
        phone,
        short,
    };
}

function Asked(props: AskedProps) {
    const { game, position, board, question } = props,
        seated = useSeatWords(position),
        { words } = seated,
        answer = usePick(props),
        { hint, turn } = answer,
        boardProps = useBoardProps(props, seated, answer),
        compact = useMedia("(max-width: 62.5em)"),
        root = useRef<HTMLDivElement>(null),
        [rule, setRule] = useState<string | null>(null);
    useDrag(root, board, boardProps);
    useMeant(root, turn);
    return (
        <WordsContext.Provider value={words}>
            <div
                ref={root}
                class={classNames(
                    `table practice game-${game}`,
                    compact && "compact",
                    boardProps.short && "short",
                )}
            >
                <PracticeHeader {...props} moves={() => answer.setDrawer(true)} />
                <Seats board={board} props={boardProps} over={false} people={undefined} />
                <Room>
                    <board.Board {...boardProps} />
                </Room>
                <Told>
                    <TaskPanel
                        props={props}
                        picked={answer.picked}
                        again={() => answer.pick(null)}
                    />
                </Told>
                <Dock
                    board={board}
                    props={boardProps}
                    game={game}
                    turn={turn}
                    prompt={words.say(question!.ask)}
                    quiet={hint ? words.say(hint) : ""}
                    warning={hint}
                    forget={() => answer.setHint(null)}
                    hint={null}
                    rule={hint?.key.startsWith(`${game}.whynot.`) ? () => setRule(hint.key) : null}
                />
                <MovesPanel game={game} answer={answer} compact={compact} />
                {rule !== null && (
                    <RuleDialog game={game} reason={rule} close={() => setRule(null)} />
                )}
            </div>
        </WordsContext.Provider>
    );
}

interface PracticeHeaderProps extends OpenedProps {
    moves(): void; // opens the list of moves where it has no room of its own
}

function PracticeHeader({ game, number, all, moves }: PracticeHeaderProps) {
    const { word } = useWords(),
        compact = useMedia("(max-width: 62.5em)");
    return (
        <Header title={gameTitle(game)} sub={word("web.practice.of", { n: number, all })}>
            {compact ? (
                <Tool icon="scroll" word={word("web.panel.moves")} onClick={moves} />
            ) : (
                <ThemeTool />
            )}
        </Header>
    );
}

interface TaskProps {
    readonly props: AskedProps;
    readonly picked: string | null;
    again(): void;
}

/** Opens the position on the analysis board, at its end. */
const analyse = ({ record, seat }: Position) =>
    openRecord(() => Promise.resolve(record), [], record.steps.length, seat);

/** First the task, then the verdict on the answer. */
function TaskPanel({ props, picked, again }: TaskProps) {
    const { say, word } = useWords(),
        { game, number, all, position, question } = props;
    const does = (
        <>
            {picked !== null && (
                <button type="button" class="btn" onClick={again}>
                    {word("web.practice.again")}
                </button>
            )}
            {picked !== null && number < all && (
                <a class="btn gold" data-next {...link(`/practice/${game}-${number + 1}`)}>
                    {word("web.practice.next")}
                </a>
            )}
            {picked !== null && (
                <button type="button" class="btn" data-analysis onClick={() => analyse(position)}>
                    {word("web.result.analysis")}
                </button>
            )}
            <a class="btn quiet" {...link(`/learn/${game}`)}>
                {word("web.practice.all")}
            </a>
        </>
    );
    return (
        <Sheet
            key={picked} // the verdict comes up even if the task was pulled down
            class="guide"
            title={word("web.practice.title")}
            icon="book"
            does={does}
        >
            <div aria-live="polite">
                <h2>{say(titleOf(position))}</h2>
                {picked === null ? (
                    <p>{word("web.practice.task")}</p>
                ) : (
                    <Verdict
                        game={game}
                        position={position}
                        picked={picked}
                        legal={question!.legal}
                    />
                )}
            </div>
        </Sheet>
    );
}

interface MovesProps {
    readonly game: string;
    readonly answer: ReturnType<typeof usePick>;
    readonly compact: boolean;
}

function MovesPanel({ game, answer: { turn, drawer, setDrawer }, compact }: MovesProps) {
    const { word, say } = useWords();
    const moves = (
        <section class="log panel">
            <Moves game={game} turn={turn} say={say} />
        </section>
    );
    if (!compact)
        return (
            <aside class="side-panel" aria-label={word("web.panel.moves")}>
                {moves}
            </aside>
        );
    if (!drawer) return null;
    return (
        <Dialog title={word("web.panel.moves")} class="drawer" close={() => setDrawer(false)}>
            {moves}
        </Dialog>
    );
}

interface VerdictProps {
    readonly game: string;
    readonly position: Position;
    readonly picked: string;
    readonly legal: BoardProps["turn"]["legal"];
}

function Verdict({ game, position: { choices }, picked, legal }: VerdictProps) {
    const words = useWords(),
        { word } = words,
        [best, next] = choices,
        chosen = choices.find(({ do: action }) => action === picked)!;
    const say = (action: string) => {
        const choice = legal.find(({ do: one }) => one === action);
        return { text: choice ? words.say(sentence(game, choice)) : action };
    };
    const right = chosen === best,
        // if it is the next best choice, the sentence has named its value already
        also = !right && chosen !== next;
    const top = choices.slice(0, shown),
        rows = top.includes(chosen) ? top : [...top.slice(0, -1), chosen];
    return (
        <>
            <p data-right={right}>
                <Icon name={right ? "check" : "close"} />
                {right
                    ? word("web.practice.right", {
                          best: say(picked),
                          n: best!.chance,
                          next: say(next!.do),
                          m: next!.chance,
                      })
                    : word("web.practice.wrong", {
                          picked: say(picked),
                          m: chosen.chance,
                          best: say(best!.do),
                          n: best!.chance,
                      })}
                {also && ` ${word("web.practice.also", { next: say(next!.do), m: next!.chance })}`}
            </p>
            <ul class="chances">
                {rows.map(({ do: action, chance }) => (
                    <li key={action} class={action === picked ? "on" : undefined}>
                        <span>{say(action).text}</span>
                        <i style={{ width: `${chance}%` }} />
                        <b class="num">{`${chance} %`}</b>
                    </li>
                ))}
            </ul>
            <p class="quiet">{word("web.practice.how")}</p>
        </>
    );
}
