#!/usr/bin/env python3
"""test_cli.py PROGRAM: every command in normal use, and every way to use it wrongly."""

import copy
import hashlib
import json
import os
import math
import pathlib
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap
from tap import equal, true

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLE_S = 1  # wrong usage is refused at once
COMMANDS = (
    "serve",
    "admin",
    "load",
    "play",
    "simulate",
    "arena",
    "tournament",
    "replay",
    "verify",
    "analyse",
    "practice",
    "inspect",
    "engine",
    "games",
    "components",
    "rules",
    "bench",
    "train",
)
LANGUAGES = {"de": ("Spiele:", "tafelrunde BEFEHL"), "en": ("Games:", "tafelrunde COMMAND")}
RULINGS = {"de": "## Festlegungen", "en": "## Rulings"}
RECONSTRUCTED = {"de": "## Rekonstruiertes Material", "en": "## Reconstructed components"}


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


# --- help and languages


def help_of_all(cli, language):
    head = LANGUAGES[language]
    for text in (
        cli.ok("--help", language=f"{language}_XX.UTF-8"),
        cli.ok("help", language=language),
        cli.ok(language=language),
        cli.ok("--help", "--lang", language),
    ):
        true(f"help in {language}", all(word in text for word in head))
        for name in (*COMMANDS, *(game.id for game in cli.games)):
            true(f"help lists {name}", f"\n  {name} " in text)


def help_of(cli, command, language):
    by_option, by_environment = cli.ok(command, "--help", "--lang", language), cli.ok(
        command, "--help", language=f"{language}_DE.UTF-8"
    )
    equal("--lang and LANG", by_option, by_environment)
    true("the usage line", f"\ntafelrunde {command}" in by_option)
    other = cli.ok(command, "--help", "--lang", "en" if language == "de" else "de")
    true("the languages differ", other != by_option)
    true(
        "--lang wins over LANG",
        cli.ok(command, "--help", "--lang", language, language="de" if language == "en" else "en")
        == by_option,
    )


def option_lines(text):
    """By option, the placeholder and the description on its line of a help text."""
    rows = re.findall(r"^  (?:-h, )?--([a-z-]+)(?: (\S+))? {2,}(\S.*)$", text, re.M)
    return {name: (value, description) for name, value, description in rows}


def help_lists_options(cli, command, language):
    """One aligned line per option with its default, then examples that use nothing else."""
    text = cli.ok(command, "--help", "--lang", language)
    equal("-h", cli.ok(command, "-h", "--lang", language), text)
    true("no key is left", "cli." not in text and "⟨" not in text)
    block = text.split("\n\n")[2].splitlines()
    options = option_lines(text)
    equal("a line per option", len(options), len(block))
    equal("aligned", len({re.match(r"  \S.*? {2,}(?=\S)", line).end() for line in block}), 1)
    true(f"the common ones come last: {list(options)}", list(options)[-2:] == ["lang", "help"])
    examples = text.rstrip("\n").split("\n\n")[-1].splitlines()
    equal("a heading", examples[0], {"de": "Beispiele:", "en": "Examples:"}[language])
    true(
        "examples",
        len(examples) > 1
        and all(line.startswith(f"  tafelrunde {command}") for line in examples[1:]),
    )
    for flag in re.findall(
        r"--([a-z-]+)", " ".join([*examples, *text.split("\n\n")[1].splitlines()])
    ):
        true(f"--{flag} is listed", flag in options)


def defaults_in_help(cli):
    """The default of the help is the one that applies."""
    game = min(cli.games, key=lambda one: len(one.players)).id
    simulate = option_lines(cli.ok("simulate", "--help"))
    for name, default in (("games", "100"), ("seed", "1"), ("bots", "club")):
        true(f"--{name}: {simulate[name]}", f"(default: {default})" in simulate[name][1])
    (one,) = cli.json("simulate", game, "--bots", "random", "--json")
    equal("the defaults", [one["games"], one["seed"]], [100, "1"])
    table = cli.ok("simulate", game, "--bots", "random", "--games", 1)
    equal("people count seats from 1", re.findall(r"(?m)^  (\d)  random", table)[:2], ["1", "2"])
    true("required", "(required)" in option_lines(cli.ok("arena", "--help"))["bots"][1])
    true("German", "(Vorgabe: 100)" in cli.ok("simulate", "--help", "--lang", "de"))
    equal("-h alone", cli.ok("-h"), cli.ok("--help"))


def examples_in_help(cli):
    """Every example of the help can be typed as it stands. Those that take long are killed."""
    folder, nets = cli.folder / "examples", ROOT / "nets"
    folder.mkdir()
    (game,) = (one for one in cli.games if one.id == cli.ok("rules", "--help").split()[-3])
    shutil.copy(nets / f"{game.id}-{game.players[0]}.net", folder / "NEW.net")
    games = cli.ok("simulate", game.id, "--bots", "random", "--games", 2, "--records", "-")
    position = ("inspect", game.id, "--record", cli.file(games), "--step", 9, "--json")
    (folder / "position.json").write_text(json.dumps(cli.json(*position)[0]["view"]))
    for command in COMMANDS:
        if command in ("serve", "play", "load", "admin", "train"):
            continue  # they need a terminal, a server or hours; their own tests run them
        for line in cli.ok(command, "--help").split("\n\n")[-1].splitlines()[1:]:
            words = line.replace("tafelrunde", f"exec '{cli.program}'", 1)
            (folder / "games.jsonl").write_text(games, encoding="utf-8")
            with subprocess.Popen(
                ["sh", "-c", words],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                env=tap.environment(),
            ) as running:
                try:
                    said, whole = running.communicate(timeout=EXAMPLE_S)[1], True
                except subprocess.TimeoutExpired:
                    running.kill()
                    said, whole = running.communicate()[1], False
            whole &= "--check" not in line  # practice was killed and may have found nothing
            true(f"{line}: {said!r}", running.returncode == 0 if whole else running.returncode != 2)


def did_you_mean(cli):
    game = cli.games[0].id
    for said, *arguments in (
        ("Unknown option --bot; did you mean --bots?", "simulate", game, "--bot", "random"),
        ("Unknown option --bost; did you mean --bots?", "arena", game, "--bost=random"),
        ("Unknown option --langs; did you mean --lang?", "verify", "x", "--langs", "de"),
        ("Unknown option --nonsense; --help lists all options.", "simulate", game, "--nonsense"),
        ("Unknown command “simulat”; did you mean “simulate”?", "simulat"),
        ("Unknown command “x”; “tafelrunde --help” lists all commands.", "x"),
        (f"Unknown game “{game}s”; did you mean “{game}”?", "simulate", game + "s"),
        (
            f"Unknown game “{game[1:]}”; did you mean “{game}”?",
            "load",
            "--server",
            "http://127.0.0.1:1",
            "--game",
            game[1:],
        ),
        ("Unknown level “novce”; did you mean “novice”?", "simulate", game, "--bots", "novce"),
        ("Unknown level “persn”; did you mean “person”?", "play", game, "--bots", "persn"),
        ("--server is required, for example --server http://127.0.0.1:8080", "load"),
    ):
        cli.fails(2, f"tafelrunde: {said}\n", *arguments)
    cli.fails(2, "meintest du --bots?", "simulate", game, "--lang", "de", "--bot", "random")


# --- Ctrl-C and progress


