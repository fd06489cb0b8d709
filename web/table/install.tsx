// Offers to install the page as an app: once, on the result of a game that was just finished.
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../pieces/symbol";
import { canOfferInstall, install, noteInstallOffered } from "../store/install";
import { useWords } from "../words";

export function InstallOffer() {
    const { word } = useWords(),
        [open, setOpen] = useState(canOfferInstall);
    useEffect(() => {
        if (open) noteInstallOffered();
    }, []);
    if (!open) return null;
    const accept = () => {
        setOpen(false);
        install();
    };
    return (
        <aside class="install panel" aria-label={word("web.install.title")}>
            <p>
                <b>{word("web.install.title")}</b> {word("web.install.how")}
            </p>
            <button type="button" class="btn" data-install="no" onClick={() => setOpen(false)}>
                {word("web.install.no")}
            </button>
            <button type="button" class="btn gold" data-install="yes" onClick={accept}>
                <Icon name="save" />
                {word("web.install.yes")}
            </button>
        </aside>
    );
}
