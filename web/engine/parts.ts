// Actions in words: the engine splits their notation into typed parts.
import { useEffect, useState } from "preact/hooks";
import type { Part } from "../generated/protocol";
import { sentence, type Words } from "../words";
import { helper } from "./host";

export type PartsOf = ReadonlyMap<string, readonly Part[]>;

/** The typed parts of these actions; those known before stay while new ones are asked for. */
export function useParts(game: string, actions: readonly string[]): PartsOf {
    const [found, set] = useState<PartsOf>(new Map());
    useEffect(() => {
        let gone = false;
        void helper()
            .parts(game, actions)
            .then(
                (parts) => !gone && set(new Map(actions.map((action, i) => [action, parts[i]!]))),
                () => {}, // without words the notation is shown
            );
        return () => {
            gone = true;
        };
    }, [game, actions]);
    return found;
}

/** An action as a sentence; its notation while the parts are not known. */
export function actionSaid(words: Words, game: string, action: string, parts: PartsOf): string {
    const found = parts.get(action);
    return found ? words.say(sentence(game, { parts: found })) : action;
}
