// The board of Duell der Baumeister: the layout between the two building sites. On phones each site
// is behind a button, and the person's own opens by itself when there is something to do.
import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { Choice, Drop, Fact, GameBoard, Part, Thing } from "../../board";
import { dropsOf } from "../../pieces/drag";
import { Later } from "../../pieces/kept";
import { Symbol } from "../../pieces/symbol";
import { buildings, cardArt, materialArt, sealArt } from "./drawing";
import { Fight, fought, Stock } from "./fight";
import { CardArt, cardsInLine, isClaiming, Layout, ownersAt } from "./layout";
import { Seal, Touch } from "./pieces";
import { DuellScene, scenes } from "./scenes";
import { Building, Mini, Site } from "./site";
import { Small } from "./small";
import symbols from "./symbols.svg";
import { cards, roundOf, seals, worked, type Duell } from "./view";
import { cardName, cardText, sealName, type Props } from "./words";

// ---- the board ----

/** Whether the question concerns the person's own building site. */
const siteWork = ({ turn }: Props) =>
    turn.legal.some(
        ({ parts: [verb, part] }) =>
            ["build", "free", "fetch"].includes(verb![1]) ||
            (part?.[0] === "material" && verb![1] === "buy"),
    );

/** The text of the card that the person looks at, for screens on which cards have no room for
 * it. */
function Explained({ props, position }: { readonly props: Props; readonly position: string }) {
    const code = props.view.layout[Number(position) - 1];
    if (code === undefined) return null;
    return (
        <p class="explained" aria-live="polite">
            <CardArt code={code} seat={props.me ?? 1} />
            <span>
                <b>{cardName(props, code)}</b> {cardText(props, code)}
            </span>
        </p>
    );
}

/** What a card is: one of the layout, "card 3", or a "1 ×" card, "once 0 lucky". */
function about(thing: string, props: Props): Thing | null {
    const { view, word, me, turn, history } = props,
        [kind, at = "", once] = thing.split(" "),
        code = kind === "once" ? once : view.layout[Number(at) - 1];
    if (code === undefined) return null;
    const owners = kind === "once" ? [Number(at)] : ownersAt(props, at),
        used = kind === "once" ? undefined : roundOf(history, view.round).used.get(at),
        tried = kind === "once" ? `play ${code}` : `use ${at}`;
    const whose =
        used !== undefined
            ? word("duell.board.was_used", { who: { seat: used } })
            : owners.length > 1
              ? word("duell.board.is_contested")
              : owners.length === 1
                ? word("duell.board.is_owned", { who: { seat: owners[0]! } })
                : word("duell.board.is_free");
    const legal = turn.legal.some(({ do: one }) => one === tried || one.startsWith(`${tried} `));
    return {
        title: cardName(props, code),
        lines: [cardText(props, code), whose],
        use: me === null || (kind === "once" && Number(at) !== me) ? null : { legal, tried },
    };
}

const useRound = ({ history, view: { round } }: Props) =>
    useMemo(() => roundOf(history, round), [history, round]);

function Phone(props: Props) {
    const round = useRound(props),
        auto = siteWork(props) ? props.me : null;
    const [looked, look] = useState<{ readonly auto: number | null; readonly site: number | null }>(
        { auto: null, site: null },
    );
    const [card, explain] = useState<string | null>(null);
    const site = looked.auto === auto ? looked.site : auto;
    const press = (seat: number) => look({ auto, site: site === seat ? null : seat });
    const small = isClaiming(props.turn);
    if (props.example && props.me !== null) {
        return (
            <div class="du phone example-site">
                <Layout props={props} round={round} explain={explain} />
                {fought(round) ? <Fight props={props} round={round} /> : <Stock props={props} />}
                <Site props={props} seat={props.me} />
            </div>
        );
    }
    return (
        <div class={`du phone${props.short ? " short" : ""}`}>
            {site === null ? (
                <Layout props={props} round={round} explain={explain} />
            ) : (
                <Site props={props} seat={site} />
            )}
            {site === null &&
                (card !== null && small ? (
                    <Explained props={props} position={card} />
                ) : fought(round) ? (
                    <Fight props={props} round={round} />
                ) : (
                    <Stock props={props} />
                ))}
            <div class={`minis${site === null ? "" : " low"}`}>
                {props.seats.map(({ seat }) => (
                    <Mini
                        key={seat}
                        props={site === null ? props : { ...props, short: true }}
                        seat={seat}
                        open={site === seat}
                        press={() => press(seat)}
                    />
                ))}
            </div>
        </div>
    );
}

