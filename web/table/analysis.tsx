// After a game: everybody's chances from step to step, how much of the result was luck and how much
// skill, and how well everybody played. A worker computes it from the finished record, first
// quickly, then, if the person wants it, thoroughly.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Seat } from "../board";
import type { Client } from "../client/client";
import { classNames } from "../classnames";
import { Analyst } from "../engine/host";
import type { Analysis, Share } from "../engine/messages";
import type { Record as GameRecord } from "../generated/protocol";
import { Icon, Mark } from "../pieces/symbol";
import { signed, useWords, type Words } from "../words";
import { CurveSlider, type Tick } from "./chart";

export const quick = 64,
    thorough = 1024; // visits per choice; from 512 on, positions are judged by rollouts

/** The analysis stored with the table, and a function that stores one. */
export interface Analysed {
    get(): Analysis | undefined;
    put(analysis: Analysis): void;
}

export const percent = (value: number) => Math.round(100 * value);

export interface Analysing {
    readonly analysis: Analysis | null;
    readonly failed: boolean; // the record cannot be judged
    readonly progress: number | null; // null: no analysis is running
    work(visits: number): void;
    stop(): void;
}

/** A quick analysis starts by itself if none is stored. */
export function useAnalysis(
    record: () => Promise<GameRecord>,
    analysed: Analysed,
    wanted: boolean,
): Analysing {
    const stored = analysed.get();
    // earlier versions of the page stored less
    const [analysis, set] = useState(stored?.seats[0]?.rest === undefined ? undefined : stored),
        [progress, setProgress] = useState<number | null>(null),
        [failed, setFailed] = useState(false);
    const analyst = useRef<Analyst | null>(null);
    const stop = () => {
        analyst.current?.close();
        analyst.current = null;
        setProgress(null);
    };
    const work = async (visits: number) => {
        const worker = (analyst.current = new Analyst());
        worker.progress = setProgress;
        setProgress(0);
        try {
            const found = await worker.analyse(await record(), visits);
            analysed.put(found);
            set(found);
        } catch {
            setFailed(true); // the rest of the result stays on the screen
        }
        if (analyst.current === worker) stop();
    };
    useEffect(() => {
        if (wanted && !analysis) void work(quick);
        return () => analyst.current?.close();
    }, []);
    return {
        analysis: analysis ?? null,
        failed: failed && !analysis,
        progress,
        work: (visits) => void work(visits),
        stop,
    };
}

/** The record of a table's own game. */
export const recordFrom = (client: Client, me: number | null) => () => client.record(me);

/** Everybody's chances in per cent, at the start and after each step. */
export const chancesOf = ({ seats, steps }: Analysis): readonly (readonly number[])[] =>
    [seats.map(({ start }) => start), ...steps.map(({ value }) => value)].map((row) =>
        row.map((value) => 100 * Math.min(Math.max(value, 0), 1)),
    );

/** "Du 61 %, Jaan 39 %" */
export const chancesSaid = (
    { word }: Words,
    seats: readonly Seat[],
    chances: readonly number[] | undefined,
) =>
    seats
        .map(
            ({ seat, name, me }) =>
                `${me ? word("web.you") : name} ${Math.round(chances?.[seat] ?? 0)} %`,
        )
        .join(", ");

interface ChancesProps {
    readonly seats: readonly Seat[];
    readonly analysing: Analysing;
    readonly ticks: readonly Tick[];
    readonly marks: readonly Tick[];
    readonly length: number; // number of steps
    open(at: number): void;
}

/** The curve; every point opens its position. */
export function ChancesPanel({ seats, analysing, ticks, marks, length, open }: ChancesProps) {
    const words = useWords(),
        { word } = words,
        { analysis } = analysing,
        [at, go] = useState(length);
    if (analysing.failed) return null;
    const rows = analysis ? chancesOf(analysis) : [seats.map(() => 0), seats.map(() => 0)];
    return (
        <section class="panel analysis" aria-busy={!analysis}>
            <h3 class="rubric">
                {word("web.analysis.title")} <small>{word("web.analysis.touch")}</small>
            </h3>
            <CurveSlider
                title={word("web.analysis.title")}
                rows={rows}
                seats={seats}
                ticks={ticks}
                marks={marks}
                whole={100}
                unit=" %"
                at={Math.min(at, rows.length - 1)}
                says={chancesSaid(words, seats, rows[at])}
                go={go}
                open={open}
            />
            <p class="quiet">
                {word(
                    (analysis?.visits ?? quick) < thorough
                        ? "web.analysis.quick"
                        : "web.analysis.thorough",
                )}
            </p>
            {(analysis?.visits ?? quick) < thorough && (
                <Refine {...analysing} progress={analysis ? analysing.progress : null} />
            )}
        </section>
    );
}

function Refine({ progress, work, stop }: Analysing) {
    const { word } = useWords();
    if (progress === null)
        return (
            <button type="button" class="btn" data-refine onClick={() => work(thorough)}>
                <Icon name="glass" />
                {word("web.analysis.refine")}
            </button>
        );
    return (
        <div class="row">
            <progress value={progress} aria-label={word("web.analysis.refine")} />
            <button type="button" class="btn" onClick={stop}>
                {word("web.analysis.stop")}
            </button>
        </div>
    );
}

