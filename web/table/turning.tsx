// The turning points of a game: each seat's costliest choices and the luckiest draws, each with a
// small board and one sentence. A click opens the position on the analysis board.
import { useMemo, useRef } from "preact/hooks";
import type { GameBoard, Seat, Update } from "../board";
import { actionSaid, useParts, type PartsOf } from "../engine/parts";
import type { Analysis, JudgedStep } from "../engine/messages";
import { Icon, Mark } from "../pieces/symbol";
import type { Message } from "../text";
import { useWords, type Words } from "../words";
import { useTurn } from "./answering";
import { percent } from "./analysis";
import type { Tick } from "./chart";
import { StillBoard, useNear, useStillProps } from "./still";

const each = 3; // turning points per seat, and of luck

export interface Turning {
    readonly at: number; // the step
    readonly seat: number; // whose choice it was, or whom the draw helped most
    readonly luck: boolean;
    readonly weight: number;
}

const luckiest = ({ change }: JudgedStep) => change.indexOf(Math.max(...change));

/** The greatest ones first. */
const greatest = (points: readonly Turning[]) =>
    [...points].sort((a, b) => b.weight - a.weight).slice(0, each);

/** Each seat's costliest choices, then the luckiest draws. */
export function turningsOf({ seats, steps }: Analysis): readonly Turning[] {
    const all = steps.map((step, at): Turning =>
        step.by === "chance"
            ? { at, seat: luckiest(step), luck: true, weight: Math.max(...step.change) }
            : { at, seat: step.by, luck: false, weight: step.mistake ? (step.cost ?? 0) : 0 },
    );
    const worth = all.filter(({ weight }) => weight >= 0.005);
    return [
        ...seats.flatMap((_, seat) =>
            greatest(worth.filter((point) => !point.luck && point.seat === seat)),
        ),
        ...greatest(worth.filter(({ luck }) => luck)),
    ];
}

const numerals = ["I", "II", "III", "IV", "V", "VI"];

/** The three that concern a seat most, in the order of the game; at most one of them is luck. */
export function highlightsOf(points: readonly Turning[], me: number | null): readonly Turning[] {
    const byWeight = [...points].sort((a, b) => b.weight - a.weight),
        choices = byWeight.filter(({ luck }) => !luck),
        own = choices.filter(({ seat }) => me === null || seat === me),
        luck = byWeight.filter(({ luck }) => luck).slice(0, 1),
        others = choices.filter((point) => !own.includes(point));
    const found = [...luck, ...own].sort((a, b) => b.weight - a.weight);
    return [...found, ...others].slice(0, each).sort((a, b) => a.at - b.at);
}

/** The same as marks of the curve. */
export const marksOf = (points: readonly Turning[], me: number | null): readonly Tick[] =>
    highlightsOf(points, me).map(({ at }, i) => ({ at: at + 1, text: numerals[i]! }));

interface TurningProps {
    readonly game: string;
    readonly board: GameBoard;
    readonly analysis: Analysis | null;
    readonly steps: readonly Update[];
    readonly seats: readonly Seat[];
    readonly me: number | null;
    chapterOf(view: Update["view"]): Message | null;
    open(at: number): void;
}

/** Three of them at a glance, in a room that is kept while the analysis runs; all behind a fold. */
export function TurningPoints(props: TurningProps) {
    const { analysis, game, me } = props,
        { word } = useWords();
    const points = useMemo(() => (analysis ? turningsOf(analysis) : []), [analysis]),
        actions = useMemo(() => actionsAt(analysis, points), [points]);
    const parts = useParts(game, actions);
    return (
        <section class="tps" aria-busy={!analysis}>
            <h3 class="rubric">{word("web.turning.title")}</h3>
            <ol class="tp-three">
                {highlightsOf(points, me).map((point) => (
                    <li key={point.at}>
                        <TurningPoint {...props} point={point} parts={parts} />
                    </li>
                ))}
                {analysis && points.length === 0 && <li>{word("web.turning.none")}</li>}
            </ol>
            <details>
                <summary>{word("web.turning.all")}</summary>
                <AllPoints {...props} points={points} parts={parts} />
            </details>
        </section>
    );
}

/** The actions that the sentences name. */
const actionsAt = (analysis: Analysis | null, points: readonly Turning[]) => [
    ...new Set(
        points.flatMap(({ at }) => {
            const step = analysis!.steps[at]!;
            return step.best === undefined ? [step.do] : [step.do, step.best];
        }),
    ),
];

