// /rules/GAME: the text of `tafelrunde rules` with drawn examples and a search.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { GameFacts } from "../generated/games";
import { offered } from "../offer";
import { Picture } from "../pieces/symbol";
import { link } from "../route";
import {
    folded,
    placeOf,
    sectionsOf,
    Shown,
    Text,
    textOf,
    type Block,
    type RulesText,
} from "../rules/blocks";
import { useRules } from "../rules/load";
import { useMedia } from "../store/watch";
import { gameOf, titleOf } from "../table/local";
import { useWords } from "../words";
import { Header, ThemeTool } from "./header";
import { Notice } from "./local";
import { PlayButton } from "./play";

type Heading = Extract<Block, { kind: "h" }>;

/** The table of contents; on phones it is folded, so that the rules themselves come first. */
function Contents({ rules }: { readonly rules: RulesText }) {
    const words = useWords(),
        phone = useMedia("(max-width: 47.5em)"),
        [open, show] = useState(false),
        headings = rules.blocks.filter(
            (block): block is Heading => block.kind === "h" && block.level === 2 && block.id !== "",
        );
    return (
        <nav class="rules-contents" aria-label={words.word("web.rules.contents")}>
            {phone && (
                <button
                    type="button"
                    class="btn quiet"
                    aria-expanded={open}
                    onClick={() => show(!open)}
                >
                    {words.word("web.rules.contents")}
                </button>
            )}
            {(open || !phone) && (
                <ol>
                    {headings.map(({ id, text }) => (
                        <li key={id}>
                            <a href={`#${placeOf(id)}`}>
                                <Text spans={text} />
                            </a>
                        </li>
                    ))}
                </ol>
            )}
        </nav>
    );
}

function Reading({ facts, rules }: { readonly facts: GameFacts; readonly rules: RulesText }) {
    const words = useWords(),
        { word } = words,
        [query, search] = useState("");
    const sections = useMemo(
        () =>
            sectionsOf(rules.blocks).map((section) => ({
                ...section,
                text: folded(section.blocks.map(textOf).join(" ")),
            })),
        [rules],
    );
    const wanted = folded(query)
        .split(/\s+/)
        .filter((one) => one.length > 1);
    const shown = sections.filter(({ text }) => wanted.every((one) => text.includes(one)));
    useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [rules]);
    return (
        <article class="panel prose">
            <label class="rules-search">
                <span>{word("web.rules.search")}</span>
                <input
                    type="search"
                    value={query}
                    onInput={({ currentTarget }) => search(currentTarget.value)}
                />
            </label>
            <p class="quiet" aria-live="polite">
                {wanted.length > 0 ? word("web.rules.found", { n: shown.length }) : ""}
            </p>
            {shown.flatMap(({ blocks, id }, i) =>
                blocks.map((block, j) => (
                    <Shown
                        key={`${id} ${i} ${j}`}
                        block={block}
                        game={facts.id}
                        rules={rules}
                        words={wanted}
                    />
                )),
            )}
        </article>
    );
}

export function RulesPage({ game }: { readonly game: string }) {
    const words = useWords(),
        facts = gameOf(game),
        rules = useRules(game);
    if (!facts) return <Notice text={words.word("web.missing")} />;
    return (
        <div class="page">
            <Header sub={words.word("web.header.rules")}>
                <ThemeTool />
            </Header>
            <main class="rules">
                <div class="rules-side">
                    <nav class="rules-list" aria-label={words.word("web.rules.games")}>
                        {offered.map(({ id }) => (
                            <a
                                key={id}
                                {...link(`/rules/${id}`)}
                                aria-current={id === game ? "page" : undefined}
                            >
                                <Picture game={id} class="vth" />
                                <span>{titleOf(id)}</span>
                            </a>
                        ))}
                    </nav>
                    <div class="row">
                        <PlayButton game={facts} />
                        <a class="btn" {...link(`/learn/${game}`)}>
                            {words.word("web.home.learn")}
                        </a>
                    </div>
                    {rules && <Contents rules={rules} />}
                </div>
                {rules && <Reading key={game} facts={facts} rules={rules} />}
            </main>
        </div>
    );
}
