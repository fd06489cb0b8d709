// What a person sees at the great moments of a game: reveals, scorings, the result. TAP on standard
// output.
//
//     node tests/page/moments.test.mjs BUILD-FOLDER [--only TEXT]
//
// web/dist must be built.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import {
    describeGames,
    hasBoard,
    open,
    root,
    simulate,
    sizes,
    tableAt,
    trace,
    until,
} from "./harness.mjs";
import { answer, chooser, drawn, play } from "./driver.mjs";
import { look } from "./look.mjs";
import { pageSuite } from "./suite.mjs";
import { end, ensure, equal } from "./tap.mjs";

const { build, check, browser, visiting } = await pageSuite();
const games = describeGames(build).filter(hasBoard);

/** A game of three, or of as many as there are seats. */
function recordOf(game, how = {}) {
    const { players_max: max } = games.find(({ id }) => id === game);
    return simulate(build, game, { players: Math.min(3, max), seed: "moments", ...how })[0];
}

/** A finished game in which a person had the first seat. */
function finished(game, more = {}) {
    const record = recordOf(game);
    return { ...tableAt(record, record.steps.length, [0]), ...more };
}

/** The step before the person's last decision of a game. */
const lastDecision = (record) =>
    trace(build, [record]).findLast(({ legal }) => legal?.[0]?.length > 1).step;

// ---- the result ----

/** Runs in the page: parts of the result that are narrower than half of a column or cover each
 * other. */
function wrongParts() {
    const main = document.querySelector("main.rm"),
        room = main.getBoundingClientRect().width,
        columns = innerWidth > 1000 ? 2 : 1,
        parts = [...main.children].filter((one) => getComputedStyle(one).position !== "fixed"),
        named = parts.map((one) => [one.className, one.getBoundingClientRect()]);
    // the buttons need less than a column
    const least = (name) => (name === "rb" ? 0.5 : 0.9) * (room / columns) - 32;
    return named.flatMap(([name, box], i) => [
        ...(box.width < least(name)
            ? [`${name} is ${Math.round(box.width)} of ${Math.round(room)} px wide`]
            : []),
        ...named
            .slice(i + 1)
            .filter(
                ([, other]) =>
                    Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1 &&
                    Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1,
            )
            .map(([other]) => `${name} covers ${other}`),
    ]);
}

for (const { id } of games)
    for (const [i, size] of Object.keys(sizes).entries())
        await check(`${id}: the result of a guided first game has its room at ${size}`, () =>
            visiting(
                { size, theme: i % 2 ? "candle" : "day", language: i % 2 ? "en" : "de" },
                async (view) => {
                    await open(view, browser.url, finished(id, { guide: { seen: [] } }));
                    await view.page.waitForSelector(".lesson");
                    await view.page.waitForSelector(".analysis[aria-busy=false]");
                    equal(await view.page.evaluate(wrongParts), [], "parts");
                    if (i === 3) await look(view);
                },
            ),
        );

/** A finished game of Tallinn in which a seat lost points with a class. */
function lossAtTallinn() {
    const records = simulate(build, "tallinn", { players: 3, games: 40, seed: "loss" });
    return records.find(({ result }) =>
        ["merchants", "knights", "monks"].some((part) => result.breakdown[part].some((n) => n < 0)),
    );
}

