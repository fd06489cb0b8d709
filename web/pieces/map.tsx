// A map that opens fitted and can be zoomed and dragged: by wheel, pinch, drag, double tap and
// buttons. A tap means the nearest legal place, because places lie closer together than a thumb is
// wide.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useWords } from "../words";
import { Icon } from "./symbol";
import { classNames } from "../classnames";
import { tries } from "./tries";

/** A place that can be touched, in the map's own units. */
export interface MapPlace {
    readonly code: string;
    readonly x: number;
    readonly y: number;
    readonly legal: boolean;
}

interface Zoom {
    readonly k: number; // zoom; 1 is fitted
    readonly x: number;
    readonly y: number;
}

interface MapProps {
    readonly box: readonly [x: number, y: number, width: number, height: number];
    readonly label: string;
    readonly ground: ComponentChildren; // never changes, so it is a layer that is painted once
    readonly children: ComponentChildren;
    readonly class?: string;
    places(): readonly MapPlace[]; // called only when there is a tap
    touch(code: string, finger: boolean): void;
    // the place that a tap means for certain, however near others are
    exact?(event: MouseEvent): string | null;
    readonly question?: unknown; // a map that zoomed in by itself is fitted when this changes
}

const reachLegal = 48; // a tap within this many screen pixels means a legal place
const reachOther = 26; // a tap within this many screen pixels means any other place
const touchSize = 44; // screen pixels that a finger needs
const zoomMost = 4;

/** The place that a tap means: the nearest legal one within reach, otherwise the nearest of all.
 * `unit` is the number of screen pixels per map unit. */
export function nearest(
    places: readonly MapPlace[],
    x: number,
    y: number,
    unit: number,
): MapPlace | null {
    let best: MapPlace | null = null,
        least = Infinity;
    for (const legal of [true, false]) {
        for (const place of places) {
            const distance = Math.hypot(place.x - x, place.y - y) * unit;
            if (
                place.legal === legal &&
                distance < least &&
                distance <= (legal ? reachLegal : reachOther)
            )
                [best, least] = [place, distance];
        }
        if (best) return best;
    }
    return null;
}

/** If a finger covers several legal places: how much closer the map has to be so that the two
 * nearest lie a finger apart. 1: the tap is clear. */
function crowding(places: readonly MapPlace[], x: number, y: number, unit: number): number {
    const away = ({ x: px, y: py }: MapPlace) => Math.hypot(px - x, py - y) * unit;
    const [first, second] = places
        .filter((place) => place.legal && away(place) <= touchSize / 2)
        .sort((one, other) => away(one) - away(other))
        .filter((place, i, all) => all.findIndex(({ code }) => code === place.code) === i);
    if (!first || !second) return 1;
    return Math.max(1, touchSize / (Math.hypot(first.x - second.x, first.y - second.y) * unit));
}

/** Keeps the map inside its frame. */
function bounded({ k, x, y }: Zoom, [bx, by, width, height]: MapProps["box"]): Zoom {
    const most = Math.min(Math.max(k, 1), zoomMost);
    const fit = (at: number, from: number, size: number) =>
        Math.min(Math.max(at, (from + size) * (1 - most)), from * (1 - most));
    return { k: most, x: fit(x, bx, width), y: fit(y, by, height) };
}

const away = (a: { x: number; y: number }, b: { x: number; y: number }) =>
    Math.hypot(a.x - b.x, a.y - b.y);

const fitted: Zoom = { k: 1, x: 0, y: 0 };
const dragAfter = 8; // screen pixels; less movement is a tap with an unsteady finger

interface Zooming {
    readonly zoom: Zoom;
    fit(): void;
    /** Zooms around a point of the screen. */
    zoomAt(factor: number, x: number, y: number): void;
    /** Moves the map by screen pixels. */
    drag(dx: number, dy: number): void;
    /** Converts a point of the screen to map units; also returns the pixels per unit. */
    toPlace(
        x: number,
        y: number,
    ): { readonly x: number; readonly y: number; readonly unit: number };
}

type MapElement = { readonly current: SVGSVGElement | null };

