// People at different places, in real browsers, at the real server. TAP on standard output.
//
//     node tests/page/together.test.mjs BUILD-FOLDER [--only TEXT]
//
// web/dist must be built. TAFELRUNDE_LONG=1 plays whole games of every game with two and three
// browsers and opponents.
import { readFileSync } from "node:fs";
import {
    completed,
    describeGames,
    launch,
    post,
    serveReally,
    tab,
    until,
    visit,
} from "./harness.mjs";
import {
    answer,
    answerByKeys,
    chooser,
    legalHere,
    reach,
    settled,
    standing,
    toResult,
} from "./driver.mjs";
import { look } from "./look.mjs";
import { suite } from "./suite.mjs";
import { end, ensure, equal } from "./tap.mjs";

const { build, check: checkCase, failed } = suite();
const browser = await launch(),
    began = Date.now(),
    everybody = [],
    watcher = { view: null },
    clock = { seen: false };
let served,
    url,
    host,
    guest,
    table = "";

/** Somebody with a browser of their own. Errors in their page fail the current case. */
async function come(how) {
    const view = await visit({ browser, url }, how);
    everybody.push(view);
    return view;
}

/** The server is stopped now and then, so a failed WebSocket connection is not an error. */
const wrongsOf = ({ wrongs }) =>
    wrongs.splice(0).filter((wrong) => !/WebSocket|ERR_CONNECTION/.test(wrong));

/** Everybody leaves, and the first two come back to a fresh server. */
async function begin() {
    for (const view of everybody.splice(0)) await view.close();
    served?.close();
    clock.host = null;
    served = await serveReally(build, ["--no-pauses"]);
    ({ url } = served);
    host = await come({ language: "de" });
    guest = await come({ size: "390x844", language: "en", theme: "candle" });
    await call(host, "Agnes");
    await call(guest, "Jörg");
}

/** Signs somebody in under this name. */
async function call({ page }, name) {
    await page.goto(url);
    await post(page, "/api/guest", { name });
    await page.evaluate(
        (who) =>
            localStorage.setItem("tafelrunde session", JSON.stringify({ name: who, guest: true })),
        name,
    );
}

const check = (name, body, renew = begin) =>
    checkCase(
        name,
        async () => {
            try {
                const note = await body();
                for (const view of everybody)
                    equal(wrongsOf(view), [], "what a page complained about");
                return note;
            } catch (error) {
                await photograph();
                throw error;
            }
        },
        renew,
    );

/** Takes a picture of every page. */
async function photograph() {
    const pages = everybody.flatMap(({ context }) => context.pages());
    for (const [i, page] of pages.entries())
        await page.screenshot({ path: `${failed}-${i}.png`, timeout: 5000 }).catch(() => {});
}

const tool = (page, icon) =>
    page.locator(".tools .tool", { has: page.locator(`use[href="#i-${icon}"]`) });
const looks = ({ page }) => look({ page, wrongs: [] }); // errors are checked after each case
const atTable = (page) => tool(page, "people").click();
const state = (page, seat) => page.locator(`.seat.s${seat} .st`).textContent();

/** Everybody answers all questions until all see the end, or until `enough`. */
async function playOn(pages, choose, enough = () => false) {
    for (let answers = 0, from = Date.now(); ;) {
        const states = await Promise.all(pages.map(standing));
        if (states.every((one) => one === "over") || (await enough(answers))) return answers;
        const asked = states.indexOf("asked");
        const legal = asked >= 0 ? await legalHere(pages[asked]) : [];
        if (legal.length) {
            await answer(pages[asked], choose(legal));
            answers++;
        } else await pages[0].waitForTimeout(30);
        ensure(Date.now() - from < 600_000, "the game does not end");
    }
}

/** What a page received beyond what the `seats` may know (null: a spectator). */
function strangers(frames, seats) {
    return frames
        .filter(({ type, seat }) => type !== "turn" && seat !== null && !seats.includes(seat))
        .map(({ type, seat }) => `${type} for seat ${seat}`);
}

/** Hidden things that a page has received: numbers of cards that others drew. */
const drawn = (frames) =>
    frames
        .flatMap(({ do: step = "", record }) => [
            step,
            ...(record?.steps ?? []).map(([, action]) => action),
        ])
        .filter((step) => /^draw \d/.test(step));

