// Hooks that render a component again when the settings or the system's preferences change.
import { useEffect, useState } from "preact/hooks";
import { onChange, settings, type Settings } from "./settings";

export function useSettings(): Settings {
    const [, again] = useState(0);
    useEffect(() => onChange(() => again((n) => n + 1)), []);
    return settings();
}

/** Whether a media query matches; renders again when that changes. */
export function useMedia(query: string): boolean {
    const [matches, set] = useState(() => matchMedia(query).matches);
    useEffect(() => {
        const list = matchMedia(query),
            listener = () => set(list.matches);
        listener();
        list.addEventListener("change", listener);
        return () => list.removeEventListener("change", listener);
    }, [query]);
    return matches;
}
