// An evening with others, in real browsers against the real server: tournaments, the deal of the
// day, the poster, something to watch. TAP on standard output.
//
//     node tests/page/evening.test.mjs BUILD-FOLDER [--only TEXT]
import { playOn, reach } from "./driver.mjs";
import { patience, sizes, until } from "./harness.mjs";
import { look } from "./look.mjs";
import {
    enterResults,
    evening,
    guest,
    password,
    request,
    signIn,
    signUp,
    tournament,
} from "./scenes.mjs";
import { looked, serverSuite, url } from "./suite.mjs";
import { end, ensure, equal } from "./tap.mjs";

const { check, visiting: visitAll, close } = await serverSuite(["--no-limits", "--no-pauses"]);
const long = Boolean(process.env.TAFELRUNDE_LONG),
    screens = ["1440x900", "820x1180", "390x844"],
    themes = ["day", "candle"];

/** Visits in browsers of their own. */
const visiting = (ways, body) =>
    visitAll(
        ways.map((way) => ({ own: true, ...way })),
        body,
    );

let turn = 0;

/** Looks at the page at every size, with themes that take turns; in the long run in both. */
async function looks({ page, wrongs }) {
    for (const size of screens)
        for (const theme of long ? themes : [themes[turn++ % 2]]) {
            await page.setViewportSize(sizes[size]);
            await page.emulateMedia({ colorScheme: theme === "candle" ? "dark" : "light" });
            await page.waitForSelector(`[data-theme="${theme}"]`);
            await looked({ page, wrongs });
        }
    await page.setViewportSize(sizes["1440x900"]);
    await page.emulateMedia({ colorScheme: "light" });
}

const textOf = (page, selector) => page.locator(selector).first().innerText();

// ---- tournaments ----

await check("a tournament: created in the form, entered by two, played, counted, exported", () =>
    visiting([{}, { size: "390x844", language: "en" }], async (host, other) => {
        await signIn(host, url, "Agnes");
        await signIn(other, url, "Jörg");
        const { page } = host;
        await page.goto(`${url}/tournaments`);
        await page.locator("[data-new]").click();
        await page.locator("dialog .field input").first().fill("Novemberturnier");
        await page.locator("dialog .pk", { hasText: "Tallinn" }).click();
        await page
            .locator("dialog .pick-one", { hasText: "Personen am Tisch" })
            .locator("input[value='2']")
            .check({ force: true });
        await look({ page, wrongs: [] });
        await page
            .locator("dialog .field", { hasText: "Runden" })
            .locator("select")
            .first()
            .selectOption("1");
        await page.locator("[data-create]").click();
        await page.waitForURL(/\/tournaments\/[\w-]{22}$/);
        const address = page.url();
        await page.locator("[data-join=enter]").click();
        await page.waitForSelector("[data-join=leave]");
        await other.page.goto(`${url}/tournaments`);
        await other.page.locator(".cup-row h3 a").click();
        await other.page.waitForURL(address);
        await other.page.locator("[data-join=enter]").click();
        await other.page.waitForSelector("[data-join=leave]");
        await until(
            async () => (await page.locator(".entered li").count()) === 2,
            "both are listed",
        );
        await looks(host);
        // the keyboard alone reaches the organiser's menu and begins
        await page.reload();
        await reach(page, ".cup-head .cup-lead summary");
        await page.keyboard.press("Enter");
        await reach(page, ".cup-head [data-deed=start]");
        await page.keyboard.press("Enter");
        for (const view of [host, other]) await view.page.locator("[data-own-table]").click();
        const answers = await Promise.all([playOn(page, 3), playOn(other.page, 5)]);
        ensure(
            answers.every((one) => one.answers > 5),
            "both have played",
        );
        // a sealed game cannot be checked yet, or the round is over by now
        await page.locator("[data-again]").click();
        await page.waitForURL(address);
        await page.waitForSelector(".stand table");
        await until(async () => /beendet/.test(await textOf(page, ".cup-head")), "the end");
        const rows = await page.locator(".stand tbody tr").allInnerTexts();
        equal(rows.length, 2, "rows of the standings");
        const whole = await request(url, `/api/tournaments/${address.slice(-22)}`);
        for (const [i, { name, points }] of whole.standings.entries())
            ensure(
                rows[i].includes(name) &&
                    new RegExp(`\\b${String(points).replace(".", ",")}\\b`).test(rows[i]),
                `${rows[i]} instead of ${name} ${points}`,
            );
        const csv = await page.evaluate(
            (path) => fetch(path).then((reply) => reply.text()),
            await page.locator(".cup-head .cup-save a").first().getAttribute("href"),
        );
        ensure(csv.startsWith("rank,name") && csv.includes("Agnes"), csv);
        await looks(host);
        // somebody who was not there can replay the table
        await other.page.goto(address);
        await other.page.locator("[data-own-table]").waitFor();
        return `${answers[0].answers} and ${answers[1].answers} answers`;
    }),
);

