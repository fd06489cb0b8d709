// Playing again at a server's table: everybody sees who has agreed, and goes there together.
import type { TableTable } from "../generated/protocol";
import { Icon, Mark } from "../pieces/symbol";
import { go } from "../route";
import type { Again } from "../table/result";
import { useWords } from "../words";

/** The seats whose people must agree. */
const peopleAt = ({ seats }: TableTable) =>
    seats.flatMap(({ name }, seat) => (name === null ? [] : [seat]));

export const allAgreed = (info: TableTable) =>
    info.rematch !== null && peopleAt(info).every((seat) => info.again.includes(seat));

/** Who wants to play again, and whom they wait for. */
function Agreed({ info }: { readonly info: TableTable }) {
    const { word } = useWords();
    return (
        <ul class="agreed" aria-label={word("web.rematch.who")} aria-live="polite">
            {peopleAt(info).map((seat) => {
                const agreed = info.again.includes(seat);
                return (
                    <li key={seat} class={agreed ? "yes" : undefined}>
                        <Mark seat={seat} />
                        <b>{info.you.includes(seat) ? word("web.you") : info.seats[seat]!.name}</b>
                        <span>
                            {word(agreed ? "web.rematch.agreed" : "web.rematch.not_yet")}
                            <Icon name={agreed ? "check" : "glass"} />
                        </span>
                    </li>
                );
            })}
        </ul>
    );
}

/** `ask` tells the server that the person agrees; `follow` goes to the new table. A tournament and
 * the deal of the day have no rematch; they have a page to go back to. */
export function againAt(info: TableTable, ask: () => void, follow: () => void): Again | null {
    const { you, again, rematch, event } = info;
    if (event)
        return {
            text: event.kind === "daily" ? "web.daily.title" : "web.tournament.back",
            gold: true,
            who: null,
            act: () =>
                go(event.kind === "daily" ? `/daily/${event.day}` : `/tournaments/${event.id}`),
        };
    if (you.length === 0 || allAgreed(info))
        return rematch === null
            ? null
            : { text: "web.result.again_asked", gold: true, who: null, act: follow };
    if (rematch === null) return { text: "web.result.again", gold: true, who: null, act: ask };
    const who = <Agreed info={info} />;
    return you.some((seat) => again.includes(seat))
        ? { text: "web.rematch.ahead", gold: false, who, act: follow }
        : { text: "web.rematch.agree", gold: true, who, act: ask };
}
