// A seat's building site: the building that gains colour part by part, its sections, camp, supply,
// seals and "1 ×" cards.
import type { ComponentChildren } from "preact";
import type { Choice, Part } from "../../board";
import { classNames } from "../../classnames";
import { Later } from "../../pieces/kept";
import { Mark, Symbol } from "../../pieces/symbol";
import { tries } from "../../pieces/tries";
import { buildings, crane, materialArt, scaffold, type Part as Drawn } from "./drawing";
import { Seal, Touch } from "./pieces";
import { cards, kinds, markerIn, markersAt, pieces, sections, worked, type Where } from "./view";
import { cardName, cardText, type Props } from "./words";

const order = Object.keys(materialArt);
const builtBy = ({ view }: Props, seat: number) =>
    view.seats[seat]!.built.reduce((sum, set) => sum + set.length, 0);

// ---- the picture ----

const ink = "#2b2118",
    pale = "#8d7b60";

const Strokes = ({
    part: { strokes },
    coloured,
}: {
    readonly part: Drawn;
    readonly coloured: boolean;
}) => (
    <>
        {strokes.map(({ d, fill, width }, i) =>
            coloured ? (
                <path key={i} d={d} fill={fill ?? "none"} stroke={ink} stroke-width={width} />
            ) : (
                <path
                    key={i}
                    d={d}
                    class={fill ? "under" : undefined}
                    fill={fill ? undefined : "none"}
                    stroke={pale}
                    stroke-width={width * 0.55}
                />
            ),
        )}
    </>
);

/** The whole building as a pale drawing. Finished parts have their colours, and a scaffold stands
 * where work goes on. */
export function Picture({ props, seat }: { readonly props: Props; readonly seat: number }) {
    const latest = props.history.at(-1),
        chosen = props.me === seat ? props.turn.chosen?.do : undefined;
    return (
        <Building
            view={props.view}
            seat={seat}
            meant={chosen}
            fresh={(section, material) =>
                latest?.by === seat && latest.do === `build ${section} ${material}`
            }
        />
    );
}

interface BuildingProps {
    readonly view: Props["view"];
    readonly seat: number;
    readonly meant?: string | undefined; // the action that waits for confirmation
    fresh?(section: string, material: string): boolean; // the part is painted now
}

export function Building({ view, seat, meant: chosen, fresh: isFresh }: BuildingProps) {
    const { built } = view.seats[seat]!,
        { parts, scaffolds } = buildings[seat]!;
    const done = sections.map(({ needs }, i) => built[i]!.length === needs.length);
    return (
        <svg
            class="bld object"
            viewBox="-4 -4 208 274"
            preserveAspectRatio="xMidYMax meet"
            aria-hidden="true"
        >
            <path d="M-60 260Q100 248 260 260V290H-60Z" fill="#93a873" />
            <g stroke-linejoin="round" stroke-linecap="round">
                {parts.map((part) => {
                    const at = sections.findIndex(({ code }) => code === part.section),
                        here = built[at]!.includes(part.material);
                    const action = `build ${part.section} ${part.material}`,
                        meant = chosen === action;
                    const fresh = isFresh?.(part.section, part.material) ?? false;
                    return (
                        <g key={action} class={meant ? "meant" : undefined}>
                            {!(here && !fresh) && <Strokes part={part} coloured={false} />}
                            {(here || meant) && (
                                <g class={fresh ? "painted" : undefined}>
                                    <Strokes part={part} coloured />
                                </g>
                            )}
                        </g>
                    );
                })}
            </g>
            {sections.map(
                ({ code }, i) =>
                    built[i]!.length > 0 &&
                    !done[i] && <Scaffold key={code} at={scaffolds[code]!} />,
            )}
            {done.includes(false) && (
                <g fill="none" stroke-linecap="round">
                    <path d={crane} stroke={ink} stroke-width="4.8" />
                    <path d={crane} stroke="#b9813f" stroke-width="2.3" />
                    <path d="M159 75V94" stroke={ink} stroke-width="1.3" />
                    <rect
                        x="151"
                        y="94"
                        width="16"
                        height="11"
                        fill="#c5c1b6"
                        stroke={ink}
                        stroke-width="1.7"
                    />
                </g>
            )}
            <path d="M-60 262Q100 257 260 262" fill="none" stroke={ink} stroke-width="2" />
        </svg>
    );
}

