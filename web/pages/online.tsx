// /t/ID#SECRET: a table at the server. People gather until all seats are taken, then it works like
// any other table.
import { useEffect, useMemo, useState } from "preact/hooks";
import { ensureSession, reasonOf, type Me } from "../client/server";
import { qrCode } from "../client/qr";
import { useMe } from "../client/requests";
import { Refusal } from "../refusal";
import { levels } from "../generated/games";
import type { TableTable, TableWelcome } from "../generated/protocol";
import { namesAt } from "../names";
import { Icon, Mark } from "../pieces/symbol";
import { go, link } from "../route";
import { declineNotices, mayAsk, renewNotices, wantNotices } from "../store/notices";
import { settings } from "../store/settings";
import { Chat } from "../table/chat";
import type { People } from "../table/people";
import type { Again } from "../table/result";
import { titleOf } from "../table/local";
import { useOnline, type Online, type OnlineTable } from "../table/online";
import { Loading, Table } from "../table/table";
import { useSituation } from "../table/answering";
import { levelWord } from "../table/words";
import type { Client } from "../client/client";
import type { Message } from "../text";
import { useWords } from "../words";
import { Facts } from "./facts";
import { Header, ThemeTool } from "./header";
import { Remove, Unready } from "./host";
import { Notice } from "./local";

export function OnlinePage({ id }: { readonly id: string }) {
    const { online, table } = useOnline(id),
        words = useWords();
    const rematch = online?.info?.rematch;
    const [leaving, leave] = useState(false); // go to the rematch as soon as it exists
    useEffect(() => {
        // the rematch has the same secret
        if (leaving && rematch) go(`/t/${rematch}${location.hash}`);
    }, [leaving, rematch]);
    if (online?.refused) return <Notice text={words.say(online.refused)} />;
    if (!online?.info || !online.client || !table)
        return online && !online.connected ? (
            <Notice text={words.word("web.online.connecting")} />
        ) : (
            <Loading />
        );
    const { info, client } = online;
    if (info.seats.some(({ name, level }) => name === null && level === null))
        return <Gathering online={online} info={info} table={table} client={client} />;
    return (
        <>
            <Connection connected={online.connected} />
            <Playing
                id={id}
                online={online}
                info={info}
                table={table}
                client={client}
                follow={() => leave(true)}
            />
        </>
    );
}

interface PlayingProps extends GatheringProps {
    readonly id: string;
    follow(): void; // goes to the rematch as soon as it exists
}

/** What the people at this table can do besides playing. */
function peopleOf({ info, online, table }: PlayingProps): People {
    return {
        info,
        clock: online.clock,
        connected: online.connected,
        muted: online.muted,
        mute: (name) => table.mute(name),
        reclaim: (seat) => void table.reclaim(seat),
        resign: (seat) => void table.resign(seat),
        propose: (what, of) => void table.propose(what, of),
        agree: () => void table.agree(),
        decline: () => void table.decline(),
        leave: (seat) => {
            if (table.leave(seat)) go("/");
        },
    };
}

function againOf({ info, table, follow }: PlayingProps): Again | null {
    const again = () => {
        follow();
        table.rematch();
    };
    if (info.you.length > 0) return { asked: info.rematch !== null, act: again };
    return info.rematch === null ? null : { asked: true, act: follow };
}

function Playing(props: PlayingProps) {
    const { id, online, info, table, client } = props,
        seated = info.you.length > 0,
        people = info.seats.map(({ name }) => name ?? "");
    const names = useMemo(
        () =>
            namesAt(id, people.length, people).map((drawn, seat) =>
                info.seats[seat]!.name === null ? drawn : people[seat]!,
            ),
        [id, people.join("\n")],
    );
    return (
        <Table
            key={`${id} ${info.you.join()}`}
            client={client}
            names={names}
            kept={table.kept()}
            thoughts={() => undefined}
            analysed={table.analysed}
            pace={() => {}}
            summarise={() => {}}
            saveSummary={() => {}}
            again={againOf(props)}
            people={peopleOf(props)}
            chat={chatOf(online, seated ? table : null)}
            bars={
                <>
                    <Unready client={client} info={info} table={table} />
                    <Notices online={online} ask={seated && info.pace.kind === "relaxed"} />
                </>
            }
        />
    );
}

