// Dragging, alongside tapping. A thing with `data-drag` can be picked up while its board knows
// places for it (`drops` in board.ts); a place is every element with the `data-drop` of that name.
// Dropped on a place, the thing means what touching both would mean, so the frame confirms it by
// the same rule. Dropped anywhere else, it returns.
//
// While a thing is dragged, the table has `data-dragging`, and its places have `data-drop-state`:
// "open", or "over" where it would fall.
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { BoardProps, Choice, Drop, GameBoard, Part, Turn } from "../board";
import { settings, stillOf } from "../store/settings";
import { fits } from "../table/turn";
import { flight, landAt } from "./motion";

const startsAfter = 6, // screen pixels; less is a tap, and a map moves only after more
    reach = 48, // screen pixels around a place that mean it
    above = 38, // a finger hides what lies under it, so the thing is held above it
    largest = 96, // screen pixels; a larger thing shrinks
    small = 60, // screen pixels; a larger thing is held by its lower edge, so places stay visible
    returnMs = 200;

interface Dragging {
    drops(thing: string): readonly Drop[];
    look(choice: Choice | null): void;
}

interface Point {
    readonly x: number;
    readonly y: number;
}

interface Copy {
    readonly element: HTMLElement | SVGElement;
    readonly lift: number; // screen pixels between its middle and the point that it means
}

interface Held {
    readonly pointer: number;
    readonly finger: boolean;
    readonly thing: Element;
    readonly name: string;
    readonly drops: readonly Drop[];
    readonly from: Point;
    copy: Copy | null; // null until it has moved far enough
    over: string | null; // the name of the place under it
}

const middleOf = (element: Element): Point => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
};

const centredAt = ({ x, y }: Point, lift = 0) => `calc(${x}px - 50%) calc(${y - lift}px - 50%)`;

const away = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);

/** The name of the place at a point, or of the nearest one within reach. */
function placeAt(places: ReadonlyMap<Element, string>, point: Point): string | null {
    for (const element of document.elementsFromPoint(point.x, point.y)) {
        const place = element.closest("[data-drop]"),
            name = place && places.get(place);
        if (name) return name;
    }
    let best: string | null = null,
        least = reach;
    for (const [element, name] of places) {
        const distance = away(middleOf(element), point);
        if (distance <= least) [best, least] = [name, distance];
    }
    return best;
}

/** Whether the finger rather scrolls: something around the thing scrolls in its direction. */
function scrolls(thing: Element, dx: number, dy: number): boolean {
    const across = Math.abs(dx) > Math.abs(dy);
    for (let one: Element | null = thing; one; one = one.parentElement) {
        const { touchAction, overflowX, overflowY } = getComputedStyle(one),
            page = one === document.documentElement;
        if (touchAction === "none") return false;
        const room = across
            ? one.scrollWidth - one.clientWidth
            : one.scrollHeight - one.clientHeight;
        if (room > 1 && (page || /auto|scroll/.test(across ? overflowX : overflowY))) return true;
    }
    return false;
}

