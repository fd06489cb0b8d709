// What a person does around a game, with and without a network, in a real browser. TAP on standard
// output.
//
//     node tests/page/around.test.mjs BUILD-FOLDER [--only TEXT]
//
// web/dist must be built. TAFELRUNDE_LONG=1 looks at every screen at every size.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
    open,
    program,
    root,
    serveReally,
    simulate,
    sizes,
    tableAt,
    trace,
    until,
} from "./harness.mjs";
import {
    answer,
    answerByKeys,
    chooser,
    drawn,
    legalHere,
    play,
    reach,
    settled,
    setUp,
    standing,
    toResult,
} from "./driver.mjs";
import { look } from "./look.mjs";
import { serve } from "./serve.mjs";
import { pageSuite } from "./suite.mjs";
import { end, ensure, equal } from "./tap.mjs";

const { build, check, browser, visiting } = await pageSuite();
const long = Boolean(process.env.TAFELRUNDE_LONG),
    places = Object.keys(sizes);

const tallinn = (options = {}, players = 2, seed = "around") =>
    simulate(build, "tallinn", { players, seed, options })[0];

const shows =
    (path, button) =>
    async ({ page }) => {
        await page.goto(`${browser.url}${path}`);
        await page.waitForSelector("main h1");
        if (button) await page.locator(button).last().click();
    };
const screens = [
    shows("/"),
    shows("/rules/tallinn"),
    shows("/local/nowhere"),
    async ({ page }) => {
        await page.goto(browser.url);
        await setUp(page, "tallinn");
    },
    shows("/", ".tools .tool"),
];

await check(
    "home, rules, settings, new table: both themes and languages, at several sizes",
    async () => {
        for (const [i, size] of places.entries())
            await visiting(
                { size, theme: i % 2 ? "day" : "candle", language: i % 2 ? "en" : "de" },
                async (view) => {
                    for (const [j, show] of screens.entries()) {
                        if (!long && (i + (i >> 1) + j) % 2) continue;
                        await show(view);
                        await look(view);
                    }
                },
            );
    },
);

await check(
    "the first game asks once: with or without the guide; later ones start in one tap",
    () =>
        visiting({ size: "390x844" }, async (view) => {
            const { page } = view;
            await page.goto(browser.url);
            await page.locator("[data-play=tallinn]").click();
            await page.waitForSelector("[data-first=guided]");
            await look(view);
            ensure(
                (await page.textContent("dialog[open]")).includes("Ziel: "),
                "the goal in one line",
            );
            await page.locator("[data-first=unguided]").click();
            equal(await settled(page), "asked", "state");
            const levels = await page.$$eval(".seat .nm i", (all) =>
                all.map((one) => one.innerText.trim()),
            );
            equal(levels.slice(1), ["(Neuling)", "(Neuling)"], "first opponents");
            await page.goto(browser.url);
            await page.locator(".card .btn").first().click();
            equal(await settled(page), "asked", "the table, found again");
            await page.goto(browser.url);
            await page.locator("[data-play=tallinn]").click();
            equal(await settled(page), "asked", "the second game");
        }),
);

await check("German and English, day and candle, at a touch", () =>
    visiting({}, async ({ page }) => {
        await page.goto(browser.url);
        ensure((await page.textContent("main")).includes("Die Spiele"), "German");
        await page.locator(".lang button").nth(1).click();
        await page.getByText("The games").first().waitFor();
        await page.locator(".tools .tool").first().click();
        equal(await page.getAttribute("html", "data-theme"), "candle", "theme");
        await page.reload();
        equal(
            [
                await page.getAttribute("html", "data-theme"),
                await page.getAttribute("html", "lang"),
            ],
            ["candle", "en"],
            "kept",
        );
    }),
);

await check(
    "left to the system, the theme follows it while a table is open; one that was chosen stays",
    () =>
        visiting({ own: true }, async (view) => {
            const { page } = view,
                ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor),
                system = (colorScheme) => page.emulateMedia({ colorScheme });
            const now = (theme) =>
                until(async () => (await page.getAttribute("html", "data-theme")) === theme, theme);
            await open(view, browser.url, tableAt(tallinn(), 20, [0]));
            await settled(page);
            await now("day");
            const light = await ground();
            await system("dark");
            await now("candle");
            ensure((await ground()) !== light, "the page is as light as before");
            await system("light");
            await now("day");
            await page
                .locator(".tools .tool", { has: page.locator('use[href="#i-candle"]') })
                .click();
            await now("candle");
            await system("dark");
            await system("light");
            await drawn(page);
            equal(
                [await page.getAttribute("html", "data-theme"), (await ground()) === light],
                ["candle", false],
                "what was chosen",
            );
        }),
);

