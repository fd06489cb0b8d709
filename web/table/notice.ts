// It is somebody's turn: the title says so, an installed page wears a badge, and the icon a mark
// while the page is out of sight.
import { useEffect } from "preact/hooks";
import { useWords } from "../words";

const lasting = 250; // ms: whoever looks at the table sees it there

/** A browser takes long over an icon: not while somebody looks at the table. */
function mark(turn: boolean): void {
    const icon = document.querySelector('link[rel="icon"]'),
        href = turn && document.hidden ? "/icon-turn.svg" : "/icon.svg";
    if (icon?.getAttribute("href") !== href) icon?.setAttribute("href", href);
}

/** A browser may refuse a badge, or not know one. */
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
        const timers = tell.map((one) => setTimeout(one, lasting)); // each in a task of its own
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