const Board = (props: Props) => (
    <>
        {props.phone ? <Phone {...props} /> : <Wide {...props} />}
        <DuellScene props={props} />
    </>
);

function Wide(props: Props) {
    const round = useRound(props),
        part = (draw: () => VNode | null) => <Later by={[props]} draw={draw} />;
    return (
        <div class="du">
            {part(() => (
                <Site props={props} seat={0} />
            ))}
            <div class="mid-col">
                {part(() => (
                    <Stock props={props} />
                ))}
                {part(() => (
                    <Layout props={props} round={round} explain={() => undefined} />
                ))}
                {part(() => (fought(round) ? <Fight props={props} round={round} /> : null))}
            </div>
            {part(() => (
                <Site props={props} seat={1} />
            ))}
        </div>
    );
}

// ---- the hand: "1 ×" cards that can be played now ----

/** The actions that play this card. */
const playsOf = ({ turn }: Props, code: string) =>
    turn.legal.filter(({ parts: [verb, card] }) => verb![1] === "play" && card?.[1] === code);

function Hand(props: Props) {
    const { word, view, me } = props,
        hand = (me === null ? undefined : view.seats[me])?.hand ?? [],
        playable = hand.filter((code) => playsOf(props, code).length > 0);
    if (playable.length === 0) return null;
    return (
        <div class="onces" role="group" aria-label={word("duell.board.once")}>
            {playable.map((code) => (
                <OnceCard key={code} props={props} code={code} />
            ))}
        </div>
    );
}

/** A "1 ×" card. If it can be played in several ways, touching it shows them. */
function OnceCard({ props, code }: { readonly props: Props; readonly code: string }) {
    const { turn, me } = props,
        choices = playsOf(props, code);
    const parts: readonly Part[] = [
            ["verb", "play"],
            ["card", code],
        ],
        on = turn.on(...parts);
    return (
        <div class="once">
            <Touch
                class="once-card object"
                legal
                on={on}
                action={choices.length === 1 ? choices[0]!.do : undefined}
                touch={() => turn.touch(parts)}
            >
                <CardArt code={code} seat={me!} />
                <span class="tx">
                    <b>{cardName(props, code)}</b>
                    <small>{cardText(props, code)}</small>
                </span>
            </Touch>
            {on &&
                choices.length > 1 &&
                choices.map((choice) => (
                    <MaterialChoice key={choice.do} props={props} choice={choice} />
                ))}
        </div>
    );
}

function MaterialChoice({ props, choice }: { readonly props: Props; readonly choice: Choice }) {
    const { turn, word } = props,
        material = choice.parts[2]![1];
    return (
        <Touch
            class="pile-touch"
            label={word(`duell.part.material.${material}`)}
            legal
            on={turn.chosen?.do === choice.do}
            action={choice.do}
            touch={() => turn.touch(choice.parts)}
        >
            <i class="mat object">
                <Symbol name={materialArt[material]!} box="0 0 48 48" class="mat-sym" />
            </i>
        </Touch>
    );
}

// ---- dragging ----

const verbs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    seal: { flip: "fight", give: "stack", keep: "seals" },
    supply: { buy: "camp", fetch: "camp" },
};

/** Where things may be dropped: a seal on the fight, back on the stack or beside one's own, a
 * material in the camp, a worked one in a section, a card on another to claim their line, and a
 * card to use on one's own seat. */
function drops(thing: string, { turn, me }: Props): readonly Drop[] {
    const [kind = "", code = ""] = thing.split(" ");
    if (kind === "card" && isClaiming(turn)) {
        const row = [...cardsInLine(turn, code)];
        return row.flatMap(([other, action]) =>
            dropsOf(turn, (choice) => (choice.do === action ? `card ${other}` : null)),
        );
    }
    return dropsOf(turn, ({ do: action, parts }) => {
        const [verb, part] = parts.map(([, value]) => value);
        if (kind === "stack") return action === "buy" ? "seals" : null;
        if (kind === "card") return action === `use ${code}` ? `seat-${me}` : null;
        if (kind === "worked") return verb === "build" && parts[2]![1] === code ? action : null;
        return part === code ? (verbs[kind]?.[verb!] ?? null) : null;
    });
}