/** Hands that a page received besides its own. */
const hands = (frames, seats) =>
    completed(frames).flatMap(({ view }) =>
        (view?.seats ?? []).flatMap(({ hand = [] }, seat) => (seats.includes(seat) ? [] : hand)),
    );

/** The contents of a page's memory, as text. */
async function memory({ context, page }) {
    const session = await context.newCDPSession(page),
        parts = [];
    session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => parts.push(chunk));
    await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
    await session.detach();
    return parts.join("");
}

/** A person's random bytes for the draws of a table, which nobody else knows before its end. */
const bytesOf = ({ page }, seat) =>
    page.evaluate(
        (which) =>
            localStorage.getItem(
                `tafelrunde ${location.pathname.split("/").at(-1)} bytes ${which}`,
            ),
        seat,
    );

await begin();

// ---- a clock; it starts first, because it takes a minute ----

async function withClock() {
    Object.assign(clock, { host: await tab(host), guest: await tab(guest) });
    const { path } = await post(host.page, "/api/tables", {
        game: "tallinn",
        players: 2,
        seats: ["me", "person"],
        public: false,
        hints: false,
        pace: { kind: "live", minutes: 1, increment_s: 0 },
    });
    await clock.host.page.goto(url + path);
    await clock.guest.page.goto(url + path);
    await clock.guest.page.locator("[data-sit]").click();
    await settled(clock.host.page);
    await settled(clock.guest.page);
    await until(
        async () => (await clock.guest.page.locator(".clock.runs").count()) === 2,
        "both clocks running",
    );
    equal(await clock.guest.page.locator(".hint").count(), 0, "hints where the table has none");
    await answer(clock.host.page, (await legalHere(clock.host.page))[0]);
    await until(
        async () => (await clock.guest.page.locator(".clock.runs").count()) === 1,
        "the host's clock stopping",
    );
    await looks(clock.guest);
    clock.began = Date.now();
    // a page in the background draws once a second
    for (const { page } of [host, guest]) await page.bringToFront();
}

await check("a table with a clock: both run while both owe an answer, and stop with it", withClock);

const ranOut = () =>
    check("a clock that ran out: an opponent plays, the seat can be taken back", async () => {
        clock.seen = true;
        if (!clock.host) await withClock();
        const { page } = clock.guest;
        await until(
            async () => (await page.locator("[data-reclaim]").count()) > 0,
            "the clock running out",
            180_000,
        );
        await until(
            async () => (await state(clock.host.page, 1)).includes("spielt weiter"),
            "the other page knowing of it",
        );
        await page.locator("[data-reclaim]").click();
        await until(
            async () => (await page.locator("[data-reclaim]").count()) === 0,
            "the seat being back",
        );
        await atTable(page);
        await page.locator("[data-deed=resign]").click();
        await page.locator("[data-sure=resign]").click();
        await toResult(page);
        await toResult(clock.host.page);
        ensure(
            (await clock.host.page.textContent(".rh")).includes("Jörg gibt auf"),
            "how it ended",
        );
        return `${Math.round((Date.now() - clock.began) / 1000)} s`;
    });

const parts = [];
let ended = false; // true if a part of the evening failed

/** A part of the evening; a second try starts the evening again. Afterwards the clock is checked if
 * its minute is over, because the other seat's time runs out soon after. */
async function evening(name, body) {
    const passed = await check(
        name,
        () => {
            ensure(!ended, "there is nothing to go on from");
            return body();
        },
        async () => {
            if (ended) return;
            await begin();
            for (const part of parts) await part();
        },
    );
    parts.push(body);
    ended ||= passed === false;
    if (!clock.seen && Date.now() - clock.began > 60_000) await ranOut();
}

// ---- a whole evening ----

await evening(
    "with friends by link: one at a wide screen, in German; one by telephone, in English",
    async () => {
        await host.page.goto(url);
        await host.page.locator("[data-friends]").click();
        await host.page.locator(".pk", { hasText: "Tallinn" }).click();
        await host.page.locator("dialog .sit.add").click();
        await host.page.locator("dialog select").last().selectOption("random");
        await host.page.locator("dialog footer .btn").click();
        await host.page.waitForSelector(".qr");
        await looks(host);
        table = await host.page.locator(".invite input").inputValue();
        await guest.page.goto(table);
        await guest.page.waitForSelector("[data-sit]");
        await looks(guest);
        const sealed = await guest.page.textContent(".seal-code");
        await guest.page.locator("[data-sit]").click();
        for (const { page } of [host, guest]) await settled(page);
        ensure((await host.page.textContent(".prompt")).includes("Welche Karte"), "German");
        ensure((await guest.page.textContent(".prompt")).includes("which card"), "English");
        await atTable(guest.page);
        equal(
            await guest.page.textContent(".about-table .seal-code"),
            sealed,
            "the commitment, from before the game",
        );
        await looks(guest);
        await guest.page.keyboard.press("Escape");
    },
);

