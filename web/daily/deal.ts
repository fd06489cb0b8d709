// The deal of a day: where it is played, and what is known about it.
import { useEffect, useState } from "preact/hooks";
import { dayAt, playToday, type Day } from "../client/events";
import { useAnswer, useMe } from "../client/requests";
import { helper } from "../engine/host";
import type { DailyDeal } from "../engine/messages";
import { drawNames } from "../names";
import { go } from "../route";
import { settings } from "../store/settings";
import { listTables, type SavedTable } from "../store/tables";
import { createTable } from "../table/local";
import type { Message } from "../text";

/** Days are those of UTC, like the server's. */
export const today = () => new Date().toISOString().slice(0, 10);

export const isDay = (text: string) =>
    /^\d{4}-\d\d-\d\d$/.test(text) && text <= today() && !Number.isNaN(Date.parse(text));

export interface DealOfDay {
    readonly day: string;
    readonly game: string;
    readonly players: number;
    readonly seat: number;
    readonly level: string;
    // at the server as the attempt that counts, or in this browser
    readonly where: "server" | "browser";
    readonly server: Day | null; // what the server says; null without it
    readonly deal: DailyDeal | null; // for a table in this browser
    readonly saved: SavedTable | null; // that table, if there is one
}

/** After its day a server's deal can be played by anybody. */
function officialDeal(server: Day | null): DailyDeal | null {
    if (!server || server.seed === null || server.reserve === null) return null;
    return { ...server, seed: server.seed, reserve: server.reserve };
}

/** The deal that follows from the date; null until it is computed. */
function useDateDeal(day: string): DailyDeal | null {
    const [deal, set] = useState<DailyDeal | null>(null);
    useEffect(() => {
        let gone = false;
        set(null);
        void helper()
            .daily(day)
            .then((found) => !gone && set(found));
        return () => {
            gone = true;
        };
    }, [day]);
    return deal?.day === day ? deal : null;
}

function useSaved(day: string, official: boolean): SavedTable | null | undefined {
    const [tables, set] = useState<readonly SavedTable[] | null>(null);
    useEffect(() => void listTables().then(set), [day]);
    return (
        tables &&
        (tables.find(({ daily }) => daily?.day === day && daily.official === official) ?? null)
    );
}

/** Without an account or a server: the deal that follows from the date. `wrong`: why the server
 * says nothing. */
export function useDay(day: string): {
    readonly of: DealOfDay | null; // null while it is loading
    readonly wrong: Message | null;
} {
    const who = useMe(),
        account = who !== null && !who.guest,
        { value, wrong } = useAnswer(() => dayAt(day), [day, who?.name]);
    const server = value?.day === day ? value : null,
        official = officialDeal(server),
        date = useDateDeal(day),
        deal = official ?? date,
        saved = useSaved(day, official !== null);
    const counts = server !== null && account && (!server.over || server.you !== null);
    const loading = (!server && !wrong) || !deal || saved === undefined;
    if (loading) return { of: null, wrong };
    const { game, players, seat, level } = counts ? server : deal;
    const where = counts ? "server" : "browser";
    return {
        of: { day, game, players, seat, level, where, server, deal, saved: saved ?? null },
        wrong,
    };
}

/** Opens the table of a deal in this browser; the same one as before, if there is one. */
async function openHere({ deal, saved, server }: DealOfDay): Promise<void> {
    if (saved) return go(`/local/${saved.id}`);
    const { game, players, seat, options, level, seed, reserve, day } = deal!;
    const bots = Array.from({ length: players }, (_, i) => (i === seat ? "person" : level)),
        drawn = [...drawNames(players, [settings().name])],
        names = drawn.map((name, i) => (i === seat ? settings().name : name));
    const official = server?.seed === seed;
    const daily = { day, official };
    return go(`/local/${await createTable({ game, options, bots, names, seed, reserve, daily })}`);
}

export const playDeal = async (of: DealOfDay): Promise<void> =>
    of.where === "server" && !of.server!.over ? go(await playToday()) : openHere(of);
