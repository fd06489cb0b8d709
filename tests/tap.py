"""What the Python tests share: TAP output, running the program, and the list of its games.

A case is a function that passes if it raises nothing. Its statement, the text of its line in the
output, is its docstring or is given with it.
"""

import collections
import itertools
import json
import os
import subprocess
import sys
import traceback

SHOWN_MAX = 1500  # characters of a failure that are shown

# options: {key: [values]}, the default first
Game = collections.namedtuple("Game", "id name players options")


class Tap:
    """Counts cases and prints their lines; the plan comes last, when it is known."""

    def __init__(self):
        self.count = self.failed = 0

    def line(self, good, statement):
        self.count += 1
        self.failed += not good
        statement = " ".join(statement.split())  # a docstring may have several lines
        print(f"{'ok' if good else 'not ok'} {self.count} - {statement}", flush=True)
        return good

    def note(self, text):
        for line in str(text)[:SHOWN_MAX].splitlines():
            print(f"#   {line}", flush=True)

    def case(self, statement, function, *arguments):
        """Runs one case; any exception is its failure."""
        try:
            function(*arguments)
        except Exception as problem:
            self.line(False, statement)
            self.note(f"{type(problem).__name__}: {problem}")
            where = traceback.extract_tb(problem.__traceback__)[-1]
            self.note(f"at {os.path.basename(where.filename)}:{where.lineno}: {where.line}")
            return False
        return self.line(True, statement)

    def end(self):
        print(f"1..{self.count}", flush=True)
        return 1 if self.failed else 0


def run_cases(subject, *functions):
    """main of a test: runs the functions with the subject, each stated by its docstring."""
    cases = Tap()
    for function in functions:
        cases.case(function.__doc__, function, subject)
    return cases.end()


def true(what, holds):
    if not holds:
        raise AssertionError(what)


def equal(what, found, wanted):
    if found != wanted:
        raise AssertionError(
            f"{what}: {repr(found)[:SHOWN_MAX // 3]}, not {repr(wanted)[:SHOWN_MAX // 3]}"
        )


def environment(language="C"):
    """Returns the caller's environment without settings that could change the language."""
    return {
        **{k: v for k, v in os.environ.items() if k not in ("LC_ALL", "LC_MESSAGES", "LANG")},
        "LANG": language,
    }


def run(program, *arguments, stdin=b"", language="C", stdout=subprocess.PIPE, timeout=600):
    """Returns the finished process; its output is bytes."""
    return subprocess.run(
        [program, *map(str, arguments)],
        input=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        env=environment(language),
        timeout=timeout,
    )


def output(program, *arguments, **more):
    """Returns the standard output of a run that must succeed without a word on standard error."""
    done = run(program, *arguments, **more)
    if done.returncode or done.stderr:
        raise AssertionError(
            f"{' '.join(map(str, arguments))}: status {done.returncode},"
            f" {done.stderr.decode(errors='replace')}"
        )
    return done.stdout


def bound_by_permissions():
    """Returns a command prefix that makes file permissions apply even if root runs the test."""
    if os.geteuid() != 0:
        return []
    powers = "-dac_override,-dac_read_search"
    return ["setpriv", f"--inh-caps={powers}", f"--bounding-set={powers}"]


def described(program):
    """Returns the output of `games --json` by game; docs/library.md describes it."""
    found = json.loads(output(program, "games", "--json"))["games"]
    if not found:
        raise SystemExit("tap: the program has no games")
    return found


def option_values(option):
    """An option's values as the command line takes them, the default first."""
    values = sorted(option["values"], key=lambda value: value != option["default"])
    return [str(value).lower() if isinstance(value, bool) else value for value in values]


def games(program):
    """Every registered game."""
    return [
        Game(
            game["id"],
            game["name"],
            range(game["players_min"], game["players_max"] + 1),
            {option["key"]: option_values(option) for option in game["options"]},
        )
        for game in described(program)
    ]


def offered(program):
    """The ids of the games that menus offer: all but samples."""
    return [game["id"] for game in described(program) if not game["sample"]]


def option_sets(game):
    """Every combination of the game's options, the defaults first."""
    return [dict(zip(game.options, values)) for values in itertools.product(*game.options.values())]


def option_arguments(options):
    return [word for key, value in options.items() for word in ("--option", f"{key}={value}")]


def simulate(game, games, records="-", bots="random", players=None, seed=None, options=None):
    """Returns the arguments of a `simulate` that writes records."""
    words = ["simulate", game, "--bots", bots, "--games", games, "--records", records]
    words += [] if players is None else ["--players", players]
    words += [] if seed is None else ["--seed", seed]
    return words + option_arguments(options or {})


def program_argument(usage):
    if len(sys.argv) < 2:
        raise SystemExit(usage)
    return os.path.abspath(sys.argv[1])
