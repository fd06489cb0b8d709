// Hooks for requests to the server.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Message } from "../text";
import { me, onMe, reasonOf, type Me } from "./server";

const longest = 60_000; // the longest delay in ms between two attempts to reach the server

export function useMe(): Me | null {
    const [, again] = useState(0);
    useEffect(() => onMe(() => again((n) => n + 1)), []);
    return me();
}

export interface Answer<T> {
    readonly value: T | null; // the latest answer; null before the first
    readonly wrong: Message | null; // why the latest request failed
    again(): void;
}

/** The server's answer. It is requested again every `every` ms while the page is visible, and when
 * the network returns. */
export function useAnswer<T>(
    load: () => Promise<T>,
    inputs: readonly unknown[],
    every = 0,
): Answer<T> {
    const [answer, set] = useState<{ readonly value: T | null; readonly wrong: Message | null }>({
        value: null,
        wrong: null,
    });
    const again = useRef(() => {});
    useEffect(() => {
        let timer: ReturnType<typeof setTimeout> | undefined,
            gone = false,
            wait = every,
            number = 0;
        const run = async () => {
            const mine = ++number;
            clearTimeout(timer);
            try {
                const value = await load();
                wait = every;
                if (!gone && mine === number) set({ value, wrong: null });
            } catch (error) {
                wait = Math.min(longest, 2 * wait);
                if (!gone && mine === number)
                    set(({ value }) => ({ value, wrong: reasonOf(error) }));
            }
            if (every && !gone && mine === number && !document.hidden)
                timer = setTimeout(() => void run(), wait);
        };
        const look = () => !document.hidden && void run();
        again.current = () => void run();
        void run();
        if (every) document.addEventListener("visibilitychange", look);
        if (every) addEventListener("online", look);
        return () => {
            gone = true;
            clearTimeout(timer);
            document.removeEventListener("visibilitychange", look);
            removeEventListener("online", look);
        };
    }, inputs);
    return { ...answer, again: () => again.current() };
}

/** The state of an action that a button starts: running, failed with a reason, or done. */
export function useAction(): {
    readonly busy: boolean;
    readonly wrong: Message | null;
    readonly done: boolean;
    run(action: () => Promise<unknown>): void;
} {
    const [state, set] = useState<{
        readonly busy: boolean;
        readonly wrong: Message | null;
        readonly done: boolean;
    }>({ busy: false, wrong: null, done: false });
    const run = (action: () => Promise<unknown>) => {
        set({ busy: true, wrong: null, done: false });
        action().then(
            () => set({ busy: false, wrong: null, done: true }),
            (error: unknown) => set({ busy: false, wrong: reasonOf(error), done: false }),
        );
    };
    return { ...state, run };
}
