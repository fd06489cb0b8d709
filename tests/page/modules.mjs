// Modules of the page for tests that need no browser.
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const web = fileURLToPath(new URL("../../web/", import.meta.url));
const { build } = createRequire(resolve(web, "package.json"))("esbuild");

/** Bundles and imports modules of the page. */
export const load = (...files) => loadWith({}, ...files);

/** The same with `tables` in place of the games' component tables. */
export async function loadWith(tables, ...files) {
    const plugins = Object.entries(tables).map(([game, rows]) => ({
        name: game,
        setup: ({ onLoad }) =>
            onLoad({ filter: new RegExp(`generated/components/${game}\\.json$`) }, () => ({
                contents: JSON.stringify(rows),
                loader: "json",
            })),
    }));
    const contents = files
        .map((file) => `export * from ${JSON.stringify(resolve(web, file))};`)
        .join("\n");
    const result = await build({
        stdin: { contents, resolveDir: web, loader: "ts" },
        bundle: true,
        write: false,
        format: "esm",
        target: "es2022",
        jsx: "automatic",
        jsxImportSource: "preact",
        loader: { ".svg": "text" },
        outdir: "out",
        define: { WORKER_URL: '""', SOUNDS: "{}", BUILD_ID: '"test"', OFFER_SAMPLES: "false" },
        plugins,
    });
    const code = Buffer.from(result.outputFiles[0].contents).toString("base64");
    return import(`data:text/javascript;base64,${code}`);
}