function useZoom(svg: MapElement, box: MapProps["box"]): Zooming {
    const [zoom, setZoom] = useState(fitted);
    const scale = () => svg.current?.getScreenCTM()?.a ?? 1;
    const toMap = (x: number, y: number) => {
        const matrix = svg.current?.getScreenCTM()?.inverse();
        return matrix ? new DOMPoint(x, y).matrixTransform(matrix) : new DOMPoint(0, 0);
    };
    const zoomAt = (factor: number, x: number, y: number) =>
        setZoom((old) => {
            const point = toMap(x, y),
                k = Math.min(Math.max(old.k * factor, 1), zoomMost),
                by = k / old.k;
            return bounded(
                { k, x: point.x - (point.x - old.x) * by, y: point.y - (point.y - old.y) * by },
                box,
            );
        });
    const drag = (dx: number, dy: number) => {
        const unit = scale();
        setZoom((was) => bounded({ ...was, x: was.x + dx / unit, y: was.y + dy / unit }, box));
    };
    const toPlace = (x: number, y: number) => {
        const point = toMap(x, y);
        return {
            x: (point.x - zoom.x) / zoom.k,
            y: (point.y - zoom.y) / zoom.k,
            unit: scale() * zoom.k,
        };
    };
    return { zoom, fit: () => setZoom(fitted), zoomAt, drag, toPlace };
}

function useWheel(svg: MapElement, zoomAt: Zooming["zoomAt"]): void {
    useEffect(() => {
        const element = svg.current;
        const wheel = (event: WheelEvent) => {
            event.preventDefault();
            zoomAt(event.deltaY < 0 ? 1.2 : 1 / 1.2, event.clientX, event.clientY);
        };
        element?.addEventListener("wheel", wheel, { passive: false });
        return () => element?.removeEventListener("wheel", wheel);
    }, []);
}

/** One finger drags, two fingers zoom. `dragged` says whether the latest touch was more than a
 * tap. */
function useFingers(svg: MapElement, { zoomAt, drag }: Zooming) {
    const fingers = useRef(new Map<number, { x: number; y: number }>()),
        moved = useRef(0),
        mouse = useRef(true);
    const down = (event: PointerEvent) => {
        mouse.current = event.pointerType === "mouse";
        if (fingers.current.size === 0) moved.current = 0;
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    };
    const move = (event: PointerEvent) => {
        const old = fingers.current.get(event.pointerId);
        if (!old) return;
        const now = { x: event.clientX, y: event.clientY };
        moved.current += away(old, now);
        if (moved.current > dragAfter) svg.current?.setPointerCapture(event.pointerId);
        if (fingers.current.size === 2) {
            const other = [...fingers.current].find(([id]) => id !== event.pointerId)![1];
            zoomAt(
                away(now, other) / Math.max(1, away(old, other)),
                (now.x + other.x) / 2,
                (now.y + other.y) / 2,
            );
        } else if (moved.current > dragAfter) drag(now.x - old.x, now.y - old.y);
        fingers.current.set(event.pointerId, now);
    };
    const up = (event: PointerEvent) => void fingers.current.delete(event.pointerId);
    return {
        down,
        move,
        up,
        dragged: () => moved.current > dragAfter,
        byFinger: () => !mouse.current,
    };
}

type Fingers = ReturnType<typeof useFingers>;

/** Returns true for the second of two quick taps at about the same point. */
function useDoubleTap(): (event: MouseEvent) => boolean {
    const last = useRef({ at: 0, x: 0, y: 0 });
    return (event) => {
        const now = { at: event.timeStamp, x: event.clientX, y: event.clientY },
            again = now.at - last.current.at < 350 && away(last.current, now) < 30;
        last.current = now;
        return again;
    };
}

/** What a tap on the map does: it touches a place, or zooms in if several places are too close. */
function useTap(
    { places, touch, exact, question }: MapProps,
    zooming: Zooming,
    { dragged, byFinger }: Fingers,
): (event: MouseEvent) => void {
    const { zoom, zoomAt } = zooming,
        isDouble = useDoubleTap(),
        parted = useRef(false); // the map zoomed in by itself
    useEffect(() => {
        if (parted.current) zooming.fit();
        parted.current = false;
    }, [question]);
    return (event) => {
        // A key pressed on a place makes a click without detail, which the place itself handles.
        if (dragged() || event.detail === 0) return undefined;
        const certain = exact?.(event) ?? null;
        if (certain !== null) return touch(certain, byFinger());
        const { x, y, unit } = zooming.toPlace(event.clientX, event.clientY),
            all = places(),
            found = nearest(all, x, y, unit),
            closer = byFinger() ? Math.min(crowding(all, x, y, unit), zoomMost / zoom.k) : 1;
        if (closer > 1) {
            parted.current = true;
            zoomAt(closer, event.clientX, event.clientY);
        } else if (found) {
            if (event.detail === 1) touch(found.code, byFinger());
        } else if (isDouble(event))
            zoomAt(zoom.k > 2 ? 1 / zoomMost : 2, event.clientX, event.clientY);
        return undefined;
    };
}

