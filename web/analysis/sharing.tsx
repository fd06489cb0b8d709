// Sharing a study: a link that carries everything in its fragment, a file, or a picture of the
// board. Nothing is sent to a server.
import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../pieces/dialog";
import { saveBlob, saveFile, saveText } from "../pieces/save";
import { Icon } from "../pieces/symbol";
import { useWords } from "../words";
import { boardAsSvg, svgAsPng } from "./picture";
import { linkMost, toFragment } from "./share";
import type { Board } from "./state";
import { writeStudy } from "./study";

interface ShareProps {
    readonly board: Board;
    readonly room: RefObject<HTMLDivElement>;
    close(): void;
}

export function ShareDialog({ board: { study, at, seat }, room, close }: ShareProps) {
    const { word } = useWords(),
        [link, set] = useState<string | null>(null),
        [said, say] = useState("");
    useEffect(() => {
        void toFragment(writeStudy(study, at, seat)).then((fragment) =>
            set(`${location.origin}/analysis${fragment}`),
        );
    }, []);
    const name = `${study.game}-${at}`,
        fits = link !== null && link.length <= linkMost;
    const picture = async () => boardAsSvg(room.current!.querySelector<HTMLElement>(".board")!);
    const tell = (work: Promise<unknown>, done: string) =>
        void work.then(
            () => say(word(done)),
            () => say(word("web.study.failed")),
        );
    return (
        <Dialog title={word("web.study.share")} class="sharing" close={close}>
            {fits ? (
                <div class="row">
                    <input
                        readOnly
                        value={link}
                        aria-label={word("web.study.link")}
                        onFocus={({ currentTarget }) => currentTarget.select()}
                    />
                    <button
                        type="button"
                        class="btn gold"
                        onClick={() =>
                            tell(navigator.clipboard.writeText(link), "web.study.copied")
                        }
                    >
                        <Icon name="link" />
                        {word("web.study.copy")}
                    </button>
                </div>
            ) : (
                link !== null && <p>{word("web.study.too_long", { n: linkMost })}</p>
            )}
            <p class="quiet">{word("web.study.carries")}</p>
            <div class="row wrap">
                <button
                    type="button"
                    class="btn"
                    data-save-study
                    onClick={() => saveFile(`${name}.study.json`, writeStudy(study, at, seat))}
                >
                    <Icon name="save" />
                    {word("web.study.file")}
                </button>
                <button
                    type="button"
                    class="btn"
                    data-save-svg
                    onClick={() =>
                        tell(
                            picture().then((svg) => saveText(`${name}.svg`, svg, "image/svg+xml")),
                            "web.study.saved",
                        )
                    }
                >
                    SVG
                </button>
                <button
                    type="button"
                    class="btn"
                    data-save-png
                    onClick={() =>
                        tell(
                            picture()
                                .then(svgAsPng)
                                .then((png) => saveBlob(`${name}.png`, png)),
                            "web.study.saved",
                        )
                    }
                >
                    PNG
                </button>
            </div>
            <p role="status">{said}</p>
        </Dialog>
    );
}
