// The great moments of the duel: a seal is tossed across the board, and a finished section is built
// before everybody's eyes.
import type { Scene, Update } from "../../board";
import { seatOf } from "../../client/log";
import { codeOf, numberOf, scenesFrom } from "../../pieces/scene";
import { useScene } from "../../table/scenes";
import { Seal } from "./pieces";
import { Building } from "./site";
import type { Duell } from "./view";
import type { Props } from "./words";

const tossMs = 1500;

/** A seal that has fallen. Which one it was, the position before says. */
function toss(update: Update, before: Update | null): readonly Scene[] {
    const seals = (before?.view as Duell | undefined)?.seats ?? [];
    return scenesFrom(
        update,
        (event) => {
            const seat = seatOf(event),
                seal = seals[seat ?? 0]?.flipped.at(-1);
            if (event.key !== "duell.event.side" || seal === undefined) return null;
            return `toss ${seat} ${seal} ${numberOf(event, "side")}`;
        },
        tossMs,
    );
}

const sections = (update: Update): readonly Scene[] =>
    scenesFrom(update, (event) =>
        event.key === "duell.event.section"
            ? `section ${seatOf(event)} ${codeOf(event, "section")}`
            : null,
    );

export const scenes = (update: Update, before: Update | null): readonly Scene[] => [
    ...toss(update, before),
    ...sections(update),
];

/** The scene that is played, over the board. */
export function DuellScene({ props }: { readonly props: Props }) {
    const playing = useScene(),
        scene = playing?.scenes[playing.at];
    if (!playing || !scene) return null;
    const [kind, number, code, side] = scene.at.split(" "),
        seat = Number(number);
    return (
        <div class={`du-scene s${seat}`} key={playing.at} aria-hidden="true">
            {kind === "toss" ? (
                <div class={`toss from-${seat}`}>
                    <div class="turning">
                        <Seal code={code!} seat={seat} side={side!} />
                    </div>
                </div>
            ) : (
                <div class="raised">
                    <Building view={props.view} seat={seat} fresh={(section) => section === code} />
                </div>
            )}
        </div>
    );
}
