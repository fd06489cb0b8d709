// Learning, in Chromium: rules pages with their examples, first games with their guides, practice
// positions. TAP on standard output.
//
//     node tests/page/learn.test.mjs BUILD-FOLDER
//
// Every guide is played to its end, each in one language and at one size, mostly quickly.
// TAFELRUNDE_LONG=1 plays all of it in both languages by clicks, and draws every example instead of
// some.
import { readdirSync, existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { answer, chooser, legalHere, playOn, standing } from "./driver.mjs";
import { root, start, until, visit } from "./harness.mjs";
import { look } from "./look.mjs";
import { end, ensure, equal, test } from "./tap.mjs";

const build = resolve(process.argv[2] ?? `${root}/build`),
    long = Boolean(process.env.TAFELRUNDE_LONG);
const games = readdirSync(resolve(root, "web/games")).filter((game) =>
    existsSync(resolve(root, "web/games", game, "guide.ts")),
);
const looks = [
    ["1440x900", "day", "de"],
    ["390x844", "candle", "en"],
    ["1440x900", "candle", "en"],
    ["390x844", "day", "de"],
];
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

/** The study in the page's address. */
async function studyAt(page) {
    const [, data] = (await page.evaluate(() => location.hash)).split("#study=");
    return JSON.parse(gunzipSync(Buffer.from(data, "base64url")).toString());
}

for (const [i, game] of games.entries()) {
    const [size, theme, language] = looks[i % looks.length];

    await test(`${game}: the rules begin with how much of each table is known`, () =>
        on(`/rules/${game}`, { size, theme, language }, async (page) => {
            await page.waitForSelector(".prose table");
            const path = resolve(root, `web/generated/components/${game}.json`),
                rows = Object.values(JSON.parse(readFileSync(path, "utf8"))).flat(),
                shown = await page.locator(".prose table").first().locator("tr").last().innerText(),
                counts = ["S", "I", "R"].map(
                    (one) => rows.filter(({ mark }) => mark === one).length,
                );
            equal(shown.split(/\s+/).slice(-3).map(Number), counts, "all tables together");
        }));

    await test(`${game}: every example of the rules is drawn, and shows its steps`, () =>
        on(`/rules/${game}`, { size, theme, language }, async (page) => {
            await page.waitForSelector(".example");
            const count = await page.locator(".example").count();
            for (let n = 0; n < count; n += long ? 1 : Math.ceil(count / 3)) {
                const example = page.locator(".example").nth(n),
                    name = await example.getAttribute("data-example");
                await example.evaluate((element) => element.scrollIntoView());
                await example
                    .locator(".table .board > :not(.keys)")
                    .first()
                    .waitFor({ state: "attached" });
                ensure(
                    await example.evaluate(
                        (element) => element.scrollWidth <= element.clientWidth + 1,
                    ),
                    `${name} is wider than its frame`,
                );
                if (await example.locator(".ex-steps button").count())
                    await example.locator(".ex-steps button").last().click();
                ensure(
                    (await example.locator(".ex-steps button").count()) === 0 ||
                        (await example
                            .locator(".ex-steps button")
                            .last()
                            .getAttribute("aria-pressed")) === "true",
                    name,
                );
            }
            return `${count} examples`;
        }));

    if (long || i === 0)
        await test(`${game}: the rules can be searched, and are fit for everybody`, () =>
            on(`/rules/${game}`, { size, theme, language }, async (page, view) => {
                await page.waitForSelector(".example");
                const all = await page.locator(".prose h2, .prose h3").count();
                await page.fill(".rules-search input", "zzzz");
                equal(await page.locator(".prose h2").count(), 0, "nothing found");
                if (size === "390x844") await page.click(".rules-contents button");
                const word = (
                    await page.locator(".rules-contents a").first().innerText()
                ).toLowerCase();
                await page.fill(".rules-search input", word);
                ensure((await page.locator(".prose mark").count()) > 0, `“${word}” is marked`);
                ensure(
                    (await page.locator(".prose h2, .prose h3").count()) < all,
                    "the rest is hidden",
                );
                await page.fill(".rules-search input", "");
                await look(view);
                return undefined;
            }));
}

/** Prefers actions that show something of the game: passes and stops only if there is nothing
 * else. */
const passive = /^(done|end|enough|keep|knight no|pass|stand|swap|tower none|witch stop|yield)\b/;
const eager = (legal) =>
    legal.every((action) => passive.test(action))
        ? legal
        : legal.filter((action) => !passive.test(action));

/** Plays a first game to its end, reads every tip and taps the questions. After so many steps of
 * the person the rest is played quickly. */
async function playGuide(page, game, seed, steps) {
    const choose = chooser(seed),
        tips = new Set();
    let asked = 0;
    await page.click(`[data-guide="${game}"]`);
    for (; steps > 0; steps--) {
        await page.waitForSelector(".result, [data-result], .guide [data-next], [data-do]", {
            state: "attached",
        });
        if ((await standing(page)) === "over" || (await page.locator("[data-result]").count()))
            break;
        const tip = page.locator(".guide");
        if (await tip.count()) {
            tips.add(await tip.getAttribute("data-tip"));
            for (const kind of ["why", "worth"]) {
                const question = page.locator(`.guide [data-${kind}]`);
                if (asked >= 6 || !(await question.count())) continue;
                await question.click();
                await page.locator(".guide-answer p", { hasText: /\w{3}/ }).first().waitFor();
                asked++;
            }
            await page.click(".guide [data-next]");
            continue;
        }
        await answer(page, choose(eager(await legalHere(page))));
    }
    for (const tip of (await playOn(page, seed, passive)).tips) tips.add(tip);
    await page.waitForSelector(".lesson");
    let parts = 1;
    for (; await page.locator("[data-lesson]:enabled").count(); parts++)
        await page.click("[data-lesson]");
    return { tips, asked, parts };
}

const guideRuns = games.flatMap((game, i) =>
    ["de", "en"]
        .filter((_, j) => long || i % 2 === j)
        .map((language) => ({ game, language, size: language === "de" ? "1440x900" : "390x844" })),
);
for (const { game, language, size } of guideRuns)
    await test(`${game}: the first game is played to its end (${language})`, () =>
        on(`/learn/${game}`, { size, theme: "day", language }, async (page) => {
            const { tips, asked, parts } = await playGuide(page, game, 7, long ? Infinity : 12);
            const source = readFileSync(resolve(root, "web/games", game, "guide.ts"), "utf8"),
                known = [...source.matchAll(/(?:text|welcome): "([^"]+)"/g)].map(([, key]) => key);
            ensure(
                tips.size >= known.length / 2 && asked > 0 && parts > 1,
                `${tips.size} of ${known.length} tips, ${asked} questions, ${parts} parts`,
            );
            return `${tips.size} of ${known.length} tips, ${asked} questions`;
        }));

for (const [i, game] of games.entries()) {
    const [size, theme, language] = looks[(i + 1) % looks.length];

    await test(`${game}: the learning page; a first game can be left and resumed`, () =>
        on(`/learn/${game}`, { size, theme, language }, async (page, view) => {
            await page.waitForSelector(".positions a");
            if (long || i % 2 === 0) await look(view);
            await page.click(`[data-guide="${game}"]`);
            await page.click(".guide [data-next]");
            await page.waitForSelector('.guide:not([data-tip$=".welcome"])');
            if (long || i % 2 === 1) await look(view);
            const second = await page.locator(".guide").getAttribute("data-tip");
            await until(() => page.evaluate(keptTips, 1), "the tip being kept");
            await page.goto(`${browser.url}/learn/${game}`);
            await page.click("[data-resume]");
            await page.waitForSelector(".guide");
            equal(
                await page.locator(".guide").getAttribute("data-tip"),
                second,
                "it goes on where it was left",
            );
        }));

    await test(`${game}: a practice position tells right from wrong, and remembers`, () =>
        on(`/practice/${game}-1`, { size, theme, language }, async (page, view) => {
            const line = JSON.parse(
                    readFileSync(resolve(root, "games", game, "practice.jsonl"), "utf8").split(
                        "\n",
                    )[0],
                ),
                [best] = line.choices,
                worst = line.choices.at(-1);
            const pick = async (action) => {
                await page.waitForSelector("[data-do]", { state: "attached" });
                await choosePractice(page, action);
                await page.waitForSelector("[data-right]");
            };
            await page.waitForSelector(".practice .guide h2");
            ensure(
                !(await page.locator(".practice .guide h2").innerText()).includes("⟨"),
                "a title",
            );
            if (size === "1440x900")
                ensure(
                    await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight),
                    "the list of actions scrolls, not the page",
                );
            await pick(worst.do);
            equal(
                await page.locator("[data-right]").getAttribute("data-right"),
                "false",
                "the worst choice",
            );
            const said = await page.locator("[data-right]").innerText();
            ensure(
                [best, worst, line.choices[1]].every(({ chance }) =>
                    new RegExp(`(^|\\D)${chance}(\\D|$)`).test(said),
                ),
                `what this, the best and the next best choice win: ${said}`,
            );
            ensure((await page.locator(".chances li").count()) >= 3, "what the choices are worth");
            await look(view);
            await page.click(".sheet-do button");
            await pick(best.do);
            equal(
                await page.locator("[data-right]").getAttribute("data-right"),
                "true",
                "the best choice",
            );
            await page.locator("[data-analysis]").click();
            await page.waitForSelector(".table.study");
            const study = await studyAt(page);
            equal(study.game, game, "the game on the analysis board");
            equal(study.record.steps, line.record.steps, "the steps that led to the position");
            equal([study.at, study.seat], [line.record.steps.length, line.seat], "where, as whom");
            await page.goto(`${browser.url}/learn/${game}`);
            await page.waitForSelector(".positions .solved");
            return `${best.chance} % against ${line.choices[1].chance} %`;
        }));
}

