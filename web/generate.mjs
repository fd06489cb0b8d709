// Makes web/generated/ from what the program says about itself: the protocol's types, the words of
// the catalogue, the games with their components, and the rules pages. build.mjs calls it; tsc
// needs its output, too.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = dirname(fileURLToPath(import.meta.url));
const target = join(web, "generated");
const made = new Set();

/** Writes a file only if it changes: touching it would wake watchers and caches. */
function put(name, text) {
    const path = join(target, name);
    made.add(path);
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
}

function sweep(folder) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) sweep(path);
        else if (!made.has(path)) rmSync(path);
    }
}

// ---- types from JSON Schema: the protocol's, and those of the views ----

const pascal = (name) => name.replace(/(^|_)(\w)/g, (_, __, letter) => letter.toUpperCase());

function objectType(schema, indent) {
    const required = new Set(schema.required ?? []),
        inner = `${indent}    `;
    const members = Object.entries(schema.properties ?? {}).map(
        ([name, value]) =>
            `${inner}readonly ${name}${required.has(name) ? "" : "?"}: ${typeOf(value, inner)};`,
    );
    const open =
        schema.additionalProperties === false
            ? []
            : [`${inner}readonly [member: string]: unknown;`];
    return [`{`, ...members, ...open, `${indent}}`].join("\n");
}

/** Codes in a list are plain strings: `includes` on a list of literals would refuse a string. */
function itemType(items, indent) {
    if (!items.thing) return typeOf(items, indent);
    return items.enum.includes(null) ? "string | null" : "string";
}

const longestTuple = 4;

function typeOf(schema, indent = "") {
    if (schema.$ref) return pascal(schema.$ref.split("/").at(-1));
    if ("const" in schema) return JSON.stringify(schema.const);
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
    if (schema.properties) return objectType(schema, indent);
    const several = schema.oneOf ?? schema.anyOf;
    if (several) return several.map((one) => typeOf(one, indent)).join(" | ");
    if (Array.isArray(schema.type))
        return schema.type.map((type) => typeOf({ type }, indent)).join(" | ");
    if (schema.prefixItems)
        return `readonly [${schema.prefixItems.map((item) => typeOf(item, indent)).join(", ")}]`;
    if (schema.type === "array") {
        const { items = {}, minItems = 0, maxItems } = schema,
            item = itemType(items, indent);
        return minItems && minItems === maxItems && minItems <= longestTuple
            ? `readonly [${Array(minItems).fill(item).join(", ")}]`
            : `readonly (${item})[]`;
    }
    if (schema.type === "object" && typeof schema.additionalProperties === "object")
        return `{ readonly [name: string]: ${typeOf(schema.additionalProperties, indent)} }`;
    return (
        { integer: "number", number: "number", string: "string", boolean: "boolean", null: "null" }[
            schema.type
        ] ?? "unknown"
    );
}

function protocolTypes() {
    const { $defs } = JSON.parse(readFileSync(join(web, "../docs/protocol.schema.json"), "utf8"));
    const types = Object.entries($defs).map(
        ([name, schema]) =>
            (schema.description ? `/** ${schema.description} */\n` : "") +
            `export type ${pascal(name)} = ${typeOf(schema)};`,
    );
    return `// Made from docs/protocol.schema.json.\n\n${types.join("\n\n")}\n`;
}

// ---- games ----

function say(program, ...args) {
    const { status, stdout, stderr, error } = spawnSync(program, args, {
        encoding: "utf8",
        maxBuffer: 1 << 26,
        env: { ...process.env, LC_ALL: "C" },
    });
    if (error) throw error;
    if (status !== 0) throw new Error(`${args.join(" ")}: ${stderr}`);
    return stdout;
}

/** What the program says about each game: docs/library.md describes it. */
const describeGames = (program) => JSON.parse(say(program, "games", "--json")).games;

/** The types of a game's view and of each seat in it. */
function viewTypes({ id, view }) {
    const name = pascal(id),
        { seats } = view.properties;
    const properties = {
        ...view.properties,
        seats: { ...seats, items: { $ref: `${name}Seat` } },
    };
    return [
        `// Made from \`tafelrunde games ${id} --json\`.`,
        'import type { View } from "../protocol";',
        "",
        `export type ${name}Seat = ${objectType(seats.items, "")};`,
        "",
        `export interface ${name} extends View ${objectType({ ...view, properties }, "")}`,
        "",
    ].join("\n");
}

/** The members of a game's view as data, for the position editor. */
const viewSchema = ({ view }) =>
    'import type { Schema } from "../views";\n\n' +
    `export const view: Schema = ${JSON.stringify(view)};\n`;

