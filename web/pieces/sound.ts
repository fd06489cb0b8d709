// Wood, paper, coins and a bell (tools/sounds.mjs), quiet, for whoever wants them. Nothing is loaded before the first is heard.
import { settings } from "../store/settings";

/** Each strike: which sound, how much higher, how many seconds later. */
type Strike = readonly [name: string, rate: number, later: number];

const moments = {
    piece: [["wood", 1, 0]],
    card: [["paper", 1, 0]],
    points: [["coins", 1, 0]],
    turn: [["bell", 1, 0]], // it is one's turn
    end: [["bell", 0.75, 0], ["bell", 1, 0.22], ["bell", 1.25, 0.44]],
} satisfies Record<string, readonly Strike[]>;

export type Moment = keyof typeof moments;

let context: Promise<AudioContext> | null = null;
const loaded = new Map<string, Promise<AudioBuffer>>();

function load(audio: AudioContext, name: string): Promise<AudioBuffer> {
    const known = loaded.get(name);
    if (known) return known;
    const fetched = fetch(SOUNDS[name]!).then((response) => response.arrayBuffer()).then((bytes) => audio.decodeAudioData(bytes));
    fetched.catch(() => loaded.delete(name)); // without a network: perhaps the next time
    loaded.set(name, fetched);
    return fetched;
}

/** Browsers take long over the first: it is made when the page has nothing else to do. */
const prepare = () => new Promise<AudioContext>((done) => {
    const make = () => done(new AudioContext());
    if (typeof requestIdleCallback === "undefined") setTimeout(make);
    else requestIdleCallback(make, { timeout: 1000 });
});

/** Plays if the person wants sounds; a page that nobody has touched yet may not, and stays silent. */
export function sound(moment: Moment): void {
    if (!settings().sound || typeof AudioContext === "undefined" || !navigator.userActivation?.hasBeenActive) return;
    const strikes: readonly Strike[] = moments[moment];
    void (context ??= prepare()).then((audio) => {
        for (const strike of strikes) load(audio, strike[0]).then((buffer) => strikeWith(audio, buffer, strike), () => {});
    });
}

function strikeWith(audio: AudioContext, buffer: AudioBuffer, [, rate, later]: Strike): void {
    const source = audio.createBufferSource();
    source.buffer = buffer;
    source.playbackRate.value = rate;
    source.connect(audio.destination);
    source.start(audio.currentTime + later);
}
