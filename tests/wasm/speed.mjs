// Compares the speed of the search in WebAssembly with the program: iterations per second of a
// master at the first decision of some games, the best of several runs.
//
//     node tests/wasm/speed.mjs BUILD
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const build = process.argv[2];
if (!build) {
    console.error("usage: node tests/wasm/speed.mjs BUILD");
    process.exit(2);
}

const ROUNDS = 3,
    GAMES = 12,
    ITERATIONS = 5000; // as in cli/bench.c
const module = new WebAssembly.Module(readFileSync(join(build, "tafelrunde.wasm")));
const { exports } = new WebAssembly.Instance(module, {});
exports._initialize();

function call(name, input) {
    const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input,
        at = exports.buffer(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    if (!exports[name](bytes.length)) throw new Error(take());
}

function take() {
    const text = new TextDecoder().decode(
        new Uint8Array(exports.memory.buffer, exports.output(), exports.output_length()),
    );
    exports.clear();
    return text;
}

const hex = (n) => n.toString(16).padStart(64, "0");

const native = (...args) =>
    JSON.parse(spawnSync(join(build, "tafelrunde"), args, { encoding: "utf8" }).stdout);

function iterations(game, players) {
    let best = 0;
    const { options } = native(
        "simulate",
        game,
        "--players",
        players,
        "--games",
        1,
        "--bots",
        "random",
        "--records",
        "-",
    );
    call("net", readFileSync(new URL(`../../nets/${game}-${players}.net`, import.meta.url)));
    for (let n = 1; n <= GAMES; n++) {
        call(
            "open",
            JSON.stringify({
                game,
                players,
                options,
                bots: Array(players).fill("master"),
                seed: hex(n),
                reserve: hex(n),
                table: "A".repeat(22),
                elsewhere: true,
            }),
        );
        while (exports.run());
        take();
        exports.owed();
        const [line] = take().split("\n"),
            { owed } = JSON.parse(line);
        call("think", JSON.stringify({ game, ...owed, level: `master:${ITERATIONS}` }));
        const start = performance.now();
        exports.think_run(ITERATIONS);
        best = Math.max(best, (1000 * ITERATIONS) / (performance.now() - start));
    }
    return best;
}

const nets = readdirSync(new URL("../../nets/", import.meta.url))
    .sort()
    .map((name) => /^(\w+)-(\d)\.net$/.exec(name))
    .filter(Boolean);
for (const game of new Set(nets.map(([, id]) => id))) {
    const players = Number(nets.find(([, id]) => id === game)[2]);
    let wasm = 0,
        program = 0;
    // Both in turn, and the best of each: other processes can only slow a run down.
    for (let round = 0; round < ROUNDS; round++) {
        wasm = Math.max(wasm, iterations(game, players));
        program = Math.max(program, native("bench", game, "--json")[game].iterations_per_s_net);
    }
    console.log(
        `${game.padEnd(10)} ${Math.round(wasm)} in WebAssembly, ` +
            `${Math.round(program)} native: ${(wasm / program).toFixed(2)}`,
    );
}