await check("many at a tournament: corrections and the log, rounds as tabs, the own row", () =>
    visiting([{}, {}], async (host, spectator) => {
        await signIn(host, url, "Ottilie");
        const { page } = host,
            token = (await request(url, "/api/login", { name: "Ottilie", password: "geheim 123" }))
                .token;
        const names = Array.from({ length: 17 }, (_, i) => `Gast ${i + 1}`),
            id = await tournament(url, token, names);
        await enterResults(url, token, id);
        await until(
            async () => (await request(url, `/api/tournaments/${id}`)).round === 2,
            "the second round",
        );
        await enterResults(url, token, id, 2);
        await page.goto(`${url}/tournaments/${id}`);
        await page.waitForSelector(".mytable");
        equal(await page.locator(".stand tbody tr.me").count(), 1, "the own row");
        equal(await page.locator(".ot2").count(), 8, "other tables");
        // equal deals: nobody else may enter, and results wait for the end of the round
        equal(await page.locator(".ot2 .tool").count(), 0, "tables to watch");
        equal(await page.locator(".ot2 b.num").count(), 0, "results of a round that is not over");
        await page.locator("[data-round='1']").click();
        await until(
            async () => (await page.locator(".ot2 b.num").count()) === 16,
            "results of round 1",
        );
        equal(await page.locator(".ot2 .tool").count(), 8, "tables to look at");
        await page.locator("[data-round='2']").click();
        await looks(host);
        // somebody comes: the way in
        await page.locator(".cup-head .cup-lead summary").click();
        await page.locator(".cup-head [data-deed=add]").click();
        await page.locator("dialog .qr").waitFor();
        await look({ page, wrongs: [] });
        await page.keyboard.press("Escape");
        await page.waitForSelector("dialog", { state: "detached" });
        await page.locator(".cup-head .cup-lead summary").click();
        // the organiser enters the missing results in the dialogue
        for (const at of [0, 1]) {
            await page.locator(".cup-head .cup-lead summary").click();
            await page.locator(".cup-head [data-deed=result]").click();
            await page.locator("dialog select").selectOption(String(at));
            for (const [i, field] of (
                await page.locator("dialog input[type=number]").all()
            ).entries())
                await field.fill(String(20 + i));
            await page.locator("dialog .field input[type=text]").fill("am Brett gespielt");
            if (at === 0) await look({ page, wrongs: [] });
            await page.locator("dialog button[type=submit]").click();
            await page.waitForSelector("dialog", { state: "detached" });
            await page.reload();
        }
        await until(
            async () => /am Brett gespielt/.test(await textOf(page, ".cup-log")),
            "the log",
        );
        await until(async () => /Runde 3/.test(await textOf(page, ".cup-log")), "the third round");
        // everybody sees the log, and a stranger may still come
        await spectator.page.goto(`${url}/tournaments/${id}`);
        await spectator.page.waitForSelector(".cup-log");
        ensure(/am Brett gespielt/.test(await textOf(spectator.page, ".cup-log")), "a public log");
        equal(
            await spectator.page.locator(".cup-lead").count(),
            0,
            "the organiser's menu for others",
        );
        await spectator.page.locator("[data-join=enter]").waitFor();
        const again = await request(url, `/api/tournaments/${id}`);
        equal(again.round, 3, "rounds drawn");
    }),
);

