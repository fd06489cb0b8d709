// The analysis board in a real browser: what the engine says, variations, links, files, playing on.
// TAP on standard output.
//
//     node tests/page/analysis.test.mjs BUILD-FOLDER [--only TEXT]
//
// web/dist must be built.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { open, post, program, root, simulate, tableAt, until } from "./harness.mjs";
import { look } from "./look.mjs";
import { pageSuite } from "./suite.mjs";
import { end, ensure, equal } from "./tap.mjs";

const { build, check, browser, visiting } = await pageSuite();
const folder = mkdtempSync(join(tmpdir(), "tafelrunde-analysis-"));

const [record] = simulate(build, "tallinn", { players: 3, seed: "study" });
const path = join(folder, "record.json");
writeFileSync(path, `${JSON.stringify(record)}\n`);

/** Opens a file on the analysis board. */
async function upload(page, value, name = "file.json") {
    await page.goto(`${browser.url}/analysis`);
    await page.locator("[data-open-file]").setInputFiles({
        name,
        mimeType: "application/json",
        buffer: Buffer.from(typeof value === "string" ? value : JSON.stringify(value)),
    });
}

const rows = (page) =>
    page.$$eval(".tree .vr", (all) => all.map((one) => one.textContent.replace(/\d+ %$/, "")));

/** What a link contains; null if it is not a link to a study. */
function studyIn(link) {
    const [, data] = link.split("#study=");
    return data ? JSON.parse(gunzipSync(Buffer.from(data, "base64url")).toString()) : null;
}

/** The link of the study that is shown, once it has what is expected: the address follows changes
 * after a moment. */
async function linkOf(page, expected) {
    let link = "";
    await until(async () => {
        link = await page.evaluate(() => location.href);
        const study = studyIn(link);
        return study !== null && expected(study);
    }, "the link that was expected");
    return link;
}

await check("a finished table opens, the curve and the turning points lead to positions", () =>
    visiting({ own: true }, async (view) => {
        const { page } = view;
        await open(view, browser.url, tableAt(record, record.steps.length, [0]));
        await page.waitForSelector(".analysis[aria-busy=false]");
        const parts = await page.$$eval(".way", (all) =>
            all.map((way) =>
                [...way.querySelectorAll("[data-part]")].map((one) =>
                    Number(
                        (one.querySelector("em") ?? one).firstChild.textContent
                            .replace("\u2212", "-")
                            .replace(" %", ""),
                    ),
                ),
            ),
        );
        equal(parts.length, 3, "one ribbon per seat");
        for (const [first, luck, own, others, rest, result] of parts) {
            ensure(own <= 0, `own mistakes are ${own}`);
            ensure(
                Math.abs(first + luck + own + others + rest - result) <= 3,
                `${[first, luck, own, others, rest, result]} does not add up`,
            );
        }
        await page.locator(".tp").first().click();
        await page.waitForSelector(".table.study .bm");
        ensure((await rows(page)).length === record.steps.length + 1, "the whole game is there");
    }),
);

await check("values are the program's, bit for bit", () =>
    visiting({ own: true }, async ({ page }) => {
        const visits = 64,
            step = record.steps.findIndex(([by], i) => by === 0 && i > 20);
        const [analysis, weighed] = ["--json", "--step"].map((how) =>
            JSON.parse(
                program(
                    build,
                    "analyse",
                    path,
                    "--visits",
                    String(how === "--json" ? visits : 200),
                    "--json",
                    ...(how === "--step" ? ["--step", String(step + 1)] : []),
                ),
            ),
        );
        await page.goto(`${browser.url}/analysis`);
        const worker = await page.evaluate(
            () =>
                [...document.scripts, ...document.querySelectorAll("link")].length &&
                performance.getEntriesByType("resource").length,
        );
        ensure(worker > 0, "the page is loaded");
        const made = page.waitForEvent("worker");
        await upload(page, record);
        const url = (await made).url();
        const found = await page.evaluate(
            async ({ url: address, record: whole, visits: n, step: at }) => {
                const ask = (message, wanted) =>
                    new Promise((done) => {
                        const one = new Worker(address, { type: "module" });
                        one.onmessage = ({ data }) => wanted(data) && done(data);
                        one.postMessage({ ...message, ask: 1 });
                    });
                const { reply } = await ask(
                    { op: "analyse", record: whole, visits: n },
                    ({ reply: found }) => found,
                );
                const { game, players, options, steps } = whole;
                const line = { game, players, options, steps: steps.slice(0, at), observer: null };
                const studied = await ask(
                    { op: "study", line: { ...line, from: at } },
                    ({ reply: found }) => found,
                );
                const view = studied.reply.positions.at(-1).view,
                    task = { game, view, seat: steps[at][0], index: 0 };
                const { weighed: last } = await ask(
                    { op: "weigh", players, task, until: 200 },
                    ({ weighed: now }) => now?.visits >= 200,
                );
                return { reply, last };
            },
            { url, record, visits, step },
        );
        equal(found.reply, analysis, "the analysis of the game");
        equal(found.last, weighed, "the choices at one step");
    }),
);

