// Push notifications of a turn while no page is open, if the person wants them. Their text is
// stored where the service worker (../offline.ts) finds it, in the person's language.
import { addPush, notices, removeNotice } from "../client/server";
import { Refusal } from "../refusal";
import type { Words } from "../words";

const key = "tafelrunde notices";
const able = () =>
    isSecureContext &&
    "serviceWorker" in navigator &&
    "PushManager" in window &&
    "Notification" in window;

function declined(): boolean {
    try {
        return localStorage.getItem(key) === "no";
    } catch {
        return false;
    }
}

/** True if the person has not been asked yet. */
export const mayAsk = () => able() && Notification.permission === "default" && !declined();

/** Remembers that the person declined, so that nobody asks again. */
export function declineNotices(): void {
    try {
        localStorage.setItem(key, "no");
    } catch {
        // storage is closed to the page; the person is asked again next time
    }
}

/** Stores the text that the service worker will show. */
async function keepWords({ word }: Words): Promise<void> {
    const cache = await caches.open("tafelrunde words");
    await cache.put(
        "/words",
        new Response(
            JSON.stringify({ turn: word("web.notice.turn"), start: word("web.notice.start") }),
        ),
    );
}

async function subscribe(words: Words, anew: boolean): Promise<void> {
    const { pushManager } = await navigator.serviceWorker.ready,
        old = await pushManager.getSubscription();
    if (!old && !anew) return;
    const { push } = await notices();
    if (push === null) throw new Refusal({ key: "server.error.no_notices", params: {} });
    await keepWords(words);
    await addPush(
        (
            old ??
            (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: push }))
        ).toJSON(),
    );
}

/** Asks the person for permission and subscribes. Resolves to false if they declined. */
export async function wantNotices(words: Words): Promise<boolean> {
    if ((await Notification.requestPermission()) !== "granted") return false;
    try {
        await subscribe(words, true);
    } catch (error) {
        throw error instanceof Refusal
            ? error
            : new Refusal({ key: "web.notice.failed", params: {} });
    }
    return true;
}

/** Renews the subscription at the server: the person at this browser or their language may have
 * changed. */
export function renewNotices(words: Words): void {
    if (able() && Notification.permission === "granted")
        void subscribe(words, false).catch(() => {});
}

/** Unsubscribes this browser when the person signs out. */
export async function dropNotices(): Promise<void> {
    const subscription = able()
        ? await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()
        : null;
    if (!subscription) return;
    await removeNotice(subscription.endpoint);
    await subscription.unsubscribe();
}
