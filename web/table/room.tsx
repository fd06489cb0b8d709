// Where a board lies, and its keys. What is legal is a tab stop of its own. Everything else that
// can be tried, and then says why not, would be dozens of them: it is reached from the board, which
// is one, and from anything on it, by the arrow keys.
import type { ComponentChildren } from "preact";
import { useWords } from "../words";

const things = "button:not(:disabled), [role=button]";
const ways: Readonly<Record<string, readonly [x: number, y: number]>> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
};

/** What lies nearest in that direction; whatever lies aside is farther than it is. */
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

/** Arrow keys go from thing to thing, and what is only called a button is pressed like one. */
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
