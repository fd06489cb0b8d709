// /moderation: for accounts with the moderator role. Open reports in their context, what can be
// done about them, and the audit log.
import { useState } from "preact/hooks";
import { useAction, useAnswer, useMe } from "../client/requests";
import {
    act,
    context,
    reports,
    type Acted,
    type Context,
    type Deed,
    type Report,
} from "../client/reports";
import { pathOf } from "../client/studies";
import { offered } from "../offer";
import { link } from "../route";
import { reasonWord } from "../table/report";
import { titleOf } from "../table/local";
import { useWords } from "../words";
import { Form } from "./form";
import { Pick } from "./header";
import { date } from "./rating";
import { Away, Sheet } from "./sheet";

const refreshMs = 30_000;

const kinds: Readonly<Record<Report["kind"], string>> = {
    name: "web.moderation.of_name",
    chat: "web.moderation.of_chat",
    table: "web.moderation.of_table",
    study: "web.moderation.of_study",
};

const deeds: Readonly<Record<string, string>> = {
    dismiss: "web.moderation.dismiss",
    warn: "web.moderation.warn",
    mute: "web.moderation.mute",
    unmute: "web.moderation.unmute",
    block: "web.moderation.block",
    unblock: "web.moderation.unblock",
    rename: "web.moderation.rename",
    remove_study: "web.moderation.remove_study",
    grant: "web.moderation.grant",
    revoke: "web.moderation.revoke",
};

export function ModerationPage() {
    const { word } = useWords(),
        who = useMe(),
        { value, wrong, again } = useAnswer(reports, [who?.name], refreshMs);
    return (
        <Sheet here="/moderation" title={word("web.moderation.title")}>
            <div class="head">
                <h1>{word("web.moderation.title")}</h1>
            </div>
            <Away wrong={wrong} />
            {value && (
                <div class="moderation">
                    <section aria-labelledby="open-reports">
                        <h2 id="open-reports">
                            {word("web.moderation.open", { n: value.reports.length })}
                        </h2>
                        <ul class="reports">
                            {value.reports.map((report) => (
                                <ReportItem key={report.id} report={report} acted={again} />
                            ))}
                        </ul>
                    </section>
                    <section aria-labelledby="audit-log">
                        <h2 id="audit-log">{word("web.moderation.log")}</h2>
                        <Actions actions={value.actions} />
                    </section>
                </div>
            )}
        </Sheet>
    );
}

function ReportItem({ report, acted }: { readonly report: Report; acted(): void }) {
    const words = useWords(),
        { word } = words,
        [open, setOpen] = useState(false);
    return (
        <li class="panel report-item">
            <div class="report-head">
                <div>
                    <h3>
                        {word(kinds[report.kind], { name: { text: report.about.name } })}
                        {": "}
                        {word(reasonWord(report.reason))}
                    </h3>
                    {report.text && <blockquote>{report.text}</blockquote>}
                    <p class="quiet">
                        {word("web.moderation.by", {
                            name: { text: report.by.name },
                            date: { text: date(words.language, report.created_ms) },
                        })}
                    </p>
                </div>
                <button
                    type="button"
                    class="btn"
                    data-open-report
                    aria-expanded={open}
                    onClick={() => setOpen(!open)}
                >
                    {word("web.moderation.look")}
                </button>
            </div>
            {open && <Loaded id={report.id} acted={acted} />}
        </li>
    );
}

function Loaded({ id, acted }: { readonly id: string; acted(): void }) {
    const { value, wrong } = useAnswer(() => context(id), [id]);
    return (
        <>
            <Away wrong={wrong} />
            {value && <Surroundings about={value} />}
            {value && <Judge about={value} acted={acted} />}
        </>
    );
}

