// TAP for tests that wait.
let cases = 0, failures = 0;

/** One case: it fails if it throws; what it returns stands behind its name. */
export async function test(name, body) {
    const started = Date.now();
    try {
        const note = await body(), seconds = ((Date.now() - started) / 1000).toFixed(1);
        console.log(`ok ${++cases} - ${name} (${note ? `${note}, ` : ""}${seconds} s)`);
    } catch (error) {
        failures++;
        console.log(`not ok ${++cases} - ${name}`);
        for (const line of String(error?.stack ?? error).slice(0, 3000).split("\n")) console.log(`# ${line}`);
    }
}

export function equal(found, wanted, what) {
    if (JSON.stringify(found) !== JSON.stringify(wanted)) throw new Error(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
}

export function ensure(condition, what) {
    if (!condition) throw new Error(what);
}

export function end() {
    console.log(`1..${cases}`);
    process.exitCode = failures ? 1 : 0;
}
