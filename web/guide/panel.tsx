// The guide at the table: shows one tip at a time, points at the board, and offers questions to
// tap.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Choice, Update } from "../board";
import type { Client } from "../client/client";
import { Sheet } from "../table/sheet";
import type { Message } from "../text";
import { sentence, useWords, type Words } from "../words";
import { samePart } from "../table/turn";
import { due, type Guide, type Guided, type Tip, type Tried } from "./guide";

const most = 4; // the most choices named in an answer, and the most things pointed at

const verbOf = ({ parts }: Choice) => parts[0]?.[1] ?? "";

interface Box {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
}

function boxesOf(selector: string): readonly Box[] {
    return [...document.querySelectorAll(selector)]
        .map((element) => element.getBoundingClientRect())
        .filter(({ width, height }) => width > 0 && height > 0)
        .slice(0, most);
}

/** Draws rings around the tip's targets and keeps them in place while the board moves. */
function Pointer({ selector }: { readonly selector: string }) {
    const [boxes, set] = useState<readonly Box[]>([]);
    useEffect(() => {
        let last = "";
        const look = () => {
            const found = boxesOf(selector),
                now = JSON.stringify(found);
            if (now !== last) set(found);
            last = now;
        };
        look();
        const timer = setInterval(look, 300);
        return () => clearInterval(timer);
    }, [selector]);
    return (
        <div class="points" aria-hidden="true">
            {boxes.map(({ x, y, width, height }, i) => (
                <i
                    key={i}
                    style={{
                        left: `${x}px`,
                        top: `${y}px`,
                        width: `${width}px`,
                        height: `${height}px`,
                    }}
                />
            ))}
        </div>
    );
}

const where = ({ at, verbs = [] }: Tip) =>
    at ??
    verbs
        .flatMap((verb) => ["main.board", ".dock"].map((room) => `${room} [data-do^="${verb}"]`))
        .join(", ");

export interface GuideProps {
    readonly game: string;
    readonly guide: Guide;
    readonly client: Client;
    readonly me: number;
    readonly legal: readonly Choice[]; // empty while nothing is asked
    readonly fresh: readonly Update[]; // what has happened since the person last acted
    readonly guided: { get(): Guided; put(guided: Guided): void };
    rule(reason: string): void;
}

interface Answer {
    readonly lines: readonly string[];
    readonly reason: string | null; // the key of a "why not?" answer
}

/** The tips that are due, and a function that moves on to the next one. */
function useTips({ game, guide, legal, fresh, guided }: GuideProps) {
    const [seen, setSeen] = useState(guided.get().seen);
    const tips = useMemo((): readonly Tip[] => {
        const verbs = new Set(legal.map(verbOf)),
            events = new Set(
                fresh.flatMap((update) =>
                    update.events.map(({ key }) => key.slice(`${game}.event.`.length)),
                ),
            );
        return seen.includes(guide.welcome)
            ? due(guide.tips, seen, verbs, events)
            : [{ text: guide.welcome }];
    }, [seen, legal, fresh]);
    const next = () => {
        const [tip] = tips;
        if (!tip) return;
        const shown = [...seen, tip.text];
        setSeen(shown);
        guided.put({ seen: shown });
    };
    return { tips, next };
}

/** The event that the tip explains. The tip's sentence may name who did it. */
const eventOf = ({ events = [] }: Tip, { game, fresh }: GuideProps) =>
    fresh
        .flatMap((update) => update.events)
        .findLast(({ key }) => events.includes(key.slice(`${game}.event.`.length)));

interface Questions {
    readonly answer: Answer | null;
    // an attempt that may be asked about: why not?
    readonly tried: NonNullable<Tip["tried"]>[number] | undefined;
    readonly valued: readonly Choice[]; // choices that may be asked about: what would each bring?
    why(action: string): void;
    worth(): void;
}

/** Not legal, and not because of a card that the person cannot play at all. */
const worthAsking = ({ do: action, parts }: Tried, legal: readonly Choice[]) =>
    !legal.some(({ do: one }) => one === action) &&
    parts.every(
        (part) =>
            part[0] !== "card" ||
            legal.some((choice) => choice.parts.some((one) => samePart(one, part))),
    );

function useQuestions(
    { game, client, me, legal }: GuideProps,
    tip: Tip | undefined,
    words: Words,
): Questions {
    const [answer, setAnswer] = useState<Answer | null>(null);
    // The same question may arrive again while others answer; the guide's answer then stays.
    useEffect(() => setAnswer(null), [tip?.text, legal.map(({ do: action }) => action).join("\n")]);
    const verbs = tip?.verbs ?? [],
        choices = tip ? legal.filter((choice) => verbs.includes(verbOf(choice))) : legal,
        valued = choices.filter(({ preview }) => preview);
    const tried = tip?.tried?.find((attempt) => worthAsking(attempt, legal));
    const why = async (action: string) => {
        const reason: Message | null = await client.why(me, action);
        if (reason) setAnswer({ lines: [words.say(reason)], reason: reason.key });
    };
    // Name only one of several choices that bring the same.
    const worth = () => {
        const brings = new Map(
            [...valued].reverse().map((choice) => [words.say(choice.preview!), choice]),
        );
        setAnswer({
            lines: [...brings]
                .reverse()
                .slice(0, most)
                .map(([preview, choice]) => `${words.say(sentence(game, choice))}: ${preview}`),
            reason: null,
        });
    };
    return { answer, tried, valued, why: (action) => void why(action), worth };
}

export function GuidePanel(props: GuideProps) {
    const { game, guide, legal, rule } = props,
        words = useWords(),
        { tips, next } = useTips(props),
        [tip] = tips,
        questions = useQuestions(props, tip, words);
    if (!tip) return null;
    const more = tips.length > 1 || tip.text === guide.welcome;
    const does = (
        <>
            <button type="button" class="btn gold" data-next onClick={next}>
                {words.word(more ? "web.guide.next" : "web.guide.understood")}
            </button>
            {legal.length > 0 && <Ask game={game} {...questions} />}
        </>
    );
    return (
        <Sheet
            class="guide"
            title={words.word("web.guide.title")}
            icon="book"
            tip={tip.text}
            does={does}
        >
            <p aria-live="polite">{words.word(tip.text, eventOf(tip, props)?.params)}</p>
            {questions.answer && <Answered game={game} answer={questions.answer} rule={rule} />}
            {where(tip) && <Pointer selector={where(tip)} />}
        </Sheet>
    );
}

interface AnsweredProps extends Pick<GuideProps, "game" | "rule"> {
    readonly answer: Answer;
}

function Answered({ game, answer: { lines, reason }, rule }: AnsweredProps) {
    const { word } = useWords();
    return (
        <div class="guide-answer" aria-live="polite">
            {lines.map((line, i) => (
                <p key={i}>{line}</p>
            ))}
            {reason?.startsWith(`${game}.whynot.`) && (
                <button type="button" class="which" onClick={() => rule(reason)}>
                    {word("web.rules.why")}
                </button>
            )}
        </div>
    );
}

function Ask({ game, tried, valued, why, worth }: Questions & { readonly game: string }) {
    const { word, say } = useWords();
    return (
        <>
            {tried !== undefined && (
                <button
                    type="button"
                    class="btn quiet"
                    data-why={tried.do}
                    onClick={() => why(tried.do)}
                >
                    {word("web.guide.why", { action: { text: say(sentence(game, tried)) } })}
                </button>
            )}
            {valued.length > 0 && (
                <button type="button" class="btn quiet" data-worth onClick={worth}>
                    {word("web.guide.worth")}
                </button>
            )}
        </>
    );
}
