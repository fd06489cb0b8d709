// What the page draws, and what it leaves alone: counts, no times. TAP on standard output.
//
//     node tests/page/drawing.test.mjs BUILD-FOLDER
import { drawn, settled } from "./driver.mjs";
import { open, simulate, start, tableAt, trace, visit } from "./harness.mjs";
import { end, ensure, equal, test } from "./tap.mjs";

const [build] = process.argv.slice(2),
    browser = await start(build);

/** Opens a table at a question with several answers, with the list of all legal actions visible. */
async function asked(game, body, how = {}) {
    const view = await visit(browser, how),
        { page } = view,
        [record] = simulate(build, game, { seed: "drawing" });
    const steps = trace(build, [record]).filter(({ legal }) => legal?.[0]?.length > 3);
    try {
        await open(
            view,
            browser.url,
            tableAt(record, steps[Math.floor(steps.length / 2)].step, [0]),
        );
        await settled(page);
        // the others have answered
        await page.waitForSelector(".seats:has(.turn):not(:has(.turn ~ .turn))");
        await page.locator("#tab-moves").click();
        await drawn(page);
        return await body(page, await view.context.newCDPSession(page));
    } finally {
        await view.close();
    }
}

/** How often functions of the board's own script are called during `meanwhile`. */
async function calls(session, meanwhile) {
    await session.send("Profiler.enable");
    await session.send("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    await session.send("Profiler.takePreciseCoverage"); // starts counting here
    await meanwhile();
    const { result } = await session.send("Profiler.takePreciseCoverage");
    await session.send("Profiler.stopPreciseCoverage");
    return result
        .filter(({ url }) => /\/assets\/board\./.test(url))
        .flatMap(({ functions }) => functions)
        .reduce((sum, { ranges: [all] }) => sum + all.count, 0);
}

/** The layouts that the page's own script forces the browser to do at once. */
async function forced(session, meanwhile) {
    const events = [],
        ended = new Promise((done) => session.once("Tracing.tracingComplete", done));
    session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
    await session.send("Tracing.start", {
        transferMode: "ReportEvents",
        traceConfig: {
            includedCategories: [
                "devtools.timeline",
                "disabled-by-default-devtools.timeline.stack",
            ],
        },
    });
    await meanwhile();
    await session.send("Tracing.end");
    await ended;
    const layouts = events.filter(({ name }) => name === "Layout");
    ensure(layouts.length > 0, "the trace has no layouts");
    return layouts.filter(({ args }) =>
        args.beginData?.stackTrace?.some(({ url }) => url.includes("/assets/")),
    ).length;
}

/** Gives the focused answer and waits for the next question. */
async function give(page) {
    await page.keyboard.press("Enter");
    await drawn(page);
    if (await page.locator("[data-confirm]").count()) {
        await page.locator("[data-confirm]").focus();
        await page.keyboard.press("Enter");
        await drawn(page);
    }
    await settled(page);
}

for (const game of ["duell", "kardinal", "rattus", "tallinn"]) {
    await test(`${game}: looking draws nothing, answering forces no layout`, () =>
        asked(game, async (page, session) => {
            const moves = page.locator("#panel-moves .move");
            const looked = await calls(session, async () => {
                for (let i = 0; i < 3; i++) await moves.nth(i).focus();
                await drawn(page);
            });
            equal(looked, 0, "calls of the board's script while one looks");
            await page.evaluate(() => {
                globalThis.sizes = 0;
                new ResizeObserver(() => globalThis.sizes++).observe(
                    document.querySelector("main.board > :not(.keys)"),
                );
            });
            await drawn(page);
            let layouts = 0;
            const answered = await calls(session, async () => {
                layouts = await forced(session, () => give(page));
            });
            ensure(answered > 0, "an answer is drawn, so calls are counted");
            equal(layouts, 0, "layouts at once");
            equal(await page.evaluate(() => globalThis.sizes), 1, "sizes of the board");
        }));
}

await test("kardinal: flying pieces and points are measured without forced layout", () =>
    asked(
        "kardinal",
        async (page, session) => {
            const layouts = await forced(session, async () => {
                for (let left = 0, risen = 0; left === 0 || risen === 0;) {
                    await page.evaluate(() => {
                        globalThis.flown = [0, 0];
                        new MutationObserver((all) =>
                            all.forEach(({ addedNodes }) =>
                                addedNodes.forEach(
                                    (one) =>
                                        (flown[one.matches?.(".rise") ? 1 : 0] += one.matches?.(
                                            ".rise, .flight > div",
                                        )
                                            ? 1
                                            : 0),
                                ),
                            ),
                        ).observe(document.body, { childList: true, subtree: true });
                    });
                    await page.locator("#panel-moves .move").first().focus();
                    await give(page);
                    const [off, up] = await page.evaluate(() => globalThis.flown);
                    left += off;
                    risen += up;
                }
            });
            equal(layouts, 0, "layouts at once");
        },
        { still: false },
    ));

await browser.close();
end();
