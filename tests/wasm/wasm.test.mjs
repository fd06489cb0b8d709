// Compares the WebAssembly module with the program: the same records, hashes and reasons.
// TAP on standard output.
//
//     node wasm.test.mjs tafelrunde.wasm tafelrunde
//
// Games, player counts and options come from `tafelrunde games --json`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [modulePath, program] = process.argv.slice(2);
if (!modulePath || !program) {
    console.error("usage: node wasm.test.mjs tafelrunde.wasm tafelrunde");
    process.exit(2);
}

const ENGINE_SIZE_MAX = 96 * 1024;
const GAME_SIZE_MAX = 44 * 1024; // on average
const GAMES = 3; // records per game and player count
const RUNS_MAX = 100_000;

// ---- TAP ----

let cases = 0,
    failures = 0;

function test(name, body) {
    cases++;
    try {
        const note = body();
        console.log(`ok ${cases} - ${name}${note ? ` (${note})` : ""}`);
    } catch (error) {
        failures++;
        console.log(`not ok ${cases} - ${name}`);
        for (const line of String(error.stack).split("\n")) console.log(`# ${line}`);
    }
}

function equal(found, wanted, what) {
    if (JSON.stringify(found) !== JSON.stringify(wanted))
        throw new Error(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
}

function ensure(condition, what) {
    if (!condition) throw new Error(what);
}

// ---- the two engines ----

const module = new WebAssembly.Module(readFileSync(modulePath));

class Engine {
    constructor() {
        this.exports = new WebAssembly.Instance(module, {}).exports;
        this.exports._initialize();
    }

    // Calls an export with text in the buffer; returns its value and the lines that it wrote.
    call(name, text) {
        const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
        const at = this.exports.buffer(bytes.length);
        ensure(at !== 0, "no room for the input");
        new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
        const value = this.exports[name](bytes.length);
        return { value, lines: this.take() };
    }

    run() {
        return { value: this.exports.run(), lines: this.take() };
    }

    take() {
        const bytes = new Uint8Array(
            this.exports.memory.buffer,
            this.exports.output(),
            this.exports.output_length(),
        );
        const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
        this.exports.clear();
        ensure(text === "" || text.endsWith("\n"), "the output ends within a line");
        return text
            .split("\n")
            .slice(0, -1)
            .map((line) => JSON.parse(line));
    }
}

// Runs the program; the first argument may be {input}, its standard input.
function native(...args) {
    const { input } = typeof args[0] === "object" ? args.shift() : {};
    const { status, stdout, stderr, error } = spawnSync(program, args, {
        input,
        encoding: "utf8",
        maxBuffer: 1 << 28,
        env: { ...process.env, LC_ALL: "C" },
    });
    if (error) throw error;
    return { status, stdout, stderr };
}

function nativeGood(...args) {
    const { status, stdout, stderr } = native(...args);
    ensure(status === 0, `${args.join(" ")}: ${stderr}`);
    return stdout;
}

// The values of each option, with the default first.
function listGames() {
    const { games: described } = JSON.parse(nativeGood("games", "--json"));
    const games = described.map(({ id, players_min: min, players_max: max, options }) => ({
        id,
        min,
        max,
        options: Object.fromEntries(
            options.map(({ key, values, default: first }) => [
                key,
                [first, ...values.filter((value) => value !== first)],
            ]),
        ),
    }));
    ensure(games.length > 0, "no games");
    return games;
}

const folder = mkdtempSync(join(tmpdir(), "tafelrunde-wasm-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

function write(name, text) {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
}

const lines = (text) => text.split("\n").filter((line) => line !== "");

// ---- BLAKE2b-256 (RFC 7693): a person's hash ----

const MASK = (1n << 64n) - 1n;
const IV = [
    0x6a09e667f3bcc908n,
    0xbb67ae8584caa73bn,
    0x3c6ef372fe94f82bn,
    0xa54ff53a5f1d36f1n,
    0x510e527fade682d1n,
    0x9b05688c2b3e6c1fn,
    0x1f83d9abfb41bd6bn,
    0x5be0cd19137e2179n,
];
const SIGMA = [
    "0123456789abcdef",
    "ea489fd61c02b753",
    "b8c052fdae367194",
    "7931dcbe265a40f8",
    "905724afe1bc683d",
    "2c6a0b834d75fe19",
    "c51fed4a0763928b",
    "db7ec13950f4862a",
    "6fe9b308c2d714a5",
    "a2847615fb9e3cd0",
];
const rotate = (x, n) => ((x >> n) | (x << (64n - n))) & MASK;

// One block suffices: at most 128 bytes.
function blake2b256(bytes) {
    const block = new DataView(new ArrayBuffer(128)),
        h = [...IV];
    bytes.forEach((byte, i) => block.setUint8(i, byte));
    h[0] ^= 0x01010020n;
    const m = Array.from({ length: 16 }, (_, i) => block.getBigUint64(8 * i, true)),
        v = [...h, ...IV];
    v[12] ^= BigInt(bytes.length);
    v[14] ^= MASK;
    const mix = (a, b, c, d, x, y) => {
        for (const [word, r, s] of [
            [x, 32n, 24n],
            [y, 16n, 63n],
        ]) {
            v[a] = (v[a] + v[b] + word) & MASK;
            v[d] = rotate(v[d] ^ v[a], r);
            v[c] = (v[c] + v[d]) & MASK;
            v[b] = rotate(v[b] ^ v[c], s);
        }
    };
    for (let round = 0; round < 12; round++) {
        const s = [...SIGMA[round % 10]].map((digit) => m[parseInt(digit, 16)]);
        for (let i = 0; i < 4; i++) mix(i, 4 + i, 8 + i, 12 + i, s[2 * i], s[2 * i + 1]);
        for (let i = 0; i < 4; i++)
            mix(
                i,
                4 + ((i + 1) % 4),
                8 + ((i + 2) % 4),
                12 + ((i + 3) % 4),
                s[8 + 2 * i],
                s[9 + 2 * i],
            );
    }
    return h
        .slice(0, 4)
        .map((word, i) => {
            const out = new DataView(new ArrayBuffer(8));
            out.setBigUint64(0, (word ^ v[i] ^ v[i + 8]) & MASK, true);
            return Buffer.from(out.buffer).toString("hex");
        })
        .join("");
}

// ---- the catalogue: finds the module's error in the program's sentence ----

const catalogue = new URL("../../messages/", import.meta.url);
const sentences = Object.assign(
    {},
    ...readdirSync(catalogue)
        .filter((name) => name.endsWith(".json"))
        .map((name) => JSON.parse(readFileSync(new URL(name, catalogue), "utf8"))),
);

// A pattern of the English sentence in which parameters match anything.
function pattern(key) {
    const parts = [""];
    let depth = 0;
    for (const c of sentences[key].en) {
        if (c === "{" && depth++ === 0) parts.push("");
        else if (c === "}") depth--;
        else if (depth === 0) parts.push(parts.pop() + c);
    }
    return new RegExp(parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".*"));
}

// ---- tests ----

const games = listGames();
const engine = new Engine();

test("the module imports nothing", () => equal(WebAssembly.Module.imports(module), [], "imports"));

test("the module exports what it says", () => {
    const names = WebAssembly.Module.exports(module)
        .map(({ name }) => name)
        .sort();
    equal(
        names,
        [
            "_initialize",
            "analyse",
            "analyse_run",
            "analysis",
            "answer",
            "buffer",
            "clear",
            "daily",
            "describe",
            "log",
            "memory",
            "merge",
            "net",
            "open",
            "output",
            "output_length",
            "owed",
            "parts",
            "receive",
            "replay",
            "resume",
            "run",
            "study",
            "think",
            "think_result",
            "think_run",
            "verify",
            "weigh",
            "weigh_run",
            "weighed",
        ],
        "exports",
    );
});

test("the module is small", () => {
    const { length } = readFileSync(modulePath),
        allowed = ENGINE_SIZE_MAX + GAME_SIZE_MAX * games.length;
    ensure(length < allowed, `${length} bytes, ${allowed} are allowed`);
    return `${length} bytes`;
});

// The default options, and each other value once.
function optionSets(game) {
    const defaults = Object.fromEntries(
        Object.entries(game.options).map(([key, values]) => [key, values[0]]),
    );
    const others = Object.entries(game.options).flatMap(([key, values]) =>
        values.slice(1).map((value) => ({ ...defaults, [key]: value })),
    );
    return [defaults, ...others];
}

const optionArgs = (options) =>
    Object.entries(options).flatMap(([key, value]) => ["--option", `${key}=${value}`]);

function simulate(game, players, options) {
    return nativeGood(
        "simulate",
        game.id,
        "--bots",
        "random",
        "--players",
        String(players),
        "--games",
        String(GAMES),
        "--seed",
        "wasm",
        "--records",
        "-",
        ...optionArgs(options),
    );
}

for (const game of games)
    for (let players = game.min; players <= game.max; players++)
        test(`${game.id} with ${players}: records replay to the program's hashes`, () => {
            const records = optionSets(game)
                .map((options) => simulate(game, players, options))
                .join("");
            const wanted = lines(nativeGood("replay", write("good.jsonl", records), "--json")).map(
                (line) => JSON.parse(line),
            );
            lines(records).forEach((record, i) => {
                const { value, lines: said } = engine.call("replay", record);
                equal(
                    [value, said],
                    [1, [{ steps: wanted[i].steps, hash: wanted[i].hash }]],
                    `record ${i}`,
                );
            });
            return `${wanted.length} records`;
        });

// Each function damages a record in one way.
const breaks = {
    "cut off": (text) => text.slice(0, text.length >> 1),
    "not JSON": (text) => text.replace("{", "[["),
    "not an object": () => "7",
    "another format": (text) => text.replace("tafelrunde-record/1", "tafelrunde-record/9"),
    "an unknown game": (text) => text.replace(/"game":"\w+"/, '"game":"mühle"'),
    "other rules": (text) => text.replace(/"rules":\d+/, '"rules":999'),
    "other components": (text) =>
        text.replace(/"components":"\w+"/, '"components":"0000000000000000"'),
    "too many players": (text) => text.replace(/"players":\d/, '"players":9'),
    "an unknown option": (text) => text.replace(/"options":\{/, '"options":{"no_such":true,'),
    "a short seed": (text) => text.replace(/"seed":"../, '"seed":"'),
    "entropy of one seat too many": (text) => text.replace('"entropy":[', '"entropy":[null,'),
    "a step twice": (text) => text.replace(/(\[\d,"[^"]+"\])/, "$1,$1"),
    "chance in the place of a seat": (text) => text.replace(/\[\d,("[^"]+"\])/, '["chance",$1'),
    "no notation": (text) => text.replace(/\[\d,"[^"]+"\]/, '[0,"castle kingside"]'),
    "half a step": (text) => text.replace(/\[\d,"[^"]+"\]/, "[0]"),
    "another result": (text) => text.replace('"score":[', '"score":[1'),
    "no result": (text) => text.replace(/,"result":.*\}/, "}"),
    "steps missing": (text) => text.replace(/,\[\d,"[^"]+"\]\],"result"/, '],"result"'),
};

for (const game of games)
    test(`${game.id}: broken records are refused for the program's reasons`, () => {
        const [record] = lines(simulate(game, game.min, optionSets(game)[0]));
        const keys = new Set();
        for (const [name, change] of Object.entries(breaks)) {
            const broken = change(record);
            const { value, lines: said } = engine.call("replay", broken);
            const { status, stderr } = native("replay", write("broken.json", broken), "--json");
            if (broken === record) continue; // this record has nothing of the kind
            equal([value, said.length, status], [0, 1, 1], `${name}: returned, lines, status`);
            const { key } = said[0].error;
            ensure(
                pattern(key).test(stderr),
                `${name}: the module says ${key}, the program: ${stderr}`,
            );
            keys.add(key);
        }
        return `${keys.size} reasons`;
    });

test("a module that refused still works, and holds no more than it said", () => {
    const [record] = lines(simulate(games[0], games[0].min, optionSets(games[0])[0]));
    equal(engine.call("replay", record).value, 1, "replay");
    equal(
        engine.call("replay", new Uint8Array([0xff, 0xfe])).lines[0].error.key,
        "error.json.syntax",
        "bytes that are not UTF-8",
    );
    equal(engine.call("replay", "").lines[0].error.key, "error.json.cut_off", "nothing");
    equal(new Engine().exports.replay(0), 0, "before any buffer");
    equal(engine.exports.buffer(2 ** 31), 0, "a buffer that is too large");
    const long = engine.call(
        "replay",
        record.replace(/"game":"\w+"/, `"game":"${"x".repeat(100_000)}"`),
    );
    equal(long.value, 0, "a name that is too long");
});

// ---- a local table ----

const seed = "0123456789abcdef".repeat(4),
    table = "AAAAAAAAAAAAAAAAAAAAAA";
const setupOf = (game, players, bots) => ({
    game: game.id,
    players,
    options: optionSets(game)[0],
    bots,
    seed,
    reserve: "fedcba9876543210".repeat(4),
    table,
});

test("a table is opened only as it should be", () => {
    const [game] = games,
        fresh = new Engine(),
        good = setupOf(game, game.min, Array(game.min).fill("person"));
    equal(fresh.exports.run(), 0, "run without a table");
    equal(
        fresh.call("receive", "{}").lines[0].error.key,
        "error.table.none",
        "a message without a table",
    );
    const wrong = [
        ["error.json.cut_off", "{"],
        ["error.json.syntax", "{]"],
        ["error.table.setup", "[]"],
        ["error.record.member", { ...good, game: 7 }],
        ["error.record.game", { ...good, game: "mühle" }],
        ["error.record.players", { ...good, players: game.max + 1 }],
        ["error.record.players", { ...good, players: "2" }],
        ["error.record.member", { ...good, options: undefined }],
        ["error.record.member", { ...good, options: { ...good.options, more: 1 } }],
        ["error.record.member", { ...good, bots: ["person"] }],
        ["error.record.member", { ...good, bots: [...good.bots, "random"] }],
        ["error.record.member", { ...good, bots: good.bots.map(() => "oracle") }],
        ["error.record.member", { ...good, bots: "random" }],
        ["error.record.member", { ...good, seed: "00" }],
        ["error.record.member", { ...good, reserve: "00" }],
        ["error.record.member", { ...good, seed: seed.toUpperCase() }],
        ["error.record.member", { ...good, table: "short" }],
        ["error.record.member", { ...good, table: `${table.slice(1)}/` }],
    ];
    for (const [key, setup] of wrong) {
        const { value, lines: said } = fresh.call(
            "open",
            typeof setup === "string" ? setup : JSON.stringify(setup),
        );
        equal([value, said[0]?.error?.key], [0, key], JSON.stringify(setup));
    }
    equal(fresh.call("open", JSON.stringify(good)), { value: 1, lines: [] }, "as it should be");
    equal(fresh.call("open", "{").value, 0, "a second one that is wrong");
    equal(
        fresh.call("receive", JSON.stringify({ type: "hello", table, seat: 0, protocol: 3 }))
            .lines[0].message.type,
        "welcome",
        "the first one is still there",
    );
});

const netPath = (game, players) => new URL(`../../nets/${game.id}-${players}.net`, import.meta.url);
const netOf = (game, players) =>
    existsSync(netPath(game, players))
        ? new Uint8Array(readFileSync(netPath(game, players)))
        : null;

/** Gives an engine the game's net, if there is one. */
function giveNet(one, game, players) {
    if (netOf(game, players)) equal(one.call("net", netOf(game, players)).value, 1, "net");
}

// Plays all people's seats through messages; a small random generator picks the answers.
class Players {
    constructor(setup) {
        this.engine = new Engine();
        this.setup = setup;
        this.questions = new Map();
        this.entropy = setup.bots.map((who, seat) =>
            who === "person" ? Uint8Array.from({ length: 32 }, (_, i) => 7 * i + seat) : null,
        );
        this.random = 1;
        this.over = null;
        this.lines = 0;
        giveNet(this.engine, { id: setup.game }, setup.bots.length);
        equal(this.engine.call("open", JSON.stringify(setup)), { value: 1, lines: [] }, "open");
    }

    hear(said) {
        for (const { to, message, error } of said) {
            ensure(!error, `error ${JSON.stringify(error)}`);
            ensure(message.table === this.setup.table, "another table");
            if (to !== null)
                equal(message.seat, to === "spectator" ? null : to, "seat of a message");
            ensure(
                to === null || to === "spectator" || this.entropy[to],
                "a message to an opponent's seat",
            );
            ensure(message.type !== "refused", `refused: ${JSON.stringify(message)}`);
            // the table repeats a question that is still open after the update
            if (message.type === "update") this.questions.delete(message.seat);
            if (message.type === "question") this.questions.set(message.seat, message);
            if (message.type === "update" && message.over) this.over = message;
            this.lines++;
        }
        return said;
    }

    send(seat, message) {
        const { value, lines: said } = this.engine.call(
            "receive",
            JSON.stringify({ table: this.setup.table, seat, ...message }),
        );
        equal(value, 1, "receive");
        return this.hear(said);
    }

    settle() {
        for (let runs = 0; ; runs++) {
            ensure(runs < RUNS_MAX, "the table does not come to rest");
            const { value, lines: said } = this.engine.run();
            this.hear(said);
            if (!value) return;
        }
    }

    begin() {
        const people = this.entropy.flatMap((bytes, seat) => (bytes ? [seat] : []));
        for (const seat of [...people, null])
            equal(
                this.send(seat, { type: "hello", protocol: 3 })[0].message.type,
                "welcome",
                "answer to hello",
            );
        for (const seat of people)
            this.send(seat, { type: "entropy", hash: blake2b256(this.entropy[seat]) });
        for (const seat of people)
            this.send(seat, {
                type: "entropy",
                value: Buffer.from(this.entropy[seat]).toString("hex"),
            });
    }

    play() {
        let answers = 0;
        for (this.settle(); !this.over; this.settle()) {
            const [seat, { q, legal }] = this.questions.entries().next().value ?? [];
            ensure(legal?.length > 0, "nobody is asked and the game is not over");
            this.questions.delete(seat);
            this.random = (Math.imul(this.random, 1103515245) + 12345) >>> 0;
            this.send(seat, {
                type: "answer",
                q,
                id: `a${answers++}`,
                do: legal[(this.random >>> 8) % legal.length].do,
            });
        }
        return answers;
    }

    record() {
        return this.send(null, { type: "record" })[0].message.record;
    }
}

for (const game of games)
    for (const people of new Set([1, game.max]))
        test(`${game.id}: a local table with ${people} of ${game.max} people is played`, () => {
            const players = new Players(
                setupOf(
                    game,
                    game.max,
                    Array.from({ length: game.max }, (_, seat) =>
                        seat < people ? "person" : "random",
                    ),
                ),
            );
            players.begin();
            const answers = players.play(),
                record = JSON.stringify(players.record());
            equal(players.over.seed, seed, "the seed, published at the end");
            equal(JSON.parse(record).result, players.over.result, "the result in the record");
            const path = write("table.json", record),
                { hash } = JSON.parse(nativeGood("replay", path, "--json"));
            equal(players.engine.call("replay", record).lines[0].hash, hash, "hash of its record");
            nativeGood("verify", path);
            return `${answers} answers, ${players.lines} messages`;
        });

/** Notes what one seat is sent of each step. */
class Watched extends Players {
    seen = [];

    hear(said) {
        for (const { to, message } of super.hear(said))
            if (to === this.seat && message.type === "update" && message.do !== undefined)
                this.seen.push(message);
        return said;
    }
}

/** Steps in any order, as a seat sees its own answer before the reveal; sentences in theirs. */
const toldOf = (steps) => ({
    steps: steps.map(({ by, do: action }) => `${by} ${action}`).sort(),
    events: steps.flatMap(({ events }) => events.map((event) => ({ ...event, line: 0 }))),
});

// The analysis board shows a seat's view of a finished game: the steps and sentences that the seat
// was sent while it was played, and nothing that it did not know then.
for (const game of games)
    test(`${game.id}: a study for one seat tells what that seat was sent`, () => {
        const players = new Watched(setupOf(game, game.max, Array(game.max).fill("person")));
        players.seat = 1;
        players.begin();
        players.play();
        const { options, steps } = players.record(),
            study = { game: game.id, players: game.max, options, steps, from: 1 };
        const asked = (observer) => {
            const found = engine.call("study", JSON.stringify({ ...study, observer }));
            equal(found.value, 1, JSON.stringify(found.lines[0]));
            return found.lines.filter((line) => "do" in line);
        };
        const told = asked(players.seat);
        equal(told.length, steps.length, "steps");
        equal(toldOf(told), toldOf(players.seen), "what is told");
        const hidden = told.filter(({ do: action }, i) => action !== steps[i][1]).length;
        equal(
            asked(null).map(({ by, do: action }) => [by, action]),
            steps,
            "with all cards, everything",
        );
        return `${hidden} of ${steps.length} steps are hidden`;
    });

test("a table of opponents alone plays by itself", () => {
    const [game] = games,
        players = new Players(setupOf(game, game.min, Array(game.min).fill("random")));
    equal(players.play(), 0, "answers");
    nativeGood("verify", write("bots.json", JSON.stringify(players.record())));
});

// A level decides the same in both. The program derives the seeds of a text as for its simulations
// 0 and 1.
for (const game of games)
    test(`${game.id}: opponents that think play the program's game`, () => {
        const text = "wasm",
            hash = (words) => blake2b256(new TextEncoder().encode(words));
        const id = Buffer.from(hash(`tafelrunde table${text}/0`).slice(0, 32), "hex").toString(
            "base64url",
        );
        const setup = {
            ...setupOf(game, game.min, Array(game.min).fill("novice:500")),
            seed: hash(`${text}/0`),
            reserve: hash(`${text}/1`),
            table: id,
        };
        const players = new Players(setup);
        equal(players.play(), 0, "answers");
        const mine = players.record(),
            asked = JSON.stringify({ type: "record", table: id, seat: null });
        const said = nativeGood(
            { input: `${asked}\n` },
            "engine",
            game.id,
            "--bots",
            "novice:500",
            "--seed",
            text,
        );
        const theirs = lines(said)
            .map((line) => JSON.parse(line))
            .find(({ type }) => type === "record").record;
        equal(JSON.stringify(mine.steps), JSON.stringify(theirs.steps), "steps");
        equal(mine, theirs, "the record");
        return `${mine.steps.length} steps`;
    });

test("garbage is refused and changes nothing", () => {
    const [game] = games,
        players = new Players(
            setupOf(game, game.min, ["person", ...Array(game.min - 1).fill("random")]),
        );
    players.begin();
    players.settle();
    const before = JSON.stringify(players.record());
    for (const text of [
        "",
        "[]",
        "{",
        '{"type":"answer"}',
        `{"table":"${table}","seat":1,"type":"undo"}`,
        `{"table":"${table}","seat":0,"type":"dance"}`,
    ]) {
        const { value, lines: said } = players.engine.call("receive", text);
        equal(
            [value, said.length, said[0].to, said[0].message.type],
            [1, 1, null, "refused"],
            text,
        );
    }
    equal(JSON.stringify(players.record()), before, "the record");
});

// ---- saved tables ----

const hex = (bytes) => (bytes ? Buffer.from(bytes).toString("hex") : null);

function logOf(engine, from = 0) {
    equal(engine.exports.log(from), 1, "log");
    return engine.take()[0].log;
}

// The state of a table: its log, its record, and each person's question.
function standing(players) {
    const asked = players.entropy.map(
        (bytes, seat) =>
            bytes &&
            players.send(seat, { type: "hello", protocol: 3 }).map(({ message }) => message),
    );
    return JSON.stringify([logOf(players.engine), players.record(), asked]);
}

for (const game of games)
    test(`${game.id}: a saved table is taken up where it was left, undo and all`, () => {
        const setup = setupOf(
            game,
            game.min,
            Array.from({ length: game.min }, (_, seat) => (seat ? "random" : "person")),
        );
        const players = new Players(setup);
        players.begin();
        let undone = 0,
            resumed = 0;
        for (let answers = 0; answers < 40; answers++) {
            players.settle();
            const question = players.questions.get(0);
            if (!question) break;
            players.questions.delete(0);
            players.random = (Math.imul(players.random, 1103515245) + 12345) >>> 0;
            const choice = question.legal[(players.random >>> 8) % question.legal.length];
            players.send(0, { type: "answer", q: question.q, id: `a${answers}`, do: choice.do });
            if (!choice.final && undone < 3) {
                players.send(0, { type: "undo", id: `u${answers}` });
                undone++;
            }
            if (answers % 13) continue;
            const again = new Players(setup),
                saved = { ...setup, entropy: players.entropy.map(hex), log: logOf(players.engine) };
            equal(
                again.engine.call("resume", JSON.stringify(saved)),
                { value: 1, lines: [] },
                "resume",
            );
            ensure(
                standing(again) === standing(players),
                `it stands elsewhere after ${answers} answers`,
            );
            resumed++;
        }
        return `${resumed} times, ${undone} undos`;
    });

test("a saved table that does not fit is refused, and none is open then", () => {
    const [game] = games,
        setup = setupOf(game, game.min, ["person", ...Array(game.min - 1).fill("random")]),
        players = new Players(setup);
    players.begin();
    players.settle();
    const log = logOf(players.engine),
        entropy = players.entropy.map(hex),
        good = { ...setup, entropy, log };
    const wrong = [
        ["error.record.member", { ...good, entropy: undefined }],
        ["error.record.member", { ...good, entropy: entropy.slice(1) }],
        ["error.record.member", { ...good, entropy: [null, ...entropy.slice(1)] }],
        ["error.record.member", { ...good, log: undefined }],
        ["error.match.log", { ...good, log: [...log, { by: 0, undo: true }] }],
        ["error.match.log", { ...good, log: [{ by: 9, do: log[0].do }] }],
        ["error.match.log", { ...good, log: [{ ...log[0], do: "castle kingside" }] }],
        ["error.match.log", { ...good, entropy: entropy.map((bytes) => bytes && "0".repeat(64)) }],
        ["error.record.member", { ...good, seed: "00" }],
    ];
    for (const [key, saved] of wrong) {
        const fresh = new Engine(),
            { value, lines: said } = fresh.call("resume", JSON.stringify(saved));
        equal([value, said[0]?.error?.key], [0, key], JSON.stringify(saved));
        equal(
            fresh.call("receive", "{}").lines[0].error.key,
            "error.table.none",
            "a table is open",
        );
    }
    equal(new Engine().exports.log(0), 0, "log without a table");
    equal(logOf(players.engine, log.length + 5), [], "log beyond its end");
});

test("draws are checked, and only where there is a seed", () => {
    const [record] = lines(simulate(games[0], games[0].min, optionSets(games[0])[0])),
        other = record.replace(
            /"seed":"./,
            (text) => `${text.slice(0, -1)}${text.endsWith("0") ? "1" : "0"}`,
        );
    equal(engine.call("verify", record).value, 1, "a good record");
    equal(
        engine.call("verify", other).lines[0].error.key,
        "error.record.commitment",
        "another seed",
    );
    const players = new Players(
        setupOf(games[0], games[0].min, ["person", ...Array(games[0].min - 1).fill("random")]),
    );
    players.begin();
    players.settle();
    const mine = JSON.stringify(players.send(0, { type: "record" })[0].message.record);
    equal(
        engine.call("verify", mine).lines[0].error.key,
        "error.record.no_seed",
        "a record made during the game",
    );
});

for (const game of games)
    test(`${game.id}: a view in words is what the program prints`, () => {
        const path = write("view.jsonl", simulate(game, game.min, optionSets(game)[0]));
        const args = ["inspect", game.id, "--record", path, "--step", "5", "--seat", "1"];
        const { view } = JSON.parse(nativeGood(...args, "--json")),
            printed = lines(nativeGood(...args, "--lang", "en"));
        const {
            value,
            lines: [{ lines: said }],
        } = engine.call("describe", JSON.stringify(view));
        equal(value, 1, "describe");
        said.forEach(({ heading, key }, i) => {
            ensure(heading === !printed[i].startsWith("  "), `line ${i}: ${printed[i]}`);
            ensure(pattern(key).test(printed[i]), `line ${i}: ${key}, printed: ${printed[i]}`);
        });
        equal(engine.call("describe", "{}").lines[0].error.key, "error.record.member", "no view");
        return `${said.length} lines`;
    });

test("kardinal: the standing as data is the one in words", () => {
    const game = games.find(({ id }) => id === "kardinal"),
        records = simulate(game, game.max, optionSets(game)[0]),
        path = write("standing.jsonl", records),
        step = String(JSON.parse(lines(records)[0]).steps.length);
    const args = ["inspect", game.id, "--record", path, "--step", step, "--seat", "1", "--json"],
        { view } = JSON.parse(nativeGood(...args)),
        code = (key) => key.slice(key.lastIndexOf(".") + 1);
    const {
        lines: [{ lines: said, standing }],
    } = engine.call("describe", JSON.stringify(view));
    const words = (key, values) =>
        said
            .filter((line) => line.key === key)
            .map(({ seat, params }) => JSON.stringify([seat, params.points, ...values(params)]))
            .sort();
    const data = (lists, values) =>
        lists
            .flatMap((list) =>
                list.claims.map((claim) =>
                    JSON.stringify([claim.seat, claim.points, ...values(list, claim)]),
                ),
            )
            .sort();
    const cloisters = data(standing.cloisters, ({ country }, { rank }) => [country, rank]),
        alliances = data(standing.alliances, ({ number }) => [number]),
        chains = data([{ claims: standing.chains }], (_, { spaces }) => [spaces]);
    equal(
        cloisters,
        words("kardinal.event.cloisters", ({ country, rank }) => [code(country), rank]),
        "cloisters",
    );
    equal(
        alliances,
        words("kardinal.event.alliance", ({ number }) => [number]),
        "alliances",
    );
    equal(
        chains,
        words("kardinal.event.chain", ({ spaces }) => [spaces.map(code)]),
        "chains",
    );
    ensure(cloisters.length && alliances.length && chains.length, "a view with all three");
    return `${cloisters.length} + ${alliances.length} + ${chains.length} claims`;
});

// ---- nets, and opponents that think elsewhere ----

const withNet = games.filter((game) => netOf(game, game.min));

test("a net is taken up whole or not at all", () => {
    ensure(withNet.length > 0, "no nets");
    for (const game of withNet) {
        const fresh = new Engine(),
            net = netOf(game, game.min);
        equal(fresh.call("net", net), { value: 1, lines: [] }, game.id);
        for (let at = 0; at < net.length; at += Math.ceil(net.length / 40)) {
            const broken = net.slice();
            broken[at] ^= 1 << (at % 8);
            const {
                value,
                lines: [{ error }],
            } = fresh.call("net", broken);
            ensure(
                value === 0 && /^error\.(net|record)\./.test(error.key),
                `${game.id}, byte ${at}: ${error.key}`,
            );
        }
        for (const length of [0, 10, 17, 200, net.length - 1])
            equal(fresh.call("net", net.slice(0, length)).value, 0, `${length} bytes`);
    }
});

// A question to an opponent: a view of a simulated game in which the seat has a choice.
function asked(game, players, wanted = 3) {
    const path = write("asked.jsonl", simulate(game, players, optionSets(game)[0])),
        found = [];
    for (const line of lines(nativeGood("replay", path, "--game", "1", "--trace"))) {
        const { step, to_move: seats, legal } = JSON.parse(line);
        const seat = Array.isArray(seats) && seats.find((one) => legal[one]?.length > 1);
        if (seat === undefined || seat === false || step < 10 * found.length) continue;
        const { view } = JSON.parse(
            nativeGood(
                "inspect",
                game.id,
                "--record",
                path,
                "--step",
                String(step + 1),
                "--seat",
                String(seat + 1),
                "--json",
            ),
        );
        found.push({ game: game.id, view, seat, seed, legal: legal[seat] });
        if (found.length === wanted) break;
    }
    ensure(found.length > 0, "nobody ever has a choice");
    return found;
}

const think = (one, task, slice = 1000) => {
    equal(one.call("think", JSON.stringify(task)), { value: 1, lines: [] }, "think");
    while (one.exports.think_run(slice));
    equal(one.exports.think_result(), 1, "think_result");
    return one.take()[0].thought;
};

const merged = (one, task, thoughts) => {
    const {
        value,
        lines: [said],
    } = one.call(
        "merge",
        JSON.stringify({ game: task.game, level: task.level, seed: task.seed, thoughts }),
    );
    equal(value, 1, `merge: ${JSON.stringify(said)}`);
    return said.do;
};

for (const game of games)
    test(`${game.id}: a thought is the same whole or in pieces, here or there`, () => {
        const one = new Engine(),
            other = new Engine();
        for (const engineOf of [one, other])
            if (netOf(game, game.min))
                equal(engineOf.call("net", netOf(game, game.min)).value, 1, "net");
        for (const question of asked(game, game.min)) {
            const task = { ...question, level: "master:300" },
                whole = think(one, task),
                pieces = think(other, task, 7);
            equal(whole, pieces, "in pieces");
            equal(think(one, task), whole, "again");
            equal(
                whole.choices.map((choice) => choice.do).sort(),
                [...question.legal].sort(),
                "all legal actions",
            );
            equal(
                whole.visits,
                whole.choices.reduce((sum, { visits }) => sum + visits, 0),
                "visits",
            );
            ensure(
                whole.visits >= 299 &&
                    whole.choices.every(
                        ({ visits }, i, all) => i === 0 || visits <= all[i - 1].visits,
                    ),
                "most visited first",
            );
            const done = merged(other, task, [whole]),
                chosen = whole.choices.find((choice) => choice.do === done);
            ensure(2 * chosen.visits >= whole.choices[0].visits - 1, "what it does");
            equal(merged(one, task, [whole]), done, "what it does there");
            const kept = think(one, { ...task, keep: true });
            equal(kept, whole, "what was learnt is kept, and enough");
        }
    });

test("several workers think together", () => {
    const [game] = games,
        one = new Engine(),
        [question] = asked(game, game.min);
    const task = { ...question, level: "master:300" },
        thoughts = [0, 1, 2].map((index) => think(one, { ...task, workers: 3, index }));
    ensure(
        thoughts.every(({ visits }) => visits >= 99 && visits <= 100),
        "each its part",
    );
    ensure(JSON.stringify(thoughts[0]) !== JSON.stringify(thoughts[1]), "two draw the same");
    const sum = new Map();
    for (const { choices } of thoughts)
        for (const { do: done, visits } of choices) sum.set(done, (sum.get(done) ?? 0) + visits);
    const most = Math.max(...sum.values());
    ensure(2 * sum.get(merged(one, task, thoughts)) >= most - 1, "among the most visited of all");
    for (const level of ["random", "novice", "club"])
        ensure(question.legal.includes(merged(one, { ...task, level }, thoughts)), level);
    const drawn = new Set(
        Array.from({ length: 20 }, (_, i) =>
            merged(one, { ...task, level: "random", seed: blake2b256([i]) }, [
                think(one, { ...task, level: "random" }),
            ]),
        ),
    );
    ensure(drawn.size > 1, "random always does the same");
    equal(
        one.call("think", JSON.stringify({ ...task, level: "master:1s" })).value,
        1,
        "a level with a time",
    );
    equal(one.exports.think_run(10), 2 ** 31 - 1, "wants ever more");
});

test("a wrong task is refused, and so are wrong thoughts", () => {
    const [game] = games,
        one = new Engine(),
        [question] = asked(game, game.min),
        task = { ...question, level: "novice" };
    equal(
        [one.exports.think_result(), one.take()[0].error.key, one.exports.think_run(5)],
        [0, "error.table.no_thought", 0],
        "nothing thought",
    );
    const wrong = [
        { view: {} },
        { view: undefined },
        { seat: question.seat + 1 },
        { seat: -1 },
        { level: "person" },
        { level: 7 },
        { seed: "00" },
        { game: "mühle" },
        { workers: 0 },
        { workers: 2, index: 2 },
        { keep: 1 },
    ];
    for (const change of wrong)
        equal(
            one.call("think", JSON.stringify({ ...task, ...change })).value,
            0,
            JSON.stringify(change),
        );
    const thoughts = [{ visits: 1, choices: [{ do: question.legal[0], visits: 1, value: 0.5 }] }],
        good = { game: game.id, level: "club", seed, thoughts };
    equal(one.call("merge", JSON.stringify(good)).lines, [{ do: question.legal[0] }], "one choice");
    for (const change of [
        { thoughts: [] },
        { thoughts: [{}] },
        { thoughts: [{ choices: [{ do: "castle", visits: 1, value: 0 }] }] },
        { thoughts: [{ choices: [{ do: question.legal[0], visits: -1, value: 0 }] }] },
        { level: "person" },
        { seed: 1 },
    ])
        equal(
            one.call("merge", JSON.stringify({ ...good, ...change })).value,
            0,
            JSON.stringify(change),
        );
});

/** Players at a table whose opponents think in another engine. Each answer is given a second time,
 * which the table refuses; the first few are also given wrongly. */
class PlayersElsewhere extends Players {
    constructor(setup, thinkers) {
        super(setup);
        this.thinkers = thinkers;
        this.answered = 0;
    }

    settle() {
        for (;;) {
            super.settle();
            equal(this.engine.exports.owed(), 1, "owed");
            const owed = this.engine.take().map((line) => line.owed);
            if (owed.length === 0) return;
            for (const task of owed) this.decide(task);
        }
    }

    decide(task) {
        const { seat, q, level, view } = task;
        equal([level, view.viewer], [this.setup.bots[seat], seat + 1], "who is asked what");
        const asked = { game: this.setup.game, ...task };
        this.thinkers.call("think", JSON.stringify(asked));
        this.thinkers.exports.think_run(20);
        this.thinkers.exports.think_result();
        const [{ thought }] = this.thinkers.take(),
            reply = { seat, q, do: merged(this.thinkers, asked, [thought]) };
        if (this.answered++ < 3) this.answerWrongly(reply);
        const { value, lines: said } = this.answer(reply);
        equal(value, 1, JSON.stringify(said));
        this.hear(said);
        const twice = this.answer(reply);
        equal([twice.value, twice.lines[0].error.key], [0, "error.table.not_owed"], "twice");
    }

    answer(reply) {
        return this.engine.call("answer", JSON.stringify(reply));
    }

    answerWrongly(reply) {
        for (const wrong of [
            { seat: 0 },
            { seat: 9 },
            { q: reply.q + 1 },
            { do: "castle kingside" },
            { do: undefined },
        ])
            equal(this.answer({ ...reply, ...wrong }).value, 0, JSON.stringify(wrong));
    }
}

for (const game of games)
    test(`${game.id}: a table whose opponents think elsewhere is played to the end`, () => {
        const levels = ["novice:20", "random", "club:10s", "master:20", "random"],
            bots = Array.from({ length: game.max }, (_, seat) =>
                seat ? levels[seat - 1] : "person",
            ),
            setup = { ...setupOf(game, game.max, bots), elsewhere: true };
        equal(
            new Engine().call("open", JSON.stringify({ ...setup, elsewhere: undefined })).value,
            setup.bots.includes("club:10s") ? 0 : 1,
            "a level with a time where there is no clock",
        );
        const thinkers = new Engine(),
            players = new PlayersElsewhere(setup, thinkers);
        for (const one of [players.engine, thinkers]) giveNet(one, game, game.max);
        players.begin();
        players.play();
        nativeGood("verify", write("elsewhere.json", JSON.stringify(players.record())));
        const again = { ...setup, entropy: players.entropy.map(hex), log: logOf(players.engine) };
        equal(
            new Engine().call("resume", JSON.stringify(again)),
            { value: 1, lines: [] },
            "taken up again",
        );
        return `${players.answered} answers`;
    });

/** The table that `tafelrunde engine --seed TEXT` opens. */
function tableOfProgram(game, text) {
    const hash = (words) => blake2b256(new TextEncoder().encode(words)),
        id = hash(`tafelrunde table${text}/0`).slice(0, 32);
    return {
        ...setupOf(game, game.min, Array(game.min).fill("person")),
        seed: hash(`${text}/0`),
        reserve: hash(`${text}/1`),
        table: Buffer.from(id, "hex").toString("base64url"),
        elsewhere: true,
    };
}

/** Players that keep in `sent` every message that they send. */
class NotedPlayers extends Players {
    sent = [];

    send(seat, message) {
        this.sent.push(JSON.stringify({ table: this.setup.table, seat, ...message }));
        return super.send(seat, message);
    }
}

/** The program's hint, given the same messages. */
function hintOfProgram(game, text, sent) {
    const options = ["--players", String(game.min), "--seed", text],
        said = nativeGood({ input: sent.join("\n") }, "engine", game.id, ...options);
    return lines(said)
        .map((line) => JSON.parse(line))
        .find(({ type }) => type === "hint");
}

/** The adviser's search outside the table, as the page starts it. */
function adviserThinks(one, task) {
    equal(one.call("think", JSON.stringify(task)).value, 1, "think");
    while (one.exports.think_run(1000));
    equal(one.exports.think_result(), 1, "think_result");
    return one.take()[0].thought;
}

// Module and program judge alike: a hint at the same table has the same visits.
for (const game of games)
    test(`${game.id}: a hint is the program's`, () => {
        const text = "hint",
            setup = tableOfProgram(game, text),
            players = new NotedPlayers(setup),
            one = players.engine;
        giveNet(one, game, game.min);
        equal(one.call("open", JSON.stringify(setup)).value, 1, "open");
        players.begin();
        players.settle();
        const [[first, { q, legal }]] = players.questions;
        players.questions.delete(first);
        players.send(first, { type: "answer", q, id: "a0", do: legal[0].do });
        players.settle();
        const [[seat]] = players.questions,
            [{ message: hint }] = players.send(seat, { type: "hint" });
        equal(hint.type, "hint", JSON.stringify(hint));
        equal(hint, hintOfProgram(game, text, players.sent), "the hint");
        const [{ message: welcome }] = players.send(seat, { type: "hello", protocol: 3 }),
            { version } = welcome,
            [{ message: at }] = players.send(seat, { type: "at", version }),
            task = { game: game.id, view: at.view, seat, level: "adviser", seed: setup.seed };
        const { visits } = adviserThinks(one, task);
        equal(
            visits,
            hint.choices.reduce((sum, choice) => sum + choice.visits, 0),
            "visits of the adviser",
        );
        return `${hint.choices.length} choices`;
    });

for (const game of games)
    test(`${game.id}: an analysis is the program's`, () => {
        const one = new Engine(),
            [record] = lines(simulate(game, game.min, optionSets(game)[0]));
        if (netOf(game, game.min)) equal(one.call("net", netOf(game, game.min)).value, 1, "net");
        equal(
            one.call("analyse", `{"visits":20,"record":${record}}`),
            { value: 1, lines: [] },
            "analyse",
        );
        equal(
            [one.exports.analysis(), one.take()[0].error.key],
            [0, "error.analyse.unfinished"],
            "before it is done",
        );
        let left;
        do left = one.exports.analyse_run(10);
        while (left);
        equal([left, one.exports.analysis()], [0, 1], "done");
        const [{ analysis }] = one.take(),
            wanted = JSON.parse(
                nativeGood("analyse", write("analyse.json", record), "--visits", "20", "--json"),
            );
        equal(analysis, wanted, "the analysis");
        return `${analysis.steps.length} steps`;
    });

test("an analysis of what is no whole record is refused", () => {
    const one = new Engine(),
        [record] = lines(simulate(games[0], games[0].min, optionSets(games[0])[0]));
    equal([one.exports.analyse_run(1), one.exports.analysis()], [0, 0], "nothing to analyse");
    one.take();
    for (const text of [
        "{",
        "{}",
        `{"record":7,"visits":1}`,
        `{"record":${record}}`,
        `{"record":${record},"visits":0}`,
        `{"record":${record.replace('"score":[', '"score":[1')},"visits":1}`,
    ])
        equal(one.call("analyse", text).value, 0, text.slice(0, 40));
    const players = new Players(
        setupOf(games[0], games[0].min, ["person", ...Array(games[0].min - 1).fill("random")]),
    );
    players.begin();
    players.settle();
    const mine = JSON.stringify(players.send(0, { type: "record" })[0].message.record);
    equal(
        one.call("analyse", `{"record":${mine},"visits":1}`).lines[0].error.key,
        "error.analyse.whole",
        "what one seat saw",
    );
});

console.log(`1..${cases}`);
process.exit(failures ? 1 : 0);