await check("Tallinn: the log files towers under their round, and the final scoring apart", () =>
    visiting({}, async (view) => {
        const record = lossAtTallinn(),
            { page } = view;
        await open(view, browser.url, tableAt(record, record.steps.length, []));
        await page.click("[data-replay]");
        const found = await page.$$eval("#panel-log section", (all) =>
            all.map((one) => [
                one.querySelector("h2")?.textContent,
                [...one.querySelectorAll("li")].map((line) => line.textContent),
            ]),
        );
        // newest first: everybody plays a card per round, before anything else happens in it
        const rounds = found.filter(([heading]) => /^Runde \d/.test(heading)).reverse();
        for (const [heading, lines] of rounds.slice(1))
            ensure(/spielt/.test(lines.at(-1)), `${heading} begins with “${lines.at(-1)}”`);
        const finals = found.filter(([heading]) => heading === "Schlusswertung");
        equal(finals.length, 1, "final scorings");
        ensure(
            found.every(
                ([heading, lines]) =>
                    (heading === "Schlusswertung") ===
                    lines.some((line) => /Schlusswertung/.test(line)),
            ),
            "the lines of the final scoring are under their heading",
        );
        ensure(
            finals[0][1].some((line) => /\u2212\d$/.test(line)),
            "a loss has a badge",
        );
    }),
);

await check("the result: a loss is no gain, charts share their ticks and say who “you” are", () =>
    visiting({}, async (view) => {
        const record = lossAtTallinn(),
            { page } = view;
        await open(view, browser.url, tableAt(record, record.steps.length, [0]));
        await page.waitForSelector(".analysis .chart");
        const wrong = await page.$$eval(".rk .bar", (bars) =>
            bars.flatMap((bar) =>
                [...bar.querySelectorAll(".sg")].flatMap((one) => {
                    const lost = one.textContent.startsWith("\u2212");
                    return lost === one.classList.contains("loss") ? [] : [one.textContent];
                }),
            ),
        );
        equal(wrong, [], "parts drawn on the wrong side");
        ensure((await page.locator(".sg.loss").count()) > 0, "losses are drawn");
        const starts = await page.$$eval(".rk .bar", (bars) =>
            bars.map((bar) =>
                Math.round(bar.querySelector(".sg:not(.loss)").getBoundingClientRect().left),
            ),
        );
        ensure(Math.max(...starts) - Math.min(...starts) < 2, `gains begin at ${starts}`);
        const charts = await page.$$eval(".chart", (all) =>
            all.map((chart) => [
                chart.getAttribute("aria-label"),
                [...chart.querySelectorAll(":scope > text")].map((tick) => tick.textContent),
            ]),
        );
        equal(charts.length, 2, "charts");
        equal(charts[0][1], charts[1][1], "ticks of both charts");
        for (const [label] of charts) ensure(/: Du \d/.test(label), label);
    }),
);

await check("the result keeps the room of the analysis, so nothing moves when it arrives", () =>
    visiting({ own: true }, async (view) => {
        const { page } = view;
        await page.addInitScript(() => {
            globalThis.heights = new Set();
            new MutationObserver(() => {
                const main = document.querySelector("main.rm");
                if (main) globalThis.heights.add(main.scrollHeight);
            }).observe(document, { subtree: true, childList: true, attributes: true });
        });
        await open(view, browser.url, finished("tallinn"));
        await page.waitForSelector(".analysis[aria-busy=false] .curve");
        await page.evaluate(() => document.fonts.ready);
        const heights = await page.evaluate(() => [...globalThis.heights]);
        ensure(Math.max(...heights) - Math.min(...heights) < 40, `heights ${heights}`);
    }),
);

// ---- small things ----

await check("the home page fits 900 px; nine letters fit beside a score of two digits", () =>
    visiting({}, async (view) => {
        const { page } = view;
        await page.goto(browser.url);
        await page.waitForSelector(".games");
        // four games share the first row; more of them need another one
        const rows = Math.ceil(describeGames(build).filter(({ sample }) => !sample).length / 4);
        ensure(
            (await page.evaluate(() => document.documentElement.scrollHeight)) <= 900 * rows,
            "the home page is higher",
        );
        await page.setViewportSize(sizes["390x844"]);
        const record = recordOf("tallinn"),
            table = tableAt(record, lastDecision(record), [0], {
                names: ["Agnes", "Mechthild", "Jaan"],
            });
        await open(view, browser.url, table);
        const lines = await page.$eval(".seat.s1 .nm", (name) => {
            const range = document.createRange();
            range.selectNodeContents(name.firstChild);
            return range.getClientRects().length;
        });
        equal(lines, 1, "lines of a name");
    }),
);

