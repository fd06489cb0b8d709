// A table on the screen, from the first message to the result.
import { Header } from "../pages/header";
import { Lesson } from "../guide/lesson";
import { useOpenTable } from "../store/offline";
import { useWords, WordsContext } from "../words";
import { isAway } from "./people";
import { InstallOffer } from "./install";
import { Layout } from "./layout";
import { SceneContext } from "./scenes";
import { Result } from "./result";
import { useTableState, type SeatedProps, type TableProps, type TableState } from "./state";
import { useBoard, useGuide, useSituation } from "./answering";
import { waitingFor } from "./words";

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

function Seated(props: SeatedProps) {
    const state = useTableState(props),
        { moment, boardProps, mode, words } = state;
    if (!moment.update || !boardProps) return <Waiting props={props} state={state} />;
    return (
        <WordsContext.Provider value={words}>
            {mode[0] === "result" && moment.over ? (
                <ResultScreen props={props} state={state} />
            ) : (
                <SceneContext.Provider value={state.stage.playing}>
                    <Layout
                        props={props}
                        state={state}
                        boardProps={boardProps}
                        update={moment.update}
                    />
                </SceneContext.Provider>
            )}
        </WordsContext.Provider>
    );
}

interface ScreenProps {
    readonly props: SeatedProps;
    readonly state: TableState;
}

function ResultScreen({ props, state }: ScreenProps) {
    const { welcome, client, kept, chat, analysed, again, guide, thoughts } = props,
        { title, seats, me, moment } = state,
        last = moment.last!,
        [, setMode, watched] = state.mode;
    return (
        <Result
            title={title}
            game={welcome.game}
            board={props.board}
            chapterOf={moment.chapterOf}
            last={last}
            steps={moment.steps}
            lines={moment.lines}
            seats={seats}
            me={me}
            client={client}
            kept={kept}
            thoughts={thoughts()}
            analysed={analysed}
            chat={chat}
            replay={(version) => {
                moment.look(version === last.version ? null : (version ?? null));
                setMode("replay");
            }}
            again={again}
            offer={watched.current ? <InstallOffer /> : null}
            lesson={
                guide && last.result ? (
                    <Lesson game={welcome.game} guide={guide} result={last.result} seats={seats} />
                ) : null
            }
        />
    );
}

/** Shown before the first update. At a server it names the people who are away and whose random
 * bytes are missing. */
function Waiting({ props: { people }, state }: ScreenProps) {
    const { word } = useWords(),
        { words, observed, seats, me, title } = state;
    const missing =
        people && observed?.waiting
            ? observed.waiting.entropy
                  .filter((seat) => isAway(people.info.seats[seat]!))
                  .map((seat) => seats[seat]!.name)
            : [];
    const text = missing.length
        ? words.word("web.table.waits_for", { names: { text: missing.join(", ") } })
        : observed?.waiting
          ? waitingFor(words, observed.waiting)
          : words.word("web.loading");
    return (
        <div class="page">
            <Header title={title} />
            <main class="notice" aria-busy="true">
                <p>{text}</p>
                {people && me !== null && (
                    <div class="row">
                        <button type="button" class="btn" onClick={() => people.leave(me)}>
                            {word("web.deed.leave")}
                        </button>
                    </div>
                )}
            </main>
        </div>
    );
}
