// Playing without a network: the service worker (../offline.ts) is installed in idle time. A newer
// build takes over on a load with no table open, in any tab: an open table holds a lock that the
// change wants for itself.
import { useEffect } from "preact/hooks";

const lock = "tafelrunde table";
const patience = 10_000; // ms for a build to take over; else it does so another time
const leaving = 2000; // ms that a table which was just left may still hold its lock
const atTable = () => /^\/(?:local|t)\//.test(location.pathname);

const able = () => isSecureContext && "serviceWorker" in navigator && "locks" in navigator;

export const isOffline = () => able() && navigator.serviceWorker.controller !== null;

/** While this is on the screen a table is open. */
export function useOpenTable(): void {
    useEffect(() => {
        if (!able()) return;
        let close = () => {};
        const closed = new Promise<void>((done) => (close = done));
        void navigator.locks.request(lock, { mode: "shared" }, () => closed);
        return close;
    }, []);
}

async function switchTo(worker: ServiceWorker): Promise<void> {
    const changed = new Promise<boolean>((done) => {
        navigator.serviceWorker.addEventListener("controllerchange", () => done(true), {
            once: true,
        });
        setTimeout(() => done(false), patience);
    });
    worker.postMessage("switch");
    if (await changed) location.reload();
}

/** Takes a build that waits, if no table is open anywhere; then looks for a newer one. */
export async function keepOffline(): Promise<void> {
    if (!able()) return;
    const { serviceWorker } = navigator,
        old = await serviceWorker.getRegistration();
    const waiting = old?.waiting;
    if (waiting && !atTable())
        await navigator.locks
            .request(lock, { signal: AbortSignal.timeout(leaving) }, () =>
                atTable() ? undefined : switchTo(waiting),
            )
            .catch(() => {});
    const idle =
        typeof requestIdleCallback === "undefined"
            ? (then: () => void) => setTimeout(then, 1000)
            : requestIdleCallback;
    // A browser may refuse to keep anything (private windows, no room): then there is just no
    // playing offline.
    idle(
        () =>
            void serviceWorker.register("/offline.js", { updateViaCache: "none" }).catch(() => {}),
    );
}