await check("sea labels by candle light, and a card's text above its stripe", () =>
    visiting({ theme: "candle" }, async (view) => {
        const { page } = view,
            kardinal = recordOf("kardinal"),
            duell = recordOf("duell");
        await open(view, browser.url, tableAt(kardinal, lastDecision(kardinal), [0]));
        await page.waitForSelector(".km-lands text");
        equal(
            await page.$eval(".km-lands text", (one) => getComputedStyle(one).strokeWidth),
            "4px",
            "the halo of a label",
        );
        await open(view, browser.url, tableAt(duell, 30, [0]));
        await page.waitForSelector(".ac");
        const gaps = await page.$$eval(".ac.p0, .ac.p1", (cards) =>
            cards.map((card) => {
                const { borderBottomWidth: stripe } = getComputedStyle(card),
                    text = card.querySelector(".tx") ?? card.lastElementChild;
                return (
                    card.getBoundingClientRect().bottom -
                    parseFloat(stripe) -
                    text.getBoundingClientRect().bottom
                );
            }),
        );
        ensure(
            gaps.every((gap) => gap >= 4),
            `gaps of ${gaps} px`,
        );
    }),
);

await check("Kardinal: where the points came from, scoring by scoring", () =>
    visiting({}, async (view) => {
        await open(view, browser.url, finished("kardinal"));
        const headings = await view.page
            .locator(".eps details")
            .first()
            .locator("h4")
            .allInnerTexts();
        equal(headings, ["Zwischenwertung", "Schlusswertung"], "headings");
    }),
);

// ---- what a person is told ----

const boardBox = (page) =>
    page.$eval("main.board", (board) => {
        const { x, y, width, height } = board.getBoundingClientRect();
        return [x, y, width, height].map(Math.round);
    });

/** Runs in the page: answers a practice position. */
async function chooseAny() {
    const find = (selector) => document.querySelector(selector);
    while (!find("[data-right]")) {
        (
            find("[data-confirm]") ?? find("main.board [data-do], .dock [data-do], [data-do]")
        )?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        await new Promise((done) => setTimeout(done, 20));
    }
}

for (const { id } of games)
    for (const size of ["1440x900", "820x1180", "390x844"])
        await check(`${id}: the board keeps its size whatever is said at ${size}`, () =>
            visiting({ size }, async (view) => {
                const { page } = view,
                    record = recordOf(id),
                    { step } = trace(build, [record]).find(({ legal }) => legal?.[0]?.length > 3),
                    table = tableAt(record, step, [0]);
                await open(view, browser.url, table);
                await page.waitForSelector("[data-do]", { state: "attached" });
                const plain = await boardBox(page),
                    same = async (what) => equal(await boardBox(page), plain, what);
                await page.click(".hint");
                await page.waitForSelector(".advice [data-do]");
                await same("with a hint");
                await open(view, browser.url, { ...table, guide: { seen: [] } });
                await page.waitForSelector(".guide");
                await same("with the guide");
                await page.click(".guide [data-next]");
                if (await page.locator(".guide [data-worth]").count()) {
                    await page.click(".guide [data-worth]");
                    await page.waitForSelector(".guide-answer");
                    await same("with an answer of the guide");
                }
                await page.click(".sheet-do .tool");
                await page.waitForSelector(".sheet-up");
                await same("with the guide folded away");
                await page.goto(`${browser.url}/practice/${id}-1`);
                await page.waitForSelector("[data-do]", { state: "attached" });
                const practice = await boardBox(page);
                await page.evaluate(chooseAny);
                await page.waitForSelector("[data-right]");
                equal(await boardBox(page), practice, "with the verdict on a practice position");
            }),
        );

