// Plays any game through the page: every control that completes an action has its notation in
// `data-do`.

const notations = (page) =>
    page.$$eval("[data-do]", (all) =>
        [...new Set(all.map((one) => one.getAttribute("data-do")))].sort(),
    );

/** Opens the list of legal actions that every table has. */
export async function openList(page) {
    if ((await page.locator("#tab-moves:visible").count()) === 0)
        await page.locator(".tools .tool", { has: page.locator('use[href="#i-scroll"]') }).click();
    await page.locator("#tab-moves").click();
}

export async function closeDrawer(page) {
    if (await page.locator("dialog.drawer").count()) await page.keyboard.press("Escape");
}

/** The notations of legal actions. On the generic board several touches may be needed for each of
 * them; then they are read from the list. */
export async function legalHere(page) {
    const found = await notations(page);
    if (found.length > 0 || (await page.locator(".dock.asked").count()) === 0) return found;
    await openList(page);
    const listed = await notations(page);
    await closeDrawer(page);
    return listed;
}

/** The state that the page shows: "asked", "waiting", "over", "curtain". */
export function standing(page) {
    return page.evaluate(() => {
        if (document.querySelector(".result, [data-result]")) return "over";
        if (document.querySelector("[data-curtain]")) return "curtain";
        return document.querySelector("[data-do], .dock.asked") ? "asked" : "waiting";
    });
}

const click = (visible) => visible.click();

const press = (page, selector, by = click) => by(page.locator(`${selector}:visible`).first());

/** Answers with one action, on the board if it is offered there, otherwise in the list. `by` does
 * the click. */
export async function answer(page, action, by) {
    const control = `[data-do="${action}"]`,
        confirm = `[data-confirm="${action}"]`;
    if ((await page.locator(`${control}:visible`).count()) === 0) await openList(page);
    await press(page, control, by);
    await closeDrawer(page);
    // An action that cannot be undone waits for a second tap; all others are sent at once. While an
    // answer is being sent, nothing can be touched.
    await drawn(page);
    if (await page.locator(confirm).count()) await press(page, confirm, by);
    await drawn(page);
}

/** Opens the dialogue that sets a game up. On a phone it is behind the game's tile. */
export async function setUp(page, game) {
    const tile = page.locator(`[data-more="${game}"]`);
    await page.waitForSelector(`[data-more="${game}"], [data-setup="${game}"]`);
    if (await tile.count()) await tile.click();
    await page.locator(`[data-setup="${game}"]`).click();
}

/** Waits until changes are on the screen. */
export const drawn = (page) =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));

/** Waits until the page asks something or the game is over; then it goes on to the result. */
export async function settled(page) {
    await page.waitForSelector(".result, [data-result], [data-curtain], [data-do], .dock.asked", {
        state: "attached",
    });
    if (await page.locator("[data-result]").count()) await toResult(page);
    return standing(page);
}

/** Goes on from the board to the result, which a game that was played to its end waits for. */
export async function toResult(page) {
    await page.waitForSelector(".result, [data-result]");
    const button = page.locator("[data-result]");
    if (await button.count()) await button.click();
    await page.waitForSelector(".result");
}

/** Plays to the end, or at most so many answers; `choose` picks one of the notations. Returns the
 * number of answers. */
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

/** Runs in the page: answers from the list of all choices, without a pointer. Takes `idle` actions
 * only if there are no others. */
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
            find("[data-result]") ??
            guide ??
            confirm ??
            move ??
            (find("[data-do], .dock.asked") &&
                (find("#tab-moves") ?? find('.tools .tool:has(use[href="#i-scroll"])')));
        if (guide) tips.add(find(".guide").getAttribute("data-tip"));
        if (next) {
            if (next === move) answers++;
            next.click();
            last.at = Date.now();
            last.state = (last.state * 31 + 7) % 65521;
        } else if (Date.now() - last.at > 120_000)
            throw new Error(`nothing to do: ${document.body.innerText.slice(0, 500)}`);
        // looking for the next thing again and again would take the core from who thinks
        await new Promise((done) => setTimeout(done, next ? 0 : 20));
    }
    return { answers, tips: [...tips] };
}

/** Plays quickly to the end. Returns the number of answers and the tips that appeared. */
export const playOn = (page, seed, idle = /^$/) => page.evaluate(clickOn, [seed, idle.source]);

/** Presses keys until the wanted element has the focus. Returns the number of keys. */
export async function reach(page, selector) {
    for (let keys = 0; keys < 120; keys++) {
        if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector))
            return keys;
        await page.keyboard.press("Tab");
    }
    throw new Error(`the keyboard does not reach ${selector}`);
}

/** Answers by keyboard with the first control that it reaches. On the generic board several things
 * may have to be chosen first. Returns the number of keys. */
export async function answerByKeys(page) {
    let keys = 0;
    for (let complete = false; !complete;) {
        keys += await reach(page, "[data-do], .g-card.legal");
        complete = await page.evaluate(() => document.activeElement.matches("[data-do]"));
        await page.keyboard.press("Enter");
        await drawn(page);
    }
    if (await page.locator("[data-confirm]").count()) {
        keys += await reach(page, "[data-confirm]");
        await page.keyboard.press("Enter");
    }
    await drawn(page);
    return keys;
}

/** A small random generator, so that a game is the same every time. */
export function chooser(seed) {
    let state = seed >>> 0;
    return (list) => {
        state = (Math.imul(state, 1103515245) + 12345) >>> 0;
        return list[(state >>> 8) % list.length];
    };
}
