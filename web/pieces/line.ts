// What need not be seen at once is drawn part by part: when that has taken long enough for one task, the browser gets its turn
// before the next part. On a quick machine all of it is one task, after that of what stands around it.
type Job = () => void;

interface Waiting {
    then: Job;
    meanwhile: Job;
}

const enough = 6; // ms of a picture's 16; the last part begun may take the rest
const line = new Set<Job>(), waiting = new Set<Waiting>();
let began = 0, runs = false, channel: MessageChannel | null = null;

/** A task of its own, without the pause that timers make. */
function resume(): void {
    if (!channel) {
        channel = new MessageChannel();
        channel.port2.onmessage = begin;
    }
    channel.port1.postMessage(null);
}

function begin(): void {
    began = performance.now();
    next();
}

function pause(): void {
    for (const { meanwhile } of waiting) meanwhile();
    resume();
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
    job();
    queueMicrotask(go); // it is drawn in a microtask, too, the one before
}

function finish(): void {
    runs = false;
    const done = [...waiting];
    waiting.clear();
    for (const { then } of done) then();
}

/** Draws when its turn has come. */
export function lineUp(job: Job): void {
    line.add(job);
    if (runs) return;
    runs = true;
    queueMicrotask(pause); // once what is being drawn is there
}

export const stepOut = (job: Job) => void line.delete(job);

/** When all that waits is drawn; `meanwhile` whenever the browser may show what is not yet whole. Returns how to call it off. */
export function onceDrawn(then: Job, meanwhile: Job = () => {}): Job {
    const one = { then, meanwhile };
    if (runs) waiting.add(one);
    else then();
    return () => void waiting.delete(one);
}
