// Draws boards without a browser, for other programs (docs/library.md). The picture is the page's
// own board and hand as XHTML in an SVG, with all styles, fonts and symbols that it needs.
import "./dom";
import { options, render } from "preact";
import type { BoardProps, GameBoard, Seat, Turn, View } from "../board";
import { games } from "../generated/games";
import sprite from "../symbols.svg";
import { SeatsLine } from "../rules/example";
import { updateAt } from "../table/still";
import { WordsContext, wordsOf } from "../words";
import { Element } from "./dom";

declare const STYLES: string; // the page's style sheet, with fonts as data

export interface Request {
    readonly game: string;
    readonly view: View;
    readonly score: readonly number[];
    readonly seat: number | null; // whose view it is; null: nobody's, without a hand
    readonly language: "de" | "en";
    readonly theme: "day" | "candle";
    readonly width: number; // in px; at least 800, a desk's board
}

// Effects need a browser: layout effects would run at the end of render, others never do.
(options as { __c?: (root: unknown, queue: unknown[]) => void }).__c = (_, queue) => {
    queue.length = 0;
};

const nobodysTurn: Turn = {
    legal: [],
    left: [],
    touched: [],
    chosen: null,
    can: () => false,
    on: () => false,
    only: () => undefined,
    touch: () => {},
    pick: () => {},
    clear: () => {},
    look: () => {},
    looks: { now: null, subscribe: () => () => {} },
};

function propsOf({ view, score, seat, language, theme }: Request): BoardProps {
    const reader = { you: seat === null ? [] : [seat] },
        words = wordsOf(language, reader);
    return {
        view,
        history: [updateAt(seat, view, score)],
        fresh: [],
        seats: score.map((_, one): Seat => ({
            seat: one,
            name: words.word("common.seat", { n: one + 1 }),
            own: false,
            level: null,
            me: one === seat,
        })),
        me: seat,
        score,
        waiting: [],
        options: {},
        turn: nobodysTurn,
        live: false,
        say: words.say,
        word: words.word,
        language,
        theme,
        still: true,
        phone: false,
        short: false,
        example: true,
    };
}

/** The common symbols that a drawing refers to, and those that they refer to. */
function symbolsFor(drawing: string): string {
    const all = new Map(
            [...sprite.matchAll(/<symbol[^>]*\bid="([^"]+)"[\s\S]*?<\/symbol>/g)].map(
                ([text, id]) => [id!, text],
            ),
        ),
        found = new Map<string, string>();
    for (const left = [drawing]; left.length;)
        for (const [, id] of left.pop()!.matchAll(/href="#([^"]+)"/g)) {
            const symbol = all.get(id!);
            if (!symbol || found.has(id!)) continue;
            found.set(id!, symbol);
            left.push(symbol);
        }
    return [...found.values()].join("");
}

function draw(request: Request, board: GameBoard): string {
    const props = propsOf(request),
        { Board, Hand } = board,
        height = 850, // px; enough for every board with its hand
        room = new Element("http://www.w3.org/1999/xhtml", "div"),
        words = wordsOf(request.language, { you: request.seat === null ? [] : [request.seat] });
    render(
        <WordsContext.Provider value={words}>
            <figure class="example" style={{ margin: 0, minHeight: `${height}px` }}>
                <SeatsLine game={request.game} board={board} props={props} />
                <div class={`table game-${request.game}`}>
                    <div class="board">
                        <Board {...props} />
                    </div>
                    {Hand && request.seat !== null && (
                        <div class="hand-room">
                            <Hand {...props} />
                        </div>
                    )}
                </div>
            </figure>
        </WordsContext.Provider>,
        room as unknown as globalThis.Element,
    );
    room.setAttribute("xmlns", room.namespaceURI);
    room.setAttribute("class", "export");
    const drawing = room.toString(),
        symbols = board.symbols ?? "",
        { width } = request,
        size = `width="${width}" height="${height}"`;
    return (
        `<svg xmlns="http://www.w3.org/2000/svg" ${size} data-theme="${request.theme}">` +
        `<style><![CDATA[${STYLES}]]></style>` +
        `<defs>${symbolsFor(drawing + symbols)}${symbols}</defs>` +
        `<foreignObject ${size}>${drawing}</foreignObject></svg>`
    );
}

/** Answers a request in JSON with {"svg":…} or {"error":…}. */
export async function answer(line: string): Promise<object> {
    try {
        const request = JSON.parse(line) as Request,
            load = games.find(({ id }) => id === request.game)?.board;
        if (!load) return { error: `${request.game} has no board of its own` };
        return { svg: draw(request, (await load()).board) };
    } catch (wrong) {
        return { error: String(wrong) };
    }
}
