"""strength.py PROGRAM [ROW …] [GAMES]: measures how strong the opponents are (docs/strength.md).

One seat plays among others of the next weaker level, in every game and with every number of
players. Prints its share of first places with the 95 % interval, one line per pair of game and
number of players. Finished games are kept in strength/ beside PROGRAM, so an interrupted run
continues there; the games follow from a seed, so a deleted folder can be played again.

A ROW is the level whose seat counts: novice, club, master, more (a tenth of a master's visits
among hundredths; needs the master's games), limit (a master that sees all cards, with two
players). Without a ROW all are played. A pair plays GAMES games, or as many as its row says, and
then as many again until its target is reached, up to eight times. `time` instead of rows prints
how long the levels think."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

NETS = pathlib.Path(__file__).resolve().parent.parent / "nets"
# The seat that counts, the others, the games, and the target share by number of players. A master
# with ten times its visits would think for half a minute per turn, so `more` compares a tenth of
# them with a hundredth.
ROWS = {
    "novice": ("novice", "random", 60, {2: 90, 3: 80, 4: 70, 5: 60}),
    "club": ("club", "novice", 12, {2: 75, 3: 60, 4: 48, 5: 40}),
    "master": ("master", "club", 12, {2: 62, 3: 47, 4: 36, 5: 29}),
    "more": ("master:{tenth}", "master:{hundredth}", 120, {2: 50, 3: 34, 4: 25, 5: 20}),
    "limit": ("master", "master:{visits}", 24, {2: 50}),
}
ROUNDS = 8


def games(program):
    """Yields every game that has nets, with each number of players."""
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
    command = [
        program,
        "arena",
        game,
        "--players",
        str(players),
        "--bots",
        ",".join([one] + [others] * (players - 1)),
        "--games",
        str(count),
        "--seed",
        "strength",
        "--results",
        str(path),
        "--json",
    ] + ["--cheat"] * (row == "limit")
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)["bots"][0]


def measure(program, kept, row, described, players, games):
    one, others, count, goals = ROWS[row]
    game = described["id"]
    path = kept / f"{game}-{players}-{row}.jsonl"
    if players not in goals:
        return
    if "{" in others:
        visits = visits_of_master(described, players)
        one, others = (
            name.format(visits=visits, tenth=visits // 10, hundredth=visits // 100)
            for name in (one, others)
        )
    count = games or count
    count += -count % players  # every seat plays the same deals once
    had = played(path) // players * players
    for so_far in sorted({max(count * rounds, had) for rounds in range(1, ROUNDS + 1)}):
        best = arena(program, row, game, players, one, others, so_far, path)
        reached = 100 * best["first"] >= goals[players] and best["low"] > 1 / players
        if reached:
            break
    print(
        f"| one `{one}`{', seeing everything,' * (row == 'limit')} among `{others}`"
        f" | `{game}` | {players} | {so_far} | {100 * best['first']:.1f} %"
        f" | {100 * best['low']:.1f} – {100 * best['high']:.1f} | {goals[players]} %"
        f" | {'yes' if reached else 'no'} |",
        flush=True,
    )


def milliseconds_per_turn(program, level, game, players):
    """Returns the processor time of one game among `random`, divided by the turns of the level."""
    with tempfile.NamedTemporaryFile() as record:
        before = os.times().children_user
        subprocess.run(
            [
                program,
                "simulate",
                game,
                "--players",
                str(players),
                "--bots",
                ",".join([level] + ["random"] * (players - 1)),
                "--games",
                "1",
                "--seed",
                "strength",
                "--records",
                record.name,
            ],
            stdout=subprocess.DEVNULL,
            check=True,
        )
        spent = os.times().children_user - before
        decided = [by for by, _ in json.load(record)["steps"] if by != "chance"]
    return (
        1000
        * spent
        / sum(by == 0 and previous != 0 for previous, by in zip([None] + decided, decided))
    )


def print_times(program):
    print(
        "| game | players | `novice` | `club` | `master` |\n| --- | --- | --- | --- | --- |",
        flush=True,
    )
    for game, players in games(program):
        print(
            f"| `{game['id']}` | {players} |",
            *(
                f"{milliseconds_per_turn(program, level, game['id'], players):.0f} ms |"
                for level in ("novice", "club", "master")
            ),
            flush=True,
        )


def main():
    if sys.argv[2:] == ["time"]:
        return print_times(sys.argv[1])
    wanted = [int(word) for word in sys.argv[2:] if word.isdecimal()]
    rows = [word for word in sys.argv[2:] if not word.isdecimal()]
    if len(sys.argv) < 2 or any(row not in ROWS for row in rows):
        sys.exit(__doc__)
    kept = pathlib.Path(sys.argv[1]).resolve().parent / "strength"
    kept.mkdir(exist_ok=True)
    print(
        "| who | game | players | games | first places | 95 % interval | to reach | reached |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
        flush=True,
    )
    for row in rows or ROWS:
        for game, players in games(sys.argv[1]):
            measure(sys.argv[1], kept, row, game, players, max(wanted, default=0))


main()
