// The people at a server's table: who is present, how much time they have, and their proposals; and
// facts about the table.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Client } from "../client/client";
import type { TableTable } from "../generated/protocol";
import { paceWord } from "../pages/facts";
import { Dialog } from "../pieces/dialog";
import { Icon, Mark } from "../pieces/symbol";
import { useWords, type Words } from "../words";
import type { Clock } from "./clock";
import { ReportMenu, type Reporting } from "./report";
import { download } from "./result";
import { levelWord } from "./words";

export type Proposal = NonNullable<TableTable["proposal"]>;

/** A server's table, and what this person can do there besides playing. */
export interface People {
    readonly info: TableTable;
    readonly clock: Clock | null;
    readonly connected: boolean;
    readonly muted: readonly string[];
    readonly reporting: Reporting | null;
    mute(name: string): void; // mutes, or unmutes
    reclaim(seat: number): void;
    leave(seat: number): void;
    resign(seat: number): void;
    propose(what: Proposal["what"], of?: number): void;
    agree(): void;
    decline(): void;
}

type Seat = TableTable["seats"][number];

export const isReplaced = ({ name, level }: Seat) => name !== null && level !== null;
export const isAway = ({ name, level, present }: Seat) =>
    name !== null && level === null && !present;

// ---- bars above the board ----

const proposed: Readonly<Record<Proposal["what"], readonly [string, string]>> = {
    end: ["web.propose.end_by", "web.propose.you_end"],
    close: ["web.propose.close_by", "web.propose.you_close"],
    replace: ["web.propose.replace_by", "web.propose.you_replace"],
};

/** A proposal, with buttons to accept or decline. */
function ProposalBar({
    people,
    names,
}: {
    readonly people: People;
    readonly names: readonly string[];
}) {
    const { word } = useWords(),
        { info, agree, decline } = people,
        { proposal, you } = info;
    if (!proposal) return null;
    const { what, of, agreed } = proposal,
        mine = you.filter((seat) => !info.seats[seat]!.level),
        done = mine.some((seat) => agreed.includes(seat));
    const by = agreed.length ? names[agreed[0]!]! : "";
    return (
        <div class="bar-line" role="status">
            <p>
                {word(proposed[what][done ? 1 : 0], {
                    name: { text: by },
                    ...(of === undefined ? {} : { of: { text: names[of]! } }),
                })}
            </p>
            {mine.length > 0 && !done && (
                <button type="button" class="btn gold" data-agree onClick={agree}>
                    {word("web.propose.agree")}
                </button>
            )}
            {mine.length > 0 && (
                <button type="button" class="btn" data-decline onClick={decline}>
                    {word(done ? "web.propose.withdraw" : "web.propose.decline")}
                </button>
            )}
        </div>
    );
}

export function Bars({
    people,
    names,
    children,
}: {
    readonly people: People;
    readonly names: readonly string[];
    readonly children?: ComponentChildren;
}) {
    const { word } = useWords(),
        { info, reclaim } = people;
    return (
        <aside class="bars" aria-label={word("web.bars.title")}>
            {info.you
                .filter((seat) => info.seats[seat]!.level)
                .map((seat) => (
                    <div key={seat} class="bar-line" role="status">
                        <p>{word("web.online.replaced")}</p>
                        <button
                            type="button"
                            class="btn gold"
                            data-reclaim
                            onClick={() => reclaim(seat)}
                        >
                            {word("web.online.reclaim")}
                        </button>
                    </div>
                ))}
            <ProposalBar people={people} names={names} />
            {children}
        </aside>
    );
}

// ---- about the table ----

interface AboutProps {
    readonly client: Client;
    readonly me: number | null;
    readonly commitment: string;
    readonly names: readonly string[];
    readonly waiting: readonly number[];
    readonly over: boolean;
    readonly people: People | undefined;
    close(): void;
}

/** Everything about a table that is not the game itself. */
export function AboutTable({
    client,
    me,
    commitment,
    names,
    waiting,
    over,
    people,
    close,
}: AboutProps) {
    const words = useWords(),
        { word } = words;
    return (
        <Dialog title={word("web.about_table.title")} class="menu about-table" close={close}>
            <div class="about-parts">
                {people && <PeopleList {...{ people, names, waiting, over }} />}
                {people && <p class="quiet">{factsOf(words, people.info)}</p>}
                <section>
                    <h3>{word("web.about_table.sealed")}</h3>
                    <p>{word("web.check.what")}</p>
                    <code class="seal-code">{commitment}</code>
                </section>
                <button
                    type="button"
                    class="btn"
                    onClick={() => void download(client, me).catch(() => {})}
                >
                    <Icon name="save" />
                    {word(over ? "web.result.record" : "web.about_table.record")}
                </button>
                {people?.reporting && !people.info.host && (
                    <section>
                        <ReportMenu kind="table" whom={people.reporting.place} name="" />
                    </section>
                )}
                {people && !over && <Deeds people={people} names={names} close={close} />}
            </div>
        </Dialog>
    );
}

