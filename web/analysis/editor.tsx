// The position editor: every member of a position by hand. The engine checks each change and says
// what is impossible. The position is also text, which `tafelrunde inspect --state` reads.
import { useEffect, useMemo, useState } from "preact/hooks";
import { helper } from "../engine/host";
import type { View } from "../generated/protocol";
import { views, type Schema } from "../generated/views";
import { Header, ThemeTool } from "../pages/header";
import { saveFile } from "../pieces/save";
import { Icon } from "../pieces/symbol";
import { Refusal } from "../refusal";
import { useBoard, useTurn } from "../table/answering";
import { titleOf } from "../table/local";
import { StillBoard, useStillProps } from "../table/still";
import type { Message } from "../text";
import { known, useWords } from "../words";
import { ofPosition } from "./page";
import { updateOf, viewerOf } from "./positions";
import { stepsTo, type OpenedStudy, type Study } from "./study";

interface EditorProps {
    readonly study: Study;
    readonly at: number;
    open(opening: Promise<OpenedStudy>): void;
}

type Checked = { readonly score: readonly number[] } | { readonly reason: Message };

/** What the engine says about a position. */
function useCheck(view: View | null): Checked | null {
    const [checked, set] = useState<Checked | null>(null);
    useEffect(() => {
        let gone = false;
        if (!view) return undefined;
        const put = (next: Checked) => !gone && set(next);
        const { game, viewer = 0 } = view as View & { readonly viewer?: number };
        void helper()
            .study({
                ...{ game, players: 2, options: {}, root: view, steps: [], from: 0 },
                observer: viewer > 0 ? viewer - 1 : null,
            })
            .then(
                ({ positions }) => put({ score: positions[0]!.score }),
                (error: unknown) => error instanceof Refusal && put({ reason: error.reason }),
            );
        return () => {
            gone = true;
        };
    }, [view]);
    return checked;
}

export function Editor({ study, at, open }: EditorProps) {
    const [view, set] = useState<View | null>(null),
        [schema, setSchema] = useState<Schema | null>(null);
    useEffect(() => {
        const { game, players, options, root } = study,
            steps = stepsTo(study, at);
        void helper()
            .study({
                ...{ game, players, options, steps },
                ...(root && { root }),
                from: steps.length,
                observer: viewerOf(study),
            })
            .then(({ positions }) => set(positions.at(-1)!.view));
        void views[game]!().then(({ view: found }) => setSchema(found));
    }, []);
    if (!view || !schema) return null;
    return <Editing game={study.game} schema={schema} begun={view} open={open} />;
}

interface EditingProps {
    readonly game: string;
    readonly schema: Schema;
    readonly begun: View;
    open(opening: Promise<OpenedStudy>): void;
}

/** The position as a view and as text; either can be changed. */
function usePosition(game: string, begun: View) {
    const [view, set] = useState<View>(begun),
        [text, write] = useState(JSON.stringify(begun)),
        [broken, setBroken] = useState(false); // the text is no position
    const change = (next: View) => {
        set(next);
        write(JSON.stringify(next));
        setBroken(false);
    };
    const type = (next: string) => {
        write(next);
        try {
            const value = JSON.parse(next) as View | null;
            const good = typeof value === "object" && value?.game === game;
            setBroken(!good);
            if (good) set(value);
        } catch {
            setBroken(true);
        }
    };
    return { view, text, broken, change, type };
}

