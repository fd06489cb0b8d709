// The connection to the server: one WebSocket that comes back by itself. What is sent while it is
// away is lost; whoever listens says hello again when it opens, and repeats what was not answered.
import type { FromClient, FromTable } from "../generated/protocol";

const longest = 60_000; // ms between two attempts
const quiet = 15_000; // ms without a word after which a page that is looked at again wants one
const patience = 4_000; // ms for that word

export class Socket {
    private socket: WebSocket | null = null;
    private attempts = 0;
    private timer: ReturnType<typeof setTimeout> | undefined;
    private closed = false;
    private heardAt = 0;
    opened: () => void = () => {};
    lost: () => void = () => {};
    heard: (message: FromTable) => void = () => {};
    asks: () => void = () => {}; // is anybody there? Whatever brings an answer will do

    constructor() {
        addEventListener("online", this.soon);
        addEventListener("offline", this.drop);
        addEventListener("pageshow", this.soon);
        document.addEventListener("visibilitychange", this.soon);
        this.connect();
    }

    /** False: there is nobody to hear it. */
    send(message: FromClient): boolean {
        if (this.socket?.readyState !== WebSocket.OPEN) return false;
        this.socket.send(JSON.stringify(message));
        return true;
    }

    /** With the session there is now. */
    again(): void {
        this.attempts = 0;
        this.socket?.close();
    }

    close(): void {
        this.closed = true;
        clearTimeout(this.timer);
        removeEventListener("online", this.soon);
        removeEventListener("offline", this.drop);
        removeEventListener("pageshow", this.soon);
        document.removeEventListener("visibilitychange", this.soon);
        this.socket?.close();
    }

    private connect(): void {
        const url = new URL("/ws", location.href);
        url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
        const socket = (this.socket = new WebSocket(url));
        socket.onopen = () => {
            this.attempts = 0;
            this.opened();
        };
        socket.onmessage = ({ data }: MessageEvent<string>) => {
            if (this.closed || socket !== this.socket) return;
            this.heardAt = Date.now();
            this.heard(JSON.parse(data) as FromTable);
        };
        socket.onclose = () => socket === this.socket && this.ended();
    }

    private ended(): void {
        this.socket = null;
        if (this.closed) return;
        this.lost();
        const wait =
            this.attempts === 0
                ? 0
                : Math.min(longest, 1000 * 2 ** (this.attempts - 1)) * (1 + Math.random() / 4);
        this.attempts++;
        this.timer = setTimeout(() => this.connect(), wait);
    }

    /** The network is gone: the connection does not know yet, and may not for minutes. */
    private readonly drop = () => {
        const gone = this.socket;
        if (!gone || this.closed) return;
        this.attempts = Math.max(this.attempts, 1);
        this.ended();
        gone.close();
    };

    /** There is a network again, or somebody looks at the page: no need to wait, and no trust in
     * a connection that was silent. */
    private readonly soon = () => {
        if (this.closed || document.visibilityState === "hidden") return;
        if (!this.socket) {
            clearTimeout(this.timer);
            this.attempts = 1;
            return this.connect();
        }
        const { socket } = this,
            asked = Date.now();
        if (socket.readyState !== WebSocket.OPEN || asked - this.heardAt < quiet) return;
        this.asks();
        setTimeout(() => socket === this.socket && this.heardAt < asked && this.drop(), patience);
    };
}