def catches_ctrl_c(process):
    """On a busy machine a program may not have come far enough to listen."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
    caught = re.search(r"^SigCgt:\s*([0-9a-f]+)$", status, re.M)
    return caught and int(caught[1], 16) >> (signal.SIGINT - 1) & 1


def interrupted(cli, *arguments, after):
    """A run that gets Ctrl-C as soon as `after` says so and it listens: output, errors; its status
    is 130."""
    process = subprocess.Popen(
        [cli.program, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=tap.environment(),
    )
    end = time.monotonic() + 200
    while not (after() and catches_ctrl_c(process)) and process.poll() is None:
        if time.monotonic() > end:
            break
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, said = (text.decode() for text in process.communicate(timeout=200))
    equal(f"status of {' '.join(map(str, arguments))}: {said}", process.returncode, 130)
    return out, said


def waits(seconds):
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


def keeps_games(cli):
    """simulate: the records and the table of the games that were played."""
    game, path = cli.games[0].id, cli.folder / "stopped.jsonl"
    out, said = interrupted(
        cli,
        "simulate",
        game,
        "--bots",
        "random",
        "--games",
        100000000,
        "--records",
        path,
        after=lambda: path.exists() and path.stat().st_size > 100000,
    )
    count = len(path.read_text().splitlines())
    equal("what was said", said, f"Stopped after {count} games.\n")
    true("every record is whole", f"{count} records checked" in cli.ok("verify", path))
    true(f"the table counts them: {out}", f"{count} games" in out)


def arena_resumes(cli):
    """arena --results: the same command resumes, and the result is that of an uninterrupted run."""
    game, path = min(cli.games, key=lambda one: len(one.players)), cli.folder / "stopped.results"
    arguments = [
        "arena",
        game.id,
        "--bots",
        "novice:60,random",
        "--seed",
        "a",
        "--games",
        400,
        "--json",
    ]
    out, said = interrupted(
        cli,
        *arguments,
        "--results",
        path,
        after=lambda: path.exists() and path.read_text().count("\n") > 20,
    )
    true(f"how to resume: {said}", "Run the same command to resume." in said)
    played = json.loads(out)["games"]
    true(
        f"whole deals of those played: {played}", 0 < played < 400 and played % game.players[0] == 0
    )
    equal("resumed", cli.json(*arguments, "--results", path), cli.json(*arguments))
    said = interrupted(
        cli, "arena", game.id, "--bots", "novice,random", "--games", 100000, after=waits(1)
    )[1]
    true(f"no file to resume from: {said}", "--results FILE" in said)


def others_stop(cli):
    """bench, practice, analyse and load keep what they have."""
    game = cli.games[0].id
    out, said = interrupted(cli, "bench", "--seconds", 0.3, "--json", after=waits(1))
    true(f"bench: {out} {said}", json.loads(out) is not None and "Stopped early." in said)
    said = interrupted(
        cli, "practice", game, "--visits", 2000, "--games", 100000, "--count", 1000, after=waits(1)
    )[1]
    true(f"practice: {said}", re.search(r"Stopped after (one game|\d+ games)\.", said))
    record = cli.record_file(cli.record(cli.games[0]))
    equal(
        "analyse",
        interrupted(cli, "analyse", record, "--visits", 20000, after=waits(1)),
        ("", "Stopped early.\n"),
    )
    server = subprocess.Popen(
        [
            cli.program,
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--database",
            cli.folder / "load.db",
            "--no-limits",
            "--no-pauses",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=tap.environment(),
    )
    try:
        url = re.search(r"http://[^/\s]+", server.stdout.readline().decode())[0]
        out, said = interrupted(
            cli, "load", "--server", url, "--tables", 2, "--seconds", 3000, "--json", after=waits(4)
        )
        one = json.loads(out)
        true(
            f"load: {one} {said}",
            0 < one["seconds"] < 2000 and one["moves"] > 0 and "Stopped early." in said,
        )
    finally:
        server.terminate()
        server.wait(200)
        server.stdout.close()


def training_resumes(cli):
    """train: nothing is lost, and there is something to say when nothing is left to do."""
    game, net = min(cli.games, key=lambda one: len(one.players)), cli.folder / "stopped.net"
    arguments = ["train", game.id, "--hidden", 32, "--seed", "a", "--output", net]
    said = interrupted(cli, *arguments, "--games", 10000000, after=waits(1))[1]
    equal("how to resume", said, f"Stopped. Resume with --resume {net}.training.\n")
    true(
        "enough",
        "already learnt" in cli.ok(*arguments, "--games", 1, "--resume", f"{net}.training"),
    )
    origin = json.loads(net.read_bytes().split(b"\n", 2)[1])
    equal("the size of its hidden layer", origin["hidden"], 32)
    true(
        f"its calibration by decile: {origin['calibration']}",
        len(origin["calibration"]) == 10
        and sum(positions for positions, *_ in origin["calibration"]) > 1000
        and all(
            positions == 0 or decile <= 10 * foreseen <= decile + 1 and 0 <= happened <= 1
            for decile, (positions, foreseen, happened) in enumerate(origin["calibration"])
        ),
    )


def nothing_found(cli):
    """A command without a result says so and fails."""
    game, empty = cli.games[0].id, cli.file("")
    cli.fails(
        1,
        "No position",
        "practice",
        game,
        "--games",
        1,
        "--visits",
        100,
        "--bots",
        "random",
        "--count",
        1,
        "--seed",
        "none",
    )
    for way in ("--check", "--renew"):
        cli.fails(1, "no record", "practice", game, way, empty)


def progress(cli):
    """On a terminal a bar with the time left, which is never negative."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [cli.program, "simulate", cli.games[0].id, "--bots", "random", "--games", "20000"],
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        env=tap.environment(),
    )
    os.close(theirs)
    said = b""
    try:
        while piece := os.read(ours, 4096):
            said += piece
    except OSError:  # Linux reports the end of a terminal so
        pass
    os.close(ours)
    equal("status", process.wait(200), 0)
    bars = re.findall(rb"\r\[[#.]{30}\] +\d+ %  \d+/20000  (\S+) s left", said)
    true(f"a bar: {said[:200]}", len(bars) > 1 and all(left.isdigit() for left in bars))


def errors_in_german(cli):
    cli.fails(2, "gibt es nicht", "nonsense", language="de_DE.UTF-8")
    cli.fails(2, "gibt es nicht", "simulate", "nonsense", "--lang", "de")
    cli.fails(1, "lässt sich nicht öffnen", "replay", cli.folder / "none", "--lang=de")


# --- wrong usage


def wrong_usage(cli):
    widest = max(cli.games, key=lambda one: len(one.players))
    game, least, most = widest.id, widest.players[0], widest.players[-1]
    record = cli.record_file(cli.record(widest))
    for words, *arguments in (
        ("Unknown command", "nonsense"),
        ("Unknown command", ""),
        ("Unknown command", "--nonsense"),
        ("Unknown game", "simulate", "nonsense"),
        ("missing", "simulate"),
        ("Too many", "simulate", game, "more"),
        ("Unknown option", "simulate", game, "--nonsense"),
        ("Unknown option", "verify", record, "--json"),
        ("Unknown option", "bench", "--games", 2),
        ("no option", "simulate", game, "--option", "nonsense=1"),
        ("no option", "simulate", game, "--option", "nonsense"),
        ("it has: false, true", "simulate", "tallinn", "--option", "legate=maybe"),
        ("Unknown level", "simulate", game, "--bots", "nonsense"),
        ("Unknown level", "simulate", game, "--bots", ""),
        ("Unknown level", "simulate", game, "--bots", "person"),
        (
            "--bots names",
            "simulate",
            game,
            "--players",
            least,
            "--bots",
            ",".join(["random"] * (least + 1)),
        ),
        ("--bots names", "simulate", game, "--players", most, "--bots", "random,random"),
        ("German", "simulate", game, "--lang", "fr"),
        ("German", "--help", "--lang", "fr"),
        ("value is missing", "simulate", game, "--lang"),
        ("value is missing", "simulate", game, "--seed"),
        ("value is missing", "replay", record, "--game"),
        ("takes no value", "simulate", game, "--json=1"),
        ("a multiple of 32", "train", "rattus", "--hidden", 33),
        ("exactly one file", "replay"),
        ("exactly one file", "replay", record, record),
        ("exactly one file", "verify"),
        ("exactly one file", "analyse"),
        ("--visits", "analyse", record, "--visits", 0),
        ("Unknown option", "analyse", record, "--seed", "a"),
        ("position is missing", "inspect", game),
        (
            "position is missing",
            "inspect",
            game,
            "--state",
            record,
            "--record",
            record,
            "--step",
            1,
        ),
        ("needs --step", "inspect", game, "--record", record),
        ("Unknown game", "inspect", "nonsense", "--record", record, "--step", 1),
        ("no such seat", "inspect", game, "--record", record, "--step", 1, "--seat", 5),
        ("missing", "engine"),
        ("Unknown game", "engine", "nonsense"),
        ("missing", "components"),
        ("missing", "rules"),
        ("Unknown game", "bench", "nonsense"),
        ("Unknown game", "games", "nonsense"),
        ("missing", "play"),
        ("Unknown level", "play", game, "--bots", "strong"),
        ("missing", "arena"),
        ("Unknown game", "arena", "nonsense", "--bots", "random"),
        ("--bots is required, for example --bots novice,club", "arena", game),
        ("Unknown level", "arena", game, "--bots", "nonsense,random"),
        ("Unknown level", "arena", game, "--bots", "random,"),
        ("Unknown level", "arena", game, "--bots", "person,random"),
        ("--bots names", "arena", game, "--bots", ",".join(["random"] * (most + 1))),
        ("--bots names", "arena", game, "--players", most, "--bots", "random,random"),
        ("Unknown option", "arena", game, "--bots", "random", "--records", "-"),
        ("no option", "arena", game, "--bots", "random", "--option", "nonsense=1"),
        *(
            ("whole number", "arena", game, "--bots", "random", "--games", n)
            for n in (0, -1, "many")
        ),
        ("a number from 0", "bench", "--seconds", -1),
        *(
            ("whole number", "simulate", game, "--players", n)
            for n in (1, most + 1, -2, "two", "", "2x", "2.5", "99999999999999999999")
        ),
        *(("whole number", "simulate", game, "--games", n) for n in (0, -1, "1e3", "many")),
        *(("whole number", "replay", record, "--step", n) for n in (-1, 0, "x")),
        ("whole number", "replay", record, "--game", 0),
        ("whole number", "inspect", game, "--record", record, "--step", "x"),
        ("whole number", "inspect", game, "--record", record, "--step", 1, "--seat", 9),
        ("whole number", "play", game, "--seat", 0),
        ("whole number", "play", game, "--seat", 7),
    ):
        cli.fails(2, words, *arguments)