await check("a sheet over the board is pulled down by its edge, or by touching the board", () =>
    visiting({ size: "390x844" }, async (view) => {
        const { page } = view,
            record = recordOf("tallinn"),
            up = () => page.locator(".sheet").count();
        await open(view, browser.url, {
            ...tableAt(record, lastDecision(record), [0]),
            guide: { seen: [] },
        });
        await page.waitForSelector(".sheet");
        const { x, y, width, height } = await page.locator(".grip").boundingBox();
        await page.mouse.move(x + width / 2, y + height / 2);
        await page.mouse.down();
        await page.mouse.move(x + width / 2, y + 80, { steps: 4 });
        await page.mouse.up();
        await page.waitForSelector(".sheet-up");
        equal(await up(), 0, "sheets after pulling");
        await page.click(".sheet-up");
        equal(await up(), 1, "sheets after it was called back");
        await page.mouse.click(195, 200);
        await page.waitForSelector(".sheet-up");
    }),
);

// ---- whose turn it is ----

/** Runs in the page: notes every moment at which it says that it is the person's turn although
 * nothing can be answered. */
function watchTurns() {
    globalThis.wrongTurns = [];
    const note = () => {
        const asked = document.querySelector("[data-do]"),
            said = document.querySelector(".dock .prompt b")?.textContent ?? "";
        if (!asked && /Du bist am Zug/.test(said)) globalThis.wrongTurns.push(said);
    };
    new MutationObserver(note).observe(document, { subtree: true, childList: true });
}

for (const { id } of games)
    await check(`${id}: nobody is told to act while nothing can be done`, () =>
        visiting({ still: false }, async (view) => {
            const { page } = view,
                record = recordOf(id),
                { step } = trace(build, [record]).find(({ legal }) => legal?.[0]?.length > 3);
            await open(view, browser.url, tableAt(record, step, [0]));
            await page.waitForSelector("[data-do]", { state: "attached" });
            await page.evaluate(watchTurns);
            await play(page, chooser(3), 4);
            await page.waitForSelector("[data-do]", { state: "attached" });
            equal(await page.evaluate(() => globalThis.wrongTurns), [], "what was said");
        }),
    );

await check("the guide asks about cards of the hand, and frames what it speaks of", () =>
    visiting({}, async ({ page }) => {
        await page.goto(`${browser.url}/learn/kardinal`);
        await page.click("[data-guide=kardinal]");
        await page.click(".guide [data-next]");
        await page.waitForSelector('[data-tip="kardinal.guide.hand"] .points i');
        const framed = await page.locator(".points i").boundingBox(),
            market = await page.locator(".kt-part.market").boundingBox();
        ensure(framed.x + framed.width <= market.x + 8, "the frame spares the open cards");
        await page.click(".guide [data-next]");
        const why = await page.getAttribute(".guide [data-why]", "data-why"),
            hand = await page.$$eval("[data-do^='c ']", (all) =>
                all.map((one) => one.getAttribute("data-do").split(" ")[2]),
            );
        ensure(hand.includes(why.split(" ")[2]), `${why}, with ${[...new Set(hand)]}`);
        await page.goto(`${browser.url}/learn/tallinn`);
        await page.click("[data-guide=tallinn]");
        await page.click(".guide [data-next]");
        await page.waitForSelector('[data-tip="tallinn.guide.hand"]');
        equal(await page.locator(".guide [data-why]").count(), 0, "questions about other cards");
        const source = readFileSync(resolve(root, "web/games/tallinn/guide.ts"), "utf8");
        ensure(/contest".*\.contest"/.test(source), "the tip about the contest points at it");
    }),
);

// ---- opening a table ----