function factsOf(words: Words, { pace, rated, hints, effort }: TableTable): string {
    const { word } = words;
    return [
        paceWord(words, pace),
        word(hints ? "web.about_table.hints" : "web.about_table.no_hints"),
        ...(rated ? [word("web.rated")] : []),
        ...(effort < 100 ? [word("web.table.effort", { n: effort })] : []),
    ].join(" · ");
}

function PeopleList({
    people: { info, muted, mute, reporting },
    names,
    waiting,
    over,
}: Pick<AboutProps, "names" | "waiting" | "over"> & { readonly people: People }) {
    const words = useWords(),
        { word } = words;
    const state = (seat: Seat, number: number) =>
        [
            ...(info.you.includes(number) ? [word("web.you")] : []),
            ...(isReplaced(seat)
                ? [word("web.seat.replaced", { level: { text: levelWord(words, seat.level!) } })]
                : seat.level !== null
                  ? [levelWord(words, seat.level)]
                  : [word(seat.present ? "web.seat.here" : "web.seat.away")]),
            ...(!over && waiting.includes(number) ? [word("web.seat.thinks")] : []),
        ].join(" · ");
    return (
        <ul class="people">
            {info.seats.map((seat, number) => (
                <li key={number} class={`s${number}`}>
                    <Mark seat={number} />
                    <span>
                        <b>{names[number]}</b> <small>{state(seat, number)}</small>
                    </span>
                    {seat.name && !info.you.includes(number) && (
                        <button
                            type="button"
                            class="btn"
                            aria-pressed={muted.includes(seat.name)}
                            onClick={() => mute(seat.name!)}
                        >
                            {word(muted.includes(seat.name) ? "web.chat.unmute" : "web.chat.mute")}
                        </button>
                    )}
                    {seat.name && !info.you.includes(number) && reporting && (
                        <ReportMenu
                            kind="name"
                            whom={{ ...reporting.place, seat: number }}
                            name={seat.name}
                            blocked={() => reporting.hide(seat.name!)}
                        />
                    )}
                </li>
            ))}
        </ul>
    );
}

/** A button for what cannot be undone: it needs a second tap. */
function Sure({
    text,
    sure,
    act,
    name,
}: {
    readonly text: string;
    readonly sure: string;
    readonly name: string;
    act(): void;
}) {
    const { word } = useWords(),
        [asked, ask] = useState(false);
    if (!asked)
        return (
            <button type="button" class="btn" data-deed={name} onClick={() => ask(true)}>
                {text}
            </button>
        );
    return (
        <div class="sure" role="group" aria-label={text}>
            <p>{sure}</p>
            <button type="button" class="btn gold" data-sure={name} autofocus onClick={act}>
                {text}
            </button>
            <button type="button" class="btn" onClick={() => ask(false)}>
                {word("web.sure.no")}
            </button>
        </div>
    );
}

const proposals = {
    end: "web.propose.end",
    replace: "web.propose.replace",
    close: "web.propose.close",
};

interface DeedsProps {
    readonly people: People;
    readonly names: readonly string[];
    close(): void;
}

/** What a person can do at the table besides playing: make a proposal, resign, leave. */
function Deeds({ people, names, close }: DeedsProps) {
    const { word } = useWords(),
        { info, propose, resign, leave } = people;
    const mine = info.you.filter((seat) => !info.seats[seat]!.level),
        [seat] = mine,
        silent = info.silent.filter((of) => !mine.includes(of));
    if (seat === undefined) return null;
    const then = (act: () => void) => () => {
        act();
        close();
    };
    const button = (deed: keyof typeof proposals, of?: number) => (
        <button
            type="button"
            key={of}
            class="btn"
            data-deed={deed}
            onClick={then(() => (of === undefined ? propose(deed) : propose(deed, of)))}
        >
            {word(proposals[deed], of === undefined ? {} : { of: { text: names[of]! } })}
        </button>
    );
    return (
        <section class="deeds" aria-label={word("web.about_table.deeds")}>
            {!info.proposal && button("end")}
            {silent.map((of) => button("replace", of))}
            {silent.length > 0 && button("close")}
            {info.seats.length === 2 && (
                <Sure
                    name="resign"
                    text={word("web.deed.resign")}
                    sure={word("web.deed.resign_sure")}
                    act={then(() => resign(seat))}
                />
            )}
            <Sure
                name="leave"
                text={word("web.deed.leave")}
                sure={word(info.rated ? "web.deed.leave_rated" : "web.deed.leave_sure")}
                act={then(() => leave(seat))}
            />
        </section>
    );
}
