// The board of Tallinn: every seat's display under its own stretch of the city wall. Cards overlap
// as on a table: each covers the lower half of the previous one. In the hand each half is a button,
// so one tap chooses card and half.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Choice, Drop, Event, Fact, GameBoard, Part } from "../../board";
import { classNames } from "../../classnames";
import { dropsOf } from "../../pieces/drag";
import { Kept, Later } from "../../pieces/kept";
import { Mark, Symbol } from "../../pieces/symbol";
import type { Message } from "../../text";
import { ContestShown, Figure, People, tintClass, who, type Props } from "./pieces";
import { scenes, TallinnScene } from "./scenes";
import { Small } from "./small";
import symbols from "./symbols.svg";
import {
    chronicles,
    classes,
    contests,
    display,
    half,
    personsOf,
    type Class,
    type Face,
    type Half,
    type Tallinn,
    type Tile,
} from "./view";

/** Persons in words, for screen readers. */
function spoken({ word }: Props, face: Face): string {
    if (face.shields) return word("tallinn.board.shields");
    const count = (of: Class) => face.persons.filter((one) => one === of).length;
    const persons = word("tallinn.preview.play", { m: count("m"), k: count("k"), o: count("o") });
    return face.coin ? `${persons}, ${word("tallinn.board.coin")}` : persons;
}

const cardName = ({ word }: Props, card: string) => word(`tallinn.part.card.${card}`);

// ---- a display ----

/** Whether cards of the person's own display are asked for, to become a tower or to be given up. On
 * phones the display then needs the room. */
const wanted = ({ turn }: Props) =>
    turn.legal.find(
        ({ parts: [verb, part] }) =>
            (verb![1] === "tower" || verb![1] === "drop") && part !== undefined,
    )?.parts[0]![1];
const touchable = (props: Props) => wanted(props) !== undefined;

interface TileTouch {
    readonly choice: Choice | undefined;
    readonly parts: readonly Part[];
    readonly tried: string;
}

/** What touching a card of the person's own display means. */
function touchOf(props: Props, seat: number, card: string): TileTouch | null {
    const verb = wanted(props);
    if (verb === undefined || seat !== props.me || card === "S") return null;
    const tried = `${verb} ${card}`;
    return {
        choice: props.turn.legal.find(({ do: action }) => action === tried),
        parts: [
            ["verb", verb],
            ["card", card],
        ],
        tried,
    };
}

function ShownTile({
    props,
    seat,
    tile,
    fresh,
}: {
    readonly props: Props;
    readonly seat: number;
    readonly tile: Tile;
    readonly fresh: boolean;
}) {
    const { card, face } = tile,
        touch = touchOf(props, seat, card),
        on = touch !== null && props.turn.on(...touch.parts);
    const giving = props.view.seats[seat]?.dropping.includes(card) ?? false;
    const tint = card === "S" ? "h-s" : tintClass(face),
        kind = classNames("half", tint, fresh && "fresh", giving && "giving");
    const inside = (
        <>
            <span class="no">{card}</span>
            <People face={face} />
            {(on || giving) && <Tick />}
        </>
    );
    const piece = `${seat}:${card}`;
    if (!touch)
        return (
            <div
                class={kind}
                data-piece={piece}
                data-face="front"
                data-was={`${seat}:back`}
                data-from={`seat-${seat}`}
                data-to={`seat-${seat}`}
            >
                {inside}
            </div>
        );
    const { choice, parts, tried } = touch;
    return (
        <button
            type="button"
            class={`${kind}${choice ? " legal" : ""}${on ? " sel" : ""}`}
            data-piece={piece}
            data-do={choice?.do}
            data-drag={tried}
            tabIndex={choice ? 0 : -1}
            aria-disabled={!choice}
            aria-pressed={on}
            aria-label={`${cardName(props, card)}: ${spoken(props, face)}`}
            onClick={() => props.turn.touch(parts, tried)}
            onFocus={() => choice && props.turn.look(choice)}
            onBlur={() => props.turn.look(null)}
        >
            {inside}
        </button>
    );
}

const Tick = () => (
    <span class="tick">
        <Symbol name="i-check" />
    </span>
);

