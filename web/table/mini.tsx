// A position as a small picture, drawn by the game's own board.
import { useRef } from "preact/hooks";
import type { GameBoard, Seat, View } from "../board";
import { Picture } from "../pieces/symbol";
import { useBoard, useTurn } from "./answering";
import { StillBoard, useNear, useStillProps } from "./still";

interface MiniProps {
    readonly game: string;
    readonly view: View | null; // null: not known yet, the game's picture stands for it
    readonly score: readonly number[];
    readonly seats: readonly Seat[];
    readonly me: number | null;
}

const ignore = () => {};

/** Drawn only near the visible part of the page, because boards are large. */
export function MiniBoard(props: MiniProps) {
    const board = useBoard(props.game),
        room = useRef<HTMLSpanElement>(null),
        near = useNear(room),
        { view } = props;
    return (
        <span class="mini" ref={room} aria-hidden="true">
            {near && board && view ? (
                <Drawn {...props} view={view} board={board} />
            ) : (
                <Picture game={props.game} class="vig" />
            )}
        </span>
    );
}

interface DrawnProps extends MiniProps {
    readonly view: View;
    readonly board: GameBoard;
}

function Drawn({ game, board, view, score, seats, me }: DrawnProps) {
    const turn = useTurn(null, ignore, ignore),
        props = useStillProps({
            view,
            score,
            seats,
            me,
            turn,
            history: [],
            fresh: [],
            live: false,
        });
    return <StillBoard game={game} board={board} props={props} />;
}
