// The plain page: it proves the protocol where no other page is installed. Steps are shown in the rules' notation.
import { blake2b } from "/blake2b.js";

const $ = (id) => document.getElementById(id);
const note = (text) => { $("note").textContent = text; };
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const button = (text, press) => { const b = document.createElement("button"); b.textContent = text; b.addEventListener("click", press); return b; };

async function api(method, path, body) {
    const response = await fetch("/api/" + path, { method, headers: body ? { "Content-Type": "application/json" } : {}, body: body && JSON.stringify(body) });
    const data = await response.json();
    if (!response.ok) throw new Error(data.error.key);
    return data;
}

async function guest() {
    try { return await api("GET", "me"); } catch { return api("POST", "guest", { name: "Gast " + Math.floor(Math.random() * 1e6) }); }
}

// ---- the lobby

async function create(game) {
    const made = await api("POST", "tables", { game: game.id, players: game.players_min, seats: ["me", ...Array(game.players_min - 1).fill("novice")] });
    location.href = made.path;
}

async function lobby() {
    const { games } = await api("GET", "games");
    const { tables } = await api("GET", "tables");
    $("lobby").hidden = false;
    for (const game of games) $("lobby").append(button(game.name, () => create(game).catch((error) => note(error.message))));
    const list = document.createElement("ul");
    for (const table of tables) {
        const item = document.createElement("li"), link = document.createElement("a");
        link.href = "/t/" + table.table;
        link.textContent = `${table.game}: ${table.seats.map((seat) => seat.name ?? seat.level ?? "…").join(", ")}`;
        item.append(link);
        list.append(item);
    }
    $("lobby").append(list);
}

// ---- a table

class Table {
    constructor(id) {
        this.id = id;
        this.version = 0;
        this.seat = null;
        this.tries = 0;
        this.connect();
    }

    connect() {
        this.socket = new WebSocket(location.origin.replace(/^http/, "ws") + "/ws");
        this.socket.addEventListener("open", () => { this.tries = 0; this.hello(); });
        this.socket.addEventListener("message", (event) => this.hear(JSON.parse(event.data)));
        // Back-off with jitter: a restarted server is not overrun.
        this.socket.addEventListener("close", () => setTimeout(() => this.connect(), Math.min(30000, 500 * 2 ** this.tries++) * (0.5 + Math.random())));
    }

    send(message) { this.socket.send(JSON.stringify({ table: this.id, seat: this.seat, ...message })); }

    hello() {
        const secret = location.hash.slice(1);
        this.given = {};
        this.send({ type: "hello", protocol: 1, version: this.version, ...(secret ? { secret } : {}) });
    }

    hear(message) {
        if (message.table === this.id && this["on_" + message.type]) this["on_" + message.type](message);
    }

    on_table(message) {
        $("seats").replaceChildren(...message.seats.map((seat, number) =>
            seat.name === null && seat.level === null ? button(`+ ${number}`, () => this.send({ type: "sit", seat: number })) : document.createTextNode(` ${number}: ${seat.name ?? seat.level} `)));
        if (this.seat !== null || !message.you.length) return;
        this.seat = message.you[0];
        this.version = 0;
        $("log").replaceChildren();
        this.hello();
    }

    on_waiting(message) {
        if (message.seat !== this.seat) return;
        $("waiting").textContent = `${message.phase} ${JSON.stringify(message.seats)}`;
        if (message.seats.indexOf(this.seat) < 0) $("choices").replaceChildren();
        if (this.seat !== null && message.entropy.includes(this.seat)) this.entropy(message.phase);
    }

    // The bytes that this client adds to the draws: their hash first, they themselves when all hashes are in.
    entropy(phase) {
        if (this.given[phase]) return;
        this.given[phase] = true;
        const key = "entropy " + this.id + " " + this.seat;
        if (phase === "seating") localStorage.setItem(key, hex(crypto.getRandomValues(new Uint8Array(32))));
        const kept = localStorage.getItem(key);
        if (!kept) this.send({ type: "entropy", lost: true });
        else if (phase === "seating") this.send({ type: "entropy", hash: hex(blake2b(Uint8Array.from(kept.match(/../g), (pair) => parseInt(pair, 16)))) });
        else this.send({ type: "entropy", value: kept });
    }

    on_restart() { this.given = {}; }

    on_question(message) {
        $("choices").replaceChildren(...message.legal.map((choice) =>
            button(choice.do, () => this.send({ type: "answer", q: message.q, id: hex(crypto.getRandomValues(new Uint8Array(8))), do: choice.do }))));
        if (message.undo) $("choices").append(button("↶", () => this.send({ type: "undo", id: hex(crypto.getRandomValues(new Uint8Array(8))) })));
    }

    on_update(message) {
        if (message.seat !== this.seat || message.version <= this.version) return;
        this.version = message.version;
        const item = document.createElement("li");
        item.textContent = message.entry === "step" ? `${message.by}: ${message.do}` : message.entry;
        $("log").prepend(item);
        $("view").textContent = JSON.stringify({ score: message.score, ...message.view, result: message.result }, null, 1);
    }

    on_refused(message) { note(message.reason.key); }
}

await guest();
const table = location.pathname.match(/^\/t\/([\w-]{22})$/);
if (table) {
    $("table").hidden = false;
    new Table(table[1]);
} else {
    await lobby();
}
