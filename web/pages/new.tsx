// The new-table dialogue: one page, good defaults. Options appear only for the chosen game.
import { useState } from "preact/hooks";
import { beSomebody, openTable, type ServerTable } from "../client/server";
import { useDeed, useMe } from "../client/use";
import { games, levels, type GameFacts } from "../generated/games";
import { drawNames } from "../names";
import { Dialog } from "../pieces/dialog";
import { Icon, Mark, Picture } from "../pieces/symbol";
import { go } from "../route";
import { settings } from "../store/settings";
import { createTable, defaultsOf, gameOf } from "../table/local";
import { levelWord } from "../table/words";
import { useWords } from "../words";
import { optionWord } from "./facts";
import { Pick } from "./header";

export type With = "opponents" | "people" | "friends";

export const usualLevel = () => (levels.includes("club") ? "club" : levels.at(-1)!);

/** Who sits where at first: you and opponents, or people, around one device or with one each. */
function seating(game: GameFacts, company: With): readonly string[] {
    const count = Math.min(Math.max(game.min, 3), game.max);
    return Array.from({ length: company === "opponents" ? count : game.min }, (_, seat) =>
        seat === 0 || company !== "opponents" ? "person" : usualLevel(),
    );
}

/** Names for a table: the person's own for their seat, drawn ones for opponents; other people
 * are called by their seat. */
export function namesFor(bots: readonly string[]): readonly string[] {
    const mine = settings().name,
        drawn = [...drawNames(bots.length, [mine])];
    const alone = bots.filter((level) => level === "person").length === 1;
    return bots.map((level, seat) =>
        level !== "person" ? drawn[seat]! : alone || seat === 0 ? mine : "",
    );
}

/** One tap: a table with the usual opponents. */
export async function playNow(game: GameFacts): Promise<void> {
    const bots = seating(game, "opponents");
    go(
        `/local/${await createTable({ game: game.id, options: defaultsOf(game), bots, names: namesFor(bots) })}`,
    );
}

/** What is settled at a server besides the game: who may come, how fast, whether it counts. */
interface Terms {
    readonly public: boolean;
    readonly kind: "none" | "live" | "relaxed";
    readonly minutes: number;
    readonly increment: number;
    readonly days: number;
    readonly rated: boolean;
    readonly hints: boolean;
}

const paceOf = ({ kind, minutes, increment, days }: Terms): ServerTable["pace"] =>
    kind === "live"
        ? { kind, minutes, increment_s: increment }
        : kind === "relaxed"
          ? { kind, days }
          : { kind };

interface NewProps {
    readonly game: string;
    readonly company: With;
    readonly public?: boolean;
    close(): void;
}

