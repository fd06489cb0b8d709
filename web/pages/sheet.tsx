// What the pages that are no tables share: their frame, and how they say that the server is not
// there.
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Icon } from "../pieces/symbol";
import type { Message } from "../text";
import { useWords } from "../words";
import { Foot, Header, ThemeTool } from "./header";

interface SheetProps {
    readonly here: string; // its address, or how that begins
    readonly title: string;
    readonly children: ComponentChildren;
}

export function Sheet({ here, title, children }: SheetProps) {
    useEffect(() => {
        document.title = `${title} · Tafelrunde`;
        return () => {
            document.title = "Tafelrunde";
        };
    }, [title]);
    return (
        <div class="page">
            <Header here={here}>
                <ThemeTool />
            </Header>
            <main class="wide">
                {children}
                <Foot />
            </main>
        </div>
    );
}

/** Why there is nothing, or nothing newer. */
export function Away({
    wrong,
    more = "",
}: {
    readonly wrong: Message | null;
    readonly more?: string;
}) {
    const words = useWords();
    return (
        wrong && (
            <p class="offline panel" role="status">
                <Icon name="link" />
                {words.say(wrong)}
                {more && ` ${more}`}
            </p>
        )
    );
}
