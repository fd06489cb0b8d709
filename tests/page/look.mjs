// What every screen must be: readable by axe, nothing on top of anything, nothing out of sight,
// targets large enough.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { drawn } from "./driver.mjs";
import { root } from "./harness.mjs";
import { ensure } from "./tap.mjs";

const axe = readFileSync(resolve(root, "web/node_modules/axe-core/axe.min.js"), "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe finds wrong, a line each. */
async function axeFinds(page) {
    const loaded = await page.evaluate(() => "axe" in globalThis);
    // through the debugger: the page's own policy allows no such thing
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

/** Runs in the page: covered, overlapping and small targets, and what sticks out. */
function measure(least) {
    const wrong = [],
        root = document.documentElement;
    if (root.scrollWidth > innerWidth)
        wrong.push(`the page is ${root.scrollWidth} px wide, the window ${innerWidth}`);
    const board = document.querySelector("main.board");
    if (
        board &&
        board.scrollHeight > board.clientHeight + 1 &&
        getComputedStyle(board).overflowY !== "visible"
    )
        wrong.push(`the board is ${board.scrollHeight} px high in ${board.clientHeight}`);
    const scope =
        [...document.querySelectorAll("dialog[open]")].at(-1) ??
        document.querySelector(".curtain") ??
        document;
    const name = (element) =>
        `${element.tagName.toLowerCase()}.${element.getAttribute("class")} ` +
        (element.getAttribute("data-do") ??
            element.getAttribute("aria-label") ??
            element.textContent.slice(0, 30));
    const targets = [
        ...scope.querySelectorAll(
            "button, a[href], select, " +
                "input:not([type=radio]):not([type=file]):not(.switch input), label.switch, " +
                "label.btn, .pick-one label, [role=button], [role=tab]",
        ),
    ].filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
    });
    const seen = [],
        scroller = scope instanceof HTMLDialogElement ? scope : root,
        at = scroller.scrollTop;
    const floats = (element) => {
        for (let one = element; one instanceof Element; one = one.parentElement)
            if (["fixed", "sticky"].includes(getComputedStyle(one).position)) return true;
        return false;
    };
    for (const element of targets) {
        if (scroller.scrollHeight > scroller.clientHeight)
            element.scrollIntoView({ block: "center", behavior: "instant" });
        const box = element.getBoundingClientRect(),
            x = box.x + box.width / 2,
            y = box.y + box.height / 2;
        const onMap = element instanceof SVGElement; // a tap there means the nearest legal place
        // lists that scroll, and links within text
        const listed = element.closest(".log, .prose, .ft, .rules-list");
        if (!onMap && !listed && (box.width < least - 0.5 || box.height < least - 0.5))
            wrong.push(
                `${name(element)} is ${Math.round(box.width)} × ${Math.round(box.height)} px`,
            );
        if (
            element.matches("[data-do], [role=button]:not([aria-disabled=true])") &&
            element.tabIndex < 0
        )
            wrong.push(`${name(element)} is not reached by Tab`);
        if (box.right > innerWidth + 1 || box.left < -1)
            wrong.push(`${name(element)} sticks out of the window`);
        if (listed || onMap || y < 0 || y > innerHeight) continue;
        const top = document.elementFromPoint(x, y);
        if (top && !element.contains(top) && !top.contains(element))
            wrong.push(`${name(element)} is covered by ${name(top)}`);
        if (floats(element)) continue; // what lies under it can be scrolled
        for (const [other, rect, from] of seen) {
            const across = Math.min(box.right, rect.right) - Math.max(box.left, rect.left),
                down =
                    Math.min(box.bottom + scroller.scrollTop, rect.bottom + from) -
                    Math.max(box.top + scroller.scrollTop, rect.top + from);
            if (across > 8 && down > 8 && !element.contains(other) && !other.contains(element))
                wrong.push(`${name(element)} overlaps ${name(other)}`);
        }
        seen.push([element, box, scroller.scrollTop]);
    }
    scroller.scrollTop = at;
    const unsaid = document.body.textContent.match(/⟨[^⟩]*⟩/g);
    if (unsaid) wrong.push(`no words: ${unsaid.slice(0, 3).join(" ")}`);
    return wrong;
}

/** Letters are there, and nothing is on its way to another place or colour. (Some things breathe
 * for ever.) */
const still = () =>
    Promise.allSettled([
        document.fonts.ready,
        ...document
            .getAnimations()
            .filter(({ effect }) => effect.getComputedTiming().endTime < Infinity)
            .map(({ finished }) => finished),
    ]).then(() => {});

/** What is found twice: on a busy machine the first look may be at a page that is still being
 * drawn. */
async function certain(page, find) {
    await page.evaluate(still);
    const first = await find();
    if (first.length === 0) return first;
    await drawn(page);
    await page.evaluate(still);
    return (await find()).filter((wrong) => first.includes(wrong));
}

const measured = (page, least) => certain(page, () => page.evaluate(measure, least));

function must(found) {
    ensure(found.length === 0, found.join("\n"));
}

/** Throws with everything that is wrong with what the page shows now. */
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
    // the new size, then what follows from it
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
