// A board as a picture: drawn by the game's own board, scaled to its room, nothing can be touched.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { BoardProps, GameBoard, Update, View } from "../board";
import { stillOf, themeOf } from "../store/settings";
import { useMedia, useSettings } from "../store/watch";
import { useWords } from "../words";

const desk = 1100,
    hand = 390; // widths in px that boards are designed for; smaller rooms scale them down

/** True while the element is near the visible part of the page, so that maps are drawn only as one
 * scrolls to them. An element that scrolls away keeps its height. */
export function useNear(ref: { readonly current: HTMLElement | null }): boolean {
    const [near, set] = useState(false);
    useEffect(() => {
        const room = ref.current!;
        const watch = new IntersectionObserver(
            (entries) => {
                const { isIntersecting } = entries.at(-1)!;
                if (!isIntersecting) room.style.minHeight = `${room.clientHeight}px`;
                set(isIntersecting);
            },
            { rootMargin: "400px" },
        );
        watch.observe(room);
        return () => watch.disconnect();
    }, []);
    return near;
}

/** The element's width in px; 0 before it is drawn. */
export function useWidth(ref: { readonly current: Element | null }): number {
    const [width, set] = useState(0);
    useLayoutEffect(() => {
        const watch = new ResizeObserver(() => set(ref.current!.clientWidth));
        set(ref.current!.clientWidth);
        watch.observe(ref.current!);
        return () => watch.disconnect();
    }, []);
    return width;
}

/** The history of a position that nobody has played to: it just is there. */
export const updateAt = (seat: number | null, view: View, score: readonly number[]): Update => ({
    type: "update",
    table: "",
    seat,
    version: 0,
    entry: "step",
    steps_stand: 0,
    by: "chance",
    do: "",
    events: [],
    view,
    score: [...score],
    over: false,
});

type Drawn = Pick<
    BoardProps,
    "view" | "history" | "fresh" | "seats" | "me" | "score" | "turn" | "live"
>;

/** A board's props where nothing can be touched. */
export function useStillProps(drawn: Drawn): BoardProps {
    const settings = useSettings(),
        phone = useMedia("(max-width: 47.5em)"),
        words = useWords();
    return {
        ...drawn,
        waiting: [],
        options: {},
        say: words.say,
        word: words.word,
        language: words.language,
        theme: themeOf(settings),
        still: stillOf(settings),
        phone,
        short: false,
        example: true,
    };
}

interface StillProps {
    readonly game: string;
    readonly board: GameBoard;
    readonly props: BoardProps;
    readonly hand?: boolean; // with the seat's hand
}

export function StillBoard({ game, board, props, hand: withHand = false }: StillProps) {
    const room = useRef<HTMLDivElement>(null),
        width = useWidth(room),
        wide = props.phone ? hand : desk;
    return (
        <div ref={room}>
            {width > 0 && (
                <div class="ex-scale" style={{ width: `${wide}px`, zoom: String(width / wide) }}>
                    <div class={`table game-${game}`} inert>
                        <div class="board">
                            <board.Board {...props} />
                        </div>
                        {withHand && board.Hand && props.me !== null && (
                            <div class="hand-room">
                                <board.Hand {...props} />
                            </div>
                        )}
                    </div>
                </div>
            )}
        </div>
    );
}
