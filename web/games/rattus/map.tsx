// What lies on the map (tokens, cubes, the plague piece, castle and supply), and what can be
// touched there.
import { useMemo, useRef } from "preact/hooks";
import type { BoardProps, Choice, Part } from "../../board";
import { classNames } from "../../classnames";
import { useDescribed } from "../../pieces/described";
import { Kept, Later } from "../../pieces/kept";
import { MapView, Place, type MapPlace } from "../../pieces/map";
import { sentence, signed } from "../../words";
import { isTaken, onwards, placeAim, stepBack, touchMap, type Aim } from "./choose";
import geometry from "./geometry.json";
import { Above, Ground } from "./ground";
import { Cube, TokenFace } from "./pieces";
import { OutbreakScene } from "./scenes";
import {
    cubesOf,
    drawn,
    inPlay,
    piecesOf,
    ratsOf,
    ravaged,
    regions,
    scene,
    slotOf,
    type Pieces,
    type Point,
    type Rattus,
    type Standing,
    type Turned,
} from "./view";

type Props = BoardProps<Rattus>;

const boxes = { wide: [56, 4, 1140, 962], phone: [170, 4, 1026, 962] } as const;
const castleAt = geometry.castle as unknown as Point;

// ---- cubes ----

interface CubeAt {
    readonly id: string;
    readonly seat: number;
    readonly lost: boolean; // removed by the latest step
    readonly fresh: boolean; // new since the person last acted
    readonly drag: string | undefined; // where it can be taken from, if it is the person's own
}

const cellWide = 27,
    cellHigh = 28,
    groupWide = 66,
    groupHigh = 42;

/** Arranges things in rows around a centre; every row is centred. */
function rows<T>(
    things: readonly T[],
    [x, y]: Point,
    columns: number,
    wide: number,
    high: number,
): readonly { readonly thing: T; readonly x: number; readonly y: number }[] {
    const count = Math.ceil(things.length / columns);
    return things.map((thing, i) => {
        const row = Math.floor(i / columns),
            inRow = Math.min(columns, things.length - row * columns);
        return {
            thing,
            x: x + ((i % columns) - (inRow - 1) / 2) * wide,
            y: y + (row - (count - 1) / 2) * high,
        };
    });
}

const Lost = () => <path class="rt-lost" d="M-12-12 12 12M12-12-12 12" />;

const OneCube = ({ cube: { id, seat, lost, fresh, drag } }: { readonly cube: CubeAt }) => (
    <g
        data-drag={drag}
        data-piece={lost ? undefined : id}
        data-from={`seat-${seat}`}
        data-to={`seat-${seat}`}
        class={lost ? "rt-gone" : fresh ? "rt-fresh" : undefined}
    >
        <Cube seat={seat} />
        {lost && <Lost />}
    </g>
);

/** All cubes one by one, or, where there are many or the map is small, one stack with a number per
 * seat. */
function Cubes({
    cubes,
    at,
    columns,
    stacked,
}: {
    readonly cubes: readonly CubeAt[];
    readonly at: Point;
    readonly columns: number;
    readonly stacked: boolean;
}) {
    if (!stacked)
        return (
            <>
                {rows(cubes, at, columns, cellWide, cellHigh).map(({ thing, x, y }) => (
                    <g key={thing.id} transform={`translate(${x} ${y})`}>
                        <OneCube cube={thing} />
                    </g>
                ))}
            </>
        );
    const groups = [...new Set(cubes.map(({ seat }) => seat))].map((seat) =>
        cubes.filter((cube) => cube.seat === seat),
    );
    return (
        <>
            {rows(groups, at, 2, groupWide, groupHigh).map(({ thing, x, y }) => {
                const left = thing.filter(({ lost }) => !lost).length;
                return (
                    <g key={thing[0]!.seat} transform={`translate(${x - 13} ${y}) scale(1.4)`}>
                        {thing.map((cube) =>
                            cube.lost ? (
                                left === 0 && <OneCube key={cube.id} cube={cube} />
                            ) : (
                                <OneCube key={cube.id} cube={cube} />
                            ),
                        )}
                        <text class="rt-count" x="16" y="8">
                            {left}
                            {thing.length > left && (
                                <tspan class="minus">{`−${thing.length - left}`}</tspan>
                            )}
                        </text>
                    </g>
                );
            })}
        </>
    );
}

