// Forms of the account's pages.
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { Icon } from "../pieces/symbol";
import type { Message } from "../text";
import { useWords } from "../words";

interface SecretProps {
    readonly label: string;
    readonly value: string;
    readonly complete: "current-password" | "new-password";
    readonly note?: string;
    set(value: string): void;
}

/** A password field with a button that shows the password. */
export function Secret({ label, value, complete, note, set }: SecretProps) {
    const { word } = useWords(),
        [shown, show] = useState(false),
        id = useId();
    return (
        <div class="field">
            <label for={id}>
                <span>{label}</span>
            </label>
            <div class="password">
                <input
                    id={id}
                    type={shown ? "text" : "password"}
                    value={value}
                    autocomplete={complete}
                    required
                    aria-describedby={note ? `${id}-note` : undefined}
                    onInput={({ currentTarget }) => set(currentTarget.value)}
                />
                <button
                    type="button"
                    class="btn quiet"
                    aria-pressed={shown}
                    aria-label={word("web.account.show_of", { label: { text: label } })}
                    onClick={() => show(!shown)}
                >
                    {word("web.account.show")}
                </button>
            </div>
            {note && <small id={`${id}-note`}>{note}</small>}
        </div>
    );
}

interface FormProps {
    readonly action: string;
    readonly gold?: boolean;
    readonly busy: boolean;
    readonly wrong: Message | null;
    readonly done?: string | false;
    readonly children?: ComponentChildren;
    readonly also?: ComponentChildren; // further actions of the form
    submit(): void;
}

export function Form({
    action,
    gold = false,
    busy,
    wrong,
    done,
    children,
    also,
    submit,
}: FormProps) {
    const words = useWords();
    const send = (event: Event) => {
        event.preventDefault();
        if (!busy) submit();
    };
    return (
        <form onSubmit={send}>
            {children}
            {wrong && (
                <p class="warn" role="alert">
                    {words.say(wrong)}
                </p>
            )}
            {done && (
                <p class="good" role="status">
                    <Icon name="check" />
                    {done}
                </p>
            )}
            <div class="row">
                <button type="submit" class={`btn${gold ? " gold" : ""}`} aria-disabled={busy}>
                    {action}
                </button>
                {also}
            </div>
        </form>
    );
}