// ---- for the frame ----

function facts(props: Props, seat: number): readonly Fact[] {
    const { word, view } = props,
        of = view.seats[seat]!,
        own = of.flipped.includes("own") ? 0 : 1,
        count = of.seals.reduce((sum, n) => sum + n, own);
    return [
        {
            symbol: "gold",
            box: "0 0 48 48",
            count: of.gold,
            label: word("duell.board.gold"),
            unit: word("duell.board.gold_unit"),
        },
        {
            symbol: "seal",
            box: "0 0 48 48",
            count,
            label: word("duell.board.seals"),
            unit: word("duell.board.seals_unit", { n: count }),
        },
        ...(of.hand.length > 0
            ? [
                  {
                      symbol: "i-hand",
                      box: "0 0 24 24",
                      count: of.hand.length,
                      label: word("duell.board.once"),
                      unit: word("duell.board.once_unit", { n: of.hand.length }),
                  },
              ]
            : []),
        ...(view.sign === seat
            ? [
                  {
                      symbol: "power",
                      box: "0 0 48 60",
                      count: "",
                      label: word("duell.board.power"),
                      unit: word("duell.board.power_unit"),
                  },
              ]
            : []),
    ];
}

const boardVerbs = ["use", "claim", "build", "free", "fetch", "play"];
const offers = ({ parts: [verb, part] }: Choice) =>
    boardVerbs.includes(verb![1]) || (verb![1] === "buy" && part !== undefined);

function SealButton({
    props,
    choice,
    code,
}: {
    readonly props: Props;
    readonly choice: Choice;
    readonly code: string;
}) {
    const { word, view, me } = props,
        [low = 0, high = 0] = seals.get(code)!,
        sum = view.seats[me!]!.sum;
    const after = word(code === "own" ? "duell.board.after_last" : "duell.board.after", {
        low: sum + low,
        high: sum + high,
    });
    return (
        <>
            <Seal code={code} seat={me!} drag />
            <span>
                <b>{sealName(props, code)}</b>
                {choice.parts[0]![1] === "flip" && <small>{after}</small>}
            </span>
        </>
    );
}

/** The picture on a button in the dock. */
function pictureOf(
    { view, me }: Props,
    verb: string,
): { readonly symbol: string; readonly box: string } | null {
    const card = cards.get(view.card ?? "");
    if (verb === "convert" && card?.material)
        return { symbol: worked(card.material, me ?? 1), box: "0 0 48 48" };
    if (verb === "sell") return { symbol: "wool", box: "0 0 48 48" };
    return verb === "lucky" ? cardArt["lucky"]! : null;
}

function button(choice: Choice, props: Props) {
    const [verb, part] = choice.parts,
        picture = pictureOf(props, verb![1]);
    if (part?.[0] === "seal") return <SealButton props={props} choice={choice} code={part[1]} />;
    if (verb![1] === "buy" && props.view.stack[0])
        return (
            <>
                <Seal code={props.view.stack[0]} />
                <Words props={props} choice={choice} />
            </>
        );
    return (
        picture && (
            <>
                <span class="object">
                    <Symbol name={picture.symbol} box={picture.box} class="choice-sym" />
                </span>
                <Words props={props} choice={choice} />
            </>
        )
    );
}

const Words = ({ props, choice }: { readonly props: Props; readonly choice: Choice }) => (
    <span>
        <b>{props.word(`duell.action.${choice.parts[0]![1]}`)}</b>
        {choice.preview && <small>{props.say(choice.preview)}</small>}
    </span>
);

const places = {
    cards: Object.keys(cardArt),
    seals: Object.keys(sealArt),
    materials: Object.keys(materialArt),
    sections: [...new Set(buildings.flatMap(({ parts }) => parts.map(({ section }) => section)))],
};

export const board: GameBoard<Duell> = {
    Small,
    Board,
    about,
    drops,
    Hand,
    facts,
    button,
    symbols,
    places,
    offers,
    scenes,
    picture: (view, seat) => <Building view={view} seat={seat} />,
    chapter: ({ round }) =>
        round
            ? { key: "duell.board.round", params: { round } }
            : { key: "duell.view.setup", params: {} },
};
