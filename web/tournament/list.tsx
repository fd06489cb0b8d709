// /tournaments: what is coming, what is running, the person's own, what is over.
import { useState } from "preact/hooks";
import { tournaments, type TournamentHead } from "../client/events";
import { useAnswer, useMe } from "../client/requests";
import { Icon, Picture } from "../pieces/symbol";
import { link } from "../route";
import { useWords } from "../words";
import { paceWord } from "../pages/facts";
import { Away, Sheet } from "../pages/sheet";
import { NewTournamentForm } from "./form";
import { gameWord, stageWord } from "./words";

const refresh = 10_000; // ms

export function TournamentsPage() {
    const { word } = useWords(),
        who = useMe(),
        account = who !== null && !who.guest,
        [making, make] = useState(false);
    const open = useAnswer(() => tournaments(""), [], refresh),
        mine = useAnswer(
            () => (who ? tournaments("mine=1") : Promise.resolve([])),
            [who?.name],
            who ? refresh : 0,
        ),
        over = useAnswer(() => tournaments("over=1"), []);
    const own = mine.value ?? [],
        others = (open.value ?? []).filter(({ id }) => own.every((one) => one.id !== id));
    return (
        <Sheet here="/tournaments" title={word("web.tournament.title")}>
            <div class="head">
                <h1>{word("web.tournament.title")}</h1>
                {account ? (
                    <button type="button" class="btn gold" data-new onClick={() => make(true)}>
                        <Icon name="plus" />
                        {word("web.tournament.new")}
                    </button>
                ) : (
                    <a class="btn" {...link("/account")}>
                        <Icon name="key" />
                        {word("web.tournament.account_first")}
                    </a>
                )}
            </div>
            <p class="lead">{word("web.tournament.what")}</p>
            <Away wrong={open.wrong} />
            {own.length > 0 && <List title={word("web.tournament.mine")} list={own} />}
            {others.length > 0 && <List title={word("web.tournament.open")} list={others} />}
            {open.value && own.length + others.length === 0 && (
                <p class="nothing">{word("web.tournament.none")}</p>
            )}
            {over.value && over.value.length > 0 && (
                <List title={word("web.tournament.past")} list={over.value} />
            )}
            {making && <NewTournamentForm close={() => make(false)} />}
        </Sheet>
    );
}

interface ListProps {
    readonly title: string;
    readonly list: readonly TournamentHead[];
}

const List = ({ title, list }: ListProps) => (
    <section class="cups">
        <h2>{title}</h2>
        <ul>
            {list.map((one) => (
                <Row key={one.id} head={one} />
            ))}
        </ul>
    </section>
);

function Row({ head }: { readonly head: TournamentHead }) {
    const words = useWords(),
        { word } = words;
    return (
        <li class="cup-row panel">
            <Picture game={head.game} class="vth" />
            <div>
                <h3>
                    <a {...link(`/tournaments/${head.id}`)}>{head.name}</a>
                </h3>
                <p>
                    {gameWord(words, head)} · {stageWord(words, head)}
                </p>
                <ul class="facts-line">
                    <li>
                        <Icon name="people" />
                        {word("web.tournament.entrants", { n: head.entrants })}
                    </li>
                    <li>
                        <Icon name="glass" />
                        {paceWord(words, head.pace)}
                    </li>
                    {head.equal_deals && (
                        <li>
                            <Icon name="cards" />
                            {word("web.tournament.equal")}
                        </li>
                    )}
                    {head.rated && (
                        <li>
                            <Icon name="crown" />
                            {word("web.rated")}
                        </li>
                    )}
                </ul>
            </div>
            <a
                class="btn"
                {...link(`/tournaments/${head.id}`)}
                aria-label={word("web.tournament.look_at", { name: { text: head.name } })}
            >
                {word("web.mine.look")}
            </a>
        </li>
    );
}
