// The board of Kardinal & König: the map, the hand with the cards to draw, and what a scoring would
// bring now.
import { useState } from "preact/hooks";
import type { Event, Fact, GameBoard, Thing } from "../../board";
import { Dialog } from "../../pieces/dialog";
import { Later } from "../../pieces/kept";
import { Symbol } from "../../pieces/symbol";
import { useMedia } from "../../store/watch";
import type { Message } from "../../text";
import { drops, Hand } from "./cards";
import { EuropeMap } from "./map";
import { scenes } from "./scenes";
import { InWords, StandingLists, Strip, useStanding } from "./standing";
import symbols from "./symbols.svg";
import { alliances, countryKey, countryOf, places, type Kardinal, type Props } from "./view";

function Board(props: Props) {
    const standing = useStanding(props.view),
        narrow = useMedia("(max-width: 75em)");
    const [shown, show] = useState(false),
        { word, view, seats } = props,
        title = word("kardinal.board.standing");
    const lists = (
        <Later
            by={[view, standing, seats, word]}
            draw={() => <StandingLists props={props} standing={standing} />}
        />
    );
    return (
        <div class="km">
            <EuropeMap props={props} standing={standing}>
                {props.short && (
                    <button
                        type="button"
                        class="tool km-open"
                        aria-label={title}
                        onClick={() => show(true)}
                    >
                        <Symbol name="kardinal-score" />
                    </button>
                )}
            </EuropeMap>
            {narrow && !props.short && (
                <Strip props={props} standing={standing} open={() => show(true)} />
            )}
            {!narrow && <section class="km-side panel">{lists}</section>}
            {narrow && shown && (
                <Dialog title={title} class="drawer" close={() => show(false)}>
                    {lists}
                </Dialog>
            )}
            <Later
                by={[standing, word]}
                draw={() => <InWords props={props} standing={standing} />}
            />
        </div>
    );
}

const Small = (props: Props) => (
    <div class="km">
        <EuropeMap props={props} standing={useStanding(props.view)} />
    </div>
);

function facts({ view, word, phone, me }: Props, seat: number): readonly Fact[] {
    const {
        cloisters_left: cloisters,
        councillors_left: councillors,
        hand_count: hand,
    } = view.seats[seat]!;
    const pieces: readonly Fact[] = [
        {
            symbol: "cloister",
            box: "0 0 48 48",
            count: cloisters,
            label: word("kardinal.board.cloisters_left"),
            unit: "",
            ...(seat === me && { drag: "cloister" }),
        },
        {
            symbol: "councillor",
            box: "0 0 48 48",
            count: councillors,
            label: word("kardinal.board.councillors_left"),
            unit: "",
            ...(seat === me && { drag: "councillor" }),
        },
    ];
    if (phone) return pieces;
    return [
        ...pieces,
        {
            symbol: "i-hand",
            box: "0 0 24 24",
            count: hand,
            label: word("kardinal.board.in_hand"),
            unit: word("kardinal.board.hand_unit"),
        },
    ];
}

/** What an alliance is, and how many councillors each seat has at its two courts. */
function about(thing: string, { view, word, say }: Props): Thing | null {
    const found = alliances.find(({ number }) => String(number) === thing);
    if (!found) return null;
    const [country = "", other = ""] = found.countries.map(countryKey);
    const courts = found.countries.map((code) => {
        const { at } = countryOf.get(code)!,
            here = view.seats.flatMap(({ councillors_in: all }, seat) =>
                all[at]
                    ? [say({ key: "kardinal.board.sent", params: { who: { seat }, n: all[at] } })]
                    : [],
            );
        return word("kardinal.board.at_court", {
            country: countryKey(code),
            who: { text: here.join(", ") || word("kardinal.board.nobody") },
        });
    });
    return {
        title: word("kardinal.board.alliance_of", { number: found.number, country, other }),
        lines: [word("kardinal.board.alliance_rule"), ...courts],
        use: null,
    };
}

const touched = ["c", "r", "swap", "take", "blind"];

const scorings = /^kardinal\.event\.(alliance|chain|cloisters|final_|interim|total)/;

const heading = ({ key }: Event, _before: Kardinal | null, { phase }: Kardinal): Message | null =>
    scorings.test(key)
        ? { key: phase === "over" ? "kardinal.board.final" : "kardinal.board.interim", params: {} }
        : null;

export const board: GameBoard<Kardinal> = {
    Board,
    Small,
    Hand,
    facts,
    about,
    drops,
    symbols,
    places,
    chapter: (view) => ({ key: "kardinal.board.run", params: { runs: view.runs } }),
    heading,
    scenes,
    offers: ({ parts: [verb] }) => touched.includes(verb![1]),
};