export function NewTable({ game: first, company, public: open = false, close }: NewProps) {
    const words = useWords(),
        { word } = words,
        who = useMe();
    const [game, setGame] = useState(gameOf(first) ?? games[0]!);
    const [bots, setBots] = useState(() => seating(game, company));
    const [names, setNames] = useState<Readonly<Record<number, string>>>({});
    const [options, setOptions] = useState(() => defaultsOf(game));
    const choose = (next: GameFacts) => {
        setGame(next);
        setOptions(defaultsOf(next));
        setBots(seating(next, company));
    };
    const { busy, wrong, run } = useDeed(),
        friends = company === "friends";
    const [terms, setTerms] = useState<Terms>({
        public: open,
        kind: "none",
        minutes: 15,
        increment: 10,
        days: 3,
        rated: false,
        hints: true,
    });
    const invite = async () => {
        await beSomebody(
            names[0]?.trim() || who?.name || settings().name || word("web.online.guest"),
        );
        const { rated, hints } = terms,
            seats = bots.map((level, seat) => (seat === 0 ? "me" : level));
        go(
            await openTable({
                game: game.id,
                options,
                seats,
                public: terms.public,
                pace: paceOf(terms),
                rated,
                hints: hints && !rated,
            }),
        );
    };
    const create = async () => {
        const usual = namesFor(bots);
        go(
            `/local/${await createTable({ game: game.id, options, bots, names: usual.map((name, seat) => names[seat]?.trim() || name) })}`,
        );
    };
    const sit = (seat: number, level: string) =>
        setBots(bots.map((old, i) => (i === seat ? level : old)));
    const people = bots.filter((level) => level === "person").length;
    return (
        <Dialog title={word("web.new.title")} class="new" close={close}>
            <div class="db">
                <div class="dl">
                    <h3>{word("web.new.game")}</h3>
                    <div class="pick">
                        {games
                            .filter(({ about }) => about)
                            .map((one) => (
                                <button
                                    type="button"
                                    key={one.id}
                                    class="pk"
                                    aria-pressed={one === game}
                                    onClick={() => choose(one)}
                                >
                                    <Picture game={one.id} class="vpk" />
                                    <b>{one.about?.title ?? one.name}</b>
                                    <small>
                                        {word("web.home.players", { min: one.min, max: one.max })}
                                    </small>
                                </button>
                            ))}
                    </div>
                    {game.options.length > 0 && <h3>{word("web.new.options")}</h3>}
                    {game.options.map(({ key, values }) =>
                        typeof values[0] === "boolean" ? (
                            <label key={key} class="switch">
                                <input
                                    type="checkbox"
                                    role="switch"
                                    checked={options[key] === true}
                                    onChange={({ currentTarget }) =>
                                        setOptions({ ...options, [key]: currentTarget.checked })
                                    }
                                />
                                <span>{word(`${game.id}.option.${key}`)}</span>
                            </label>
                        ) : (
                            <Pick
                                key={key}
                                title={word(`${game.id}.option.${key}`)}
                                value={String(options[key])}
                                pick={(value) => setOptions({ ...options, [key]: value })}
                                values={values.map((value) => [
                                    String(value),
                                    optionWord(words, game.id, key, String(value)),
                                ])}
                            />
                        ),
                    )}
                </div>
                <div class="dr">
                    <h3>{word("web.new.seats")}</h3>
                    <ul class="sits">
                        {bots.map((level, seat) => (
                            <li key={seat} class={`sit s${seat}`}>
                                <Mark seat={seat} />
                                {friends && seat === 0 && who && !who.guest ? (
                                    <b>{who.name}</b>
                                ) : level === "person" && (seat === 0 || !friends) ? (
                                    <input
                                        type="text"
                                        maxLength={24}
                                        aria-label={word("web.new.name", { n: seat + 1 })}
                                        placeholder={
                                            seat === 0
                                                ? (friends && who?.name) ||
                                                  settings().name ||
                                                  word("web.you")
                                                : word("common.seat", { n: seat + 1 })
                                        }
                                        value={names[seat] ?? ""}
                                        onInput={({ currentTarget }) =>
                                            setNames({ ...names, [seat]: currentTarget.value })
                                        }
                                    />
                                ) : (
                                    <span>
                                        {word(
                                            level === "person"
                                                ? "web.online.free"
                                                : "web.new.opponent",
                                        )}
                                    </span>
                                )}
                                <select
                                    disabled={friends && seat === 0}
                                    aria-label={word("web.new.who", { n: seat + 1 })}
                                    value={level}
                                    onChange={({ currentTarget }) => sit(seat, currentTarget.value)}
                                >
                                    {["person", ...levels].map((one) => (
                                        <option key={one} value={one}>
                                            {levelWord(words, one)}
                                        </option>
                                    ))}
                                </select>
                                {bots.length > game.min && seat > 0 && (
                                    <button
                                        type="button"
                                        class="tool"
                                        aria-label={word("web.new.remove", { n: seat + 1 })}
                                        onClick={() => setBots(bots.filter((_, i) => i !== seat))}
                                    >
                                        <Icon name="close" />
                                    </button>
                                )}
                            </li>
                        ))}
                        {bots.length < game.max && (
                            <li>
                                <button
                                    type="button"
                                    class="sit add"
                                    onClick={() =>
                                        setBots([
                                            ...bots,
                                            company === "opponents" ? usualLevel() : "person",
                                        ])
                                    }
                                >
                                    <Icon name="plus" />
                                    {word("web.new.add")}
                                </button>
                            </li>
                        )}
                    </ul>
                    {friends && (
                        <TermsForm
                            terms={terms}
                            account={who !== null && !who.guest}
                            change={(part) => setTerms({ ...terms, ...part })}
                        />
                    )}
                </div>
            </div>
            <footer>
                <span class={wrong ? "warn" : undefined} role={wrong ? "alert" : undefined}>
                    {wrong
                        ? words.say(wrong)
                        : word(
                              friends
                                  ? terms.public
                                      ? "web.new.listed"
                                      : "web.new.link"
                                  : people > 1
                                    ? "web.new.pass"
                                    : people === 1
                                      ? "web.new.alone"
                                      : "web.new.watch",
                          )}
                </span>
                <button
                    type="button"
                    class="btn gold"
                    aria-disabled={busy}
                    onClick={() => (friends ? busy || run(invite) : void create())}
                >
                    <Icon name="check" />
                    {word("web.new.create")}
                </button>
            </footer>
        </Dialog>
    );
}