/** Two rows for up to six cards (eight on narrow screens), otherwise three. */
function columns<T>(
    tiles: readonly T[],
    phone: boolean,
): { readonly rows: number; readonly list: readonly (readonly T[])[] } {
    const rows = tiles.length > (phone ? 8 : 6) ? 3 : 2,
        list: T[][] = [];
    for (let i = 0; i < tiles.length; i += rows) list.push(tiles.slice(i, i + rows));
    return { rows, list };
}

interface Shown {
    readonly tiles: readonly Tile[];
    readonly hidden: boolean; // one more card has been chosen
    readonly fresh: readonly string[]; // the latest cards
}

function shownOf({ view, history, waiting, fresh, me }: Props, seat: number): Shown {
    return {
        tiles: display(view.seats[seat]!, seat, history),
        hidden:
            view.phase === "play" &&
            view.asked.includes(seat) &&
            !waiting.includes(seat) &&
            waiting.length > 0 &&
            seat !== me,
        fresh: fresh.flatMap(({ by, do: action }) =>
            by === seat && seat !== me && action?.startsWith("play ") ? [action.slice(5, -1)] : [],
        ),
    };
}

function Display({ props, seat }: { readonly props: Props; readonly seat: number }) {
    const { tiles, hidden, fresh } = shownOf(props, seat);
    const { rows, list } = columns<Tile | null>(
        hidden ? [...tiles, null] : tiles,
        props.phone && seat === (props.me ?? 0),
    );
    return (
        <div
            class="cols"
            style={{ "--cols": String(Math.max(list.length, 3)), "--rows": String(rows) }}
        >
            {list.map((column, i) => (
                <div key={i} class="col object">
                    {column.map((tile) =>
                        tile ? (
                            <ShownTile
                                key={tile.card}
                                props={props}
                                seat={seat}
                                tile={tile}
                                fresh={fresh.includes(tile.card)}
                            />
                        ) : (
                            <div
                                key="back"
                                class="half back"
                                data-piece={`${seat}:back`}
                                data-face="back"
                                data-from={`seat-${seat}`}
                            >
                                <Symbol
                                    name="tallinn-back"
                                    box="0 0 50 60"
                                    class="back-sym"
                                    slice
                                />
                            </div>
                        ),
                    )}
                    <div class="tuck" />
                </div>
            ))}
        </div>
    );
}

function Totals({ props, seat }: { readonly props: Props; readonly seat: number }) {
    const { say, word } = props,
        of = props.view.seats[seat]!;
    return (
        <ul class="cnt object" aria-label={word("tallinn.board.persons")}>
            {classes.map((code) => (
                <li
                    key={code}
                    class={`h-${code}`}
                    aria-label={say({
                        key: "tallinn.board.count",
                        params: { class: `tallinn.part.class.${code}`, n: personsOf(of, code) },
                    })}
                >
                    <Figure of={code} />
                    <b>{personsOf(of, code)}</b>
                </li>
            ))}
        </ul>
    );
}

function Towers({ props, seat }: { readonly props: Props; readonly seat: number }) {
    const { towers, secret, secret_count: hidden } = props.view.seats[seat]!;
    const unknown = Array.from({ length: hidden - secret.length }, (_, i) => `?${i}`);
    return (
        <div class="tws">
            {[...towers, ...secret, ...unknown].map((card) => {
                const known = !card.startsWith("?");
                return (
                    <div
                        key={card}
                        class={`tw object s${seat}${secret.includes(card) ? " secret" : ""}`}
                        data-piece={known ? `${seat}:${card}` : undefined}
                        data-from={`seat-${seat}`}
                    >
                        <Symbol name="tower" box="0 0 56 96" class="tw-sym" />
                        <span>{known ? card : "?"}</span>
                    </div>
                );
            })}
        </div>
    );
}

