#!/usr/bin/env python3
"""run.py PROGRAM [GAME | examples]…: compares the engine with a second implementation of the rules.

For every registered game with a module GAME.py here, it simulates seeded games for every number of
players and option set, replays them and compares the traces with check.py; it says which games have
none. Then it plays biased games with the modules (biased.py) and prints what they met. Last it runs
examples_*.py, which test the modules against the examples of the rules. Arguments select some of
these. It takes about 30 s of processor time; TAFELRUNDE_LONG=1 in the environment plays ten times
as many games.
"""

import contextlib
import io
import os
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import biased
import check
import situations
import tap

GAMES = 160  # per game, spread over its numbers of players and option sets


def compared(program, game, players, options, games, folder):
    """Simulates, replays and compares; the failure is the output of check.py."""
    records, trace = folder / "records.jsonl", folder / "trace.jsonl"
    seed = f"spec {players}"
    wanted = tap.simulate(game.id, games, records, players=players, seed=seed, options=options)
    tap.output(program, *wanted)
    trace.write_bytes(tap.output(program, "replay", records, "--trace"))
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        status = check.compare(str(records), str(trace), quiet=True)
    if status:
        raise AssertionError(
            "\n".join(
                line for line in said.getvalue().splitlines() if not line.startswith(("ok", "1.."))
            )
        )


def same_declaration(game):
    """Engine and module know the same numbers of players and the same options."""
    module = check.load(game.id)
    ours = {
        key: {{"true": True, "false": False}.get(value, value) for value in values}
        for key, values in game.options.items()
    }
    theirs = {key: set(values) for key, values in options_of(module).items()}
    if sorted(check.player_counts(module)) != list(game.players):
        raise AssertionError(
            f"players: spec {sorted(check.player_counts(module))}, engine {list(game.players)}"
        )
    if ours != theirs:
        raise AssertionError(f"options: spec {theirs}, engine {ours}")


def options_of(module):
    return getattr(module, "OPTIONS", None) or getattr(module.Game, "OPTIONS", {})


def check_game(cases, program, game, factor, folder):
    if not cases.case(f"{game.id}: players and options as in the spec", same_declaration, game):
        return
    sets = [(players, options) for players in game.players for options in tap.option_sets(game)]
    games = max(1, factor * GAMES // len(sets))
    for players, options in sets:
        chosen = "".join(f", {k}={v}" for k, v in options.items())
        cases.case(
            f"{game.id}, {players} players{chosen}: {games} games agree with the spec step by step",
            compared,
            program,
            game,
            players,
            options,
            games,
            folder,
        )


class Result(unittest.TestResult):
    """Prints one TAP line per test."""

    def __init__(self, cases):
        super().__init__()
        self.cases = cases

    def statement(self, test):
        return f"{type(test).__module__}: {test.shortDescription() or test.id().split('.')[-1]}"

    def addSuccess(self, test):
        self.cases.line(True, self.statement(test))

    def addFailure(self, test, problem):
        self.cases.line(False, self.statement(test))
        self.cases.note(self._exc_info_to_string(problem, test)[-tap.SHOWN_MAX :])

    addError = addFailure

    def addSubTest(self, test, subtest, problem):
        if problem:
            self.addFailure(test, problem)


def examples(cases):
    for path in sorted(HERE.glob("examples_*.py")):
        unittest.defaultTestLoader.loadTestsFromName(path.stem).run(Result(cases))


def main():
    program = tap.program_argument("usage: run.py PROGRAM [GAME | examples]…")
    wanted = sys.argv[2:] or [*(game.id for game in tap.games(program)), "examples"]
    factor = 10 if os.environ.get("TAFELRUNDE_LONG") == "1" else 1
    cases = tap.Tap()
    with tempfile.TemporaryDirectory() as folder:
        for game in tap.games(program):
            if game.id not in wanted:
                continue
            if not (HERE / f"{game.id}.py").exists():
                cases.line(True, f"{game.id}: nothing to compare with, no tests/spec/{game.id}.py")
            else:
                check_game(cases, program, game, factor, pathlib.Path(folder))
                if game.id in situations.ALL:
                    biased.check_game(cases, program, game.id, pathlib.Path(folder), times=factor)
    if "examples" in wanted:
        examples(cases)
    return cases.end()


if __name__ == "__main__":
    sys.exit(main())
