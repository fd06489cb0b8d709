// Drawn symbols. The page contains the sprite once; every use refers to it.
import { Component } from "preact";
import sprite from "../symbols.svg";
import { pictures } from "../offer";

/** Adds symbols to the page's sprite: the common ones at the start, a game's own when its board is
 * loaded. */
export function addSymbols(symbols: string): void {
    const holder = document.createElement("div");
    holder.className = "sprite";
    holder.setAttribute("aria-hidden", "true");
    holder.innerHTML = symbols.startsWith("<svg")
        ? symbols
        : `<svg xmlns="http://www.w3.org/2000/svg">${symbols}</svg>`;
    document.body.append(holder);
}

export function addCommonSymbols(): void {
    addSymbols(sprite);
    addSymbols(pictures());
}

interface SymbolProps {
    readonly name: string;
    readonly box?: string;
    readonly class?: string;
    readonly slice?: boolean; // fill the box and crop the rest
}

/** A class, because a board has hundreds: unchanged ones are passed over. */
export class Symbol extends Component<SymbolProps> {
    override shouldComponentUpdate(next: SymbolProps): boolean {
        const { name, box, class: kind, slice } = this.props;
        return (
            name !== next.name || box !== next.box || kind !== next.class || slice !== next.slice
        );
    }
    override render({ name, box = "0 0 24 24", class: kind = "i", slice = false }: SymbolProps) {
        return (
            <svg
                class={kind}
                viewBox={box}
                aria-hidden="true"
                focusable="false"
                preserveAspectRatio={slice ? "xMidYMid slice" : "xMidYMid meet"}
            >
                <use href={`#${name}`} />
            </svg>
        );
    }
}

export const Icon = ({ name }: { readonly name: string }) => <Symbol name={`i-${name}`} />;

/** The number of new items. */
export const Count = ({ n }: { readonly n: number }) => <b class="count">{n}</b>;

/** A seat's mark: a shape and a colour, for both themes. */
export const Mark = ({ seat }: { readonly seat: number }) => (
    <Symbol name={`mark-${seat}`} class={`mk s${seat}`} />
);

export const Picture = ({
    game,
    class: kind,
}: {
    readonly game: string;
    readonly class: string;
}) => <Symbol name={`picture-${game}`} box="0 0 320 170" class={kind} slice />;
