// Playing on from a position, as a table of this browser: against opponents or by hand.
import { useState } from "preact/hooks";
import type { Seat } from "../board";
import type { LogEntry } from "../engine/messages";
import { Dialog } from "../pieces/dialog";
import { Icon, Mark } from "../pieces/symbol";
import { go } from "../route";
import { createTable } from "../table/local";
import { levelWord } from "../table/words";
import { useWords } from "../words";
import type { Board } from "./state";
import { stepsTo } from "./study";

const levels = ["person", "novice", "club", "master"];

interface PlayOnProps {
    readonly board: Board;
    readonly seats: readonly Seat[];
    close(): void;
}

export function PlayOnDialog({ board, seats, close }: PlayOnProps) {
    const words = useWords(),
        { word } = words,
        { study, at, seat } = board,
        [bots, set] = useState<readonly string[]>(
            seats.map((one) => (one.seat === (seat ?? 0) ? "person" : "club")),
        );
    const people = bots.includes("person");
    const begin = async () => {
        const log = stepsTo(study, at).map(([by, action]): LogEntry => ({ by, do: action }));
        const id = await createTable({
            game: study.game,
            options: study.options,
            bots,
            names: seats.map(
                ({ name }, one) => study.names[one] ?? (bots[one] === "person" ? "" : name),
            ),
            log,
        });
        go(`/local/${id}`);
    };
    return (
        <Dialog title={word("web.study.play_on")} class="play-on" close={close}>
            <ul>
                {seats.map(({ seat: one, name }) => (
                    <li key={one}>
                        <Mark seat={one} />
                        <b>{name}</b>
                        <select
                            aria-label={name}
                            value={bots[one]}
                            onChange={({ currentTarget: { value } }) =>
                                set(bots.map((level, i) => (i === one ? value : level)))
                            }
                        >
                            {levels.map((level) => (
                                <option key={level} value={level}>
                                    {levelWord(words, level)}
                                </option>
                            ))}
                        </select>
                    </li>
                ))}
            </ul>
            <p class="quiet">{word("web.study.new_draws")}</p>
            <button
                type="button"
                class="btn gold"
                data-begin
                disabled={!people}
                onClick={() => void begin()}
            >
                <Icon name="swords" />
                {word("web.study.begin")}
            </button>
        </Dialog>
    );
}
