// The state of a table's screen for the seat in front of it: one hook per concern, combined by
// useTableState.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { BoardProps, GameBoard, Part, Scene, Seat, Update, View } from "../board";
import type { Client, Observed, Situation } from "../client/client";
import { linesOf, stepsNotUndone, type Heading } from "../client/log";
import { adviser } from "../engine/host";
import type { TableQuestion as Question, TableWelcome } from "../generated/protocol";
import type { Guide } from "../guide/guide";
import type { GuideProps } from "../guide/panel";
import { sound } from "../pieces/sound";
import { stillOf, themeOf } from "../store/settings";
import type { SavedBoard, Summary, Thoughts } from "../store/tables";
import { useMedia, useSettings } from "../store/watch";
import type { Message } from "../text";
import { useWords, type Words } from "../words";
import type { Analysed } from "./analysis";
import type { ChatProps } from "./chat";
import type { People } from "./people";
import { useActive } from "./curtain";
import type { Advice } from "./dock";
import { titleOf } from "./local";
import { useTurnNotice } from "./notice";
import type { Tab } from "./panel";
import type { Again, Kept as KeptRecord } from "./result";
import { useStage } from "./stage";
import { useTurn, type Answering } from "./answering";
import { seatsOf } from "./words";

export interface TableProps {
    readonly client: Client;
    readonly names: readonly string[];
    readonly kept: KeptRecord;
    readonly chat?: ChatProps; // at a server only
    readonly people?: People; // at a server only
    readonly bars?: ComponentChildren; // the page's own notices above the board
    readonly analysed: Analysed;
    readonly guided?: GuideProps["guided"]; // a first game with its guide
    thoughts(): Thoughts | undefined;
    pace(still: boolean): void;
    summarise(summary: () => Summary): void;
    saveSummary(): void;
    readonly again: Again | null; // null: this page cannot open the same table again
}

export interface SeatedProps extends TableProps {
    readonly situation: Situation;
    readonly welcome: TableWelcome;
    readonly board: GameBoard;
    readonly guide: Guide | null;
}

const noUpdates: readonly Update[] = [],
    nobody: readonly number[] = [],
    noScenes: readonly Scene[] = [];

// ---- the window and the person's settings ----

interface Screen {
    readonly language: BoardProps["language"];
    readonly theme: BoardProps["theme"];
    readonly still: boolean;
    readonly compact: boolean;
    readonly phone: boolean;
    readonly short: boolean;
}

function useScreen(): Screen {
    const settings = useSettings();
    return {
        language: settings.language,
        theme: themeOf(settings),
        still: stillOf(settings),
        compact: useMedia("(max-width: 62.5em)"),
        phone: useMedia("(max-width: 47.5em)"),
        short: useMedia("(max-width: 47.5em) and (max-height: 48.75em)"),
    };
}

/** Sentences for the seat in front of the device, which is "you". */
function useSeatWords(me: number | null, names: readonly string[]): Words {
    const reader = useMemo(
        () => ({ you: me === null ? [] : [me], names: names.map((name) => name || null) }),
        [me, names],
    );
    const plain = useWords();
    return useMemo(() => plain.for(reader), [plain, reader]);
}

// ---- the moment of the game that is shown ----

export interface Moment {
    readonly past: number | null; // the version that is replayed; null: the present
    look(version: number | null): void;
    readonly last: Update | undefined;
    readonly over: boolean;
    readonly update: Update | undefined; // the moment that is shown: `last`, or one of the past
    readonly steps: readonly Update[]; // not undone, up to `last`
    readonly history: readonly Update[]; // not undone, up to `update`
    readonly fresh: readonly Update[]; // since the seat last acted
    readonly lines: ReturnType<typeof linesOf>;
    readonly chapter: Message | null;
    chapterOf(view: View): Message | null;
}