const choices = {
    minutes: [5, 10, 15, 20, 30, 45, 60, 90, 120],
    increment: [0, 5, 10, 15, 30, 60],
    days: [1, 2, 3, 5, 7, 14, 30],
} as const;

function TermsForm({
    terms,
    account,
    change,
}: {
    readonly terms: Terms;
    readonly account: boolean;
    change(part: Partial<Terms>): void;
}) {
    const { word } = useWords();
    const number = (name: keyof typeof choices, title: string, say: (n: number) => string) => (
        <label class="field">
            <span>{title}</span>
            <select
                value={terms[name]}
                onChange={({ currentTarget }) => change({ [name]: Number(currentTarget.value) })}
            >
                {choices[name].map((n) => (
                    <option key={n} value={n}>
                        {say(n)}
                    </option>
                ))}
            </select>
        </label>
    );
    return (
        <>
            <Pick
                title={word("web.new.pace")}
                value={terms.kind}
                pick={(kind) => change({ kind })}
                values={[
                    ["none", word("web.pace.none")],
                    ["live", word("web.pace.live")],
                    ["relaxed", word("web.pace.relaxed")],
                ]}
            />
            {terms.kind === "live" && (
                <div class="pair">
                    {number("minutes", word("web.pace.minutes"), (n) =>
                        word("web.home.minutes", { n }),
                    )}
                    {number("increment", word("web.pace.increment"), (n) =>
                        word("web.pace.seconds", { n }),
                    )}
                </div>
            )}
            {terms.kind === "relaxed" && (
                <div class="pair">
                    {number("days", word("web.pace.days"), (n) => word("web.pace.days_are", { n }))}
                </div>
            )}
            <Pick
                title={word("web.new.who_may")}
                value={terms.public ? "public" : "link"}
                pick={(value) => change({ public: value === "public" })}
                values={[
                    ["link", word("web.new.by_link")],
                    ["public", word("web.new.public")],
                ]}
            />
            <label class="switch">
                <input
                    type="checkbox"
                    role="switch"
                    disabled={!account}
                    checked={terms.rated}
                    onChange={({ currentTarget }) => change({ rated: currentTarget.checked })}
                />
                <span>
                    {word("web.new.rated")}
                    <small>{word(account ? "web.new.rated_how" : "web.new.rated_account")}</small>
                </span>
            </label>
            <label class="switch">
                <input
                    type="checkbox"
                    role="switch"
                    disabled={terms.rated}
                    checked={terms.hints && !terms.rated}
                    onChange={({ currentTarget }) => change({ hints: currentTarget.checked })}
                />
                <span>
                    {word("web.new.hints")}
                    <small>{word("web.new.hints_how")}</small>
                </span>
            </label>
        </>
    );
}
