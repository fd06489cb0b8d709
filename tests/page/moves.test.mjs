// How a person makes a move: nothing happens by accident, and what would happen shows before. TAP
// on standard output.
//
//     node tests/page/moves.test.mjs BUILD-FOLDER [--only TEXT]
//
// web/dist must be built.
import { open, simulate, tableAt, trace, until } from "./harness.mjs";
import { drawn, legalHere, settled } from "./driver.mjs";
import { look } from "./look.mjs";
import { pageSuite } from "./suite.mjs";
import { end, ensure, equal } from "./tap.mjs";

const { build, check, browser, visiting } = await pageSuite();

const kept = new Map();

/** What `make` returns; made once per name. */
const once = (name, make) => kept.get(name) ?? kept.set(name, make()).get(name);

/** A table at the first question to seat 0 whose legal actions fit. */
function tableWhere(game, players, fits, { options = {}, people = [0] } = {}) {
    const how = { players, games: 20, seed: "docks", options },
        records = once(`${game} ${JSON.stringify(how)}`, () => simulate(build, game, how));
    for (const record of records) {
        const steps = once(record, () => trace(build, [record])),
            found = steps.find(({ legal }) => legal?.[0] && fits(legal[0]));
        if (found) return tableAt(record, found.step, people);
    }
    throw new Error(`no such position of ${game}`);
}

const centre = (locator) =>
    locator.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
    });

const log = (page) => page.locator("#panel-log").textContent();
const ofVerb = (verb) => (action) => action.split(" ")[0] === verb;

// ---- Kardinal: what a place costs ----

const payment = (action) => action.split(" ")[2];
const isJoker = (action) => payment(action)?.includes("+");
const spaceOf = (action) => action.split(" ")[1];

/** The spaces that only a pair pays for, in one way. */
const jokerSpaces = (legal) => {
    const places = legal.filter(ofVerb("c"));
    return places.filter(
        (one) =>
            isJoker(one) && places.filter((other) => spaceOf(other) === spaceOf(one)).length === 1,
    );
};
const withJoker = () =>
    tableWhere(
        "kardinal",
        3,
        (legal) =>
            jokerSpaces(legal).length > 0 && legal.some((one) => ofVerb("c")(one) && !isJoker(one)),
    );

await check("a place that costs a joker is dashed, and its cards lift before the move", () =>
    visiting({}, async (view) => {
        const { page } = view;
        await open(view, browser.url, withJoker());
        await settled(page);
        const [action] = jokerSpaces(await legalHere(page)),
            place = page.locator(`.km-spots [data-do="${action}"]`);
        ensure(await place.evaluate((one) => one.classList.contains("dashed")), "dashed");
        equal(
            (await page.locator(".km-spots .place:not(.dashed)").count()) > 0,
            true,
            "plain places",
        );
        equal(
            await page.locator(".kc[data-looked]").count(),
            0,
            "cards lifted before anything is looked at",
        );
        await place.dispatchEvent("pointerenter");
        await until(
            async () => (await page.locator(".kc[data-looked]").count()) === 2,
            "two cards lifting",
        );
        await place.dispatchEvent("pointerleave");
        await until(
            async () => (await page.locator(".kc[data-looked]").count()) === 0,
            "cards sinking",
        );
        await look(view);
    }),
);

await check("a finger on a map shows what a place costs; the second tap builds", () =>
    visiting({ size: "390x844" }, async (view) => {
        const { page } = view;
        await open(view, browser.url, withJoker());
        await settled(page);
        const [action] = jokerSpaces(await legalHere(page)),
            place = page.locator(`.km-spots .place[data-do="${action}"]`),
            chosen = page.locator(`[data-confirm="${action}"]`);
        const tap = async () => page.touchscreen.tap(...(await centre(place)));
        // where places lie close together, a tap only brings them apart
        await until(async () => {
            await tap();
            await drawn(page);
            return (await chosen.count()) > 0;
        }, "choosing the place");
        equal(await page.locator(".kc[data-looked]").count(), 2, "cards that would be spent");
        const on = page.locator(".km-spots .place.on"),
            before = await page.locator(".km-things .km-house").count();
        await page.waitForTimeout(700); // two quick taps would be a double tap
        await page.touchscreen.tap(...(await centre(on)));
        await until(
            async () => (await page.locator(".km-things .km-house").count()) === before + 1,
            "the cloister being built",
        );
    }),
);

