// What the browser tests begin with: the command line, a browser, a server, and the cases.
import { basename } from "node:path";
import { launch, serveReally, start, visit, visits } from "./harness.mjs";
import { look } from "./look.mjs";
import { equal, test } from "./tap.mjs";

/** Reads `BUILD-FOLDER [--only TEXT]` from the command line. `check` runs a case, unless `--only`
 * excludes it. `only` is that text. */
export function suite() {
    const [, path, build, flag, only] = process.argv;
    if (!build || (flag && flag !== "--only")) {
        console.error(`usage: node ${basename(path)} BUILD-FOLDER [--only TEXT]`);
        process.exit(2);
    }
    const check = (name, body, renew) =>
        only && !name.includes(only) ? undefined : test(name, body, renew);
    return { build, only, check, failed: `${build}/${basename(path, ".test.mjs")}-failed` };
}

/** A browser with the page, for cases with one visitor each. */
export async function pageSuite() {
    const { build, only, check, failed } = suite(),
        browser = await start(build);
    return { build, only, check, browser, visiting: visits(browser, `${failed}.png`) };
}

/** The address and database of the server that serverSuite started last. */
export let url, database;

/** The real server with these flags, for cases with several visitors each. A second try of a case
 * gets a fresh server. */
export async function serverSuite(flags) {
    const { build, check, failed } = suite(),
        browser = await launch();
    let served;
    const begin = async () => {
        served?.close();
        served = await serveReally(build, flags);
        ({ url, database } = served);
    };
    await begin();
    const close = async () => {
        await browser.close();
        served.close();
    };
    return {
        build,
        browser,
        check: (name, body) => check(name, body, begin),
        visiting: (ways, body, at = url) => visitTogether({ browser, url: at }, ways, body, failed),
        close,
    };
}

const withoutRefusals = (wrongs) =>
    wrongs.filter((wrong) => !/status of 40[0-9]|WebSocket/.test(wrong)); // an ended session's, too

/** Visits that end with their case. Errors in a page fail it; refusals by the server do not. */
async function visitTogether(at, ways, body, failed) {
    const views = [];
    try {
        for (const way of ways) views.push(await visit(at, way));
        const note = await body(...views);
        for (const { wrongs } of views)
            equal(withoutRefusals(wrongs), [], "what the page complained about");
        for (const view of views) await view.leave();
        return note;
    } catch (error) {
        for (const [i, { page }] of views.entries())
            await page.screenshot({ path: `${failed}-${i}.png` }).catch(() => {});
        for (const view of views) await view.close();
        throw error;
    }
}

/** Looks at a page whose requests the server may have refused. */
export const looked = ({ page, wrongs }) => look({ page, wrongs: withoutRefusals(wrongs) });