function Scaffold({ at }: { readonly at: readonly [number, number, number] }) {
    const { posts, planks, ladder } = scaffold(at);
    return (
        <g fill="none" stroke-linecap="round">
            <path d={posts + planks} stroke={ink} stroke-width="4.4" />
            <path d={posts} stroke="#b9813f" stroke-width="2.2" />
            <path d={planks} stroke="#dcae68" stroke-width="2.4" />
            <path d={ladder} stroke={ink} stroke-width="1.3" />
        </g>
    );
}

// ---- sections ----

const bonuses: Readonly<Record<string, string>> = {
    seals: "duell.board.bonus_seals",
    gold: "duell.board.bonus_gold",
    "conversions of wood, sand or stone": "duell.board.bonus_free",
};

/** The person's own things can be tried while nothing is to be done with them; the engine says why
 * not. */
const vain = ({ me, turn }: Props, seat: number, touch: () => void) =>
    seat === me && turn.legal.length > 0 ? tries(touch) : {};

interface SlotProps {
    readonly props: Props;
    readonly seat: number;
    readonly section: string;
    readonly material: string;
    readonly built: boolean;
}

function Slot({ props, seat, section, material, built }: SlotProps) {
    const { turn, word } = props,
        made = worked(material, seat),
        action = `build ${section} ${material}`;
    const parts: readonly Part[] = [
            ["verb", "build"],
            ["section", section],
            ["material", material],
        ],
        choice = turn.legal.find(({ do: one }) => one === action);
    const marker = () => markerIn(props.history, seat, section, material);
    const drawn = (
        <i
            class={classNames("slot", built && "in object")}
            {...(built ? { "data-piece": `m-${seat}-${material}-${marker()}` } : {})}
        >
            <Symbol name={made} box="0 0 48 48" class="slot-sym" />
        </i>
    );
    const said = word(built ? "duell.board.built" : "duell.board.missing", {
        worked: `duell.part.worked.${made}`,
    });
    const touch = () => turn.touch(parts, action);
    if (built || seat !== props.me || props.view.phase !== "build" || turn.legal.length === 0)
        return (
            <span class="slot-room" {...vain(props, seat, touch)}>
                {drawn}
                <span class="hidden">{said}</span>
            </span>
        );
    const label = word("duell.action.build", {
        material: `duell.part.material.${material}`,
        section: `duell.part.section.${section}`,
    });
    return (
        <Touch
            class="slot-room"
            data-drop={action}
            label={label}
            legal={choice !== undefined && turn.can(...parts)}
            on={turn.on(...parts)}
            action={choice?.do}
            touch={touch}
            look={(looking) => turn.look(looking && choice ? choice : null)}
        >
            {drawn}
        </Touch>
    );
}

function Sections({
    props,
    seat,
    small = false,
}: {
    readonly props: Props;
    readonly seat: number;
    readonly small?: boolean;
}) {
    const { view, word } = props;
    return (
        <ol class="secs" aria-label={word("duell.board.sections")} reversed>
            {sections
                .map(({ code, needs, bonus, amount }, i) => {
                    const built = view.seats[seat]!.built[i]!,
                        done = built.length === needs.length,
                        taken = view.seats.some((other) => other.built[i]!.length === needs.length);
                    return (
                        <li key={code} class={done ? "done" : undefined}>
                            <b class="ro">{code}</b>
                            <span class="sl">
                                {order
                                    .filter((material) => needs.includes(material))
                                    .map((material) => (
                                        <Slot
                                            key={material}
                                            props={props}
                                            seat={seat}
                                            section={code}
                                            material={material}
                                            built={built.includes(material)}
                                        />
                                    ))}
                            </span>
                            {!small && (
                                <small class={!done && taken ? "taken" : undefined}>
                                    {done ? (
                                        word("duell.board.finished")
                                    ) : taken ? (
                                        ""
                                    ) : (
                                        <>
                                            <span class="hidden">{word("duell.board.bonus")} </span>
                                            {word(bonuses[bonus]!, { n: amount })}
                                        </>
                                    )}
                                </small>
                            )}
                        </li>
                    );
                })
                .reverse()}
        </ol>
    );
}

// ---- camp and supply ----

interface Meaning {
    readonly parts: readonly Part[];
    readonly tried: string;
    readonly now: boolean; // the present question is about it
}

const one = (verb: string, material: string, now: boolean): Meaning => ({
    parts: [
        ["verb", verb],
        ["material", material],
    ],
    tried: `${verb} ${material}`,
    now,
});
const bare = (verb: string, now: boolean): Meaning => ({
    parts: [["verb", verb]],
    tried: verb,
    now,
});

