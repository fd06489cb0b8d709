// The map: parchment, nine countries, roads with their cloisters, courts with councillors, and the
// seals of the alliances.
import type { ComponentChildren } from "preact";
import { useMemo, useRef } from "preact/hooks";
import type { Part } from "../../board";
import { Kept, Later } from "../../pieces/kept";
import { meant } from "../../pieces/looked";
import { MapView, Place, type MapPlace } from "../../pieces/map";
import { ScoringScene } from "./scenes";
import {
    alliances,
    box,
    cardOf,
    countries,
    councillorsAt,
    countryOf,
    envoys,
    freshPieces,
    isJoker,
    land,
    ownersOf,
    roads,
    spaceOf,
    spaces,
    type Alliance,
    type Claim,
    type Country,
    type Props,
    type Space,
    type Standing,
} from "./view";

const [left, top, width, height] = box;
const tintOf = (country: string) => cardOf.get(countryOf.get(country)!.card)!;

// ---- the ground, which never changes ----

const coast = (
    <g fill="none" stroke-linejoin="round" class="km-coast">
        <use href="#km-land" stroke-width="22" opacity=".35" />
        <use href="#km-land" stroke-width="13" opacity=".4" />
        <use href="#km-land" stroke-width="6" opacity=".5" />
    </g>
);

const ground = countries.map(({ code }) => {
    const { tint, deep } = tintOf(code);
    return (
        <g key={code} fill="none" stroke-linejoin="round">
            <use href={`#km-${code}`} fill={tint} opacity=".72" />
            <use
                href={`#km-${code}`}
                clip-path={`url(#km-in-${code})`}
                stroke={deep}
                stroke-width="22"
                opacity=".16"
            />
            <use
                href={`#km-${code}`}
                clip-path={`url(#km-in-${code})`}
                stroke={deep}
                stroke-width="9"
                opacity=".34"
            />
            <use
                href={`#km-${code}`}
                stroke="#7d6a4e"
                stroke-width="1.1"
                stroke-dasharray="5 3 1.5 3"
                opacity=".75"
            />
        </g>
    );
});

const rectangle = { x: left, y: top, width, height };
const network = roads.map(({ path }) => path).join("");

const terrain = (
    <g class="km-terrain" aria-hidden="true">
        <defs>
            <path id="km-land" d={land.land} />
            <clipPath id="km-in-land">
                <use href="#km-land" />
            </clipPath>
            {countries.map(({ code, path }) => [
                <path key={code} id={`km-${code}`} d={path} />,
                <clipPath key={`in-${code}`} id={`km-in-${code}`}>
                    <use href={`#km-${code}`} />
                </clipPath>,
            ])}
        </defs>
        <rect {...rectangle} class="km-sea" />
        {coast}
        <use href="#km-land" fill="#efe3c8" />
        {ground}
        <g
            clip-path="url(#km-in-land)"
            fill="none"
            stroke="#8fb0b3"
            stroke-width="2.4"
            stroke-linecap="round"
            opacity=".75"
        >
            {land.rivers.map((path) => (
                <path key={path} d={path} />
            ))}
        </g>
        <path
            d={land.hills}
            fill="none"
            stroke="#6b5a45"
            stroke-width="1.3"
            stroke-linecap="round"
            opacity=".5"
        />
        <use href="#km-land" class="km-shade" />
        <use
            href="#km-land"
            fill="none"
            stroke="#2b2118"
            stroke-width="1.5"
            stroke-linejoin="round"
            opacity=".85"
        />
        <rect {...rectangle} fill="url(#kardinal-age)" class="km-age" />
        <g class="km-lands">
            {land.lands.map(({ x, y, text }) => (
                <text key={text} x={x} y={y}>
                    {text}
                </text>
            ))}
        </g>
        <use href="#kardinal-rose" transform="translate(22 716) scale(.88)" opacity=".8" />
        <use href="#kardinal-ship" transform="translate(398 46) scale(1.05)" opacity=".85" />
        <use href="#kardinal-ship" transform="translate(64 624) scale(-.8 .8)" opacity=".85" />
        <use href="#kardinal-ship" transform="translate(436 1010) scale(-.95 .95)" opacity=".85" />
        <g class="km-routes">
            {alliances.map(({ number, route }) => route && <path key={number} d={route} />)}
        </g>
        <path d={network} class="km-road-under" />
        <path d={network} class="km-road" />
        <path d={network} class="km-road-over" />
    </g>
);