for (const where of ["a finished game", "a table in the middle of a game"])
    await check(`${where} opens at its end, and nothing moves`, () =>
        visiting({ still: false, own: true }, async (view) => {
            const record = recordOf("kardinal"),
                whole = where === "a finished game",
                steps = whole ? record.steps.length : lastDecision(record);
            await view.page.addInitScript(() => {
                globalThis.moved = 0;
                const animate = Element.prototype.animate;
                Element.prototype.animate = function (...how) {
                    globalThis.moved++;
                    return animate.apply(this, how);
                };
            });
            await open(view, browser.url, tableAt(record, steps, [0]));
            await view.page.waitForSelector(whole ? ".result" : "[data-do]", { state: "attached" });
            equal(await view.page.evaluate(() => globalThis.moved), 0, "movements");
        }),
    );

// ---- scenes ----

/** Opens a game before a step and takes that step as the person who decides there. */
async function takeStep(view, record, step) {
    const { page } = view,
        [by, action] = record.steps[step];
    await open(view, browser.url, tableAt(record, step, [by]));
    await page.waitForSelector(`[data-do="${action}"]`, { state: "attached" });
    await answer(page, action, (control) => control.dispatchEvent("click"));
}

/** The last step that a seat decides. */
const lastStep = (record) => record.steps.findLastIndex(([by]) => by !== "chance");

for (const [id, kinds] of [
    ["kardinal", [".km-veil", ".km-plaque"]],
    ["tallinn", [".ranks", ".turned"]],
])
    await check(`${id}: the final scoring is played scene by scene; then the board stays`, () =>
        visiting({ still: false }, async (view) => {
            const { page } = view,
                record = recordOf(id);
            await takeStep(view, record, lastStep(record));
            const seen = new Set(),
                sentences = new Set();
            await page.waitForSelector("[data-scene]");
            const box = await boardBox(page);
            while (await page.locator("[data-scene]").count()) {
                for (const kind of kinds) if (await page.locator(kind).count()) seen.add(kind);
                sentences.add(await page.locator(".over-dock p").innerText());
                await page
                    .locator("[data-scene]")
                    .click({ timeout: 5000 })
                    .catch(() => {});
                await drawn(page);
            }
            equal([...seen], kinds, "what was shown");
            ensure(sentences.size > 4, `${sentences.size} scenes`);
            await page.waitForSelector("[data-result]");
            equal(await boardBox(page), box, "the board after its scenes");
            equal(await page.locator(".result").count(), 0, "results before the tap");
            const scores = await page.locator(".seat .sc").allInnerTexts();
            equal(scores.map(Number), record.result.score, "the score at the end");
            await page.click("[data-result]");
            await page.waitForSelector(".result");
        }),
    );

await check("all scenes can be ended at once, and there are none without motion", () =>
    visiting({ still: false }, async (view) => {
        const { page } = view,
            record = recordOf("tallinn"),
            step = lastStep(record);
        await takeStep(view, record, step);
        await page.click("[data-scenes-end]");
        await page.waitForSelector("[data-result]");
        await page.emulateMedia({ reducedMotion: "reduce" });
        await takeStep(view, { ...record, table: `${record.table.slice(0, -1)}A` }, step);
        await page.waitForSelector("[data-result]");
        equal(await page.locator("[data-scene]").count(), 0, "scenes");
    }),
);

await check("Duell: a seal is tossed across the board, and a tap goes on", () =>
    visiting({ still: false }, async (view) => {
        const record = recordOf("duell"),
            step = record.steps.findIndex(([, action]) => action.startsWith("flip"));
        await takeStep(view, record, step);
        await view.page.waitForSelector(".du-scene .toss .seal");
        await view.page.locator("main.board").dispatchEvent("pointerdown");
        await view.page.waitForSelector(".du-scene", { state: "detached" });
    }),
);

await check("Rattus: an outbreak stays until it can be read", () =>
    visiting({ still: false }, async (view) => {
        const record = recordOf("rattus"),
            reveal = record.steps.findIndex(([, action]) => action.startsWith("reveal")),
            step = record.steps.slice(0, reveal).findLastIndex(([by]) => by !== "chance");
        await takeStep(view, record, step);
        await view.page.waitForSelector(".rt-veil", { state: "attached" });
        ensure(
            /aufgedeckt/.test(await view.page.locator(".over-dock p").innerText()),
            "what was turned up",
        );
    }),
);