/** What touching the person's own markers means. The engine decides whether it is legal. */
function meaning({ view, turn }: Props, where: Where, material: string): Meaning {
    const card = view.phase === "card",
        { kind, material: made } = (card && cards.get(view.card ?? "")) || {};
    if (where === "worked") {
        const section =
            sections.find(
                ({ needs }, i) =>
                    needs.includes(material) &&
                    !view.seats[view.seat]!.built[i]!.includes(material),
            ) ?? sections[0]!;
        return {
            ...one("build", material, view.phase === "build"),
            tried: `build ${section.code} ${material}`,
        };
    }
    if (where === "supply")
        return kind === "gold and a material"
            ? one("fetch", material, true)
            : one("buy", material, kind === "market");
    if (turn.touched.some(([type, code]) => type === "card" && code === "journeyman"))
        return {
            parts: [
                ["verb", "play"],
                ["card", "journeyman"],
                ["material", material],
            ],
            tried: `play journeyman ${material}`,
            now: true,
        };
    if (kind === "craftsman")
        return material === made ? bare("convert", true) : one("free", material, false);
    if (material === "wool" && (kind === "market" || kind === "wool and its sale"))
        return bare("sell", true);
    return view.phase === "free" ? one("free", material, true) : bare("convert", false);
}

interface PileProps {
    readonly props: Props;
    readonly seat: number;
    readonly where: Where;
    readonly material: string;
}

interface MarkersProps extends Omit<PileProps, "props"> {
    readonly own: boolean;
    readonly numbers: readonly number[];
    readonly symbol: string;
}

const Markers = ({ own, seat, where, material, numbers, symbol }: MarkersProps) => (
    <span class="pile">
        {[...numbers].reverse().map((number) => (
            <i
                key={number}
                class={classNames("mat object", where === "worked" && "wk")}
                data-piece={`m-${seat}-${material}-${number}`}
                data-face={where === "supply" ? "raw" : where}
                data-drag={own ? `${where} ${material}` : undefined}
            >
                <Symbol name={symbol} box="0 0 48 48" class="mat-sym" />
            </i>
        ))}
        {numbers.length > 1 && (
            <b class="num n" aria-hidden="true">
                {numbers.length}
            </b>
        )}
    </span>
);

function Pile({ props, ...pile }: PileProps) {
    const { turn, word } = props,
        { seat, where, material } = pile,
        numbers = markersAt(props.view.seats[seat]!, material, where);
    if (numbers.length === 0) return null;
    const symbol = where === "worked" ? worked(material, seat) : materialArt[material]!,
        thing =
            where === "worked" ? `duell.part.worked.${symbol}` : `duell.part.material.${material}`;
    const means = meaning(props, where, material),
        choice = turn.only(...means.parts);
    return (
        <Touchable
            props={props}
            seat={seat}
            now={means.now}
            class="pile-touch"
            label={word("duell.board.count", { n: numbers.length, thing })}
            legal={turn.can(...means.parts)}
            on={turn.on(...means.parts)}
            choice={choice}
            touch={() => turn.touch(means.parts, means.tried)}
        >
            <Markers {...pile} own={seat === props.me} numbers={numbers} symbol={symbol} />
        </Touchable>
    );
}

interface TouchableProps {
    readonly props: Props;
    readonly seat: number;
    readonly now: boolean; // a touch may mean something at the present question
    readonly class: string;
    readonly label: string;
    readonly legal: boolean;
    readonly on: boolean;
    readonly choice: Choice | undefined;
    readonly children: ComponentChildren;
    touch(): void;
}

/** A thing of a seat: a button for its owner while something is asked, otherwise only a picture. */
function Touchable(thing: TouchableProps) {
    const { props, seat, label, choice, children, touch } = thing,
        { turn } = props;
    if (seat !== props.me || turn.legal.length === 0 || !thing.now)
        return (
            <li>
                <span class={thing.class} {...vain(props, seat, touch)}>
                    {children}
                    <span class="hidden">{label}</span>
                </span>
            </li>
        );
    return (
        <li>
            <Touch
                class={thing.class}
                label={label}
                legal={thing.legal}
                on={thing.on}
                action={choice?.do}
                touch={touch}
                look={(looking) => turn.look(looking && choice ? choice : null)}
            >
                {children}
            </Touch>
        </li>
    );
}

