#!/usr/bin/env python3
"""Tests check.py: records and traces of the Python modules pass, each kind of damage is found
(unittest)."""

import contextlib
import copy
import hashlib
import io
import json
import pathlib
import random
import tempfile
import unittest

import check


def simulate(name, players, options, number):
    """Returns (record, trace lines) of a random game, as an engine would write them."""
    module = check.load(name)
    rng = random.Random(number)
    seed = hashlib.blake2b(f"examples/{number}".encode(), digest_size=32).digest()
    entropy = [None, *(rng.randbytes(32) for _ in range(players - 1))]
    table = f"{number:022d}"
    key = check.draw_key(seed, entropy)
    game, steps, lines, counts = module.Game(players, options), [], [], {}
    while game.to_move() != []:
        line = {"game": number, "step": len(steps), "to_move": game.to_move()}
        if game.to_move() == "chance":
            outcomes = check.normal(game.outcomes().items())
            k = counts[game.stream()] = counts.get(game.stream(), -1) + 1
            by, do = "chance", check.draw(key, game.stream(), k, outcomes)
            line["outcomes"] = [[do, 3 * weight] for do, weight in outcomes]
        else:
            legal = {seat: sorted(game.legal(seat)) for seat in game.to_move()}
            by = rng.choice(game.to_move())
            do = rng.choice(legal[by])
            line["legal"] = {str(seat): dos for seat, dos in legal.items()}
        lines.append(line)
        steps.append([by, do])
        game.apply(by, do)
    lines.append({"game": number, "step": len(steps), "to_move": [], "result": game.result()})
    record = {
        "format": "tafelrunde-record/1",
        "game": name,
        "rules": 1,
        "components": "0" * 16,
        "players": players,
        "options": options,
        "table": table,
        "commitment": check.commitment(table, seed).hex(),
        "seed": seed.hex(),
        "entropy": [e and e.hex() for e in entropy],
        "steps": steps,
        "result": game.result(),
    }
    return record, lines


class Check(unittest.TestCase):
    def compare(self, records, lines):
        """Returns the exit status and the TAP output."""
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for name, objects in (("records", records), ("trace", lines)):
                paths.append(pathlib.Path(folder, name))
                paths[-1].write_text("".join(json.dumps(o) + "\n" for o in objects))
            with contextlib.redirect_stdout(io.StringIO()) as out:
                status = check.compare(*paths, True)
        return status, out.getvalue()

    def games(self):
        yield simulate("tallinn", 3, {"legate": True, "chronicle": True, "towers": "leader"}, 0)
        yield simulate("kardinal", 4, {}, 1)

    def setUp(self):
        games = list(self.games())
        self.records = [record for record, _ in games]
        self.lines = [line for _, lines in games for line in lines]

    def fails(self, test, what):
        status, out = self.compare(self.records, self.lines)
        self.assertEqual(1, status, out)
        self.assertIn(f"not ok {test} ", out)
        self.assertEqual(1, out.count("not ok"))
        self.assertIn(what, out)

    def test_agreement(self):
        status, out = self.compare(self.records, self.lines)
        self.assertEqual(0, status, out)
        self.assertEqual(5, len(out.splitlines()))
        self.assertNotIn("not ok", out)

    def test_without_seed_and_unfinished(self):
        record = copy.deepcopy(self.records[0])
        del record["seed"], record["result"]
        record["steps"] = record["steps"][:40]
        status, out = self.compare([record], self.lines[:40])
        self.assertEqual(0, status, out)
        self.assertIn("(0 draws", out)

    def test_legal(self):
        at = next(i for i, line in enumerate(self.lines) if "legal" in line)
        self.lines[at]["legal"]["0"].pop()
        self.fails(1, f"step {at}")

    def test_legal_order(self):
        line = next(line for line in self.lines if "legal" in line)
        line["legal"]["0"].reverse()
        self.fails(1, "legal actions of seat 0")

    def test_illegal_step(self):
        at = next(i for i, (by, _) in enumerate(self.records[1]["steps"]) if by == 0)
        self.records[1]["steps"][at][1] = "pass"
        self.fails(1, f"game 1, step {at}")

    def test_outcomes(self):
        self.lines[4]["outcomes"][0][1] += 1
        self.fails(2, "game 0, step 4")

    def test_results(self):
        self.records[1]["result"]["breakdown"]["chains"][2] += 1
        self.fails(3, "result in the record")

    def test_result_in_the_trace(self):
        self.lines[-1]["result"]["place"][2] += 1
        self.fails(3, "result in the trace")

    def test_trace_ends_early(self):
        self.lines.pop()
        self.fails(3, "end of the trace")

    def test_commitment(self):
        self.records[0]["commitment"] = "0" * 64
        self.fails(4, "commitment")

    def test_draws(self):
        self.records[1]["entropy"][2] = "00" * 32
        self.fails(4, "of stream 0")

    def test_rejection(self):
        """Half of the random words are too large for n = 2^63 + 1; each draw takes the first one
        that is not."""
        key, n = bytes(range(32)), 2**63 + 1
        for k in range(50):
            first = next(w for w in check.words(key, 2, k) if w < n)
            self.assertEqual(
                "b" if first == n - 1 else "a", check.draw(key, 2, k, [["a", n - 1], ["b", 1]])
            )
        self.assertEqual("a", check.draw(key, 0, 0, [["a", 1]]))


if __name__ == "__main__":
    unittest.main()
