// The practice positions that were solved in this browser, by the position's id.
const key = "tafelrunde practice";
let memory: Readonly<Record<string, boolean>> = {};

/** true: solved; false: tried; missing: never tried. */
export function progress(): Readonly<Record<string, boolean>> {
    try {
        return {
            ...memory,
            ...(JSON.parse(localStorage.getItem(key) ?? "{}") as Record<string, boolean>),
        };
    } catch {
        return memory;
    }
}

export function setProgress(id: string, solved: boolean): void {
    memory = { ...progress(), [id]: solved };
    try {
        localStorage.setItem(key, JSON.stringify(memory));
    } catch {
        // storage is closed to the page: kept until the page is closed
    }
}
