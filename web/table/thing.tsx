// What a thing on the board is: holding it, right-clicking it or tapping it in vain opens a sheet.
// Things are marked by `data-about`; the game's board knows what they are.
import { useEffect, useState } from "preact/hooks";
import type { BoardProps, GameBoard, Thing } from "../board";
import type { Client } from "../client/client";
import { Dialog } from "../pieces/dialog";
import { useWords } from "../words";

const holdFor = 450, // ms
    holdWithin = 10; // screen pixels; more movement is a drag

const aboutOf = (target: EventTarget | null) =>
    (target as Element | null)?.closest("[data-about]") ?? null;

/** A tap on a thing that does nothing else: it is no control, or one that nothing can be done
 * with. */
const isIdle = (thing: Element) =>
    !thing.matches("button") || thing.getAttribute("aria-disabled") === "true";

/** Calls `open` with the `data-about` that is held, right-clicked, or (with `taps`) tapped in
 * vain. */
export function useHold(
    root: { readonly current: Element | null },
    taps: boolean,
    open: (about: string) => void,
) {
    useEffect(() => {
        const table = root.current!;
        let timer = 0,
            from = { x: 0, y: 0 },
            held = false;
        const show = (thing: Element) => {
            held = true;
            open(thing.getAttribute("data-about")!);
        };
        const down = (event: PointerEvent) => {
            const thing = aboutOf(event.target);
            held = false;
            clearTimeout(timer);
            if (!thing || event.pointerType === "mouse") return;
            from = { x: event.clientX, y: event.clientY };
            timer = window.setTimeout(() => show(thing), holdFor);
        };
        const move = ({ clientX: x, clientY: y }: PointerEvent) =>
            Math.hypot(x - from.x, y - from.y) > holdWithin && clearTimeout(timer);
        const up = () => clearTimeout(timer);
        const menu = (event: MouseEvent) => {
            const thing = aboutOf(event.target);
            if (!thing) return;
            event.preventDefault();
            clearTimeout(timer);
            if (!held) show(thing);
        };
        const click = (event: MouseEvent) => {
            const thing = aboutOf(event.target);
            if (held || (thing && event.detail > 0 && taps && isIdle(thing))) {
                event.stopPropagation();
                if (!held && thing) show(thing);
                held = false;
            }
        };
        const listeners = {
            pointerdown: down,
            pointermove: move,
            pointerup: up,
            pointercancel: up,
            contextmenu: menu,
            click,
        };
        for (const [type, listener] of Object.entries(listeners))
            table.addEventListener(type, listener as EventListener, true);
        return () => {
            clearTimeout(timer);
            for (const [type, listener] of Object.entries(listeners))
                table.removeEventListener(type, listener as EventListener, true);
        };
    }, [taps, open]);
}

interface SheetProps {
    readonly thing: Thing;
    readonly client: Client;
    readonly props: BoardProps;
    close(): void;
}

/** Whether the thing can be used now, or why not. */
function useStand({ thing: { use }, client, props: { me, turn, say } }: SheetProps): string {
    const { word } = useWords(),
        [reason, explain] = useState("");
    const asked = turn.legal.length > 0;
    useEffect(() => {
        if (!use || use.legal || !asked || me === null) return;
        // If the request is refused, the question is closed meanwhile.
        client.why(me, use.tried).then(
            (why) => explain(why ? say(why) : ""),
            () => {},
        );
    }, []);
    if (!use) return "";
    if (use.legal) return word("web.thing.now");
    return asked ? reason : word("web.thing.not_asked");
}

export function ThingSheet(sheet: SheetProps) {
    const { title, lines } = sheet.thing,
        stand = useStand(sheet);
    return (
        <Dialog title={title} class="thing" close={sheet.close}>
            {lines.map((line) => (
                <p key={line}>{line}</p>
            ))}
            <p class="thing-stand" aria-live="polite">
                {stand}
            </p>
        </Dialog>
    );
}

export const thingOf = (board: GameBoard | null, about: string | null, props: BoardProps) =>
    about === null ? null : (board?.about?.(about, props) ?? null);
