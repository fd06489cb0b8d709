// /: the four games, and one's tables.
import { useState } from "preact/hooks";
import { games } from "../generated/games";
import { Icon, Picture } from "../pieces/symbol";
import { link } from "../route";
import { change } from "../store/settings";
import { useSettings } from "../store/use";
import { useWords } from "../words";
import { About } from "./about";
import { Foot, Header, ThemeTool } from "./header";
import { MyTables, Upload } from "./mine";
import { NewTable, playNow, type With } from "./new";

export function Home() {
    const words = useWords(),
        { word } = words,
        settings = useSettings();
    const [making, make] = useState<{ game: string; company: With } | null>(null);
    const [telling, tell] = useState(false);
    const shown = games.filter(({ about }) => about);
    // The shortest is the one to begin with.
    const first = [...shown].sort((a, b) => Number(a.about!.minutes) - Number(b.about!.minutes))[0]!
        .id;
    return (
        <div class="page home">
            <Header here="">
                <ThemeTool />
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
            </Header>
            <main class="hm">
                <section class="hero">
                    <Initial />
                    <div>
                        <h1>Tafelrunde</h1>
                        <p>{word("web.home.what")}</p>
                    </div>
                    <div class="cta">
                        <button
                            type="button"
                            class="btn gold big"
                            onClick={() => make({ game: first, company: "opponents" })}
                        >
                            <Icon name="helm" />
                            <span>
                                {word("web.home.opponents")}
                                <small>{word("web.home.opponents_how")}</small>
                            </span>
                        </button>
                        <button
                            type="button"
                            class="btn big"
                            data-friends
                            onClick={() => make({ game: first, company: "friends" })}
                        >
                            <Icon name="link" />
                            <span>
                                {word("web.home.friends")}
                                <small>{word("web.home.friends_how")}</small>
                            </span>
                        </button>
                        <button
                            type="button"
                            class="btn big"
                            onClick={() => make({ game: first, company: "people" })}
                        >
                            <Icon name="people" />
                            <span>
                                {word("web.home.people")}
                                <small>{word("web.home.people_how")}</small>
                            </span>
                        </button>
                    </div>
                </section>
                <h2 class="gh">{word("web.home.games")}</h2>
                <section class="games" aria-label={word("web.home.games")}>
                    {shown.map((game) => (
                        <article key={game.id} class="gc panel">
                            <Picture game={game.id} class="vig" />
                            <div class="gt">
                                <h3>{game.about?.title ?? game.name}</h3>
                                <p class="meta">
                                    <Icon name="people" />
                                    {game.min === game.max ? game.min : `${game.min}–${game.max}`}
                                    <span>
                                        <Icon name="glass" />
                                        {word("web.home.minutes", {
                                            n: { text: game.about!.minutes },
                                        })}
                                    </span>
                                </p>
                                <p class="one">{word(game.about!.text)}</p>
                            </div>
                            <div class="ga">
                                <button
                                    type="button"
                                    class="btn gold"
                                    data-play={game.id}
                                    onClick={() => void playNow(game)}
                                >
                                    <Icon name="helm" />
                                    {word("web.home.play")}
                                </button>
                                <button
                                    type="button"
                                    class="btn"
                                    data-setup={game.id}
                                    onClick={() => make({ game: game.id, company: "opponents" })}
                                >
                                    {word("web.home.setup")}
                                </button>
                                <a class="btn" data-learn={game.id} {...link(`/learn/${game.id}`)}>
                                    {word("web.home.learn")}
                                </a>
                            </div>
                        </article>
                    ))}
                </section>
                <MyTables>
                    <Upload />
                </MyTables>
                <Foot>
                    <a {...link(`/rules/${shown[0]!.id}`)}>{word("web.home.sources")}</a>
                    <button type="button" onClick={() => tell(true)}>
                        {word("web.home.stored")}
                    </button>
                </Foot>
                {!isSecureContext && <p class="insecure">{word("web.about.insecure")}</p>}
            </main>
            {making && <NewTable {...making} close={() => make(null)} />}
            {telling && <About close={() => tell(false)} />}
        </div>
    );
}

const Initial = () => (
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
            <path d="M20 100Q16 70 30 62 44 58 42 72 38 82 30 76M100 100Q104 70 90 62 76 58 78 72 82 82 90 76M20 22Q34 18 34 30M100 22Q86 18 86 30" />
            <path d="M26 92q8-3 10 5M94 92q-8-3-10 5" />
        </g>
        <g fill="#c23a22" stroke="#2b2118" stroke-width="1.2">
            <circle cx="31" cy="72" r="3.6" />
            <circle cx="89" cy="72" r="3.6" />
            <circle cx="22" cy="44" r="3.2" />
            <circle cx="98" cy="44" r="3.2" />
        </g>
        <path
            d="M22 60q-8-4-6-12 8 2 6 12ZM98 60q8-4 6-12-8 2-6 12ZM36 98q10 2 12-6-10-3-12 6ZM84 98q-10 2-12-6 10-3 12 6Z"
            fill="#7fb88f"
            stroke="#2b2118"
            stroke-width="1.1"
        />
        <path
            d="M24 20Q60 12 96 20V38Q86 30 70 31V88Q72 97 82 99V104H38V99Q48 97 50 88V31Q34 30 24 38Z"
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
