// The costliest choice of a deal of the day beside the master's move, and the line to share.
import { useMemo } from "preact/hooks";
import type { GameBoard, Seat } from "../board";
import { actionSaid, useParts } from "../engine/parts";
import { Icon } from "../pieces/symbol";
import { Ways } from "../pages/share";
import { percent } from "../table/analysis";
import { SmallBoard } from "../table/small";
import { useBoard } from "../table/answering";
import { useWords, type Words } from "../words";
import { useJudged, type Decision, type Judged } from "./judge";
import { squaresOf, squaresText, type Square } from "./squares";

interface AfterProps {
    readonly id: string; // of the table
    readonly game: string;
    readonly seat: number;
    readonly seats: readonly Seat[];
    readonly head: string; // first line to share: what was played
    readonly foot: string; // last line: how well
    decisions(): Promise<readonly Decision[]>;
    open: ((at: number) => void) | null; // opens the position before a step, if there is a record
}

export function After(props: AfterProps) {
    const { word } = useWords(),
        { id, game, seat, seats, decisions } = props,
        { judged, progress, failed } = useJudged(
            { id, game, players: seats.length, seat },
            decisions,
        );
    if (failed) return null;
    if (!judged)
        return (
            <section class="panel turn-panel" aria-busy="true">
                <h2>{word("web.daily.turning")}</h2>
                <p class="quiet" role="status">
                    {word("web.daily.thinking")}
                </p>
                <progress value={progress} aria-label={word("web.daily.thinking")} />
            </section>
        );
    return (
        <>
            <TurningPoint {...props} judged={judged} />
            <ShareLine {...props} judged={judged} />
        </>
    );
}

interface JudgedProps extends AfterProps {
    readonly judged: readonly Judged[];
}

/** The costliest mistake, if it is worth a word. */
function costliest(judged: readonly Judged[]): Judged | null {
    const worst = [...judged]
        .filter(({ mistake, cost, chance }) => mistake && chance !== null && cost >= 0.005)
        .sort((a, b) => b.cost - a.cost);
    return worst[0] ?? null;
}

const none: readonly string[] = [];

/** When it was: the chapter, if the game has any, and which of the person's turns. */
function turnSaid(
    { say, word }: Words,
    drawn: GameBoard | undefined,
    judged: readonly Judged[],
    { at, view }: Judged,
): string {
    const chapter = drawn?.chapter?.(view),
        n = judged.filter((one) => one.at <= at && !one.sameTurn).length,
        turn = word("web.daily.your_turn", { n });
    return chapter ? `${say(chapter)} · ${turn}` : turn;
}

function TurningPoint(props: JudgedProps) {
    const words = useWords(),
        { word } = words,
        { judged, game, seat, seats, open } = props,
        drawn = useBoard(game),
        worst = useMemo(() => costliest(judged), [judged]),
        actions = useMemo(() => (worst ? [worst.do, worst.best] : none), [worst]),
        parts = useParts(game, actions);
    if (!worst)
        return (
            <section class="panel turn-panel">
                <h2>{word("web.daily.turning")}</h2>
                <p class="say">{word("web.daily.flawless")}</p>
            </section>
        );
    const said = (action: string) => ({ text: actionSaid(words, game, action, parts) }),
        chance = worst.chance ?? 0;
    return (
        <section class="panel turn-panel">
            <h2>
                {word("web.daily.turning")} <small>{turnSaid(words, drawn, judged, worst)}</small>
            </h2>
            <p class="say">
                {word("web.daily.you_did", { did: said(worst.do) })}{" "}
                {word("web.daily.master_does", { best: said(worst.best) })}
            </p>
            <SmallBoard
                game={game}
                names={seats.map(({ name }) => name)}
                position={{ seat, view: worst.view, score: worst.score }}
            />
            <div class="gain">
                {word("web.daily.chance")} <b>{percent(chance)} %</b>
                <Icon name="right" />
                <b>{percent(chance + worst.cost)} %</b>
                {open && (
                    <button type="button" class="btn" onClick={() => open(worst.at)}>
                        <Icon name="replay" />
                        {word("web.daily.open_position")}
                    </button>
                )}
            </div>
        </section>
    );
}

const shapes: Readonly<Record<Square, string>> = {
    full: "M2 2H22V22H2Z",
    half: "M2 2H22L2 22Z",
    empty: "",
};

const Drawn = ({ square }: { readonly square: Square }) => (
    <svg viewBox="0 0 24 24" aria-hidden="true">
        <rect
            x="2"
            y="2"
            width="20"
            height="20"
            rx="3"
            fill="none"
            stroke="currentColor"
            stroke-width="2"
        />
        <path d={shapes[square]} fill="currentColor" />
    </svg>
);

function ShareLine({ judged, head, foot }: JudgedProps) {
    const { word } = useWords(),
        squares = useMemo(() => squaresOf(judged), [judged]);
    const counted = (kind: Square) => squares.filter((one) => one === kind).length;
    const url = `${location.origin}/daily`,
        text = [head, squaresText(squares), foot].filter(Boolean).join("\n");
    return (
        <section class="panel share-panel">
            <h2>
                {word("web.daily.share")} <small>{word("web.daily.share_how")}</small>
            </h2>
            <div class="share-line">
                <span>{head}</span>
                <span
                    class="squares"
                    role="img"
                    data-squares={squaresText(squares)}
                    aria-label={word("web.daily.squares", {
                        full: counted("full"),
                        half: counted("half"),
                        empty: counted("empty"),
                    })}
                >
                    {squares.map((square, i) => (
                        <Drawn key={i} square={square} />
                    ))}
                </span>
                {foot && <span>{foot}</span>}
            </div>
            <div class="share-do">
                <Ways text={text} url={url} />
            </div>
            <ul class="key">
                <li>
                    <Drawn square="full" />
                    {word("web.daily.square_full")}
                </li>
                <li>
                    <Drawn square="half" />
                    {word("web.daily.square_half")}
                </li>
                <li>
                    <Drawn square="empty" />
                    {word("web.daily.square_empty")}
                </li>
            </ul>
        </section>
    );
}