await evening(
    "others see that a seat has answered, not what; answers can be taken back; hints",
    async () => {
        const before = guest.frames.length,
            [first] = await legalHere(host.page);
        const icon = () => host.page.locator('link[rel="icon"]').getAttribute("href");
        await until(
            async () => (await host.page.title()) === "● Du bist am Zug · Tallinn",
            "the title saying whose turn it is",
        );
        const seen = (yes) =>
            host.page.evaluate((visible) => {
                Object.defineProperty(document, "hidden", { configurable: true, value: !visible });
                document.dispatchEvent(new Event("visibilitychange"));
            }, yes);
        equal(await icon(), "/icon.svg", "the icon while somebody looks");
        await seen(false);
        equal(await icon(), "/icon-turn.svg", "the icon saying so out of sight");
        await seen(true);
        equal(await icon(), "/icon.svg", "the icon in sight again");
        await answer(host.page, first);
        await until(
            async () => (await state(guest.page, 0)).includes("has chosen"),
            "the host having chosen",
        );
        equal(
            guest.frames.slice(before).filter(({ type }) => type === "update"),
            [],
            "told of the answer",
        );
        await until(
            async () => (await host.page.title()) === "Tallinn · Tafelrunde",
            "the title being as before",
        );
        equal(await icon(), "/icon.svg", "the icon being as before");
        await tool(host.page, "undo").click();
        await until(
            async () => (await state(guest.page, 0)).includes("thinking"),
            "the host thinking again",
        );
        await guest.page.locator(".hint").click();
        await guest.page.waitForSelector(".advice [data-do]");
        await looks(guest);
    },
);

await evening("chat, with what is unread, and with somebody muted", async () => {
    await host.page.locator("#tab-chat").click();
    const say = async (text) => {
        await host.page.locator(".chat input").fill(text);
        await host.page.keyboard.press("Enter");
    };
    await say("Guten Abend!");
    await guest.page.waitForSelector(".tools .count");
    await tool(guest.page, "scroll").click();
    await guest.page.locator("#tab-chat").click();
    ensure((await guest.page.textContent(".chat ol")).includes("Guten Abend!"), "the line");
    await looks(guest);
    await guest.page.keyboard.press("Escape");
    await atTable(guest.page);
    await guest.page.locator(".people .btn").first().click();
    await guest.page.keyboard.press("Escape");
    await say("Hörst du mich?");
    await until(
        () =>
            guest.frames.some(
                ({ type, lines }) =>
                    type === "chat" && lines.some(({ text }) => text === "Hörst du mich?"),
            ),
        "the line coming",
    );
    equal(await guest.page.locator(".tools .count").count(), 0, "unread lines of somebody muted");
});

await evening(
    "two pages of one person stay in step; a latecomer sees the past, nothing hidden",
    async () => {
        const choose = chooser(7),
            second = await tab(host);
        await playOn([host.page, guest.page], choose, (answers) => answers === 4);
        await second.page.goto(table);
        watcher.view = await come({ size: "820x1180" });
        await watcher.view.page.goto(table);
        await watcher.view.page.waitForSelector(".table");
        ensure(
            (await watcher.view.page.locator(".side-panel, .tools .tool").count()) > 0,
            "a table",
        );
        await settled(second.page);
        const [first] = await legalHere(second.page),
            before = host.frames.length;
        await answer(second.page, first);
        await until(
            () =>
                host.frames
                    .slice(before)
                    .some(
                        ({ type, by, do: step }) => type === "update" && by === 0 && step === first,
                    ),
            "the other page hearing of it",
        );
        await second.page.close();
        await host.page.bringToFront();
        await until(
            async () => !(await legalHere(host.page)).includes(first),
            "the other page no longer offering it",
        );
        await looks(watcher.view);
        const hosts = await bytesOf(host, 0),
            guests = await bytesOf(guest, 1);
        for (const [view, own, foreign] of [
            [guest, [guests], [hosts]],
            [watcher.view, [], [hosts, guests]],
        ]) {
            const known = await memory(view);
            for (const secret of own)
                ensure(known.includes(secret), "one's own bytes in a page's memory");
            for (const secret of foreign)
                ensure(!known.includes(secret), "bytes of somebody else in a page's memory");
        }
    },
);

