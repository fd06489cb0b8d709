// The chat of the people at a table.
import { useState } from "preact/hooks";
import { useWords } from "../words";
import type { Said } from "./online";
import { ReportMenu, type Reporting } from "./report";

export interface ChatProps {
    readonly lines: readonly Said[];
    // resolves to false if the line was not sent; null: this person can only read
    readonly say: ((text: string) => boolean) | null;
    readonly reporting: Reporting | null;
    readonly own: string; // the person's name; "": none
}

export function Chat({ lines, say, reporting, own }: ChatProps) {
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
                            <span>
                                <b>{name}</b> {said}
                            </span>
                            {reporting && name && name !== own && (
                                <ReportMenu
                                    short
                                    kind="chat"
                                    whom={{ ...reporting.place, line: number }}
                                    name={name}
                                    blocked={() => reporting.hide(name)}
                                />
                            )}
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
