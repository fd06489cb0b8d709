// A study as text: in the fragment of a link, which no server sees, or in a file. Links are
// compressed with a checksum, so a damaged one is noticed before anything of it is read.
import { fromBase64, toBase64 } from "../base64";
import { Refusal } from "../refusal";
import type { SavedStudy } from "./study";

/** The longest link that is offered, in characters: beyond that, many programs cut links. */
export const linkMost = 8000;
/** The most that a link or file may contain, in bytes. */
export const sizeMost = 4 << 20;
const prefix = "#study=";

async function through(
    bytes: Uint8Array<ArrayBuffer>,
    stream: CompressionStream | DecompressionStream,
    most = Infinity,
): Promise<Uint8Array> {
    const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader(),
        chunks: Uint8Array[] = [];
    let size = 0;
    for (;;) {
        const { done, value } = (await reader.read()) as ReadableStreamReadResult<Uint8Array>;
        if (done) break;
        chunks.push(value);
        size += value.length;
        if (size <= most) continue;
        await reader.cancel();
        throw new RangeError("too large");
    }
    const whole = new Uint8Array(size);
    let at = 0;
    for (const chunk of chunks) {
        whole.set(chunk, at);
        at += chunk.length;
    }
    return whole;
}

/** The study as compressed text, which links and servers carry. */
export async function toText(study: SavedStudy): Promise<string> {
    const bytes = new TextEncoder().encode(JSON.stringify(study));
    return toBase64(await through(bytes, new CompressionStream("gzip")));
}

/** The fragment of a link that opens the study. */
export const toFragment = async (study: SavedStudy) => prefix + (await toText(study));

export const isStudyLink = (fragment: string) => fragment.startsWith(prefix);

/** What such a text contains; throws a Refusal if it is damaged. */
export async function fromText(packed: string): Promise<unknown> {
    try {
        const bytes = fromBase64(packed),
            text = await through(bytes, new DecompressionStream("gzip"), sizeMost);
        return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(text)) as unknown;
    } catch {
        throw new Refusal({ key: "web.study.damaged", params: {} });
    }
}

export const fromFragment = (fragment: string) => fromText(fragment.slice(prefix.length));

/** What a file contains: a study or a record. */
export async function fromFile(file: Blob): Promise<unknown> {
    if (file.size > sizeMost) throw new Refusal({ key: "web.study.large", params: {} });
    try {
        return JSON.parse(await file.text()) as unknown;
    } catch {
        throw new Refusal({ key: "web.study.format", params: {} });
    }
}