function Editing({ game, schema, begun, open }: EditingProps) {
    const { word, say } = useWords(),
        { view, text, broken, change, type } = usePosition(game, begun),
        checked = useCheck(broken ? null : view);
    const reason = broken
        ? word("web.study.format")
        : checked && "reason" in checked
          ? say(checked.reason)
          : null;
    return (
        <div class="page">
            <Header title={word("web.study.edit")} sub={titleOf(game)}>
                <ThemeTool />
            </Header>
            <main class="editor">
                <section class="panel">
                    {checked && "score" in checked && !broken && (
                        <Preview game={game} view={view} score={checked.score} />
                    )}
                    <p role="status" class={reason ? "warn" : undefined} data-checked={!reason}>
                        <Icon name={reason ? "close" : "check"} />{" "}
                        {reason ?? word("web.study.possible")}
                    </p>
                    <Uses
                        game={game}
                        view={view}
                        possible={reason === null && checked !== null}
                        open={open}
                    />
                    <PositionText game={game} text={text} type={type} />
                </section>
                <section class="panel fields">
                    <Members
                        game={game}
                        schema={schema}
                        value={view as Value}
                        change={(next) => change(next as unknown as View)}
                    />
                </section>
            </main>
        </div>
    );
}

interface UsesProps {
    readonly game: string;
    readonly view: View;
    readonly possible: boolean; // the engine accepts the position
    open(opening: Promise<OpenedStudy>): void;
}

/** What can be done with the position: analyse it, or save it. */
function Uses({ game, view, possible, open }: UsesProps) {
    const { word } = useWords();
    return (
        <div class="row wrap">
            <button
                type="button"
                class="btn gold"
                data-use
                disabled={!possible}
                onClick={() => open(ofPosition(view))}
            >
                <Icon name="check" />
                {word("web.study.use")}
            </button>
            <button
                type="button"
                class="btn"
                onClick={() => saveFile(`${game}.position.json`, view)}
            >
                <Icon name="save" />
                {word("web.study.file")}
            </button>
        </div>
    );
}

interface TextProps {
    readonly game: string;
    readonly text: string;
    type(text: string): void;
}

function PositionText({ game, text, type }: TextProps) {
    const { word } = useWords();
    return (
        <>
            <label>
                {word("web.study.as_text")}
                <textarea
                    rows={8}
                    spellcheck={false}
                    value={text}
                    data-position
                    onInput={({ currentTarget }) => type(currentTarget.value)}
                />
            </label>
            <p class="quiet">
                <code>{`tafelrunde inspect ${game} --state FILE`}</code>
            </p>
        </>
    );
}

const ignore = () => {};

function Preview({
    game,
    view,
    score,
}: {
    readonly game: string;
    readonly view: View;
    readonly score: readonly number[];
}) {
    const { word } = useWords(),
        board = useBoard(game),
        turn = useTurn(null, ignore, ignore);
    const seats = score.map((_, seat) => ({
        seat,
        name: word("common.seat", { n: seat + 1 }),
        own: false,
        level: null,
        me: false,
    }));
    const history = useMemo(
        () => [updateOf({ at: 0, view, score, over: false }, null)],
        [view, score],
    );
    const props = useStillProps({
        ...{ view, history, fresh: [], seats, me: null, score, turn, live: false },
    });
    return board ? <StillBoard game={game} board={board} props={props} /> : null;
}

// ---- members ----

type Value = Readonly<Record<string, unknown>>;

interface MembersProps {
    readonly game: string;
    readonly path?: string; // absent: the position itself
    readonly schema: Schema;
    readonly value: Value;
    change(value: Value): void;
}

const fixed = new Set(["game", "viewer", "players"]);

/** What a member of a position is called: of this game, or of all; its name in the format
 * otherwise. `path` has the members that lead to it, such as seats.hand. */
function useLabels(game: string) {
    const { word } = useWords();
    return (path: string) => {
        const key = [`${game}.field.${path}`, `common.field.${path}`].find(known);
        return key === undefined ? path.slice(path.lastIndexOf(".") + 1) : word(key);
    };
}

function Members({ game, path = "", schema, value, change }: MembersProps) {
    const labelOf = useLabels(game),
        inside = (name: string) => (path ? `${path}.${name}` : name);
    return (
        <dl>
            {Object.entries(schema.properties ?? {})
                .filter(([name]) => !fixed.has(name))
                .map(([name, inner]) => (
                    <div key={name}>
                        <dt data-member={inside(name)}>{labelOf(inside(name))}</dt>
                        <dd>
                            <Field
                                game={game}
                                path={inside(name)}
                                name={labelOf(inside(name))}
                                schema={inner}
                                value={value[name]}
                                change={(next) => change({ ...value, [name]: next })}
                            />
                        </dd>
                    </div>
                ))}
        </dl>
    );
}

