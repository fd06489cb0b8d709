#!/usr/bin/env python3
"""Tests the terminal client with real keys and real screens in tmux. TAP on standard output.

    test_terminal.py PROGRAM
"""

import json
import os
import pathlib
import re
import shutil
import socket
import sqlite3
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import tap  # noqa: E402
from tap import true  # noqa: E402

WAIT_S = 200
LOOK_S = 0.05
MARKS = "●■▲◆✚"


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


def fits(shown, columns, rows):
    lines = shown.rstrip("\n").split("\n")
    true("as many rows as the window", len(lines) <= rows)
    true("no row is longer than the window", all(len(line) <= columns for line in lines))
    true("no key of the catalogue", "⟨" not in shown)


def board(shown):
    """Returns the part of a screen above the log."""
    return shown.split("── Log")[0]


def log(shown):
    """Returns the part of a screen below the board."""
    return shown.split("── Log")[1]


def whole_game(program, folder, game, size, language):
    """Enter always takes the first choice and confirms final ones, to the end of the game."""
    path = folder / f"{game.id}.jsonl"
    screen = Screen(
        program,
        folder,
        "play",
        game.id,
        "--bots",
        "random",
        "--seed",
        "whole",
        "--lang",
        language,
        "--record",
        path,
        size=size,
    )
    try:
        first = screen.wait("▶  1")
        fits(first, *size)
        true("both keys and prompt", "\n>" in first and ("Q quit" in first or "Q Ende" in first))
        true("every seat has its mark", all(mark in first for mark in MARKS[: game.players[0]]))
        fits(screen.wait("^── (Score|Punkte) ", keys=("Enter",)), *size)
        screen.keys("Escape")
        fits(screen.wait("The game is over|Die Partie ist zu Ende"), *size)
        screen.keys("Q", "Enter")
        true("status", screen.status() == 0)
    finally:
        screen.end()
    record = json.loads(path.read_text())
    true("a whole record", "result" in record and "seed" in record)
    true("nothing is left beside it", not path.with_name(path.name + ".table").exists())
    true("it verifies", b"checked" in tap.output(program, "verify", path))


def typed(program, folder, _):
    """Completion, why-not, unknown words, ambiguous words, and Esc."""
    screen = Screen(
        program, folder, "play", "tallinn", "--bots", "random", "--seed", "typed", "--lang", "en"
    )
    try:
        shown = screen.wait("▶  1  play")
        first = re.search(r"▶  1  play (\S+?)([ab]) ", shown)[1]
        missing = next(card for card in "1 2 3 4 5 6 7 8 9".split() if f"play {card}a" not in shown)
        screen.text("xyz")
        screen.wait("> xyz")
        screen.keys("Enter")
        screen.wait("not notation of this game")
        screen.keys("Escape")
        screen.text(f"play {missing}a")
        screen.keys("Enter")
        screen.wait("(?i)not in your hand|do not have|no such card|hand")
        true("nothing was played", "Round 1:" in screen.shown())
        screen.keys("Escape")
        screen.text("pl")
        screen.keys("Tab")
        screen.wait("> play ")
        screen.keys("Enter")
        screen.wait("choices fit")
        screen.keys("Escape")
        screen.text(f"play {first}")
        screen.keys("Down")
        screen.wait(f"▶ +\\d+  play {first}b")
        screen.keys("Escape")
        screen.text("ö")
        screen.wait("> ö")
        screen.keys("BSpace")
        screen.wait("(?m)^>( |$)")
        screen.keys("Down", "Right")
        screen.text("2")
        screen.wait("▶  2  play")
    finally:
        screen.end()


def words(program, folder, _):
    """A word keeps every choice that contains it; Enter plays nothing until one is left or
    selected."""
    screen = Screen(
        program, folder, "play", "kardinal", "--bots", "random", "--seed", "words", "--lang", "en"
    )
    try:
        everything = int(re.search(r"1/(\d+)$", screen.wait(r"(?m)^> .* 1/\d+$"), re.M)[1])
        screen.text("cloister")
        fitting = int(re.search(r"1/(\d+)$", screen.wait(r"(?m)^> cloister .* 1/\d+$"), re.M)[1])
        true("several, but not all", 1 < fitting < everything)
        screen.keys("Enter")
        screen.wait(f"{fitting} choices fit")
        screen.text(" cluny")
        screen.wait("(?m)^> cloister cluny *$")
        screen.keys("Enter")
        screen.wait("You place a cloister in Cluny")
    finally:
        screen.end()


