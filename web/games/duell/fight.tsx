// The fight: both seats' seals as they fall, their sums, and the disputed card. Also what lies
// beside the layout.
import { useDescribed } from "../../pieces/described";
import { Mark, Symbol } from "../../pieces/symbol";
import { tries } from "../../pieces/tries";
import { Seal, Touch } from "./pieces";
import { contestedIn, sealNumber, type Round, type Standing } from "./view";
import { cardName, sealName, who, type Props } from "./words";

interface FlipProps {
    readonly props: Props;
    readonly seat: number;
    readonly flip: Round["flips"][number][number];
    readonly piece: string | undefined; // id for the animation, while the fight lasts
}

/** A fallen seal. It can be touched if the person may keep it. */
function Flip({ props, seat, flip: { seal, side }, piece }: FlipProps) {
    const { turn, word } = props,
        parts = [
            ["verb", "keep"],
            ["seal", seal],
        ] as const,
        keep =
            seat === props.me
                ? turn.legal.find(({ do: action }) => action === `keep ${seal}`)
                : undefined;
    const drawn = (
        <Seal
            code={seal}
            seat={seat}
            side={side}
            piece={piece}
            from={`seat-${seat}`}
            to="seals"
            drag={keep !== undefined}
        />
    );
    const params = { seal: `duell.part.seal.${seal}` },
        said =
            side === null
                ? word("duell.board.falls", params)
                : word("duell.board.shows", { ...params, side: `duell.part.side.${side}` });
    return (
        <li>
            {keep ? (
                <Touch
                    class="seal-touch"
                    label={said}
                    legal
                    on={turn.on(...parts)}
                    action={keep.do}
                    touch={() => turn.touch(parts)}
                >
                    {drawn}
                </Touch>
            ) : (
                <>
                    {drawn}
                    <span class="hidden">{said}</span>
                </>
            )}
        </li>
    );
}

interface SideProps {
    readonly props: Props;
    readonly round: Round;
    readonly seat: number;
}

function Side({ props, round, seat }: SideProps) {
    const { view, word } = props,
        of = view.seats[seat]!,
        flips = round.flips[seat]!;
    const sum = round.won?.sums[seat] ?? of.sum,
        gone = round.won !== null && view.phase !== "keep";
    const pieceOf = (i: number) => {
        const { seal } = flips[i]!;
        if (gone) return undefined;
        return seal === "own"
            ? `seal-${seat}-own`
            : `seal-${seat}-${seal}-${sealNumber(of, flips, i)}`;
    };
    return (
        <div class={`fs ${seat === 0 ? "l" : "r"}${round.won?.seat === seat ? " won" : ""}`}>
            <span class="who">
                <Mark seat={seat} />
                <b>{who(props, seat)}</b>
                {view.sign === seat && <Symbol name="power" box="0 0 48 60" class="pw" />}
            </span>
            <ul class="flips" aria-label={word("duell.board.fight_side", { who: { seat }, sum })}>
                {flips.map((flip, i) => (
                    <Flip key={i} props={props} seat={seat} flip={flip} piece={pieceOf(i)} />
                ))}
            </ul>
            <b class="num fsum" aria-hidden="true">
                {flips.length ? sum : ""}
            </b>
        </div>
    );
}

/** Whether this round has a fight to show, running or finished. */
export const fought = (round: Round) => round.lines.size > 1;

export function Fight({ props, round }: { readonly props: Props; readonly round: Round }) {
    const { view, word } = props,
        contested = contestedIn(view),
        about = round.won?.card ?? (contested && view.layout[Number(contested) - 1]);
    return (
        <section
            class={`duel${round.won ? " over" : ""}`}
            data-drop="fight"
            aria-label={word("duell.board.fight_of")}
        >
            <Side props={props} round={round} seat={0} />
            <div class="mid">
                <Symbol name="i-swords" />
                <small>
                    {round.won
                        ? word("duell.board.fight_won", { who: { seat: round.won.seat } })
                        : word("duell.board.fight")}
                    {about !== undefined && <b>{cardName(props, about)}</b>}
                </small>
            </div>
            <Side props={props} round={round} seat={1} />
        </section>
    );
}

interface StockProps {
    readonly props: Props;
}

/** The stack of seals; a button if one can be bought. */
function SealStack({ props }: StockProps) {
    const { view, turn, word } = props,
        buy = turn.legal.find(({ do: action }) => action === "buy"),
        names = view.stack.map((code) => sealName(props, code)).join(", ");
    // No action has these parts, so the engine is asked why not.
    const tryToBuy = () =>
        turn.touch(
            [
                ["verb", "buy"],
                ["seal", ""],
            ],
            "buy",
        );
    const drawn = (
        <span class="row-seals">
            {view.stack.map((code, i) => (
                <Seal key={view.stack.length - i} code={code} />
            ))}
        </span>
    );
    return (
        <div
            class="sk seals-sk"
            data-anchor="seals"
            data-drag="stack"
            data-drop="stack"
            {...(buy || turn.legal.length === 0 ? {} : tries(tryToBuy))}
        >
            <span class="cap">{word("duell.board.stack")}</span>
            {buy ? (
                <Touch
                    class="stack-touch"
                    label={`${word("duell.action.buy")}: ${names}`}
                    legal
                    on={turn.on(["verb", "buy"])}
                    action={buy.do}
                    touch={() => turn.pick(buy)}
                >
                    {drawn}
                </Touch>
            ) : (
                <>
                    {drawn}
                    <span class="hidden">{names || word("duell.board.nothing")}</span>
                </>
            )}
        </div>
    );
}

/** The stack of seals, the cards of the pass, and the bank. */
export function Stock({ props }: StockProps) {
    const { view, word } = props,
        deck = view.deck[0]!.length + view.deck[1]!.length,
        from = (useDescribed(view)?.standing as Standing | undefined)?.stack ?? null,
        stack = from === null ? 0 : from === "A" ? 1 : 2;
    return (
        <div class="stk">
            <SealStack props={props} />
            <div class="sk" data-anchor="deck">
                <span class="cap">{word("duell.board.deck", { stack })}</span>
                <span class="row-n">
                    <Symbol
                        name={from === "B" ? "duell-back-b" : "duell-back-a"}
                        box="0 0 50 60"
                        class="bk"
                    />
                    <b class="num">{deck}</b>
                </span>
            </div>
            <div class="sk" data-anchor="bank">
                <span class="cap">{word("duell.board.bank")}</span>
                <span class="row-n">
                    <Symbol name="gold" box="0 0 48 48" class="bk" />
                    <b class="num">{view.bank}</b>
                </span>
            </div>
        </div>
    );
}
