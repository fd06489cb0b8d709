#!/usr/bin/env python3
"""A folder includes only itself and the folders below it in docs/architecture.md. TAP on stdout."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from tap import Tap, equal  # noqa: E402

ENGINE = ["core", "games", "ai", "match"]  # each may include those before it
BELOW = {  # folder: what else it may include
    "core": [],
    "games": ["core"],
    "ai": ["core", "games"],
    "match": ["core", "games", "ai"],
    "tournament": ["core"],
    "store": ["core"],
    "server": [*ENGINE, "tournament", "store"],
    "program": ENGINE,
    "cli": [*ENGINE, "tournament", "store", "server", "program", "examples"],
    "terminal": [*ENGINE, "program"],
    "wasm": ENGINE,
    "lib": ENGINE,
}
# The engine does no I/O, reads no clock and uses nothing beyond libc.
LIBC = {"stdbool.h", "stddef.h", "stdint.h", "stdlib.h", "string.h"}
VECTORS = {"emmintrin.h", "immintrin.h", "wasm_simd128.h"}


def sources(folder):
    return sorted((ROOT / folder).rglob("*.[ch]"))


def includes(path, pattern):
    return re.findall(rf"^#include {pattern}", path.read_text(encoding="utf-8"), re.MULTILINE)


def only_below(folder):
    allowed = {folder, *BELOW[folder]}
    wrong = [
        f"{path.relative_to(ROOT)} includes {name}/"
        for path in sources(folder)
        for name in includes(path, r'"([a-z_]+)/')
        if name not in allowed
    ]
    equal("no file includes what stands beside or above it", wrong, [])
    assert sources(folder), f"there is nothing in {folder}/"


def only_libc(folder):
    wrong = [
        f"{path.relative_to(ROOT)} includes <{name}>"
        for path in sources(folder)
        for name in includes(path, r"<([^>]+)>")
        if name not in LIBC | VECTORS
    ]
    equal("nothing beyond libc", wrong, [])


def every_folder():
    found = {path.parent.name for path in ROOT.glob("*/*.c")} - {"tests", "examples"}
    found = {name for name in found if not name.startswith("build")}
    equal("folders with C sources", sorted(found), sorted(BELOW))


def main():
    tap = Tap()
    for folder in BELOW:
        tap.case(f"{folder}/ includes only what stands below it", only_below, folder)
    for folder in ENGINE:
        tap.case(f"{folder}/ uses nothing beyond libc", only_libc, folder)
    tap.case("every folder with C sources has its place in the picture", every_folder)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
