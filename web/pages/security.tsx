// What keeps an account its owner's: recovery codes, and the list of sessions.
import { useState } from "preact/hooks";
import {
    endSession,
    forgetCodes,
    freshCodes,
    newCodes,
    recover,
    security,
    type Security,
} from "../client/server";
import { useAction, useAnswer } from "../client/requests";
import { saveText } from "../pieces/save";
import { useWords } from "../words";
import { Form, Secret } from "./form";
import { date } from "./rating";

/** New codes, until the person has kept them. */
export function FreshCodes({ then }: { then?(): void }) {
    const { word } = useWords(),
        codes = freshCodes();
    const kept = () => {
        forgetCodes();
        then?.();
    };
    if (codes.length === 0) return null;
    return (
        <section class="panel fresh-codes" aria-labelledby="fresh-codes">
            <h2 id="fresh-codes">{word("web.account.codes")}</h2>
            <p>{word("web.account.codes_fresh")}</p>
            <ul class="codes">
                {codes.map((code) => (
                    <li key={code}>
                        <code>{code}</code>
                    </li>
                ))}
            </ul>
            <div class="row">
                <button type="button" class="btn gold" data-kept onClick={kept}>
                    {word("web.account.codes_kept")}
                </button>
                <button
                    type="button"
                    class="btn"
                    onClick={() => saveText("tafelrunde-codes.txt", `${codes.join("\n")}\n`)}
                >
                    {word("web.account.codes_save")}
                </button>
            </div>
        </section>
    );
}

/** How many codes are left, and new ones. */
export function Codes() {
    const { word } = useWords(),
        [password, setPassword] = useState(""),
        action = useAction(),
        { value } = useAnswer(security, [freshCodes().join()]);
    const renew = async () => {
        await newCodes(password);
        setPassword("");
    };
    return (
        <Form
            action={word("web.account.codes_new")}
            busy={action.busy}
            wrong={action.wrong}
            submit={() => action.run(renew)}
        >
            <p>{value && word("web.account.codes_left", { n: value.codes })}</p>
            <Secret
                label={word("web.account.password")}
                value={password}
                set={setPassword}
                complete="current-password"
            />
        </Form>
    );
}

export function Recover() {
    const { word } = useWords(),
        [name, setName] = useState(""),
        [code, setCode] = useState(""),
        [password, setPassword] = useState(""),
        action = useAction();
    const fields = [
        ["web.account.name", name, setName, "username"],
        ["web.account.code", code, setCode, "one-time-code"],
    ] as const;
    return (
        <Form
            action={word("web.account.recover")}
            gold
            busy={action.busy}
            wrong={action.wrong}
            submit={() => action.run(() => recover(name.trim(), code.trim(), password))}
        >
            <p>{word("web.account.recover_what")}</p>
            {fields.map(([label, value, set, complete]) => (
                <label class="field" key={label}>
                    <span>{word(label)}</span>
                    <input
                        type="text"
                        maxLength={24}
                        required
                        value={value}
                        autocomplete={complete}
                        onInput={({ currentTarget }) => set(currentTarget.value)}
                    />
                </label>
            ))}
            <Secret
                label={word("web.account.password_new")}
                value={password}
                set={setPassword}
                complete="new-password"
                note={word("web.account.password_note")}
            />
        </Form>
    );
}

/** Where the account is signed in; each session can be ended. */
export function SessionList() {
    const words = useWords(),
        action = useAction(),
        { value, again } = useAnswer(security, []);
    const end = async (id: string) => {
        await endSession(id);
        again();
    };
    return (
        <>
            <ul class="session-list">
                {value?.sessions
                    .slice()
                    .sort((a, b) => b.seen_ms - a.seen_ms)
                    .map((session) => (
                        <SessionRow
                            key={session.id}
                            session={session}
                            end={() => action.run(() => end(session.id))}
                        />
                    ))}
            </ul>
            {action.wrong && (
                <p class="warn" role="alert">
                    {words.say(action.wrong)}
                </p>
            )}
        </>
    );
}

function SessionRow({
    session,
    end,
}: {
    readonly session: Security["sessions"][number];
    end(): void;
}) {
    const words = useWords(),
        { word } = words,
        device = session.device || word("web.account.device_unknown");
    return (
        <li>
            <span>
                <b>{device}</b>{" "}
                <small>
                    {word("web.account.session_since", {
                        since: { text: date(words.language, session.created_ms) },
                        seen: { text: date(words.language, session.seen_ms) },
                    })}
                </small>
            </span>
            {session.here ? (
                <span class="quiet">{word("web.account.session_here")}</span>
            ) : (
                <button
                    type="button"
                    class="btn"
                    data-end={session.id}
                    aria-label={word("web.account.session_end_of", { device: { text: device } })}
                    onClick={end}
                >
                    {word("web.account.session_end")}
                </button>
            )}
        </li>
    );
}
