// The evening on the home page: the deal of the day, the next tournaments, a table to watch.
import { useEffect, useState } from "preact/hooks";
import { dayAt, tournaments, type TournamentHead } from "../client/events";
import { useAnswer, useMe } from "../client/requests";
import { helper } from "../engine/host";
import { Icon, Picture } from "../pieces/symbol";
import { link } from "../route";
import { titleOf } from "../table/local";
import { useWords } from "../words";
import { today } from "../daily/deal";
import { stageWord } from "../tournament/words";
import { Watching } from "./watching";

const tournamentsMost = 2;

export function Evening() {
    return (
        <>
            <div class="evening">
                <DailyCard />
                <Tonight />
            </div>
            <Watching most={3} />
        </>
    );
}

/** Which game a day has; it follows from the date, so it needs no server. */
function useGameOf(day: string): string | null {
    const [game, set] = useState<string | null>(null);
    useEffect(() => {
        let gone = false;
        void helper()
            .daily(day)
            .then(
                (deal) => !gone && set(deal.game),
                () => {}, // without an engine there is nothing to play
            );
        return () => {
            gone = true;
        };
    }, [day]);
    return game;
}

function DailyCard() {
    const { word } = useWords(),
        who = useMe(),
        day = today(),
        game = useGameOf(day),
        { value } = useAnswer(() => dayAt(""), [who?.name]);
    if (!game) return null;
    const over = value?.you?.phase === "over";
    return (
        <section class="panel daily-card" aria-labelledby="daily-title">
            <Picture game={game} class="vth" />
            <div>
                <h2 id="daily-title">{word("web.daily.title")}</h2>
                <p>
                    <b>{titleOf(game)}</b>{" "}
                    {value ? word("web.daily.have_played", { n: value.played }) : ""}
                </p>
                {value && value.streak > 0 && (
                    <p class="streak">
                        <Icon name="candle" />
                        {word("web.daily.streak", { n: value.streak })}
                    </p>
                )}
            </div>
            <a class="btn" data-daily {...link("/daily")}>
                {word(over ? "web.daily.see" : "web.daily.play_short")}
            </a>
        </section>
    );
}

/** The next ones that are open to enter, then those that run. */
function Tonight() {
    const { word } = useWords(),
        { value } = useAnswer(() => tournaments(""), []);
    const order = ({ phase, starts_ms }: TournamentHead) =>
        phase === "entry" ? (starts_ms ?? 0) : Infinity;
    const next = [...(value ?? [])].sort((a, b) => order(a) - order(b)).slice(0, tournamentsMost);
    return (
        <section class="panel tonight" aria-labelledby="tonight-title">
            <div>
                <h2 id="tonight-title">{word("web.tournament.title")}</h2>
                {next.length === 0 && <p>{word("web.tournament.what_short")}</p>}
                <ul>
                    {next.map((one) => (
                        <NextTournament key={one.id} head={one} />
                    ))}
                </ul>
            </div>
            <a class="btn" {...link("/tournaments")}>
                {word("web.tournament.all")}
            </a>
        </section>
    );
}

function NextTournament({ head }: { readonly head: TournamentHead }) {
    const words = useWords();
    return (
        <li>
            <a {...link(`/tournaments/${head.id}`)}>{head.name}</a>{" "}
            <small>
                {titleOf(head.game)} · {stageWord(words, head)}
            </small>
        </li>
    );
}
