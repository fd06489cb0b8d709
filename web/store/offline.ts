// Installs the service worker (../offline.ts) in idle time, so that the page works without a
// network. A newer build takes over when the page is loaded and no tab has a table open. Every open
// table holds a shared lock that the change needs for itself.
import { useEffect } from "preact/hooks";

const lock = "tafelrunde table";
// ms for a build to take over; if it takes longer, the next load tries again
const patience = 10_000;
const leaving = 2000; // ms that a closing table may still hold its lock
const calm = 500; // ms without a new file: the page has loaded what it needs
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

/** Waits until the page has loaded and asks for no further files. A file asked for while builds
 * change can leave Chromium with neither of them, and then even loading the page again hangs. */
async function loaded(): Promise<void> {
    if (document.readyState !== "complete")
        await new Promise((done) => addEventListener("load", done, { once: true }));
    const files = () => performance.getEntriesByType("resource").length;
    for (let before = -1; before !== files();) {
        before = files();
        await new Promise((done) => setTimeout(done, calm));
    }
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
    if (waiting && !atTable()) {
        await loaded();
        await navigator.locks
            .request(lock, { signal: AbortSignal.timeout(leaving) }, () =>
                atTable() ? undefined : switchTo(waiting),
            )
            .catch(() => {});
    }
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