function cubesAt(
    { view, me }: Props,
    pieces: Pieces,
    before: Pieces,
    place: string,
    turned: Turned | null,
): readonly CubeAt[] {
    return view.seats.flatMap((_, seat) => [
        ...(pieces.cubes.get(`${seat} ${place}`) ?? []).map((id) => ({
            id,
            seat,
            lost: false,
            fresh: !(before.cubes.get(`${seat} ${place}`) ?? []).includes(id),
            drag: seat === me && place !== "castle" ? `cube ${place}` : undefined,
        })),
        ...(turned?.region === place ? turned.lost : [])
            .filter((lost) => lost.seat === seat)
            .map(({ by }) => ({
                id: `${seat}:lost:${by}`,
                seat,
                lost: true,
                fresh: false,
                drag: undefined,
            })),
    ]);
}

// ---- tokens ----

interface TokensProps {
    readonly props: Props;
    readonly region: string;
    readonly pieces: Pieces;
    readonly before: Pieces;
    readonly turned: Turned | null; // the token that the latest step turned up here
}

/** The seats that have looked at a token. */
const Seen = ({ by }: { readonly by: readonly number[] }) => (
    <>
        {by.map((seat, i) => (
            <g
                key={seat}
                class={`rt-seen s${seat}`}
                transform={`translate(${(i - (by.length - 1) / 2) * 16} 20)`}
            >
                <circle r="9.5" />
                <use href={`#mark-${seat}`} x="-7" y="-7" width="14" height="14" />
            </g>
        ))}
    </>
);

function Tokens({ props: { view, me, phone }, region, pieces, before, turned }: TokensProps) {
    const { tokens: slots } = drawn[region]!,
        ids = pieces.tokens.get(region) ?? [],
        gap = turned ? pieces.turnedAt : slots.length;
    const grown = phone ? 1.12 : 1,
        lies = slots[gap];
    return (
        <>
            {slots.map(
                ([x, y], i) =>
                    i >= ids.length + (turned ? 1 : 0) && (
                        <circle key={i} class="rt-slot" cx={x} cy={y} r="19" />
                    ),
            )}
            {ids.map((id, i) => {
                const [x, y] = slots[i < gap ? i : i + 1] ?? slots[i]!,
                    slot = slotOf(region, i + 1),
                    face = view.face[slot] ?? null;
                return (
                    <g
                        key={id}
                        transform={`translate(${x} ${y}) scale(${face ? grown * 0.8 : grown})`}
                    >
                        <g
                            data-piece={id}
                            data-from="rattus-supply"
                            data-to="rattus-supply"
                            data-face={face ?? ""}
                            data-drag={`token ${region} ${i + 1}`}
                            class={before.tokens.get(region)?.includes(id) ? undefined : "rt-fresh"}
                        >
                            <circle class="halo" r={face ? 33 : 25.5} />
                            {face ? (
                                <TokenFace code={face} kind="known" />
                            ) : (
                                <use href="#rattus-token" x="-24" y="-24" width="48" height="48" />
                            )}
                        </g>
                        <Seen by={(view.seen[slot] ?? []).filter((seat) => seat !== me)} />
                    </g>
                );
            })}
            {turned && pieces.turned && lies && (
                <g transform={`translate(${lies.join(" ")}) scale(${phone ? 1.35 : 1})`}>
                    <circle class="rt-pulse" r="40" fill="url(#rattus-glow)" />
                    <g data-piece={pieces.turned} data-face={turned.face}>
                        <TokenFace code={turned.face} kind="turned" />
                    </g>
                </g>
            )}
        </>
    );
}

// ---- what may be touched ----

interface Target {
    readonly code: string;
    readonly parts: readonly Part[];
    readonly at: Point;
    readonly r: number;
    readonly spots: readonly Point[];
    readonly asked: boolean; // false: it can only be tried
}

