// The area of the board and its keys. Every legal thing is a tab stop. Things that can only be
// tried would add dozens of stops, so the arrow keys reach them from the board or from anything on
// it.
import type { ComponentChildren } from "preact";
import { useWords } from "../words";

const things = "button:not(:disabled), [role=button]";
const ways: Readonly<Record<string, readonly [x: number, y: number]>> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
};

/** The nearest thing in that direction; distance sideways counts more. */
function toward(
    from: Element,
    all: readonly Element[],
    [dx, dy]: readonly [number, number],
): Element | undefined {
    const middle = (one: Element) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return [x + width / 2, y + height / 2] as const;
    };
    const [fx, fy] = middle(from);
    let best: Element | undefined,
        least = Infinity;
    for (const one of all) {
        const [x, y] = middle(one),
            along = (x - fx) * dx + (y - fy) * dy,
            aside = Math.abs((x - fx) * dy) + Math.abs((y - fy) * dx),
            far = Math.hypot(along, aside) + aside;
        if (along > 1 && far < least) [best, least] = [one, far];
    }
    return best;
}

/** Arrow keys move from thing to thing; Enter and Space click elements that only have the role of a
 * button. */
function walk(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
    const { key, currentTarget: board } = event,
        at = event.target as Element,
        way = ways[key];
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if ((key === "Enter" || key === " ") && at.matches("[role=button]")) {
        event.preventDefault();
        at.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    }
    if (!way) return;
    const all = [...board.querySelectorAll<HTMLElement | SVGElement>(things)].filter((one) =>
        one.checkVisibility({ visibilityProperty: true }),
    );
    const next = at === board ? all[0] : toward(at, all, way);
    if (!next) return;
    event.preventDefault();
    (next as HTMLElement).focus();
}

export function Room({ children }: { readonly children: ComponentChildren }) {
    const { word } = useWords();
    return (
        <main
            class="board"
            aria-label={word("web.table.board")}
            aria-describedby="board-keys"
            tabIndex={0}
            onKeyDown={walk}
        >
            <p id="board-keys" class="keys">
                {word("web.table.keys")}
            </p>
            {children}
        </main>
    );
}