await check("the clock in the organiser's hand, the own board, the big screen", () =>
    visiting([{}, {}], async (host, room) => {
        const { page } = host;
        await signIn(host, url, "Walburga");
        const { token } = await request(url, "/api/login", { name: "Walburga", password });
        const names = Array.from({ length: 15 }, (_, i) => `Gast ${i + 1}`),
            id = await tournament(url, token, names, { equal_deals: false, pause_s: 600 });
        await page.goto(`${url}/tournaments/${id}`);
        await page.waitForSelector(".mytable .mini-board"); // drawn, not the game's picture
        await page.waitForSelector(".ot2 b.num"); // one may watch: points as they are
        const menu = async (deed) => {
            await page.reload();
            await page.locator(".cup-head .cup-lead summary").click();
            return page.locator(`.cup-head [data-deed=${deed}]`);
        };
        equal(await (await menu("extend")).count(), 0, "a clock during a round");
        await room.page.goto(`${url}/screen/${id}`);
        await room.page.waitForSelector(".beamer-tables .mini-board");
        equal(await room.page.locator(".beamer-tables > ul > li").count(), 6, "tables on a page");
        equal(await room.page.locator(".beamer-stand tbody tr").count(), 13, "rows on a page");
        ensure(
            await room.page.evaluate(() => document.documentElement.scrollHeight <= innerHeight),
            "all on one screen",
        );
        await looks(room);
        await enterResults(url, token, id);
        await room.page.waitForSelector(".beamer .cup-clock");
        equal(await room.page.locator(".beamer :is(button, input)").count(), 0, "controls");
        await page.waitForSelector(".cup-head .cup-clock");
        await until(
            async () => (await page.locator(".newest li").count()) === 3,
            "the newest results",
        );
        const newest = await textOf(page, ".newest");
        ensure(/Tisch [IVX]+: .+ gewinn(t|en) mit \d+/.test(newest), newest);
        await (await menu("stop")).click();
        await page.waitForSelector(".cup-head .cup-clock", { state: "detached" });
        await room.page.waitForSelector(".beamer .cup-clock", { state: "detached" });
        await (await menu("extend")).click();
        await room.page.waitForSelector(".beamer .cup-clock");
        await until(
            async () => /hält die Uhr an/.test(await textOf(page, ".cup-log")),
            "the log of the clock",
        );
        const { next_ms } = await request(url, `/api/tournaments/${id}`);
        ensure(next_ms > Date.now() && next_ms < Date.now() + 301_000, "five minutes");
    }),
);

await check("a poster: its code leads to the tournament, one sheet when printed", () =>
    visiting([{}], async (view) => {
        const { page } = view,
            token = await signUp(url, "Hedwig"),
            { id } = await request(
                url,
                "/api/tournaments",
                { ...evening, starts_ms: Date.now() + 864e5 },
                token,
            );
        await page.goto(`${url}/tournaments/${id}`);
        await page.locator(".cup-head a[href^='/poster']").click();
        await page.waitForSelector(".poster .qr path");
        ensure(
            (await textOf(page, ".poster-qr figcaption")).endsWith(`/tournaments/${id}`),
            "the address",
        );
        await page.locator(".poster-form input").nth(1).fill("Gasthaus Lindenhof");
        ensure((await textOf(page, ".poster-date")).includes("Gasthaus Lindenhof"), "the place");
        await looks(view);
        const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
        equal(
            (pdf.toString("latin1").match(/\/Type\s*\/Page\b/g) ?? []).length,
            1,
            "sheets of paper",
        );
        await page.reload();
        ensure(
            (await textOf(page, ".poster-date")).includes("Gasthaus Lindenhof"),
            "the place is kept",
        );
    }),
);

// ---- the deal of the day ----

const masterSeen = (page) =>
    page.evaluate(async () => (await (await fetch("/api/daily")).json()).master);