function City({
    props,
    seat,
    own,
    children,
}: {
    readonly props: Props;
    readonly seat: number;
    readonly own?: boolean;
    readonly children?: ComponentChildren;
}) {
    return (
        <section
            class={`city s${seat}${own ? " own" : ""}`}
            aria-label={props.word("tallinn.board.display", { name: { text: who(props, seat) } })}
        >
            <div class="ramp" data-drop={own ? "wall" : undefined}>
                <svg class="sky" aria-hidden="true">
                    <rect width="100%" height="74" fill="url(#tallinn-sky)" />
                </svg>
                <svg class="wall object" aria-hidden="true">
                    <rect width="100%" height="44" fill="url(#tallinn-wall)" />
                </svg>
                <div class="ban object">
                    <Mark seat={seat} />
                    <b>{who(props, seat)}</b>
                </div>
                <Towers props={props} seat={seat} />
            </div>
            <div class="court">
                <div class="disp" data-scores={seat} data-drop={own ? "display" : undefined}>
                    <Display props={props} seat={seat} />
                </div>
                <Totals props={props} seat={seat} />
                {children}
            </div>
        </section>
    );
}

// ---- contests and chronicle ----

function Contests({ props }: { readonly props: Props }) {
    const found = contests(props.history);
    if (!found) return null;
    const { round, list } = found;
    const small = list.length > 1 || props.short;
    return (
        <aside class="contest" aria-label={props.word("tallinn.board.contests")}>
            {list.map((contest) => (
                <ContestShown
                    key={contest.seat}
                    props={props}
                    contest={contest}
                    round={round}
                    small={small}
                />
            ))}
        </aside>
    );
}

function Chronicle({ props }: { readonly props: Props }) {
    if (props.view.chronicles.length === 0) return null;
    return (
        <ul class="chron object" aria-label={props.word("tallinn.board.chronicle")}>
            {props.view.chronicles.map((code, i) => {
                const card = chronicles.get(code)!,
                    [once = 0, twice = 0] = i === 0 ? card.I : card.II,
                    give = card.kind === "give up";
                const params = {
                    number: i + 1,
                    class: `tallinn.part.class.${card.class}`,
                    once,
                    twice,
                };
                const text = props.say({
                    key: give ? "tallinn.view.chronicle_give_up" : "tallinn.view.chronicle_own",
                    params,
                });
                return (
                    <li key={code} title={text}>
                        <b class="roman">{i === 0 ? "I" : "II"}</b>
                        <Figure of={card.class as Class} />
                        <span>{props.word(give ? "tallinn.board.give" : "tallinn.board.own")}</span>
                        <b class="num">{`${once} · ${twice}`}</b>
                        <span class="hidden">{text}</span>
                    </li>
                );
            })}
        </ul>
    );
}

// ---- the board ----

/** One display at a time, with everybody's totals above. Used on short phones, on phones with four
 * seats, and while cards of the person's own display are asked for. */
function Focus({ props, own }: { readonly props: Props; readonly own: number }) {
    const [seat, show] = useState(own),
        roomy = touchable(props);
    return (
        <div class={`tl focus${roomy ? " roomy" : ""}`}>
            <Chronicle props={props} />
            <div class="focus-tabs" role="group" aria-label={props.word("tallinn.board.displays")}>
                {props.seats.map((one) => (
                    <button
                        type="button"
                        key={one.seat}
                        class={`ft-tab s${one.seat}`}
                        aria-pressed={one.seat === seat}
                        onClick={() => show(one.seat)}
                    >
                        <span class="ft-name">
                            <Mark seat={one.seat} />
                            <b>{who(props, one.seat)}</b>
                        </span>
                        <Totals props={props} seat={one.seat} />
                    </button>
                ))}
            </div>
            <City props={props} seat={seat} own />
            {!roomy && <Contests props={props} />}
        </div>
    );
}

/** Everything that a seat's city shows. */
function cityBy(props: Props, seat: number): readonly unknown[] {
    const { towers, secret, secret_count: hidden, persons, dropping } = props.view.seats[seat]!;
    return [
        shownOf(props, seat),
        towers,
        secret,
        hidden,
        persons,
        dropping,
        props.seats[seat],
        props.word,
        props.phone,
        seat === props.me && touchable(props) && props.turn,
    ];
}

