// What the server says about the person, and a warning of the moderators until it was read.
import { useAction, useAnswer, useMe, type Answer } from "../client/requests";
import { checkMe, heedWarning, type Standing } from "../client/server";
import { useWords } from "../words";

/** Null without a session. */
export function useStanding(): Answer<Standing | null> {
    const who = useMe();
    return useAnswer(() => (who ? checkMe() : Promise.resolve(null)), [who?.name]);
}

export function Warning({ value, again }: Answer<Standing | null>) {
    const words = useWords(),
        { word } = words,
        action = useAction();
    const heed = async () => {
        await heedWarning();
        again();
    };
    if (!value?.warning) return null;
    return (
        <section class="panel warning" role="alert">
            <p>
                <b>{word("web.warning.title")}</b> {value.warning}
            </p>
            <button type="button" class="btn" data-heed onClick={() => action.run(heed)}>
                {word("web.warning.read")}
            </button>
            {action.wrong && <p class="warn">{words.say(action.wrong)}</p>}
        </section>
    );
}
