"""The worked examples and edge cases of Duell's rules (unittest)."""

import unittest

import duell
from steps import starting


class Duell(unittest.TestCase):
    LAYOUT = "power gold3 wood ore gold4 sand power wool stone".split()

    def layout(self, cards=None, holder=0):
        game = duell.Game(2, {})
        for seal in ("14", "23", "23", "14"):
            game.apply("chance", f"stack {seal}")
        game.sign = game.holder = game.seat = holder
        game.layout = dict(enumerate(cards or self.LAYOUT, 1))
        game.phase = "claim"
        return game

    def turn(self, cards, seat=0, holder=None):
        """Begins an evaluation of the seat with its cards at positions 1, 2, …"""
        game = self.layout((cards + self.LAYOUT)[:9], seat if holder is None else holder)
        game.cards[seat] = list(range(1, len(cards) + 1))
        game._begin_turn(seat)
        return game

    def worked(self, game, seat, *materials):
        for m in materials:
            source = game.raw if game.raw[seat][m] else game.supply
            source[seat][m] -= 1
            game.worked[seat][m] += 1

    def play(self, game, *steps):
        for by, do in steps:
            game.apply(by, do)
            self.assertEqual(game.bank + sum(game.gold), 74)

    def test_1_section_two(self):
        game = self.turn([], seat=1)
        self.worked(game, 1, "stone", "sand", "wool")
        game.worked[1]["wool"] -= 1
        game.built[1]["II"].add("wool")
        game.gold[1], game.bank = 7, 64
        self.play(game, (1, "done"), (1, "build II stone"))
        self.assertEqual(game.gold[1], 5)
        self.play(game, (1, "build II sand"))
        self.assertEqual((game.gold[1], game.bank), (11, 60))
        self.assertEqual(game.legal(1), {"end"})

    def test_2_lines_cross(self):
        game = self.layout()
        game.apply(0, "claim r1")
        self.assertEqual(game.legal(1), {f"claim {x}" for x in ("c1", "c2", "c3", "d1", "d2")})
        game = self.layout()
        game.apply(0, "claim d1")
        self.assertEqual(
            game.legal(1), {f"claim {x}" for x in ("r1", "r2", "r3", "c1", "c2", "c3", "d2")}
        )
        game.apply(1, "claim d2")
        self.assertEqual(game.contested, 5)

    def test_3_power_twice(self):
        game = self.layout()
        self.play(
            game,
            (0, "claim r1"),
            (1, "claim c2"),
            (0, "flip own"),
            ("chance", "side 3"),
            (1, "flip 05"),
            ("chance", "side 0"),
            (1, "yield"),
        )
        self.assertEqual(game.to_move(), [0])
        self.assertEqual(game.legal(0), {"use 1", "use 2", "use 3"})
        game.layout[8] = "power"
        self.play(game, (0, "use 1"), (0, "done"), (0, "end"))
        self.assertEqual(game.sign, 0)
        self.assertEqual(game.legal(1), {"use 5", "use 8"})
        self.play(game, (1, "use 8"), (1, "done"), (1, "end"))
        self.assertEqual((game.sign, game.holder, game.round), (1, 1, 2))

    def test_4_tie(self):
        for holder in (0, 1):
            other = 1 - holder
            game = self.layout(holder=holder)
            self.play(
                game,
                (holder, "claim r1"),
                (other, "claim c1"),
                (holder, "flip 23"),
                ("chance", "side 2"),
                (other, "flip own"),
                ("chance", "side 2"),
            )
            # The other seat is behind and cannot flip.
            self.assertEqual(game.to_move(), [holder])
            self.assertEqual((game.cards[holder], game.cards[other]), ([1, 2, 3], [4, 7]))
            self.assertEqual(game.stack, ["14", "23", "23", "14", "23"])

    def test_fight_and_keep(self):
        game = self.layout()
        game.seals[0]["14"] = 2
        self.play(game, (0, "claim r1"), (1, "claim c1"))
        self.assertEqual(game.legal(0), {"flip 05", "flip 14", "flip 23", "flip own"})
        self.play(game, (0, "flip 14"), ("chance", "side 1"))
        self.assertEqual(game.legal(1), {"flip 05", "flip 14", "flip 23", "flip own"})
        self.play(
            game,
            (1, "flip 05"),
            ("chance", "side 5"),
            (0, "flip 23"),
            ("chance", "side 2"),
            (0, "flip 14"),
            ("chance", "side 1"),
        )
        self.assertEqual(game.legal(0), {"flip 05", "flip own", "yield"})
        game.apply(0, "yield")
        self.assertEqual(game.legal(0), {"keep 14", "keep 23"})
        game.apply(0, "keep 14")
        self.assertEqual(game.stack[4:], ["05", "23", "14"])
        self.assertEqual(game.seals[0], {"05": 1, "14": 1, "23": 0})
        self.assertEqual((game.cards, game.to_move()), ([[2, 3], [1, 4, 7]], [0]))

    def test_lucky(self):
        game = self.layout()
        game.hand[1].add("lucky")
        self.play(
            game,
            (0, "claim r1"),
            (1, "claim c1"),
            (0, "flip 23"),
            ("chance", "side 3"),
            (1, "flip 05"),
        )
        self.assertEqual(game.stream(), 3)
        game.apply("chance", "side 0")
        self.assertEqual(game.legal(1), {"lucky", "stand"})
        self.play(game, (1, "lucky"), ("chance", "side 5"))
        self.assertEqual((game.sums, game.hand[1], game.to_move()), ([3, 5], set(), [0]))

    def test_market_and_short_bank(self):
        game = self.turn(["market3", "wool"])
        game.gold[0], game.gold[1], game.bank = 3, 69, 2
        self.play(game, (0, "use 2"), (0, "use 1"))
        self.assertEqual(game.legal(0), {"buy wood", "buy sand", "buy stone", "sell", "enough"})
        self.play(game, (0, "sell"))
        self.assertEqual((game.gold[0], game.bank), (5, 0))
        self.assertEqual(game.legal(0), {"sell", "enough"})
        self.play(game, (0, "sell"))
        self.assertEqual((game.gold[0], game.legal(0)), (5, {"enough"}))

    def test_persons(self):
        game = self.turn(["builder", "foreman"])
        self.assertEqual(game.legal(0), {"use 2", "done"})
        self.play(game, (0, "use 2"))
        self.assertEqual(game.legal(0), {"free wood", "free sand", "free stone", "enough"})
        self.play(game, (0, "free wood"))
        self.assertEqual(game.legal(0), {"done"})
        game = self.turn(["herbwife"], seat=1)
        game.stack = []
        self.play(game, (1, "use 1"))
        self.assertEqual((game.to_move(), game.legal(0)), ([0], {"give 05", "give 14", "give 23"}))
        self.play(game, (0, "give 05"))
        self.assertEqual((game.seals[1]["05"], game.stack, game.to_move()), (2, [], [1]))

    def test_once_cards(self):
        game = self.turn(["gold6", "steward"])
        game.hand[0] = {"tithe", "labour", "site", "journeyman"}
        self.assertEqual(
            game.legal(0),
            {
                "use 1",
                "use 2",
                "done",
                "play tithe",
                "play labour",
                "play site",
                "play journeyman wood",
                "play journeyman sand",
                "play journeyman stone",
            },
        )
        self.play(game, (0, "play tithe"), (0, "use 1"))
        self.assertEqual(game.gold[0], 15)
        self.worked(game, 0, "wood", "sand", "stone")
        self.play(
            game,
            (0, "use 2"),
            (0, "play labour"),
            (0, "play site"),
            (0, "done"),
            (0, "build I wood"),
        )
        self.assertEqual(game.gold[0], 15)
        self.play(game, (0, "build II sand"))
        self.assertEqual(game.gold[0], 13)
        self.assertEqual(starting(game.legal(0), "build"), {"build I stone", "build II stone"})

    def test_bonus_three_and_win(self):
        game = self.turn([])
        self.worked(game, 0, "ore")
        for m in ("wood", "wool"):
            game.supply[0][m] -= 1
            game.built[0]["III"].add(m)
        self.play(game, (0, "done"), (0, "build III ore"))
        self.assertEqual(game.legal(0), {"free wood", "free sand", "free stone", "enough"})
        self.play(game, (0, "free wood"), (0, "free sand"))
        self.assertEqual((game.to_move(), game.legal(0)), ([0], {"end"}))
        game.built[0]["I"] = {"wood", "sand", "stone"}
        game.built[0]["II"] = {"stone", "wool"}
        game.pieces, game.sections, game.bank, game.gold = 0, set(), 64, [5, 5]
        self.play(game, (0, "build II sand"))
        self.assertEqual(game.to_move(), [])
        self.assertEqual(
            game.result(),
            {
                "score": [9, 0],
                "place": [1, 2],
                "breakdown": {"sections": [3, 0], "materials": [9, 0], "gold": [3, 5]},
            },
        )

    def test_ranking(self):
        game = self.turn([])
        self.assertEqual(game.result()["place"], [2, 1])  # Philip
        game.gold = [4, 3]
        self.assertEqual(game.result()["place"], [1, 2])
        game.built[0]["I"] = {"wood", "sand", "stone"}
        game.built[1] = {"I": {"wood", "sand"}, "II": {"stone", "wool"}, "III": set()}
        self.assertEqual((game.result()["score"], game.result()["place"]), ([3, 4], [1, 2]))