for (const size of ["820x1180", "390x844"])
    await check(`with five seats, names are not broken at ${size}`, () =>
        visiting({ size }, async (view) => {
            const [record] = simulate(build, "kardinal", { players: 5, seed: "five" }),
                names = ["Annegret", "Bartholomäus", "Mechthild von Magdeburg", "Till", "Hedwig"];
            await open(view, browser.url, tableAt(record, 30, [0], { names }));
            await view.page.waitForSelector(".seats.many");
            const lines = await view.page.$$eval(".seat .nm", (all) =>
                all.map((name) =>
                    Math.round(name.clientHeight / parseFloat(getComputedStyle(name).lineHeight)),
                ),
            );
            equal(lines, [1, 1, 1, 1, 1], "lines per name");
            await look(view);
        }),
    );

await check("a long name takes a second line in the strip of a phone", () =>
    visiting({ size: "390x844" }, async (view) => {
        await open(
            view,
            browser.url,
            tableAt(tallinn({}, 3), 20, [0], { names: ["Agnes", "Otto der Grosse", "Wilhelmine"] }),
        );
        await settled(view.page);
        const cut = await view.page.$$eval(".seat .nm", (all) =>
            all.map(({ textContent, scrollWidth, clientWidth, scrollHeight, clientHeight }) => [
                textContent,
                scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 8,
            ]),
        );
        equal(
            cut.map(([, wrong]) => wrong),
            [false, false, false],
            JSON.stringify(cut),
        );
    }),
);

await check("reload in mid-turn: the same question, and the answer can still be taken back", () =>
    visiting({ size: "390x844" }, async ({ page, ...view }) => {
        const record = tallinn({ legate: true });
        const step = trace(build, [record]).find(({ legal }) =>
            legal?.[0]?.some((action) => action.startsWith("exchange")),
        ).step;
        await open({ page, ...view }, browser.url, tableAt(record, step, [0]));
        await settled(page);
        const before = await legalHere(page),
            [first] = before.filter((action) => action.startsWith("exchange"));
        await answer(page, first);
        await settled(page);
        const after = await legalHere(page);
        await until(
            () =>
                page.evaluate(
                    ([from, action]) =>
                        new Promise((done) => {
                            indexedDB.open("tafelrunde").onsuccess = ({
                                target: { result: kept },
                            }) =>
                                (kept
                                    .transaction("tables")
                                    .objectStore("tables")
                                    .getAll().onsuccess = ({
                                    target: {
                                        result: [{ log }],
                                    },
                                }) => {
                                    kept.close();
                                    done(log.slice(from).some((entry) => entry.do === action));
                                });
                        }),
                    [step, first],
                ),
            "the answer being kept",
        );
        await page.reload();
        await settled(page);
        equal(await legalHere(page), after, "legal after the reload");
        await page.locator(".tools .tool").first().click();
        await page.waitForSelector(`[data-do="${first}"]`, { state: "attached" });
        equal(await legalHere(page), before, "legal after the undo");
    }),
);

/** Runs in the page: a point where a tap hits one of these things, as far as possible from the
 * legal places of a map. */
function pointOn(selector) {
    const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2],
        legal = [...document.querySelectorAll(".place")].map((one) =>
            middle(one.getBoundingClientRect()),
        );
    const points = [...document.querySelectorAll(selector)].flatMap((one) => {
        const { x, y, width, height } = one.getBoundingClientRect(),
            spots = [4, 3, 5, 2, 6].flatMap((i) =>
                [4, 3, 5, 2, 6].map((j) => [x + (width * i) / 8, y + (height * j) / 8]),
            );
        const free = one.closest(".map .km-things")
            ? spots
            : spots.filter(([px, py]) => one.contains(document.elementFromPoint(px, py)));
        return free.slice(0, 1).map((at) => ({
            at,
            far: Math.min(
                1000,
                ...legal.map((other) => Math.hypot(other[0] - at[0], other[1] - at[1])),
            ),
        }));
    });
    return points.sort((one, other) => other.far - one.far)[0]?.at;
}

/** Runs in the page: how many things on the board can be tried, how many of them the arrow keys
 * reach, and how many are tab stops. */
function walked() {
    const board = document.querySelector("main.board"),
        all = [...board.querySelectorAll("[aria-disabled=true]")],
        been = new Set([board]),
        open = [board];
    while (open.length) {
        const from = open.pop();
        for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
            from.focus();
            from.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
            const at = document.activeElement;
            if (been.has(at)) continue;
            been.add(at);
            open.push(at);
        }
    }
    return {
        all: all.length,
        reached: all.filter((one) => been.has(one)).length,
        stops: all.filter((one) => one.matches("[role=button][tabindex='0']")).length,
    };
}

