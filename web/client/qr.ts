// A text as a QR code (ISO/IEC 18004): byte mode, correction level M, versions 1 to 10, which is up
// to 213 bytes.

const codewords = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346];
const correction = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26]; // codewords a block
const blocks = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
const alignment = [
    [],
    [6, 18],
    [6, 22],
    [6, 26],
    [6, 30],
    [6, 34],
    [6, 22, 38],
    [6, 24, 42],
    [6, 26, 46],
    [6, 28, 50],
];

const dataSize = (version: number) =>
    codewords[version - 1]! - correction[version - 1]! * blocks[version - 1]!;

function times(a: number, b: number): number {
    let product = 0;
    for (let bit = 7; bit >= 0; bit--) {
        product = (product << 1) ^ ((product >>> 7) * 0x11d);
        if ((b >>> bit) & 1) product ^= a;
    }
    return product;
}

/** What is left after dividing by the generator polynomial of that degree (Reed and Solomon). */
function remainder(data: readonly number[], degree: number): readonly number[] {
    const divisor: number[] = [...Array<number>(degree - 1).fill(0), 1],
        rest = Array<number>(degree).fill(0);
    for (let i = 0, root = 1; i < degree; i++, root = times(root, 2))
        for (let j = 0; j < degree; j++)
            divisor[j] = times(divisor[j]!, root) ^ (divisor[j + 1] ?? 0);
    for (const byte of data) {
        const factor = byte ^ rest.shift()!;
        rest.push(0);
        for (let j = 0; j < degree; j++) rest[j]! ^= times(divisor[j]!, factor);
    }
    return rest;
}

