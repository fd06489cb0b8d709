// The title of the browser's window.
import { useEffect } from "preact/hooks";

/** Sets the title while a page is shown; null: its name is not known yet. */
export function useTitle(title: string | null): void {
    useEffect(() => {
        if (title) document.title = title;
        return () => {
            document.title = "Tafelrunde";
        };
    }, [title]);
}
