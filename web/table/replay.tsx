// The controls for stepping through the game so far.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Update } from "../board";
import { Icon } from "../pieces/symbol";
import { useWords } from "../words";

interface ReplayProps {
    readonly steps: readonly Update[];
    readonly at: number;
    readonly over: boolean;
    readonly prompt: string;
    readonly chance: number | null; // the person's chance of first place, if it is known
    readonly hand: ComponentChildren; // the person's own hand at that moment
    look(version: number | null): void;
    result(): void;
}

const paces = [1, 2, 4] as const;
const stepEvery = 1400; // ms at the slowest pace

/** Plays the steps one after the other until the last. */
function usePlayback(place: number, end: number, jump: (index: number) => void) {
    const [wanted, play] = useState(false),
        [pace, setPace] = useState<(typeof paces)[number]>(1),
        playing = wanted && place < end;
    useEffect(() => {
        if (!playing) return undefined;
        const timer = setTimeout(() => jump(place + 1), stepEvery / pace);
        return () => clearTimeout(timer);
    }, [playing, place, pace]);
    const toggle = () => {
        if (!playing && place === end) jump(0);
        play(!playing);
    };
    const faster = () => setPace(paces[(paces.indexOf(pace) + 1) % paces.length]!);
    return { playing, pace, toggle, faster };
}

/** The arrow keys step, Home and End jump, and the space bar plays, unless a control has the focus
 * that uses these keys itself. */
function useKeys(place: number, end: number, jump: (index: number) => void, toggle: () => void) {
    useEffect(() => {
        const keys: Readonly<Record<string, () => void>> = {
            ArrowLeft: () => jump(place - 1),
            ArrowRight: () => jump(place + 1),
            Home: () => jump(0),
            End: () => jump(end),
            " ": toggle,
        };
        const press = (event: KeyboardEvent) => {
            const at = event.target as Element,
                act = keys[event.key];
            if (!act || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey)
                return;
            if (at.closest("input, textarea, select, dialog, [role=tab]")) return;
            if (event.key === " " && at.closest("button, a")) return;
            event.preventDefault();
            act();
        };
        document.addEventListener("keydown", press);
        return () => document.removeEventListener("keydown", press);
    });
}

export function ReplayBar(props: ReplayProps) {
    const { steps, at, over, prompt, chance, hand, look, result } = props;
    const words = useWords();
    const place = Math.max(
            0,
            steps.findIndex(({ version }) => version === at),
        ),
        end = steps.length - 1;
    const jump = (index: number) => look(steps[Math.min(Math.max(index, 0), end)]?.version ?? null);
    const { playing, pace, toggle, faster } = usePlayback(place, end, jump);
    useKeys(place, end, jump, toggle);
    return (
        <footer class="dock replay">
            <div class="prompt">
                <p aria-live="polite">
                    <b>{prompt}</b>
                </p>
                {chance !== null && (
                    <p class="chance" data-chance>
                        <meter min={0} max={1} value={chance} aria-hidden="true" />
                        {words.word("web.replay.chance", { n: Math.round(100 * chance) })}
                    </p>
                )}
            </div>
            {hand && <div class="hand-room">{hand}</div>}
            <div class="bar" role="group" aria-label={words.word("web.replay.title")}>
                <Playback playing={playing} pace={pace} toggle={toggle} faster={faster} />
                <Steps place={place} end={end} jump={jump} />
                {over ? (
                    <button type="button" class="btn gold" onClick={result}>
                        {words.word("web.replay.result")}
                    </button>
                ) : (
                    <button type="button" class="btn gold" onClick={() => look(null)}>
                        {words.word("web.replay.now")}
                    </button>
                )}
            </div>
        </footer>
    );
}

interface StepsProps {
    readonly place: number;
    readonly end: number;
    jump(index: number): void;
}

/** One step back, any step, one step on. */
function Steps({ place, end, jump }: StepsProps) {
    const { word } = useWords();
    return (
        <>
            <button
                type="button"
                class="btn quiet"
                disabled={place === 0}
                aria-label={word("web.replay.back")}
                onClick={() => jump(place - 1)}
            >
                <Icon name="back" />
            </button>
            <input
                type="range"
                min={0}
                max={end}
                value={place}
                aria-label={word("web.replay.step")}
                aria-valuetext={word("web.replay.of", { n: place + 1, all: end + 1 })}
                onInput={({ currentTarget }) => jump(Number(currentTarget.value))}
            />
            <button
                type="button"
                class="btn quiet"
                disabled={place === end}
                aria-label={word("web.replay.on")}
                onClick={() => jump(place + 1)}
            >
                <Icon name="right" />
            </button>
        </>
    );
}

interface PlaybackProps {
    readonly playing: boolean;
    readonly pace: number;
    toggle(): void;
    faster(): void;
}

function Playback({ playing, pace, toggle, faster }: PlaybackProps) {
    const { word } = useWords();
    return (
        <>
            <button
                type="button"
                class="btn quiet"
                data-playback
                aria-label={word(playing ? "web.replay.pause" : "web.replay.play")}
                onClick={toggle}
            >
                <Icon name={playing ? "pause" : "play"} />
            </button>
            <button
                type="button"
                class="btn quiet num"
                aria-label={word("web.replay.speed", { n: pace })}
                onClick={faster}
            >
                {`${pace}×`}
            </button>
        </>
    );
}
