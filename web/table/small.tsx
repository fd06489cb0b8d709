// A small picture of a running game for lists, drawn by the game's board and scaled to its room.
// Until the board's code is there, and if the position is unknown, the game's picture stands in its
// place.
import type { ComponentType } from "preact";
import { useMemo, useRef } from "preact/hooks";
import type { BoardProps, Seat } from "../board";
import { Picture } from "../pieces/symbol";
import type { SavedBoard } from "../store/tables";
import { useBoard, useTurn } from "./answering";
import { updateAt, useNear, useStillProps, useWidth } from "./still";

const design = 486; // the width in px for which boards draw it
const nothing = () => {};

interface SmallBoardProps {
    readonly game: string;
    readonly names: readonly string[];
    readonly position: SavedBoard | null;
}

export function SmallBoard({ game, names, position }: SmallBoardProps) {
    const room = useRef<HTMLDivElement>(null),
        near = useNear(room),
        board = useBoard(position ? game : "");
    return (
        <div class="mini-frame" ref={room} aria-hidden="true">
            {near && board?.Small && position ? (
                <Drawn game={game} names={names} position={position} Small={board.Small} />
            ) : (
                <Picture game={game} class="mini-picture" />
            )}
        </div>
    );
}

interface DrawnProps extends SmallBoardProps {
    readonly position: SavedBoard;
    readonly Small: ComponentType<BoardProps>;
}

function Drawn({ game, names, position, Small }: DrawnProps) {
    const room = useRef<HTMLDivElement>(null),
        width = useWidth(room),
        turn = useTurn(null, nothing, nothing),
        history = useMemo(
            () => [updateAt(position.seat, position.view, position.score)],
            [position],
        );
    const seats = names.map((name, seat): Seat => ({
        seat,
        name,
        own: true,
        level: null,
        me: seat === position.seat,
    }));
    const props = useStillProps({
        view: position.view,
        score: position.score,
        me: position.seat,
        history,
        fresh: [],
        seats,
        turn,
        live: false,
    });
    return (
        <div class="mini-room" ref={room}>
            {width > 0 && (
                <div class="mini-scale" style={{ zoom: String(width / design) }} inert>
                    <div class={`mini-board game-${game}`}>
                        <Small {...props} phone={false} />
                    </div>
                </div>
            )}
        </div>
    );
}
