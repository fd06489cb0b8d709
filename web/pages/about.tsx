// A dialogue that says what the browser and the server store, and what works offline.
import { Dialog } from "../pieces/dialog";
import { isOffline } from "../store/offline";
import { useWords } from "../words";

export function About({ close }: { close(): void }) {
    const { word } = useWords();
    return (
        <Dialog title={word("web.about.title")} class="menu" close={close}>
            <div class="prose">
                <p>{word("web.about.stored")}</p>
                <p>{word("web.about.server")}</p>
                {isOffline() && <p>{word("web.about.offline")}</p>}
                <p>{word("web.about.hosts")}</p>
                <p>{word("web.about.draws")}</p>
            </div>
        </Dialog>
    );
}
