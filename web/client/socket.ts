// The connection to the server: one WebSocket that comes back by itself. What is sent while it is away is lost; whoever
// listens says hello again when it opens, and repeats what was not answered.
import type { FromClient, FromTable } from "../generated/protocol";

const longest = 60_000; // ms between two attempts

export class Socket {
    private socket: WebSocket | null = null;
    private attempts = 0;
    private timer: ReturnType<typeof setTimeout> | undefined;
    private closed = false;
    opened: () => void = () => {};
    lost: () => void = () => {};
    heard: (message: FromTable) => void = () => {};

    constructor() {
        addEventListener("online", this.soon);
        this.connect();
    }

    send(message: FromClient): void {
        if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
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
        socket.onmessage = ({ data }: MessageEvent<string>) => !this.closed && this.heard(JSON.parse(data) as FromTable);
        socket.onclose = () => {
            if (this.closed) return;
            this.lost();
            const wait = this.attempts === 0 ? 0 : Math.min(longest, 1000 * 2 ** (this.attempts - 1)) * (1 + Math.random() / 4);
            this.attempts++;
            this.timer = setTimeout(() => this.connect(), wait);
        };
    }

    /** The device has a network again: no need to wait. */
    private readonly soon = () => {
        if (this.closed || this.socket?.readyState !== WebSocket.CLOSED) return;
        clearTimeout(this.timer);
        this.attempts = 1;
        this.connect();
    };
}
