// Makes the pictures in the repository, and pictures of every screen for inspection:
//
//     node tests/page/pictures.mjs icons
//     node tests/page/pictures.mjs gallery BUILD-FOLDER [GAME | lobby | people]…
//     node tests/page/pictures.mjs screens BUILD-FOLDER OUT-FOLDER [SCREEN]…
//
// The icons come from web/icons/icon.svg. The gallery (docs/pictures/) shows each board in the
// middle of a real game between opponents, the lobby on an evening with guests, and a table with
// three people, as WebP, small enough to be kept.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { answer, chooser, legalHere, playOn, setUp, standing } from "./driver.mjs";
import {
    describeGames,
    launch,
    open,
    post,
    root,
    simulate,
    start,
    tableAt,
    trace,
    visit,
} from "./harness.mjs";
import {
    enterResults,
    evening as cup,
    guest,
    request,
    signIn,
    signUp,
    tournament,
} from "./scenes.mjs";

/** Draws something on a page of that size, with nothing behind it. */
async function draw(browser, size, html) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(
        "<style>html, body { margin: 0 } " +
            `svg, img { display: block; width: 100vw; height: 100vh }</style>${html}`,
    );
    const picture = await page.screenshot({ omitBackground: true });
    await page.close();
    return picture;
}

async function icons() {
    const folder = resolve(root, "web/icons"),
        svg = readFileSync(resolve(folder, "icon.svg"), "utf8"),
        browser = await launch();
    for (const size of [192, 512])
        writeFileSync(resolve(folder, `icon-${size}.png`), await draw(browser, size, svg));
    // A system may crop the icon to a circle: parchment up to the edges, the table within the inner
    // four fifths.
    const round = svg
        .replace(/viewBox="0 0 32 32"/, 'viewBox="-3 -3 38 38"')
        .replace(/<rect[^>]*\/>/, '<rect x="-3" y="-3" width="38" height="38" fill="#f4ead5"/>');
    writeFileSync(resolve(folder, "icon-round.png"), await draw(browser, 512, round));
    await browser.close();
}

/** The fullest position two thirds into the game at which somebody has a choice. */
function momentOf(build, record) {
    const choices = trace(build, [record]).filter(({ legal }) =>
        Object.values(legal ?? {}).some((actions) => actions.length > 1),
    );
    const { step, legal } = choices[Math.floor(choices.length * 0.66)];
    return { step, seat: Number(Object.keys(legal).find((seat) => legal[seat].length > 1)) };
}

/** Encodes as WebP in the browser: three quarters of the size, and the best quality that fits into
 * the limit. */
async function small(page, png, limit = 60_000) {
    for (const quality of [0.85, 0.75, 0.65, 0.55, 0.45, 0.35]) {
        const url = await page.evaluate(
            async ([data, q]) => {
                const picture = new Image();
                picture.src = data;
                await picture.decode();
                const canvas = Object.assign(document.createElement("canvas"), {
                    width: picture.width * 0.75,
                    height: picture.height * 0.75,
                });
                canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
                return canvas.toDataURL("image/webp", q);
            },
            [`data:image/png;base64,${png.toString("base64")}`, quality],
        );
        const bytes = Buffer.from(url.split(",")[1], "base64");
        if (bytes.length <= limit) return bytes;
    }
    throw new Error("the picture is too large at any quality");
}

/** The games on the home page. */
const gamesOf = (build) =>
    describeGames(build)
        .filter(({ sample }) => !sample)
        .map(({ id }) => id);

/** A game with three seats, or as many as the game allows. */
function recordOf(build, game, seed) {
    const { players_max: most } = describeGames(build).find(({ id }) => id === game);
    return simulate(build, game, { seed, bots: "novice", players: Math.min(3, most) })[0];
}

async function board(build, browser, game, language) {
    const record = recordOf(build, game, "gallery"),
        { step, seat } = momentOf(build, record),
        view = await visit(browser, { size: { width: 1280, height: 800 }, language });
    await open(view, browser.url, tableAt(record, step, [seat], { bots: "novice" }));
    await view.page.waitForSelector("[data-do]", { state: "attached" });
    await view.page.waitForTimeout(500);
    const picture = await small(view.page, await view.page.screenshot());
    writeFileSync(resolve(root, `docs/pictures/${game}.webp`), picture);
    console.log(
        `${game}: step ${step} of ${record.steps.length}, ${Math.round(picture.length / 1024)} KiB`,
    );
    await view.close();
}

