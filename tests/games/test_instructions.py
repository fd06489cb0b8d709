#!/usr/bin/env python3
"""Counts the instructions per decision of random play and compares them with instructions.json.

    test_instructions.py PROGRAM [--store]

Unlike times, counts are the same on a busy machine. They depend on the compiler, so they are stored
per compiler and major version. For a compiler without stored counts they are only printed.
--store stores the present counts: after a change that was meant to cost more, or made it faster.
"""

import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from tap import Tap, true

STORED = HERE / "instructions.json"
GROWTH = 1.05  # a count may grow by 5 %
# Startup cancels out: the counts of two runs are subtracted.
GAMES = (4, 34)
KINDS = [
    *(("kardinal", players) for players in (3, 4, 5)),
    ("duell", 2),
    *(("tallinn", players) for players in (2, 3, 4)),
    *(("rattus", players) for players in (2, 3, 4)),
]


def run(program, game, players, games):
    """Returns instructions, decisions and the compiler."""
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=no"]
    command += ["--cachegrind-out-file=/dev/null", program, game, str(players), str(games)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)
    true(f"valgrind counted: {done.stderr[-500:]}", done.returncode == 0 and found)
    decisions, compiler = done.stdout.strip().split(" ", 1)
    return int(found[1].replace(",", "")), int(decisions), compiler


def measure(program):
    """Returns the compiler and {"GAME PLAYERS": instructions per decision}."""
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        runs = [[pool.submit(run, program, *kind, games) for games in GAMES] for kind in KINDS]
    counts = {}
    for (game, players), (few, many) in zip(KINDS, runs):
        more = [b - a for a, b in zip(few.result()[:2], many.result()[:2])]
        counts[f"{game} {players}"] = round(more[0] / more[1])
    return runs[0][0].result()[2], counts


def main():
    program, *more = sys.argv[1:]
    compiler, counts = measure(program)
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    if more == ["--store"]:
        stored[compiler] = counts
        STORED.write_text(json.dumps(stored, indent=2, sort_keys=True) + "\n", encoding="utf-8")
        return 0
    tap = Tap()
    if compiler not in stored:
        tap.line(True, f"{compiler} has no stored counts: nothing is compared")
    for kind, count in counts.items():
        before = stored.get(compiler, counts)[kind]
        tap.line(
            count <= before * GROWTH,
            f"{kind} players: {count} instructions per decision, stored {before}"
            if compiler in stored
            else f"{kind} players: {count} instructions per decision",
        )
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
