// What the host can do about people who keep a game from beginning.
import { useEffect, useState } from "preact/hooks";
import type { Client } from "../client/client";
import type { TableTable } from "../generated/protocol";
import { useSituation } from "../table/answering";
import type { OnlineTable } from "../table/online";
import { useWords } from "../words";

interface RemoveProps {
    readonly seat: number;
    readonly info: TableTable;
    readonly table: OnlineTable;
}

/** Asks the person on this seat to leave before the game. */
export function Remove({ seat, info, table }: RemoveProps) {
    const { word } = useWords(),
        { name } = info.seats[seat]!;
    if (!info.host || name === null || info.you.includes(seat)) return null;
    return (
        <button
            type="button"
            class="btn"
            data-remove={seat}
            aria-label={word("web.host.remove_of", { name: { text: name } })}
            onClick={() => table.remove(seat)}
        >
            {word("web.host.remove")}
        </button>
    );
}

const patience = 5000; // ms until the host is told whom a full table waits for

/** All seats are taken, but somebody's page does not send what the draws need. */
export function Unready({
    client,
    ...seated
}: Omit<RemoveProps, "seat"> & { readonly client: Client }) {
    const { word } = useWords(),
        { observers } = useSituation(client),
        waiting = observers.get(client.seats[0] ?? null)?.waiting,
        [late, setLate] = useState(false);
    const begun = waiting?.phase !== "seating" && waiting?.phase !== "revealing",
        unready = begun ? [] : waiting.entropy.filter((seat) => !seated.info.you.includes(seat));
    useEffect(() => {
        setLate(false);
        const timer = setTimeout(() => setLate(true), patience);
        return () => clearTimeout(timer);
    }, [unready.join()]);
    if (!late || !seated.info.host) return null;
    return (
        <>
            {unready.map((seat) => (
                <div class="bar-line" role="status" key={seat}>
                    <p>
                        {word("web.host.unready", {
                            name: { text: seated.info.seats[seat]!.name ?? "" },
                        })}
                    </p>
                    <Remove seat={seat} {...seated} />
                </div>
            ))}
        </>
    );
}
