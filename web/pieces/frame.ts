// What happens often and is drawn at most once per frame.

const longestFrame = 100; // ms after which a page that draws no frames gets its news anyway

/** Calls back with the next frame. Calls back once, however often it is asked to before. */
export function oncePerFrame(then: () => void): {
    readonly ask: () => void;
    readonly cancel: () => void;
} {
    let frame = 0,
        timer: ReturnType<typeof setTimeout> | undefined;
    const cancel = () => {
        cancelAnimationFrame(frame);
        clearTimeout(timer);
        timer = undefined;
    };
    const go = () => {
        cancel();
        then();
    };
    const ask = () => {
        if (timer !== undefined) return;
        timer = setTimeout(go, document.hidden ? 0 : longestFrame);
        frame = requestAnimationFrame(go);
    };
    return { ask, cancel };
}
