"""strength.py PROGRAM pool [GAME-PLAYERS …] [GAMES] [--part N]: rates all opponents of a game.
strength.py PROGRAM time [GAME-PLAYERS …]: prints how long the levels think.

A pool has `random`, the levels and the game's scripted players (examples/scripted/GAME.c). Every
two of them play GAMES games (24), fixed in advance; with more than two players one seat of the one
plays among seats of the other, and the other way round. With --part N a master has an N-th of its
visits, which saves time. One rating per player is fitted to all results: the chance of first place
is proportional to strength (Bradley and Terry 1952, Luce 1959), `novice` has 0. The table also has
the share of first places against each, and by seat.

Finished games are kept in strength/ beside PROGRAM, so an interrupted run continues there; the
games follow from a seed, so a deleted folder can be played again."""

import itertools
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
GAMES = 24
LEVELS = ("novice", "club", "master")


def games(program):
    """Yields every game that has nets, with each number of players."""
    listed = subprocess.run([program, "games", "--json"], stdout=subprocess.PIPE, check=True).stdout
    for game in json.loads(listed)["games"]:
        for players in range(game["players_min"], game["players_max"] + 1):
            if (ROOT / "nets" / f"{game['id']}-{players}.net").exists():
                yield game, players


def wanted_games(program, wanted):
    """Yields those that were named, as "duell-2", or all."""
    every = list(games(program))
    names = [f"{game['id']}-{players}" for game, players in every]
    unknown = [name for name in wanted if name not in names]
    if unknown:
        sys.exit(f"{unknown[0]} is not one of {', '.join(names)}")
    return [pair for pair, name in zip(every, names) if not wanted or name in wanted]


def visits_of_master(game, players):
    (master,) = (level for level in game["levels"] if level["level"] == "master")
    return next(turn["visits"] for turn in master["turns"] if turn["players"] == players)


def scripted(game):
    """The names of a game's scripted players, from the table at the end of their file."""
    source = ROOT / "examples" / "scripted" / f"{game}.c"
    return re.findall(r'^    \{"(\w+)", ', source.read_text(), re.M) if source.exists() else []


def entrants(game, players, part):
    master = f"master:{visits_of_master(game, players) // part}" if part > 1 else "master"
    return ["random", "novice", "club", master, *(f"scripted:{n}" for n in scripted(game["id"]))]


# ---- playing ----


def play(program, kept, game, players, one, others, count):
    """Returns the share of first places of one seat of `one`, and first places by seat."""
    name = f"{game}-{players}-{one}-{others}".replace(":", "_")
    path = kept / f"{name}.jsonl"
    command = [program, "arena", game, "--players", str(players), "--seed", "pool"]
    command += ["--bots", ",".join([one] + [others] * (players - 1)), "--json"]
    command += ["--games", str(count), "--results", str(path)]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    seats, share = [0.0] * players, 0.0
    rows = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    for row in rows:
        if row["game"] >= count:
            continue
        share += row["first"][0] / count
        for bot, first in enumerate(row["first"]):
            seats[(bot - row["game"]) % players] += first / count
    return share, seats


# ---- rating ----


class Match:
    """One seat of `one` among others of `other`; `games` of them, with a share of first places."""

    def __init__(self, one, other, players, games, share, seats):
        self.one, self.other, self.players = one, other, players
        self.games, self.share, self.seats = games, share, seats


def expected(match, ratings):
    ahead = math.exp(ratings[match.one] - ratings[match.other])
    return ahead / (ahead + match.players - 1)


