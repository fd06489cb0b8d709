// What a tournament's page and its large view share: its arms, and the clock to the next round.
import { useEffect, useState } from "preact/hooks";
import type { Tournament } from "../client/events";
import { Icon, Symbol } from "../pieces/symbol";
import { useWords } from "../words";
import { clockWord, momentWord } from "./words";

/** The present time, updated every second. */
function useSeconds(): number {
    const [now, tick] = useState(Date.now);
    useEffect(() => {
        const timer = setInterval(() => tick(Date.now()), 1000);
        return () => clearInterval(timer);
    }, []);
    return now;
}

const hour = 3_600_000;

/** The time to the first or next round: counted down within the last hour. */
export function Clock({ cup: { phase, starts_ms, next_ms, round } }: { readonly cup: Tournament }) {
    const { word, language } = useWords(),
        now = useSeconds(),
        due = phase === "entry" ? starts_ms : next_ms;
    if (phase === "over" || due === null || due <= now) return null;
    const left = Math.ceil((due - now) / 1000),
        near = due - now < hour;
    return (
        <div class="cup-clock panel" role="timer">
            <Icon name="glass" />
            <div>
                <b>
                    {near
                        ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`
                        : due - now < 20 * hour
                          ? clockWord(language, due)
                          : momentWord(language, due)}
                </b>
                <span>
                    {word(near ? "web.tournament.until_round" : "web.tournament.begins_round", {
                        n: round + 1,
                    })}
                </span>
            </div>
        </div>
    );
}

export const Arms = () => (
    <svg class="cup-arms" viewBox="0 0 80 84" aria-hidden="true">
        <path
            d="M6 5H74V42Q74 66 40 80 6 66 6 42Z"
            fill="#1f4a7d"
            stroke="#2b2118"
            stroke-width="2.6"
            stroke-linejoin="round"
        />
        <path
            d="M11 10H69V42Q69 62.5 40 74.5 11 62.5 11 42Z"
            fill="none"
            stroke="#e8b93c"
            stroke-width="1.8"
        />
        <svg x="24" y="12" width="32" height="55" style={{ color: "#b3361e" }}>
            <Symbol name="tower" box="0 0 56 96" class="arms-tower" />
        </svg>
        <path
            d="M20 56q-8-3-6-12 8 2 6 12ZM60 56q8-3 6-12-8 2-6 12Z"
            fill="#7fb88f"
            stroke="#2b2118"
            stroke-width="1.1"
        />
    </svg>
);