function Store({
    props,
    seat,
    title,
    places,
}: {
    readonly props: Props;
    readonly seat: number;
    readonly title: string;
    readonly places: readonly Where[];
}) {
    const of = props.view.seats[seat]!,
        empty = places.every((where) =>
            order.every((material) => markersAt(of, material, where).length === 0),
        );
    return (
        <div
            class={`store${places.includes("supply") ? " dim" : ""}`}
            data-drop={seat === props.me && places.includes("raw") ? "camp" : undefined}
        >
            <span class="cap">{title}</span>
            {empty ? (
                <span class="none">{props.word("duell.board.nothing")}</span>
            ) : (
                <ul class="mats" aria-label={title}>
                    {places.flatMap((where) =>
                        order.map((material) => (
                            <Pile
                                key={`${where}${material}`}
                                props={props}
                                seat={seat}
                                where={where}
                                material={material}
                            />
                        )),
                    )}
                </ul>
            )}
        </div>
    );
}

// ---- seals and cards ----

function OwnSeals({ props, seat }: { readonly props: Props; readonly seat: number }) {
    const { view, word } = props,
        of = view.seats[seat]!;
    const groups = [
        ...kinds.map((code, i) => ({ code, count: of.seals[i]! })),
        { code: "own", count: of.flipped.includes("own") ? 0 : 1 },
    ].filter(({ count }) => count > 0);
    return (
        <div class="store" data-drop={seat === props.me ? "seals" : undefined}>
            <span class="cap">{word("duell.board.seals")}</span>
            {groups.length === 0 && <span class="none">{word("duell.board.nothing")}</span>}
            <ul class="mats" aria-label={word("duell.board.seals")} hidden={groups.length === 0}>
                {groups.map(({ code, count }) => (
                    <SealGroup key={code} props={props} seat={seat} code={code} count={count} />
                ))}
            </ul>
        </div>
    );
}

interface SealGroupProps {
    readonly props: Props;
    readonly seat: number;
    readonly code: string;
    readonly count: number;
}

function SealGroup({ props, seat, code, count }: SealGroupProps) {
    const { view, turn, word } = props,
        verb = view.phase === "give" ? "give" : "flip",
        choice = turn.legal.find(({ do: action }) => action === `${verb} ${code}`);
    const parts: readonly Part[] = [
        ["verb", verb],
        ["seal", code],
    ];
    const pieceOf = (i: number) =>
        code === "own" ? `seal-${seat}-own` : `seal-${seat}-${code}-${i}`;
    return (
        <Touchable
            props={props}
            seat={seat}
            now={verb === view.phase}
            class="seal-touch"
            label={word("duell.board.count", { n: count, thing: `duell.part.seal.${code}` })}
            legal={choice !== undefined}
            on={turn.on(...parts)}
            choice={choice}
            touch={() => turn.touch(parts, `${verb} ${code}`)}
        >
            <span class="row-seals">
                {Array.from({ length: count }, (_, i) => (
                    <Seal
                        key={i}
                        code={code}
                        seat={seat}
                        piece={pieceOf(i)}
                        from="seals"
                        to="seals"
                        drag={seat === props.me}
                    />
                ))}
            </span>
        </Touchable>
    );
}

function Once({ props, seat }: { readonly props: Props; readonly seat: number }) {
    const { hand, tithe } = props.view.seats[seat]!,
        { word, turn } = props;
    if (hand.length === 0 && !tithe) return null;
    return (
        <div class="store">
            <span class="cap">{word("duell.board.once_short")}</span>
            <ul class="mats" aria-label={word("duell.board.once")}>
                {hand.map((code) => (
                    <li key={code}>
                        <span
                            class="pile-touch"
                            data-about={`once ${seat} ${code}`}
                            {...vain(props, seat, () =>
                                turn.touch(
                                    [
                                        ["verb", "play"],
                                        ["card", code],
                                    ],
                                    `play ${code}`,
                                ),
                            )}
                        >
                            <span
                                class="one object"
                                title={cardText(props, code)}
                                data-piece={`once-${seat}-${code}`}
                                data-from={`seat-${seat}`}
                                data-to={`seat-${seat}`}
                            >
                                {cardName(props, code)}
                            </span>
                        </span>
                    </li>
                ))}
                {tithe && <li class="one played">{word("duell.board.tithe")}</li>}
            </ul>
        </div>
    );
}

// ---- everything together ----

interface SiteProps {
    readonly props: Props;
    readonly seat: number;
}