const tokenAt = (code: string, position: number, phone: boolean): Target => {
    const at = drawn[code]!.tokens[position - 1]!;
    return {
        code: `${code} ${position}`,
        parts: [
            ["region", code],
            ["position", String(position)],
        ],
        at,
        r: phone ? 25 : 23,
        spots: [at],
        asked: true,
    };
};

/** The ring of a region lies where the next token would, or beside the pieces if three are
 * there. */
const regionAt = (view: Rattus, code: string, asked: boolean): Target => {
    const { tokens, beside, spots } = drawn[code]!,
        at = tokens[ratsOf(view, code)] ?? beside;
    return { code, parts: [["region", code]], at, r: 20, spots, asked };
};

/** Every place that can be tried, legal or not. */
function targetsOf({ view, phone }: Props, aim: Aim): readonly Target[] {
    const token = aim.kind === "token",
        all = regions.map(({ code }) => regionAt(view, code, !token));
    if (!token) return all;
    return [
        ...regions.flatMap(({ code }) =>
            Array.from({ length: ratsOf(view, code) }, (_, i) => tokenAt(code, i + 1, phone)),
        ),
        ...all,
    ];
}

const legalAt = (aim: Aim, { parts, asked }: Target) => (asked ? onwards(aim, parts) : []);

/** The place where the unfinished action starts. */
function sourceOf({ view, phone }: Props, aim: Aim): Target | null {
    const [, region, position] = aim.done;
    if (!region) return null;
    return position
        ? tokenAt(region[1], Number(position[1]), phone)
        : regionAt(view, region[1], true);
}

/** What would be put there, drawn inside the ring. */
function Ghost({
    props: { me, say },
    aim,
    target,
}: {
    readonly props: Props;
    readonly aim: Aim;
    readonly target: Target;
}) {
    const { verb, kind } = aim,
        [x, y] = target.at;
    if (kind !== "region") return null;
    const found = legalAt(aim, target),
        gains = [
            ...new Set(
                found.flatMap(({ preview }) =>
                    preview?.key === "rattus.preview.grow" ? [say(preview)] : [],
                ),
            ),
        ];
    const inside =
        gains.length > 0 ? (
            <text class="rt-gain" y="8">
                {gains.at(-1)}
            </text>
        ) : verb === "plague" || verb === "knight" ? (
            <use href="#rattus-plague" x="-15" y="-21" width="30" height="42" />
        ) : verb === "rat" || verb === "monk" ? (
            <use href="#rattus-token" x="-19" y="-19" width="38" height="38" />
        ) : (
            me !== null && (
                <g transform="scale(1.15)">
                    <Cube seat={me} />
                </g>
            )
        );
    return (
        <g
            class={classNames("rt-ghost", gains.length > 0 && "text")}
            transform={`translate(${x} ${y})`}
            aria-hidden="true"
        >
            {inside}
        </g>
    );
}

interface TargetsProps {
    readonly props: Props;
    readonly aim: Aim;
    readonly targets: readonly Target[];
}

function Targets({ props, aim, targets }: TargetsProps) {
    const { turn, view, say, phone, me } = props,
        source = sourceOf(props, aim),
        latest = useRef({ turn, view });
    latest.current = { turn, view };
    return (
        <>
            {source && (
                <Place
                    x={source.at[0]}
                    y={source.at[1]}
                    r={source.r}
                    legal={false}
                    on
                    drop={source.code}
                    label={say(placeName(props, source))}
                    touch={() => stepBack(turn)}
                />
            )}
            {targets.map((target) => {
                const found = legalAt(aim, target),
                    on = isTaken(aim, target.parts),
                    { kind, verb, done } = aim;
                return (
                    <Later
                        soon
                        key={target.code}
                        by={[target, found, on, kind, verb, done, me, phone, say]}
                        draw={() => (
                            <TargetPlace
                                props={props}
                                aim={aim}
                                target={target}
                                found={found}
                                on={on}
                                latest={latest}
                            />
                        )}
                    />
                );
            })}
        </>
    );
}

interface TargetPlaceProps {
    readonly props: Props;
    readonly aim: Aim;
    readonly target: Target;
    readonly found: readonly Choice[]; // legal actions that include this place
    readonly on: boolean;
    // the place may have been drawn for an older question than the present one
    readonly latest: { readonly current: Pick<Props, "turn" | "view"> };
}

