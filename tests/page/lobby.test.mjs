// The page away from the table, in real browsers against the real server: lobby, accounts,
// profiles, leader board. TAP on standard output.
//
//     node tests/page/lobby.test.mjs BUILD-FOLDER [--only TEXT]
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { reach, settled } from "./driver.mjs";
import { root, serveReally, sizes, until, visit } from "./harness.mjs";
import { serve } from "./serve.mjs";
import { guest as newGuest, password, request, signThrough, signUp } from "./scenes.mjs";
import { looked, serverSuite, url } from "./suite.mjs";
import { end, ensure, equal } from "./tap.mjs";

const folder = mkdtempSync(join(tmpdir(), "tafelrunde-lobby-")),
    pages = join(folder, "pages");
mkdirSync(pages);
writeFileSync(join(pages, "imprint.de.html"), "<!doctype html><title>Impressum</title><p>Wir.");
writeFileSync(join(pages, "imprint.en.html"), "<!doctype html><title>Imprint</title><p>Us.");
writeFileSync(join(pages, "privacy.html"), "<!doctype html><title>Privacy</title><p>Little.");
writeFileSync(join(pages, "style.css"), "p { color: black }");
const flags = ["--pages", pages, "--webhooks", "--no-limits"],
    { build, check, browser, visiting, close } = await serverSuite(flags);

const inside = ({ page }) => page.waitForSelector(".account-parts");

/** Signing up shows the recovery codes, then the lobby, where there is something to do. */
async function joined(view) {
    await view.page.locator("[data-kept]").click();
    await view.page.waitForURL(`${url}/lobby`);
    await view.page.goto(`${url}/account`);
    await inside(view);
}
const text = (page, selector) => page.locator(selector).first().textContent();

// ---- accounts ----

await check("with the keyboard alone: sign up, find an open table, sit down", () =>
    visiting([{}], async ({ page }) => {
        await request(
            url,
            "/api/tables",
            { game: "tallinn", players: 2 },
            await newGuest(url, "Waleran"),
        );
        await page.goto(url);
        await reach(page, "a[href='/account']");
        await page.keyboard.press("Enter");
        await reach(page, ".sign-in input[type=radio]");
        await page.keyboard.press("ArrowRight");
        await reach(page, "input[autocomplete=username]");
        await page.keyboard.type("Aliena");
        await reach(page, "input[type=password]");
        await page.keyboard.type(password);
        await page.keyboard.press("Enter");
        await page.waitForSelector("[data-kept]");
        await reach(page, "[data-kept]");
        await page.keyboard.press("Enter");
        await page.waitForSelector("[data-join]");
        await reach(page, "[data-join]");
        await page.keyboard.press("Enter");
        // all seats are taken, but Waleran has no page open
        await page.getByText("Wir warten auf Waleran.").waitFor();
        await page.goto(`${url}/lobby`);
        await page.waitForSelector(".tb");
    }),
);

const signedOut = ({ page }) => page.waitForSelector(".sign-in");

/** A guest opens a table for friends, with an opponent and a pace of days. */
async function openAsGuest(view) {
    const { page } = view;
    await page.goto(url);
    await page.locator("[data-friends]").click();
    await page.locator(".pk", { hasText: "Tallinn" }).click();
    await page.locator("dialog .sit input").fill("Mechthild");
    await page.locator("dialog select[aria-label]").nth(1).selectOption("random");
    await page.locator("dialog input[value=relaxed]").check({ force: true });
    await page.locator("dialog .pair select").selectOption("7");
    equal(
        await page.locator("dialog .dr .switch input").first().isDisabled(),
        true,
        "a guest cannot play for a rating",
    );
    await looked(view);
    await page.locator("dialog footer .btn").click();
    await settled(page);
}

async function signUpAsGuest(view) {
    const { page } = view;
    await page.goto(`${url}/account`);
    // the server has said that the guest sits at a table
    await page.locator(".account .panel", { hasText: "Du sitzt an einem Tisch" }).first().waitFor();
    await looked(view);
    await signThrough(view, "up", "Mechthild", "kurz");
    await page.waitForSelector("[role=alert]");
    ensure(
        (await text(page, "[role=alert]")).includes("8 bis 200 Zeichen"),
        "the server's own reason",
    );
    await signThrough(view, "up", "Mechthild");
    await joined(view);
}

/** The second device signs in and finds the table. */
async function findTable(view) {
    const { page } = view;
    await signThrough(view, "in", "Mechthild", "nicht dieses");
    await page.waitForSelector("[role=alert]");
    equal(await text(page, "[role=alert]"), "Name or password is wrong.", "refusal");
    await signThrough(view, "in", "mechthild");
    await inside(view);
    await page.goto(`${url}/lobby`);
    equal(await text(page, ".tb .ts"), "Your turn, 7 days per move", "whose turn it is");
    await page.locator(".tb .btn").click();
    equal(await settled(page), "asked", "the second device");
}

