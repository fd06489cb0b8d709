// A tournament's public log: entries, rounds, the organiser's corrections.
import type { Tournament, TournamentNote } from "../client/events";
import { useWords, type Words } from "../words";
import { clockWord } from "./words";

const keys: Readonly<Record<TournamentNote["what"], string>> = {
    created: "web.tournament.log.created",
    entered: "web.tournament.log.entered",
    left: "web.tournament.log.left",
    removed: "web.tournament.log.removed",
    started: "web.tournament.log.started",
    drawn: "web.tournament.log.drawn",
    corrected: "web.tournament.log.corrected",
    closed: "web.tournament.log.closed",
    stopped: "web.tournament.log.stopped",
    extended: "web.tournament.log.extended",
    ending: "web.tournament.log.ending",
    ended: "web.tournament.log.ended",
};

function noteWord({ word, language }: Words, note: TournamentNote): string {
    // of a running round with equal deals the result is not shown yet
    if (note.what === "corrected" && !note.score)
        return word("web.tournament.log.corrected_sealed", {
            by: { text: note.by ?? "" },
            n: note.round ?? 0,
        });
    return word(keys[note.what], {
        by: { text: note.by ?? "" },
        name: { text: note.name ?? note.by ?? "" },
        n: note.round ?? 0,
        score: { text: note.score?.join(" : ") ?? "" },
        time: { text: note.until_ms ? clockWord(language, note.until_ms) : "" },
    });
}

export function Log({ cup }: { readonly cup: Tournament }) {
    const words = useWords(),
        { word, language } = words;
    if (cup.log.length === 0) return null;
    return (
        <details class="fold cup-log" open>
            <summary>{word("web.tournament.log")}</summary>
            <ol class="ticker" tabIndex={0} aria-label={word("web.tournament.log")}>
                {cup.log.map((note, i) => (
                    <li key={cup.log.length - i}>
                        <time dateTime={new Date(note.made_ms).toISOString()}>
                            {clockWord(language, note.made_ms)}
                        </time>
                        <span>
                            {noteWord(words, note)}
                            {note.reason && <q>{note.reason}</q>}
                        </span>
                    </li>
                ))}
            </ol>
        </details>
    );
}
