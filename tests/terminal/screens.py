"""What the tests of the terminal share: a real screen in tmux, and running a list of cases."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import tap  # noqa: E402
from tap import true  # noqa: E402

from tap import true  # noqa: E402

WAIT_S = 200
LOOK_S = 0.05


class Screen:
    """A program in a tmux window."""

    opened = 0

    def __init__(
        self, program, folder, *arguments, size=(80, 24), term="tmux-256color", environment=None
    ):
        Screen.opened += 1
        self.socket = f"tafelrunde-test-{os.getpid()}-{Screen.opened}"
        words = [
            "env",
            f"TERM={term}",
            f"XDG_STATE_HOME={folder}/state",
            *(f"{k}={v}" for k, v in (environment or {}).items()),
            program,
            *map(str, arguments),
        ]
        command = (
            "trap : INT; "
            + " ".join(f"'{word}'" for word in words)
            + f"; echo $? > '{folder}/status'; stty -a > '{folder}/stty.new'"
            + f"; mv '{folder}/stty.new' '{folder}/stty'; sleep 1000"
        )
        self.folder = folder
        for name in ("status", "stty"):
            (folder / name).unlink(missing_ok=True)
        begun = self.call(
            "-f",
            "/dev/null",
            "-u",
            "new-session",
            "-d",
            "-x",
            str(size[0]),
            "-y",
            str(size[1]),
            command,
        )
        true(f"tmux opens a window: {begun.stderr.decode(errors='replace')}", begun.returncode == 0)

    def call(self, *arguments):
        return subprocess.run(
            ["tmux", "-L", self.socket, *arguments],
            capture_output=True,
            env=tap.environment("C.UTF-8"),
        )

    def tmux(self, *arguments):
        return self.call(*arguments).stdout.decode()

    def keys(self, *keys, times=1):
        for key in keys:
            self.tmux("send-keys", "-N", str(times), key)

    def text(self, text):
        self.tmux("send-keys", "-l", text)

    def shown(self):
        return self.tmux("capture-pane", "-p")

    def wait(self, wanted, keys=()):
        """Waits until the pattern is on the screen or the condition holds, pressing `keys`
        meanwhile; returns the screen."""
        until = time.monotonic() + WAIT_S
        while time.monotonic() < until:
            shown = self.shown()
            if wanted(shown) if callable(wanted) else re.search(wanted, shown):
                return shown
            self.keys(*keys, times=10)
            time.sleep(LOOK_S)
        raise AssertionError(f"{wanted!r} does not come:\n{self.shown()}")

    def settle(self):
        """Returns the next question after all keys were processed, which happens in order."""
        self.text("zzz")
        self.wait("> .*zzz")
        self.keys("Escape")
        return self.wait("(?s)▶  1  .*> (?!.*zzz)")

    def process(self):
        """Returns the process id of the program, a child of tmux's shell."""
        shell = self.tmux("display-message", "-p", "#{pane_pid}").strip()
        return int(
            pathlib.Path(f"/proc/{shell}/task/{shell}/children")
            .read_text(encoding="ascii")
            .split()[0]
        )

    def status(self):
        until = time.monotonic() + WAIT_S
        while time.monotonic() < until:
            if (self.folder / "stty").exists() and (self.folder / "status").exists():
                return int((self.folder / "status").read_text())
            time.sleep(LOOK_S)
        raise AssertionError(f"it does not end:\n{self.shown()}")

    def end(self):
        self.tmux("kill-server")


def needed():
    """Fails at once if a required program is missing, because some tests would wait for long."""
    for end in os.openpty():
        os.close(end)
    true("tmux is installed", shutil.which("tmux"))


def run(cases_of, usage):
    """main of a test: cases_of(cases, program, folder, games) runs its cases."""
    program = tap.program_argument(usage)
    cases = tap.Tap()
    if not cases.case(
        "there are pseudo-terminals (/dev/ptmx, and devpts at /dev/pts), and tmux", needed
    ):
        return cases.end()
    games = {game.id: game for game in tap.games(program)}
    with tempfile.TemporaryDirectory() as name:
        cases_of(cases, program, pathlib.Path(name), games)
    return cases.end()
