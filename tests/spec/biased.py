#!/usr/bin/env python3
"""Compares engine and Python modules in games that random play hardly ever produces.

    biased.py PROGRAM [--game GAME] [--games N] [--times N] [--seed TEXT] [--keep FOLDER]

The Python modules play with a bias, and the engine replays the records. Every seat has a policy,
and so has chance: a record without a seed may contain any draws. Some policies fit every game
(never stop early, stop at once, the rarest step so far), others belong to one game (policies.py).
Situations (situations.py) are counted. A game that met a rare one is often resumed a few steps
before it and played on differently. check.py compares the traces. The seed determines everything.
"""

import argparse
import collections
import contextlib
import io
import itertools
import json
import pathlib
import random
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import check
import policies
import situations
import tap

# Games per batch, which takes about 5 s.
GAMES = {"kardinal": 150, "duell": 280, "tallinn": 400, "rattus": 240}
KEPT = 4  # games kept per situation
AGAIN = 0.45  # probability of resuming an earlier game
THEMED = 0.15  # probability that seats and chance share a goal
BACK = (0, 1, 2, 5, 12, 30, 80)  # steps before the situation at which to resume
ERRORS = (0, 0, 0.03, 0.2)  # probability of a random step instead of the policy
WIDTH = 150  # of a line of the table

Played = collections.namedtuple("Played", "players options steps result")


class Play:
    """Plays biased games of one module and counts what happens in them."""

    def __init__(self, name, seed):
        self.name = name
        self.module = check.load(name)
        self.rng = random.Random(f"{name} {seed}")
        self.sets = itertools.cycle(
            itertools.product(check.player_counts(self.module), check.all_options(self.module))
        )
        self.labels = collections.Counter()  # what the table shows
        self.rare = collections.Counter()  # notations, and buckets of the coverage-guided policies
        self.situations = collections.Counter(dict.fromkeys(situations.ALL[name], 0))
        # situation -> [(players, options, steps up to it)]
        self.corpus = collections.defaultdict(list)

    # --- one game

    def game(self):
        players, options, prefix, (seats, chance) = self.begin()
        game = self.module.Game(players, options)
        watch = situations.WATCH[self.name](game)
        steps = []
        for by, do in prefix:
            watch.step(by, do, None if by == "chance" else game.legal(by))
            steps.append([by, do])
        while game.to_move() != []:
            if len(steps) == check.STEP_LIMIT:
                raise SystemExit("biased: a game does not end")
            if game.to_move() == "chance":
                by, legal = "chance", None
                do = self.drawn(game, chance)
            else:
                by = self.rng.choice(game.to_move())
                legal = game.legal(by)
                do = self.chosen(game, by, sorted(legal), *seats[by])
            self.count(game, by, do, legal)
            found = watch.step(by, do, legal)
            steps.append([by, do])
            self.met(found, players, options, steps)
        result = game.result()
        self.met(watch.end(result), players, options, steps)
        return Played(players, options, steps, result)

    def begin(self):
        """Returns players, options, the first steps and biases. The steps are none, or those of an
        earlier game until shortly before a rare situation."""
        if self.corpus and self.rng.random() < AGAIN:
            known = list(self.corpus)
            what = self.rng.choices(known, [1 / self.situations[name] for name in known])[0]
            players, options, steps = self.rng.choice(self.corpus[what])
            return (
                players,
                options,
                steps[: max(0, len(steps) - 1 - self.rng.choice(BACK))],
                self.biases(players),
            )
        players, options = next(self.sets)
        themes = policies.THEMES[self.name]
        if themes and self.rng.random() < THEMED:
            wanted, seats, chance = self.rng.choice(themes)
            players, error = wanted or players, self.rng.choice(ERRORS)
            return (
                players,
                options,
                [],
                ([(seats[seat % len(seats)], error) for seat in range(players)], chance),
            )
        return players, options, [], self.biases(players)

    def biases(self, players):
        """Returns one (policy, error) per seat, often the same for all, and one for chance."""
        everybody = policies.seats(self.name, self.rare)
        one = self.rng.choice(everybody)
        alike = self.rng.random() < 0.6
        error = self.rng.choice(ERRORS)
        seats = [(one if alike else self.rng.choice(everybody), error) for _ in range(players)]
        return seats, self.rng.choice(policies.chance(self.name, self.rare))

    def chosen(self, game, seat, legal, policy, error):
        if len(legal) == 1 or self.rng.random() < error:
            return self.rng.choice(legal)
        return self.best({do: policy(game, seat, do, legal) for do in legal})

    def drawn(self, game, policy):
        outcomes = dict(sorted(game.outcomes().items()))
        if policy is None or len(outcomes) == 1:
            return self.rng.choices(list(outcomes), list(outcomes.values()))[0]
        return self.best({do: policy(game, "chance", do, list(outcomes)) for do in outcomes})

    def best(self, values):
        most = max(values.values())
        return self.rng.choice([do for do, value in values.items() if value == most])

    # --- counting

    def count(self, game, by, do, legal):
        self.rare[do] += 1
        if legal is not None:
            self.rare[policies.bucket(game, do, legal)] += 1
        self.labels[situations.label(self.name, game, by, do)] += 1

    def met(self, names, players, options, steps):
        for name in names:
            self.situations[name] += 1
            kept = self.corpus[name]
            if len(kept) < KEPT:
                kept.append((players, options, list(steps)))
            elif self.situations[name] < 1000 and self.rng.random() < KEPT / self.situations[name]:
                kept[self.rng.randrange(KEPT)] = (players, options, list(steps))

    def table(self):
        """Returns lines that say how often each thing happened."""

        def folded(title, counts):
            line = f"{title}:"
            for n, (name, count) in enumerate(counts):
                item = f" {name} {count}" + ("," if n + 1 < len(counts) else "")
                if len(line) + len(item) > WIDTH:
                    yield line
                    line = " " * (len(title) + 1)
                line += item
            yield line

        yield from folded(f"{self.name} steps", sorted(self.labels.items()))
        yield from folded(f"{self.name} situations", list(self.situations.items()))


