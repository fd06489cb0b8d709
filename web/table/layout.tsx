// The screen of a table that is being played or replayed: header, seats, board, panel, dock, and
// whatever lies over them.
import { useRef } from "preact/hooks";
import type { BoardProps, Update } from "../board";
import { classNames } from "../classnames";
import { GuidePanel } from "../guide/panel";
import { Header, ThemeTool, Tool } from "../pages/header";
import { Dialog } from "../pieces/dialog";
import { useDrag } from "../pieces/drag";
import { Kept, Later } from "../pieces/kept";
import { useMeant } from "../pieces/looked";
import { go, link } from "../route";
import { RuleDialog } from "../rules/dialog";
import type { Message } from "../text";
import { useWords, type Words } from "../words";
import { AboutTable, Bars } from "./people";
import { Curtain } from "./curtain";
import { KeyHelp, SkipToChoice, useTableKeys } from "./keys";
import { Advised, Dock } from "./dock";
import { Panel } from "./panel";
import { ReplayBar } from "./replay";
import { openView } from "../analysis/open";
import { Room } from "./room";
import type { Playing } from "./scenes";
import { Seats } from "./seats";
import { Told } from "./sheet";
import { ThingSheet, thingOf, useHold } from "./thing";
import type { SeatedProps, TableState } from "./state";
import { waitingFor } from "./words";

export interface LayoutProps {
    readonly props: SeatedProps;
    readonly state: TableState;
    readonly boardProps: BoardProps;
    readonly update: Update; // the moment that is shown
}

const namesIn = ({ seats }: TableState) => seats.map(({ name }) => name);

/** The first click of a double click may have chosen an action; the second must not confirm it. */
function ignoreSecondClick(event: MouseEvent): void {
    const again = event.detail > 1 && (event.target as Element).closest("[aria-pressed=true]");
    if (again) event.stopPropagation();
}

export function Layout(all: LayoutProps) {
    const { props, state, boardProps } = all,
        { welcome, board, people, bars } = props,
        { screen, words, moment, root, stage, panels } = state;
    useHold(root, screen.phone, panels.setThing);
    useDrag(root, board, boardProps);
    useMeant(root, boardProps.turn);
    const [keysOpen, showKeys] = useTableKeys(root);
    return (
        <div
            class={classNames(
                `table game-${welcome.game}`,
                screen.compact && "compact",
                screen.short && "short",
            )}
            ref={root}
            onClickCapture={ignoreSecondClick}
            onPointerDown={({ target }) =>
                !stage.settled && !(target as Element).closest("button, .top") && stage.hurry()
            }
        >
            <SkipToChoice root={root} />
            <TableHeader {...all} />
            {people && (
                <Bars people={people} names={namesIn(state)}>
                    {bars}
                </Bars>
            )}
            <Later
                by={[board, boardProps, moment.over, people, words]}
                draw={() => (
                    <Seats board={board} props={boardProps} over={moment.over} people={people} />
                )}
            />
            <BoardArea {...all} />
            <Telling {...all} />
            <Foot {...all} />
            {!screen.compact && (
                <aside class="side-panel" aria-label={words.word("web.panel.title")}>
                    <SidePanel {...all} />
                </aside>
            )}
            <Overlays {...all} />
            {keysOpen && <KeyHelp close={() => showKeys(false)} />}
        </div>
    );
}

// ---- the header ----

/** The person's latest step can be undone. */
const canUndo = ({ observed, live, me }: TableState) =>
    (observed?.waiting?.undo ?? false) && live && me !== null;

/** A running game may be analysed where hints are given: with what the seat sees. In a tournament
 * others play the same deal. */
const mayAnalyse = ({ people }: SeatedProps, { me, moment }: TableState) =>
    me !== null &&
    !moment.over &&
    moment.last !== undefined &&
    (people === undefined || (people.info.hints && people.info.event === null));

function TableHeader({ props, state }: LayoutProps) {
    const { client, people, welcome } = props,
        { words, title, moment, screen, unread, me, seats } = state;
    const chapter = moment.chapter ? words.say(moment.chapter) : "",
        undo = canUndo(state),
        latest = useRef(moment.last),
        analyse = mayAnalyse(props, state)
            ? () => openView(welcome, latest.current!.view, seats, me!)
            : null;
    latest.current = moment.last;
    const shown = [
        ...[title, chapter, undo, screen.compact, unread.length, people !== undefined],
        ...[analyse !== null, seats],
    ];
    return (
        <Kept
            by={[...shown, client, me, welcome.game, words]}
            draw={() => (
                <Header
                    title={title}
                    sub={chapter}
                    menu={
                        <Menu
                            game={welcome.game}
                            about={() => state.panels.setAbout(true)}
                            analyse={analyse}
                        />
                    }
                >
                    <Tools props={props} state={state} undo={undo} />
                </Header>
            )}
        />
    );
}