await check("steps, variations, comments, undo and a link to the same tree", () =>
    visiting({ own: true }, async (view) => {
        const { page } = view;
        await upload(page, record);
        await page.waitForSelector(".bm, [data-outcome], .study");
        await page.waitForSelector(".tree .vr");
        await page.keyboard.press("Home");
        const played = (await rows(page)).length;
        // the first decision of the game: play another card than the one that was played
        const first = record.steps.findIndex(([by]) => by !== "chance");
        for (let i = 0; i < first; i++) await page.keyboard.press("ArrowRight");
        await page.waitForSelector(".bm");
        const currently = () => page.locator(".vr[aria-current]").getAttribute("data-node"),
            before = await currently();
        const other = page.locator(".bm:not(:has(em))").first();
        await other.click();
        await until(async () => (await rows(page)).length === played + 1, "a variation");
        await page.locator("[data-tool=comment]").click();
        await page.locator(".comment textarea").fill("Warum nicht so?");
        await page.locator(".comment .gold").click();
        await page.waitForSelector(".vc");
        await page.locator("[data-tool=promote]").click();
        const tree = await rows(page),
            // the step with the comment is the first one after its parent
            link = await linkOf(page, ({ nodes }) =>
                nodes.some(([parent, , , extra], i) => extra?.text && parent === i),
            );
        await visiting({ own: true }, async ({ page: second }) => {
            await second.goto(link);
            await second.waitForSelector(".tree .vr");
            equal(await rows(second), tree, "the same tree");
            equal(await second.locator(".vc").textContent(), "Warum nicht so?", "the comment");
        });
        await page.locator("[data-tool=delete]").click();
        await until(async () => (await rows(page)).length === played, "it is gone");
        equal(await currently(), before, "the step before it");
        await page.locator("[data-tool=undo]").click();
        equal((await rows(page)).length, played + 1, "undone");
        await look(view);
    }),
);

await check("damaged links and files are refused with a reason", () =>
    visiting({ own: true }, async ({ page }) => {
        await upload(page, { ...record, steps: record.steps.slice(0, 30), result: undefined });
        await page.waitForSelector(".notice h1, .table.study");
        await upload(page, record);
        await page.waitForSelector(".tree .vr");
        await page.keyboard.press("End");
        await page.keyboard.press("Home");
        const link = await linkOf(page, ({ at }) => at === 0),
            [head, data] = link.split("#study=");
        ensure(data.length < 8000, `a link of ${data.length} characters`);
        const wrong = [
            data.slice(0, -40),
            data.slice(0, 200),
            "",
            "!!!",
            ...[40, 100, 300, 500].map(
                (at) => data.slice(0, at) + (data[at] === "A" ? "B" : "A") + data.slice(at + 1),
            ),
        ];
        for (const one of wrong) {
            await page.goto("about:blank");
            await page.goto(`${head}#study=${one}`);
            await page.waitForSelector(".notice h1");
            ensure((await page.locator(".notice h1").textContent()).length > 10, "a reason");
        }
        const study = {
            format: "tafelrunde-study/1",
            game: record.game,
            rules: record.rules,
            components: record.components,
            players: 3,
            options: record.options,
            names: [],
            start: {},
            nodes: [[0, ...record.steps[0]]],
            at: 0,
            seat: null,
        };
        const broken = [
            { rules: 999 },
            { game: "chess" },
            { players: 99 },
            { nodes: [[5, 0, "play 7a"]] },
            { nodes: [[0, 9, "play 7a"]] },
            { nodes: [[0, 0, "fly"]] },
            { nodes: [[0, ...record.steps[0], { text: 7 }]] },
            { nodes: [[0, ...record.steps[0], { drawings: [{ from: [2000, 0] }] }]] },
            { nodes: 7 },
            { at: 7 },
            { seat: 3 },
            { names: [7] },
            { options: null },
            { root: { game: "tallinn" } },
            { format: "tafelrunde-study/9" },
        ];
        for (const part of broken) {
            await upload(page, { ...study, ...part });
            await page.waitForSelector(".notice h1", { timeout: 20000 }).catch(() => {
                throw new Error(`accepted: ${JSON.stringify(part)}`);
            });
        }
        await upload(page, study);
        await page.waitForSelector(".tree .vr");
        // the example of docs/records.md
        const documents = readFileSync(join(root, "docs/records.md"), "utf8"),
            example = [...documents.matchAll(/```json\n(.*?)```/gs)][1][1];
        await upload(page, example);
        await page.waitForSelector(".tree .vr");
        equal((await rows(page)).length, 4, "nodes of the example");
        equal(await page.locator(".vc").textContent(), "The better card", "its comment");
    }),
);