async function changePassword({ page }, to) {
    await page.goto(`${url}/account`);
    const old = page.locator("input[autocomplete=current-password]").first(),
        fresh = page.locator("input[autocomplete=new-password]");
    await old.fill("falsch 123");
    await fresh.fill(to);
    await fresh.press("Enter");
    await page.waitForSelector("[role=alert]");
    await old.fill(password);
    await fresh.press("Enter");
    await page.waitForSelector(".good");
}

await check(
    "a guest's seat becomes the account's; a second device finds it, until signed out",
    () =>
        visiting(
            [{}, { size: "390x844", language: "en", theme: "candle" }],
            async (desk, phone) => {
                await openAsGuest(desk);
                await signUpAsGuest(desk);
                await findTable(phone);
                await changePassword(desk, "neues Wort");
                await phone.page.goto(`${url}/account`);
                await signedOut(phone); // the new password ended its session
                await signThrough(phone, "in", "Mechthild", "neues Wort");
                await inside(phone);
                await desk.page.locator("[data-out-everywhere]").click();
                await signedOut(desk);
                await phone.page.reload();
                await signedOut(phone);
                await signThrough(desk, "in", "Mechthild", "neues Wort");
                await inside(desk);
                await desk.page.locator("[data-out]").click();
                await signedOut(desk);
            },
        ),
);

await check("one's data as a file, a webhook, and the account deleted, each told plainly", () =>
    visiting([{ size: "820x1180", own: true }], async (view) => {
        const { page } = view;
        await signThrough(view, "up", "Dietmar");
        await joined(view);
        // the cookie is still there; the page learns that the session is gone when it asks
        await page.evaluate(() => localStorage.removeItem("tafelrunde session"));
        await signThrough(view, "up", "Dietmar II");
        await inside(view);
        equal(await text(page, "h1"), "Dietmar", "who it is");
        const [download] = await Promise.all([
            page.waitForEvent("download"),
            page.getByText("Daten herunterladen").click(),
        ]);
        const { name, guest } = JSON.parse(readFileSync(await download.path(), "utf8"));
        equal([name, guest], ["Dietmar", false], "the file");
        await page.locator("input[inputmode=url]").fill("http://example.org/");
        await page.keyboard.press("Enter");
        await page.waitForSelector("[role=alert]");
        ensure((await text(page, "[role=alert]")).includes("https://"), "what is wrong with it");
        await page.locator("input[inputmode=url]").fill("https://example.org/hook");
        await page.keyboard.press("Enter");
        await page.waitForSelector(".targets li");
        ensure(
            /^[0-9a-f]{64}$/.test(await page.locator("input.code").inputValue()),
            "the secret, once",
        );
        await looked(view);
        await page.locator(".targets .btn").click();
        await page.waitForSelector(".targets", { state: "detached" });
        await page.getByRole("button", { name: "Konto löschen" }).click();
        const secret = page.locator("section:last-of-type input[type=password]");
        await secret.fill("falsch 123");
        await page.getByRole("button", { name: "Endgültig löschen" }).click();
        await page.waitForSelector("[role=alert]");
        await looked(view);
        await secret.fill(password);
        await page.getByRole("button", { name: "Endgültig löschen" }).click();
        await page.waitForSelector(".sign-in");
        await page.goto(`${url}/u/Dietmar`);
        equal(await text(page, ".offline"), "Ein Konto mit diesem Namen gibt es nicht.", "gone");
    }),
);

// ---- lobby ----

