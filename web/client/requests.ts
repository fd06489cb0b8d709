// The server for components.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Message } from "../text";
import { me, onMe, reasonOf, type Me } from "./server";

const longest = 60_000; // ms between two attempts at a server that is away

export function useMe(): Me | null {
    const [, again] = useState(0);
    useEffect(() => onMe(() => again((n) => n + 1)), []);
    return me();
}

export interface Answer<T> {
    readonly value: T | null; // the last one there was
    readonly wrong: Message | null; // why there is no newer one
    again(): void;
}

/** What the server answers; asked again `every` so many ms while somebody looks, and when the
 * network is back. */
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

/** Something done at a touch: whether it is under way, why it was refused, that it is done. */
export function useDeed(): {
    readonly busy: boolean;
    readonly wrong: Message | null;
    readonly done: boolean;
    run(deed: () => Promise<unknown>): void;
} {
    const [state, set] = useState<{
        readonly busy: boolean;
        readonly wrong: Message | null;
        readonly done: boolean;
    }>({ busy: false, wrong: null, done: false });
    const run = (deed: () => Promise<unknown>) => {
        set({ busy: true, wrong: null, done: false });
        deed().then(
            () => set({ busy: false, wrong: null, done: true }),
            (error: unknown) => set({ busy: false, wrong: reasonOf(error), done: false }),
        );
    };
    return { ...state, run };
}
