// Shared by the pages that are not tables: the frame, and the message that the server is
// unreachable.
import type { ComponentChildren } from "preact";
import { Icon } from "../pieces/symbol";
import type { Message } from "../text";
import { useWords } from "../words";
import { Foot, Header, ThemeTool } from "./header";
import { useTitle } from "./title";

interface SheetProps {
    readonly here: string; // the page's address, or its beginning
    readonly title: string;
    readonly children: ComponentChildren;
}

export function Sheet({ here, title, children }: SheetProps) {
    useTitle(`${title} · Tafelrunde`);
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

/** Says why there is no answer, or no newer one. */
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