const evening = [
    {
        name: "Jörg",
        account: true,
        game: "tallinn",
        players: 2,
        rated: true,
        pace: { kind: "live", minutes: 15, increment_s: 10 },
    },
    {
        name: "Hedwig",
        account: true,
        game: "kardinal",
        players: 4,
        seats: ["me", "person", "novice", "person"],
        pace: { kind: "relaxed", days: 3 },
    },
    {
        name: "Till",
        game: "tallinn",
        players: 3,
        options: { legate: true, chronicle: false, towers: "together" },
        pace: { kind: "live", minutes: 30, increment_s: 0 },
    },
    { name: "Agnes", account: true, game: "duell", players: 2, public: false },
    {
        name: "Agnes",
        account: true,
        game: "kardinal",
        players: 3,
        seats: ["me", "novice", "novice"],
    },
];

async function lobby({ browser, url }) {
    const tokens = new Map(),
        password = "geheim 123",
        headers = { "content-type": "application/json" };
    const post = async (path, body, token) =>
        (
            await fetch(`${url}${path}`, {
                method: "POST",
                headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
                body: JSON.stringify(body),
            })
        ).json();
    for (const { name, account, ...table } of evening) {
        if (!tokens.has(name))
            tokens.set(
                name,
                (await post(account ? "/api/signup" : "/api/guest", { name, password })).token,
            );
        await post("/api/tables", table, tokens.get(name));
    }
    const view = await visit({ browser, url }, { size: { width: 1280, height: 800 } }),
        { page } = view;
    await page.goto(`${url}/account`);
    await page.locator("input[autocomplete=username]").fill("Agnes");
    await page.locator("input[type=password]").fill(password);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".account-parts");
    await page.goto(`${url}/lobby`);
    await page.waitForSelector(".ot");
    await page.waitForSelector(".tb.mine");
    const picture = await small(page, await page.screenshot());
    writeFileSync(resolve(root, "docs/pictures/lobby.webp"), picture);
    console.log(`lobby: ${Math.round(picture.length / 1024)} KiB`);
    await view.close();
}

/** Three people at a server's table with a clock, in the middle of the game: as the first sees it,
 * and the second on a phone. */
async function people({ browser, url }) {
    const names = ["Agnes", "Jörg", "Marthe"],
        choose = chooser(5),
        at = { browser, url };
    const views = [
            await visit(at, { size: { width: 1280, height: 800 } }),
            await visit(at, { size: "390x844", theme: "candle" }),
            await visit(at),
        ],
        pages = views.map(({ page }) => page);
    for (const [i, page] of pages.entries()) {
        await page.goto(url);
        await post(page, "/api/guest", { name: names[i] });
    }
    const { path } = await post(pages[0], "/api/tables", {
        game: "tallinn",
        players: 3,
        seats: ["me", "person", "person"],
        pace: { kind: "live", minutes: 15, increment_s: 10 },
    });
    for (const [i, page] of pages.entries()) {
        await page.goto(url + path);
        if (i === 0) continue;
        await page.locator(".field input").first().fill(names[i]);
        await page.locator(`[data-sit="${i}"]`).click();
    }
    for (let answers = 0; answers < 25;) {
        const states = await Promise.all(pages.map(standing)),
            asked = states.indexOf("asked");
        if (asked < 0) await pages[0].waitForTimeout(50);
        else if (++answers < 25) await answer(pages[asked], choose(await legalHere(pages[asked])));
    }
    await pages[2].locator("#tab-chat").click();
    await pages[2].locator(".chat input").fill("Wer hat denn all die Ritter?");
    await pages[2].keyboard.press("Enter");
    await pages[0].locator("#tab-chat").click();
    await pages[0].waitForSelector(".chat li");
    for (const [i, name] of ["people", "phone"].entries()) {
        const picture = await small(pages[i], await pages[i].screenshot());
        writeFileSync(resolve(root, `docs/pictures/${name}.webp`), picture);
        console.log(`${name}: ${Math.round(picture.length / 1024)} KiB`);
    }
    for (const view of views) await view.close();
}

