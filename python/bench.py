#!/usr/bin/python3
"""Measures the library from Python: whole random games in bulk, and VecEnv step by step.

    bench.py [--games N] [--steps N] [--envs N] [--build FOLDER]

The first table plays N whole games per round, from C and Python on one thread, then from Python on
all cores. The second takes N steps in many games at once, each with a legal action drawn at random,
a mask and a view. FOLDER is by default build/ of this source tree.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import time

TREE = pathlib.Path(__file__).absolute().parents[1]
asked = argparse.ArgumentParser()
asked.add_argument("--games", type=int, default=20_000)
asked.add_argument("--steps", type=int, default=300)
asked.add_argument("--envs", type=int, default=2048)
asked.add_argument("--build", type=pathlib.Path, default=TREE / "build")
asked = asked.parse_args()
GAMES, STEPS, BUILD = asked.games, asked.steps, asked.build.resolve()
os.environ["TAFELRUNDE_LIBRARY"] = str(BUILD / "libtafelrunde.so.0")
sys.path.insert(0, str(TREE / "python"))

import tafelrunde  # noqa: E402

ROUNDS = 10  # C and Python alternate; the best round of each counts
SEED = 1
ENVS, VECTOR_ROUNDS = asked.envs, 5


def from_c(game, players):
    """Returns decisions per second of processor time, and the sum of all scores."""
    line = subprocess.run(
        [BUILD / "bench_library", game.id, str(players), str(GAMES)],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout
    rate, scores = line.split()
    return float(rate), int(scores)


def from_python(game, players, threads, clock=time.process_time):
    start = clock()
    made = game.playouts(GAMES, players, SEED, threads)
    return made.decisions.sum() / (clock() - start), int(made.scores.sum())


def vector(game, threads):
    """Returns seconds per decision. Threads that wait for each other use the processor, too, so only
    the clock tells what a second one gains, and only while nothing else uses the cores."""
    env = tafelrunde.VecEnv(game, ENVS, threads=threads)
    env.reset(seed=SEED)
    for step in range(20):  # first touches memory and spreads the games
        env.step(env.sample(step))
    seconds = 0.0
    for step in range(STEPS):
        actions = env.sample(step)
        start = time.perf_counter()
        env.step(actions)
        seconds += time.perf_counter() - start
    return seconds / (STEPS * ENVS)


def vectors():
    print(f"\nmillion decisions per second in {ENVS} games at once")
    print("                            one thread  two threads  speed-up")
    for game in tafelrunde.games():
        rounds = ((vector(game, 1), vector(game, 2)) for _ in range(VECTOR_ROUNDS))
        one, two = map(min, zip(*rounds))
        print(
            f"  {game.id:12} {game.players[0]} players  {1e-6 / one:10.2f}"
            f"  {1e-6 / two:11.2f}  {one / two:8.2f}"
        )


def main():
    cores = len(os.sched_getaffinity(0))
    print(f"million decisions per second      C   Python  Python/C   Python, {cores} threads")
    for game in tafelrunde.games():
        players = game.players[0]
        c, python, many = zip(
            *(
                (
                    from_c(game, players),
                    from_python(game, players, 1),
                    from_python(game, players, cores, time.perf_counter),
                )
                for _ in range(ROUNDS)
            )
        )
        if len({scores for _, scores in c + python + many}) > 1:
            raise SystemExit(f"{game.id}: not the same games")
        c, python, many = max(c)[0], max(python)[0], max(many)[0]
        print(
            f"  {game.id:12} {players} players  {c / 1e6:7.2f}  {python / 1e6:7.2f}"
            f"  {python / c:8.1%}  {many / 1e6:7.2f}"
        )


if __name__ == "__main__":
    main()
    vectors()
