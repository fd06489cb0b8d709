// Playing again at a server's table: everybody sees who has agreed, and goes there together.
import type { TableTable } from "../generated/protocol";
import { Icon, Mark } from "../pieces/symbol";
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

/** `ask` tells the server that the person agrees; `follow` goes to the new table. */
export function againAt(info: TableTable, ask: () => void, follow: () => void): Again | null {
    const { you, again, rematch } = info;
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