const frame = (
    <g class="km-frame" aria-hidden="true" fill="none">
        <rect x={left + 5} y={top + 5} width={width - 10} height={height - 10} class="km-edge" />
        <rect
            x={left + 3}
            y={top + 3}
            width={width - 6}
            height={height - 6}
            stroke="#2b2118"
            stroke-width="2"
        />
        <rect
            x={left + 10}
            y={top + 10}
            width={width - 20}
            height={height - 20}
            stroke="#6b5a45"
            stroke-width="1.2"
        />
    </g>
);

/** The title lies on the parchment in the north-east. */
const cartouche = (
    <g class="km-title" transform="translate(918 40)" aria-hidden="true">
        <path d="M-112-40H112l-8 12v56l8 12H-112l8-12v-56z" stroke-width="1.6" />
        <path d="M-98-30H98v60H-98z" stroke-width=".8" />
        <text y="2" class="km-title-name" textLength="186" lengthAdjust="spacingAndGlyphs">
            Kardinal &amp; König
        </text>
        <text y="22" class="km-title-year">
            Europa · saeculum XII
        </text>
    </g>
);

// ---- pieces ----

interface PieceProps {
    readonly seat: number;
    readonly piece: string; // id for the animation
    readonly kind: "house" | "councillor";
    readonly x: number;
    readonly y: number;
    readonly fresh: boolean;
}

const marked = {
    house: "translate(0 -7) scale(7)",
    councillor: "translate(0 7.6) scale(4.4)",
} as const;

const Figure = ({ seat, kind }: Pick<PieceProps, "seat" | "kind">) => (
    <g class={`km-${kind}`}>
        <use href={`#kardinal-${kind}`} y={kind === "house" ? 2 : 0} />
        <use
            href={`#kardinal-m${seat}`}
            class="km-mark"
            transform={marked[kind]}
            stroke-width={kind === "house" ? 0.26 : 0.41}
        />
    </g>
);

function Piece({ seat, piece, kind, x, y, fresh }: PieceProps) {
    return (
        <g transform={`translate(${x} ${y})`}>
            {fresh && (
                <circle
                    class="km-fresh"
                    r={kind === "house" ? 24 : 14}
                    cy={kind === "house" ? -2 : 1}
                />
            )}
            <g data-piece={piece} data-from={`seat-${seat}`} class={`km-piece s${seat}`}>
                <Figure seat={seat} kind={kind} />
            </g>
        </g>
    );
}

/** What the person would put at a place. */
const GhostPiece = ({ seat, part }: { readonly seat: number; readonly part: Part }) => (
    <g class={`ghost km-piece s${seat}`} data-meant={meant([part])}>
        <Figure seat={seat} kind={part[0] === "space" ? "house" : "councillor"} />
    </g>
);

/** A seat's mark, beside a seal. */
const SeatMark = ({
    seat,
    x,
    y,
}: {
    readonly seat: number;
    readonly x: number;
    readonly y: number;
}) => (
    <g transform={`translate(${x} ${y})`} class={`km-claim s${seat}`}>
        <use href={`#kardinal-m${seat}`} transform="scale(6.4)" />
    </g>
);

/** The halves of a seal point to their countries. Below it stands whose majority scores there
 * now. */
function Seal({
    alliance,
    claims,
}: {
    readonly alliance: Alliance;
    readonly claims: readonly Claim[];
}) {
    const { x, y, turn, number } = alliance,
        [one, other] = alliance.countries.map((code) => tintOf(code).deep);
    return (
        <g transform={`translate(${x} ${y})`} data-about={number}>
            <g class="km-seal">
                <g
                    transform={`rotate(${turn})`}
                    stroke="#2b2118"
                    stroke-width="1.2"
                    stroke-linejoin="round"
                >
                    <path d="M0-14A14 14 0 0 1 12-7.5L21 0 12 7.5A14 14 0 0 1 0 14z" fill={one} />
                    <path
                        d="M0-14A14 14 0 0 0-12-7.5L-21 0-12 7.5A14 14 0 0 0 0 14z"
                        fill={other}
                    />
                </g>
                <circle r="10.5" class="km-face" stroke="#2b2118" stroke-width="1.2" />
                <text class="km-number" y="5.1">
                    {number}
                </text>
                {claims.map(({ seat }, i) => (
                    <SeatMark
                        key={seat}
                        seat={seat}
                        x={(i - (claims.length - 1) / 2) * 15}
                        y={18}
                    />
                ))}
            </g>
        </g>
    );
}

