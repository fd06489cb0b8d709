// A picture of any position of any game:
//
//     node tests/page/shot.mjs GAME [--build DIR] [--players N] [--seed TEXT] [--option K=V]…
//         [--step N | --do VERB [--nth N]] [--seat N] [--size 390x844] [--theme day|candle]
//         [--lang de|en] [--tap NOTATION] [--alive] [--out FILE] [--path /rules/tallinn]
//
// --step is the step before which the position is shown; --do the first at which the seat can do
// something that begins so (the nth such). --tap touches the control of that action. --path shows
// another page instead. Without --out it stays open: print the address.
import { open, root, simulate, start, tableAt, trace, visit } from "./harness.mjs";
import { resolve } from "node:path";

const words = process.argv.slice(2),
    options = {},
    flags = {};
const game = words[0]?.startsWith("--") ? undefined : words.shift();
for (let i = 0; i < words.length; i++) {
    const name = words[i].slice(2),
        value = words[i + 1]?.startsWith("--") || words[i + 1] === undefined ? true : words[++i];
    if (name === "option") options[value.split("=")[0]] = value.split("=")[1];
    else flags[name] = value;
}
const build = resolve(flags.build ?? `${root}/build`),
    seat = Number(flags.seat ?? 0);
const browser = await start(build),
    view = await visit(browser, {
        size: flags.size ?? "1440x900",
        theme: flags.theme ?? "day",
        language: flags.lang ?? "de",
        still: !flags.alive,
    });

function find(record) {
    if (flags.step !== undefined) return Number(flags.step);
    let nth = Number(flags.nth ?? 0);
    const at = trace(build, [record]).find(
        ({ legal }) =>
            legal?.[seat]?.some((action) => action.startsWith(flags.do ?? "")) && nth-- === 0,
    );
    return at ? at.step : record.steps.length;
}

if (flags.path) await view.page.goto(`${browser.url}${flags.path}`);
else {
    const [record] = simulate(build, game, {
        ...(flags.players ? { players: Number(flags.players) } : {}),
        seed: flags.seed ?? "page",
        options,
    });
    await open(view, browser.url, tableAt(record, find(record), flags.watch ? [] : [seat]));
}
await view.page.waitForTimeout(flags.alive ? 2500 : 400);
if (flags.tap) await view.page.locator(`[data-do="${flags.tap}"]:visible`).first().click();
if (flags.click) await view.page.locator(flags.click).first().click();
await view.page.waitForTimeout(150);
for (const wrong of view.wrongs) console.error(wrong);
if (flags.out) {
    await view.page.screenshot({ path: flags.out, fullPage: Boolean(flags.full) });
    await browser.close();
} else console.log(view.page.url());
