// Checks that apply to every screen: accessibility by axe, nothing covered, nothing out of sight,
// targets large enough.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { drawn } from "./driver.mjs";
import { root } from "./harness.mjs";
import { ensure } from "./tap.mjs";

const axe = readFileSync(resolve(root, "web/node_modules/axe-core/axe.min.js"), "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The violations that axe finds, one line each. */
async function axeFinds(page) {
    const loaded = await page.evaluate(() => "axe" in globalThis);
    // evaluated through the debugger, because the page's content policy forbids other scripts
    if (!loaded) await page.evaluate(axe);
    const violations = await page.evaluate(
        (runOnly) =>
            globalThis.axe
                .run(document, { runOnly, resultTypes: ["violations"] })
                .then(({ violations: found }) =>
                    found.map(
                        ({ id, help, nodes }) =>
                            `${id}: ${help}: ${nodes
                                .slice(0, 3)
                                .map(
                                    ({ html, any }) =>
                                        `${html.slice(0, 160)} ${any[0]?.message ?? ""}`,
                                )
                                .join(" | ")}`,
                    ),
                ),
        tags,
    );
    return violations;
}

// ---- functions that run in the page ----

function nameOf(element) {
    return (
        `${element.tagName.toLowerCase()}.${element.getAttribute("class")} ` +
        (element.getAttribute("data-do") ??
            element.getAttribute("aria-label") ??
            element.textContent.slice(0, 30))
    );
}

/** Visible elements that can be clicked. A board that is only a picture is inert. */
function targetsIn(scope) {
    const selector =
        "button, a[href], select, " +
        "input:not([type=radio]):not([type=file]):not(.switch input), label.switch, " +
        "label.btn, .pick-one label, [role=button], [role=tab]";
    return [...scope.querySelectorAll(selector)].filter((element) => {
        if (element.closest("[inert]")) return false; // a picture of a board
        const { width, height } = element.getBoundingClientRect();
        if (element.closest("[inert]")) return false;
        return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
    });
}

/** Whether the element stays in place while the page scrolls. */
function floats(element) {
    for (let one = element; one instanceof Element; one = one.parentElement)
        if (["fixed", "sticky"].includes(getComputedStyle(one).position)) return true;
    return false;
}

function overlap(one, other) {
    const across =
            Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left),
        down =
            Math.min(one.box.bottom + one.scrolled, other.box.bottom + other.scrolled) -
            Math.max(one.box.top + one.scrolled, other.box.top + other.scrolled);
    return (
        across > 8 &&
        down > 8 &&
        !one.element.contains(other.element) &&
        !other.element.contains(one.element)
    );
}

/** What is wider or higher than its room, and texts that are missing. */
function measurePage() {
    const wrong = [],
        root = document.documentElement,
        board = document.querySelector("main.board");
    if (root.scrollWidth > innerWidth)
        wrong.push(`the page is ${root.scrollWidth} px wide, the window ${innerWidth}`);
    // the generic board scrolls if a game has much to show
    if (
        board &&
        !board.querySelector(":scope > .g-board") &&
        board.scrollHeight > board.clientHeight + 1 &&
        getComputedStyle(board).overflowY !== "visible"
    )
        wrong.push(`the board is ${board.scrollHeight} px high in ${board.clientHeight}`);
    const unsaid = document.body.textContent.match(/⟨[^⟩]*⟩/g);
    if (unsaid) wrong.push(`no words: ${unsaid.slice(0, 3).join(" ")}`);
    return wrong;
}

/** A target that is too small, not reached by Tab, out of sight, covered, or overlaps one of
 * those `seen` before. */
