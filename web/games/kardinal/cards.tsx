// Cards: the person's hand, and beside it the cards to draw. A card stands for its two countries;
// two equal cards together are a joker.
import { useState } from "preact/hooks";
import type { Choice, Drop, Part } from "../../board";
import { classNames } from "../../classnames";
import { dropsOf } from "../../pieces/drag";
import { Later } from "../../pieces/kept";
import { meant } from "../../pieces/looked";
import { Symbol } from "../../pieces/symbol";
import { cardOf, cards, joker, type Props } from "./view";

export const Arms = ({ country }: { readonly country: string }) => (
    <Symbol name={`kardinal-arms-${country}`} box="0 0 37 49" class="arms" />
);

const Tick = () => (
    <span class="kc-tick">
        <Symbol name="i-check" />
    </span>
);

function CardFace({ props, card }: { readonly props: Props; readonly card: string }) {
    const { countries, tint, deep } = cardOf.get(card)!;
    return (
        <span class={`kc-face of-${countries.length}`} style={{ "--tint": tint, "--deep": deep }}>
            {countries.map((country) => (
                <span key={country} class="kc-land">
                    <Arms country={country} />
                    <small>{props.word(`kardinal.part.country.${country}`)}</small>
                </span>
            ))}
        </span>
    );
}

const card = (code: string): Part => ["card", code];
/** Whether the card is part of any answer, whatever was touched. Touching it then starts over. */
const asked = ({ turn }: Props, [type, code]: Part) =>
    turn.legal.some(({ parts }) => parts.some((part) => part[0] === type && part[1] === code));

/** The hand as single cards, in the order of the component table. */
function handOf({ view, me }: Props): readonly { readonly code: string; readonly nth: number }[] {
    const counts = me === null ? [] : (view.seats[me]?.hand ?? []);
    return cards.flatMap(({ code }, i) =>
        Array.from({ length: counts[i] ?? 0 }, (_, nth) => ({ code, nth })),
    );
}

const partOf = ({ parts }: Choice, type: Part[0]) => parts.find(([one]) => one === type)?.[1];

/** Where things may be dropped: cards on the place that they pay for, a cloister on a space, a
 * councillor at a court, a card to draw on the hand, and one to swap on the pile. */
export function drops(thing: string, { turn }: Props): readonly Drop[] {
    const [kind, code = ""] = thing.split(" ");
    const placeOf = (choice: Choice) =>
        partOf(choice, "space") ?? partOf(choice, "country") ?? null;
    const singly = turn.legal.filter((choice) => partOf(choice, "card") === code).map(placeOf);
    return dropsOf(turn, (choice) => {
        const verb = partOf(choice, "verb"),
            paid = partOf(choice, "card"),
            at = placeOf(choice);
        if (kind === "open") return verb === "take" && paid === code ? "hand" : null;
        if (kind === "pile") return verb === "blind" ? "hand" : null;
        if (kind === "cloister") return verb === "c" ? at : null;
        if (kind === "councillor") return verb === "r" ? at : null;
        if (verb === "swap") return paid === code ? "pile" : null;
        return paid === code || (paid === joker(code) && !singly.includes(at)) ? at : null;
    });
}

/** The actions that cost the nth of these cards: a single one costs the first, a joker two. */
const spentBy = (code: string, nth: number) =>
    meant(
        ...["c", "r", "swap"].flatMap((verb): Part[][] => [
            ...(nth === 0 ? [[["verb", verb] as const, card(code)]] : []),
            ...(nth < 2 ? [[["verb", verb] as const, card(joker(code))]] : []),
        ]),
    );

interface HandCardProps {
    readonly props: Props;
    readonly code: string;
    readonly nth: number;
    readonly lifted: string | null; // the card that was touched last
    lift(which: string): void;
}

function HandCard({ props, code, nth, lifted, lift }: HandCardProps) {
    // While a card is drawn, the hand is not meant, even if the same card is on offer, too.
    const { turn, me, history } = props,
        draws = asked(props, ["verb", "take"]) || asked(props, ["verb", "blind"]),
        held = (which: string): readonly Part[] => [
            ...(draws ? [["verb", "swap"] as const] : []),
            card(which),
        ];
    const id = `${code}:${nth}`,
        pair = turn.on(...held(joker(code))),
        single = turn.on(...held(code));
    const on =
        (pair && nth < 2) ||
        (single && (lifted?.startsWith(`${code}:`) ? lifted === id : nth === 0));
    const second = single && !on && asked(props, card(joker(code)));
    const means =
        second || (!turn.can(...held(code)) && turn.can(...held(joker(code)))) ? joker(code) : code;
    const legal = turn.can(...held(means)),
        only = on || pair ? undefined : turn.only(...held(means));
    const where = props.view.country;
    const tried = where === null ? `swap ${code}` : `r ${where} ${means}`;
    const touch = () => {
        lift(id);
        if (turn.legal.length > 0) turn.touch(held(means), tried);
    };
    const from = history.at(-1)?.do?.startsWith("take") ? "open" : "pile";
    return (
        <button
            type="button"
            class={classNames("kc object", legal && "legal", on && "on")}
            data-piece={`hand:${me}:${id}`}
            data-from={from}
            data-to="discards"
            data-do={only?.do}
            data-drag={`card ${code}`}
            data-meant={spentBy(code, nth)}
            aria-pressed={on}
            aria-disabled={draws || !asked(props, card(means))}
            onClick={touch}
            onFocus={() => only && turn.look(only)}
            onBlur={() => turn.look(null)}
        >
            <CardFace props={props} card={code} />
            {on && <Tick />}
            {pair && nth === 0 && (
                <span class="kc-joker">{props.word("kardinal.board.joker")}</span>
            )}
            {means !== code && (
                <span class="hidden">{props.word(`kardinal.part.card.${means}`)}</span>
            )}
        </button>
    );
}