function useMoment(
    observed: Observed | undefined,
    count: number, // the number of updates that are shown
    me: number | null,
    board: GameBoard,
): Moment {
    const [past, look] = useState<number | null>(null);
    const updates = observed?.updates ?? noUpdates;
    useEffect(() => {
        const latest = updates.at(-1);
        if (latest) board.prepare?.(latest.view);
    }, [updates]);
    const shown = useMemo(() => updates.slice(0, count), [updates, count]);
    const last = shown.at(-1),
        update = past === null ? last : (shown.find(({ version }) => version === past) ?? last);
    const steps = useMemo(() => stepsNotUndone(shown), [shown]);
    const history = useMemo(
        () =>
            update === last
                ? steps
                : stepsNotUndone(update ? shown.slice(0, shown.indexOf(update) + 1) : noUpdates),
        [shown, update],
    );
    const fresh = useMemo(
        () => steps.slice(steps.findLastIndex(({ by }) => by === me) + 1),
        [steps, me],
    );
    const chapterOf = (view: View): Message | null => board.chapter?.(view) ?? null;
    const headingOf: Heading = (event, before, after) =>
        board.heading?.(event, before, after) ?? chapterOf(after);
    const lines = useMemo(() => linesOf(steps, headingOf), [steps, board]),
        chapter = useMemo(() => (update ? chapterOf(update.view) : null), [update, board]);
    const over = last?.over ?? false;
    return { past, look, last, over, update, steps, history, fresh, lines, chapter, chapterOf };
}

// ---- answering ----

/** The focused button disappears with the answer, and the browser would then lay out the whole page
 * at once. Removing the focus before anything is drawn avoids that. */
function dropFocus(): void {
    const { activeElement: at } = document;
    if (
        (at instanceof HTMLElement || at instanceof SVGElement) &&
        at.matches("[data-do], [data-confirm]")
    )
        at.blur();
}

interface AnswerState {
    readonly turn: Answering;
    readonly reason: Message | null; // why the latest attempt is not legal
    forget(): void;
}

function useAnswer(client: Client, me: number | null, question: Question | null): AnswerState {
    const [whyNot, explain] = useState<{
        readonly reason: Message | null;
        readonly touched: readonly Part[];
    } | null>(null);
    const act = (action: string) => {
        // The screen may still show a question that is closed.
        const isOpen = () => client.now.observers.get(me)?.question?.q === question?.q;
        if (me === null || !isOpen()) return;
        dropFocus();
        explain(null);
        setTimeout(() => isOpen() && client.answer(me, action)); // a task of its own
    };
    // If the request is refused, the question is closed meanwhile and needs no explanation.
    const tried = (action: string, touched: readonly Part[]) =>
        me !== null &&
        void client.why(me, action).then(
            (reason) => explain({ reason, touched }),
            () => {},
        );
    const turn = useTurn(question, act, tried);
    // Different touches mean that the person has moved on to something else.
    const reason = whyNot?.touched === turn.touched ? whyNot.reason : null;
    return { turn, reason, forget: () => explain(null) };
}

/** Does not ask a question with a single answer that can be undone. The table itself plays what
 * everybody can see to be the only answer. This one follows from cards that only the person sees,
 * so it is asked if other people play: how fast it is answered would tell them. An undo would
 * only bring it back, so the step before is undone, too. */
function useOnlyAnswer(
    client: Client,
    me: number | null,
    question: Question | null,
    observed: Observed | undefined,
    seats: readonly Seat[],
): void {
    const alone = seats.filter(({ level }) => level === null).length === 1,
        [only, another] = question?.legal ?? [];
    useEffect(() => {
        if (!alone || me === null || !only || another || only.final) return;
        if (observed?.updates.at(-1)?.entry !== "undo") client.answer(me, only.do);
        else if (observed.waiting?.undo) client.undo(me);
    }, [question?.q, only?.do]);
}

interface AdviceState {
    readonly advice: Advice | null; // for the present question
    ask(): void;
}

