// /account: signing up and in, and everything an account offers: password, sessions, data,
// notifications, signing out, deletion.
import { useEffect, useRef, useState } from "preact/hooks";
import {
    addWebhook,
    changePassword,
    deleteMe,
    exportMe,
    freshCodes,
    myTables,
    notices,
    removeNotice,
    signOut,
    signUp,
    type Me,
} from "../client/server";
import { signIn } from "../client/passkeys";
import { useAction, useAnswer, useMe } from "../client/requests";
import { saveFile } from "../pieces/save";
import { Icon } from "../pieces/symbol";
import { go, link } from "../route";
import { dropNotices } from "../store/notices";
import { settings } from "../store/settings";
import { useWords } from "../words";
import { Form, Secret } from "./form";
import { Pick } from "./header";
import { PasskeyDoor, Passkeys } from "./passkeys";
import { date } from "./rating";
import { BlockedPeople, Codes, FreshCodes, Recover, SessionList } from "./security";
import { Away, Sheet } from "./sheet";
import { useStanding, Warning } from "./warning";

export function AccountPage() {
    const { word } = useWords(),
        who = useMe(),
        account = who !== null && !who.guest,
        top = useRef<HTMLHeadingElement>(null),
        was = useRef(account);
    // Ask the server at once whether the session was ended elsewhere, not at the first click.
    const standing = useStanding();
    useEffect(() => {
        if (was.current !== account) top.current?.focus(); // the focused control is gone
        was.current = account;
    }, [account]);
    return (
        <Sheet here="/account" title={word("web.account.title")}>
            <div class="head">
                <div>
                    <h1 ref={top} tabIndex={-1}>
                        {account ? who.name : word("web.account.title")}
                    </h1>
                    {account && <p class="quiet">{word("web.account.title")}</p>}
                </div>
                {account && (
                    <div class="row">
                        <a class="btn" {...link(`/u/${encodeURIComponent(who.name)}`)}>
                            <Icon name="crown" />
                            {word("web.account.profile")}
                        </a>
                        {standing.value?.moderator && (
                            <a class="btn" data-moderation {...link("/moderation")}>
                                <Icon name="eye" />
                                {word("web.moderation.title")}
                            </a>
                        )}
                        <a class="btn gold" {...link("/lobby")}>
                            <Icon name="people" />
                            {word("web.nav.lobby")}
                        </a>
                    </div>
                )}
            </div>
            <Away wrong={standing.wrong} />
            <Warning {...standing} />
            <div class="account">{account ? <Account who={who} /> : <Door guest={who} />}</div>
        </Sheet>
    );
}

// ---- signing up and in ----

function Door({ guest }: { readonly guest: Me | null }) {
    const { word } = useWords(),
        [kind, setKind] = useState<"in" | "up" | "recover">(guest ? "up" : "in");
    const { value } = useAnswer(
        () => (guest ? myTables("running") : Promise.resolve([])),
        [guest?.name],
    );
    return (
        <>
            {guest && <GuestPanel guest={guest} tables={value?.length ?? 0} />}
            <section class="panel sign-in">
                <Pick
                    title={word("web.account.which")}
                    value={kind}
                    pick={(next) => setKind(next)}
                    values={[
                        ["in", word("web.account.sign_in")],
                        ["up", word("web.account.sign_up")],
                    ]}
                />
                {kind === "recover" ? (
                    <Recover />
                ) : (
                    <DoorForm
                        key={kind}
                        kind={kind}
                        name={guest?.name ?? settings().name}
                        tables={value?.length ?? 0}
                        forgot={() => setKind("recover")}
                    />
                )}
                {kind === "in" && <PasskeyDoor />}
            </section>
        </>
    );
}

