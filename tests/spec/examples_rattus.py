"""The worked examples of Rattus's rules, and the corners that they name (unittest)."""

import unittest

import rattus
from steps import starting

RED, YELLOW, GREEN, BLUE = range(4)


class Rattus(unittest.TestCase):
    def turn(self, players=4, rats=None, cubes=(), plague="IT", seat=RED, **owners):
        """A position in the free part of a turn; rats: region -> number, cubes: (seat, region,
        number)."""
        game = rattus.Game(players, {})
        if rats is not None:
            game.rats = {
                r: [rattus.Token("start") for _ in range(rats.get(r, 0))] for r in game.regions
            }
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
        game = self.turn(
            rats={"GA": 3},
            cubes=[(GREEN, "GA", 2), (YELLOW, "GA", 1)],
            K=YELLOW,
            P=GREEN,
            B=GREEN,
            C=BLUE,
            W=BLUE,
            R=BLUE,
        )
        game.grew = True
        self.play(game, (RED, "plague GA"), (RED, "rat HI"), (RED, "rat HI"))
        self.assertEqual(len(game.rats["HI"]), 2)
        self.assertEqual(game.to_move(), "chance")
        self.assertEqual(
            (game.stream(), game.outcomes()), (2, {"turn 1": 1, "turn 2": 1, "turn 3": 1})
        )
        game.apply("chance", "turn 3")
        self.assertEqual(
            (game.stream(), game.outcomes()), (1, {f"reveal {face}": 1 for face in rattus.START})
        )
        game.apply("chance", "reveal S01")
        self.assertEqual((game.cubes[GREEN]["GA"], game.cubes[YELLOW]["GA"]), (1, 1))
        game.rats["GA"][0].origin = game.rats["GA"][1].origin = "supply"  # so that N faces can come
        self.play(game, ("chance", "turn 2"), ("chance", "reveal N08"))
        self.assertEqual((game.cubes[GREEN]["GA"], game.cubes[YELLOW]["GA"]), (1, 1))
        game.apply("chance", "reveal N06")
        self.assertEqual((game.cubes[GREEN]["GA"], game.cubes[YELLOW]["GA"]), (0, 0))
        self.assertEqual((game.supply[GREEN], game.supply[YELLOW], game.supply[BLUE]), (20, 20, 20))
        self.assertEqual(game.rats["GA"], [])
        self.assertEqual(game.to_move(), [YELLOW])

    def test_3_knight(self):
        for answer, lost in (("yes", 1), ("no", 0)):
            for face in ("S06", "S09"):  # 3 BK and 4 PB
                game = self.turn(rats={"SC": 1}, cubes=[(GREEN, "SC", 2)], K=RED, B=GREEN)
                game.grew = True
                self.assertIn("plague SC", game.legal(RED))
                self.assertNotIn("plague IT", game.legal(RED))
                self.play(
                    game,
                    (RED, "plague SC"),
                    (RED, "rat AN"),
                    (RED, "knight " + answer),
                    ("chance", "reveal " + face),
                )
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

    def test_5_church(self):
        game = self.turn(rats={"GA": 3}, C=RED)
        self.play(game, (RED, "grow GA"), (RED, "monk GA 3 GE"))
        self.assertEqual(
            (game.cubes[RED]["GA"], len(game.rats["GA"]), len(game.rats["GE"])), (3, 2, 1)
        )

    def test_the_token_turned_up_leaves(self):
        game = self.turn(rats={"GA": 3}, cubes=[(GREEN, "GA", 5)])
        game.grew = True
        one, two, three = game.rats["GA"]
        two.origin = "supply"
        self.play(
            game,
            (RED, "plague GA"),
            (RED, "rat HI"),
            (RED, "rat HI"),
            ("chance", "turn 2"),
            ("chance", "reveal N31"),
        )
        self.assertEqual(game.rats["GA"], [one, three])
        self.play(game, ("chance", "turn 1"), ("chance", "reveal S12"))
        # A single token is revealed without a turn.
        self.assertEqual((game.rats["GA"], game.stream()), ([three], 1))
        self.assertNotIn("turn 1", game.outcomes())

    def test_weights_of_faces(self):
        game = self.turn(players=2, rats={"GA": 1}, W=RED)
        game.rats["GA"][0].origin = "supply"
        game.tokens -= 1
        game.apply(RED, "witch GA 1")
        outcomes = game.outcomes()
        self.assertEqual(
            (len(outcomes), outcomes["peek S01"], outcomes["peek N01"]), (49, 4 * 37, 25 * 12)
        )
        game.apply("chance", "peek N01")
        self.assertEqual((game.s, game.k), (4, 24))
        self.assertEqual(game.legal(RED), {"witch stop"})
        game = self.turn(players=4, rats={"GA": 1}, W=RED)  # s = 0: start faces are not listed
        game.rats["GA"][0].origin = "supply"
        game.apply(RED, "witch GA 1")
        self.assertEqual(len(game.outcomes()), 37)

    def test_two_looks_in_a_region_end_the_witch(self):
        game = self.turn(rats={"GA": 3}, W=RED)
        tokens = list(game.rats["GA"])
        self.play(game, (RED, "witch GA 1"), ("chance", "peek S01"))
        self.assertEqual(game.legal(RED), {"witch GA 2", "witch GA 3", "witch stop"})
        self.play(game, (RED, "witch GA 3"), ("chance", "peek S02"))
        self.assertEqual(game.rats["GA"], tokens)
        for verb in ("swap", "keep", "witch"):
            self.assertEqual(starting(game.legal(RED), verb), set())
        self.assertIn("grow GA", game.legal(RED))

    def test_witch_swap(self):
        game = self.turn(rats={"GA": 2, "GE": 1}, W=RED)
        (one, two), (three,) = game.rats["GA"], game.rats["GE"]
        self.play(
            game,
            (RED, "witch GA 1"),
            ("chance", "peek S01"),
            (RED, "witch GE 1"),
            ("chance", "peek S02"),
        )
        self.assertEqual(game.legal(RED), {"swap", "keep"})
        game.apply(RED, "swap")
        self.assertEqual((game.rats["GA"], game.rats["GE"]), ([three, two], [one]))

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
        game = self.turn(
            rats={"HI": 1, "GA": 1},
            cubes=[(RED, "AN", 3), (GREEN, "SC", 3), (BLUE, "PO", 2)],
            plague="GA",
            seat=GREEN,
            K=BLUE,
            P=YELLOW,
        )
        game.tokens, game.grew = 1, True
        self.play(game, (GREEN, "plague HI"), (GREEN, "rat IT"))
        self.assertEqual(game.to_move(), [YELLOW])  # counter-clockwise
        self.assertEqual(len(game.legal(YELLOW)), 13)
        self.play(game, (YELLOW, "peasant PO"))
        self.assertEqual(game.legal(YELLOW), {"done"})
        self.play(game, (YELLOW, "done"), (RED, "done"))
        self.assertEqual(
            game.legal(BLUE),
            {
                "done",
                "knight HI",
                "knight GA",
                "knight IT",
                "knight AN",
                "knight GE",
                "knight HU",
                "knight TU",
            },
        )
        self.play(game, (BLUE, "knight HI"), (BLUE, "done"))
        self.assertEqual(game.to_move(), [])
        self.assertEqual(
            game.result(),
            {
                "score": [3, 1, 3, 2],
                "place": [1, 4, 2, 3],
                "breakdown": {
                    "regions": [3, 1, 3, 2],
                    "castle": [0] * 4,
                    "supply": [17, 19, 17, 18],
                },
            },
        )

    def test_knight_counts_in_the_final_plague(self):
        for plague, knight, owner, left in (
            ("HI", "GA", BLUE, 0),
            ("GA", "GA", BLUE, 0),
            ("GA", None, BLUE, 0),
            ("HI", None, BLUE, 1),
            ("GA", None, RED, 1),
            ("GA", None, None, 1),
        ):
            game = self.turn(
                rats={"GA": 1, "HI": 1}, cubes=[(BLUE, "GA", 1)], plague=plague, K=owner, B=BLUE
            )
            game.ender, game.last = RED, [BLUE]
            game._next_last()
            if knight:
                game.apply(BLUE, "knight " + knight)
            self.play(game, (BLUE, "done"), ("chance", "reveal S06"))  # 3 BK
            self.assertEqual(game.to_move(), [])
            self.assertEqual(game.cubes[BLUE]["GA"], left)
