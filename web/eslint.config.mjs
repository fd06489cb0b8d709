// The configuration of eslint for ./check: the recommended rules, less those that this page breaks
// on purpose, and a limit on the length of functions.
import js from "@eslint/js";
import ts from "typescript-eslint";

export default ts.config(
    { ignores: ["**/dist", "**/generated", "**/node_modules", "build*"] },
    js.configs.recommended,
    ts.configs.recommended,
    { rules: { "no-undef": "off" } }, // tsc knows the globals of pages and workers
    {
        // What stands beside a rest is named to leave it out.
        rules: { "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }] },
    },
    {
        // A component or hook that does not fit on a screen is several. Every line counts, those of
        // nested functions and of comments too. Tests are scripts: there a function is a scenario.
        files: ["web/**"],
        rules: {
            "max-lines-per-function": [
                "error",
                { max: 60, skipBlankLines: false, skipComments: false },
            ],
        },
    },
);
