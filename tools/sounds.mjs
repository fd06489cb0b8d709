// The page's sounds, computed: wood on wood, a sheet of paper, coins, a bell. Always the same
// bytes.
//
//     node tools/sounds.mjs FOLDER      to listen to them
//
// web/build.mjs puts them among the page's files. Each is a WAV of one channel, quiet, a few KiB.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** White noise from -1 to 1. */
function noise(seed) {
    let state = seed >>> 0;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 31 - 1;
    };
}

/** Partials: [frequency in Hz, loudness, seconds until it has died down to a thousandth]. */
const ring = (partials, t) =>
    partials.reduce(
        (sum, [pitch, loud, life]) =>
            sum + loud * Math.sin(2 * Math.PI * pitch * t) * Math.exp((-6.9 * t) / life),
        0,
    );

/** A low pass of one pole: `cut` from 0 (nothing passes) to 1 (everything). */
function lowPass(cut) {
    let held = 0;
    return (x) => (held += cut * (x - held));
}

/** A body that was knocked: a few short partials, and the knock itself. */
function wood() {
    const hiss = noise(1),
        dull = lowPass(0.35),
        body = [
            [182, 0.6, 0.09],
            [437, 0.35, 0.055],
            [861, 0.18, 0.035],
        ];
    return {
        rate: 16000,
        seconds: 0.11,
        at: (t) => ring(body, t) + 0.5 * dull(hiss()) * Math.exp(-t / 0.004),
    };
}

/** A sheet that slides and comes to lie: noise without its depths, swelling twice. */
function paper() {
    const hiss = noise(2),
        deep = lowPass(0.25),
        bright = lowPass(0.7);
    const swell = (t, middle, width) => Math.exp(-(((t - middle) / width) ** 2));
    return {
        rate: 16000,
        seconds: 0.18,
        at: (t) => {
            const x = bright(hiss());
            return (x - deep(x)) * (0.55 * swell(t, 0.05, 0.028) + 0.8 * swell(t, 0.115, 0.018));
        },
    };
}

/** Two small coins, one after the other: high partials that fit together badly. */
function coins() {
    const coin = [
        [3130, 0.3, 0.16],
        [4720, 0.26, 0.13],
        [6180, 0.16, 0.1],
        [7010, 0.1, 0.07],
    ];
    const second = coin.map(([pitch, loud, life]) => [pitch * 1.06, loud * 0.8, life]);
    return {
        rate: 16000,
        seconds: 0.26,
        at: (t) => ring(coin, t) + (t > 0.07 ? ring(second, t - 0.07) : 0),
    };
}

/** A small church bell: hum, prime, tierce, quint, nominal. */
function bell() {
    const partials = [
        [330, 0.22, 0.9],
        [660, 0.4, 0.75],
        [792, 0.24, 0.6],
        [990, 0.14, 0.45],
        [1320, 0.3, 0.4],
        [1980, 0.1, 0.22],
    ];
    return { rate: 8000, seconds: 0.7, at: (t) => ring(partials, t) };
}

/** The loudest sample is `peak`; beginning and end are without a click. */
function wav({ rate, seconds, at }, peak) {
    const count = Math.round(rate * seconds),
        attack = rate * 0.001,
        release = rate * 0.02;
    const raw = Array.from(
        { length: count },
        (_, i) => at(i / rate) * Math.min(1, i / attack, (count - 1 - i) / release),
    );
    const scale = (peak * 32767) / Math.max(...raw.map(Math.abs)),
        bytes = Buffer.alloc(44 + 2 * count);
    bytes.write("RIFF", 0);
    bytes.writeUInt32LE(36 + 2 * count, 4);
    bytes.write("WAVEfmt ", 8);
    bytes.writeUInt32LE(16, 16); // of the format: PCM, one channel
    bytes.writeUInt16LE(1, 20);
    bytes.writeUInt16LE(1, 22);
    bytes.writeUInt32LE(rate, 24);
    bytes.writeUInt32LE(2 * rate, 28);
    bytes.writeUInt16LE(2, 32);
    bytes.writeUInt16LE(16, 34);
    bytes.write("data", 36);
    bytes.writeUInt32LE(2 * count, 40);
    // In steps of 16: nobody hears the difference, and it compresses better.
    raw.forEach((x, i) => bytes.writeInt16LE(Math.round((x * scale) / 16) * 16, 44 + 2 * i));
    return bytes;
}

/** Every sound as [name, bytes]. */
export const sounds = () => [
    ["wood", wav(wood(), 0.22)],
    ["paper", wav(paper(), 0.1)],
    ["coins", wav(coins(), 0.1)],
    ["bell", wav(bell(), 0.16)],
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const folder = process.argv[2] ?? ".";
    mkdirSync(folder, { recursive: true });
    for (const [name, bytes] of sounds()) {
        writeFileSync(join(folder, `${name}.wav`), bytes);
        console.log(`${name}.wav: ${bytes.length} bytes`);
    }
}
