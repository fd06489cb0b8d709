// The interface between the page and a game's board. A game has a folder web/games/GAME/ with
//
//     about.ts     `export const about: About`: what the home page shows. It is loaded with the
//                  page, so keep it small.
//     board.tsx    `export const board: GameBoard`: the board itself; loaded with the game
//
// Both are optional: without about.ts the home page uses the game's name, the first paragraph of
// its rules and a drawn initial (about.ts); without board.tsx the game is played on the generic
// board (generic/). No TypeScript contains rules. The engine says what is legal, what an action
// would bring, why something is not legal, and what happened:
//
//   - The table asks a question with a list of legal actions, each as typed parts:
//     [["verb","play"],["card","7"],["half","a"]].
//   - Touching a thing narrows that list by the parts that the thing stands for:
//     `turn.touch([["card","7"]])`. The last action left is sent. If it cannot be undone, it waits
//     for the person to confirm it: with the button of the frame, or by touching it again.
//   - If a touch fits no legal action, the frame asks the engine why not. Pass the notation of what
//     the person evidently tried. Things that can be tried but are not buttons get the attributes
//     of pieces/tries.ts, so that the arrow keys reach them (table/room.tsx).
//   - Every control that completes an action has its notation in `data-do`, so that tests and
//     keyboards find it.
//
// The frame around the board shows the seats, the question, the preview, buttons for actions that
// the board does not offer, all legal actions, log, undo, curtain and result. The board draws the
// position and takes touches.
import type { ComponentType, VNode } from "preact";
import type { Message } from "./text";
import type { Update } from "./client/update";
import type { Choice, Event, Options, Part, View } from "./generated/protocol";

export type { Choice, Event, Options, Part, Update, View };

/** A seat and who plays it. */
export interface Seat {
    readonly seat: number;
    readonly name: string;
    readonly own: boolean; // the player has a name; otherwise it is the seat's number
    readonly level: string | null; // of an opponent, in the protocol's words; null: a person
    readonly me: boolean;
}

/** The action that the person looks at. A change renders only those who listen. */
export interface Looks {
    readonly now: Choice | null;
    /** Returns a function that ends the subscription. */
    subscribe(listener: () => void): () => void;
}

/** The open question and the person's unfinished answer. Everything is empty while nothing is
 * asked. */
export interface Turn {
    readonly legal: readonly Choice[];
    readonly left: readonly Choice[]; // the actions that fit what was touched
    readonly touched: readonly Part[];
    readonly chosen: Choice | null; // the action that waits for confirmation
    /** Whether an action with all these parts is left; the thing then shines. */
    can(...parts: Part[]): boolean;
    /** Whether the thing was touched or is part of the action that waits for confirmation; it is
     * then filled and ticked. */
    on(...parts: Part[]): boolean;
    /** The only action left that has all these parts, for `data-do`. */
    only(...parts: Part[]): Choice | undefined;
    /** The person touched a thing that stands for these parts. `tried` is the notation of what
     * they seem to want, in case it is not legal. With `hold` even an action that can be undone
     * waits for confirmation: for fingers on places that lie close together. */
    touch(parts: readonly Part[], tried?: string, hold?: boolean): void;
    /** The person chose exactly this action. Needed if another action has all of its parts. */
    pick(choice: Choice): void;
    /** Forgets what was touched and chosen. */
    clear(): void;
    /** The person looks at an action without choosing it (hover, focus). Shows its preview. */
    look(choice: Choice | null): void;
    /** What the person looks at; boards use it through useLooked of pieces/looked.ts. */
    readonly looks: Looks;
}

export interface BoardProps<V extends View = View> {
    readonly view: V; // what to draw; an earlier moment during a replay
    // all steps up to that moment that were not undone, in order of play
    readonly history: readonly Update[];
    // the steps since the person last acted, which are marked as the latest
    readonly fresh: readonly Update[];
    readonly seats: readonly Seat[];
    readonly me: number | null; // whose view it is; null: a spectator
    readonly score: readonly number[];
    readonly waiting: readonly number[]; // seats that have been asked and have not answered
    readonly options: Options;
    readonly turn: Turn;
    readonly live: boolean; // false during a replay and after the end
    // formats a message for `me`, in the person's language
    readonly say: (message: Message) => string;
    readonly word: (key: string, params?: Message["params"]) => string;
    readonly language: "de" | "en";
    readonly theme: "day" | "candle";
    readonly still: boolean; // reduced motion
    readonly phone: boolean; // at most 47.5 em wide: 760 px, more with large letters
    readonly short: boolean; // a phone less than 780 px high: show one thing at a time
    // drawn in the rules: nothing can be touched, so nothing important may need a button
    readonly example?: boolean;
}

/** What a thing of the board is: shown when it is held, right-clicked or tapped in vain. */
export interface Thing {
    readonly title: string;
    readonly lines: readonly string[]; // what it does, whose it is
    // whether it can be used now, and the notation whose refusal says why not; null: never used
    readonly use: { readonly legal: boolean; readonly tried: string } | null;
}

/** A place where a thing that is being dragged may fall. */
export interface Drop {
    readonly at: string; // the place's `data-drop`
    readonly choice: Choice | null; // the action, if that completes one
    drop(): void;
}

