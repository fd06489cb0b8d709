#!/usr/bin/env python3
"""Compares an engine with a second implementation of the rules.

    check.py RECORDS.jsonl TRACE.jsonl [--quiet]
    check.py --self-play GAME [--games N] [--seed S]

TRACE is the output of `tafelrunde replay RECORDS.jsonl --trace`, or - for standard input. GAME.py
beside this file was written from rules/GAME.md alone. It replays every record and compares
it with the trace: who is to move, legal lists, outcomes and results. Every draw is computed again
from the seed. TAP on standard output; exit status 1 at the first difference, 2 for wrong usage.
"""

import argparse
import hashlib
import importlib
import itertools
import json
import math
import pathlib
import random
import sys
import time

STEP_LIMIT = 100_000  # a longer game counts as endless
SHOWN = 1500  # characters shown of each side of a difference

ASPECTS = ("legal", "outcomes", "results", "draws")


class Difference(Exception):
    def __init__(self, aspect, what, spec, engine):
        super().__init__(what)
        self.aspect, self.what, self.spec, self.engine = aspect, what, spec, engine


def expect(aspect, what, spec, engine):
    if spec != engine:
        raise Difference(aspect, what, spec, engine)


def load(game):
    """Loads the module of a game id. Ids are lower-case words, so nothing else can be imported."""
    here = pathlib.Path(__file__).parent
    if not (
        game.isascii() and game.isalpha() and game.islower() and (here / f"{game}.py").exists()
    ):
        raise SystemExit(f"check: no module for the game {game!r}")
    return importlib.import_module(game)


def player_counts(module):
    return getattr(module, "PLAYERS", None) or module.Game.PLAYERS


def all_options(module):
    """Every combination of a module's OPTIONS {name: values}."""
    options = getattr(module, "OPTIONS", None) or getattr(module.Game, "OPTIONS", {})
    return [dict(zip(options, values)) for values in itertools.product(*options.values())]


# --- randomness (docs/records.md)


def commitment(table, seed):
    return hashlib.blake2b(
        b"tafelrunde commit" + table.encode("ascii") + seed, digest_size=32
    ).digest()


def draw_key(seed, entropy):
    """Returns the key of the draws; entropy is a list with 32 bytes per seat, None for an
    opponent."""
    return hashlib.blake2b(
        seed + b"".join(e or bytes(32) for e in entropy), digest_size=32
    ).digest()


def words(key, stream, k):
    for i in itertools.count():
        block = b"".join(n.to_bytes(4, "little") for n in (stream, k, i))
        digest = hashlib.blake2b(block, key=key, digest_size=64).digest()
        for at in range(0, 64, 8):
            yield int.from_bytes(digest[at : at + 8], "little")


