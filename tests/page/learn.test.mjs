// Learning, in Chromium: rules pages with their examples, first games with their guides, practice positions. TAP on standard output.
//
//     node tests/page/learn.test.mjs BUILD-FOLDER
//
// With TAFELRUNDE_LONG every guide is played to its end in both languages, and every example is drawn; else the shortest guide, and some examples.
import { readdirSync, existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { answer, chooser, drawn, legalHere, standing } from "./driver.mjs";
import { root, start, until, visit } from "./harness.mjs";
import { look } from "./look.mjs";
import { end, ensure, equal, test } from "./tap.mjs";

const build = resolve(process.argv[2] ?? `${root}/build`), long = Boolean(process.env.TAFELRUNDE_LONG);
const games = readdirSync(resolve(root, "web/games")).filter((game) => existsSync(resolve(root, "web/games", game, "guide.ts")));
const looks = [["1440x900", "day", "de"], ["390x844", "candle", "en"], ["1440x900", "candle", "en"], ["390x844", "day", "de"]];
const shortest = "tallinn"; // about a dozen decisions
const browser = await start(build);

async function on(path, options, body) {
    const view = await visit(browser, options);
    try {
        await view.page.goto(`${browser.url}${path}`);
        const note = await body(view.page, view);
        equal(view.wrongs, [], "what the page complained about");
        await view.leave();
        return note;
    } catch (error) {
        await view.close();
        throw error;
    }
}

for (const [i, game] of games.entries()) {
    const [size, theme, language] = looks[i % looks.length];

    await test(`${game}: every example of the rules is drawn, and shows its steps`, () => on(`/rules/${game}`, { size, theme, language }, async (page) => {
        await page.waitForSelector(".example");
        const count = await page.locator(".example").count();
        for (let n = 0; n < count; n += long ? 1 : 4) {
            const example = page.locator(".example").nth(n), name = await example.getAttribute("data-example");
            await example.evaluate((element) => element.scrollIntoView());
            await example.locator(".table .board > *").first().waitFor({ state: "attached" });
            ensure(await example.evaluate((element) => element.scrollWidth <= element.clientWidth + 1), `${name} is wider than its frame`);
            if (await example.locator(".ex-steps button").count()) await example.locator(".ex-steps button").last().click();
            ensure(await example.locator(".ex-steps button").count() === 0 || (await example.locator(".ex-steps button").last().getAttribute("aria-pressed")) === "true", name);
        }
        return `${count} examples`;
    }));

    if (long || i % 2 === 0) await test(`${game}: the rules can be searched, and are fit for everybody`, () => on(`/rules/${game}`, { size, theme, language }, async (page, view) => {
        await page.waitForSelector(".example");
        const all = await page.locator(".prose h2, .prose h3").count();
        await page.fill(".rules-search input", "zzzz");
        equal(await page.locator(".prose h2").count(), 0, "nothing found");
        const word = (await page.evaluate(() => document.querySelector(".rules-contents a")?.textContent ?? "")).toLowerCase();
        await page.fill(".rules-search input", word);
        ensure((await page.locator(".prose mark").count()) > 0, `“${word}” is marked`);
        ensure((await page.locator(".prose h2, .prose h3").count()) < all, "the rest is hidden");
        await page.fill(".rules-search input", "");
        await look(view);
        return undefined;
    }));
}

/** Plays a first game to its end: every tip is read, the questions are tapped. */
async function playGuide(page, game, seed) {
    const choose = chooser(seed), tips = new Set();
    let asked = 0;
    await page.click(`[data-guide="${game}"]`);
    for (let steps = 0; steps < 1500; steps++) {
        await page.waitForSelector(".result, .guide [data-next], [data-do]", { state: "attached" });
        if ((await standing(page)) === "over") break;
        const tip = page.locator(".guide");
        if (await tip.count()) {
            tips.add(await tip.getAttribute("data-tip"));
            for (const kind of ["why", "worth"]) {
                const question = page.locator(`.guide [data-${kind}]`);
                if (asked >= 6 || !(await question.count())) continue;
                await question.click();
                await page.waitForSelector(".guide-answer p");
                ensure((await page.locator(".guide-answer p").first().innerText()).length > 5, "an answer");
                asked++;
            }
            await page.click(".guide [data-next]");
            continue;
        }
        await answer(page, choose(await legalHere(page)));
    }
    await page.waitForSelector(".lesson");
    let parts = 1;
    for (; await page.locator("[data-lesson]:enabled").count(); parts++) await page.click("[data-lesson]");
    return { tips, asked, parts };
}

const guideRuns = long ? games.flatMap((game) => ["de", "en"].map((language) => [game, language])) : ["de", "en"].map((language) => [shortest, language]);
for (const [game, language] of guideRuns)
    await test(`${game}: the first game is played to its end (${language}), with tips, answers and the scoring`, () => on(`/learn/${game}`, { size: language === "de" ? "1440x900" : "390x844", theme: "day", language }, async (page) => {
        const { tips, asked, parts } = await playGuide(page, game, 7);
        const source = readFileSync(resolve(root, "web/games", game, "guide.ts"), "utf8"), known = [...source.matchAll(/text: "([^"]+)"/g)].map(([, key]) => key);
        ensure(tips.size >= Math.ceil(known.length * 0.6) && asked > 0 && parts > 1, `${tips.size} of ${known.length} tips, ${asked} questions, ${parts} parts`);
        return `${tips.size} of ${known.length} tips, ${asked} questions`;
    }));

for (const [i, game] of games.entries()) {
    const [size, theme, language] = looks[(i + 1) % looks.length];

    await test(`${game}: the page that leads to all that; a first game can be left and resumed`, () => on(`/learn/${game}`, { size, theme, language }, async (page, view) => {
        await page.waitForSelector(".positions a");
        await look(view);
        await page.click(`[data-guide="${game}"]`);
        await page.click(".guide [data-next]"); // the welcome
        await page.waitForSelector(".guide");
        await look(view);
        const second = await page.locator(".guide").getAttribute("data-tip");
        await until(() => page.evaluate(() => new Promise((done) => {
            indexedDB.open("tafelrunde").onsuccess = ({ target: { result: kept } }) => (kept.transaction("tables").objectStore("tables").getAll().onsuccess = ({ target: { result: [table] } }) => {
                kept.close();
                done(table.guide.seen.length > 0);
            });
        })), "the tip being kept");
        await page.goto(`${browser.url}/learn/${game}`);
        await page.click("[data-resume]");
        await page.waitForSelector(".guide");
        equal(await page.locator(".guide").getAttribute("data-tip"), second, "it goes on where it was left");
    }));

    await test(`${game}: a practice position tells right from wrong, and remembers`, () => on(`/practice/${game}-1`, { size, theme, language }, async (page, view) => {
        const line = JSON.parse(readFileSync(resolve(root, "games", game, "practice.jsonl"), "utf8").split("\n")[0]), [best] = line.choices, worst = line.choices.at(-1);
        const pick = async (action) => {
            await page.waitForSelector("[data-do]", { state: "attached" });
            await choosePractice(page, action);
            await page.waitForSelector("[data-right]");
        };
        await page.waitForSelector(".practice .guide");
        await pick(worst.do);
        equal(await page.locator("[data-right]").getAttribute("data-right"), "false", "the worst choice");
        ensure((await page.locator(".chances li").count()) >= 3, "what the choices are worth");
        await look(view);
        await page.click(".guide-do button");
        await pick(best.do);
        equal(await page.locator("[data-right]").getAttribute("data-right"), "true", "the best choice");
        await page.goto(`${browser.url}/learn/${game}`);
        await page.waitForSelector(".positions .solved");
        return `${best.chance} % against ${line.choices[1].chance} %`;
    }));
}

/** From the list of all choices, which is in a drawer on phones. */
async function choosePractice(page, action) {
    if ((await page.locator(".moves:visible").count()) === 0) await page.locator(".tools .tool").first().click();
    await page.locator(`.moves [data-do="${action}"]`).click();
    if (await page.locator("dialog.drawer").count()) await page.keyboard.press("Escape");
    await drawn(page);
    const confirm = page.locator(`[data-confirm="${action}"]:visible`).first();
    if (await confirm.count()) await confirm.click();
}

await browser.close();
end();
