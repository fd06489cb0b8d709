// A table at the server whose seats are not all taken. Whoever opens the link sees the invitation;
// whoever sits there already sees who is missing and how to invite them.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Client } from "../client/client";
import { useMe } from "../client/requests";
import { ensureSession, reasonOf, type Me } from "../client/server";
import { levels } from "../generated/games";
import type { TableTable, TableWelcome } from "../generated/protocol";
import { blurbOf } from "../offer";
import { Icon, Mark, Picture } from "../pieces/symbol";
import { link } from "../route";
import { change, settings } from "../store/settings";
import { useSituation } from "../table/answering";
import { Chat, type ChatProps } from "../table/chat";
import { ReportMenu, type Reporting } from "../table/report";
import { gameOf, titleOf } from "../table/local";
import type { Online, OnlineTable } from "../table/online";
import { levelWord } from "../table/words";
import type { Message } from "../text";
import { useWords, type Words } from "../words";
import { Facts } from "./facts";
import { Foot, Header, ThemeTool } from "./header";
import { Remove } from "./host";
import { QrCode } from "./qr";
import { RoundTable, type Chair } from "./roundtable";
import { CopyLink } from "./share";

export interface GatheringProps {
    readonly online: Online;
    readonly info: TableTable;
    readonly table: OnlineTable;
    readonly client: Client;
    readonly chat: ChatProps;
}

type Seat = TableTable["seats"][number];

const isFree = ({ name, level }: Seat) => name === null && level === null;

/** The seat of this person: the one they hold, or the one they would get. */
const seatFor = ({ you, seats }: TableTable) => you[0] ?? seats.findIndex(isFree);

function chairsOf(words: Words, info: TableTable): readonly Chair[] {
    const { word } = words,
        mine = seatFor(info);
    const nameOf = ({ name, level }: Seat) => name ?? (level ? levelWord(words, level) : "");
    const stateOf = (seat: Seat, own: boolean) => {
        if (own) return word("web.invite.your_seat");
        if (isFree(seat)) return word("web.online.free");
        if (seat.level) return word("web.invite.computer");
        return word(seat.present ? "web.invite.here" : "web.invite.away");
    };
    return info.seats.map((seat, number) => ({
        seat: number,
        name: number === mine ? word("web.you") : nameOf(seat),
        state: stateOf(seat, number === mine),
        own: number === mine,
        free: isFree(seat),
    }));
}

export function Gathering(props: GatheringProps) {
    const { info, client, online } = props,
        words = useWords(),
        { word } = words,
        { welcome } = useSituation(client);
    if (!welcome) return null;
    const chairs = chairsOf(words, info),
        seated = info.you.length > 0;
    const told = chairs.map(({ name, state }) => (name ? `${name}: ${state}` : state)).join(", ");
    return (
        <div class="page">
            <Header sub={word(seated ? "web.online.gathering" : "web.invite.title")}>
                <ThemeTool />
            </Header>
            <main class="inv">
                <div class="inv-col">
                    <div class="inv-pic panel">
                        <Picture game={welcome.game} class="vig" />
                    </div>
                    <div class="inv-table">
                        <RoundTable
                            chairs={chairs}
                            title={word("web.invite.round", { who: { text: told } })}
                        />
                    </div>
                </div>
                <div class="inv-col">
                    <Who {...props} welcome={welcome} />
                    {seated ? (
                        <Seated {...props} welcome={welcome} />
                    ) : (
                        <SitDown {...props} welcome={welcome} />
                    )}
                </div>
                <Foot />
            </main>
            {!online.connected && (
                <p class="away" role="status">
                    {word("web.online.lost")}
                </p>
            )}
        </div>
    );
}

interface WelcomedProps extends GatheringProps {
    readonly welcome: TableWelcome;
}

/** Who invites to what, in the host's words if there are any; what the game is, and how long. */
function Who({ info, welcome, online }: WelcomedProps) {
    const words = useWords(),
        { word } = words,
        game = gameOf(welcome.game),
        title = titleOf(welcome.game);
    const host = info.seats.find(({ name }) => name !== null)?.name,
        free = info.seats.filter(isFree).length,
        said = online.chat.find(({ name }) => name === host)?.text;
    const heading =
        info.you.length > 0
            ? word("web.invite.missing", { n: free })
            : host
              ? word("web.invite.by", { name: { text: host }, title: { text: title } })
              : word("web.invite.open", { title: { text: title } });
    return (
        <>
            <div class="inv-who">
                <h1>{heading}</h1>
                {said && info.you.length === 0 && (
                    <p class="note quiet">{word("web.invite.note", { text: { text: said } })}</p>
                )}
            </div>
            <div class="inv-what">
                {game && (
                    <p class="lead">
                        {blurbOf(game, words)} {game.about?.goal && word(game.about.goal)}
                    </p>
                )}
                <p class="meta">
                    <Icon name="people" />
                    {word("web.invite.count", { n: info.seats.length })}
                    {game?.about && (
                        <span>
                            <Icon name="glass" />
                            {word("web.invite.minutes", { n: { text: game.about.minutes } })}
                        </span>
                    )}
                    <a {...link(`/learn/${welcome.game}`)}>{word("web.invite.how")}</a>
                </p>
            </div>
        </>
    );
}

