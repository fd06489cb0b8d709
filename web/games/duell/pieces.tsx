// Loose pieces: seals, markers, ticks.
import type { ComponentChildren, JSX } from "preact";
import { classNames } from "../../classnames";
import { Symbol } from "../../pieces/symbol";
import { sealArt } from "./drawing";
import { seals } from "./view";

export const Tick = () => (
    <span class="tick">
        <Symbol name="i-check" />
    </span>
);

interface SealProps {
    readonly code: string;
    readonly seat?: number; // the owner of a personal seal
    readonly side?: string | null; // the side it fell on; null: still in the air
    readonly piece?: string | undefined;
    readonly from?: string;
    readonly to?: string;
    readonly drag?: boolean; // it can be taken from here
}

/** A seal shows both sides until it has fallen, then the one that counts. */
export function Seal({ code, seat = 0, side, piece, from, to, drag = false }: SealProps) {
    const fallen = side !== undefined && side !== null,
        both = seals.get(code)!.join("/");
    return (
        <i
            class={classNames(
                `seal object s${seat}`,
                code === "own" && "own",
                fallen && "up",
                side === null && "air",
            )}
            data-piece={piece}
            data-from={from}
            data-to={to}
            data-face={fallen ? side : "both"}
            data-drag={drag ? `seal ${code}` : undefined}
        >
            <Symbol name={sealArt[code]!} box="0 0 48 48" class="seal-sym" />
            <b class="num">{fallen ? side : both}</b>
        </i>
    );
}

interface TouchProps {
    readonly class: string;
    readonly label?: string; // for screen readers, if the text does not say everything
    readonly legal: boolean;
    readonly on: boolean;
    readonly action: string | undefined; // notation, if touching it is a complete action
    readonly children: ComponentChildren;
    touch(): void;
    look?(looking: boolean): void;
}

/** A thing that can be touched. It shines if that is legal; otherwise the engine says why not. */
export function Touch({
    class: kind,
    label,
    legal,
    on,
    action,
    children,
    touch,
    look,
    ...rest
}: TouchProps & JSX.HTMLAttributes<HTMLButtonElement>) {
    return (
        <button
            type="button"
            class={`${kind}${legal ? " legal" : ""}${on ? " sel" : ""}`}
            aria-pressed={on}
            aria-disabled={!legal && !on}
            data-do={action}
            {...rest}
            onClick={touch}
            onFocus={() => look?.(true)}
            onBlur={() => look?.(false)}
            onPointerEnter={() => look?.(true)}
            onPointerLeave={() => look?.(false)}
        >
            {label && <span class="hidden">{label}</span>}
            {children}
            {on && <Tick />}
        </button>
    );
}
