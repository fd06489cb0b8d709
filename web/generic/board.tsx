// The board of every game that has none of its own. It draws the engine's description of the view:
// areas for everybody, for each other seat and for the person, with things as cards that can be
// touched, and what happened last. It knows no game.
import { useMemo } from "preact/hooks";
import type { BoardProps, GameBoard, Part } from "../board";
import { classNames } from "../classnames";
import type { DescribedLine } from "../engine/messages";
import { Mark } from "../pieces/symbol";
import { ChoiceButton } from "../table/dock";
import { gameOf } from "../table/local";
import type { Param } from "../text";
import { sentence, useWords, type Words } from "../words";
import { groupsOf, type Group } from "./choices";
import { describe, useDescribed } from "../pieces/described";
import {
    areasOf,
    isItem,
    itemsIn,
    itemsOf,
    nameOf,
    partsIn,
    recentOf,
    shapesOf,
    type Area,
    type Item,
    type Recent,
    type Shaped,
    type Word,
} from "./lines";
import { captionsMatter, faceOf, Thing, type Figures } from "./thing";

/** The same thing may lie in several areas. Only those in the nearest one can be touched: the
 * person's own, then everybody's, then the others'. */
const rankOf = ({ seat }: Area, me: number | null) => (seat === null ? 1 : seat === me ? 0 : 2);

interface DrawnArea extends Area {
    readonly shapes: readonly Shaped[];
}

interface Drawing {
    readonly props: BoardProps;
    readonly words: Words;
    readonly figures: Figures;
    readonly areas: readonly DrawnArea[];
    readonly ranks: ReadonlyMap<string, number>; // of the nearest area, by part
    readonly pieces: ReadonlyMap<Item, string>; // identify things for motion
}

/** Things of one seat keep their identity wherever they lie in its areas. */
function piecesOf(areas: readonly DrawnArea[]): Drawing["pieces"] {
    const pieces = new Map<Item, string>(),
        seen = new Map<string, number>();
    for (const { seat, shapes } of areas)
        for (const item of shapes.flatMap(({ segment }) => itemsOf(segment))) {
            const name = `${seat ?? "all"}:${nameOf(item.part)}`,
                n = seen.get(name) ?? 0;
            seen.set(name, n + 1);
            pieces.set(item, `${name}:${n}`);
        }
    return pieces;
}

const noFigures: Figures = {};

// Per game, the keys of the person's lines that had things to touch: they are drawn in the dock.
const touchedKeys = new Map<string, Set<string>>();

/** Splits the person's own area: what can be touched at times goes into the dock, the rest stays on
 * the board. Before the first question the first row counts as the hand. */
function splitOwn(area: DrawnArea, { view, turn }: BoardProps): readonly [DrawnArea, DrawnArea] {
    const keys = touchedKeys.get(view.game) ?? new Set<string>();
    touchedKeys.set(view.game, keys);
    for (const { key, segment } of area.shapes)
        if (itemsOf(segment).some(({ part }) => turn.can(part))) keys.add(key);
    const hand = area.shapes.find(({ segment }) => segment.kind === "row");
    const inHand = (shape: Shaped) => (keys.size > 0 ? keys.has(shape.key) : shape === hand);
    return [
        { ...area, shapes: area.shapes.filter(inHand) },
        { ...area, shapes: area.shapes.filter((shape) => !inHand(shape)) },
    ];
}

function useDrawing(props: BoardProps): Drawing {
    const { view, me } = props,
        words = useWords(),
        lines = useDescribed(view)?.lines ?? [];
    return useMemo(() => {
        const ranks = new Map<string, number>();
        const areas = areasOf(lines).map((area) => ({
            ...area,
            shapes: shapesOf(area.lines, words.pieces),
        }));
        for (const area of areas)
            for (const part of area.lines.flatMap(partsIn)) {
                const name = nameOf(part);
                ranks.set(name, Math.min(ranks.get(name) ?? Infinity, rankOf(area, me)));
            }
        const figures = gameOf(view.game)?.figures ?? noFigures;
        return { props, words, figures, areas, ranks, pieces: piecesOf(areas) };
    }, [lines, props, words]);
}

// ---- lines ----

/** A count, drawn as a pile. */
const Pile = ({ n }: { readonly n: number }) => (
    <span class={classNames("g-pile num", n <= 0 && "none")} data-layers={Math.min(n, 4)}>
        {n}
    </span>
);