# --- records


def head(program, game):
    """Returns the members of a record that describe the rules and components of the engine."""
    told = json.loads(tap.output(program, "components", game, "--json"))
    return {"rules": told["rules"], "components": told["components"]}


def write(path, program, name, played):
    first = {"format": "tafelrunde-record/1", "game": name, **head(program, name)}
    with open(path, "w", encoding="utf-8") as file:
        for game in played:
            record = {
                **first,
                "players": game.players,
                "options": game.options,
                "table": "A" * 22,
                "commitment": "0" * 64,
                "entropy": [None] * game.players,
                "steps": game.steps,
                "result": game.result,
            }
            file.write(json.dumps(record, separators=(",", ":")) + "\n")


def compare(program, name, played, folder):
    """Replays and compares; the failure is the output of check.py."""
    records, trace = folder / f"{name}.jsonl", folder / f"{name}.trace.jsonl"
    write(records, program, name, played)
    with open(trace, "wb") as file:
        done = tap.run(program, "replay", records, "--trace", stdout=file, timeout=600)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        status = check.compare(str(records), str(trace), quiet=True)
    if status:
        raise AssertionError(
            "\n".join(
                line for line in said.getvalue().splitlines() if not line.startswith(("ok", "1.."))
            )
        )
    if done.returncode or done.stderr:
        raise AssertionError(
            f"replay: status {done.returncode}, {done.stderr.decode(errors='replace')}"
        )


def all_met(play):
    missing = [name for name in situations.MUST[play.name] if not play.situations[name]]
    if missing:
        raise AssertionError("never: " + ", ".join(missing))


def check_game(cases, program, name, folder, games=None, times=1, seed="biased"):
    """Plays batches of games and prints the table of all of them."""
    play = Play(name, seed)
    for batch in range(times):
        played = [play.game() for _ in range(games or GAMES[name])]
        steps = sum(len(game.steps) for game in played)
        number = f" ({batch + 1} of {times})" if times > 1 else ""
        if not cases.case(
            f"{name}: {len(played)} biased games, {steps} steps, agree with the spec{number}",
            compare,
            program,
            name,
            played,
            folder,
        ):
            break
    cases.case(
        f"{name}: the biased games meet every one of {len(situations.MUST[name])} situations",
        all_met,
        play,
    )
    for line in play.table():
        print(f"# {line}", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description="Biased games by the Python modules, replayed by the engine."
    )
    parser.add_argument("program")
    parser.add_argument("--game", choices=sorted(situations.ALL))
    parser.add_argument("--games", type=int, help="in a batch")
    parser.add_argument("--times", type=int, default=1, help="batches")
    parser.add_argument("--seed", default="biased", help="any text")
    parser.add_argument("--keep", metavar="FOLDER", help="leave records and traces there")
    args = parser.parse_args()
    cases = tap.Tap()
    with tempfile.TemporaryDirectory() as folder:
        for name in [args.game] if args.game else situations.ALL:
            check_game(
                cases,
                args.program,
                name,
                pathlib.Path(args.keep or folder),
                args.games,
                args.times,
                args.seed,
            )
    return cases.end()


if __name__ == "__main__":
    sys.exit(main())
