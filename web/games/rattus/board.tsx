// The board of Rattus: Europe in 1347. The class cards decide what a tap on the map means: with
// none chosen, the answer to the question; with one of the person's own, the use of that class's
// power.
import type { BoardProps, Fact, GameBoard } from "../../board";
import { Kept, Later } from "../../pieces/kept";
import { about, Cards, Hint, Numbers, Ravage } from "./cards";
import { drops, numbers, onBoard } from "./choose";
import geometry from "./geometry.json";
import { RattusMap } from "./map";
import { scenes } from "./scenes";
import symbols from "./symbols.svg";
import { classes, drawn, ravaged, type Rattus } from "./view";

type Props = BoardProps<Rattus>;

/** On phones the cards lie in the dock, within thumb's reach. */
function Board(props: Props) {
    const { phone, short, history, seats, word } = props,
        list = ravaged(history);
    const ravage = (
        <Kept by={[list, seats, word]} draw={() => <Ravage props={props} list={list} />} />
    );
    return (
        <div class={`rt${phone ? " small" : ""}`}>
            {!phone && <Later by={[props]} draw={() => <Cards props={props} />} />}
            <div class="rt-room">
                <RattusMap {...props} />
                {!phone && ravage}
                <Hint props={props} />
            </div>
            {phone && !short && ravage}
        </div>
    );
}

const Small = (props: Props) => (
    <div class="rt">
        <RattusMap {...props} />
    </div>
);

function Hand(props: Props) {
    if (numbers(props.turn).length > 0) return <Numbers props={props} />;
    return props.phone ? <Cards props={props} /> : null;
}

function facts({ view, phone, word, me }: Props, seat: number): readonly Fact[] {
    const of = view.seats[seat]!;
    const owned = phone ? [] : classes.filter(({ code }) => of.classes.includes(code));
    return [
        {
            symbol: "cube",
            box: "0 0 48 48",
            count: of.supply,
            label: word("rattus.board.in_supply"),
            unit: word("rattus.board.supply_unit"),
            ...(seat === me && { drag: "cube" }),
        },
        {
            symbol: "rattus-castle",
            box: "0 0 48 48",
            count: of.castle,
            label: word("rattus.board.in_castle"),
            unit: "",
        },
        ...owned.map(({ code }): Fact => ({
            symbol: `rattus-${code}`,
            box: "0 0 32 32",
            count: "",
            label: word(`rattus.part.class.${code}`),
            unit: "",
        })),
    ];
}

export const board: GameBoard<Rattus> = {
    Board,
    Small,
    Hand,
    facts,
    about,
    drops,
    symbols,
    chapter: (view) =>
        view.ender === null ? null : { key: "rattus.board.last_round", params: {} },
    scenes,
    offers: ({ parts: [verb] }) => onBoard(verb![1]),
    places: {
        regions: Object.keys(drawn),
        classes: classes.map(({ code }) => code),
        borders: Object.keys(geometry.seaLinks),
    },
};
