// /u/NAME: a person's public ratings, and, on one's own profile, the finished games.
import { myTables, personNamed, type Person, type Rated, type Rating } from "../client/server";
import { useAnswer, useMe } from "../client/requests";
import { Icon, Picture } from "../pieces/symbol";
import { link } from "../route";
import { titleOf } from "../table/local";
import { ReportMenu } from "../table/report";
import { useWords } from "../words";
import { ofServer } from "./mine";
import { FinishedRow } from "./tablecard";
import { Course, date, decimal, Places } from "./rating";
import { Away, Sheet } from "./sheet";

export function ProfilePage({ name }: { readonly name: string }) {
    const { word, language } = useWords(),
        who = useMe(),
        { value, wrong } = useAnswer(() => personNamed(name), [name]);
    const mine = value !== null && who !== null && !who.guest && who.name === value.name;
    return (
        <Sheet here={mine ? "/account" : "/u"} title={value?.name ?? name}>
            <div class="head">
                <div>
                    <h1>{value?.name ?? name}</h1>
                    {value && (
                        <p class="quiet">
                            {word("web.profile.since", {
                                date: { text: date(language, value.created_ms) },
                            })}
                        </p>
                    )}
                </div>
                {value && who && !mine && (
                    <div class="row">
                        <ReportMenu
                            kind="name"
                            whom={{ name: value.name }}
                            name={value.name}
                            blocked={() => {}}
                        />
                    </div>
                )}
                {mine && (
                    <a class="btn" {...link("/account")}>
                        <Icon name="key" />
                        {word("web.account.title")}
                    </a>
                )}
            </div>
            <Away wrong={wrong} />
            {value && <Known person={value} />}
            {mine && <Finished />}
        </Sheet>
    );
}

function Known({ person: { name, ratings, history } }: { readonly person: Person }) {
    const { word } = useWords();
    if (ratings.length === 0) return <p class="nothing">{word("web.profile.unrated")}</p>;
    return (
        <>
            <div class="rated">
                {ratings.map((rating) => (
                    <Game
                        key={rating.game}
                        rating={rating}
                        steps={history.filter(({ game }) => game === rating.game).reverse()}
                    />
                ))}
            </div>
            <History history={history} />
            <a class="btn" {...link(`/games?name=${encodeURIComponent(name)}`)}>
                {word("web.games.of", { name: { text: name } })}
            </a>
        </>
    );
}

function Game({
    rating: { game, mu, sigma, games },
    steps,
}: {
    readonly rating: Rating;
    readonly steps: readonly Rated[];
}) {
    const { word, language } = useWords(),
        title = titleOf(game);
    return (
        <section class="panel rated-game">
            <div class="rated-head">
                <Picture game={game} class="vth" />
                <div>
                    <h2>{title}</h2>
                    <p class="quiet">{word("web.rating.played", { n: games })}</p>
                </div>
                <p class="rated-number">
                    <b>{decimal(language, mu)}</b> <span>± {decimal(language, 2 * sigma)}</span>
                    <small>{word("web.rating.title")}</small>
                </p>
            </div>
            {steps.length > 0 && (
                <>
                    <Course title={title} steps={steps} />
                    <Places title={title} steps={steps} />
                </>
            )}
        </section>
    );
}

function History({ history }: { readonly history: readonly Rated[] }) {
    const { word, language } = useWords();
    return (
        <section class="panel board-list">
            <h2>{word("web.profile.history")}</h2>
            <table>
                <thead>
                    <tr>
                        <th scope="col">{word("web.profile.when")}</th>
                        <th scope="col">{word("web.new.game")}</th>
                        <th scope="col">{word("web.profile.place")}</th>
                        <th scope="col">{word("web.rating.title")}</th>
                    </tr>
                </thead>
                <tbody>
                    {history.map(({ table, game, place, players, mu, ended_ms }, i) => (
                        <tr key={i}>
                            <td>{date(language, ended_ms)}</td>
                            <th scope="row">
                                {table ? (
                                    <a {...link(`/t/${table}`)}>{titleOf(game)}</a>
                                ) : (
                                    titleOf(game)
                                )}
                            </th>
                            <td>{word("web.profile.place_of", { n: place, all: players })}</td>
                            <td>{decimal(language, mu)}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </section>
    );
}

/** The person's finished games with their players. Nobody else sees this list. */
function Finished() {
    const words = useWords(),
        { word } = words,
        { value, again } = useAnswer(() => myTables("over"), []);
    if (!value?.length) return null;
    return (
        <section class="mine-sec">
            <h2>
                {word("web.profile.finished")} <small>{word("web.profile.only_you")}</small>
            </h2>
            <ul class="fins">
                {value.map((table) => (
                    <FinishedRow key={table.table} table={ofServer(words, table)} reload={again} />
                ))}
            </ul>
        </section>
    );
}
