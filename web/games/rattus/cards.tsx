// Beside the map: the six class cards with their owners, what turned tokens did, and the number of
// cubes when that is asked.
import type { BoardProps, Choice, Part, Thing } from "../../board";
import { Later } from "../../pieces/kept";
import { classNames } from "../../classnames";
import { Mark, Symbol } from "../../pieces/symbol";
import { sentence } from "../../words";
import { aimOf, attempt, numbers, stepBack } from "./choose";
import { CubeIcon, FaceIcon } from "./pieces";
import { classes, faceOf, ownerOf, type Rattus, type Turned } from "./view";

type Props = BoardProps<Rattus>;

const persons: Readonly<Record<string, string>> = {
    P: "rattus.board.person.P",
    B: "rattus.board.person.B",
    C: "rattus.board.person.C",
    K: "rattus.board.person.K",
    W: "rattus.board.person.W",
    R: "rattus.board.person.R",
};
const powers: Readonly<Record<string, string>> = {
    P: "rattus.board.power.P",
    B: "rattus.board.power.B",
    C: "rattus.board.power.C",
    K: "rattus.board.power.K",
    W: "rattus.board.power.W",
    R: "rattus.board.power.R",
};

const abilities: Readonly<Record<string, string>> = {
    P: "rattus.board.can.P",
    B: "rattus.board.can.B",
    C: "rattus.board.can.C",
    K: "rattus.board.can.K",
    W: "rattus.board.can.W",
    R: "rattus.board.can.R",
};

const who = ({ seats, word }: Props, seat: number) =>
    seats[seat]?.me ? word("web.you") : (seats[seat]?.name ?? "");

// ---- class cards ----

interface CardTouch {
    readonly parts: readonly Part[];
    readonly tried: string;
}

/** What touching a class card means: taking it, or, if it is the person's own, using its power. If
 * it helps with the present action, the touch declines that help, and the next one accepts it
 * again. */
function touchOf(
    { turn, view, me }: Props,
    code: string,
    power: string,
    helps: boolean,
): CardTouch {
    if (me === null || ownerOf(view, code) !== me)
        return {
            parts: [
                ["verb", "class"],
                ["class", code],
            ],
            tried: `class ${code}`,
        };
    const helped = turn.legal.find(({ parts }) =>
            parts.some(([type, value]) => type === "class" && value === code),
        ),
        verb: Part = helped?.parts[0] ?? ["verb", power];
    return {
        parts: helped && !helps ? [verb, ["class", code]] : [verb],
        tried: attempt(view, power, view.plague ?? ""),
    };
}

const fitting = ({ turn }: Props, parts: readonly Part[]) =>
    turn.legal.filter((choice) =>
        parts.every(([type, value]) =>
            choice.parts.some((part) => part[0] === type && part[1] === value),
        ),
    );

interface ClassProps {
    readonly props: Props;
    readonly code: string;
    readonly power: string;
}

function ClassCard({ props, code, power }: ClassProps) {
    const { turn, view, me, word, say } = props,
        owner = ownerOf(view, code),
        mine = owner >= 0 && owner === me,
        used = mine && view.used.includes(code);
    const helps = mine && (aimOf(turn)?.held.some(([, value]) => value === code) ?? false);
    const { parts, tried } = touchOf(props, code, power, helps),
        found = fitting(props, parts),
        only = found.length === 1 ? found[0] : undefined,
        on = helps || (found.length > 0 && turn.on(...parts));
    const notes = [
        ...(used ? [word("rattus.board.used")] : []),
        ...(only ? [say(sentence("rattus", only))] : []),
    ];
    return (
        <button
            type="button"
            class={classNames(
                "rt-card object",
                owner < 0 ? "free" : `s${owner}`,
                found.length > 0 && "legal",
                on && "on",
                used && "used",
            )}
            data-do={only?.do}
            data-about={code}
            data-drag={`class ${code}`}
            data-piece={`class-${code}`}
            data-face={String(owner)}
            aria-pressed={on}
            aria-disabled={found.length === 0}
            onClick={() => turn.touch(parts, tried)}
            onFocus={() => turn.look(only ?? null)}
            onBlur={() => turn.look(null)}
            onPointerEnter={() => turn.look(only ?? null)}
            onPointerLeave={() => turn.look(null)}
        >
            <ClassFace props={props} code={code} owner={owner} />
            <span class="hidden">{notes.join(". ")}</span>
            {on && (
                <span class="tick">
                    <Symbol name="i-check" />
                </span>
            )}
        </button>
    );
}

/** What a class card is. */
export function about(code: string, props: Props): Thing | null {
    const { view, me, word } = props,
        { power = "" } = classes.find((one) => one.code === code) ?? {},
        owner = ownerOf(view, code);
    const { parts, tried } = touchOf(props, code, power, false);
    return {
        title: `${word(persons[code]!)} · ${word(`rattus.part.class.${code}`)}`,
        lines: [
            word(abilities[code]!),
            owner < 0
                ? word("rattus.board.is_free")
                : word("rattus.board.is_owned", { who: { seat: owner } }),
        ],
        use: me === null ? null : { legal: fitting(props, parts).length > 0, tried },
    };
}

interface FaceProps {
    readonly props: Props;
    readonly code: string;
    readonly owner: number; // -1: nobody
}

