// A practice position: a game as far as it was played, whose turn it is, and what each choice is
// worth (cli/practice.c).
import { Client } from "../client/client";
import { LocalTable } from "../engine/host";
import type { Record as GameRecord } from "../generated/protocol";
import type { Message } from "../text";

export interface Position {
    readonly record: GameRecord;
    readonly seat: number;
    readonly ask: Message; // what the seat is asked there: the kind of decision
    // best first; first places in a hundred games
    readonly choices: readonly { readonly do: string; readonly chance: number }[];
}

/** What hangs on it: a key. */
export function aimOf({ choices: [best, next] }: Position): string {
    if (best!.chance >= 95) return "web.practice.aim.sure";
    if (next!.chance <= 10) return "web.practice.aim.only";
    return best!.chance < 50 ? "web.practice.aim.rescue" : "web.practice.aim.clear";
}

/** What is to be found, by the kind of decision. */
export function titleOf(position: Position): Message {
    const { key, params } = position.ask;
    return { key: key.replace(".ask.", ".practice."), params: { ...params, aim: aimOf(position) } };
}

const zeros = "0".repeat(64); // bytes that change no draw

/** Opens it as a table at which nobody but the person is waited for. */
export async function openPosition({ record, seat }: Position): Promise<Client> {
    const { game, players, options, table: id, seed = zeros, steps } = record,
        table = new LocalTable();
    const bots = Array.from({ length: players }, (_, other) =>
        other === seat ? "person" : "random",
    );
    const client = new Client(table, id, [seat], () => zeros);
    try {
        table.pace({ forced: 0, opponent: [0, 0] });
        await table.resume({
            game,
            players,
            options,
            bots,
            seed,
            reserve: zeros,
            table: id,
            entropy: bots.map((level) => (level === "person" ? zeros : null)),
            log: steps.map(([by, action]) => ({ by, do: action })),
        });
    } catch (error) {
        table.close();
        throw error;
    }
    client.hello();
    return client;
}
