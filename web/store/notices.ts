// Being told of a turn while no page is open: by the browser's push service, if the person wants
// that. What a notice says lies where the service worker (../offline.ts) finds it, in the person's
// language.
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

/** Has nobody been asked yet? */
export const mayAsk = () => able() && Notification.permission === "default" && !declined();

/** Not here, and not asked again. */
export function declineNotices(): void {
    try {
        localStorage.setItem(key, "no");
    } catch {
        // asked again next time then
    }
}

/** What the service worker will say. */
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

/** Asks the browser, and the person through it. False: they said no. */
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

/** Says again where to send notices: whoever sits at this browser may have changed, and the
 * language. */
export function renewNotices(words: Words): void {
    if (able() && Notification.permission === "granted")
        void subscribe(words, false).catch(() => {});
}

/** Whoever signs out here is not told here any more. */
export async function dropNotices(): Promise<void> {
    const subscription = able()
        ? await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()
        : null;
    if (!subscription) return;
    await removeNotice(subscription.endpoint);
    await subscription.unsubscribe();
}
