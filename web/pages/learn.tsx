// /learn/GAME: the guided first game, practice positions, and the rules.
import { useEffect, useState } from "preact/hooks";
import type { GameFacts } from "../generated/games";
import { classNames } from "../classnames";
import { blurbOf, offered } from "../offer";
import { Icon, Picture } from "../pieces/symbol";
import { go, link } from "../route";
import { aimOf, titleOf as taskOf } from "../practice/position";
import { progress } from "../store/progress";
import { listTables, type SavedTable } from "../store/tables";
import { createTable, gameOf, isForeign, titleOf } from "../table/local";
import { useWords } from "../words";
import { Header, ThemeTool } from "./header";
import { Notice } from "./local";
import { namesFor, playNow } from "./new";
import { usePositions } from "./practice";

/** Creates the table with the prepared deal and the guide at its start. */
async function beginGuide(facts: GameFacts): Promise<void> {
    const { guide } = await facts.guide!(),
        { options, bots, seed } = guide,
        names = namesFor(bots);
    const table = { game: facts.id, options, bots, names, seed, guide: { seen: [] } };
    go(`/local/${await createTable(table)}`);
}

/** A first game that was begun and not finished, if there is one. */
function useLeft(game: string): SavedTable | null {
    const [left, set] = useState<SavedTable | null>(null);
    useEffect(
        () =>
            void listTables().then((all) =>
                set(
                    all.find(
                        (table) =>
                            table.setup.game === game &&
                            table.guide &&
                            !table.summary.over &&
                            !isForeign(game, table),
                    ) ?? null,
                ),
            ),
        [game],
    );
    return left;
}

function Positions({ game }: { readonly game: string }) {
    const words = useWords(),
        { word } = words,
        positions = usePositions(game),
        done = progress();
    const state = (id: string) => (done[id] === undefined ? "" : done[id] ? " solved" : " missed");
    return (
        <ol class="positions">
            {positions?.map((position, i) => {
                const { table: id, players } = position.record;
                return (
                    <li key={id}>
                        <a class={`position${state(id)}`} {...link(`/practice/${game}-${i + 1}`)}>
                            <b class="num">{i + 1}</b>
                            <span>
                                {words.say(taskOf(position))}
                                <small>
                                    {[
                                        word("web.practice.players", { n: players }),
                                        word(aimOf(position)),
                                        ...(done[id] ? [word("web.practice.solved")] : []),
                                    ].join(" · ")}
                                </small>
                            </span>
                            {done[id] && <Icon name="check" />}
                        </a>
                    </li>
                );
            })}
        </ol>
    );
}

export function LearnPage({ game }: { readonly game: string }) {
    const words = useWords(),
        { word } = words,
        facts = gameOf(game);
    if (!facts) return <Notice text={word("web.missing")} />;
    return (
        <div class="page">
            <Header sub={word("web.learn.title")}>
                <ThemeTool />
            </Header>
            <main class="learn">
                <GamesList game={game} />
                <h1>{titleOf(game)}</h1>
                {facts.guide && <FirstGame facts={facts} />}
                {facts.practice && (
                    <section class="panel">
                        <h2>{word("web.learn.practice")}</h2>
                        <p>{word("web.learn.practice_what")}</p>
                        <Positions game={game} />
                    </section>
                )}
                <section class="panel">
                    <h2>{word("web.header.rules")}</h2>
                    <p>{facts.guide ? word("web.learn.rules_what") : blurbOf(facts, words)}</p>
                    <div class="row">
                        <a class="btn" {...link(`/rules/${game}`)}>
                            <Icon name="book" />
                            {word("web.learn.read")}
                        </a>
                        {!facts.guide && (
                            <button
                                type="button"
                                class="btn gold"
                                data-play={game}
                                onClick={() => void playNow(facts)}
                            >
                                <Icon name="helm" />
                                {word("web.home.play")}
                            </button>
                        )}
                    </div>
                </section>
            </main>
        </div>
    );
}

function GamesList({ game }: { readonly game: string }) {
    const { word } = useWords();
    return (
        <nav class="rules-list" aria-label={word("web.rules.games")}>
            {offered.map(({ id }) => (
                <a
                    key={id}
                    {...link(`/learn/${id}`)}
                    aria-current={id === game ? "page" : undefined}
                >
                    <Picture game={id} class="vth" />
                    <span>{titleOf(id)}</span>
                </a>
            ))}
        </nav>
    );
}

/** Starts the guided first game, or resumes one that was left. */
function FirstGame({ facts }: { readonly facts: GameFacts }) {
    const { word } = useWords(),
        left = useLeft(facts.id);
    return (
        <section class="panel">
            <h2>{word("web.learn.first")}</h2>
            <p>{word("web.learn.first_what")}</p>
            <div class="row">
                {left && (
                    <a class="btn gold" data-resume {...link(`/local/${left.id}`)}>
                        <Icon name="helm" />
                        {word("web.mine.go_on")}
                    </a>
                )}
                <button
                    type="button"
                    class={classNames("btn", !left && "gold")}
                    data-guide={facts.id}
                    onClick={() => void beginGuide(facts)}
                >
                    {!left && <Icon name="helm" />}
                    {word(left ? "web.learn.anew" : "web.learn.begin")}
                </button>
            </div>
        </section>
    );
}
