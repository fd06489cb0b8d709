"""What the tests of the command line share: the program, and how a command must fail."""

import json
import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap
from tap import equal, true

ROOT = pathlib.Path(__file__).resolve().parents[2]
LANGUAGES = {"de": ("Spiele:", "tafelrunde BEFEHL"), "en": ("Games:", "tafelrunde COMMAND")}


def members(what, value, expected):
    """Checks the members of an object and their order: --json is a contract."""
    equal(f"members of {what}", list(value), expected)


class Cli:
    """The program, a temporary folder, and the list of games."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.games = tap.games(program)
        self.files = 0

    def ok(self, *arguments, **more):
        return tap.output(self.program, *arguments, **more).decode()

    def json(self, *arguments, **more):
        return [json.loads(line) for line in self.ok(*arguments, **more).splitlines()]

    def fails(self, status, words, *arguments, **more):
        """Checks the exit status, that standard output is empty, and that standard error is one
        clear line with these words."""
        done = tap.run(self.program, *arguments, **more)
        said = done.stderr.decode()
        shown = " ".join(map(str, arguments))
        equal(f"status of {shown} ({said.strip()[:200]})", done.returncode, status)
        equal(f"standard output of {shown}", done.stdout, b"")
        true(
            f"{shown}: the error begins with the program's name: {said!r}",
            said.startswith("tafelrunde: "),
        )
        equal(f"{shown}: lines of the error", said.count("\n"), 1)
        true(f"{shown}: no unformatted text: {said!r}", "⟨" not in said and "cli.error" not in said)
        for word in [words] if isinstance(words, str) else words:
            true(f"{shown}: {said!r} says {word!r}", word in said)
        return said

    def file(self, content):
        self.files += 1
        path = self.folder / f"file{self.files}"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def record(self, game, players=None, options=None, seed="cli"):
        """Simulates one game and returns its record as an object."""
        players = players or game.players[0]
        wanted = tap.simulate(game.id, 1, players=players, seed=seed, options=options)
        return self.json(*wanted)[0]

    def record_file(self, record):
        return self.file(json.dumps(record))


def run(cases_of):
    """main of a test: cases_of(cases, cli) runs its cases."""
    program = tap.program_argument(f"usage: {pathlib.Path(sys.argv[0]).name} PROGRAM")
    cases = tap.Tap()
    with tempfile.TemporaryDirectory() as folder:
        cases_of(cases, Cli(program, pathlib.Path(folder)))
    return cases.end()
