// One of the person's tables: a running one as a card with its board, a finished one as a row with
// its result.
import { useState } from "preact/hooks";
import { classNames } from "../classnames";
import { Icon, Mark, Picture } from "../pieces/symbol";
import { link } from "../route";
import { removeTable } from "../store/tables";
import { useBoard } from "../table/answering";
import { titleOf } from "../table/local";
import { SmallBoard } from "../table/small";
import { useWords, type Words } from "../words";
import type { Mine, Player } from "./mine";
import { date } from "./rating";

interface TableProps {
    readonly table: Mine;
    reload(): void;
}

/** The round or the like: as the table stored it, or as the board reads it from the position. */
function useChapter({ game, board, chapter }: Mine): string {
    const { say } = useWords(),
        drawn = useBoard(board ? game : ""),
        found = chapter ?? (board && drawn?.chapter?.(board.view));
    return found ? say(found) : "";
}

export function TableCard({ table, reload }: TableProps) {
    const { word } = useWords(),
        { game, turn, status, more, players, board } = table,
        chapter = useChapter(table),
        [leaving, leave] = useState(false);
    return (
        <li class={classNames("tb card panel", turn && "mine")}>
            <SmallBoard game={game} names={players.map(({ name }) => name)} position={board} />
            <div class="card-text">
                <h3>
                    {titleOf(game)} {chapter && <small>{chapter}</small>}
                </h3>
                <ul class="chips">
                    {players.map(({ name, me, waits }, seat) => (
                        <li key={seat} class={classNames(waits && "turn")}>
                            <Mark seat={seat} />
                            {me ? word("web.mine.you") : name}
                            {waits && <Icon name="glass" />}
                        </li>
                    ))}
                </ul>
            </div>
            <div class="card-do">
                <span class="ts">
                    {turn ? <b>{status}</b> : status}
                    {more && (
                        <>
                            , <span>{more}</span>
                        </>
                    )}
                </span>
                <Actions table={table} reload={reload} leaving={leaving} leave={leave} />
            </div>
        </li>
    );
}

interface ActionsProps extends TableProps {
    readonly leaving: boolean;
    leave(leaving: boolean): void;
}

/** Removing a table of this browser takes two taps. */
function Actions({ table: { id, game, path, turn, local }, reload, leaving, leave }: ActionsProps) {
    const { word } = useWords(),
        title = { text: titleOf(game) };
    return (
        <span class="tb-do">
            {local && (
                <button
                    type="button"
                    class="tool"
                    aria-label={word("web.mine.remove", { title })}
                    aria-pressed={leaving}
                    onClick={() => leave(!leaving)}
                >
                    <Icon name="close" />
                </button>
            )}
            {leaving ? (
                <button type="button" class="btn" onClick={() => void removeTable(id).then(reload)}>
                    {word("web.table.remove")}
                </button>
            ) : (
                <a
                    class={`btn ${turn ? "gold" : "quiet"}`}
                    {...link(path)}
                    aria-label={word(turn ? "web.mine.go_on_with" : "web.mine.look_at", { title })}
                >
                    {word(turn ? "web.mine.go_on" : "web.mine.look")}
                </a>
            )}
        </span>
    );
}

const namesOf = ({ language }: Words, players: readonly Player[]) =>
    new Intl.ListFormat(language).format(players.map(({ name }) => name));

/** The person's own rank and score, or the winners if several people shared the device. */
function resultOf(words: Words, { players, status }: Mine): string {
    const { word } = words,
        mine = players.find(({ me }) => me),
        winners = players.filter(({ place }) => place === 1),
        of = mine ?? winners[0];
    if (of?.place === undefined || of.score === undefined) return status;
    const points = word("web.mine.points", { n: of.score });
    const rank = mine
        ? word("web.mine.place", { n: of.place, all: players.length })
        : word("web.mine.won_by", {
              names: { text: namesOf(words, winners) },
              n: winners.length,
          });
    return `${rank}, ${points}`;
}

export function FinishedRow({ table, reload }: TableProps) {
    const words = useWords(),
        { word, language } = words,
        { game, players, changed } = table,
        others = players.filter(({ me }) => !me),
        [leaving, leave] = useState(false),
        won = players.some(({ me, place }) => me && place === 1);
    return (
        <li class="tb fin">
            <Picture game={game} class="vth" />
            <div class="fin-text">
                <b>{titleOf(game)}</b>
                <span class="ts">
                    {won && <Icon name="crown" />}
                    {resultOf(words, table)}
                </span>
                <small>
                    <time dateTime={new Date(changed).toISOString()}>
                        {date(language, changed)}
                    </time>
                    {others.length < players.length && others.length > 0 && (
                        <>
                            {" · "}
                            {word("web.mine.against", { names: { text: namesOf(words, others) } })}
                        </>
                    )}
                </small>
            </div>
            <Actions table={table} reload={reload} leaving={leaving} leave={leave} />
        </li>
    );
}
