// The page's entry point: maps addresses to pages.
import { render, type VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { addCommonSymbols } from "./pieces/symbol";
import { useRoute } from "./route";
import { keepInstallOffer } from "./store/install";
import { keepOffline } from "./store/offline";
import { useSettings } from "./store/watch";
import { useWords, wordsOf, WordsContext } from "./words";
import { AccountPage } from "./pages/account";
import { Home } from "./pages/home";
import { LeadersPage } from "./pages/leaders";
import { LobbyPage } from "./pages/lobby";
import { LocalPage, Notice } from "./pages/local";
import { ModerationPage } from "./pages/moderation";
import { OnlinePage } from "./pages/online";
import { LearnPage } from "./pages/learn";
import { PracticePage } from "./pages/practice";
import { ProfilePage } from "./pages/profile";
import { RulesPage } from "./pages/rules";
import { Loading } from "./table/table";

/** Decodes "J%C3%B6rg" to "Jörg". A malformed name is returned unchanged. */
function nameIn(path: string): string {
    try {
        return decodeURIComponent(path);
    } catch {
        return path;
    }
}

/** A page that is loaded when it is opened. `load` and the result of `show` belong to its key. */
function Later<Module>({
    load,
    show,
}: {
    load(): Promise<Module>;
    show(module: Module): VNode | null;
}) {
    const [module, set] = useState<Module | null>(null);
    useEffect(() => void load().then((found) => set(() => found)), []);
    return module ? show(module) : <Loading />;
}

const gamesPage = () => import("./pages/games"),
    analysis = () => import("./analysis/page"),
    tournamentPages = () => import("./tournament/pages"),
    dailyPages = () => import("./daily/page");

const tableId = /^[\w-]{22}$/; // tournaments and studies have the same ids

function EveningPage({ section, id }: { readonly section: string; readonly id: string }) {
    const { word } = useWords();
    if (section === "daily")
        return (
            <Later
                key="daily"
                load={dailyPages}
                show={({ DailyPage }) => <DailyPage key={id} day={id} />}
            />
        );
    if (id && !tableId.test(id)) return <Notice text={word("server.error.no_tournament")} />;
    return (
        <Later
            key={section}
            load={tournamentPages}
            show={({ TournamentsPage, TournamentPage, PosterPage, ScreenPage }) =>
                !id ? (
                    <TournamentsPage />
                ) : section === "poster" ? (
                    <PosterPage key={id} id={id} />
                ) : section === "screen" ? (
                    <ScreenPage key={id} id={id} />
                ) : (
                    <TournamentPage key={id} id={id} />
                )
            }
        />
    );
}

function Page({ path }: { readonly path: string }) {
    const { word } = useWords();
    const [, section = "", id = ""] = path.split("/"),
        [game = "", number = ""] = id.split("-");
    if (section === "") return <Home />;
    if (section === "local") return <LocalPage key={id} id={id} />;
    if (section === "t")
        return tableId.test(id) ? (
            <OnlinePage key={id} id={id} />
        ) : (
            <Notice text={word("server.error.no_table")} />
        );
    if (section === "lobby") return <LobbyPage />;
    if (section === "account") return <AccountPage />;
    if (section === "moderation") return <ModerationPage />;
    if (section === "u") return <ProfilePage key={id} name={nameIn(id)} />;
    if (section === "leaders") return <LeadersPage key={id} game={id} />;
    if (section === "games")
        return (
            <Later
                key="games"
                load={gamesPage}
                show={({ GamesPage }) => <GamesPage key="games" />}
            />
        );
    if (section === "learn") return <LearnPage key={id} game={id} />;
    if (section === "practice")
        return <PracticePage key={id} game={game} number={Number(number)} />;
    if (section === "rules") return <RulesPage game={id} />;
    if (section === "analysis" || (section === "s" && tableId.test(id)))
        return (
            <Later
                key="analysis"
                load={analysis}
                show={({ AnalysisPage }) => <AnalysisPage key={id} id={id} />}
            />
        );
    if (section === "s") return <Notice text={word("server.error.no_study")} />;
    if (section === "daily" || section === "tournaments")
        return <EveningPage section={section} id={id} />;
    if (id && (section === "poster" || section === "screen"))
        return <EveningPage section={section} id={id} />;
    return <Notice text={word("web.missing")} />;
}

function App() {
    const path = useRoute(),
        { language } = useSettings();
    const words = useMemo(() => wordsOf(language), [language]);
    return (
        <WordsContext.Provider value={words}>
            <Page path={path} />
        </WordsContext.Provider>
    );
}

keepInstallOffer();
addCommonSymbols();
void keepOffline();
render(<App />, document.getElementById("page")!);
