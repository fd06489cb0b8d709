// The games that the page offers, in the registry's order, and how it presents them. A game without
// an about.ts is presented by its name, the first paragraph of its rules and a drawn initial.
import { games, type GameFacts } from "./generated/games";
import { initialPicture } from "./pieces/initial";
import { known, type Words } from "./words";

export const offered: readonly GameFacts[] = games.filter(({ sample }) => OFFER_SAMPLES || !sample);

export const gameTitle = ({ about, name }: GameFacts) => about?.title ?? name;

/** One sentence about the game; `GAME.about.text` in the catalogue if there is no about.ts. */
export function blurbOf({ id, about, intro }: GameFacts, { word, language }: Words): string {
    const key = about?.text ?? `${id}.about.text`;
    return known(key) ? word(key) : intro[language];
}

/** The pictures of all games, for the page's sprite. */
export const pictures = (): string =>
    games
        .map((game, i) => game.about?.picture ?? initialPicture(game.id, gameTitle(game), i))
        .join("");
