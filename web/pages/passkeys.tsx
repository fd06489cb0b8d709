// Passkeys: the account's list of them, and the button that signs in with one.
import { useState } from "preact/hooks";
import {
    addPasskey,
    needPasskey,
    passkeysWork,
    removePasskey,
    signInByPasskey,
} from "../client/passkeys";
import { useAction, useAnswer } from "../client/requests";
import { security, type Security } from "../client/server";
import { useWords } from "../words";
import { Form, Secret } from "./form";
import { date } from "./rating";

/** On the form that signs in; absent where the browser knows no passkeys. */
export function PasskeyDoor() {
    const words = useWords(),
        { word } = words,
        action = useAction();
    if (!passkeysWork()) return null;
    return (
        <div class="passkey-door">
            <button
                type="button"
                class="btn"
                data-passkey
                aria-disabled={action.busy}
                onClick={() => !action.busy && action.run(signInByPasskey)}
            >
                {word("web.account.passkey_in")}
            </button>
            {action.wrong && (
                <p class="warn" role="alert">
                    {words.say(action.wrong)}
                </p>
            )}
        </div>
    );
}

/** The list, and everything that changes it. All of it needs the password, so that nobody at an
 * open page can weaken the account. */
export function Passkeys() {
    const { word } = useWords(),
        [password, setPassword] = useState(""),
        action = useAction(),
        { value, again } = useAnswer(security, []);
    const change = (what: () => Promise<unknown>) =>
        action.run(async () => {
            await what();
            setPassword("");
            again();
        });
    if (!value || (!passkeysWork() && value.passkeys.length === 0)) return null;
    return (
        <section class="panel passkeys" aria-labelledby="passkeys">
            <h2 id="passkeys">{word("web.account.passkeys")}</h2>
            <Form
                action={word("web.account.passkey_add")}
                busy={action.busy}
                wrong={action.wrong}
                done={action.done && word("web.account.passkey_done")}
                submit={() => change(() => addPasskey(password))}
            >
                <p>{word("web.account.passkeys_what")}</p>
                <PasskeyList
                    passkeys={value.passkeys}
                    remove={(id) => change(() => removePasskey(id, password))}
                />
                <Secret
                    label={word("web.account.password")}
                    value={password}
                    set={setPassword}
                    complete="current-password"
                    note={word("web.account.passkey_password")}
                />
                {value.passkeys.length > 0 && (
                    <Second
                        on={value.second}
                        turn={(on) => change(() => needPasskey(on, password))}
                    />
                )}
            </Form>
        </section>
    );
}

interface ListProps {
    readonly passkeys: Security["passkeys"];
    remove(id: string): void;
}

function PasskeyList({ passkeys, remove }: ListProps) {
    const words = useWords(),
        { word } = words;
    return (
        <ul class="session-list">
            {passkeys.map(({ id, device, created_ms, seen_ms }) => {
                const from = device || word("web.account.device_unknown");
                return (
                    <li key={id}>
                        <span>
                            <b>{from}</b>{" "}
                            <small>
                                {word("web.account.passkey_since", {
                                    since: { text: date(words.language, created_ms) },
                                    seen: { text: date(words.language, seen_ms) },
                                })}
                            </small>
                        </span>
                        <button
                            type="button"
                            class="btn"
                            data-remove-passkey={id}
                            aria-label={word("web.account.passkey_remove_of", {
                                device: { text: from },
                            })}
                            onClick={({ currentTarget }) =>
                                currentTarget.form?.reportValidity() && remove(id)
                            }
                        >
                            {word("web.account.passkey_remove")}
                        </button>
                    </li>
                );
            })}
        </ul>
    );
}

/** The switch stays as it is until the server has agreed. */
function Second({ on, turn }: { readonly on: boolean; turn(on: boolean): void }) {
    const { word } = useWords();
    return (
        <label class="switch">
            <input
                type="checkbox"
                role="switch"
                data-second
                checked={on}
                onClick={(event) => {
                    event.preventDefault();
                    if (event.currentTarget.form?.reportValidity()) turn(!on);
                }}
            />
            <span>
                {word("web.account.second")}
                <small>{word("web.account.second_what")}</small>
            </span>
        </label>
    );
}
