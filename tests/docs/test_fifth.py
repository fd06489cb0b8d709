#!/usr/bin/env python3
"""Adds a fifth game as docs/adding-a-game.md says, in a copy of the tree. TAP on standard output.

    test_fifth.py

The copy of the worked example must be a game like any other: it builds, passes its tests and is
offered by the page. With TAFELRUNDE_LONG all other tests run in the copy, too.
"""

import json
import os
import pathlib
import re
import sys

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests/docs")]

import following  # noqa: E402
import tap  # noqa: E402
from tap import equal  # noqa: E402

SUITES = ("rules", "engine", "golden", "spec", "program", "commands", "tools", "server")
LONG_SECONDS = 3600


def new_id():
    """`fifth`, unless this tree is itself such a copy."""
    return next(name for name in ("fifth", "sixth") if not (ROOT / "games" / name).exists())


def example_is_short():
    """The worked example's rules without blank lines and comments."""
    lines = (ROOT / "games/goofspiel/rules.c").read_text(encoding="utf-8").splitlines()
    code = [line for line in lines if line.strip() and not re.match(r"\s*(/\*|\*)", line)]
    if len(code) > 120:
        raise AssertionError(f"games/goofspiel/rules.c has {len(code)} lines of code, not 120")


def is_there(copy, name):
    program = str(copy / f"build-{name}/tafelrunde")
    described = [game for game in tap.games(program) if game.id == name]
    equal("how often it is among the games", len(described), 1)
    record = json.loads(
        tap.output(program, "simulate", name, "--bots", "random", "--games", 1, "--records", "-")
    )
    equal("game", record["game"], name)
    if not record["result"]["score"]:
        raise AssertionError("no result")
    log = (copy / f"build-{name}/meson-logs/testlog.json").read_text(encoding="utf-8")
    equal(
        "its rule test and replayer",
        sorted(
            (test["name"].split(" / ")[-1], test["result"])
            for test in map(json.loads, log.splitlines())
        ),
        [(name, "OK"), (f"spec {name}", "OK")],
    )
    equal("its golden game", (copy / f"tests/golden/{name}.trace.txt").exists(), True)
    for file in (copy / "games" / name).iterdir():
        if "goofspiel" in file.read_text(encoding="utf-8").lower():
            raise AssertionError(f"{file.name} still says goofspiel")


def is_offered(copy, name):
    """The page that players get offers it: at home, in setup, lobby, rules and learning."""
    following.follow(
        copy,
        f"""ninja -C build-{name} tafelrunde.wasm
        node web/build.mjs build-{name}
        node tests/page/generic.test.mjs build-{name} --only '{name}: offered'""",
    )


def others_pass(copy, name, suite):
    following.follow(
        copy,
        f"ninja -C build-{name} && env -u TAFELRUNDE_LONG meson test -C build-{name} --no-rebuild "
        f"--suite {suite} --timeout-multiplier 5 --print-errorlogs",
        LONG_SECONDS,
    )


def page_passes(copy, name, file):
    command = f"env -u TAFELRUNDE_LONG node tests/page/{file} build-{name}"
    following.follow(copy, command, LONG_SECONDS)


def main():
    cases = tap.Tap()
    name = new_id()
    text = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
    text = text.replace("fifth", name).replace("Fifth", name.title()).replace("FIFTH", name.upper())
    cases.case("the worked example has at most 120 lines of code", example_is_short)
    with following.copy_of_the_tree() as copy:
        if not following.all_blocks(cases, copy, text):
            return cases.end()
        cases.case("the copy is a new game", is_there, copy, name)
        cases.case("the page offers it without a line of TypeScript", is_offered, copy, name)
        if os.environ.get("TAFELRUNDE_LONG"):
            for suite in SUITES:
                cases.case(f"with it, the suite {suite} passes", others_pass, copy, name, suite)
            for file in sorted(path.name for path in (copy / "tests/page").glob("*.test.mjs")):
                cases.case(f"with it, {file} passes", page_passes, copy, name, file)
    return cases.end()


if __name__ == "__main__":
    sys.exit(main())
