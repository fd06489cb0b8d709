// /local/ID: a table in this browser.
import type { ComponentChildren } from "preact";
import { useLocal, createTable, recordOf } from "../table/local";
import { Loading, Table } from "../table/table";
import { go, link } from "../route";
import { useWords } from "../words";
import { Header } from "./header";
import { saveRecord } from "../pieces/save";
import { removeTable } from "../store/tables";

export function LocalPage({ id }: { readonly id: string }) {
    const opened = useLocal(id),
        words = useWords(),
        { word } = words;
    switch (opened.kind) {
        case "loading":
            return <Loading />;
        case "missing":
            return <Notice text={word("web.table.missing")} />;
        case "other-tab":
            return (
                <Notice
                    text={word("web.table.elsewhere")}
                    action={word("web.table.take")}
                    act={opened.take}
                />
            );
        case "refused":
            return <Refused id={id} {...opened} />;
        default:
            return <Played key={id} session={opened.session} />;
    }
}

type Opened<Kind extends string> = Extract<ReturnType<typeof useLocal>, { kind: Kind }>;

/** Shown for a table that cannot be opened. It can still be saved as a record, or removed. */
function Refused({ id, reason, saved }: Opened<"refused"> & { readonly id: string }) {
    const { say, word } = useWords();
    if (!saved) return <Notice text={say(reason)} />;
    return (
        <Notice
            text={say(reason)}
            action={word("web.record.save")}
            act={() => saveRecord(recordOf(saved))}
        >
            <button
                type="button"
                class="btn"
                data-remove
                onClick={() => void removeTable(id).then(() => go("/"))}
            >
                {word("web.table.remove")}
            </button>
        </Notice>
    );
}

function Played({ session }: Pick<Opened<"open">, "session">) {
    const { saved } = session,
        { setup, names } = saved;
    const again = async () => {
        const { game, options, bots } = setup;
        go(`/local/${await createTable({ game, options, bots, names })}`);
    };
    return (
        <Table
            client={session.client}
            names={names}
            kept={saved}
            thoughts={() => session.saved.thoughts}
            analysed={session.analysed}
            pace={(still) => session.pace(still)}
            summarise={(summary) => session.summarise(summary)}
            saveSummary={() => session.saveSummary()}
            again={
                saved.daily
                    ? {
                          text: "web.daily.title",
                          gold: true,
                          who: null,
                          act: () => go(`/daily/${saved.daily!.day}`),
                      }
                    : { text: "web.result.again", gold: true, who: null, act: () => void again() }
            }
            {...(saved.guide ? { guided: session.guided } : {})}
        />
    );
}

interface NoticeProps {
    readonly text: string;
    readonly action?: string;
    readonly children?: ComponentChildren; // further buttons
    act?(): void;
}

export function Notice({ text, action, act, children }: NoticeProps) {
    const words = useWords();
    return (
        <div class="page">
            <Header />
            <main class="notice panel">
                <h1>{text}</h1>
                <div class="row">
                    {action && (
                        <button type="button" class="btn gold" onClick={act}>
                            {action}
                        </button>
                    )}
                    {children}
                    <a class="btn" {...link("/")}>
                        {words.word("web.header.home")}
                    </a>
                </div>
            </main>
        </div>
    );
}
