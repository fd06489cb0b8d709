// Tests of what the page computes itself: the generic board, narrowing, the log, hashes, the
// nearest place, contrast. TAP on standard output.
//
//     node tests/page/unit.test.mjs
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { load, loadWith, web } from "./modules.mjs";
import { end, ensure, equal, test } from "./tap.mjs";

// Boards ask for the size of the window when they are drawn, and settings ask when they are loaded.
globalThis.navigator ??= { language: "de" };
globalThis.matchMedia ??= () => ({ matches: false, addEventListener() {} });

const choice = (action, parts, final = false) => ({ do: action, parts, final });

// ---- drawing once per frame ----

await test("what is asked for several times within a frame happens once", async () => {
    const { oncePerFrame } = await load("pieces/frame.ts"),
        frames = [];
    let calls = 0;
    globalThis.document ??= { hidden: false };
    globalThis.requestAnimationFrame = (callback) => frames.push(callback);
    globalThis.cancelAnimationFrame = () => {};
    const { ask, cancel } = oncePerFrame(() => calls++);
    ask();
    ask();
    equal([frames.length, calls], [1, 0], "frames and calls before the frame");
    frames.shift()();
    equal(calls, 1, "calls after the frame");
    ask();
    cancel();
    await new Promise((done) => setTimeout(done, 150));
    equal(calls, 1, "calls after it was cancelled");
    ask();
    await new Promise((done) => setTimeout(done, 150));
    equal(calls, 2, "calls of a page that draws no frames");
});

// ---- the generic board ----

const catalogue = {
    "x.part.card.7": ["Karte 7", "card 7"],
    "x.part.card.8": ["Karte 8", "card 8"],
    "x.part.card.K": ["König", "king"],
    "x.view.hand": ["Auf der Hand: {cards}. Im Stapel: {n} Karten.", "In hand: {cards}."],
    "x.view.count": ["Ablage: {n} × {card}", "Discards: {n} × {card}"],
    "x.view.sign": ["Das Zeichen hat {card}.", "{card} has the sign."],
};
const line = (key, params, seat = null) => ({ heading: false, seat, key: `x.view.${key}`, params });

await test("a line of a description becomes rows of things, piles and sentences", async () => {
    const { formatPieces, segmentsOf, shapesOf } = await load("text.ts", "generic/lines.ts"),
        pieces = (message) => formatPieces("de", message, { you: [] }, catalogue);
    const item = (code, name, count = 1) => ({ part: ["card", code], name, count }),
        cards = ["x.part.card.7", "x.part.card.8"];
    equal(
        segmentsOf(pieces(line("hand", { cards, n: 5 }))),
        [
            {
                kind: "row",
                label: ["Auf der Hand"],
                items: [item("7", "Karte 7"), item("8", "Karte 8")],
            },
            { kind: "sentence", words: ["Im Stapel: ", 5, " Karten."] },
        ],
        "a row, then a sentence with a count",
    );
    equal(
        segmentsOf(pieces(line("sign", { card: "x.part.card.7" }))),
        [{ kind: "sentence", words: ["Das Zeichen hat ", item("7", "Karte 7"), "."] }],
        "a thing within a sentence",
    );
    const rows = ["7", "8"].map((code, i) =>
        line("count", { n: i + 2, card: `x.part.card.${code}` }),
    );
    equal(
        shapesOf(rows, pieces).map(({ segment }) => segment),
        [
            {
                kind: "row",
                label: ["Ablage"],
                items: [item("7", "Karte 7", 2), item("8", "Karte 8", 3)],
            },
        ],
        "rows with the same label are one, and counts belong to their things",
    );
});

await test("a card shows its code, the number of its table, or its initial", async () => {
    const { faceOf } = await load("generic/thing.tsx"),
        figures = { card: { K: 13, 7: 70 } };
    const face = (code, name, known = figures) => faceOf({ part: ["card", code], name }, known);
    equal(face("7", "Karte 7"), { figure: "7", caption: "Karte", full: false }, "a code");
    equal(face("K", "König"), { figure: "13", caption: "König", full: true }, "a number");
    equal(face("K", "König", {}), { figure: null, caption: "König", full: true }, "a name");
    equal(face("1", "Karte 17", {}).figure, null, "a code is a whole word");
});

await test("the latest news begin with one's own answer and stay while others think", async () => {
    const { recentOf } = await load("generic/lines.ts");
    let version = 0;
    const event = (key) => ({ line: version, key, params: {} }),
        step = (by, ...keys) => ({ version: ++version, by, events: keys.map(event) });
    const history = [step(0), step(1, "bid 0", "bid 1"), step("chance", "prize")],
        keys = (steps, me) =>
            recentOf(steps, me, 2).flatMap(({ events }) => events.map(({ key }) => key));
    equal(keys(history, 0), ["bid 0", "bid 1", "prize"], "since one's own answer");
    equal(keys([...history, step(0)], 0), ["bid 0", "bid 1", "prize"], "others still think");
    equal(keys(history, 1), ["bid 0", "bid 1", "prize"], "one's own answer revealed everything");
    equal(
        keys([...history, step(0), step(1, "bid 2")], 0),
        ["bid 2"],
        "the next reveal replaces it",
    );
    equal(keys(history, null), ["bid 0", "bid 1", "prize"], "for a spectator");
});