function TargetPlace({ props, aim, target, found, on, latest }: TargetPlaceProps) {
    const only = found.length === 1 ? found[0] : undefined,
        short = aim.kind === "token" || aim.verb === "merchant",
        named = { parts: [...aim.done, ...target.parts] };
    const label = only
        ? sentence("rattus", only)
        : short
          ? placeName(props, target)
          : sentence("rattus", named);
    const touch = () => touchMap(latest.current.turn, latest.current.view, target.parts),
        look = (looking: boolean) => latest.current.turn.look(looking ? (found[0] ?? null) : null);
    return (
        <g>
            {!on && found.length > 0 && <Ghost props={props} aim={aim} target={target} />}
            <Place
                x={target.at[0]}
                y={target.at[1]}
                r={target.r}
                legal={found.length > 0}
                on={on}
                action={only?.do}
                drop={target.code}
                touch={touch}
                label={props.say(label)}
                look={look}
            />
        </g>
    );
}

/** The name of a place, used while the sentence of the action is incomplete. A number is given only
 * if several tokens lie there. */
function placeName({ view }: Props, { parts: [region, position] }: Target) {
    const of = { region: `rattus.part.region.${region![1]}` };
    if (!position) return { key: "rattus.board.from", params: of };
    if (ratsOf(view, region![1]) === 1) return { key: "rattus.board.only_token", params: of };
    return { key: "rattus.board.token", params: { ...of, position: Number(position[1]) } };
}

/** All outlines that a region can have. They always exist, and CSS shows them by class name,
 * because creating shapes or changing clip paths is slow. */
const Shapes = ({ code }: { readonly code: string }) => (
    <g clip-path={`url(#rattus-lit-${code})`} aria-hidden="true">
        <g class="rt-plagued">
            <use href={`#rattus-${code}-path`} stroke-width="22" opacity=".3" />
            <use href={`#rattus-${code}-path`} stroke-width="8" opacity=".8" />
        </g>
        <g class="rt-outline">
            <use class="fill" href={`#rattus-${code}-path`} />
            <use class="far" href={`#rattus-${code}-path`} />
            <use class="gap" href={`#rattus-${code}-path`} />
            <use class="near" href={`#rattus-${code}-path`} />
        </g>
    </g>
);

interface RegionProps {
    readonly code: string;
    readonly kind: string;
}

const Region = ({ code, kind }: RegionProps) => (
    <g class={kind}>
        <Kept by={[code]} draw={() => <Shapes code={code} />} />
    </g>
);

const clips = (
    <defs>
        {regions.map(({ code }) => (
            <clipPath key={code} id={`rattus-lit-${code}`}>
                <use href={`#rattus-${code}-path`} />
            </clipPath>
        ))}
    </defs>
);

/** The region's class name: plagued, legal (a double outline inside its border), or chosen. */
function kindOf(
    { view }: Props,
    aim: Aim | null,
    target: Target | undefined,
    code: string,
): string {
    const on = aim?.kind === "region" && target !== undefined && isTaken(aim, target.parts),
        legal =
            on ||
            (aim?.kind === "region" && target !== undefined && legalAt(aim, target).length > 0);
    return classNames("rt-region", view.plague === code && "plague", legal && "legal", on && "on");
}

/** How many cubes the plague piece counts for, thanks to the knight. */
function Neutral({ view }: Pick<Props, "view">) {
    const { neutral } = (useDescribed(view)?.standing ?? { neutral: 0 }) as Standing;
    if (neutral === 0) return null;
    return (
        <g class="rt-badge" transform="translate(17 -30)">
            <circle r="13" />
            <text y="6">{signed(neutral)}</text>
        </g>
    );
}

const Plague = ({ props: { view, phone }, at }: { readonly props: Props; readonly at: Point }) => (
    <g
        class="rt-plague"
        transform={`translate(${at.join(" ")}) scale(${phone ? 1.25 : 1})`}
        aria-hidden="true"
    >
        <g data-piece="plague" data-drag="plague">
            <ellipse class="rt-pulse" cy="30" rx="34" ry="13" fill="url(#rattus-glow)" />
            <use href="#rattus-plague" x="-30" y="-46" width="60" height="84" />
            {view.knight && <Neutral view={view} />}
        </g>
    </g>
);

