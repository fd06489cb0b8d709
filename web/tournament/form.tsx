// The dialogue for a new tournament.
import { useId, useState } from "preact/hooks";
import { createTournament, type NewTournament } from "../client/events";
import { useAction } from "../client/requests";
import { levels, type GameFacts } from "../generated/games";
import { offered } from "../offer";
import { Dialog } from "../pieces/dialog";
import { Icon } from "../pieces/symbol";
import { go } from "../route";
import { defaultsOf } from "../table/local";
import { levelWord } from "../table/words";
import { useWords } from "../words";
import { GamePick, OptionsForm, PaceForm, paceOf, Switch, type Terms } from "../pages/new";
import { Pick } from "../pages/header";

const titleMost = 60, // characters, as the server counts them
    noteMost = 140,
    roundChoices = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 15],
    pauseChoices = [0, 60, 120, 300, 600, 900, 1800]; // s

interface Draft {
    readonly name: string;
    readonly note: string;
    readonly game: GameFacts;
    readonly options: NewTournament["options"];
    readonly players: number;
    readonly kind: Terms["kind"];
    readonly minutes: number;
    readonly increment: number;
    readonly days: number;
    readonly system: NewTournament["system"];
    readonly until: boolean; // it ends at a time instead of after some rounds
    readonly rounds: number;
    readonly ends: string; // as an input of the type datetime-local has it
    readonly starts: string; // "": the organiser starts it
    readonly pause: number | null;
    readonly equal: boolean;
    readonly rated: boolean;
    readonly public: boolean;
    readonly level: string;
}

const first = (game: GameFacts): Draft => ({
    name: "",
    note: "",
    game,
    options: defaultsOf(game),
    players: Math.min(Math.max(game.min, 2), game.max),
    kind: "live",
    minutes: 20,
    increment: 10,
    days: 3,
    system: "swiss",
    until: false,
    rounds: 5,
    ends: "",
    starts: "",
    pause: 120,
    equal: true,
    rated: false,
    public: true,
    level: levels.includes("novice") ? "novice" : levels[0]!,
});

const timeOf = (local: string) => (local ? new Date(local).getTime() : null);

/** What the server gets. A round robin's rounds follow from the number of its entrants. */
const made = (draft: Draft): NewTournament => ({
    name: draft.name.trim(),
    note: draft.note.trim(),
    game: draft.game.id,
    players: draft.players,
    options: draft.options,
    pace: paceOf(draft),
    system: draft.players === 2 ? draft.system : "swiss",
    rounds: draft.until || isRobin(draft) ? null : draft.rounds,
    ends_ms: draft.until && !isRobin(draft) ? timeOf(draft.ends) : null,
    starts_ms: timeOf(draft.starts),
    pause_s: draft.pause,
    equal_deals: draft.equal,
    rated: draft.rated,
    public: draft.public,
    level: draft.level,
});

const isRobin = ({ players, system }: Draft) => players === 2 && system === "round_robin";

interface PartProps {
    readonly draft: Draft;
    change(part: Partial<Draft>): void;
}

export function NewTournamentForm({ close }: { close(): void }) {
    const { word, say } = useWords(),
        [draft, set] = useState(() => first(offered[0]!)),
        { busy, wrong, run } = useAction();
    const change = (part: Partial<Draft>) => set({ ...draft, ...part }),
        props = { draft, change };
    const submit = (event: Event) => {
        event.preventDefault();
        if (!busy) run(async () => go(await createTournament(made(draft))));
    };
    return (
        <Dialog title={word("web.tournament.new")} class="new" close={close}>
            <form onSubmit={submit}>
                <div class="db">
                    <div class="dl">
                        <Titles {...props} />
                        <GameAndOptions {...props} />
                    </div>
                    <div class="dr">
                        <Tables {...props} />
                        <PaceForm terms={draft} kinds={["live", "relaxed"]} change={change} />
                        <Schedule {...props} />
                        <Fairness {...props} />
                    </div>
                </div>
                <footer>
                    <span class={wrong ? "warn" : undefined} role={wrong ? "alert" : undefined}>
                        {wrong
                            ? say(wrong)
                            : word(
                                  draft.public ? "web.tournament.listed" : "web.tournament.by_link",
                              )}
                    </span>
                    <button type="submit" class="btn gold" data-create aria-disabled={busy}>
                        <Icon name="check" />
                        {word("web.tournament.create")}
                    </button>
                </footer>
            </form>
        </Dialog>
    );
}

function GameAndOptions({ draft, change }: PartProps) {
    const { game, options, players } = draft;
    return (
        <>
            <GamePick
                draft={{
                    game,
                    choose: (chosen) =>
                        change({
                            game: chosen,
                            options: defaultsOf(chosen),
                            players: Math.min(Math.max(chosen.min, players), chosen.max),
                        }),
                }}
            />
            <OptionsForm
                draft={{
                    game,
                    options,
                    setOption: (key, value) => change({ options: { ...options, [key]: value } }),
                }}
            />
        </>
    );
}

function Titles({ draft, change }: PartProps) {
    const { word } = useWords();
    return (
        <>
            <label class="field">
                <span>{word("web.tournament.name")}</span>
                <input
                    type="text"
                    required
                    maxLength={titleMost}
                    value={draft.name}
                    onInput={({ currentTarget }) => change({ name: currentTarget.value })}
                />
            </label>
            <label class="field">
                <span>{word("web.tournament.note")}</span>
                <input
                    type="text"
                    maxLength={noteMost}
                    value={draft.note}
                    onInput={({ currentTarget }) => change({ note: currentTarget.value })}
                />
            </label>
        </>
    );
}

