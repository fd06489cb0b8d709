// Reporting a person, a chat line or a table in two taps, and blocking somebody.
import { useState } from "preact/hooks";
import { useAction } from "../client/requests";
import { block, report, type Kind, type Place, type Reason, type Whom } from "../client/reports";
import { useWords } from "../words";

/** How people at a table are reported; only somebody with a session can. */
export interface Reporting {
    readonly place: Place;
    hide(name: string): void; // their lines so far
}

const reasons: Readonly<Record<Reason, string>> = {
    insult: "web.report.insult",
    spam: "web.report.spam",
    name: "web.report.name",
    cheating: "web.report.cheating",
    other: "web.report.other",
};

const reasonsOf: Readonly<Record<Kind, readonly Reason[]>> = {
    chat: ["insult", "spam", "other"],
    name: ["name", "insult", "cheating", "other"],
    table: ["spam", "cheating", "other"],
    study: ["insult", "spam", "other"],
};

export const reasonWord = (reason: Reason) => reasons[reason];

interface MenuProps {
    readonly kind: Kind;
    readonly whom: Whom;
    readonly name: string; // the person's; "": it is about a table
    readonly short?: boolean; // the button has only dots
    readonly blocked?: () => void; // absent: the person cannot be blocked here
}

/** The first tap opens it, the second is the reason. */
export function ReportMenu({ kind, whom, name, short = false, blocked }: MenuProps) {
    const { word } = useWords(),
        [open, setOpen] = useState(false);
    const title = name
        ? word("web.report.open_of", { name: { text: name } })
        : word("web.report.table");
    return (
        <>
            <button
                type="button"
                class={short ? "tool report-dots" : "btn"}
                data-report={kind}
                aria-expanded={open}
                aria-label={title}
                onClick={() => setOpen(!open)}
            >
                {short ? "⋯" : word(name ? "web.report.open" : "web.report.table")}
            </button>
            {open && (
                <div class="report-menu" role="group" aria-label={title}>
                    <Reasons kind={kind} whom={whom} />
                    {blocked && <Block whom={whom} name={name} done={blocked} />}
                </div>
            )}
        </>
    );
}

function Reasons({ kind, whom }: Pick<MenuProps, "kind" | "whom">) {
    const words = useWords(),
        action = useAction();
    if (action.done)
        return (
            <p class="good" role="status">
                {words.word("web.report.done")}
            </p>
        );
    return (
        <>
            {reasonsOf[kind].map((reason) => (
                <button
                    key={reason}
                    type="button"
                    class="btn"
                    data-reason={reason}
                    aria-disabled={action.busy}
                    onClick={() => !action.busy && action.run(() => report(kind, reason, whom))}
                >
                    {words.word(reasons[reason])}
                </button>
            ))}
            {action.wrong && (
                <p class="warn" role="alert">
                    {words.say(action.wrong)}
                </p>
            )}
        </>
    );
}

interface BlockProps extends Pick<MenuProps, "whom" | "name"> {
    done(): void;
}

function Block({ whom, name, done }: BlockProps) {
    const words = useWords(),
        action = useAction();
    const run = async () => {
        await block(whom);
        done();
    };
    if (action.done)
        return (
            <p class="good" role="status">
                {words.word("web.report.blocked")}
            </p>
        );
    return (
        <>
            <button
                type="button"
                class="btn"
                data-block-person
                aria-disabled={action.busy}
                onClick={() => !action.busy && action.run(run)}
            >
                {words.word("web.report.block", { name: { text: name } })}
            </button>
            {action.wrong && (
                <p class="warn" role="alert">
                    {words.say(action.wrong)}
                </p>
            )}
        </>
    );
}