function Cities(props: Props) {
    const { view, history, seats, word, phone } = props,
        own = props.me ?? 0,
        others = seats.filter(({ seat }) => seat !== own);
    if (props.short || (phone && (others.length > 2 || touchable(props))))
        return <Focus key={`${own} ${touchable(props)}`} props={props} own={own} />;
    const beside = [view.chronicles, contests(history), seats, word];
    return (
        <div class={`tl others-${others.length}`}>
            {others.map(({ seat }) => (
                <Later
                    key={seat}
                    by={cityBy(props, seat)}
                    draw={() => <City props={props} seat={seat} />}
                />
            ))}
            <Later
                by={[cityBy(props, own), beside]}
                draw={() => (
                    <City props={props} seat={own} own>
                        <Kept
                            by={beside}
                            draw={() => (
                                <div class="beside">
                                    <Chronicle props={props} />
                                    <Contests props={props} />
                                </div>
                            )}
                        />
                    </City>
                )}
            />
        </div>
    );
}

const Board = (props: Props) => (
    <>
        <Cities {...props} />
        <TallinnScene props={props} />
    </>
);

// ---- the hand ----

interface HandTouch {
    readonly parts: readonly Part[];
    readonly tried: string;
}

/** What touching a card of the hand means while whole cards are asked for; null while halves
 * are. */
function wholeCard({ view, turn }: Props, card: string): HandTouch | null {
    if (view.phase === "exchange")
        return {
            parts: [
                ["verb", "exchange"],
                ["card", card],
            ],
            tried: `exchange ${card}`,
        };
    if (view.phase === "tower" && turn.legal.length > 0)
        return {
            parts: [
                ["verb", "tower hand"],
                ["card", card],
            ],
            tried: `tower hand ${card}`,
        };
    return null;
}

function HandHalf({
    props,
    card,
    which,
}: {
    readonly props: Props;
    readonly card: string;
    readonly which: Half;
}) {
    const { turn } = props,
        face = half(card, which),
        parts: readonly Part[] = [
            ["verb", "play"],
            ["card", card],
            ["half", which],
        ];
    const choice = turn.legal.find(({ do: action }) => action === `play ${card}${which}`);
    const answered = props.view.seats[props.me!]?.answer ?? "",
        chosen = turn.chosen?.do ?? answered;
    const on = chosen === `play ${card}${which}`,
        other =
            chosen.startsWith(`play ${card}`) &&
            !on &&
            /[ab]$/.test(chosen) &&
            chosen.slice(5, -1) === card;
    const halfName = props.word(`tallinn.part.half.${which}`);
    return (
        <button
            type="button"
            class={classNames("half", tintClass(face), on && "sel", other && "off")}
            data-do={choice?.do}
            data-drag={`play ${card}${which}`}
            aria-pressed={on}
            aria-disabled={!choice}
            aria-label={`${cardName(props, card)}, ${halfName}: ${spoken(props, face)}`}
            onClick={() => turn.touch(parts, `play ${card}${which}`)}
            onFocus={() => choice && turn.look(choice)}
            onBlur={() => turn.look(null)}
            onPointerEnter={() => choice && turn.look(choice)}
            onPointerLeave={() => turn.look(null)}
        >
            <People face={face} />
            {on && <Tick />}
        </button>
    );
}

function HandCard({ props, card }: { readonly props: Props; readonly card: string }) {
    const { turn, me } = props,
        whole = wholeCard(props, card);
    const choice = whole && turn.legal.find(({ do: action }) => action === whole.tried),
        on = whole !== null && turn.on(...whole.parts);
    const answer = props.view.seats[me!]?.answer ?? "",
        lifted = on || (turn.chosen?.do ?? answer).slice(0, -1) === `play ${card}`;
    const put =
        props.view.phase === "exchange" && (props.view.seats[me!]?.under.includes(card) ?? false);
    const legal =
        choice ??
        turn.legal.some(
            ({ do: action }) => action.startsWith("play ") && action.slice(5, -1) === card,
        );
    const kind = `hc object${lifted ? " on" : ""}${legal ? " legal" : ""}${put ? " put" : ""}`;
    const number = <span class="hn">{card}</span>;
    if (!whole)
        return (
            <div class={kind} data-card data-piece={`${me}:${card}`} data-from={`seat-${me}`}>
                <HandHalf props={props} card={card} which="a" />
                <HandHalf props={props} card={card} which="b" />
                {number}
            </div>
        );
    return (
        <button
            type="button"
            class={`${kind} whole`}
            data-piece={`${me}:${card}`}
            data-do={choice?.do}
            data-drag={whole.tried}
            aria-pressed={on}
            aria-disabled={!choice}
            aria-label={cardName(props, card)}
            onClick={() => turn.touch(whole.parts, whole.tried)}
            onFocus={() => choice && turn.look(choice)}
            onBlur={() => turn.look(null)}
        >
            {(["a", "b"] as const).map((which) => (
                <span key={which} class={`half ${tintClass(half(card, which))}`}>
                    <People face={half(card, which)} />
                </span>
            ))}
            {number}
            {on && <Tick />}
        </button>
    );
}

