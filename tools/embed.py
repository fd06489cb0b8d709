#!/usr/bin/env python3
"""Writes files as C: the rules pages for the program (program/rules.h), sorted by game, and the
nets for the library (lib/internal.h).

    embed.py OUT.c games/GAME/rules.de.md games/GAME/rules.en.md games/GAME/rules.json …
    embed.py OUT.c nets/GAME-PLAYERS.net …
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


def nets(paths):
    arrays, rows = [], []
    for number, path in enumerate(sorted(map(pathlib.Path, paths))):
        content = path.read_bytes()
        arrays.append(f"static const uint8_t net_{number}[] = {{")
        arrays += [
            f"    {','.join(map(str, content[at : at + 24]))}," for at in range(0, len(content), 24)
        ]
        arrays.append("};")
        rows.append(f'    {{"{path.stem}", net_{number}, sizeof net_{number}}},')
    return [
        '#include "lib/internal.h"',
        "",
        *arrays,
        "",
        "const struct library_net library_nets[] = {",
        *rows,
        "    {0},",
        "};",
        "",
        f"const unsigned library_nets_count = {len(rows)};",
        "",
    ]


if __name__ == "__main__":
    out, *paths = sys.argv[1:]
    write = nets if all(path.endswith(".net") for path in paths) else rules
    pathlib.Path(out).write_text("\n".join(write(paths)), encoding="utf-8")