// ---- in words ----

/** A region in words, for screen readers. */
function spoken({ view, seats, say, word }: Props, code: string): string {
    const params = {
        region: `rattus.part.region.${code}`,
        rats: ratsOf(view, code),
        plague: view.plague === code ? 1 : 0,
    };
    const cubes = seats.flatMap(({ seat }) => {
        const n = cubesOf(view.seats[seat]!, code);
        return n > 0 ? [say({ key: "rattus.view.cubes", params: { who: { seat }, n } })] : [];
    });
    return [
        word("rattus.board.region", params),
        ...(cubes.length > 0 ? cubes : [word("rattus.board.empty")]),
    ].join(". ");
}

// ---- the map ----

/** How a tap on the map is interpreted. */
function tapsOf({ turn, view }: Props, aim: Aim | null, targets: readonly Target[]) {
    const at = (code: string) => targets.find((one) => one.code === code);
    const touch = (code: string) => {
        const target = at(code);
        if (target) touchMap(turn, view, target.parts);
    };
    const places = () =>
        targets.flatMap((target): MapPlace[] => {
            const { code, spots } = target,
                legal = legalAt(aim!, target).length > 0;
            return spots.map(([x, y]) => ({ code, x, y, legal }));
        });
    /** A tap inside a region's border means that region; otherwise the nearest legal place. */
    const exact = (event: MouseEvent) => {
        const hit = document
                .elementsFromPoint(event.clientX, event.clientY)
                .find((element) => element.matches(".rt-hit")),
            target = at(hit?.getAttribute("data-drop") ?? ""),
            mouse = (event as PointerEvent).pointerType === "mouse";
        if (!target || aim!.kind === "token") return null;
        return mouse || legalAt(aim!, target).length > 0 ? target.code : null;
    };
    return { touch, places, exact };
}

interface MapState {
    readonly pieces: Pieces;
    readonly before: Pieces; // the pieces when the person last acted
    readonly latest: Turned | null; // the token that the latest step turned up
}

function useMapState({ history, fresh, live }: Props): MapState {
    const pieces = useMemo(() => piecesOf(history), [history]);
    // Nothing is new before the person's first action, and during a replay.
    const since =
        live && fresh.length < history.length ? history.length - fresh.length : history.length;
    const before = useMemo(() => piecesOf(history.slice(0, since)), [history, since]);
    const latest = useMemo(
        () =>
            history.at(-1)?.do?.startsWith("reveal ") ? (ravaged(history).at(-1) ?? null) : null,
        [history],
    );
    return { pieces, before, latest };
}

export function RattusMap(props: Props) {
    const { view, turn, me, seats, phone, language, word } = props,
        { players, plague } = view,
        state = useMapState(props),
        { pieces, before, latest } = state;
    const ground = useMemo(() => <Ground players={players} word={word} />, [players, language]),
        above = useMemo(() => <Above players={players} word={word} />, [players, language]);
    const aim = placeAim(turn),
        targets = aim ? targetsOf(props, aim) : [],
        { touch, places, exact } = tapsOf(props, aim, targets);
    const kind = (code: string) =>
        kindOf(
            props,
            aim,
            targets.find((target) => target.code === code),
            code,
        );
    return (
        <MapView
            class="rt-map"
            box={phone ? boxes.phone : boxes.wide}
            label={word("rattus.board.map")}
            places={places}
            ground={ground}
            touch={touch}
            exact={exact}
        >
            {regions.map(({ code }) => (
                <use key={code} class="rt-hit" href={`#rattus-${code}-path`} data-drop={code} />
            ))}
            {clips}
            {regions.map(({ code }) => (
                <Region key={code} code={code} kind={kind(code)} />
            ))}
            {above}
            <Later
                by={[view, pieces, before, latest, me, seats, phone, word]}
                draw={() => <AllPieces props={props} state={state} />}
            />
            <Scene props={props} />
            <Later
                by={[turn, view, phone, word]}
                draw={() => aim && <Targets props={props} aim={aim} targets={targets} />}
            />
            {plague && <Plague props={props} at={drawn[plague]!.plague} />}
            <OutbreakScene />
            <g class="rt-frame" aria-hidden="true">
                <rect x="5" y="5" width="1190" height="960" />
            </g>
        </MapView>
    );
}

