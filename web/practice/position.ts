// A practice position: the steps so far, the seat to move, and the value of each choice
// (cli/practice.c).
import { Client } from "../client/client";
import { LocalTable } from "../engine/host";
import type { Record as GameRecord } from "../generated/protocol";
import type { Message } from "../text";

export interface Position {
    readonly record: GameRecord;
    readonly seat: number;
    readonly ask: Message; // the question put to the seat, which tells the kind of decision
    // best first; values are wins per hundred games
    readonly choices: readonly { readonly do: string; readonly chance: number }[];
}

/** The key of a sentence that says what is at stake. */
export function aimOf({ choices: [best, next] }: Position): string {
    if (best!.chance >= 95) return "web.practice.aim.sure";
    if (next!.chance <= 10) return "web.practice.aim.only";
    return best!.chance < 50 ? "web.practice.aim.rescue" : "web.practice.aim.clear";
}

/** The key of the task, by kind of decision. */
export function titleOf(position: Position): Message {
    const { key, params } = position.ask;
    return { key: key.replace(".ask.", ".practice."), params: { ...params, aim: aimOf(position) } };
}

const zeros = "0".repeat(64); // random bytes that leave the draws unchanged

/** Opens the position as a table that waits only for the person. */
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