def draw(key, stream, k, outcomes):
    """Returns the notation of draw k of a stream; outcomes is the normal form of {notation:
    weight}."""
    n = sum(weight for _, weight in outcomes)
    w = next(w for w in words(key, stream, k) if w < 2**64 // n * n) % n
    for do, weight in outcomes:
        if w < weight:
            return do
        w -= weight


def normal(pairs):
    """Returns [[notation, weight], …] in byte order, with weights reduced by their common
    factor."""
    pairs = sorted([do, weight] for do, weight in pairs)
    factor = math.gcd(*(weight for _, weight in pairs)) or 1
    return [[do, weight // factor] for do, weight in pairs]


class Draws:
    """Recomputes a record's chance steps; a record without a seed is not checked."""

    def __init__(self, record):
        self.key = None
        self.count = {}  # stream -> chance steps so far
        if record.get("seed") is None:
            return
        seed = bytes.fromhex(record["seed"])
        entropy = record.get("entropy") or [None] * record["players"]
        expect("draws", "length of the seed", 32, len(seed))
        expect("draws", "seats in entropy", record["players"], len(entropy))
        expect("draws", "length of the table id", 22, len(record["table"]))
        expect(
            "draws", "commitment", commitment(record["table"], seed).hex(), record.get("commitment")
        )
        self.key = draw_key(seed, [e and bytes.fromhex(e) for e in entropy])

    def check(self, stream, outcomes, do):
        k = self.count.get(stream, 0)
        self.count[stream] = k + 1
        if self.key:
            expect("draws", f"draw {k} of stream {stream}", draw(self.key, stream, k, outcomes), do)
        return bool(self.key)


# --- replaying records against a trace


class Checker:
    def __init__(self, trace):
        self.trace = trace
        self.games = (
            self.steps
        ) = self.decisions = self.chances = self.results = self.draws = self.skipped = 0
        self.at = 0  # index of the step in the current game

    def trace_line(self, aspect, game_number):
        text = next(self.trace, None)
        if text is None:
            raise Difference(aspect, "trace", "another line", "end of the trace")
        line = json.loads(text)
        expect(
            aspect,
            "game and step of the trace",
            [game_number, self.at],
            [line.get("game"), line.get("step")],
        )
        return line

    def record(self, number, record):
        self.at = 0
        expect("legal", "format", "tafelrunde-record/1", record.get("format"))
        module = load(record["game"])
        if record["players"] not in player_counts(module):
            raise Difference("legal", "players", list(player_counts(module)), record["players"])
        options = all_options(module)
        if record["options"] not in options:
            raise Difference("legal", "options", f"one of {options}", record["options"])
        game = module.Game(record["players"], record["options"])
        draws = Draws(record)
        for self.at, (by, do) in enumerate(record["steps"]):
            if game.to_move() == "chance":
                self.chance(number, game, draws, by, do)
            else:
                self.decision(number, game, by, do)
            game.apply(by, do)
            self.steps += 1
        self.at = len(record["steps"])
        self.end(number, game, record)
        self.games += 1

    def chance(self, number, game, draws, by, do):
        line = self.trace_line("outcomes", number)
        expect("legal", "to_move", "chance", line.get("to_move"))
        spec = normal(game.outcomes().items())
        engine = line.get("outcomes") or []
        expect("outcomes", "order of the outcomes", sorted(engine), engine)
        expect("outcomes", "outcomes", spec, normal(engine))
        expect("legal", "who takes the step", "chance", by)
        if do not in game.outcomes():
            raise Difference("outcomes", "a step of the record", spec, do)
        self.chances += 1
        self.draws += draws.check(game.stream(), spec, do)

    def decision(self, number, game, by, do):
        line = self.trace_line("legal", number)
        seats = game.to_move()
        expect("legal", "to_move", seats, line.get("to_move"))
        engine = line.get("legal") or {}
        expect("legal", "seats with a legal list", [str(seat) for seat in seats], sorted(engine))
        legal = {}
        for seat in seats:
            legal[seat] = game.legal(seat)
            if sorted(legal[seat]) != engine[str(seat)]:
                raise Difference(
                    "legal", f"legal actions of seat {seat}", *only(legal[seat], engine[str(seat)])
                )
        if by not in seats or do not in legal[by]:
            raise Difference(
                "legal",
                "a step of the record",
                {seat: sorted(legal[seat]) for seat in seats},
                [by, do],
            )
        self.decisions += len(seats)

    def end(self, number, game, record):
        if game.to_move() != []:  # unfinished: neither a result nor a last line in the trace
            expect("results", "result of an unfinished game", None, record.get("result"))
            return
        spec = game.result()
        expect("results", "result in the record", spec, record.get("result"))
        line = self.trace_line("results", number)
        expect("results", "to_move at the end", [], line.get("to_move"))
        expect("results", "result in the trace", spec, line.get("result"))
        self.results += 1

    def names(self):
        size = f"{self.games} games, {self.steps} steps"
        return {
            "legal": f"{size}: legal sets agree ({self.decisions} lists)",
            "outcomes": f"{size}: outcomes agree ({self.chances} chance steps)",
            "results": f"{size}: results agree ({self.results} finished games)",
            "draws": f"{size}: draws agree ({self.draws} draws from a seed)",
        }


def only(spec, engine):
    """Returns the two sides of a differing legal list, reduced to what only one of them has."""
    extra, missing = sorted(set(engine) - spec), sorted(spec - set(engine))
    if not extra and not missing:
        return sorted(spec), engine  # only the order or a duplicate differs
    return ({"only here": missing, "of": len(spec)}, {"only here": extra, "of": len(engine)})


def lines_of(path):
    with sys.stdin if path == "-" else open(path, encoding="utf-8") as file:
        for line in file:
            if line.strip():
                yield line


def compare(records, trace, quiet):
    begun = time.monotonic()
    checker = Checker(lines_of(trace))
    difference, number = None, -1
    try:
        for number, text in enumerate(lines_of(records)):
            record = json.loads(text)
            # A record for one seat has hidden steps ("?"), so it cannot be replayed.
            if "seat" in record:
                checker.skipped += 1
                continue
            checker.record(number, record)
        if not checker.skipped and next(checker.trace, None) is not None:
            raise Difference("results", "trace", "no further line", "another line")
        if not checker.games:
            raise Difference("legal", "records", "at least one whole game", "none")
    except Difference as found:
        difference = found
    print(f"1..{len(ASPECTS)}")
    for n, aspect in enumerate(ASPECTS, 1):
        failed = difference is not None and difference.aspect == aspect
        print(
            f"{'not ok' if failed else 'ok'} {n} - {checker.names()[aspect]}"
            + (" before the difference" if difference and not failed else "")
        )
        if failed:
            print(f"# game {number}, step {checker.at}: {difference.what}")
            print(f"#   spec:   {json.dumps(difference.spec)[:SHOWN]}")
            print(f"#   engine: {json.dumps(difference.engine)[:SHOWN]}")
    if not quiet:
        print(f"# {checker.skipped} records of one seat left out, {time.monotonic() - begun:.1f} s")
    return 1 if difference else 0


# --- random games by the Python module alone


def random_game(game, rng):
    """Plays a game to its end; returns its steps."""
    steps = []
    while game.to_move() != []:
        if len(steps) == STEP_LIMIT:
            raise SystemExit("check: a game does not end")
        if game.to_move() == "chance":
            outcomes = game.outcomes()
            assert outcomes and all(weight > 0 for weight in outcomes.values())
            assert isinstance(game.stream(), int)
            by, do = "chance", rng.choices(list(outcomes), list(outcomes.values()))[0]
        else:
            legal = {seat: sorted(game.legal(seat)) for seat in game.to_move()}
            assert all(legal.values()), "a seat to move has no legal action"
            by = rng.choice(list(legal))
            do = rng.choice(legal[by])
        game.apply(by, do)
        steps.append([by, do])
    return steps


def self_play(name, games, seed):
    module = load(name)
    rng = random.Random(seed)
    combinations = list(itertools.product(player_counts(module), all_options(module)))
    print(f"1..{len(combinations)}")
    for n, (players, options) in enumerate(combinations, 1):
        begun = time.monotonic()
        lengths, scores, wins = [], [0] * players, [0] * players
        for _ in range(games):
            game = module.Game(players, options)
            lengths.append(len(random_game(game, rng)))
            result = game.result()
            for seat in range(players):
                scores[seat] += result["score"][seat]
                wins[seat] += (result["place"][seat] == 1) / result["place"].count(1)
        print(
            f"ok {n} - {name}, {players} players, {json.dumps(options)}: {games} games end, "
            f"{min(lengths)} to {max(lengths)} steps, {time.monotonic() - begun:.1f} s"
        )
        print(
            "#   mean score "
            + " ".join(f"{score / games:.2f}" for score in scores)
            + "  wins "
            + " ".join(f"{win / games:.3f}" for win in wins)
        )
    return 0


def main():
    parser = argparse.ArgumentParser(
        description="Compares an engine with the rules, written a second time."
    )
    parser.add_argument("records", nargs="?")
    parser.add_argument("trace", nargs="?")
    parser.add_argument("--quiet", action="store_true", help="TAP lines only, no statistics")
    parser.add_argument("--self-play", metavar="GAME")
    parser.add_argument("--games", type=int, default=100, help="self-play: games a combination")
    parser.add_argument("--seed", default="1", help="self-play: any text")
    args = parser.parse_args()
    if args.self_play:
        return self_play(args.self_play, args.games, args.seed)
    if not (args.records and args.trace):
        parser.error("two files, or --self-play GAME")
    return compare(args.records, args.trace, args.quiet)


if __name__ == "__main__":
    sys.exit(main())