function useAdvice(
    { game, players }: TableWelcome,
    me: number | null,
    question: Question | null,
    view: View | undefined,
): AdviceState {
    const [advice, set] = useState<Advice | null>(null);
    const ask = async () => {
        if (me === null || !question || !view) return;
        const { q } = question;
        set({ q, do: null });
        const found = await adviser()
            .hint(game, players, me, view)
            .catch(() => undefined);
        set((now) => (now?.q === q ? (found === undefined ? null : { q, do: found }) : now));
    };
    return { advice: advice?.q === question?.q ? advice : null, ask: () => void ask() };
}

/** Whom the table waits for at the moment that is shown. The seat in front of the device is one of
 * them only while it sees the question: not while its answer is being sent, nor while the steps of
 * others are being shown. */
function useWaiting(
    observed: Observed | undefined,
    count: number,
    me: number | null,
    asked: boolean,
    nothing: boolean, // an earlier moment, or the end
): readonly number[] {
    const latest = count >= (observed?.updates.length ?? 0),
        view = observed?.updates[count - 1]?.view,
        // of a simultaneous question the view says who has not answered
        open = view?.["asked"] === undefined ? nobody : (view["open"] as readonly number[]),
        seats = latest ? observed?.waiting?.seats : open;
    return useMemo(() => {
        if (nothing || !seats) return nobody;
        return asked ? seats : seats.filter((seat) => seat !== me);
    }, [nothing, seats, me, asked]);
}

// ---- what lies over or beside the board ----

/** `explained` is the reason whose rule is open. */
function usePanels() {
    const [tab, setTab] = useState<Tab>("log");
    const [drawer, setDrawer] = useState(false);
    const [explained, explain] = useState<string | null>(null);
    const [about, setAbout] = useState(false);
    const [thing, setThing] = useState<string | null>(null); // the `data-about` of its sheet
    // prettier-ignore
    return {
        tab, setTab, drawer, setDrawer, explained, explain, about, setAbout, thing, setThing,
    };
}

/** The number of other people's chat lines that the person has not read. */
function useUnread(chat: ChatProps | undefined, reading: boolean, own: string | undefined) {
    const [read, setRead] = useState(-1),
        latest = chat?.lines.at(-1)?.number ?? -1;
    useEffect(() => {
        if (reading) setRead(latest);
    }, [reading, latest]);
    if (reading || !chat) return [];
    return chat.lines.filter(({ number, name }) => number > read && name !== own);
}

/** A game that is played to its end keeps its board until the person goes on to the result. The
 * result opens by itself if the game was over before, or ended otherwise. */
function useMode(settled: boolean, last: Update | undefined, caughtUp: boolean) {
    const [mode, setMode] = useState<"play" | "result" | "replay">("play"),
        watched = useRef(false);
    useEffect(() => {
        if (caughtUp && last && !last.over) watched.current = true;
        if (settled && last?.over && mode === "play" && !(watched.current && last.result))
            setMode("result");
    }, [settled, last, caughtUp]);
    return [mode, setMode, watched] as const;
}

// ---- the board ----

function useBoardProps(
    moment: Moment,
    screen: Screen,
    words: Words,
    score: readonly number[] | null, // while points are on their way
    rest: Pick<BoardProps, "seats" | "me" | "waiting" | "options" | "turn" | "live">,
): BoardProps | null {
    const { update, history, fresh } = moment,
        { seats, me, waiting, options, turn, live } = rest,
        { language, theme, still, phone, short } = screen;
    return useMemo(
        () =>
            update
                ? {
                      ...rest,
                      view: update.view,
                      score: score ?? update.score,
                      history,
                      fresh,
                      say: words.say,
                      word: words.word,
                      language,
                      theme,
                      still,
                      phone,
                      short,
                  }
                : null,
        // prettier-ignore
        [
            update, history, fresh, seats, me, waiting, options, turn, live, words,
            language, theme, still, phone, short, score?.join(),
        ],
    );
}

// ---- everything together ----

/** What "my tables" draws: nobody's hand, if several people share the device. */
function boardToSave({ seats, now }: SeatedProps["client"]): SavedBoard | undefined {
    const seat = seats.length === 1 ? seats[0]! : null,
        last = now.observers.get(seat)?.updates.at(-1);
    return last && { seat, view: last.view, score: last.score };
}

