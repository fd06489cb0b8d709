// The QR code of a link, as rows of modules for an SVG.
import { correction, generate, mode, type Mask } from "lean-qr";

// Larger versions (more than 213 bytes at level M) are too fine to scan from a screen.
const largestVersion = 10;

/** Rows of modules, where true is dark; null if the text is too long. Tests pass `mask` to compare
 * with another encoder; otherwise the encoder picks the most legible one. */
export function qrCode(
    text: string,
    mask: Mask | null = null,
): readonly (readonly boolean[])[] | null {
    try {
        const code = generate(mode.bytes(new TextEncoder().encode(text)), {
            minCorrectionLevel: correction.M,
            maxCorrectionLevel: correction.M,
            maxVersion: largestVersion,
            mask,
        });
        const numbers = [...Array(code.size).keys()];
        return numbers.map((y) => numbers.map((x) => code.get(x, y)));
    } catch {
        return null; // the library throws if no version is large enough
    }
}