await check("places that a finger cannot tell apart are brought apart first", () =>
    visiting({ size: "390x844" }, async (view) => {
        const { page } = view;
        await open(view, browser.url, withJoker());
        await settled(page);
        const spots = await page.$$eval(".km-spots .place", (all) =>
            all.map((one) => {
                const { x, y, width, height } = one.getBoundingClientRect();
                return [x + width / 2, y + height / 2];
            }),
        );
        const far = ([ax, ay], [bx, by]) => Math.hypot(ax - bx, ay - by),
            pairs = spots.flatMap((one, i) => spots.slice(i + 1).map((other) => [one, other])),
            [one, other] = pairs.sort((a, b) => far(...a) - far(...b))[0];
        ensure(far(one, other) < 40, "two places lie close together");
        const scale = () =>
            page
                .locator(".map > svg:not(.map-ground) > g")
                .evaluate((g) => Number(/scale\(([\d.]+)\)/.exec(g.getAttribute("transform"))[1]));
        await page.touchscreen.tap((one[0] + other[0]) / 2, (one[1] + other[1]) / 2);
        await until(async () => (await scale()) > 1, "zooming in");
        equal(await page.locator("[data-confirm]").count(), 0, "places chosen by that tap");
        ensure((await scale()) * far(one, other) >= 43, "the two are now a finger apart");
    }),
);

// ---- Rattus: where the rings lie ----

/** Runs in the page: what each ring of a region lies on that it should not. */
function covered() {
    const pieces = document.querySelector(".rt-map > svg:not(.map-ground)"),
        shapes = [...document.querySelectorAll("path[id^=rattus-][id$=-path]")],
        round = (element) => {
            const { x, y, width, height } = element.getBoundingClientRect();
            return { x: x + width / 2, y: y + height / 2, r: width / 2 };
        };
    const toMap = pieces.firstElementChild.getScreenCTM().inverse(),
        frame = document.querySelector(".rt-frame rect").getBoundingClientRect(),
        plague = document.querySelector(".rt-plague use").getBoundingClientRect();
    const tokens = [...document.querySelectorAll(".rt-pieces use[href='#rattus-token']")].map(
        round,
    );
    const wrong = [];
    for (const place of document.querySelectorAll(".place[data-do]")) {
        const action = place.getAttribute("data-do"),
            code = action.split(" ")[1],
            { x, y, r } = round(place.querySelector(".ring"));
        for (let i = 0; i < 24; i++) {
            const at = new DOMPoint(
                x + r * Math.cos((i * Math.PI) / 12),
                y + r * Math.sin((i * Math.PI) / 12),
            );
            if (at.x < frame.x || at.y < frame.y || at.x > frame.right || at.y > frame.bottom)
                wrong.push(`${action}: the edge`);
            for (const shape of shapes)
                if (
                    shape.id !== `rattus-${code}-path` &&
                    shape.isPointInFill(at.matrixTransform(toMap))
                )
                    wrong.push(`${action}: ${shape.id}`);
        }
        if (tokens.some((other) => Math.hypot(other.x - x, other.y - y) < (other.r + r) * 0.93))
            wrong.push(`${action}: a token`);
        const dx = Math.max(plague.x - x, 0, x - plague.right),
            dy = Math.max(plague.y - y, 0, y - plague.bottom);
        if (Math.hypot(dx, dy) < r * 0.6) wrong.push(`${action}: the plague piece`);
    }
    return [...new Set(wrong)];
}

await check("the rings of Rattus lie free: on no piece, border or edge", () =>
    visiting({ stays: true }, async (view) => {
        const [record] = simulate(build, "rattus", { players: 4, seed: "rings" }),
            asked = trace(build, [record]).filter(({ legal }) =>
                legal?.[0]?.some((one) => /^(settle|grow|rat|plague) /.test(one)),
            );
        let rings = 0;
        for (const { step } of asked.filter((_, i) => i % 3 === 0)) {
            await open(view, browser.url, tableAt(record, step, [0]));
            await settled(view.page);
            await drawn(view.page);
            equal(await view.page.evaluate(covered), [], `step ${step}`);
            rings += await view.page.locator(".place[data-do]").count();
        }
        return `${rings} rings in ${asked.length} positions`;
    }),
);

// ---- what a thing is ----

