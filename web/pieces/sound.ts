// Wood, paper, coins and a bell (tools/sounds.mjs), quiet, for whoever wants them. Nothing is
// loaded before the first is heard.
import { settings } from "../store/settings";

/** Each strike: which sound, how much higher, how many seconds later. */
type Strike = readonly [name: string, rate: number, later: number];

const moments = {
    piece: [["wood", 1, 0]],
    card: [["paper", 1, 0]],
    points: [["coins", 1, 0]],
    turn: [["bell", 1, 0]], // it is one's turn
    end: [
        ["bell", 0.75, 0],
        ["bell", 1, 0.22],
        ["bell", 1.25, 0.44],
    ],
} satisfies Record<string, readonly Strike[]>;

export type Moment = keyof typeof moments;

const loaded = new Map<string, Promise<string>>(); // addresses

function load(name: string): Promise<string> {
    const known = loaded.get(name);
    if (known) return known;
    const fetched = fetch(SOUNDS[name]!)
        .then((response) => response.blob())
        .then((blob) => URL.createObjectURL(blob));
    fetched.catch(() => loaded.delete(name)); // without a network: perhaps the next time
    loaded.set(name, fetched);
    return fetched;
}

/** Plays if the person wants sounds; a page that nobody has touched yet may not, and stays
 * silent. */
export function sound(moment: Moment): void {
    if (!settings().sound || !navigator.userActivation?.hasBeenActive) return;
    for (const [name, rate, later] of moments[moment])
        setTimeout(
            () =>
                void load(name).then(
                    (address) => strike(address, rate),
                    () => {},
                ),
            later * 1000,
        );
}

/** By an element of its own: an AudioContext would hold up the page for longer than a picture
 * when it is made. */
function strike(address: string, rate: number): void {
    const audio = new Audio(address);
    audio.preservesPitch = false;
    audio.playbackRate = rate;
    audio.play().catch(() => {}); // nothing to hear it with
}
