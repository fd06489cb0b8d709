// One rule shown at the table: the section that explains why something is not legal.
import { Dialog } from "../pieces/dialog";
import { useWords } from "../words";
import { placeOf, Shown, sectionsOf, type RulesText, type Section } from "./blocks";
import { useRules } from "./load";

/** The section with this heading, including its subsections. */
function found({ blocks }: RulesText, anchor: string | undefined): readonly Section[] {
    const all = sectionsOf(blocks),
        from = all.findIndex(({ id }) => id === anchor);
    if (from < 0) return all;
    const next = all.findIndex(({ level }, i) => i > from && level <= all[from]!.level);
    return all.slice(from, next < 0 ? undefined : next);
}

interface RuleProps {
    readonly game: string;
    readonly reason: string; // the key of the reason
    close(): void;
}

export function RuleDialog({ game, reason, close }: RuleProps) {
    const words = useWords(),
        rules = useRules(game);
    return (
        <Dialog title={words.word("web.header.rules")} class="rule" close={close}>
            <div class="prose" tabIndex={0}>
                {rules ? (
                    found(rules, rules.anchors[reason])
                        .flatMap(({ blocks }) => blocks)
                        .map((block, i) => (
                            <Shown key={i} block={block} game={game} rules={rules} />
                        ))
                ) : (
                    <p>{words.word("web.loading")}</p>
                )}
                {rules && (
                    <p>
                        <a
                            class="btn"
                            href={`/rules/${game}#${placeOf(rules.anchors[reason] ?? "")}`}
                            target="_blank"
                        >
                            {words.word("web.rules.whole")}
                        </a>
                    </p>
                )}
            </div>
        </Dialog>
    );
}