interface PiecesProps {
    readonly props: Props;
    readonly state: MapState;
}

/** Cubes overlap if there is little room. */
const stacked = ({ phone }: Props, count: number, columns: number) => phone || count > columns * 2;

function AllPieces({ props, state }: PiecesProps) {
    const { view, word } = props,
        castle = cubesAt(props, state.pieces, state.before, "castle", null),
        [x, y] = castleAt;
    return (
        <g class="rt-pieces">
            {regions
                .filter(({ code }) => inPlay(view, code))
                .map(({ code }) => (
                    <RegionPieces key={code} props={props} state={state} code={code} />
                ))}
            <g role="img" aria-label={word("rattus.board.castle_holds", { n: castle.length })}>
                <circle class="rt-castle-hit" cx={x} cy={y} r="60" data-drop="castle" />
                <Cubes
                    cubes={castle}
                    at={castleAt}
                    columns={6}
                    stacked={stacked(props, castle.length, 6)}
                />
            </g>
            <Supply props={props} />
        </g>
    );
}

/** The tokens and cubes of a region, drawn again only if something there has changed. */
function RegionPieces({ props, state, code }: PiecesProps & { readonly code: string }) {
    const { view, me, phone } = props,
        { pieces, before, latest } = state,
        turned = latest?.region === code ? latest : null,
        cubes = cubesAt(props, pieces, before, code, turned),
        { columns, cubes: at } = drawn[code]!,
        label = spoken(props, code);
    const slots = Array.from({ length: ratsOf(view, code) }, (_, i) => slotOf(code, i + 1)),
        known = slots.map((slot) => [view.face[slot], view.seen[slot]]),
        tokens = [pieces.tokens.get(code), before.tokens.get(code)];
    return (
        <Later
            by={[
                label,
                known,
                cubes,
                tokens,
                turned,
                turned && pieces.turned,
                turned && pieces.turnedAt,
                me,
                phone,
            ]}
            draw={() => (
                <g id={`rattus-pieces-${code}`} role="img" aria-label={label}>
                    <Tokens
                        props={props}
                        region={code}
                        pieces={pieces}
                        before={before}
                        turned={turned}
                    />
                    <Cubes
                        cubes={cubes}
                        at={at}
                        columns={columns}
                        stacked={stacked(props, cubes.length, columns)}
                    />
                </g>
            )}
        />
    );
}

function Supply({ props: { view, phone, word } }: { readonly props: Props }) {
    const [x, y] = geometry.supply as unknown as Point;
    return (
        <g
            transform={`translate(${x} ${y}) scale(${phone ? 1.3 : 1})`}
            role="img"
            aria-label={word("rattus.board.supply", { n: view.supply })}
            data-anchor="rattus-supply"
            data-drag="supply"
        >
            {[8, 4, 0].map(
                (down, i) =>
                    view.supply > i && (
                        <use
                            key={down}
                            href="#rattus-token"
                            x="-24"
                            y={down - 24}
                            width="48"
                            height="48"
                        />
                    ),
            )}
            {view.supply === 0 && <circle class="rt-slot" r="21" />}
            <g class="rt-badge" transform="translate(22 -18)">
                <circle r="15" />
                <text y="6">{view.supply}</text>
            </g>
        </g>
    );
}

/** Where points rise from: the region of the latest event. */
function Scene({ props: { view, history } }: { readonly props: Props }) {
    const happened = scene(history),
        [x, y] = happened ? drawn[happened]!.cubes : castleAt;
    return (
        <>
            {view.seats.map((_, seat) => (
                <rect
                    key={seat}
                    class="rt-scene"
                    data-scores={seat}
                    x={x + (seat - 1.5) * 24}
                    y={y - 10}
                    width="20"
                    height="20"
                />
            ))}
        </>
    );
}
