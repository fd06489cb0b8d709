// Rings and arrows that people draw on the board.
import { useRef, useState } from "preact/hooks";
import { useWords } from "../words";
import type { Drawing, Place } from "./study";

const near = 30; // thousandths: a shorter stroke is a ring

interface DrawingsProps {
    readonly drawings: readonly Drawing[];
    readonly active: boolean; // the person draws now
    change(drawings: readonly Drawing[]): void;
}

const same = (a: Drawing, b: Drawing) => JSON.stringify(a) === JSON.stringify(b);
const close = (a: Place, b: Place) => Math.hypot(a[0] - b[0], a[1] - b[1]) < near;

/** The stroke that the person draws: what it would become, and the handlers of the layer. */
function useStroke({ drawings, change }: DrawingsProps) {
    const layer = useRef<HTMLDivElement>(null),
        from = useRef<Place | null>(null),
        [now, set] = useState<Drawing | null>(null);
    const place = ({ clientX, clientY }: PointerEvent): Place => {
        const { left, top, width, height } = layer.current!.getBoundingClientRect(),
            part = (n: number) => Math.round(1000 * Math.min(Math.max(n, 0), 1));
        return [part((clientX - left) / width), part((clientY - top) / height)];
    };
    const made = (event: PointerEvent): Drawing => {
        const to = place(event);
        return close(from.current!, to) ? { from: from.current! } : { from: from.current!, to };
    };
    const down = (event: PointerEvent) => {
        layer.current!.setPointerCapture(event.pointerId);
        from.current = place(event);
    };
    const move = (event: PointerEvent) => from.current && set(made(event));
    const cancel = () => {
        from.current = null;
        set(null);
    };
    const up = (event: PointerEvent) => {
        if (!from.current) return;
        const drawn = made(event),
            old = drawings.find((one) => !drawn.to && close(one.from, drawn.from));
        cancel();
        change(old ? drawings.filter((one) => !same(one, old)) : [...drawings, drawn]);
    };
    return { layer, now, down, move, up, cancel };
}

/** A layer over the board. A tap draws a ring or removes the drawing that begins there, a stroke
 * draws an arrow. */
export function Drawings(props: DrawingsProps) {
    const { drawings, active } = props,
        { word } = useWords(),
        { layer, now, down, move, up, cancel } = useStroke(props),
        all = now ? [...drawings, now] : drawings;
    return (
        <div
            ref={layer}
            class={`drawings${active ? " active" : ""}`}
            aria-label={active ? word("web.study.draw_here") : undefined}
            onPointerDown={down}
            onPointerMove={move}
            onPointerUp={up}
            onPointerCancel={cancel}
        >
            <svg viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
                <defs>
                    <marker
                        id="arrow-head"
                        viewBox="0 0 10 10"
                        refX="7"
                        refY="5"
                        markerWidth="4"
                        markerHeight="4"
                        orient="auto-start-reverse"
                    >
                        <path d="M0 0L10 5L0 10Z" />
                    </marker>
                </defs>
                {all.map(({ from: [x, y], to }, i) =>
                    to ? (
                        <path
                            key={i}
                            class="arrow"
                            d={`M${x} ${y}L${to[0]} ${to[1]}`}
                            marker-end="url(#arrow-head)"
                            vector-effect="non-scaling-stroke"
                        />
                    ) : null,
                )}
            </svg>
            {all.map(({ from: [x, y], to }, i) =>
                to ? null : (
                    <i key={i} class="ring" style={{ left: `${x / 10}%`, top: `${y / 10}%` }} />
                ),
            )}
        </div>
    );
}
