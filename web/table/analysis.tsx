// After a game: everybody's chances from step to step, and how much of the result was luck and how
// much skill. A worker computes them from the finished record, first quickly with the net alone,
// then, if the person wants it, with a search.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Seat } from "../board";
import type { Client } from "../client/client";
import { Analyst } from "../engine/host";
import type { Analysis, Share } from "../engine/messages";
import { Icon, Mark } from "../pieces/symbol";
import { signed, useWords } from "../words";
import { Curves } from "./chart";

const quick = 8,
    thorough = 1024; // visits per choice; from 512 on, positions are judged by rollouts

/** The analysis stored with the table, and a function that stores one. */
export interface Analysed {
    get(): Analysis | undefined;
    put(analysis: Analysis): void;
}

interface AnalysisProps {
    readonly client: Client;
    readonly me: number | null;
    readonly seats: readonly Seat[];
    readonly analysed: Analysed;
}

const parts: readonly (readonly [keyof Share, string])[] = [
    ["start", "web.analysis.start"],
    ["luck", "web.analysis.luck"],
    ["own", "web.analysis.own"],
    ["others", "web.analysis.others"],
    ["result", "web.analysis.result"],
];

const percent = (value: number) => Math.round(100 * value);

/** Keeps the room of an analysis until it is there. */
const blank = (seats: readonly Seat[]): Analysis => ({
    visits: quick,
    chances: [seats.map(() => 0)],
    seats: seats.map(() => ({ start: 0, luck: 0, own: 0, others: 0, result: 0 })),
});

interface Analysing {
    readonly analysis: Analysis | null;
    readonly failed: boolean; // the record cannot be judged
    readonly progress: number | null; // null: no analysis is running
    work(visits: number): void;
    stop(): void;
}

/** A quick analysis starts by itself if none is stored. */
function useAnalysis({ client, me, analysed }: AnalysisProps): Analysing {
    const [analysis, set] = useState(analysed.get()),
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
            const found = await worker.analyse(await client.record(me), visits);
            analysed.put(found);
            set(found);
        } catch {
            setFailed(true); // the rest of the result stays on the screen
        }
        if (analyst.current === worker) stop();
    };
    useEffect(() => {
        if (!analysis) void work(quick);
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

export function AnalysisPanel(props: AnalysisProps) {
    const { word } = useWords(),
        analysing = useAnalysis(props),
        { analysis } = analysing;
    if (analysing.failed) return null;
    const shown = analysis ?? blank(props.seats);
    return (
        <section class="panel analysis" aria-busy={!analysis}>
            <h3 class="rubric">
                {word("web.analysis.title")} <small>{word("web.result.points_by_step")}</small>
            </h3>
            <Curves
                title={word("web.analysis.title")}
                rows={shown.chances.map((row) =>
                    row.map((value) => 100 * Math.min(Math.max(value, 0), 1)),
                )}
                seats={props.seats}
                whole={100}
                unit=" %"
            />
            <h3 class="rubric">{word("web.analysis.shares")}</h3>
            <Shares seats={props.seats} analysis={shown} />
            <p class="quiet">
                {word(shown.visits < thorough ? "web.analysis.quick" : "web.analysis.thorough")}
            </p>
            {shown.visits < thorough && (
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

interface SharesProps {
    readonly seats: readonly Seat[];
    readonly analysis: Analysis;
}

/** Where each seat's result came from, in per cent. */
function Shares({ seats, analysis }: SharesProps) {
    const { word } = useWords();
    const most = Math.max(
        ...analysis.seats.flatMap(({ luck, own, others }) => [luck, own, others].map(Math.abs)),
        0.01,
    );
    return (
        <table>
            <thead>
                <tr>
                    <td />
                    {parts.map(([part, key]) => (
                        <th key={part} scope="col">
                            {word(key)}
                        </th>
                    ))}
                </tr>
            </thead>
            <tbody>
                {seats.map(({ seat, name, me: mine }) => (
                    <tr key={seat}>
                        <th scope="row">
                            <Mark seat={seat} /> {mine ? word("web.you") : name}
                        </th>
                        {parts.map(([part, key]) => (
                            <ShareCell
                                key={part}
                                seat={seat}
                                title={word(key)}
                                whole={part === "start" || part === "result"}
                                share={analysis.seats[seat]![part]}
                                most={most}
                            />
                        ))}
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

interface ShareProps {
    readonly seat: number;
    readonly title: string;
    readonly whole: boolean; // a chance, not a difference
    readonly share: number;
    readonly most: number; // the largest difference of all, which gets the longest bar
}

function ShareCell({ seat, title, whole, share, most }: ShareProps) {
    const value = percent(share);
    if (whole) return <td class="num" data-part={title}>{`${value} %`}</td>;
    return (
        <td class="num" data-part={title}>
            {signed(value)}
            <i class={`lean s${seat}`} style={{ "--lean": share / most }} />
        </td>
    );
}