interface AllProps extends TurningProps {
    readonly points: readonly Turning[];
    readonly parts: PartsOf;
}

/** Each seat's costliest choices, the person's own first, then the luckiest draws. */
function AllPoints({ points, parts, ...props }: AllProps) {
    const { word } = useWords(),
        { seats, me } = props;
    const groups = [
        ...seats
            .map(({ seat }) => ({ seat, of: points.filter((p) => !p.luck && p.seat === seat) }))
            .sort((a, b) => Number(b.seat === me) - Number(a.seat === me)),
        { seat: null, of: points.filter((p) => p.luck) },
    ].filter(({ of }) => of.length > 0);
    const heading = (seat: number | null) =>
        seat === null
            ? word("web.turning.luck")
            : seats[seat]!.me
              ? word("web.turning.yours")
              : word("web.turning.theirs", { name: { text: seats[seat]!.name } });
    return (
        <>
            {groups.map(({ seat, of }) => (
                <div key={seat ?? "luck"}>
                    <h4>
                        {seat === null ? <Icon name="dice" /> : <Mark seat={seat} />}
                        {heading(seat)}
                    </h4>
                    <ol>
                        {of.map((point) => (
                            <li key={point.at}>
                                <TurningPoint {...props} point={point} parts={parts} />
                            </li>
                        ))}
                    </ol>
                </div>
            ))}
        </>
    );
}

interface PointProps extends TurningProps {
    readonly point: Turning;
    readonly parts: PartsOf;
}

const ignore = () => {};

/** What was done, and what would have been better. */
function costSaid(words: Words, game: string, step: JudgedStep, parts: PartsOf): string {
    const said = (action = "") => ({ text: actionSaid(words, game, action, parts) });
    return words.word("web.turning.cost", {
        did: said(step.do),
        best: said(step.best),
        chance: percent(step.chance ?? 0),
        could: percent((step.chance ?? 0) + (step.cost ?? 0)),
    });
}

function TurningPoint({
    game,
    board,
    analysis,
    steps,
    seats,
    chapterOf,
    open,
    ...rest
}: PointProps) {
    const words = useWords(),
        { point, parts, me } = rest,
        room = useRef<HTMLSpanElement>(null),
        near = useNear(room);
    const step = analysis!.steps[point.at]!,
        // a choice is shown before it, a draw after it
        shown = steps[point.luck ? point.at : Math.max(0, point.at - 1)]!;
    const turn = useTurn(null, ignore, ignore),
        props = useStillProps({
            view: shown.view,
            history: [],
            fresh: [],
            seats,
            me,
            score: shown.score,
            turn,
            live: false,
        });
    const before =
            analysis!.steps[point.at - 1]?.value ?? analysis!.seats.map(({ start }) => start),
        from = point.luck ? before[point.seat]! : step.chance! + step.cost!,
        to = point.luck ? from + point.weight : step.chance!;
    const events = steps[point.at]?.events ?? [],
        who = seats[point.seat]!,
        chapter = chapterOf(shown.view);
    const drawn = events.map(words.say).join(" ") || `${actionSaid(words, game, step.do, parts)}.`;
    const text = point.luck
        ? words.word("web.turning.lucky", {
              did: { text: drawn },
              who: { text: who.me ? words.word("web.turning.you_dat") : who.name },
              from: percent(from),
              to: percent(to),
          })
        : costSaid(words, game, step, parts);
    return (
        <button type="button" class={`tp panel s${point.seat}`} onClick={() => open(point.at)}>
            <span class="mb" ref={room}>
                {near && <StillBoard game={game} board={board} props={props} />}
            </span>
            <span class="tp-t">
                <span class="tp-h">
                    <Mark seat={point.seat} />
                    {chapter
                        ? words.say(chapter)
                        : words.word("web.turning.step", { n: point.at + 1 })}
                </span>
                <span class="tp-s">{text}</span>
                <span class="gauge" aria-hidden="true">
                    <i
                        style={{
                            left: `${100 * Math.min(from, to)}%`,
                            width: `${100 * Math.abs(to - from)}%`,
                        }}
                    />
                    <u style={{ left: `${100 * to}%` }} />
                </span>
            </span>
        </button>
    );
}