/** All schemas of views; each is loaded when it is needed. */
function viewsModule(games) {
    const each = games.map(({ id }) => `    ${id}: () => import("./views/${id}.schema"),`);
    return [
        "/** A member of a view, as in JSON Schema; `thing` names the family of a code. */",
        "export interface Schema {",
        "    readonly type?: string | readonly string[];",
        "    readonly thing?: string;",
        "    readonly enum?: readonly (string | null)[];",
        "    readonly const?: string;",
        "    readonly minimum?: number;",
        "    readonly maximum?: number;",
        "    readonly minItems?: number;",
        "    readonly maxItems?: number;",
        "    readonly uniqueItems?: boolean;",
        "    readonly items?: Schema;",
        "    readonly properties?: { readonly [name: string]: Schema };",
        "    readonly required?: readonly string[];",
        "    readonly additionalProperties?: boolean;",
        "}",
        "",
        "export const views: {",
        "    readonly [game: string]: () => Promise<{ readonly view: Schema }>;",
        "} = {",
        ...each,
        "};",
        "",
    ].join("\n");
}

/** The levels, weakest first, and which of them need a game's net. Workers load this module, too,
 * so it is kept small. */
function levelsModule(games) {
    const names = [...new Set(games.flatMap(({ levels }) => levels.map(({ level }) => level)))],
        nets = games.map(({ id, levels }) => [
            id,
            levels.filter(({ net }) => net).map(({ level }) => level),
        ]);
    return [
        "// Made by web/generate.mjs.",
        `export const levels: readonly string[] = ${JSON.stringify(names)};`,
        "export const withNet: Readonly<Record<string, readonly string[]>> =",
        `    ${JSON.stringify(Object.fromEntries(nets))};`,
        "",
    ].join("\n");
}

const has = (game, file) => existsSync(join(web, "games", game, file));

/** An expression that loads the module when it is called, or null without one. */
const loader = (exists, path) => (exists ? `() => import("${path}")` : "null");

/** What the list of games holds, as TypeScript. */
const factTypes = [
    "export interface GameOption {",
    "    readonly key: string;",
    "    readonly values: readonly (boolean | string)[];",
    "    readonly default: boolean | string;",
    "}",
    "",
    "export interface GameFacts {",
    "    readonly id: string;",
    "    readonly name: string;",
    "    readonly min: number;",
    "    readonly max: number;",
    "    readonly rules: number;",
    "    readonly components: string;",
    "    readonly options: readonly GameOption[];",
    "    readonly sample: boolean; // for people who build games; not offered to players",
    "    readonly about: About | null;",
    "    // the first paragraph of the rules",
    '    readonly intro: Readonly<Record<"de" | "en", string>>;',
    "    // the number that the component tables give a thing, by type and code",
    "    readonly figures: Readonly<Record<string, Readonly<Record<string, number>>>>;",
    "    readonly guide: (() => Promise<{ guide: Guide }>) | null; // for the first game",
    "    readonly practice: (() => Promise<{ positions: readonly Position[] }>) | null;",
    "    // null: the game is played on the generic board",
    "    readonly board: (() => Promise<{ board: GameBoard }>) | null;",
    '    readonly read: Readonly<Record<"de" | "en", () => Promise<{ rules: RulesText }>>>;',
    "}",
];

/** The list of games. What the home page shows is part of it; boards, rules and components are
 * loaded with their game. */
function gamesModule(games) {
    const lines = [
        "// Made by web/generate.mjs.",
        'import type { About, GameBoard } from "../board";',
        'import type { Guide } from "../guide/guide";',
        'import type { Position } from "../practice/position";',
        'import type { RulesText } from "../rules/blocks";',
        "",
    ];
    games.forEach(
        ({ id }) =>
            has(id, "about.ts") &&
            lines.push(`import { about as ${id} } from "../games/${id}/about";`),
    );
    lines.push("", ...factTypes, "", "export const games: readonly GameFacts[] = [");
    for (const game of games) {
        const { id, name, players_min: min, players_max: max, options, rules, components } = game,
            { sample, intro } = game,
            figures = has(id, "board.tsx") ? {} : figuresOf(game);
        lines.push(
            `    {`,
            `        ...${JSON.stringify({ id, name, min, max, options, rules, components })},`,
            `        ...${JSON.stringify({ sample, intro, figures })},`,
            `        about: ${has(id, "about.ts") ? id : "null"},`,
            `        guide: ${loader(has(id, "guide.ts"), `../games/${id}/guide`)},`,
            `        practice: ${loader(practiceOf(game).length, `./practice/${id}`)},`,
            `        board: ${loader(has(id, "board.tsx"), `../games/${id}/board`)},`,
            `        read: {`,
            `            de: ${loader(true, `./rules/${id}.de`)},`,
            `            en: ${loader(true, `./rules/${id}.en`)},`,
            `        },`,
            `    },`,
        );
    }
    lines.push("];", "", 'export { levels } from "./levels";', "");
    return lines.join("\n");
}

/** The number of each thing, from component tables that have exactly one column of numbers. The
 * generic board shows it on the thing's card. */
function figuresOf({ tables }) {
    const figures = {};
    for (const [type, rows] of Object.entries(tables)) {
        const columns = Object.keys(rows[0] ?? {}).filter((column) =>
            rows.every((row) => typeof row[column] === "number"),
        );
        if (columns.length !== 1 || rows.some(({ code }) => typeof code !== "string")) continue;
        figures[type] = Object.fromEntries(rows.map((row) => [row.code, row[columns[0]]]));
    }
    return figures;
}

