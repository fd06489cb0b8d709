"""The worked examples of rules/rattus.md and rules/duell.md, and the corner cases they name."""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import duell
import rattus

RED, YELLOW, GREEN, BLUE = range(4)


def starting(legal, verb):
    return {do for do in legal if do.split()[0] == verb}


class Rattus(unittest.TestCase):
    def turn(self, players=4, rats=None, cubes=(), plague="IT", seat=RED, **owners):
        """A position in the free part of a turn; rats: region -> number, cubes: (seat, region, number)."""
        game = rattus.Game(players, {})
        if rats is not None:
            game.rats = {r: [rattus.Token("start") for _ in range(rats.get(r, 0))] for r in game.regions}
        for owner, region, number in cubes:
            game._place(owner, region, number)
        game.owner.update(owners)
        game.plague = plague
        game._begin_turn(seat)
        return game

    def play(self, game, *steps):
        for by, do in steps:
            game.apply(by, do)

    def test_1_grow(self):
        for do, number in (("grow GA", 3), ("grow GE", 1)):
            game = self.turn(rats={"GA": 3, "GE": 1})
            self.assertEqual(starting(game.legal(RED), "grow"), {"grow GA", "grow GE"})
            self.assertEqual(starting(game.legal(RED), "plague"), set())
            game.apply(RED, do)
            self.assertEqual(game.cubes[RED][do[5:]], number)

    def test_2_ravage(self):
        game = self.turn(rats={"GA": 3}, cubes=[(GREEN, "GA", 2), (YELLOW, "GA", 1)],
                         K=YELLOW, P=GREEN, B=GREEN, C=BLUE, W=BLUE, R=BLUE)
        game.grew = True
        self.play(game, (RED, "plague GA"), (RED, "rat HI"), (RED, "rat HI"))
        self.assertEqual(len(game.rats["HI"]), 2)
        self.assertEqual(game.to_move(), "chance")
        self.assertEqual(game.outcomes(), {f"reveal {face}": 1 for face in rattus.START})
        game.apply("chance", "reveal S01")
        self.assertEqual((game.cubes[GREEN]["GA"], game.cubes[YELLOW]["GA"]), (1, 1))
        game.rats["GA"][0].origin = game.rats["GA"][1].origin = "supply"    # so that N faces can come
        game.apply("chance", "reveal N08")
        self.assertEqual((game.cubes[GREEN]["GA"], game.cubes[YELLOW]["GA"]), (1, 1))
        game.apply("chance", "reveal N06")
        self.assertEqual((game.cubes[GREEN]["GA"], game.cubes[YELLOW]["GA"]), (0, 0))
        self.assertEqual((game.supply[GREEN], game.supply[YELLOW], game.supply[BLUE]), (20, 20, 20))
        self.assertEqual(game.rats["GA"], [])
        self.assertEqual(game.to_move(), [YELLOW])

    def test_3_knight(self):
        for answer, lost in (("yes", 1), ("no", 0)):
            for face in ("S06", "S09"):     # 3 BK and 4 PB
                game = self.turn(rats={"SC": 1}, cubes=[(GREEN, "SC", 2)], K=RED, B=GREEN)
                game.grew = True
                self.assertIn("plague SC", game.legal(RED))
                self.assertNotIn("plague IT", game.legal(RED))
                self.play(game, (RED, "plague SC"), (RED, "rat AN"), (RED, "knight " + answer),
                          ("chance", "reveal " + face))
                self.assertEqual(game.cubes[GREEN]["SC"], 2 - lost)
        game = self.turn(K=BLUE)
        game.grew = True
        self.assertNotIn("plague SC", game.legal(RED))

    def test_4_peasants(self):
        for do, number in (("grow GA P", 4), ("grow IT P", 1)):
            game = self.turn(rats={"GA": 3}, P=RED)
            self.assertIn("grow GA", game.legal(RED))
            self.assertNotIn("grow IT", game.legal(RED))
            game.apply(RED, do)
            self.assertEqual(game.cubes[RED][do[5:7]], number)

    def test_weights_of_faces(self):
        game = self.turn(players=2, rats={"GA": 1}, W=RED)
        game.rats["GA"][0].origin = "supply"
        game.tokens -= 1
        game.apply(RED, "witch GA 1")
        outcomes = game.outcomes()
        self.assertEqual((len(outcomes), outcomes["peek S01"], outcomes["peek N01"]), (49, 4 * 37, 25 * 12))
        game.apply("chance", "peek N01")
        self.assertEqual((game.s, game.k), (4, 24))
        self.assertEqual(game.legal(RED), {"witch stop"})
        game = self.turn(players=4, rats={"GA": 1}, W=RED)      # s = 0: start faces are not listed
        game.rats["GA"][0].origin = "supply"
        game.apply(RED, "witch GA 1")
        self.assertEqual(len(game.outcomes()), 37)

    def test_witch_swap_in_a_region(self):
        game = self.turn(rats={"GA": 3}, W=RED)
        one, two, three = game.rats["GA"]
        self.play(game, (RED, "witch GA 1"), ("chance", "peek S01"))
        self.assertEqual(game.legal(RED), {"witch GA 2", "witch GA 3", "witch stop"})
        self.play(game, (RED, "witch GA 3"), ("chance", "peek S02"))
        self.assertEqual(game.legal(RED), {"swap", "keep"})
        game.apply(RED, "swap")
        self.assertEqual(game.rats["GA"], [three, two, one])
        self.assertEqual(starting(game.legal(RED), "witch"), set())

    def test_monk_order(self):
        game = self.turn(rats={"GA": 2, "GE": 1, "IT": 3}, C=RED)
        one, two = game.rats["GA"]
        self.assertNotIn("monk GA 1 IT", game.legal(RED))
        game.apply(RED, "monk GA 1 GE")
        self.assertEqual(game.rats["GA"], [two])
        self.assertIs(game.rats["GE"][-1], one)

    def test_spread_without_room(self):
        game = self.turn(players=2, rats={"HI": 2, "GA": 3, "IT": 2}, plague="GA")
        game.grew = True
        self.play(game, (RED, "plague HI"))
        self.assertEqual(game.legal(RED), {"rat IT"})
        self.play(game, (RED, "rat IT"))
        self.assertEqual(game.to_move(), [1])

    def test_the_end(self):
        game = self.turn(rats={"HI": 1, "GA": 1}, cubes=[(RED, "AN", 3), (GREEN, "SC", 3), (BLUE, "PO", 2)],
                         plague="GA", seat=GREEN, K=BLUE, P=YELLOW)
        game.tokens, game.grew = 1, True
        self.play(game, (GREEN, "plague HI"), (GREEN, "rat IT"))
        self.assertEqual(game.to_move(), [YELLOW])      # counter-clockwise
        self.assertEqual(len(game.legal(YELLOW)), 13)
        self.play(game, (YELLOW, "peasant PO"))
        self.assertEqual(game.legal(YELLOW), {"done"})
        self.play(game, (YELLOW, "done"), (RED, "done"))
        self.assertEqual(game.legal(BLUE), {"done", "knight HI", "knight GA", "knight IT", "knight AN", "knight GE",
                                            "knight HU", "knight TU"})
        self.play(game, (BLUE, "knight HI"), (BLUE, "done"))
        self.assertEqual(game.to_move(), [])
        self.assertEqual(game.result(), {"score": [3, 1, 3, 2], "place": [1, 4, 2, 3],
                                         "breakdown": {"regions": [3, 1, 3, 2], "castle": [0] * 4,
                                                       "supply": [17, 19, 17, 18]}})

    def test_knight_counts_in_the_final_plague(self):
        for knight, left in ((True, 0), (False, 1)):
            game = self.turn(rats={"GA": 1, "HI": 1}, cubes=[(BLUE, "GA", 1)], plague="HI", K=BLUE, B=BLUE)
            game.ender, game.last = RED, [BLUE]
            game._next_last()
            if knight:
                game.apply(BLUE, "knight GA")
            self.play(game, (BLUE, "done"), ("chance", "reveal S06"))       # 3 BK
            self.assertEqual(game.to_move(), [])
            self.assertEqual(game.cubes[BLUE]["GA"], left)


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
        """The beginning of an evaluation of the seat, with its cards at positions 1, 2, …"""
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
        self.assertEqual(game.legal(1), {f"claim {x}" for x in ("r1", "r2", "r3", "c1", "c2", "c3", "d2")})
        game.apply(1, "claim d2")
        self.assertEqual(game.contested, 5)

    def test_3_power_twice(self):
        game = self.layout()
        self.play(game, (0, "claim r1"), (1, "claim c2"), (0, "flip own"), ("chance", "side 3"),
                  (1, "flip 05"), ("chance", "side 0"), (1, "yield"))
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
            self.play(game, (holder, "claim r1"), (other, "claim c1"), (holder, "flip 23"), ("chance", "side 2"),
                      (other, "flip own"), ("chance", "side 2"))      # behind, and cannot flip
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
        self.play(game, (1, "flip 05"), ("chance", "side 5"), (0, "flip 23"), ("chance", "side 2"),
                  (0, "flip 14"), ("chance", "side 1"))
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
        self.play(game, (0, "claim r1"), (1, "claim c1"), (0, "flip 23"), ("chance", "side 3"), (1, "flip 05"))
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
        self.assertEqual(game.legal(0), {"use 1", "use 2", "done", "play tithe", "play labour", "play site",
                                         "play journeyman wood", "play journeyman sand", "play journeyman stone"})
        self.play(game, (0, "play tithe"), (0, "use 1"))
        self.assertEqual(game.gold[0], 15)
        self.worked(game, 0, "wood", "sand", "stone")
        self.play(game, (0, "use 2"), (0, "play labour"), (0, "play site"), (0, "done"), (0, "build I wood"))
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
        self.assertEqual(game.result(), {"score": [9, 0], "place": [1, 2], "breakdown": {
            "sections": [3, 0], "materials": [9, 0], "gold": [3, 5]}})

    def test_ranking(self):
        game = self.turn([])
        self.assertEqual(game.result()["place"], [2, 1])            # Philip
        game.gold = [4, 3]
        self.assertEqual(game.result()["place"], [1, 2])
        game.built[0]["I"] = {"wood", "sand", "stone"}
        game.built[1] = {"I": {"wood", "sand"}, "II": {"stone", "wool"}, "III": set()}
        self.assertEqual((game.result()["score"], game.result()["place"]), ([3, 4], [1, 2]))


if __name__ == "__main__":
    unittest.main()
