// The controls for stepping through the game so far.
import type { Update } from "../board";
import { Icon } from "../pieces/symbol";
import { useWords } from "../words";

interface ReplayProps {
    readonly steps: readonly Update[];
    readonly at: number;
    readonly over: boolean;
    readonly prompt: string;
    look(version: number | null): void;
    result(): void;
}

export function ReplayBar({ steps, at, over, prompt, look, result }: ReplayProps) {
    const words = useWords();
    const place = Math.max(
            0,
            steps.findIndex(({ version }) => version === at),
        ),
        end = steps.length - 1;
    const jump = (index: number) => look(steps[Math.min(Math.max(index, 0), end)]?.version ?? null);
    return (
        <footer class="dock replay">
            <div class="prompt">
                <p aria-live="polite">
                    <b>{prompt}</b>
                </p>
            </div>
            <div class="bar" role="group" aria-label={words.word("web.replay.title")}>
                <button
                    type="button"
                    class="btn quiet"
                    disabled={place === 0}
                    aria-label={words.word("web.replay.back")}
                    onClick={() => jump(place - 1)}
                >
                    <Icon name="undo" />
                </button>
                <input
                    type="range"
                    min={0}
                    max={end}
                    value={place}
                    aria-label={words.word("web.replay.step")}
                    aria-valuetext={words.word("web.replay.of", { n: place + 1, all: end + 1 })}
                    onInput={({ currentTarget }) => jump(Number(currentTarget.value))}
                />
                <button
                    type="button"
                    class="btn quiet"
                    disabled={place === end}
                    aria-label={words.word("web.replay.on")}
                    onClick={() => jump(place + 1)}
                >
                    <Icon name="right" />
                </button>
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
