// Put in by build.mjs.
declare const WORKER_URL: string;
declare const ENGINE_URL: string;
declare const THINKER_URL: string;
declare const NETS: Readonly<Record<string, string>>; // "tallinn-3": where that net is
declare const SOUNDS: Readonly<Record<string, string>>; // "bell": where that sound is
declare const BUILD_ID: string;
/** Of the build: its name, the SHA-256 of the entry page, and the addresses of all other files. */
declare const OFFLINE: { readonly build: string; readonly entry: string; readonly files: string[] };

declare module "*.svg" {
    const text: string;
    export default text;
}
