// The settings for components: they are drawn again when one changes, or when the system's own do.
import { useEffect, useState } from "preact/hooks";
import { onChange, settings, wear, type Settings } from "./settings";

export function useSettings(): Settings {
    const [, again] = useState(0);
    useEffect(() => {
        const listener = () => again((n) => n + 1);
        const system = () => {
            wear();
            listener();
        };
        const queries = [matchMedia("(prefers-color-scheme: dark)"), matchMedia("(prefers-reduced-motion: reduce)")];
        const off = onChange(listener);
        for (const query of queries) query.addEventListener("change", system);
        return () => {
            off();
            for (const query of queries) query.removeEventListener("change", system);
        };
    }, []);
    return settings();
}

/** Does the window match? Drawn again when that changes. */
export function useMedia(query: string): boolean {
    const [matches, set] = useState(() => matchMedia(query).matches);
    useEffect(() => {
        const list = matchMedia(query), listener = () => set(list.matches);
        listener();
        list.addEventListener("change", listener);
        return () => list.removeEventListener("change", listener);
    }, [query]);
    return matches;
}
