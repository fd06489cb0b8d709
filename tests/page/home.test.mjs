// The home page, the lobby and the keyboard of a table, as a newcomer and a returning player meet
// them. TAP on standard output.
//
//     node tests/page/home.test.mjs BUILD-FOLDER [--only TEXT]
import {
    describeGames,
    hasBoard,
    open,
    post,
    simulate,
    sizes,
    tableAt,
    trace,
    until,
} from "./harness.mjs";
import { answer, chooser, legalHere, settled, standing } from "./driver.mjs";
import { look } from "./look.mjs";
import { pageSuite } from "./suite.mjs";
import { end, ensure, equal } from "./tap.mjs";

const { build, check, browser, visiting } = await pageSuite();
const games = describeGames(build).filter(({ sample }) => !sample);

const recordOf = ({ id, players_max: most }) =>
    simulate(build, id, { seed: `home ${id}`, bots: "novice", players: Math.min(3, most) })[0];

/** A step in the middle at which seat 0 has a choice. */
function middleOf(record) {
    const choices = trace(build, [record]).filter(({ legal }) => legal?.[0]?.length > 1);
    return choices[Math.floor(choices.length / 2)].step;
}

const texts = (page, selector) =>
    page.$$eval(selector, (all) => all.map(({ innerText }) => innerText.trim()));

// ---- my tables ----

await check(
    "running tables are cards with their board; finished ones tell rank and opponents",
    () =>
        visiting({}, async (view) => {
            const { page } = view;
            // as many as the page shows at first
            const shown = games.filter(hasBoard).slice(0, 4);
            for (const game of shown) {
                const record = recordOf(game);
                await open(view, browser.url, tableAt(record, middleOf(record), [0]));
                equal(await settled(page), "asked", game.id);
            }
            const over = simulate(build, "tallinn", {
                seed: "over",
                players: 3,
                bots: "novice",
            })[0];
            await open(view, browser.url, tableAt(over, over.steps.length, [0]));
            await page.waitForSelector(".result");
            await page.goto(browser.url);
            for (const part of [".card", ".card .mini-board"])
                await until(
                    async () => (await page.locator(part).count()) === shown.length,
                    `${part} of every game`,
                );
            equal(
                (await texts(page, ".card .ts")).every((status) => status === "Du bist am Zug"),
                true,
                "whose turn it is",
            );
            equal(
                await page.locator(".card .turn", { hasText: "Du" }).count(),
                shown.length,
                "who is marked as on move",
            );
            const place = over.result.place[0],
                score = over.result.score[0],
                [row] = await texts(page, ".fin");
            ensure(row.includes(place === 1 ? "Gewonnen" : `Platz ${place} von 3`), `rank: ${row}`);
            ensure(row.includes(`${score} Punkte`), `score: ${row}`);
            ensure(row.includes("gegen Jaan und Marthe"), `opponents: ${row}`);
            ensure(row.includes(String(new Date().getFullYear())), `date: ${row}`);
            // games first
            const top = (selector) => page.locator(selector).first().boundingBox();
            ensure((await top(".games")).y < (await top(".mine-sec")).y, "the games come first");
            for (const size of ["390x844", "820x1180", "1440x900"]) {
                await page.setViewportSize({
                    width: Number(size.split("x")[0]),
                    height: Number(size.split("x")[1]),
                });
                await page.waitForSelector(size === "390x844" ? ".tile" : ".ga");
                await look(view);
            }
        }),
);

await check("the card of a table for two at one device shows nobody's hand", () =>
    visiting({}, async (view) => {
        const { page } = view,
            record = simulate(build, "tallinn", { seed: "two", players: 2, bots: "novice" })[0];
        await open(view, browser.url, tableAt(record, middleOf(record), [0, 1]));
        await settled(page);
        await page.locator("[data-curtain]").click();
        await until(async () => (await standing(page)) === "asked", "the hand");
        const saved = () =>
            page.evaluate(
                () =>
                    new Promise((done) => {
                        const request = indexedDB.open("tafelrunde", 1);
                        request.onsuccess = () => {
                            const all = request.result
                                .transaction("tables")
                                .objectStore("tables")
                                .getAll();
                            all.onsuccess = () => done(all.result[0].summary.board?.view ?? null);
                        };
                    }),
            );
        await until(async () => (await saved()) !== null, "the saved board");
        equal((await saved()).viewer, 6, "whose view is kept: the spectator's");
        await page.goto(browser.url);
        await page.waitForSelector(".card .mini-board");
    }),
);

