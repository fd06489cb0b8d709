#!/usr/bin/env python3
"""Finds a deal for a first-game guide: one in which seat 0 is asked as many kinds of questions as
possible, however the game is played.

    deal.py BUILD-FOLDER GAME PLAYERS [DEALS]      prints the seed for web/games/GAME/guide.ts

Each deal is played by opponents of several kinds and rated by its poorest game.
"""
import collections
import json
import pathlib
import subprocess
import sys

PLAYS = ("random", "novice:15", "novice:60")


def games(program, game, players, deals, bots):
    """For each deal: its seed, and the verbs that seat 0 was offered."""
    records = subprocess.run(
        [
            program,
            "simulate",
            game,
            "--players",
            players,
            "--games",
            str(deals),
            "--seed",
            "guide",
            "--bots",
            bots,
            "--records",
            "-",
        ],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    trace = subprocess.run(
        [program, "replay", "/dev/stdin", "--trace"],
        check=True,
        capture_output=True,
        text=True,
        input=records,
    ).stdout
    verbs = collections.defaultdict(set)
    for line in map(json.loads, trace.splitlines()):
        for action in line.get("legal", {}).get("0", []):
            verbs[line["game"]].add(action.split()[0])
    return [(json.loads(record)["seed"], verbs[i]) for i, record in enumerate(records.splitlines())]


def main(build, game, players, deals="60"):
    program = str(pathlib.Path(build) / "tafelrunde")
    played = [games(program, game, players, int(deals), bots) for bots in PLAYS]
    best = max(
        range(int(deals)),
        key=lambda i: (
            min(len(play[i][1]) for play in played),
            sum(len(play[i][1]) for play in played),
            -i,
        ),
    )
    always = set.intersection(*(play[best][1] for play in played))
    sometimes = set.union(*(play[best][1] for play in played)) - always
    print(played[0][best][0])
    print(
        "always:",
        ", ".join(sorted(always)),
        "| sometimes:",
        ", ".join(sorted(sometimes)),
        file=sys.stderr,
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
