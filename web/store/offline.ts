// Installs the service worker (../offline.ts) in idle time, so that the page works without a
// network. A newer build takes over when the page is loaded and no tab has a table open. Every open
// table holds a shared lock that the change needs for itself.
import { useEffect } from "preact/hooks";

const lock = "tafelrunde table";
// ms for a build to take over; if it takes longer, the next load tries again
const patience = 10_000;
const leaving = 2000; // ms that a closing table may still hold its lock
const atTable = () => /^\/(?:local|t)\//.test(location.pathname);

const able = () => isSecureContext && "serviceWorker" in navigator && "locks" in navigator;

export const isOffline = () => able() && navigator.serviceWorker.controller !== null;

/** Holds the lock of an open table while the component is on the screen. */
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

/** Activates a waiting build if no table is open anywhere, then looks for a newer one. */
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
    // A browser may refuse to store anything (private windows, no space). The page then works only
    // online.
    idle(
        () =>
            void serviceWorker.register("/offline.js", { updateViaCache: "none" }).catch(() => {}),
    );
}
