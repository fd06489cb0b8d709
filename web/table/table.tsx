// A table on the screen: seats, board, dock, panel; for whoever of this page's seats is asked.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { BoardProps, GameBoard, Part, Update, View } from "../board";
import type { Client, Situation } from "../client/client";
import { linesOf, standing } from "../client/log";
import type { Message } from "../text";
import type { TableWelcome } from "../generated/protocol";
import { adviser } from "../engine/host";
import { Dialog } from "../pieces/dialog";
import { Kept, Later } from "../pieces/kept";
import { sound } from "../pieces/sound";
import { RuleDialog } from "../rules/dialog";
import type { Guide } from "../guide/guide";
import { Lesson } from "../guide/lesson";
import { GuidePanel, type GuideProps } from "../guide/panel";
import { Header, ThemeTool, Tool } from "../pages/header";
import { go, link } from "../route";
import { useOpenTable } from "../store/offline";
import { stillOf, themeOf } from "../store/settings";
import { useMedia, useSettings } from "../store/use";
import type { Summary, Thoughts } from "../store/tables";
import { useWords, WordsContext } from "../words";
import type { Analysed } from "./analysis";
import type { ChatProps } from "./chat";
import { AboutTable, Bars, isAway, type Company } from "./company";
import { Curtain, useActive } from "./curtain";
import { Dock, type Advice } from "./dock";
import { gameOf } from "./local";
import { Lists, Panel, type Tab } from "./panel";
import { ReplayBar } from "./replay";
import { Room } from "./room";
import { Result, type Again, type Kept as KeptRecord } from "./result";
import { Seats } from "./seats";
import { useStage } from "./stage";
import { useTurnNotice } from "./notice";
import { useBoard, useGuide, useSituation, useTurn } from "./use";
import { seatsOf, waitingFor } from "./words";

interface TableProps {
    readonly client: Client;
    readonly names: readonly string[];
    readonly kept: KeptRecord;
    readonly chat?: ChatProps; // at a server
    readonly company?: Company; // there, too
    readonly bars?: ComponentChildren; // what the page has to say above the board
    readonly analysed: Analysed;
    readonly guided?: GuideProps["guided"]; // a first game
    thoughts(): Thoughts | undefined;
    pace(still: boolean): void;
    summarise(summary: () => Summary): void;
    settle(): void;
    readonly again: Again | null; // null: it is not ours to ask for
}

export function Table(props: TableProps) {
    useOpenTable();
    const situation = useSituation(props.client);
    const board = useBoard(situation.welcome?.game ?? ""),
        guide = useGuide(props.guided ? situation.welcome?.game : undefined);
    if (!situation.welcome || board === undefined || guide === undefined) return <Loading />;
    return (
        <Seated
            {...props}
            situation={situation}
            welcome={situation.welcome}
            board={board}
            guide={guide}
        />
    );
}

export function Loading() {
    const words = useWords();
    return (
        <div class="page">
            <Header />
            <main class="notice" aria-busy="true">
                <p>{words.word("web.loading")}</p>
            </main>
        </div>
    );
}

interface SeatedProps extends TableProps {
    readonly situation: Situation;
    readonly welcome: TableWelcome;
    readonly board: GameBoard | null;
    readonly guide: Guide | null;
}

const empty: readonly Update[] = [],
    nobody: readonly number[] = [];

/** What answers goes away with the answer. When something that has the focus goes, the browser
 * lays out the whole page at once; before anything is drawn that costs nothing. */
function letGo(): void {
    const { activeElement: at } = document;
    if (
        (at instanceof HTMLElement || at instanceof SVGElement) &&
        at.matches("[data-do], [data-confirm]")
    )
        at.blur();
}

