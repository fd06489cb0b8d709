// Shared by the tests and pictures of the page: a browser, the served page, and a way to open any
// position of any game.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { drawn } from "./driver.mjs";
import { serve } from "./serve.mjs";
import { equal } from "./tap.mjs";

export const root = fileURLToPath(new URL("../../", import.meta.url));
const require = createRequire(resolve(root, "web/package.json")),
    { chromium } = require("playwright-core");
const { chromiumSwitches } = require(
    resolve(root, "web/node_modules/playwright-core/lib/server/chromium/chromiumSwitches.js"),
);

export const sizes = {
    "390x660": { width: 390, height: 660 },
    "390x844": { width: 390, height: 844 },
    "820x1180": { width: 820, height: 1180 },
    "1440x900": { width: 1440, height: 900 },
};
// a person's random bytes that leave the draws of a record unchanged
export const zeros = "0".repeat(64);

export function program(build, ...args) {
    const { status, stdout, stderr, error } = spawnSync(resolve(build, "tafelrunde"), args, {
        encoding: "utf8",
        maxBuffer: 1 << 28,
        env: { ...process.env, LC_ALL: "C" },
    });
    if (error) throw error;
    if (status !== 0) throw new Error(`${args.join(" ")}: ${stderr}`);
    return stdout;
}

/** What the program says about every game. */
export const describeGames = (build) => JSON.parse(program(build, "games", "--json")).games;

/** Whether a game has a board of its own in the page; others get the generic one. */
export const hasBoard = ({ id }) => existsSync(resolve(root, "web/games", id, "board.tsx"));

const optionArgs = (options) =>
    Object.entries(options).flatMap(([key, value]) => ["--option", `${key}=${value}`]);

/** Records of games between opponents; the same arguments always give the same records. */
export function simulate(
    build,
    game,
    { players, games = 1, seed = "page", options = {}, bots = "random" } = {},
) {
    const text = program(
        build,
        "simulate",
        game,
        ...(players ? ["--players", String(players)] : []),
        "--games",
        String(games),
        "--seed",
        seed,
        "--bots",
        bots,
        "--records",
        "-",
        ...optionArgs(options),
    );
    return text
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));
}

/** Before each step of a record: which seats are to move, and their legal actions. */
export function trace(build, records) {
    const folder = mkdtempSync(join(tmpdir(), "tafelrunde-page-")),
        path = join(folder, "records.jsonl");
    writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
    try {
        return program(build, "replay", path, "--trace")
            .split("\n")
            .filter(Boolean)
            .map((line) => JSON.parse(line));
    } finally {
        rmSync(folder, { recursive: true });
    }
}

/** A table in the format of the page's database: a record up to a step, where people at `seats`
 * continue. */
export function tableAt(
    record,
    step,
    seats,
    { bots = "random", names = ["Agnes", "Jaan", "Marthe", "Till", "Hedwig"] } = {},
) {
    const { game, players, options, table: id, seed, commitment, rules, components } = record;
    const levels = Array.from({ length: players }, (_, seat) =>
        seats.includes(seat) ? "person" : bots,
    );
    return {
        id,
        setup: { game, players, options, bots: levels, seed, reserve: "5".repeat(64), table: id },
        names: names.slice(0, players),
        commitment,
        rules,
        components,
        entropy: levels.map((level) => (level === "person" ? zeros : null)),
        log: record.steps.slice(0, step).map(([by, action]) => ({ by, do: action })),
        created: 1,
        changed: 1,
        summary: { waiting: [], chapter: null, over: false },
        owner: "test",
    };
}

/** The real server with a database of its own, serving web/dist. `restart` kills it and starts it
 * again at the same address, perhaps with other flags. A function may run in between. */
export function serveReally(
    build,
    more = [],
    folder = mkdtempSync(join(tmpdir(), "tafelrunde-serve-")),
    listen = "127.0.0.1:0",
) {
    const server = spawn(
        resolve(build, "tafelrunde"),
        [
            "serve",
            "--listen",
            listen,
            "--data",
            root,
            "--database",
            join(folder, "page.db"),
            ...more,
        ],
        { stdio: ["ignore", "pipe", "inherit"] },
    );
    const close = () => {
        server.kill();
        rmSync(folder, { recursive: true, force: true });
    };
    return new Promise((done, failed) => {
        server.once("error", failed);
        server.once("exit", (status) => failed(new Error(`serve ended with ${status}`)));
        server.stdout.setEncoding("utf8").on("data", (text) => {
            const url = /http:\/\/[\d.:]+/.exec(text)?.[0];
            if (!url) return;
            const restart = async (meanwhile = () => {}, flags = more) => {
                const gone = new Promise((ended) => server.once("exit", ended));
                server.kill("SIGKILL");
                await gone;
                await meanwhile();
                return serveReally(build, flags, folder, new URL(url).host);
            };
            done({ url, close, restart, database: join(folder, "page.db") });
        });
    });
}

