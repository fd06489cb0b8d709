// The great moments of Tallinn: a contest is counted, the final scoring goes class by class, the
// towers turn one by one.
import type { Event, Scene, Update } from "../../board";
import { seatOf } from "../../client/log";
import { codeOf, codesOf, scenesFrom } from "../../pieces/scene";
import { Mark } from "../../pieces/symbol";
import { useScene } from "../../table/scenes";
import { signed } from "../../words";
import { Army, ContestShown, Figure, People, tintClass, who, type Props } from "./pieces";
import { contests, half, personsOf, type Class } from "./view";

function placeOf(event: Event): string | null {
    switch (event.key) {
        case "tallinn.event.contest":
            return `contest ${seatOf(event)} ${codeOf(event, "class")}`;
        case "tallinn.event.final":
            return `class ${codeOf(event, "class")}`;
        case "tallinn.event.towers":
            return `towers ${seatOf(event)} ${codesOf(event, "card").join(" ")}`;
        default:
            return null;
    }
}

export const scenes = (update: Update): readonly Scene[] => scenesFrom(update, placeOf);

interface SceneProps {
    readonly props: Props;
    readonly scene: Scene;
    readonly codes: readonly string[]; // the words of the scene's place after the first
}

function ContestScene({ props, codes: [seat] }: SceneProps) {
    const found = contests(props.history),
        contest = found?.list.find((one) => one.seat === Number(seat));
    if (!found || !contest) return null;
    return <ContestShown props={props} contest={contest} round={found.round} small={false} />;
}

/** Everybody's persons of one class, and what they bring. */
function ClassScene({ props, scene, codes: [code] }: SceneProps) {
    const of = code as Class;
    return (
        <>
            <h2>
                <Figure of={of} />
                <span>{props.word(`tallinn.part.class.${of}`)}</span>
            </h2>
            <ul class="ranks">
                {props.seats.map(({ seat }) => (
                    <li key={seat} class={`s${seat}`}>
                        <b class="rank-name">{who(props, seat)}</b>
                        <Army of={of} count={personsOf(props.view.seats[seat]!, of)} seat={seat} />
                        <b class="num">{personsOf(props.view.seats[seat]!, of)}</b>
                        <b class="tot" data-scene-from={seat}>
                            {signed(scene.points[seat]!)}
                        </b>
                    </li>
                ))}
            </ul>
        </>
    );
}

/** A seat's towers turn up, one after the other. */
function TowerScene({ props, scene, codes: [number, ...cards] }: SceneProps) {
    const seat = Number(number);
    return (
        <>
            <h2>
                <Mark seat={seat} />
                <span>{who(props, seat)}</span>
                <b class="tot" data-scene-from={seat}>
                    {signed(scene.points[seat]!)}
                </b>
            </h2>
            <ul class="turned object">
                {cards.map((card, i) => (
                    <li key={card} style={{ "--nth": String(i) }}>
                        {(["a", "b"] as const).map((which) => (
                            <span key={which} class={`half ${tintClass(half(card, which))}`}>
                                <People face={half(card, which)} />
                            </span>
                        ))}
                    </li>
                ))}
            </ul>
        </>
    );
}

const drawn = { contest: ContestScene, class: ClassScene, towers: TowerScene };

/** The scene that is played, over the board. */
export function TallinnScene({ props }: { readonly props: Props }) {
    const playing = useScene(),
        scene = playing?.scenes[playing.at];
    if (!playing || !scene) return null;
    const [kind, ...codes] = scene.at.split(" "),
        Shown = drawn[kind as keyof typeof drawn];
    return (
        <div class="tl-scene" aria-hidden="true">
            <div key={playing.at} class="tl-stage">
                <Shown props={props} scene={scene} codes={codes} />
            </div>
        </div>
    );
}
