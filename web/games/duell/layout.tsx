// The layout: nine cards, the seats' lines across them, and their markers. While a line is asked
// for, each has a handle at its end. Touching two cards means the line through both.
import { useState } from "preact/hooks";
import type { Part, Turn } from "../../board";
import { classNames } from "../../classnames";
import { Later } from "../../pieces/kept";
import { Icon, Mark, Symbol } from "../../pieces/symbol";
import { buildings, cardArt, lines } from "./drawing";
import { Touch } from "./pieces";
import { cards, colourOf, worked, type Round } from "./view";
import { cardName, cardText, type Props } from "./words";

/** The picture of a card. Craftsmen show what they make for the viewer's side; income shows its
 * amount. */
export function CardArt({ code, seat }: { readonly code: string; readonly seat: number }) {
    const { symbol, box, person } = cardArt[code]!,
        { kind, material, gold } = cards.get(code)!;
    const owner = colourOf(code);
    return (
        <span class={classNames("art", person && `s${owner ?? 0}`)}>
            {kind === "craftsman" && <Symbol name={material!} box="0 0 48 48" class="ai from" />}
            <Symbol
                name={kind === "craftsman" ? worked(material!, seat) : symbol}
                box={box}
                class={classNames("ai", kind === "craftsman" && "made")}
            />
            {kind === "income" && (
                <b class="num amount" aria-hidden="true">
                    {gold}
                </b>
            )}
        </span>
    );
}

/** Whether the question is about lines, so that two cards together mean something. */
export const isClaiming = ({ legal }: Turn) =>
    legal.some(({ parts: [verb] }) => verb![1] === "claim");

interface CardProps {
    readonly props: Props;
    readonly round: Round;
    readonly at: number;
    readonly held: boolean; // the first of two cards that stand for a line
    readonly meant: boolean; // on the line that the person looks at
    pick(position: string): void;
    look(position: string | null): void;
}

/** The visible content of a card besides its text. */
function spoken(
    { word }: Props,
    code: string,
    owners: readonly number[],
    used: number | undefined,
): string {
    const colour = colourOf(code);
    return [
        ...(colour === null
            ? []
            : [word("duell.board.person_of", { building: buildings[colour]!.name })]),
        ...(owners.length > 1
            ? [word("duell.board.contested")]
            : owners.map((seat) => word("duell.board.owner", { who: { seat } }))),
        ...(used === undefined ? [] : [word("duell.board.used")]),
    ]
        .map((text) => `, ${text}`)
        .join("");
}

/** The seats that have a marker on the card at this position. */
export const ownersAt = ({ view }: Props, position: string) =>
    view.seats.flatMap(({ cards: own }, seat) => (own.includes(position) ? [seat] : []));

/** The class name of the card's owner. */
function standOf(owners: readonly number[], used: number | undefined): string {
    if (owners.length > 1) return "hot";
    if (owners.length === 1) return `o${owners[0]}`;
    return used === undefined ? "free" : "used";
}

function Card({ props, round, at, held, meant, pick, look }: CardProps) {
    const { view, turn } = props,
        code = view.layout[at],
        position = String(at + 1);
    if (code === undefined) return <li class="cell" />;
    const used = round.used.get(position),
        inUse =
            view.card === code &&
            used === view.seat &&
            ["card", "free", "give"].includes(view.phase);
    const colour = colourOf(code),
        choice = turn.legal.find(({ do: action }) => action === `use ${position}`),
        on = turn.on(["verb", "use"], ["position", position]);
    const kind = classNames(
        "ac object",
        standOf(ownersAt(props, position), used),
        colour !== null && `p${colour}`,
        held && "held",
        meant && "meant",
        inUse && "busy",
    );
    const inside = <CardInside props={props} code={code} position={position} used={used} />;
    // A card that can be touched at some point is always a button, because replacing nine elements
    // for every question is slow.
    return (
        <li class="cell">
            <div
                class="card-room"
                data-piece={`card-${view.round}-${position}`}
                data-from="deck"
                data-face={code}
            >
                {!props.live || props.me === null || props.example ? (
                    <div class={kind} data-about={`card ${position}`}>
                        {inside}
                    </div>
                ) : (
                    <Touch
                        class={kind}
                        data-about={`card ${position}`}
                        data-drag={`card ${position}`}
                        data-drop={`card ${position}`}
                        aria-disabled={choice === undefined && !isClaiming(turn)}
                        legal={choice !== undefined}
                        on={on || held}
                        action={choice?.do}
                        touch={() => pick(position)}
                        look={(looking) => {
                            look(looking ? position : null);
                            turn.look(looking && choice ? choice : null);
                        }}
                    >
                        {inside}
                    </Touch>
                )}
            </div>
        </li>
    );
}

interface InsideProps {
    readonly props: Props;
    readonly code: string;
    readonly position: string;
    readonly used: number | undefined; // the seat that used the card in this round
}

function CardInside({ props, code, position, used }: InsideProps) {
    const owners = ownersAt(props, position);
    return (
        <>
            <span class="pos num" aria-hidden="true">
                {position}
            </span>
            <CardArt code={code} seat={props.me ?? 1} />
            <span class="hidden">{props.word(`duell.part.position.${position}`)}: </span>
            <span class="tx">
                <b>{cardName(props, code)}</b>
                <small>
                    <span class="hidden">, </span>
                    {cardText(props, code)}
                </small>
            </span>
            <span class="hidden">{spoken(props, code, owners, used)}</span>
            <span class={classNames("mks", owners.length > 1 && "two")}>
                {owners.map((seat) => (
                    <i
                        key={seat}
                        class={`disc s${seat}`}
                        data-piece={`marker-${seat}-${position}`}
                        data-from={`seat-${seat}`}
                        data-to={`seat-${seat}`}
                    >
                        <Mark seat={seat} />
                    </i>
                ))}
                {used !== undefined && (
                    <i class={`disc done s${used}`}>
                        <Mark seat={used} />
                        <Icon name="check" />
                    </i>
                )}
            </span>
        </>
    );
}