def without_a_board(program, folder, games):
    """At 80×24 a game without a board of its own shows every seat, one's own last, and in the log
    everything since the question before."""
    sources = pathlib.Path(__file__).resolve().parents[2] / "terminal"
    plain = [game for game in games.values() if not (sources / f"{game.id}.c").exists()]
    true("there is one", plain)
    for game in plain:
        screen = Screen(
            program,
            folder,
            "play",
            game.id,
            "--players",
            game.players[-1],
            "--bots",
            "random",
            "--seed",
            "lists",
            "--lang",
            "en",
        )
        try:
            first = screen.wait("▶  1")
            fits(first, 80, 24)
            rows = board(first).splitlines()[1:]
            at = [
                next(i for i, row in enumerate(rows) if f"{mark} " in row)
                for mark in MARKS[: game.players[-1]]
            ]
            true("one's own block is the last", at[0] > max(at[1:]))
            true("others stand side by side", len(set(at[1:])) < len(at[1:]))
            screen.keys("Enter", "Enter")
            # the answers are told one after the other, and stay
            answers = [f"(?m)^{mark} " for mark in MARKS[: game.players[-1]]]
            told = screen.wait(
                lambda shown: "▶  1" in shown
                and log(shown) != log(first)
                and all(re.search(answer, log(shown)) for answer in answers)
            )
            fits(told, 80, 24)
        finally:
            screen.end()


def line_by_line(program, _, games):
    """A script can play line by line: the same seed gives the same output. Wrong words and other
    input change nothing."""
    for game in games:

        def play(words, seed="a", language="en"):
            return tap.output(
                program,
                "play",
                game,
                "--bots",
                "random",
                "--seed",
                seed,
                "--lang",
                language,
                stdin=words,
            ).decode()

        whole = play(b"1\n" * 2000)
        tap.equal("the same seed gives the same game", play(b"1\n" * 2000), whole)
        true("another gives another", play(b"1\n" * 2000, "b") != whole)
        true("it ends with a score", "\nScore: " in whole)
        question = play(b"q\n").rsplit("\n   1  ", 1)[1].rsplit("> ", 1)[0]
        for words, said in (
            (b"l\n", ""),
            (b"v\n", ""),
            (b"s\n", "Seats: 1, 2"),
            (b"u\n", "nothing to undo"),
            (b"h\n", "Hint: "),
            (b"nonsense\n", "number from 1"),
            (b"0\n", "number from 1"),
            (b"\n", "number from 1"),
            (b"\xff\xfe\n", "number from 1"),
            (b"/resign\n", "nobody hears it here"),
        ):
            spoken = play(words + b"q\n")
            true(
                f"{game}, {words}: {spoken[-400:]}",
                said in spoken and spoken.count("\n   1  " + question) == 2,
            )
        rules = play(b"r\nq\n", language="de")
        true(
            "the rules to be read aloud, without markup",
            len(rules.splitlines()) > 30 and not re.search(r"\*\*|^#|^\|", rules, re.M),
        )


def undo_and_hint(program, folder, _):
    screen = Screen(
        program, folder, "play", "kardinal", "--bots", "random", "--seed", "undo", "--lang", "en"
    )
    try:
        before = screen.wait("▶  1  c")
        screen.keys("U")
        screen.wait("nothing to undo")
        screen.keys("H")
        screen.wait("Hint: c .*")
        screen.keys("H", "Enter")
        screen.wait("You place a cloister")
        screen.keys("U")
        screen.wait(lambda shown: board(shown) == board(before))
        for key, title in (
            ("S", "── Score"),
            ("L", "── Log"),
            ("V", "── The position in words"),
            ("R", "── Rules"),
            ("?", "── Help"),
        ):
            screen.keys(key)
            fits(screen.wait(f"^{title}"), 80, 24)
            screen.keys("NPage", "Escape")
            screen.wait("▶  1  c")
    finally:
        screen.end()


def steps_and_hints(program, folder, _):
    """A long list comes in steps, previews are never cut, and a hint belongs to its question."""
    screen = Screen(
        program, folder, "play", "kardinal", "--bots", "random", "--seed", "words", "--lang", "en"
    )
    try:
        first = screen.wait(r"(?m)^▶  1  c… +Place a cloister in … \(33 choices\)$")
        true("a few lines for all choices", re.search(r"(?m)^  34  swap… .*\(3 choices\)$", first))
        screen.keys("Enter")
        countries = screen.wait(r"(?m)^▶  1  c AR… +Aragon … \(6 choices\)$")
        fits(countries, 80, 24)
        screen.keys("Down", "Down", "Enter")
        cities = screen.wait(r"(?m)^▶ 13  c BU1 BB ")
        rows = re.findall(r"(?m)^[▶ ] *\d+  c BU\d BB .*$", cities)
        edge = all(row.endswith("  +1 if scored now") for row in rows)
        true("previews stand at the right edge", edge)
        true("in one column", {len(row) for row in rows} == {80})
        screen.keys("Escape")
        screen.wait(r"(?m)^▶  1  c… ")
        screen.keys("h")
        advised = re.search(r"Hint: (c \S+ \S+) –", screen.wait("Hint: c "))[1]
        screen.keys("H")
        screen.wait(rf"(?m)^▶ *\d+  {re.escape(advised)} ")
        screen.keys("Enter")
        screen.wait(lambda shown: "You place a cloister" in shown and "Hint" not in shown)
    finally:
        screen.end()