await test("actions that no thing stands for get buttons, many of them as things", async () => {
    const { groupsOf, pickParts, triedWith } = await load("generic/choices.ts");
    const legal = [
        choice("pass", [["verb", "pass"]]),
        ...["1", "2", "3", "4", "5"].map((n) =>
            choice(`go ${n}`, [
                ["verb", "go"],
                ["space", n],
            ]),
        ),
        ...["a", "b"].map((half) =>
            choice(`play 7${half}`, [
                ["verb", "play"],
                ["card", "7"],
                ["half", half],
            ]),
        ),
    ];
    const shown = ([type]) => type === "card",
        names = (turn) =>
            groupsOf(turn, shown).map(({ verb, choices, parts }) => [
                verb,
                choices.length,
                parts.length,
            ]);
    equal(
        names({ legal, left: legal, touched: [], chosen: null }),
        [
            ["pass", 1, 0],
            ["go", 5, 5],
        ],
        "the card is touched first",
    );
    equal(
        names({ legal, left: legal.slice(6), touched: [["card", "7"]], chosen: null }),
        [["play", 2, 0]],
        "then its halves are buttons",
    );
    const verb = ["verb", "go"],
        part = ["space", "1"];
    equal(pickParts({ touched: [] }, "go", part), [verb, part], "verb and part");
    equal(pickParts({ touched: [verb] }, "go", part), [part], "the verb was touched before");
    equal(triedWith({ legal }, ["space", "9"]), "go 9", "what a touch in vain meant");
    equal(triedWith({ legal }, ["card", "9"]), undefined, "nothing to ask about");
});

await test("touching things narrows the legal actions", async () => {
    const { touch, narrow } = await load("table/turn.ts");
    const play = ["verb", "play"],
        legal = ["1", "2"].flatMap((card) =>
            ["a", "b"].map((half) =>
                choice(`play ${card}${half}`, [play, ["card", card], ["half", half]], card === "2"),
            ),
        );
    const one = touch(legal, [], [["card", "1"]]);
    equal(
        [one.send, one.refused, narrow(legal, one.touches.flat()).length],
        [null, false, 2],
        "a card",
    );
    equal(
        touch(legal, one.touches, [["half", "b"]]).send.do,
        "play 1b",
        "then a half: nothing is left to choose, and it can be taken back",
    );
    equal(
        touch(
            legal,
            [],
            [
                ["card", "2"],
                ["half", "a"],
            ],
        ).send,
        null,
        "what is final is not sent",
    );
    equal(touch(legal, one.touches, [["card", "1"]]).touches, [], "the same again takes it back");
    equal(
        touch(legal, one.touches, [["card", "2"]]).touches,
        [[["card", "2"]]],
        "what fits nothing left starts again",
    );
    equal(
        touch(legal, one.touches, [["card", "9"]]),
        { touches: one.touches, send: null, refused: true },
        "what fits nothing at all is refused",
    );
});

await test("an action has the same part twice only if it is there twice", async () => {
    const { fits } = await load("table/turn.ts");
    const move = choice("merchant IT IT", [
            ["verb", "merchant"],
            ["region", "IT"],
            ["region", "IT"],
        ]),
        other = choice("merchant IT HU", [
            ["verb", "merchant"],
            ["region", "IT"],
            ["region", "HU"],
        ]);
    equal(
        [
            fits(move, [
                ["region", "IT"],
                ["region", "IT"],
            ]),
            fits(other, [
                ["region", "IT"],
                ["region", "IT"],
            ]),
        ],
        [true, false],
        "the same part twice must be there twice",
    );
});

await test("an undo takes back a seat's latest choice, not the others' answers", async () => {
    const { stepsNotUndone } = await load("table/local.ts"),
        step = (by, action, more = {}) => ({ by, do: action, ...more }),
        undo = (by) => ({ by, undo: true });
    equal(
        stepsNotUndone([
            step("chance", "a"),
            step(0, "b"),
            step(0, "c", { forced: true }),
            step("chance", "d"),
            undo(0),
            step(0, "e"),
        ]),
        [
            ["chance", "a"],
            [0, "e"],
        ],
        "alone",
    );
    equal(
        stepsNotUndone([step(0, "a"), step(0, "b"), undo(0), undo(0), step(0, "c")]),
        [[0, "c"]],
        "twice",
    );
    equal(
        stepsNotUndone([step(1, "a"), step(0, "b"), step(1, "c"), undo(0), step(0, "d")]),
        [
            [1, "a"],
            [1, "c"],
            [0, "d"],
        ],
        "at the same time as another",
    );
});

