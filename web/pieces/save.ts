import type { Record as GameRecord } from "../generated/protocol";

/** Downloads a file. */
export function saveFile(name: string, value: object): void {
    const anchor = document.createElement("a");
    anchor.href = URL.createObjectURL(
        new Blob([`${JSON.stringify(value)}\n`], { type: "application/json" }),
    );
    anchor.download = name;
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
}

export const saveRecord = (record: GameRecord) =>
    saveFile(`${record.game}-${record.table}.json`, record);