const vain = [
    // the things to tap that are not legal, and the positions for it
    {
        game: "tallinn",
        options: { legate: true },
        verb: "exchange",
        answered: true,
        things: [".hc.put"],
    },
    {
        game: "tallinn",
        players: 3,
        options: { legate: true, chronicle: true },
        verb: "drop ",
        answered: true,
        things: [".own .half[aria-disabled=true]"],
    },
    {
        game: "kardinal",
        players: 3,
        verb: "c ",
        last: true,
        things: [".km-things .km-house", ".kc[aria-disabled=true]"],
    },
    {
        game: "duell",
        verb: "use ",
        things: [
            ".ac[aria-disabled=true]",
            ".bp.s0 .slot-room",
            ".bp.s0 .seal",
            ".bp.s0 .dim .pile",
            ".seals-sk",
        ],
    },
    {
        game: "rattus",
        players: 3,
        verb: "plague ",
        last: true,
        things: [".rt-card[aria-disabled=true]", ".rt-hit"],
    },
];

/** Runs in the page: notes in `asked` what the page asks the engine about. */
function noteQuestions() {
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...more) {
        if (message.op === "send" && message.message.type === "why")
            globalThis.asked = message.message.do;
        send.call(this, message, ...more);
    };
}

/** The position for attempts: the steps before it, and the legal action `first` of seat 0. */
function positionFor({ game, players = 2, options = {}, verb, last = false, answered = false }) {
    const [record] = simulate(build, game, { players, seed: "around", options }),
        steps = trace(build, [record]).filter(({ legal }) =>
            legal?.[0]?.some((action) => action.startsWith(verb)),
        );
    const { step, legal } = last ? steps.at(-1) : steps[0],
        first = legal[0].find((action) => action.startsWith(verb)),
        done = record.steps.slice(0, step);
    return { record, step, first, before: answered ? [...done, [0, first]] : done };
}

/** What the program says about an action after these steps. */
function refusalOf(path, { record, before }, action) {
    const steps = [...before, [0, action]];
    writeFileSync(path, JSON.stringify({ ...record, steps, result: undefined }));
    try {
        return program(build, "replay", path);
    } catch ({ message }) {
        return message;
    }
}

async function openPosition(view, { record, step, first }, answered) {
    const { page } = view;
    await open(view, browser.url, tableAt(record, step, [0]));
    await settled(page);
    if (!answered) return;
    await answer(page, first);
    // the reason shown for a question disappears with the question
    await until(async () => !(await legalHere(page)).includes(first), "the answer");
    await settled(page);
}

/** Attempts something illegal by `how`. The page must show the program's reason, which is
 * returned, and choose nothing. */
async function attempt(page, name, refusal, how) {
    const here = await legalHere(page);
    await page.evaluate(() => (globalThis.asked = undefined));
    await how();
    await until(() => page.evaluate(() => globalThis.asked), `${name}: a question`);
    const tried = await page.evaluate(() => globalThis.asked),
        why = refusal(tried),
        said = async () =>
            (await page.locator(".prompt p[aria-live] em.warn").allTextContents()).join("");
    await until(
        async () => (await said()) !== "" && why.includes(await said()),
        `${name}: that the page says of “${tried}” as the program: ${why}`,
    );
    equal(
        [await legalHere(page), await page.locator("[data-confirm]").count()],
        [here, 0],
        "what is legal, and what is chosen",
    );
    return said();
}

/** Attempts what the arrow keys reach on the board. `tries` makes one attempt. */
async function attemptByKeys(page, game, tries) {
    const press = (key) => page.keyboard.press(key),
        there = () =>
            page.evaluate(() => document.activeElement.matches("main.board [aria-disabled=true]"));
    for (const [i, key] of ["ArrowDown", "ArrowRight", "ArrowUp"].entries()) {
        for (let steps = 0; steps < 6 && (steps === 0 || !(await there())); steps++)
            await press(key);
        if (!(await there()))
            // nothing more in that direction
            await page.locator("main.board [aria-disabled=true]").last().focus();
        const focused = await page.evaluate(
            () =>
                document.activeElement.getAttribute("aria-label") ??
                document.activeElement.textContent,
        );
        await tries(`${key} ${focused}`, () => press(i ? " " : "Enter"));
    }
    const reason = await page.locator(".prompt em.warn").elementHandle();
    await tries("the same again", () => press("Enter"));
    await until(
        () => reason.evaluate((one) => !one.isConnected),
        `${game}: the reason being said once more`,
    );
}

async function attemptEverything(view, path, one) {
    const { page } = view,
        { game, things } = one,
        position = positionFor(one),
        reasons = [];
    await openPosition(view, position, one.answered);
    const refusal = (action) => refusalOf(path, position, action),
        tries = async (name, how) =>
            reasons.push(await attempt(page, `${game}, ${name}`, refusal, how));
    for (const thing of things) {
        const point = await page.evaluate(pointOn, thing);
        ensure(point, `${game}: no ${thing} to be tapped`);
        await tries(thing, () => page.mouse.click(...point));
    }
    const { all, reached, stops } = await page.evaluate(walked);
    equal([reached, stops], [all, 0], `${game}: what the arrow keys reach, and what Tab stops at`);
    await page.evaluate(() => document.activeElement.blur());
    await reach(page, "main.board");
    // without any, everything that can be tried is in the hand
    if (all > 0) await attemptByKeys(page, game, tries);
    return reasons;
}

