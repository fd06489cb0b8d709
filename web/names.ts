// Names for opponents, taken from the time and places of the games.
const people = [
    "Jaan",
    "Marthe",
    "Hedwig",
    "Konrad",
    "Till",
    "Agnes",
    "Waleran",
    "Philip",
    "Aliena",
    "Dietmar",
    "Mechthild",
    "Gerhard",
];

/** As many different names as asked for, avoiding those that are taken. */
export function drawNames(
    count: number,
    taken: readonly string[] = [],
    random: () => number = Math.random,
): readonly string[] {
    const free = people.filter((name) => !taken.includes(name));
    for (let i = free.length - 1; i > 0; i--) {
        const j = Math.floor(random() * (i + 1));
        [free[i], free[j]] = [free[j]!, free[i]!];
    }
    return free.slice(0, count);
}

/** Derived from the table's id, so that everybody sees the same names. */
export function namesAt(table: string, count: number, taken: readonly string[]): readonly string[] {
    let state = [...table].reduce(
        (sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0,
        7,
    );
    return drawNames(
        count,
        taken,
        () => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) / 2 ** 32,
    );
}