def menu(program, folder, games):
    """play alone asks what to play, saves by itself, offers the game again, and goes on after the
    end."""
    listed = list(games)
    number = listed.index("template") + 1 if "template" in listed else 1
    environment = {"XDG_STATE_HOME": f"{folder}/menu"}
    saved = folder / "menu/tafelrunde/games"

    def begin():
        return Screen(program, folder, "play", "--lang", "en", environment=environment)

    screen = begin()
    try:
        shown = screen.wait(r"What would you like to play\?")
        true("every game", all(games[game].name in shown for game in listed))
        screen.text("99")
        screen.keys("Enter")
        screen.wait(f"A number from 1 to {len(listed) + 1}")
        screen.text(str(number))
        screen.keys("Enter")
        screen.wait("How many seats|Against whom")
        if "How many" in screen.shown():
            screen.keys("Enter")
        screen.wait("Against whom")
        screen.keys("Enter")
        screen.wait("▶  1", keys=("Enter",))
        screen.keys("Q", "Enter")
        true("status", screen.status() == 0)
    finally:
        screen.end()
    tap.equal("one saved game", len(list(saved.glob("*.table"))), 1)
    screen = begin()
    try:
        screen.wait(r"(?m)^   1  Resume: ")
        screen.keys("Enter")
        screen.wait("▶  1")
        screen.wait("^── Score ", keys=("Enter",))
        screen.keys("Escape")
        screen.wait("N play again")
        tap.equal("nothing is left to resume", list(saved.glob("*.table")), [])
        true("the latest game is kept", (saved / "latest.jsonl").is_file())
        screen.keys("C")
        screen.wait(r"(?m)▶  1|is to move|turn")
        screen.wait("^── Score ", keys=("Enter",))
        screen.keys("A")
        screen.wait("(?i)luck|skill|costliest")
    finally:
        screen.end()


def step_by_step(program, folder, _):
    """The reveal and what follows it appear line by line, so that the fourth line takes longer than
    the program needs. (A slow machine takes longer still.)"""
    screen = Screen(
        program, folder, "play", "tallinn", "--bots", "random", "--seed", "pace", "--lang", "en"
    )
    try:
        screen.wait("▶  1  play 1a")
        screen.keys("Enter")
        screen.wait("cannot be undone")
        screen.keys("Enter")
        start = time.monotonic()
        screen.wait("You trigger a contest")
        true("not all at once", time.monotonic() - start > 0.5)
    finally:
        screen.end()
    screen = Screen(
        program, folder, "play", "template", "--bots", "random", "--seed", "pace", "--lang", "en"
    )
    try:
        shown = screen.wait("▶  1")
        while "── Score" not in shown:
            start, before = time.monotonic(), shown
            screen.keys("Enter")
            shown = screen.wait(
                lambda now: now != before
                and re.search("▶  1|cannot be undone|^── Score ", now)
            )
        true("the last lines before the result", time.monotonic() - start > 0.5)
    finally:
        screen.end()


def final_scoring(program, folder, seed):
    """Plays a game to its end; returns the screens from the last answer to the result."""
    screen = Screen(
        program, folder, "play", "tallinn", "--bots", "random", "--seed", seed, "--lang", "en"
    )
    try:
        screens = [screen.wait("▶  1")]
        while "── Score" not in screens[-1]:
            answered = screens[-1]
            screen.keys("Enter")
            screens = []
            screen.wait(
                lambda now: screens.append(now)
                or now != answered
                and re.search("▶  1|cannot be undone|^── Score ", now)
            )
        return screens
    finally:
        screen.end()


def scores_follow(program, folder, _):
    """The scores above the board follow the lines of the log instead of jumping to the result. (A
    machine may be too busy to look in time, but hardly three times.)"""
    for seed in ("a", "b", "c"):
        *before, result = final_scoring(program, folder, seed)
        final = re.search(r"^ Score +(-?\d+) +(-?\d+)", result, re.MULTILINE).groups()
        heads = {
            tuple(re.findall(r": (-?\d+)", one.split("\n")[0]))
            for one in before
            if "Final scoring" in one
        }
        if any(head != final for head in heads):
            return
    raise AssertionError(f"{final} from the first line of the final scoring on: {heads}")


def mouse(program, folder, _):
    """A click selects, a second click does it, the wheel goes through the list."""
    screen = Screen(
        program, folder, "play", "kardinal", "--bots", "random", "--seed", "words", "--lang", "en"
    )

    def press(button, row):
        for code in (button, 3):  # pressed, released
            screen.text(f"\x1b[M{chr(32 + code)}{chr(33 + 10)}{chr(33 + row)}")

    def row_of(pattern):
        lines = screen.wait(pattern).split("\n")
        return next(i for i, line in enumerate(lines) if re.search(pattern, line))

    try:
        screen.wait("▶  1  c… ")
        press(0, row_of(r"34  swap… "))
        screen.wait(r"(?m)^▶ 34  swap… ")
        press(0, row_of(r"34  swap… "))
        screen.wait(r"(?m)^▶ 34  swap \S+ ")
        press(65, 3)
        screen.wait(r"(?m)^▶ 35  swap \S+ ")
        press(64, 3)
        screen.wait(r"(?m)^▶ 34  swap \S+ ")
    finally:
        screen.end()