await check(
    "why not: an illegal attempt, by tap or keys, is explained and read out; nothing is chosen",
    () =>
        visiting({ own: true, language: "en" }, async (view) => {
            const folder = mkdtempSync(join(tmpdir(), "tafelrunde-vain-")),
                reasons = new Set();
            await view.page.addInitScript(noteQuestions);
            for (const one of vain)
                for (const reason of await attemptEverything(view, join(folder, "vain.json"), one))
                    reasons.add(reason);
            rmSync(folder, { recursive: true });
            return `${reasons.size} reasons`;
        }),
);

await check(
    "why not: a map says it of a taken space, and a tap beside a legal one means that",
    () =>
        visiting({ size: "390x844" }, async ({ page, ...view }) => {
            const [record] = simulate(build, "kardinal", { players: 3, seed: "around" });
            const step = trace(build, [record]).findLast(({ legal }) =>
                legal?.[0]?.some((action) => action.startsWith("c ")),
            ).step;
            await open({ page, ...view }, browser.url, tableAt(record, step, [0]));
            await settled(page);
            const centre = (selector) =>
                page
                    .locator(selector)
                    .first()
                    .evaluate((element) => {
                        const { x, y, width, height } = element.getBoundingClientRect();
                        return [x + width / 2, y + height / 2];
                    });
            const places = await page.$$eval(".place", (all) =>
                all
                    .map((one) => one.getBoundingClientRect())
                    .map(({ x, y, width, height }) => [x + width / 2, y + height / 2]),
            );
            const houses = await page.$$eval(".km-things .km-house", (all) =>
                all
                    .map((one) => one.getBoundingClientRect())
                    .map(({ x, y, width, height }) => [x + width / 2, y + height / 2]),
            );
            const [taken] = houses.filter(([x, y]) =>
                places.every(([px, py]) => Math.hypot(px - x, py - y) > 60),
            );
            if (taken) {
                await page.mouse.click(...taken);
                await page.waitForSelector(".prompt em.warn");
                ensure((await page.textContent(".prompt em")).includes("besetzt"), "the reason");
            }
            const [x, y] = await centre(".place");
            await page.mouse.click(x + 6, y - 6);
            await until(
                () =>
                    page.evaluate(
                        () =>
                            document.querySelector(".place.on, [data-confirm]") !== null ||
                            !document.querySelector(".place"),
                    ),
                "the place being chosen",
            );
            await page.locator(".ks-strip").click();
            await look({ page, ...view });
            return taken ? "both" : "no taken space far from legal ones";
        }),
);

const finals = [
    ["duell", 2, "yield"],
    ["rattus", 3, "knight"],
    ["tallinn", 3, "tower"],
]; // actions that need a second tap, in positions with other choices

for (const size of ["1440x900", "390x844"])
    await check(`what confirms has its room in the dock: the board keeps its size at ${size}`, () =>
        visiting({ size, stays: true }, async (view) => {
            const { page } = view,
                high = () => page.evaluate(() => document.querySelector("main.board").offsetHeight);
            for (const [game, players, verb] of finals) {
                const records = simulate(build, game, {
                    players,
                    games: 4,
                    seed: "docks",
                    options: game === "tallinn" ? { legate: true, towers: "leader" } : {},
                });
                const {
                    game: i,
                    step,
                    legal,
                } = trace(build, records).find(
                    ({ legal: all }) =>
                        all?.[0]?.length > 1 && all[0].some((action) => action.startsWith(verb)),
                );
                await open(view, browser.url, tableAt(records[i], step, [0]));
                await settled(page);
                await drawn(page);
                const before = await high(),
                    action = legal[0].find((one) => one.startsWith(verb));
                await page.evaluate(
                    (wanted) =>
                        document
                            .querySelector(`[data-do="${wanted}"]`)
                            .dispatchEvent(new MouseEvent("click", { bubbles: true })),
                    action,
                );
                await page.waitForSelector("[data-confirm]");
                equal([action, await high()], [action, before], "the board's height");
            }
        }),
    );

await check("the replay plays by itself, pauses, and follows the arrow keys", () =>
    visiting({}, async (view) => {
        const { page } = view;
        await open(view, browser.url, tableAt(tallinn(), 24, [0]));
        await settled(page);
        await page.locator("#panel-log li button").last().click();
        const step = () => page.locator(".replay input").inputValue().then(Number);
        await page.keyboard.press("Home");
        await until(async () => (await step()) === 0, "the first step");
        await page.keyboard.press("ArrowRight");
        await until(async () => (await step()) === 1, "the next step");
        await page.keyboard.press("ArrowLeft");
        await until(async () => (await step()) === 0, "the step before");
        await page.locator("[data-playback]").click();
        await until(async () => (await step()) >= 2, "playing");
        await page.locator("[data-playback]").click();
        await page.waitForSelector("[data-playback] use[href='#i-play']");
        await look(view);
    }),
);

