// The panel beside the board, on phones a drawer: the log, all legal actions as buttons, and the
// position in words.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { BoardProps, View } from "../board";
import type { LogLine } from "../client/log";
import type { DescribedLine } from "../engine/messages";
import { useDescribed } from "../pieces/described";
import { Kept, Later } from "../pieces/kept";
import { Count, Icon, Mark } from "../pieces/symbol";
import { sentence, signed, useWords } from "../words";
import { Chat, type ChatProps } from "./chat";
import type { Answering } from "./answering";

export type Tab = "log" | "moves" | "words" | "chat";

interface LogProps {
    readonly lines: readonly LogLine[];
    readonly at: number | null; // the version that is replayed
    readonly say: BoardProps["say"];
    look(version: number | null): void;
}

/** The log, newest line first, under the headings of its chapters. */
function chapters(
    lines: readonly LogLine[],
): readonly { readonly heading: LogLine["chapter"]; readonly lines: readonly LogLine[] }[] {
    const groups: { heading: LogLine["chapter"]; lines: LogLine[] }[] = [];
    for (const line of lines) {
        if (line.opens || groups.length === 0) groups.unshift({ heading: line.chapter, lines: [] });
        groups[0]!.lines.unshift(line);
    }
    return groups;
}

interface LineProps {
    readonly line: LogLine;
    readonly on: boolean;
    readonly say: BoardProps["say"];
    readonly look: { readonly current: LogProps["look"] };
}

const Line = ({ line: { events, version, seat, points }, on, say, look }: LineProps) => (
    <li>
        <button
            type="button"
            tabIndex={-1}
            aria-pressed={on}
            onClick={() => look.current(on ? null : version)}
        >
            {seat === null ? <span class="mk" /> : <Mark seat={seat} />}
            <span>{events.map(say).join(" ")}</span>
            {points !== 0 && <span class="pts">{signed(points)}</span>}
        </button>
    </li>
);

/** The line of a moment: the last one up to it. */
const lineOf = (lines: readonly LogLine[], at: number | null) =>
    at === null ? undefined : lines.findLast(({ version }) => version <= at);

/** The log is one tab stop; within it the arrow keys, Home and End move from line to line. */
function walkLog(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
    const lines = [...event.currentTarget.querySelectorAll<HTMLElement>("li button")],
        at = lines.indexOf(event.target as HTMLElement);
    const to: Readonly<Record<string, number>> = {
        ArrowDown: at + 1,
        ArrowUp: at - 1,
        Home: 0,
        End: lines.length - 1,
    };
    const next = lines[to[event.key] ?? -1];
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    next.focus();
}

/** In a long game only the latest chapter renders again, and of that only new lines. */
function Log({ lines, at, say, look }: LogProps) {
    const latest = useRef(look),
        shown = lineOf(lines, at)?.line;
    latest.current = look;
    useEffect(() => {
        // the log follows the replay
        const line = document.querySelector("#panel-log [aria-pressed=true]");
        if (shown !== undefined) line?.scrollIntoView({ block: "nearest" });
    }, [shown]);
    return (
        <Later
            by={[lines, shown, say]}
            draw={() => (
                <>
                    {chapters(lines).map(({ heading, lines: inside }) => (
                        <Kept
                            key={inside.at(-1)?.line}
                            by={[inside, inside.some(({ line }) => line === shown) && shown, say]}
                            draw={() => (
                                <section>
                                    {heading && <h2>{say(heading)}</h2>}
                                    <ol>
                                        {inside.map((line) => (
                                            <Kept
                                                key={line.line}
                                                by={[line, line.line === shown, say]}
                                                draw={() => (
                                                    <Line
                                                        line={line}
                                                        on={line.line === shown}
                                                        say={say}
                                                        look={latest}
                                                    />
                                                )}
                                            />
                                        ))}
                                    </ol>
                                </section>
                            )}
                        />
                    ))}
                </>
            )}
        />
    );
}

interface MovesProps {
    readonly game: string;
    readonly turn: Answering;
    readonly say: BoardProps["say"];
}

/** All legal actions as buttons. */
export function Moves({ game, turn, say }: MovesProps) {
    const words = useWords(),
        latest = useRef(turn);
    latest.current = turn;
    return (
        <Later
            by={[game, turn, say, words]}
            draw={() =>
                turn.legal.length === 0 ? (
                    <p class="quiet">{words.word("web.moves.none")}</p>
                ) : (
                    <ul class="moves">
                        {turn.legal.map((choice) => (
                            <Later
                                soon
                                key={choice.do}
                                by={[choice, turn.chosen?.do === choice.do, game, say]}
                                draw={() => (
                                    <li>
                                        <button
                                            type="button"
                                            class="move"
                                            data-do={choice.do}
                                            aria-pressed={turn.chosen?.do === choice.do}
                                            onClick={() => latest.current.pick(choice)}
                                            onFocus={() => latest.current.look(choice)}
                                            onBlur={() => latest.current.look(null)}
                                            onPointerEnter={() => latest.current.look(choice)}
                                            onPointerLeave={() => latest.current.look(null)}
                                        >
                                            <b>{say(sentence(game, choice))}</b>
                                            {choice.preview && <small>{say(choice.preview)}</small>}
                                        </button>
                                    </li>
                                )}
                            />
                        ))}
                    </ul>
                )
            }
        />
    );
}

