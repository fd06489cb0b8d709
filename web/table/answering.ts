// Hooks that a table's screen consists of: the client's situation, the view of one seat, and that
// seat's unfinished answer.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Client, Situation } from "../client/client";
import type { Choice, GameBoard, Looks, Part, Turn } from "../board";
import type { TableQuestion } from "../generated/protocol";
import type { Guide } from "../guide/guide";
import { oncePerFrame } from "../pieces/frame";
import { addSymbols } from "../pieces/symbol";
import { gameOf } from "./local";
import { fits, indexed, narrow, touch, within, type Touches } from "./turn";

/** What the client knows. The steps of others, the question after them and what the table waits for
 * arrive one by one; all that comes within a frame is drawn once. That an answer is on its way
 * shows at once; that it has arrived shows together with what follows, never with the old
 * question. */
export function useSituation(client: Client): Situation {
    const [situation, set] = useState(client.now);
    useEffect(() => {
        set(client.now);
        let { sending } = client.now;
        const { ask, cancel } = oncePerFrame(() => set(client.now));
        const off = client.subscribe((now) => {
            const began = now.sending && !sending;
            sending = now.sending;
            if (!began) return ask();
            cancel();
            return set(now);
        });
        return () => {
            off();
            cancel();
        };
    }, [client]);
    return situation;
}

const loaded = new Map<string, GameBoard>();

const generic = () => import("../generic/board");

/** A game's board, or the generic one if it has none; undefined while it is loading. */
export function useBoard(game: string): GameBoard | undefined {
    const [, again] = useState(0),
        facts = gameOf(game),
        load = facts && (facts.board ?? generic);
    useEffect(() => {
        let gone = false;
        if (!load || loaded.has(game)) return undefined;
        void load().then(({ board }) => {
            if (!loaded.has(game) && board.symbols) addSymbols(board.symbols);
            loaded.set(game, board);
            if (!gone) again((n) => n + 1);
        });
        return () => {
            gone = true;
        };
    }, [game]);
    return loaded.get(game);
}

/** A game's guide; null if it has none or none is wanted, undefined while it is loading. */
export function useGuide(game: string | undefined): Guide | null | undefined {
    const load = game === undefined ? null : gameOf(game)?.guide,
        [guide, set] = useState<Guide | null | undefined>(undefined);
    useEffect(() => {
        let gone = false;
        void load?.().then(({ guide: found }) => !gone && set(found));
        return () => {
            gone = true;
        };
    }, [game]);
    return load ? guide : null;
}

interface Progress {
    readonly q: number;
    readonly touches: Touches;
    readonly picked: Choice | null;
}

export interface Answering extends Turn {
    confirm(): void;
}

/** Tells its listeners what the person looks at. */
function looker(): Looks & { see(choice: Choice | null): void } {
    const listeners = new Set<() => void>();
    let now: Choice | null = null;
    return {
        get now() {
            return now;
        },
        see(choice) {
            if (now === choice) return;
            now = choice;
            listeners.forEach((listener) => listener());
        },
        subscribe(listener) {
            listeners.add(listener);
            return () => listeners.delete(listener);
        },
    };
}

const nothing: readonly Choice[] = [],
    untouched: Omit<Progress, "q"> = { touches: [], picked: null };

/** The seat's unfinished answer. `send` sends it. `tried` receives an attempt that is not legal and
 * what had been touched before. */
export function useTurn(
    question: Pick<TableQuestion, "q" | "legal"> | null,
    send: (action: string) => void,
    tried: (action: string, touched: readonly Part[]) => void,
): Answering {
    const q = question?.q ?? -1,
        legal = question?.legal ?? nothing;
    const [progress, set] = useState<Progress>({ q, touches: [], picked: null });
    const looks = useMemo(looker, []);
    const { touches, picked } = progress.q === q ? progress : untouched;
    const touched = useMemo(
        (): readonly Part[] => (picked ? picked.parts : touches.flat()),
        [q, touches, picked],
    );
    return useMemo((): Answering => {
        // The same question may arrive again with the same number and other actions marked final,
        // so the chosen action is looked up again.
        const again = picked && legal.find(({ do: action }) => action === picked.do);
        const left = again ? [again] : narrow(legal, touched);
        const chosen = touched.length > 0 && left.length === 1 ? left[0]! : null,
            all = indexed(legal),
            rest = left === legal ? all : indexed(left);
        const put = (next: Touches, pick: Choice | null = null) =>
            set({ q, touches: next, picked: pick });
        const choose = (choice: Choice) => (choice.final ? put([], choice) : send(choice.do));
        return {
            legal,
            left,
            touched,
            chosen,
            // While one action waits for confirmation, all others can still be chosen instead.
            can: (...parts) => within(chosen ? all : rest, parts).length > 0,
            on: (...parts) => touched.length > 0 && fits(chosen ?? { parts: touched }, parts),
            only: (...parts) => {
                const found = within(rest, parts);
                return found.length === 1 ? found[0] : undefined;
            },
            touch: (parts, attempt, hold = false) => {
                const next = touch(legal, picked ? [] : touches, parts);
                if (next.refused)
                    return attempt === undefined ? undefined : tried(attempt, touched);
                const waits = hold && next.send?.do !== chosen?.do;
                if (next.send && !waits) send(next.send.do);
                put(next.touches);
                return undefined;
            },
            pick: (choice) => (picked?.do === choice.do ? send(choice.do) : choose(choice)),
            clear: () => put([]),
            look: (choice) => looks.see(choice),
            confirm: () => chosen && send(chosen.do),
            looks,
        };
    }, [legal, touched]);
}
