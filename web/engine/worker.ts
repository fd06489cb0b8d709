// A worker with an engine. It either runs one table, exchanging the protocol's messages and letting
// opponents think in workers of their own (opponents.ts), or answers questions about views and
// records.
import { Refusal } from "../refusal";
import type { FromClient, FromTable } from "../generated/protocol";
import { Engine } from "./engine";
import { loadNet, netFor, Opponents } from "./opponents";
import type {
    FromWorker,
    Owed,
    Pace,
    Question,
    Questions,
    Setup,
    Addressed,
    ToWorker,
} from "./messages";

// TypeScript's DOM library types `self` as a window; a worker has only these.
const scope = self as unknown as {
    postMessage(message: FromWorker): void;
    onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
};

const compiling = WebAssembly.compileStreaming(fetch(ENGINE_URL)),
    loading = compiling.then((module) => Engine.of(module));
let engine: Engine | null = null;
let opponents: Opponents | null = null;
let deciding = false;
let pace: Pace = { forced: 400, opponent: [500, 1100] };
let waiting: readonly number[] = []; // the seats that the table waits for
let spectators = false; // the page is a spectator and receives the spectators' messages
let saved = 0; // how many entries of the log the page has received
let timer: ReturnType<typeof setTimeout> | undefined;

/** The messages for this page. Also remembers whom the table waits for. */
function forPage(messages: readonly Addressed[]): readonly FromTable[] {
    for (const { message } of messages) if (message.type === "waiting") waiting = message.seats;
    return messages.flatMap(({ to, message }) =>
        to !== "spectator" || spectators ? [message] : [],
    );
}

/** Sends messages and new log entries together, so that the page draws them at once. */
function post(current: Engine, messages: readonly FromTable[]): void {
    const { log, from } = current.log(saved);
    if (log.length) saved = from + log.length;
    for (const { by } of log) if (by !== "chance") opponents?.moved(by);
    if (messages.length || log.length) scope.postMessage({ messages, log, from });
}

// draws need no pause, because nobody waits for them
const pause = () => (waiting.length === 0 ? 0 : pace.forced);

/** Runs the table until something needs a pause, then lets the opponents answer. */
function goOn(current: Engine): void {
    if (timer !== undefined) return;
    timer = setTimeout(() => {
        timer = undefined;
        const all: FromTable[] = [];
        let more = true;
        do {
            const ran = current.run();
            all.push(...forPage(ran.messages));
            ({ more } = ran);
        } while (more && pause() === 0);
        post(current, all);
        if (more) goOn(current);
        else void decide(current).catch(broke);
    }, pause());
}

/** Lets one opponent think. Its answer appears after a delay that was drawn beforehand, so that the
 * delay reveals nothing about the position. */
async function decide(current: Engine): Promise<void> {
    const owed = deciding ? [] : current.owed(),
        [task] = owed;
    if (!task || !opponents) return;
    deciding = true;
    const [least, most] = pace.opponent,
        shown = performance.now() + least + Math.random() * (most - least);
    const { do: action, limited } = await opponents.decide(task, owed.length);
    await new Promise((done) => setTimeout(done, shown - performance.now()));
    deciding = false;
    const messages = answerFor(current, task, action);
    if (messages) {
        scope.postMessage({ decided: { limited } });
        post(current, forPage(messages));
    }
    goOn(current);
}

/** The table's reply to an opponent's answer; null if the question was withdrawn meanwhile. */
function answerFor(
    current: Engine,
    { seat, q }: Owed,
    action: string,
): readonly Addressed[] | null {
    try {
        return current.answer({ seat, q, do: action });
    } catch (error) {
        if (current.owed().some((other) => other.seat === seat && other.q === q)) throw error;
        return null;
    }
}

async function prepare(current: Engine, { game, bots }: Setup): Promise<void> {
    const net = await netFor(game, bots);
    if (net) current.net(net);
    opponents = new Opponents(current, await compiling, net, game);
}

async function openTable(current: Engine, message: Question<"open" | "resume">): Promise<null> {
    await prepare(current, message.setup);
    if (message.op === "open") current.open(message.setup);
    else current.resume(message.setup);
    saved = message.op === "resume" ? message.setup.log.length : 0;
    waiting = [];
    goOn(current);
    return null;
}

async function analyse(current: Engine, { record, visits }: Question<"analyse">) {
    const net = await loadNet(record.game, record.players),
        all = record.steps.length;
    if (net) current.net(net);
    let reported = performance.now();
    return current.analyse(record, visits, (left) => {
        if (performance.now() - reported < 100) return;
        reported = performance.now();
        scope.postMessage({ progress: 1 - left / all });
    });
}

const hintLimit = 1500; // ms
let hintNet = ""; // the net that is loaded for hints; empty: none

async function hint(current: Engine, { task, players }: Question<"hint">) {
    const wanted = `${task.game}-${players}`,
        net = wanted === hintNet ? null : await loadNet(task.game, players);
    if (net) current.net(net);
    hintNet = wanted;
    return current.think(task, hintLimit).choices[0]?.do;
}

let weighing = 0; // counts the tasks; a newer one ends the search
const slice = 60; // ms between two reports

/** Weighs a seat's choices, slice by slice, until there are enough visits or another task comes. */
async function weigh(current: Engine, { task, players, until }: Question<"weigh">): Promise<null> {
    const mine = ++weighing;
    if (!task) return null;
    const net = await loadNet(task.game, players);
    if (net) current.net(net);
    if (mine !== weighing) return null;
    current.weigh(task);
    let visits = 16;
    for (let done = 0; mine === weighing && done < until;) {
        const began = performance.now(),
            more = Math.min(visits, until - done);
        const weighed = current.weighMore(more);
        done += more;
        scope.postMessage({ weighed });
        visits = Math.max(
            16,
            Math.min(1 << 14, Math.round((more * slice) / (performance.now() - began + 1))),
        );
        await new Promise((next) => setTimeout(next)); // lets the next message in
    }
    return null;
}

async function answer(
    current: Engine,
    question: Question,
): Promise<Questions[keyof Questions]["reply"]> {
    switch (question.op) {
        case "open":
        case "resume":
            return openTable(current, question);
        case "describe":
            return current.describe(question.view);
        case "daily":
            return current.daily(question.day);
        case "verify":
            return current.verify(question.record);
        case "analyse":
            return analyse(current, question);
        case "study":
            return current.study(question.line);
        case "parts":
            return current.parts(question.game, question.do);
        case "weigh":
            return weigh(current, question);
        case "hint":
            return hint(current, question);
    }
}

async function reply(current: Engine, question: Question): Promise<void> {
    const { ask } = question;
    try {
        scope.postMessage({ ask, reply: await answer(current, question) });
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        scope.postMessage({ ask, refused: error.reason });
    }
}

function receive(current: Engine, message: FromClient): void {
    if (message.type === "hello" && message.seat === null) spectators = true;
    post(current, forPage(current.receive(message)));
    goOn(current);
}

function broke(error: unknown): void {
    scope.postMessage({ broken: String(error) });
}

scope.onmessage = async ({ data }) => {
    try {
        engine ??= await loading;
        if (data.op === "send") receive(engine, data.message);
        else if (data.op === "pace") ({ pace } = data);
        else await reply(engine, data);
    } catch (error) {
        broke(error);
    }
};
