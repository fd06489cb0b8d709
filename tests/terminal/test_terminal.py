#!/usr/bin/env python3
"""Tests local games in the terminal with real keys and real screens in tmux. TAP on standard
output.

    test_terminal.py PROGRAM
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from screens import Screen, run  # noqa: E402
import tap  # noqa: E402
from tap import true  # noqa: E402

MARKS = "●■▲◆✚"


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
        screen.wait("(?s)> xyz.*Esc clear")
        screen.text("?")
        screen.wait("── Help")
        screen.keys("Escape")
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
    listed = tap.offered(program)
    number = listed.index("tallinn") + 1
    environment = {"XDG_STATE_HOME": f"{folder}/menu"}
    saved = folder / "menu/tafelrunde/games"

    def begin():
        return Screen(program, folder, "play", "--lang", "en", environment=environment)

    screen = begin()
    try:
        shown = screen.wait(r"What would you like to play\?")
        for game in games.values():
            true(f"{game.name} is offered", (game.name in shown) == (game.id in listed))
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


def everything(cases, program, folder, games):
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
    ):
        cases.case(statement, case, program, folder, games)


if __name__ == "__main__":
    sys.exit(run(everything, __doc__))