/** Reports to the outside: the pace to the engine, the sound of a turn, and the summary stored with
 * the table. */
function useReports(
    { client, pace, summarise, saveSummary }: SeatedProps,
    me: number | null,
    moment: Moment,
    question: Question | null,
    inputs: { readonly still: boolean; readonly shown: number; readonly observed?: Observed },
): void {
    const { still, shown, observed } = inputs,
        othersActed = moment.fresh.some(({ by }) => by !== "chance");
    useEffect(() => pace(still), [still]);
    useEffect(() => {
        if (question && othersActed) sound("turn");
    }, [question?.q]);
    useEffect(() => {
        const { last, over, chapterOf } = moment;
        summarise(() => ({
            waiting: client.now.observers.get(me)?.waiting?.seats ?? [],
            chapter: last ? chapterOf(last.view) : null,
            over,
            result: last?.result,
            board: over ? undefined : boardToSave(client),
        }));
        saveSummary();
    }, [shown, observed?.waiting]);
}

export interface TableState {
    readonly screen: Screen;
    readonly words: Words;
    readonly title: string;
    readonly root: { current: HTMLDivElement | null };
    readonly stage: ReturnType<typeof useStage>;
    readonly observed: Observed | undefined;
    readonly me: number | null;
    readonly curtain: { readonly closed: boolean; open(): void };
    readonly seats: readonly Seat[];
    readonly waiting: readonly number[];
    readonly moment: Moment;
    readonly live: boolean; // what is shown can be answered
    readonly question: Question | null;
    readonly answer: AnswerState;
    readonly advice: AdviceState;
    readonly panels: ReturnType<typeof usePanels>;
    readonly unread: ReturnType<typeof useUnread>;
    readonly mode: ReturnType<typeof useMode>;
    readonly boardProps: BoardProps | null; // null: nothing has happened yet
}

export function useTableState(props: SeatedProps): TableState {
    const { client, names, people, chat, situation, welcome, board } = props;
    const screen = useScreen(),
        { me, curtain, open } = useActive(client.seats, situation),
        words = useSeatWords(me, names);
    const root = useRef<HTMLDivElement>(null),
        observed = situation.observers.get(me),
        stage = useStage(observed, screen.still, root, (update, before) =>
            board?.scenes && !screen.still ? board.scenes(update, before) : noScenes,
        ),
        moment = useMoment(observed, stage.shown, me, board);
    const { past, over, last } = moment,
        live = past === null && !over && !curtain,
        asked = live && stage.settled && !situation.sending,
        question = asked ? (observed?.question ?? null) : null;
    const answer = useAnswer(client, me, question),
        advice = useAdvice(welcome, me, question, last?.view);
    useReports(props, me, moment, question, {
        still: screen.still,
        shown: stage.shown,
        ...(observed && { observed }),
    });
    const mode = useMode(stage.settled, last, observed?.caughtUp ?? false);
    const title = titleOf(welcome.game);
    useTurnNotice(title, question !== null);
    const seats = useMemo(
        () => seatsOf(words, welcome, names, me, people?.info),
        [words, welcome, names, me, people?.info],
    );
    useOnlyAnswer(client, me, question, observed, seats);
    const panels = usePanels(),
        reading = panels.tab === "chat" && (!screen.compact || panels.drawer),
        unread = useUnread(chat, reading, me === null ? "" : names[me]);
    const waiting = useWaiting(observed, stage.shown, me, question !== null, over || past !== null),
        { options } = welcome,
        { turn } = answer;
    const boardProps = useBoardProps(moment, screen, words, past === null ? stage.score : null, {
        seats,
        me,
        waiting,
        options,
        turn,
        live,
    });
    // prettier-ignore
    return {
        screen, words, title, root, stage, observed, me, curtain: { closed: curtain, open }, seats,
        waiting, moment, live, question, answer, advice, panels, unread, mode, boardProps,
    };
}