await test("the log: undos cut it, events share lines, rounds have headings", async () => {
    const { linesOf, stepsNotUndone } = await load("client/log.ts");
    const step = (version, stand, round, events, entry = "step") => ({
        version,
        entry,
        steps_stand: stand,
        view: { round },
        events,
    });
    const event = (line, seat, points) => ({
        line,
        key: "x",
        params: { who: { seat }, ...(points ? { points } : {}) },
    });
    const updates = [
        step(1, 1, 1, [event(0, 0)]),
        step(2, 2, 1, [event(0, 0, 2), event(1, 1)]),
        step(3, 1, 1, [], "undo"),
        step(4, 2, 2, [event(0, 0, 3)]),
        step(5, 3, 2, [event(1, 2)]),
    ];
    equal(
        stepsNotUndone(updates).map(({ version }) => version),
        [1, 4, 5],
        "what stands",
    );
    const lines = linesOf(stepsNotUndone(updates), (_event, before, { round }) => ({
        key: "round",
        params: { round, before: before?.round ?? 0 },
    }));
    equal(
        lines.map(({ line, version, seat, points, opens, chapter: { params } }) => [
            line,
            version,
            seat,
            points,
            opens,
            params.round,
            params.before,
        ]),
        [
            [0, 4, 0, 3, true, 1, 0],
            [1, 5, 2, 0, true, 2, 2],
        ],
        "lines",
    );
});

await test("data are the same however deep, other things only if they are one", async () => {
    const { same } = await load("pieces/kept.ts"),
        turn = { can: () => true },
        places = new Map();
    const pairs = [
        [1, 1],
        [NaN, NaN],
        [null, null],
        [
            [1, { a: ["x", null] }],
            [1, { a: ["x", null] }],
        ],
        [
            { turn, places },
            { turn, places },
        ],
    ];
    const others = [
        [1, "1"],
        [0, null],
        [[1], [1, 2]],
        [{ a: 1 }, { b: 1 }],
        [{ a: undefined }, { b: undefined }],
        [[], {}],
        [{ can: () => true }, turn],
        [new Map(), places],
        [{ a: [1, 2] }, { a: [2, 1] }],
    ];
    equal(
        [
            pairs.filter(([a, b]) => !same(a, b)),
            others.filter(([a, b]) => same(a, b) || same(b, a)),
        ],
        [[], []],
        "pairs that are judged wrongly",
    );
});

await test("the draw queue: jobs run in order, in short tasks; waiters are told once", async () => {
    const { performance: clock, MessageChannel: channel } = globalThis;
    let now = 0,
        tasks = 0;
    globalThis.performance = { now: () => now };
    globalThis.MessageChannel = class {
        port2 = {};
        port1 = { postMessage: () => setImmediate(() => (tasks++, this.port2.onmessage())) };
    };
    try {
        const { enqueue, onceDrawn, dequeue } = await load("pieces/drawqueue.ts"),
            seen = [],
            part = (name, ms) => () => (seen.push(`${name}${tasks}`), (now += ms));
        const gone = part("x", 1);
        for (const job of [part("a", 1), gone, part("b", 6), part("c", 20), part("d", 1)])
            enqueue(job);
        dequeue(gone);
        onceDrawn(() => seen.push("never"))();
        await new Promise((done) => onceDrawn(done, () => seen.push("meanwhile")));
        equal(
            seen,
            ["meanwhile", "a1", "b1", "meanwhile", "c2", "meanwhile", "d3"],
            "parts, each with its task",
        );
        onceDrawn(() => seen.push("at once"));
        equal(seen.at(-1), "at once", "nothing waits");
    } finally {
        Object.assign(globalThis, { performance: clock, MessageChannel: channel });
    }
});

await test("after a lost connection unanswered messages are sent again", async () => {
    const { Client } = await load("client/client.ts");
    const sent = [],
        table = "t";
    let hear = null;
    const client = new Client(
        {
            send: (message) => sent.push(message),
            listen: (listener) => (hear = listener),
            close: () => {},
        },
        table,
        [0],
        (_, anew) => (anew ? "00".repeat(32) : null),
    );
    const take = () =>
        sent
            .splice(0)
            .map(({ type, do: action, hash }) =>
                [type, action ?? (hash ? "hash" : "")].join(" ").trim(),
            );
    const waiting = (rest) => hear({ type: "waiting", table, seat: 0, undo: false, ...rest }),
        refuse = (seat, { id }, key) =>
            hear({ type: "refused", table, seat, id, reason: { key, params: {} } });
    client.hello();
    waiting({ seats: [], entropy: [0], phase: "seating" });
    waiting({ seats: [], entropy: [0], phase: "seating" });
    equal(take(), ["hello", "entropy hash"], "bytes are given once a connection");
    waiting({ seats: [0], entropy: [], phase: "playing" });
    hear({
        type: "question",
        table,
        seat: 0,
        q: 1,
        ask: { key: "x", params: {} },
        undo: false,
        legal: [],
    });
    client.answer(0, "keep");
    const why = client.why(0, "swap"),
        record = client.record(0);
    client.answer(0, "keep");
    equal(take(), ["answer keep", "why swap", "record"], "an answer under way is the only one");
    client.hello();
    const again = [...sent];
    equal(take(), ["hello", "answer keep", "why swap", "record"], "said again");
    hear({ type: "why", table, seat: 0, do: "swap", reason: { key: "no", params: {} } });
    equal((await why).key, "no", "the reason");
    refuse(null, again[3], "gone");
    equal(await record.catch(({ reason }) => reason.key), "gone", "a refused question");
    equal(client.now.refused, null, "which nobody else is told of");
    refuse(0, again[1], "stale");
    equal([client.now.refused.key, client.now.sending], ["stale", false], "a refused answer is");
    client.hello();
    equal(take(), ["hello"], "nothing is left to say");
});