interface AreaProps {
    readonly drawing: Drawing;
    readonly area: DrawnArea;
}

interface LineProps extends AreaProps {
    readonly shape: Shaped;
}

/** Sets have no order, so cards with numbers are sorted by them. */
function sorted(items: readonly Item[], figures: Figures): readonly Item[] {
    const figure = (item: Item) => Number(faceOf(item, figures).figure ?? NaN);
    return items.some((item) => Number.isNaN(figure(item)))
        ? items
        : [...items].sort((a, b) => figure(a) - figure(b));
}

function Line({ drawing, area, shape: { seat, segment } }: LineProps) {
    const { props, figures, ranks, pieces } = drawing;
    const thing = (item: Item, i: number, captioned: boolean) => (
        <Thing
            key={pieces.get(item) ?? i}
            props={props}
            item={item}
            face={faceOf(item, figures)}
            captioned={captioned}
            piece={pieces.get(item)}
            from={area.seat === null ? undefined : `seat-${area.seat}`}
            touchable={ranks.get(nameOf(item.part)) === rankOf(area, props.me)}
            own={area.seat !== null && area.seat === props.me}
        />
    );
    const write = (word: Word, i: number) =>
        isItem(word) ? (
            thing(word, i, true)
        ) : typeof word === "number" ? (
            <Pile key={i} n={word} />
        ) : (
            word
        );
    const mark = seat !== null && seat !== area.seat && <Mark seat={seat} />;
    if (segment.kind === "sentence")
        return (
            <li class="g-line">
                {mark}
                <p>{segment.words.map(write)}</p>
            </li>
        );
    const items = sorted(segment.items, figures),
        captioned = captionsMatter(items.map((item) => faceOf(item, figures)));
    return (
        <li class="g-line row">
            {mark}
            {segment.label.length > 0 && <span class="g-label">{segment.label.map(write)}</span>}
            <div class="g-things">{items.map((item, i) => thing(item, i, captioned))}</div>
        </li>
    );
}

/** A heading that only names its seat adds nothing where the seat is obvious. */
const saysMore = ({ params }: DescribedLine) =>
    Object.values(params).some((param: Param) => typeof param !== "object" || !("seat" in param));

const Lines = ({ drawing, area }: AreaProps) =>
    area.shapes.length > 0 ? (
        <ul>
            {area.shapes.map((shape, at) => (
                <Line key={at} drawing={drawing} area={area} shape={shape} />
            ))}
        </ul>
    ) : null;

function AreaBox({ drawing, area }: AreaProps) {
    const { words } = drawing,
        { seat, heading, shapes } = area;
    return (
        <section
            class={classNames(
                "g-area",
                seat !== null && `seat-area s${seat}`,
                shapes.length === 0 && "bare",
            )}
        >
            {heading && (
                <h2 class="plain">
                    {seat !== null && <Mark seat={seat} />}
                    <span>{words.say(heading)}</span>
                </h2>
            )}
            <Lines drawing={drawing} area={area} />
        </section>
    );
}

// ---- what happened last ----

function RecentLine({ drawing, recent }: { readonly drawing: Drawing; readonly recent: Recent }) {
    const { props, words, figures } = drawing;
    const written = recent.events.flatMap((event, i) => [
        ...(i > 0 ? [" "] : []),
        ...itemsIn(words.pieces(event)),
    ]);
    const closes = (word: Word, i: number) =>
        typeof word === "string" && /^[.,]?\s*$/.test(word) && isItem(written[i - 1]);
    return (
        <li class="g-event">
            {recent.seat === null ? <span class="mk" /> : <Mark seat={recent.seat} />}
            <p>
                {written.map((word, i) => {
                    if (!isItem(word)) return closes(word, i) ? " " : word;
                    const face = faceOf(word, figures);
                    return (
                        <Thing
                            key={i}
                            props={props}
                            item={word}
                            face={face}
                            captioned
                            touchable={false}
                        />
                    );
                })}
            </p>
        </li>
    );
}

function RecentEvents({ drawing }: { readonly drawing: Drawing }) {
    const { props } = drawing,
        { history, me, seats, word } = props;
    const recent = useMemo(() => recentOf(history, me, seats.length), [history, me, seats.length]);
    if (recent.length === 0 || props.example) return null;
    return (
        <section class="g-recent" aria-label={word("web.generic.recent")}>
            <h2>{word("web.generic.recent")}</h2>
            <ol>
                {recent.map((one) => (
                    <RecentLine key={one.line} drawing={drawing} recent={one} />
                ))}
            </ol>
        </section>
    );
}

