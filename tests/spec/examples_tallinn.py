"""The worked examples and edge cases of Tallinn's rules (unittest)."""

import itertools
import random
import unittest
from collections import Counter

import tallinn
from check import all_options, random_game
from steps import play


def tallinn_game(players=2, cards=None, start=None, **options):
    """A game after the deal: cards and start card by seat."""
    game = tallinn.Game(
        players, {"legate": False, "chronicle": False, "towers": "together", **options}
    )
    for seat in range(players):
        game.apply("chance", f"start {(start or '123456')[seat]}")
    if game.chronicle:
        game.apply("chance", f"chronicle {options['chronicle']}")
    for seat in range(players):
        for card in (cards or ["1 2 3"] * players)[seat].split():
            game.apply("chance", f"draw {card}")
    return game


class Tallinn(unittest.TestCase):
    def test_components(self):
        for cls in tallinn.CLASSES:
            self.assertEqual(2, sum(tallinn.HALVES[card][0] == cls for card in tallinn.COINS))
        self.assertEqual(
            6, len({tuple(sorted(Counter(s).items())) for s in tallinn.START.values()})
        )

    def test_example_1_final_scoring(self):
        points = [8, 5]
        for counts, after in (((9, 3), [13, 4]), ((3, 7), [13, 8]), ((6, 6), [15, 10])):
            points = [a + b for a, b in zip(points, tallinn.display_points(counts))]
            self.assertEqual(after, points)
        self.assertEqual({"m": 1, "k": 1, "o": 4}, tallinn.tower_persons({"8"}))
        self.assertEqual([0, 6], tallinn.tower_points([4, 5]))

    def test_example_1_as_a_whole_game(self):
        game = tallinn_game(cards=["9 7 3", "6 2 9"], start="14")
        for round_steps, contests in (
            ("0 play 9b; 1 play 6b; chance draw 8; chance draw 5", [0, 0]),
            ("0 play 7a; 1 play 2a; 1 tower hand 9; chance draw 5; chance draw 10", [0, 2]),
            (
                "0 play 3a; 1 play 5a; 0 tower hand 8; 1 tower hand 10;"
                " chance draw 10; chance draw 4",
                [2, 2],
            ),
            ("0 play 5b; 1 play 4a; 1 tower none; chance draw 6; chance draw 7", [2, 3]),
            ("0 play 10a; 1 play 7b; chance draw 2; chance draw 3", [2, 3]),
            (
                "0 play 6a; 1 play 3a; 0 tower none; 1 tower none; chance draw 4; chance draw 1",
                [4, 5],
            ),
            ("0 play 2a; 1 play 1b; 0 tower none; chance draw 1; chance draw 8", [6, 5]),
            ("0 play 4b; 1 play 8a", [6, 5]),
            ("0 play 1a; 0 tower none", [8, 5]),
        ):
            play(game, round_steps.split("; "))
            self.assertEqual(contests, game.parts["contests"])
        self.assertEqual([], game.to_move())
        self.assertEqual(
            [[9, 3, 6], [3, 7, 6]], [[game.persons(seat, c) for c in "mko"] for seat in (0, 1)]
        )
        self.assertEqual([4 + 15, 4 + 16], game.result()["score"])

    def test_example_2_halves(self):
        self.assertEqual(("mm", "ko"), tallinn.HALVES["7"])
        game = tallinn_game(cards=["7 8 9", "7 8 9"], start="25")  # kkm, kko
        play(game, ["0 play 7a", "1 play 7b"])
        self.assertEqual([3, 2, 0], [game.persons(0, c) for c in "mko"])
        self.assertEqual([0, 3, 2], [game.persons(1, c) for c in "mko"])

    def test_example_3_contest(self):
        game = tallinn_game(3, cards=["1 7 9", "7 8 9", "7 8 10"], start="163")  # ook, oom, mmk
        play(game, ["2 play 10a", "1 play 9a", "0 play 1a"])
        self.assertEqual([1, 0, 0], game.parts["contests"])  # 1 merchant against 1 and 5
        self.assertEqual([0], game.to_move())
        self.assertEqual({"tower none", "tower 1", "tower hand 7", "tower hand 9"}, game.legal(0))

    def test_contest_none_of_the_class_gives_nothing(self):
        self.assertEqual(0, tallinn.contest_points(0, [0, 3]))
        self.assertEqual(3, tallinn.contest_points(2, [2, 1, 3]))

    def test_answers_take_effect_at_the_reveal(self):
        game = tallinn_game()
        game.apply(1, "play 3b")
        self.assertEqual([0], game.to_move())
        self.assertEqual({}, game.display[1])
        game.apply(0, "play 2b")
        self.assertEqual([{"2": "b"}, {"3": "b"}], game.display)

    def test_exchange(self):
        game = tallinn_game(cards=["1 2 3", "4 L 6"], legate=True)
        play(game, ["1 exchange L", "0 done", "1 exchange 4", "1 exchange 6"])
        self.assertEqual({"done"}, game.legal(1))
        self.assertEqual([4, 4], game.parts["start"])
        game.apply(1, "done")
        self.assertEqual([4, 1], game.parts["start"])
        self.assertEqual({f"draw {c}": 1 for c in "1 2 3 5 7 8 9 10".split()}, game.outcomes())
        self.assertEqual(3, game.stream())
        play(game, ["chance draw 1", "chance draw 2", "chance draw 3"])
        self.assertEqual([0, 1], game.to_move())
        last = []
        while game.to_move() == "chance" or game.pile[1] or game.under[1]:
            if game.to_move() == "chance":
                if game.stream() == 3 and not game.pile[1]:
                    self.assertEqual(1, len(game.outcomes()))
                    last += game.outcomes()
                game.apply("chance", min(game.outcomes()))
            else:
                seat = game.to_move()[0]
                legal = game.legal(seat)
                game.apply(seat, "tower none" if "tower none" in legal else min(legal))
        self.assertEqual(["draw L", "draw 4", "draw 6"], last)

    def test_legate_contest(self):
        game = tallinn_game(3, cards=["L 7 9", "1 8 9", "L 8 10"], start="163", legate=True)
        play(game, ["0 done", "1 done", "2 done", "0 play Lb", "1 play 1a", "2 play Lb"])
        self.assertEqual([0, 2], game.to_move())
        self.assertEqual({"contest m", "contest k", "contest o", "contest none"}, game.legal(2))
        play(game, ["2 contest none", "0 contest m"])
        # m: 0 + 2 against 2 and 2 -> 1 + 1
        # seat 1's contest: 2 against 0 (without the extra ones) and 2 -> 2 + 1
        self.assertEqual([2, 3, 0], game.parts["contests"])
        self.assertEqual([0, 1], game.to_move())
        self.assertIn("tower L", game.legal(0))

    def test_leader_and_lots(self):
        game = tallinn_game(3, cards=["1 7 8", "3 7 8", "5 7 8"], start="123", towers="leader")
        play(game, ["0 play 1a", "1 play 3a", "2 play 5a"])
        # m: 1 against 1, 2 -> 1; k: 3 against 1, 1 -> 4; o: 1 against 2, 0 -> 2
        self.assertEqual([1, 4, 2], game.parts["contests"])
        for seat in (1, 2, 0):
            self.assertEqual([seat], game.to_move())
            game.apply(seat, "tower none")
        game = tallinn_game(2, cards=["1 7 8", "2 7 8"], start="15", towers="leader")
        play(game, ["0 play 1a", "1 play 2a"])  # m 1 each
        self.assertEqual({"first 0": 1, "first 1": 1}, game.outcomes())
        self.assertEqual(6, game.stream())
        play(game, ["chance first 1", "1 tower hand 7", "0 tower 1"])
        self.assertEqual(2, game.stream())  # seat 0's draw: the last one needs no lot
        self.assertEqual([{"1"}, {"7"}], game.towers)

    def test_leader_lots_anew(self):
        game = tallinn_game(3, cards=["3 7 8", "5 7 8", "1 7 8"], start="156", towers="leader")
        play(game, ["0 play 3a", "1 play 5a", "2 play 1a"])
        # k: 2 against 2, 0 -> 3; o: 2 against 2, 2 -> 2; m: 2 against 0, 0 -> 4
        self.assertEqual([3, 2, 4], game.parts["contests"])
        # Seat 2 is already deciding; a lot determines who of the others comes next.
        game.parts["contests"] = [3, 3, 3]
        play(game, ["2 tower none"])
        self.assertEqual({"first 0": 1, "first 1": 1}, game.outcomes())

    def test_chronicle_own(self):
        game = tallinn_game(2, chronicle="C1 C2")
        # 5 and 2 merchants; start cards do not count
        game.display = [{"7": "a", "3": "b", "10": "b"}, {"7": "a"}]
        list(game.score_chronicle("C1", 0))
        self.assertEqual([4, 0], game.parts["chronicle"])
        list(game.score_chronicle("C1", 1))
        self.assertEqual([6, 0], game.parts["chronicle"])

    def test_chronicle_give_up(self):
        game = tallinn_game(3, chronicle="C4 C5")
        game.display = [{"7": "a", "3": "b", "1": "a", "9": "a"}, {"1": "a", "9": "a"}, {}]
        script = game.score_chronicle("C4", 1)  # m, 3 / 5
        game._script, game._question = script, next(script)
        self.assertEqual([0, 1, 2], game.to_move())
        self.assertEqual({"done"}, game.legal(1))  # one merchant only
        self.assertEqual({"done"}, game.legal(2))
        self.assertEqual({"done", "drop 7", "drop 3", "drop 1"}, game.legal(0))
        play(game, ["0 drop 7"])
        self.assertEqual({"drop 3", "drop 1"}, game.legal(0))
        play(game, ["0 drop 1"])
        self.assertEqual({"drop 3", "done"}, game.legal(0))
        play(game, ["0 drop 3", "2 done", "0 done"])
        self.assertEqual(4, len(game.display[0]))
        game.apply(1, "done")
        self.assertEqual({"9": "a"}, game.display[0])
        self.assertEqual([6, 0, 0], game.parts["chronicle"])

    def final(self, players, **position):
        game = tallinn_game(players, cards=["1 2 3"] * players, legate=False)
        for name, value in position.items():
            setattr(game, name, value)
        game._script = game.final_scoring()
        game._send(None)
        return game

    def test_final_legate(self):
        # seat 0 (ook): Lb, 7a -> m2 k1 o2: k is least, so there is no step
        # seat 1 (kkm): Lb, 6a -> m1 k2 o1: chooses m or o
        game = self.final(2, display=[{"L": "b", "7": "a"}, {"L": "b", "6": "a"}])
        self.assertEqual([1], game.to_move())
        self.assertEqual({"legate m", "legate o"}, game.legal(1))
        game.apply(1, "legate m")  # m 2:3, k 3:2, o 2:1
        self.assertEqual([12, 8], game.result()["score"])
        self.assertEqual([0, 4], game.result()["breakdown"]["merchants"])

    def test_legate_tower(self):
        self.assertEqual({"m": 3, "k": 1, "o": 1}, tallinn.tower_persons({"L"}))
        self.assertEqual({"m": 5, "k": 2, "o": 3}, tallinn.tower_persons({"L", "10"}))
        self.assertEqual(5, sum(tallinn.tower_persons({"L"}).values()))

    def test_ties(self):
        # Displays and the best class on the towers are equal, so the persons on the towers decide:
        # card 1 has m+kk, card 7 mm+ko.
        game = self.final(2, start=["1", "1"], towers=[{"1"}, {"7"}])
        result = game.result()
        self.assertEqual(result["score"][0], result["score"][1])
        self.assertEqual([2, 1], result["place"])
        game = self.final(2, start=["1", "1"], towers=[set(), set()])
        self.assertEqual([0, 0], game.result()["breakdown"]["towers"])
        self.assertEqual([1, 1], game.result()["place"])

    def test_payment_may_lead_below_zero(self):
        self.assertEqual([15, -1, -1, -1], tallinn.display_points([5, 0, 0, 0]))
        self.assertEqual([4, 0], tallinn.display_points([4, 0]))

    def test_conservation(self):
        rng = random.Random(2)
        for players, options in itertools.product(tallinn.PLAYERS, all_options(tallinn)):
            for _ in range(20):
                game = tallinn.Game(players, options)
                steps = random_game(game, rng)
                result = game.result()
                self.assertEqual(
                    result["score"], [sum(p) for p in zip(*result["breakdown"].values())]
                )
                for seat in range(players):
                    self.assertFalse(game.hand[seat] or game.pile[seat] or game.under[seat])
                    self.assertFalse(game.towers[seat] & set(game.display[seat]))
                    dropped = sum(by == seat and do.startswith("drop ") for by, do in steps)
                    self.assertEqual(
                        11 if options["legate"] else 10,
                        len(game.towers[seat]) + len(game.display[seat]) + dropped,
                    )