function Tools({
    props: { client, people, welcome },
    state: { words, screen, unread, me, panels },
    undo,
}: Pick<LayoutProps, "props" | "state"> & { readonly undo: boolean }) {
    return (
        <>
            <Tool
                icon="undo"
                word={words.word("web.table.undo")}
                disabled={!undo}
                onClick={() => me !== null && client.undo(me)}
            />
            {screen.compact && (
                <Tool
                    icon="scroll"
                    word={words.word("web.panel.title")}
                    badge={unread.length}
                    onClick={() => panels.setDrawer(true)}
                />
            )}
            {people && (
                <Tool
                    icon="people"
                    word={words.word("web.about_table.title")}
                    onClick={() => panels.setAbout(true)}
                />
            )}
            {!screen.compact && (
                <Tool
                    icon="book"
                    word={words.word("web.header.rules")}
                    onClick={() => go(`/rules/${welcome.game}`)}
                />
            )}
            {!screen.compact && <ThemeTool />}
        </>
    );
}

interface MenuProps {
    readonly game: string;
    readonly analyse: (() => void) | null; // null: not here
    about(): void;
}

function Menu({ game, about, analyse }: MenuProps) {
    const words = useWords();
    return (
        <>
            <button type="button" class="btn" data-about onClick={about}>
                {words.word("web.about_table.title")}
            </button>
            {analyse && (
                <button type="button" class="btn" data-analyse onClick={analyse}>
                    {words.word("web.study.this")}
                </button>
            )}
            <a class="btn" {...link(`/rules/${game}`)}>
                {words.word("web.header.rules")}
            </a>
            <a class="btn" {...link("/")}>
                {words.word("web.header.home")}
            </a>
        </>
    );
}

// ---- the middle ----

const BoardArea = ({ props: { board }, boardProps }: LayoutProps) => (
    <Room>
        <Later by={[board, boardProps]} draw={() => <board.Board {...boardProps} />} />
    </Room>
);

function SidePanel({ props: { welcome, chat }, state, update }: LayoutProps) {
    const { panels, answer, moment, words, unread } = state;
    return (
        <Panel
            tab={panels.tab}
            setTab={panels.setTab}
            game={welcome.game}
            turn={answer.turn}
            view={update.view}
            lines={moment.lines}
            at={moment.past}
            say={words.say}
            chat={chat}
            unread={unread.length}
            look={(version) => {
                moment.look(version === moment.last?.version ? null : version);
                panels.setDrawer(false);
            }}
        />
    );
}

// ---- the bottom: the dock, or the replay ----

/** One sentence: what the table asks, or whom it waits for. */
function promptOf({ situation, people }: SeatedProps, state: TableState): string {
    const { words, question, moment, observed, stage } = state;
    if (question) return words.say(question.ask);
    if (situation.sending && people?.connected === false) return words.word("web.online.held");
    if (moment.past !== null) return words.word("web.table.past");
    if (moment.over) return words.word("web.table.over");
    if (situation.sending) return words.word("web.table.sending");
    // what others do is still being shown, so nobody is told to act yet
    if (!stage.settled && moment.last) return lineAt(moment, moment.last.version, words.say) ?? "";
    return observed?.waiting ? waitingFor(words, observed.waiting) : "";
}

/** Says so if the server is busy and its opponents therefore think less. */
function effortNote({ people }: SeatedProps, { words, seats, waiting }: TableState): string {
    return people && people.info.effort < 100 && waiting.some((seat) => seats[seat]!.level)
        ? words.word("web.table.effort", { n: people.info.effort })
        : "";
}

function lineAt(
    { lines }: TableState["moment"],
    version: number,
    say: (message: Message) => string,
): string | null {
    const line = lines.findLast((one) => one.version <= version);
    return line ? line.events.map(say).join(" ") : null;
}

/** Covers the dock while scenes are played. */
function SceneBar({ playing, words }: { readonly playing: Playing; readonly words: Words }) {
    const { scenes, at, next, end } = playing;
    return (
        <section class="over-dock" aria-label={words.word("web.scene.title")}>
            <p aria-live="polite">{scenes[at]!.text.map(words.say).join(" ")}</p>
            <span class="pips" aria-hidden="true">
                {scenes.length > 1 &&
                    scenes.map((_, i) => <i key={i} class={classNames(i <= at && "on")} />)}
            </span>
            {scenes.length > 1 && (
                <button type="button" class="btn quiet" data-scenes-end onClick={end}>
                    {words.word("web.scene.all")}
                </button>
            )}
            <button type="button" class="btn gold" data-scene onClick={next}>
                {words.word("web.scene.next")}
            </button>
        </section>
    );
}

/** Covers the dock after the end, until the person has seen enough of the board. */
function EndBar({ state, next }: { readonly state: TableState; next(): void }) {
    const { words, moment } = state;
    return (
        <section class="over-dock" aria-label={words.word("web.table.over")}>
            <p aria-live="polite">
                <b>{words.word("web.table.over")}</b>{" "}
                {lineAt(moment, moment.last!.version, words.say)}
            </p>
            <button type="button" class="btn gold" data-result onClick={next}>
                {words.word("web.replay.result")}
            </button>
        </section>
    );
}