/** The step by which a seat completes a section: its third part. */
const completing = ({ steps }) =>
    steps.findIndex(([by, action], at) => {
        const [verb, section] = action.split(" "),
            before = steps
                .slice(0, at)
                .filter(([other, done]) => other === by && done.startsWith(`build ${section} `));
        return verb === "build" && before.length === 2;
    });

await check("Duell: a finished section is built before one's eyes", () =>
    visiting({ still: false }, async (view) => {
        const record = Array.from({ length: 8 }, (_, i) =>
            simulate(build, "duell", { seed: `section ${i}`, bots: "novice" }),
        )
            .flat()
            .find((one) => completing(one) >= 0);
        await takeStep(view, record, completing(record));
        await view.page.waitForSelector(".du-scene .raised .painted", { state: "attached" });
        ensure(
            /fertiggestellt/.test(await view.page.locator(".over-dock p").innerText()),
            "what was completed",
        );
    }),
);

/** Runs in the page: what lies over the region of an outbreak. Its outline is on the map, its pieces
 * are above the outline, and the report is beside it. */
function coveredRegion() {
    const round = document.querySelector(".rt-round:not(.under)"),
        report = document.querySelector(".rt-ravage")?.getBoundingClientRect();
    if (!round || !report) return [];
    const land = round.getBoundingClientRect(),
        wide = Math.min(land.right, report.right) - Math.max(land.left, report.left),
        high = Math.min(land.bottom, report.bottom) - Math.max(land.top, report.top),
        pieces = round.parentElement.lastElementChild.getAttribute("href");
    return [
        ...(wide > 0 && high > 0 && wide * high > 0.05 * land.width * land.height
            ? [`the report covers ${pieces}`]
            : []),
        ...(pieces && document.querySelector(pieces)
            ? []
            : [`pieces under the outline: ${pieces}`]),
    ];
}

await check("Rattus: the final plague goes region by region", () =>
    visiting({ still: false }, async (view) => {
        const { page } = view,
            record = simulate(build, "rattus", { seed: "plague", players: 3, bots: "novice" })[0],
            decisions = trace(build, [record]).filter(
                ({ step, legal }) => legal?.[record.steps[step]?.[0]]?.length > 1,
            );
        await takeStep(view, record, decisions.at(-1).step);
        const regions = new Set(),
            covered = [];
        await until(async () => {
            const [text] = await page.locator(".over-dock p").allInnerTexts(),
                region = /^(\S+), aufgedeckt/.exec(text ?? "")?.[1];
            if (region) regions.add(region);
            covered.push(...(await page.evaluate(coveredRegion)));
            if (await page.locator("[data-scene]").count())
                await page
                    .locator("[data-scene]")
                    .dispatchEvent("click")
                    .catch(() => {});
            return (await page.locator("[data-result], .result").count()) > 0;
        }, "the end");
        ensure(regions.size > 1, `one region after the other: ${[...regions]}`);
        equal(covered, [], "regions whose pieces or land are covered");
    }),
);

for (const { id } of games)
    await check(`${id}: the result shows the winner's building, or flags in their colour`, () =>
        visiting({}, async (view) => {
            const table = finished(id),
                { place } = recordOf(id).result;
            await open(view, browser.url, table);
            await view.page.waitForSelector(".triumph svg");
            const flags = await view.page.$$eval(".garland path:not(.rope)", (all) =>
                all.map((flag) => flag.getAttribute("class")),
            );
            const winners = place.flatMap((one, seat) => (one === 1 ? [`s${seat}`] : []));
            if (id === "duell") equal(flags, [], "flags beside the building");
            else equal([...new Set(flags)].sort(), winners, "the colours of the flags");
        }),
    );

await browser.close();
end();