await check("a line of the log shows the board at that moment", () =>
    visiting({}, async ({ page, ...view }) => {
        const record = tallinn();
        await open({ page, ...view }, browser.url, tableAt(record, 24, [0]));
        await settled(page);
        const round = await page.textContent(".where span");
        await page.locator("#panel-log li button").last().click();
        ensure((await page.textContent(".where span")) !== round, "an earlier round");
        await look({ page, ...view });
        await page.locator(".replay .btn.gold").click();
        equal(
            [await page.textContent(".where span"), await standing(page)],
            [round, "asked"],
            "back",
        );
    }),
);

await check("two at one device: a curtain between hands, none where nothing is hidden", () =>
    visiting({ size: "390x844" }, async (view) => {
        const { page } = view;
        await open(view, browser.url, tableAt(tallinn(), 0, [0, 1]));
        let curtains = 0;
        for (let i = 0; i < 8; i++) {
            const state = await settled(page);
            if (state === "curtain") {
                if (curtains++ === 0) await look(view);
                equal(
                    (await page.locator(".hc").count()) > 0 &&
                        (await page.locator(".curtain").isVisible()),
                    true,
                    "the curtain hides the hand",
                );
                await page.locator("[data-curtain]").click();
            } else await answer(page, (await legalHere(page))[0]);
        }
        ensure(curtains >= 3, `${curtains} curtains`);
        return `${curtains} curtains`;
    }),
);

await check("two tabs: one owner, the other can take over", () =>
    visiting({}, async (view) => {
        const second = await view.context.newPage();
        await open(view, browser.url, tableAt(tallinn(), 20, [0]));
        await settled(view.page);
        await second.goto(view.page.url());
        await second.waitForSelector(".notice .btn.gold");
        await second.locator(".notice .btn.gold").click();
        await settled(second);
        await view.page.waitForSelector(".notice .btn.gold");
        await answer(second, (await legalHere(second))[0]);
    }),
);

/** Runs in the page: the first thorough analysis never starts, so that it can be stopped. It takes
 * only a second or two, which on a busy machine is as long as a click. */
function holdFirstAnalysis() {
    const send = Worker.prototype.postMessage;
    const held = new WeakSet();
    let holding = false;
    Worker.prototype.postMessage = function (message, ...more) {
        if (message.op === "analyse" && message.visits > 512 && !holding) {
            held.add(this);
            holding = true;
        }
        if (message.op === "analyse" && message.visits > 512 && held.has(this)) return;
        send.call(this, message, ...more);
    };
}

/** Checks that start, luck, mistakes and the unexplained rest add up to each seat's result, as
 * far as rounded numbers can. */
async function ensureChancesAddUp(page) {
    const sums = await page.$$eval(".wp[aria-busy=false] .way", (ways) =>
        ways.map((way) =>
            ["start", "luck", "own", "others", "rest", "result"].map((part) =>
                parseInt(
                    way.querySelector(`[data-part=${part}]`).textContent.replace("\u2212", "-"),
                ),
            ),
        ),
    );
    ensure(
        sums.length === 2 &&
            sums.every(
                (parts) => Math.abs(parts.slice(0, 5).reduce((a, b) => a + b) - parts[5]) <= 3,
            ),
        `chances do not add up: ${JSON.stringify(sums)}`,
    );
}

async function analyse(page) {
    await page.waitForSelector("[data-refine]");
    await ensureChancesAddUp(page);
    await page.locator("[data-refine]").click();
    await page.locator(".analysis .row .btn").click(); // stops it
    await page.waitForSelector("[data-refine]");
    await page.locator("[data-refine]").click(); // runs to its end
    await until(
        () => page.evaluate(() => !document.querySelector("[data-refine], .analysis progress")),
        "the end of the analysis",
    );
    await ensureChancesAddUp(page);
}

/** Runs in the page: removes all tables from its database. */
const removeTables = () =>
    new Promise((done) => {
        indexedDB.open("tafelrunde").onsuccess = ({ target }) =>
            (target.result
                .transaction("tables", "readwrite")
                .objectStore("tables")
                .clear().onsuccess = () => {
                target.result.close();
                done();
            });
    });

const upload = (page, name, buffer) =>
    page.locator(".upload input").setInputFiles({ name, mimeType: "application/json", buffer });

await check("the end: draws checked, record downloaded, verified and looked at again", () =>
    visiting({ own: true }, async (view) => {
        const { page } = view,
            record = tallinn();
        const last = trace(build, [record]).findLast(({ legal }) => legal?.[0]);
        await page.addInitScript(holdFirstAnalysis);
        await open(view, browser.url, tableAt(record, last.step, [0]));
        await play(page, chooser(3));
        await analyse(page);
        await look(view);
        await page.locator(".vf .btn").click();
        await page.waitForSelector(".vf code");
        const [download] = await Promise.all([
            page.waitForEvent("download"),
            page.click("[data-save]"),
        ]);
        const path = await download.path();
        program(build, "verify", path);
        await page.locator(".eps li button").first().click(); // where points came from
        await page.locator(".replay .btn.gold").click();
        await page.click("[data-replay]");
        await page.waitForSelector(".replay");
        await look(view);
        await page.goto(browser.url);
        await page.evaluate(removeTables);
        await upload(page, "game.json", readFileSync(path));
        await toResult(page);
    }),
);