await evening(
    "a change of network: missed messages come once; the record has the seat's view",
    async () => {
        const { view } = watcher,
            told = () =>
                view.frames.filter(({ type }) => type === "update").map(({ version }) => version);
        await view.context.setOffline(true);
        await view.page.waitForSelector(".away:not(.silent)");
        const before = told().length,
            // a slow page may ask twice when it comes, so only the frames after that count
            last = told().at(-1);
        await playOn([host.page, guest.page], chooser(9), (answers) => answers === 4);
        equal(told().length, before, "told without a network");
        await view.context.setOffline(false);
        await until(() => told().length > before, "what was missed being told");
        equal(
            told().slice(before),
            Array.from(told().slice(before), (_, i) => last + 1 + i),
            "versions without a gap or a repeat",
        );
        await atTable(guest.page);
        const [file] = await Promise.all([
            guest.page.waitForEvent("download"),
            guest.page.locator(".about-parts > .btn").click(),
        ]);
        const record = JSON.parse(readFileSync(await file.path(), "utf8"));
        equal(record.seed, undefined, "the seed before the end");
        equal(
            record.entropy.map((bytes) => bytes !== null),
            [false, true, false],
            "whose bytes the record has",
        );
        const { pile } = completed(guest.frames).findLast(
            ({ type, seat }) => type === "update" && seat === 1,
        ).view.seats[1];
        equal(
            drawn([{ record }]).length,
            10 - pile.length,
            "draws that the record names: the guest's own",
        );
        await guest.page.keyboard.press("Escape");
    },
);

/** While the server is away: the guest answers, and the host cannot chat. */
async function goOnWithoutServer(choose) {
    const { page } = guest;
    await page.waitForSelector(".away:not(.silent)");
    const sent = choose(await legalHere(page));
    await answer(page, sent);
    await until(
        async () => (await page.textContent(".prompt")).includes("as soon as you are back online"),
        "saying what happens to the answer",
    );
    await host.page.waitForSelector(".away:not(.silent)");
    await host.page.locator(".chat input").fill("Bist du noch da?");
    await host.page.keyboard.press("Enter");
    await host.page.waitForSelector(".bar-line .warn");
    equal(
        await host.page.locator(".chat input").inputValue(),
        "Bist du noch da?",
        "a line that could not be said",
    );
    return sent;
}

