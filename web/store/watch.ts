// The settings for components: they are drawn again when one changes, or when the system's own do.
import { useEffect, useState } from "preact/hooks";
import { onChange, settings, type Settings } from "./settings";

export function useSettings(): Settings {
    const [, again] = useState(0);
    useEffect(() => onChange(() => again((n) => n + 1)), []);
    return settings();
}

/** Does the window match? Drawn again when that changes. */
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
