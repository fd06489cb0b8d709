// Passing on an address or a text: copying, and the system's own sheet where there is one.
import { useState } from "preact/hooks";
import { Icon } from "../pieces/symbol";
import { useWords } from "../words";

interface WaysProps {
    readonly text?: string; // stands before the address
    readonly url?: string;
}

/** Buttons to copy and to share. Browsers allow both only on secure pages. */
export function Ways({ text = "", url = "" }: WaysProps) {
    const { word } = useWords(),
        [copied, copy] = useState(false);
    if (!isSecureContext) return null;
    const whole = [text, url].filter(Boolean).join("\n");
    const share = () =>
        navigator.share({ ...(text && { text }), ...(url && { url }) }).catch(() => {}); // closed
    return (
        <>
            <button
                type="button"
                class="btn"
                data-copy
                onClick={() =>
                    void navigator.clipboard.writeText(whole).then(
                        () => copy(true),
                        () => {},
                    )
                }
            >
                <Icon name={copied ? "check" : "copy"} />
                {word(copied ? "web.online.copied" : "web.share.copy")}
            </button>
            {"share" in navigator && (
                <button type="button" class="btn" data-share onClick={() => void share()}>
                    <Icon name="share" />
                    {word("web.share.share")}
                </button>
            )}
        </>
    );
}

/** The address of a table, to select, copy or share. */
export function CopyLink({ url }: { readonly url: string }) {
    const { word } = useWords();
    return (
        <div class="copy-link">
            <label class="field">
                <span>{word("web.online.address")}</span>
                <input
                    type="text"
                    readOnly
                    value={url}
                    onFocus={({ currentTarget }) => currentTarget.select()}
                />
            </label>
            <div class="row">
                <Ways url={url} />
            </div>
        </div>
    );
}