// ---- the board ----

const thingsIn = (areas: readonly DrawnArea[]) =>
    areas.flatMap(({ shapes }) => shapes.flatMap(({ segment }) => itemsOf(segment))).length;

/** Few things are drawn large. */
const sizeOf = (things: number) => (things <= 12 ? "large" : things <= 32 ? "medium" : "small");

function Board(props: BoardProps) {
    const drawing = useDrawing(props),
        { areas, pieces } = drawing,
        { me } = props;
    const common = areas.filter(({ seat }) => seat === null),
        others = areas.filter(({ seat }) => seat !== null && seat !== me),
        own = areas
            .filter(({ seat }) => seat !== null && seat === me)
            .map((area) => splitOwn(area, props)[1])
            .filter(({ shapes, heading }) => shapes.length > 0 || (heading && saysMore(heading)));
    const boxes = (list: readonly DrawnArea[]) =>
        list.map((area, i) => <AreaBox key={i} drawing={drawing} area={area} />);
    return (
        <div class={`g-board ${sizeOf(pieces.size)}`}>
            {others.length > 0 && <div class="g-others">{boxes(others)}</div>}
            <div class="g-middle">
                {common.length > 0 && (
                    <div class={`g-common ${sizeOf(thingsIn(common))}`}>{boxes(common)}</div>
                )}
                <RecentEvents drawing={drawing} />
            </div>
            {own.length > 0 && <div class="g-others mine">{boxes(own)}</div>}
        </div>
    );
}

function Hand(props: BoardProps) {
    const drawing = useDrawing(props),
        own = drawing.areas
            .filter(({ seat }) => seat !== null && seat === props.me)
            .map((area) => splitOwn(area, props)[0])
            .filter(({ shapes }) => shapes.length > 0);
    if (own.length === 0) return null;
    return (
        <div class="g-own">
            {own.map((area, i) => (
                <Lines key={i} drawing={drawing} area={area} />
            ))}
        </div>
    );
}

// ---- actions that no thing stands for ----

interface GroupProps {
    readonly drawing: Drawing;
    readonly group: Group;
}

/** "Move to …", and the things to choose from. */
function Picks({ drawing, group: { verb, choices, parts } }: GroupProps) {
    const { props, words, figures } = drawing,
        { game } = props.view,
        like = sentence(game, choices[0]!);
    const open = Object.fromEntries(
        Object.keys(like.params ?? {}).map((name) => [name, { text: "…" }]),
    );
    const items = parts.map((part): Item => ({
        part,
        name: words.word(`${game}.part.${part[0]}.${part[1]}`),
        count: 1,
    }));
    const faces = items.map((item) => faceOf(item, figures)),
        captioned = captionsMatter(faces);
    return (
        <div class="g-picks" role="group" aria-label={words.say({ ...like, params: open })}>
            <span class="g-label" aria-hidden="true">
                {words.say({ ...like, params: open })}
            </span>
            <div class="g-things">
                {items.map((item, i) => (
                    <Thing
                        key={nameOf(item.part)}
                        props={props}
                        item={item}
                        face={faces[i]!}
                        captioned={captioned}
                        touchable
                        parts={[["verb", verb], item.part]}
                    />
                ))}
            </div>
        </div>
    );
}

function Choices(props: BoardProps) {
    const drawing = useDrawing(props),
        { words, ranks } = drawing,
        { turn, view } = props;
    const shown = (part: Part) => ranks.has(nameOf(part)),
        groups = groupsOf(turn, shown);
    if (groups.length === 0) return null;
    const buttons = groups.filter(({ parts }) => parts.length === 0),
        picks = groups.filter(({ parts }) => parts.length > 0);
    return (
        <div class="choices" role="group" aria-label={words.word("web.dock.choices")}>
            {buttons.flatMap(({ choices }) =>
                choices.map((choice) => (
                    <ChoiceButton
                        key={choice.do}
                        choice={choice}
                        board={null}
                        props={props}
                        game={view.game}
                        turn={turn}
                    />
                )),
            )}
            {picks.map((group) => (
                <Picks key={group.verb} drawing={drawing} group={group} />
            ))}
        </div>
    );
}

export const board: GameBoard = { Board, Hand, Choices, prepare: (view) => void describe(view) };
