// The page's message formatter. core/text.c is the same in C; tests/text/vectors.json holds what
// both must print. The caller passes the catalogue, which the build makes from messages/*.json.

export type Language = "de" | "en";

/** Maps keys to German and English. Each form of a thing is an entry of its own, such as
 * "tallinn.part.card.7.acc". */
type Catalogue = Readonly<Record<string, readonly [string, string]>>;

/** A number, a seat, a thing by its key, a set of things, or text that a person typed. */
export type Param =
    number | { readonly seat: number } | string | readonly string[] | { readonly text: string };

export interface Message {
    readonly key: string;
    readonly params?: Readonly<Record<string, Param>>;
}

/** The reader's seats, and the names of all seats. */
export interface Reader {
    readonly you: readonly number[]; // the reader's seat; with several, none is "you"
    // by seat; a seat without a name is "seat 2" in the catalogue's words, counted from 1
    readonly names?: readonly (string | null)[];
}

const depthMax = 8; // TEXT_DEPTH_MAX

/** A piece of a sentence: text, a thing by its key, or a number. */
export type Piece = string | { readonly thing: string; readonly name: string } | number;

interface Job {
    readonly language: Language;
    readonly reader: Reader;
    readonly catalogue: Catalogue;
    readonly params: Readonly<Record<string, Param>>;
    // collects things and numbers, which the text then only refers to
    readonly found?: Exclude<Piece, string>[];
}

interface Argument {
    readonly name: string;
    readonly form: string; // empty: the base form
    readonly kind: "plain" | "plural" | "select";
    readonly branches: string;
}

export function find(language: Language, key: string, catalogue: Catalogue): string | undefined {
    if (!Object.hasOwn(catalogue, key)) return undefined;
    return catalogue[key]?.[language === "de" ? 0 : 1];
}

/** Formats a message. Missing keys and malformed patterns appear in ⟨angle brackets⟩: visible, but
 * never fatal. */
export function format(
    language: Language,
    message: Message,
    reader: Reader,
    catalogue: Catalogue,
): string {
    const pattern = find(language, message.key, catalogue);
    if (pattern === undefined) return unknown(message.key);
    return formatSpan(
        { language, reader, catalogue, params: message.params ?? {} },
        pattern,
        undefined,
        0,
    );
}

// private-use characters, which no text contains
const reference = /\ue000(\d+)\ue001/;

/** Formats a message as pieces, so that a board can draw its things and numbers. The commas between
 * the things of a set are left out. */
export function formatPieces(
    language: Language,
    message: Message,
    reader: Reader,
    catalogue: Catalogue,
): readonly Piece[] {
    const pattern = find(language, message.key, catalogue);
    if (pattern === undefined) return [unknown(message.key)];
    const found: Exclude<Piece, string>[] = [],
        job = { language, reader, catalogue, params: message.params ?? {}, found };
    return formatSpan(job, pattern, undefined, 0)
        .split(reference)
        .map((text, i) => (i % 2 ? found[Number(text)]! : text))
        .filter((piece) => piece !== "");
}

/** The text itself, or a reference to the piece if pieces are collected. */
function refer({ found }: Job, piece: Exclude<Piece, string>, text: string): string {
    return found ? `\ue000${found.push(piece) - 1}\ue001` : text;
}

function unknown(what: string): string {
    return `⟨${what}⟩`;
}

// ---- reading a pattern ----

/** The text between the brace at `at` and its closing brace; undefined without one. */
function block(text: string, at: number): string | undefined {
    if (text[at] !== "{") return undefined;
    let open = 0;
    for (let end = at; end < text.length; end++) {
        if (text[end] === "{") open++;
        if (text[end] === "}" && --open === 0) return text.slice(at + 1, end);
    }
    return undefined;
}

const space = "[ \\t\\n\\r]*",
    argumentHead = new RegExp(
        `^${space}([\\w+?=-]+)${space}(?:\\.${space}([\\w+?=-]*)${space})?` +
            `(?:$|,${space}(plural|select)${space},)`,
    );

/** Memoises a function of a text, because the catalogue's patterns are used again and again. */
function once<T>(work: (text: string) => T): (text: string) => T {
    const known = new Map<string, T>();
    return (text) => {
        const found = known.get(text);
        if (found !== undefined) return found;
        const made = work(text);
        known.set(text, made);
        return made;
    };
}

const readArgument = once((inside): Argument | null => {
    const head = argumentHead.exec(inside),
        kind = head?.[3] === "plural" || head?.[3] === "select" ? head[3] : "plain";
    return (
        head && {
            name: head[1] ?? "",
            form: head[2] ?? "",
            kind,
            branches: inside.slice(head[0].length),
        }
    );
});

/** The branches by selector. If a selector occurs twice, the first branch counts. */
const readBranches = once((branches): ReadonlyMap<string, string> => {
    const word = /[ \t\n\r]*([\w+?=-]*)[ \t\n\r]*/y,
        all = new Map<string, string>();
    while (word.lastIndex < branches.length) {
        const selector = word.exec(branches)?.[1] ?? "",
            text = block(branches, word.lastIndex);
        if (text === undefined) break;
        if (!all.has(selector)) all.set(selector, text);
        word.lastIndex += text.length + 2;
    }
    return all;
});

