// The dialogue for a new table: one page with good defaults. Options appear only for the chosen
// game.
import { useState } from "preact/hooks";
import { ensureSession, openTable, type Me, type ServerTable } from "../client/server";
import { useAction, useMe } from "../client/requests";
import { levels, type GameFacts } from "../generated/games";
import { drawNames } from "../names";
import { gameTitle, offered } from "../offer";
import { Dialog } from "../pieces/dialog";
import { Icon, Mark, Picture } from "../pieces/symbol";
import { go } from "../route";
import { settings } from "../store/settings";
import { createTable, defaultsOf, gameOf } from "../table/local";
import { levelWord } from "../table/words";
import { useWords } from "../words";
import { optionWord } from "./facts";
import { Pick as PickOne } from "./header";

export type PlayWith = "opponents" | "people" | "friends";

export const usualLevel = () => (levels.includes("club") ? "club" : levels.at(-1)!);

/** The opponents of somebody's first game. */
export const firstLevel = () => (levels.includes("novice") ? "novice" : usualLevel());

/** The initial seats: the person and opponents, or people around one device or with a device
 * each. */
function seating(game: GameFacts, playWith: PlayWith, level = usualLevel()): readonly string[] {
    const count = Math.min(Math.max(game.min, 3), game.max);
    return Array.from({ length: playWith === "opponents" ? count : game.min }, (_, seat) =>
        seat === 0 || playWith !== "opponents" ? "person" : level,
    );
}

/** Names for a table: the person's own for their seat and drawn names for opponents. Other people
 * are called by their seat's number. */
function namesFor(bots: readonly string[]): readonly string[] {
    const mine = settings().name,
        drawn = [...drawNames(bots.length, [mine])];
    const alone = bots.filter((level) => level === "person").length === 1;
    return bots.map((level, seat) =>
        level !== "person" ? drawn[seat]! : alone || seat === 0 ? mine : "",
    );
}

/** Opens a table with opponents of this level after one tap. */
export async function playNow(game: GameFacts, level: string): Promise<void> {
    const bots = seating(game, "opponents", level),
        names = namesFor(bots),
        id = await createTable({ game: game.id, options: defaultsOf(game), bots, names });
    go(`/local/${id}`);
}

/** Creates the table with the prepared deal and the guide at its start. */
export async function beginGuide(facts: GameFacts): Promise<void> {
    const { guide } = await facts.guide!(),
        { options, bots, seed } = guide,
        names = namesFor(bots);
    const table = { game: facts.id, options, bots, names, seed, guide: { seen: [] } };
    go(`/local/${await createTable(table)}`);
}

/** Settings of a table at a server: who may join, the pace, whether it is rated. */
export interface Terms {
    readonly public: boolean;
    readonly kind: "none" | "live" | "relaxed";
    readonly minutes: number;
    readonly increment: number;
    readonly days: number;
    readonly rated: boolean;
    readonly hints: boolean;
    readonly delay: number; // minutes that spectators see less
}

type PaceTerms = "kind" | "minutes" | "increment" | "days";

export const paceOf = ({
    kind,
    minutes,
    increment,
    days,
}: Pick<Terms, PaceTerms>): ServerTable["pace"] =>
    kind === "live"
        ? { kind, minutes, increment_s: increment }
        : kind === "relaxed"
          ? { kind, days }
          : { kind };

interface NewProps {
    readonly game: string;
    readonly playWith: PlayWith;
    readonly public?: boolean;
    close(): void;
}

const usualTerms: Terms = {
    public: false,
    kind: "none",
    minutes: 15,
    increment: 10,
    days: 3,
    rated: false,
    hints: true,
    delay: 0,
};

/** The state of the dialogue. `playWith` says whom the person wants to play with. */
function useDraft(first: string, playWith: PlayWith, open: boolean) {
    const [game, setGame] = useState(gameOf(first) ?? offered[0]!),
        [bots, setBots] = useState(() => seating(game, playWith)),
        [names, setNames] = useState<Readonly<Record<number, string>>>({}),
        [options, setOptions] = useState(() => defaultsOf(game)),
        [terms, setTerms] = useState<Terms>({ ...usualTerms, public: open });
    return {
        game,
        bots, // "person" or a level, by seat
        names,
        options,
        terms,
        choose(next: GameFacts) {
            setGame(next);
            setOptions(defaultsOf(next));
            setBots(seating(next, playWith));
        },
        setOption: (key: string, value: boolean | string) =>
            setOptions({ ...options, [key]: value }),
        setLevel: (seat: number, level: string) =>
            setBots(bots.map((old, i) => (i === seat ? level : old))),
        setName: (seat: number, name: string) => setNames({ ...names, [seat]: name }),
        addSeat: () => setBots([...bots, playWith === "opponents" ? usualLevel() : "person"]),
        removeSeat: (seat: number) => setBots(bots.filter((_, i) => i !== seat)),
        setTerms: (part: Partial<Terms>) => setTerms({ ...terms, ...part }),
    };
}

