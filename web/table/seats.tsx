// The seats: mark, name, score, public numbers, and whose turn it is.
import type { BoardProps, Fact, GameBoard, Seat } from "../board";
import { classNames } from "../classnames";
import { Later } from "../pieces/kept";
import { Icon, Mark, Symbol } from "../pieces/symbol";
import { useWords, type Words } from "../words";
import { SeatClock } from "./clock";
import { isAway, isReplaced, type People } from "./people";
import { levelWord } from "./words";

interface SeatsProps {
    readonly board: GameBoard;
    readonly props: BoardProps;
    readonly over: boolean;
    readonly people: People | undefined; // only at a server
}

/** The seat has answered a simultaneous question that others still think about. */
function hasAnswered({ view, waiting }: BoardProps, seat: number): boolean {
    const asked = view["asked"];
    return (
        waiting.length > 0 &&
        !waiting.includes(seat) &&
        Array.isArray(asked) &&
        asked.includes(seat)
    );
}

/** What a seat is doing, in a word or two. */
function stateOf(
    words: Words,
    { props, over, people }: SeatsProps,
    seat: number,
): { readonly text: string; readonly icon: string; readonly kind: string } | null {
    const { word } = words,
        there = people?.info.seats[seat],
        me = props.me === seat;
    if (over) return null;
    if (there && isReplaced(there))
        return {
            text: word("web.seat.replaced", { level: { text: levelWord(words, there.level!) } }),
            icon: "helm",
            kind: "",
        };
    if (there && isAway(there)) return { text: word("web.seat.away"), icon: "close", kind: "gone" };
    if (props.waiting.includes(seat))
        return {
            text: word(me ? "web.seat.you_think" : "web.seat.thinks"),
            icon: "glass",
            kind: "",
        };
    if (hasAnswered(props, seat))
        return {
            text: word(me ? "web.seat.you_chose" : "web.seat.chose"),
            icon: "check",
            kind: "ok",
        };
    return null;
}

/** The public numbers of a seat. */
export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
    <div class="facts">
        {facts.map(({ symbol, box, count, label, unit, drag }) => (
            <span key={symbol} title={label} data-drag={drag}>
                <Symbol name={symbol} box={box} />
                {count}
                <span class="unit">{unit}</span>
                <span class="hidden">{label}</span>
            </span>
        ))}
    </div>
);

export function Seats(all: SeatsProps) {
    const { board, props, over, people } = all,
        clock = over ? null : people?.clock;
    const words = useWords();
    return (
        <aside
            class={classNames("seats", props.seats.length > 3 && "many")}
            aria-label={words.word("web.table.seats")}
        >
            <ul>
                {props.seats.map((of) => {
                    const { seat } = of,
                        shown: SeatRowProps = {
                            of,
                            turn: !over && props.waiting.includes(seat),
                            score: props.score[seat] ?? 0,
                            state: stateOf(words, all, seat),
                            facts: board.facts?.(props, seat),
                            clock,
                            opponent: Boolean(people?.info.seats[seat]?.level),
                        };
                    return (
                        <Later key={seat} by={[words, shown]} draw={() => <SeatRow {...shown} />} />
                    );
                })}
            </ul>
        </aside>
    );
}

interface SeatRowProps {
    readonly of: Seat;
    readonly turn: boolean;
    readonly score: number;
    readonly state: ReturnType<typeof stateOf>;
    readonly facts: readonly Fact[] | undefined;
    readonly clock: People["clock"] | undefined;
    readonly opponent: boolean; // opponents have no clock
}

function SeatRow({ of, turn, score, state, facts, clock, opponent }: SeatRowProps) {
    const words = useWords(),
        { seat, name, own, level, me } = of,
        aside = me ? (own ? name : "") : level ? `(${levelWord(words, level)})` : "";
    return (
        <li
            class={classNames(`seat s${seat}`, turn && "turn")}
            data-anchor={`seat-${seat}`}
            data-drop={`seat-${seat}`}
            aria-current={turn ? "true" : undefined}
        >
            <Mark seat={seat} />
            <div class="nm">
                {me ? words.word("web.you") : name}
                <i>{aside && ` ${aside}`}</i>
            </div>
            <div class="sc" aria-label={words.word("web.points", { n: score })}>
                {score}
            </div>
            {facts && <Facts facts={facts} />}
            {(state || clock) && (
                <div class={classNames("st", state?.kind)}>
                    {state && (
                        <>
                            <Icon name={state.icon} />
                            <span>{state.text}</span>
                        </>
                    )}
                    {clock && !opponent && <SeatClock clock={clock} seat={seat} own={me} />}
                </div>
            )}
        </li>
    );
}