interface CourtProps {
    readonly country: Country;
    readonly there: ReturnType<typeof councillorsAt>;
    readonly latest: number; // how many have come since the person last acted
    readonly now: boolean; // the country in which the person is building
}

function Court({ country: { court, code, places }, there, latest, now }: CourtProps) {
    return (
        <g class={`km-court${now ? " now" : ""}`} data-court={code}>
            <rect
                x={court.x}
                y={court.y}
                width={court.w}
                height={court.h}
                rx="9"
                class="km-court-box"
                stroke={tintOf(code).deep}
            />
            <use
                href={`#kardinal-arms-${code}`}
                x={court.x + 6.5}
                y={court.y + 6.5}
                width="37"
                height="49"
            />
            {places.map(
                ({ x, y }, i) =>
                    i >= there.length && (
                        <circle key={i} cx={x} cy={y + 1} r="7" class="km-seat-free" />
                    ),
            )}
            {there.map(({ seat, nth }, i) => {
                const at = places[i];
                return (
                    at && (
                        <Piece
                            key={`${seat}:${nth}`}
                            seat={seat}
                            piece={`${seat}:r:${code}:${nth}`}
                            kind="councillor"
                            x={at.x}
                            y={at.y - 1}
                            fresh={i >= there.length - latest}
                        />
                    )
                );
            })}
        </g>
    );
}

function SpaceName({ word, code }: { readonly word: Props["word"]; readonly code: string }) {
    const { x, y, name } = spaceOf.get(code)!,
        text = word(`kardinal.part.space.${code}`),
        at = { x: x + name.dx, y: y + name.dy };
    if (name.break === undefined)
        return (
            <text {...at} text-anchor={name.anchor}>
                {text}
            </text>
        );
    return (
        <text {...at} text-anchor={name.anchor}>
            <tspan x={at.x}>{text.slice(0, name.break)}</tspan>
            <tspan x={at.x} dy="13">
                {text.slice(name.break).trim()}
            </tspan>
        </text>
    );
}

const follow = (row: readonly string[], one: string, other: string) =>
    Math.abs(row.indexOf(one) - row.indexOf(other)) === 1 &&
    row.includes(one) &&
    row.includes(other);

/** Roads with both ends held by one seat, in its colour. Those of a chain that would score are
 * wide. */
function OwnRoads({
    owners,
    chains,
}: {
    readonly owners: ReadonlyMap<string, number>;
    readonly chains: Standing["chains"];
}) {
    return (
        <g fill="none" stroke-linecap="round">
            {roads.map(({ ends: [one, other], path }) => {
                const seat = owners.get(one);
                if (seat === undefined || owners.get(other) !== seat) return null;
                const scores = chains.some(({ spaces: row }) => follow(row, one, other));
                return (
                    <path key={path} d={path} class={`km-own s${seat}${scores ? " chain" : ""}`} />
                );
            })}
        </g>
    );
}

// ---- touching ----

interface Spot {
    readonly parts: readonly Part[];
    readonly tried: string;
    label(): string;
    readonly seat?: number | undefined; // the owner of the cloister there
    readonly x: number;
    readonly y: number;
    readonly r: number;
    readonly under: readonly MapPlace[]; // further points that mean the same place
}

/** The card with which the person evidently wants to pay. */
function paying({ turn }: Props, country: string): string {
    return turn.touched.find(([type]) => type === "card")?.[1] ?? countryOf.get(country)!.card;
}

