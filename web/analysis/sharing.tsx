// Sharing a study: a link that carries everything in its fragment, a file, or a picture of the
// board. Only a short link sends anything to the server.
import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../pieces/dialog";
import { saveBlob, saveFile, saveText } from "../pieces/save";
import { Icon } from "../pieces/symbol";
import { useWords } from "../words";
import type { WholeStudy } from "../client/studies";
import { KeptFacts, NewShortLink } from "./kept";
import { boardAsSvg, svgAsPng } from "./picture";
import { linkMost, toFragment } from "./share";
import type { Board } from "./state";
import { writeStudy } from "./study";

interface ShareProps {
    readonly board: Board;
    readonly room: RefObject<HTMLDivElement>;
    readonly kept: WholeStudy | undefined; // a short link led here
    close(): void;
}

/** The link to the study as it was when the dialogue opened; null until it is packed. */
function useStudyLink({ study, at, seat }: Board): string | null {
    const [link, set] = useState<string | null>(null);
    useEffect(() => {
        void toFragment(writeStudy(study, at, seat)).then((fragment) =>
            set(`${location.origin}/analysis${fragment}`),
        );
    }, []);
    return link;
}

/** Says how a piece of work ended: with the word for its success, or that it failed. */
type Tell = (work: Promise<unknown>, done: string) => void;

export function ShareDialog({ board, room, kept, close }: ShareProps) {
    const { word } = useWords(),
        link = useStudyLink(board),
        [said, say] = useState(""),
        [short, shorten] = useState<string | null>(null);
    const tell: Tell = (work, done) =>
        void work.then(
            () => say(word(done)),
            () => say(word("web.study.failed")),
        );
    return (
        <Dialog title={word("web.study.share")} class="sharing" close={close}>
            {link !== null && <StudyLink link={link} tell={tell} />}
            <p class="quiet">{word("web.study.carries")}</p>
            <h3>{word("web.study.short")}</h3>
            {kept && <KeptFacts kept={kept} />}
            {short === null ? (
                <NewShortLink board={board} made={shorten} />
            ) : (
                <StudyLink link={short} tell={tell} />
            )}
            <h3>{word("web.study.files")}</h3>
            <SaveButtons board={board} room={room} tell={tell} />
            <p role="status">{said}</p>
        </Dialog>
    );
}

function StudyLink({ link, tell }: { readonly link: string; readonly tell: Tell }) {
    const { word } = useWords();
    if (link.length > linkMost) return <p>{word("web.study.too_long", { n: linkMost })}</p>;
    return (
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
                onClick={() => tell(navigator.clipboard.writeText(link), "web.study.copied")}
            >
                <Icon name="link" />
                {word("web.study.copy")}
            </button>
        </div>
    );
}

interface SaveProps extends Pick<ShareProps, "board" | "room"> {
    readonly tell: Tell;
}

/** Saves the study as a file, or the board as a picture. */
function SaveButtons({ board: { study, at, seat }, room, tell }: SaveProps) {
    const { word } = useWords(),
        name = `${study.game}-${at}`;
    const picture = async () => boardAsSvg(room.current!.querySelector<HTMLElement>(".board")!);
    const saveSvg = async () => saveText(`${name}.svg`, await picture(), "image/svg+xml");
    const savePng = async () => saveBlob(`${name}.png`, await svgAsPng(await picture()));
    return (
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
                onClick={() => tell(saveSvg(), "web.study.saved")}
            >
                SVG
            </button>
            <button
                type="button"
                class="btn"
                data-save-png
                onClick={() => tell(savePng(), "web.study.saved")}
            >
                PNG
            </button>
        </div>
    );
}
