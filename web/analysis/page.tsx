// /analysis and /s/ID: opens a study from the link's fragment, from the server behind a short link,
// from a file, a table of this browser, or the start of a game.
import { useEffect, useState } from "preact/hooks";
import type { Record as GameRecord, View } from "../generated/protocol";
import { helper } from "../engine/host";
import { keptStudy } from "../client/studies";
import { offered } from "../offer";
import { Header, ThemeTool } from "../pages/header";
import { Notice } from "../pages/local";
import { Icon, Picture } from "../pieces/symbol";
import { Refusal } from "../refusal";
import { listTables, type SavedTable } from "../store/tables";
import { useBoard } from "../table/answering";
import { defaultsOf, gameOf, isForeign, recordOf, titleOf } from "../table/local";
import { Loading } from "../table/table";
import type { Message } from "../text";
import { useWords } from "../words";
import { Workspace } from "./board";
import { Editor } from "./editor";
import { MyStudies, PublicStudies } from "./kept";
import { checkStudy } from "./positions";
import { fromFile, fromFragment, fromText, isStudyLink } from "./share";
import {
    format,
    newStudy,
    readStudy,
    studyOf,
    type KnowsRules,
    type OpenedStudy,
    type Study,
} from "./study";

const knows: KnowsRules = (game, rules, components) => {
    const facts = gameOf(game);
    if (!facts) return "unknown";
    return facts.rules === rules && facts.components === components ? "known" : "other";
};

const reasonOf = (error: unknown): Message =>
    error instanceof Refusal
        ? error.reason
        : { key: "web.error.engine", params: { why: { text: String(error) } } };

/** A study that every line of was replayed. */
async function checked(opened: OpenedStudy): Promise<OpenedStudy> {
    await checkStudy(opened.study);
    return opened;
}

const ofRecord = (record: GameRecord, names: readonly (string | null)[] = []) => {
    if (isForeign(record.game, record)) throw new Refusal({ key: "web.table.foreign", params: {} });
    // what one seat saw of a running game has steps that nobody but the others knows
    if (record.seed === undefined && record.result === undefined)
        throw new Refusal({ key: "web.record.unfinished", params: {} });
    return checked({ study: studyOf(record, names), at: 0, seat: null });
};

/** A file: a study, a record, or a position. */
async function ofFile(file: Blob): Promise<OpenedStudy> {
    const value = (await fromFile(file)) as {
        readonly format?: string;
        readonly game?: unknown;
    } | null;
    if (value?.format === format) return checked(readStudy(value, knows));
    if (value?.format === "tafelrunde-record/1") {
        await helper().verify(value); // throws the reason
        return ofRecord(value as unknown as GameRecord);
    }
    if (typeof value?.game === "string" && "viewer" in value)
        return ofPosition(value as unknown as View);
    throw new Refusal({ key: "web.study.format", params: {} });
}

/** A position as text, which `inspect --state` reads, too. */
export function ofPosition(view: View): Promise<OpenedStudy> {
    const facts = gameOf(view.game),
        players = (view as { readonly players?: unknown }).players;
    if (!facts || typeof players !== "number")
        throw new Refusal({ key: "web.study.game", params: { game: { text: view.game } } });
    const { id: game, rules, components } = facts,
        viewer = (view as { readonly viewer?: number }).viewer ?? 0;
    return checked({
        study: newStudy({
            game,
            rules,
            components,
            players,
            options: defaultsOf(facts),
            root: view,
        }),
        at: 0,
        seat: viewer > 0 ? viewer - 1 : null,
    });
}

/** What is behind a short link. */
async function ofServer(id: string): Promise<OpenedStudy> {
    const kept = await keptStudy(id);
    return { ...(await checked(readStudy(await fromText(kept.text), knows))), kept };
}

type State =
    | { readonly kind: "start" | "loading" }
    | { readonly kind: "refused"; readonly reason: Message }
    | { readonly kind: "open"; readonly opened: OpenedStudy; readonly key: number }
    | { readonly kind: "edit"; readonly study: Study; readonly at: number };

let keys = 0;

