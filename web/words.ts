// The words of the page: the catalogue in the reader's language.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { catalogue } from "./generated/catalogue";
import type { Choice } from "./generated/protocol";
import {
    find,
    format,
    formatPieces,
    type Language,
    type Message,
    type Param,
    type Piece,
    type Reader,
} from "./text";

export interface Words {
    readonly language: Language;
    word(key: string, params?: Message["params"]): string;
    say(message: Message): string;
    /** A sentence in pieces, so that its things can be drawn. */
    pieces(message: Message): readonly Piece[];
    /** Words for somebody at a table: seats have names, and the reader's own is "you". */
    for(reader: Reader): Words;
}

export function wordsOf(language: Language, reader: Reader = { you: [] }): Words {
    const say = (message: Message) => format(language, message, reader, catalogue);
    return {
        language,
        say,
        pieces: (message) => formatPieces(language, message, reader, catalogue),
        word: (key, params = {}) => say({ key, params }),
        for: (other) => wordsOf(language, other),
    };
}

export const WordsContext = createContext<Words>(wordsOf("de"));
export const useWords = () => useContext(WordsContext);

export const known = (key: string) => find("en", key, catalogue) !== undefined;

/** An action as a sentence; the same as notation_sentence in core/notation.c. An optional part may
 * have a sentence of its own ("buy.material"). */
export function sentence(game: string, { parts }: Pick<Choice, "parts">): Message {
    const params: Record<string, Param> = {};
    let key = `${game}.action.`;
    for (const [type, code] of parts) {
        if (type === "verb") {
            key += code.replaceAll(" ", "_");
            continue;
        }
        if (known(`${key}.${type}`)) key += `.${type}`;
        params[type in params ? `${type}2` : type] = `${game}.part.${type}.${code}`;
    }
    return { key, params };
}

/** A difference in points, with a real minus. */
export const signed = (points: number) =>
    points > 0 ? `+${points}` : points < 0 ? `\u2212${-points}` : "0";