/** Materials, seals and cards of a seat. */
function Stores({ props, seat }: SiteProps) {
    const { view, word, me, turn } = props,
        of = view.seats[seat]!,
        asked = me === seat && turn,
        goods = [of.worked, of.raw, of.supply, of.built],
        now = asked && [view.phase, view.card];
    const camp = (title: string, places: readonly Where[]) => (
        <Later
            by={[title, goods, asked, now, word]}
            draw={() => <Store props={props} seat={seat} title={title} places={places} />}
        />
    );
    return (
        <div class="stores">
            {camp(word("duell.board.camp"), ["worked", "raw"])}
            {camp(word("duell.board.supply"), ["supply"])}
            <Later
                by={[of.seals, of.flipped, asked, view.phase, word]}
                draw={() => <OwnSeals props={props} seat={seat} />}
            />
            <Later
                by={[of.hand, of.tithe, asked, word]}
                draw={() => <Once props={props} seat={seat} />}
            />
        </div>
    );
}

export function Site({ props, seat }: SiteProps) {
    const { view, history, word, me, turn } = props,
        { name } = buildings[seat]!,
        { gold, built } = view.seats[seat]!,
        latest = history.at(-1);
    const asked = me === seat && turn,
        building = latest?.by === seat && latest.do?.startsWith("build ") && latest.do,
        everywhere = view.seats.map((one) => one.built);
    return (
        <section
            class={`bp panel s${seat}`}
            aria-label={word("duell.board.site", {
                building: name,
                who: { seat },
                n: builtBy(props, seat),
                all: pieces,
            })}
        >
            <header>
                <Mark seat={seat} />
                <h2>{word("duell.board.building", { building: name })}</h2>
                <span class="gold num" data-anchor={`gold-${seat}`}>
                    <Symbol name="gold" box="0 0 48 48" class="gold-sym" />
                    {gold}
                    <span class="hidden"> {word("duell.board.gold")}</span>
                </span>
            </header>
            <div class="bw" data-scores={seat}>
                <Later
                    by={[built, building, asked && turn.chosen]}
                    draw={() => <Picture props={props} seat={seat} />}
                />
            </div>
            <Later
                by={[everywhere, asked, view.phase === "build", word]}
                draw={() => <Sections props={props} seat={seat} />}
            />
            <Stores props={props} seat={seat} />
        </section>
    );
}

/** On phones a building is a button that opens its site; with `open` it closes it. */
export function Mini({
    props,
    seat,
    open,
    press,
}: {
    readonly props: Props;
    readonly seat: number;
    readonly open: boolean;
    press(): void;
}) {
    const { word } = props,
        { name } = buildings[seat]!;
    if (open)
        return (
            <button type="button" class={`mini s${seat} open`} onClick={press}>
                <span class="mini-name">
                    <Symbol name="duell-layout" />
                    <b>{word("duell.board.look_layout")}</b>
                </span>
            </button>
        );
    return (
        <button type="button" class={`mini s${seat}`} onClick={press}>
            <span class="hidden">{word("duell.board.look_site", { building: name })}</span>
            {!props.short && <Picture props={props} seat={seat} />}
            {props.short ? (
                <span class="mini-name">
                    <Mark seat={seat} />
                    <b>{word("duell.board.building", { building: name })}</b>
                    <span class="pips" aria-hidden="true">
                        {sections.map(({ code, needs }, i) => (
                            <i key={code}>
                                {needs.map((material) => (
                                    <i
                                        key={material}
                                        class={
                                            props.view.seats[seat]!.built[i]!.includes(material)
                                                ? "in"
                                                : ""
                                        }
                                    />
                                ))}
                            </i>
                        ))}
                    </span>
                </span>
            ) : (
                <span class="mini-secs" aria-hidden="true">
                    <MiniSections props={props} seat={seat} />
                </span>
            )}
        </button>
    );
}

const MiniSections = ({ props, seat }: { readonly props: Props; readonly seat: number }) => (
    <>
        {[...sections].reverse().map(({ code, needs }) => (
            <span key={code} class="mini-sec">
                <b class="ro">{code}</b>
                <span class="sl">
                    {order
                        .filter((material) => needs.includes(material))
                        .map((material) => {
                            const built =
                                props.view.seats[seat]!.built[
                                    sections.findIndex((section) => section.code === code)
                                ]!.includes(material);
                            return (
                                <i key={material} class={`slot${built ? " in object" : ""}`}>
                                    <Symbol
                                        name={worked(material, seat)}
                                        box="0 0 48 48"
                                        class="slot-sym"
                                    />
                                </i>
                            );
                        })}
                </span>
            </span>
        ))}
    </>
);
