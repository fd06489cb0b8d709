// Put in by build.mjs.
declare const WORKER_URL: string;
declare const ENGINE_URL: string;
declare const BUILD_ID: string;

declare module "*.svg" {
    const text: string;
    export default text;
}
