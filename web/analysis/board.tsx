// The analysis board: any position, any legal step, and what the engine thinks of it.
import type { RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { BoardProps, Choice, GameBoard, Seat } from "../board";
import { classNames } from "../classnames";
import { useParts, type PartsOf } from "../engine/parts";
import { helper } from "../engine/host";
import { Header, ThemeTool, Tool } from "../pages/header";
import { useDrag } from "../pieces/drag";
import { useMeant } from "../pieces/looked";
import { Icon, Mark } from "../pieces/symbol";
import { Refusal } from "../refusal";
import { useOpenTable } from "../store/offline";
import { stillOf, themeOf } from "../store/settings";
import { useMedia, useSettings } from "../store/watch";
import { chancesOf, chancesSaid, percent, useAnalysis } from "../table/analysis";
import { useTurn, type Answering } from "../table/answering";
import { CurveSlider, ticksOf } from "../table/chart";
import { Dock } from "../table/dock";
import { titleOf } from "../table/local";
import { Room } from "../table/room";
import { marksOf, turningsOf } from "../table/turning";
import type { Message } from "../text";
import { useWords, WordsContext, type Words } from "../words";
import { Drawings } from "./drawings";
import { Explorer } from "./explorer";
import { BestMoves, bestOf, useEngine, WinBar, type Engine } from "./engine";
import { Chance, Controls, useStudyKeys } from "./controls";
import { updateOf, usePositions, viewerOf, type Shown } from "./positions";
import { ShareDialog } from "./sharing";
import { PlayOnDialog } from "./playon";
import { useChances, useStudyBoard, type Board } from "./state";
import {
    draw,
    endOf,
    nodeOf,
    pathTo,
    playedLine,
    stepsTo,
    type OpenedStudy,
    type Study,
} from "./study";
import { Values } from "./values";
import { Branch } from "./branch";

const names = ["Agnes", "Jaan", "Marthe", "Till", "Hedwig"];

function useSeats({ players, names: given }: Study): {
    readonly seats: readonly Seat[];
    readonly words: Words;
} {
    const plain = useWords(),
        who = useMemo(
            () => Array.from({ length: players }, (_, seat) => given[seat] || names[seat]!),
            [players, given],
        );
    const words = useMemo(() => plain.for({ you: [], names: who }), [plain, who]),
        seats = useMemo(
            () =>
                who.map((name, seat): Seat => ({ seat, name, own: true, level: null, me: false })),
            [who],
        );
    return { seats, words };
}

/** The seat that answers: one of those asked, as the person wishes. */
function useAsking(shown: Shown | null, viewer: number | null) {
    const [wish, set] = useState<number | null>(null),
        asks = (shown?.next.asks ?? []).filter(({ seat }) => viewer === null || seat === viewer),
        asked = asks.find(({ seat }) => seat === wish) ?? asks[0];
    return { asks, asked, set };
}

/** The unfinished answer of the seat; a finished one is a step of the study. */
function useAnswer(
    board: Board,
    shown: Shown | null,
    asked: Shown["next"]["asks"][number] | undefined,
) {
    const [hint, explain] = useState<Message | null>(null);
    const question = useMemo(
        () =>
            asked && shown
                ? {
                      q: shown.at * 8 + asked.seat,
                      legal: asked.legal.map((one): Choice => ({ ...one, final: false })),
                  }
                : null,
        [shown, asked],
    );
    const send = (action: string) => {
        explain(null);
        if (asked) board.play([[asked.seat, action]]);
    };
    // The engine says why a step is not legal when it is asked to replay it.
    const tried = (action: string) => {
        const { game, players, options, root } = board.study;
        if (!asked) return;
        const steps = [...stepsTo(board.study, board.at), [asked.seat, action] as const];
        void helper()
            .study({
                ...{ game, players, options, steps },
                ...(root && { root }),
                from: steps.length,
                observer: viewerOf(board.study),
            })
            .catch((error: unknown) => error instanceof Refusal && explain(error.reason));
    };
    useEffect(() => explain(null), [board.at]);
    return { hint, explain, turn: useTurn(question, send, tried) };
}

function useBoardProps(
    board: Board,
    shown: Shown | null,
    seats: readonly Seat[],
    asking: number | null,
    turn: Answering,
    words: Words,
): BoardProps | null {
    const settings = useSettings(),
        phone = useMedia("(max-width: 47.5em)"),
        me = viewerOf(board.study) ?? board.seat ?? asking ?? 0;
    const history = useMemo(
        () => shown?.path.map((position) => updateOf(position, me)) ?? [],
        [shown, me],
    );
    const last = history.at(-1);
    if (!shown || !last) return null;
    return {
        view: last.view,
        history,
        fresh: history.slice(-1),
        seats,
        me,
        score: last.score,
        waiting: shown.next.waiting,
        options: board.study.options,
        turn,
        live: true,
        say: words.say,
        word: words.word,
        language: settings.language,
        theme: themeOf(settings),
        still: stillOf(settings),
        phone,
        short: phone, // tabs and controls take the room of a seat's panel
    };
}

export type Tab = "best" | "tree" | "course";

interface WorkspaceProps {
    readonly opened: OpenedStudy;
    readonly look: GameBoard;
    edit(study: Study, at: number): void; // opens the position editor
}

/** The study that is open, the position it shows, and what the engine thinks of it. */
function useOpenStudy(opened: OpenedStudy, look: GameBoard) {
    const board = useStudyBoard(opened),
        { study, at } = board,
        { seats, words } = useSeats(study),
        { shown, refused } = usePositions(study, at, board.seat);
    const { asks, asked, set: ask } = useAsking(shown, viewerOf(study)),
        asking = asked?.seat ?? null,
        answer = useAnswer(board, shown, asked),
        props = useBoardProps(board, shown, seats, asking, answer.turn, words);
    const engine = useEngine(study.game, study.players, shown, asking),
        analysing = useAnalysis(
            () => Promise.resolve(study.record!),
            { get: () => undefined, put: () => {} },
            study.record?.result !== undefined,
        ),
        chances = useChances(study, analysing.analysis, engine.weighing);
    const parts = useStudyParts(study, shown, engine),
        headings = useHeadings(study, look, words),
        played = useMemo(() => playedLine(study), [study]);
    useStudyKeys(board);
    return {
        ...{ look, board, seats, words, shown, refused, asks, asked, ask, asking, answer, props },
        ...{ engine, analysing, chances, parts, headings, played },
        kept: opened.kept,
        playedHere: playedAt(board, played, asking),
    };
}

/** What the seat that is asked chose here in the recorded game. */
function playedAt({ study, at }: Board, played: readonly number[], asking: number | null) {
    const next = study.record?.steps[played.indexOf(at)];
    return next && next[0] === asking ? next[1] : null;
}

/** What the person has opened: a dialogue, the pen, and a panel. */
function usePanels() {
    const [dialog, setDialog] = useState<"share" | "play" | null>(null),
        [drawing, setDrawing] = useState(false),
        [tab, setTab] = useState<Tab>("best"),
        [sheet, setSheet] = useState(false); // on small screens: the panels are shown
    return { dialog, setDialog, drawing, setDrawing, tab, setTab, sheet, setSheet };
}

/** What the parts of the workspace show, once there is a position. */
interface DeskProps extends ReturnType<typeof useOpenStudy> {
    readonly shown: Shown;
    readonly props: BoardProps;
    readonly panels: ReturnType<typeof usePanels>;
    readonly compact: boolean;
    readonly room: RefObject<HTMLDivElement>; // around the board
}

export function Workspace({ opened, look, edit }: WorkspaceProps) {
    useOpenTable();
    const open = useOpenStudy(opened, look),
        { board, seats, words, shown, refused, props, engine, asking, chances } = open,
        { study, at } = board,
        panels = usePanels(),
        { tab, setTab, sheet, setSheet } = panels,
        table = useRef<HTMLDivElement>(null),
        room = useRef<HTMLDivElement>(null),
        compact = useMedia("(max-width: 62.5em)");
    if (!props || !shown)
        return <p class="notice">{refused ? words.say(refused) : words.word("web.loading")}</p>;
    const desk: DeskProps = { ...open, shown, props, panels, compact, room };
    return (
        <WordsContext.Provider value={words}>
            <div
                ref={table}
                class={classNames(
                    `table study game-${study.game}`,
                    compact && "compact",
                    props.short && "short",
                )}
                data-tab={tab}
                data-sheet={sheet || undefined}
            >
                <StudyHeader {...desk} edit={() => edit(study, at)} />
                <Touch root={table} look={look} props={props} />
                <WinBar seats={seats} chances={chances.get(at) ?? null} />
                <DrawnBoard {...desk} />
                <StudyDock {...desk} />
                <Chance
                    game={study.game}
                    chance={shown.next.chance}
                    pick={(action) => board.play([["chance", action]])}
                />
                <Values engine={engine} asking={asking} played={open.playedHere} />
                <Tabs tab={tab} sheet={sheet} set={setTab} open={setSheet} />
                <SidePanels {...desk} />
                <div class="study-low">
                    <Controls board={board} play={() => panels.setDialog("play")} />
                    {!compact && <Curve {...desk} />}
                </div>
                <p class="hidden" role="status">
                    {momentSaid(words, seats, shown, chances.get(at))}
                </p>
                <StudyDialog {...desk} />
            </div>
        </WordsContext.Provider>
    );
}

function StudyHeader(desk: DeskProps & { edit(): void }) {
    const { look, board, words, props, panels, compact, kept, edit } = desk;
    return (
        <Header
            title={kept?.title ?? words.word("web.study.title")}
            sub={whereSaid(words, look, board.study, props, board)}
        >
            <Tool
                icon="link"
                word={words.word("web.study.share")}
                onClick={() => panels.setDialog("share")}
            />
            <Tool icon="hand" word={words.word("web.study.edit")} onClick={edit} />
            {!compact && <ThemeTool />}
        </Header>
    );
}

/** The board, under the rings and arrows of the node. */
function DrawnBoard({ look, board, props, panels, room }: DeskProps) {
    const { study, at } = board;
    return (
        <div class="study-board" ref={room}>
            <Room>
                <look.Board {...props} />
            </Room>
            <Drawings
                drawings={nodeOf(study, at).drawings}
                active={panels.drawing}
                change={(drawings) => board.edit((now) => draw(now, at, drawings))}
            />
        </div>
    );
}

function StudyDock(desk: DeskProps) {
    const { look, board, words, props, shown, answer, engine, asking } = desk,
        { hint, explain, turn } = answer;
    return (
        <Dock
            board={look}
            props={props}
            game={board.study.game}
            turn={turn}
            prompt={promptOf(words, shown, desk.asked)}
            quiet={hint ? words.say(hint) : quietOf(words, engine, asking, desk.playedHere)}
            warning={hint}
            forget={() => explain(null)}
            hint={null}
            rule={null}
        />
    );
}

/** The panels beside the board; on small screens they share a sheet. */
function SidePanels(desk: DeskProps) {
    const { look, board, seats, words, props, asks, ask, asking, panels, compact } = desk,
        { engine, parts, chances, played, headings } = desk,
        { turn } = desk.answer,
        { drawing, setDrawing, sheet, tab } = panels;
    return (
        <aside class="study-side" id="study-panel" aria-label={words.word("web.study.panels")}>
            <Knowledge board={board} seats={seats} asks={asks} asking={asking} ask={ask} />
            <BestMoves
                game={board.study.game}
                engine={engine}
                asking={asking}
                played={desk.playedHere}
                legal={turn.legal}
                parts={parts}
                turn={turn}
                seats={seats}
                play={board.play}
            />
            <Explorer
                study={board.study}
                at={board.at}
                asking={asking}
                legal={turn.legal}
                turn={turn}
                play={board.play}
            />
            <Branch
                board={board}
                played={played}
                chances={chances}
                parts={parts}
                headings={headings}
                opened={sheet && tab === "tree"}
                drawing={drawing}
                draw={() => setDrawing(!drawing)}
            />
            {compact && <Curve {...desk} />}
            {board.seat === null && viewerOf(board.study) === null && (
                <OtherHands look={look} props={props} seats={seats} />
            )}
        </aside>
    );
}

/** The dialogue that is open, if there is one. */
function StudyDialog({ board, seats, panels: { dialog, setDialog }, room, kept }: DeskProps) {
    const close = () => setDialog(null);
    if (dialog === "share")
        return <ShareDialog board={board} room={room} kept={kept} close={close} />;
    if (dialog === "play") return <PlayOnDialog board={board} seats={seats} close={close} />;
    return null;
}

interface TouchProps {
    readonly root: RefObject<HTMLDivElement>;
    readonly look: GameBoard;
    readonly props: BoardProps;
}

/** Things can be dragged as at a table, and the board shows the action that is looked at. */
function Touch({ root, look, props }: TouchProps): null {
    useDrag(root, look, props);
    useMeant(root, props.turn);
    return null;
}

/** The typed parts of every action that is shown in words. */
function useStudyParts(study: Study, shown: Shown | null, engine: Engine): PartsOf {
    const lines = engine.weighing?.weighed.choices.flatMap(({ do: action, line }) => [
        action,
        ...(line ?? []).map(([, one]) => one),
    ]);
    const key = [
        ...new Set([
            ...[...study.nodes.values()].flatMap(({ step }) => (step ? [step[1]] : [])),
            ...(shown?.next.asks.flatMap(({ legal }) => legal.map((one) => one.do)) ?? []),
            ...(lines ?? []),
        ]),
    ]
        .sort()
        .join("\n");
    const actions = useMemo(() => (key ? key.split("\n") : []), [key]);
    return useParts(study.game, actions);
}

const whereSaid = (
    words: Words,
    look: GameBoard,
    { game }: Study,
    { view }: BoardProps,
    { at, line }: Board,
) => {
    const chapter = look.chapter?.(view),
        place = words.word("web.replay.of", { n: line.indexOf(at), all: line.length - 1 });
    return [titleOf(game), ...(chapter ? [words.say(chapter)] : []), place].join(" · ");
};

function promptOf(words: Words, { next }: Shown, asked: Shown["next"]["asks"][number] | undefined) {
    if (asked) return words.say(asked.ask);
    return words.word(next.result ? "web.study.over" : "web.study.draws");
}

/** What the best choice is worth and what the one in the game cost, under the question. */
function quietOf(
    { word }: Words,
    { weighing }: Engine,
    asking: number | null,
    played: string | null,
): string {
    if (!weighing || asking === null) return "";
    const [best] = bestOf(weighing.weighed),
        chosen = weighing.weighed.choices.find((choice) => choice.do === played);
    if (!best) return "";
    const n = percent(best.chance[asking]!),
        cost = chosen && n - percent(chosen.chance[asking]!);
    if (cost === undefined) return word("web.study.best_is", { n });
    return word(cost > 0 ? "web.study.best_cost" : "web.study.best_played", { n, cost });
}

const momentSaid = (
    words: Words,
    seats: readonly Seat[],
    { path }: Shown,
    chances: readonly number[] | undefined,
) =>
    [
        ...(path.at(-1)!.events ?? []).map(words.say),
        chances
            ? chancesSaid(
                  words,
                  seats,
                  chances.map((one) => 100 * one),
              )
            : "",
    ].join(" ");

interface KnowledgeProps {
    readonly board: Board;
    readonly seats: readonly Seat[];
    readonly asks: Shown["next"]["asks"];
    readonly asking: number | null;
    ask(seat: number): void;
}

/** Whose cards are shown, and for whom one plays if several are asked at once. */
function Knowledge({ board, seats, asks, asking, ask }: KnowledgeProps) {
    const { word } = useWords(),
        viewer = viewerOf(board.study);
    return (
        <div class="knowledge">
            {viewer === null && (
                <label>
                    {word("web.study.cards")}
                    <select
                        data-view
                        value={board.seat === null ? "all" : String(board.seat)}
                        onChange={({ currentTarget: { value } }) =>
                            board.look(value === "all" ? null : Number(value))
                        }
                    >
                        <option value="all">{word("web.study.all")}</option>
                        {seats.map(({ seat, name }) => (
                            <option key={seat} value={seat}>
                                {name}
                            </option>
                        ))}
                    </select>
                </label>
            )}
            {asks.length > 1 && (
                <div class="asks" role="group" aria-label={word("web.study.for")}>
                    {asks.map(({ seat }) => (
                        <button
                            key={seat}
                            type="button"
                            class="chip"
                            aria-pressed={seat === asking}
                            onClick={() => ask(seat)}
                        >
                            <Mark seat={seat} />
                            {seats[seat]!.name}
                        </button>
                    ))}
                </div>
            )}
        </div>
    );
}

const tabs: readonly (readonly [Tab, string])[] = [
    ["best", "web.study.best"],
    ["tree", "web.study.variations"],
    ["course", "web.study.course"],
];

interface TabsProps {
    readonly tab: Tab;
    readonly sheet: boolean;
    set(tab: Tab): void;
    open(sheet: boolean): void;
}

/** On small screens the panels share a sheet, which the tab of the panel that is shown closes
 * again. */
function Tabs({ tab, sheet, set, open }: TabsProps) {
    const { word } = useWords(),
        compact = useMedia("(max-width: 62.5em)");
    return (
        <nav class="study-tabs" aria-label={word("web.panel.title")}>
            {tabs.map(([id, key]) => {
                const shown = tab === id && (sheet || !compact);
                return (
                    <button
                        key={id}
                        type="button"
                        data-panel={id}
                        aria-controls="study-panel"
                        aria-expanded={shown}
                        onClick={() => {
                            set(id);
                            open(!shown);
                        }}
                    >
                        {word(key)}
                    </button>
                );
            })}
        </nav>
    );
}

/** Where each round of the main line begins. */
function useHeadings(study: Study, look: GameBoard, { say }: Words): ReadonlyMap<number, string> {
    const main = useMemo(() => pathTo(study, endOf(study, 0)), [study]),
        { shown } = usePositions(study, main.at(-1)!, null);
    return useMemo(() => {
        const found = new Map<number, string>();
        let last = "";
        for (const [i, { view }] of (shown?.path ?? []).entries()) {
            const chapter = look.chapter?.(view),
                text = chapter ? say(chapter) : "";
            // the step after this position is the first of the round
            if (text && text !== last && main[i + 1] !== undefined) found.set(main[i + 1]!, text);
            last = text;
        }
        return found;
    }, [shown, say]);
}

interface HandsProps {
    readonly look: GameBoard;
    readonly props: BoardProps;
    readonly seats: readonly Seat[];
}

const ignore = () => {};

/** With all cards open: the hands of the other seats. */
function OtherHands({ look: { Hand }, props, seats }: HandsProps) {
    const { word } = useWords(),
        turn = useTurn(null, ignore, ignore);
    if (!Hand) return null;
    return (
        <details class="panel hands">
            <summary>
                <Icon name="hand" /> {word("web.study.hands")}
            </summary>
            {seats
                .filter(({ seat }) => seat !== props.me)
                .map(({ seat, name }) => (
                    <div key={seat} class="hand-of" inert>
                        <b>
                            <Mark seat={seat} /> {name}
                        </b>
                        <div class="hand-room">
                            <Hand {...props} me={seat} turn={turn} live={false} />
                        </div>
                    </div>
                ))}
        </details>
    );
}

interface CurveProps {
    readonly board: Board;
    readonly look: GameBoard;
    readonly seats: readonly Seat[];
    readonly analysing: ReturnType<typeof useAnalysis>;
    readonly played: readonly number[];
    readonly chances: ReadonlyMap<number, readonly number[]>;
}

/** The chances along the line that is shown; dragging goes there. */
function Curve(props: CurveProps) {
    const { board, look, seats, played, chances } = props,
        { analysis } = props.analysing;
    const words = useWords(),
        { at, line, study } = board,
        { shown } = usePositions(study, line.at(-1)!, null),
        onGame = played.includes(at) && analysis !== null,
        nodes = onGame ? played : line;
    const rows = useMemo(() => {
        if (onGame) return chancesOf(analysis);
        let last: readonly number[] = seats.map(() => 1 / seats.length);
        return line.map((id) => (last = chances.get(id) ?? last).map((one) => 100 * one));
    }, [onGame, analysis, line, chances]);
    const ticks = useMemo(
        () =>
            ticksOf(
                words,
                (shown?.path ?? []).slice(1).map((position) => updateOf(position, null)),
                (view) => look.chapter?.(view) ?? null,
            ),
        [words.language, shown],
    );
    const marks = useMemo(
            () => (onGame ? marksOf(turningsOf(analysis), board.seat) : []),
            [onGame, analysis, board.seat],
        ),
        place = nodes.indexOf(at);
    if (rows.length < 2) return <div class="study-curve" />;
    return (
        <section class="panel study-curve" aria-label={words.word("web.analysis.title")}>
            <CurveSlider
                title={words.word("web.analysis.title")}
                rows={rows}
                seats={seats}
                ticks={ticks}
                marks={marks}
                width={900}
                height={124}
                whole={100}
                at={Math.max(0, Math.min(place, rows.length - 1))}
                says={chancesSaid(words, seats, rows[place])}
                go={(i) => board.go(nodes[Math.min(i, nodes.length - 1)]!)}
            />
        </section>
    );
}
