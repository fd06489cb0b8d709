#!/usr/bin/env bash
# Static checks: clang-tidy on all C but tests/ and wasm/ (.clang-tidy), typescript-eslint's
# recommended rules on the page and its tests, and a limit on the length of the page's functions
# (web/eslint.config.mjs).
#   tools/lint.sh BUILD    a configured build folder, for its compile commands
set -u
cd "$(dirname "$0")/.."
. tools/setup.sh

[ -f "${1-}/compile_commands.json" ] || { echo "usage: tools/lint.sh BUILD" >&2; exit 2; }
need page check
page_modules --dev || exit 1

status=0
git ls-files -z '*.c' ':!tests' ':!wasm' |
    quietly xargs -0 -P 2 -n 8 clang-tidy-19 -p "$1" --quiet || status=1
quietly web/node_modules/.bin/eslint -c web/eslint.config.mjs web tests tools || status=1
exit $status
