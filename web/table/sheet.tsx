// What a person is told beside the game: the guide, a hint, the verdict on a practice position.
// Beside a wide board it is in the column of the log; otherwise it is a sheet over the board's
// lower edge, which can be pulled down. Either way the board keeps its size.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { classNames } from "../classnames";
import { Icon } from "../pieces/symbol";
import { useMedia } from "../store/watch";
import { useWords } from "../words";

const pulled = 40; // px by which a sheet must be pulled to go down

interface SheetProps {
    readonly title: string; // its name, and the text of the button that brings it back
    readonly class?: string;
    readonly tip?: string; // identifies a tip of the guide
    readonly icon: string;
    readonly does?: ComponentChildren; // its buttons
    readonly children: ComponentChildren;
}

/** The place of everything that a person is told. */
export const Told = ({ children }: { readonly children: ComponentChildren }) => (
    <div class="told">{children}</div>
);

/** A sheet over the board goes down as soon as the person touches the board. */
function useDown(over: boolean) {
    const [down, setDown] = useState(false);
    useEffect(() => {
        const board = over && !down ? document.querySelector("main.board") : null,
            away = () => setDown(true);
        board?.addEventListener("pointerdown", away);
        return () => board?.removeEventListener("pointerdown", away);
    }, [over, down]);
    return [down, setDown] as const;
}

export function Sheet({ title, class: kind, tip, icon, does, children }: SheetProps) {
    const { word } = useWords(),
        over = useMedia("(max-width: 62.5em)"),
        [down, setDown] = useDown(over),
        self = useRef<HTMLElement>(null);
    if (down)
        return (
            <button type="button" class="sheet-up" onClick={() => setDown(false)}>
                <Icon name={icon} />
                {title}
            </button>
        );
    return (
        <aside ref={self} class={classNames("sheet panel", kind)} aria-label={title} data-tip={tip}>
            {over && <Grip sheet={self} lower={() => setDown(true)} />}
            {children}
            <div class="sheet-do">
                {does}
                <button
                    type="button"
                    class="tool"
                    aria-label={word("web.sheet.down")}
                    onClick={() => setDown(true)}
                >
                    <Icon name="close" />
                </button>
            </div>
        </aside>
    );
}

interface GripProps {
    readonly sheet: { readonly current: HTMLElement | null };
    lower(): void;
}

/** The upper edge of a sheet, by which it is pulled down. */
function Grip({ sheet, lower }: GripProps) {
    const from = useRef<number | null>(null);
    const place = (by: number) => {
        if (sheet.current) sheet.current.style.translate = by > 0 ? `0 ${by}px` : "";
    };
    const release = (by: number) => {
        from.current = null;
        place(0);
        if (by > pulled) lower();
    };
    return (
        <div
            class="grip"
            aria-hidden="true"
            onPointerDown={(event) => {
                from.current = event.clientY;
                event.currentTarget.setPointerCapture(event.pointerId);
            }}
            onPointerMove={({ clientY }) => from.current !== null && place(clientY - from.current)}
            onPointerUp={({ clientY }) => from.current !== null && release(clientY - from.current)}
            onPointerCancel={() => release(0)}
        />
    );
}
