// What the organiser of a tournament can do: start, draw, end, enter results, remove somebody. All
// of it is in the log that everybody sees.
import { useState } from "preact/hooks";
import {
    correctResult,
    removeEntrant,
    setClock,
    tournamentDeed,
    type Tournament,
    type TournamentDeed,
    type TournamentTable,
} from "../client/events";
import { useAction } from "../client/requests";
import { Dialog } from "../pieces/dialog";
import { Icon, Mark } from "../pieces/symbol";
import { levelWord } from "../table/words";
import { useWords } from "../words";
import { Form } from "../pages/form";
import { QrCode } from "../pages/qr";
import { Ways } from "../pages/share";
import { roman } from "./words";

type OpenDialogue = "result" | "add" | "remove";

interface MenuProps {
    readonly cup: Tournament;
    again(): void;
}

export function OrganiserMenu({ cup, again }: MenuProps) {
    const { word, say } = useWords(),
        [open, setOpen] = useState<OpenDialogue | null>(null),
        { busy, wrong, run } = useAction();
    const between = cup.phase === "running" && cup.finished === cup.round,
        act = (work: () => Promise<unknown>) => () => busy || run(() => work().then(again));
    const deed = (what: TournamentDeed, text: string, icon: string) => (
        <Item
            what={what}
            text={text}
            icon={icon}
            busy={busy}
            act={act(() => tournamentDeed(what, cup.id))}
        />
    );
    return (
        <details class="cup-lead">
            <summary class="btn">
                <Icon name="organiser" />
                {word("web.tournament.lead")}
                <Icon name="down" />
            </summary>
            <div class="cup-menu">
                {(between || cup.phase === "entry") && (
                    <ClockItems cup={cup} busy={busy} act={act} />
                )}
                {cup.phase === "entry" && deed("start", word("web.tournament.start_now"), "play")}
                {between &&
                    deed("next", word("web.tournament.next", { n: cup.round + 1 }), "right")}
                {cup.tables.length > 0 && (
                    <button type="button" data-deed="result" onClick={() => setOpen("result")}>
                        <Icon name="scroll" />
                        {word("web.tournament.enter_result")}
                    </button>
                )}
                {!cup.ending && (
                    <button type="button" data-deed="add" onClick={() => setOpen("add")}>
                        <Icon name="plus" />
                        {word("web.tournament.add")}
                    </button>
                )}
                {cup.standings.length > 0 && (
                    <button type="button" data-deed="remove" onClick={() => setOpen("remove")}>
                        <Icon name="people" />
                        {word("web.tournament.remove")}
                    </button>
                )}
                {!cup.ending && deed("end", word("web.tournament.end"), "close")}
                {wrong && (
                    <p class="warn" role="alert">
                        {say(wrong)}
                    </p>
                )}
            </div>
            {open && <OpenForm open={open} cup={cup} again={again} close={() => setOpen(null)} />}
        </details>
    );
}

interface ItemProps {
    readonly what: string;
    readonly text: string;
    readonly icon: string;
    readonly busy: boolean;
    act(): void;
}

const Item = ({ what, text, icon, busy, act }: ItemProps) => (
    <button type="button" data-deed={what} aria-disabled={busy} onClick={act}>
        <Icon name={icon} />
        {text}
    </button>
);

const moreTime = 300; // seconds

interface ClockProps {
    readonly cup: Tournament;
    readonly busy: boolean;
    act(work: () => Promise<unknown>): () => void;
}

/** The clock to the first or next round: stop it, give it five minutes, or let it run. */
function ClockItems({ cup: { id, phase, starts_ms, next_ms }, busy, act }: ClockProps) {
    const { word } = useWords(),
        runs = (phase === "entry" ? starts_ms : next_ms) !== null;
    return (
        <>
            {runs && (
                <Item
                    what="stop"
                    text={word("web.tournament.clock_stop")}
                    icon="glass"
                    busy={busy}
                    act={act(() => setClock(id, { stop: true }))}
                />
            )}
            <Item
                what="extend"
                text={word(runs ? "web.tournament.clock_more" : "web.tournament.clock_run")}
                icon={runs ? "plus" : "glass"}
                busy={busy}
                act={act(() => setClock(id, { add_s: moreTime }))}
            />
        </>
    );
}

interface DialogueProps extends MenuProps {
    close(): void;
}

function OpenForm({ open, ...props }: DialogueProps & { readonly open: OpenDialogue }) {
    if (open === "result") return <ResultForm {...props} />;
    return open === "add" ? <AddDialogue {...props} /> : <RemoveForm {...props} />;
}

/** Somebody comes: the way in, to show or to send. People enter themselves, because an entrant who
 * is absent loses. */
