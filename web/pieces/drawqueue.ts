// Draws large parts of a screen one after the other, in tasks of limited length, so that the
// browser can react in between. On a fast machine all of them fit into one task, right after that
// of the frame around them.
import { options } from "preact";
import { settings, stillOf } from "../store/settings";

type Job = () => void;

interface Waiting {
    then: Job;
    meanwhile: Job;
}

// ms of drawing per task. A frame has 16, so this holds on a processor of a quarter of the speed,
// and the last part begun may overrun.
const taskMs = 2;
const queue = new Set<Job>(),
    waiting = new Set<Waiting>(),
    tasks: Job[] = [];
let began = 0,
    runs = false,
    drawingPart = false,
    due: Job | null = null,
    channel: MessageChannel | null = null;

/** Runs a job as a task of its own, without the minimum delay of timers. */
function inTask(job: Job): void {
    if (!channel) {
        channel = new MessageChannel();
        channel.port2.onmessage = () => tasks.shift()?.();
    }
    tasks.push(job);
    channel.port1.postMessage(null);
}

/** Runs Preact's pending rendering, if there is any. */
function draw(): void {
    const job = due;
    due = null;
    job?.();
}

/** Preact's rendering gets a task of its own, so that it does not lengthen the one that requested
 * it. The queue's own parts, and pages with reduced motion, render at once. */
options.debounceRendering = (job) => {
    due = job;
    if (drawingPart || stillOf(settings())) queueMicrotask(draw);
    else inTask(draw);
};

function begin(): void {
    began = performance.now();
    next();
}

function pause(): void {
    for (const { meanwhile } of waiting) meanwhile();
    inTask(begin);
}

/** Draws the next part now, or in a new task if this one has taken long enough. */
function go(): void {
    if (queue.size === 0 || performance.now() - began < taskMs) return next();
    return pause();
}

function next(): void {
    const [job] = queue;
    if (!job) return finish();
    queue.delete(job);
    draw(); // otherwise it would be drawn together with the next part
    drawingPart = true;
    job();
    drawingPart = false;
    queueMicrotask(go); // Preact renders the part in a microtask that is queued before this one
}

function finish(): void {
    runs = false;
    const done = [...waiting];
    waiting.clear();
    for (const { then } of done) then();
}

/** Queues a job. */
export function enqueue(job: Job): void {
    queue.add(job);
    if (runs) return;
    runs = true;
    queueMicrotask(pause); // after the rendering that is under way
}

export const dequeue = (job: Job) => void queue.delete(job);

/** Calls `then` once the queue is empty, and `meanwhile` whenever the browser may show a half-drawn
 * screen. Returns a function that cancels both. */
export function onceDrawn(then: Job, meanwhile: Job = () => {}): Job {
    const one = { then, meanwhile };
    if (runs) waiting.add(one);
    else then();
    return () => void waiting.delete(one);
}