def final_choices(program, folder, _):
    """Final choices need Enter; any other key keeps its usual meaning. Texts that are too long end
    in dots."""
    screen = Screen(
        program, folder, "play", "duell", "--bots", "random", "--seed", "sure", "--lang", "en"
    )
    try:
        first = screen.wait("▶  1  claim")
        true("a sentence that is too long", re.search(r"(?m)^   \d  claim .*…", first))
        screen.keys("Enter")
        screen.wait("cannot be undone")
        screen.keys("Down")
        screen.wait(lambda shown: "▶  2  claim" in shown and "cannot be undone" not in shown)
        screen.keys("Enter")
        screen.wait("cannot be undone")
        screen.keys("S")
        shown = screen.wait("^── Score ")
        true(
            "points, and what is only counted",
            re.search(r"(?m)^ Score  +0 +0$", shown)
            and re.search(r"(?m)^ Gold  +\d+ +\d+$", shown),
        )
        screen.keys("Escape")
        true("nothing was claimed", "claims" not in screen.wait("▶  2  claim"))
    finally:
        screen.end()


def resumes(program, folder, _):
    """After a kill the same command resumes the game at the same place."""
    path = folder / "again.jsonl"
    arguments = ["play", "rattus", "--bots", "random", "--lang", "en", "--record", path]
    screens = [Screen(program, folder, *arguments)]
    screen = screens[0]
    try:
        screen.wait("▶  1  settle")
        screen.wait("▶  1  (?!settle)", keys=("Enter",))
        before = screen.settle()
        os.kill(screen.process(), 9)
        true("status of a kill", screen.status() == 137)
        table = path.with_name(path.name + ".table")
        true("the seed is for its owner alone", table.stat().st_mode & 0o777 == 0o600)
        own = json.loads(path.read_text())
        true("the record is the person's own", "seed" not in own and own["seat"] == 0)
        screen = Screen(program, folder, *arguments)
        screens.append(screen)
        screen.wait(lambda shown: "▶  1  " in shown and board(shown) == board(before))
        screen.keys("Q", "Escape", "Q", "Enter")
        true("status", screen.status() == 0)
    finally:
        for screen in screens:
            screen.end()
    for words in (["play", "rattus", "--players", 3], ["play", "tallinn"]):
        done = tap.run(program, *words, "--record", path, stdin=b"q\n")
        true("another game is refused", done.returncode == 1 and b"another game" in done.stderr)
    taken = folder / "taken"
    taken.write_text("mine\n")
    done = tap.run(program, "play", "rattus", "--record", taken, stdin=b"q\n")
    true(
        "a file of something else is left alone",
        done.returncode == 1 and taken.read_text() == "mine\n",
    )


def together(program, folder, _):
    """A curtain separates two hidden hands; without hidden information there is none."""
    screen = Screen(
        program, folder, "play", "tallinn", "--bots", "person", "--seed", "x", "--lang", "en"
    )
    try:
        first = screen.wait("▶  1  play")
        hand = set(re.findall(r"┌─ (\S+) ─", first))
        true("a hand is shown", len(hand) == 3)
        screen.keys("Enter", times=5)
        curtain = screen.wait("Pass the device on")
        true("nothing else is", "┌─" not in curtain and "play" not in curtain)
        screen.keys("Space")
        second = screen.wait("▶  1  play")
        true("the other's own seat", re.match(r"(?s).*■ You", second))
    finally:
        screen.end()
    screen = Screen(
        program, folder, "play", "duell", "--bots", "person", "--seed", "x", "--lang", "en"
    )
    try:
        screen.wait("▶  1  claim")
        screen.keys("Enter", "Enter")
        screen.wait("■ You")
    finally:
        screen.end()


def windows(program, folder, _):
    """The screen follows its size, also too small and back; works without colours; Ctrl-C restores
    the terminal."""
    screen = Screen(program, folder, "play", "kardinal", "--bots", "random", "--lang", "en")
    try:
        screen.wait("▶  1  c")
        screen.tmux("resize-window", "-x", "120", "-y", "40")
        fits(screen.wait("(?s)EN1.*▶  1  c"), 120, 40)
        screen.tmux("resize-window", "-x", "50", "-y", "10")
        screen.wait("too small")
        screen.tmux("resize-window", "-x", "80", "-y", "24")
        fits(screen.wait("▶  1  c"), 80, 24)
        screen.keys("C-c")
        true("status", screen.status() == 0)
        true(
            "lines and echo are back",
            {"icanon", "echo"} <= set((folder / "stty").read_text().split()),
        )
    finally:
        screen.end()
    for term, environment in (("vt100", {}), ("tmux-256color", {"NO_COLOR": "1"})):
        screen = Screen(
            program,
            folder,
            "play",
            "duell",
            "--bots",
            "random",
            "--lang",
            "en",
            term=term,
            environment=environment,
        )
        try:
            screen.wait("▶  1  claim")
            true(
                "not one colour",
                not re.search(
                    "\x1b\\[[0-9;]*(3[0-7]|38;)", screen.tmux("capture-pane", "-p", "-e")
                ),
            )
        finally:
            screen.end()
    screen = Screen(
        program, folder, "play", "duell", "--bots", "random", "--lang", "en", term="dumb"
    )
    try:
        screen.wait("(?s)   1  claim c1 .*   2  claim c2")
    finally:
        screen.end()