/** A WebSocket without a network; `made` lists all of them. */
class FakeSocket {
    static OPEN = 1;
    static made = [];
    readyState = 0;
    constructor() {
        FakeSocket.made.push(this);
    }
    send() {}
    close() {
        this.readyState = 3;
    }
    open() {
        this.readyState = 1;
        this.onopen();
    }
}

await test("a connection returns with the network; a long silence ends trust in it", async () => {
    const heard = new Map(),
        timers = [],
        sockets = FakeSocket.made;
    const events = {
        addEventListener: (type, listener) => heard.set(type, listener),
        removeEventListener: () => {},
    };
    const fakes = {
        ...events,
        document: { ...events, visibilityState: "visible" },
        location: { href: "http://x/" },
        WebSocket: FakeSocket,
        setTimeout: (then, ms) => timers.push([then, ms]),
        clearTimeout: () => {},
    };
    const kept = Object.keys(fakes).map((name) => [
        name,
        Object.getOwnPropertyDescriptor(globalThis, name),
    ]);
    const { Socket } = await load("client/socket.ts"),
        now = Date.now;
    try {
        for (const [name, value] of Object.entries(fakes))
            Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
        const said = [],
            socket = Object.assign(new Socket(), {
                opened: () => said.push("opened"),
                lost: () => said.push("lost"),
                probe: () => said.push("probe"),
            });
        sockets[0].open();
        heard.get("offline")();
        equal([said.splice(0), sockets[0].readyState], [["opened", "lost"], 3], "the network goes");
        heard.get("online")();
        equal(sockets.length, 2, "it comes back: no waiting");
        sockets[1].open();
        sockets[1].onmessage({ data: "{}" });
        heard.get("visibilitychange")();
        equal(said.splice(0), ["opened"], "a word a moment ago is enough");
        Date.now = () => now() + 60_000;
        heard.get("visibilitychange")();
        equal(said.splice(0), ["probe"], "after a silence one is asked for");
        timers.pop()[0]();
        equal(
            [said.splice(0), sockets[1].readyState],
            [["lost"], 3],
            "none came: the connection is given up",
        );
        timers.pop()[0]();
        equal(sockets.length, 3, "and made again");
        socket.close();
    } finally {
        Date.now = now;
        for (const [name, old] of kept)
            if (old) Object.defineProperty(globalThis, name, old);
            else delete globalThis[name];
    }
});

await test("clocks: time left, rounded up; days and hours of slow ones", async () => {
    const { leftOf, timeText } = await load("table/clock.tsx");
    const clock = { left_ms: [61_000, 500], running: [0], at: 1000 },
        words = { word: (_, { d, h }) => `${d} ${h}` };
    equal(
        [leftOf(clock, 0, 2500), leftOf(clock, 1, 99_000), leftOf(clock, 0, 99_000)],
        [59_500, 500, 0],
        "left",
    );
    equal(
        [0, 1, 59_001, 60_000, 3_600_000, 86_400_000 * 2 + 3_600_000 * 5].map((ms) =>
            timeText(words, ms),
        ),
        ["0:00", "0:01", "1:00", "1:00", "1:00:00", "2 5"],
        "text",
    );
});

await test("BLAKE2b and the commitment are those of docs/records.md", async () => {
    const { hashOf, commitmentOf, randomHex, randomId } = await load("client/commitment.ts");
    const table = Object.fromEntries(
        [
            ...readFileSync(resolve(web, "../docs/records.md"), "utf8").matchAll(
                /\| `([^`]+)`[^|]* \| `([^`]+)` \|/g,
            ),
        ].map(([, name, value]) => [name, value]),
    );
    equal(hashOf(table["entropy 0"]), table["hash 0"], "hash of a person's bytes");
    equal(commitmentOf(table.table, table.seed), table.commitment, "commitment");
    ensure(
        /^[0-9a-f]{64}$/.test(randomHex(32)) && /^[A-Za-z0-9_-]{22}$/.test(randomId()),
        "random bytes and ids",
    );
});

await test("a tap on a map means the nearest legal place, else the nearest", async () => {
    const { nearest } = await load("pieces/map.tsx");
    const places = [
        { code: "A", x: 0, y: 0, legal: false },
        { code: "B", x: 30, y: 0, legal: true },
        { code: "C", x: 200, y: 0, legal: false },
    ];
    equal(nearest(places, 4, 0, 1)?.code, "B", "a legal one is meant though another is nearer");
    equal(nearest(places, 190, 0, 1)?.code, "C", "no legal one within reach");
    equal(nearest(places, 120, 0, 1), null, "nothing within reach");
    equal(nearest(places, 4, 0, 4)?.code, "A", "closer up the reach is smaller");
});

