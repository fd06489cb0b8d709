// A small server for the page alone. It serves web/dist with the real server's headers.
//
//     node tests/page/serve.mjs [DIST] [PORT]
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const types = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".wasm": "application/wasm",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".png": "image/png",
    ".wav": "audio/wav",
};
const policy =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; " +
    "style-src 'self'; img-src 'self' data:; media-src blob:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Every address without a file gets the entry page, except files in assets/. */
function answer(root, request, response) {
    const wanted = join(root, normalize(new URL(request.url, "http://page").pathname)),
        named = wanted.startsWith(join(root, "assets/"));
    const there = existsSync(wanted) && statSync(wanted).isFile(),
        file = there ? wanted : join(root, "index.html");
    if (named && !there) return response.writeHead(404).end();
    response.writeHead(200, {
        "content-type": types[extname(file)] ?? "application/octet-stream",
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
        "cache-control": named ? "public, max-age=31536000, immutable" : "no-cache",
    });
    return createReadStream(file).pipe(response);
}

export function serve(root, port = 0) {
    const server = createServer((request, response) => answer(root, request, response));
    return new Promise((done) =>
        server.listen(port, "127.0.0.1", () =>
            done({ url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }),
        ),
    );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const root = process.argv[2] ?? fileURLToPath(new URL("../../web/dist", import.meta.url));
    console.log((await serve(root, Number(process.argv[3] ?? 8090))).url);
}
