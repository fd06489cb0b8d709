// Random bytes, and the BLAKE2b hashes by which a table and its people commit to theirs before the
// first draw (docs/records.md).
import { blake2b } from "@noble/hashes/blake2";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils";

const hash = (bytes: Uint8Array) => bytesToHex(blake2b(bytes, { dkLen: 32 }));

/** The hash of a person's random bytes; both in hex. */
export const hashOf = (hex: string) => hash(hexToBytes(hex));

/** The hash that a table publishes before the game. */
export function commitmentOf(table: string, seed: string): string {
    return hash(concatBytes(utf8ToBytes(`tafelrunde commit${table}`), hexToBytes(seed)));
}

export function randomHex(size: number): string {
    return bytesToHex(crypto.getRandomValues(new Uint8Array(size)));
}

/** A table's public id: 128 random bits as base64url. */
export function randomId(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return btoa(String.fromCharCode(...bytes))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replaceAll("=", "");
}
