// BLAKE2b-256 (RFC 7693) of at most one block of 128 bytes: a person's bytes and a table's
// commitment are shorter.

const mask = (1n << 64n) - 1n;
const iv = [
    0x6a09e667f3bcc908n,
    0xbb67ae8584caa73bn,
    0x3c6ef372fe94f82bn,
    0xa54ff53a5f1d36f1n,
    0x510e527fade682d1n,
    0x9b05688c2b3e6c1fn,
    0x1f83d9abfb41bd6bn,
    0x5be0cd19137e2179n,
];
const sigma = [
    "0123456789abcdef",
    "ea489fd61c02b753",
    "b8c052fdae367194",
    "7931dcbe265a40f8",
    "905724afe1bc683d",
    "2c6a0b834d75fe19",
    "c51fed4a0763928b",
    "db7ec13950f4862a",
    "6fe9b308c2d714a5",
    "a2847615fb9e3cd0",
];

const rotate = (x: bigint, n: bigint) => ((x >> n) | (x << (64n - n))) & mask;

function mix(
    v: bigint[],
    [a, b, c, d]: readonly [number, number, number, number],
    x: bigint,
    y: bigint,
): void {
    for (const [word, r, s] of [
        [x, 32n, 24n],
        [y, 16n, 63n],
    ] as const) {
        v[a] = (v[a]! + v[b]! + word) & mask;
        v[d] = rotate(v[d]! ^ v[a]!, r);
        v[c] = (v[c]! + v[d]!) & mask;
        v[b] = rotate(v[b]! ^ v[c]!, s);
    }
}

export const hexOf = (bytes: Uint8Array) =>
    Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
export const bytesOf = (hex: string) =>
    Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

export function blake2b256(bytes: Uint8Array): string {
    if (bytes.length > 128) throw new Error("more than one block");
    const block = new DataView(new ArrayBuffer(128));
    bytes.forEach((byte, i) => block.setUint8(i, byte));
    const h = [iv[0]! ^ 0x01010020n, ...iv.slice(1)],
        v = [...h, ...iv];
    v[12] = v[12]! ^ BigInt(bytes.length);
    v[14] = v[14]! ^ mask;
    const m = Array.from({ length: 16 }, (_, i) => block.getBigUint64(8 * i, true));
    for (let round = 0; round < 12; round++) {
        const s = [...sigma[round % 10]!].map((digit) => m[parseInt(digit, 16)]!);
        for (let i = 0; i < 4; i++) mix(v, [i, 4 + i, 8 + i, 12 + i], s[2 * i]!, s[2 * i + 1]!);
        for (let i = 0; i < 4; i++)
            mix(
                v,
                [i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4)],
                s[8 + 2 * i]!,
                s[9 + 2 * i]!,
            );
    }
    const out = new DataView(new ArrayBuffer(32));
    for (let i = 0; i < 4; i++) out.setBigUint64(8 * i, h[i]! ^ v[i]! ^ v[i + 8]!, true);
    return hexOf(new Uint8Array(out.buffer));
}

/** What a table publishes before the game: docs/records.md. */
export function commitmentOf(table: string, seed: string): string {
    const text = new TextEncoder().encode(`tafelrunde commit${table}`),
        bytes = bytesOf(seed),
        all = new Uint8Array(text.length + bytes.length);
    all.set(text);
    all.set(bytes, text.length);
    return blake2b256(all);
}

export function randomHex(size: number): string {
    return hexOf(crypto.getRandomValues(new Uint8Array(size)));
}

/** A table's public id: 128 random bits as base64url. */
export function randomId(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return btoa(String.fromCharCode(...bytes))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replaceAll("=", "");
}