await check(
    "files that are no record, broken records and dead links are refused and not kept",
    () =>
        visiting({ own: true }, async ({ page, wrongs }) => {
            const record = tallinn(),
                [, action] = record.steps.find(([by]) => by === 0),
                steps = [...record.steps, [0, action]];
            for (const [text, said] of [
                ["{", "keine gespeicherte Partie"],
                ["null", "keine gespeicherte Partie"],
                [JSON.stringify({ ...record, steps }), "stimmt etwas nicht"],
            ]) {
                await page.goto(browser.url);
                await upload(page, "x.json", Buffer.from(text));
                await page.locator("[role=alert]", { hasText: said }).waitFor();
                equal(
                    [new URL(page.url()).pathname, await page.locator(".tb").count()],
                    ["/", 0],
                    "where one is, and tables",
                );
            }
            for (const [path, said] of [
                ["/t/nowhere", "Diesen Tisch gibt es nicht"],
                ["/nirgendwo", "Diese Seite gibt es nicht"],
                ["/local/x", "Diesen Tisch gibt es in diesem Browser nicht"],
            ]) {
                await page.goto(`${browser.url}${path}`);
                await page.locator(".notice", { hasText: said }).waitFor();
            }
            equal(
                wrongs.splice(0).filter((wrong) => !/status of 404/.test(wrong)),
                [],
                "what else than the missing the page complained about",
            );
        }),
);

/** A table at which seat 0 may exchange, the first two exchanges, and copies of the table that
 * this page cannot open: with other rules, other components, another game. */
function foreignTables(record) {
    const {
        step,
        legal: { 0: legal },
    } = trace(build, [record]).find(({ legal }) =>
        legal?.[0]?.some((action) => action.startsWith("exchange")),
    );
    const good = tableAt(record, step, [0]),
        exchanges = legal.filter((action) => action.startsWith("exchange")),
        [first, second] = exchanges;
    const chapter = { key: "tallinn.chapter.of_tomorrow", params: {} },
        undone = [
            { by: 0, do: first },
            { by: 0, undo: true },
            { by: 0, do: second },
        ];
    const other = (id, lastStep, change) => ({ lastStep, table: { ...good, id, ...change } }),
        latest = record.steps[step - 1];
    const foreign = [
        other("rules", latest, {
            rules: good.rules + 1,
            summary: { waiting: [0], chapter, over: false },
        }),
        other("components", [0, second], {
            components: "0".repeat(16),
            log: [...good.log, ...undone],
        }),
        other("game", latest, { setup: { ...good.setup, game: "dorpat" } }),
    ];
    return { good, first, foreign };
}

/** Saves the record of a table that the page has refused to open, and checks it. A program with
 * the rules of `record` must be able to continue from there. */
async function saveForeign(page, record, { table, lastStep }) {
    ensure(
        (await page.textContent(".notice h1")).includes("anderen Stand der Regeln"),
        "the reason",
    );
    const [download] = await Promise.all([
            page.waitForEvent("download"),
            page.locator(".notice .btn.gold").click(),
        ]),
        path = await download.path(),
        saved = JSON.parse(readFileSync(path));
    equal(
        [saved.game, saved.rules, saved.components, saved.steps.at(-1)],
        [table.setup.game, table.rules, table.components, lastStep],
        "the record",
    );
    const { game, rules, components, table: id } = record;
    writeFileSync(path, JSON.stringify({ ...saved, game, rules, components, table: id }));
    program(build, "verify", path);
    return saved;
}

const myTables = async (page) =>
    (await page.locator(".tb .ts").allTextContents()).map((stand) => stand.split(",")[0]);

await check("tables of other rules, components or games are refused, kept, saved or removed", () =>
    visiting({}, async (view) => {
        const { page } = view,
            record = tallinn({ legate: true }),
            { good, first, foreign } = foreignTables(record),
            otherRules = "nach älteren Regeln begonnen";
        let saved;
        await open(view, browser.url, good);
        for (const one of foreign) {
            await open(view, browser.url, one.table);
            saved = await saveForeign(page, record, one);
        }
        await look(view);
        await page.locator("[data-remove]").click();
        await page.waitForSelector(".tb");
        equal(await myTables(page), ["Du bist am Zug", otherRules, otherRules], "my tables");
        await look(view);
        await page.locator(".tb .tool").last().click();
        await page.locator(".tb button.btn").click();
        await until(
            async () => (await page.locator(".tb").count()) === 2,
            "the table being removed",
        );
        await upload(page, "other.json", Buffer.from(JSON.stringify(saved)));
        ensure(
            (await page.textContent("[role=alert]")).includes("anderen Stand der Regeln"),
            "the reason, of a record",
        );
        equal(await myTables(page), ["Du bist am Zug", otherRules], "tables left");
        await page.locator(".tb a.btn").first().click();
        await settled(page);
        await answer(page, first);
    }),
);

