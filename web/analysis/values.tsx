// What the best choices are worth, written beside the things of the board and the hand that one
// touches for them.
import { useEffect, useState } from "preact/hooks";
import { classNames } from "../classnames";
import { same } from "../pieces/kept";
import { percent } from "../table/analysis";
import { bestOf, type Engine } from "./engine";

const every = 250; // ms: maps can be moved and zoomed, hands scroll

interface Value {
    readonly do: string;
    readonly chance: number;
}

interface Placed extends Value {
    readonly left: number;
    readonly top: number;
}

const things = ".study-board [data-do], .dock [data-do]";

/** The upper right corner of the things that complete these actions, within the analysis board. */
function placesOf(values: readonly Value[]): readonly Placed[] {
    const room = document.querySelector(".table.study")?.getBoundingClientRect();
    if (!room) return [];
    const found = new Map(
        [...document.querySelectorAll<HTMLElement | SVGElement>(things)].map((one) => [
            one.dataset["do"],
            one,
        ]),
    );
    return values.flatMap((value) => {
        const box = found.get(value.do)?.getBoundingClientRect();
        if (!box?.width) return [];
        const left = Math.round(box.right - room.left + 4),
            top = Math.round(box.top - room.top - 6);
        return [{ ...value, left, top }];
    });
}

interface ValuesProps {
    readonly engine: Engine;
    readonly asking: number | null;
    readonly played: string | null; // what was chosen in the game
}

export function Values({ engine: { weighing }, asking, played }: ValuesProps) {
    const [places, set] = useState<readonly Placed[]>([]),
        best = weighing && asking !== null ? bestOf(weighing.weighed) : [],
        values = best.map(({ do: action, chance }) => ({ do: action, chance: chance[asking!]! })),
        key = JSON.stringify(values.map(({ do: action, chance }) => [action, percent(chance)]));
    useEffect(() => {
        const measure = () =>
            set((old) => {
                const now = placesOf(values);
                return same(old, now) ? old : now;
            });
        measure();
        const timer = setInterval(measure, every);
        return () => clearInterval(timer);
    }, [key]);
    return (
        <div class="values" aria-hidden="true">
            {places.map(({ do: action, chance, left, top }) => (
                <b
                    key={action}
                    class={classNames(
                        "num",
                        action === values[0]?.do && "lead",
                        action === played && "did",
                    )}
                    style={{ left: `${left}px`, top: `${top}px` }}
                >{`${percent(chance)} %`}</b>
            ))}
        </div>
    );
}