type Draft = ReturnType<typeof useDraft>;

/** Opens the table at the server, signed in under that name. */
async function invite({ game, bots, options, terms }: Draft, name: string): Promise<void> {
    await ensureSession(name);
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
            delay_s: 60 * terms.delay,
        }),
    );
}

/** Opens the table in this browser. */
async function create({ game, bots, options, names }: Draft): Promise<void> {
    const all = namesFor(bots).map((name, seat) => names[seat]?.trim() || name),
        id = await createTable({ game: game.id, options, bots, names: all });
    go(`/local/${id}`);
}

export function NewTable({ game, playWith, public: open = false, close }: NewProps) {
    const { word, say } = useWords(),
        who = useMe(),
        draft = useDraft(game, playWith, open),
        { busy, wrong, run } = useAction(),
        friends = playWith === "friends";
    const name = () =>
        draft.names[0]?.trim() || who?.name || settings().name || word("web.online.guest");
    return (
        <Dialog title={word("web.new.title")} class="new" close={close}>
            <div class="db">
                <div class="dl">
                    <GamePick draft={draft} />
                    <OptionsForm draft={draft} />
                </div>
                <div class="dr">
                    <SeatsForm draft={draft} friends={friends} who={who} />
                    {friends && (
                        <TermsForm
                            terms={draft.terms}
                            account={who !== null && !who.guest}
                            change={draft.setTerms}
                        />
                    )}
                </div>
            </div>
            <footer>
                <span class={wrong ? "warn" : undefined} role={wrong ? "alert" : undefined}>
                    {wrong ? say(wrong) : word(noteFor(draft, friends))}
                </span>
                <button
                    type="button"
                    class="btn gold"
                    aria-disabled={busy}
                    onClick={() =>
                        friends ? busy || run(() => invite(draft, name())) : void create(draft)
                    }
                >
                    <Icon name="check" />
                    {word("web.new.create")}
                </button>
            </footer>
        </Dialog>
    );
}

/** The key of a sentence that says who can join the table, or how its link is shared. */
function noteFor({ bots, terms }: Draft, friends: boolean): string {
    if (friends) return terms.public ? "web.new.listed" : "web.new.link";
    const people = bots.filter((level) => level === "person").length;
    return people > 1 ? "web.new.pass" : people === 1 ? "web.new.alone" : "web.new.watch";
}

export function GamePick({
    draft: { game, choose },
}: {
    readonly draft: Pick<Draft, "game" | "choose">;
}) {
    const { word } = useWords();
    return (
        <>
            <h3>{word("web.new.game")}</h3>
            <div class="pick">
                {offered.map((one) => (
                    <button
                        type="button"
                        key={one.id}
                        class="pk"
                        aria-pressed={one === game}
                        onClick={() => choose(one)}
                    >
                        <Picture game={one.id} class="vpk" />
                        <b>{gameTitle(one)}</b>
                        <small>{word("web.home.players", { min: one.min, max: one.max })}</small>
                    </button>
                ))}
            </div>
        </>
    );
}

export function OptionsForm({
    draft: { game, options, setOption },
}: {
    readonly draft: Pick<Draft, "game" | "options" | "setOption">;
}) {
    const words = useWords(),
        { word } = words;
    return (
        <>
            {game.options.length > 0 && <h3>{word("web.new.options")}</h3>}
            {game.options.map(({ key, values }) =>
                typeof values[0] === "boolean" ? (
                    <label key={key} class="switch">
                        <input
                            type="checkbox"
                            role="switch"
                            checked={options[key] === true}
                            onChange={({ currentTarget }) => setOption(key, currentTarget.checked)}
                        />
                        <span>{word(`${game.id}.option.${key}`)}</span>
                    </label>
                ) : (
                    <PickOne
                        key={key}
                        title={word(`${game.id}.option.${key}`)}
                        value={String(options[key])}
                        pick={(value) => setOption(key, value)}
                        values={values.map((value) => [
                            String(value),
                            optionWord(words, game.id, key, String(value)),
                        ])}
                    />
                ),
            )}
        </>
    );
}

interface SeatsProps {
    readonly draft: Draft;
    readonly friends: boolean;
    readonly who: Me | null;
}

function SeatsForm(props: SeatsProps) {
    const { word } = useWords(),
        { game, bots, addSeat } = props.draft;
    return (
        <>
            <h3>{word("web.new.seats")}</h3>
            <ul class="sits">
                {bots.map((_, seat) => (
                    <SeatForm key={seat} {...props} seat={seat} />
                ))}
                {bots.length < game.max && (
                    <li>
                        <button type="button" class="sit add" onClick={addSeat}>
                            <Icon name="plus" />
                            {word("web.new.add")}
                        </button>
                    </li>
                )}
            </ul>
        </>
    );
}

