// How fast the page is, in Chromium: docs/performance.md has the numbers.
//
//     node tests/page/measure.mjs BUILD-FOLDER
//         first board, runs of script and long tasks of every game
//     node tests/page/measure.mjs BUILD-FOLDER GAME     all that is measured, of that game
import { readdirSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { answer, chooser, legalHere, settled, standing } from "./driver.mjs";
import {
    describeGames,
    open,
    post,
    root,
    serveReally,
    simulate,
    start,
    tableAt,
    trace,
    until,
    visit,
} from "./harness.mjs";

const unitOf = (what) => (/tasks|runs|bytes|a second/.test(what) ? "" : " ms");

const [build, only] = process.argv.slice(2),
    browser = await start(build);

/** From a click on the home page to the first board, with nothing in the cache. */
async function firstBoard(game) {
    const view = await visit(browser, { size: "390x844" }),
        { page } = view;
    await page.goto(browser.url);
    await page.waitForSelector(`[data-play=${game}]`);
    const home = await page.evaluate(
        () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    );
    const began = Date.now();
    await page.locator(`[data-play=${game}]`).click();
    await page.locator("[data-first=unguided]").click();
    await page.waitForSelector(".table .board > :not(.keys)");
    const board = Date.now() - began;
    await page.reload();
    await page.waitForSelector(".table .board > :not(.keys)");
    const again = await page.evaluate(() => performance.now());
    await view.close();
    return {
        "home, first paint": home,
        "tap to first board": board,
        "reload of a table to its board": again,
    };
}

const reach = 16; // ms that one run of script may take
const scripted = new Set([
    "FunctionCall",
    "EvaluateScript",
    "HandlePostMessage",
    "EventDispatch",
    "TimerFire",
    "FireAnimationFrame",
]);

/** An event on the page's own thread, which draws it; its workers run other files. */
function ownThread(events) {
    const own = events.find(
        ({ name, args }) =>
            name === "FunctionCall" && /\/assets\/(app|chunk|board)\./.test(args?.data?.url),
    );
    if (!own) throw new Error("no script of the page ran");
    return own;
}

/** The runs of script on the page's thread, each including everything that it calls, in ms of
 * processor time, because other processes may use the clock's. Script that this test itself runs in
 * the page does not count. */
function scriptsIn(events) {
    const own = ownThread(events),
        runs = [];
    let end = 0;
    for (const { name, pid, tid, ts, dur = 0, tdur = 0, args } of [...events].sort(
        (a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0),
    )) {
        if (pid !== own.pid || tid !== own.tid) continue;
        if (scripted.has(name) && ts >= end) {
            end = ts + dur;
            runs.push({
                ms: tdur / 1000,
                what: [name, args?.data?.type ?? args?.data?.functionName ?? ""].join(" "),
                urls: [],
                within: {},
            });
        }
        if (ts >= end) continue;
        const { urls, within } = runs.at(-1);
        if (name === "FunctionCall") urls.push(args?.data?.url ?? "");
        if (/GC$|^Layout$|^UpdateLayoutTree$/.test(name))
            within[name] = (within[name] ?? 0) + tdur / 1000;
    }
    return runs.filter(
        ({ urls }) => urls.length === 0 || urls.some((url) => url.includes("/assets/")),
    );
}

/** Processor time in ms of the tasks on the page's own thread, and of those that paint for it. */
function spentIn(events) {
    const own = ownThread(events);
    const painters = new Set(
        events.flatMap(({ name, pid, tid, args }) =>
            name === "thread_name" &&
            pid === own.pid &&
            /^(Compositor|ThreadPoolForegroundWorker)/.test(args.name)
                ? [tid]
                : [],
        ),
    );
    const tasks = (those) =>
        events.flatMap(({ name, pid, tid, tdur = 0 }) =>
            name === "ThreadControllerImpl::RunTask" && pid === own.pid && those(tid)
                ? [tdur / 1000]
                : [],
        );
    return { own: tasks((tid) => tid === own.tid), painters: tasks((tid) => painters.has(tid)) };
}

const sumOf = (list) => list.reduce((sum, one) => sum + one, 0);

/** The state of the game, read through the debugger: a locator would leave almost as much garbage
 * in the page as the page itself. */
const look = (page) =>
    page.evaluate(() => ({
        legal: [
            ...new Set(
                [...document.querySelectorAll("[data-do]")].map((one) =>
                    one.getAttribute("data-do"),
                ),
            ),
        ].sort(),
        told: document.querySelectorAll("#panel-log li").length,
        over: document.querySelector(".result") !== null,
    }));

/** Clicks on the first visible one of these, by pointer: a locator's click would add script of its
 * own to the page's events. Returns whether there was one. */
async function click(page, selector) {
    const at = await page.evaluate((wanted) => {
        const one = [...document.querySelectorAll(wanted)].find((found) => found.checkVisibility());
        one?.scrollIntoView({ block: "nearest" });
        const { left, top, width, height } = one?.getBoundingClientRect() ?? {},
            parts = [0.5, 0.3, 0.7, 0.1, 0.9];
        return (
            one &&
            parts
                .flatMap((down) =>
                    parts.map((right) => [left + right * width, top + down * height]),
                )
                .find(([across, along]) => one.contains(document.elementFromPoint(across, along)))
        );
    }, selector);
    if (at) await page.mouse.click(...at);
    return at !== undefined;
}

/** Gives this answer; an action that cannot be undone needs a second tap. */
async function give(page, action, before) {
    const control = `[data-do="${action}"]`,
        done = async (most) =>
            until(async () => (await look(page)).told > before, "the answer", most).then(
                () => true,
                () => false,
            );
    if (!(await click(page, control))) {
        await click(page, "#tab-moves");
        await click(page, control);
    }
    // the control may have belonged to the previous question
    return (await done(300)) || (await click(page, `[data-confirm="${action}"]`), await done(3000));
}

/** What the browser does while so many answers are given. */
async function traced(view, most) {
    const { page } = view,
        session = await view.context.newCDPSession(page),
        events = [];
    await session.send("Tracing.start", {
        transferMode: "ReportEvents",
        traceConfig: { includedCategories: ["toplevel", "devtools.timeline"] },
    });
    session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
    const choose = chooser(1),
        asked = async () => (await look(page)).legal.length > 0 || (await look(page)).over;
    let answers = 0;
    while (answers < most) {
        await until(asked, "a question");
        const { legal, told, over } = await look(page);
        if (over) break;
        if (legal.length > 0 && (await give(page, choose(legal), told))) answers++;
    }
    const done = new Promise((resolve) => session.on("Tracing.tracingComplete", resolve));
    await session.send("Tracing.end");
    await done;
    return { events, answers };
}

/** Tasks of the page's thread while a game is played with movements on a slowed-down processor. */
async function tasks(game, slower) {
    const view = await visit(browser, { still: false }),
        { page } = view,
        session = await view.context.newCDPSession(page);
    const [record] = simulate(build, game, { seed: "measure" });
    await open(view, browser.url, tableAt(record, 0, [0], { bots: "novice" }));
    await settled(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
    await page.evaluate(() => {
        globalThis.longest = [];
        new PerformanceObserver((list) =>
            globalThis.longest.push(...list.getEntries().map(({ duration }) => duration)),
        ).observe({ type: "longtask" });
    });
    const { events, answers } = await traced(view, 6);
    const runs = scriptsIn(events),
        scripts = runs.map(({ ms }) => ms),
        { own, painters } = spentIn(events),
        long = await page.evaluate(() => globalThis.longest);
    await view.close();
    for (const { ms, what, within } of runs)
        if (ms > reach)
            console.log(
                `    ${ms.toFixed(1)} ms: ${what}${Object.entries(within)
                    .map(([name, took]) => `, ${name} ${took.toFixed(1)}`)
                    .join("")}`,
            );
    return {
        [`longest run of the page's script, processor ${slower} × slower`]: Math.max(0, ...scripts),
        "runs over 16 ms": scripts.filter((ms) => ms > reach).length,
        runs: scripts.length,
        "the page's thread, an answer": sumOf(own) / answers,
        "threads that paint, an answer": sumOf(painters) / answers,
        "longest task with all that the browser does for it": Math.max(0, ...own),
        "tasks over 100 ms": own.filter((ms) => ms > 100).length,
        "tasks over 100 ms by the clock": long.filter((ms) => ms > 100).length,
    };
}

/** From one question to the next, without movements, at a table as large as the game allows up to
 * four seats. */
async function answers(game) {
    const view = await visit(browser),
        most = describeGames(build).find(({ id }) => id === game).players_max,
        [record] = simulate(build, game, { seed: "measure", players: Math.min(4, most) });
    await open(view, browser.url, tableAt(record, 0, [0]));
    await settled(view.page);
    await traced(view, 4); // what is compiled and laid out once does not count
    const { events, answers: given } = await traced(view, 20),
        { own, painters } = spentIn(events),
        scripts = scriptsIn(events).map(({ ms }) => ms);
    const drawing = (wanted) =>
        sumOf(
            events.flatMap(({ name, tdur }) => (wanted.test(name) && tdur ? [tdur / 1000] : [])),
        ) / given;
    if (process.env.TRACE) writeFileSync(process.env.TRACE, JSON.stringify(events));
    await view.close();
    return {
        "an answer without movements, the page's thread": sumOf(own) / given,
        "of that, script": sumOf(scripts) / given,
        "of that, styles": drawing(/^UpdateLayoutTree$/),
        "of that, layout": drawing(/^Layout$/),
        "of that, painting": drawing(/^(Paint|PrePaint|Layerize|Commit)$/),
        "an answer without movements, threads that paint": sumOf(painters) / given,
    };
}

/** What is drawn while legal places shine and nothing else happens, in ms of processor time per
 * second. */
async function shining(game) {
    const view = await visit(browser, { still: false }),
        { page } = view,
        session = await view.context.newCDPSession(page);
    const [record] = simulate(build, game, { seed: "measure" }),
        steps = trace(build, [record]).filter(({ legal }) => legal?.[0]?.length > 3);
    await open(view, browser.url, tableAt(record, steps[Math.floor(steps.length / 2)].step, [0]));
    await settled(page);
    const events = [];
    session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
    await session.send("Tracing.start", {
        transferMode: "ReportEvents",
        traceConfig: {
            includedCategories: [
                "devtools.timeline",
                "disabled-by-default-devtools.timeline",
                "cc",
            ],
        },
    });
    await page.waitForTimeout(4000);
    const done = new Promise((resolve) => session.on("Tracing.tracingComplete", resolve));
    await session.send("Tracing.end");
    await done;
    const sum = (wanted) =>
        events
            .filter(({ name, tdur }) => wanted.includes(name) && tdur)
            .reduce((all, { tdur }) => all + tdur, 0) / 4000;
    await view.close();
    return {
        "painting while places shine, ms a second": sum([
            "Paint",
            "PrePaint",
            "Layerize",
            "Commit",
        ]),
        "rastering while places shine, ms a second": sum([
            "RasterTask",
            "RasterizerTaskImpl::RunOnWorkerThread",
        ]),
    };
}

/** The lobby with twenty open tables: the time until they are visible, and the cost of asking
 * again. */
async function lobby(game) {
    const post = async (path, body, token) =>
        (
            await fetch(`${browser.url}${path}`, {
                method: "POST",
                headers: {
                    "content-type": "application/json",
                    ...(token ? { authorization: `Bearer ${token}` } : {}),
                },
                body: JSON.stringify(body),
            })
        ).json();
    const { token } = await post("/api/guest", { name: "Agnes" });
    for (let i = 0; i < 20; i++)
        await post("/api/tables", { game, players: 2, pace: { kind: "relaxed", days: 3 } }, token);
    const view = await visit(browser, { size: "390x844" }),
        { page } = view,
        looks = [];
    await page.goto(browser.url);
    await page.waitForSelector("main h1");
    page.on(
        "response",
        (response) => response.url().includes("/api/tables?") && looks.push(response),
    );
    const began = Date.now();
    await page.locator("a[href='/lobby']").click();
    await page.locator(".ot").nth(19).waitFor();
    const seen = Date.now() - began;
    await page.waitForResponse((response) => response.url().includes("/api/tables?"));
    const { responseBodySize, responseHeadersSize } = await looks.at(-1).request().sizes();
    await view.close();
    return {
        "tap on the lobby to twenty open tables": seen,
        "bytes of looking again, every 5 s": responseBodySize + responseHeadersSize,
    };
}

/** Two people, and an opponent if the game allows it, sit down at a server's table. */
async function sitDown(game, { url }, host, guest) {
    for (const [{ page }, name] of [
        [host, "Agnes"],
        [guest, "Till"],
    ]) {
        await page.goto(url);
        await post(page, "/api/guest", { name });
    }
    const seats = game === "duell" ? ["me", "person"] : ["me", "person", "random"],
        table = { game, players: seats.length, seats, public: false },
        { path } = await post(host.page, "/api/tables", table);
    for (const { page } of [host, guest]) await page.goto(url + path);
    await guest.page.locator(".field input").first().fill("Till");
    await guest.page.locator("[data-sit]").click();
}

/** Plays on; the guest's processor time in ms per update while the others move. */
async function playTogether(host, guest) {
    const session = await guest.context.newCDPSession(guest.page),
        choose = chooser(3);
    // processor time, not the clock's
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const busy = async () =>
        Object.fromEntries(
            (await session.send("Performance.getMetrics")).metrics.map(({ name, value }) => [
                name,
                value,
            ]),
        ).TaskDuration * 1000;
    await settled(guest.page);
    let spent = 0,
        others = 0;
    for (let i = 0; i < 16; i++) {
        while ((await standing(host.page)) !== "asked" && (await standing(guest.page)) !== "asked")
            await host.page.waitForTimeout(30);
        const mover = (await standing(host.page)) === "asked" ? host : guest,
            before = await busy(),
            from = guest.frames.length;
        await answer(mover.page, choose(await legalHere(mover.page)));
        await host.page.waitForTimeout(300);
        if (mover === guest) continue;
        spent += (await busy()) - before;
        others += guest.frames.slice(from).filter(({ type }) => type === "update").length;
    }
    return spent / Math.max(1, others);
}

/** ms from `lose`, which interrupts the connection and returns when that was, to the welcome. */
async function timeToReturn({ frames }, lose) {
    const welcomes = () => frames.filter(({ type }) => type === "welcome").length,
        count = welcomes(),
        began = await lose();
    while (welcomes() === count) await new Promise((done) => setTimeout(done, 5));
    return Date.now() - began;
}

/** Two people and an opponent at a server's table: what the guest receives and does while the
 * others move, and how soon its connection is back. */
async function together(game) {
    const served = await serveReally(build, ["--no-pauses"]),
        at = { browser: browser.browser, url: served.url };
    const [host, guest] = [await visit(at), await visit(at, { size: "390x844" })];
    await sitDown(game, served, host, guest);
    const busy = await playTogether(host, guest);
    const updates = guest.frames.filter(({ type }) => type === "update").length,
        bytes = guest.frames.reduce(
            (sum, frame) => sum + Buffer.byteLength(JSON.stringify(frame)),
            0,
        );
    const network = await timeToReturn(guest, async () => {
        await guest.page.evaluate(() => dispatchEvent(new Event("offline")));
        const began = Date.now();
        await guest.page.evaluate(() => dispatchEvent(new Event("online")));
        return began;
    });
    let again = null;
    const restart = await timeToReturn(guest, async () => {
        again = await served.restart();
        return Date.now();
    });
    for (const { close } of [host, guest]) await close();
    again.close();
    return {
        "back after a change of network": network,
        "back after a server was killed, from its start": restart,
        "bytes a step, all frames": bytes / updates,
        "page busy, a step of others": busy,
    };
}

for (const game of only ? [only] : readdirSync(join(root, "web/games"))) {
    console.log(`${game}, load average ${loadavg()[0].toFixed(1)}`);
    for (const measure of [
        firstBoard,
        answers,
        (one) => tasks(one, 1),
        (one) => tasks(one, 4),
        ...(only ? [shining, lobby, together] : []),
    ])
        for (const [what, value] of Object.entries(await measure(game)))
            console.log(`    ${what}: ${Math.round(value * 10) / 10}${unitOf(what)}`);
}
await browser.close();