export function MapView(props: MapProps) {
    const { box, label, ground, children, class: kind } = props;
    const svg = useRef<SVGSVGElement>(null),
        zooming = useZoom(svg, box),
        { zoom } = zooming,
        fingers = useFingers(svg, zooming),
        { down, move, up } = fingers;
    useWheel(svg, zooming.zoomAt);
    const tap = useTap(props, zooming, fingers);
    /** Fits the map again if the keyboard focus moves outside the visible part. */
    const follow = ({ target }: FocusEvent) => {
        const frame = svg.current!.getBoundingClientRect(),
            { x, y, right, bottom } = (target as Element).getBoundingClientRect();
        if (x < frame.x || y < frame.y || right > frame.right || bottom > frame.bottom)
            if (zoom.k > 1) zooming.fit();
    };
    const at = `translate(${zoom.x} ${zoom.y}) scale(${zoom.k})`;
    return (
        <div class={classNames("map", kind)}>
            <svg class="map-ground" viewBox={box.join(" ")} aria-hidden="true">
                <g transform={at}>{ground}</g>
            </svg>
            <svg
                ref={svg}
                viewBox={box.join(" ")}
                role="group"
                aria-label={label}
                onPointerDown={down}
                onPointerMove={move}
                onPointerUp={up}
                onPointerCancel={up}
                onClick={tap}
                onFocusIn={follow}
            >
                <g transform={at}>{children}</g>
            </svg>
            <MapTools svg={svg} zooming={zooming} />
        </div>
    );
}

function MapTools({ svg, zooming }: { readonly svg: MapElement; readonly zooming: Zooming }) {
    const { word } = useWords(),
        { zoom, zoomAt, fit } = zooming;
    const closer = () => {
        const { x, y, width, height } = svg.current!.getBoundingClientRect();
        zoomAt(1.6, x + width / 2, y + height / 2);
    };
    return (
        <div class="map-tools">
            <button
                type="button"
                class="tool"
                aria-label={word("web.map.in")}
                disabled={zoom.k >= zoomMost}
                onClick={closer}
            >
                <Icon name="plus" />
            </button>
            {zoom.k > 1 && (
                <button type="button" class="tool" aria-label={word("web.map.fit")} onClick={fit}>
                    <Icon name="close" />
                </button>
            )}
        </div>
    );
}

interface PlaceProps {
    readonly x: number;
    readonly y: number;
    readonly r: number;
    readonly label: string;
    readonly legal: boolean;
    readonly on: boolean; // touched, or waiting for confirmation
    readonly dashed?: boolean; // legal at a special price
    readonly action?: string | undefined; // notation, if touching the place is a complete action
    readonly drop: string; // its `data-drop`
    readonly children?: ComponentChildren; // what would stand there, shown while it is looked at
    touch(): void;
    look?(looking: boolean): void;
}

/** A place on a map for keyboards and screen readers; taps go through the map. A legal place is a
 * detached double ring, filled and ticked when chosen. Any other place is visible only while it is
 * tried. */
export function Place(props: PlaceProps) {
    const {
        x,
        y,
        r,
        label,
        legal,
        on,
        dashed = false,
        action,
        drop,
        touch,
        look,
        children,
    } = props;
    const pressed = (event: MouseEvent) => event.detail === 0 && touch(),
        at = `translate(${x} ${y})`;
    if (!legal && !on)
        return (
            <g class="spot" transform={at} aria-label={label} {...tries(pressed)}>
                <circle r={r + 4} />
            </g>
        );
    return (
        <g
            class={classNames("place", on && "on", dashed && "dashed")}
            transform={at}
            role="button"
            tabindex={0}
            aria-label={label}
            aria-pressed={on}
            data-do={action}
            data-drop={drop}
            onClick={pressed}
            onFocus={() => look?.(true)}
            onBlur={() => look?.(false)}
            onPointerEnter={() => look?.(true)}
            onPointerLeave={() => look?.(false)}
        >
            <circle class="ring-under" r={r + 4} />
            <circle class="ring" r={r + 4} />
            {children}
            {on && (
                <path
                    class="ring-tick"
                    d={`M${-r * 0.4} 0 ${-r * 0.08} ${r * 0.34} ${r * 0.46} ${-r * 0.36}`}
                />
            )}
        </g>
    );
}
