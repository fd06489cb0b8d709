// Every local table has one owner among the tabs. A tab asks before it opens a table, and announces
// that it takes one over. This only avoids surprises: the log is safe because a tab that no longer
// owns a table cannot store it (tables.ts).

type Said = { readonly say: "who" | "mine" | "take"; readonly table: string; readonly tab: string };

const patience = 150; // ms for another tab to answer; an open one does so at once
// ms for the tab that holds the table's lock to answer or release it. A tab that is closing holds
// it a moment longer.
const hanging = 3000;

const able = () => isSecureContext && "locks" in navigator;

export const tab = Math.random().toString(36).slice(2);

export class Ownership {
    private readonly channel =
        typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("tafelrunde tables");
    private owned = false;
    private answered: () => void = () => {};
    private release: () => void = () => {};
    lost: () => void = () => {};

    constructor(private readonly table: string) {
        if (this.channel)
            this.channel.onmessage = ({ data }: MessageEvent<Said>) => this.hear(data);
    }

    /** Resolves to true if no other tab has the table, which now belongs to this one. */
    async claim(): Promise<boolean> {
        const locks = able();
        const taken = await new Promise<boolean>((done) => {
            if (!this.channel) return done(false);
            if (locks) this.hold(() => done(false));
            this.answered = () => done(true);
            this.say("who");
            setTimeout(() => done(locks), locks ? hanging : patience);
            return undefined;
        });
        if (taken) this.release();
        this.owned = !taken;
        return this.owned;
    }

    take(): void {
        this.owned = true;
        this.say("take");
        if (able()) this.hold();
    }

    close(): void {
        this.owned = false;
        this.release();
        this.channel?.close();
    }

    /** Waits for the table's lock and holds it until it is released. */
    private hold(held: () => void = () => {}): void {
        const waiting = new AbortController();
        void navigator.locks
            .request(`tafelrunde table ${this.table}`, { signal: waiting.signal }, () => {
                held();
                return new Promise<void>((done) => (this.release = done));
            })
            .catch(() => {});
        this.release = () => waiting.abort();
    }

    private say(say: Said["say"]): void {
        this.channel?.postMessage({ say, table: this.table, tab } satisfies Said);
    }

    private hear({ say, table, tab: other }: Said): void {
        if (table !== this.table || other === tab) return;
        if (say === "who" && this.owned) this.say("mine");
        if (say === "mine") this.answered();
        if (say === "take" && this.owned) {
            this.owned = false;
            this.release();
            this.lost();
        }
    }
}
