// Several people at one device: the seat to move sits in front of it. If their views differ in more
// than the viewer, a curtain hides the board between two turns.
import { useState } from "preact/hooks";
import type { Situation } from "../client/client";
import { Mark } from "../pieces/symbol";
import { useWords } from "../words";

/** Whether two seats see different things. */
function differ(situation: Situation, one: number, other: number): boolean {
    const [a, b] = [one, other].map((seat) => {
        const view = situation.observers.get(seat)?.updates.at(-1)?.view;
        return view && JSON.stringify({ ...view, viewer: 0 });
    });
    return a !== b;
}

interface Active {
    readonly me: number | null;
    readonly curtain: boolean;
    open(): void;
}

/** The seat in front of the device. It changes only when another seat is asked. */
export function useActive(seats: readonly number[], situation: Situation): Active {
    const [front, setFront] = useState<number | null>(seats.length === 1 ? seats[0]! : null);
    const asked = (seat: number) =>
        situation.observers.get(seat)?.question !== undefined &&
        situation.observers.get(seat)?.question !== null;
    if (seats.length === 0) return { me: null, curtain: false, open: () => {} };
    const stays = front !== null && (asked(front) || !seats.some(asked));
    const me = stays ? front : (seats.find(asked) ?? seats[0]!);
    const curtain =
        seats.length > 1 &&
        me !== front &&
        (front === null ? asked(me) : differ(situation, front, me));
    if (!curtain && me !== front && asked(me)) setFront(me);
    return { me, curtain, open: () => setFront(me) };
}

export function Curtain({
    seat,
    name,
    open,
}: {
    readonly seat: number;
    readonly name: string;
    open(): void;
}) {
    const words = useWords();
    return (
        <div class="curtain" role="dialog" aria-modal="true" aria-labelledby="curtain-title">
            <div class="curtain-card panel">
                <Mark seat={seat} />
                <h2 id="curtain-title">
                    {words.word("web.curtain.title", { name: { text: name } })}
                </h2>
                <p>{words.word("web.curtain.text")}</p>
                <button type="button" class="btn gold" data-curtain autofocus onClick={open}>
                    {words.word("web.curtain.open")}
                </button>
            </div>
        </div>
    );
}
