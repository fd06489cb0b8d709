// Builds the page into web/dist:
//
//     node web/build.mjs [BUILD-FOLDER] [OUT-FOLDER] [--samples]
//
// With --samples the page also offers the games that only show how a game is built.
// BUILD-FOLDER (default: build/) contains the program, the engine as WebAssembly and the catalogue.
// Files in assets/ are named by a hash of their content, so browsers may cache them for ever; only
// the entry page, the service worker, icons and manifest can change. The server compresses them.
//
// It also builds web/render/dist/render.mjs, which draws boards as SVG for other programs.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import { sounds } from "../tools/sounds.mjs";
import { generate } from "./generate.mjs";

const web = dirname(fileURLToPath(import.meta.url));
const samples = process.argv.includes("--samples");
const [from = join(web, "../build"), to = join(web, "dist")] = process.argv
    .slice(2)
    .filter((word) => word !== "--samples")
    .map((path) => resolve(path));
const hash = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 10);

generate(from);
rmSync(to, { recursive: true, force: true });
const assets = join(to, "assets");
mkdirSync(assets, { recursive: true });

function place(name, bytes) {
    const [stem, ending] = [
        name.slice(0, name.lastIndexOf(".")),
        name.slice(name.lastIndexOf(".")),
    ];
    const file = `${stem}.${hash(bytes)}${ending}`;
    writeFileSync(join(assets, file), bytes);
    return `/assets/${file}`;
}

const common = {
    bundle: true,
    minify: true,
    target: "es2022",
    format: "esm",
    absWorkingDir: web,
    logLevel: "warning",
    legalComments: "none",
    jsx: "automatic",
    jsxImportSource: "preact",
    charset: "utf8",
    assetNames: "[name].[hash]",
    publicPath: "/assets",
    loader: { ".woff2": "file", ".svg": "text" },
};

// The engine, its nets and its workers come first, because the page refers to them by their hashes.
const script = async (entry, define = {}) => {
    const { outputFiles } = await build({
        ...common,
        entryPoints: [`engine/${entry}.ts`],
        write: false,
        outdir: assets,
        define,
    });
    return place(`${entry}.js`, outputFiles[0].contents);
};
const folder = join(web, "../nets");
const nets = Object.fromEntries(
    readdirSync(folder)
        .filter((name) => name.endsWith(".net"))
        .sort()
        .map((name) => [name.slice(0, -4), place(name, readFileSync(join(folder, name)))]),
);
const workerUrl = await script("worker", {
    ENGINE_URL: JSON.stringify(place("engine.wasm", readFileSync(join(from, "tafelrunde.wasm")))),
    THINKER_URL: JSON.stringify(await script("thinker")),
    NETS: JSON.stringify(nets),
});

// Runs before the first paint, so it is a classic script that waits for nothing.
const boot = await build({
    ...common,
    entryPoints: ["boot.ts"],
    write: false,
    outdir: assets,
    format: "iife",
});
const bootUrl = place("boot.js", boot.outputFiles[0].contents);

const { metafile } = await build({
    ...common,
    entryPoints: { app: "app.tsx", style: "style/style.css" },
    outdir: assets,
    entryNames: "[name].[hash]",
    chunkNames: "[name].[hash]",
    splitting: true,
    metafile: true,
    define: {
        SOUNDS: JSON.stringify(
            Object.fromEntries(
                sounds().map(([name, bytes]) => [name, place(`${name}.wav`, bytes)]),
            ),
        ),
        OFFER_SAMPLES: JSON.stringify(samples),
        WORKER_URL: JSON.stringify(workerUrl),
        BUILD_ID: JSON.stringify(hash(workerUrl + readFileSync(join(web, "generated/games.ts")))),
    },
});

const outputs = Object.entries(metafile.outputs);
const entry = (name) =>
    `/assets/${basename(outputs.find(([, { entryPoint }]) => entryPoint === name)[0])}`;
const fonts = outputs
    .map(([path]) => basename(path))
    .filter((name) =>
        /^(alegreya-latin-400-normal|almendra-latin-700-normal)\..*woff2$/.test(name),
    );
const fontAttributes = 'as="font" type="font/woff2" crossorigin';
const page = readFileSync(join(web, "index.html"), "utf8")
    .replace("{style}", entry("style/style.css"))
    .replace("{boot}", bootUrl)
    .replace("{app}", entry("app.tsx"))
    .replace(
        "{preload}",
        fonts
            .map((name) => `<link rel="preload" href="/assets/${name}" ${fontAttributes}>`)
            .join("\n"),
    );
writeFileSync(join(to, "index.html"), page);
const fixed = ["icon.svg", "icon-192.png", "icon-512.png", "icon-round.png", "app.webmanifest"];
for (const name of fixed) cpSync(join(web, "icons", name), join(to, name));

// The icon shown while it is the person's turn.
const turned = readFileSync(join(web, "icons/icon.svg"), "utf8").replace(
    "</svg>",
    '<circle cx="24" cy="8" r="7" fill="#1f5a96" stroke="#fbf5e6" stroke-width="2"/></svg>',
);
writeFileSync(join(to, "icon-turn.svg"), turned);
fixed.push("icon-turn.svg");

// The service worker lists every file, so that it can store the complete build.
const files = [
    ...readdirSync(assets).map((name) => `/assets/${name}`),
    ...fixed.map((name) => `/${name}`),
].sort();
const offline = {
    build: hash(page + files + fixed.map((name) => hash(readFileSync(join(to, name))))),
    entry: createHash("sha256").update(page).digest("hex"),
    files,
};
await build({
    ...common,
    entryPoints: ["offline.ts"],
    outdir: to,
    format: "iife",
    define: { OFFLINE: JSON.stringify(offline) },
});

// The boards without a browser, as one file. Its pictures contain all that they need.
async function buildRender() {
    const whole = { ...common, loader: { ".woff2": "dataurl", ".svg": "text" } };
    const styles = await build({
        ...whole,
        entryPoints: ["style/style.css"],
        write: false,
        outdir: assets,
    });
    await build({
        ...whole,
        platform: "node",
        entryPoints: ["render/main.mjs"],
        outfile: "render/dist/render.mjs",
        define: {
            STYLES: JSON.stringify(styles.outputFiles[0].text),
            OFFER_SAMPLES: "false",
            SOUNDS: "{}",
            WORKER_URL: '""',
            BUILD_ID: '""',
        },
    });
}
if (!samples) await buildRender();

const kib = (names) =>
    Math.round(
        names.reduce(
            (sum, name) =>
                sum +
                (name.endsWith(".woff2")
                    ? readFileSync(join(assets, name)).length
                    : brotliCompressSync(readFileSync(join(assets, name))).length),
            0,
        ) / 1024,
    );
console.log(`${to}: ${kib(readdirSync(assets))} KiB compressed`);