await check("a game of Tallinn with the keyboard alone", () =>
    visiting({}, async (view) => {
        const { page } = view;
        await open(view, browser.url, tableAt(tallinn(), 0, [0]));
        let answers = 0,
            keys = 0;
        for (; (await settled(page)) !== "over"; answers++) {
            ensure(answers < 40, "the game does not end");
            keys += await answerByKeys(page);
        }
        return `${answers} answers, ${keys} tabs`;
    }),
);

await check("without a secure context everything but offline works, and the page says so", () =>
    visiting(
        { size: "390x844" },
        async (view) => {
            const { url } = view;
            await view.page.goto(url);
            ensure(await view.page.evaluate(() => !isSecureContext), "this is a secure context");
            await view.page.waitForSelector(".insecure");
            await open(view, url, tableAt(tallinn(), 20, [0]));
            await settled(view.page);
            await answer(view.page, (await legalHere(view.page))[0]);
            await settled(view.page);
        },
        { browser: browser.browser, url: `http://tafelrunde.test:${new URL(browser.url).port}` },
    ),
);

await check("letters twice as large: everything is there, and nothing is cut off sideways", () =>
    visiting({ size: "390x844", own: true }, async (view) => {
        const { page } = view,
            session = await view.context.newCDPSession(page);
        await session.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
        for (const [game, players] of [
            ["tallinn", 2],
            ["rattus", 2],
            ...(long
                ? [
                      ["kardinal", 3],
                      ["duell", 2],
                  ]
                : []),
        ]) {
            const [record] = simulate(build, game, { players, seed: "around" }),
                { step } = trace(build, [record]).filter(({ legal }) => legal?.[0]?.length > 1)[8];
            await open(view, browser.url, tableAt(record, step, [0]));
            await settled(page);
            equal(
                await page.evaluate(() => getComputedStyle(document.documentElement).fontSize),
                "32px",
                "letters",
            );
            await look(view);
        }
        await page.goto(browser.url);
        await page.waitForSelector("main");
        const home = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        ensure(home[0] <= home[1], `home is ${home[0]} px wide`);
    }),
);

await check(
    "opponents with nets think in their own workers; the result says when time was up",
    () =>
        visiting({ own: true }, async (view) => {
            const { page } = view,
                nets = [];
            page.on(
                "request",
                (request) =>
                    request.url().endsWith(".net") &&
                    nets.push(request.url().replace(/.*\/|\.\w+\.net$/g, "")),
            );
            await page.addInitScript(() => {
                globalThis.long = [];
                new PerformanceObserver((list) =>
                    globalThis.long.push(...list.getEntries().map(({ duration }) => duration)),
                ).observe({ type: "longtask" });
            });
            const record = tallinn({}, 3),
                steps = trace(build, [record]).filter(({ legal }) => legal?.[0]),
                { step } = steps.at(-3);
            await open(view, browser.url, {
                ...tableAt(record, step, [0], { bots: "club" }),
                thoughts: { all: 40, limited: 2 },
            });
            await settled(page);
            await page.evaluate(() => globalThis.long.splice(0));
            await play(page, (list) => list[0]);
            const text = await page.textContent(".result"),
                [, limited, all] = /In (\d+) von (\d+) Zügen/.exec(text);
            ensure(Number(all) >= 44 && Number(limited) >= 2, `${limited} of ${all}`);
            // The opponents' workers and the one that judges the result each fetch it for
            // themselves.
            equal([...new Set(nets)], ["tallinn-3"], "nets fetched");
            const longest = Math.max(0, ...(await page.evaluate(() => globalThis.long)));
            return `${limited} of ${all} decisions limited, longest task ${Math.round(longest)} ms`;
        }),
);

await check(
    "pieces move and points rise, by transform and opacity alone; the person is asked again",
    () =>
        visiting({ still: false, own: true }, async (view) => {
            const { page } = view;
            await page.addInitScript(() => {
                globalThis.moved = [];
                const animate = Element.prototype.animate;
                Element.prototype.animate = function (frames, ...more) {
                    globalThis.moved.push(
                        ...[frames].flat().flatMap((frame) => Object.keys(frame)),
                    );
                    return animate.call(this, frames, ...more);
                };
            });
            await open(view, browser.url, tableAt(tallinn({}, 3), 30, [0]));
            for (let i = 0; i < 2; i++) {
                await settled(page);
                await answer(page, (await legalHere(page))[0]);
            }
            await settled(page);
            const moved = await page.evaluate(() => globalThis.moved);
            equal(
                [...new Set(moved)].filter(
                    (name) => !["transform", "opacity", "offset"].includes(name),
                ),
                [],
                "what else is animated",
            );
            ensure(moved.length > 0, "nothing moved");
            return `${moved.length} frames`;
        }),
);

