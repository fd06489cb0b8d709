#!/usr/bin/env python3
"""test_contests.py PROGRAM: simulate, arena and tournament."""

import json
import math
import pathlib
import re
import sys
import xml.etree.ElementTree

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from command import LANGUAGES, members, run
import tap
from standings import recompute
from tap import equal, true

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


# --- all of it


def everything(cases, cli):
    cases.case("arena: a table and a chart", arena_in_words, cli)
    cases.case("tournament: equal deals, words, wrong usage", tournament_deals, cli)
    cases.case("arena --cheat", arena_with_a_cheat, cli)
    for statement, case in (
        ("simulate: the same seed gives the same bytes", deterministic),
        ("simulate --json", simulate_json),
        ("simulate: opponents that search", searching_levels),
        ("arena --json", arena_json),
        ("arena: two levels", arena_of_two_levels),
        ("tournament --json adds up", tournament_standings),
    ):
        for game in cli.games:
            cases.case(f"{game.id}: {statement}", case, cli, game)


if __name__ == "__main__":
    sys.exit(run(everything))
