// The picture of a game that has none: an illuminated initial of its name, between vines.
import drawing from "./initial.svg";

const grounds = ["#1f4a7d", "#7d2a1f", "#2a5f45", "#55336a"];

/** <symbol id="picture-GAME">, like the pictures that are drawn by hand. The number of the game
 * chooses the colour. */
export function initialPicture(game: string, title: string, number: number): string {
    const letter = ([...title][0] ?? "").toUpperCase().replace(/[<&]/g, "");
    return drawing
        .replace("{game}", game)
        .replace("{ground}", grounds[number % grounds.length]!)
        .replace("{letter}", letter);
}