// ---- without a network ----

/** Evaluates in the page; false while the page is being loaded again. */
const so = (page, what) => page.evaluate(what).catch(() => false);

/** Waits until a service worker has stored the whole page and controls it. */
const kept = (page) =>
    until(() => so(page, () => navigator.serviceWorker.controller !== null), "keeping the page");
const builds = (page) => page.evaluate(() => caches.keys());

await check(
    "offline after the first visit: the server is gone, a new game is played to its end",
    async () => {
        const served = await serveReally(build);
        try {
            await visiting(
                { size: "390x844", serviceWorkers: "allow", own: true },
                async ({ page }) => {
                    await page.goto(served.url);
                    await kept(page);
                    served.close();
                    await page.reload();
                    await setUp(page, "tallinn");
                    for (const seat of await page.locator("dialog select").all())
                        if ((await seat.inputValue()) !== "person")
                            await seat.selectOption("random");
                    await page.locator("dialog footer .btn").click();
                    await play(page, chooser(5));
                    await page.reload();
                    await toResult(page);
                    for (const path of [
                        "rules/rattus",
                        "practice/tallinn-1",
                        "analysis",
                        "daily",
                    ]) {
                        await page.goto(`${served.url}/${path}`);
                        await page.waitForSelector("h1");
                    }
                },
                { browser: browser.browser, url: served.url },
            );
        } finally {
            served.close();
        }
    },
);

/** Looks for a newer build; "installed" or "redundant" says what became of it. A browser that is
 * busy with an earlier look may ignore a new one, so it is repeated until something is found. */
const update = (page) =>
    page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        return new Promise((done) => {
            const look = () => void registration.update().catch(() => {}),
                again = setInterval(look, 2000);
            registration.addEventListener(
                "updatefound",
                () => {
                    clearInterval(again);
                    const worker = registration.installing;
                    worker.addEventListener("statechange", () => {
                        if (["installed", "redundant"].includes(worker.state)) done(worker.state);
                    });
                },
                { once: true },
            );
            look();
        });
    });

/** Loads a page without a table until the newer build has taken over. That may need a second load
 * if the table just left was still closing. */
async function changeBuild(page, url) {
    const changed = () =>
        so(page, () => caches.keys().then((all) => all.length === 1 && all[0].endsWith("newer")));
    await until(async () => {
        // the change itself loads the page again
        await page.goto(`${url}/`).catch(() => {});
        return until(changed, "the change", 10_000).then(
            () => true,
            () => false,
        );
    }, "the change");
    await page.waitForSelector("main h1");
}

/** Opens a table of the build in `folder`, then offers a broken build and a whole one. */
async function offerBuilds(view, url, folder) {
    const { page } = view,
        worker = join(folder, "offline.js"),
        first = readFileSync(worker, "utf8"),
        [, old] = /build:"(\w+)"/.exec(first);
    await open(view, url, tableAt(tallinn(), 20, [0]));
    await kept(page);
    equal(await builds(page), [`tafelrunde build ${old}`], "builds at first");
    // A file is missing: nothing of that build stays.
    writeFileSync(
        worker,
        first.replace(`build:"${old}"`, 'build:"broken"').replace("/icon.svg", "/assets/none.js"),
    );
    equal(await update(page), "redundant", "one that is not whole");
    equal(await builds(page), [`tafelrunde build ${old}`], "builds after one that is not whole");
    // Whole, but a table is open: it waits.
    writeFileSync(worker, first.replace(`build:"${old}"`, 'build:"newer"'));
    equal(await update(page), "installed", "one that is whole");
    await page.reload();
    await settled(page);
    equal((await builds(page)).length, 2, "builds while a table is open");
}

await check(
    "a newer build is there whole or not at all, and takes over when no table is open",
    async () => {
        const folder = mkdtempSync(join(tmpdir(), "tafelrunde-build-"));
        cpSync(join(root, "web/dist"), folder, { recursive: true });
        const served = await serve(folder);
        try {
            await visiting(
                { serviceWorkers: "allow", own: true },
                async (view) => {
                    await offerBuilds(view, served.url, folder);
                    await changeBuild(view.page, served.url);
                },
                { browser: browser.browser, url: served.url },
            );
        } finally {
            served.close();
            rmSync(folder, { recursive: true });
        }
    },
);

await check("a link that is not complete opens nothing, and says so", () =>
    visiting({}, async ({ page }) => {
        await page.goto(`${browser.url}/t/WXmEVDJvVxN4G9MHN3zLWg`);
        await page.waitForSelector(".notice h1");
        await page.waitForSelector(".notice a.btn");
    }),
);

await browser.close();
end();