function spotsOf(props: Props): ReadonlyMap<string, Spot> {
    const { view, word, phone } = props,
        owners = ownersOf(view),
        spots = new Map<string, Spot>();
    for (const { code, x, y, country } of spaces) {
        const seat = owners.get(code),
            params = {
                space: `kardinal.part.space.${code}`,
                country: `kardinal.part.country.${country}`,
            };
        const label = () =>
            seat === undefined
                ? word("kardinal.board.space", params)
                : word("kardinal.board.taken", { ...params, who: { seat } });
        spots.set(code, {
            parts: [["space", code]],
            tried: `c ${code} ${paying(props, country)}`,
            label,
            seat,
            x,
            y,
            r: phone ? 16 : 12,
            under: [],
        });
    }
    for (const country of countries) {
        const { code, places, court } = country,
            there = view.seats.reduce(
                (sum, { councillors_in: all }) => sum + (all[country.at] ?? 0),
                0,
            ),
            at = places[there] ?? places.at(-1)!;
        const label = () =>
            word("kardinal.board.court", { country: `kardinal.part.country.${code}` });
        const under = [
            { code, x: court.x + 25, y: court.y + 30, legal: props.turn.can(["country", code]) },
        ];
        spots.set(code, {
            parts: [["country", code]],
            tried: `r ${code} ${paying(props, code)}`,
            label,
            x: at.x,
            y: at.y + 1,
            r: phone ? 9 : 7,
            under,
        });
    }
    return spots;
}

/** The places that one card pays for. All other legal ones cost a pair, as a joker. */
function paidSingly({ legal, left, chosen }: Props["turn"]): ReadonlySet<string> {
    return new Set(
        (chosen ? legal : left)
            .filter(({ parts }) => !parts.some(([type, code]) => type === "card" && isJoker(code)))
            .flatMap(({ parts }) => parts.map(([, code]) => code)),
    );
}

const asJoker = (word: Props["word"]) => word("kardinal.board.costs_joker");

/** The spots of the map. Each is drawn in a task of its own, because most change with every
 * question. */
function Spots({
    props,
    spots,
    touch,
}: {
    readonly props: Props;
    readonly spots: ReadonlyMap<string, Spot>;
    readonly touch: (code: string) => void;
}) {
    const { turn, word, example, me } = props,
        singly = useMemo(() => paidSingly(turn), [turn]),
        latest = useRef({ turn, touch });
    latest.current = { turn, touch };
    return (
        <g class="km-spots">
            {!example &&
                [...spots].map(([code, { parts, label, seat, x, y, r }]) => {
                    const on = turn.on(...parts),
                        legal = turn.can(...parts),
                        only = on ? undefined : turn.only(...parts),
                        dashed = legal && !singly.has(code);
                    return (
                        <Later
                            soon
                            key={code}
                            by={[on, legal, dashed, only, seat, x, y, r, me, word]}
                            draw={() => (
                                <Place
                                    x={x}
                                    y={y}
                                    r={r}
                                    label={dashed ? `${label()}. ${asJoker(word)}` : label()}
                                    legal={legal}
                                    on={on}
                                    dashed={dashed}
                                    action={only?.do}
                                    drop={code}
                                    touch={() => latest.current.touch(code)}
                                    look={(looking) =>
                                        latest.current.turn.look(looking && only ? only : null)
                                    }
                                >
                                    {me !== null && <GhostPiece seat={me} part={parts[0]!} />}
                                </Place>
                            )}
                        />
                    );
                })}
        </g>
    );
}

const Glows = ({ spots }: { readonly spots: readonly Spot[] }) => (
    <>
        {spots.map(({ parts, x, y, r }) => (
            <circle
                key={parts[0]![1]}
                class="km-glow"
                fill="url(#kardinal-glow)"
                cx={x}
                cy={y}
                r={r * 2.6}
            />
        ))}
    </>
);

function House({
    space: { code, x, y },
    seat,
    fresh,
}: {
    readonly space: Space;
    readonly seat: number | undefined;
    readonly fresh: boolean;
}) {
    if (seat !== undefined)
        return (
            <Piece seat={seat} piece={`${seat}:c:${code}`} kind="house" x={x} y={y} fresh={fresh} />
        );
    return (
        <g class="km-free" transform={`translate(${x} ${y})`}>
            <g class="km-slot">
                <circle r="10.5" class="km-face" />
                <path d="M0-5.5V5.5M-4-1.5H4" />
            </g>
        </g>
    );
}

