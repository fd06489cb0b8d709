// Facts about a table at the server: pace, whether it is rated, options.
import type { Options, Pace } from "../generated/protocol";
import { Icon } from "../pieces/symbol";
import { defaultsOf, gameOf } from "../table/local";
import { known, useWords, type Words } from "../words";

const minute = 60_000,
    hour = 60 * minute,
    day = 24 * hour;

export function paceWord({ word }: Words, { kind, time_ms = 0, increment_ms = 0 }: Pace): string {
    if (kind === "live")
        return word("web.pace.live_is", {
            minutes: time_ms / minute,
            seconds: increment_ms / 1000,
        });
    return kind === "relaxed"
        ? word("web.pace.relaxed_is", { days: time_ms / day })
        : word("web.pace.none_is");
}

/** A rough age, such as "5 minutes". */
export function sinceWord({ word }: Words, from: number, now: number): string {
    const passed = now - from;
    if (passed < minute) return word("web.time.now");
    if (passed < hour) return word("web.time.minutes", { n: Math.floor(passed / minute) });
    return passed < day
        ? word("web.time.hours", { n: Math.floor(passed / hour) })
        : word("web.time.days", { n: Math.floor(passed / day) });
}

export function optionWord({ word }: Words, game: string, key: string, value: string): string {
    const name = `${game}.option.${key}.${value}`;
    return known(name) ? word(name) : value;
}

/** The options that differ from their defaults, in words. */
function unusual(words: Words, game: string, options: Options): readonly string[] {
    const facts = gameOf(game),
        usual = facts ? defaultsOf(facts) : {};
    return Object.entries(options)
        .filter(([key, value]) => value !== usual[key])
        .map(([key, value]) =>
            typeof value === "boolean"
                ? words.word(`${game}.option.${key}`)
                : optionWord(words, game, key, String(value)),
        );
}

interface FactsProps {
    readonly game: string;
    readonly options: Options;
    readonly pace: Pace;
    readonly rated: boolean;
    readonly hints: boolean;
}

export function Facts({ game, options, pace, rated, hints }: FactsProps) {
    const words = useWords();
    return (
        <ul class="facts-line">
            <li>
                <Icon name="glass" />
                {paceWord(words, pace)}
            </li>
            {rated && (
                <li>
                    <Icon name="crown" />
                    {words.word("web.rated")}
                </li>
            )}
            {!hints && !rated && (
                <li>
                    <Icon name="hint" />
                    {words.word("web.about_table.no_hints")}
                </li>
            )}
            {unusual(words, game, options).map((name) => (
                <li key={name}>
                    <Icon name="plus" />
                    {name}
                </li>
            ))}
        </ul>
    );
}
