#!/usr/bin/env python3
"""Compiles the rules pages into the program: embed.py OUT.c GAME.de.md GAME.en.md …

The pages are games/GAME/rules.LANGUAGE.md; the table is sorted by game and found by cli/rules.c.
"""
import pathlib
import sys


def literal(text):
    lines = text.replace("\\", "\\\\").replace('"', '\\"').split("\n")
    return "\n".join(f'        "{line}\\n"' for line in lines[:-1]) or '        ""'


def main(out, paths):
    pages = {}
    for path in map(pathlib.Path, paths):
        language = path.name.split(".")[1]
        pages.setdefault(path.parent.name, {})[language] = path.read_text(encoding="utf-8").rstrip("\n") + "\n"
    for game, texts in pages.items():
        if set(texts) != {"de", "en"}:
            sys.exit(f"embed.py: {game} needs rules.de.md and rules.en.md")
    rows = [f'    {{"{game}", {{\n{literal(texts["de"])},\n{literal(texts["en"])}}}}},' for game, texts in sorted(pages.items())]
    source = ['#include "cli/rules.h"', "", "const struct rules_page rules_pages[] = {", *rows, "};", "",
              f"const unsigned rules_pages_count = {len(rows)};", ""]
    pathlib.Path(out).write_text("\n".join(source), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
