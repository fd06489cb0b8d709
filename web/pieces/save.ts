import type { Record as GameRecord } from "../generated/protocol";

/** Downloads a file. */
export function saveBlob(name: string, blob: Blob): void {
    const anchor = document.createElement("a");
    anchor.href = URL.createObjectURL(blob);
    anchor.download = name;
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
}

export const saveText = (name: string, text: string, type = "text/plain") =>
    saveBlob(name, new Blob([text], { type }));
export const saveFile = (name: string, value: object) =>
    saveText(name, `${JSON.stringify(value)}\n`, "application/json");

export const saveRecord = (record: GameRecord) =>
    saveFile(`${record.game}-${record.table}.json`, record);