/** Holds a finger on a thing until its sheet opens, and returns what that says. */
async function held(view, selector) {
    const { page, context } = view,
        thing = page.locator(selector).first(),
        session = await context.newCDPSession(page);
    await thing.scrollIntoViewIfNeeded();
    const [x, y] = await centre(thing),
        touch = (type, touchPoints) =>
            session.send("Input.dispatchTouchEvent", { type, touchPoints });
    await touch("touchStart", [{ x, y }]);
    await page.waitForSelector(".thing");
    await touch("touchEnd", []);
    await session.detach();
    await drawn(page);
    const text = await page.textContent(".thing");
    await look(view);
    await page.keyboard.press("Escape");
    await page.waitForSelector(".thing", { state: "detached" });
    return text;
}

const says = (text, ...wanted) =>
    wanted.forEach((one) => ensure(one.test(text), `${one} in “${text}”`));

await check("holding a card of Duell says what it does, whose it is, and what can be done", () =>
    visiting({ size: "390x844" }, async (view) => {
        const { page } = view,
            uses = (legal) => legal.filter(ofVerb("use")).length > 1;
        await open(view, browser.url, tableWhere("duell", 2, uses));
        await settled(page);
        says(
            await held(view, ".ac.legal"),
            /gehört in dieser Runde dir/,
            /Du kannst sie jetzt nutzen/,
        );
        // one that cannot be used says why when it is tapped
        await page.locator(".ac[aria-disabled=true]").first().tap({ force: true });
        await page.waitForSelector(".thing");
        await until(
            async () => (await page.textContent(".thing-stand")).length > 10,
            "the reason why not",
        );
    }),
);

await check("holding a class of Rattus or an alliance of Kardinal says what it is", () =>
    visiting({ size: "390x844" }, async (view) => {
        await open(
            view,
            browser.url,
            tableWhere("rattus", 3, (legal) => legal.some(ofVerb("class"))),
        );
        await settled(view.page);
        says(await held(view, "[data-about=W]"), /Hexe/, /zwei Rattenplättchen/);
        await open(view, browser.url, withJoker());
        await settled(view.page);
        says(await held(view, "g[data-about='6']"), /Bündnis 6/, /Mehrheit der Räte/, /Hof von/);
    }),
);

// ---- dragging ----

/** Moves a pointer from a thing to a point and lets go there. A finger holds the thing above
 * itself. `meanwhile` runs before it lets go. */
async function drag({ page, context }, thing, [x, y], { finger = false, meanwhile } = {}) {
    const session = await context.newCDPSession(page),
        touch = (type, touchPoints) =>
            session.send("Input.dispatchTouchEvent", { type, touchPoints }),
        move = (px, py) =>
            finger ? touch("touchMove", [{ x: px, y: py }]) : page.mouse.move(px, py);
    const [fx, fy] = await centre(thing),
        ty = finger ? y + 38 : y;
    if (finger) await touch("touchStart", [{ x: fx, y: fy }]);
    else {
        await page.mouse.move(fx, fy);
        await page.mouse.down();
    }
    await move(fx, fy - 12);
    await move(fx, fy - 24);
    await move((fx + x) / 2, (fy + ty) / 2);
    await move(x, ty);
    await meanwhile?.();
    await (finger ? touch("touchEnd", []) : page.mouse.up());
    await session.detach();
    await drawn(page);
}

const dragged = [
    ["rattus", 3, ofVerb("plague"), "[data-drag=plague]"],
    ["rattus", 3, ofVerb("settle"), "[data-drag=cube] svg"],
    ["kardinal", 3, ofVerb("c"), "[data-drag^='card ']"],
    ["kardinal", 3, ofVerb("c"), "[data-drag=cloister] svg"],
    ["tallinn", 3, ofVerb("play"), ".hand [data-drag]"],
    ["duell", 2, ofVerb("flip"), ".dock [data-drag^=seal]"],
    ["duell", 2, ofVerb("claim"), "[data-drag='card 1']"],
    ["duell", 2, ofVerb("build"), "[data-drag^=worked]"],
];

/** Drags a thing past every place and back, then onto a legal one. */
async function dragBoth(view, finger, thing) {
    const { page } = view,
        said = () => page.locator(".dock").innerText(),
        before = await said(),
        places = page.locator("[data-drop-state]");
    let at = null;
    await drag(view, thing, [5, 5], {
        finger,
        meanwhile: async () => {
            ensure((await places.count()) > 0, "no place takes it");
            equal(await page.locator("[data-drop-state=over]").count(), 0, "places far away");
            at = await centre(places.first());
        },
    });
    equal(await said(), before, "the question after dropping it elsewhere");
    equal(await page.locator("[data-confirm]").count(), 0, "moves after dropping it elsewhere");
    await drag(view, thing, at, {
        finger,
        meanwhile: async () =>
            ensure((await page.locator("[data-drop-state=over]").count()) > 0, "the place"),
    });
    equal(await page.locator("[data-drop-state], [data-dragged]").count(), 0, "marks left over");
    const meant = page.locator("[data-confirm], .place.on");
    await until(
        async () => (await meant.count()) > 0 || (await said()) !== before,
        "the move that was dragged",
    );
}