function DoorForm({
    kind,
    name: first,
    tables,
    forgot,
}: {
    readonly kind: "in" | "up";
    readonly name: string;
    readonly tables: number;
    forgot(): void;
}) {
    const { word } = useWords(),
        [name, setName] = useState(kind === "up" ? first : ""),
        [password, setPassword] = useState(""),
        action = useAction(),
        up = kind === "up";
    return (
        <Form
            action={word(up ? "web.account.sign_up" : "web.account.sign_in")}
            gold
            busy={action.busy}
            wrong={action.wrong}
            submit={() => action.run(() => (up ? signUp : signIn)(name.trim(), password))}
            also={
                !up && (
                    <button type="button" class="btn quiet" data-forgot onClick={forgot}>
                        {word("web.account.forgot")}
                    </button>
                )
            }
        >
            <p>{word(up ? "web.account.up_what" : "web.account.in_what")}</p>
            {!up && tables > 0 && (
                <p class="warn">{word("web.account.guest_left", { n: tables })}</p>
            )}
            <label class="field">
                <span>{word("web.account.name")}</span>
                <input
                    type="text"
                    maxLength={24}
                    required
                    value={name}
                    autocomplete="username"
                    onInput={({ currentTarget }) => setName(currentTarget.value)}
                />
            </label>
            <Secret
                label={word("web.account.password")}
                value={password}
                set={setPassword}
                complete={up ? "new-password" : "current-password"}
                {...(up ? { note: word("web.account.password_note") } : {})}
            />
        </Form>
    );
}

function GuestPanel({ guest, tables }: { readonly guest: Me; readonly tables: number }) {
    const { word } = useWords();
    return (
        <section class="panel">
            <h2>{word("web.account.guest", { name: { text: guest.name } })}</h2>
            <p>{word("web.account.guest_what", { n: tables })}</p>
            <Data />
            <Leave guest />
            <BlockedPeople />
        </section>
    );
}

// ---- signed in ----

function Account({ who }: { readonly who: Me }) {
    const { word } = useWords(),
        [joined] = useState(() => freshCodes().length > 0); // just now, here
    if (joined) return <FreshCodes then={() => go("/lobby")} />;
    return (
        <div class="account-parts" key={who.name}>
            <FreshCodes />
            <section class="panel">
                <h2>{word("web.account.password_change")}</h2>
                <Password />
            </section>
            <section class="panel">
                <h2>{word("web.account.sessions")}</h2>
                <Sessions />
            </section>
            <Passkeys />
            <section class="panel">
                <h2>{word("web.account.codes")}</h2>
                <Codes />
            </section>
            <section class="panel">
                <h2>{word("web.account.data")}</h2>
                <p>{word("web.account.data_what")}</p>
                <Data />
            </section>
            <BlockedPeople />
            <Webhooks />
            <section class="panel">
                <h2>{word("web.account.delete")}</h2>
                <Leave guest={false} />
            </section>
        </div>
    );
}

function Password() {
    const { word } = useWords(),
        [old, setOld] = useState(""),
        [fresh, setFresh] = useState(""),
        action = useAction();
    const change = async () => {
        await changePassword(old, fresh);
        setOld("");
        setFresh("");
    };
    return (
        <Form
            action={word("web.account.password_do")}
            busy={action.busy}
            wrong={action.wrong}
            done={action.done && word("web.account.password_done")}
            submit={() => action.run(change)}
        >
            <Secret
                label={word("web.account.password_old")}
                value={old}
                set={setOld}
                complete="current-password"
            />
            <Secret
                label={word("web.account.password_new")}
                value={fresh}
                set={setFresh}
                complete="new-password"
                note={word("web.account.password_note")}
            />
        </Form>
    );
}

function Sessions() {
    const words = useWords(),
        { word } = words,
        action = useAction();
    const out = async () => {
        await dropNotices();
        await signOut(false);
    };
    return (
        <>
            <SessionList />
            <p>{word("web.account.sessions_what")}</p>
            {action.wrong && (
                <p class="warn" role="alert">
                    {words.say(action.wrong)}
                </p>
            )}
            <div class="row">
                <button type="button" class="btn" data-out onClick={() => action.run(out)}>
                    {word("web.account.sign_out")}
                </button>
                <button
                    type="button"
                    class="btn"
                    data-out-everywhere
                    onClick={() => action.run(() => signOut(true))}
                >
                    {word("web.account.sign_out_all")}
                </button>
            </div>
        </>
    );
}

