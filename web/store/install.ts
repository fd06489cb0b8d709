// Installing the page as an app. The browser says when that is possible; the page keeps its offer
// and makes it once, after a finished game.

/** Chromium's event, which is in no standard. */
interface InstallEvent extends Event {
    prompt(): Promise<unknown>;
}

const key = "tafelrunde install";
let event: InstallEvent | null = null;
let offered = false; // for browsers without storage

function wasOffered(): boolean {
    try {
        return offered || localStorage.getItem(key) !== null;
    } catch {
        return offered;
    }
}

/** Listens for the browser's offer. Called before the first page is drawn. */
export function keepInstallOffer(): void {
    addEventListener("beforeinstallprompt", (offer) => {
        offer.preventDefault(); // otherwise the browser would show its own bar at any time
        event = offer as InstallEvent;
    });
    addEventListener("appinstalled", () => {
        event = null;
    });
}

/** Whether the page may offer it now: possible, and never offered before. */
export const canOfferInstall = () => event !== null && !wasOffered();

/** From now on it is not offered again. */
export function noteInstallOffered(): void {
    offered = true;
    try {
        localStorage.setItem(key, "offered");
    } catch {
        // storage is closed to the page: remembered until the page is closed
    }
}

/** Shows the browser's own question. */
export function install(): void {
    void event?.prompt();
    event = null;
}