/** The engine's description of the view, as lists with headings. */
function Lists({ view, say }: { readonly view: View; readonly say: BoardProps["say"] }) {
    const lines = useDescribed(view)?.lines ?? [];
    const groups: { heading: DescribedLine | null; items: DescribedLine[] }[] = [];
    for (const line of lines) {
        if (line.heading || groups.length === 0)
            groups.push({ heading: line.heading ? line : null, items: line.heading ? [] : [line] });
        else groups.at(-1)!.items.push(line);
    }
    return (
        <div class="lists">
            {groups.map(({ heading, items }, i) => (
                <section key={i}>
                    {heading && (
                        <h2 class="plain">
                            {heading.seat !== null && <Mark seat={heading.seat} />}
                            {say(heading)}
                        </h2>
                    )}
                    {items.length > 0 && (
                        <ul>
                            {items.map((item, j) => (
                                <li key={j}>{say(item)}</li>
                            ))}
                        </ul>
                    )}
                </section>
            ))}
        </div>
    );
}

interface PanelProps extends LogProps {
    readonly game: string;
    readonly turn: Answering;
    readonly view: View;
    readonly tab: Tab;
    readonly chat: ChatProps | undefined;
    readonly unread: number; // the number of unread chat lines
    setTab(tab: Tab): void;
}

const tabs: readonly (readonly [Tab, string, string])[] = [
    ["log", "web.panel.log", "scroll"],
    ["moves", "web.panel.moves", "hand"],
    ["words", "web.panel.words", "book"],
];
const withChat = [...tabs, ["chat", "web.chat.title", "people"] as const];

interface TabsProps extends Pick<PanelProps, "tab" | "setTab" | "unread"> {
    readonly all: typeof tabs;
}

function Tabs({ tab, setTab, unread, all }: TabsProps) {
    const { word } = useWords();
    const step = (event: KeyboardEvent) => {
        const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
        if (by === 0) return;
        const next = all[(all.findIndex(([id]) => id === tab) + by + all.length) % all.length]!;
        setTab(next[0]);
        document.getElementById(`tab-${next[0]}`)?.focus();
    };
    return (
        <div class="tabs" role="tablist" aria-label={word("web.panel.title")} onKeyDown={step}>
            {all.map(([id, key, icon]) => (
                <button
                    type="button"
                    key={id}
                    id={`tab-${id}`}
                    role="tab"
                    aria-selected={tab === id}
                    aria-controls={`panel-${id}`}
                    tabIndex={tab === id ? 0 : -1}
                    onClick={() => setTab(id)}
                >
                    <Icon name={icon} />
                    <span>{word(key)}</span>
                    {id === "chat" && unread > 0 && <Count n={unread} />}
                </button>
            ))}
        </div>
    );
}

interface TabPanelProps {
    readonly id: Tab;
    readonly tab: Tab; // the tab that is open
    readonly children: ComponentChildren;
    readonly keys?: typeof walkLog;
}

const TabPanel = ({ id, tab, children, keys }: TabPanelProps) => (
    <div
        onKeyDown={keys}
        id={`panel-${id}`}
        role="tabpanel"
        aria-labelledby={`tab-${id}`}
        hidden={tab !== id}
        tabIndex={0}
    >
        {children}
    </div>
);

export function Panel({ tab, setTab, game, turn, view, chat, unread, ...log }: PanelProps) {
    const words = useWords(),
        all = chat ? withChat : tabs;
    return (
        <section class="log panel">
            <Kept
                by={[all, tab, unread, words]}
                draw={() => <Tabs tab={tab} setTab={setTab} unread={unread} all={all} />}
            />
            <TabPanel id="log" tab={tab} keys={walkLog}>
                <Log {...log} />
            </TabPanel>
            <TabPanel id="moves" tab={tab}>
                <Moves game={game} turn={turn} say={log.say} />
            </TabPanel>
            <TabPanel id="words" tab={tab}>
                {tab === "words" && <Lists view={view} say={log.say} />}
            </TabPanel>
            {chat && (
                <TabPanel id="chat" tab={tab}>
                    <Chat {...chat} />
                </TabPanel>
            )}
        </section>
    );
}