# Terminals by what they can show, on top of a description that every system has, and how tmux then
# writes the colour of the first seat.
DEPTHS = (
    (8, r"colors#8, pairs#64, setaf=\E[3%p1%dm,", "\x1b\\[[0-9;]*31m"),
    (
        16,
        r"colors#16, pairs#256, setaf=\E[%?%p1%{8}%<%t3%p1%d%e9%p1%{8}%-%d%;m,",
        "\x1b\\[[0-9;]*91m",
    ),
    (256, "colors#256, pairs#256,", "\x1b\\[[0-9;]*38;5;209m"),
    (
        1 << 24,
        "RGB, colors#0x1000000, pairs#256, setaf=\\E[38;2;"
        "%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%dm,",
        "\x1b\\[[0-9;]*38;2;232;115;90m",
    ),
)


def depths(program, folder, _):
    """The colours are those that the terminal can show, from eight to red, green and blue."""
    for count, capabilities, colour in DEPTHS:
        source = folder / f"depth-{count}.src"
        source.write_text(
            f"depth-{count}|a test terminal,\n\t{capabilities}\n\tuse=tmux-256color,\n"
        )
        made = subprocess.run(
            ["tic", "-x", "-o", folder / "terminfo", source], capture_output=True
        )
        true(f"tic: {made.stderr}", made.returncode == 0)
        screen = Screen(
            program,
            folder,
            "play",
            "duell",
            "--bots",
            "random",
            "--lang",
            "en",
            term=f"depth-{count}",
            environment={"TERMINFO": folder / "terminfo"},
        )
        try:
            screen.wait("▶  1  claim")
            shown = screen.tmux("capture-pane", "-p", "-e")
            true(f"{count} colours: {shown!r}", re.search(colour + "●", shown))
        finally:
            screen.end()


# ---- tables at a server ----