/** The practice positions that `tafelrunde practice` wrote, one per line. Those for other
 * components are left out, because the engine refuses to open them. */
function practiceOf({ id, components }) {
    const path = join(web, "../games", id, "practice.jsonl");
    const positions = existsSync(path)
        ? readFileSync(path, "utf8")
              .split("\n")
              .filter(Boolean)
              .map((line) => JSON.parse(line))
        : [];
    return positions.filter(({ record }) => record.components === components);
}

// ---- rules pages: Markdown to blocks, so that the page needs no parser and no raw HTML ----

/** "**bold**", "`code`", "*soft*" as [text, kind] spans. */
function spans(text) {
    return text
        .split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*\s][^*]*\*)/)
        .filter(Boolean)
        .map((piece) => {
            if (piece.startsWith("**")) return [piece.slice(2, -2), "b"];
            if (piece.startsWith("`")) return [piece.slice(1, -1), "code"];
            if (piece.startsWith("*") && piece.length > 2) return [piece.slice(1, -1), "i"];
            return [piece, ""];
        });
}

const cells = (line) =>
    line
        .replace(/^\||\|$/g, "")
        .split("|")
        .map((cell) => spans(cell.trim()));

function blocksOf(markdown) {
    const blocks = [];
    let open = null; // a list or paragraph that goes on
    for (const line of markdown.split("\n")) {
        const heading = /^(#+) (.*?)(?: \{#([\w-]+)\})?$/.exec(line),
            example = /^> \[([\w-]+)\] (.*)$/.exec(line),
            item = /^(\s*)(?:[-*]|\d+\.) +(.*)$/.exec(line);
        if (!line.trim()) open = null;
        else if (heading) {
            blocks.push({
                kind: "h",
                level: heading[1].length,
                id: heading[3] ?? "",
                text: spans(heading[2]),
            });
            open = null;
        } else if (example) {
            blocks.push({ kind: "example", name: example[1], text: spans(example[2]) });
            open = null;
        } else if (/^\|[\s:|-]+\|$/.test(line)) continue;
        else if (line.startsWith("|")) {
            if (open?.kind !== "table") blocks.push((open = { kind: "table", rows: [] }));
            open.rows.push(cells(line));
        } else if (item) {
            const kind = /^\s*\d/.test(line) ? "ol" : "ul";
            if (open?.kind !== kind) blocks.push((open = { kind, items: [] }));
            open.items.push(item[2]);
        } else if (open?.items) open.items.push(`${open.items.pop()} ${line.trim()}`);
        else if (open?.kind === "p") open.text += ` ${line.trim()}`;
        else blocks.push((open = { kind: "p", text: line.trim() }));
    }
    return blocks.map((block) => {
        if (block.items) return { ...block, items: block.items.map(spans) };
        return typeof block.text === "string" ? { ...block, text: spans(block.text) } : block;
    });
}

// ---- all of it ----

function practiceModule(positions) {
    return [
        'import type { Position } from "../../practice/position";',
        "",
        `const list: unknown = ${JSON.stringify(positions)};`,
        "export const positions = list as readonly Position[];",
        "",
    ].join("\n");
}

/** Returns the first paragraph in both languages. */
function putRules(program, id) {
    const intro = {};
    for (const language of ["de", "en"]) {
        const { text, names, anchors, examples } = JSON.parse(
            say(program, "rules", id, "--json", "--lang", language),
        );
        const blocks = blocksOf(text);
        intro[language] = (blocks.find(({ kind }) => kind === "p")?.text ?? [])
            .map(([piece]) => piece)
            .join("");
        put(`rules/${id}.json`, `${JSON.stringify({ names, anchors, examples })}\n`);
        put(
            `rules/${id}.${language}.ts`,
            [
                'import type { RulesText, Shared } from "../../rules/blocks";',
                `import shared from "./${id}.json";`,
                "",
                "export const rules: RulesText = {",
                "    ...(shared as unknown as Shared),",
                `    blocks: ${JSON.stringify(blocks, null, 1)},`,
                "};",
                "",
            ].join("\n"),
        );
    }
    return intro;
}

export function generate(build) {
    const program = join(build, "tafelrunde"),
        games = describeGames(program);
    put("protocol.ts", protocolTypes());
    put("catalogue.ts", readFileSync(join(build, "catalogue.ts"), "utf8"));
    for (const game of games) {
        put(`components/${game.id}.json`, `${JSON.stringify(game.tables)}\n`);
        put(`views/${game.id}.ts`, viewTypes(game));
        put(`views/${game.id}.schema.ts`, viewSchema(game));
        const positions = practiceOf(game);
        if (positions.length) put(`practice/${game.id}.ts`, practiceModule(positions));
        game.intro = putRules(program, game.id);
    }
    const styles = games.filter(({ id }) => has(id, "board.css"));
    put("games.css", styles.map(({ id }) => `@import "../games/${id}/board.css";\n`).join(""));
    put("levels.ts", levelsModule(games));
    put("views.ts", viewsModule(games));
    put("games.ts", gamesModule(games));
    sweep(target);
    return games;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
    generate(process.argv[2] ?? join(web, "../build"));