await check("tables at the server: the board on the card, the result in the list", () =>
    visiting({}, async (view) => {
        const { page } = view;
        await page.goto(browser.url);
        await post(page, "/api/guest", { name: "Agnes" });
        const { path } = await post(page, "/api/tables", {
            game: "tallinn",
            players: 2,
            seats: ["me", "random"],
            public: false,
        });
        await page.evaluate(() =>
            localStorage.setItem(
                "tafelrunde session",
                JSON.stringify({ name: "Agnes", guest: true }),
            ),
        );
        await page.goto(browser.url + path);
        equal(await settled(page), "asked", "the table");
        await page.goto(browser.url);
        await page.waitForSelector(".card .mini-board");
        equal(await texts(page, ".card .ts"), ["Du bist am Zug"], "whose turn it is");
        await page.goto(browser.url + path);
        const choose = chooser(7);
        for (let n = 0; n < 400 && (await settled(page)) === "asked"; n++)
            await answer(page, choose(await legalHere(page)));
        await page.waitForSelector(".result");
        await page.goto(browser.url);
        await page.waitForSelector(".fin");
        const [row] = await texts(page, ".fin");
        ensure(/Gewonnen|Platz 2 von 2/.test(row) && row.includes("gegen"), `the result: ${row}`);
    }),
);

// ---- the lobby ----

for (const width of [390, 768, 820, 1440])
    await check(`the bar on top shows whole words at ${width} px`, async () => {
        for (const language of ["de", "en"])
            await visiting({ size: { width, height: 900 }, language }, async ({ page }) => {
                await page.goto(browser.url);
                await page.waitForSelector(".place-link");
                const cut = await page.$$eval(".place-link span", (all) =>
                    all
                        .filter((one) => one.scrollWidth > one.clientWidth && one.clientWidth > 0)
                        .map((one) => one.textContent),
                );
                equal(cut, [], `words cut off in “${language}”`);
            });
    });

await check("the lobby starts with who is waiting", () =>
    visiting({}, async (view) => {
        const { page } = view;
        await page.goto(browser.url);
        const other = await page.context().browser().newContext(),
            host = await other.newPage();
        await host.goto(browser.url);
        await post(host, "/api/guest", { name: "Till" });
        await post(host, "/api/tables", { game: "tallinn", players: 3 });
        await other.close();
        const record = recordOf(games.find(({ id }) => id === "tallinn"));
        await open(view, browser.url, tableAt(record, middleOf(record), [0]));
        await settled(page);
        await page.goto(`${browser.url}/lobby`);
        await page.waitForSelector(".ot");
        await page.waitForSelector(".card");
        ensure(
            (await texts(page, ".ot p"))[0].startsWith("Till wartet noch auf 2 Mitspieler"),
            "who waits",
        );
        const top = async (selector) => (await page.locator(selector).first().boundingBox()).y;
        ensure((await top(".ot")) < (await top(".card")), "who waits comes first");
        await look(view);
    }),
);

// ---- the keyboard ----

const focused = (page) =>
    page.evaluate(() => ({
        choice: document.activeElement.matches("[data-do]"),
        skip: document.activeElement.matches(".skip"),
        action: document.activeElement.getAttribute("data-do"),
        inLog: document.activeElement.closest("#panel-log") !== null,
        text: document.activeElement.textContent,
    }));

for (const game of games)
    await check(`the first choice is at most five tabs away: ${game.id}`, () =>
        visiting({}, async (view) => {
            const { page } = view,
                record = recordOf(game);
            await open(view, browser.url, tableAt(record, middleOf(record), [0]));
            equal(await settled(page), "asked", "state");
            await page.evaluate(() => document.activeElement?.blur());
            let tabs = 0,
                at = await focused(page);
            while (!at.choice && tabs < 6) {
                await page.keyboard.press("Tab");
                tabs++;
                at = await focused(page);
                if (at.skip) {
                    await page.keyboard.press("Enter");
                    at = await focused(page);
                }
            }
            ensure(at.choice, "no choice after five tabs");
            ensure(tabs <= 5, `${tabs} tabs`);
            return `${tabs} tabs`;
        }),
    );

await check("the log is one tab stop with arrow keys inside", () =>
    visiting({}, async (view) => {
        const { page } = view,
            record = recordOf(games.find(({ id }) => id === "tallinn"));
        await open(view, browser.url, tableAt(record, middleOf(record), [0]));
        await settled(page);
        const lines = await page.locator("#panel-log li button").count();
        ensure(lines > 10, "a log");
        await page.locator("#tab-log").focus();
        await page.keyboard.press("Tab");
        ensure((await focused(page)).inLog, "the log has the focus");
        await page.keyboard.press("Tab");
        ensure(!(await focused(page)).inLog, "the next tab leaves the log");
        await page.keyboard.press("Shift+Tab");
        const first = await page.locator("#panel-log li button").first().textContent(),
            last = await page.locator("#panel-log li button").last().textContent();
        await page.keyboard.press("ArrowDown");
        equal((await focused(page)).text, first, "the first line");
        await page.keyboard.press("End");
        equal((await focused(page)).text, last, "the last line");
        await page.keyboard.press("Enter");
        await page.waitForSelector(".replay");
    }),
);

