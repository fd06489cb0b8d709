import type { Record as GameRecord } from "../generated/protocol";

function save(name: string, text: string, type: string): void {
    const anchor = document.createElement("a");
    anchor.href = URL.createObjectURL(new Blob([text], { type }));
    anchor.download = name;
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
}

/** Downloads a file. */
export const saveFile = (name: string, value: object) =>
    save(name, `${JSON.stringify(value)}\n`, "application/json");
export const saveText = (name: string, text: string) => save(name, text, "text/plain");

export const saveRecord = (record: GameRecord) =>
    saveFile(`${record.game}-${record.table}.json`, record);
