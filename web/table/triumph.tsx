// The picture of a finished game: the winner's own building, or the game's picture under a garland
// in the winners' colours.
import type { VNode } from "preact";
import type { GameBoard, Update } from "../board";
import { Picture } from "../pieces/symbol";

const swags = [
        [-6, 8, 77, 52, 160, 14],
        [160, 14, 243, 52, 326, 8],
    ] as const, // quadratic curves: from, bend, to
    flagsPerSwag = 7,
    flag = { width: 13, height: 17 };

const along = (from: number, bend: number, to: number, t: number) =>
    (1 - t) ** 2 * from + 2 * t * (1 - t) * bend + t ** 2 * to;

/** Where the flags hang, from left to right. */
const flags = swags.flatMap(([x0, y0, x1, y1, x2, y2]) =>
    Array.from({ length: flagsPerSwag }, (_, i) => {
        const t = (i + 0.75) / (flagsPerSwag + 0.5);
        return [along(x0, x1, x2, t), along(y0, y1, y2, t)] as const;
    }),
);

const Garland = ({ winners }: { readonly winners: readonly number[] }) => (
    <svg class="garland" viewBox="0 0 320 170" preserveAspectRatio="xMidYMin slice" aria-hidden>
        <g stroke="#2b2118" stroke-width="1.6" stroke-linejoin="round">
            {flags.map(([x, y], i) => (
                <path
                    key={i}
                    class={`s${winners[i % winners.length]}`}
                    d={`M${x - flag.width / 2} ${y}h${flag.width}l${-flag.width / 2} ${flag.height}z`}
                />
            ))}
            <path
                class="rope"
                d={swags.map(([x, y, ...rest]) => `M${x} ${y}Q${rest.join(" ")}`).join("")}
            />
        </g>
    </svg>
);

interface TriumphProps {
    readonly game: string;
    readonly board: GameBoard;
    readonly last: Update;
}

export function Triumph({ game, board, last }: TriumphProps): VNode | null {
    const winners = (last.result?.place ?? []).flatMap((place, seat) => (place === 1 ? seat : []));
    if (winners.length === 0) return null;
    return (
        <div class={`triumph panel game-${game}`}>
            <div class="triumph-picture">
                {board.picture?.(last.view, winners[0]!) ?? (
                    <>
                        <Picture game={game} class="triumph-scene" />
                        <Garland winners={winners} />
                    </>
                )}
            </div>
        </div>
    );
}