/** `id`: of a short link; "": none. */
export function AnalysisPage({ id }: { readonly id: string }) {
    const { say } = useWords(),
        [state, set] = useState<State>({ kind: "loading" });
    const open = (opening: Promise<OpenedStudy>) => {
        set({ kind: "loading" });
        opening.then(
            (opened) => set({ kind: "open", opened, key: ++keys }),
            (error: unknown) => set({ kind: "refused", reason: reasonOf(error) }),
        );
    };
    useEffect(() => {
        const read = () => {
            const { hash } = location;
            if (isStudyLink(hash))
                return open(fromFragment(hash).then((value) => checked(readStudy(value, knows))));
            return id ? open(ofServer(id)) : set({ kind: "start" });
        };
        read();
        addEventListener("hashchange", read);
        return () => removeEventListener("hashchange", read);
    }, []);
    switch (state.kind) {
        case "loading":
            return <Loading />;
        case "refused":
            return <Notice text={say(state.reason)} />;
        case "start":
            return <Start open={open} />;
        case "edit":
            return <Editor study={state.study} at={state.at} open={open} />;
        default:
            return (
                <Opened
                    key={state.key}
                    opened={state.opened}
                    edit={(study, at) => set({ kind: "edit", study, at })}
                />
            );
    }
}

interface OpenedProps {
    readonly opened: OpenedStudy;
    edit(study: Study, at: number): void;
}

function Opened({ opened, edit }: OpenedProps) {
    const look = useBoard(opened.study.game);
    return look ? <Workspace opened={opened} look={look} edit={edit} /> : <Loading />;
}

interface StartProps {
    open(opening: Promise<OpenedStudy>): void;
}

/** What can be analysed: a file, a finished table of this browser, a game from its start. */
function Start({ open }: StartProps) {
    const { word } = useWords();
    return (
        <div class="page">
            <Header title={word("web.study.title")}>
                <ThemeTool />
            </Header>
            <main class="study-start">
                <StudyFile open={open} />
                <FinishedTables open={open} />
                <MyStudies />
                <EmptyBoards open={open} />
                <PublicStudies />
            </main>
        </div>
    );
}

function StudyFile({ open }: StartProps) {
    const { word } = useWords();
    return (
        <section class="panel">
            <h2 class="rubric">{word("web.study.open_file")}</h2>
            <p class="quiet">{word("web.study.open_what")}</p>
            <label class="btn gold upload">
                <Icon name="save" />
                {word("web.study.choose_file")}
                <input
                    type="file"
                    accept="application/json,.json"
                    data-open-file
                    onChange={({ currentTarget: { files } }) =>
                        files?.[0] && open(ofFile(files[0]))
                    }
                />
            </label>
        </section>
    );
}

/** The tables of this browser whose game is over. */
function useFinishedTables(): readonly SavedTable[] {
    const [tables, set] = useState<readonly SavedTable[]>([]);
    useEffect(() => {
        void listTables().then((all) =>
            set(all.filter((one) => one.summary.over && !isForeign(one.setup.game, one))),
        );
    }, []);
    return tables;
}

function FinishedTables({ open }: StartProps) {
    const { word } = useWords(),
        tables = useFinishedTables();
    if (tables.length === 0) return null;
    // async, so that whatever throws here becomes a refusal on the page
    const read = async (table: SavedTable) => ofRecord(recordOf(table), table.names);
    return (
        <section class="panel">
            <h2 class="rubric">{word("web.study.finished")}</h2>
            <ul class="study-list">
                {tables.map((table) => (
                    <li key={table.id}>
                        <button type="button" class="btn quiet" onClick={() => open(read(table))}>
                            <b>{titleOf(table.setup.game)}</b>
                            <small>{new Date(table.changed).toLocaleDateString()}</small>
                        </button>
                    </li>
                ))}
            </ul>
        </section>
    );
}

/** Every game from its start, with every number of players. */
function EmptyBoards({ open }: StartProps) {
    const { word } = useWords();
    const begin = (game: (typeof offered)[number], players: number) => {
        const { id, rules, components } = game,
            study = newStudy({ game: id, rules, components, players, options: defaultsOf(game) });
        open(Promise.resolve({ study, at: 0, seat: null }));
    };
    return (
        <section class="panel">
            <h2 class="rubric">{word("web.study.empty")}</h2>
            <ul class="study-games">
                {offered.map((game) => (
                    <li key={game.id}>
                        <Picture game={game.id} class="pic" />
                        <b>{titleOf(game.id)}</b>
                        <div class="row">
                            {Array.from(
                                { length: game.max - game.min + 1 },
                                (_, i) => game.min + i,
                            ).map((players) => (
                                <button
                                    key={players}
                                    type="button"
                                    class="btn"
                                    data-empty={`${game.id}-${players}`}
                                    aria-label={word("web.study.seats", { n: players })}
                                    onClick={() => begin(game, players)}
                                >
                                    {players}
                                </button>
                            ))}
                        </div>
                    </li>
                ))}
            </ul>
        </section>
    );
}