const canServe = (build) => program(build, "--help").includes("\n  serve ");

// The browser's address bar is a page of its own per window, which tests do not need. Only the last
// such switch counts, so it includes Playwright's features.
const disabled = chromiumSwitches().find((one) => one.startsWith("--disable-features=")),
    without = `${disabled},WebUIOmniboxPopup,WebUIOmniboxAimPopup`;

export const launch = () =>
    chromium.launch({
        executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
        args: [without, "--disable-gpu", "--host-resolver-rules=MAP tafelrunde.test 127.0.0.1"],
    });

/** Starts the browser and serves the page: by the program with these flags, or, if it was built
 * without a server, by serve.mjs. */
export async function start(build, flags = []) {
    const served = canServe(build)
        ? await serveReally(build, flags)
        : await serve(resolve(root, "web/dist"));
    const browser = await launch();
    const close = async () => {
        await browser.close();
        served.close();
    };
    return { browser, url: served.url, close };
}

export const patience = 60_000; // ms for anything to happen: a busy machine is not a defect

/** Polls until the condition holds. Playwright's waitForFunction evaluates text repeatedly, which
 * the page's content policy forbids. */
export async function until(so, what, most = patience) {
    for (
        const began = Date.now();
        Date.now() - began < most;
        await new Promise((done) => setTimeout(done, 50))
    )
        if (await so()) return;
    throw new Error(`${what} does not happen`);
}

// visitors who have left, by their settings; their browsers still have the page's files in the
// cache
const idle = new Map();

/** A page without history and with these settings. Errors, and requests to other hosts, are
 * collected in `wrongs`. It stores nothing for offline use unless told to. `leave` passes it on to
 * the next visitor with the same settings, unless it is `own`; `close` does not. A visitor who
 * `stays` leaves the page as it is to the next one who does, and `open` continues from there at
 * another size or in another theme. */
export async function visit(
    { browser, url },
    {
        size = "1440x900",
        theme = "day",
        language = "de",
        still = true,
        own = false,
        stays = false,
        ...more
    } = {},
) {
    const viewport = sizes[size] ?? size,
        media = {
            reducedMotion: still ? "reduce" : "no-preference",
            colorScheme: theme === "candle" ? "dark" : "light",
        };
    const options = {
            locale: language,
            hasTouch: viewport.width < 400,
            serviceWorkers: "block",
            ...more,
        },
        clean = JSON.stringify([url, options]),
        kind = stays ? `${clean} stays` : clean;
    const view =
        idle.get(kind)?.pop() ?? idle.get(clean)?.pop() ?? (await arrive(browser, url, options));
    const dress = async (page) => {
        await page.setViewportSize(viewport);
        await page.emulateMedia(media);
    };
    await dress(view.page);
    const close = () => view.context.close();
    const forget = async () => {
        const { page, context } = view;
        for (const other of context.pages()) if (other !== page) await other.close();
        await page.goto(nowhere(url));
        // in the page itself, because its process may not notice at once what is cleared from
        // outside
        await page.evaluate(() => [localStorage, sessionStorage].forEach((one) => one.clear()));
        const session = await context.newCDPSession(page);
        await session.send("Storage.clearDataForOrigin", { origin: url, storageTypes: "all" });
        await session.detach();
    };
    const leave = async () => {
        if (!stays) await forget();
        view.wrongs.length = view.frames.length = 0;
        idle.set(kind, [...(idle.get(kind) ?? []), view]);
    };
    return { ...view, dress, stays, theme, close, leave: own ? close : leave };
}

/** Visits that end with their case and must not have collected errors. A failed one leaves a
 * picture. */
export const visits =
    (home, picture) =>
    async (how, body, at = home) => {
        const view = await visit(at, how);
        try {
            const note = await body(view);
            // The browser reports that one of the server's headers needs a secure context. Also, a
            // case may stop the server on purpose.
            equal(
                view.wrongs.filter(
                    (wrong) => !/Cross-Origin-Opener-Policy|ERR_CONNECTION/.test(wrong),
                ),
                [],
                "what the page complained about",
            );
            await view.leave();
            return note;
        } catch (error) {
            await view.page.screenshot({ path: picture, timeout: 5000 }).catch(() => {});
            // a page that hangs may not close either
            await Promise.race([view.close(), new Promise((done) => setTimeout(done, 5000))]);
            throw error;
        }
    };