/** Why the person cannot sit down yet; null: they can. */
function obstacle(name: string, who: Me | null, { online, info }: GatheringProps): string | null {
    const account = who !== null && !who.guest;
    if (!online.connected) return "web.online.lost";
    if (info.rated && !account) return "web.invite.rated";
    if (account) return null;
    if (!name.trim()) return "web.invite.name_first";
    const same = (seat: Seat) => seat.name?.toLowerCase() === name.trim().toLowerCase();
    return info.seats.some(same) ? "web.invite.name_taken" : null;
}

/** The name under which the person sits down, and how they do. */
function useSitting(props: GatheringProps) {
    const { info, table, online } = props,
        who = useMe(),
        [name, setName] = useState(who?.name ?? settings().name),
        [wrong, setWrong] = useState<Message | null>(null);
    const seat = seatFor(info),
        account = who !== null && !who.guest,
        why = obstacle(name, who, props),
        refused = wrong ?? online.wrong;
    const sit = async () => {
        setWrong(null);
        try {
            const anew = await ensureSession(name.trim());
            if (!account) change({ name: name.trim() });
            table.sit(seat, anew);
        } catch (error) {
            setWrong(reasonOf(error));
        }
    };
    return { name, setName, seat, account, why, refused, sit };
}

/** A name and one button. The line below it says why the button is off, or what it will do. */
function SitDown(props: WelcomedProps) {
    const { info } = props,
        { word, say } = useWords(),
        { name, setName, seat, account, why, refused, sit } = useSitting(props);
    const submit = (event: Event) => {
        event.preventDefault();
        void sit();
    };
    return (
        <form class="inv-sit panel" onSubmit={submit}>
            {!account && !info.rated && <NameField name={name} setName={setName} />}
            {info.rated && !account ? (
                <a class="btn gold" {...link("/account")}>
                    {word("web.invite.sign_in")}
                </a>
            ) : (
                <button
                    type="submit"
                    class="btn gold"
                    data-sit={seat}
                    disabled={why !== null}
                    aria-describedby="sit-why"
                >
                    <Icon name="check" />
                    {word("web.invite.sit")}
                </button>
            )}
            <p class="why" id="sit-why" role="status">
                <Icon name="hint" />
                <span>{why ? word(why) : word("web.invite.then", { seat })}</span>
            </p>
            {refused && (
                <p class="warn" role="alert">
                    {say(refused)}
                </p>
            )}
            <Details {...props}>
                <QrCode url={location.href} />
            </Details>
            {(props.chat.say || props.chat.lines.length > 0) && (
                <details class="fold">
                    <summary>{word("web.chat.title")}</summary>
                    <Chat {...props.chat} />
                </details>
            )}
        </form>
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
            <span>{word("web.invite.your_name")}</span>
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

/** What only some people want to know: the settings, and the hash of the sealed draw. */
function Details({
    info,
    welcome,
    children,
}: WelcomedProps & { readonly children?: ComponentChildren }) {
    const { word } = useWords();
    return (
        <details class="fold">
            <summary>{word("web.invite.details")}</summary>
            <div class="fold-in">
                <div>
                    <p>
                        <b>{word("web.about_table.sealed")}</b> {word("web.invite.seal")}
                    </p>
                    <p>
                        <code class="seal-code">{welcome.commitment}</code>
                    </p>
                    <Facts game={welcome.game} options={welcome.options} {...info} />
                </div>
                {children}
            </div>
        </details>
    );
}

/** For somebody who sits: the link for the others, the seats, and the chat. */
function Seated(props: WelcomedProps) {
    const { info, online, table, chat } = props,
        { word, say } = useWords();
    return (
        <>
            <section class="panel invite">
                <h2 class="rubric">{word("web.online.link")}</h2>
                <div class="invite-ways">
                    <QrCode url={location.href} />
                    <CopyLink url={location.href} />
                </div>
                <Details {...props} />
            </section>
            <section class="panel inv-seats">
                <h2 class="rubric">{word("web.new.seats")}</h2>
                <ul class="sits">
                    {info.seats.map((_, seat) => (
                        <SeatRow
                            key={seat}
                            seat={seat}
                            info={info}
                            table={table}
                            reporting={chat.reporting}
                        />
                    ))}
                </ul>
                {online.wrong && (
                    <p class="warn" role="alert">
                        {say(online.wrong)}
                    </p>
                )}
                <p class="quiet" role="status">
                    {word("web.online.waits")}
                </p>
            </section>
            <section class="panel inv-seats">
                <h2 class="rubric">{word("web.chat.title")}</h2>
                <Chat {...chat} />
            </section>
        </>
    );
}

interface SeatRowProps {
    readonly seat: number;
    readonly info: TableTable;
    readonly table: OnlineTable;
    readonly reporting: Reporting | null;
}

function SeatRow({ seat, info, table, reporting }: SeatRowProps) {
    const words = useWords(),
        { word } = words,
        { name, level } = info.seats[seat]!,
        mine = info.you.includes(seat);
    return (
        <li class={`sit s${seat}`}>
            <Mark seat={seat} />
            <span>{name ?? (level ? levelWord(words, level) : word("web.online.free"))}</span>
            {info.host && name === null && (
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
            {reporting && name !== null && !mine && (
                <ReportMenu
                    short
                    kind="name"
                    whom={{ ...reporting.place, seat }}
                    name={name}
                    blocked={() => reporting.hide(name)}
                />
            )}
            {mine && <b>{word("web.you")}</b>}
            {mine && (
                <button type="button" class="btn" data-stand onClick={() => table.leave(seat)}>
                    {word("web.online.stand")}
                </button>
            )}
        </li>
    );
}
