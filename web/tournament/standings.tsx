// The standings of a tournament, with what decides between equals.
import { useState } from "preact/hooks";
import type { Standing, Tournament } from "../client/events";
import { classNames } from "../classnames";
import { useWords } from "../words";
import { pointsWord } from "./words";

const rowsShown = 13,
    roundsShown = 5; // columns

/** The first rows, and the reader's own further down. */
function shownOf(rows: readonly Standing[], own: number | null, all: boolean) {
    if (all) return rows;
    return rows.filter(({ entrant }, i) => i < rowsShown || entrant === own);
}

export function Standings({ cup }: { readonly cup: Tournament }) {
    const { word } = useWords(),
        [all, showAll] = useState(false),
        own = cup.you?.entrant ?? null,
        rows = shownOf(cup.standings, own, all);
    return (
        <section class="stand panel" aria-labelledby="stand-title">
            <div class="sec">
                <h2 id="stand-title">
                    {word(cup.round ? "web.tournament.standings" : "web.tournament.entered_list")}{" "}
                    <small>
                        {cup.round
                            ? word("web.tournament.after", { n: cup.finished })
                            : word("web.tournament.entrants", { n: cup.standings.length })}
                    </small>
                </h2>
            </div>
            {cup.standings.length === 0 ? (
                <p class="quiet">{word("web.tournament.nobody")}</p>
            ) : cup.round ? (
                <Points cup={cup} rows={rows} own={own} />
            ) : (
                <ol class="entered">
                    {rows.map(({ entrant, name }) => (
                        <li key={entrant} class={entrant === own ? "me" : undefined}>
                            {name}
                            {entrant === own && <small>{word("web.you")}</small>}
                        </li>
                    ))}
                </ol>
            )}
            <div class="stand-foot">
                <span>{cup.round > 0 && <TieBreaks cup={cup} />}</span>
                {cup.standings.length > rows.length && (
                    <button type="button" class="btn quiet" onClick={() => showAll(true)}>
                        {word("web.tournament.all_rows", { n: cup.standings.length })}
                    </button>
                )}
            </div>
        </section>
    );
}

function TieBreaks({ cup }: { readonly cup: Tournament }) {
    const { word } = useWords();
    return (
        <>
            {word(cup.equal_deals ? "web.tournament.ties_equal" : "web.tournament.ties")}
            {cup.equal_deals && ` ${word("web.tournament.matchpoints_how")}`}
        </>
    );
}

interface PointsProps {
    readonly cup: Tournament;
    readonly rows: readonly Standing[];
    readonly own: number | null;
}

function Points({ cup, rows, own }: PointsProps) {
    const { word } = useWords(),
        from = Math.max(0, cup.round - roundsShown),
        columns = Array.from({ length: cup.round - from }, (_, i) => from + i);
    return (
        <table>
            <thead>
                <tr>
                    <th scope="col">
                        <span class="hidden">{word("web.leaders.place")}</span>
                    </th>
                    <th scope="col">
                        <span class="hidden">{word("web.leaders.name")}</span>
                    </th>
                    {columns.map((round) => (
                        <th scope="col" key={round} class="per">
                            <abbr title={word("web.tournament.round", { n: round + 1 })}>
                                {word("web.tournament.round_short", { n: round + 1 })}
                            </abbr>
                        </th>
                    ))}
                    <th scope="col" class="per">
                        <abbr title={word("web.tournament.opposition")}>
                            {word("web.tournament.opposition_short")}
                        </abbr>
                    </th>
                    <th scope="col">{word("web.tournament.points")}</th>
                    {cup.equal_deals && <th scope="col">{word("web.tournament.matchpoints")}</th>}
                </tr>
            </thead>
            <tbody>
                {rows.map((row) => (
                    <Row
                        key={row.entrant}
                        row={row}
                        columns={columns}
                        equal={cup.equal_deals}
                        me={row.entrant === own}
                    />
                ))}
            </tbody>
        </table>
    );
}

interface RowProps {
    readonly row: Standing;
    readonly columns: readonly number[];
    readonly equal: boolean;
    readonly me: boolean;
}

function Row({ row, columns, equal, me }: RowProps) {
    const { word, language } = useWords();
    const inRound = (round: number) => {
        const found = row.rounds[round],
            gained = equal ? found?.matchpoints : found?.points;
        return gained === null || gained === undefined ? "·" : pointsWord(language, gained);
    };
    return (
        <tr class={classNames(me && "me", row.withdrawn && "gone")}>
            <td>{row.rank}</td>
            <th scope="row">
                {me ? word("web.tournament.you_named", { name: { text: row.name } }) : row.name}
                {row.withdrawn && <small>{word("web.tournament.gone")}</small>}
            </th>
            {columns.map((round) => (
                <td key={round} class="per">
                    {inRound(round)}
                </td>
            ))}
            <td class="per">{pointsWord(language, row.opposition)}</td>
            <td>{pointsWord(language, row.points)}</td>
            {equal && <td>{row.matchpoints}</td>}
        </tr>
    );
}