/** Lines above the board: errors, turns at other tables, the offer of notifications. */
function Notices({ online, ask }: { readonly online: Online; readonly ask: boolean }) {
    const words = useWords(),
        other = online.otherTurns.at(-1);
    return (
        <>
            {online.wrong && (
                <div class="bar-line" role="alert">
                    <p class="warn">{words.say(online.wrong)}</p>
                </div>
            )}
            {other !== undefined && (
                <div class="bar-line" role="status">
                    <p>{words.word("web.online.elsewhere")}</p>
                    <a class="btn" {...link(`/t/${other}`)}>
                        {words.word("web.online.go")}
                    </a>
                </div>
            )}
            {ask && <AskNotices />}
        </>
    );
}

const chatOf = ({ chat, muted }: Online, table: OnlineTable | null) => ({
    lines: chat.filter(({ name }) => !muted.includes(name)),
    say: table && ((text: string) => table.say(text)),
});

const returned = 2500; // ms that the reconnection is announced

/** Whether the server is reachable. A reconnection is announced for a short time. */
function Connection({ connected }: { readonly connected: boolean }) {
    const { word } = useWords(),
        [said, say] = useState<"lost" | "back" | null>(null);
    useEffect(() => {
        if (connected && said === null) return undefined;
        if (!connected) {
            // do not report an outage that one quick reconnect ends
            const timer = setTimeout(() => say("lost"), 600);
            return () => clearTimeout(timer);
        }
        say("back");
        const timer = setTimeout(() => say(null), returned);
        return () => clearTimeout(timer);
    }, [connected]);
    return (
        <p class={`away${said ? "" : " silent"}`} role="status">
            {said && word(said === "lost" ? "web.online.lost" : "web.online.back")}
        </p>
    );
}

/** Offers notifications to somebody at a table that may take days. */
function AskNotices() {
    const words = useWords(),
        { word } = words,
        [open, setOpen] = useState(mayAsk),
        [wrong, setWrong] = useState<Message | null>(null);
    useEffect(() => renewNotices(words), [words.language]);
    if (!open && !wrong) return null;
    const yes = async () => {
        setOpen(false);
        try {
            await wantNotices(words);
        } catch (error) {
            setWrong(
                error instanceof Refusal ? error.reason : { key: "web.notice.failed", params: {} },
            );
        }
    };
    const no = () => {
        declineNotices();
        setOpen(false);
    };
    if (wrong)
        return (
            <div class="bar-line" role="alert">
                <p class="warn">{words.say(wrong)}</p>
            </div>
        );
    return (
        <div class="bar-line" role="group" aria-label={word("web.notice.ask")}>
            <p>{word("web.notice.ask")}</p>
            <button type="button" class="btn gold" data-notices onClick={() => void yes()}>
                {word("web.notice.yes")}
            </button>
            <button type="button" class="btn" onClick={no}>
                {word("web.notice.no")}
            </button>
        </div>
    );
}

interface GatheringProps {
    readonly online: Online;
    readonly info: TableTable;
    readonly table: OnlineTable;
    readonly client: Client;
}

function Gathering(props: GatheringProps) {
    const { online, table, client } = props,
        { word } = useWords(),
        { welcome } = useSituation(client),
        who = useMe();
    return (
        <div class="page">
            <Header title={welcome ? titleOf(welcome.game) : ""} sub={word("web.online.gathering")}>
                <ThemeTool />
            </Header>
            <main class="gather">
                <SeatsPanel {...props} welcome={welcome} who={who} />
                <Link />
                <section class="panel">
                    <h2 class="rubric">{word("web.chat.title")}</h2>
                    <Chat {...chatOf(online, who ? table : null)} />
                </section>
            </main>
        </div>
    );
}

interface SeatsPanelProps extends GatheringProps {
    readonly welcome: TableWelcome | null;
    readonly who: Me | null;
}

