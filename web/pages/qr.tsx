// A link as a QR code.
import { useMemo } from "preact/hooks";
import { qrCode } from "../client/qr";
import { useWords } from "../words";

const quiet = 4; // modules of margin that a scanner needs

/** Nothing if the address is too long for a code that can be scanned. */
export function QrCode({ url }: { readonly url: string }) {
    const { word } = useWords(),
        rows = useMemo(() => qrCode(url), [url]);
    if (!rows) return null;
    const path = rows
        .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
        .join("");
    const side = rows.length + 2 * quiet;
    return (
        <svg
            class="qr"
            viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
            role="img"
            aria-label={word("web.online.qr")}
            shape-rendering="crispEdges"
        >
            <rect x={-quiet} y={-quiet} width="100%" height="100%" fill="#fff" />
            <path d={path} fill="#000" />
        </svg>
    );
}
