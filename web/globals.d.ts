// Constants that build.mjs defines.
declare const WORKER_URL: string;
declare const ENGINE_URL: string;
declare const THINKER_URL: string;
declare const NETS: Readonly<Record<string, string>>; // "tallinn-3" → address of that net
declare const SOUNDS: Readonly<Record<string, string>>; // "bell" → address of that sound
declare const BUILD_ID: string;
declare const OFFER_SAMPLES: boolean; // also offer games that only show how a game is built
/** The build's id, the SHA-256 of the entry page, and the addresses of all other files. */
declare const OFFLINE: { readonly build: string; readonly entry: string; readonly files: string[] };

declare module "*.svg" {
    const text: string;
    export default text;
}
