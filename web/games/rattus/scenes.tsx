// Outbreaks, one token at a time: the region stands out, and the token stays until what it did can
// be read. The final plague goes region by region in the same way.
import type { Event, Scene, Update } from "../../board";
import { codeOf, scenesFrom } from "../../pieces/scene";
import { useScene } from "../../table/scenes";
import { drawn, isTurned } from "./view";

const follows = /^rattus\.event\.(lost_|spared|deserted|harmless)/;

const placeOf = (event: Event): string | null =>
    isTurned(event) ? `region ${codeOf(event, "region")}` : follows.test(event.key) ? "" : null;

export const scenes = (update: Update): readonly Scene[] => scenesFrom(update, placeOf);

const sheet = "M-400-400h2000v2000h-2000z";

/** Everything but the region and its pieces lies under a veil. */
export function OutbreakScene() {
    const playing = useScene(),
        code = playing?.scenes[playing.at]?.at.split(" ")[1],
        place = code === undefined ? undefined : drawn[code];
    if (!place) return null;
    return (
        <g key={code} class="rt-scene" aria-hidden="true">
            <path d={`${sheet}${place.path}`} fill-rule="evenodd" class="rt-veil" />
            <path d={place.path} class="rt-round under" />
            <path d={place.path} class="rt-round" />
            <use href={`#rattus-pieces-${code}`} />
        </g>
    );
}
