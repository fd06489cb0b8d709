// /about: what is stored here, and what works without a secure connection.
import { useWords } from "../words";
import { Header, SettingsForm, ThemeTool } from "./header";

export function AboutPage() {
    const { word } = useWords();
    return (
        <div class="page">
            <Header><ThemeTool /></Header>
            <main class="rules">
                <article class="panel prose">
                    <h1>{word("web.about.title")}</h1>
                    <p>{word("web.about.stored")}</p>
                    <p>{word("web.about.hosts")}</p>
                    <p>{word("web.about.draws")}</p>
                    {!isSecureContext && <p class="warn">{word("web.about.insecure")}</p>}
                    <h2>{word("web.about.settings")}</h2>
                    <SettingsForm />
                </article>
            </main>
        </div>
    );
}
