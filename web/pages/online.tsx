// /t/ID#SECRET: a table at the server. Until all seats are taken people gather; then it is a table like any other.
import { useEffect, useMemo, useState } from "preact/hooks";
import { beSomebody, reasonOf } from "../client/server";
import { qrCode } from "../client/qr";
import { useMe } from "../client/use";
import type { TableTable } from "../generated/protocol";
import { Icon, Mark } from "../pieces/symbol";
import { go } from "../route";
import { settings } from "../store/settings";
import { Chat } from "../table/chat";
import { titleOf } from "../table/local";
import { useOnline, type Online, type OnlineTable } from "../table/online";
import { Loading, Table } from "../table/table";
import { useSituation } from "../table/use";
import { levelWord } from "../table/words";
import type { Client } from "../client/client";
import type { Message } from "../text";
import { useWords } from "../words";
import { Facts } from "./facts";
import { Header, ThemeTool } from "./header";
import { Notice } from "./local";

export function OnlinePage({ id }: { readonly id: string }) {
    const { online, table } = useOnline(id), words = useWords();
    const rematch = online?.info?.rematch;
    const [leaving, leave] = useState(false); // for the rematch, once it is there
    useEffect(() => {
        if (leaving && rematch) go(`/t/${rematch}`);
    }, [leaving, rematch]);
    if (online?.refused) return <Notice text={words.say(online.refused)} />;
    if (!online?.info || !online.client || !table) return online && !online.connected ? <Notice text={words.word("web.online.connecting")} /> : <Loading />;
    const { info, client } = online;
    if (info.seats.some(({ name, level }) => name === null && level === null)) return <Gathering online={online} info={info} table={table} client={client} />;
    const names = info.seats.map(({ name }) => name ?? "");
    const again = () => {
        leave(true);
        table.rematch();
    };
    return (
        <>
            {!online.connected && <p class="away" role="status">{words.word("web.online.lost")}</p>}
            {info.you.filter((seat) => info.seats[seat]?.level).map((seat) => (
                <p key={seat} class="away" role="status">
                    {words.word("web.online.replaced")} <button type="button" class="btn" onClick={() => table.reclaim(seat)}>{words.word("web.online.reclaim")}</button>
                </p>
            ))}
            <Table key={`${id} ${info.you.join()}`} client={client} names={names} kept={table.kept()} thoughts={() => undefined} analysed={table.analysed} pace={() => {}} summarise={() => {}} settle={() => {}}
                again={info.you.length ? again : () => go("/")} chat={{ lines: online.chat, say: info.you.length ? (text) => table.say(text) : null }} />
        </>
    );
}

interface GatheringProps {
    readonly online: Online;
    readonly info: TableTable;
    readonly table: OnlineTable;
    readonly client: Client;
}

function Gathering({ online, info, table, client }: GatheringProps) {
    const words = useWords(), { word } = words, situation = useSituation(client);
    const who = useMe(), [name, setName] = useState(who?.name ?? settings().name), [wrong, setWrong] = useState<Message | null>(null);
    const { welcome } = situation, title = welcome ? titleOf(welcome.game) : "", account = who !== null && !who.guest;
    const sit = async (seat: number) => {
        setWrong(null);
        try {
            table.sit(seat, await beSomebody(name.trim()));
        } catch (error) {
            setWrong(reasonOf(error));
        }
    };
    const seated = info.you.length > 0, refused = wrong ?? online.wrong;
    return (
        <div class="page">
            <Header title={title} sub={word("web.online.gathering")}><ThemeTool /></Header>
            <main class="gather">
                <section class="panel">
                    <h2 class="rubric">{word("web.new.seats")}</h2>
                    {welcome && <Facts game={welcome.game} options={welcome.options} pace={info.pace} rated={info.rated} />}
                    {!seated && !account && (
                        <label class="field">
                            <span>{word("web.settings.name")}</span>
                            <input type="text" maxLength={24} value={name} autocomplete="nickname" onInput={({ currentTarget }) => setName(currentTarget.value)} />
                        </label>
                    )}
                    <ul class="sits">
                        {info.seats.map((one, seat) => (
                            <li key={seat} class={`sit s${seat}`}>
                                <Mark seat={seat} />
                                <span>{one.name ?? (one.level ? levelWord(words, one.level) : word("web.online.free"))}</span>
                                {one.name === null && one.level === null && !seated && (
                                    <button type="button" class="btn gold" data-sit={seat} disabled={!account && !name.trim()} onClick={() => void sit(seat)}>{word("web.online.sit")}</button>
                                )}
                                {info.you.includes(seat) && <b>{word("web.you")}</b>}
                            </li>
                        ))}
                    </ul>
                    {refused && <p class="warn" role="alert">{words.say(refused)}</p>}
                    <p class="quiet" role="status">{word(online.connected ? (seated ? "web.online.waits" : "web.online.choose") : "web.online.lost")}</p>
                </section>
                <Link />
                <section class="panel">
                    <h2 class="rubric">{word("web.chat.title")}</h2>
                    <Chat lines={online.chat} say={who ? (text) => table.say(text) : null} />
                </section>
            </main>
        </div>
    );
}

/** The link for friends: to copy, to send, to hold a telephone against. */
function Link() {
    const { word } = useWords(), [copied, copy] = useState(false), url = location.href;
    const rows = useMemo(() => qrCode(url), [url]);
    const path = rows?.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
    return (
        <section class="panel invite">
            <h2 class="rubric">{word("web.online.link")}</h2>
            {rows && (
                <svg class="qr" viewBox={`-4 -4 ${rows.length + 8} ${rows.length + 8}`} role="img" aria-label={word("web.online.qr")} shape-rendering="crispEdges">
                    <rect x="-4" y="-4" width="100%" height="100%" fill="#fff" />
                    <path d={path} fill="#000" />
                </svg>
            )}
            <label class="field">
                <span>{word("web.online.address")}</span>
                <input type="text" readOnly value={url} onFocus={({ currentTarget }) => currentTarget.select()} />
            </label>
            {isSecureContext && (
                <button type="button" class="btn" onClick={() => void navigator.clipboard.writeText(url).then(() => copy(true), () => {})}>
                    <Icon name={copied ? "check" : "link"} />{word(copied ? "web.online.copied" : "web.online.copy")}
                </button>
            )}
        </section>
    );
}
