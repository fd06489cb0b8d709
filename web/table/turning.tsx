// The turning points of a game: each seat's costliest choices and the luckiest draws, each with a
// small board and one sentence. A click opens the position on the analysis board.
import { useMemo, useRef, useState } from "preact/hooks";
import type { GameBoard, Seat, Update } from "../board";
import { actionSaid, useParts, type PartsOf } from "../engine/parts";
import type { Analysis, JudgedStep } from "../engine/messages";
import { Icon, Mark } from "../pieces/symbol";
import type { Message } from "../text";
import { useWords, type Words } from "../words";
import { useTurn } from "./answering";
import { percent, type Analysing } from "./analysis";
import { momentOf, type Tick } from "./chart";
import { StillBoard, useNear, useStillProps } from "./still";

const each = 3; // turning points per seat, and of luck

interface Turning {
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
function highlightsOf(points: readonly Turning[], me: number | null): readonly Turning[] {
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
    readonly analysing: Analysing;
    readonly steps: readonly Update[];
    readonly seats: readonly Seat[];
    readonly me: number | null;
    chapterOf(view: Update["view"]): Message | null;
    open(at: number): void;
}

/** The actions that the sentences name. */
const actionsOf = (points: readonly Turning[], { steps }: Analysis): readonly string[] => [
    ...new Set(
        points.flatMap(({ at }) => {
            const { do: did, best } = steps[at]!;
            return best === undefined ? [did] : [did, best];
        }),
    ),
];

/** Three of them at a glance, in a room that is kept while the analysis runs; all behind a fold. */
export function TurningPoints(props: TurningProps) {
    const { game, me } = props,
        { analysis, failed } = props.analysing,
        { word } = useWords();
    const points = useMemo(() => (analysis ? turningsOf(analysis) : []), [analysis]),
        actions = useMemo(() => (analysis ? actionsOf(points, analysis) : []), [points]),
        parts = useParts(game, actions),
        [unfolded, unfold] = useState(false);
    if (failed) return null;
    return (
        <section class="tps" aria-busy={!analysis}>
            <h3 class="rubric">{word("web.turning.title")}</h3>
            <ol class="tp-row three">
                {highlightsOf(points, me).map((point, i) => (
                    <li key={point.at}>
                        <TurningPoint
                            {...props}
                            analysis={analysis!}
                            point={point}
                            parts={parts}
                            mark={numerals[i]}
                        />
                    </li>
                ))}
                {analysis && points.length === 0 && <li>{word("web.turning.none")}</li>}
            </ol>
            <details open={unfolded} onToggle={({ currentTarget: { open } }) => unfold(open)}>
                <summary>{word("web.turning.all")}</summary>
                {unfolded && analysis && (
                    <AllPoints {...props} analysis={analysis} points={points} parts={parts} />
                )}
            </details>
        </section>
    );
}

interface AllProps extends TurningProps {
    readonly analysis: Analysis;
    readonly points: readonly Turning[];
    readonly parts: PartsOf;
}

/** Each seat's costliest choices, the person's own first, then the luckiest draws. */
function AllPoints({ points, ...props }: AllProps) {
    const { seats, me } = props;
    const groups = [
        ...seats
            .map((of) => ({ of, all: points.filter((p) => !p.luck && p.seat === of.seat) }))
            .sort((a, b) => Number(b.of.seat === me) - Number(a.of.seat === me)),
        { of: null, all: points.filter((p) => p.luck) },
    ].filter(({ all }) => all.length > 0);
    return (
        <>
            {groups.map(({ of, all }) => (
                <div key={of?.seat ?? "luck"}>
                    <GroupHead of={of} />
                    <ol class="tp-row">
                        {all.map((point) => (
                            <li key={point.at}>
                                <TurningPoint {...props} point={point} mark={undefined} />
                            </li>
                        ))}
                    </ol>
                </div>
            ))}
        </>
    );
}

function GroupHead({ of }: { readonly of: Seat | null }) {
    const { word } = useWords();
    if (!of)
        return (
            <h4>
                <Icon name="dice" />
                {word("web.turning.luck")}
            </h4>
        );
    return (
        <h4>
            <Mark seat={of.seat} />
            {of.me
                ? word("web.turning.yours")
                : word("web.turning.theirs", { name: { text: of.name } })}
        </h4>
    );
}

interface PointProps extends TurningProps {
    readonly analysis: Analysis;
    readonly point: Turning;
    readonly parts: PartsOf;
    readonly mark: string | undefined; // its numeral on the curve
}

const ignore = () => {};

/** What would have been better. */
function costSaid(words: Words, props: PointProps, who: Seat): string {
    const { game, analysis, point, parts } = props,
        { do: did, best, chance = 0, cost = 0 } = analysis.steps[point.at]!,
        said = (action = "") => ({ text: actionSaid(words, game, action, parts) });
    return words.word(who.me ? "web.turning.cost_you" : "web.turning.cost", {
        name: { text: who.name },
        did: said(did),
        best: said(best),
        chance: percent(within(chance)),
        could: percent(within(chance + cost)),
    });
}

/** What chance brought, and whom it helped. */
function luckSaid(words: Words, props: PointProps, who: Seat, from: number, to: number): string {
    const { game, analysis, steps, point, parts } = props,
        events = steps[point.at]?.events ?? [];
    const drawn = events.length
        ? events.map(words.say).join(" ")
        : words.word("web.turning.drawn", {
              did: { text: actionSaid(words, game, analysis.steps[point.at]!.do, parts) },
          });
    return words.word("web.turning.lucky", {
        did: { text: drawn },
        who: { text: who.me ? words.word("web.turning.you_dat") : who.name },
        from: percent(from),
        to: percent(to),
    });
}

/** A judgement may leave the scale a little. */
const within = (chance: number) => Math.min(Math.max(chance, 0), 1);

/** Chances before and after: of a choice, what the best one would have brought and what it did. */
function swingOf({ seats, steps }: Analysis, { at, seat, luck, weight }: Turning) {
    const { chance = 0, cost = 0 } = steps[at]!,
        before = steps[at - 1]?.value ?? seats.map(({ start }) => start);
    const [from, to] = luck ? [before[seat]!, before[seat]! + weight] : [chance + cost, chance];
    return { from: within(from), to: within(to) };
}

/** The steps up to the moment that is shown: before a choice, after a draw. */
const historyOf = (steps: readonly Update[], { at, luck }: Turning) =>
    steps.slice(0, luck ? at + 1 : Math.max(1, at));

/** The board as it was: before a choice, with the better one marked, or after a draw. */
function Small({ game, board, analysis, steps, seats, me, point, parts }: PointProps) {
    const { best } = analysis.steps[point.at]!,
        found = best === undefined ? undefined : parts.get(best),
        history = useMemo(() => historyOf(steps, point), [steps, point]),
        own = !point.luck && point.seat === me;
    const question = useMemo(
            () =>
                own && found
                    ? { q: point.at, legal: [{ do: best!, parts: found, final: true }] }
                    : null,
            [own, found],
        ),
        turn = useTurn(question, ignore, ignore);
    const { view, score } = history.at(-1)!,
        props = useStillProps({
            ...{ view, history, fresh: [], seats, me, score, turn, live: own },
        });
    return <StillBoard game={game} board={board} props={props} hand={own} />;
}

function TurningPoint(props: PointProps) {
    const { analysis, steps, seats, point, mark, chapterOf, open } = props,
        words = useWords(),
        room = useRef<HTMLSpanElement>(null),
        near = useNear(room);
    const { from, to } = swingOf(analysis, point),
        who = seats[point.seat]!,
        moment = useMemo(
            () => momentOf(words, steps, chapterOf, point.at),
            [words, steps, point.at],
        ),
        text = point.luck ? luckSaid(words, props, who, from, to) : costSaid(words, props, who);
    return (
        <button type="button" class={`tp panel s${point.seat}`} onClick={() => open(point.at)}>
            <span class="mb" ref={room}>
                {near && <Small {...props} />}
            </span>
            <span class="tp-h">
                {mark ? <span class="numeral">{mark}</span> : <Mark seat={point.seat} />}
                {moment}
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
        </button>
    );
}
