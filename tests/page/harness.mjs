// What tests and pictures of the page share: a browser, the page served, and any position of any game opened in it.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "./serve.mjs";

export const root = fileURLToPath(new URL("../../", import.meta.url));
const { chromium } = createRequire(resolve(root, "web/package.json"))("playwright-core");

export const sizes = { "390x660": { width: 390, height: 660 }, "390x844": { width: 390, height: 844 }, "820x1180": { width: 820, height: 1180 }, "1440x900": { width: 1440, height: 900 } };
export const zeros = "0".repeat(64); // a person's bytes that change no draw of a record played by opponents

export function program(build, ...args) {
    const { status, stdout, stderr, error } = spawnSync(resolve(build, "tafelrunde"), args, { encoding: "utf8", maxBuffer: 1 << 28, env: { ...process.env, LC_ALL: "C" } });
    if (error) throw error;
    if (status !== 0) throw new Error(`${args.join(" ")}: ${stderr}`);
    return stdout;
}

const optionArgs = (options) => Object.entries(options).flatMap(([key, value]) => ["--option", `${key}=${value}`]);

/** Records of games between opponents, always the same for the same arguments. */
export function simulate(build, game, { players, games = 1, seed = "page", options = {}, bots = "random" } = {}) {
    const text = program(build, "simulate", game, ...(players ? ["--players", String(players)] : []), "--games", String(games), "--seed", seed, "--bots", bots, "--records", "-", ...optionArgs(options));
    return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

/** Before each step of a record: who is to move, and what each may do. */
export function trace(build, records) {
    const folder = mkdtempSync(join(tmpdir(), "tafelrunde-page-")), path = join(folder, "records.jsonl");
    writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
    try {
        return program(build, "replay", path, "--trace").split("\n").filter(Boolean).map((line) => JSON.parse(line));
    } finally {
        rmSync(folder, { recursive: true });
    }
}

/** A table as the page's database keeps it: a record up to a step, from where people at `seats` go on. */
export function tableAt(record, step, seats, { bots = "random", names = ["Agnes", "Jaan", "Marthe", "Till", "Hedwig"] } = {}) {
    const { game, players, options, table: id, seed, commitment, rules, components } = record;
    const levels = Array.from({ length: players }, (_, seat) => (seats.includes(seat) ? "person" : bots));
    return {
        id, setup: { game, players, options, bots: levels, seed, reserve: "5".repeat(64), table: id }, names: names.slice(0, players), commitment, rules, components,
        entropy: levels.map((level) => (level === "person" ? zeros : null)), log: record.steps.slice(0, step).map(([by, action]) => ({ by, do: action })),
        created: 1, changed: 1, summary: { waiting: [], chapter: null, over: false }, owner: "test",
    };
}

/** The real server with a database of its own, serving web/dist. `restart` kills it and starts it anew at the same address, perhaps with other flags; something may happen in between. */
export function serveReally(build, more = [], folder = mkdtempSync(join(tmpdir(), "tafelrunde-serve-")), listen = "127.0.0.1:0") {
    const server = spawn(resolve(build, "tafelrunde"), ["serve", "--listen", listen, "--data", root, "--database", join(folder, "page.db"), ...more], { stdio: ["ignore", "pipe", "inherit"] });
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
            done({ url, close, restart });
        });
    });
}

const canServe = (build) => program(build, "--help").includes("\n  serve ");

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--disable-gpu", "--disable-background-networking", "--disable-component-update", "--host-resolver-rules=MAP tafelrunde.test 127.0.0.1"] });

/** Starts the browser and serves the page: by the program, or where it cannot, by a few lines of ours. */
export async function start(build) {
    const served = canServe(build) ? await serveReally(build) : await serve(resolve(root, "web/dist"));
    const browser = await launch();
    const close = async () => {
        await browser.close();
        served.close();
    };
    return { browser, url: served.url, close };
}

export const patience = 60_000; // ms for whatever is to happen: a busy machine is no defect

/** Asks again until it is so. */
export async function until(so, what, most = patience) {
    for (const began = Date.now(); Date.now() - began < most; await new Promise((done) => setTimeout(done, 50))) if (await so()) return;
    throw new Error(`${what} does not happen`);
}

async function dressed(page, { size, theme, still }) {
    await page.setViewportSize(sizes[size] ?? size);
    await page.emulateMedia({ reducedMotion: still ? "reduce" : "no-preference", colorScheme: theme === "candle" ? "dark" : "light" });
}

const idle = new Map(); // visitors who have left, by what they are; their browser has the page's files still

/** A page of its own: no history, these settings, everything it says or asks for elsewhere noted in `wrongs`. It keeps nothing for offline unless told so. `dress` gives a page of it these settings, or another size or theme. `leave` hands it to the next visitor of that kind, unless it is made one's `own`; `close` does not. */
export async function visit({ browser, url }, { size = "1440x900", theme = "day", language = "de", still = true, own = false, ...more } = {}) {
    const viewport = sizes[size] ?? size;
    const options = { locale: language, hasTouch: viewport.width < 400, serviceWorkers: "block", ...more }, kind = JSON.stringify([url, options]), view = idle.get(kind)?.pop() ?? (await arrive(browser, url, options));
    const dress = (page, other = {}) => dressed(page, { size, theme, still, ...other });
    await dress(view.page);
    const close = () => view.context.close();
    const leave = async () => {
        const { page, context, wrongs, frames } = view;
        for (const other of context.pages()) if (other !== page) await other.close();
        await page.goto("about:blank");
        const session = await context.newCDPSession(page);
        await session.send("Storage.clearDataForOrigin", { origin: url, storageTypes: "all" });
        await session.detach();
        wrongs.length = frames.length = 0;
        idle.set(kind, [...(idle.get(kind) ?? []), view]);
    };
    return { ...view, dress, close, leave: own ? close : leave };
}

async function arrive(browser, url, options) {
    const context = await browser.newContext(options);
    await context.route("**/favicon.ico", (route) => route.fulfill({ status: 204 })); // asked for where `open` shows the bare icon
    return tab({ context, url, wrongs: [], dress: () => {} });
}

/** Another page of the same visitor. */
export async function tab(view) {
    const page = await view.context.newPage(), { url, wrongs } = view, frames = [];
    page.on("console", (message) => message.type() === "error" && wrongs.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => wrongs.push(`error: ${error.stack}`));
    page.on("request", (request) => {
        const target = new URL(request.url());
        if (target.origin !== url && !["data:", "blob:", "about:"].includes(target.protocol)) wrongs.push(`request to ${request.url()}`);
    });
    page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => frames.push(JSON.parse(payload))));
    page.setDefaultTimeout(patience);
    await view.dress(page);
    return { ...view, page, frames };
}

/** Puts a table into the page's database and opens it. */
export async function open({ page }, url, table) {
    await page.goto(`${url}/icon.svg`);
    await page.evaluate((saved) => new Promise((done, failed) => {
        const request = indexedDB.open("tafelrunde", 1);
        request.onupgradeneeded = () => request.result.createObjectStore("tables", { keyPath: "id" });
        request.onerror = () => failed(request.error);
        request.onsuccess = () => {
            const put = request.result.transaction("tables", "readwrite").objectStore("tables").put(saved);
            put.onsuccess = () => {
                request.result.close();
                done();
            };
            put.onerror = () => failed(put.error);
        };
    }), table);
    await page.goto(`${url}/local/${table.id}`);
    await page.waitForSelector(".table, .result, .notice:not([aria-busy])");
}