await test("an action's sentence names its parts and takes the longest key", async () => {
    const { sentence } = await load("words.ts");
    equal(
        sentence(
            "tallinn",
            choice("tower hand 7", [
                ["verb", "tower hand"],
                ["card", "7"],
            ]),
        ),
        { key: "tallinn.action.tower_hand", params: { card: "tallinn.part.card.7" } },
        "two words",
    );
    equal(
        sentence(
            "duell",
            choice("buy sand", [
                ["verb", "buy"],
                ["material", "sand"],
            ]),
        ).key,
        "duell.action.buy.material",
        "an optional part",
    );
    equal(
        Object.keys(
            sentence(
                "rattus",
                choice("monk AN 1 GA", [
                    ["verb", "monk"],
                    ["region", "AN"],
                    ["position", "1"],
                    ["region", "GA"],
                ]),
            ).params,
        ),
        ["region", "position", "region2"],
        "a second region",
    );
});

// The code of a row. Of the borders, only those across the sea are drawn as such.
const codeOf = ({ code, number, countries, raw, a, b, sea }) =>
    code ?? (number !== undefined ? countries.join(" ") : (raw ?? (sea ? `${a}-${b}` : undefined)));

for (const game of readdirSync(resolve(web, "games")).filter((name) =>
    existsSync(resolve(web, "games", name, "board.tsx")),
))
    await test(`${game}: a place on the board for every component code, no more`, async () => {
        const { board } = await load(`games/${game}/board.tsx`),
            tables = JSON.parse(
                readFileSync(resolve(web, `generated/components/${game}.json`), "utf8"),
            );
        for (const [table, codes] of Object.entries(board.places ?? {}))
            equal([...codes].sort(), tables[table].map(codeOf).filter(Boolean).sort(), table);
        return board.places ? Object.keys(board.places).join(", ") : "no geometry";
    });

await test("Rattus: the token that chance picked flips where it lies", async () => {
    const { piecesOf } = await load("games/rattus/view.ts");
    const view = (rats, turned = null) => ({
        players: 2,
        rats,
        turned,
        looked: [null, null],
        seats: [],
    });
    const history = [
        { do: "plague GA", view: view([["GA"], ["GA"], ["GA"]]), events: [] },
        { do: "turn 2", view: view([["GA"], ["GA"], ["GA"]], "2"), events: [] },
        { do: "reveal N06", view: view([["GA"], ["GA"], []]), events: [] },
        { do: "turn 2", view: view([["GA"], ["GA"], []], "2"), events: [] },
        { do: "reveal N08", view: view([["GA"], [], []], "1"), events: [] },
        { do: "reveal N01", view: view([[], [], []]), events: [] },
    ];
    const at = (count) => piecesOf(history.slice(0, count)),
        [first, second, third] = at(2).tokens.get("GA");
    equal(
        [at(3).turned, at(3).turnedAt, at(3).tokens.get("GA")],
        [second, 1, [first, third]],
        "the second of three",
    );
    equal(
        [at(5).turned, at(5).turnedAt, at(5).tokens.get("GA")],
        [third, 1, [first]],
        "then the third",
    );
    equal([at(6).turned, at(6).turnedAt, at(6).tokens.get("GA")], [first, 0, []], "a single one");
});

await test("Rattus: the events of a reveal say what the token did", async () => {
    const { ravaged, scene } = await load("games/rattus/view.ts"),
        event = (name, params, parts) => ({ line: 0, key: `rattus.event.${name}`, params, parts }),
        who = (seat) => ({ who: { seat } });
    const turned = (name, face, n, neutral) =>
        event(name, { n, neutral }, [
            ["region", "GA"],
            ["face", face],
        ]);
    const outbreak = [
        turned("outbreak", "N06", 5, 0),
        event("lost_majority", who(1)),
        event("lost_majority", who(2)),
        event("lost_class", who(0), [["class", "B"]]),
        event("spared", who(2), [["class", "K"]]),
    ];
    const history = [
        { do: "plague GA", events: [] },
        { do: "reveal N06", events: outbreak },
        // one cube, and the plague piece for two more
        { do: "reveal N13", events: [turned("calm", "N13", 1, 2)] },
    ];
    const lost = [
        { seat: 1, by: "M" },
        { seat: 2, by: "M" },
        { seat: 0, by: "B" },
    ];
    const first = { face: "N06", region: "GA", outbreak: true, count: 5, lost };
    equal(ravaged(history.slice(0, 1)), [], "nothing is turned up yet");
    equal(ravaged(history.slice(0, 2)), [first], "an outbreak");
    equal(
        ravaged(history),
        [first, { face: "N13", region: "GA", outbreak: false, count: 3, lost: [] }],
        "too few cubes",
    );
    equal(scene(history), "GA", "where it happened");
});