for (const size of ["1440x900", "390x844"])
    await check(`things are dragged to legal places, and return from others, at ${size}`, () =>
        visiting({ size, stays: true }, async (view) => {
            for (const [game, players, verb, thing] of dragged) {
                await open(
                    view,
                    browser.url,
                    tableWhere(game, players, (legal) => legal.some(verb)),
                );
                await settled(view.page);
                await drawn(view.page);
                await dragBoth(view, size === "390x844", view.page.locator(thing).first());
            }
        }),
    );

await check("a map moves under a finger that holds no piece; a hand that scrolls is scrolled", () =>
    visiting({ size: "390x844" }, async (view) => {
        const { page } = view,
            map = page.locator(".map > svg:not(.map-ground)"),
            shift = () => map.locator("> g").getAttribute("transform");
        await open(view, browser.url, withJoker());
        await settled(page);
        await page.locator(".map-tools .tool").first().click();
        const before = await shift(),
            [x, y] = await centre(map);
        await drag(view, map, [x - 40, y - 60], { finger: true });
        ensure((await shift()) !== before, "the map stays");
        // as with letters of twice the size
        await page.evaluate(() => {
            document.querySelector(".hand-room").style.overflowX = "auto";
            document.querySelector(".kt").style.width = "60rem";
        });
        const card = page.locator("[data-drag^='card ']").first(),
            [cx, cy] = await centre(card);
        await drag(view, card, [cx - 60, cy - 38], {
            finger: true,
            meanwhile: async () =>
                equal(await page.locator("[data-dragging]").count(), 0, "things picked up"),
        });
    }),
);

// ---- one rule for confirming ----

const finals = [
    ["kardinal", 3, ofVerb("blind"), {}],
    ["duell", 2, ofVerb("yield"), {}],
    ["rattus", 3, ofVerb("knight"), {}],
    ["tallinn", 3, ofVerb("tower"), { legate: true, towers: "leader" }],
];

for (const [game, players, verb, options] of finals)
    await check(`${game}: the step that passes the turn asks once; its ✓ confirms it, too`, () =>
        visiting({}, async (view) => {
            const { page } = view,
                fits = (legal) => legal.length > 1 && legal.some(verb);
            await open(view, browser.url, tableWhere(game, players, fits, { options }));
            await settled(page);
            const action = (await legalHere(page)).find(verb),
                control = page.locator(`:is(.board, .dock) [data-do="${action}"]`).first(),
                confirm = page.locator(`.dock .go [data-confirm="${action}"]`),
                before = await log(page);
            const press = async (clickCount) =>
                page.mouse.click(...(await centre(control)), { clickCount });
            // a double click chooses, and does not confirm
            await press(2);
            await confirm.waitFor();
            await drawn(page);
            ensure((await confirm.textContent()).startsWith("Zug bestätigen"), "the words");
            await page.keyboard.press("Escape");
            await confirm.waitFor({ state: "detached" });
            equal(await log(page), before, "the log after choosing and cancelling");
            const at = await centre(control);
            await page.mouse.click(...at);
            await confirm.waitFor();
            await drawn(page);
            await page.mouse.click(...at);
            await confirm.waitFor({ state: "detached" });
            await until(async () => (await log(page)) !== before, "the step");
        }),
    );

await check("a question with a single answer is not asked, unless other people play", () =>
    visiting({}, async (view) => {
        const { page } = view,
            lone = (legal) => legal.length === 1 && legal[0] === "done";
        await open(view, browser.url, tableWhere("kardinal", 3, lone));
        await page.waitForSelector('.market [data-do^="take"]');
        ensure(!(await legalHere(page)).includes("done"), "asked all the same");
        // an undo goes back to the last real choice
        await page.locator(".tools .tool").first().click();
        await page.waitForSelector('.place[data-do^="c "]');
        await open(view, browser.url, tableWhere("kardinal", 3, lone, { people: [0, 1] }));
        if ((await settled(page)) === "curtain") await page.locator("[data-curtain]").click();
        await page.waitForSelector('.choice[data-do="done"]');
    }),
);

await browser.close();
end();