await check("the lobby: filters, a new table by itself, one tap to sit from a second browser", () =>
    visiting([{}, { size: "390x844", language: "en" }], async (host, guest) => {
        const till = await newGuest(url, "Till");
        await request(
            url,
            "/api/tables",
            { game: "rattus", players: 4, pace: { kind: "live", minutes: 30, increment_s: 0 } },
            till,
        );
        await request(
            url,
            "/api/tables",
            { game: "duell", players: 2, pace: { kind: "relaxed", days: 2 } },
            till,
        );
        await guest.page.goto(`${url}/lobby`);
        await guest.page.waitForSelector(".ot");
        const games = () =>
            guest.page.$$eval(".ot h3", (all) => all.map(({ textContent }) => textContent));
        const filter = (name, value) =>
            guest.page.locator(`[data-filter=${name}]`).selectOption(value);
        await filter("pace", "live");
        equal(await games(), ["Rattus"], "with a clock");
        await filter("pace", "relaxed");
        equal(await games(), ["Duell der Baumeister"], "with days");
        await filter("rated", "yes");
        await guest.page.waitForSelector(".nothing .btn");
        await looked(guest);
        await guest.page.locator(".nothing .btn").click();
        await filter("players", "3");
        await filter("game", "tallinn");
        await guest.page.waitForSelector(".nothing");
        // Somebody opens a table: it appears without a reload.
        await host.page.goto(`${url}/lobby`);
        await host.page.locator(".head .btn").click();
        await host.page.locator(".pk", { hasText: "Tallinn" }).click();
        await host.page.locator("dialog .sit input").fill("Hedwig");
        await host.page.locator("dialog .sit.add").click();
        await host.page.locator("dialog select[aria-label]").nth(2).selectOption("random");
        await host.page.locator("dialog input[value=live]").check({ force: true });
        await host.page.locator("dialog footer .btn").click();
        await host.page.waitForSelector(".qr");
        const began = Date.now();
        await guest.page.waitForSelector("[data-join]");
        const seconds = ((Date.now() - began) / 1000).toFixed(1);
        await looked(guest);
        await guest.page.locator("[data-join]").click();
        // nobody sits down without a name
        await guest.page.waitForSelector("#lobby-wrong:not(:empty)");
        await guest.page.locator(".as input").fill("Konrad");
        await guest.page.locator("[data-join]").click();
        for (const { page } of [host, guest]) await settled(page);
        // A guest has no password. The page says what will be deleted, then forgets the guest.
        await guest.page.goto(`${url}/account`);
        await guest.page.getByRole("button", { name: "Forget this guest" }).click();
        await guest.page.getByRole("button", { name: "Delete for good" }).click();
        await guest.page.getByText("You are a guest").waitFor({ state: "detached" });
        return `seen after ${seconds} s`;
    }),
);

await check(
    "without a server the pages say so; with it back, the lobby returns by itself",
    async () => {
        const still = await serve(resolve(root, "web/dist"));
        await visiting(
            [{ size: "390x660", own: true }],
            async (view) => {
                for (const path of ["/lobby", "/leaders/tallinn", "/u/Anna"]) {
                    await view.page.goto(`${still.url}${path}`);
                    await view.page.waitForSelector(".offline");
                    ensure(
                        (await text(view.page, ".offline")).includes("keinen Server"),
                        `${path}: what is missing`,
                    );
                }
                await looked(view);
                await view.page.goto(`${still.url}/account`);
                await view.page.locator("input[autocomplete=username]").fill("Anna");
                await view.page.locator("input[type=password]").fill(password);
                await view.page.keyboard.press("Enter");
                await view.page.waitForSelector("[role=alert]");
            },
            still.url,
        ).finally(() => still.close());
        let away = await serveReally(build);
        const view = await visit({ browser, url: away.url }, { language: "en" }),
            { page } = view;
        try {
            await page.goto(`${away.url}/lobby`);
            await page.locator("[data-make]", { hasText: "Tallinn" }).click();
            await page
                .locator("dialog[open] .pk[aria-pressed=true]", { hasText: "Tallinn" })
                .waitFor();
            await page.keyboard.press("Escape");
            equal(await page.locator("[data-filter]").count(), 0, "filters of nothing");
            const back = new URL(away.url).host;
            away.close();
            await page.waitForSelector(".offline");
            ensure((await text(page, ".offline")).includes("cannot be reached"), "that it is away");
            away = await serveReally(build, [], undefined, back);
            await until(async () => {
                await page.evaluate(() => dispatchEvent(new Event("online")));
                return page
                    .waitForSelector(".offline", { state: "detached", timeout: 10_000 })
                    .then(
                        () => true,
                        () => false,
                    );
            }, "the lobby being back");
        } finally {
            await view.close();
            away.close();
        }
    },
);

// ---- profiles ----