/** Players per table, and for two the system. */
function Tables({ draft, change }: PartProps) {
    const { word } = useWords(),
        { min, max } = draft.game;
    const counts = Array.from({ length: max - min + 1 }, (_, i) => String(min + i));
    return (
        <>
            {min < max && (
                <Pick
                    title={word("web.tournament.per_table")}
                    value={String(draft.players)}
                    pick={(value) => change({ players: Number(value) })}
                    values={counts.map((n) => [n, n])}
                />
            )}
            {draft.players === 2 && (
                <Pick
                    title={word("web.tournament.system")}
                    value={draft.system}
                    pick={(system) => change({ system })}
                    values={[
                        ["swiss", word("web.tournament.swiss")],
                        ["round_robin", word("web.tournament.round_robin")],
                    ]}
                />
            )}
            {isRobin(draft) && <p class="quiet">{word("web.tournament.robin_how")}</p>}
        </>
    );
}

interface TimeProps {
    readonly title: string;
    readonly value: string;
    readonly required: boolean;
    set(value: string): void;
}

const TimeField = ({ title, value, required, set }: TimeProps) => (
    <label class="field">
        <span>{title}</span>
        <input
            type="datetime-local"
            required={required}
            value={value}
            onInput={({ currentTarget }) => set(currentTarget.value)}
        />
    </label>
);

/** How many rounds or until when, the break between them, and the start. */
const Schedule = (props: PartProps) => (
    <>
        <Rounds {...props} />
        <Start {...props} />
    </>
);

function Rounds({ draft, change }: PartProps) {
    const { word } = useWords();
    return (
        <>
            {!isRobin(draft) && (
                <Pick
                    title={word("web.tournament.length")}
                    value={draft.until ? "until" : "rounds"}
                    pick={(value) => change({ until: value === "until" })}
                    values={[
                        ["rounds", word("web.tournament.by_rounds")],
                        ["until", word("web.tournament.by_time")],
                    ]}
                />
            )}
            <div class="pair">
                {isRobin(draft) ? null : draft.until ? (
                    <TimeField
                        title={word("web.tournament.ends")}
                        value={draft.ends}
                        required
                        set={(ends) => change({ ends })}
                    />
                ) : (
                    <Choice
                        title={word("web.tournament.rounds")}
                        value={draft.rounds}
                        values={roundChoices}
                        say={String}
                        set={(rounds) => change({ rounds: rounds ?? 1 })}
                    />
                )}
                <Choice
                    title={word("web.tournament.pause")}
                    value={draft.pause}
                    values={[...pauseChoices, null]}
                    say={(s) =>
                        s === null
                            ? word("web.tournament.pause_hand")
                            : word("web.tournament.pause_is", { n: s / 60 })
                    }
                    set={(pause) => change({ pause })}
                />
            </div>
        </>
    );
}

function Start({ draft, change }: PartProps) {
    const { word } = useWords(),
        [timed, setTimed] = useState(false);
    return (
        <>
            <Pick
                title={word("web.tournament.start")}
                value={timed ? "time" : "hand"}
                pick={(value) => {
                    setTimed(value === "time");
                    change({ starts: "" });
                }}
                values={[
                    ["hand", word("web.tournament.start_hand")],
                    ["time", word("web.tournament.start_time")],
                ]}
            />
            {timed && (
                <TimeField
                    title={word("web.tournament.starts")}
                    value={draft.starts}
                    required
                    set={(starts) => change({ starts })}
                />
            )}
        </>
    );
}

interface ChoiceProps {
    readonly title: string;
    readonly value: number | null;
    readonly values: readonly (number | null)[];
    say(value: number | null): string;
    set(value: number | null): void;
}

function Choice({ title, value, values, say, set }: ChoiceProps) {
    const id = useId();
    return (
        <div class="field">
            <label for={id}>
                <span>{title}</span>
            </label>
            <select
                id={id}
                value={value ?? ""}
                onChange={({ currentTarget }) =>
                    set(currentTarget.value === "" ? null : Number(currentTarget.value))
                }
            >
                {values.map((one) => (
                    <option key={one} value={one ?? ""}>
                        {say(one)}
                    </option>
                ))}
            </select>
        </div>
    );
}

function Fairness({ draft, change }: PartProps) {
    const words = useWords(),
        { word } = words;
    return (
        <>
            <Switch
                title={word("web.tournament.equal")}
                note={word("web.tournament.equal_how")}
                on={draft.equal}
                disabled={false}
                turn={(equal) => change({ equal })}
            />
            <Switch
                title={word("web.new.rated")}
                note={word("web.tournament.rated_how")}
                on={draft.rated}
                disabled={false}
                turn={(rated) => change({ rated })}
            />
            <Pick
                title={word("web.new.who_may")}
                value={draft.public ? "public" : "link"}
                pick={(value) => change({ public: value === "public" })}
                values={[
                    ["public", word("web.new.public")],
                    ["link", word("web.new.by_link")],
                ]}
            />
            <label class="field">
                <span>{word("web.tournament.level")}</span>
                <select
                    value={draft.level}
                    onChange={({ currentTarget }) => change({ level: currentTarget.value })}
                >
                    {levels.map((one) => (
                        <option key={one} value={one}>
                            {levelWord(words, one)}
                        </option>
                    ))}
                </select>
            </label>
        </>
    );
}