async function arrive(browser, url, options) {
    return tab({ context: await browser.newContext(options), url, wrongs: [], dress: () => {} });
}

/** Sends a request to the server as the person of this page. */
export const post = (page, path, body) =>
    page.evaluate(
        ([to, what]) =>
            fetch(to, {
                method: "POST",
                headers: { "content-type": "application/json" },
                body: JSON.stringify(what),
            }).then((reply) => reply.json()),
        [path, body],
    );

/** Messages with the whole view in every update. Of changes whose view came before these messages,
 * what they say. */
export function completed(messages) {
    const views = new Map(),
        key = (table, seat, version) => JSON.stringify([table, seat, version]);
    return messages.map((message) => {
        const { type, table, seat, version, since, changes } = message;
        if (type !== "update") return message;
        const before = views.get(key(table, seat, since)),
            seats = changes?.seats?.map((change, i) => ({ ...before?.seats[i], ...change })),
            view = message.view ?? { ...before, ...changes, seats: seats ?? before?.seats ?? [] };
        views.set(key(table, seat, version), view);
        return { ...message, view };
    });
}

/** A further page of the same visitor. */
export async function tab(view) {
    const page = await view.context.newPage(),
        { url, wrongs } = view,
        frames = [];
    // A route for the missing icon would be shorter, but with routes the browser caches no files.
    page.on(
        "console",
        (message) =>
            message.type() === "error" &&
            !message.location().url.endsWith("/favicon.ico") &&
            wrongs.push(`console: ${message.text()}`),
    );
    page.on("pageerror", (error) => wrongs.push(`error: ${error.stack}`));
    page.on("request", (request) => {
        const target = new URL(request.url());
        if (target.origin !== url && !["data:", "blob:", "about:"].includes(target.protocol))
            wrongs.push(`request to ${request.url()}`);
    });
    page.on("websocket", (socket) =>
        socket.on("framereceived", ({ payload }) =>
            frames.push(...payload.split("\n").map((line) => JSON.parse(line))),
        ),
    );
    page.setDefaultTimeout(patience);
    await view.dress(page);
    return { ...view, page, frames };
}

/** An address of this origin without scripts, from which the databases can be changed while nobody
 * uses them. */
const nowhere = (url) => `${url}/icon.svg`;

/** Runs in the page: stores a table as the page does. */
function keep(table) {
    return new Promise((done, failed) => {
        const request = indexedDB.open("tafelrunde", 1);
        request.onupgradeneeded = () =>
            request.result.createObjectStore("tables", { keyPath: "id" });
        request.onerror = () => failed(request.error);
        request.onsuccess = () => {
            const put = request.result
                .transaction("tables", "readwrite")
                .objectStore("tables")
                .put(table);
            put.onsuccess = () => {
                request.result.close();
                done();
            };
            put.onerror = () => failed(put.error);
        };
    });
}

/** Runs in the page: follows a link within the page and waits until the present table is gone. */
async function change(path) {
    const old = document.querySelector(".table, .result");
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
    while (old?.isConnected) await new Promise((done) => requestAnimationFrame(done));
}

const shown = new WeakMap(); // the table that was opened last, by page

/** Stores a table in the page's database and opens it. A visitor who stays goes there without
 * loading the page again, or not at all if the table is already open. */
export async function open({ page, stays, theme }, url, table) {
    const path = `/local/${table.id}`,
        on = stays && page.url().startsWith(`${url}/local/`);
    if (!on && page.url() !== nowhere(url)) await page.goto(nowhere(url));
    if (!on || shown.get(page) !== table) {
        // the same game at another step: nobody may have it open while it is changed
        if (page.url() === url + path) await page.evaluate(change, "/");
        await page.evaluate(keep, table);
        if (on) await page.evaluate(change, path);
        else await page.goto(url + path);
        shown.set(page, table);
    }
    await page.waitForSelector(".table, .result, .notice:not([aria-busy])");
    if (stays) await page.waitForSelector(`[data-theme="${theme}"]`);
    // one frame for the new size, one for what follows from it
    if (on) for (let frame = 0; frame < 2; frame++) await drawn(page);
}
