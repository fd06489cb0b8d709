// Pieces for the map and for text beside it: cubes with their seat's mark, tokens, symbols of
// classes.
import { faceOf } from "./view";

const marks = [
    <circle r="5.5" />,
    <path d="M-5-5H5V5H-5z" />,
    <path d="M0-6 6 4.8H-6z" />,
    <path d="M0-6.7 5.8 0 0 6.7-5.8 0z" />,
];

/** A cube centred at the origin, 24 units wide. */
export const Cube = ({ seat }: { readonly seat: number }) => (
    <g class={`rt-cube s${seat}`}>
        <path class="rim" d="M-11-8-6-14H13V6L8 12H-11z" />
        <path class="front" d="M-11-8H8V12H-11z" />
        <path class="top" d="M-11-8-6-14H13L8-8z" />
        <path class="side" d="M8-8 13-14V6L8 12z" />
        <path class="line" d="M-11-8-6-14H13V6L8 12H-11zM-11-8H8V12M8-8 13-14" />
        <g class="mark" transform="translate(-1.5 2)">
            {marks[seat]}
        </g>
    </g>
);

/** A cube beside text. */
export const CubeIcon = ({ seat }: { readonly seat: number }) => (
    <svg class="rt-icon" viewBox="-14 -17 30 32" aria-hidden="true">
        <Cube seat={seat} />
    </svg>
);

const Glyph = ({
    of,
    x = 0,
    y = 0,
    size,
}: {
    readonly of: string;
    readonly x?: number;
    readonly y?: number;
    readonly size: number;
}) => <use href={`#rattus-${of}`} x={x - size / 2} y={y - size / 2} width={size} height={size} />;

/** The face of a token, centred at the origin: the limit above, the symbols below. */
export function TokenFace({
    code,
    kind,
}: {
    readonly code: string;
    readonly kind: "known" | "turned";
}) {
    const { limit, symbols } = faceOf(code),
        step = symbols.length > 3 ? 11.5 : 15,
        size = symbols.length > 3 ? 12.5 : 16;
    return (
        <g class={`rt-face ${kind}`}>
            <circle class="rim" r="29.5" />
            <circle class="inner" r="26" />
            <text class="limit" y="-.5">
                {limit}
            </text>
            {symbols.map((of, i) => {
                const x = (i - (symbols.length - 1) / 2) * step;
                return <Glyph key={of} of={of} x={x} y={12.5 - (x * x) / 90} size={size} />;
            })}
        </g>
    );
}

export const FaceIcon = ({ code }: { readonly code: string }) => (
    <svg class="rt-token" viewBox="-32 -32 64 64" aria-hidden="true">
        <TokenFace code={code} kind="turned" />
    </svg>
);
