// A thing on the generic board: a card with a figure, or with an illuminated initial and its name.
import type { BoardProps, Part, Turn } from "../board";
import { classNames } from "../classnames";
import { Symbol } from "../pieces/symbol";
import { tries } from "../pieces/tries";
import { triedWith } from "./choices";
import type { Item } from "./lines";

/** The number that the component tables give a thing, by type and code. */
export type Figures = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** What a card shows: a figure, or the initial of its name; and its name where that says more. */
export interface Face {
    readonly figure: string | null;
    readonly caption: string;
    readonly full: boolean; // the caption is the whole name; otherwise the figure is part of it
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The name without its code as a word: "Karte 7" without "7" is "Karte". Null if the code is not
 * part of the name. */
function withoutCode(name: string, code: string): string | null {
    const found = new RegExp(`(^|[\\s-])${escaped(code)}(?=$|[\\s,])`, "u").exec(name);
    return (
        found && `${name.slice(0, found.index)} ${name.slice(found.index + found[0].length)}`.trim()
    );
}

export function faceOf(
    { part: [type, code], name }: Pick<Item, "part" | "name">,
    figures: Figures,
): Face {
    const value = figures[type]?.[code],
        rest = withoutCode(name, code);
    if (rest !== null) return { figure: code, caption: rest, full: false };
    return { figure: value === undefined ? null : String(value), caption: name, full: true };
}

/** Whether the captions of a row differ. If all are "Karte", the figures are enough. */
export const captionsMatter = (faces: readonly Face[]) =>
    new Set(faces.map(({ caption }) => caption)).size > 1;

const tints = 4;

/** Things of one type have one colour. */
const tintOf = (type: string) =>
    [...type].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7) % tints;

/** The initial is drawn by the style sheet, because it is not part of the name. */
function Inside({ item, face, captioned }: Pick<ThingProps, "item" | "face" | "captioned">) {
    const { figure, caption, full } = face;
    return (
        <>
            {figure === null ? (
                <i class="g-initial" data-letter={[...caption][0]?.toUpperCase()} />
            ) : (
                <b class="g-figure">{figure}</b>
            )}
            {(captioned || full) && <span class="g-name">{` ${caption}`}</span>}
            {item.count !== 1 && <span class="g-times">{` ×${item.count}`}</span>}
        </>
    );
}

interface ThingProps {
    readonly props: BoardProps;
    readonly item: Item;
    readonly face: Face;
    readonly captioned: boolean;
    readonly piece?: string | undefined; // identifies it for motion
    readonly from?: string | undefined; // the anchor that it comes from
    readonly touchable: boolean; // it stands for its part of an action
    readonly own?: boolean; // the person may try it although it is not legal
    readonly parts?: readonly Part[]; // what touching it means; default: its own part
}

const kindOf = ({ item, face }: ThingProps, state: string | false) =>
    classNames(
        "g-card object",
        `g-tint-${tintOf(item.part[0])}`,
        item.part[1] === "?" ? "back" : face.figure === null && "named",
        state,
    );

/** What can be seen on the card, or its whole name if only the figure is. */
function labelOf({ item, face: { figure, caption, full }, captioned }: ThingProps): string {
    const name = captioned || full ? `${figure ?? ""} ${caption}`.trim() : item.name;
    return item.count === 1 ? name : `${name} ×${item.count}`;
}

function Legal(thing: ThingProps & { readonly turn: Turn }) {
    const { item, turn, parts = [item.part] } = thing,
        choice = turn.only(...parts),
        on = turn.on(...parts);
    return (
        <button
            type="button"
            class={`${kindOf(thing, on ? "on" : "legal")}`}
            data-piece={thing.piece}
            data-from={thing.from}
            data-do={choice?.do}
            aria-pressed={on}
            aria-label={labelOf(thing)}
            onClick={() => turn.touch(parts)}
            onFocus={() => choice && turn.look(choice)}
            onBlur={() => turn.look(null)}
            onPointerEnter={() => choice && turn.look(choice)}
            onPointerLeave={() => turn.look(null)}
        >
            <Inside {...thing} />
            {on && (
                <span class="g-tick">
                    <Symbol name="i-check" />
                </span>
            )}
        </button>
    );
}

export function Thing(thing: ThingProps) {
    const { props, item, touchable, own = false, parts = [item.part] } = thing,
        { turn } = props;
    if (touchable && turn.can(...parts)) return <Legal {...thing} turn={turn} />;
    const tried = touchable && own ? triedWith(turn, item.part) : undefined,
        attempt =
            tried === undefined ? { role: "img" as const } : tries(() => turn.touch(parts, tried));
    return (
        <div
            class={kindOf(thing, false)}
            data-piece={thing.piece}
            data-from={thing.from}
            aria-label={labelOf(thing)}
            title={item.name}
            {...attempt}
        >
            <Inside {...thing} />
        </div>
    );
}
