// The button that starts a game against the computer. The first time it asks once: with or without
// the guide.
import { useState } from "preact/hooks";
import type { GameFacts } from "../generated/games";
import { Dialog } from "../pieces/dialog";
import { Icon } from "../pieces/symbol";
import { change, settings } from "../store/settings";
import { titleOf } from "../table/local";
import { useWords } from "../words";
import { beginGuide, firstLevel, playNow, usualLevel } from "./new";

const remember = ({ id }: GameFacts) =>
    change({ played: [...new Set([...settings().played, id])] });

interface PlayProps {
    readonly game: GameFacts;
    readonly round?: boolean; // only the icon; its label says the rest
}

export function PlayButton({ game, round = false }: PlayProps) {
    const { word } = useWords(),
        [asking, ask] = useState(false);
    const known = settings().played.includes(game.id) || !game.guide;
    return (
        <>
            <button
                type="button"
                class={round ? "btn gold round-play" : "btn gold"}
                data-play={game.id}
                aria-label={word("web.home.play_title", { title: { text: titleOf(game.id) } })}
                onClick={() => (known ? void playNow(game, usualLevel()) : ask(true))}
            >
                <Icon name="helm" />
                {!round && word("web.home.play")}
            </button>
            {asking && <FirstGame game={game} close={() => ask(false)} />}
        </>
    );
}

function FirstGame({ game, close }: { readonly game: GameFacts; close(): void }) {
    const { word } = useWords(),
        goal = game.about?.goal;
    const begin = (start: (game: GameFacts) => Promise<void>) => () => {
        remember(game);
        void start(game);
    };
    return (
        <Dialog
            title={word("web.first.title", { title: { text: titleOf(game.id) } })}
            class="first"
            close={close}
        >
            {goal !== undefined && <p>{word("web.first.goal", { goal })}</p>}
            <div class="cta">
                <button
                    type="button"
                    class="btn gold big"
                    data-first="guided"
                    onClick={begin(beginGuide)}
                >
                    <Icon name="book" />
                    <span>
                        {word("web.first.guided")}
                        <small>{word("web.first.guided_how")}</small>
                    </span>
                </button>
                <button
                    type="button"
                    class="btn big"
                    data-first="unguided"
                    onClick={begin((one) => playNow(one, firstLevel()))}
                >
                    <Icon name="helm" />
                    <span>
                        {word("web.first.unguided")}
                        <small>{word("web.first.unguided_how")}</small>
                    </span>
                </button>
            </div>
        </Dialog>
    );
}
