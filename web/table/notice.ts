// It is somebody's turn: the title says so, the icon wears a mark, and an installed page a badge.
import { useEffect } from "preact/hooks";
import { useWords } from "../words";

const lasting = 250; // ms: whoever looks at the table sees it there, and a browser takes long over an icon

const icon = () => document.querySelector<HTMLLinkElement>('link[rel="icon"]');

/** A browser may refuse a badge, or not know one. */
function badge(on: boolean): void {
    if (!("setAppBadge" in navigator)) return;
    void (on ? navigator.setAppBadge() : navigator.clearAppBadge()).catch(() => {});
}

export function useTurnNotice(title: string, turn: boolean): void {
    const { word } = useWords();
    useEffect(() => {
        const tell = [
            () => icon()?.setAttribute("href", turn ? "/icon-turn.svg" : "/icon.svg"),
            () => badge(turn),
            () => void (document.title = turn ? word("web.title.turn", { title: { text: title } }) : `${title} · Tafelrunde`),
        ];
        const timers = tell.map((one) => setTimeout(one, lasting)); // each in a task of its own
        return () => timers.forEach(clearTimeout);
    }, [title, turn, word]);
    useEffect(() => () => {
        document.title = "Tafelrunde";
        icon()?.setAttribute("href", "/icon.svg");
        badge(false);
    }, []);
}