function Pieces({ props }: { readonly props: Props }) {
    const { view, history } = props,
        owners = ownersOf(view),
        fresh = freshPieces(props),
        came = envoys(history);
    return (
        <>
            {countries.map((country) => {
                const { code } = country,
                    there = councillorsAt(view, came, country),
                    latest = fresh.filter((piece) => piece === `r ${code}`).length,
                    now = view.country === code;
                return (
                    <Later
                        key={code}
                        by={[there, latest, now]}
                        draw={() => (
                            <Court country={country} there={there} latest={latest} now={now} />
                        )}
                    />
                );
            })}
            {spaces.map((space) => {
                const { code } = space,
                    seat = owners.get(code),
                    latest = fresh.includes(`c ${code}`);
                return (
                    <Later
                        key={code}
                        by={[seat, latest]}
                        draw={() => <House space={space} seat={seat} fresh={latest} />}
                    />
                );
            })}
        </>
    );
}

const Names = ({ word }: Pick<Props, "word">) => (
    <>
        <g class="km-names">
            {spaces.map(({ code }) => (
                <SpaceName key={code} word={word} code={code} />
            ))}
        </g>
        <g class="km-countries">
            {countries.map(({ code, court, aside }) => (
                <text
                    key={code}
                    class={`of-${code}`}
                    x={court.x + court.w / 2 + aside}
                    y={court.y - 6}
                >
                    {word(`kardinal.part.country.${code}`)}
                </text>
            ))}
        </g>
        {cartouche}
    </>
);

interface EuropeProps {
    readonly props: Props;
    readonly standing: Standing;
    readonly children?: ComponentChildren;
}

export function EuropeMap({ props, standing, children }: EuropeProps) {
    const { view, turn, word, phone } = props,
        spots = useMemo(() => spotsOf(props), [view, turn, word, phone]);
    // A finger first shows what the place would cost, then builds.
    const touch = (code: string, finger = false) => {
        const spot = spots.get(code)!;
        if (turn.legal.length > 0) turn.touch(spot.parts, spot.tried, finger);
    };
    const reachable = () =>
        [...spots].flatMap(([code, { x, y, parts, under }]): readonly MapPlace[] => [
            { code, x, y, legal: turn.can(...parts) },
            ...under,
        ]);
    return (
        <div class="km-map">
            <MapView
                box={box}
                label={word("kardinal.board.map")}
                places={reachable}
                ground={terrain}
                touch={touch}
                question={turn.legal}
            >
                <Things props={props} standing={standing} spots={spots} />
                <ScoringScene />
                {frame}
                <Later
                    by={[turn, view, word, phone]}
                    draw={() => <Spots props={props} spots={spots} touch={touch} />}
                />
            </MapView>
            {children}
        </div>
    );
}

interface ThingsProps extends EuropeProps {
    readonly spots: ReadonlyMap<string, Spot>;
}

/** What is visible on the map, from bottom to top. */
function Things({ props, standing, spots }: ThingsProps) {
    const { view, turn, word, history, me, fresh } = props,
        lit = useMemo(() => [...spots.values()].filter(({ parts }) => turn.can(...parts)), [spots]);
    return (
        <g class="km-things" aria-hidden="true">
            <Later
                by={[view.seats.map(({ cloisters }) => cloisters), standing.chains]}
                draw={() => <OwnRoads owners={ownersOf(view)} chains={standing.chains} />}
            />
            {alliances.map((alliance) => {
                const claims = standing.alliances.get(alliance.number) ?? [];
                return (
                    <Kept
                        key={alliance.number}
                        by={[claims]}
                        draw={() => <Seal alliance={alliance} claims={claims} />}
                    />
                );
            })}
            <Later by={[lit]} draw={() => <Glows spots={lit} />} />
            <Later by={[view, history, fresh, me]} draw={() => <Pieces props={props} />} />
            <Kept by={[word]} draw={() => <Names word={word} />} />
        </g>
    );
}