await check("playing on from a position with another draw opens a table", () =>
    visiting({ own: true }, async ({ page }) => {
        await page.goto(`${browser.url}/analysis`);
        await page.locator("[data-empty=tallinn-2]").click();
        await page.locator("[data-draw], [data-outcome], .bm").first().waitFor();
        for (let i = 0; i < 30 && (await page.locator("[data-draw]").count()); i++) {
            const current = await page.locator(".vr[aria-current]").getAttribute("data-node");
            await page.locator("[data-outcome]").last().click();
            await page.waitForFunction(
                (node) =>
                    document.querySelector(".vr[aria-current]")?.getAttribute("data-node") !== node,
                current,
            );
            await page.waitForTimeout(100);
        }
        await page.locator("[data-play-on]").click();
        await page.locator("[data-begin]").click();
        await page.waitForURL(/\/local\//);
        await page.waitForSelector(".table .board");
        equal(await page.locator(".notice h1").count(), 0, "refusals");
    }),
);

await check("the position editor says what is impossible, and its text is the program's", () =>
    visiting({ own: true }, async ({ page }) => {
        await upload(page, record);
        await page.waitForSelector(".tree .vr");
        await page.keyboard.press("Home");
        for (let i = 0; i < 20; i++) await page.keyboard.press("ArrowRight");
        await page.locator(".tools .tool").nth(1).click();
        await page.waitForSelector('[data-checked="true"]');
        for (const [member, label] of [
            ["phase", "Abschnitt"],
            ["seats.towers", "Türme aus der Auslage"],
        ])
            equal(
                await page.locator(`[data-member='${member}']`).first().textContent(),
                label,
                `the label of ${member}`,
            );
        equal(
            await page.getByLabel("Abschnitt").locator("option:checked").textContent(),
            "Karte spielen",
            "the phase in words",
        );
        const text = await page.locator("[data-position]").inputValue(),
            file = join(folder, "position.json");
        writeFileSync(file, text);
        program(build, "inspect", "tallinn", "--state", file);
        const wrong = JSON.parse(text);
        wrong.seats[0].hand = [...wrong.seats[0].hand, wrong.seats[0].pile[0]];
        await page.locator("[data-position]").fill(JSON.stringify(wrong));
        await page.waitForSelector('[data-checked="false"]');
        ensure(await page.locator("[data-use]").isDisabled(), "it cannot be used");
        await page.locator("[data-position]").fill(text);
        await page.waitForSelector('[data-checked="true"]');
        await page.locator("[data-use]").click();
        await page.waitForSelector(".table.study .bm");
    }),
);

await check(
    "a running game opens with the seat's own view only, without hints not at all",
    async () => {
        const at = record.steps.findIndex(([by], i) => by === 0 && i > 20);
        await visiting({ own: true }, async (view) => {
            const { page } = view;
            await open(view, browser.url, tableAt(record, at, [0]));
            await page.locator(".tools .tool").last().click();
            await page.locator("[data-analyse]").click();
            await page.waitForSelector(".table.study .bm");
            const study = studyIn(await page.evaluate(() => location.href));
            equal(study.record, undefined, "the record");
            equal(study.nodes, [], "steps");
            equal(study.root.viewer, 1, "whose view it is");
            ensure(!("hand" in study.root.seats[1]) || !study.root.seats[1].hand.length, "a hand");
            equal(await page.locator("[data-view]").count(), 0, "other views are offered");
            // the file of what one seat saw of a running game is refused
            await upload(page, {
                ...record,
                steps: record.steps.slice(0, at),
                seed: undefined,
                result: undefined,
            });
            await page.waitForSelector(".notice h1");
        });
        await visiting({ own: true }, async ({ page }) => {
            await page.goto(browser.url);
            await post(page, "/api/guest", { name: "Agnes" });
            for (const hints of [false, true]) {
                const seats = ["me", "novice"],
                    body = { game: "tallinn", players: 2, seats, public: false, hints },
                    { path: at } = await post(page, "/api/tables", body);
                await page.goto(browser.url + at);
                await page.waitForSelector(".dock.asked");
                await page.locator(".tools .tool").last().click();
                await page.waitForSelector("[data-about]");
                const offered = await page.locator("[data-analyse]").count();
                equal(offered, hints ? 1 : 0, `the analysis is offered with hints ${hints}`);
            }
        });
    },
);

await check("the best five get 1,000 visits each; start and stop; the screen reader is told", () =>
    visiting({ own: true }, async ({ page }) => {
        await upload(page, record);
        await page.waitForSelector(".tree .vr");
        const step = record.steps.findIndex(
            ([by, action]) => by === 0 && action.startsWith("play"),
        );
        await page.evaluate(() => {
            globalThis.seen = { began: performance.now() };
            new MutationObserver(() => {
                const now = performance.now() - globalThis.seen.began,
                    visits = [...document.querySelectorAll(".bm")]
                        .slice(0, 5)
                        .map((one) => Number(one.dataset.visits));
                if (visits.length) globalThis.seen.first ??= now;
                if (visits.length >= 5 && Math.min(...visits) >= 1000)
                    globalThis.seen.enough ??= now;
            }).observe(document, { subtree: true, childList: true, characterData: true });
        });
        await page.evaluate(() => (globalThis.seen = { began: performance.now() }));
        await page.locator(`.vr[data-node]`).nth(step).click();
        await until(() => page.evaluate(() => globalThis.seen.enough > 0), "1,000 visits each");
        const { first, enough } = await page.evaluate(() => globalThis.seen);
        await page.locator("[data-engine]").click();
        equal(await page.locator("[data-engine]").getAttribute("aria-pressed"), "false", "stopped");
        const still = await page.locator(".best-head p").textContent();
        const told = await page.locator(".best [role=status]").textContent();
        ensure(/\d %.*\d %/.test(told), `“${told}” names no alternatives`);
        equal(await page.locator(".best-head p").textContent(), still, "visits after stopping");
        const [values, visits] = [first, enough].map((ms) => `${Math.round(ms)} ms`);
        return `first values after ${values}, 1,000 visits each after ${visits}`;
    }),
);

await check("the board is saved as SVG and PNG; the study as a file that opens again", () =>
    visiting({ own: true }, async ({ page }) => {
        await upload(page, record);
        await page.waitForSelector(".tree .vr");
        await page.keyboard.press("End");
        await page.waitForSelector(".study .contest"); // it names a class that an event names
        equal(
            await page.locator(".study .board", { hasText: "\u27e8" }).count(),
            0,
            "unknown words",
        );
        await page.locator(".tools .tool").first().click();
        const saved = async (button) => {
            const [download] = await Promise.all([
                page.waitForEvent("download"),
                page.locator(button).click(),
            ]);
            return readFileSync(await download.path());
        };
        const svg = (await saved("[data-save-svg]")).toString(),
            png = await saved("[data-save-png]"),
            study = JSON.parse((await saved("[data-save-study]")).toString());
        ensure(svg.startsWith("<svg") && svg.includes("foreignObject"), "an SVG");
        equal([...png.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47], "the head of the PNG");
        ensure(png.readUInt32BE(16) > 800 && png.readUInt32BE(20) > 400, "the size of the PNG");
        equal(study.format, "tafelrunde-study/1", "format");
        equal(study.nodes.length, record.steps.length, "steps");
        await upload(page, study);
        await page.waitForSelector(".tree .vr");
        equal((await rows(page)).length, record.steps.length + 1, "the same tree");
    }),
);

await check("on a phone the panels are a sheet that the tabs open and close", () =>
    visiting({ own: true, size: "390x844" }, async (view) => {
        const { page } = view;
        await upload(page, record);
        await page.waitForSelector(".study-tabs");
        const panel = page.locator(".study-side");
        ensure(!(await panel.isVisible()), "the sheet is closed");
        for (const [tab, inside] of [
            ["best", ".best"],
            ["tree", ".tree"],
            ["course", ".slider"],
        ]) {
            await page.locator(`[data-panel=${tab}]`).click();
            await page.locator(inside).waitFor();
        }
        await page.locator("[data-panel=course]").click();
        await panel.waitFor({ state: "hidden" });
        await look(view);
    }),
);

await browser.close();
end();
