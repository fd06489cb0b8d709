#!/usr/bin/env python3
"""Compiles the rules pages into the program, sorted by game, for program/rules.h.

    embed.py OUT.c games/GAME/rules.de.md games/GAME/rules.en.md games/GAME/rules.json …
"""
import pathlib
import sys


def literal(text):
    lines = text.replace("\\", "\\\\").replace('"', '\\"').split("\n")
    return "\n".join(f'        "{line}\\n"' for line in lines[:-1]) or '        ""'


def rules(paths):
    pages = {}
    for path in map(pathlib.Path, paths):
        kind = path.name.split(".")[1]
        pages.setdefault(path.parent.name, {})[kind] = (
            path.read_text(encoding="utf-8").rstrip("\n") + "\n"
        )
    for game, texts in pages.items():
        if set(texts) != {"de", "en", "json"}:
            sys.exit(f"embed.py: {game} needs rules.de.md, rules.en.md and rules.json")
    rows = [
        f'    {{"{game}", {{\n{literal(texts["de"])},\n{literal(texts["en"])}}},\n'
        f'{literal(texts["json"])}}},'
        for game, texts in sorted(pages.items())
    ]
    return [
        '#include "program/rules.h"',
        "",
        "const struct rules_page rules_pages[] = {",
        *rows,
        "};",
        "",
        f"const unsigned rules_pages_count = {len(rows)};",
        "",
    ]


if __name__ == "__main__":
    out, *paths = sys.argv[1:]
    pathlib.Path(out).write_text("\n".join(rules(paths)), encoding="utf-8")
