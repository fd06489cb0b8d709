// A rules page as generate.mjs makes it from `tafelrunde rules`: blocks of text, and examples that
// are positions.
import type { JSX } from "preact";
import type { Choice, Update, View } from "../board";
import type { Message } from "../text";
import { Example } from "./example";

type Span = readonly [text: string, kind: string];
type Spans = readonly Span[];

export type Block =
    | { readonly kind: "h"; readonly level: number; readonly id: string; readonly text: Spans }
    | { readonly kind: "p"; readonly text: Spans }
    | { readonly kind: "example"; readonly name: string; readonly text: Spans }
    | { readonly kind: "ul" | "ol"; readonly items: readonly Spans[] }
    | { readonly kind: "table"; readonly rows: readonly (readonly Spans[])[] };

/** An example with the steps that the engine played (cli/rules.c). */
export interface Played {
    readonly seat: number | null;
    readonly view: View;
    readonly score: readonly number[];
    readonly legal?: readonly Choice[];
    readonly why?: {
        readonly do: string;
        readonly parts: Choice["parts"];
        readonly reason: Message;
    };
    readonly steps: readonly Update[];
}

export interface Shared {
    readonly names: readonly string[];
    // from the key of a reason to the heading of the rule
    readonly anchors: Readonly<Record<string, string>>;
    readonly examples: Readonly<Record<string, Played>>;
}

export interface RulesText extends Shared {
    readonly blocks: readonly Block[];
}

/** A heading and its blocks up to the next heading. */
export interface Section {
    readonly id: string;
    readonly level: number;
    readonly blocks: readonly Block[];
}

export function sectionsOf(blocks: readonly Block[]): readonly Section[] {
    const sections: { id: string; level: number; blocks: Block[] }[] = [];
    for (const block of blocks) {
        if (block.kind === "h" || sections.length === 0)
            sections.push({
                id: block.kind === "h" ? block.id : "",
                level: block.kind === "h" ? block.level : 1,
                blocks: [],
            });
        sections.at(-1)!.blocks.push(block);
    }
    return sections;
}

/** The id of a heading's element. It has a prefix, because symbols have ids, too. */
export const placeOf = (anchor: string) => `rule-${anchor}`;

const plain = (spans: Spans) => spans.map(([text]) => text).join("");

/** The text of a block, for the search. */
export function textOf(block: Block): string {
    if (block.kind === "table") return block.rows.flat().map(plain).join(" ");
    return "items" in block ? block.items.map(plain).join(" ") : plain(block.text);
}

/** Lower case without accents, so that nobody has to type them. */
export const folded = (text: string) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

/** Splits a text and marks the parts that were searched for. Folding must keep every position, so a
 * letter and its accent count as one character. */
function Marked({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
    const letters = [...text.normalize("NFC")],
        flat = letters.map((letter) => folded(letter).slice(0, 1) || letter).join("");
    const on = letters.map(() => false);
    for (const word of words)
        for (let at = flat.indexOf(word); at >= 0; at = flat.indexOf(word, at + 1))
            on.fill(true, at, at + word.length);
    if (!on.includes(true)) return <>{text}</>;
    const pieces: { text: string; on: boolean }[] = [];
    letters.forEach((letter, i) => {
        if (pieces.at(-1)?.on === on[i]) pieces.at(-1)!.text += letter;
        else pieces.push({ text: letter, on: on[i]! });
    });
    return (
        <>{pieces.map((piece, i) => (piece.on ? <mark key={i}>{piece.text}</mark> : piece.text))}</>
    );
}

interface TextProps {
    readonly spans: Spans;
    readonly words?: readonly string[]; // the words searched for
}

export function Text({ spans, words = [] }: TextProps) {
    return (
        <>
            {spans.map(([text, kind], i) => {
                const inside = <Marked key={i} text={text} words={words} />;
                if (kind === "b") return <b key={i}>{inside}</b>;
                if (kind === "i") return <i key={i}>{inside}</i>;
                return kind === "code" ? <code key={i}>{text}</code> : inside;
            })}
        </>
    );
}

interface ShownProps {
    readonly block: Block;
    readonly game: string;
    readonly rules: RulesText;
    readonly words?: readonly string[];
}

export function Shown({ block, game, rules, words = [] }: ShownProps): JSX.Element {
    switch (block.kind) {
        case "h": {
            const Heading = `h${Math.min(block.level, 4)}` as "h2";
            return (
                <Heading id={block.id ? placeOf(block.id) : undefined}>
                    <Text spans={block.text} words={words} />
                </Heading>
            );
        }
        case "p":
            return (
                <p>
                    <Text spans={block.text} words={words} />
                </p>
            );
        case "example":
            return (
                <Example game={game} rules={rules} name={block.name}>
                    <Text spans={block.text} words={words} />
                </Example>
            );
        case "table":
            return <TableBlock rows={block.rows} words={words} />;
        default: {
            const List = block.kind;
            return (
                <List>
                    {block.items.map((item, i) => (
                        <li key={i}>
                            <Text spans={item} words={words} />
                        </li>
                    ))}
                </List>
            );
        }
    }
}

interface TableBlockProps {
    readonly rows: Extract<Block, { kind: "table" }>["rows"];
    readonly words: readonly string[];
}

function TableBlock({ rows: [head, ...rows], words }: TableBlockProps) {
    return (
        <div class="scroll" tabIndex={0}>
            <table>
                <thead>
                    <tr>
                        {head?.map((cell, i) => (
                            <th key={i} scope="col">
                                <Text spans={cell} words={words} />
                            </th>
                        ))}
                    </tr>
                </thead>
                <tbody>
                    {rows.map((row, i) => (
                        <tr key={i}>
                            {row.map((cell, j) => (
                                <td key={j}>
                                    <Text spans={cell} words={words} />
                                </td>
                            ))}
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}