// ---- luck and skill ----

const parts = [
    ["luck", "web.analysis.luck", 3],
    ["own", "web.analysis.own", 4],
    ["others", "web.analysis.others", 0],
    ["rest", "web.analysis.rest", 2],
] as const satisfies readonly (readonly [keyof Share, string, number])[];

interface WaysProps {
    readonly seats: readonly Seat[];
    readonly analysing: Analysing;
}

const nothing: Share = {
    ...{ start: 0, luck: 0, own: 0, others: 0, rest: 0, error: 0, result: 0 },
    ...{ decisions: 0, best: 0, good: 0, mistakes: 0, grade: null },
};

/** Where each seat's result came from: one ribbon per seat, read from left to right. Above the line
 * is what helped, below it what it cost; all lengths share one scale. */
export function Ways({ seats, analysing: { analysis, failed } }: WaysProps) {
    const { word } = useWords();
    if (failed) return null;
    const shares = seats.map(({ seat }) => analysis?.seats[seat] ?? nothing),
        lengthOf = (share: Share) => parts.reduce((sum, [part]) => sum + Math.abs(share[part]), 0),
        most = Math.max(...shares.map(lengthOf), 0.01);
    return (
        <section class="panel wp" aria-busy={!analysis}>
            <h3 class="rubric">
                {word("web.analysis.shares")}{" "}
                <small role="status">
                    {word(analysis ? "web.analysis.way" : "web.analysis.thinking")}
                </small>
            </h3>
            <ol>
                {seats.map((seat, i) => (
                    <Way
                        key={seat.seat}
                        seat={seat}
                        share={shares[i]!}
                        rest={most - lengthOf(shares[i]!)}
                    />
                ))}
            </ol>
            <ul class="lg">
                {parts.map(([part, key, fill]) => (
                    <li key={part}>
                        <i class={`c${fill}`} />
                        {word(key)}
                    </li>
                ))}
            </ul>
        </section>
    );
}

interface WayProps {
    readonly seat: Seat;
    readonly share: Share;
    readonly rest: number; // the room that the longest way needs and this one does not
}

function Way({ seat: { seat, name, me }, share, rest }: WayProps) {
    const { word } = useWords(),
        said = parts.map(([part, key]) => `${word(key)} ${signed(percent(share[part]))}`);
    return (
        <li class={`way s${seat}`}>
            <span class="way-n">
                <Mark seat={seat} />
                <b>{me ? word("web.you") : name}</b>
            </span>
            <span class="plq num" data-part="start">{`${percent(share.start)} %`}</span>
            <div class="rib" role="img" aria-label={said.join(", ")}>
                {parts.map(([part, , fill]) => (
                    <span
                        key={part}
                        data-part={part}
                        class={classNames(
                            `st c${fill}`,
                            share[part] < 0 ? "dn" : "up",
                            part === "rest" && "thin",
                        )}
                        style={{ flex: `${Math.abs(share[part])} 1 0` }}
                    >
                        <em class="num">
                            {signed(percent(share[part]))}
                            {part === "rest" && <small>{` ±${percent(share.error)}`}</small>}
                        </em>
                        <i />
                    </span>
                ))}
                <span style={{ flex: `${rest} 1 0` }} />
            </div>
            <span
                class={classNames("plq num", share.result > 0.5 && "won")}
                data-part="result"
            >{`${percent(share.result)} %`}</span>
        </li>
    );
}

// ---- how well somebody played ----

const levels = ["novice", "club", "master"];

interface GradeProps {
    readonly analysing: Analysing;
    readonly seat: number;
}

/** Its room is kept while the analysis is running. */
export function Grade({ analysing: { analysis, failed }, seat }: GradeProps) {
    const share = analysis?.seats[seat];
    if (failed) return null;
    return (
        <div class="grade" aria-busy={!share}>
            {share && share.decisions > 0 && <Graded share={share} />}
        </div>
    );
}

function Graded({ share }: { readonly share: Share }) {
    const { word } = useWords();
    const { grade, decisions, best, good, mistakes } = share,
        x = (at: number) => 12 + 376 * at;
    return (
        <>
            {grade && (
                <>
                    <p>{word("web.analysis.graded", { grade: { text: word(grade.key) } })}</p>
                    <svg viewBox="0 0 400 46" aria-hidden="true">
                        <path class="scale" d={`M${x(0)} 16H${x(1)}`} />
                        <rect
                            class="band"
                            x={x(grade.low) - 3}
                            y="7"
                            width={x(grade.high) - x(grade.low) + 6}
                            height="18"
                        />
                        {levels.map((level, i) => (
                            <g key={level}>
                                <circle class="pip" cx={x(i / 2)} cy="16" r="5" />
                                <text
                                    x={x(i / 2)}
                                    y="42"
                                    text-anchor={["start", "middle", "end"][i]}
                                >
                                    {word(`common.level.${level}`)}
                                </text>
                            </g>
                        ))}
                        <path class="you" d={`M${x(grade.at)} 4l8 12l-8 12l-8-12Z`} />
                    </svg>
                </>
            )}
            <small>{word("web.analysis.decisions", { n: decisions, best, good, mistakes })}</small>
        </>
    );
}