function Hand(props: Props) {
    const cards = props.me === null ? [] : (props.view.seats[props.me]?.hand ?? []);
    if (cards.length === 0) return null;
    const sorted = [...cards].sort(
        (a, b) => Number(a.replace("L", "99")) - Number(b.replace("L", "99")),
    );
    return (
        <div class="hand" role="group" aria-label={props.word("tallinn.board.hand")}>
            {sorted.map((card) => (
                <HandCard key={card} props={props} card={card} />
            ))}
        </div>
    );
}

// ---- for the frame ----

/** Where the cards of an action are dropped: by its verb. */
const placesOf: Readonly<Record<string, string>> = {
    play: "display",
    tower: "wall",
    "tower hand": "wall",
};

/** Half a card is dropped on the person's own display, a tower on the wall, and a card to exchange
 * or to give up on the person's own seat. A thing is the action that it would complete. */
const drops = (action: string, { turn, me }: Props): readonly Drop[] =>
    dropsOf(turn, (choice) =>
        choice.do === action ? (placesOf[choice.parts[0]![1]] ?? `seat-${me}`) : null,
    );

const handVerbs = ["play", "exchange", "tower", "tower hand", "drop"];

function facts(props: Props, seat: number): readonly Fact[] {
    const { word } = props,
        of = props.view.seats[seat]!,
        pile = of.pile_count + (props.view.phase === "exchange" ? 0 : of.under_count);
    const towers = of.towers.length + of.secret_count;
    return [
        {
            symbol: "i-hand",
            box: "0 0 24 24",
            count: of.hand_count,
            label: word("tallinn.board.in_hand"),
            unit: word("tallinn.board.hand_unit"),
        },
        {
            symbol: "tallinn-back",
            box: "0 0 50 60",
            count: pile,
            label: word("tallinn.board.in_pile"),
            unit: word("tallinn.board.pile_unit"),
        },
        {
            symbol: "tower",
            box: "0 0 56 96",
            count: towers,
            label: word("tallinn.board.towers"),
            unit: word("tallinn.board.tower_unit", { n: towers }),
        },
    ];
}

function button(choice: Choice, { say, word }: Props) {
    const [verb, part] = choice.parts,
        of = part?.[1];
    if ((verb?.[1] !== "contest" && verb?.[1] !== "legate") || of === undefined || of === "none")
        return null;
    return (
        <>
            <span class="object">
                <Figure of={of as Class} />
            </span>
            <span>
                <b>{word(`tallinn.part.class.${of}`)}</b>
                {choice.preview && <small>{say(choice.preview)}</small>}
            </span>
        </>
    );
}

const finals = ["final", "towers", "legate"].map((event) => `tallinn.event.${event}`);

/** A round's last step begins the next round, but its events belong to the round before. */
function heading({ key }: Event, before: Tallinn | null): Message | null {
    if (finals.includes(key)) return { key: "tallinn.board.final", params: {} };
    return before && before.round > 0 ? roundOf(before) : null;
}

const roundOf = ({ round }: Tallinn): Message => ({
    key: "tallinn.view.round",
    params: { round },
});

export const board: GameBoard<Tallinn> = {
    Board,
    Small,
    Hand,
    facts,
    button,
    drops,
    symbols,
    chapter: roundOf,
    heading,
    scenes,
    offers: ({ parts: [verb] }) => handVerbs.includes(verb![1]),
};
