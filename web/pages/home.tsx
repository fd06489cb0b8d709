// /: the games first, then the person's own tables.
import { useState } from "preact/hooks";
import { offered } from "../offer";
import { Icon } from "../pieces/symbol";
import { link } from "../route";
import { change } from "../store/settings";
import { useSettings } from "../store/watch";
import { useWords } from "../words";
import { About } from "./about";
import { Evening } from "./evening";
import { GameCard } from "./gamecard";
import { Foot, Header, ThemeTool } from "./header";
import { MyTables } from "./mine";
import { NewTable, type PlayWith } from "./new";
import { Upload } from "./upload";

interface Making {
    readonly game: string;
    readonly playWith: PlayWith;
}

export function Home() {
    const { word } = useWords(),
        [making, make] = useState<Making | null>(null),
        [aboutOpen, setAboutOpen] = useState(false);
    return (
        <div class="page home">
            <Header here="">
                <ThemeTool />
                <LanguagePick />
            </Header>
            <main class="hm">
                <Hero make={make} />
                <h2 class="gh">{word("web.home.games")}</h2>
                <section class="games" aria-label={word("web.home.games")}>
                    {offered.map((game) => (
                        <GameCard
                            key={game.id}
                            game={game}
                            setUp={() => make({ game: game.id, playWith: "opponents" })}
                        />
                    ))}
                </section>
                {/* Further sections of the evening go here, after the person's tables. */}
                <div class="below">
                    <MyTables cards={4} />
                </div>
                <Evening />
                <Foot>
                    <Upload />
                    <a {...link(`/rules/${offered[0]!.id}`)}>{word("web.home.sources")}</a>
                    <button type="button" onClick={() => setAboutOpen(true)}>
                        {word("web.home.stored")}
                    </button>
                </Foot>
                {!isSecureContext && <p class="insecure">{word("web.about.insecure")}</p>}
            </main>
            {making && <NewTable {...making} close={() => make(null)} />}
            {aboutOpen && <About close={() => setAboutOpen(false)} />}
        </div>
    );
}

function LanguagePick() {
    const { word } = useWords(),
        settings = useSettings();
    return (
        <div class="lang" role="group" aria-label={word("web.settings.language")}>
            {(["de", "en"] as const).map((language) => (
                <button
                    type="button"
                    key={language}
                    aria-pressed={settings.language === language}
                    onClick={() => change({ language })}
                >
                    {language.toUpperCase()}
                </button>
            ))}
        </div>
    );
}

interface MakeProps {
    make(making: Making): void;
}

/** What this is, and the two ways to play with people; each is set to the first game. */
function Hero({ make }: MakeProps) {
    const { word } = useWords();
    const begin = (playWith: PlayWith) => () => make({ game: offered[0]!.id, playWith });
    return (
        <section class="hero">
            <Initial />
            <div>
                <h1>Tafelrunde</h1>
                <p>{word("web.home.what", { n: offered.length })}</p>
            </div>
            <div class="cta">
                <button type="button" class="btn big" data-friends onClick={begin("friends")}>
                    <Icon name="link" />
                    <span>
                        {word("web.home.friends")}
                        <small>{word("web.home.friends_how")}</small>
                    </span>
                </button>
                <button type="button" class="btn big" data-people onClick={begin("people")}>
                    <Icon name="people" />
                    <span>
                        {word("web.home.people")}
                        <small>{word("web.home.people_how")}</small>
                    </span>
                </button>
            </div>
        </section>
    );
}

export const Initial = () => (
    <svg class="init" viewBox="0 0 120 120" aria-hidden="true">
        <rect
            x="2"
            y="2"
            width="116"
            height="116"
            rx="5"
            fill="#1f4a7d"
            stroke="#2b2118"
            stroke-width="2.4"
        />
        <rect x="8" y="8" width="104" height="104" fill="none" stroke="#e8b93c" stroke-width="2" />
        <g fill="none" stroke="#e8b93c" stroke-width="2.2" stroke-linecap="round">
            <path
                d="M20 100Q16 70 30 62 44 58 42 72 38 82 30 76M100 100
                Q104 70 90 62 76 58 78 72 82 82 90 76M20 22Q34 18 34 30M100 22Q86 18 86 30"
            />
            <path d="M26 92q8-3 10 5M94 92q-8-3-10 5" />
        </g>
        <g fill="#c23a22" stroke="#2b2118" stroke-width="1.2">
            <circle cx="31" cy="72" r="3.6" />
            <circle cx="89" cy="72" r="3.6" />
            <circle cx="22" cy="44" r="3.2" />
            <circle cx="98" cy="44" r="3.2" />
        </g>
        <path
            d="M22 60q-8-4-6-12 8 2 6 12ZM98 60q8-4 6-12-8 2-6 12ZM36 98q10 2 12-6-10-3-12 6ZM84 98
                q-10 2-12-6 10-3 12 6Z"
            fill="#7fb88f"
            stroke="#2b2118"
            stroke-width="1.1"
        />
        <path
            d="M24 20Q60 12 96 20V38Q86 30 70 31V88Q72 97 82 99V104H38V99Q48 97 50 88V31
                Q34 30 24 38Z"
            fill="#f0c757"
            stroke="#2b2118"
            stroke-width="2.6"
            stroke-linejoin="round"
        />
        <path
            d="M60 34V92"
            stroke="#a2700d"
            stroke-width="2"
            stroke-dasharray="1 6"
            stroke-linecap="round"
        />
    </svg>
);
