// Games in the page, in a real browser: a whole one of each, and every kind of decision. TAP on
// standard output.
//
//     node tests/page/page.test.mjs BUILD-FOLDER [--only TEXT]
//
// web/dist must be built. A game begins by pointer and goes on quickly; TAFELRUNDE_LONG=1 plays all
// of it by pointer, and opens every kind of decision at every size, theme and language.
import { describeGames, open, simulate, sizes, tableAt, trace } from "./harness.mjs";
import { chooser, legalHere, play, playOn, settled } from "./driver.mjs";
import { desks, look, lookAtDesk } from "./look.mjs";
import { pageSuite } from "./suite.mjs";
import { end, ensure, equal } from "./tap.mjs";

const { build, only, check, browser, visiting } = await pageSuite();
const long = Boolean(process.env.TAFELRUNDE_LONG);

// ---- games ----

const games = describeGames(build),
    places = Object.keys(sizes);

for (const [i, { id, players_max: max }] of games.entries()) {
    await check(`${id}: a whole game through the page`, () =>
        visiting(
            {
                size: places[(i + 1) % places.length],
                language: i % 2 ? "de" : "en",
                theme: i % 2 ? "day" : "candle",
            },
            async (view) => {
                const [record] = simulate(build, id, { players: max });
                await open(view, browser.url, tableAt(record, 0, [0]));
                const byHand = await play(view.page, chooser(i + 1), long ? Infinity : 12),
                    { answers } = await playOn(view.page, i + 1);
                await look(view);
                return `${byHand + answers} answers, ${byHand} by pointer`;
            },
        ),
    );
}

// ---- every kind of decision ----

const optionSets = {
    tallinn: [
        {},
        { legate: true, chronicle: true },
        { legate: true, chronicle: true, towers: "leader" },
    ],
};

/** Positions that show every verb at least once, those with the most choices first; in the long run
 * every set of verbs. */
function kinds(id, min, max) {
    const found = new Map();
    for (const players of new Set([max, min]))
        for (const options of optionSets[id] ?? [{}]) {
            const records = simulate(build, id, { players, games: 6, seed: "kinds", options });
            for (const { game, step, legal } of trace(build, records))
                for (const [seat, actions] of Object.entries(legal ?? {})) {
                    const verbs = [
                            ...new Set(actions.map((action) => action.split(" ")[0])),
                        ].sort(),
                        name = verbs.join(" | ");
                    const old = found.get(name);
                    if (!old || old.actions < actions.length)
                        found.set(name, {
                            name,
                            verbs,
                            actions: actions.length,
                            record: records[game],
                            step,
                            seat: Number(seat),
                        });
                }
        }
    const all = [...found.values()].sort(
        (a, b) => b.verbs.length - a.verbs.length || b.actions - a.actions,
    );
    if (long) return all;
    const covered = new Set();
    return all.filter(
        ({ verbs }) =>
            verbs.some((verb) => !covered.has(verb)) &&
            verbs.forEach((verb) => covered.add(verb)) === undefined,
    );
}

// One page per language and input; it goes from size to size and theme to theme.
const ways = ["de", "en"].flatMap((language) =>
    places.flatMap((size) => ["day", "candle"].map((theme) => ({ size, theme, language }))),
);
let turn = 0,
    desked = 0;

/** Takes turns, and repeats size, theme or language in a row as little as possible. */
const nextWay = () => {
    const i = turn++;
    return {
        size: places[i % 4],
        theme: (i + (i >> 2)) % 2 ? "candle" : "day",
        language: ((i >> 1) + (i >> 3)) % 2 ? "en" : "de",
    };
};

for (const { id, players_min: min, players_max: max } of games)
    for (const kind of only && !id.includes(only) && !only.startsWith(id) && !"kind".includes(only)
        ? []
        : kinds(id, min, max)) {
        const table = tableAt(kind.record, kind.step, [kind.seat]);
        for (const way of long ? ways : [nextWay()])
            await check(`${id}: “${kind.name}” at ${way.size}, ${way.theme}, ${way.language}`, () =>
                visiting({ ...way, stays: true }, async (view) => {
                    await open(view, browser.url, table);
                    const state = await settled(view.page);
                    // a single legal action plays itself, and may end the game
                    if (state !== "over" || kind.actions > 1) equal(state, "asked", "state");
                    await look(view);
                    const [first] = await legalHere(view.page);
                    if (way.size === "1440x900" && state === "asked") {
                        ensure(
                            await view.page.locator("#tab-moves").count(),
                            "no list of legal actions",
                        );
                        for (const desk of long ? desks : [desks[desked++ % desks.length]])
                            await lookAtDesk(view, desk);
                    }
                    return `${kind.actions} actions, first ${first}`;
                }),
            );
    }

await browser.close();
end();
