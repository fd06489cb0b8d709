// Fingers and pointers: games by touch at phone size, in which what a move would bring is on
// the screen before it is made; and everything that can be touched answers to it. TAP on standard
// output.
//
//     node tests/page/touch.test.mjs BUILD-FOLDER [--only TEXT]
//
// web/dist must be built. The first moves of each game are made by touch; with TAFELRUNDE_LONG=1,
// all of them.
import { describeGames, open, simulate, tableAt } from "./harness.mjs";
import { answer, chooser, drawn, openList, closeDrawer, settled } from "./driver.mjs";
import { pageSuite } from "./suite.mjs";
import { end, ensure, equal } from "./tap.mjs";

const { build, check, browser, visiting } = await pageSuite();
const long = Boolean(process.env.TAFELRUNDE_LONG);

// ---- whole games by touch ----

/** Every legal action with what it would bring, from the list that every table has. */
async function previews(page) {
    await openList(page);
    const found = await page.$$eval(".moves [data-do]", (all) =>
        all.map((one) => [
            one.getAttribute("data-do"),
            one.querySelector("small")?.textContent ?? null,
        ]),
    );
    await closeDrawer(page);
    await drawn(page);
    return new Map(found);
}

/** Everything that can be read on the board and below it, without spaces: lines break anywhere. */
const readable = (page) =>
    page.evaluate(() =>
        [...document.querySelectorAll("main.board, .dock, .moves")]
            .flatMap((part) => [
                part.innerText,
                ...[...part.querySelectorAll("svg text")].map((text) => text.textContent),
            ])
            .join(" ")
            .replaceAll(/\s/g, ""),
    );

const centre = (locator) =>
    locator.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
    });

/** What the table asks: it changes with every answer on a map. */
const question = (page) =>
    page.evaluate(() =>
        [
            document.querySelector(".prompt b")?.textContent,
            ...[...document.querySelectorAll("[data-do]")].map((one) => one.dataset.do),
        ].join("; "),
    );

/** A finger goes down on a control and up again; `down` runs in between. */
async function press(view, [x, y], down) {
    const touch = (type, touchPoints) =>
        view.finger.send("Input.dispatchTouchEvent", { type, touchPoints });
    await touch("touchStart", [{ x, y }]);
    await drawn(view.page);
    await down();
    await touch("touchEnd", []);
}

/** Taps a place on a map until something comes of it: where places lie close together, a tap only
 * brings them apart. Two quick taps would be a double tap. */
async function tapPlace(view, place, confirm, down) {
    const { page } = view,
        before = await question(page);
    const done = async () => (await confirm.count()) > 0 || (await question(page)) !== before;
    for (let taps = 0; taps < 6; taps++) {
        const [x, y] = await centre(place),
            { left, top, right, bottom } = await page
                .locator(".map")
                .evaluate((map) => map.getBoundingClientRect().toJSON());
        if (x < left || x > right || y < top || y > bottom)
            await page.locator(".map-tools .tool").last().tap();
        else await press(view, [x, y], down);
        for (let waited = 0; waited < 8; waited++) {
            if (await done()) return;
            await page.waitForTimeout(100);
        }
    }
    throw new Error(`no tap reaches ${await place.getAttribute("data-do")}`);
}

/** Answers by finger. Returns what that brings if it was not to be read before. */
async function tapped(view, action, preview) {
    const { page } = view,
        wanted = preview?.replaceAll(/\s/g, ""),
        place = page.locator(`.map .place[data-do="${action}"]`),
        confirm = page.locator(`[data-confirm="${action}"]:visible`);
    let seen = wanted === undefined;
    const read = async () => (seen ||= (await readable(page)).includes(wanted));
    const tapOn = async (control) => {
        await control.scrollIntoViewIfNeeded();
        await press(view, await centre(control), read);
        // on a slow machine the finger may have been down for so long that it explains the thing
        if ((await page.locator(".thing").count()) === 0) return;
        await page.keyboard.press("Escape");
        await control.tap();
    };
    await read();
    if ((await place.count()) > 0) {
        await tapPlace(view, place.first(), confirm, read);
        if (await confirm.count()) await tapOn(confirm.first());
        await drawn(page);
    } else await answer(page, action, tapOn);
    return seen ? null : `${action}: ${preview}`;
}

async function byTouch(view, choose, most) {
    const { page } = view,
        missed = [];
    let answers = 0;
    while (answers < most && (await settled(page)) !== "over") {
        const legal = await previews(page),
            all = [...legal.keys()].sort(),
            telling = all.filter((action) => legal.get(action) !== null);
        if (all.length === 0) continue; // something happened meanwhile
        const action = choose(telling.length > 0 ? telling : all),
            miss = await tapped(view, action, legal.get(action) ?? undefined);
        if (miss) missed.push(miss);
        answers++;
    }
    return { answers, missed };
}

