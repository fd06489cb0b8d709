// Short links: keeping a study on the server, and the lists of those that are kept.
import { useEffect, useState } from "preact/hooks";
import { useAction, useAnswer, useMe } from "../client/requests";
import {
    keepStudy,
    keptMost,
    myStudies,
    pathOf,
    publicStudies,
    removeStudy,
    titleMost,
    type KeptStudy,
    type WholeStudy,
} from "../client/studies";
import { Form } from "../pages/form";
import { date } from "../pages/rating";
import { Away } from "../pages/sheet";
import { go, link } from "../route";
import { gameOf, titleOf } from "../table/local";
import { ReportMenu } from "../table/report";
import { useWords } from "../words";
import { toText } from "./share";
import type { Board } from "./state";
import { writeStudy } from "./study";

interface ShortLinkProps {
    readonly board: Board;
    made(link: string): void;
}

/** Makes a short link to the study. Only an account can own one. */
export function NewShortLink({ board, made }: ShortLinkProps) {
    const { word } = useWords(),
        who = useMe(),
        action = useAction(),
        [title, setTitle] = useState(""),
        [listed, list] = useState(false);
    if (!who || who.guest)
        return (
            <div class="row wrap">
                <p class="quiet">{word("web.study.short_account")}</p>
                <a class="btn" {...link("/account")}>
                    {word("web.account.title")}
                </a>
            </div>
        );
    const keep = async () => {
        const { study, at, seat } = board,
            text = await toText(writeStudy(study, at, seat)),
            { path } = await keepStudy({ game: study.game, title, public: listed, text });
        made(`${location.origin}${path}`);
    };
    return (
        <Form
            action={word("web.study.short_make")}
            busy={action.busy}
            wrong={action.wrong}
            done={action.done && word("web.study.short_made")}
            submit={() => action.run(keep)}
        >
            <label class="field">
                <span>{word("web.study.short_title")}</span>
                <input
                    type="text"
                    required
                    maxLength={titleMost}
                    value={title}
                    data-short-title
                    onInput={({ currentTarget }) => setTitle(currentTarget.value)}
                />
            </label>
            <label class="switch">
                <input
                    type="checkbox"
                    role="switch"
                    checked={listed}
                    data-short-public
                    onChange={({ currentTarget }) => list(currentTarget.checked)}
                />
                <span>{word("web.study.short_public")}</span>
            </label>
            <p class="quiet">{word("web.study.short_what", { n: keptMost / 1024 })}</p>
        </Form>
    );
}

/** Whose study this is, with what one may do about it. */
export function KeptFacts({ kept }: { readonly kept: WholeStudy }) {
    const { word } = useWords(),
        who = useMe();
    return (
        <div class="kept-facts">
            <p>
                {word("web.study.short_by", {
                    title: { text: kept.title },
                    name: { text: kept.name },
                })}
            </p>
            {kept.mine && <RemoveKept id={kept.id} removed={() => go("/analysis")} />}
            {!kept.mine && who && (
                <ReportMenu kind="study" whom={{ study: kept.id }} name={kept.name} />
            )}
        </div>
    );
}

interface RemoveProps {
    readonly id: string;
    removed(): void;
}

/** Deletes a short link; the second tap confirms. */
function RemoveKept({ id, removed }: RemoveProps) {
    const words = useWords(),
        action = useAction(),
        [sure, ask] = useState(false);
    const run = async () => {
        await removeStudy(id);
        removed();
    };
    return (
        <>
            <button
                type="button"
                class="btn"
                data-remove-study={id}
                disabled={action.busy}
                onClick={() => (sure ? action.run(run) : ask(true))}
            >
                {words.word(sure ? "web.study.short_sure" : "web.study.short_remove")}
            </button>
            {action.wrong && <span role="alert">{words.say(action.wrong)}</span>}
        </>
    );
}

/** The short links of this account. */
export function MyStudies() {
    const { word } = useWords(),
        who = useMe();
    if (!who || who.guest) return null;
    return (
        <section class="panel">
            <h2 class="rubric">{word("web.study.short_mine")}</h2>
            <MyList key={who.name} />
        </section>
    );
}

function MyList() {
    const { word } = useWords(),
        { value, wrong, again } = useAnswer(myStudies, []);
    return (
        <>
            <Away wrong={wrong} />
            {value?.studies.length === 0 && <p class="quiet">{word("web.study.short_none")}</p>}
            <ul class="kept-list">
                {value?.studies.map((study) => (
                    <li key={study.id}>
                        <KeptLink study={study} />
                        <RemoveKept id={study.id} removed={again} />
                    </li>
                ))}
            </ul>
        </>
    );
}

function KeptLink({ study }: { readonly study: KeptStudy }) {
    const { language, word } = useWords(),
        { id, game, title, name, created_ms } = study;
    return (
        <a class="kept-link" {...link(pathOf(id))}>
            <b>{title}</b>
            <small>
                {[
                    gameOf(game) ? titleOf(game) : game,
                    name,
                    date(language, created_ms),
                    ...(study.public ? [word("web.study.short_is_public")] : []),
                ].join(" · ")}
            </small>
        </a>
    );
}

/** Public studies of everybody. They are asked for only when somebody wants to see them, because
 * the page may be hosted without a server. */
export function PublicStudies() {
    const { word } = useWords(),
        [open, show] = useState(false);
    return (
        <section class="panel">
            <h2 class="rubric">{word("web.study.short_all")}</h2>
            {open ? (
                <PublicList />
            ) : (
                <button type="button" class="btn" data-public-studies onClick={() => show(true)}>
                    {word("web.study.short_show")}
                </button>
            )}
        </section>
    );
}

function PublicList() {
    const { word } = useWords(),
        [before, more] = useState<number | null>(null),
        [shown, show] = useState<readonly KeptStudy[]>([]),
        { value, wrong } = useAnswer(() => publicStudies(before), [before]);
    useEffect(() => {
        if (value)
            show((old) => [
                ...old,
                ...value.studies.filter(({ id }) => !old.some((known) => known.id === id)),
            ]);
    }, [value]);
    const next = value?.next ?? null;
    return (
        <>
            <Away wrong={wrong} />
            {value && shown.length === 0 && <p class="quiet">{word("web.study.short_nothing")}</p>}
            <ul class="kept-list">
                {shown.map((study) => (
                    <li key={study.id}>
                        <KeptLink study={study} />
                    </li>
                ))}
            </ul>
            {next !== null && next !== before && (
                <button type="button" class="btn" onClick={() => more(next)}>
                    {word("web.study.short_more")}
                </button>
            )}
        </>
    );
}