def files_that_cannot_be_read(cli):
    game = cli.games[0].id
    for command in (
        ["replay"],
        ["verify"],
        ["inspect", game, "--state"],
        ["inspect", game, "--step", 1, "--record"],
    ):
        cli.fails(1, "cannot be opened", *command, cli.folder / "none")
        cli.fails(1, "cannot be read", *command, cli.folder)
        for content in (
            b"",
            b"\n\n",
            b"garbage\n",
            b"\x00\xff\xfe",
            b"{",
            b"[]",
            b"{}",
            b"null",
            b'{"format":"tafelrunde-record/2"}',
            b"[" * 100000,
            b'{"a":1}{"b":2}',
        ):
            cli.fails(1, [], *command, cli.file(content))
    closed = cli.file("x")
    closed.chmod(0)
    refused = subprocess.run(
        [*tap.bound_by_permissions(), cli.program, "replay", closed],
        capture_output=True,
        env=tap.environment(),
    )
    equal("status where a file cannot be read", refused.returncode, 1)
    true("the reason is given", b"cannot be opened" in refused.stderr)
    cli.fails(
        1,
        ["cannot be written", "none/file"],
        "arena",
        game,
        "--bots",
        "random",
        "--games",
        1,
        "--svg",
        cli.folder / "none" / "file",
    )
    for arguments in (["simulate", game, "--records"], ["play", game, "--record"]):
        done = tap.run(cli.program, *arguments, cli.folder / "none" / "file", stdin=b"q\n")
        equal("status where a file cannot be written", done.returncode, 1)
        true("the file is named", b"cannot be written" in done.stderr)


def output_that_cannot_be_written(cli):
    game, record = cli.games[0].id, cli.record_file(cli.record(cli.games[0]))
    for arguments in (
        ["--help"],
        ["simulate", "--help"],
        ["simulate", game, "--bots", "random"],
        ["simulate", game, "--bots", "random", "--json"],
        ["simulate", game, "--bots", "random", "--records", "-"],
        ["simulate", game, "--bots", "random", "--records", "/dev/full"],
        ["replay", record],
        ["replay", record, "--trace"],
        ["replay", record, "--json"],
        ["verify", record],
        ["components", game],
        ["games"],
        ["games", "--json"],
        ["arena", game, "--bots", "random", "--games", 2],
        ["arena", game, "--bots", "random", "--games", 2, "--json"],
        ["arena", game, "--bots", "random", "--games", 2, "--svg", "/dev/full"],
        ["components", game, "--json"],
        ["rules", game],
        ["inspect", game, "--record", record, "--step", 3],
        ["engine", game],
        ["play", game],
        ["play", game, "--record", "/dev/full"],
    ):
        with open("/dev/null" if "/dev/full" in arguments else "/dev/full", "wb") as full:
            done = tap.run(cli.program, *arguments, stdout=full)
        equal(
            f"status of {' '.join(map(str, arguments))} where the disk is full", done.returncode, 1
        )
        true("it says so", b"written" in done.stderr)


# --- simulate


def deterministic(cli, game):
    for players in game.players:
        arguments = tap.simulate(game.id, 5, players=players)
        once = cli.ok(*arguments, "--seed", "a")
        equal("the same seed gives the same bytes", cli.ok(*arguments, "--seed", "a"), once)
        true("another seed gives other games", cli.ok(*arguments, "--seed", "b") != once)
        equal(
            "the same, one level for all or one each",
            cli.ok(*arguments, "--seed", "a", "--bots", ",".join(["random"] * players)),
            once,
        )
        equal(
            "the first games of a longer run",
            cli.ok(*tap.simulate(game.id, 2, players=players, seed="a")),
            "".join(once.splitlines(True)[:2]),
        )
        path = cli.folder / "same"
        cli.ok(*tap.simulate(game.id, 5, path, players=players, seed="a"))
        equal("a file or standard output", path.read_text(), once)


def simulate_json(cli, game):
    for players in game.players:
        for options in tap.option_sets(game):
            arguments = [
                "simulate",
                game.id,
                "--bots",
                "random",
                "--players",
                players,
                "--games",
                7,
                "--seed",
                "x",
                "--json",
                *tap.option_arguments(options),
            ]
            (one,), (two,) = cli.json(*arguments), cli.json(*arguments)
            true("seconds", one.pop("seconds") >= 0 and two.pop("seconds") >= 0)
            equal("all but seconds is the same twice", one, two)
            for member in ("game", "players", "games", "steps", "decisions", "wins", "score_mean"):
                true(f"member {member}", member in one)
            equal(
                "what was asked for",
                [one["game"], one["players"], one["games"]],
                [game.id, players, 7],
            )
            equal("a number a seat", [len(one["wins"]), len(one["score_mean"])], [players, players])
            true("wins, shared ones split, add up to the games", abs(sum(one["wins"]) - 7) < 1e-6)
            true("decisions are steps", 0 < one["decisions"] <= one["steps"])
            equal(
                "options as values",
                {k: json.dumps(v).strip('"') for k, v in one["options"].items()},
                options,
            )
    (one,) = cli.json(
        "simulate", game.id, "--bots", "random", "--games", 1, "--seed", '"\\' * 20000, "--json"
    )
    equal("a seed of any length comes back", one["seed"], '"\\' * 20000)


def searching_levels(cli, game):
    """A searching level is as reproducible as `random`, and its records verify."""
    bots = ",".join(["novice:20"] + ["random"] * (game.players[0] - 1))
    arguments = ["simulate", game.id, "--games", 1, "--bots", bots, "--records", "-"]
    once = cli.ok(*arguments, "--seed", "a")
    equal("the same seed gives the same bytes", cli.ok(*arguments, "--seed", "a"), once)
    true("another seed gives another game", cli.ok(*arguments, "--seed", "b") != once)
    true(
        "it plays differently from `random`",
        cli.ok(*arguments[:4], "--bots", "random", "--records", "-", "--seed", "a") != once,
    )
    equal("--players follows from --bots", json.loads(once)["players"], game.players[0])
    true("the record verifies", "checked" in cli.ok("verify", cli.file(once)))


# --- arena


def arena_json(cli, game):
    """Rows, shares and intervals; the same bytes with any number of threads."""
    for players in game.players:
        arguments = [
            "arena",
            game.id,
            "--players",
            players,
            "--bots",
            "random",
            "--games",
            3 * players - 1,
            "--json",
            "--seed",
            "a",
        ]
        once = cli.ok(*arguments)
        equal(
            "the same seed gives the same bytes", [cli.ok(*arguments) for _ in range(3)], [once] * 3
        )
        check_arena(json.loads(once), game, players, 3 * players, {"random": players})
        (row,) = json.loads(once)["bots"]
        true(f"alone a level has the fair share: {row}", abs(row["first"] - 1 / players) < 1e-5)
        equal(
            "one level for all or one each",
            cli.ok(*arguments[:5], ",".join(["random"] * players), *arguments[6:]),
            once,
        )
        equal(
            "--players follows from --bots",
            cli.ok(*arguments[:2], "--bots", ",".join(["random"] * players), *arguments[6:]),
            once,
        )
        true(
            "another seed gives other games",
            any(cli.ok(*arguments[:-1], seed) != once for seed in "bcdef"),
        )


def elo(first, seats, players):
    """Elo difference to the mean of the other seats, from the share of first places. With two
    players, three quarters are +191."""
    lost = 1 - seats * first
    return (
        None
        if first <= 0 or lost < 1e-9 or seats == players
        else round(400 * math.log10(first * (players - seats) / lost))
    )


def check_arena(one, game, players, games, seats):
    members("arena --json", one, ["game", "players", "games", "bots"])
    equal("whole deals", [one["game"], one["players"], one["games"]], [game.id, players, games])
    equal(
        "one row per level, in the order of --bots",
        [(row["bot"], row["seats"]) for row in one["bots"]],
        list(seats.items()),
    )
    for row in one["bots"]:
        members(
            "a row",
            row,
            [
                "bot",
                "seats",
                "first",
                "low",
                "high",
                "score_mean",
                "rating",
                "rating_low",
                "rating_high",
            ],
        )
        true(f"an interval: {row}", 0 <= row["low"] <= row["first"] <= row["high"] <= 1)
        for rating, share in (("rating", "first"), ("rating_low", "low"), ("rating_high", "high")):
            expected = elo(row[share], row["seats"], players)
            # The printed shares are rounded, so the rating may be off by one.
            true(
                f"{rating}, {expected}: {row}",
                row[rating] == expected or abs(row[rating] - expected) <= 1,
            )
    total = sum(row["first"] * row["seats"] for row in one["bots"])
    true(f"first places add up to one per game: {total}", abs(total - 1) < 1e-5)


