// /rules/GAME: the rules, as `tafelrunde rules` prints them.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { games } from "../generated/games";
import { Icon, Picture } from "../pieces/symbol";
import { link } from "../route";
import { useWords } from "../words";
import { Header, ThemeTool } from "./header";
import { Notice } from "./local";
import { playNow } from "./new";

type Span = readonly [text: string, kind: string];
type Spans = readonly Span[];

/** A block of a rules page: generate.mjs makes them from Markdown. */
export type Block =
    | { readonly kind: "h"; readonly level: number; readonly text: Spans }
    | { readonly kind: "p"; readonly text: Spans }
    | { readonly kind: "ul" | "ol"; readonly items: readonly Spans[] }
    | { readonly kind: "table"; readonly rows: readonly (readonly Spans[])[] };

function Text({ spans }: { readonly spans: Spans }) {
    return (
        <>
            {spans.map(([text, kind], i) => {
                if (kind === "b") return <b key={i}>{text}</b>;
                if (kind === "i") return <i key={i}>{text}</i>;
                return kind === "code" ? <code key={i}>{text}</code> : text;
            })}
        </>
    );
}

function Shown({ block }: { readonly block: Block }): JSX.Element {
    switch (block.kind) {
        case "h": {
            const Heading = `h${Math.min(block.level, 4)}` as "h2";
            return <Heading><Text spans={block.text} /></Heading>;
        }
        case "p":
            return <p><Text spans={block.text} /></p>;
        case "table": {
            const [head, ...rows] = block.rows;
            return (
                <div class="scroll" tabIndex={0}>
                    <table>
                        <thead><tr>{head?.map((cell, i) => <th key={i} scope="col"><Text spans={cell} /></th>)}</tr></thead>
                        <tbody>{rows.map((row, i) => <tr key={i}>{row.map((cell, j) => <td key={j}><Text spans={cell} /></td>)}</tr>)}</tbody>
                    </table>
                </div>
            );
        }
        default: {
            const List = block.kind;
            return <List>{block.items.map((item, i) => <li key={i}><Text spans={item} /></li>)}</List>;
        }
    }
}

export function RulesPage({ game }: { readonly game: string }) {
    const words = useWords(), facts = games.find(({ id }) => id === game);
    const [blocks, set] = useState<readonly Block[]>([]);
    useEffect(() => {
        let gone = false;
        void facts?.read[words.language]().then(({ blocks: found }) => !gone && set(found));
        return () => {
            gone = true;
        };
    }, [game, words.language]);
    if (!facts) return <Notice text={words.word("web.missing")} />;
    return (
        <div class="page">
            <Header sub={words.word("web.header.rules")}><ThemeTool /></Header>
            <main class="rules">
                <nav class="rules-list" aria-label={words.word("web.rules.games")}>
                    {games.filter(({ about }) => about).map(({ id, name, about }) => (
                        <a key={id} {...link(`/rules/${id}`)} aria-current={id === game ? "page" : undefined}>
                            <Picture game={id} class="vth" /><span>{about?.title ?? name}</span>
                        </a>
                    ))}
                    <button type="button" class="btn gold" data-play={game} onClick={() => void playNow(facts)}><Icon name="helm" />{words.word("web.home.play")}</button>
                </nav>
                <article class="panel prose">{blocks.map((block, i) => <Shown key={i} block={block} />)}</article>
            </main>
        </div>
    );
}
