// Runs web/text.ts on the same vectors as test_text.c. TAP on standard output.
//
//     node text.test.mjs vectors.json sample.ts [packages]
//
// tools/messages.py makes sample.ts from sample.json. `packages` is the folder that has
// node_modules with esbuild, if web/ is not the one that was installed into.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("../../web/", import.meta.url));
const [vectorsPath, cataloguePath, packages = web] = process.argv.slice(2);
if (!vectorsPath || !cataloguePath) {
    console.error("usage: node text.test.mjs vectors.json sample.ts [packages]");
    process.exit(2);
}

const { build } = createRequire(resolve(packages, "package.json"))("esbuild");

async function bundle() {
    const contents = `
        export { format } from ${JSON.stringify(resolve(web, "text.ts"))};
        export { catalogue } from ${JSON.stringify(resolve(cataloguePath))};`;
    const result = await build({
        stdin: { contents, resolveDir: web, loader: "ts" },
        bundle: true,
        write: false,
        format: "esm",
        target: "es2022",
    });
    const code = Buffer.from(result.outputFiles[0].contents).toString("base64");
    return import(`data:text/javascript;base64,${code}`);
}

// A vector with its own pattern becomes a message whose key has that pattern.
function withPattern(catalogue, { pattern, message }) {
    if (pattern === undefined) return [catalogue, message];
    return [
        { ...catalogue, "sample.own": [pattern, pattern] },
        { ...message, key: "sample.own" },
    ];
}

const { format, catalogue } = await bundle();
const vectors = JSON.parse(readFileSync(vectorsPath, "utf8"));
let failed = 0;
console.log(`1..${vectors.length}`);
vectors.forEach((vector, index) => {
    const [words, message] = withPattern(catalogue, vector);
    const said = format(vector.language, message, vector.reader, words);
    const what = `${index + 1} - ${vector.language} ${vector.pattern ?? message.key}`.replaceAll(
        "#",
        "\\#",
    );
    console.log(said === vector.expect ? `ok ${what}` : `not ok ${what}`);
    if (said === vector.expect) return;
    failed++;
    console.log(`# expected ${JSON.stringify(vector.expect)}\n# said     ${JSON.stringify(said)}`);
});
process.exitCode = failed ? 1 : 0;
