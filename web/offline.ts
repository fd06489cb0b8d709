// The service worker. It stores one complete build of the page and serves it with or without a
// network. A newer build is stored beside it, completely or not at all, and takes over only when no
// table is open. It also shows push notifications while no page is open.
export {};

interface Waits extends Event {
    waitUntil(until: Promise<unknown>): void;
}

interface Asked extends Event {
    readonly request: Request;
    respondWith(answer: Promise<Response>): void;
}

interface Pushed extends Waits {
    readonly data: { json(): unknown } | null;
}

interface Told extends Waits {
    readonly data: unknown;
}

interface Clicked extends Waits {
    readonly notification: Notification;
}

interface Page {
    readonly url: string;
    focus(): Promise<unknown>;
}

// TypeScript's DOM library types `self` as a window; a service worker has only these.
const scope = self as unknown as {
    readonly clients: {
        claim(): Promise<void>;
        matchAll(which: { type: "window"; includeUncontrolled: true }): Promise<readonly Page[]>;
        openWindow(url: string): Promise<unknown>;
    };
    readonly registration: ServiceWorkerRegistration;
    skipWaiting(): Promise<void>;
    addEventListener(type: "install" | "activate", listener: (event: Waits) => void): void;
    addEventListener(type: "fetch", listener: (event: Asked) => void): void;
    addEventListener(type: "push", listener: (event: Pushed) => void): void;
    addEventListener(type: "notificationclick", listener: (event: Clicked) => void): void;
    addEventListener(type: "message", listener: (event: Told) => void): void;
};

const prefix = "tafelrunde build ";
const name = `${prefix}${OFFLINE.build}`;
// addresses that the entry page answers (server/files.c, is_client_route)
const one = "account|analysis|daily|lobby|moderation|tournaments";
const named = "daily|leaders|learn|local|poster|practice|rules|s|screen|t|tournaments|u";
const pages = new RegExp(`^/(?:${one}|(?:${named})/[^/]+)?$`);

async function digest(response: Response): Promise<string> {
    const bytes = new Uint8Array(
        await crypto.subtle.digest("SHA-256", await response.arrayBuffer()),
    );
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Files are named by their content, so only the entry page could belong to another build. */
async function install(): Promise<void> {
    const cache = await caches.open(name);
    try {
        const entry = await fetch("/", { cache: "no-cache" });
        if (!entry.ok || (await digest(entry.clone())) !== OFFLINE.entry)
            throw new Error("another build is served");
        await cache.put("/", entry);
        await cache.addAll(OFFLINE.files);
    } catch (error) {
        await caches.delete(name);
        throw error;
    }
}

async function activate(): Promise<void> {
    for (const other of await caches.keys())
        if (other.startsWith(prefix) && other !== name) await caches.delete(other);
    await scope.clients.claim();
}

async function serve(request: Request): Promise<Response> {
    const cache = await caches.open(name);
    const kept = await cache.match(request.mode === "navigate" ? "/" : request);
    return kept ?? fetch(request);
}

/** The payload is {"table":ID,"key":"turn"}: it names the table and says nothing about the game.
 * The page has stored the text to show (store/notices.ts). */
async function notify(data: unknown): Promise<void> {
    const { table = "", key = "turn" } = (data ?? {}) as {
        readonly table?: string;
        readonly key?: string;
    };
    const kept = await caches.match("/words"),
        words = kept ? ((await kept.json()) as Readonly<Record<string, string>>) : {};
    await scope.registration.showNotification("Tafelrunde", {
        body: words[key] ?? "",
        tag: table,
        icon: "/icon-192.png",
        data: table,
    });
}

/** Focuses the page that shows the table, or opens a new one. */
async function show(table: string): Promise<void> {
    const path = `/t/${table}`,
        pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = pages.find(({ url }) => new URL(url).pathname === path);
    await (there ? there.focus() : scope.clients.openWindow(path));
}

scope.addEventListener("push", (event) => event.waitUntil(notify(event.data?.json())));
scope.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(show(String(event.notification.data)));
});
scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(activate()));
scope.addEventListener("message", (event) => {
    if (event.data === "switch") event.waitUntil(scope.skipWaiting());
});
scope.addEventListener("fetch", (event) => {
    const { method, mode, url } = event.request,
        { origin, pathname } = new URL(url);
    if (method !== "GET" || origin !== location.origin) return;
    if (mode === "navigate" ? pages.test(pathname) : OFFLINE.files.includes(pathname))
        event.respondWith(serve(event.request));
});