function SeatsPanel({ online, info, table, welcome, who }: SeatsPanelProps) {
    const { word, say } = useWords(),
        [name, setName] = useState(who?.name ?? settings().name),
        [wrong, setWrong] = useState<Message | null>(null);
    const account = who !== null && !who.guest,
        seated = info.you.length > 0,
        refused = wrong ?? online.wrong;
    const sit = async (seat: number) => {
        setWrong(null);
        try {
            table.sit(seat, await ensureSession(name.trim()));
        } catch (error) {
            setWrong(reasonOf(error));
        }
    };
    const row = { info, table, sit, nameless: !account && !name.trim() };
    const status = seated ? "web.online.waits" : "web.online.choose";
    return (
        <section class="panel">
            <h2 class="rubric">{word("web.new.seats")}</h2>
            {welcome && <Facts game={welcome.game} options={welcome.options} {...info} />}
            {!seated && !account && <NameField name={name} setName={setName} />}
            <ul class="sits">
                {info.seats.map((_, seat) => (
                    <SeatRow key={seat} seat={seat} {...row} />
                ))}
            </ul>
            {refused && (
                <p class="warn" role="alert">
                    {say(refused)}
                </p>
            )}
            {welcome && (
                <p class="quiet">
                    {word("web.about_table.sealed")} {word("web.check.what")}{" "}
                    <code class="seal-code">{welcome.commitment}</code>
                </p>
            )}
            <p class="quiet" role="status">
                {word(online.connected ? status : "web.online.lost")}
            </p>
        </section>
    );
}

interface NameProps {
    readonly name: string;
    setName(name: string): void;
}

function NameField({ name, setName }: NameProps) {
    const { word } = useWords();
    return (
        <label class="field">
            <span>{word("web.settings.name")}</span>
            <input
                type="text"
                maxLength={24}
                value={name}
                autocomplete="nickname"
                onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
        </label>
    );
}

interface SeatRowProps {
    readonly seat: number;
    readonly info: TableTable;
    readonly table: OnlineTable;
    readonly nameless: boolean; // the person has to give a name first
    sit(seat: number): Promise<void>;
}

function SeatRow({ seat, info, table, nameless, sit }: SeatRowProps) {
    const words = useWords(),
        { word } = words,
        { name, level } = info.seats[seat]!,
        seated = info.you.length > 0,
        mine = info.you.includes(seat);
    return (
        <li class={`sit s${seat}`}>
            <Mark seat={seat} />
            <span>{name ?? (level ? levelWord(words, level) : word("web.online.free"))}</span>
            {name === null && level === null && !seated && (
                <button
                    type="button"
                    class="btn gold"
                    data-sit={seat}
                    disabled={nameless}
                    onClick={() => void sit(seat)}
                >
                    {word("web.online.sit")}
                </button>
            )}
            {info.host && name === null && seated && (
                <select
                    aria-label={word("web.new.who", { n: seat + 1 })}
                    value={level ?? "person"}
                    onChange={({ currentTarget: { value } }) =>
                        table.fill(seat, value === "person" ? null : value)
                    }
                >
                    {["person", ...levels].map((one) => (
                        <option key={one} value={one}>
                            {levelWord(words, one)}
                        </option>
                    ))}
                </select>
            )}
            <Remove seat={seat} info={info} table={table} />
            {mine && <b>{word("web.you")}</b>}
            {mine && (
                <button type="button" class="btn" data-stand onClick={() => table.leave(seat)}>
                    {word("web.online.stand")}
                </button>
            )}
        </li>
    );
}

/** The link for friends: to copy, to share, or as a QR code. */
function Link() {
    const { word } = useWords(),
        [copied, copy] = useState(false),
        url = location.href;
    const rows = useMemo(() => qrCode(url), [url]);
    const path = rows
        ?.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
        .join("");
    return (
        <section class="panel invite">
            <h2 class="rubric">{word("web.online.link")}</h2>
            {rows && (
                <svg
                    class="qr"
                    viewBox={`-4 -4 ${rows.length + 8} ${rows.length + 8}`}
                    role="img"
                    aria-label={word("web.online.qr")}
                    shape-rendering="crispEdges"
                >
                    <rect x="-4" y="-4" width="100%" height="100%" fill="#fff" />
                    <path d={path} fill="#000" />
                </svg>
            )}
            <label class="field">
                <span>{word("web.online.address")}</span>
                <input
                    type="text"
                    readOnly
                    value={url}
                    onFocus={({ currentTarget }) => currentTarget.select()}
                />
            </label>
            {isSecureContext && (
                <button
                    type="button"
                    class="btn"
                    onClick={() =>
                        void navigator.clipboard.writeText(url).then(
                            () => copy(true),
                            () => {},
                        )
                    }
                >
                    <Icon name={copied ? "check" : "link"} />
                    {word(copied ? "web.online.copied" : "web.online.copy")}
                </button>
            )}
        </section>
    );
}
