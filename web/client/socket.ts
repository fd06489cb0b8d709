// The WebSocket connection to the server; it reconnects by itself. Messages sent while it is down
// are lost, so the listener says hello whenever it opens and resends what was not answered.
import type { FromClient, FromTable } from "../generated/protocol";

const longestDelay = 60_000; // ms between two attempts
// A page that becomes visible after this long a silence checks the connection.
const silenceMs = 15_000;
const replyMs = 4_000; // for the reply to that check

export class Socket {
    private socket: WebSocket | null = null;
    private attempts = 0;
    private timer: ReturnType<typeof setTimeout> | undefined;
    private closed = false;
    private heardAt = 0;
    opened: () => void = () => {};
    lost: () => void = () => {};
    heard: (message: FromTable) => void = () => {};
    probe: () => void = () => {}; // sends any message that gets a reply, to check the connection

    constructor() {
        addEventListener("online", this.reconnect);
        addEventListener("offline", this.drop);
        addEventListener("pageshow", this.reconnect);
        document.addEventListener("visibilitychange", this.reconnect);
        this.connect();
    }

    /** Returns false if the connection is down and the message is lost. */
    send(message: FromClient): boolean {
        if (this.socket?.readyState !== WebSocket.OPEN) return false;
        this.socket.send(JSON.stringify(message));
        return true;
    }

    /** Connects again, so that the present session's cookie is sent. */
    again(): void {
        this.attempts = 0;
        this.socket?.close();
    }

    close(): void {
        this.closed = true;
        clearTimeout(this.timer);
        removeEventListener("online", this.reconnect);
        removeEventListener("offline", this.drop);
        removeEventListener("pageshow", this.reconnect);
        document.removeEventListener("visibilitychange", this.reconnect);
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
            // one message per line
            for (const line of data.split("\n")) this.heard(JSON.parse(line) as FromTable);
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
                : Math.min(longestDelay, 1000 * 2 ** (this.attempts - 1)) * (1 + Math.random() / 4);
        this.attempts++;
        this.timer = setTimeout(() => this.connect(), wait);
    }

    /** The browser reports that the network is gone. The socket itself may not notice for
     * minutes. */
    private readonly drop = () => {
        const gone = this.socket;
        if (!gone || this.closed) return;
        this.attempts = Math.max(this.attempts, 1);
        this.ended();
        gone.close();
    };

    /** The network is back, or the page became visible: reconnect without waiting, and check a
     * connection that has been silent. */
    private readonly reconnect = () => {
        if (this.closed || document.visibilityState === "hidden") return;
        if (!this.socket) {
            clearTimeout(this.timer);
            this.attempts = 1;
            return this.connect();
        }
        const { socket } = this,
            asked = Date.now();
        if (socket.readyState !== WebSocket.OPEN || asked - this.heardAt < silenceMs) return;
        this.probe();
        setTimeout(() => socket === this.socket && this.heardAt < asked && this.drop(), replyMs);
    };
}
