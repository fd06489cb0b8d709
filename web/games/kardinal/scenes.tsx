// The scorings on the map: country by country, then alliance by alliance along the lines, then
// chain by chain along the roads.
import type { Event, Scene, Update } from "../../board";
import { codeOf, codesOf, numberOf, scenesFrom } from "../../pieces/scene";
import { useScene } from "../../table/scenes";
import { signed } from "../../words";
import { alliances, box, countryOf, roads, spaceOf, type Country, type Point } from "./view";

function placeOf(event: Event): string | null {
    switch (event.key) {
        case "kardinal.event.cloisters":
            return `country ${codeOf(event, "country")}`;
        case "kardinal.event.alliance":
            return `alliance ${numberOf(event, "number")}`;
        case "kardinal.event.chain":
            return `chain ${codesOf(event, "space").join(" ")}`;
        default:
            return null;
    }
}

export const scenes = (update: Update): readonly Scene[] => scenesFrom(update, placeOf);

const [left, top, width, height] = box,
    whole = `M${left} ${top}h${width}v${height}h${-width}z`;

const middleOf = ({ court: { x, y, w, h } }: Country): Point => ({ x: x + w / 2, y: y + h / 2 });

/** Where the points of a scene rise, and their plaque stays. */
function middleOfScene(at: string): Point {
    const [kind, ...codes] = at.split(" ");
    if (kind === "country") return middleOf(countryOf.get(codes[0]!)!);
    if (kind === "alliance") return alliances.find(({ number }) => String(number) === codes[0])!;
    return spaceOf.get(codes[Math.floor(codes.length / 2)]!)!;
}

/** What each seat gets, on a plaque; it stays when its scene is over. */
function Plaque({ scene: { at, points }, now }: { readonly scene: Scene; readonly now: boolean }) {
    const gains = points.flatMap((gain, seat) => (gain === 0 ? [] : [{ gain, seat }])),
        { x, y } = middleOfScene(at),
        w = 46 * gains.length + 10;
    if (gains.length === 0) return null;
    return (
        <g
            class={`km-plaque${now ? " now" : ""}`}
            transform={`translate(${x} ${y + (at.startsWith("country") ? 44 : 34)})`}
        >
            <rect x={-w / 2} y="-15" width={w} height="30" rx="5" class="km-face" />
            {gains.map(({ gain, seat }, i) => (
                <g
                    key={seat}
                    class={`s${seat}`}
                    transform={`translate(${46 * i - w / 2 + 17} 0)`}
                    {...(now ? { "data-scene-from": seat } : {})}
                >
                    <use href={`#kardinal-m${seat}`} transform="scale(8)" class="km-claim" />
                    <text x="11" y="6">
                        {signed(gain)}
                    </text>
                </g>
            ))}
        </g>
    );
}

const Outline = ({ path }: { readonly path: string }) => (
    <g class="km-outline">
        <path d={path} class="under" />
        <path d={path} />
    </g>
);

function CountryScene({ code }: { readonly code: string }) {
    const { path } = countryOf.get(code)!;
    return (
        <>
            <path d={`${whole}${path}`} fill-rule="evenodd" class="km-veil" />
            <Outline path={path} />
        </>
    );
}

function AllianceScene({ number }: { readonly number: string }) {
    const alliance = alliances.find((one) => String(one.number) === number)!,
        [one, other] = alliance.countries.map((code) => countryOf.get(code)!),
        [from, to] = [middleOf(one!), middleOf(other!)];
    return (
        <>
            <path d={`${whole}${one!.path}${other!.path}`} fill-rule="evenodd" class="km-veil" />
            <Outline path={`${one!.path}${other!.path}`} />
            <path
                class="km-bond"
                pathLength="1"
                d={`M${from.x} ${from.y}Q${alliance.x} ${alliance.y} ${to.x} ${to.y}`}
            />
            <circle cx={alliance.x} cy={alliance.y} r="24" class="km-lit" />
        </>
    );
}

function ChainScene({ row, seat }: { readonly row: readonly string[]; readonly seat: number }) {
    const inside = roads.filter(({ ends }) => ends.every((end) => row.includes(end)));
    return (
        <g class={`s${seat}`}>
            <path d={whole} class="km-veil" />
            {inside.map(({ path }) => (
                <path key={path} d={path} class="km-chain" pathLength="1" />
            ))}
            {row.map((code) => {
                const { x, y } = spaceOf.get(code)!;
                return <circle key={code} cx={x} cy={y} r="17" class="km-link" />;
            })}
        </g>
    );
}

/** What stands out while a scoring is shown. */
export function ScoringScene() {
    const playing = useScene();
    if (!playing) return null;
    const { scenes: all, at } = playing,
        scene = all[at]!,
        [kind, ...codes] = scene.at.split(" ");
    return (
        <g class="km-scene" aria-hidden="true">
            <g key={at} class="km-stands-out">
                {kind === "country" && <CountryScene code={codes[0]!} />}
                {kind === "alliance" && <AllianceScene number={codes[0]!} />}
                {kind === "chain" && (
                    <ChainScene row={codes} seat={scene.points.findIndex((n) => n !== 0)} />
                )}
            </g>
            {all
                .slice(0, at + 1)
                .flatMap((one, i) =>
                    one.at.startsWith(kind!) ? [<Plaque key={i} scene={one} now={i === at} />] : [],
                )}
        </g>
    );
}