/** A copy of a piece of a map needs an <svg> of its own. */
function copyOfDrawn(thing: SVGGraphicsElement, { x, y, width, height }: DOMRect): SVGSVGElement {
    const space = "http://www.w3.org/2000/svg",
        svg = document.createElementNS(space, "svg"),
        holder = document.createElementNS(space, "g"),
        { a, b, c, d, e, f } = thing.getScreenCTM()!;
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    holder.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e - x} ${f - y})`);
    holder.append(thing.cloneNode(true));
    svg.append(holder);
    return svg;
}

const named = ["id", "data-piece", "data-anchor", "data-do", "data-drag", "data-drop"];

function nameless<E extends Element>(copy: E): E {
    for (const one of [copy, ...copy.querySelectorAll("*")])
        for (const name of named) one.removeAttribute(name);
    return copy;
}

/** Puts a copy into the layer above everything, inside copies of what the thing lies in up to the
 * table: without a layout of their own, but the style sheet recognises it by them. */
function fly(copy: Element, thing: Element, table: Element): void {
    let inside: Node = copy;
    for (let one = thing.parentElement; one; one = one.parentElement) {
        const around = nameless(one.cloneNode(false) as HTMLElement | SVGElement);
        around.style.display = "contents";
        around.append(inside);
        inside = around;
        if (one === table) break;
    }
    flight().append(inside);
}

function copyOf(thing: Element, table: Element): Copy {
    const box = thing.getBoundingClientRect(),
        drawn = thing instanceof SVGGraphicsElement && thing.ownerSVGElement !== null,
        element = nameless(
            drawn ? copyOfDrawn(thing, box) : (thing.cloneNode(true) as HTMLElement),
        ),
        scale = Math.min(1, largest / Math.max(box.width, box.height)),
        high = box.height * scale;
    element.classList.add("dragged");
    element.style.width = `${box.width}px`;
    element.style.height = `${box.height}px`;
    element.style.scale = String(scale);
    if (drawn) flight().append(element);
    else fly(element, thing, table);
    return { element, lift: high > small ? high / 2 + 8 : 0 };
}

/** Removes a copy and what was put around it. */
function remove(copy: Element): void {
    const layer = flight();
    let one = copy;
    while (one.parentElement && one.parentElement !== layer) one = one.parentElement;
    one.remove();
}

/** The elements of the places, by name. */
function placesIn(table: Element, drops: readonly Drop[]): ReadonlyMap<Element, string> {
    const names = new Set(drops.map(({ at }) => at)),
        all = [...table.querySelectorAll("[data-drop]")].map(
            (element) => [element, element.getAttribute("data-drop")!] as const,
        );
    return new Map(all.filter(([, name]) => names.has(name)));
}

/** Follows one pointer over a table. */
class Dragger {
    private held: Held | null = null;
    private places: ReadonlyMap<Element, string> = new Map();
    private ended = false; // the click that follows a drag is no tap

    constructor(
        private readonly table: Element,
        private readonly now: () => Dragging,
    ) {}

    readonly down = (event: PointerEvent) => {
        landAt(null);
        this.ended = false;
        if (this.held || !event.isPrimary || event.button !== 0) return this.end(false);
        const thing = (event.target as Element).closest("[data-drag]"),
            name = thing?.getAttribute("data-drag"),
            drops = name ? this.now().drops(name) : [];
        if (!thing || !name || drops.length === 0) return undefined;
        const { pointerId: pointer, clientX: x, clientY: y, pointerType } = event;
        const finger = pointerType !== "mouse";
        this.held = { pointer, finger, thing, name, drops, from: { x, y }, copy: null, over: null };
        return undefined;
    };

    private pickUp(held: Held): void {
        const { thing, drops, pointer: pointerId } = held;
        this.places = placesIn(this.table, drops);
        // From here on, the pointer is nobody else's: no map moves, no sheet opens.
        thing.dispatchEvent(new PointerEvent("pointercancel", { bubbles: true, pointerId }));
        held.copy = copyOf(thing, this.table);
        thing.setAttribute("data-dragged", "");
        this.table.setAttribute("data-dragging", "");
    }

    readonly move = (event: PointerEvent) => {
        const { held } = this,
            to = { x: event.clientX, y: event.clientY };
        if (!held || event.pointerId !== held.pointer) return undefined;
        if (document.querySelector("dialog[open]")) return this.end(false);
        if (!held.copy) {
            const { thing, from, finger } = held;
            if (away(from, to) <= startsAfter) return undefined;
            if (finger && scrolls(thing, to.x - from.x, to.y - from.y)) return this.end(false);
            this.pickUp(held);
        }
        event.stopPropagation();
        const point = held.finger ? { x: to.x, y: to.y - above } : to;
        held.copy!.element.style.translate = centredAt(point, held.copy!.lift);
        held.over = placeAt(this.places, point) ?? (held.finger ? placeAt(this.places, to) : null);
        for (const [place, name] of this.places)
            place.setAttribute("data-drop-state", name === held.over ? "over" : "open");
        this.now().look(held.drops.find(({ at }) => at === held.over)?.choice ?? null);
        return undefined;
    };

    readonly up = (event: PointerEvent) => {
        const { held } = this;
        if (!held || event.pointerId !== held.pointer || !event.isTrusted) return;
        // The question may have changed meanwhile.
        const drops = event.type === "pointerup" && held.copy ? this.now().drops(held.name) : [],
            drop = drops.find(({ at }) => at === held.over);
        if (drop) landAt(held.copy!.element.getBoundingClientRect());
        this.end(drop !== undefined);
        drop?.drop();
    };

    private end(taken: boolean): void {
        const { held, places, table } = this;
        this.held = null;
        if (!held?.copy) return;
        const { copy, thing } = held,
            { element } = copy;
        for (const place of places.keys()) place.removeAttribute("data-drop-state");
        thing.removeAttribute("data-dragged");
        table.removeAttribute("data-dragging");
        this.now().look(null);
        this.ended = true;
        if (taken || stillOf(settings())) return remove(element);
        void element
            .animate({ translate: centredAt(middleOf(thing)) }, returnMs)
            .finished.catch(() => {})
            .then(() => remove(element));
    }

    readonly click = (event: MouseEvent) => {
        if (this.ended && event.detail > 0) event.stopPropagation();
        this.ended = false;
    };

    /** Shows by the cursor what can be picked up. */
    readonly over = ({ target, pointerType }: PointerEvent) => {
        const thing = (target as Element).closest("[data-drag]"),
            name = thing?.getAttribute("data-drag");
        if (name && pointerType === "mouse" && !this.held)
            thing!.toggleAttribute("data-loose", this.now().drops(name).length > 0);
    };

    readonly listeners = {
        pointerdown: this.down,
        pointermove: this.move,
        pointerup: this.up,
        pointercancel: this.up,
        pointerover: this.over,
        click: this.click,
        touchmove: (event: TouchEvent) => this.held?.copy && event.preventDefault(),
        keydown: ({ key }: KeyboardEvent) => key === "Escape" && this.end(false),
    };
}

/** Lets people drag the things of a table. */
export function useDrag(root: RefObject<Element>, board: GameBoard, props: BoardProps): void {
    const dragging: Dragging = {
            drops: (thing) => board.drops?.(thing, props) ?? [],
            look: props.turn.look,
        },
        latest = useRef(dragging);
    latest.current = dragging;
    useEffect(() => {
        const { current: table } = root;
        if (!table) return undefined;
        const { listeners } = new Dragger(table, () => latest.current),
            all = Object.entries(listeners) as [string, EventListener][],
            how = { capture: true, passive: false };
        for (const [type, listener] of all) table.addEventListener(type, listener, how);
        return () => {
            for (const [type, listener] of all) table.removeEventListener(type, listener, how);
        };
    }, []);
}

// ---- for boards ----

const shared = ([first, ...others]: readonly Choice[]): readonly Part[] =>
    first!.parts.filter((part) => others.every((other) => fits(other, [part])));

/** The places of a thing, from the legal actions that it is part of. An action belongs to the place
 * that `placeOf` names. If several actions belong to a place, dropping the thing there touches what
 * they have in common, and the rest is asked. */
export function dropsOf(
    turn: Turn,
    placeOf: (choice: Choice) => string | null,
    several = (choices: readonly Choice[]) => turn.touch(shared(choices)),
): readonly Drop[] {
    const places = new Map<string, Choice[]>();
    for (const choice of turn.legal) {
        const at = placeOf(choice);
        if (at !== null) places.set(at, [...(places.get(at) ?? []), choice]);
    }
    return [...places].map(([at, choices]) => {
        const only = choices.length === 1 ? choices[0]! : null;
        const drop = () => {
            if (!only) several(choices);
            else if (turn.chosen?.do !== only.do) turn.pick(only);
        };
        return { at, choice: only, drop };
    });
}