class Server:
    def __init__(self, program, folder, listen="127.0.0.1:0"):
        self.program, self.database = program, folder / "server.db"
        self.start(listen)

    def start(self, listen):
        self.process = subprocess.Popen(
            [
                self.program,
                "serve",
                "--listen",
                listen,
                "--database",
                str(self.database),
                "--no-pauses",
                "--no-limits",
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=tap.environment(),
        )
        self.url = re.search(rb"http://\S+", self.process.stdout.readline())[0].decode().rstrip("/")

    def days_later(self):
        """Restarts the server after moving every running clock back by eight days."""
        self.end()
        with sqlite3.connect(self.database) as database:
            database.execute(
                "UPDATE seats SET running_ms = running_ms - 8 * 86400000 WHERE running_ms > 0"
            )
        database.close()
        self.start(self.url.removeprefix("http://"))

    def post(self, path, body, token=None):
        request = urllib.request.Request(
            self.url + path,
            json.dumps(body).encode(),
            {
                "Content-Type": "application/json",
                **({"Authorization": f"Bearer {token}"} if token else {}),
            },
        )
        with urllib.request.urlopen(request, timeout=WAIT_S) as reply:
            return json.load(reply)

    def table(self, **body):
        token = self.post("/api/guest", {"name": "Host"})["token"]
        return self.url + self.post("/api/tables", body, token)["path"]

    def end(self):
        self.process.terminate()
        self.process.wait(WAIT_S)


def at_a_server(program, folder, _):
    """A person sits down, plays to the end and gets a record that verifies. The session is kept for
    next time. Another person only watches."""
    server = Server(program, folder)
    screens = []

    def sit(*arguments, **more):
        screens.append(Screen(program, folder, "play", *arguments, **more))
        return screens[-1]

    try:
        link = server.table(game="tallinn", players=2, seats=["person", "random"], public=False)
        path = folder / "online.jsonl"
        screen = sit("--table", link, "--name", "Bert", "--lang", "de", "--record", path)
        screen.wait("▶  1  play")
        screen.keys("Enter", "Enter")
        screen.wait("Verlauf.*\n(.*\n)*.*Du spielst|Willst du|Runde 2")
        screen.keys("C-c")
        true("status", screen.status() == 0)
        (kept,) = (folder / "state/tafelrunde/play").iterdir()
        true("the session is its owner's alone", kept.stat().st_mode & 0o777 == 0o600)
        watching = sit(
            "tallinn",
            "--table",
            link,
            "--lang",
            "en",
            environment={"XDG_STATE_HOME": folder / "other"},
        )
        shown = watching.wait("● Bert")
        true("a watcher sees no hand", "┌─" not in shown and "▶" not in shown)
        screen = sit("--table", link, "--lang", "de", "--record", path)
        screen.wait("^── Punkte ", keys=("Enter",))
        screen.keys("Escape", "Q", "Enter")
        true("status", screen.status() == 0)
        true("the record verifies", b"checked" in tap.output(program, "verify", path))
        for words, why in (
            (["--table", "nonsense"], b"no link"),
            (["duell", "--table", link], b"another game"),
            (["--table", link.replace("/t/", "/t/x")], b"no link"),
            (["--table", re.sub(r"/t/.{22}", "/t/" + "A" * 22, link)], b"no such table"),
            (["--table", "http://127.0.0.1:1/t/" + "A" * 22], b"cannot be reached"),
        ):
            done = tap.run(program, "play", *words, "--lang", "en")
            true(f"{words}: {done.stderr}", done.returncode == 1 and why in done.stderr)
    finally:
        server.end()
        for screen in screens:
            screen.end()


def lobby(program, folder, games):
    """The menu lists a server's open tables: one sits down at one, or opens a new one."""
    server = Server(program, folder)
    screens = []

    def begin(*arguments, **more):
        screens.append(Screen(program, folder, "play", *arguments, "--lang", "en", **more))
        return screens[-1]

    def answer(screen, text, wanted):
        screen.text(text)
        screen.keys("Enter")
        return screen.wait(wanted)

    try:
        server.table(game="tallinn", players=3, seats=["me", "person", "novice"])
        server.table(game="tallinn", players=2, seats=["me", "person"], public=False)
        screen = begin("--name", "Bert", environment={"XDG_STATE_HOME": folder / "bert"})
        screen.wait("Play at a server")
        answer(screen, str(len(games) + 1), "The server’s address, for example")
        shown = answer(screen, server.url + "/", "Open a new table")
        true(
            "only public tables",
            re.search(r"(?m)^   1  .*: Host, free, Novice \(no clock\)", shown),
        )
        true("one table", re.search("(?m)^   2  Open a new table", shown))
        answer(screen, "3", "A number from 1 to 2")
        answer(screen, "1", "● Host.*■ You")
        screen.keys("C-c")
        true("status", screen.status() == 0)

        screen = begin("--name", "Anna", environment={"XDG_STATE_HOME": folder / "anna"})
        screen.wait("Play at a server")
        answer(screen, str(len(games) + 1), "address")
        answer(screen, server.url, "Open a new table")
        answer(screen, "2", r"What would you like to play\?")
        answer(screen, str(list(games).index("tallinn") + 1), "How many seats")
        answer(screen, "1", "Who else plays")
        answer(screen, "2", "How much time")
        answer(screen, "2", "imperial legate")
        answer(screen, "2", "(?s)imperial legate.*yes.*chronicle")
        answer(screen, "", "Building towers")
        shown = answer(screen, "", "The link for the others")
        link = re.search(re.escape(server.url) + r"/t/[\w-]{22}#[\w-]+", shown.replace("\n", ""))[0]
        screen.keys("Enter")
        screen.wait("● You")
        guest = begin("--table", link, "--name", "Carl")
        guest.wait("▶  1  done")
        screen.wait("▶  1  done")
        with sqlite3.connect(server.database) as database:
            made = database.execute(
                "SELECT options, time_ms, increment_ms FROM tables WHERE secret = ?",
                (link.split("#")[1],),
            ).fetchone()
        database.close()
        tap.equal("clock", made[1:], (15 * 60000, 10000))
        true("the chosen option", bytes(made[0])[0] == 1 and not any(bytes(made[0])[1:]))
        screen.keys("C-c")
        true("status", screen.status() == 0)

        screen = begin("--server", server.url, environment={"XDG_STATE_HOME": folder / "anna"})
        screen.wait("Open tables")
        screen.text("q")
        screen.keys("Enter")
        true("status", screen.status() == 0)
        screen = begin("--server", "http://127.0.0.1:1")
        screen.wait("The server 127.0.0.1:1 cannot be reached")
        true("status of a server that is not there", screen.status() == 1)
        done = tap.run(program, "play", "--server", server.url, "--lang", "en")
        true("without a terminal", done.returncode == 2 and b"--table" in done.stderr)
    finally:
        server.end()
        for screen in screens:
            screen.end()


class Plain:
    """The program in line mode; reads its output as it comes."""

    def __init__(self, program, environment, *arguments):
        self.process = subprocess.Popen(
            [program, "play", "--plain", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**tap.environment(), **environment},
        )
        self.said, self.heard = b"", 0
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while more := self.process.stdout.read1():
            self.said += more

    def wait(self, wanted):
        """Reads until these words, which must follow the ones waited for before."""
        until = time.monotonic() + WAIT_S
        while time.monotonic() < until:
            found = re.compile(wanted.encode()).search(self.said, self.heard)
            if found:
                self.heard = found.end()
                return
            time.sleep(LOOK_S)
        raise AssertionError(f"{wanted!r} is not said: {self.said[self.heard:].decode()}")

    def say(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()


def people_talk(program, folder, _):
    """Two people, one with a screen and one in line mode, over IPv6: they chat, propose, decline,
    give up, play again, and agree to end."""
    server = Server(
        program,
        folder,
        "[::1]:0"
        if socket.has_ipv6 and pathlib.Path("/proc/net/if_inet6").exists()
        else "127.0.0.1:0",
    )
    link = server.table(game="duell", players=2, seats=["person", "person"], public=False)
    path = folder / "talk.jsonl"
    anna = Screen(
        program,
        folder,
        "play",
        "--table",
        link,
        "--name",
        "Anna",
        "--lang",
        "en",
        "--record",
        path,
        environment={"XDG_STATE_HOME": folder / "anna"},
    )
    bert = None

    def anna_says(line):
        anna.text(line)
        anna.wait(f"(?m)^{line}$")
        anna.keys("Enter")

    try:
        anna.wait("as soon as all seats are taken")
        bert = Plain(
            program,
            {"XDG_STATE_HOME": str(folder / "bert")},
            "--table",
            link,
            "--name",
            "Bert",
            "--lang",
            "de",
        )
        anna.wait("▶  1  claim")
        anna_says("/ Grüß dich!")
        bert.wait("Anna: Grüß dich!")
        bert.say("/ Hallo \x1b[2J")
        bert.wait("darf höchstens|höchstens")
        bert.say("/ Hallo, Anna")
        anna.wait("Bert: Hallo, Anna")
        bert.say("/nonsense")
        bert.wait("/resign /end /agree")
        anna_says("/end")
        anna.wait("You agree")
        bert.wait("Vorschlag: ohne Ergebnis aufhören")
        bert.say("/decline")
        anna.wait("The proposal is off the table")
        anna_says("/agree")
        anna.wait("Nothing is proposed\\.")
        bert.say("/resign")
        bert.wait("Noch einmal /resign")
        bert.say("/resign")
        anna.wait("Bert has resigned")
        bert.wait("Du hast aufgegeben")
        bert.wait("/rematch")
        bert.say("/rematch")
        anna.keys("Escape")
        anna.wait("The next game is waiting")
        anna_says("/rematch")
        anna.wait(
            lambda shown: "Bert has resigned" not in shown
            and re.search("▶  1  claim|Bert’s turn", shown)
        )
        bert.say("/end")
        anna.wait("Proposed: to stop without a result")
        anna_says("/agree")
        bert.wait("ohne Ergebnis beendet")
        anna.wait("ended without a result")
        bert.say("")
        true("Bert's status", bert.process.wait(WAIT_S) == 0)
        anna.keys("Escape", "Q", "Enter")
        true("Anna's status", anna.status() == 0)
        true("both records are kept", len(path.read_text().splitlines()) == 2)
    finally:
        server.end()
        anna.end()
        if bert:
            bert.process.kill()
    done = tap.run(program, "play", "duell", "--bots", "random", "--plain", stdin=b"/ hello\nq\n")
    true("nobody hears it at a local table", b"nobody hears it here" in done.stdout)


def one_does_not_answer(program, folder, _):
    """Three people, one of whom does not answer for days: an opponent takes over, the seat is
    reclaimed, the table is closed, and nothing of it happens early."""
    server = Server(program, folder)
    link = server.table(
        game="rattus", players=3, seats=["person", "person", "person"], public=False
    )
    people = []

    def sit(name, *arguments):
        people.append(
            Plain(
                program,
                {"XDG_STATE_HOME": str(folder / f"silent-{name}")},
                "--table",
                link,
                "--name",
                name,
                "--lang",
                "en",
                *arguments,
            )
        )
        return people[-1]

    def ask(person, line, answer):
        person.say(line)
        person.wait(answer)

    try:
        anna = sit("Anna")
        anna.wait("as soon as all seats are taken")
        bert, carl = sit("Bert", "--seat", "2"), sit("Carl", "--seat", "3")
        anna.wait("> ")
        watcher = sit("Watcher")
        watcher.wait("The plague piece starts")
        for line in ("/close", "/replace 1"):
            ask(bert, line, "7 days")
        for line in (
            "/replace",
            "/replace 0",
            "/replace 4",
            "/replace Anna",
            "/replace 1 2",
            "/replace 99999999999999999999",
        ):
            ask(bert, line, "/replace N: the seat")
        ask(bert, "/back", "already playing this seat yourself")
        for line in ("/back 1", "/close the door", "/end it"):
            ask(bert, line, "At the table:")
        for line in ("/close", "/replace 1", "/back", "/resign"):
            ask(watcher, line, "Nobody here may speak for that seat")
        ask(bert, "/agree", "Nothing is proposed")

        server.days_later()
        for person in people:
            person.wait("Connected again")
        ask(bert, "/replace 2", "7 days")
        ask(bert, "/replace 1", "You agree")
        carl.wait("Proposed: the computer plays on for Anna")
        ask(carl, "/decline", "The proposal is off the table")
        bert.wait("The proposal is off the table")
        ask(carl, "/replace 1", "You agree")
        bert.wait("Proposed: the computer plays on for Anna")
        bert.say("/agree")
        anna.wait("The computer \\(.*\\) now plays for you")
        for person in (bert, carl, watcher):
            person.wait("The computer \\(.*\\) now plays for Anna")
        bert.wait("> ")
        ask(anna, "/back", "You play in person again")

        server.days_later()
        for person in people:
            person.wait("Connected again")
        ask(carl, "/close", "You agree")
        anna.wait("Proposed: to close the table")
        anna.say("/agree")
        for person in people:
            person.wait("ended without a result")
    finally:
        server.end()
        for person in people:
            person.process.kill()


class Proxy:
    """TLS in front of a server, with its own certificate for localhost."""

    def __init__(self, folder, url):
        self.certificate = folder / "localhost.pem"
        subprocess.run(
            [
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:P-256",
                "-nodes",
                "-days",
                "2",
                "-subj",
                "/CN=localhost",
                "-addext",
                "subjectAltName=DNS:localhost",
                "-keyout",
                str(folder / "localhost.key"),
                "-out",
                str(self.certificate),
            ],
            check=True,
            stderr=subprocess.DEVNULL,
        )
        self.inner = int(url.rsplit(":", 1)[1])
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, folder / "localhost.key")
        self.listening = context.wrap_socket(
            socket.create_server(("127.0.0.1", 0)), server_side=True
        )
        self.port = self.listening.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                outer, _ = self.listening.accept()
            except ssl.SSLError:  # a client that does not trust the certificate
                continue
            except OSError:
                return
            inner = socket.create_connection(("127.0.0.1", self.inner))
            for here, there in ((outer, inner), (inner, outer)):
                threading.Thread(target=self.carry, args=(here, there), daemon=True).start()

    @staticmethod
    def carry(here, there):
        try:
            while True:
                data = here.recv(65536)
                if not data:
                    break
                there.sendall(data)
        except OSError:
            pass
        there.close()


def behind_tls(program, folder, _):
    """A whole game over https; an untrusted certificate, or one for another name, is refused."""
    server = Server(program, folder)
    try:
        proxy = Proxy(folder, server.url)
        path = re.sub(
            "^http://[^/]*", "", server.table(game="tallinn", players=2, seats=["person", "random"])
        )
        environment = {
            "SSL_CERT_FILE": str(proxy.certificate),
            "XDG_STATE_HOME": str(folder / "tls"),
        }

        def play(host, more):
            return subprocess.run(
                [
                    program,
                    "play",
                    "--server",
                    f"https://{host}:{proxy.port}",
                    "--table",
                    path,
                    "--lang",
                    "en",
                ],
                input=b"1\n" * 400,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**tap.environment(), **more},
                timeout=WAIT_S,
            )

        for host, more in (
            ("localhost", {**environment, "SSL_CERT_FILE": "/dev/null"}),
            ("127.0.0.1", environment),
        ):
            done = play(host, more)
            true(f"{host}: refused", done.returncode == 1 and b"cannot be reached" in done.stderr)
        done = play("localhost", environment)
        true(
            f"played to the end: {done.stdout[-300:]} {done.stderr}",
            done.returncode == 0 and b"\nScore: " in done.stdout,
        )
    finally:
        server.end()