/** Splits a pattern into plain text, arguments in braces, and the number sign of a plural. */
type Span =
    { readonly text: string } | { readonly inside: string } | { readonly open: string } | "#";

const readSpans = once((pattern): readonly Span[] => {
    const spans: Span[] = [];
    for (let at = 0; at < pattern.length;) {
        if (pattern[at] === "#") {
            spans.push("#");
            at++;
        } else if (pattern[at] === "{") {
            const inside = block(pattern, at);
            // an unclosed brace
            if (inside === undefined) return [...spans, { open: pattern.slice(at) }];
            spans.push({ inside });
            at += inside.length + 2;
        } else {
            let end = at + 1;
            while (end < pattern.length && pattern[end] !== "#" && pattern[end] !== "{") end++;
            spans.push({ text: pattern.slice(at, end) });
            at = end;
        }
    }
    return spans;
});

// ---- writing parameters ----

function isSeat(param: Param): param is { readonly seat: number } {
    return typeof param === "object" && param !== null && "seat" in param;
}

function isText(param: Param): param is { readonly text: string } {
    return typeof param === "object" && param !== null && "text" in param;
}

function isSet(param: Param): param is readonly string[] {
    return Array.isArray(param);
}

function thing(job: Job, key: string, form: string): string {
    const base = find(job.language, key, job.catalogue) ?? unknown(key),
        name = form && find(job.language, `${key}.${form}`, job.catalogue);
    return refer(job, { thing: key, name: base }, name || base);
}

function list(job: Job, keys: readonly string[], form: string): string {
    const words = keys.map((key) => thing(job, key, form));
    if (job.found) return words.join("");
    const last = words.pop();
    if (last === undefined) return "";
    if (words.length === 0) return last;
    const and = find(job.language, "common.text.and", job.catalogue) ?? unknown("common.text.and");
    return `${words.join(", ")} ${and} ${last}`;
}

function seatName(job: Job, seat: number, depth: number): string {
    const name = job.reader.names?.[seat];
    if (typeof name === "string") return name;
    const pattern = find(job.language, "common.seat", job.catalogue);
    if (pattern === undefined) return unknown("common.seat");
    const { language, reader, catalogue } = job;
    return formatSpan(
        { language, reader, catalogue, params: { n: seat + 1 } },
        pattern,
        undefined,
        depth + 1,
    );
}

function formatParam(job: Job, name: string, param: Param, form: string, depth: number): string {
    if (typeof param === "number") return refer(job, param, String(param));
    if (typeof param === "string") return thing(job, param, form);
    if (isSet(param)) return list(job, param, form);
    if (isSeat(param)) return seatName(job, param.seat, depth);
    if (isText(param)) return param.text;
    return unknown(name);
}

// ---- arguments ----

/** The number for a plural: the parameter itself, or the size of a set. */
function countOf(param: Param): number | undefined {
    if (typeof param === "number") return param;
    return isSet(param) ? param.length : undefined;
}

/** The selector for a select: a thing's code, or whether a seat is the reader's. */
function codeOf(reader: Reader, param: Param): string | undefined {
    if (typeof param === "string") return param.slice(param.lastIndexOf(".") + 1);
    if (isSet(param) || !isSeat(param)) return undefined;
    return reader.you.length === 1 && reader.you[0] === param.seat ? "you" : "other";
}

function formatArgument(
    job: Job,
    inside: string,
    number: number | undefined,
    depth: number,
): string {
    const argument = readArgument(inside);
    if (!argument) return unknown(inside);
    const { name, form, kind, branches } = argument;
    const param = Object.hasOwn(job.params, name) ? job.params[name] : undefined;
    if (param === undefined) return unknown(name);
    if (kind === "plain") return formatParam(job, name, param, form, depth);

    const plural = kind === "plural";
    const count = plural ? countOf(param) : undefined;
    const code = plural ? undefined : codeOf(job.reader, param);
    if (count === undefined && code === undefined) return unknown(name);
    const wanted =
        count !== undefined
            ? [`=${count}`, count === 1 ? "one" : "other", "other"]
            : [code ?? "", "other"];
    const all = readBranches(branches),
        chosen = wanted.map((selector) => all.get(selector)).find((branch) => branch !== undefined);
    if (chosen === undefined) return unknown(inside);
    return formatSpan(job, chosen, count ?? number, depth + 1);
}

/** `count` replaces `#`; undefined outside a plural. */
function formatSpan(job: Job, pattern: string, count: number | undefined, depth: number): string {
    if (depth > depthMax) return unknown(pattern);
    let text = "";
    for (const span of readSpans(pattern)) {
        if (span === "#") text += count === undefined ? "#" : refer(job, count, String(count));
        else if ("text" in span) text += span.text;
        else
            text +=
                "open" in span
                    ? unknown(span.open)
                    : formatArgument(job, span.inside, count, depth);
    }
    return text;
}
