// TAP for asynchronous tests.
let cases = 0,
    failures = 0;
const again = []; // cases that needed a second try

const told = (error) => String(error?.stack ?? error).slice(0, 3000);
const commented = (text) => text.replace(/^/gm, "# ");

/** Runs one case and returns whether it passed; its result is printed after its name. It fails if
 * it throws twice; `renew` prepares the second try. */
export async function test(name, body, renew = () => {}) {
    const started = Date.now(),
        passed = (note) => {
            const seconds = ((Date.now() - started) / 1000).toFixed(1);
            console.log(`ok ${++cases} - ${name} (${note ? `${note}, ` : ""}${seconds} s)`);
            return true;
        };
    try {
        return passed(await body());
    } catch (error) {
        console.log(commented(`first try: ${told(error)}`));
    }
    try {
        await renew();
        const note = await body();
        again.push(name);
        return passed(`second try${note ? `, ${note}` : ""}`);
    } catch (error) {
        failures++;
        console.log(`not ok ${++cases} - ${name}\n${commented(told(error))}`);
        return false;
    }
}

export function equal(found, wanted, what) {
    if (JSON.stringify(found) !== JSON.stringify(wanted))
        throw new Error(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
}

export function ensure(condition, what) {
    if (!condition) throw new Error(what);
}

export function end() {
    if (again.length) console.log(`# needed a second try: ${again.join("; ")}`);
    console.log(`1..${cases}`);
    process.exitCode = failures ? 1 : 0;
}
