// /poster/ID: an invitation to a tournament on one sheet of A4, to be printed.
import { useRef, useState } from "preact/hooks";
import { tournamentAt, type TournamentHead } from "../client/events";
import { useAnswer } from "../client/requests";
import { gameTitle, offered } from "../offer";
import { Icon, Picture } from "../pieces/symbol";
import { link } from "../route";
import { useWidth } from "../table/still";
import { Loading } from "../table/table";
import { useWords } from "../words";
import { Header, ThemeTool } from "../pages/header";
import { Initial } from "../pages/home";
import { Notice } from "../pages/local";
import { QrCode } from "../pages/qr";
import { PosterFrame } from "./frame";
import scene from "./poster.svg";
import { gameWord } from "./words";
import { useTitle } from "../pages/title";

const width = 794; // px: A4 at 96 dpi

/** What is not stored at the server: it stays in this browser. */
interface Extra {
    readonly host: string; // who invites; the organiser unless somebody else is named
    readonly place: string;
}

function useExtra(id: string): readonly [Extra, (part: Partial<Extra>) => void] {
    const key = `tafelrunde poster ${id}`;
    const [extra, set] = useState((): Extra => {
        try {
            return {
                host: "",
                place: "",
                ...(JSON.parse(localStorage.getItem(key) ?? "{}") as object),
            };
        } catch {
            return { host: "", place: "" };
        }
    });
    const change = (part: Partial<Extra>) => {
        const next = { ...extra, ...part };
        set(next);
        try {
            localStorage.setItem(key, JSON.stringify(next));
        } catch {
            // storage is closed to the page: kept until the page is closed
        }
    };
    return [extra, change];
}

export function PosterPage({ id }: { readonly id: string }) {
    const { word, say } = useWords(),
        { value, wrong } = useAnswer(() => tournamentAt(id, 0), [id]),
        [extra, change] = useExtra(id),
        room = useRef<HTMLDivElement>(null);
    useTitle(value && `${word("web.poster.title")}: ${value.name}`);
    if (!value) return wrong ? <Notice text={say(wrong)} /> : <Loading />;
    return (
        <div class="page poster-page">
            <Header here="/tournaments">
                <ThemeTool />
            </Header>
            <main class="poster-main">
                <div class="poster-room" ref={room}>
                    <Scaled room={room}>
                        <Sheet cup={value} extra={extra} />
                    </Scaled>
                </div>
                <aside class="poster-form panel">
                    <h1>{word("web.poster.title")}</h1>
                    <p>{word("web.poster.how")}</p>
                    <label class="field">
                        <span>{word("web.poster.host")}</span>
                        <input
                            type="text"
                            maxLength={60}
                            value={extra.host}
                            placeholder={value.organiser}
                            onInput={({ currentTarget }) => change({ host: currentTarget.value })}
                        />
                    </label>
                    <label class="field">
                        <span>{word("web.poster.place")}</span>
                        <input
                            type="text"
                            maxLength={60}
                            value={extra.place}
                            onInput={({ currentTarget }) => change({ place: currentTarget.value })}
                        />
                    </label>
                    <button type="button" class="btn gold" data-print onClick={() => print()}>
                        <Icon name="print" />
                        {word("web.poster.print")}
                    </button>
                    <a class="btn" {...link(`/tournaments/${id}`)}>
                        {word("web.tournament.back")}
                    </a>
                </aside>
            </main>
        </div>
    );
}

interface ScaledProps {
    readonly room: { readonly current: HTMLDivElement | null };
    readonly children: preact.ComponentChildren;
}

/** A narrow window shows the sheet smaller; paper has it in full size. */
function Scaled({ room, children }: ScaledProps) {
    const wide = useWidth(room);
    return (
        <div class="poster-scale" style={{ zoom: String(Math.min(1, wide / width) || 1) }}>
            {children}
        </div>
    );
}

interface SheetProps {
    readonly cup: TournamentHead;
    readonly extra: Extra;
}

function Sheet({ cup, extra: { host, place } }: SheetProps) {
    const words = useWords(),
        { word } = words,
        url = `${location.origin}/tournaments/${cup.id}`;
    return (
        <article class="poster" aria-label={word("web.poster.title")}>
            <PosterFrame />
            <div class="poster-in">
                <div
                    class="poster-scene"
                    role="img"
                    aria-label={word("web.poster.scene")}
                    dangerouslySetInnerHTML={{ __html: scene }}
                />
                <p class="poster-call">
                    {word("web.poster.invites", { name: { text: host.trim() || cup.organiser } })}
                </p>
                <h2 class="poster-word">
                    <span class="hidden">Tafelrunde</span>
                    <Initial />
                    <b aria-hidden="true">afelrunde</b>
                </h2>
                <p class="poster-what">
                    <b>{cup.name}</b>
                    {cup.note && <span>{cup.note}</span>}
                    <span>{whatWord(words, cup)}</span>
                </p>
                <div class="poster-when">
                    <div>
                        <WhenWhere cup={cup} place={place.trim()} />
                        <ol>
                            <li>{word("web.poster.step_scan")}</li>
                            <li>{word("web.poster.step_name")}</li>
                            <li>{word("web.poster.step_play")}</li>
                        </ol>
                    </div>
                    <figure class="poster-qr">
                        <QrCode url={url} />
                        <figcaption>{url.replace(/^https?:\/\//, "")}</figcaption>
                    </figure>
                </div>
                <div class="poster-games" aria-hidden="true">
                    {offered.map((game) => (
                        <figure key={game.id}>
                            <Picture game={game.id} class="vig" />
                            <figcaption>{gameTitle(game)}</figcaption>
                        </figure>
                    ))}
                </div>
            </div>
        </article>
    );
}

/** "Fünf Runden Tallinn, gleiche Karten an allen Tischen." */
function whatWord(words: Parameters<typeof gameWord>[0], cup: TournamentHead): string {
    const { word } = words,
        game = gameWord(words, cup);
    const rounds =
        cup.rounds === null
            ? game
            : word("web.poster.rounds", { n: cup.rounds, game: { text: game } });
    return cup.equal_deals ? word("web.poster.equal", { what: { text: rounds } }) : rounds;
}

function WhenWhere({ cup, place }: { readonly cup: TournamentHead; readonly place: string }) {
    const { word, language } = useWords();
    const format = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat(language, options).format(cup.starts_ms!);
    return (
        <div class="poster-date">
            <b>
                {cup.starts_ms === null
                    ? word("web.poster.together")
                    : format({ weekday: "long", day: "numeric", month: "long" })}
            </b>
            <span>
                {[
                    cup.starts_ms === null
                        ? ""
                        : word("web.poster.at", {
                              time: { text: format({ hour: "2-digit", minute: "2-digit" }) },
                          }),
                    place,
                ]
                    .filter(Boolean)
                    .join(", ")}
            </span>
        </div>
    );
}
