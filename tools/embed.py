#!/usr/bin/env python3
"""Compiles texts into the program.

    embed.py rules OUT.c games/GAME/rules.{de.md,en.md,json} …    sorted by game, for cli/rules.h
    embed.py page  OUT.c FILE …                                   by name, for server/files.h
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
        pages.setdefault(path.parent.name, {})[kind] = path.read_text(encoding="utf-8").rstrip("\n") + "\n"
    for game, texts in pages.items():
        if set(texts) != {"de", "en", "json"}:
            sys.exit(f"embed.py: {game} needs rules.de.md, rules.en.md and rules.json")
    rows = [f'    {{"{game}", {{\n{literal(texts["de"])},\n{literal(texts["en"])}}},\n{literal(texts["json"])}}},' for game, texts in sorted(pages.items())]
    return ['#include "cli/rules.h"', "", "const struct rules_page rules_pages[] = {", *rows, "};", "",
            f"const unsigned rules_pages_count = {len(rows)};", ""]


def page(paths):
    files = sorted((path.name, path.read_text(encoding="utf-8")) for path in map(pathlib.Path, paths))
    rows = [f'    {{"{name}",\n{literal(text)},\n        {len(text.encode())}}},' for name, text in files]
    return ['#include "server/files.h"', "", "const struct file_text plain_page[] = {", *rows, "};", "",
            f"const unsigned plain_page_count = {len(rows)};", ""]


if __name__ == "__main__":
    kind, out, *paths = sys.argv[1:]
    source = {"rules": rules, "page": page}[kind](paths)
    pathlib.Path(out).write_text("\n".join(source), encoding="utf-8")
