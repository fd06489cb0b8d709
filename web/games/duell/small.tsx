// The small picture for lists: both buildings as they stand, and the layout with its owners between
// them.
import { classNames } from "../../classnames";
import { CardArt, ownersAt } from "./layout";
import { Building } from "./site";
import type { Props } from "./words";

export const Small = (props: Props) => (
    <div class="d-small">
        <Building view={props.view} seat={0} />
        <div class="d-small-layout">
            {props.view.layout.map((code, at) => {
                const owners = ownersAt(props, String(at + 1));
                return (
                    <span
                        key={at}
                        class={classNames(
                            "d-small-card",
                            owners.length > 1 ? "hot" : owners.length === 1 && `o${owners[0]}`,
                        )}
                    >
                        <CardArt code={code} seat={props.me ?? 1} />
                    </span>
                );
            })}
        </div>
        <Building view={props.view} seat={1} />
    </div>
);