def needed():
    """Fails at once if a required program is missing, because some tests would wait for long."""
    for end in os.openpty():
        os.close(end)
    true("tmux is installed", shutil.which("tmux"))


def main():
    program = tap.program_argument(__doc__)
    cases = tap.Tap()
    if not cases.case(
        "there are pseudo-terminals (/dev/ptmx, and devpts at /dev/pts), and tmux", needed
    ):
        return cases.end()
    games = {game.id: game for game in tap.games(program)}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for at, game in enumerate(games.values()):
            size, language = ((80, 24), "de") if at % 2 else ((120, 40), "en")
            cases.case(
                f"{game.id}: a whole game at {size[0]}×{size[1]}",
                whole_game,
                program,
                folder,
                game,
                size,
                language,
            )
        for statement, case in (
            ("a game without a board: every seat, and the last answers", without_a_board),
            ("a script plays line by line", line_by_line),
            ("typing: completion, why-not, wrong words", typed),
            ("typing: words of a sentence", words),
            ("undo, hint, and every page", undo_and_hint),
            ("a long list comes in steps; hints", steps_and_hints),
            ("what follows an answer comes step by step", step_by_step),
            ("scores follow the lines of a scoring", scores_follow),
            ("the mouse", mouse),
            ("a menu, automatic saving, and what follows a game", menu),
            ("final choices are confirmed", final_choices),
            ("a killed game is resumed", resumes),
            ("several people at one terminal: a curtain hides hands", together),
            ("windows of all sizes, terminals without colours, Ctrl-C", windows),
            ("as many colours as the terminal has", depths),
            ("a whole game at a server", at_a_server),
            ("a server's tables in the menu", lobby),
            ("people chat and agree at a server", people_talk),
            ("one person does not answer at a server", one_does_not_answer),
            ("at a server behind TLS", behind_tls),
        ):
            cases.case(statement, case, program, folder, games)
    return cases.end()


if __name__ == "__main__":
    sys.exit(main())
