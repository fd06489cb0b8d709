// The time that the seats of a server's table have left.
import { useEffect, useState } from "preact/hooks";
import { useWords, type Words } from "../words";

/** The seats' remaining time as the server sent it at one moment. */
export interface Clock {
    readonly left_ms: readonly number[];
    readonly running: readonly number[];
    readonly at: number; // that moment in ms since 1970, by this browser's clock
}

const second = 1000,
    minute = 60 * second,
    hour = 60 * minute,
    day = 24 * hour;

export const leftOf = ({ left_ms, running, at }: Clock, seat: number, now: number) =>
    Math.max(0, left_ms[seat]! - (running.includes(seat) ? now - at : 0));

/** Rounds up, so that a seat at 0:00 has no time left. */
export function timeText({ word }: Words, left: number): string {
    if (left >= day)
        return word("web.clock.days", {
            d: Math.floor(left / day),
            h: Math.floor((left % day) / hour),
        });
    const whole = Math.ceil(left / second),
        two = (n: number) => String(n).padStart(2, "0");
    const h = Math.floor(whole / 3600),
        m = Math.floor((whole % 3600) / 60),
        s = two(whole % 60);
    return h ? `${h}:${two(m)}:${s}` : `${m}:${s}`;
}

/** The present time, updated with the seat's whole seconds, and only while its clock runs. */
function useTime(clock: Clock, seat: number): number {
    const [now, tick] = useState(Date.now()),
        left = leftOf(clock, seat, now),
        runs = clock.running.includes(seat) && left > 0;
    useEffect(() => {
        if (!runs) return undefined;
        const rest = leftOf(clock, seat, Date.now()),
            timer = setTimeout(() => tick(Date.now()), rest >= day ? minute : (rest % second) + 10);
        return () => clearTimeout(timer);
    }, [clock, seat, runs, now]);
    return Math.max(now, clock.at);
}

const warnings = [minute, 10 * second];

/** A seat's remaining time. It is read out only when the reader's own runs short. */
export function SeatClock({
    clock,
    seat,
    own,
}: {
    readonly clock: Clock;
    readonly seat: number;
    readonly own: boolean;
}) {
    const words = useWords(),
        left = leftOf(clock, seat, useTime(clock, seat)),
        runs = clock.running.includes(seat);
    const passed = own && runs ? warnings.filter((ms) => left <= ms).at(-1) : undefined;
    return (
        <span class={`clock${runs ? " runs" : ""}${left < minute ? " short" : ""}`}>
            <span role="timer" aria-label={words.word("web.clock.left")}>
                {timeText(words, left)}
            </span>
            {own && (
                <span class="hidden" aria-live="assertive">
                    {passed === undefined
                        ? ""
                        : words.word("web.clock.warn", { n: passed / second })}
                </span>
            )}
        </span>
    );
}