function OpenCard({
    props,
    code,
    nth,
}: {
    readonly props: Props;
    readonly code: string;
    readonly nth: number;
}) {
    const { turn, view, me } = props,
        parts: readonly Part[] = [["verb", "take"], card(code)];
    const legal = turn.can(...parts),
        on = turn.on(...parts),
        only = on ? undefined : turn.only(...parts);
    return (
        <button
            type="button"
            class={`kc object${legal ? " legal" : ""}${on ? " on" : ""}`}
            data-piece={`open:${code}:${nth}`}
            data-from="pile"
            data-to={view.turn === me ? undefined : `seat-${view.turn}`}
            data-do={only?.do}
            data-drag={`open ${code}`}
            aria-pressed={on}
            aria-disabled={!legal}
            onClick={() => turn.legal.length > 0 && turn.touch(parts, `take ${code}`)}
            onFocus={() => only && turn.look(only)}
            onBlur={() => turn.look(null)}
        >
            <span class="hidden">{props.word("kardinal.board.open_card")}</span>
            <CardFace props={props} card={code} />
            {on && <Tick />}
        </button>
    );
}

/** The pile: the source of a blind draw, and of a swap before anything is placed. */
function Pile({ props }: { readonly props: Props }) {
    const { turn, view, word } = props,
        count = view.pile_count;
    const verb =
            !asked(props, ["verb", "blind"]) && asked(props, ["verb", "swap"]) ? "swap" : "blind",
        part: Part = ["verb", verb],
        open = asked(props, part);
    const legal = turn.can(part),
        on = turn.on(part),
        only = on ? undefined : turn.only(part);
    const label = verb === "swap" ? word("kardinal.board.swap") : word("kardinal.board.blind");
    return (
        <button
            type="button"
            class={classNames(
                "kc pile object",
                legal && "legal",
                on && "on",
                count === 0 && "empty",
            )}
            data-anchor="pile"
            data-do={only?.do}
            data-drag="pile"
            data-drop="pile"
            aria-pressed={on}
            aria-disabled={!open}
            onClick={() => turn.legal.length > 0 && turn.touch([part], "blind")}
            onFocus={() => only && turn.look(only)}
            onBlur={() => turn.look(null)}
        >
            {count > 0 && <Symbol name="kardinal-back" box="2 2 46 56" class="kc-back" slice />}
            <span class="hidden">{word("kardinal.board.pile", { n: count })}</span>
            <b class="kc-count" aria-hidden="true">
                {count}
            </b>
            {open && <span class="kc-verb">{label}</span>}
            {on && <Tick />}
        </button>
    );
}

export const Hand = (props: Props) => (
    <div class="kt">
        {props.me !== null && <OwnCards props={props} />}
        <Market props={props} />
    </div>
);

function OwnCards({ props }: { readonly props: Props }) {
    const [lifted, lift] = useState<string | null>(null),
        hand = handOf(props);
    return (
        <div class="kt-part" role="group" aria-label={props.word("kardinal.board.hand")}>
            <div class="kt-cards" data-drop="hand">
                {hand.map(({ code, nth }) => (
                    <Later
                        soon
                        key={`${code}:${nth}`}
                        by={[props, lifted]}
                        draw={() => (
                            <HandCard
                                props={props}
                                code={code}
                                nth={nth}
                                lifted={lifted}
                                lift={lift}
                            />
                        )}
                    />
                ))}
                {Array.from({ length: Math.max(0, 3 - hand.length) }, (_, i) => (
                    <span key={i} class="kc gap" />
                ))}
            </div>
            <small aria-hidden="true">{props.word("kardinal.board.hand")}</small>
        </div>
    );
}

/** The open cards and the pile. */
function Market({ props }: { readonly props: Props }) {
    const { open } = props.view,
        nth = (at: number) => open.slice(0, at).filter((other) => other === open[at]).length;
    return (
        <div class="kt-part market" role="group" aria-label={props.word("kardinal.board.market")}>
            <div class="kt-cards" data-anchor="open">
                {open.map((code, i) => (
                    <Later
                        soon
                        key={i}
                        by={[props]}
                        draw={() => <OpenCard props={props} code={code} nth={nth(i)} />}
                    />
                ))}
                {Array.from({ length: Math.max(0, 2 - open.length) }, (_, i) => (
                    <span key={`gap-${i}`} class="kc gap" />
                ))}
                <Later soon by={[props]} draw={() => <Pile props={props} />} />
            </div>
            <small aria-hidden="true" data-anchor="discards">
                {props.word("kardinal.board.market")}
            </small>
        </div>
    );
}
