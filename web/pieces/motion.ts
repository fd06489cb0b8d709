// Animates pieces between two positions, guided by `data-piece` and the other attributes in
// board.ts. Only transform and opacity change, so the compositor does the work. Everything is
// measured before anything starts: a measurement in between would force another layout of the whole
// page. The durations are those of the normal speed.
import { pace, settings } from "../store/settings";

const travelMs = 250,
    flipMs = 300;
export const riseMs = 700;

const atPace = (ms: number) => ms * pace(settings());

interface Place {
    readonly element: Element;
    readonly box: DOMRect;
    readonly face: string | null;
    readonly leave: Leave | null; // how it leaves if it is gone in the next position
}

interface Leave {
    readonly to: string;
    // the <svg> that contains the piece, and its box there
    readonly on: { readonly svg: SVGSVGElement; readonly matrix: DOMMatrix } | null;
}

export type Picture = ReadonlyMap<string, Place>;

const anchor = (root: ParentNode, name: string) =>
    root.querySelector(`[data-anchor="${CSS.escape(name)}"]`);

/** A piece inside an <svg> is animated in there, because it looks right only there. `drawings`
 * caches each <svg>'s conversion from screen units. */
function drawingOf(
    element: Element,
    drawings: Map<SVGSVGElement, DOMMatrix | undefined>,
): Leave["on"] {
    const svg =
        element instanceof SVGGraphicsElement && !(element instanceof SVGSVGElement)
            ? element.ownerSVGElement
            : null;
    if (!svg) return null;
    if (!drawings.has(svg)) drawings.set(svg, svg.getScreenCTM()?.inverse());
    const inner = (element as SVGGraphicsElement).getScreenCTM(),
        matrix = inner && drawings.get(svg)?.multiply(inner);
    return matrix ? { svg, matrix } : null;
}

/** The present position of every piece. */
export function capture(root: ParentNode): Picture {
    const places = new Map<string, Place>(),
        drawings = new Map<SVGSVGElement, DOMMatrix | undefined>();
    for (const element of root.querySelectorAll("[data-piece]")) {
        const to = element.getAttribute("data-to");
        const leave = to === null ? null : { to, on: drawingOf(element, drawings) };
        places.set(element.getAttribute("data-piece")!, {
            element,
            box: element.getBoundingClientRect(),
            face: element.getAttribute("data-face"),
            leave,
        });
    }
    return places;
}

/** Converts screen pixels to the element's own units, which differ inside an <svg>. */
function scaleOf(element: Element): number {
    return scaleBy(element instanceof SVGGraphicsElement ? element.getScreenCTM() : null);
}

const scaleBy = (ctm: DOMMatrix | null) => (ctm ? 1 / (Math.hypot(ctm.a, ctm.b) || 1) : 1);

type Begin = () => void;

function travel(element: Element, from: DOMRect, to: DOMRect, fades: boolean): Begin {
    const scale = scaleOf(element);
    const x = (from.x + from.width / 2 - to.x - to.width / 2) * scale,
        y = (from.y + from.height / 2 - to.y - to.height / 2) * scale;
    const first = { transform: `translate(${x}px, ${y}px)`, ...(fades ? { opacity: 0 } : {}) };
    return () =>
        void element.animate(
            [first, { transform: "translate(0, 0)", ...(fades ? { opacity: 1 } : {}) }],
            { duration: atPace(travelMs), easing: "cubic-bezier(.3,.7,.3,1)" },
        );
}

function flip(element: Element): void {
    element.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], {
        duration: atPace(flipMs),
        easing: "ease-out",
    });
}

/** The layer above everything in which pieces fly. */
export function flight(): HTMLElement {
    let layer = document.querySelector<HTMLElement>(".flight");
    if (layer) return layer;
    layer = document.createElement("div");
    layer.className = "flight";
    layer.setAttribute("aria-hidden", "true");
    document.body.append(layer);
    return layer;
}

function fly(node: HTMLElement, from: DOMRect, to: DOMRect, duration: number, last: number): void {
    node.style.left = `${from.x + from.width / 2}px`;
    node.style.top = `${from.y + from.height / 2}px`;
    flight().append(node);
    const x = to.x + to.width / 2 - from.x - from.width / 2,
        y = to.y + to.height / 2 - from.y - from.height / 2;
    const frames = [
        { transform: "translate(-50%, -50%) scale(.8)", opacity: 0 },
        { transform: "translate(-50%, -110%) scale(1.15)", opacity: 1, offset: 0.25 },
        { transform: "translate(-50%, -110%) scale(1.1)", opacity: 1, offset: 0.5 },
        {
            transform: `translate(calc(-50% + ${x}px), calc(-50% + ${y}px)) scale(.8)`,
            opacity: last,
        },
    ];
    void node
        .animate(frames, { duration, easing: "ease-in-out" })
        .finished.catch(() => {})
        .then(() => node.remove());
}

