// What board and scenes of Tallinn both draw: figures, halves of cards, contests.
import type { BoardProps } from "../../board";
import { Mark, Symbol } from "../../pieces/symbol";
import { tint, type Class, type Contest, type Face, type Tallinn } from "./view";

export type Props = BoardProps<Tallinn>;

const figures: Readonly<Record<Class, string>> = { m: "p-merchant", k: "p-knight", o: "p-monk" };

export const Figure = ({ of }: { readonly of: Class }) => (
    <Symbol name={figures[of]} box="0 0 40 56" class="fig" />
);
const Coin = () => <Symbol name="coin" box="0 0 40 40" class="coin" />;
export const tintClass = (face: Face) => (face.shields ? "h-l" : `h-${tint(face) ?? "x"}`);

export const People = ({ face }: { readonly face: Face }) => (
    <span class="ppl">
        {face.persons.map((of, i) => (
            <Figure key={i} of={of} />
        ))}
        {face.coin && <Coin />}
        {face.shields && <Symbol name="tallinn-shields" box="0 0 56 60" class="shields" />}
    </span>
);

export const who = ({ seats, word }: Props, seat: number) =>
    seats[seat]?.me ? word("web.you") : (seats[seat]?.name ?? "");

export function Army({
    of,
    count,
    seat,
    right,
}: {
    readonly of: Class;
    readonly count: number;
    readonly seat: number;
    readonly right?: boolean;
}) {
    return (
        <span class={`army${right ? " r" : ""}`}>
            {!right && <Mark seat={seat} />}
            <span class="troop object">
                {Array.from({ length: Math.min(count, 9) }, (_, i) => (
                    <Figure key={i} of={of} />
                ))}
            </span>
            {right && <Mark seat={seat} />}
        </span>
    );
}

interface ContestProps {
    readonly props: Props;
    readonly contest: Contest;
    readonly round: number;
    readonly small: boolean; // show numbers only
}

export function ContestShown({ props, contest, round, small }: ContestProps) {
    const { of, seat, count, points, others } = contest,
        { say } = props;
    return (
        <div class={`fight${small ? " small" : ""}`}>
            <h2>
                {small ? (
                    <>
                        <Mark seat={seat} />
                        <Figure of={of} />
                    </>
                ) : (
                    <Coin />
                )}
                <span>
                    {say({
                        key: "tallinn.board.contest",
                        params: { class: `tallinn.part.class.${of}` },
                    })}
                </span>
                <small>{props.word("tallinn.view.round", { round })}</small>
                <b class="tot">{`+${points}`}</b>
            </h2>
            {others.map((other) => (
                <div key={other.seat} class="vs">
                    {!small && <Army of={of} count={count} seat={seat} />}
                    <b class="ratio">{`${count} : ${other.count}`}</b>
                    {small ? (
                        <Mark seat={other.seat} />
                    ) : (
                        <Army of={of} count={other.count} seat={other.seat} right />
                    )}
                </div>
            ))}
        </div>
    );
}