/** One scene of a great moment: a country being scored, a contest, an outbreak. The frame shows its
 * sentence, plays the scenes one after the other, and lets the points rise to the seats. The board
 * makes `at` stand out (table/scenes.ts, useScene). */
export interface Scene {
    readonly at: string; // what stands out, in the board's own terms: "country FR"
    readonly text: readonly Message[]; // its sentences
    readonly letters: number; // about how long they are, for the time to read them
    readonly points: readonly number[]; // what each seat gains
    readonly ms?: number; // how long it stays at normal speed; default: long enough to read
}

/** A public number of a seat, shown in its panel. */
export interface Fact {
    readonly symbol: string;
    readonly box: string; // the symbol's viewBox
    readonly count: number | string;
    readonly label: string;
    readonly unit: string; // a word beside the number, if there is room
    readonly drag?: string; // its `data-drag`, if one can be taken from here
}

// The frame passes a board the view of its own game; only the board knows that type.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface GameBoard<V extends View = any> {
    /** Draws the position in the space that the frame leaves. It must not scroll at 390 × 844 and
     * larger. */
    readonly Board: ComponentType<BoardProps<V>>;
    /** The position as a picture of 486 × 262 px for lists, without anything to touch; default: the
     * game's picture. It must not depend on the width of the window. */
    readonly Small?: ComponentType<BoardProps<V>>;
    /** The person's hand, in the dock within thumb's reach. */
    readonly Hand?: ComponentType<BoardProps<V>>;
    /** Replaces the dock's buttons for actions that the board does not offer. */
    readonly Choices?: ComponentType<BoardProps<V>>;
    /** Called as soon as a view arrives, before it is shown. */
    prepare?(view: V): void;
    /** Public numbers of a seat. */
    facts?(props: BoardProps<V>, seat: number): readonly Fact[];
    /** The round or a similar unit, for the header, headings of the log and "my tables". */
    chapter?(view: V): Message | null;
    /** The heading of the log for an event, from the views before and after its step; null: the
     * chapter of the view after it. */
    heading?(event: Event, before: V | null, after: V): Message | null;
    /** The scenes of an update, from its own events; empty for a step like any other. */
    scenes?(update: Update, before: Update | null): readonly Scene[];
    /** Whether board or hand offer this action. All others get a button in the dock. */
    offers?(choice: Choice, view: V): boolean;
    /** The content of a button in the dock; default: its sentence alone. */
    button?(choice: Choice, props: BoardProps<V>): VNode | null;
    /** What the thing with this `data-about` is. */
    about?(thing: string, props: BoardProps<V>): Thing | null;
    /** Where the thing with this `data-drag` may be dropped now (pieces/drag.ts). */
    drops?(thing: string, props: BoardProps<V>): readonly Drop[];
    /** The picture of a seat's success, for the result page. */
    picture?(view: V, seat: number): VNode;
    /** Further symbols for the sprite: <symbol id="…">…</symbol>…; ids start with the game's id. */
    readonly symbols?: string;
    /** Every component code that has a place on the board, by table of `components`. A test
     * compares them with the tables. */
    readonly places?: Readonly<Record<string, readonly string[]>>;
}

export interface About {
    readonly title?: string; // a short title, if people use one
    readonly text: string; // key of one sentence
    readonly goal?: string; // key of one sentence: how to win, shown without the guide
    readonly minutes: string;
    // <symbol id="picture-GAME" viewBox="0 0 320 170">, put into the page's sprite
    readonly picture: string;
}

// ---- motion ----
//
// The frame animates pieces between two positions. A board only identifies them:
//
//   data-piece="0:card:7"   identifies a piece; if its place has changed, it moves there
//   data-from="pile-0"      a new piece comes from the element with data-anchor="pile-0"
//   data-to="discards"      a piece that is gone moves to that anchor and fades
//   data-was="0:back"       a new piece was this one before: a hidden card that is turned up
//   data-face="a"           a piece whose face has changed flips
//   data-anchor="…"         a place that pieces come from or go to, such as a pile or supply; the
//                           frame provides "seat-0", the panel of seat 0
//   data-scores="0"         points of seat 0 rise from here to its panel; default: from the middle
//                           of the board
//
// A piece that is a <div>, <button> or <li> sounds like paper when it moves; all others (<i>, <g>)
// sound like wood. Inside an <svg> the element with data-piece must have no transform of its own:
// wrap it in a <g> that has one.

// ---- dragging ----
//
//   data-drag="card F"      a thing that can be picked up; `drops` says where it may fall
//   data-drop="PAR"         a place where things may fall
//
// What can be dragged can be tapped, too (pieces/drag.ts).

// ---- drawing ----
//
// Every update brings a new view, most of which equals the previous one. Wrap what is costly to
// draw (a country, a card, a row of a table) in <Kept by={…} draw={…} /> of pieces/kept.ts, with
// everything that it shows in `by`. Data are compared deeply, functions and the turn by identity.
// <Later> is the same for large parts: updates from the table draw them one after the other, and
// the browser can react in between. The person's own touches, and everything with reduced motion,
// are drawn at once.
