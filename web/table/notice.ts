// It is somebody's turn: the title says so, the icon wears a mark, and an installed page a badge.
import { useEffect } from "preact/hooks";
import { useWords } from "../words";

const icon = () => document.querySelector<HTMLLinkElement>('link[rel="icon"]');

/** A browser may refuse a badge, or not know one. */
function badge(on: boolean): void {
    if (!("setAppBadge" in navigator)) return;
    void (on ? navigator.setAppBadge() : navigator.clearAppBadge()).catch(() => {});
}

export function useTurnNotice(title: string, turn: boolean): void {
    const { word } = useWords();
    useEffect(() => {
        document.title = turn ? word("web.title.turn", { title: { text: title } }) : `${title} · Tafelrunde`;
        icon()?.setAttribute("href", turn ? "/icon-turn.svg" : "/icon.svg");
        badge(turn);
    }, [title, turn, word]);
    useEffect(() => () => {
        document.title = "Tafelrunde";
        icon()?.setAttribute("href", "/icon.svg");
        badge(false);
    }, []);
}
