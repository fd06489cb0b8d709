// A game on the home page: its picture, what it is, and the ways to begin. On a phone it is a tile
// with one button to play; the rest of the tile opens the other ways.
import { useState } from "preact/hooks";
import type { GameFacts } from "../generated/games";
import { blurbOf, gameTitle } from "../offer";
import { Dialog } from "../pieces/dialog";
import { Icon, Picture } from "../pieces/symbol";
import { link } from "../route";
import { useMedia } from "../store/watch";
import { useWords } from "../words";
import { PlayButton } from "./play";

interface GameProps {
    readonly game: GameFacts;
    setUp(): void;
}

export const GameCard = (props: GameProps) =>
    useMedia("(max-width: 47.5em)") ? <Tile {...props} /> : <Card {...props} />;

function Meta({ game: { min, max, about } }: Pick<GameProps, "game">) {
    const { word } = useWords();
    return (
        <p class="meta">
            <Icon name="people" />
            {min === max ? min : `${min}–${max}`}
            {about && (
                <span>
                    <Icon name="glass" />
                    {word("web.home.minutes", { n: { text: about.minutes } })}
                </span>
            )}
        </p>
    );
}

/** The ways to begin besides playing at once. */
function OtherWays({ game: { id }, setUp }: GameProps) {
    const { word } = useWords();
    return (
        <>
            <button type="button" class="btn" data-setup={id} onClick={setUp}>
                {word("web.home.setup")}
            </button>
            <a class="btn" data-learn={id} {...link(`/learn/${id}`)}>
                {word("web.home.learn")}
            </a>
        </>
    );
}

function Card({ game, setUp }: GameProps) {
    const words = useWords();
    return (
        <article class="gc panel">
            <Picture game={game.id} class="vig" />
            <div class="gt">
                <h3>{gameTitle(game)}</h3>
                <Meta game={game} />
                <p class="one">{blurbOf(game, words)}</p>
            </div>
            <div class="ga">
                <PlayButton game={game} />
                <OtherWays game={game} setUp={setUp} />
            </div>
        </article>
    );
}

function Tile({ game, setUp }: GameProps) {
    const words = useWords(),
        { word } = words,
        title = gameTitle(game),
        [open, setOpen] = useState(false);
    return (
        <article
            class="gc tile panel"
            onClick={({ target }) => !(target as Element).closest("button, dialog") && setOpen(true)}
        >
            <Picture game={game.id} class="vig" />
            <PlayButton game={game} round />
            <h3>
                <button
                    type="button"
                    class="tile-open"
                    data-more={game.id}
                    aria-haspopup="dialog"
                    onClick={() => setOpen(true)}
                >
                    {title}
                </button>
            </h3>
            <Meta game={game} />
            {open && (
                <Dialog title={title} class="ways" close={() => setOpen(false)}>
                    <p>{blurbOf(game, words)}</p>
                    <div class="ga">
                        <PlayButton game={game} />
                        <OtherWays
                            game={game}
                            setUp={() => {
                                setOpen(false);
                                setUp();
                            }}
                        />
                    </div>
                    <p class="quiet">
                        {word("web.home.opponents")}: {word("web.home.opponents_how")}
                    </p>
                </Dialog>
            )}
        </article>
    );
}
