// Opens a saved game from a file.
import { useState } from "preact/hooks";
import type { Record as GameRecord } from "../generated/protocol";
import { Refusal } from "../refusal";
import { go } from "../route";
import { importRecord } from "../table/local";
import type { Message } from "../text";
import { useWords } from "../words";

export function Upload() {
    const words = useWords(),
        [wrong, setWrong] = useState<Message | null>(null);
    const upload = async (file: File | undefined) => {
        if (!file) return;
        try {
            const record = JSON.parse(await file.text()) as GameRecord;
            go(`/local/${await importRecord(record, [])}`);
        } catch (error) {
            setWrong(
                error instanceof Refusal
                    ? error.reason
                    : { key: "web.record.unreadable", params: {} },
            );
        }
    };
    return (
        <>
            <label class="upload">
                {words.word("web.record.upload")}
                <input
                    type="file"
                    accept="application/json,.json"
                    onChange={({ currentTarget }) => void upload(currentTarget.files?.[0])}
                />
            </label>
            {wrong && (
                <p class="warn" role="alert">
                    {words.say(wrong)}
                </p>
            )}
        </>
    );
}