for (const [i, { id, sample }] of describeGames(build).entries()) {
    if (sample) continue;
    await check(`${id}: a game by touch, and what a move brings is seen before it`, () =>
        visiting({ size: "390x844", language: i % 2 ? "en" : "de" }, async (view) => {
            const [record] = simulate(build, id, { seed: "touch" });
            await open(view, browser.url, tableAt(record, 0, [0]));
            const { answers, missed } = await byTouch(
                { page: view.page, finger: await view.context.newCDPSession(view.page) },
                chooser(i + 5),
                long ? Infinity : 4,
            );
            equal(missed, [], "moves whose outcome was not to be seen");
            ensure(answers > 0, "answers by touch");
            return `${answers} answers`;
        }),
    );
}

// ---- everything answers to pointer and finger ----

/** Runs in the page: numbers one control of each kind that can be seen and used. */
function kindsOfControls() {
    const kinds = new Map(),
        taken = ':disabled, [aria-disabled="true"], [aria-pressed="true"], [aria-current], .on',
        label = "label:has(> input:not(:checked, :disabled))",
        all = `a[href], button, summary, select, [role=button], [role=tab], ${label}`;
    const modal = document.querySelector("dialog[open]") ?? document;
    for (const one of modal.querySelectorAll(all)) {
        const { width, height } = one.getBoundingClientRect();
        if (!width || !height || one.matches(taken) || one.ariaSelected === "true") continue;
        if (one.matches(":has(> input:not([type=radio], [type=checkbox]))")) continue;
        const name = [one.localName, one.parentElement?.className, one.getAttribute("class")];
        if (!kinds.has(String(name))) kinds.set(String(name), one);
    }
    return [...kinds].map(([name, one], i) => {
        one.setAttribute("data-kind", i);
        return name;
    });
}

/** Runs in the page: how a control and everything in it is painted. */
function painted(kind) {
    const shown = ["filter", "translate", "transform", "opacity", "color", "background", "border"],
        more = [
            "box-shadow",
            "text-decoration-line",
            "text-decoration-thickness",
            "stroke",
            "fill",
        ],
        root = document.querySelector(`[data-kind="${kind}"]`);
    return [root, ...root.querySelectorAll("*")]
        .flatMap((one) =>
            [null, "::before", "::after"].map((part) => {
                const style = getComputedStyle(one, part);
                return [...shown, ...more, "stroke-width"]
                    .map((name) => style.getPropertyValue(name))
                    .join();
            }),
        )
        .join("|");
}

/** The kinds of controls of a page that look the same under a pointer or while pressed. */
async function unanswering({ page, context }) {
    const kinds = await page.evaluate(kindsOfControls),
        session = await context.newCDPSession(page),
        found = [];
    await session.send("DOM.enable");
    await session.send("CSS.enable");
    const { root } = await session.send("DOM.getDocument");
    for (const [i, name] of kinds.entries()) {
        const { nodeId } = await session.send("DOM.querySelector", {
            nodeId: root.nodeId,
            selector: `[data-kind="${i}"]`,
        });
        if (!nodeId) continue; // it went away with the next drawing
        const paint = async (...forcedPseudoClasses) => {
            await session.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses });
            return page.evaluate(painted, i);
        };
        const plain = await paint();
        if ((await paint("hover")) === plain) found.push(`${name}: pointer`);
        if (!name.startsWith("select") && (await paint("active")) === plain)
            found.push(`${name}: pressed`);
        await paint();
    }
    await session.detach();
    return [kinds.length, found];
}

const screens = {
    "the home page": async ({ page }) => {
        await page.goto(browser.url);
        await page.waitForSelector("main h1");
    },
    "a new table": async ({ page }) => {
        await page.goto(browser.url);
        await page.locator("[data-friends]").click();
        await page.waitForSelector("dialog[open]");
    },
    "the menu": async ({ page }) => {
        await page.goto(browser.url);
        await page.locator(".tools .tool").last().click();
        await page.waitForSelector("dialog[open]");
    },
    "the lobby": ({ page }) => page.goto(`${browser.url}/lobby`),
    "the account": ({ page }) => page.goto(`${browser.url}/account`),
    tournaments: ({ page }) => page.goto(`${browser.url}/tournaments`),
    "the leaderboard": ({ page }) => page.goto(`${browser.url}/leaders/kardinal`),
    "the deal of the day": ({ page }) => page.goto(`${browser.url}/daily`),
    learning: ({ page }) => page.goto(`${browser.url}/learn/kardinal`),
    rules: ({ page }) => page.goto(`${browser.url}/rules/kardinal`),
    ...Object.fromEntries(
        describeGames(build)
            .filter(({ sample }) => !sample)
            .flatMap(({ id }) =>
                [0.4, 1].map((part) => [
                    part < 1 ? id : `the result of ${id}`,
                    async (view) => {
                        const [record] = simulate(build, id, { seed: "touch" }),
                            step = Math.floor(record.steps.length * part);
                        await open(view, browser.url, tableAt(record, step, [0]));
                        await settled(view.page);
                    },
                ]),
            ),
    ),
};

for (const [name, show] of Object.entries(screens))
    await check(`everything on ${name} answers to pointer and finger`, () =>
        visiting({}, async (view) => {
            await show(view);
            await view.page.waitForSelector("main");
            await drawn(view.page);
            const [kinds, found] = await unanswering(view);
            ensure(kinds > 1, "controls");
            equal(found, [], "controls that look the same");
            return `${kinds} kinds of controls`;
        }),
    );

await browser.close();
end();
