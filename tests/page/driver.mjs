// Plays any game through the page: every control that answers carries its notation in `data-do`.

/** What can be touched now, as notations; the list of all legal actions is at every table. */
export const legalHere = (page) =>
    page.$$eval("[data-do]", (all) =>
        [...new Set(all.map((one) => one.getAttribute("data-do")))].sort(),
    );

/** The state that the page shows: "asked", "waiting", "over", "curtain". */
export function standing(page) {
    return page.evaluate(() => {
        if (document.querySelector(".result")) return "over";
        if (document.querySelector("[data-curtain]")) return "curtain";
        return document.querySelector("[data-do]") ? "asked" : "waiting";
    });
}

const click = (visible) => visible.click();

const press = (page, selector, by = click) => by(page.locator(`${selector}:visible`).first());

/** Answers with one action: where it is offered, else from the list. `by` is how it is clicked. */
export async function answer(page, action, by) {
    const control = `[data-do="${action}"]`,
        confirm = `[data-confirm="${action}"]`;
    if ((await page.locator(`${control}:visible`).count()) === 0) {
        if ((await page.locator("#tab-moves:visible").count()) === 0)
            await page
                .locator(".tools .tool", { has: page.locator('use[href="#i-scroll"]') })
                .click();
        await page.locator("#tab-moves").click();
    }
    await press(page, control, by);
    const drawer = page.locator("dialog.drawer");
    if (await drawer.count()) await page.keyboard.press("Escape");
    // What cannot be taken back waits for a second tap; the rest is sent at once. An answer on its
    // way leaves nothing to touch.
    await drawn(page);
    if (await page.locator(confirm).count()) await press(page, confirm, by);
    await drawn(page);
}

/** What was changed is on the screen. */
export const drawn = (page) =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));

/** Waits until the page wants something, or the game is over. */
export async function settled(page) {
    await page.waitForSelector(".result, [data-curtain], [data-do]", { state: "attached" });
    return standing(page);
}

/** Plays to the end, or so many answers; `choose` picks one of the notations. Returns how many
 * answers were given. */
export async function play(page, choose, most = Infinity) {
    let answers = 0;
    while (answers < most) {
        const state = await settled(page);
        if (state === "over") break;
        if (state === "curtain") await press(page, "[data-curtain]");
        else {
            const legal = await legalHere(page);
            if (legal.length === 0) continue; // something happened meanwhile
            await answer(page, choose(legal));
            answers++;
        }
    }
    return answers;
}

/** Runs in the page: takes what the list of all choices offers, `idle` things only where nothing
 * else is left, without a pointer. */
async function clickOn([seed, idle]) {
    const tips = new Set(),
        passive = new RegExp(idle),
        find = (selector) => document.querySelector(selector),
        last = { state: seed, at: Date.now() };
    let answers = 0;
    while (!find(".result")) {
        const all = [...document.querySelectorAll(".moves [data-do]")],
            some = all.filter((move) => !passive.test(move.getAttribute("data-do"))),
            moves = some.length ? some : all;
        const guide = find(".guide [data-next]"),
            confirm = find("[data-confirm]"),
            move = moves[last.state % (moves.length || 1)];
        const next =
            guide ??
            confirm ??
            move ??
            (find("[data-do]") &&
                (find("#tab-moves") ?? find('.tools .tool:has(use[href="#i-scroll"])')));
        if (guide) tips.add(find(".guide").getAttribute("data-tip"));
        if (next) {
            if (next === move) answers++;
            next.click();
            last.at = Date.now();
            last.state = (last.state * 31 + 7) % 65521;
        } else if (Date.now() - last.at > 120_000)
            throw new Error(`nothing to do: ${document.body.innerText.slice(0, 500)}`);
        await new Promise((done) => setTimeout(done));
    }
    return { answers, tips: [...tips] };
}

/** Plays on to the end, quickly; how many answers that took, and the tips that came up. */
export const playOn = (page, seed, idle = /^$/) => page.evaluate(clickOn, [seed, idle.source]);

/** The keyboard, until what is wanted has the focus; how many keys that took. */
export async function reach(page, selector) {
    for (let keys = 0; keys < 120; keys++) {
        if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector))
            return keys;
        await page.keyboard.press("Tab");
    }
    throw new Error(`the keyboard does not reach ${selector}`);
}

/** Answers by the keyboard, with the first thing that it reaches; how many keys that took. */
export async function answerByKeys(page) {
    let keys = await reach(page, "[data-do]");
    await page.keyboard.press("Enter");
    await drawn(page);
    if (await page.locator("[data-confirm]").count()) {
        keys += await reach(page, "[data-confirm]");
        await page.keyboard.press("Enter");
    }
    await drawn(page);
    return keys;
}

/** A small generator, so that a game is the same every time. */
export function chooser(seed) {
    let state = seed >>> 0;
    return (list) => {
        state = (Math.imul(state, 1103515245) + 12345) >>> 0;
        return list[(state >>> 8) % list.length];
    };
}
