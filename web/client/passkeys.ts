// Passkeys (Web Authentication): the browser's part of registering one and of signing in
// (docs/protocol.md, "Passkeys").
import { fromBase64, toBase64 } from "../base64";
import { Refusal } from "../refusal";
import { ask, enter, reasonOf } from "./server";

const ES256 = -7,
    EDDSA = -8;

/** Browsers know passkeys only on pages with a domain and a secure connection. */
export const passkeysWork = () =>
    typeof PublicKeyCredential !== "undefined" && !/^[\d.]+$|:/.test(location.hostname);

/** Somebody who closes the browser's dialog, or has no passkey, learns why nothing happened. */
async function asked(dialog: Promise<Credential | null>): Promise<PublicKeyCredential> {
    let credential: Credential | null;
    try {
        credential = await dialog;
    } catch (error) {
        const known = error instanceof DOMException && error.name === "InvalidStateError";
        throw new Refusal({
            key: known ? "server.error.passkey_known" : "web.account.passkey_cancelled",
            params: {},
        });
    }
    if (!(credential instanceof PublicKeyCredential))
        throw new Refusal({ key: "web.account.passkey_cancelled", params: {} });
    return credential;
}

const bytes = (buffer: ArrayBuffer) => toBase64(new Uint8Array(buffer));
const known = (credentials: readonly string[]) =>
    credentials.map((id) => ({ type: "public-key" as const, id: fromBase64(id) }));

interface Invitation {
    readonly challenge: string;
    readonly user: string;
    readonly name: string;
    readonly credentials: readonly string[];
}

export async function addPasskey(password: string): Promise<void> {
    const { challenge, user, name, credentials } = await ask<Invitation>("/api/me/passkeys/begin", {
        password,
    });
    const { response } = await asked(
        navigator.credentials.create({
            publicKey: {
                challenge: fromBase64(challenge),
                rp: { name: "Tafelrunde" },
                user: { id: new TextEncoder().encode(user), name, displayName: name },
                pubKeyCredParams: [ES256, EDDSA].map((alg) => ({ type: "public-key", alg })),
                authenticatorSelection: {
                    residentKey: "preferred",
                    userVerification: "preferred",
                },
                excludeCredentials: known(credentials),
                attestation: "none",
            },
        }),
    );
    const { clientDataJSON, attestationObject } = response as AuthenticatorAttestationResponse;
    await ask("/api/me/passkeys/add", {
        passkey: { client: bytes(clientDataJSON), attestation: bytes(attestationObject) },
    });
}

/** The passkey's answer. After a password a touch is enough; alone it must verify its owner. */
async function sign(challenge: string, credentials?: readonly string[]): Promise<object> {
    const { rawId, response } = await asked(
        navigator.credentials.get({
            publicKey: {
                challenge: fromBase64(challenge),
                userVerification: credentials ? "discouraged" : "required",
                ...(credentials ? { allowCredentials: known(credentials) } : {}),
            },
        }),
    );
    const { clientDataJSON, authenticatorData, signature, userHandle } =
        response as AuthenticatorAssertionResponse;
    return {
        credential: bytes(rawId),
        client: bytes(clientDataJSON),
        data: bytes(authenticatorData),
        signature: bytes(signature),
        ...(userHandle ? { user: new TextDecoder().decode(userHandle) } : {}),
    };
}

export async function signInByPasskey(): Promise<void> {
    const { challenge } = await ask<{ challenge: string }>("/api/passkeys/begin", {});
    await enter("/api/passkeys/login", { passkey: await sign(challenge) });
}

/** With the password, and with a passkey after it if the account wants one. */
export async function signIn(name: string, password: string): Promise<void> {
    try {
        await enter("/api/login", { name, password });
    } catch (error) {
        if (reasonOf(error).key !== "server.error.second" || !passkeysWork()) throw error;
        const { challenge, credentials } = (error as Refusal).answer as Invitation;
        const passkey = await sign(challenge, credentials);
        await enter("/api/login", { name, password, passkey });
    }
}

export const removePasskey = (id: string, password: string) =>
    ask("/api/me/passkeys/remove", { id, password });
/** Is the password alone not enough? */
export const needPasskey = (on: boolean, password: string) =>
    ask("/api/me/passkeys/second", { on, password });
