// The small picture for lists: every seat's stretch of the wall with its towers, and the display
// below it.
import { Mark, Symbol } from "../../pieces/symbol";
import { People, tintClass, type Props } from "./pieces";
import { display } from "./view";

export const Small = (props: Props) => (
    <div class={`t-small of-${props.view.seats.length}`}>
        {props.view.seats.map((_, seat) => (
            <SmallCity key={seat} props={props} seat={seat} />
        ))}
    </div>
);

function SmallCity({ props, seat }: { readonly props: Props; readonly seat: number }) {
    const of = props.view.seats[seat]!,
        tiles = display(of, seat, props.history),
        rows = Math.max(3, Math.ceil(tiles.length / 3));
    return (
        <div class="t-small-city">
            <div class="t-small-wall">
                <svg class="sky">
                    <rect width="100%" height="74" fill="url(#tallinn-sky)" />
                </svg>
                <svg class="wall">
                    <rect width="100%" height="44" fill="url(#tallinn-wall)" />
                </svg>
                <Mark seat={seat} />
                {Array.from({ length: of.towers.length + of.secret_count }, (_, i) => (
                    <span key={i} class={`t-small-tower s${seat}`}>
                        <Symbol name="tower" box="0 0 56 96" class="tw-sym" />
                    </span>
                ))}
            </div>
            <div class="t-small-tiles" style={{ "--rows": String(rows) }}>
                {tiles.map(({ card, face }) => (
                    <span key={card} class={`half ${card === "S" ? "h-s" : tintClass(face)}`}>
                        <People face={face} />
                    </span>
                ))}
            </div>
        </div>
    );
}