/** The end of the game, for everybody who is there. */
async function lookAtEnd() {
    // who has watched the game goes straight to its analysis, and may come back to the result
    await watcher.view.page.waitForURL(/\/analysis#/);
    await watcher.view.page.waitForSelector(".table.study");
    await looks(watcher.view);
    await watcher.view.page.goBack();
    for (const view of [host, guest, watcher.view]) {
        await toResult(view.page);
        await looks(view);
    }
    await guest.page.locator(".vf .btn").click();
    await guest.page.waitForSelector(".vf code");
    equal(
        await watcher.view.page.locator("[data-do], [data-again]").count(),
        0,
        "controls of a spectator",
    );
}

await evening(
    "kill −9 of the server: a pending answer is sent once; the draws are checked",
    async () => {
        const choose = chooser(8),
            { page } = guest;
        // whichever of the two was asked first may have answered alone
        await playOn([host.page], choose, async () => (await standing(page)) === "asked");
        let sent = "",
            back = 0;
        served = await served.restart(async () => {
            sent = await goOnWithoutServer(choose);
            guest.frames.length = 0;
            back = Date.now();
        });
        const arrived = () =>
            guest.frames.filter(
                ({ type, id, do: step }) => type === "update" && id && step === sent,
            );
        await until(() => arrived().length > 0, "the answer arriving");
        const returned = Date.now() - back;
        equal(arrived().length, 1, "told of it once");
        equal(
            guest.frames.filter(({ type, version }) => type === "update" && version < 5),
            [],
            "told again from the start",
        );
        const answers = await playOn([host.page, page], choose);
        await lookAtEnd();
        return `${answers} answers after it, back within ${returned} ms of its start`;
    },
);

await evening(
    "nobody was told what their seat may not know: frames, page, storage, memory",
    async () => {
        const { view } = watcher,
            over = view.frames.findIndex(({ over: is }) => is);
        equal(strangers(view.frames, []), [], "a spectator's frames");
        equal(
            view.frames
                .slice(0, over)
                .filter(({ type }) => type === "question" || type === "record"),
            [],
            "a spectator's questions",
        );
        equal(drawn(view.frames.slice(0, over)), [], "cards that a spectator saw drawn");
        equal(hands(view.frames, []), [], "hands that a spectator saw");
        for (const [who, { frames }, seat] of [
            ["guest", guest, 1],
            ["host", host, 0],
        ]) {
            equal(strangers(frames, [seat]), [], `the ${who}'s frames`);
            equal(hands(frames, [seat]), [], `hands of others that the ${who} saw`);
            ensure(hands(frames, []).length > 0, "one's own hand");
        }
        const kept = await view.page.evaluate(async () =>
            JSON.stringify([
                { ...localStorage },
                { ...sessionStorage },
                await indexedDB.databases().then((all) => all.map(({ name }) => name)),
            ]),
        );
        ensure(!/bytes|draw|hand/.test(kept), `a spectator keeps ${kept}`);
    },
);

await evening(
    "rematch; a leaver, whom an opponent replaces, and the return; the end by agreement",
    async () => {
        await host.page.locator("[data-again]").click();
        // both sides see who has agreed, and go there together
        for (const [{ page }, texts] of [
            [host, ["Du dabei", "Jörg noch offen"]],
            [guest, ["in", "You not yet"]],
        ])
            for (const text of texts)
                await until(
                    async () =>
                        (await page.locator(".agreed").allInnerTexts())
                            .join(" ")
                            .replace(/\s+/g, " ")
                            .includes(text),
                    text,
                );
        await looks(guest);
        await guest.page.locator("[data-again]").click();
        for (const { page } of [host, guest]) await settled(page);
        const address = guest.page.url();
        ensure(!table.startsWith(address), "another table");
        await watcher.view.page.locator("[data-again]").click();
        await until(async () => watcher.view.page.url() === address, "the spectator following");
        await watcher.view.page.waitForSelector(".table");
        equal(await watcher.view.page.locator("[data-do]").count(), 0, "controls of a spectator");
        await atTable(guest.page);
        await guest.page.locator("[data-deed=leave]").click();
        await looks(guest);
        await guest.page.locator("[data-sure=leave]").click();
        await guest.page.waitForSelector(".hero");
        await until(
            async () => (await state(host.page, 1)).includes("spielt weiter"),
            "an opponent playing for the guest",
        );
        await guest.page.goto(address);
        await guest.page.waitForSelector("[data-reclaim]");
        await looks(guest);
        await guest.page.locator("[data-reclaim]").click();
        await until(
            async () => (await guest.page.locator("[data-reclaim]").count()) === 0,
            "the guest being back",
        );
        await atTable(host.page);
        await host.page.locator("[data-deed=end]").click();
        await guest.page.waitForSelector("[data-agree]");
        await looks(guest);
        await guest.page.locator("[data-decline]").click();
        await until(
            async () => (await host.page.locator("[data-decline]").count()) === 0,
            "the proposal being gone",
        );
        await atTable(guest.page);
        await guest.page.locator("[data-deed=end]").click();
        await host.page.locator("[data-agree]").click();
        for (const view of [host, guest]) {
            await toResult(view.page);
            await looks(view);
        }
        ensure(
            (await guest.page.textContent(".rh")).includes("You agreed to stop"),
            "how it ended",
        );
    },
);

// ---- without a page ----

/** Runs in the page: subscribes at a push service that does not exist, because this browser comes
 * without its maker's. The server stores the subscription all the same. */
function pretendPush() {
    const point = "BA".padEnd(86, "A") + "A";
    globalThis.PushManager.prototype.subscribe = async () => ({
        toJSON: () => ({
            endpoint: "https://push.example/x",
            keys: { p256dh: point, auth: "A".repeat(22) },
        }),
    });
    Object.defineProperty(Notification, "permission", {
        get: () => (globalThis.granted ? "granted" : "default"),
    });
    Notification.requestPermission = async () => ((globalThis.granted = true), "granted");
}

/** Opens a table with a pace of days, and accepts notifications there. Returns the table's id. */
async function acceptNotices(view) {
    const { page } = view;
    await page.goto(url);
    await post(page, "/api/guest", { name: "Till" });
    const { path, table } = await post(page, "/api/tables", {
        game: "tallinn",
        players: 2,
        seats: ["me", "random"],
        public: false,
        pace: { kind: "relaxed", days: 2 },
    });
    await page.goto(url + path);
    await page.waitForSelector("[data-notices]");
    await looks(view);
    const [posted] = await Promise.all([
        page.waitForResponse(/api\/notices\/push/),
        page.locator("[data-notices]").click(),
    ]);
    equal(posted.status(), 200, "the server's answer");
    await until(
        async () => (await page.locator("[data-notices]").count()) === 0,
        "the question being gone",
    );
    return table;
}

/** A function that delivers a push message about the table to the service worker. */
async function pushTo({ page, context }, table) {
    const session = await context.newCDPSession(page);
    const registered = new Promise((done) =>
        session.on(
            "ServiceWorker.workerRegistrationUpdated",
            ({ registrations: [first] }) => first && done(first.registrationId),
        ),
    );
    await session.send("ServiceWorker.enable");
    const registrationId = await registered,
        data = JSON.stringify({ table, key: "turn" });
    return () =>
        session.send("ServiceWorker.deliverPushMessage", { origin: url, registrationId, data });
}

const shownNotices = (page) =>
    page.evaluate(() =>
        navigator.serviceWorker.ready
            .then((one) => one.getNotifications())
            .then((all) => all.map(({ body, data }) => [body, data])),
    );

/** Tests cannot click on a notification, so the worker gets the event instead. Returns the windows
 * that it opened. */
const clickNotice = ({ context }) =>
    context.serviceWorkers()[0].evaluate(async () => {
        const done = [],
            opened = [],
            { clients } = globalThis;
        clients.openWindow = async (to) => opened.push(to);
        const [notification] = await globalThis.registration.getNotifications();
        const event = Object.assign(new Event("notificationclick"), {
            notification: { close: () => {}, data: notification.data },
            waitUntil: (until) => done.push(until),
        });
        globalThis.dispatchEvent(event);
        // focusing a window fails, because nobody has really clicked
        await Promise.all(done.map((one) => one.catch(() => {})));
        return opened;
    });

await check(
    "at a table for days one is asked about notices; one that comes leads to the table",
    async () => {
        const view = await come({ serviceWorkers: "allow", permissions: ["notifications"] }),
            { page, context } = view;
        await context.addInitScript(pretendPush);
        const id = await acceptNotices(view),
            deliver = await pushTo(view, id);
        // A message to a worker that is only waking up is lost. A second message about the same
        // table replaces the first.
        await until(async () => {
            await deliver();
            await page.waitForTimeout(300);
            return (await shownNotices(page)).length === 1;
        }, "the notice");
        equal(await shownNotices(page), [["Du bist am Zug.", id]], "what it says");
        equal(await clickNotice(view), [], "windows opened while the table is shown");
        await page.goto(url);
        equal(await clickNotice(view), [`/t/${id}`], "windows opened elsewhere");
        await view.close();
        everybody.pop();
    },
);

// ---- several tables, and the keyboard ----

await check(
    "one's turn elsewhere is shown here; the others may go on without a silent player",
    async () => {
        await host.page.goto(url);
        const make = (seats) =>
            post(host.page, "/api/tables", {
                game: "tallinn",
                players: 2,
                seats,
                public: false,
                pace: { kind: "none" },
            });
        const here = await make(["me", "random"]),
            there = await make(["me", "person"]),
            second = await tab(host);
        const said = host.page.locator(`.bar-line a[href="/t/${there.table}"]`);
        const reply = async ({ page }) => {
            await page.bringToFront();
            await settled(page);
            await answer(page, (await legalHere(page))[0]);
        };
        const guestUntil = (so, what) =>
            until(async () => {
                if (await so()) return true;
                if ((await standing(guest.page)) === "asked") await reply(guest);
                return false;
            }, what);
        await host.page.goto(url + here.path);
        await second.page.goto(url + there.path);
        await guest.page.goto(url + there.path);
        await guest.page.locator("[data-sit]").click();
        await said.waitFor({ state: "attached" });
        await reply(second);
        await said.waitFor({ state: "detached" });
        await guestUntil(() => said.count(), "the host's turn there");
        await host.page.bringToFront();
        await looks(host);
        await said.click();
        await until(() => host.page.url() === `${url}/t/${there.table}`, "going there");
        await host.page.waitForSelector(".table");
        await second.page.close();
        // Nobody waits seven days here: the server restarts with a limit of one second.
        served = await served.restart(undefined, ["--no-pauses", "--silence", "1"]);
        await atTable(guest.page);
        await guest.page.locator("[data-deed=replace]").waitFor();
        await looks(guest);
        await guest.page.locator("[data-deed=replace]").click();
        await host.page.locator("[data-reclaim]").click();
        await until(
            async () => (await host.page.locator("[data-reclaim]").count()) === 0,
            "the host being back",
        );
        // the opponent has answered already
        await guestUntil(async () => (await standing(host.page)) === "asked", "the host's turn");
        await atTable(guest.page);
        await guest.page.locator("[data-deed=close]").click();
        for (const { page } of [host, guest]) await toResult(page);
        ensure(
            (await guest.page.textContent(".rh")).includes("The table was closed"),
            "how it ended",
        );
    },
);

await check(
    "with the keyboard alone: a table is made, played at, talked at, and left",
    async () => {
        const { page } = host,
            whole = Boolean(process.env.TAFELRUNDE_LONG);
        const press = async (selector) => {
            await reach(page, selector);
            await page.keyboard.press("Enter");
        };
        await page.goto(url);
        await press("[data-friends]");
        await press("dialog .pk:nth-child(3)");
        await reach(page, "dialog .sit select");
        await page.keyboard.press("ArrowDown"); // from a person to the weakest level
        await press("dialog footer .btn");
        let answers = 0,
            keys = 0;
        for (; answers < (whole ? 100 : 3) && (await settled(page)) !== "over"; answers++)
            keys += await answerByKeys(page);
        if (whole) {
            equal(await standing(page), "over", "the game");
            return `${answers} answers, ${keys} tabs`;
        }
        await reach(page, "[role=tab]");
        await page.keyboard.press("ArrowLeft"); // the last of them
        await reach(page, ".chat input");
        await page.keyboard.type("Mit zehn Fingern");
        await page.keyboard.press("Enter");
        await page.locator(".chat ol").getByText("Mit zehn Fingern").waitFor();
        await press(".tools .tool:has(use[href='#i-people'])");
        await press("[data-deed=leave]");
        await press("[data-sure=leave]");
        await page.waitForSelector(".hero");
        return `${answers} answers, ${keys} tabs`;
    },
);

if (!clock.seen) await ranOut();

// ---- whole games ----

const games = describeGames(build).map(({ id, players_max: most }) => ({
    game: id,
    players: Math.min(most, 3),
}));

for (const [i, { game, players }] of process.env.TAFELRUNDE_LONG ? games.entries() : [])
    for (const people of players > 2 ? [2, 3] : [2])
        await check(
            `${game}: a whole game of ${people} browsers and ${players - people} opponents`,
            async () => {
                const others = people > 2 ? [await come({ size: "820x1180", language: "de" })] : [],
                    all = [host, guest, ...others];
                for (const view of others) await call(view, "Hedwig");
                await host.page.goto(url);
                const seats = Array.from({ length: players }, (_, seat) =>
                    seat === 0 ? "me" : seat < people ? "person" : "random",
                );
                const { path } = await post(host.page, "/api/tables", {
                    game,
                    players,
                    seats,
                    public: false,
                    pace: { kind: "none" },
                });
                for (const [seat, { page }] of all.entries()) {
                    await page.goto(url + path);
                    if (seat > 0) await page.locator(`[data-sit="${seat}"]`).click();
                }
                const answers = await playOn(
                    all.map(({ page }) => page),
                    chooser(i + 20),
                );
                for (const view of others) await view.close();
                everybody.length -= others.length;
                return `${answers} answers`;
            },
        );

await browser.close();
served.close();
console.log(`# ${Math.round((Date.now() - began) / 1000)} s`);
end();