def arena_of_two_levels(cli, game):
    """One seat searches. One game is rounded up to a whole deal, in which every seat plays every
    hand."""
    players = game.players[0]
    arguments = [
        "arena",
        game.id,
        "--bots",
        ",".join(["random"] * (players - 1) + ["novice:20"]),
        "--games",
        1,
        "--seed",
        "a",
        "--json",
    ]
    once = cli.ok(*arguments)
    equal("the same seed gives the same bytes", cli.ok(*arguments), once)
    check_arena(json.loads(once), game, players, players, {"random": players - 1, "novice:20": 1})


def arena_with_a_cheat(cli):
    """A level that sees hidden information plays differently, and the file of results says so."""
    different = 0
    for game in cli.games:
        arguments = [
            "arena",
            game.id,
            "--bots",
            ",".join(["club:40"] + ["club:41"] * (game.players[0] - 1)),
            "--games",
            6,
            "--seed",
            "a",
            "--json",
        ]
        fair, cheat = cli.folder / f"{game.id}.fair", cli.folder / f"{game.id}.cheat"
        cli.ok(*arguments, "--results", fair)
        cli.ok(*arguments, "--results", cheat, "--cheat")
        heads = [json.loads(path.read_text().splitlines()[0]) for path in (fair, cheat)]
        equal("the head", heads[1], heads[0] | {"cheats": True})
        different += sorted(fair.read_text().splitlines()[1:]) != sorted(
            cheat.read_text().splitlines()[1:]
        )
        cli.fails(1, ["another match"], *arguments, "--results", fair, "--cheat")
    true(f"knowing more changes games: {different} of {len(cli.games)}", different >= 3)


def arena_in_words(cli):
    """A table and a chart in both languages, with the shortest game."""
    path, game = cli.folder / "arena.svg", min(
        cli.games, key=lambda one: len(cli.record(one)["steps"])
    )
    arguments = [
        "arena",
        game.id,
        "--bots",
        ",".join(["novice"] + ["random"] * (game.players[-1] - 1)),
        "--games",
        20,
        "--seed",
        "a",
    ]
    texts = {
        language: cli.ok(*arguments, "--svg", path, "--lang", language) for language in LANGUAGES
    }
    true("two languages", texts["de"] != texts["en"])
    rows = {row["bot"]: row for row in cli.json(*arguments, "--json")[0]["bots"]}
    for text in texts.values():
        true("in words", "⟨" not in text and "cli." not in text and text.startswith(game.name))
        for level, row in rows.items():
            true(
                f"a line for {level} in {text!r}",
                re.search(rf"^  {level} +{row['seats']} +{100 * row['first']:.1f} %", text, re.M),
            )
    chart = xml.etree.ElementTree.parse(path).getroot()
    equal("a chart", chart.tag, "{http://www.w3.org/2000/svg}svg")
    said = "".join(chart.itertext())
    true(
        f"the chart names game and levels: {said!r}", all(word in said for word in (game.id, *rows))
    )


# --- tournament


def recompute(tables, equal_deals):
    """A tournament's standings, computed again: entrant to (matchpoints, points, opposition)."""
    points, matchpoints, opposition = {}, {}, {}
    for table in tables:
        for seat, entrant in enumerate(table["entrants"]):
            place, score = table["place"][seat], table["score"][seat]
            behind = sum(other > place for other in table["place"])
            beside = sum(other == place for other in table["place"]) - 1
            points[entrant] = points.get(entrant, 0) + behind + beside / 2
            others = [
                other["score"][seat]
                for other in tables
                if other is not table and other["round"] == table["round"] and equal_deals
            ]
            matchpoints[entrant] = matchpoints.get(entrant, 0) + sum(
                2 * (score > other) + (score == other) for other in others
            )
    for table in tables:
        people = [entrant for entrant in table["entrants"] if entrant is not None]
        for entrant in people:
            met = sum(points[other] for other in people if other != entrant)
            opposition[entrant] = opposition.get(entrant, 0) + met
    return {
        entrant: (matchpoints[entrant], points[entrant], opposition[entrant])
        for entrant in points
        if entrant is not None
    }


def tournament_standings(cli, game):
    """Everybody plays once per round, and the standings follow from the tables."""
    seats = game.players[-1]
    for flags in ([], ["--equal-deals"]):
        arguments = ["tournament", game.id, "--players", seats, "--entrants", 3 * seats - 1]
        arguments += ["--rounds", 3, "--field", "random", "--fill", "random", *flags, "--json"]
        once, again = cli.ok(*arguments), cli.ok(*arguments)
        equal("the same twice", once, again)
        one = json.loads(once)
        members(
            "tournament --json",
            one,
            ["game", "players", "entrants", "rounds", "equal_deals", "tournaments", "correlation"]
            + ["error", "standings", "tables"],
        )
        for number in range(3):
            seated = [t["entrants"] for t in one["tables"] if t["round"] == number]
            people = [entrant for table in seated for entrant in table if entrant is not None]
            equal("everybody plays once", sorted(people), list(range(3 * seats - 1)))
        expected = recompute(one["tables"], bool(flags))
        rows = [
            (row["entrant"], (row["matchpoints"], row["points"], row["opposition"]))
            for row in one["standings"]
        ]
        equal("points", dict(rows), expected)
        results = [result for _, result in rows]
        equal("the best comes first", results, sorted(results, reverse=True))
        ranks = [1 + sum(other > result for other in results) for result in results]
        equal("ranks", [row["rank"] for row in one["standings"]], ranks)


def tournament_deals(cli):
    """With equal deals the tables of a round share their seed, and no two rounds do."""
    game = min(cli.games, key=lambda one: len(cli.record(one)["steps"]))
    arguments = ["tournament", game.id, "--entrants", 12, "--rounds", 2, "--field", "random"]
    for flags, seeds in (([], None), (["--equal-deals"], 2)):
        text = cli.ok(*arguments, *flags, "--records", "-")
        records = [json.loads(line) for line in text.splitlines()]
        count = len({record["seed"] for record in records})
        equal("different seeds", count, seeds if seeds else len(records))
        equal("different tables", len({record["table"] for record in records}), len(records))
        cli.ok("verify", cli.file(text))
    two = next((one for one in cli.games if 2 in one.players), None)
    if two:
        text = cli.ok(
            *("tournament", two.id, "--players", 2, "--entrants", 5, "--round-robin"),
            *("--field", "novice:9,random", "--lang", "de"),
        )
        equal("a line for each entrant", len(text.splitlines()), 1 + 5 + 1)
        true("in words", "Platz" in text and "⟨" not in text)
        words = "at most 16 levels"
        cli.fails(2, words, "tournament", two.id, "--field", ",".join(["random"] * 17))
    several = next((one for one in cli.games if 3 in one.players), None)
    if several:
        cli.fails(2, "--players 2", "tournament", several.id, "--players", 3, "--round-robin")


# --- analyse


def millionths(number):
    return round(number * 1_000_000)


