// Quiet sounds of wood, paper, coins and a bell (tools/sounds.mjs), if the person wants them. A
// sound is loaded when it is first played.
import { settings } from "../store/settings";

/** The strikes of each sound: which sample, its pitch as a factor, its delay in seconds. */
type Strike = readonly [name: string, rate: number, later: number];

const moments = {
    piece: [["wood", 1, 0]],
    card: [["paper", 1, 0]],
    points: [["coins", 1, 0]],
    turn: [["bell", 1, 0]], // it is the person's turn
    end: [
        ["bell", 0.75, 0],
        ["bell", 1, 0.22],
        ["bell", 1.25, 0.44],
    ],
} satisfies Record<string, readonly Strike[]>;

export type Moment = keyof typeof moments;

const loaded = new Map<string, Promise<string>>(); // object URLs, by name

function load(name: string): Promise<string> {
    const known = loaded.get(name);
    if (known) return known;
    const fetched = fetch(SOUNDS[name]!)
        .then((response) => response.blob())
        .then((blob) => URL.createObjectURL(blob));
    fetched.catch(() => loaded.delete(name)); // without a network; the next attempt loads it again
    loaded.set(name, fetched);
    return fetched;
}

/** Plays a sound if the person wants sounds. Browsers stay silent until the page has been
 * touched. */
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

/** Uses a new <audio> element: creating an AudioContext would block the page for longer than a
 * frame. */
function strike(address: string, rate: number): void {
    const audio = new Audio(address);
    audio.preservesPitch = false;
    audio.playbackRate = rate;
    audio.play().catch(() => {}); // the device has no sound output
}