function SeatForm({ draft, friends, who, seat }: SeatsProps & { readonly seat: number }) {
    const words = useWords(),
        { word } = words,
        { game, bots, setLevel, removeSeat } = draft;
    return (
        <li class={`sit s${seat}`}>
            <Mark seat={seat} />
            <SeatName draft={draft} friends={friends} who={who} seat={seat} />
            <select
                disabled={friends && seat === 0}
                aria-label={word("web.new.who", { n: seat + 1 })}
                value={bots[seat]}
                onChange={({ currentTarget }) => setLevel(seat, currentTarget.value)}
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
                    onClick={() => removeSeat(seat)}
                >
                    <Icon name="close" />
                </button>
            )}
        </li>
    );
}

/** The name at a seat. An account's name is fixed, people at this device type theirs, and people
 * who join at a server bring their own. */
function SeatName({ draft, friends, who, seat }: SeatsProps & { readonly seat: number }) {
    const { word } = useWords(),
        { bots, names, setName } = draft,
        person = bots[seat] === "person";
    if (friends && seat === 0 && who && !who.guest) return <b>{who.name}</b>;
    if (!person || (friends && seat > 0))
        return <span>{word(person ? "web.online.free" : "web.new.opponent")}</span>;
    return (
        <input
            type="text"
            maxLength={24}
            aria-label={word("web.new.name", { n: seat + 1 })}
            placeholder={
                seat === 0
                    ? (friends && who?.name) || settings().name || word("web.you")
                    : word("common.seat", { n: seat + 1 })
            }
            value={names[seat] ?? ""}
            onInput={({ currentTarget }) => setName(seat, currentTarget.value)}
        />
    );
}

const choices = {
    minutes: [5, 10, 15, 20, 30, 45, 60, 90, 120],
    increment: [0, 5, 10, 15, 30, 60],
    days: [1, 2, 3, 5, 7, 14, 30],
} as const;

const delays = [0, 5, 15]; // minutes

interface TermsProps {
    readonly terms: Terms;
    readonly account: boolean; // rated tables need one
    change(part: Partial<Terms>): void;
}

interface PaceProps {
    readonly terms: Pick<Terms, PaceTerms>;
    readonly kinds: readonly Terms["kind"][];
    change(part: Partial<Pick<Terms, PaceTerms>>): void;
}

export function PaceForm({ terms, kinds, change }: PaceProps) {
    const { word } = useWords();
    const number = (
        name: "minutes" | "increment" | "days",
        title: string,
        say: (n: number) => string,
    ) => (
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
            <PickOne
                title={word("web.new.pace")}
                value={terms.kind}
                pick={(kind) => change({ kind })}
                values={kinds.map((kind) => [kind, word(`web.pace.${kind}`)])}
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
        </>
    );
}

interface SwitchProps {
    readonly title: string;
    readonly note: string;
    readonly on: boolean;
    readonly disabled: boolean;
    turn(on: boolean): void;
}

export const Switch = ({ title, note, on, disabled, turn }: SwitchProps) => (
    <label class="switch">
        <input
            type="checkbox"
            role="switch"
            disabled={disabled}
            checked={on}
            onChange={({ currentTarget }) => turn(currentTarget.checked)}
        />
        <span>
            {title}
            <small>{note}</small>
        </span>
    </label>
);

function TermsForm({ terms, account, change }: TermsProps) {
    const { word } = useWords();
    return (
        <>
            <PaceForm terms={terms} kinds={["none", "live", "relaxed"]} change={change} />
            <PickOne
                title={word("web.new.who_may")}
                value={terms.public ? "public" : "link"}
                pick={(value) => change({ public: value === "public" })}
                values={[
                    ["link", word("web.new.by_link")],
                    ["public", word("web.new.public")],
                ]}
            />
            <Switch
                title={word("web.new.rated")}
                note={word(account ? "web.new.rated_how" : "web.new.rated_account")}
                on={terms.rated}
                disabled={!account}
                turn={(rated) => change({ rated })}
            />
            <Switch
                title={word("web.new.hints")}
                note={word("web.new.hints_how")}
                on={terms.hints && !terms.rated}
                disabled={terms.rated}
                turn={(hints) => change({ hints })}
            />
            <PickOne
                title={word("web.new.delay")}
                value={String(terms.delay)}
                pick={(minutes) => change({ delay: Number(minutes) })}
                values={delays.map((n) => [String(n), word("web.new.delay_is", { n })])}
            />
        </>
    );
}