def fit(names, matches):
    """Ratings in Elo with the half width of their 95 % intervals, relative to `novice`.

    Newton's method on the likelihood. A half win and a half loss are added to every match, so that
    nobody is infinitely strong."""
    ratings = dict.fromkeys(names, 0.0)
    information = dict.fromkeys(names, 1e-9)
    for _ in range(500):
        slopes = dict.fromkeys(names, 0.0)
        information = dict.fromkeys(names, 1e-9)
        for match in matches:
            chance, games = expected(match, ratings), match.games + 1
            slope = match.share * match.games + 0.5 - games * chance
            curve = games * chance * (1 - chance)
            slopes[match.one] += slope
            slopes[match.other] -= slope
            information[match.one] += curve
            information[match.other] += curve
        for name in names:
            ratings[name] += 0.5 * slopes[name] / information[name]
    elo = 400 / math.log(10)
    zero = ratings["novice"]
    return {
        name: (elo * (ratings[name] - zero), 1.96 * elo / math.sqrt(information[name]))
        for name in names
    }


def share_against(name, other, matches):
    """The share of first places of one seat of `name` among seats of `other`, as text."""
    for match in matches:
        if (match.one, match.other) == (name, other):
            return f"{100 * match.share:.0f} %"
        if match.players == 2 and (match.other, match.one) == (name, other):
            return f"{100 - 100 * match.share:.0f} %"
    return "–"


def pool(program, kept, game, players, count, part):
    names = entrants(game, players, part)
    pairs = itertools.combinations(names, 2) if players == 2 else itertools.permutations(names, 2)
    count += -count % players  # every seat plays the same deals once
    matches = [
        Match(a, b, players, count, *play(program, kept, game["id"], players, a, b, count))
        for a, b in pairs
    ]
    ratings = fit(names, matches)
    names.sort(key=lambda name: -ratings[name][0])
    print(f"\n{game['id']}, {players} players, {count} games per pair\n")
    print(f"| | Elo | {' | '.join(f'`{name}`' for name in names)} |")
    print(f"| --- | --- |{' --- |' * len(names)}")
    for name in names:
        elo, half = ratings[name]
        cells = [share_against(name, other, matches) for other in names]
        print(f"| `{name}` | {elo:.0f} ± {half:.0f} | {' | '.join(cells)} |")
    seats = [sum(m.seats[seat] for m in matches) / len(matches) for seat in range(players)]
    print(f"\nBy seat: {', '.join(f'{100 * share:.0f} %' for share in seats)}", flush=True)


# ---- time ----


def milliseconds_per_turn(program, level, game, players):
    """Returns the processor time of one game among `random`, divided by the turns of the level."""
    with tempfile.NamedTemporaryFile() as record:
        before = os.times().children_user
        bots = ",".join([level] + ["random"] * (players - 1))
        command = [program, "simulate", game, "--players", str(players), "--bots", bots]
        command += ["--games", "1", "--seed", "strength", "--records", record.name]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        spent = os.times().children_user - before
        decided = [by for by, _ in json.load(record)["steps"] if by != "chance"]
    turns = sum(by == 0 and before != 0 for before, by in zip([None] + decided, decided))
    return 1000 * spent / turns


def print_times(program, wanted):
    chosen = wanted_games(program, wanted)
    print(f"| game | players | {' | '.join(f'`{level}`' for level in LEVELS)} |")
    print("| --- | --- |" + " --- |" * len(LEVELS), flush=True)
    for game, players in chosen:
        times = (milliseconds_per_turn(program, level, game["id"], players) for level in LEVELS)
        cells = " | ".join(f"{time:.0f} ms" for time in times)
        print(f"| `{game['id']}` | {players} | {cells} |", flush=True)


def main():
    if len(sys.argv) < 3 or sys.argv[2] not in ("pool", "time"):
        sys.exit(__doc__)
    program, words = sys.argv[1], sys.argv[3:]
    if sys.argv[2] == "time":
        return print_times(program, words)
    part = 1
    if "--part" in words:
        at = words.index("--part")
        part = int(words[at + 1])
        del words[at : at + 2]
    count = next((int(word) for word in words if word.isdecimal()), GAMES)
    wanted = [word for word in words if not word.isdecimal()]
    kept = pathlib.Path(program).resolve().parent / "strength"
    kept.mkdir(exist_ok=True)
    for game, players in wanted_games(program, wanted):
        pool(program, kept, game, players, count, part)


main()