function Seated({
    client,
    names,
    kept,
    chat,
    company,
    bars,
    analysed,
    guided,
    thoughts,
    pace,
    summarise,
    settle,
    again,
    situation,
    welcome,
    board,
    guide,
}: SeatedProps) {
    const settings = useSettings(),
        still = stillOf(settings),
        theme = themeOf(settings);
    const compact = useMedia("(max-width: 62.5em)"),
        phone = useMedia("(max-width: 47.5em)"),
        short = useMedia("(max-width: 47.5em) and (max-height: 48.75em)");
    const { me, curtain, open } = useActive(client.seats, situation);
    const root = useRef<HTMLDivElement>(null);
    const observed = situation.observers.get(me);
    const stage = useStage(observed, still, root);
    const [past, look] = useState<number | null>(null);
    const [tab, setTab] = useState<Tab>("log");
    const [drawer, setDrawer] = useState(false);
    const [rule, setRule] = useState<string | null>(null); // the reason whose rule is shown
    const [about, setAbout] = useState(false);
    const [whyNot, explain] = useState<{
        readonly reason: Message | null;
        readonly touched: readonly Part[];
    } | null>(null);
    const [advice, advise] = useState<Advice | null>(null);
    const [mode, setMode] = useState<"play" | "result" | "replay">("play");

    const reader = useMemo(
        () => ({ you: me === null ? [] : [me], names: names.map((name) => name || null) }),
        [me, names],
    );
    const plain = useWords(),
        words = useMemo(() => plain.for(reader), [plain, reader]);
    const updates = observed?.updates ?? empty,
        shown = useMemo(() => updates.slice(0, stage.shown), [updates, stage.shown]);
    const last = shown.at(-1),
        over = last?.over ?? false;
    const moment = past === null ? last : (shown.find(({ version }) => version === past) ?? last);
    const steps = useMemo(() => standing(shown), [shown]);
    const history = useMemo(
        () =>
            moment === last
                ? steps
                : standing(moment ? shown.slice(0, shown.indexOf(moment) + 1) : empty),
        [shown, moment],
    );
    const chapter = (view: View): Message | null => board?.chapter?.(view) ?? null;
    const lines = useMemo(() => linesOf(steps, chapter), [steps, board]);
    const heading = useMemo(() => (moment ? chapter(moment.view) : null), [moment, board]),
        sub = heading ? words.say(heading) : "";

    const fresh = useMemo(
        () => steps.slice(steps.findLastIndex(({ by }) => by === me) + 1),
        [steps, me],
    );
    const live = past === null && !over && !curtain;
    const question =
        live && stage.settled && !situation.sending ? (observed?.question ?? null) : null;
    const act = (action: string) => {
        // what is not drawn anew yet may be of a question that has passed
        const stands = () => client.now.observers.get(me)?.question?.q === question?.q;
        if (me === null || !stands()) return;
        letGo();
        explain(null);
        setTimeout(() => stands() && client.answer(me, action)); // a task of its own
    };
    // What is refused here was asked at a moment that has passed.
    const tried = (action: string, touched: readonly Part[]) =>
        me !== null &&
        void client.why(me, action).then(
            (reason) => explain({ reason, touched }),
            () => {},
        );
    const others = fresh.some(({ by }) => by !== "chance"); // somebody else has acted since
    const turn = useTurn(question, act, tried);
    const hint = async () => {
        if (me === null || !question || !last) return;
        const { q } = question;
        advise({ q, do: null });
        const found = await adviser()
            .hint(welcome.game, welcome.players, me, last.view)
            .catch(() => undefined);
        advise((now) => (now?.q === q ? (found === undefined ? null : { q, do: found }) : now));
    };

    useEffect(() => pace(still), [still]);
    useEffect(() => {
        if (question && others) sound("turn");
    }, [question?.q]);
    useEffect(() => {
        summarise(() => ({
            waiting: client.now.observers.get(me)?.waiting?.seats ?? [],
            chapter: last ? chapter(last.view) : null,
            over,
            result: last?.result,
        }));
        settle();
    }, [stage.shown, observed?.waiting]);
    useEffect(() => {
        if (over && stage.settled && mode === "play") setMode("result");
    }, [over, stage.settled]);

    const title = gameOf(welcome.game)?.about?.title ?? gameOf(welcome.game)?.name ?? welcome.game;
    const seats = useMemo(
        () => seatsOf(words, welcome, names, me, company?.info),
        [words, welcome, names, me, company?.info],
    );
    useTurnNotice(title, question !== null);
    const reading = tab === "chat" && (!compact || drawer),
        [read, setRead] = useState(-1),
        latest = chat?.lines.at(-1)?.number ?? -1;
    useEffect(() => {
        if (reading) setRead(latest);
    }, [reading, latest]);
    const unread =
        reading || !chat
            ? []
            : chat.lines.filter(
                  ({ number, name }) => number > read && name !== (me === null ? "" : names[me]),
              );
    const { options } = welcome,
        { language } = settings,
        waiting = over || past !== null ? nobody : (observed?.waiting?.seats ?? nobody);
    const boardProps = useMemo(
        (): BoardProps | null =>
            (moment && {
                view: moment.view,
                history,
                fresh,
                seats,
                me,
                score: moment.score,
                waiting,
                options,
                turn,
                live,
                say: words.say,
                word: words.word,
                language,
                theme,
                still,
                phone,
                short,
            }) ||
            null,
        [
            moment,
            history,
            fresh,
            seats,
            me,
            waiting,
            options,
            turn,
            live,
            words,
            language,
            theme,
            still,
            phone,
            short,
        ],
    );
    if (!moment || !boardProps) {
        const missing =
            company && observed?.waiting
                ? observed.waiting.entropy
                      .filter((seat) => isAway(company.info.seats[seat]!))
                      .map((seat) => seats[seat]!.name)
                : [];
        const text = missing.length
            ? words.word("web.table.waits_for", { names: { text: missing.join(", ") } })
            : observed?.waiting
              ? waitingFor(words, observed.waiting)
              : words.word("web.loading");
        return (
            <Waiting
                title={title}
                text={text}
                leave={company && me !== null ? () => company.leave(me) : null}
            />
        );
    }

    if (mode === "result" && over && last) {
        return (
            <WordsContext.Provider value={words}>
                <Result
                    title={title}
                    game={welcome.game}
                    last={last}
                    steps={steps}
                    lines={lines}
                    seats={seats}
                    me={me}
                    client={client}
                    kept={kept}
                    thoughts={thoughts()}
                    analysed={analysed}
                    chat={chat}
                    replay={(version) => {
                        look(version === undefined || version === last.version ? null : version);
                        setMode("replay");
                    }}
                    again={again}
                    lesson={
                        guide && last.result ? (
                            <Lesson
                                game={welcome.game}
                                guide={guide}
                                result={last.result}
                                seats={seats}
                            />
                        ) : null
                    }
                />
            </WordsContext.Provider>
        );
    }
    // else something else is on the person's mind
    const refused = situation.refused ?? (whyNot?.touched === turn.touched ? whyNot.reason : null);
    const held = situation.sending && company?.connected === false;
    const prompt = question
        ? words.say(question.ask)
        : held
          ? words.word("web.online.held")
          : past !== null
            ? words.word("web.table.past")
            : over
              ? words.word("web.table.over")
              : observed?.waiting
                ? waitingFor(words, observed.waiting)
                : "";
    const eased =
        company && company.info.effort < 100 && waiting.some((seat) => seats[seat]!.level)
            ? words.word("web.table.effort", { n: company.info.effort })
            : "";
    const quiet = refused ? words.say(refused) : eased;
    const hints = company?.info.hints ?? true;
    const undo = (observed?.waiting?.undo ?? false) && live && me !== null;
    const panel = (
        <Panel
            tab={tab}
            setTab={setTab}
            game={welcome.game}
            turn={turn}
            view={moment.view}
            lines={lines}
            at={past}
            say={words.say}
            chat={chat}
            unread={unread.length}
            look={(version) => {
                look(version === last?.version ? null : version);
                setDrawer(false);
            }}
        />
    );
    return (
        <WordsContext.Provider value={words}>
            <div
                class={`table game-${welcome.game}${compact ? " compact" : ""}${short ? " short" : ""}`}
                ref={root}
                onPointerDown={() => !stage.settled && stage.hurry()}
            >
                <Kept
                    by={[
                        title,
                        sub,
                        undo,
                        compact,
                        unread.length,
                        company !== undefined,
                        client,
                        me,
                        welcome.game,
                        words,
                    ]}
                    draw={() => (
                        <Header
                            title={title}
                            sub={sub}
                            menu={<Menu game={welcome.game} about={() => setAbout(true)} />}
                        >
                            <Tool
                                icon="undo"
                                word={words.word("web.table.undo")}
                                disabled={!undo}
                                onClick={() => me !== null && client.undo(me)}
                            />
                            {compact && (
                                <Tool
                                    icon="scroll"
                                    word={words.word("web.panel.title")}
                                    badge={unread.length}
                                    onClick={() => setDrawer(true)}
                                />
                            )}
                            {company && (
                                <Tool
                                    icon="people"
                                    word={words.word("web.about_table.title")}
                                    onClick={() => setAbout(true)}
                                />
                            )}
                            {!compact && (
                                <Tool
                                    icon="book"
                                    word={words.word("web.header.rules")}
                                    onClick={() => go(`/rules/${welcome.game}`)}
                                />
                            )}
                            {!compact && <ThemeTool />}
                        </Header>
                    )}
                />
                {company && (
                    <Bars company={company} names={seats.map(({ name }) => name)}>
                        {bars}
                    </Bars>
                )}
                <Later
                    by={[board, boardProps, over, company, words]}
                    draw={() => (
                        <Seats board={board} props={boardProps} over={over} company={company} />
                    )}
                />
                {board ? (
                    <Room>
                        <Later
                            by={[board, boardProps]}
                            draw={() => <board.Board {...boardProps} />}
                        />
                    </Room>
                ) : (
                    <main class="board" aria-label={words.word("web.table.board")}>
                        <Lists view={moment.view} say={words.say} scrolls />
                    </main>
                )}
                {!compact && (
                    <aside class="side-panel" aria-label={words.word("web.panel.title")}>
                        {panel}
                    </aside>
                )}
                {past !== null || over ? (
                    <ReplayBar
                        steps={steps}
                        at={moment.version}
                        look={look}
                        over={over}
                        result={() => setMode("result")}
                        prompt={lineAt(lines, moment.version, words.say) ?? prompt}
                    />
                ) : (
                    <Dock
                        board={board}
                        props={boardProps}
                        game={welcome.game}
                        turn={turn}
                        prompt={prompt}
                        quiet={quiet}
                        warning={refused}
                        forget={() => explain(null)}
                        rule={
                            refused?.key.startsWith(`${welcome.game}.whynot.`)
                                ? () => setRule(refused.key)
                                : null
                        }
                        hint={
                            hints && question
                                ? {
                                      ask: () => void hint(),
                                      advice: advice?.q === question.q ? advice : null,
                                  }
                                : null
                        }
                    />
                )}
                {chat && (
                    <p class="hidden" aria-live="polite">
                        {unread.slice(-1).map(({ name, text }) => `${name}: ${text}`)}
                    </p>
                )}
                {about && (
                    <AboutTable
                        client={client}
                        me={me}
                        commitment={welcome.commitment}
                        names={seats.map(({ name }) => name)}
                        waiting={waiting}
                        over={over}
                        company={company}
                        close={() => setAbout(false)}
                    />
                )}
                {guide && guided && me !== null && live && stage.settled && (
                    <GuidePanel
                        game={welcome.game}
                        guide={guide}
                        client={client}
                        me={me}
                        legal={turn.legal}
                        fresh={fresh}
                        guided={guided}
                        rule={setRule}
                    />
                )}
                <p class="hidden" aria-live="polite">
                    {lines.at(-1)?.events.map(words.say).join(" ") ?? ""}
                </p>
                {rule !== null && (
                    <RuleDialog game={welcome.game} reason={rule} close={() => setRule(null)} />
                )}
                {curtain && me !== null && (
                    <Curtain seat={me} name={seats[me]?.name ?? ""} open={open} />
                )}
                {compact && drawer && (
                    <Dialog
                        title={words.word("web.panel.title")}
                        class="drawer"
                        close={() => setDrawer(false)}
                    >
                        {panel}
                    </Dialog>
                )}
            </div>
        </WordsContext.Provider>
    );
}

function lineAt(
    lines: ReturnType<typeof linesOf>,
    version: number,
    say: (message: Message) => string,
): string | null {
    const line = lines.findLast((one) => one.version <= version);
    return line ? line.events.map(say).join(" ") : null;
}

function Menu({ game, about }: { readonly game: string; about(): void }) {
    const words = useWords();
    return (
        <>
            <button type="button" class="btn" data-about onClick={about}>
                {words.word("web.about_table.title")}
            </button>
            <a class="btn" {...link(`/rules/${game}`)}>
                {words.word("web.header.rules")}
            </a>
            <a class="btn" {...link("/")}>
                {words.word("web.header.home")}
            </a>
        </>
    );
}

function Waiting({
    title,
    text,
    leave,
}: {
    readonly title: string;
    readonly text: string;
    readonly leave: (() => void) | null;
}) {
    const { word } = useWords();
    return (
        <div class="page">
            <Header title={title} />
            <main class="notice" aria-busy="true">
                <p>{text}</p>
                {leave && (
                    <div class="row">
                        <button type="button" class="btn" onClick={leave}>
                            {word("web.deed.leave")}
                        </button>
                    </div>
                )}
            </main>
        </div>
    );
}