await test("Rattus: actions are put together in order; classes help", async () => {
    const { aimOf, touchMap } = await load("games/rattus/choose.ts");
    const region = (code) => ["region", code],
        verb = (word) => ["verb", word],
        done = [];
    const merchant = (from, to, n) =>
        choice(`merchant ${from} ${to} ${n}`, [
            verb("merchant"),
            region(from),
            region(to),
            ["cubes", n],
        ]);
    const grow = (code, ...help) =>
        choice(["grow", code, ...help].join(" "), [
            verb("grow"),
            region(code),
            ...help.map((of) => ["class", of]),
        ]);
    const legal = [
        grow("GA"),
        grow("GA", "P"),
        grow("GE", "P"),
        merchant("GA", "GE", "1"),
        merchant("GE", "GA", "1"),
        merchant("GE", "GA", "2"),
    ];
    const turn = (...touched) => ({
        legal,
        touched,
        chosen: null,
        pick: ({ do: action }) => done.push(action),
        touch: (parts, tried) => done.push(tried ?? parts.map(([, value]) => value).join(" ")),
    });
    touchMap(turn(), {}, [region("GA")]);
    touchMap(turn(verb("grow")), {}, [region("GA")]);
    touchMap(turn(verb("merchant")), {}, [region("GA")]);
    touchMap(turn(verb("merchant"), region("GE")), {}, [region("GA")]);
    touchMap(turn(verb("grow")), { players: 2 }, [region("GE")]);
    equal(
        done,
        ["grow GA P", "grow GA", "merchant GA GE 1", "merchant GE GA", "grow GE"],
        "what touches mean",
    );
    equal(
        aimOf(turn(verb("merchant"), region("GE"), region("GA"))).kind,
        "number",
        "then how many",
    );
});

await test("Kardinal's roads are drawn, and no others", async () => {
    const geometry = JSON.parse(readFileSync(resolve(web, "games/kardinal/geometry.json"), "utf8"));
    const { spaces } = JSON.parse(
        readFileSync(resolve(web, "generated/components/kardinal.json"), "utf8"),
    );
    equal(
        Object.keys(geometry.roads),
        [
            ...new Set(
                spaces.flatMap(({ code, roads }) =>
                    roads.map((other) => [code, other].sort().join(" ")),
                ),
            ),
        ].sort(),
        "roads",
    );
});

const tablesOf = (game) =>
    JSON.parse(readFileSync(resolve(web, `generated/components/${game}.json`), "utf8"));

await test("a corrected table is drawn: Kardinal's roads and alliances", async () => {
    const tables = tablesOf("kardinal"),
        join = (one, other) => tables.spaces.find(({ code }) => code === one).roads.push(other);
    join("AR3", "AR5");
    join("AR5", "AR3");
    Object.assign(tables.alliances[6], { countries: ["FR", "FK"], sea: true }); // 7
    Object.assign(tables.alliances[8], { countries: ["FK", "LO"] }); // 9
    Object.assign(tables.alliances[0], { sea: false }); // 1
    const { alliances, roads, spaceOf } = await loadWith(
            { kardinal: tables },
            "games/kardinal/view.ts",
        ),
        before = await load("games/kardinal/view.ts");
    const { x, y } = spaceOf.get("AR3"),
        to = spaceOf.get("AR5");
    equal(roads.length, before.roads.length + 1, "one road more");
    equal(
        roads.find(({ ends }) => ends.join() === "AR3,AR5").path,
        `M${x} ${y}Q${((x + to.x) / 2).toFixed(1)} ${((y + to.y) / 2).toFixed(1)} ${to.x} ${to.y}`,
        "a straight one",
    );
    ensure(
        [alliances[6].x, alliances[6].y, alliances[6].turn].every(Number.isFinite) &&
            /^M[\d.]+ [\d.]+L/.test(alliances[6].route),
        "a seal between the countries",
    );
    equal(
        [alliances[8].x, alliances[8].turn],
        [before.alliances[8].x, before.alliances[8].turn + 180],
        "turned round",
    );
    equal(
        [alliances[0].route, before.alliances[0].route?.[0]],
        [undefined, "M"],
        "no route by land",
    );
});

await test("a corrected table is drawn: Rattus's borders by land and by sea", async () => {
    const tables = tablesOf("rattus"),
        row = (a, b, sea) => ({ a, b, sea, mark: "S" });
    tables.borders = [
        ...tables.borders.filter(({ a, b }) => a + b !== "GAGE"),
        row("AN", "GE", true),
        row("HI", "TU", false),
    ];
    const { barred, lines } = await loadWith({ rattus: tables }, "games/rattus/view.ts"),
        before = await load("games/rattus/view.ts");
    equal(
        [before.barred, before.lines.every(({ sea }) => sea)],
        [[], true],
        "what is drawn today is what the table says",
    );
    equal(barred.length, 1, "Gallia and Germania touch, but there is no way");
    for (const [ends, sea] of [
        ["AN GE", true],
        ["HI TU", false],
    ]) {
        const line = lines.find((one) => one.ends.join(" ") === ends);
        ensure(line?.sea === sea && /^M\d+ \d+L\d+ \d+$/.test(line.path), ends);
    }
});

await test("a corrected table is drawn: Duell's sections with other materials", async () => {
    const tables = tablesOf("duell");
    tables.sections[0].needs = ["stone", "wood", "wool"];
    const { buildings } = await loadWith({ duell: tables }, "games/duell/drawing.ts");
    for (const { parts } of buildings)
        equal(
            parts
                .filter(({ section }) => section === "I")
                .map(({ material }) => material)
                .sort(),
            ["stone", "wood", "wool"],
            "a part for each",
        );
});

