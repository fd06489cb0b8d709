// An engine in a worker. One worker holds a table: it takes and says the protocol's messages, and
// goes on by itself, with its opponents in workers of their own (crew.ts). Others answer questions
// about views and records.
import { Crew, loadNet, netFor } from "./crew";
import { Engine } from "./engine";
import type { FromWorker, LogEntry, Pace, Setup, ToWorker } from "./messages";

// The DOM's types know a window where a worker has only these.
const scope = self as unknown as {
    postMessage(message: FromWorker): void;
    onmessage: ((event: MessageEvent<string | ToWorker>) => void) | null;
};

const compiling = WebAssembly.compileStreaming(fetch(ENGINE_URL)),
    loading = compiling.then((module) => Engine.of(module));
let engine: Engine | null = null;
let crew: Crew | null = null;
let deciding = false;
let pace: Pace = { forced: 400, opponent: [500, 1100] };
let waiting: readonly number[] = [];
let spectators = false;
let saved = 0; // entries of the log that the page has
let timer: ReturnType<typeof setTimeout> | undefined;

/** {"to":0,"message":{…}}: the message as it stands, so that nothing is written anew. */
function pass(line: string): readonly string[] {
    const at = line.indexOf(',"message":');
    if (at < 0) return [];
    const to = line.slice('{"to":'.length, at),
        message = line.slice(at + ',"message":'.length, -1);
    const seats = /^\{"type":"waiting",.*?"seats":\[([\d,]*)\]/.exec(message)?.[1];
    if (seats !== undefined) waiting = seats === "" ? [] : seats.split(",").map(Number);
    return to !== '"spectator"' || spectators ? [message] : [];
}

/** All at once, so that the page draws it once. */
function tell(current: Engine, said: readonly string[]): void {
    const { log, from } = JSON.parse(current.log(saved)) as {
        log: readonly LogEntry[];
        from: number;
    };
    if (log.length) saved = from + log.length;
    for (const { by } of log) if (by !== "chance") crew?.moved(by);
    if (said.length || log.length) scope.postMessage({ said, log, from });
}

const pause = () => (waiting.length === 0 ? 0 : pace.forced); // draws come at once

/** Lets the table go on, as far as nothing needs a pause; then the opponents. */
function goOn(current: Engine): void {
    if (timer !== undefined) return;
    timer = setTimeout(() => {
        timer = undefined;
        const said: string[] = [];
        let more = true;
        do {
            const ran = current.run();
            said.push(...ran.lines.flatMap(pass));
            ({ more } = ran);
        } while (more && pause() === 0);
        tell(current, said);
        if (more) goOn(current);
        else void decide(current).catch(broke);
    }, pause());
}

/** One opponent thinks, and answers not before the time that was drawn for it, whatever the
 * position. */
async function decide(current: Engine): Promise<void> {
    const owed = deciding ? [] : current.owed(),
        [task] = owed;
    if (!task || !crew) return;
    deciding = true;
    const [least, most] = pace.opponent,
        shown = performance.now() + least + Math.random() * (most - least);
    const { do: action, limited } = await crew.decide(task, owed.length);
    await new Promise((done) => setTimeout(done, shown - performance.now()));
    deciding = false;
    const { good, lines } = current.call(
        "answer",
        JSON.stringify({ seat: task.seat, q: task.q, do: action }),
    );
    if (!good && current.owed().some(({ seat, q }) => seat === task.seat && q === task.q))
        throw new Error(lines[0]);
    if (good) {
        scope.postMessage({ decided: { limited } });
        tell(current, lines.flatMap(pass));
    }
    goOn(current); // not good: the question was taken back meanwhile
}

type Asked = Exclude<ToWorker, { op: "pace" }>;
type Analyse = Extract<ToWorker, { op: "analyse" }>;
type Hint = Extract<ToWorker, { op: "hint" }>;

async function analyse(current: Engine, { ask, record, visits }: Analyse): Promise<void> {
    const net = await loadNet(record.game, record.players),
        all = record.steps.length;
    if (net) current.net(net);
    let told = performance.now();
    const { good, lines } = current.analyse(record, visits, (left) => {
        if (performance.now() - told < 100) return;
        told = performance.now();
        scope.postMessage({ progress: 1 - left / all });
    });
    scope.postMessage({ ask, good, lines });
}

const hintLimit = 1500; // ms
let hinting = ""; // whose net is there

async function hint(current: Engine, { ask, task, players }: Hint): Promise<void> {
    const wanted = `${task.game}-${players}`,
        net = wanted === hinting ? null : await loadNet(task.game, players);
    if (net) current.net(net);
    hinting = wanted;
    scope.postMessage({ ask, good: true, lines: [JSON.stringify(current.think(task, hintLimit))] });
}

async function prepare(current: Engine, { game, bots }: Setup): Promise<void> {
    const net = await netFor(game, bots);
    if (net) current.net(net);
    crew = new Crew(current, await compiling, net, game);
}

async function answer(current: Engine, message: Exclude<Asked, Analyse | Hint>): Promise<void> {
    const { ask, op } = message,
        opens = op === "open" || op === "resume";
    if (opens) await prepare(current, message.setup);
    const text =
        op === "describe"
            ? JSON.stringify(message.view)
            : op === "verify"
              ? message.record
              : JSON.stringify({ ...message.setup, elsewhere: true });
    const said = current.call(op, text);
    if (opens && said.good) {
        saved = op === "resume" ? message.setup.log.length : 0;
        waiting = [];
        goOn(current);
    }
    scope.postMessage({ ask, good: said.good, lines: said.lines });
}

function receive(current: Engine, text: string): void {
    if (/^\{"type":"hello",.*?"seat":null/.test(text)) spectators = true;
    tell(current, current.call("receive", text).lines.flatMap(pass));
    goOn(current);
}

function broke(error: unknown): void {
    scope.postMessage({ broken: String(error) });
}

scope.onmessage = async ({ data }) => {
    try {
        engine ??= await loading;
        if (typeof data === "string") receive(engine, data);
        else if (data.op === "pace") pace = data.pace;
        else if (data.op === "analyse") await analyse(engine, data);
        else if (data.op === "hint") await hint(engine, data);
        else await answer(engine, data);
    } catch (error) {
        broke(error);
    }
};
