// The configuration of eslint for ./check: the recommended rules, less those that this page breaks
// on purpose.
import js from "@eslint/js";
import ts from "typescript-eslint";

export default ts.config(
    { ignores: ["**/dist", "**/generated", "**/node_modules", "build*"] },
    js.configs.recommended,
    ts.configs.recommended,
    { rules: { "no-undef": "off" } }, // tsc knows the globals of pages and workers
);
