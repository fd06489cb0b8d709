// Games without a board of their own, in a real browser: they are offered everywhere, and played on
// the generic board by touch and by keyboard. TAP on standard output.
//
//     node tests/page/generic.test.mjs BUILD-FOLDER [--only TEXT]
//
// Builds the page once more, with the samples among the offered games, into a folder of its own. A
// game that the page offers anyway is looked for in the page that players get.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { answerByKeys, drawn, settled } from "./driver.mjs";
import {
    describeGames,
    hasBoard,
    launch,
    open,
    root,
    simulate,
    tableAt,
    trace,
    visits,
} from "./harness.mjs";
import { look } from "./look.mjs";
import { serve } from "./serve.mjs";
import { suite } from "./suite.mjs";
import { end, ensure, equal } from "./tap.mjs";

const { build, check } = suite();

const folder = mkdtempSync(join(tmpdir(), "tafelrunde-generic-")),
    built = spawnSync(
        process.execPath,
        [resolve(root, "web/build.mjs"), build, folder, "--samples"],
        { encoding: "utf8" },
    );
if (built.status !== 0) throw new Error(built.stderr);
const served = await serve(folder),
    plainPage = await serve(resolve(root, "web/dist")),
    browser = await launch(),
    visiting = visits({ browser, url: served.url }, `${build}/page-failed.png`);

const all = describeGames(build),
    plain = all.filter((game) => !hasBoard(game)),
    unpresented = plain.filter(({ id }) => !existsSync(resolve(root, `web/games/${id}/about.ts`)));
if (unpresented.length === 0) throw new Error("every game has a board and an about.ts");

// ---- where it is offered ----

await check("the page offers all games but the samples", async () => {
    for (const [{ url }, games] of [
        [served, all],
        [plainPage, all.filter(({ sample }) => !sample)],
    ])
        await visiting(
            {},
            async ({ page }) => {
                await page.goto(url);
                await page.waitForSelector(".games [data-play]");
                const offered = await page.$$eval(".games [data-play]", (found) =>
                    found.map((one) => one.getAttribute("data-play")),
                );
                equal(
                    offered,
                    games.map(({ id }) => id),
                    "on the home page",
                );
            },
            { browser, url },
        );
});

for (const { id, name, sample } of unpresented) {
    const { url } = sample ? served : plainPage;
    await check(`${id}: offered at home, in setup, lobby, rules and learning`, () =>
        visiting(
            { theme: "candle" },
            async (view) => {
                const { page } = view;
                await page.goto(url);
                const card = page.locator(".gc", { has: page.locator(`[data-play="${id}"]`) });
                equal(await card.locator("h3").textContent(), name, "its name");
                ensure(
                    (await card.locator(".one").textContent()).length > 20,
                    "a sentence about it",
                );
                ensure(
                    await page.evaluate((game) => document.getElementById(`picture-${game}`), id),
                    "no picture",
                );
                await look(view);
                await card.locator("[data-setup]").click();
                equal(
                    await page.locator('.pk[aria-pressed="true"] b').textContent(),
                    name,
                    "setup",
                );
                await look(view);
                await page.goto(`${url}/lobby`);
                await page.locator(".head .btn.gold").click();
                await page.locator(".pk").getByText(name, { exact: true }).waitFor();
                await page.goto(`${url}/rules/${id}`);
                equal(await page.locator("[aria-current=page]").textContent(), name, "rules");
                await page.waitForSelector(".rules article h1");
                const { examples } = JSON.parse(
                    readFileSync(join(root, `games/${id}/rules.json`), "utf8"),
                );
                equal(
                    await page.locator(".example").count(),
                    Object.keys(examples).length,
                    "examples in the rules",
                );
                for (const example of await page.locator(".example").all()) {
                    await example.scrollIntoViewIfNeeded();
                    await example.locator(".g-card").first().waitFor();
                    const steps = example.locator(".ex-steps button");
                    if ((await steps.count()) === 0) continue;
                    await steps.last().click(); // the board after the last step
                    await example.locator(".ex-steps [aria-pressed=true]").last().waitFor();
                    await example.locator(".g-card").first().waitFor();
                }
                await look(view);
                await page.goto(`${url}/learn/${id}`);
                equal(await page.locator("h1").last().textContent(), name, "learning");
                await look(view);
                await page.locator(`[data-play="${id}"]`).click();
                equal(await settled(page), "asked", "a table begins");
            },
            { browser, url },
        ),
    );
}

// ---- playing ----

/** Runs in the page: what the generic board shows. */
function shown() {
    const texts = (selector) =>
        [...document.querySelectorAll(selector)].map((one) => one.textContent.trim());
    return {
        others: texts(".seat-area h2"),
        hand: [...document.querySelectorAll(".g-own .g-card")].map((one) =>
            one.getAttribute("aria-label"),
        ),
        recent: texts(".g-event"),
    };
}

// what to touch next: what confirms, else a button, else a thing that is not yet chosen
const next = ["[data-confirm]", ".dock .choice", ".g-card.legal"];

/** A table with a person at seat 0 before its first step at which that seat has a choice. */
function begin(id, players, options = {}) {
    const [record] = simulate(build, id, { players, seed: "generic", options }),
        at = trace(build, [record]).find(({ legal }) => legal?.[0]);
    return tableAt(record, at.step, [0]);
}

for (const { id, players_max: max } of plain) {
    await check(`${id}: a whole game by touching only the board and the dock`, () =>
        visiting({ size: "390x844" }, async (view) => {
            const { page } = view;
            await open(view, served.url, begin(id, max));
            let touches = 0;
            for (; (await settled(page)) !== "over"; touches++) {
                ensure(touches < 600, "the game does not end");
                if (touches < 4) await look(view);
                for (const selector of next) {
                    const control = page.locator(`${selector}:visible`).first();
                    if ((await control.count()) === 0) continue;
                    await control.tap();
                    break;
                }
                await drawn(page);
            }
            return `${touches} touches`;
        }),
    );

    await check(`${id}: a whole game by keyboard`, () =>
        visiting({ language: "en" }, async (view) => {
            await open(view, served.url, begin(id, max));
            let answers = 0,
                keys = 0;
            for (; (await settled(view.page)) !== "over"; answers++) {
                ensure(answers < 200, "the game does not end");
                keys += await answerByKeys(view.page);
            }
            return `${answers} answers, ${keys} keys`;
        }),
    );

    await check(`${id}: others apart, one's own hand below, and what happened last`, () =>
        visiting({ size: "820x1180", language: "en" }, async (view) => {
            const { page } = view,
                names = ["Jaan", "Marthe", "Till", "Hedwig"].slice(0, max - 1);
            await open(view, served.url, begin(id, max));
            await page.waitForSelector(".g-own .g-card, .g-area");
            const before = await page.evaluate(shown);
            equal(
                names.filter((one) => before.others.some((area) => area.startsWith(one))),
                names,
                "areas of the others",
            );
            ensure(before.recent.length > 0, "nothing has happened");
            await answerByKeys(page);
            if ((await settled(page)) === "over") return;
            const after = await page.evaluate(shown);
            ensure(
                after.recent.some((line) => line.startsWith("You")),
                `one's own answer is among ${after.recent.join(" / ")}`,
            );
        }),
    );
}

await browser.close();
for (const one of [served, plainPage]) one.close();
rmSync(folder, { recursive: true, force: true });
end();