/** The text with its length, filled up; then in blocks with their correction, interleaved. */
function encode(bytes: Uint8Array, version: number): readonly number[] {
    const bits: number[] = [],
        put = (value: number, count: number) => {
            for (let i = count - 1; i >= 0; i--) bits.push((value >>> i) & 1);
        };
    put(4, 4);
    put(bytes.length, version < 10 ? 8 : 16);
    for (const byte of bytes) put(byte, 8);
    put(0, Math.min(4, dataSize(version) * 8 - bits.length));
    while (bits.length % 8) bits.push(0);
    for (let pad = 0xec; bits.length < dataSize(version) * 8; pad ^= 0xec ^ 0x11) put(pad, 8);
    const data = Array.from({ length: bits.length / 8 }, (_, i) =>
        bits.slice(8 * i, 8 * i + 8).reduce((sum, bit) => 2 * sum + bit, 0),
    );

    const count = blocks[version - 1]!,
        degree = correction[version - 1]!,
        short = Math.floor(data.length / count),
        longer = data.length % count;
    const parts = Array.from({ length: count }, (_, i) => {
        const from = i * short + Math.max(0, i - (count - longer));
        return data.slice(from, from + short + (i >= count - longer ? 1 : 0));
    });
    const checks = parts.map((part) => remainder(part, degree)),
        out: number[] = [];
    for (let i = 0; i <= short; i++)
        for (const part of parts) if (i < part.length) out.push(part[i]!);
    for (let i = 0; i < degree; i++) for (const check of checks) out.push(check[i]!);
    return out;
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
    (x, y) => (x + y) % 2 === 0,
    (_, y) => y % 2 === 0,
    (x) => x % 3 === 0,
    (x, y) => (x + y) % 3 === 0,
    (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
    (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
    (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
    (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

type Modules = (boolean | undefined)[][]; // rows; undefined: room for data

/** Everything that is the same for all texts of a version, and the mask's number. */
function frame(version: number, mask: number): Modules {
    const size = 17 + 4 * version,
        rows: Modules = Array.from({ length: size }, () =>
            Array<boolean | undefined>(size).fill(undefined),
        );
    const set = (x: number, y: number, dark: boolean) => {
        if (x >= 0 && y >= 0 && x < size && y < size) rows[y]![x] = dark;
    };
    for (let i = 0; i < size; i++) {
        set(6, i, i % 2 === 0);
        set(i, 6, i % 2 === 0);
    }
    const rings = (cx: number, cy: number, radius: number, light: readonly number[]) => {
        for (let y = -radius; y <= radius; y++)
            for (let x = -radius; x <= radius; x++)
                set(cx + x, cy + y, !light.includes(Math.max(Math.abs(x), Math.abs(y))));
    };
    for (const [x, y] of [
        [3, 3],
        [size - 4, 3],
        [3, size - 4],
    ] as const)
        rings(x, y, 4, [2, 4]);
    const places = alignment[version - 1]!,
        far = size - 7;
    for (const x of places)
        for (const y of places)
            if (!((x === 6 && (y === 6 || y === far)) || (x === far && y === 6)))
                rings(x, y, 2, [1]);

    let rest = mask;
    for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
    const format = ((mask << 10) | rest) ^ 0x5412,
        bit = (i: number) => ((format >>> i) & 1) === 1;
    for (let i = 0; i < 15; i++) {
        set(i < 8 ? 8 : i === 8 ? 7 : 14 - i, i < 6 ? i : i < 8 ? i + 1 : 8, bit(i));
        set(i < 8 ? size - 1 - i : 8, i < 8 ? 8 : size - 15 + i, bit(i));
    }
    set(8, size - 8, true);
    if (version >= 7) {
        let left = version;
        for (let i = 0; i < 12; i++) left = (left << 1) ^ ((left >>> 11) * 0x1f25);
        for (let i = 0; i < 18; i++) {
            const dark = ((((version << 12) | left) >>> i) & 1) === 1,
                a = size - 11 + (i % 3),
                b = Math.floor(i / 3);
            set(a, b, dark);
            set(b, a, dark);
        }
    }
    return rows;
}

/** Long runs, blocks of one colour and too much of it are hard to read. */
function penalty(rows: readonly (readonly boolean[])[]): number {
    const size = rows.length,
        lines = [...rows, ...rows.map((_, x) => rows.map((row) => row[x]!))];
    let sum = 0,
        dark = 0;
    for (const line of lines) {
        const text = line.map((module) => (module ? "1" : "0")).join("");
        for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
        sum +=
            40 *
            ((text.match(/(?=10111010000)/g) ?? []).length +
                (text.match(/(?=00001011101)/g) ?? []).length);
    }
    for (let y = 0; y < size; y++)
        for (let x = 0; x < size; x++) {
            if (rows[y]![x]) dark++;
            if (
                x &&
                y &&
                [rows[y - 1]![x], rows[y]![x - 1], rows[y - 1]![x - 1]].every(
                    (module) => module === rows[y]![x],
                )
            )
                sum += 3;
        }
    return sum + 10 * Math.floor(Math.abs((20 * dark) / (size * size) - 10));
}

function draw(
    data: readonly number[],
    version: number,
    mask: number,
): readonly (readonly boolean[])[] {
    const rows = frame(version, mask),
        size = rows.length;
    let next = 0;
    for (let right = size - 1; right > 0; right -= 2) {
        if (right === 6) right = 5;
        const up = ((right + 1) & 2) === 0;
        for (let i = 0; i < size; i++)
            for (const x of [right, right - 1]) {
                const y = up ? size - 1 - i : i;
                if (rows[y]![x] !== undefined) continue;
                const dark = (((data[next >>> 3] ?? 0) >>> (7 - (next & 7))) & 1) === 1;
                rows[y]![x] = dark !== masks[mask]!(x, y);
                next++;
            }
    }
    return rows.map((row) => row.map(Boolean));
}

/** Rows of modules, true is dark; null: the text is too long. `mask`: that one, instead of the
 * best to read. */
export function qrCode(text: string, mask?: number): readonly (readonly boolean[])[] | null {
    const bytes = new TextEncoder().encode(text);
    const version =
        codewords.findIndex((_, i) => dataSize(i + 1) >= bytes.length + (i < 9 ? 2 : 3)) + 1;
    if (version === 0) return null;
    const data = encode(bytes, version),
        drawn = mask === undefined ? masks.keys() : [mask];
    const all = [...drawn].map((number) => draw(data, version, number));
    return all.reduce((best, other) => (penalty(other) < penalty(best) ? other : best));
}