await check("a guest's deal of the day follows from the date, also of a past day", () =>
    visiting([{}, { size: "390x844", theme: "candle" }], async (one, two) => {
        const seeds = [];
        for (const { page } of [one, two]) {
            await page.goto(`${url}/daily`);
            await page.locator("[data-play-daily]").click();
            await page.waitForURL(/\/local\//);
            await page.waitForSelector(".table");
            seeds.push(await page.evaluate(savedSeeds));
        }
        equal(seeds[0].length, 1, "tables of the day");
        equal(seeds[1], seeds[0], "both have the same deal");
        // the same table again, not another one
        const { page } = one,
            address = page.url();
        await page.goto(`${url}/daily`);
        await page.locator("[data-play-daily]").click();
        await page.waitForURL(address);
        await page.goto(`${url}/daily`);
        await page.locator(".cal-panel .tool").first().click();
        await page.locator(".cal-day.missed").first().click();
        await page.waitForURL(/\/daily\/\d{4}-\d\d-01$/);
        await page.locator("[data-play-daily]").click();
        await page.waitForURL(/\/local\//);
        await page.waitForSelector(".table");
        await page.goto(`${url}/daily/2199-01-01`);
        await page.waitForSelector(".notice");
    }),
);

/** Runs in the page: the seeds of all stored tables. */
function savedSeeds() {
    return new Promise((done) => {
        const request = indexedDB.open("tafelrunde", 1);
        request.onsuccess = () => {
            const all = request.result.transaction("tables").objectStore("tables").getAll();
            all.onsuccess = () =>
                done(all.result.map(({ setup, entropy }) => [setup.seed, entropy]));
        };
    });
}

// ---- something to watch ----

await check(
    "something to watch: a small live board in the lobby, then straight to the analysis",
    () =>
        visiting([{}, {}], async (player, spectator) => {
            await signIn(player, url, "Konrad");
            const token = (
                    await request(url, "/api/login", { name: "Konrad", password: "geheim 123" })
                ).token,
                { path, table } = await request(
                    url,
                    "/api/tables",
                    { game: "tallinn", players: 2, seats: ["me", "random"], public: true },
                    token,
                );
            await player.page.goto(url + path);
            await player.page.waitForSelector("[data-do]", { state: "attached" });
            const { page } = spectator;
            await page.goto(`${url}/lobby`);
            await page.waitForSelector(`[data-watch="${table}"]`);
            await page.waitForSelector(".wt .mini-board");
            await looks(spectator);
            await page.locator(`[data-watch="${table}"]`).click();
            await page.waitForSelector(".table");
            equal(await page.locator("[data-do]").count(), 0, "what a spectator can do");
            await playOn(player.page, 4);
            await page.waitForURL(/\/analysis/);
            await page.waitForSelector("main");
            await page.goBack();
            await page.waitForSelector(".result, [data-result]");
        }),
);

await check("a guest may enter an open tournament, but not a rated one", () =>
    visiting([{ size: "390x844" }], async ({ page }) => {
        const token = await signUp(url, "Waleran"),
            open = await request(url, "/api/tournaments", evening, token),
            rated = await request(url, "/api/tournaments", { ...evening, rated: true }, token);
        await guest(url, "Till");
        await page.goto(`${url}/tournaments/${rated.id}`);
        await page.locator(".cup-join a[href='/account']").waitFor();
        await page.goto(`${url}/tournaments/${open.id}`);
        await page.locator(".cup-join input").fill("Hanna");
        await page.locator("[data-join=enter]").click();
        await page.locator("[data-join=leave]").click();
        await page.locator("[data-join=enter]").waitFor();
        await page.goto(`${url}/tournaments/nowhere`);
        await page.waitForSelector(".notice");
    }),
);

/** The master has the same deal; its whole game takes a minute or two. */
async function masterShown(page) {
    await until(async () => (await masterSeen(page)) !== null, "the master", 4 * patience);
    await page.reload();
    await page.waitForSelector("[data-squares]");
    ensure(
        (await textOf(page, "[data-master]")).includes(String((await masterSeen(page)).score)),
        "the master's score",
    );
    equal(await page.locator('.hist [role="img"][aria-label^="Meister"]').count(), 1, "mark");
}

// the last case, because the master plays on at the server
await check("the deal of the day: played to its end, among everybody, to be shared", () =>
    visiting([{}], async (view) => {
        const { page } = view;
        await signIn(view, url, "Marthe");
        await page.goto(url);
        await page.locator("[data-daily]").click();
        await page.locator("[data-play-daily]").waitFor();
        await looks(view);
        await page.locator("[data-play-daily]").click();
        await page.waitForURL(/\/t\//);
        const { answers } = await playOn(page, 11);
        await page.locator("[data-again]").click();
        await page.waitForURL(/\/daily\//);
        await page.waitForSelector("[data-squares]");
        const day = await request(url, "/api/daily");
        equal(day.played, 1, "attempts that count");
        const squares = await page.locator("[data-squares]").getAttribute("data-squares");
        ensure(/^[■◧□]{2,12}$/.test(squares), `the line to share: ${squares}`);
        equal(await page.locator(".hist .own").count(), 1, "the own bar");
        equal(await page.locator(".cal-day.now:not(.missed)").count(), 1, "today in the calendar");
        if (long) await masterShown(page);
        // the turning point beside it is still being computed
        const blank = () =>
            page.evaluate(() => {
                const box = (selector) => document.querySelector(selector).getBoundingClientRect();
                return box(".spread-panel .facts3").top - box(".spread-panel .hist").bottom;
            });
        await until(async () => (await blank()) < 60, "a chart of one player that fills its panel");
        await looks(view);
        // the second try is the first one
        await page.goto(`${url}/daily`);
        await page.waitForSelector(".day-head");
        equal(await page.locator("[data-play-daily]").count(), 0, "further attempts");
        return `${answers} answers, ${squares}`;
    }),
);

await close();
end();