await check("number keys reach the cards in hand, and ? explains the keys", () =>
    visiting({}, async (view) => {
        const { page } = view,
            record = recordOf(games.find(({ id }) => id === "tallinn")),
            choices = trace(build, [record]).filter(({ legal }) =>
                legal?.[0]?.some((action) => action.startsWith("play")),
            );
        await open(view, browser.url, tableAt(record, choices[3].step, [0]));
        await settled(page);
        const cards = await page.$$eval(".hand [data-card]", (all) =>
            all.map((card) =>
                [...card.querySelectorAll("[data-do]")].map((half) => half.dataset.do),
            ),
        );
        await page.keyboard.press("2");
        equal((await focused(page)).action, cards[1][0], "the second card");
        await page.keyboard.press("2");
        equal((await focused(page)).action, cards[1][1], "its other half");
        await page.keyboard.press("1");
        equal((await focused(page)).action, cards[0][0], "the first card");
        equal(await standing(page), "asked", "nothing is chosen by looking");
        await page.keyboard.press("?");
        await page.waitForSelector("dialog.key-help");
        await look(view);
        await page.keyboard.press("1");
        ensure(await page.locator("dialog.key-help").count(), "keys do nothing under the help");
        await page.keyboard.press("Escape");
        await page.waitForSelector("dialog.key-help", { state: "detached" });
    }),
);

await check("the replay: the log follows, with one's own hand and the chance of the moment", () =>
    visiting({}, async (view) => {
        const { page } = view,
            record = recordOf(games.find(({ id }) => id === "tallinn"));
        await open(view, browser.url, tableAt(record, record.steps.length, [0]));
        await page.waitForSelector(".result [data-refine]");
        await page.locator(".rb .btn:nth-child(2)").click();
        await page.waitForSelector(".replay");
        const marked = () => page.locator("#panel-log [aria-pressed=true]").count();
        // after the step before which the person could play a card
        await page.locator(".replay input").fill(String(middleOf(record) - 1));
        await page.waitForSelector(".replay .hc");
        await until(async () => (await marked()) === 1, "a marked line");
        ensure(
            await page.$eval("#panel-log [aria-pressed=true]", (line) => {
                const { top, bottom } = line.getBoundingClientRect(),
                    room = line.closest("#panel-log").getBoundingClientRect();
                return top >= room.top - 2 && bottom <= room.bottom + 2;
            }),
            "the marked line is in sight",
        );
        ensure(/\d+ %/.test(await page.textContent("[data-chance]")), "the chance");
        await look(view);
    }),
);

// ---- installation ----

/** The browser's offer, as Chromium makes it. */
const offerInstallation = (page) =>
    page.evaluate(() => {
        const offer = new Event("beforeinstallprompt", { cancelable: true });
        offer.prompt = () => {
            document.documentElement.dataset.prompted = "yes";
            return Promise.resolve();
        };
        dispatchEvent(offer);
    });

/** Plays the last answers of a game, up to its result. */
async function finish(view, seed) {
    const { page } = view,
        record = simulate(build, "tallinn", { seed, players: 2 })[0],
        choices = trace(build, [record]).filter(({ legal }) => legal?.[0]?.length > 0);
    await open(view, browser.url, tableAt(record, choices.at(-1).step, [0]));
    await settled(page);
    await offerInstallation(page);
    for (let n = 0; n < 20 && (await settled(page)) === "asked"; n++)
        await answer(page, (await legalHere(page))[0]);
    await page.waitForSelector(".result");
}

await check("installation is offered once, after a finished game", () =>
    visiting({ own: true }, async (view) => {
        const { page } = view;
        await page.goto(browser.url);
        await offerInstallation(page);
        equal(await page.locator(".install").count(), 0, "not on the home page");
        await finish(view, "install 1");
        await page.waitForSelector(".install");
        await look(view);
        await page.setViewportSize(sizes["390x844"]);
        await look(view);
        const offer = await page.locator(".install").boundingBox();
        for (const button of await page.locator(".rb > .btn").all())
            ensure((await button.boundingBox()).y >= offer.y + offer.height, "a button is covered");
        await page.locator("[data-install=yes]").click();
        await page.waitForSelector("[data-prompted]", { state: "attached" });
        equal(await page.locator(".install").count(), 0, "gone once it is accepted");
        await finish(view, "install 2");
        equal(await page.locator(".install").count(), 0, "never again");
    }),
);

end();
await browser.close();