/** What was said around it, who was there, and what is known of the person. */
function Surroundings({ about }: { readonly about: Context }) {
    const words = useWords(),
        { word } = words,
        { report, lines, seats, game, actions } = about;
    const known = [
        about.name || word("web.moderation.deleted"),
        word(about.guest ? "web.moderation.guest" : "web.moderation.account"),
        ...(about.muted ? [word("web.moderation.is_muted")] : []),
        ...(about.blocked ? [word("web.moderation.is_blocked")] : []),
        ...(about.moderator ? [word("web.moderation.is_moderator")] : []),
        word("web.moderation.reports", { n: about.reports }),
    ];
    return (
        <div class="surroundings">
            <p>{known.join(" · ")}</p>
            {report.table && (
                <p class="row">
                    <a class="btn" {...link(`/t/${report.table}`)}>
                        {offered.some(({ id }) => id === game)
                            ? titleOf(game)
                            : word("web.moderation.table")}
                    </a>
                    <span class="quiet">{seats.join(", ")}</span>
                </p>
            )}
            {report.study && (
                <p>
                    <a class="btn" {...link(pathOf(report.study))}>
                        {word("web.moderation.study")}
                    </a>
                </p>
            )}
            {lines.length > 0 && (
                <ol class="said">
                    {lines.map((line, i) => (
                        <li key={i} class={line.reported ? "reported" : undefined}>
                            <b>{line.name}</b> {line.text}
                        </li>
                    ))}
                </ol>
            )}
            {actions.length > 0 && <Actions actions={actions} />}
        </div>
    );
}

const hours = [1, 24, 7 * 24, 30 * 24];

/** What can be done, with a reason that goes to the audit log. */
function Judge({ about, acted }: { readonly about: Context; acted(): void }) {
    const { word } = useWords(),
        action = useAction(),
        [what, setWhat] = useState<Deed>("dismiss"),
        [why, setWhy] = useState(""),
        [long, setLong] = useState(String(hours[1])),
        [name, setName] = useState("");
    const possible: readonly Deed[] = about.moderator
        ? ["dismiss"]
        : [
              "dismiss",
              "warn",
              about.muted ? "unmute" : "mute",
              about.blocked ? "unblock" : "block",
              "rename",
              ...(about.report.study ? (["remove_study"] as const) : []),
          ];
    const run = async () => {
        await act(about.report.id, what, why.trim(), {
            ...(what === "mute" ? { hours: Number(long) } : {}),
            ...(what === "rename" ? { name: name.trim() } : {}),
        });
        acted();
    };
    return (
        <Form
            action={word(deeds[what]!)}
            gold
            busy={action.busy}
            wrong={action.wrong}
            done={action.done && word("web.moderation.done")}
            submit={() => action.run(run)}
        >
            <Pick
                title={word("web.moderation.what")}
                value={what}
                values={possible.map((deed) => [deed, word(deeds[deed]!)] as const)}
                pick={(deed: Deed) => setWhat(deed)}
            />
            {what === "mute" && (
                <Pick
                    title={word("web.moderation.how_long")}
                    value={long}
                    values={hours.map((n) => [String(n), word("web.moderation.hours", { n })])}
                    pick={setLong}
                />
            )}
            {what === "rename" && (
                <Line
                    label={word("web.moderation.new_name")}
                    most={24}
                    {...{ value: name }}
                    set={setName}
                />
            )}
            <Line label={word("web.moderation.why")} most={200} value={why} set={setWhy} />
        </Form>
    );
}

interface LineProps {
    readonly label: string;
    readonly most: number;
    readonly value: string;
    set(value: string): void;
}

const Line = ({ label, most, value, set }: LineProps) => (
    <label class="field">
        <span>{label}</span>
        <input
            type="text"
            maxLength={most}
            required
            value={value}
            onInput={({ currentTarget }) => set(currentTarget.value)}
        />
    </label>
);

/** Who did what, when and why. */
function Actions({ actions }: { readonly actions: readonly Acted[] }) {
    const words = useWords(),
        { word } = words;
    if (actions.length === 0) return <p class="nothing">{word("web.moderation.nothing")}</p>;
    return (
        <ol class="audit">
            {actions.map(({ at_ms, by, operator, what, about, why }, i) => (
                <li key={i}>
                    <span class="quiet">{date(words.language, at_ms)}</span>{" "}
                    <b>{operator ? word("web.moderation.operator") : by}</b>:{" "}
                    {deeds[what] ? word(deeds[what]) : what} · {about}
                    {why && ` · ${why}`}
                </li>
            ))}
        </ol>
    );
}