await test("sounds: always the same bytes, quiet, without a click, small", async () => {
    const { sounds } = await import("../../tools/sounds.mjs"),
        again = new Map(sounds());
    for (const [name, bytes] of sounds()) {
        const samples = Array.from(
                { length: (bytes.length - 44) / 2 },
                (_, i) => bytes.readInt16LE(44 + 2 * i) / 32768,
            ),
            loudest = Math.max(...samples.map(Math.abs));
        ensure(bytes.equals(again.get(name)), `${name}: other bytes`);
        ensure(
            bytes.readUInt32LE(4) === bytes.length - 8 &&
                bytes.readUInt32LE(40) === bytes.length - 44,
            `${name}: its lengths`,
        );
        ensure(loudest > 0.05 && loudest < 0.25, `${name}: loudest ${loudest}`);
        equal([samples[0], samples.at(-1)], [0, 0], `${name}: its ends`);
        ensure(bytes.length < 12 * 1024, `${name}: ${bytes.length} bytes`);
    }
});

// ---- colours ----

function luminance(hex) {
    const [r, g, b] = hex
        .match(/\w\w/g)
        .map((pair) => parseInt(pair, 16) / 255)
        .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const contrast = (a, b) =>
    (Math.max(luminance(a), luminance(b)) + 0.05) / (Math.min(luminance(a), luminance(b)) + 0.05);

function tokens(css, selector) {
    const block = css.slice(css.indexOf(`${selector} {`)),
        inside = block.slice(0, block.indexOf("}"));
    return Object.fromEntries(
        [...inside.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name, value]) => [name, value]),
    );
}

await test("contrast: marks or their rims 3 : 1, text 4.5 : 1, in both themes", () => {
    const css = readFileSync(resolve(web, "style/base.css"), "utf8"),
        day = tokens(css, ":root"),
        candle = { ...day, ...tokens(css, '[data-theme="candle"]') };
    const wrong = [];
    for (const [theme, colours] of Object.entries({ day, candle })) {
        const { ink, parchment, vellum, wash, sea, goldwash, faded, gold } = colours;
        for (const ground of [parchment, vellum, wash, sea])
            for (const seat of [0, 1, 2, 3, 4])
                if (Math.max(contrast(colours[`s${seat}`], ground), contrast(ink, ground)) < 3)
                    wrong.push(`${theme}: mark ${seat} on ${ground}`);
        for (const [name, text, grounds] of [
            ["ink", ink, [parchment, vellum, wash, goldwash]],
            ["faded", faded, [parchment, vellum]],
            ["rubric-small", colours["rubric-small"], [vellum]],
            ["good", colours.good, [vellum]],
        ])
            for (const ground of grounds)
                if (contrast(text, ground) < 4.5)
                    wrong.push(
                        `${theme}: ${name} on ${ground}: ${contrast(text, ground).toFixed(2)}`,
                    );
        for (const ground of [parchment, vellum, wash])
            if (contrast(gold, ground) < 3) wrong.push(`${theme}: gold on ${ground}`);
    }
    equal(wrong, [], "too close");
});

// What libqrencode, which the program uses, makes of each text: rows of 0 and 1, and an empty line
// after each code.
// ---- an evening with others ----

await test("the deal of the day: squares, bins, and the numbers of tables", async () => {
    const { squaresOf, squaresText, binsOf, roman } = await load(
        "daily/squares.ts",
        "daily/spread.tsx",
        "tournament/words.ts",
    );
    const judged = (cost, more = {}) => ({
        sameTurn: false,
        mistake: cost > 0,
        chance: 0.5,
        cost,
        ...more,
    });
    const line = (...costs) => squaresText(squaresOf(costs.map((cost) => judged(cost))));
    equal(line(0, 0.019, 0.02, 0.079, 0.08, 0.5), "■■◧◧□□", "by what a turn gave away");
    equal(
        squaresText(squaresOf([judged(0.01), judged(0.015, { sameTurn: true }), judged(0)])),
        "◧■",
        "the choices of a turn add up",
    );
    equal(
        squaresText(
            squaresOf([
                judged(0.3, { mistake: false }),
                judged(0, { chance: null, mistake: true }),
            ]),
        ),
        "■◧",
        "within the error, and a choice the engine did not look at",
    );
    equal(line(...Array(12).fill(0)).length, 12, "twelve turns");
    equal(line(...Array(13).fill(0)).length, 7, "neighbouring turns are joined");
    equal(line(), "", "no choice at all");
    equal(binsOf([]), [], "nobody has played");
    const one = binsOf([{ score: 7, count: 3 }]);
    equal([one.length, one[0].from, one[5].count], [11, 2, 3], "one score stands in the middle");
    const against = binsOf([{ score: 7, count: 1 }], 30);
    ensure(
        against.at(-1).to >= 30 && against.length <= 16 && against[0].from <= 7,
        "room for the master",
    );
    equal(binsOf([{ score: 1, count: 1 }])[0].from, 0, "no points below none");
    const wide = binsOf([
        { score: -3, count: 1 },
        { score: 40, count: 2 },
    ]);
    ensure(wide.length <= 16 && wide[0].count === 1 && wide.at(-1).count === 2, "at most 16 bars");
    equal(
        [1, 4, 9, 14, 40, 94, 399].map(roman),
        ["I", "IV", "IX", "XIV", "XL", "XCIV", "CCCXCIX"],
        "numerals",
    );
});

