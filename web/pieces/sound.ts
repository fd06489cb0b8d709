// Soft wood and paper, made on the spot: no files to load.
import { settings } from "../store/settings";

type Kind = "wood" | "paper" | "points" | "turn";

let context: AudioContext | null = null;

function noise(audio: AudioContext, seconds: number): AudioBufferSourceNode {
    const buffer = audio.createBuffer(1, audio.sampleRate * seconds, audio.sampleRate), data = buffer.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
    const source = audio.createBufferSource();
    source.buffer = buffer;
    return source;
}

function knock(audio: AudioContext, pitch: number, seconds: number, loud: number, at = 0): void {
    const tone = audio.createOscillator(), gain = audio.createGain(), start = audio.currentTime + at;
    tone.frequency.setValueAtTime(pitch, start);
    tone.frequency.exponentialRampToValueAtTime(pitch * 0.6, start + seconds);
    gain.gain.setValueAtTime(loud, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
    tone.connect(gain).connect(audio.destination);
    tone.start(start);
    tone.stop(start + seconds);
}

function rustle(audio: AudioContext): void {
    const source = noise(audio, 0.14), filter = audio.createBiquadFilter(), gain = audio.createGain();
    filter.type = "bandpass";
    filter.frequency.value = 2600;
    gain.gain.setValueAtTime(0.05, audio.currentTime);
    gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.14);
    source.connect(filter).connect(gain).connect(audio.destination);
    source.start();
}

/** Plays if the person wants sounds; a page nobody has touched yet may not, and then it stays silent. */
export function sound(kind: Kind): void {
    if (!settings().sound || typeof AudioContext === "undefined" || !navigator.userActivation?.hasBeenActive) return;
    context ??= new AudioContext();
    if (kind === "paper") rustle(context);
    if (kind === "wood") knock(context, 210, 0.09, 0.12);
    if (kind === "points") [392, 523].forEach((pitch, i) => knock(context!, pitch, 0.22, 0.06, i * 0.09));
    if (kind === "turn") [330, 440].forEach((pitch, i) => knock(context!, pitch, 0.3, 0.07, i * 0.13));
}