function measureTarget(element, least, scrolled, seen) {
    const wrong = [],
        box = element.getBoundingClientRect(),
        x = box.x + box.width / 2,
        y = box.y + box.height / 2;
    const onMap = element instanceof SVGElement; // a tap there means the nearest legal place
    // lists that scroll, and links within text
    const listed = element.closest(".log, .tree, .chance, .expected, .prose, .ft, .rules-list");
    if (!onMap && !listed && (box.width < least - 0.5 || box.height < least - 0.5))
        wrong.push(`is ${Math.round(box.width)} × ${Math.round(box.height)} px`);
    if (
        element.matches("[data-do], [role=button]:not([aria-disabled=true])") &&
        element.tabIndex < 0
    )
        wrong.push("is not reached by Tab");
    const sideways = element.closest(".expected, .tp-row"); // rows that scroll
    if (!sideways && (box.right > innerWidth + 1 || box.left < -1))
        wrong.push("sticks out of the window");
    if (listed || onMap || y < 0 || y > innerHeight) return wrong;
    const top = document.elementFromPoint(x, y);
    // a sheet can be pulled down
    if (top && !element.contains(top) && !top.contains(element) && !top.closest(".told"))
        wrong.push(`is covered by ${nameOf(top)}`);
    // what lies under it, or it itself, can be scrolled
    if (floats(element) || sideways || element.closest(".g-board, .hand-room:has(.g-own)"))
        return wrong;
    const one = { element, box, scrolled };
    for (const other of seen)
        if (overlap(one, other)) wrong.push(`overlaps ${nameOf(other.element)}`);
    seen.push(one);
    return wrong;
}

function measureTargets(least) {
    const scope =
            [...document.querySelectorAll("dialog[open]")].at(-1) ??
            document.querySelector(".curtain") ??
            document,
        scroller = scope instanceof HTMLDialogElement ? scope : document.documentElement,
        at = scroller.scrollTop,
        seen = [];
    const wrong = targetsIn(scope).flatMap((element) => {
        const scrolls = element.closest(".g-board, .hand-room:has(.g-own)");
        if (scrolls || scroller.scrollHeight > scroller.clientHeight)
            element.scrollIntoView({ block: "center", behavior: "instant" });
        return measureTarget(element, least, scroller.scrollTop, seen).map(
            (what) => `${nameOf(element)} ${what}`,
        );
    });
    scroller.scrollTop = at;
    return wrong;
}

// The page gets the source of all of them, because they call each other.
const inPage = [
    nameOf,
    targetsIn,
    floats,
    overlap,
    measurePage,
    measureTarget,
    measureTargets,
].join("\n");
const measure = (least) =>
    `(() => { ${inPage}; return [...measurePage(), ...measureTargets(${least})]; })()`;

// ---- looking at the page ----

/** Runs in the page: waits until fonts are loaded and all finite animations have ended. */
const still = () =>
    Promise.allSettled([
        document.fonts.ready,
        ...document
            .getAnimations()
            .filter(({ effect }) => effect.getComputedTiming().endTime < Infinity)
            .map(({ finished }) => finished),
    ]).then(() => {});

/** Problems that are found twice: on a busy machine the first look may see a page that is still
 * being drawn. */
async function certain(page, find) {
    await page.evaluate(still);
    const first = await find();
    if (first.length === 0) return first;
    await drawn(page);
    await page.evaluate(still);
    return (await find()).filter((wrong) => first.includes(wrong));
}

const measured = (page, least) => certain(page, () => page.evaluate(measure(least)));

function must(found) {
    ensure(found.length === 0, found.join("\n"));
}

/** Throws with all problems of what the page shows now. */
export async function look({ page, wrongs }, { least = 44 } = {}) {
    must([
        ...(await measured(page, least)),
        ...(await certain(page, () => axeFinds(page))),
        ...wrongs,
    ]);
}

export const desks = [
    { width: 1024, height: 768 },
    { width: 1280, height: 800 },
    { width: 1366, height: 650 },
];

/** Shows a table on a small desk and throws with everything that does not fit there. */
export async function lookAtDesk({ page }, desk) {
    await page.setViewportSize(desk);
    // one frame for the new size, one for what follows from it
    for (let frame = 0; frame < 2; frame++) await drawn(page);
    const high = () =>
        page.evaluate(() =>
            document.documentElement.scrollHeight > innerHeight
                ? [`the page is ${document.documentElement.scrollHeight} px high`]
                : [],
        );
    must(
        [...(await measured(page, 44)), ...(await certain(page, high))].map(
            (wrong) => `${desk.width} × ${desk.height}: ${wrong}`,
        ),
    );
}
