// Components that render again only if something they show has changed.
import { Component, type VNode } from "preact";
import { settings, stillOf } from "../store/settings";
import { enqueue, dequeue } from "./drawqueue";

const plain = (one: object) =>
    Array.isArray(one) || Object.getPrototypeOf(one) === Object.prototype;

/** True for the same object or deeply equal data. Every update brings a new view, most of which
 * equals the previous one. */
export function same(one: unknown, other: unknown): boolean {
    if (Object.is(one, other)) return true;
    if (
        typeof one !== "object" ||
        typeof other !== "object" ||
        one === null ||
        other === null ||
        !plain(one) ||
        !plain(other)
    )
        return false;
    if (Array.isArray(one))
        return (
            Array.isArray(other) &&
            one.length === other.length &&
            one.every((item, i) => same(item, other[i]))
        );
    const keys = Object.keys(one);
    return (
        !Array.isArray(other) &&
        keys.length === Object.keys(other).length &&
        keys.every(
            (key) =>
                key in other &&
                same(
                    (one as Record<string, unknown>)[key],
                    (other as Record<string, unknown>)[key],
                ),
        )
    );
}

interface KeptProps {
    readonly by: readonly unknown[]; // everything that the drawing depends on
    draw(): VNode | null;
}

// Classes, because a board has more than a hundred of them: Preact asks a class whether it has
// changed before it does anything else, while hooks would run with every drawing of the board.

/** The previous drawing, or a new one if `by` has changed. */
export class Kept extends Component<KeptProps> {
    override shouldComponentUpdate({ by }: KeptProps): boolean {
        return !same(this.props.by, by);
    }
    override render({ draw }: KeptProps): VNode | null {
        return draw();
    }
}

interface LaterProps extends KeptProps {
    readonly soon?: boolean;
}

/** Like Kept, but changes are drawn through the queue; with `soon`, the first drawing is queued,
 * too. With reduced motion everything is drawn at once, because nothing moves that could
 * stutter. */
export class Later extends Component<LaterProps> {
    private drawn: readonly unknown[] | null = null; // what the latest drawing shows
    private due = false;
    private readonly job = () => {
        this.due = true;
        this.forceUpdate();
    };
    override shouldComponentUpdate({ by }: LaterProps): boolean {
        return !(this.drawn && same(this.drawn, by)) && !this.waits();
    }
    override componentWillUnmount(): void {
        dequeue(this.job);
    }
    private waits(): boolean {
        if (this.due || stillOf(settings())) return false;
        enqueue(this.job);
        return true;
    }
    override render({ by, draw, soon = false }: LaterProps): VNode | null {
        if (!this.drawn && soon && this.waits()) return null;
        this.due = false;
        this.drawn = by;
        return draw();
    }
}