function Foot(all: LayoutProps) {
    const { state } = all,
        { moment, stage, words, mode } = state,
        [now, setMode] = mode;
    if (moment.past !== null || (moment.over && now !== "play")) return <PastBar {...all} />;
    return (
        <>
            <PlayDock {...all} />
            {stage.playing && <SceneBar playing={stage.playing} words={words} />}
            {moment.over && stage.settled && (
                <EndBar state={state} next={() => setMode("result")} />
            )}
        </>
    );
}

/** The person's chance of first place at that moment, once the game was analysed. */
function chanceAt(
    { analysed }: SeatedProps,
    { me, moment: { steps } }: TableState,
    { version }: Update,
): number | null {
    const judged = analysed.get()?.steps,
        at = steps.findIndex((step) => step.version === version);
    if (me === null || judged?.length !== steps.length) return null;
    return judged[at]?.value[me] ?? null;
}

function PastBar({ props, state, boardProps, update }: LayoutProps) {
    const { moment, words, mode, me } = state,
        { Hand } = props.board;
    return (
        <ReplayBar
            steps={moment.steps}
            at={update.version}
            look={moment.look}
            over={moment.over}
            result={() => mode[1]("result")}
            prompt={lineAt(moment, update.version, words.say) ?? promptOf(props, state)}
            chance={chanceAt(props, state, update)}
            hand={
                Hand && me !== null ? (
                    <Later by={[Hand, boardProps]} draw={() => <Hand {...boardProps} />} />
                ) : null
            }
        />
    );
}

function PlayDock({ props, state, boardProps }: LayoutProps) {
    const { situation, welcome, board, people } = props,
        { words, question, answer, advice, panels } = state,
        prompt = promptOf(props, state);
    const refused = situation.refused ?? answer.reason,
        hasRule = refused?.key.startsWith(`${welcome.game}.whynot.`),
        hints = people?.info.hints ?? true;
    return (
        <Dock
            board={board}
            props={boardProps}
            game={welcome.game}
            turn={answer.turn}
            prompt={prompt}
            quiet={refused ? words.say(refused) : effortNote(props, state)}
            warning={refused}
            forget={answer.forget}
            rule={refused && hasRule ? () => panels.explain(refused.key) : null}
            hint={hints && question ? advice : null}
        />
    );
}

// ---- what the person is told ----

/** The hint and the guide. */
function Telling({ props, state, boardProps }: LayoutProps) {
    const { client, welcome, guide, guided } = props,
        { me, panels, moment, answer, advice, live, stage } = state;
    return (
        <Told>
            <Advised
                advice={advice.advice}
                props={boardProps}
                game={welcome.game}
                turn={answer.turn}
            />
            {guide && guided && me !== null && live && stage.settled && (
                <GuidePanel
                    game={welcome.game}
                    guide={guide}
                    client={client}
                    me={me}
                    legal={answer.turn.legal}
                    fresh={moment.fresh}
                    guided={guided}
                    rule={panels.explain}
                />
            )}
        </Told>
    );
}

// ---- what lies over the table ----

/** Read out only: the latest lines of the chat and of the log. */
function Announcements({ props: { chat }, state: { unread, moment, words } }: LayoutProps) {
    return (
        <>
            {chat && (
                <p class="hidden" aria-live="polite">
                    {unread.slice(-1).map(({ name, text }) => `${name}: ${text}`)}
                </p>
            )}
            <p class="hidden" aria-live="polite">
                {moment.lines.at(-1)?.events.map(words.say).join(" ") ?? ""}
            </p>
        </>
    );
}

function Overlays(all: LayoutProps) {
    const { props, state } = all,
        { client, welcome, people } = props,
        { me, panels, curtain, screen, words, moment } = state,
        thing = thingOf(props.board, panels.thing, all.boardProps);
    return (
        <>
            <Announcements {...all} />
            {panels.about && (
                <AboutTable
                    client={client}
                    me={me}
                    commitment={welcome.commitment}
                    names={namesIn(state)}
                    waiting={state.waiting}
                    over={moment.over}
                    people={people}
                    close={() => panels.setAbout(false)}
                />
            )}
            {thing && (
                <ThingSheet
                    thing={thing}
                    client={client}
                    props={all.boardProps}
                    close={() => panels.setThing(null)}
                />
            )}
            {panels.explained !== null && (
                <RuleDialog
                    game={welcome.game}
                    reason={panels.explained}
                    close={() => panels.explain(null)}
                />
            )}
            {curtain.closed && me !== null && (
                <Curtain seat={me} name={state.seats[me]?.name ?? ""} open={curtain.open} />
            )}
            {screen.compact && panels.drawer && (
                <Dialog
                    title={words.word("web.panel.title")}
                    class="drawer"
                    close={() => panels.setDrawer(false)}
                >
                    <SidePanel {...all} />
                </Dialog>
            )}
        </>
    );
}