function Data() {
    const { word } = useWords(),
        action = useAction();
    return (
        <Form
            action={word("web.account.export")}
            busy={action.busy}
            wrong={action.wrong}
            done={action.done && word("web.account.exported")}
            submit={() => action.run(async () => saveFile("tafelrunde.json", await exportMe()))}
        />
    );
}

/** Deleting the account needs the password. A guest has none, and confirms twice instead. */
function Leave({ guest }: { readonly guest: boolean }) {
    const { word } = useWords(),
        [sure, setSure] = useState(false),
        [password, setPassword] = useState(""),
        action = useAction();
    const leave = () => (sure ? action.run(() => deleteMe(password)) : setSure(true));
    return (
        <Form
            action={word(
                sure
                    ? "web.account.delete_now"
                    : guest
                      ? "web.account.forget"
                      : "web.account.delete",
            )}
            busy={action.busy}
            wrong={action.wrong}
            submit={leave}
            also={
                sure && (
                    <button type="button" class="btn quiet" onClick={() => setSure(false)}>
                        {word("web.account.keep")}
                    </button>
                )
            }
        >
            {(sure || !guest) && <p>{word("web.account.delete_what")}</p>}
            {sure && !guest && (
                <Secret
                    label={word("web.account.password")}
                    value={password}
                    set={setPassword}
                    complete="current-password"
                />
            )}
        </Form>
    );
}

// ---- notices ----

/** Where the server reports the person's turns: webhooks, if the operator allows them, and browsers
 * with push notifications. */
function Webhooks() {
    const words = useWords(),
        { value, again } = useAnswer(notices, []);
    if (!value || (!value.webhooks && value.targets.length === 0)) return null;
    return (
        <section class="panel">
            <h2>{words.word("web.account.notices")}</h2>
            <Targets targets={value.targets} removed={again} />
            {value.webhooks && <AddWebhook added={again} />}
        </section>
    );
}

interface TargetsProps {
    readonly targets: Awaited<ReturnType<typeof notices>>["targets"];
    removed(): void;
}

function Targets({ targets, removed }: TargetsProps) {
    const { word, say, language } = useWords(),
        removing = useAction();
    useEffect(() => {
        if (removing.done) removed();
    }, [removing.done]);
    return (
        <>
            {targets.length > 0 && (
                <ul class="targets">
                    {targets.map(({ url, kind, created_ms }) => (
                        <li key={url}>
                            <span>
                                <b>{kind === "webhook" ? url : word("web.account.browser")}</b>
                                <small>{date(language, created_ms)}</small>
                            </span>
                            <button
                                type="button"
                                class="btn quiet"
                                aria-label={word("web.account.notice_remove_of", {
                                    url: { text: url },
                                })}
                                onClick={() => removing.run(() => removeNotice(url))}
                            >
                                {word("web.account.notice_remove")}
                            </button>
                        </li>
                    ))}
                </ul>
            )}
            {removing.wrong && (
                <p class="warn" role="alert">
                    {say(removing.wrong)}
                </p>
            )}
        </>
    );
}

/** The secret that signs webhook requests is shown only once, right after the webhook was added. */
function AddWebhook({ added }: { added(): void }) {
    const { word } = useWords(),
        [url, setUrl] = useState(""),
        [secret, setSecret] = useState<string | null>(null),
        action = useAction();
    const add = async () => {
        setSecret(await addWebhook(url.trim()));
        setUrl("");
        added();
    };
    return (
        <>
            <Form
                action={word("web.account.hook_add")}
                busy={action.busy}
                wrong={action.wrong}
                submit={() => action.run(add)}
            >
                <p>{word("web.account.hook_what")}</p>
                <label class="field">
                    <span>{word("web.account.hook_url")}</span>
                    <input
                        type="text"
                        inputMode="url"
                        maxLength={1024}
                        required
                        value={url}
                        onInput={({ currentTarget }) => setUrl(currentTarget.value)}
                    />
                </label>
            </Form>
            {secret && (
                <div role="status">
                    <label class="field">
                        <span>{word("web.account.hook_secret")}</span>
                        <input
                            type="text"
                            readOnly
                            class="code"
                            value={secret}
                            onFocus={({ currentTarget }) => currentTarget.select()}
                        />
                    </label>
                </div>
            )}
        </>
    );
}
