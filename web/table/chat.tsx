// The chat of the people at a table.
import { useState } from "preact/hooks";
import { useWords } from "../words";
import type { Said } from "./online";

export interface ChatProps {
    readonly lines: readonly Said[];
    // resolves to false if the line was not sent; null: this person can only read
    readonly say: ((text: string) => boolean) | null;
}

export function Chat({ lines, say }: ChatProps) {
    const { word } = useWords(),
        [text, write] = useState("");
    const send = (event: Event) => {
        event.preventDefault();
        if (!text.trim()) return;
        if (say?.(text.trim())) write("");
    };
    return (
        <div class="chat">
            {lines.length ? (
                <ol aria-live="polite">
                    {lines.map(({ number, name, text: said }) => (
                        <li key={number}>
                            <b>{name}</b> {said}
                        </li>
                    ))}
                </ol>
            ) : (
                <p class="quiet">{word("web.chat.none")}</p>
            )}
            {say && (
                <form onSubmit={send}>
                    <input
                        type="text"
                        maxLength={500}
                        aria-label={word("web.chat.line")}
                        value={text}
                        onInput={({ currentTarget }) => write(currentTarget.value)}
                    />
                    <button type="submit" class="btn" disabled={!text.trim()}>
                        {word("web.chat.say")}
                    </button>
                </form>
            )}
        </div>
    );
}
