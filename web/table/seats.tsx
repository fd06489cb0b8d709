// The seats: mark, name, score, what is public about them, and whose turn it is.
import type { BoardProps, GameBoard } from "../board";
import { Icon, Mark, Symbol } from "../pieces/symbol";
import { useWords } from "../words";
import { levelWord } from "./words";

interface SeatsProps {
    readonly board: GameBoard | null;
    readonly props: BoardProps;
    readonly over: boolean;
}

/** Answered a question that others still think about. */
function hasAnswered({ view, waiting }: BoardProps, seat: number): boolean {
    const asked = view["asked"];
    return waiting.length > 0 && !waiting.includes(seat) && Array.isArray(asked) && asked.includes(seat);
}

export function Seats({ board, props, over }: SeatsProps) {
    const words = useWords();
    return (
        <aside class={`seats${props.seats.length > 3 ? " many" : ""}`} aria-label={words.word("web.table.seats")}><ul>
            {props.seats.map(({ seat, name, own, level, me }) => {
                const turn = !over && props.waiting.includes(seat), done = !over && hasAnswered(props, seat);
                return (
                    <li key={seat} class={`seat s${seat}${turn ? " turn" : ""}`} data-anchor={`seat-${seat}`} aria-current={turn ? "true" : undefined}>
                        <Mark seat={seat} />
                        <div class="nm">
                            {me ? words.word("web.you") : name}
                            <i>{me ? (own ? ` ${name}` : "") : level ? ` ${levelWord(words, level)}` : ""}</i>
                        </div>
                        <div class="sc" aria-label={words.word("web.points", { n: props.score[seat] ?? 0 })}>{props.score[seat] ?? 0}</div>
                        {board?.facts && (
                            <div class="facts">
                                {board.facts(props, seat).map(({ symbol, box, count, label, unit }) => (
                                    <span key={symbol} title={label}>
                                        <Symbol name={symbol} box={box} />
                                        {count}
                                        <span class="unit">{unit}</span>
                                        <span class="hidden">{label}</span>
                                    </span>
                                ))}
                            </div>
                        )}
                        {turn && <div class="st"><Icon name="glass" />{words.word(me ? "web.seat.you_think" : "web.seat.thinks")}</div>}
                        {done && <div class="st ok"><Icon name="check" />{words.word(me ? "web.seat.you_chose" : "web.seat.chose")}</div>}
                    </li>
                );
            })}
        </ul></aside>
    );
}