function ClassFace({ props, code, owner }: FaceProps) {
    const { word } = props;
    return (
        <>
            <span class="rt-seal">
                <Symbol name={`rattus-${code}`} box="0 0 32 32" class="rt-glyph" />
            </span>
            <b class="rt-person">{word(persons[code]!)}</b>
            <small class="rt-class">{word(`rattus.part.class.${code}`)}</small>
            <span class="rt-power">{word(powers[code]!)}</span>
            <span class="rt-owner">
                {owner >= 0 && (
                    <>
                        <Mark seat={owner} />
                        <i class="hidden">{word("rattus.board.owner")}</i>
                    </>
                )}
                <span>{owner < 0 ? word("rattus.board.free") : who(props, owner)}</span>
            </span>
        </>
    );
}

export const Cards = ({ props }: { readonly props: Props }) => (
    <div class="rt-cards" role="group" aria-label={props.word("rattus.board.classes")}>
        {classes.map(({ code, power }) => {
            const {
                    view: { used, plague },
                    seats,
                    turn,
                    word,
                } = props,
                owner = ownerOf(props.view, code);
            return (
                <Later
                    key={code}
                    by={[
                        owner,
                        used.includes(code),
                        turn.legal.length > 0 && plague,
                        seats,
                        turn,
                        word,
                    ]}
                    draw={() => <ClassCard props={props} code={code} power={power} />}
                />
            );
        })}
    </div>
);

// ---- how many ----

function NumberButton({
    props: { turn, say, me },
    choice,
}: {
    readonly props: Props;
    readonly choice: Choice;
}) {
    const on = turn.chosen?.do === choice.do,
        [, value] = choice.parts.at(-1)!;
    return (
        <button
            type="button"
            class={`choice rt-number${on ? " on" : ""}`}
            data-do={choice.do}
            aria-pressed={on}
            onClick={() => turn.pick(choice)}
            onFocus={() => turn.look(choice)}
            onBlur={() => turn.look(null)}
            onPointerEnter={() => turn.look(choice)}
            onPointerLeave={() => turn.look(null)}
        >
            <span class="hidden">{say(sentence("rattus", choice))}</span>
            <b>{value}</b>
            {me !== null && <CubeIcon seat={me} />}
        </button>
    );
}

/** The actions that differ only in the number of cubes; null if the number is not asked. */
export function Numbers({ props }: { readonly props: Props }) {
    const { turn, word } = props,
        list = numbers(turn);
    if (list.length === 0) return null;
    return (
        <div class="rt-numbers" role="group" aria-label={word("rattus.board.how_many")}>
            {list.map((choice) => (
                <NumberButton key={choice.do} props={props} choice={choice} />
            ))}
            <button
                type="button"
                class="choice rt-back"
                aria-label={word("rattus.board.other_region")}
                onClick={() => stepBack(turn)}
            >
                <Symbol name="i-close" />
            </button>
        </div>
    );
}

// ---- what turned tokens did ----

function TurnedToken({
    props,
    turned: { face, outbreak, count, lost },
}: {
    readonly props: Props;
    readonly turned: Turned;
}) {
    const { word, say } = props,
        { limit } = faceOf(face);
    return (
        <li class={outbreak ? "outbreak" : "calm"}>
            <span class="object">
                <FaceIcon code={face} />
            </span>
            <span class="rt-outcome">
                <b>
                    {word(outbreak ? "rattus.board.outbreak" : "rattus.board.calm", {
                        n: count,
                        limit,
                    })}
                </b>
                {outbreak && (
                    <span class="rt-losses">
                        {lost.length === 0 && say({ key: "rattus.event.harmless", params: {} })}
                        {lost.map(({ seat, by }) => (
                            <span
                                key={`${seat}${by}`}
                                class="rt-loss"
                                title={word("rattus.board.loses", {
                                    name: { text: who(props, seat) },
                                })}
                            >
                                <Symbol name={`rattus-${by}`} box="0 0 32 32" class="rt-glyph" />
                                <span class="object">
                                    {"−"}
                                    <CubeIcon seat={seat} />
                                </span>
                                <span class="hidden">
                                    {word("rattus.board.loses", {
                                        name: { text: who(props, seat) },
                                    })}
                                </span>
                            </span>
                        ))}
                    </span>
                )}
            </span>
        </li>
    );
}

export function Ravage({
    props,
    list,
}: {
    readonly props: Props;
    readonly list: readonly Turned[];
}) {
    if (list.length === 0) return null;
    return (
        <section
            class="rt-ravage"
            data-region={list[0]!.region}
            aria-label={props.word("rattus.board.ravages")}
        >
            <h2>
                {props.say({
                    key: "rattus.board.ravaged",
                    params: { region: `rattus.part.region.${list[0]!.region}` },
                })}
            </h2>
            <ol>
                {list.map((turned) => (
                    <TurnedToken key={turned.face} props={props} turned={turned} />
                ))}
            </ol>
        </section>
    );
}

// ---- the question of a chosen class ----

/** While one of the person's own classes is chosen: which place its power needs next. */
export function Hint({ props: { turn, word } }: { readonly props: Props }) {
    const aim = turn.touched.length > 0 && !turn.chosen ? aimOf(turn) : null,
        of = aim && classes.find(({ power }) => power === aim.verb);
    if (!aim || !of || aim.kind === "number") return null;
    const asked =
        aim.kind === "token"
            ? "rattus.board.which_token"
            : of.power === "king" || (of.power === "merchant" && aim.done.length === 1)
              ? "rattus.board.where_from"
              : "rattus.board.where_to";
    return (
        <p class="rt-hint" role="status">
            <b>{`${word(persons[of.code]!)}:`}</b> {word(asked)}
        </p>
    );
}
