// What others chose at this point of the opening, and how their games ended: finished games at the
// server's public tables. It is asked for only when somebody wants to see it, because the page may
// be hosted without a server.
import { useMemo, useState } from "preact/hooks";
import type { Choice, Turn } from "../board";
import { openingMost, openingOf, type OpeningChoice } from "../client/finished";
import { useAnswer } from "../client/requests";
import { actionSaid, useParts } from "../engine/parts";
import type { RecordStep } from "../generated/protocol";
import { Away } from "../pages/sheet";
import { Pick } from "../pages/header";
import { percent } from "../table/analysis";
import { levelWord } from "../table/words";
import { useWords } from "../words";
import { stepsTo, type Study } from "./study";

const shownMost = 6,
    decisionsMost = 6; // as in match/opening.h

interface ExplorerProps {
    readonly study: Study;
    readonly at: number;
    readonly asking: number | null; // the seat that decides
    readonly legal: readonly Choice[];
    readonly turn: Turn;
    play(steps: readonly RecordStep[]): void;
}

/** The opening's steps; null: the position cannot belong to one. */
function useOpeningSteps(study: Study, at: number): readonly RecordStep[] | null {
    return useMemo(() => {
        const steps = stepsTo(study, at),
            decisions = steps.filter(([by]) => by !== "chance").length;
        return study.root === null &&
            steps.length <= openingMost &&
            decisions < 2 * decisionsMost * study.players
            ? steps
            : null;
    }, [study, at]);
}

let opened = false; // once somebody wants to see openings, it stays so

export function Explorer(props: ExplorerProps) {
    const { word } = useWords(),
        { study, at, asking } = props,
        steps = useOpeningSteps(study, at),
        [open, show] = useState(opened);
    if (!steps || asking === null) return null;
    return (
        <section class="panel explorer">
            <h2 class="rubric">{word("web.study.opening")}</h2>
            {open ? (
                <Chosen key={`${at} ${asking}`} {...props} asking={asking} steps={steps} />
            ) : (
                <button
                    type="button"
                    class="btn"
                    data-explorer
                    onClick={() => {
                        opened = true;
                        show(true);
                    }}
                >
                    {word("web.study.opening_show")}
                </button>
            )}
        </section>
    );
}

interface ChosenProps extends ExplorerProps {
    readonly asking: number;
    readonly steps: readonly RecordStep[];
}

function Chosen(props: ChosenProps) {
    const words = useWords(),
        { word } = words,
        { study, asking, steps } = props,
        { game, players, options } = study,
        { value, wrong } = useAnswer(
            () => openingOf({ game, players, options, steps, seat: asking }),
            [],
        ),
        kinds = useMemo(
            () =>
                [...new Set(value?.choices.map(({ who }) => who))].sort(
                    (a, b) => Number(b === "person") - Number(a === "person"),
                ),
            [value],
        ),
        [picked, pick] = useState<string | null>(null),
        kind = picked ?? kinds[0] ?? null;
    const chosen = useMemo(
        () =>
            (value?.choices ?? [])
                .filter(({ who, chosen: n }) => who === kind && n > 0)
                .sort((a, b) => b.chosen - a.chosen),
        [value, kind],
    );
    if (!value) return <Away wrong={wrong} />;
    if (kind === null) return <p class="quiet">{word("web.study.opening_none")}</p>;
    const games = chosen.reduce((sum, one) => sum + one.chosen, 0);
    return (
        <>
            {kinds.length > 1 && (
                <Pick
                    title={word("web.study.opening_who")}
                    value={kind}
                    pick={pick}
                    values={kinds.map((one) => [
                        one,
                        one === "person" ? word("web.games.people") : levelWord(words, one),
                    ])}
                />
            )}
            <p class="quiet" role="status">
                {word("web.study.opening_count", { n: games })}
            </p>
            <ChosenList {...props} chosen={chosen} />
        </>
    );
}

function ChosenList(props: ChosenProps & { readonly chosen: readonly OpeningChoice[] }) {
    const { word } = useWords(),
        { study, chosen } = props,
        [all, showAll] = useState(false),
        shown = all ? chosen : chosen.slice(0, shownMost),
        parts = useParts(
            study.game,
            useMemo(() => shown.map((one) => one.do), [chosen, all]),
        );
    return (
        <>
            <ol class="bests">
                {shown.map((one) => (
                    <ChosenRow key={one.do} {...props} parts={parts} choice={one} />
                ))}
            </ol>
            {shown.length < chosen.length && (
                <button type="button" class="btn" onClick={() => showAll(true)}>
                    {word("web.mine.all", { n: chosen.length })}
                </button>
            )}
        </>
    );
}

interface RowProps extends ChosenProps {
    readonly choice: OpeningChoice;
    readonly parts: ReturnType<typeof useParts>;
}

/** What is not possible with the present cards is shown, but cannot be played. */
function ChosenRow({ study, choice, parts, asking, legal, turn, play }: RowProps) {
    const words = useWords(),
        { word } = words,
        { chosen, offered, firsts } = choice,
        share = offered > 0 ? chosen / offered : 0,
        looked = legal.find((one) => one.do === choice.do) ?? null;
    return (
        <li>
            <button
                type="button"
                class="bm"
                data-opening={choice.do}
                disabled={!looked}
                onClick={() => play([[asking, choice.do]])}
                onMouseEnter={() => turn.look(looked)}
                onMouseLeave={() => turn.look(null)}
                onFocus={() => turn.look(looked)}
                onBlur={() => turn.look(null)}
            >
                <span class="bm-r num">{`${percent(share)} %`}</span>
                <span class="bm-t">
                    <b>{actionSaid(words, study.game, choice.do, parts)}</b>
                    <small>{word("web.study.opening_chosen", { n: chosen, of: offered })}</small>
                </span>
                <span class="bm-c">
                    <b class="num">{`${percent(chosen > 0 ? firsts / chosen : 0)} %`}</b>
                    <small>{word("web.study.opening_first")}</small>
                    <i class="band">
                        <u style={{ left: 0, width: `${100 * share}%` }} />
                    </i>
                </span>
            </button>
        </li>
    );
}