interface FieldProps {
    readonly game: string;
    readonly path: string;
    readonly name: string; // its label
    readonly schema: Schema;
    readonly value: unknown;
    change(value: unknown): void;
}

/** A thing, phase or seat in words, or its code. */
function useThing(game: string) {
    const { word } = useWords();
    return (schema: Schema, code: string) => {
        if (schema.thing === "seat") return word("common.seat", { n: Number(code) + 1 });
        const group = schema.thing === "phase" ? "phase" : `part.${schema.thing}`,
            key = `${game}.${group}.${code}`;
        return known(key) ? word(key) : code;
    };
}

function Field({ game, path, name, schema, value, change }: FieldProps) {
    const thing = useThing(game);
    if (schema.enum)
        return (
            <select
                aria-label={name}
                value={String(value)}
                onChange={({ currentTarget }) =>
                    change(currentTarget.value === "null" ? null : currentTarget.value)
                }
            >
                {schema.enum.map((code) => (
                    <option key={code} value={String(code)}>
                        {code === null ? "–" : thing(schema, code)}
                    </option>
                ))}
            </select>
        );
    if (schema.type === "boolean")
        return (
            <input
                type="checkbox"
                aria-label={name}
                checked={value === true}
                onChange={({ currentTarget }) => change(currentTarget.checked)}
            />
        );
    if (schema.type === "integer")
        return (
            <input
                type="number"
                aria-label={name}
                min={schema.minimum}
                max={schema.maximum}
                value={Number(value)}
                onChange={({ currentTarget }) => change(Number(currentTarget.value))}
            />
        );
    if (schema.type === "object")
        return <Members {...{ game, path, schema, change }} value={(value ?? {}) as Value} />;
    if (schema.type === "array" && schema.items)
        return <List {...{ game, path, name, schema, value, change }} />;
    return (
        <input
            aria-label={name}
            value={value === null || value === undefined ? "" : String(value)}
            onChange={({ currentTarget }) => change(currentTarget.value || null)}
        />
    );
}

function List({ game, path, name, schema, value, change }: FieldProps) {
    const thing = useThing(game),
        { word } = useWords(),
        items = schema.items!,
        all = Array.isArray(value) ? (value as readonly unknown[]) : [],
        codes = items.enum?.filter((code) => code !== null);
    if (!codes || schema.minItems === schema.maxItems)
        return (
            <ol class="list">
                {all.map((one, i) => (
                    <li key={i}>
                        <Field
                            game={game}
                            path={path}
                            name={`${name} ${i + 1}`}
                            schema={items}
                            value={one}
                            change={(next) => change(all.map((old, at) => (at === i ? next : old)))}
                        />
                    </li>
                ))}
            </ol>
        );
    const left = codes.filter((code) => !schema.uniqueItems || !all.includes(code));
    return (
        <div class="things">
            {all.map((code, i) => (
                <button
                    key={i}
                    type="button"
                    class="chip"
                    aria-label={word("web.study.take_away", {
                        thing: { text: thing(items, String(code)) },
                    })}
                    onClick={() => change(all.filter((_, at) => at !== i))}
                >
                    {thing(items, String(code))} ×
                </button>
            ))}
            {left.length > 0 && all.length < (schema.maxItems ?? Infinity) && (
                <select
                    aria-label={word("web.study.put", { name: { text: name } })}
                    value=""
                    onChange={({ currentTarget }) => change([...all, currentTarget.value])}
                >
                    <option value="">+</option>
                    {left.map((code) => (
                        <option key={code} value={code}>
                            {thing(items, code)}
                        </option>
                    ))}
                </select>
            )}
        </div>
    );
}
