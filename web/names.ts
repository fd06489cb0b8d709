// What opponents are called: names of the time, from around the four games.
const people = ["Jaan", "Marthe", "Hedwig", "Konrad", "Till", "Agnes", "Waleran", "Philip", "Aliena", "Dietmar", "Mechthild", "Gerhard"];

/** As many different names as asked for, none of them taken. */
export function drawNames(count: number, taken: readonly string[] = []): readonly string[] {
    const free = people.filter((name) => !taken.includes(name));
    for (let i = free.length - 1; i > 0; i--) {
        const j = Math.floor(Math.random() * (i + 1));
        [free[i], free[j]] = [free[j]!, free[i]!];
    }
    return free.slice(0, count);
}
