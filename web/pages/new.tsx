// The new-table dialogue: one page, good defaults. Options appear only for the chosen game.
import { useState } from "preact/hooks";
import { beGuest, guestName, openTable } from "../client/server";
import { Refusal } from "../engine/host";
import { games, levels, type GameFacts } from "../generated/games";
import type { Options } from "../generated/protocol";
import { drawNames } from "../names";
import { Dialog } from "../pieces/dialog";
import { Icon, Mark, Picture } from "../pieces/symbol";
import { go } from "../route";
import { settings } from "../store/settings";
import { createTable, gameOf } from "../table/local";
import { levelWord } from "../table/words";
import type { Message } from "../text";
import { known, useWords } from "../words";
import { Pick } from "./header";

export type With = "opponents" | "people" | "friends";

export const usualLevel = () => (levels.includes("club") ? "club" : levels.at(-1)!);

export const defaultsOf = ({ options }: GameFacts): Options => Object.fromEntries(options.map(({ key, values }) => [key, values[0]!]));

/** Who sits where at first: you and opponents, or people, around one device or with one each. */
function seating(game: GameFacts, company: With): readonly string[] {
    const count = Math.min(Math.max(game.min, 3), game.max);
    return Array.from({ length: company === "opponents" ? count : game.min }, (_, seat) => (seat === 0 || company !== "opponents" ? "person" : usualLevel()));
}

/** Names for a table: the person's own for their seat, drawn ones for opponents; other people are called by their seat. */
export function namesFor(bots: readonly string[]): readonly string[] {
    const mine = settings().name, drawn = [...drawNames(bots.length, [mine])];
    const alone = bots.filter((level) => level === "person").length === 1;
    return bots.map((level, seat) => (level !== "person" ? drawn[seat]! : alone || seat === 0 ? mine : ""));
}

/** One tap: a table with the usual opponents. */
export async function playNow(game: GameFacts): Promise<void> {
    const bots = seating(game, "opponents");
    go(`/local/${await createTable({ game: game.id, options: defaultsOf(game), bots, names: namesFor(bots) })}`);
}

interface NewProps {
    readonly game: string;
    readonly company: With;
    close(): void;
}

export function NewTable({ game: first, company, close }: NewProps) {
    const words = useWords(), { word } = words;
    const [game, setGame] = useState(gameOf(first) ?? games[0]!);
    const [bots, setBots] = useState(() => seating(game, company));
    const [names, setNames] = useState<Readonly<Record<number, string>>>({});
    const [options, setOptions] = useState(() => defaultsOf(game));
    const choose = (next: GameFacts) => {
        setGame(next);
        setOptions(defaultsOf(next));
        setBots(seating(next, company));
    };
    const [wrong, setWrong] = useState<Message | null>(null), friends = company === "friends";
    const invite = async () => {
        const name = names[0]?.trim() || guestName() || settings().name || word("web.online.guest");
        try {
            if (guestName() !== name) await beGuest(name);
            go(await openTable({ game: game.id, options, seats: bots.map((level, seat) => (seat === 0 ? "me" : level)) }));
        } catch (error) {
            setWrong(error instanceof Refusal ? error.reason : { key: "web.online.away", params: {} });
        }
    };
    const create = async () => {
        const usual = namesFor(bots);
        go(`/local/${await createTable({ game: game.id, options, bots, names: usual.map((name, seat) => names[seat]?.trim() || name) })}`);
    };
    const sit = (seat: number, level: string) => setBots(bots.map((old, i) => (i === seat ? level : old)));
    const people = bots.filter((level) => level === "person").length;
    return (
        <Dialog title={word("web.new.title")} class="new" close={close}>
            <div class="db">
                <div class="dl">
                    <h3>{word("web.new.game")}</h3>
                    <div class="pick">
                        {games.filter(({ about }) => about).map((one) => (
                            <button type="button" key={one.id} class="pk" aria-pressed={one === game} onClick={() => choose(one)}>
                                <Picture game={one.id} class="vpk" /><b>{one.about?.title ?? one.name}</b>
                                <small>{word("web.home.players", { min: one.min, max: one.max })}</small>
                            </button>
                        ))}
                    </div>
                    {game.options.length > 0 && <h3>{word("web.new.options")}</h3>}
                    {game.options.map(({ key, values }) => (typeof values[0] === "boolean" ? (
                        <label key={key} class="switch">
                            <input type="checkbox" role="switch" checked={options[key] === true} onChange={({ currentTarget }) => setOptions({ ...options, [key]: currentTarget.checked })} />
                            <span>{word(`${game.id}.option.${key}`)}</span>
                        </label>
                    ) : (
                        <Pick key={key} title={word(`${game.id}.option.${key}`)} value={String(options[key])} pick={(value) => setOptions({ ...options, [key]: value })}
                            values={values.map((value) => [String(value), optionWord(word, game.id, key, String(value))])} />
                    )))}
                </div>
                <div class="dr">
                    <h3>{word("web.new.seats")}</h3>
                    <ul class="sits">
                        {bots.map((level, seat) => (
                            <li key={seat} class={`sit s${seat}`}>
                                <Mark seat={seat} />
                                {level === "person" && (seat === 0 || !friends) ? (
                                    <input type="text" maxLength={24} aria-label={word("web.new.name", { n: seat + 1 })} placeholder={seat === 0 ? (friends && guestName()) || settings().name || word("web.you") : word("common.seat", { n: seat + 1 })}
                                        value={names[seat] ?? ""} onInput={({ currentTarget }) => setNames({ ...names, [seat]: currentTarget.value })} />
                                ) : <span>{word(level === "person" ? "web.online.free" : "web.new.opponent")}</span>}
                                <select disabled={friends && seat === 0} aria-label={word("web.new.who", { n: seat + 1 })} value={level} onChange={({ currentTarget }) => sit(seat, currentTarget.value)}>
                                    {["person", ...levels].map((one) => <option key={one} value={one}>{levelWord(words, one)}</option>)}
                                </select>
                                {bots.length > game.min && seat > 0 && (
                                    <button type="button" class="tool" aria-label={word("web.new.remove", { n: seat + 1 })} onClick={() => setBots(bots.filter((_, i) => i !== seat))}><Icon name="close" /></button>
                                )}
                            </li>
                        ))}
                        {bots.length < game.max && (
                            <li><button type="button" class="sit add" onClick={() => setBots([...bots, company === "opponents" ? usualLevel() : "person"])}><Icon name="plus" />{word("web.new.add")}</button></li>
                        )}
                    </ul>
                </div>
            </div>
            <footer>
                <span class={wrong ? "warn" : undefined} role={wrong ? "alert" : undefined}>{wrong ? words.say(wrong) : word(friends ? "web.new.link" : people > 1 ? "web.new.pass" : people === 1 ? "web.new.alone" : "web.new.watch")}</span>
                <button type="button" class="btn gold" onClick={() => void (friends ? invite() : create())}><Icon name="check" />{word("web.new.create")}</button>
            </footer>
        </Dialog>
    );
}

function optionWord(word: (key: string) => string, game: string, key: string, value: string): string {
    const name = `${game}.option.${key}.${value}`;
    return known(name) ? word(name) : value;
}
