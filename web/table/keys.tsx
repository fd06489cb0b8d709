// The keys of a table: a link that skips to the first choice, number keys for the cards in hand,
// and a help sheet on "?".
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../pieces/dialog";
import { useWords } from "../words";

type Root = { readonly current: HTMLElement | null };

const controls = "button:not(:disabled), [role=button]";

const visible = (one: Element) => one.checkVisibility({ visibilityProperty: true });

const allIn = (root: HTMLElement, selector: string) =>
    [...root.querySelectorAll<HTMLElement>(selector)].filter(visible);

/** The first thing to choose: on the board, in the hand or in the dock. On some boards an action
 * takes several touches; there it is the first thing that can be touched. */
function firstChoice(root: HTMLElement): HTMLElement | undefined {
    return (
        allIn(root, ".board [data-do], .hand-room [data-do], .dock [data-do]")[0] ??
        allIn(root, ".board, .hand-room, .dock").flatMap((one) =>
            allIn(one, `:is(${controls}).legal, ${controls}`),
        )[0]
    );
}

/** The controls of each card in hand, from left to right. A card may consist of several. */
function cardsIn(root: HTMLElement): readonly (readonly HTMLElement[])[] {
    const cards = new Map<Element, HTMLElement[]>();
    for (const one of allIn(root, `.hand-room :is(${controls})`)) {
        const card = one.closest("[data-card]") ?? one;
        cards.set(card, [...(cards.get(card) ?? []), one]);
    }
    return [...cards.values()];
}

/** Focuses the card with this number, which shows what it would do; the same number again goes to
 * its next part. Enter then chooses it. */
function focusCard(root: HTMLElement, number: number): boolean {
    const card = cardsIn(root)[number - 1];
    if (!card) return false;
    const at = card.indexOf(document.activeElement as HTMLElement);
    card[(at + 1) % card.length]!.focus();
    return true;
}

/** Listens for "?" and for number keys, unless somebody is writing. Returns whether the help is
 * open. */
export function useTableKeys(root: Root): readonly [boolean, (open: boolean) => void] {
    const [open, setOpen] = useState(false);
    useEffect(() => {
        const press = (event: KeyboardEvent) => {
            const at = event.target as Element,
                { key } = event;
            if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
            if (at.closest("input, textarea, select, dialog, .curtain")) return;
            if (key === "?") setOpen(true);
            else if (!/^[1-9]$/.test(key) || !focusCard(root.current!, Number(key))) return;
            event.preventDefault();
        };
        document.addEventListener("keydown", press);
        return () => document.removeEventListener("keydown", press);
    }, []);
    return [open, setOpen];
}

/** The first stop of a table. It is visible only while it has the focus. */
export function SkipToChoice({ root }: { readonly root: Root }) {
    const { word } = useWords();
    return (
        <button type="button" class="skip btn" onClick={() => firstChoice(root.current!)?.focus()}>
            {word("web.keys.skip")}
        </button>
    );
}

const keys: readonly (readonly [key: string, how: string])[] = [
    ["web.keys.tab", "web.keys.tab_how"],
    ["web.keys.arrows", "web.keys.arrows_how"],
    ["web.keys.enter", "web.keys.enter_how"],
    ["web.keys.escape", "web.keys.escape_how"],
    ["web.keys.digits", "web.keys.digits_how"],
    ["web.keys.log", "web.keys.log_how"],
    ["web.keys.replay", "web.keys.replay_how"],
    ["web.keys.help", "web.keys.help_how"],
];

export function KeyHelp({ close }: { close(): void }) {
    const { word } = useWords();
    return (
        <Dialog title={word("web.keys.title")} class="key-help" close={close}>
            <dl>
                {keys.map(([key, how]) => (
                    <div key={key}>
                        <dt>{word(key)}</dt>
                        <dd>{word(how)}</dd>
                    </div>
                ))}
            </dl>
        </Dialog>
    );
}
