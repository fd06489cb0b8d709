#!/usr/bin/env bash
# Formats C, TypeScript, JavaScript and CSS in place; .clang-format and .prettierrc.json decide how.
#   tools/format.sh            formats everything
#   tools/format.sh --check    changes nothing; names the files that are not formatted and fails
set -u
cd "$(dirname "$0")/.."
. tools/setup.sh

case "${1-}" in
    "") clang=-i prettier=--write ;;
    --check) clang="--dry-run --Werror" prettier=--check ;;
    *) echo "usage: tools/format.sh [--check]" >&2; exit 2 ;;
esac

# The layout differs between releases of clang-format, so this one is pinned.
need page check
page_modules --dev || exit 1

status=0
git ls-files -z '*.c' '*.h' | xargs -0 clang-format-19 $clang || status=1
git ls-files -z '*.ts' '*.tsx' '*.mjs' '*.css' |
    quietly xargs -0 web/node_modules/.bin/prettier $prettier || status=1
exit $status
