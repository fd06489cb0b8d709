// Navigation within the page, without loading it again.
import { useEffect, useState } from "preact/hooks";

const listeners = new Set<() => void>();

export function go(path: string, replace = false): void {
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    for (const listener of listeners) listener();
}

export function useRoute(): string {
    const [path, set] = useState(location.pathname);
    useEffect(() => {
        const listener = () => {
            set(location.pathname);
            if (location.hash === "") scrollTo(0, 0);
        };
        listeners.add(listener);
        addEventListener("popstate", listener);
        return () => {
            listeners.delete(listener);
            removeEventListener("popstate", listener);
        };
    }, []);
    return path;
}

/** Handles clicks on links within the page. Everything else (new tab, other sites) is left to the
 * browser. */
export function link(path: string) {
    return {
        href: path,
        onClick: (event: MouseEvent) => {
            if (
                event.button !== 0 ||
                event.metaKey ||
                event.ctrlKey ||
                event.shiftKey ||
                event.altKey
            )
                return;
            event.preventDefault();
            go(path);
        },
    };
}
