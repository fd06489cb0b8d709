// What is stored here, and what works without a secure connection.
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
