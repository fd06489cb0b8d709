// What a game's board is to the page. A game has a folder web/games/GAME/ with
//
//     about.ts     `export const about: About`: what the home page shows. It is loaded with the
//                  page, so keep it small.
//     board.tsx    `export const board: GameBoard`: the board itself; loaded with the game
//
// Neither is needed: without them the game is played through the generic table. There is no rule of
// any game here or there. What is legal, what it would bring, why not, and what happened all come
// from the engine:
//
//   - The table asks a question with a list of legal actions, each as typed parts:
//     [["verb","play"],["card","7"],["half","a"]].
//   - Touching a thing narrows that list by the parts the thing stands for:
//     `turn.touch([["card","7"]])`. The last action left is sent, or, if it cannot be taken back,
//     waits for the person to confirm it; the frame has that button.
//   - A touch that fits nothing makes the frame ask the engine why not; say what the person
//     evidently tried. Things that can be tried but are no buttons have the attributes of
//     pieces/tries.ts: then the arrow keys reach them (table/room.tsx).
//   - Everything that answers carries its notation in `data-do` (on the whole action) so that tests
//     and keyboards find it.
//
// The frame around the board has the seats, the sentence that says what to do, the preview, the
// buttons for actions that no board offers, the list of all legal actions, log, undo, curtain and
// result. A board draws the position and lets it be touched.
import type { ComponentType, VNode } from "preact";
import type { Message } from "./text";
import type { Choice, Options, Part, TableUpdate, View } from "./generated/protocol";

export type { Choice, Options, Part, View };
export type Update = TableUpdate;

/** Somebody at the table. */
export interface Seat {
    readonly seat: number;
    readonly name: string;
    readonly own: boolean; // the name is one's own; else it is the seat's number
    readonly level: string | null; // an opponent's, as the protocol names it; null: a person
    readonly me: boolean;
}

/** The open question, and how far the person has got with answering it. All of it is empty while
 * nothing is asked. */
export interface Turn {
    readonly legal: readonly Choice[];
    readonly left: readonly Choice[]; // those that fit what was touched
    readonly touched: readonly Part[];
    readonly chosen: Choice | null; // the one that waits for confirmation
    /** Is there an action left with all these parts? Then the thing shines. */
    can(...parts: Part[]): boolean;
    /** Has the thing been touched, or is it part of what waits for confirmation? Then it is
     * filled and ticked. */
    on(...parts: Part[]): boolean;
    /** The only action left that has all these parts, for `data-do`. */
    only(...parts: Part[]): Choice | undefined;
    /** The person touched a thing that stands for these parts. `tried`: notation of what they
     * seem to want, if it is not legal. */
    touch(parts: readonly Part[], tried?: string): void;
    /** The person chose this very action: for actions whose parts are all in another one's, too. */
    pick(choice: Choice): void;
    /** Takes back the last touch. */
    back(): void;
    /** The person looks at an action without choosing it (hover, focus): its preview is shown. */
    look(choice: Choice | null): void;
}

export interface BoardProps<V extends View = View> {
    readonly view: V; // what to draw; of an earlier moment while the person looks back
    // all steps up to that moment that stand: `do` in order of play, `events`, views
    readonly history: readonly Update[];
    // those since the person last acted: marked as the last moves
    readonly fresh: readonly Update[];
    readonly seats: readonly Seat[];
    readonly me: number | null; // whose view it is; null: a spectator
    readonly score: readonly number[];
    readonly waiting: readonly number[]; // seats that owe an answer
    readonly options: Options;
    readonly turn: Turn;
    readonly live: boolean; // false: the person looks back, or the game is over
    readonly say: (message: Message) => string; // a sentence, in the person's language, for `me`
    readonly word: (key: string, params?: Message["params"]) => string;
    readonly language: "de" | "en";
    readonly theme: "day" | "candle";
    readonly still: boolean; // reduced motion
    readonly phone: boolean; // 47.5 em wide at most: 760 px, more with large letters
    readonly short: boolean; // and a short one (below 780 px): show one thing at a time
    // of the rules: nothing can be touched, so nothing that matters lies behind a button
    readonly example?: boolean;
}

/** A number that is public about a seat, for its panel: symbol of the sprite, the number, what
 * it counts. */
export interface Fact {
    readonly symbol: string;
    readonly box: string; // the symbol's viewBox
    readonly count: number | string;
    readonly label: string;
    readonly unit: string; // a word beside the number, where there is room
}

// The frame hands a board the view of its own game, which only the board can name.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface GameBoard<V extends View = any> {
    /** Draws the position. Gets the room that the frame leaves and never scrolls by itself at
     * 390 × 844 and larger. */
    readonly Board: ComponentType<BoardProps<V>>;
    /** The own hand, in the dock within thumb's reach. */
    readonly Hand?: ComponentType<BoardProps<V>>;
    /** Public numbers of a seat. */
    facts?(props: BoardProps<V>, seat: number): readonly Fact[];
    /** Round or the like: header, headings of the log, "my tables". */
    chapter?(view: V): Message | null;
    /** True if board or hand offer this action to be touched. The others get a button in the
     * dock. */
    offers?(choice: Choice, view: V): boolean;
    /** Words for the button that confirms; else the action's own sentence. */
    confirm?(choice: Choice, view: V): Message | null;
    /** How a button in the dock looks; else its sentence alone. */
    button?(choice: Choice, props: BoardProps<V>): VNode | null;
    /** Further symbols for the sprite: <symbol id="…">…</symbol>…, ids prefixed by the game's. */
    readonly symbols?: string;
    /** Every component code that has a place on the board, by table of `components`: a test
     * compares it with the tables. */
    readonly places?: Readonly<Record<string, readonly string[]>>;
}

export interface About {
    readonly title?: string; // if people call it by less than its full name
    readonly text: string; // key of one sentence
    readonly minutes: string;
    // <symbol id="picture-GAME" viewBox="0 0 320 170">, put into the page's sprite
    readonly picture: string;
}

// ---- motion ----
//
// The frame moves things between two positions by itself; a board only says what is what:
//
//   data-piece="0:card:7"   the same thing before and after; if it is elsewhere now, it travels
//   data-from="pile-0"      a new piece comes from the element with data-anchor="pile-0"
//   data-to="discards"      a piece that is gone travels to that anchor and fades
//   data-face="a"           a piece whose face has changed flips
//   data-anchor="…"         a place that pieces come from or go to: piles, supplies; the frame has
//                           "seat-0", the panel of seat 0
//   data-scores="0"         points of seat 0 rise from here to its panel; without it, from the
//                           middle of the board
//
// A piece that is a <div>, <button> or <li> sounds like paper when it moves; all others (<i>, <g>)
// like wood. Inside an <svg> the element with data-piece must have no transform of its own: put it
// into a <g> that is placed.

// ---- drawing ----
//
// Every update brings a new view, most of which is as before. What is costly to draw (a country, a
// card, a row of a table) goes into <Kept by={…} draw={…} /> of pieces/kept.ts, with all that it
// shows in `by`: data are compared however deep, functions and the turn by identity. <Later> is the
// same for large parts: what happens at the table is drawn one of them after the other, and when
// that takes long the browser gets its turn in between; what the person does is drawn at once, and
// so is everything with reduced motion.
