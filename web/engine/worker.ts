// An engine in a worker. One worker holds a table: strings are the protocol's messages, in and out, and it goes on by
// itself. Others answer questions about views and records. The same script for all.
import { Engine } from "./engine";
import type { FromWorker, Pace, ToWorker } from "./messages";

// The DOM's types know a window where a worker has only these.
const scope = self as unknown as { postMessage(message: string | FromWorker): void; onmessage: ((event: MessageEvent<string | ToWorker>) => void) | null };

const loading = Engine.load(ENGINE_URL);
let engine: Engine | null = null;
let opponents: ReadonlySet<number> = new Set();
let pace: Pace = { forced: 400, opponent: [500, 1100] };
let waiting: readonly number[] = [];
let spectators = false;
let saved = 0; // entries of the log that the page has
let timer: ReturnType<typeof setTimeout> | undefined;

/** {"to":0,"message":{…}}: the message as it stands, so that nothing is written anew. */
function pass(line: string): void {
    const at = line.indexOf(',"message":');
    if (at < 0) return;
    const to = line.slice('{"to":'.length, at), message = line.slice(at + ',"message":'.length, -1);
    const seats = /^\{"type":"waiting",.*?"seats":\[([\d,]*)\]/.exec(message)?.[1];
    if (seats !== undefined) waiting = seats === "" ? [] : seats.split(",").map(Number);
    if (to !== '"spectator"' || spectators) scope.postMessage(message);
}

function tell(current: Engine, lines: readonly string[]): void {
    for (const line of lines) pass(line);
    const { log, from } = JSON.parse(current.log(saved)) as { log: []; from: number };
    if (log.length === 0) return;
    saved = from + log.length;
    scope.postMessage({ log, from });
}

function pause(): number {
    if (waiting.length === 0) return 0; // draws
    if (!waiting.some((seat) => opponents.has(seat))) return pace.forced;
    const [least, most] = pace.opponent;
    return least + Math.random() * (most - least);
}

/** Lets the table go on, one thing at a time. */
function goOn(current: Engine): void {
    if (timer !== undefined) return;
    timer = setTimeout(() => {
        timer = undefined;
        const { more, lines } = current.run();
        tell(current, lines);
        if (more) goOn(current);
    }, pause());
}

function answer(current: Engine, message: Exclude<ToWorker, { op: "pace" }>): void {
    const { ask, op } = message;
    const text = op === "describe" ? JSON.stringify(message.view) : op === "verify" ? message.record : JSON.stringify(message.setup);
    const said = current.call(op, text);
    if ((op === "open" || op === "resume") && said.good) {
        opponents = new Set(message.setup.bots.flatMap((level, seat) => (level === "person" ? [] : [seat])));
        saved = op === "resume" ? message.setup.log.length : 0;
        waiting = [];
        goOn(current);
    }
    scope.postMessage({ ask, good: said.good, lines: said.lines });
}

function receive(current: Engine, text: string): void {
    if (/^\{"type":"hello",.*?"seat":null/.test(text)) spectators = true;
    tell(current, current.call("receive", text).lines);
    goOn(current);
}

scope.onmessage = async ({ data }) => {
    try {
        engine ??= await loading;
        if (typeof data === "string") receive(engine, data);
        else if (data.op === "pace") pace = data.pace;
        else answer(engine, data);
    } catch (error) {
        scope.postMessage({ broken: String(error) });
    }
};
