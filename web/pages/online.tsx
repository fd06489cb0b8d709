// /t/ID#SECRET: a table at the server. People gather until all seats are taken, then it works like
// any other table.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { openRecord } from "../analysis/open";
import type { Client } from "../client/client";
import { useMe } from "../client/requests";
import type { Me } from "../client/server";
import { Refusal } from "../refusal";
import type { TableTable } from "../generated/protocol";
import { namesAt } from "../names";
import { go, link } from "../route";
import { declineNotices, mayAsk, renewNotices, wantNotices } from "../store/notices";
import { useSituation } from "../table/answering";
import { recordFrom } from "../table/analysis";
import type { ChatProps } from "../table/chat";
import type { People } from "../table/people";
import { useOnline, type Online, type OnlineTable } from "../table/online";
import { Loading, Table } from "../table/table";
import type { Message } from "../text";
import { useWords } from "../words";
import { Unready } from "./host";
import { Gathering, type GatheringProps } from "./invite";
import { Notice } from "./local";
import { againAt, allAgreed } from "./rematch";

export function OnlinePage({ id }: { readonly id: string }) {
    const { online, table } = useOnline(id),
        words = useWords(),
        who = useMe();
    const follow = useRematch(online?.info ?? null);
    if (online?.refused) return <Notice text={words.say(online.refused)} />;
    if (!online?.info || !online.client || !table)
        return online && !online.connected ? (
            <Notice text={words.word("web.online.connecting")} />
        ) : (
            <Loading />
        );
    const { info, client } = online;
    if (info.seats.some(({ name, level }) => name === null && level === null))
        return (
            <Gathering
                online={online}
                info={info}
                table={table}
                client={client}
                chat={chatOf(online, table, who, who !== null)}
            />
        );
    return (
        <>
            <Connection connected={online.connected} />
            <Playing
                id={id}
                online={online}
                info={info}
                table={table}
                client={client}
                chat={chatOf(online, table, who, info.you.length > 0)}
                who={who}
                follow={follow}
            />
        </>
    );
}

/** Goes to the rematch: at once, or as soon as everybody has agreed. */
function useRematch(info: TableTable | null): (when: "now" | "together") => void {
    const [leaving, leave] = useState<"now" | "together" | null>(null),
        ready = info !== null && info.rematch !== null && (leaving === "now" || allAgreed(info));
    useEffect(() => {
        // the rematch has the same secret
        if (leaving && ready) go(`/t/${info.rematch}${location.hash}`);
    }, [leaving, ready]);
    return leave;
}

const lastLook = 2500; // ms that a spectator still sees the end of the game

/** Takes a spectator who has watched the game to its analysis. Somebody who comes after the end
 * sees the result instead. */
function useAnalysisAtEnd(client: Client, watches: boolean, names: readonly string[]): void {
    const observed = useSituation(client).observers.get(null),
        last = observed?.updates.at(-1),
        seen = useRef(false), // a position before the end
        over = observed?.caughtUp === true && last?.over === true && last.result !== undefined;
    if (watches && observed?.caughtUp && last && !last.over) seen.current = true;
    useEffect(() => {
        if (!watches || !over || !seen.current) return undefined;
        const seats = names.map((name) => ({ name, own: Boolean(name) }));
        const timer = setTimeout(
            () => openRecord(recordFrom(client, null), seats, Infinity, null),
            lastLook,
        );
        return () => clearTimeout(timer);
    }, [over, watches]);
}

interface PlayingProps extends GatheringProps {
    readonly id: string;
    readonly who: Me | null;
    follow(when: "now" | "together"): void;
}

/** What the people at this table can do besides playing. */
function peopleOf({ info, online, table, who }: PlayingProps): People {
    return {
        info,
        clock: online.clock,
        connected: online.connected,
        muted: online.muted,
        reporting: reportingAt(table, who),
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

function Playing(props: PlayingProps) {
    const { id, online, info, table, client, follow } = props,
        seated = info.you.length > 0,
        people = info.seats.map(({ name }) => name ?? "");
    const names = useMemo(
        () =>
            namesAt(id, people.length, people).map((drawn, seat) =>
                info.seats[seat]!.name === null ? drawn : people[seat]!,
            ),
        [id, people.join("\n")],
    );
    useAnalysisAtEnd(client, !seated && !info.sealed, names);
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
            again={againAt(
                info,
                () => {
                    follow("together");
                    table.rematch();
                },
                () => follow("now"),
            )}
            people={peopleOf(props)}
            chat={props.chat}
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

const reportingAt = (table: OnlineTable, who: Me | null) =>
    who && { place: table.place, hide: (name: string) => table.hide(name) };

const chatOf = (
    { chat, muted }: Online,
    table: OnlineTable,
    who: Me | null,
    speaks: boolean,
): ChatProps => ({
    lines: chat.filter(({ name }) => !muted.includes(name)),
    say: speaks ? (text: string) => table.say(text) : null,
    reporting: reportingAt(table, who),
    own: who?.name ?? "",
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
