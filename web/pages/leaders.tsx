// /leaders/GAME: the leader board of a game.
import { leadersOf, type Rating } from "../client/server";
import { useAnswer, useMe } from "../client/requests";
import { offered } from "../offer";
import { Picture } from "../pieces/symbol";
import { link } from "../route";
import { gameOf, titleOf } from "../table/local";
import { useWords } from "../words";
import { Notice } from "./local";
import { decimal, Spread, spanOf } from "./rating";
import { Away, Sheet } from "./sheet";

export function LeadersPage({ game }: { readonly game: string }) {
    const { word } = useWords(),
        { value, wrong } = useAnswer(() => leadersOf(game), [game]);
    if (!gameOf(game)) return <Notice text={word("web.missing")} />;
    return (
        <Sheet here="/leaders" title={`${word("web.nav.leaders")}: ${titleOf(game)}`}>
            <h1>{word("web.nav.leaders")}</h1>
            <nav class="rules-list" aria-label={word("web.home.games")}>
                {offered.map(({ id }) => (
                    <a
                        key={id}
                        {...link(`/leaders/${id}`)}
                        aria-current={id === game ? "page" : undefined}
                    >
                        <Picture game={id} class="vth" />
                        <span>{titleOf(id)}</span>
                    </a>
                ))}
            </nav>
            <Away wrong={wrong} />
            {value &&
                (value.length ? (
                    <Board ratings={value} />
                ) : (
                    <p class="nothing">{word("web.leaders.none")}</p>
                ))}
            <p class="quiet">{word("web.leaders.how")}</p>
            <a class="btn" {...link("/games")}>
                {word("web.games.all_link")}
            </a>
        </Sheet>
    );
}

function Board({ ratings }: { readonly ratings: readonly Rating[] }) {
    const { word, language } = useWords(),
        who = useMe(),
        span = spanOf(ratings);
    return (
        <div class="panel board-list">
            <table>
                <thead>
                    <tr>
                        <th scope="col">
                            <span class="hidden">{word("web.leaders.place")}</span>
                        </th>
                        <th scope="col">{word("web.leaders.name")}</th>
                        <th scope="col" class="wide-only">
                            <span class="hidden">{word("web.rating.range")}</span>
                        </th>
                        <th scope="col">{word("web.rating.title")}</th>
                        <th scope="col">{word("web.rating.sure")}</th>
                        <th scope="col">{word("web.rating.games")}</th>
                    </tr>
                </thead>
                <tbody>
                    {ratings.map(({ name, mu, sigma, rating, games: played }, i) => (
                        <tr key={name} class={name === who?.name && !who.guest ? "me" : undefined}>
                            <td class={i === 0 ? "first" : undefined}>{i + 1}</td>
                            <th scope="row">
                                <a {...link(`/u/${encodeURIComponent(name)}`)}>{name}</a>
                                {name === who?.name && !who.guest && (
                                    <small>{word("web.you")}</small>
                                )}
                            </th>
                            <td class="wide-only">
                                <Spread mu={mu} sigma={sigma} span={span} />
                            </td>
                            <td>
                                {decimal(language, mu)}{" "}
                                <small>± {decimal(language, 2 * sigma)}</small>
                            </td>
                            <td>{decimal(language, rating)}</td>
                            <td>{played}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}
