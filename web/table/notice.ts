// Announces a turn: in the title, as a badge of an installed page, and as a mark on the icon while
// the page is not visible.
import { useEffect } from "preact/hooks";
import { useWords } from "../words";

const lasting = 250; // ms: the table itself shows turns that pass more quickly

/** Changing the icon takes the browser long, so it waits until the page is not visible. */
function mark(turn: boolean): void {
    const icon = document.querySelector('link[rel="icon"]'),
        href = turn && document.hidden ? "/icon-turn.svg" : "/icon.svg";
    if (icon?.getAttribute("href") !== href) icon?.setAttribute("href", href);
}

/** A browser may refuse a badge or not support it. */
function badge(on: boolean): void {
    if (!("setAppBadge" in navigator)) return;
    void (on ? navigator.setAppBadge() : navigator.clearAppBadge()).catch(() => {});
}

export function useTurnNotice(title: string, turn: boolean): void {
    const { word } = useWords();
    useEffect(() => {
        const marked = () => mark(turn),
            tell = [
                marked,
                () => badge(turn),
                () =>
                    void (document.title = turn
                        ? word("web.title.turn", { title: { text: title } })
                        : `${title} · Tafelrunde`),
            ];
        const timers = tell.map((one) => setTimeout(one, lasting)); // each as a task of its own
        document.addEventListener("visibilitychange", marked);
        return () => {
            timers.forEach(clearTimeout);
            document.removeEventListener("visibilitychange", marked);
        };
    }, [title, turn, word]);
    useEffect(
        () => () => {
            document.title = "Tafelrunde";
            mark(false);
            badge(false);
        },
        [],
    );
}
