// Running public tables to watch, each with a small live board.
import { tablesToWatch, type Watched } from "../client/events";
import { useAnswer } from "../client/requests";
import { pathOf } from "../client/server";
import { Icon, Mark } from "../pieces/symbol";
import { link } from "../route";
import { titleOf } from "../table/local";
import { SmallBoard } from "../table/small";
import { levelWord } from "../table/words";
import { useWords } from "../words";

const refresh = 4000; // ms

interface WatchingProps {
    readonly most?: number; // tables at most
}

/** Nothing if there is nothing to watch. */
export function Watching({ most = 12 }: WatchingProps) {
    const { word } = useWords(),
        { value } = useAnswer(tablesToWatch, [], refresh),
        tables = (value ?? []).filter(({ you }) => !you?.length).slice(0, most);
    if (tables.length === 0) return null;
    return (
        <section class="watching" aria-labelledby="watching-title">
            <h2 id="watching-title">{word("web.watch.title")}</h2>
            <ul class="wts">
                {tables.map((table) => (
                    <WatchedTable key={table.table} table={table} />
                ))}
            </ul>
        </section>
    );
}

function WatchedTable({ table }: { readonly table: Watched }) {
    const words = useWords(),
        { word } = words,
        title = titleOf(table.game);
    const seats = table.seats.map(({ name, level }, seat) => ({
        seat,
        name: name ?? (level ? levelWord(words, level) : word("common.seat", { n: seat + 1 })),
        own: name !== null,
        level,
        me: false,
    }));
    return (
        <li class="wt panel">
            <SmallBoard
                game={table.game}
                names={seats.map(({ name }) => name)}
                position={table.view && { seat: null, view: table.view, score: table.score ?? [] }}
            />
            <div class="wt-text">
                <h3>
                    {title}
                    <small>
                        <Icon name="eye" />
                        {word("web.watch.watchers", { n: table.watchers })}
                    </small>
                </h3>
                <ul class="chips">
                    {seats.map(({ seat, name }) => (
                        <li key={seat} class={table.waiting.includes(seat) ? "turn" : undefined}>
                            <Mark seat={seat} />
                            {name} {table.score && <b class="num">{table.score[seat]}</b>}
                            {table.waiting.includes(seat) && <Icon name="glass" />}
                        </li>
                    ))}
                </ul>
                {table.delay_s > 0 && (
                    <p class="quiet">
                        {word("web.watch.delay", { n: Math.ceil(table.delay_s / 60) })}
                    </p>
                )}
            </div>
            <a
                class="btn"
                data-watch={table.table}
                {...link(pathOf(table))}
                aria-label={word("web.watch.watch_at", {
                    title: { text: title },
                    names: { text: seats.map(({ name }) => name).join(", ") },
                })}
            >
                {word("web.watch.watch")}
            </a>
        </li>
    );
}
