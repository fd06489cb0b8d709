"""strength.py PROGRAM [ROW …] [GAMES]: how strong the opponents are, as the table of docs/strength.md.

Lets one seat play among others of the next weaker level, in every game and with every number of players, and prints first places with their 95 % interval. The games
are kept in docs/strength/, so that a run can be stopped at any time and goes on there: with all of them played the table comes at once. Without a ROW all rows
are played, the quick ones first; a row is the level whose seat counts: novice, club, master, more (a tenth of a master's visits among hundredths), limit (a
master that sees all cards, in games of two). A pair of game and number of players is played GAMES times, or as often as its row says, and then, while its figure is not
reached, again and again by as much, up to eight times that; what has been played beyond that counts, too. The word `time` instead of rows prints how long the levels
think."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
KEPT, NETS = ROOT / "docs" / "strength", ROOT / "nets"
# The seat that counts, the others, the games, and the share to reach by number of players. A master with ten times its visits would think half a minute a turn, and
# the row take days: what ten times the visits bring is measured from a hundredth to a tenth of them.
ROWS = {"novice": ("novice", "random", 60, {2: 90, 3: 80, 4: 70, 5: 60}),
        "club": ("club", "novice", 12, {2: 75, 3: 60, 4: 48, 5: 40}),
        "master": ("master", "club", 12, {2: 62, 3: 47, 4: 36, 5: 29}),
        "more": ("master:{tenth}", "master:{hundredth}", 120, {2: 50, 3: 34, 4: 25, 5: 20}),
        "limit": ("master", "master:{visits}", 24, {2: 50})}
ROUNDS = 8


def games(program):
    """Every game that has nets, with each number of players."""
    listed = subprocess.run([program, "games", "--json"], stdout=subprocess.PIPE, check=True).stdout
    for game in json.loads(listed)["games"]:
        for players in range(game["players_min"], game["players_max"] + 1):
            if (NETS / f"{game['id']}-{players}.net").exists():
                yield game, players


def visits_of_master(game, players):
    (master,) = (level for level in game["levels"] if level["level"] == "master")
    return next(turn["visits"] for turn in master["turns"] if turn["players"] == players)


def played(path):
    return sum(1 for _ in open(path)) - 1 if path.exists() else 0


def arena(program, row, game, players, one, others, count, path):
    command = [program, "arena", game, "--players", str(players), "--bots", ",".join([one] + [others] * (players - 1)), "--games", str(count), "--seed", "strength",
               "--results", str(path), "--json"] + ["--cheat"] * (row == "limit")
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)["bots"][0]


def measure(program, row, described, players, games):
    one, others, count, goals = ROWS[row]
    game = described["id"]
    path = KEPT / f"{game}-{players}-{row}.jsonl"
    if players not in goals:
        return
    if "{" in others:
        visits = visits_of_master(described, players)
        one, others = (name.format(visits=visits, tenth=visits // 10, hundredth=visits // 100) for name in (one, others))
    count = games or count
    count += -count % players  # every seat once over the same deals
    had = played(path) // players * players
    for so_far in sorted({max(count * rounds, had) for rounds in range(1, ROUNDS + 1)}):
        best = arena(program, row, game, players, one, others, so_far, path)
        reached = 100 * best["first"] >= goals[players] and best["low"] > 1 / players
        if reached:
            break
    print(f"| one `{one}`{', seeing everything,' * (row == 'limit')} among `{others}` | `{game}` | {players} | {so_far} | {100 * best['first']:.1f} % | {100 * best['low']:.1f} – {100 * best['high']:.1f} | {goals[players]} % | {'yes' if reached else 'no'} |", flush=True)


def milliseconds_a_turn(program, level, game, players):
    """Processor time of one game among `random`, by the turns that the level had in it."""
    with tempfile.NamedTemporaryFile() as record:
        before = os.times().children_user
        subprocess.run([program, "simulate", game, "--players", str(players), "--bots", ",".join([level] + ["random"] * (players - 1)), "--games", "1", "--seed", "strength",
                        "--records", record.name], stdout=subprocess.DEVNULL, check=True)
        spent = os.times().children_user - before
        decided = [by for by, _ in json.load(record)["steps"] if by != "chance"]
    return 1000 * spent / sum(by == 0 and previous != 0 for previous, by in zip([None] + decided, decided))


def print_times(program):
    print("| game | players | `novice` | `club` | `master` |\n| --- | --- | --- | --- | --- |", flush=True)
    for game, players in games(program):
        print(f"| `{game['id']}` | {players} |", *(f"{milliseconds_a_turn(program, level, game['id'], players):.0f} ms |" for level in ("novice", "club", "master")), flush=True)


def main():
    if sys.argv[2:] == ["time"]:
        return print_times(sys.argv[1])
    wanted = [int(word) for word in sys.argv[2:] if word.isdecimal()]
    rows = [word for word in sys.argv[2:] if not word.isdecimal()]
    if len(sys.argv) < 2 or any(row not in ROWS for row in rows):
        sys.exit(__doc__)
    KEPT.mkdir(exist_ok=True)
    print("| who | game | players | games | first places | 95 % interval | to reach | reached |\n| --- | --- | --- | --- | --- | --- | --- | --- |", flush=True)
    for row in rows or ROWS:
        for game, players in games(sys.argv[1]):
            measure(sys.argv[1], row, game, players, max(wanted, default=0))


main()