def check_analysis(one, game, players, record):
    """All figures add up exactly, per seat and per step."""
    members("analyse --json", one, ["game", "players", "over", "visits", "net", "seats", "steps"])
    equal(
        "what is analysed",
        [one["game"], one["players"], one["over"], len(one["seats"])],
        [game.id, players, True, players],
    )
    equal("every step", [[step["by"], step["do"]] for step in one["steps"]], record["steps"])
    firsts = record["result"]["place"].count(1)
    value = [millionths(seat["start"]) for seat in one["seats"]]
    equal("chances at the start", sum(value), 1_000_000)
    for step in one["steps"]:
        choice = step["by"] != "chance" and step["choices"] > 1
        members(
            "a step",
            step,
            ["step", "by", "do", "choices", "value", "change"]
            + ["error"] * (step["choices"] > 1)
            + ["best", "chance", "cost", "effect", "mistake", "visits"] * choice,
        )
        value = [before + millionths(change) for before, change in zip(value, step["change"])]
        equal(f"value after step {step['step']}", [millionths(v) for v in step["value"]], value)
        equal("chances", sum(value), 1_000_000)
        if choice:
            true(
                f"a cost: {step}",
                0 <= step["cost"] <= 1
                and (step["cost"] == 0) == (step["best"] == step["do"])
                and step["visits"] > 0
                and millionths(step["effect"][step["by"]]) == -millionths(step["cost"])
                and step["mistake"] == (step["cost"] > step["error"]),
            )
    for number, seat in enumerate(one["seats"]):
        shares = ["start", "luck", "own", "others", "rest", "error", "result", "cost"]
        counts = ["decisions", "best", "good", "mistakes"]
        members("a seat", seat, shares[:-1] + counts + ["cost", "expected", "grade"])
        members("levels", seat["expected"], ["novice", "club", "master"])
        parts = {name: millionths(seat[name]) for name in shares}
        equal(
            "luck, mistakes and the rest make the result",
            sum(parts[name] for name in ("start", "luck", "own", "others", "rest")),
            parts["result"],
        )
        true(
            "the result",
            abs(
                parts["result"]
                - (1_000_000 / firsts if record["result"]["place"][number] == 1 else 0)
            )
            <= players,
        )
        luck = sum(
            millionths(step["change"][number]) for step in one["steps"] if step["by"] == "chance"
        )
        mistakes = [step for step in one["steps"] if step.get("mistake")]
        own = sum(-millionths(step["cost"]) for step in mistakes if step["by"] == number)
        others = sum(
            millionths(step["effect"][number]) for step in mistakes if step["by"] != number
        )
        equal(
            "luck, own mistakes, others' mistakes",
            [luck, own, others],
            [parts["luck"], parts["own"], parts["others"]],
        )
        true("own mistakes are never positive", parts["own"] <= 0)


def analyse_json(cli, game):
    for players in game.players:
        record = cli.record(game, players)
        path = cli.record_file(record)
        (one,) = cli.json("analyse", path, "--json", "--visits", 20)
        check_analysis(one, game, players, record)
        equal("the same again", cli.json("analyse", path, "--json", "--visits", 20), [one])
        step = next(s for s in one["steps"] if s["by"] != "chance" and s["choices"] > 1)
        weigh = ("analyse", path, "--step", step["step"] + 1, "--visits", 200, "--json")
        (weighed,) = cli.json(*weigh)
        members("weighed", weighed, ["seat", "visits", "choices"])
        equal("who chooses", weighed["seat"], step["by"])
        for choice in weighed["choices"]:
            true(f"chances: {choice}", abs(sum(choice["chance"]) - 1) < 0.01)
        equal("weighed again", cli.json(*weigh), [weighed])
        drawn = next((s for s in one["steps"] if s["by"] == "chance"), None)
        if drawn:
            cli.fails(1, "No seat", "analyse", path, "--step", drawn["step"] + 1)


def analyse_in_words(cli):
    """A report in both languages and a chart; of several games one at a time has a chart."""
    path, game = cli.folder / "analyse.svg", min(
        cli.games, key=lambda one: len(cli.record(one)["steps"])
    )
    players, two = game.players[-1], cli.folder / "two"
    record = cli.record(game, players)
    texts = {
        language: cli.ok("analyse", cli.record_file(record), "--svg", path, "--lang", language)
        for language in LANGUAGES
    }
    true("two languages", texts["de"] != texts["en"])
    for text in texts.values():
        true("in words", "⟨" not in text and "cli." not in text and text.startswith(game.name))
    chart = xml.etree.ElementTree.parse(path).getroot()
    equal("a chart", chart.tag, "{http://www.w3.org/2000/svg}svg")
    lines = [
        one for one in chart.iter("{http://www.w3.org/2000/svg}path") if one.get("fill") == "none"
    ]
    equal(
        "a line a seat, each with a dash of its own",
        len({one.get("stroke-dasharray") for one in lines}),
        players,
    )
    two.write_text(
        "".join(json.dumps(cli.record(game, players, seed=seed)) + "\n" for seed in "ab")
    )
    equal("two games", len(cli.json("analyse", two, "--json", "--visits", 5)), 2)
    equal(
        "the second",
        cli.json("analyse", two, "--game", 2, "--json", "--visits", 5),
        cli.json("analyse", two, "--json", "--visits", 5)[1:],
    )
    cli.ok("analyse", two, "--game", 2, "--svg", path, "--visits", 5)
    cli.fails(2, "single game", "analyse", two, "--svg", path)
    cli.fails(1, "2", "analyse", two, "--game", 3)
    cli.fails(
        1,
        "chart",
        "analyse",
        cli.record_file(record),
        "--visits",
        5,
        "--svg",
        cli.folder / "none" / "chart.svg",
    )
    cli.fails(1, "", "analyse", cli.record_file({**record, "rules": 99}))


def check_result(game, players, result):
    members("a result", result, ["score", "place", "breakdown"])
    for row in (result["score"], result["place"], *result["breakdown"].values()):
        equal("a number a seat", len(row), players)
    true("somebody is first", 1 in result["place"])


def records_as_described(cli, game):
    for players in game.players:
        record = cli.record(game, players)
        members(
            "a record",
            record,
            [
                "format",
                "game",
                "rules",
                "components",
                "players",
                "options",
                "table",
                "commitment",
                "seed",
                "entropy",
                "steps",
                "result",
            ],
        )
        equal("format", record["format"], "tafelrunde-record/1")
        equal("options, defaults included", list(record["options"]), list(game.options))
        equal("no entropy in simulations", record["entropy"], [None] * players)
        for member, pattern in (
            ("components", "[0-9a-f]{16}"),
            ("table", "[A-Za-z0-9_-]{22}"),
            ("commitment", "[0-9a-f]{64}"),
            ("seed", "[0-9a-f]{64}"),
        ):
            true(member, re.fullmatch(pattern, record[member]))
        check_result(game, players, record["result"])


# --- replay and verify


def traces(cli, game):
    for players in game.players:
        text = cli.ok(*tap.simulate(game.id, 3, players=players))
        path, records = cli.file(text), [json.loads(line) for line in text.splitlines()]
        trace = cli.json("replay", path, "--trace")
        equal(
            "standard input is a file, too",
            cli.json("replay", "-", "--trace", stdin=text.encode()),
            trace,
        )
        at = iter(trace)
        for number, record in enumerate(records):
            for step, (by, do) in enumerate(record["steps"]):
                check_trace_line(next(at), number, step, by, do)
            last = next(at)
            members("the last line", last, ["game", "step", "to_move", "result"])
            equal(
                "the last line",
                last,
                {
                    "game": number,
                    "step": len(record["steps"]),
                    "to_move": [],
                    "result": record["result"],
                },
            )
        equal("nothing more", next(at, None), None)
        equal(
            "--game picks one",
            cli.json("replay", path, "--trace", "--game", 2),
            [line for line in trace if line["game"] == 1],
        )
        ends = cli.json("replay", path, "--json")
        for number, (end, record) in enumerate(zip(ends, records)):
            members("replay --json", end, ["game", "id", "steps", "hash", "result"])
            equal(
                "replay --json",
                [end["game"], end["id"], end["steps"], end["result"]],
                [number, game.id, len(record["steps"]), record["result"]],
            )


def check_trace_line(line, game, step, by, do):
    chance = line["to_move"] == "chance"
    members("a line", line, ["game", "step", "to_move", "outcomes" if chance else "legal"])
    equal("game and step", [line["game"], line["step"]], [game, step])
    if chance:
        possible = [outcome for outcome, _ in line["outcomes"]]
        true(
            "weights are positive",
            all(isinstance(weight, int) and weight > 0 for _, weight in line["outcomes"]),
        )
        equal("who took the step", by, "chance")
    else:
        equal(
            "a list for every seat to move",
            list(line["legal"]),
            [str(seat) for seat in line["to_move"]],
        )
        possible = line["legal"][str(by)]
        for legal in line["legal"].values():
            equal("sorted by byte, none twice", legal, sorted(set(legal)))
    equal("sorted by byte, none twice", possible, sorted(set(possible)))
    true("the step taken is listed", do in possible)


def replay_in_words(cli, game):
    path = cli.record_file(cli.record(game, game.players[-1]))
    texts = {language: cli.ok("replay", path, "--lang", language) for language in LANGUAGES}
    true("two languages", texts["de"] != texts["en"])
    for text in texts.values():
        true(
            "whole sentences",
            "⟨" not in text and f"{game.id}." not in text and len(text.splitlines()) > 5,
        )