for (const [where, options, heard] of [
    ["a desk", { size: "1440x900" }, true],
    ["a phone", { size: "390x844", isMobile: true }, false],
])
    await test(`sound: ${heard ? "on" : "off and not fetched"} at ${where} by default`, () =>
        on("/learn/tallinn", { ...options, language: "de" }, async (page) => {
            const fetched = [];
            page.on(
                "request",
                (request) => request.url().endsWith(".wav") && fetched.push(request.url()),
            );
            await page.click('[data-guide="tallinn"]');
            for (let tips = 0; tips < 4; tips++) await page.click(".guide [data-next]");
            const [first] = await legalHere(page);
            await answer(page, first);
            // the next round
            await page.waitForSelector(".guide, [data-do]", { state: "attached" });
            for (let patience = 1000; heard && fetched.length === 0 && patience > 0; patience--)
                await page.waitForTimeout(50);
            equal(fetched.length > 0, heard, "a sound was fetched");
        }));

/** Runs in the page: whether its database has that many tips of a first game. */
function keptTips(count) {
    return new Promise((done, failed) => {
        const request = indexedDB.open("tafelrunde");
        request.onerror = () => failed(request.error);
        request.onsuccess = () => {
            const all = request.result.transaction("tables").objectStore("tables").getAll();
            all.onerror = () => failed(all.error);
            all.onsuccess = () => {
                request.result.close();
                done(all.result.some(({ guide }) => guide?.seen.length === count));
            };
        };
    });
}

/** Answers from the list of all choices, which is in a drawer on phones. */
async function choosePractice(page, action) {
    if ((await page.locator(".moves:visible").count()) === 0)
        await page.locator(".tools .tool").first().click();
    await page.locator(`.moves [data-do="${action}"]`).click();
    // an action that cannot be undone needs a second tap
    const confirm = `[data-confirm="${action}"]`;
    await page.waitForSelector(`[data-right], ${confirm}`, { state: "attached" });
    if (await page.locator("dialog.drawer").count()) await page.keyboard.press("Escape");
    if (await page.locator(confirm).count())
        await page.locator(`${confirm}:visible`).first().click();
}

await browser.close();
end();
