// Explains the scoring after the first game, one part at a time.
import { useState } from "preact/hooks";
import type { Seat } from "../board";
import type { Result } from "../generated/protocol";
import { Mark } from "../pieces/symbol";
import { known, useWords } from "../words";
import type { Guide } from "./guide";

interface LessonProps {
    readonly game: string;
    readonly guide: Guide;
    readonly result: Result;
    readonly seats: readonly Seat[];
}

export function Lesson({ game, guide, result, seats }: LessonProps) {
    const words = useWords(),
        { word } = words,
        [at, go] = useState(0);
    const parts = Object.keys(guide.scores).filter((part) => result.breakdown[part]),
        last = at === parts.length,
        part = parts[at];
    const numbers = last ? result.score : result.breakdown[part!]!;
    const name = last
        ? word("web.guide.total")
        : known(`${game}.score.${part}`)
          ? word(`${game}.score.${part}`)
          : part!;
    return (
        <section class="panel lesson" aria-live="polite">
            <h3 class="rubric">
                {word("web.guide.scoring")}{" "}
                <small>{word("web.guide.of", { n: at + 1, all: parts.length + 1 })}</small>
            </h3>
            <h4>{name}</h4>
            <p>{word(last ? guide.end : guide.scores[part!]!)}</p>
            <ul>
                {seats.map(({ seat, name: who, me }) => (
                    <li key={seat}>
                        <Mark seat={seat} />
                        <span>{me ? word("web.you") : who}</span>
                        <b class="num">{numbers[seat]}</b>
                    </li>
                ))}
            </ul>
            <div class="row">
                <button type="button" class="btn" disabled={at === 0} onClick={() => go(at - 1)}>
                    {word("web.guide.back")}
                </button>
                <button
                    type="button"
                    class="btn gold"
                    data-lesson
                    disabled={last}
                    onClick={() => go(at + 1)}
                >
                    {word("web.guide.next")}
                </button>
            </div>
        </section>
    );
}
