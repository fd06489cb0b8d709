// What need not be seen at once is drawn part by part: when that has taken long enough for one
// task, the browser gets its turn before the next part. On a quick machine all of it is one task,
// after that of what stands around it.
import { options } from "preact";
import { settings, stillOf } from "../store/settings";

type Job = () => void;

interface Waiting {
    then: Job;
    meanwhile: Job;
}

// ms of a picture's 16, so that a processor of a quarter of the speed keeps them; the last part
// begun may take the rest
const enough = 2;
const line = new Set<Job>(),
    waiting = new Set<Waiting>(),
    tasks: Job[] = [];
let began = 0,
    runs = false,
    within = false,
    due: Job | null = null,
    channel: MessageChannel | null = null;

/** A task of its own, without the pause that timers make. */
function inTask(job: Job): void {
    if (!channel) {
        channel = new MessageChannel();
        channel.port2.onmessage = () => tasks.shift()?.();
    }
    tasks.push(job);
    channel.port1.postMessage(null);
}

/** What Preact has to draw, if it is not there yet. */
function draw(): void {
    const job = due;
    due = null;
    job?.();
}

/** What is drawn where things move is not added to the task that wanted it, unless it is a part
 * whose turn has come. */
options.debounceRendering = (job) => {
    due = job;
    if (within || stillOf(settings())) queueMicrotask(draw);
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

/** The next part, or, after so long a time, a task of its own for it. */
function go(): void {
    if (line.size === 0 || performance.now() - began < enough) return next();
    return pause();
}

function next(): void {
    const [job] = line;
    if (!job) return finish();
    line.delete(job);
    draw(); // else it would be drawn together with what waits
    within = true;
    job();
    within = false;
    queueMicrotask(go); // it is drawn in a microtask, too, the one before
}

function finish(): void {
    runs = false;
    const done = [...waiting];
    waiting.clear();
    for (const { then } of done) then();
}

/** Draws when its turn has come. */
export function enqueue(job: Job): void {
    line.add(job);
    if (runs) return;
    runs = true;
    queueMicrotask(pause); // once what is being drawn is there
}

export const dequeue = (job: Job) => void line.delete(job);

/** When all that waits is drawn; `meanwhile` whenever the browser may show what is not yet
 * whole. Returns how to call it off. */
export function onceDrawn(then: Job, meanwhile: Job = () => {}): Job {
    const one = { then, meanwhile };
    if (runs) waiting.add(one);
    else then();
    return () => void waiting.delete(one);
}