const handles = ["d1", "c1", "c2", "c3", "d2", "r1", "r2", "r3"];

/** The line through two cards, if there is one. */
const through = (one: string, other: string) =>
    Object.keys(lines).find(
        (code) => lines[code]!.cards.includes(one) && lines[code]!.cards.includes(other),
    );

interface LayoutProps {
    readonly props: Props;
    readonly round: Round;
    // shows the text of the card that the person looks at
    readonly explain: (position: string | null) => void;
}

/** The cards on which a card may be dropped: those that share a legal line with it. */
export function cardsInLine({ legal }: Turn, position: string): ReadonlyMap<string, string> {
    const found = legal.flatMap(({ do: action, parts: [verb, line] }) => {
        const row = verb![1] === "claim" ? lines[line![1]]!.cards : [];
        return row.includes(position) ? row.map((other) => [other, action] as const) : [];
    });
    return new Map(found.filter(([other]) => other !== position));
}

const claimParts = (code: string): readonly Part[] => [
    ["verb", "claim"],
    ["line", code],
];

/** The state of touching cards and lines: the first card, and the line that the person looks at. */
function useClaims({ props, explain }: LayoutProps) {
    const { turn } = props,
        claiming = isClaiming(turn),
        [first, hold] = useState<string | null>(null),
        [looked, look] = useState<string | null>(null),
        held = claiming ? first : null;
    const claim = (code: string) => turn.touch(claimParts(code), `claim ${code}`);
    const pick = (position: string) => {
        explain(position);
        if (turn.legal.length === 0) return undefined;
        if (!claiming)
            return turn.touch(
                [
                    ["verb", "use"],
                    ["position", position],
                ],
                `use ${position}`,
            );
        const code = held === null || held === position ? undefined : through(held, position);
        hold(code === undefined && held !== position ? position : null);
        return code === undefined ? undefined : claim(code);
    };
    const chosen = handles.find((code) => turn.on(...claimParts(code))),
        legal = turn.legal.some(({ do: action }) => action === `claim ${looked}`),
        meant = claiming ? (chosen ?? (legal ? looked : null)) : null;
    return { claiming, held, meant, chosen, look, claim, pick };
}

type Claims = ReturnType<typeof useClaims>;

export function Layout(all: LayoutProps) {
    const { props, round } = all,
        claims = useClaims(all),
        { claiming, meant } = claims;
    return (
        <div class={classNames("lay", claiming && "claiming")}>
            <div class="grid9">
                <svg
                    class="lines"
                    viewBox="0 0 300 300"
                    preserveAspectRatio="none"
                    aria-hidden="true"
                >
                    {[...round.lines].map(([seat, code]) => (
                        <path key={seat} class={`line s${seat}`} d={lines[code]!.path} />
                    ))}
                    {meant && props.me !== null && (
                        <path class={`line maybe s${props.me}`} d={lines[meant]!.path} />
                    )}
                </svg>
                <Cells all={all} claims={claims} />
            </div>
            {claiming && <Handles props={props} claims={claims} />}
        </div>
    );
}

function Cells({ all, claims }: { readonly all: LayoutProps; readonly claims: Claims }) {
    const { props, round, explain } = all,
        { view, turn, word } = props,
        { held, meant, pick } = claims;
    return (
        <ol class="cells" aria-label={word("duell.board.layout")}>
            {Array.from({ length: 9 }, (_, at) => {
                const position = String(at + 1),
                    isHeld = held === position,
                    isMeant = meant !== null && lines[meant]!.cards.includes(position);
                const here = [
                    view.layout[at],
                    view.seats.map(({ cards: own }) => own.includes(position)),
                    round.used.get(position),
                    view.card === view.layout[at] && [view.seat, view.phase],
                ];
                return (
                    <Later
                        key={`${view.round}-${at}`}
                        by={[here, isHeld, isMeant, held, props.live, turn, word]}
                        draw={() => (
                            <Card
                                props={props}
                                round={round}
                                at={at}
                                held={isHeld}
                                meant={isMeant}
                                pick={pick}
                                look={(looking) => !props.phone && explain(looking)}
                            />
                        )}
                    />
                );
            })}
        </ol>
    );
}

function Handles({ props, claims }: { readonly props: Props; readonly claims: Claims }) {
    const { turn, word } = props,
        { chosen, claim, look } = claims;
    return (
        <div class="handles" role="group" aria-label={word("duell.board.lines")}>
            {handles.map((code) => {
                const choice = turn.legal.find(({ do: action }) => action === `claim ${code}`);
                return (
                    <Touch
                        key={code}
                        class={`handle h-${code}`}
                        label={word("duell.action.claim", { line: `duell.part.line.${code}` })}
                        legal={choice !== undefined}
                        on={chosen === code}
                        action={choice?.do}
                        touch={() => claim(code)}
                        look={(looking) => {
                            look(looking ? code : null);
                            turn.look(looking && choice ? choice : null);
                        }}
                    >
                        <Symbol name="duell-arrow" class="i arrow" />
                    </Touch>
                );
            })}
        </div>
    );
}