/** Two accounts play a rated game, and one resigns. */
async function rated(winner, loser) {
    const path = await winner.page.evaluate(async () => {
        const response = await fetch("/api/tables", {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ game: "tallinn", players: 2, rated: true }),
        });
        return (await response.json()).path;
    });
    await winner.page.goto(`${url}${path}`);
    await loser.page.goto(`${url}${path}`);
    await loser.page.locator("[data-sit]").click();
    for (const { page } of [winner, loser]) await settled(page);
    await loser.page.evaluate(
        (table) =>
            new Promise((done) => {
                const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws`);
                socket.onopen = () =>
                    socket.send(JSON.stringify({ type: "hello", table, seat: null, protocol: 3 }));
                socket.onmessage = ({ data }) => {
                    for (const message of data.split("\n").map((line) => JSON.parse(line))) {
                        if (message.type === "table")
                            socket.send(JSON.stringify({ type: "resign", table, seat: 1 }));
                        if (message.type === "update" && message.over) done(socket.close());
                    }
                };
            }),
        path.slice(3),
    );
}

await check(
    "a rated game: leader board, one's own profile and a stranger's, who sees only what is public",
    () =>
        visiting(
            [
                {},
                { size: "390x844", theme: "candle", language: "en" },
                { size: "820x1180", theme: "candle" },
            ],
            async (winner, loser, stranger) => {
                await signThrough(winner, "up", "Philip");
                await signThrough(loser, "up", "Jack Würfel");
                for (const view of [winner, loser]) await joined(view);
                await rated(winner, loser);
                await until(
                    async () =>
                        (await (await fetch(`${url}/api/leaders?game=tallinn`)).json()).ratings
                            .length === 2,
                    "the rating",
                );
                await winner.page.goto(`${url}/leaders/tallinn`);
                await winner.page.waitForSelector(".board-list .me");
                equal(
                    await winner.page.$$eval(".board-list th[scope=row] a", (all) =>
                        all.map(({ textContent }) => textContent),
                    ),
                    ["Philip", "Jack Würfel"],
                    "the order",
                );
                await looked(winner);
                await winner.page.locator(".board-list a", { hasText: "Philip" }).click();
                // finished games are listed on one's own profile
                await winner.page.waitForSelector(".mine-sec .tb");
                ensure(
                    /25,0|2[6-9],\d/.test(await text(winner.page, ".rated-number b")),
                    "the rating",
                );
                await looked(winner);
                await stranger.page.goto(`${url}/u/${encodeURIComponent("Jack Würfel")}`);
                await stranger.page.waitForSelector(".rated-game");
                equal(
                    await stranger.page.locator(".mine-sec").count(),
                    0,
                    "a stranger's finished games",
                );
                ensure(
                    (await stranger.page.locator("svg.course").getAttribute("aria-label")).includes(
                        "in einer Partie",
                    ),
                    "the chart in words",
                );
                await looked(stranger);
                await stranger.page.locator(".board-list th a").click();
                await stranger.page.waitForSelector(".table, .result");
            },
        ),
);

// ---- every page, everywhere ----

// what each page shows once it is loaded
const addresses = [
    ["/lobby", ".ot"],
    ["/account", ".sign-in form"],
    ["/leaders/kardinal", ".nothing"],
    ["/u/Nobody", ".offline"],
    ["/lobby", ".ot"],
    ["/account", ".sign-in form"],
];

async function lookAtPage(view, [path, loaded], language, signingUp) {
    const { page } = view;
    await page.goto(`${url}${path}`);
    await page.waitForSelector(loaded);
    if (signingUp) await page.locator(".sign-in input[value=up]").check({ force: true });
    await page.waitForSelector(".ft a");
    equal(
        await page.$$eval(".ft a", (all) => all.map((a) => a.getAttribute("href"))),
        [`/pages/imprint.${language}.html`, "/pages/privacy.html"],
        "the operator's pages",
    );
    await looked(view);
}

async function enlargeText({ page, context }) {
    const session = await context.newCDPSession(page);
    await session.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
    for (const path of ["/lobby", "/account", "/leaders/tallinn", "/u/Philip"]) {
        await page.goto(`${url}${path}`);
        await page.waitForSelector(".ot, .sign-in form, .board-list, .offline");
        const [wide, window] = await page.evaluate(() => [
            document.documentElement.scrollWidth,
            innerWidth,
        ]);
        ensure(wide <= window, `${path} is ${wide} px wide at ${window} px and 200 % text`);
    }
}

async function followOperatorsLink({ page }) {
    await page.goto(`${url}/rules/tallinn`);
    await page.locator(".tools .tool").last().click();
    await page.locator(".menu-foot a").first().click();
    await page.waitForURL(`${url}/pages/imprint.de.html`);
}

await check(
    "every page at every size, theme and language; at 200 % text; the operator's links",
    async () => {
        const token = await signUp(url, "Gerhard von und zu Hohen"),
            table = {
                game: "tallinn",
                players: 4,
                options: { legate: true, chronicle: true, towers: "leader" },
                rated: true,
                pace: { kind: "live", minutes: 15, increment_s: 10 },
            };
        await request(url, "/api/tables", table, token);
        for (const [i, one] of addresses.entries()) {
            const size = Object.keys(sizes)[i % 4],
                theme = i % 2 ? "day" : "candle",
                language = (i >> 1) % 2 ? "en" : "de";
            await visiting([{ size, theme, language }], (view) =>
                lookAtPage(view, one, language, i === addresses.length - 1),
            );
        }
        await visiting([{ size: "390x844", own: true }], enlargeText);
        await visiting([{ size: "390x844" }], followOperatorsLink);
    },
);

await close();
rmSync(folder, { recursive: true });
end();