const scenes = { lobby, people };

async function gallery(build, games) {
    mkdirSync(resolve(root, "docs/pictures"), { recursive: true });
    for (const [i, game] of games.entries()) {
        // each with a server of its own, because a server limits the number of guests per address
        const browser = await start(build);
        try {
            await (game in scenes
                ? scenes[game](browser)
                : board(build, browser, game, i % 2 ? "en" : "de"));
        } finally {
            await browser.close();
        }
    }
}

/** A game between novices; always the same one. */
const galleryRecord = (build, game) =>
    simulate(build, game, {
        seed: `gallery ${game}`,
        bots: "novice",
        ...(game === "duell" ? {} : { players: 3 }),
    })[0];

let visitors = 0; // every visitor needs a name of its own

/** Screens of an evening with others. */
function eveningOf(url) {
    const names = Array.from({ length: 15 }, (_, i) => `Gast ${i + 1}`);
    const organised = async (...args) => {
        const token = await signUp(url, `Leitung ${++visitors}`),
            id = await tournament(
                url,
                token,
                names.map((name) => `${name} ${visitors}`),
                ...args,
            );
        await enterResults(url, token, id);
        return { token, id };
    };
    const daily = async (view) => {
        await signIn(view, url, `Marthe ${++visitors}`);
        await view.page.goto(`${url}/daily`);
        await view.page.waitForSelector("[data-play-daily]");
    };
    return {
        tournaments: async ({ page }) => {
            await organised();
            await page.goto(`${url}/tournaments`);
            await page.waitForSelector(".cup-row");
        },
        "tournament-new": async (view) => {
            await signIn(view, url, `Agnes ${++visitors}`);
            await view.page.goto(`${url}/tournaments`);
            await view.page.locator("[data-new]").click();
            await view.page.waitForSelector("dialog[open]");
        },
        tournament: async ({ page }) => {
            const { id } = await organised({ equal_deals: false });
            await page.goto(`${url}/tournaments/${id}`);
            await page.waitForSelector(".stand table");
        },
        "tournament-screen": async ({ page }) => {
            const { id } = await organised({ equal_deals: false });
            await page.goto(`${url}/screen/${id}`);
            await page.waitForSelector(".beamer .mini-board");
        },
        poster: async ({ page }) => {
            const token = await signUp(url, `Leitung ${++visitors}`),
                starts = { ...cup, starts_ms: Date.now() + 864e5 },
                { id } = await request(url, "/api/tournaments", starts, token);
            await page.goto(`${url}/poster/${id}`);
            await page.waitForSelector(".poster .qr");
        },
        daily,
        "daily-result": async (view) => {
            await daily(view);
            await view.page.locator("[data-play-daily]").click();
            await view.page.waitForURL(/\/t\//);
            await playOn(view.page, 7);
            await view.page.goto(`${url}/daily`);
            await view.page.waitForSelector("[data-squares]");
        },
        watch: async ({ page }) => {
            await organised({ equal_deals: false });
            await page.goto(`${url}/lobby`);
            await page.waitForSelector(".wt .mini-board");
            await page.locator(".watching").scrollIntoViewIfNeeded();
        },
    };
}

/** Every screen, as the steps that lead to it from an empty page. */
function screensOf(build, url) {
    const at =
        (path, ready, tap) =>
        async ({ page }) => {
            await page.goto(url + path);
            if (tap) await page.locator(tap).first().click();
            await page.waitForSelector(ready);
        };
    const table =
        (game, where, ready, people = []) =>
        async (view) => {
            const record = galleryRecord(build, game),
                moment = momentOf(build, record),
                step = { begin: 0, middle: moment.step, end: record.steps.length }[where];
            await open(
                view,
                url,
                tableAt(record, step, [moment.seat, ...people], { bots: "novice" }),
            );
            await view.page.waitForSelector(ready, { state: "attached" });
        };
    const games = gamesOf(build),
        [first] = games,
        home = at("/", "main h1");
    const then = (show, tap, ready) => async (view) => {
        await show(view);
        await view.page.locator(tap).click();
        await view.page.waitForSelector(ready);
    };
    const mine = async (view) => {
        for (const [i, game] of games.entries())
            await table(game, i === 1 ? "end" : "middle", i === 1 ? ".result" : "[data-do]")(view);
        await home(view);
        await view.page.locator(".mine-sec").scrollIntoViewIfNeeded();
    };
    return {
        home,
        new: async ({ page }) => {
            await page.goto(url);
            await setUp(page, first);
            await page.waitForSelector("dialog.new[open]");
        },
        friends: at("/", "dialog[open]", "[data-friends]"),
        settings: at("/", "dialog[open]", ".tools .tool:last-child"),
        mine,
        lobby: at("/lobby", "main h1"),
        account: at("/account", "main h1"),
        "account-own": async (view) => {
            await signIn(view, url, `Agnes ${++visitors}`);
            await view.page.goto(`${url}/account`);
            await view.page.waitForSelector(".account-parts");
        },
        invite: async ({ page }) => {
            const token = await guest(url, "Marthe"),
                setup = { game: "tallinn", players: 3, seats: ["me", "person", "novice"] },
                { path } = await request(url, "/api/tables", setup, token);
            await page.goto(url + path);
            await page.waitForSelector("[data-sit]");
        },
        learn: at(`/learn/${first}`, "main h1"),
        rules: at(`/rules/${first}`, "main h1"),
        nowhere: at("/local/nowhere", ".notice"),
        ...eveningOf(url),
        curtain: table("tallinn", "begin", ".curtain", [0, 1]),
        replay: then(table(first, "end", ".result"), "[data-replay]", ".replay"),
        ...Object.fromEntries(
            games.flatMap((game) => [
                [game, table(game, "middle", "[data-do]")],
                [`${game}-result`, table(game, "end", ".result [data-refine]")],
            ]),
        ),
    };
}

/** As PNG at three sizes, German by day and English by candle, with a page that shows them side by
 * side. */
async function screens(build, out, wanted) {
    const browser = await start(build, ["--no-limits", "--no-pauses"]),
        all = screensOf(build, browser.url),
        names = wanted.length ? wanted : Object.keys(all),
        rows = [];
    mkdirSync(out, { recursive: true });
    try {
        for (const name of names) {
            const files = [];
            for (const size of ["1440x900", "820x1180", "390x844"])
                for (const [theme, language] of [
                    ["day", "de"],
                    ["candle", "en"],
                ]) {
                    const view = await visit(browser, { size, theme, language }),
                        file = `${name}-${size}-${theme}.png`;
                    await all[name](view);
                    await view.page.waitForTimeout(400);
                    await view.page.screenshot({ path: resolve(out, file) });
                    files.push(file);
                    for (const wrong of view.wrongs) console.error(`${file}: ${wrong}`);
                    await view.leave();
                }
            const images = files.map((file) => `<img src="${file}" alt="${file}" height="450">`);
            rows.push(`<h2>${name}</h2>${images.join(" ")}`);
        }
    } finally {
        await browser.close();
    }
    writeFileSync(
        resolve(out, "index.html"),
        `<!doctype html><meta charset="utf-8"><title>Tafelrunde</title>${rows.join("\n")}`,
    );
    console.log(resolve(out, "index.html"));
}

const [what, build, ...games] = process.argv.slice(2);
if (what === "icons") await icons();
else if (what === "gallery" && build)
    await gallery(
        resolve(build),
        games.length ? games : [...gamesOf(build), ...Object.keys(scenes)],
    );
else if (what === "screens" && build && games.length)
    await screens(resolve(build), resolve(games[0]), games.slice(1));
else {
    console.error(
        "usage: node pictures.mjs icons | gallery BUILD-FOLDER [GAME | lobby | people]… | " +
            "screens BUILD-FOLDER OUT-FOLDER [SCREEN]…",
    );
    process.exit(2);
}
