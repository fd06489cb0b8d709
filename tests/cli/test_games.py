#!/usr/bin/env python3
"""test_games.py PROGRAM: games, components, rules, bench, play and engine."""

import hashlib
import json
import pathlib
import re
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from command import LANGUAGES, members, run
import tap
from tap import equal, true

RULINGS = {"de": "## Festlegungen", "en": "## Rulings"}
RECONSTRUCTED = {"de": "## Rekonstruiertes Material", "en": "## Reconstructed components"}


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
    send(type="hello", protocol=3)
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
    cases.case("games: for people and as JSON", games_listed, cli)
    for statement, case in (
        ("games --json: levels", levels),
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


if __name__ == "__main__":
    sys.exit(run(everything))
