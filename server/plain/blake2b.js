// BLAKE2b-256 (RFC 7693) of up to 128 bytes, without a key: what the draws' hashes need.
const MASK = (1n << 64n) - 1n;
const IV = [0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n, 0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n];
const SIGMA = [
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
].map((row) => [...row].map((digit) => parseInt(digit, 16)));

const turn = (x, n) => ((x >> n) | (x << (64n - n))) & MASK;

function mix(v, a, b, c, d, x, y) {
    v[a] = (v[a] + v[b] + x) & MASK;
    v[d] = turn(v[d] ^ v[a], 32n);
    v[c] = (v[c] + v[d]) & MASK;
    v[b] = turn(v[b] ^ v[c], 24n);
    v[a] = (v[a] + v[b] + y) & MASK;
    v[d] = turn(v[d] ^ v[a], 16n);
    v[c] = (v[c] + v[d]) & MASK;
    v[b] = turn(v[b] ^ v[c], 63n);
}

export function blake2b(bytes) {
    const block = new Uint8Array(128), h = IV.slice(), out = new DataView(new ArrayBuffer(32));
    block.set(bytes);
    const words = new DataView(block.buffer), m = Array.from({ length: 16 }, (_, i) => words.getBigUint64(8 * i, true));
    h[0] ^= 0x01010020n;
    const v = [...h, ...IV];
    v[12] ^= BigInt(bytes.length);
    v[14] ^= MASK;
    for (let round = 0; round < 12; round++) {
        const s = SIGMA[round % 10];
        for (let i = 0; i < 4; i++) mix(v, i, 4 + i, 8 + i, 12 + i, m[s[2 * i]], m[s[2 * i + 1]]);
        for (let i = 0; i < 4; i++) mix(v, i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4), m[s[8 + 2 * i]], m[s[9 + 2 * i]]);
    }
    for (let i = 0; i < 4; i++) out.setBigUint64(8 * i, h[i] ^ v[i] ^ v[8 + i], true);
    return new Uint8Array(out.buffer);
}