function AddDialogue({ cup, close }: DialogueProps) {
    const { word } = useWords(),
        address = `${location.origin}/tournaments/${cup.id}`;
    return (
        <Dialog title={word("web.tournament.add")} class="cup-form cup-add" close={close}>
            <p>
                {word(
                    cup.phase === "entry" ? "web.tournament.add_entry" : "web.tournament.add_late",
                )}
            </p>
            <QrCode url={address} />
            <p class="add-link">{address.replace(/^https?:\/\//, "")}</p>
            <div class="row">
                <Ways url={address} />
            </div>
        </Dialog>
    );
}

const reasonMost = 140;

function Reason({ value, set }: { readonly value: string; set(value: string): void }) {
    const { word } = useWords();
    return (
        <label class="field">
            <span>{word("web.tournament.reason")}</span>
            <input
                type="text"
                maxLength={reasonMost}
                value={value}
                onInput={({ currentTarget }) => set(currentTarget.value)}
            />
        </label>
    );
}

/** A result for a table of the round that is shown. */
function ResultForm({ cup, again, close }: DialogueProps) {
    const { word } = useWords(),
        { busy, wrong, run } = useAction(),
        [at, setAt] = useState(0),
        [reason, setReason] = useState(""),
        table = cup.tables[at]!;
    const [score, setScore] = useState<readonly string[]>([]),
        [lost, setLost] = useState<readonly number[]>([]);
    const scoreAt = (seat: number) => score[seat] ?? String(table.score?.[seat] ?? "");
    const submit = () =>
        run(async () => {
            const points = table.seats.map((_, seat) => Number(scoreAt(seat)));
            await correctResult(cup.id, table.number, points, lost, reason);
            again();
            close();
        });
    return (
        <Dialog title={word("web.tournament.enter_result")} class="cup-form" close={close}>
            <Form
                action={word("web.tournament.enter")}
                gold
                busy={busy}
                wrong={wrong}
                submit={submit}
            >
                <TableField
                    cup={cup}
                    at={at}
                    pick={(next) => {
                        setAt(next);
                        setScore([]);
                        setLost([]);
                    }}
                />
                {table.seats.map((seat, i) => (
                    <SeatScore
                        key={i}
                        seat={seat}
                        number={i}
                        level={cup.level}
                        value={scoreAt(i)}
                        absent={lost.includes(i)}
                        set={(value) => setScore(Object.assign([...score], { [i]: value }))}
                        turn={(absent) =>
                            setLost(absent ? [...lost, i] : lost.filter((one) => one !== i))
                        }
                    />
                ))}
                <Reason value={reason} set={setReason} />
                <p class="quiet">{word("web.tournament.result_how")}</p>
            </Form>
        </Dialog>
    );
}

interface TableFieldProps {
    readonly cup: Tournament;
    readonly at: number;
    pick(at: number): void;
}

function TableField({ cup: { tables }, at, pick }: TableFieldProps) {
    const { word } = useWords();
    return (
        <label class="field">
            <span>{word("web.tournament.which_table", { n: tables[at]!.round })}</span>
            <select value={at} onChange={({ currentTarget }) => pick(Number(currentTarget.value))}>
                {tables.map(({ number, seats }, i) => (
                    <option key={number} value={i}>
                        {`${roman(i + 1)}: ${seats.map(({ name }) => name ?? "–").join(", ")}`}
                    </option>
                ))}
            </select>
        </label>
    );
}

interface SeatScoreProps {
    readonly seat: TournamentTable["seats"][number];
    readonly number: number;
    readonly level: string;
    readonly value: string;
    readonly absent: boolean;
    set(value: string): void;
    turn(absent: boolean): void;
}

function SeatScore({ seat, number, level, value, absent, set, turn }: SeatScoreProps) {
    const words = useWords(),
        { word } = words,
        name = seat.name ?? levelWord(words, level);
    return (
        <div class="seat-score">
            <Mark seat={number} />
            <b>{name}</b>
            <input
                type="number"
                required
                step="1"
                min="-999"
                max="999"
                value={value}
                aria-label={word("web.tournament.score_of", { name: { text: name } })}
                onInput={({ currentTarget }) => set(currentTarget.value)}
            />
            <label class="switch">
                <input
                    type="checkbox"
                    role="switch"
                    checked={absent}
                    onChange={({ currentTarget }) => turn(currentTarget.checked)}
                />
                <span>{word("web.tournament.absent")}</span>
            </label>
        </div>
    );
}

function RemoveForm({ cup, again, close }: DialogueProps) {
    const { word } = useWords(),
        { busy, wrong, run } = useAction(),
        inside = cup.standings.filter(({ withdrawn }) => !withdrawn),
        [entrant, setEntrant] = useState(inside[0]?.entrant ?? 0),
        [reason, setReason] = useState("");
    const submit = () =>
        run(async () => {
            await removeEntrant(cup.id, entrant, reason);
            again();
            close();
        });
    return (
        <Dialog title={word("web.tournament.remove")} class="cup-form" close={close}>
            <Form
                action={word("web.tournament.remove_do")}
                busy={busy}
                wrong={wrong}
                submit={submit}
            >
                <label class="field">
                    <span>{word("web.tournament.remove_who")}</span>
                    <select
                        value={entrant}
                        onChange={({ currentTarget }) => setEntrant(Number(currentTarget.value))}
                    >
                        {inside.map((row) => (
                            <option key={row.entrant} value={row.entrant}>
                                {row.name}
                            </option>
                        ))}
                    </select>
                </label>
                <Reason value={reason} set={setReason} />
                <p class="quiet">{word("web.tournament.remove_how")}</p>
            </Form>
        </Dialog>
    );
}
