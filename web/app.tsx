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

/** The analysis board is loaded with its page. */
function Analysis() {
    const [page, set] = useState<{ readonly Board: () => VNode | null } | null>(null);
    useEffect(
        () =>
            void import("./analysis/page").then(({ AnalysisPage }) => set({ Board: AnalysisPage })),
        [],
    );
    return page ? <page.Board /> : <Loading />;
}

function Page({ path }: { readonly path: string }) {
    const { word } = useWords();
    const [, section = "", id = ""] = path.split("/"),
        [game = "", number = ""] = id.split("-");
    if (section === "") return <Home />;
    if (section === "local") return <LocalPage key={id} id={id} />;
    if (section === "t")
        return /^[\w-]{22}$/.test(id) ? (
            <OnlinePage key={id} id={id} />
        ) : (
            <Notice text={word("server.error.no_table")} />
        );
    if (section === "lobby") return <LobbyPage />;
    if (section === "account") return <AccountPage />;
    if (section === "moderation") return <ModerationPage />;
    if (section === "u") return <ProfilePage key={id} name={nameIn(id)} />;
    if (section === "leaders") return <LeadersPage key={id} game={id} />;
    if (section === "learn") return <LearnPage key={id} game={id} />;
    if (section === "practice")
        return <PracticePage key={id} game={game} number={Number(number)} />;
    if (section === "rules") return <RulesPage game={id} />;
    if (section === "analysis") return <Analysis />;
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
