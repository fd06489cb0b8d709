// A hook that loads a game's rules in the person's language.
import { useEffect, useState } from "preact/hooks";
import { gameOf } from "../table/local";
import { useWords } from "../words";
import type { RulesText } from "./blocks";

export function useRules(game: string): RulesText | null {
    const { language } = useWords(),
        of = `${game} ${language}`,
        [read, set] = useState<{ readonly of: string; readonly rules: RulesText } | null>(null);
    useEffect(() => {
        let gone = false;
        void gameOf(game)
            ?.read[language]()
            .then(({ rules }) => !gone && set({ of, rules }));
        return () => {
            gone = true;
        };
    }, [of]);
    return read?.of === of ? read.rules : null;
}