function sendOff(root: ParentNode, { element, box, leave }: Place): Begin {
    const target = leave && anchor(root, leave.to);
    if (!leave || !target) return () => {};
    const { on } = leave,
        to = target.getBoundingClientRect(),
        scale = on ? scaleBy(on.svg.getScreenCTM()?.multiply(on.matrix) ?? null) : 1;
    return () => {
        // the original stays as a trace, so a copy flies
        const piece = element.isConnected ? (element.cloneNode(true) as Element) : element;
        if (on) return sendOffOn(on, piece, box, to, scale);
        const node = document.createElement("div");
        node.style.width = `${box.width}px`;
        node.append(piece);
        return fly(node, box, to, atPace(travelMs * 1.5), 0);
    };
}

interface Moved {
    readonly duration: number; // ms
    readonly cards: boolean; // cards have moved, not only pieces
    // must start before the next frame, which would show pieces at their destinations
    readonly begin: readonly Begin[];
    // may start a little later: new pieces stay hidden until then
    readonly come: readonly (() => Begin)[];
    readonly leave: readonly Begin[]; // may start a little later
}

function sendOffOn(
    { svg, matrix: { a, b, c, d, e, f } }: NonNullable<Leave["on"]>,
    node: Element,
    from: DOMRect,
    to: DOMRect,
    scale: number,
): void {
    const holder = document.createElementNS("http://www.w3.org/2000/svg", "g");
    holder.setAttribute("transform", `matrix(${[a, b, c, d, e, f].join(" ")})`);
    holder.setAttribute("aria-hidden", "true");
    node.removeAttribute("data-piece");
    holder.append(node);
    const x = (to.x + to.width / 2 - from.x - from.width / 2) * scale,
        y = (to.y + to.height / 2 - from.y - from.height / 2) * scale;
    const frames = [
        { transform: "translate(0, 0)", opacity: 1 },
        { transform: `translate(${x}px, ${y}px)`, opacity: 0 },
    ];
    svg.append(holder);
    void node
        .animate(frames, { duration: atPace(travelMs * 1.5), easing: "ease-in" })
        .finished.catch(() => {})
        .then(() => holder.remove());
}

function hide({ style }: ElementCSSInlineStyle): Begin {
    style.visibility = "hidden";
    return () => void style.removeProperty("visibility");
}

/** Hides pieces that are new since `before` until their flight starts. Returns a function that
 * shows them. */
export function hold(root: ParentNode, before: Picture): Begin {
    const held = [...root.querySelectorAll<HTMLElement | SVGElement>("[data-piece]")]
        .filter((element) => before.get(element.getAttribute("data-piece")!)?.element !== element)
        .map(hide);
    return () => held.forEach((show) => show());
}

let landed: DOMRect | null = null;

/** Somebody has just put a piece here with the pointer: what arrives here comes from here. */
export function landAt(box: DOMRect | null): void {
    landed = box;
}

const landing = 90; // screen pixels around it

const isLanded = ({ x, y, width, height }: DOMRect) =>
    landed !== null &&
    Math.hypot(
        x + width / 2 - landed.x - landed.width / 2,
        y + height / 2 - landed.y - landed.height / 2,
    ) < landing;

/** The movements since `before`. */
export function move(root: ParentNode, before: Picture): Moved {
    const gone = new Map(before),
        begin: Begin[] = [],
        come: (() => Begin)[] = [];
    let duration = 0,
        cards = false;
    for (const element of root.querySelectorAll<HTMLElement | SVGElement>("[data-piece]")) {
        const name = element.getAttribute("data-piece")!,
            former = before.has(name) ? name : (element.getAttribute("data-was") ?? name),
            was = before.get(former),
            box = element.getBoundingClientRect();
        gone.delete(former);
        const source =
            (isLanded(box) ? landed : was?.box) ??
            anchor(root, element.getAttribute("data-from") ?? "")?.getBoundingClientRect();
        if (!source || box.width === 0) continue;
        if (was && was.face !== element.getAttribute("data-face")) {
            begin.push(() => flip(element));
            duration = Math.max(duration, atPace(flipMs));
        } else if (Math.hypot(source.x - box.x, source.y - box.y) > 3) {
            const go = travel(element, source, box, !was);
            if (was) begin.push(go);
            else
                come.push(() => {
                    const show = hide(element);
                    return () => {
                        show();
                        go();
                    };
                });
            duration = Math.max(duration, atPace(travelMs));
        } else continue;
        cards ||= element.matches("div, button, li");
    }
    return {
        duration,
        cards,
        begin,
        come,
        leave: [...gone.values()].filter(({ leave }) => leave).map((place) => sendOff(root, place)),
    };
}

/** Points rise from where they were earned to the seat's score. */
export function rise(root: ParentNode, seat: number, points: number): Begin {
    const from =
            root.querySelector(`[data-scene-from="${seat}"]`) ??
            root.querySelector("[data-scene-from]") ??
            root.querySelector(`[data-scores="${seat}"]`) ??
            root.querySelector(".board"),
        to = anchor(root, `seat-${seat}`);
    if (!from || !to) return () => {};
    const source = from.getBoundingClientRect(),
        target = to.getBoundingClientRect(),
        node = document.createElement("b");
    node.className = `rise s${seat}`;
    node.textContent = points > 0 ? `+${points}` : `−${-points}`;
    return () => fly(node, source, target, atPace(riseMs), 0.2);
}

/** Ends all movements at once. */
export function skip(): void {
    for (const animation of document.getAnimations())
        if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish();
}