def positions(cli, game):
    """replay --step and inspect agree about every position."""
    record = cli.record(game, game.players[-1], tap.option_sets(game)[-1])
    path, count = cli.record_file(record), len(record["steps"])
    trace = cli.json("replay", path, "--trace")
    for step in (0, count // 3, 2 * count // 3, count):
        line = json.loads(cli.ok("replay", path, "--step", step + 1).splitlines()[-1])
        members("replay --step", line, ["game", "step", "state"])
        state = cli.file(json.dumps(line["state"]))
        (whole,) = cli.json("inspect", game.id, "--record", path, "--step", step + 1, "--json")
        members("inspect --json", whole, ["to_move", "legal", "score", "breakdown", "view"])
        equal("the position is the same from both", whole["view"], line["state"])
        equal(
            "a position read and written again",
            cli.json("inspect", game.id, "--state", state, "--json"),
            [whole],
        )
        equal(
            "the whole line is a position, too",
            cli.json("inspect", game.id, "--state", cli.file(json.dumps(line)), "--json"),
            [whole],
        )
        equal(
            "to_move and legal as in the trace",
            [whole["to_move"], whole["legal"]],
            [trace[step]["to_move"], trace[step].get("legal", {})],
        )
        for seat in range(record["players"]):
            seen = views_of(cli, game, path, state, step, seat)
            equal(
                "its legal actions",
                seen["legal"],
                {k: v for k, v in whole["legal"].items() if k == str(seat)},
            )
        text = cli.ok("inspect", game.id, "--state", state)
        true("a position in words", text.strip() and "⟨" not in text)


def views_of(cli, game, path, state, step, seat):
    (seen,) = cli.json(
        "inspect", game.id, "--record", path, "--step", step + 1, "--seat", seat + 1, "--json"
    )
    equal(
        "a view from record or state",
        cli.json("inspect", game.id, "--state", state, "--seat", seat + 1, "--json"),
        [seen],
    )
    view = cli.file(json.dumps(seen["view"]))
    equal(
        "a view is a position of its own",
        cli.json("inspect", game.id, "--state", view, "--seat", seat + 1, "--json"),
        [seen],
    )
    cli.fails(
        1,
        "another seat",
        "inspect",
        game.id,
        "--state",
        view,
        "--seat",
        (seat + 1) % seen["view"]["players"] + 1,
    )
    true(
        "a view in words",
        "⟨" not in cli.ok("inspect", game.id, "--state", view, "--seat", seat + 1, "--lang", "de"),
    )
    return seen


def edited_positions(cli, game):
    """A position with one changed member is refused by the name of the member."""
    record = cli.record(game)
    path = cli.record_file(record)
    state = json.loads(
        cli.ok("replay", path, "--step", len(record["steps"]) // 2 + 1).splitlines()[-1]
    )["state"]

    def refused(words, change):
        wrong = copy.deepcopy(state)
        change(wrong)
        cli.fails(1, words, "inspect", game.id, "--state", cli.record_file(wrong), "--json")

    refused("not a position of", lambda s: s.update(game="nonsense"))
    refused("members that do not exist", lambda s: s.update(nonsense=1))
    refused("members that do not exist", lambda s: s["seats"][0].update(nonsense=1))
    refused("number of seats", lambda s: s["seats"].pop())
    refused([], lambda s: s["seats"].append(copy.deepcopy(s["seats"][0])))
    refused([], lambda s: s.update(players=9))
    refused([], lambda s: s.update(viewer=9))
    for member in [name for name in state if name != "game"]:
        refused([], lambda s: s.pop(member))
        refused([], lambda s: s.update({member: "nonsense"}))
        refused([], lambda s: s.update({member: -100000}))
    for member in state["seats"][0]:
        refused(member, lambda s: s["seats"][0].pop(member))
        refused([], lambda s: s["seats"][0].update({member: {"a": 1}}))
    refused_things_twice(state, refused)
    twice = json.dumps(state)[:-1] + f', "players": {state["players"]}}}'
    cli.fails(1, "twice", "inspect", game.id, "--state", cli.file(twice))
    cli.fails(1, "cut off", "inspect", game.id, "--state", cli.file(json.dumps(state)[:-5]))


def refused_things_twice(state, refused):
    """A card in two places at once, or twice in one place, is refused."""
    seat = next((s for s in state["seats"] if s.get("hand")), None)
    if seat is None or not isinstance(seat["hand"][0], str):
        return
    number, card = state["seats"].index(seat), seat["hand"][0]
    refused([], lambda s: s["seats"][number]["hand"].append(card))
    if "pile" in seat:
        refused([], lambda s: s["seats"][number]["pile"].append(card))


def edited_records(cli, game):
    record = cli.record(game)
    count = len(record["steps"])

    def refused(words, change, commands=("replay", "verify")):
        wrong = copy.deepcopy(record)
        change(wrong)
        path = cli.record_file(wrong)
        if "replay" in commands:
            cli.fails(1, words, "replay", path, "--json")
        if "verify" in commands:
            cli.fails(1, words, "verify", path)
        return path

    refused("tafelrunde-record/1", lambda r: r.update(format="tafelrunde-record/9"))
    refused("no game", lambda r: r.update(game="nonsense"))
    for rules in (*range(1, record["rules"]), record["rules"] + 1):
        refused("another revision", lambda r: r.update(rules=rules))
    refused("other components", lambda r: r.update(components="0" * 16))
    refused("players", lambda r: r.update(players=6))
    refused([], lambda r: r.update(players=r["players"] + 1))
    refused([], lambda r: r.update(options={"nonsense": True, **r["options"]}))
    for option in game.options:
        refused(option, lambda r: r["options"].pop(option))
        refused(option, lambda r: r["options"].update({option: 17}))
    for member in record:
        if member != "result" and member != "seed":
            refused([], lambda r: r.pop(member))
            refused([], lambda r: r.update({member: {"a": []}}))
    refused(f"step {count + 1}:", lambda r: r["result"]["score"].__setitem__(0, 999))
    refused(
        "not that of its steps",
        lambda r: r["result"]["place"].reverse()
        if len(set(r["result"]["place"])) > 1
        else r["result"].pop("place"),
    )
    refused("not that of its steps", lambda r: r["result"]["breakdown"].popitem())
    refused("gives no result", lambda r: r.pop("result"))
    refused("gives a result", lambda r: r["steps"].pop())
    refused([f"step {count + 1}:", "already over"], lambda r: r["steps"].append(r["steps"][-1]))
    refused(
        ["step 4:", "not notation"],
        lambda r: r["steps"].__setitem__(3, [r["steps"][3][0], "nonsense"]),
    )
    refused("step 4:", lambda r: r["steps"].__setitem__(3, "nonsense"))
    refused("step 4:", lambda r: r["steps"].__setitem__(3, [17, r["steps"][3][1]]))
    refused("step 4:", lambda r: r["steps"].__setitem__(3, [*r["steps"][3], 1]))
    text = json.dumps(record)
    cli.fails(1, "cut off", "replay", cli.file(text[: len(text) // 2]))
    cli.fails(1, "cut off", "verify", cli.file(text[:-1]))
    cli.fails(1, [], "replay", cli.file(text + "x"))
    cli.fails(1, "tafelrunde-record/1", "replay", cli.file(text[:-1] + ', "rules": 1}'))
    illegal_steps(cli, game, record)
    false_draws(cli, game, record, refused)


def illegal_steps(cli, game, record):
    """The error names the step, the reason and the legal steps."""
    path = cli.record_file(record)
    trace = cli.json("replay", path, "--trace")
    dos = sorted({do for by, do in record["steps"] if by != "chance"})
    tried = 0
    for step, (by, do) in enumerate(record["steps"]):
        if by == "chance" or step % 5:
            continue
        legal = trace[step]["legal"][str(by)]
        wrong = next((other for other in dos if other not in legal), None)
        if wrong is None:
            continue
        broken = copy.deepcopy(record)
        broken["steps"][step] = [by, wrong]
        reasons = [f"step {step + 1}:", "Legal: " + ", ".join(legal)]
        said = cli.fails(1, reasons, "verify", cli.record_file(broken))
        true(
            "a reason of more than a word",
            len(re.search(r"step \d+: (.*) Legal:", said)[1].split()) >= 3,
        )
        tried += 1
    true("some were tried", tried)
    first = cli.json("replay", path, "--trace")[0]
    if first["to_move"] == "chance":
        broken = copy.deepcopy(record)
        broken["steps"][0] = [
            "chance",
            next(do for by, do in record["steps"] if do not in dict(map(tuple, first["outcomes"]))),
        ]
        cli.fails(
            1,
            ["step 1:", "Chance cannot", "Legal: " + first["outcomes"][0][0]],
            "replay",
            cli.record_file(broken),
            "--json",
        )


def false_draws(cli, game, record, refused):
    """verify finds false draws, which replay cannot see."""
    other = "ab" * 32
    trace = cli.json("replay", cli.record_file(record), "--trace")
    step, line = next(
        (n, line)
        for n, line in enumerate(trace)
        if line["to_move"] == "chance" and len(line["outcomes"]) > 1
    )
    draw = next(do for do, _ in line["outcomes"] if do != record["steps"][step][1])
    cut = {k: v for k, v in record.items() if k != "result"}
    cut["steps"] = record["steps"][:step] + [["chance", draw]]
    path = cli.record_file(cut)
    cli.json("replay", path, "--json")
    cli.fails(1, [f"step {step + 1}:", "another draw"], "verify", path)
    refused("commitment", lambda r: r.update(seed=other), ["verify"])
    refused("commitment", lambda r: r.update(commitment=other), ["verify"])
    refused("commitment", lambda r: r.update(table="A" * 22), ["verify"])
    refused("another draw", lambda r: r["entropy"].__setitem__(0, other), ["verify"])
    path = refused("cannot be checked yet", lambda r: r.pop("seed"), ["verify"])
    equal(
        "without a seed it still replays",
        cli.json("replay", path, "--json")[0]["result"],
        record["result"],
    )


def several_records(cli):
    first, second = cli.games[0], cli.games[-1]
    lines = (
        cli.ok("simulate", first.id, "--bots", "random", "--games", 2, "--records", "-")
        + "\n \r\n"
        + cli.ok("simulate", second.id, "--bots", "random", "--games", 1, "--records", "-")
    )
    path = cli.file(lines)
    equal(
        "records of two games in one file",
        [end["id"] for end in cli.json("replay", path, "--json")],
        [first.id, first.id, second.id],
    )
    true("verify counts them", "3 records" in cli.ok("verify", path))
    true("verify of one", "One record" in cli.ok("verify", cli.record_file(cli.record(first))))
    cli.fails(1, "counted from 1", "replay", path, "--game", 4)
    cli.fails(1, "no such step", "replay", path, "--game", 1, "--step", 99999)
    cli.fails(1, "counted from 1", "inspect", first.id, "--record", path, "--game", 4, "--step", 1)
    cli.fails(
        1, "no such step", "inspect", first.id, "--record", path, "--game", 1, "--step", 99999
    )
    if first != second:
        cli.fails(
            1, "another game", "inspect", first.id, "--record", path, "--game", 3, "--step", 1
        )
    pretty = cli.file(json.dumps(cli.record(first), indent=1))
    true("a record over several lines", "checked" in cli.ok("verify", pretty))
    broken = cli.file(lines + "garbage\n")
    done = tap.run(cli.program, "verify", broken)
    equal("one bad line spoils the file", [done.returncode, done.stdout], [1, b""])
    true("which one", b"Game 4:" in done.stderr)


# --- games, components, rules, bench


def games_listed(cli):
    """Lists one game or all of them, with the same text as --help."""
    for language in LANGUAGES:
        text = cli.ok("games", "--lang", language)
        true("as in --help", text in cli.ok("--help", "--lang", language))
        each = [cli.ok("games", game.id, "--lang", language) for game in cli.games]
        equal("one after the other", text, "".join(each))
    samples = [game["sample"] for game in tap.described(cli.program)]
    equal("samples come last", samples, sorted(samples))
    for game in tap.described(cli.program):
        equal("one of them", json.loads(cli.ok("games", game["id"], "--json"))["games"], [game])
        (components,) = cli.json("components", game["id"], "--json")
        equal("game", components.pop("game"), game["id"])
        equal(
            "components", components, {key: game[key] for key in ("rules", "components", "tables")}
        )


def head_of_arena(cli, game, bots):
    """Returns what the arena says about its opponents before it plays the first game."""
    path = cli.folder / "head"
    path.unlink(missing_ok=True)
    command = [
        cli.program,
        "arena",
        game,
        "--bots",
        ",".join(bots),
        "--games",
        "1000",
        "--results",
        path,
    ]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while running.poll() is None and not (path.exists() and b"\n" in path.read_bytes()):
            time.sleep(0.01)
    finally:
        running.kill()
        running.wait()
    return json.loads(path.read_bytes().split(b"\n")[0])


def levels(cli, game):
    """The described levels are the ones that play, with the described visits and nets."""
    (described,) = json.loads(cli.ok("games", game.id, "--json"))["games"]
    first_visits = [level["turns"][0]["visits"] for level in described["levels"]]
    equal("weakest first", first_visits, sorted(first_visits))
    for level in described["levels"]:
        counts = [turn["players"] for turn in level["turns"]]
        equal("a row for each number of players", counts, list(game.players))
        for turn in level["turns"]:
            members("turns", turn, ["players", "visits", "turn_ms"])
            head = head_of_arena(cli, game.id, [level["level"]] * turn["players"])
            equal("visits", head["visits"], [turn["visits"]] * turn["players"])
            equal("thinks at all", turn["turn_ms"] > 0, turn["visits"] > 0)
            equal("judged by a net", level["net"], turn["visits"] > 0 and head["played_out"][0] < 1)


def components(cli, game):
    (one,) = cli.json("components", game.id, "--json")
    members("components --json", one, ["game", "rules", "components", "tables"])
    equal("the same hash as in records", one["components"], cli.record(game)["components"])
    true("there are tables", one["tables"])
    for name, rows in one["tables"].items():
        true(f"rows of {name}", rows)
        for row in rows:
            true(f"a mark in {name}: {row}", row.get("mark") in ("S", "I", "R"))
    true(
        "as text",
        all(name in cli.ok("components", game.id, "--lang", "de") for name in one["tables"]),
    )


def rules(cli, game):
    (tables,) = [c["tables"] for c in cli.json("components", game.id, "--json")]
    reconstructed = any(row["mark"] == "R" for rows in tables.values() for row in rows)
    for language in LANGUAGES:
        text = cli.ok("rules", game.id, "--lang", language)
        true(
            f"{language}: a title and the rulings",
            text.startswith("# ") and RULINGS[language] in text,
        )
        equal(
            f"{language}: a list of reconstructed components if there are any",
            RECONSTRUCTED[language] in text,
            reconstructed,
        )
    true(
        "two languages",
        cli.ok("rules", game.id, "--lang", "de") != cli.ok("rules", game.id, "--lang", "en"),
    )


def bench(cli):
    (all_games,) = cli.json("bench", "--seconds", 0, "--json")
    equal("every game", list(all_games), [game.id for game in cli.games])
    for game in cli.games:
        one = all_games[game.id]
        for member in ("decisions_per_s", "games_per_s", "forced_per_s"):
            true(f"{game.id}: {member}", one[member] > 0 or member == "forced_per_s")
        equal(f"{game.id}: nothing is allocated", one["bytes_allocated"], 0)
        true(f"{game.id}: a state is small", 0 < one["state_bytes"] <= 512)
        equal(
            f"{game.id}: every number of players",
            list(one["decisions_per_s_by_players"]),
            [str(n) for n in game.players],
        )
        equal(
            f"{game.id}: the slowest is the figure",
            one["decisions_per_s"],
            min(one["decisions_per_s_by_players"].values()),
        )
        true(
            f"{game.id}: searches",
            one["iterations_per_s"] > 0
            and (one["iterations_per_s_net"] is None or one["iterations_per_s_net"] > 0),
        )
        true(f"{game.id}: a signature", re.fullmatch("[0-9a-f]{16}", one["signature"]))
    least = min(cli.games, key=lambda game: len(game.players))
    (alone,) = cli.json("bench", least.id, "--seconds", 0, "--json")
    equal("one game alone", list(alone), [least.id])
    for language in LANGUAGES:
        head, line = cli.ok("bench", least.id, "--seconds", 0.01, "--lang", language).splitlines()
        true(
            "eight figures with their visits",
            re.fullmatch(
                rf"{least.id} +[1-9]\d+ +\d+ +[1-9]\d+ +[1-9]\d+ +\d+ +0 +[0-9a-f]{{16}}", line
            ),
        )
        ends = [
            [word.end() for word in re.finditer(r"\S+(?: \S+)*", row)][1:] for row in (head, line)
        ]
        equal("the header is aligned with its columns", ends[0], ends[1])
    equal(
        "the same signature twice", alone[least.id]["signature"], all_games[least.id]["signature"]
    )


# --- play


def play(cli, game, players, seat, language):
    """Plays a whole game by numbers: mostly the first choice, sometimes the second, with wrong
    input and undos in between."""
    path = cli.folder / "played"
    path.unlink(missing_ok=True)
    words = ["", "nonsense", "0", "999", "-1", "u", "1"] + ["1", "u", "2", "1", "x y z"] * 400
    text = cli_play(
        cli,
        [
            game.id,
            "--players",
            players,
            "--seat",
            seat + 1,
            "--bots",
            "novice:50",
            "--seed",
            "play",
            "--lang",
            language,
            "--record",
            path,
        ],
        words,
    )
    true("told in words", "⟨" not in text)
    places = re.findall(r"^\d\. .*: -?\d+ (?:point|Punkt)", text, re.M)
    equal("a place for every seat at the end", len(places), players)
    (record,) = [json.loads(line) for line in path.read_text().splitlines()]
    equal(
        "entropy of the person only",
        [e is not None for e in record["entropy"]],
        [n == seat for n in range(players)],
    )
    true("the record is whole", "result" in record and "seat" not in record)
    true("the record verifies", "checked" in cli.ok("verify", path))
    for n, place, score in zip(
        range(players), record["result"]["place"], record["result"]["score"]
    ):
        true(
            f"seat {n}'s place and score are said",
            any(p.startswith(f"{place}. ") and f": {score} " in p for p in places),
        )


def cli_play(cli, arguments, words):
    done = tap.run(cli.program, "play", *arguments, stdin="\n".join(words).encode() + b"\n")
    equal("status", done.returncode, 0)
    return done.stdout.decode()


def leave(cli, game):
    """q and the end of input leave a game; its record is the one that its player may see."""
    for words in (["1", "q"], ["1"]):
        path = cli.folder / "left"
        for name in ("left", "left.table"):
            (cli.folder / name).unlink(missing_ok=True)
        text = cli_play(cli, [game.id, "--seed", "leave", "--record", path], words)
        true("asked at least once", "\n> " in text)
        record = json.loads(path.read_text())
        if "result" in record:  # the game had only one decision
            continue
        equal("the person's own record", [record["seat"], "seed" in record], [0, False])
        equal("it replays", cli.json("replay", path, "--json")[0]["steps"], len(record["steps"]))
        cli.fails(1, "cannot be checked yet", "verify", path)
    help_line = cli_play(cli, [game.id, "--seed", "leave"], ["nonsense", "q"])
    true("wrong input is answered with help", "Type a number from 1 to" in help_line)


def play_against_search(cli, game):
    """Plays a few steps against searching opponents, with play and with engine."""
    text = cli_play(cli, [game.id, "--seed", "think", "--bots", "novice"], ["1", "1", "1", "q"])
    true("asked", "\n> " in text and "⟨" not in text)
    bots = ",".join(["person"] + ["novice"] * (game.players[0] - 1))
    with subprocess.Popen(
        [cli.program, "engine", game.id, "--seed", "think", "--bots", bots],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=tap.environment(),
    ) as engine:
        by_others = answer_engine(engine, 3)
    equal("status", engine.returncode, 0)
    true("an opponent moved", by_others > 0)


def answer_engine(engine, answers):
    """Answers a few questions of the engine with the first choice; returns the number of steps by
    other seats."""

    def send(**message):
        engine.stdin.write(json.dumps({"table": table, "seat": 0, **message}).encode() + b"\n")
        engine.stdin.flush()

    table = json.loads(engine.stdout.readline())["table"]
    answered, by_others, entropy = set(), 0, bytes(range(32))
    send(type="hello", protocol=2)
    send(type="entropy", hash=hashlib.blake2b(entropy, digest_size=32).hexdigest())
    send(type="entropy", value=entropy.hex())
    for line in engine.stdout:
        message = json.loads(line)
        true(f"not refused: {message}", message["type"] != "refused")
        by_others += (
            message["type"] == "update"
            and message["entry"] == "step"
            and message["by"] not in (0, "chance")
        )
        if message["type"] == "update" and message["over"]:
            break
        # The engine repeats a question that is still open, so skip answered ones.
        if message["type"] == "question" and message["q"] not in answered:
            if len(answered) == answers:
                break
            answered.add(message["q"])
            send(
                type="answer", q=message["q"], id=f"a{len(answered)}", do=message["legal"][0]["do"]
            )
    engine.stdin.close()
    engine.stdout.read()
    true("asked", answered)
    return by_others


class Player:
    """Runs play and types one word at a time. Draws differ in each game, so the next word depends
    on the output."""

    def __init__(self, cli, game):
        self.process = subprocess.Popen(
            [cli.program, "play", game.id, "--bots", "random"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=tap.environment(),
        )

    def shown(self):
        """Reads up to the prompt, or to the end of the game."""
        text = b""
        while not text.endswith(b"\n> "):
            more = self.process.stdout.read(1)
            if not more:
                break
            text += more
        return text.decode()

    def say(self, word):
        self.process.stdin.write(word.encode() + b"\n")
        self.process.stdin.flush()
        return self.shown()

    def leave(self):
        said = self.process.communicate(b"q\n")[1].decode()
        equal("status", self.process.returncode, 0)
        return said


def notation_is_understood(cli, game):
    player = Player(cli, game)
    question = player.shown()
    do = re.search(r"^   1  (\S+(?: \S+)*?)  +\S", question, re.M)[1]
    true("nonsense brings help, and the same choices", f"   1  {do} " in player.say("nonsense"))
    after = player.say(do)
    true("notation is not nonsense", "Type a number" not in after and after != question)
    equal("no complaint", player.leave(), "")


def undo_in_play(cli, game):
    """After undo the same choices come again. If nothing can be taken back, play says why and
    changes nothing."""
    player = Player(cli, game)
    choices = lambda text: re.findall(r"^ +\d+  .*", text, re.M)
    before = player.shown()
    refused = player.say("u")
    equal("at the beginning there is nothing to take back", choices(refused), choices(before))
    true("play says why", "nothing to undo" in refused)
    for _ in range(12):
        after = player.say("1")
        if not choices(after):
            break
        again = player.say("u")
        if choices(again) == choices(after):
            before = after
            continue
        equal("the previous choices", choices(again), choices(before))
        before = player.say("1")
    equal("no complaint", player.leave(), "")


# --- all of it


def everything(cases, cli):
    for language in LANGUAGES:
        cases.case(f"--help, {language}", help_of_all, cli, language)
        for command in COMMANDS:
            cases.case(f"{command} --help, {language}", help_of, cli, command, language)
            cases.case(
                f"{command} --help lists its options, {language}",
                help_lists_options,
                cli,
                command,
                language,
            )
    cases.case("errors in German", errors_in_german, cli)
    cases.case("defaults in the help", defaults_in_help, cli)
    cases.case("examples in the help", examples_in_help, cli)
    cases.case("did you mean", did_you_mean, cli)
    cases.case("Ctrl-C: simulate keeps its games", keeps_games, cli)
    cases.case("Ctrl-C: arena resumes", arena_resumes, cli)
    cases.case("Ctrl-C: bench, practice, analyse, load", others_stop, cli)
    cases.case("Ctrl-C: train resumes; the net's file tells more", training_resumes, cli)
    cases.case("no result: status 1, and it says so", nothing_found, cli)
    cases.case("progress on a terminal", progress, cli)
    cases.case("wrong usage: status 2, a clear line, nothing on standard output", wrong_usage, cli)
    cases.case(
        "files that are missing, unreadable, empty or garbage: status 1",
        files_that_cannot_be_read,
        cli,
    )
    cases.case("output that cannot be written: status 1", output_that_cannot_be_written, cli)
    cases.case("files of several records", several_records, cli)
    cases.case("games: for people and as JSON", games_listed, cli)
    cases.case("arena: a table and a chart", arena_in_words, cli)
    cases.case("tournament: equal deals, words, wrong usage", tournament_deals, cli)
    cases.case("arena --cheat", arena_with_a_cheat, cli)
    cases.case("analyse: a report and a chart", analyse_in_words, cli)
    for statement, case in (
        ("simulate: the same seed gives the same bytes", deterministic),
        ("simulate --json", simulate_json),
        ("simulate: opponents that search", searching_levels),
        ("arena --json", arena_json),
        ("arena: two levels", arena_of_two_levels),
        ("tournament --json adds up", tournament_standings),
        ("games --json: levels", levels),
        ("analyse --json adds up", analyse_json),
        ("records match their description", records_as_described),
        ("replay --trace and --json", traces),
        ("replay in words", replay_in_words),
        ("positions: replay --step, inspect, every seat's view", positions),
        ("edited positions are refused", edited_positions),
        ("edited records are refused", edited_records),
        ("components: every row has a mark", components),
        ("rules have rulings and list what is reconstructed", rules),
        ("play: leaving, help", leave),
        ("play: notation", notation_is_understood),
        ("play: undo", undo_in_play),
        ("play and engine: opponents that search", play_against_search),
    ):
        for game in cli.games:
            cases.case(f"{game.id}: {statement}", case, cli, game)
    for game in cli.games:
        for players in game.players:
            language = ("de", "en")[players % 2]
            cases.case(
                f"{game.id}: play, {players} players, {language}: the record of a game verifies",
                play,
                cli,
                game,
                players,
                players - 1,
                language,
            )
    cases.case("bench --json: nothing allocated, signatures stay", bench, cli)


def main():
    program = tap.program_argument("usage: test_cli.py PROGRAM")
    cases = tap.Tap()
    with tempfile.TemporaryDirectory() as folder:
        everything(cases, Cli(program, pathlib.Path(folder)))
    return cases.end()


if __name__ == "__main__":
    sys.exit(main())
