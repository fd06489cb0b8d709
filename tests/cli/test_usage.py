#!/usr/bin/env python3
"""test_usage.py PROGRAM: help, languages, Ctrl-C, progress, and every wrong use of a command."""

import json
import os
import pathlib
import pty
import re
import shutil
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from command import LANGUAGES, ROOT, run
import tap
from tap import equal, true

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


if __name__ == "__main__":
    sys.exit(run(everything))