const reference = `
import ctypes, sys
class Code(ctypes.Structure):
    _fields_ = [("version", ctypes.c_int), ("width", ctypes.c_int),
                ("data", ctypes.POINTER(ctypes.c_ubyte))]
encode = ctypes.CDLL("libqrencode.so.4").QRcode_encodeString
encode.restype = ctypes.POINTER(Code)
for text in sys.argv[1:]:
    code = encode(text.encode(), 0, 1, 2, 1).contents
    for y in range(code.width):
        row = code.data[y * code.width:(y + 1) * code.width]
        print("".join(str(module & 1) for module in row))
    print()
`;

await test("a QR code is, module by module, what another program draws", async () => {
    const { qrCode } = await load("client/qr.ts");
    const texts = [1, 14, 15, 40, 62, 84, 100, 122, 150, 180, 181, 213].map((length) =>
        `https://tafelrunde.example/t/${"abcDEF-_09".repeat(30)}`.slice(0, length),
    );
    const codes = spawnSync("python3", ["-c", reference, ...texts], { encoding: "utf8" })
        .stdout.trim()
        .split("\n\n");
    for (const [i, text] of texts.entries()) {
        const rows = codes[i].split("\n");
        // as the code's format information says
        const mask = (rows[8][2] ^ 1) * 4 + Number(rows[8][3]) * 2 + (rows[8][4] ^ 1);
        equal(
            qrCode(text, mask).map((row) => row.map(Number).join("")),
            rows,
            `${text.length} bytes, mask ${mask}`,
        );
        equal(qrCode(text).length, rows.length, "size");
    }
    equal(qrCode("x".repeat(214)), null, "too long");
});

// ---- the position editor ----

/** All members of a position, as paths such as seats.hand, with their schemas. */
function membersOf({ properties = {} }, path = "") {
    return Object.entries(properties).flatMap(([name, schema]) => [
        [path + name, schema],
        ...membersOf(schema, `${path}${name}.`),
        ...membersOf(schema.items ?? {}, `${path}${name}.`),
    ]);
}

for (const game of readdirSync(resolve(web, "games")))
    await test(`${game}: every member and phase of a position has a label`, () => {
        const file = resolve(web, `generated/views/${game}.schema.ts`),
            text = readFileSync(file, "utf8"),
            members = membersOf(
                JSON.parse(text.slice(text.indexOf("= ") + 2).replace(/;\s*$/, "")),
            ),
            words = Object.assign(
                {},
                ...["common", game].map((name) =>
                    JSON.parse(readFileSync(resolve(web, `../messages/${name}.json`), "utf8")),
                ),
            );
        const named = members.filter(([path]) => !["game", "viewer", "players"].includes(path)),
            phases = members.flatMap(([, { thing, enum: codes }]) =>
                thing === "phase" ? codes : [],
            );
        ensure(named.length > 10 && phases.length > 5, "members and phases are found");
        equal(
            named
                .map(([path]) => path)
                .filter(
                    (path) => !words[`${game}.field.${path}`] && !words[`common.field.${path}`],
                ),
            [],
            "members without a label",
        );
        equal(
            phases.filter((code) => !words[`${game}.phase.${code}`]),
            [],
            "phases without a label",
        );
        return `${named.length} members, ${phases.length} phases`;
    });

// ---- moments of a game ----

await test("a moment is named by the round, or by the turn in a game without rounds", async () => {
    const { momentOf, ticksOf } = await load("table/chart.tsx"),
        words = {
            say: ({ params }) => `Kapitel ${params.n}`,
            word: (key, { n }) => `${key === "web.chart.turn" ? "Zug" : "Runde"} ${n}`,
        };
    // two draws, then seats 0, 0, 1, a draw, 1, 0; a view is its number
    const steps = ["chance", "chance", "chance", 0, 0, 1, "chance", 1, 0].map((by, view) => ({
            by,
            view,
        })),
        none = () => null,
        halves = (view) => ({ params: { n: view < 5 ? 1 : 2 } }),
        rounds = (view) => ({ params: { n: 1 + Math.floor(view / 3) } });
    const named = (chapterOf) => [0, 2, 3, 4, 7].map((at) => momentOf(words, steps, chapterOf, at));
    equal(named(none), ["Zug 1", "Zug 1", "Zug 1", "Zug 2", "Zug 3"], "without chapters");
    equal(named(halves)[4], "Kapitel 2 · Zug 3", "two chapters are too few");
    equal(
        named(rounds),
        [1, 1, 2, 2, 3].map((n) => `Kapitel ${n}`),
        "rounds",
    );
    equal(
        ticksOf(words, steps, none).map(({ text }) => text),
        ["Zug 1", "2", "3"],
        "the axis counts the same",
    );
});

end();
