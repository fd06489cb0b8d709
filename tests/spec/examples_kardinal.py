"""The worked examples and edge cases of Kardinal & König's rules (unittest)."""

import itertools
import random
import unittest
from collections import Counter

import kardinal
from check import random_game
from steps import play, run


def kardinal_game(players=4, hands=(), cloisters=None, councillors=None):
    """Returns the first turn of seat 0. Cloisters and councillors are {country: numbers per seat};
    the cards are not taken from the pile."""
    game = kardinal.Game(players, {})
    run(game, random.Random(3), lambda: game.to_move() != "chance")
    for seat, cards in enumerate(hands):
        game.hand[seat] = Counter(cards.split())
    for country, counts in (cloisters or {}).items():
        spaces = iter(kardinal.SPACES[country])
        for seat, n in enumerate(counts):
            for _ in range(n):
                game.cloister[next(spaces)] = seat
                game.cloisters_left[seat] -= 1
    for country, counts in (councillors or {}).items():
        for seat, n in enumerate(counts):
            game.councillor[country][seat] = n
            game.councillors_left[seat] -= n
    return game


def pieces(game, seat=0):
    """Returns the legal placements without the space, such as "c FK FA"."""
    dos = (do.split() for do in game.legal(seat) if do[0] in "cr" and do[1] == " ")
    return {f"{kind} {where[:2]} {pay}" for kind, where, pay in dos}


class Kardinal(unittest.TestCase):
    def test_map(self):
        roads = {space: set(to.split()) for space, to in kardinal.ROADS.items()}
        self.assertEqual(54, len(roads))
        self.assertTrue(all(space in roads[other] for space in roads for other in roads[space]))
        self.assertEqual(
            [6, 7, 6, 6, 6, 8, 5, 4, 6], [len(kardinal.SPACES[c]) for c in kardinal.COUNTRIES]
        )
        reached, todo = set(), ["FK1"]
        while todo:
            space = todo.pop()
            if space not in reached:
                reached.add(space)
                todo += roads[space]
        self.assertEqual(set(roads) - reached, set(kardinal.SPACES["EN"]))
        self.assertEqual(
            [55, 50, 45], [sum(n - 5 + p for _, n in kardinal.CARDS.values()) for p in (5, 4, 3)]
        )

    def test_examples_1_and_2_cloisters(self):
        self.assertEqual([7, 4, 2, 0], kardinal.cloister_points([4, 2, 1, 0]))
        self.assertEqual([5, 5, 2], kardinal.cloister_points([2, 2, 1]))

    def test_example_3_alliances(self):
        italy, burgundy, bavaria = [2, 1, 1], [1, 1, 0], [0, 2, 1]  # blue, red, yellow
        self.assertEqual([6, 0, 0], kardinal.alliance_points(italy, burgundy))
        self.assertEqual([0, 0, 0], kardinal.alliance_points(italy, bavaria))
        self.assertEqual(("IT BU", "IT BA"), kardinal.ALLIANCES[13:])
        self.assertEqual([0, 0], kardinal.alliance_points([1, 0], [0, 0]))

    def test_example_4_chain(self):
        row = {"BU5", "IT1", "IT2", "IT3", "IT4"}
        self.assertEqual(5, kardinal.chain_points(row))
        self.assertEqual(5, kardinal.chain_points(row | {"BA5"}))
        self.assertEqual(0, kardinal.chain_points({"BU5", "IT1", "IT2"}))
        self.assertEqual(0, kardinal.chain_points(set()))

    def test_chains_against_sets_of_roads(self):
        """Compares chains with sets of roads that have no junction and no circle, for all small
        sets of roads."""

        def brute(spaces):
            roads = [
                (a, b) for a in spaces for b in kardinal.ROADS[a].split() if b in spaces and a < b
            ]
            best = 0
            for bits in range(1 << len(roads)):
                degree, part = Counter(), {space: {space} for space in spaces}
                for i, (a, b) in enumerate(roads):
                    if bits >> i & 1:
                        degree[a] += 1
                        degree[b] += 1
                        if part[a] is part[b] or max(degree[a], degree[b]) > 2:
                            break
                        joined = part[a] | part[b]
                        for space in joined:
                            part[space] = joined
                else:
                    best = max(best, sum(len(part[space]) >= 4 for space in spaces))
            return best

        rng = random.Random(4)
        for _ in range(150):
            spaces = {rng.choice(list(kardinal.ROADS))}
            while len(spaces) < 11:  # grow along roads, so that there are chains
                spaces |= {rng.choice(kardinal.ROADS[rng.choice(sorted(spaces))].split())}
                if len(spaces) == 6 and rng.random() < 0.3:
                    spaces.add(rng.choice(list(kardinal.ROADS)))
                if spaces >= set(kardinal.SPACES["EN"]):
                    break
            self.assertEqual(brute(spaces), kardinal.chain_points(spaces), spaces)

    def test_example_5_three_equal_cards(self):
        game = kardinal_game(hands=["FR FR FR"], cloisters={"FR": [0, 2]})
        others = {f"c {c} FR+FR" for c in kardinal.COUNTRIES if c != "FR"}
        self.assertEqual({"c FR FR", "r FR FR"} | others, pieces(game))
        self.assertIn("swap FR", game.legal(0))
        game.apply(0, "c FR3 FR")
        self.assertEqual({"c FR FR", "r FR FR"}, pieces(game))
        self.assertIn("done", game.legal(0))
        game.apply(0, "r FR FR")
        self.assertIn("blind", game.legal(0))  # the placing ended without `done`
        self.assertEqual(set(), pieces(game))

    def test_example_6_pair_and_card(self):
        game = kardinal_game(hands=["FA BB BB"], cloisters={"FK": [0, 1]})
        self.assertLessEqual({"c FK FA", "c FK BB+BB", "r FK FA", "r FK BB+BB"}, pieces(game))
        # A pair is a joker only for countries that its colour does not name.
        self.assertNotIn("c BA BB+BB", pieces(game))
        self.assertIn("c BA BB", pieces(game))
        game.apply(0, "r FK BB+BB")
        self.assertEqual({"c FK FA"}, pieces(game))
        self.assertEqual({"done"}, {do for do in game.legal(0) if do[0] != "c"})
        game = kardinal_game(hands=["FA BB BB"])
        self.assertEqual({"c FK FA", "c FK BB+BB"}, {p for p in pieces(game) if "FK" in p})
        game.apply(0, "c FK7 FA")
        self.assertNotIn("done", game.legal(0))
        self.assertIn("blind", game.legal(0))

    def test_example_7_councillor_limit(self):
        game = kardinal_game(
            hands=["FA FA FR"],
            cloisters={"FK": [3, 2, 2], "FR": [0, 4]},
            councillors={"FK": [1, 1, 1], "FR": [1, 1]},
        )
        self.assertNotIn("r FK FA", pieces(game))
        self.assertNotIn("c FK FA", pieces(game))  # seven spaces, all taken
        game.apply(0, "r FR FR")
        game.apply(0, "r FR FA+FA")
        self.assertEqual(4, sum(game.councillor["FR"]))
        self.assertEqual((kardinal.SPACES["FR"][4:], False), game.room(0, "FR"))

    def test_example_8_either_order(self):
        for first, second in itertools.product("cr", repeat=2):
            game = kardinal_game(hands=["LI LI LI"], cloisters={"IT": [0, 2, 2]})
            game.apply(0, "r IT LI" if first == "r" else "c IT5 LI")
            self.assertIn(f"{second} IT LI", pieces(game))

    def test_cloister_makes_room(self):
        game = kardinal_game(hands=["LI LI LI"], cloisters={"IT": [1]}, councillors={"IT": [0, 1]})
        self.assertNotIn("r IT LI", pieces(game))
        game.apply(0, "c IT4 LI")
        self.assertIn("r IT LI", pieces(game))

    def test_done_is_asked_even_if_alone(self):
        game = kardinal_game(hands=["LI FR ES"], cloisters={"IT": [1]})
        game.apply(0, "c IT2 LI")
        self.assertEqual({"done"}, game.legal(0))

    def test_supplies(self):
        game = kardinal_game(hands=["FR FR FR"], cloisters={"FR": [0, 3]})
        game.cloisters_left[0] = 0
        self.assertEqual({"r FR FR"}, pieces(game))
        game.councillors_left[0] = 0
        self.assertEqual({"swap FR"}, game.legal(0))

    def shrink(self, game, pile):
        """All but these cards of the pile, and as many discards, become discards."""
        game.discards += game.pile - Counter(pile.split())
        game.pile = Counter(pile.split())

    def test_first_run_out_in_a_draw(self):
        game = kardinal_game(hands=["FA BB BB"], cloisters={"FK": [4, 2, 1]})
        self.shrink(game, "ES")
        game.open = ["FR", "FR"]
        play(game, ["0 swap FA", "0 blind"])
        discards = Counter(game.discards)
        self.assertGreater(discards["FA"], 0)  # the swapped card is among them
        play(game, ["chance draw ES"])
        self.assertEqual([7, 4, 2, 0], game.cloisters_first)
        self.assertEqual(discards, game.pile)
        self.assertEqual(["FR", "FR"], game.open)
        self.assertEqual([1], game.to_move())

    def test_first_run_out_in_a_refill(self):
        game = kardinal_game(hands=["FA BB BB"])
        self.shrink(game, "ES")
        game.open = ["FR", "FR"]
        play(game, ["0 c FK1 BB+BB", "0 take FR", "0 take FR", "chance open ES"])
        self.assertEqual([1, 0, 0, 0], game.cloisters_first)
        self.assertEqual("chance", game.to_move())  # the refilling goes on
        self.assertIn("open BB", game.outcomes())

    def test_second_run_out_pass_and_end(self):
        game = kardinal_game(3, hands=["FA FA BB", "FA BB BB", "FR ES ES"])
        game.run_out = 1
        self.shrink(game, "ES")
        game.open = ["FR", "LI"]
        play(game, ["0 c FK1 FA", "0 blind", "chance draw ES"])
        self.assertEqual(2, game.run_out)
        self.assertEqual([1], game.to_move())
        self.assertIn("swap FA", game.legal(1))
        self.assertNotIn("pass", game.legal(1))
        play(game, ["1 c EN1 BB+BB"])
        self.assertEqual({"take FR", "take LI"}, game.legal(1))
        play(game, ["1 take FR", "1 take LI"])
        self.assertEqual([2], game.to_move())  # nothing is refilled
        self.assertIn("pass", game.legal(2))
        self.assertFalse([do for do in game.legal(2) if do.startswith("swap")])
        self.assertIn("c FR1 FR", game.legal(2))
        play(game, ["2 c FK2 ES+ES", "2 done"])  # nothing left to draw: it ends without a step
        self.assertEqual([], game.to_move())
        self.assertEqual({"FR": 1}, dict(+game.hand[2]))

    def test_second_run_out_in_the_last_seats_turn(self):
        game = kardinal_game(3, hands=["FA FA BB", "FA BB BB", "FR ES ES"])
        play(game, ["0 swap FA", f"0 take {game.open[0]}"])
        run(game, random.Random(5), lambda: game.to_move() != "chance")
        play(game, ["1 swap FA", f"1 take {game.open[0]}"])
        run(game, random.Random(5), lambda: game.to_move() != "chance")
        game.run_out = 1
        self.shrink(game, "ES")
        game.open = ["FR", "LI"]
        play(game, ["2 swap FR", "2 take LI", "chance open ES"])
        self.assertEqual([], game.to_move())

    def test_early_end(self):
        game = kardinal_game(3, hands=["FA FA BB"], cloisters={"FK": [0, 1]})
        game.cloisters_left, game.councillors_left = [1, 0, 0], [0, 0, 8]
        game.councillor["FK"][1] = 1
        game.open = ["FR", "LI"]
        game.apply(0, "c FK2 FA")
        game.apply(0, "done")
        game.apply(0, "blind")
        run(game, random.Random(6), lambda: game.to_move() != "chance")
        self.assertEqual([], game.to_move())
        self.assertEqual([0, 0, 0], game.result()["breakdown"]["cloisters_first"])

    def test_ties_by_supply(self):
        game = kardinal_game(3)
        self.assertEqual([1, 1, 1], game.result()["place"])
        game.councillors_left = [8, 6, 7]
        self.assertEqual([1, 3, 2], game.result()["place"])

    def test_conservation(self):
        rng = random.Random(7)
        for players in kardinal.PLAYERS * 20:
            game = kardinal.Game(players, {})
            random_game(game, rng)
            cards = game.pile + game.discards + Counter(game.open) + sum(game.hand, Counter())
            self.assertEqual(
                {c: n - 5 + players for c, (_, n) in kardinal.CARDS.items()}, dict(cards)
            )
            for seat in range(players):
                self.assertEqual(
                    20, game.cloisters_left[seat] + list(game.cloister.values()).count(seat)
                )
                self.assertEqual(
                    8, game.councillors_left[seat] + sum(c[seat] for c in game.councillor.values())
                )
            for country in kardinal.COUNTRIES:
                self.assertLessEqual(sum(game.councillor[country]), max(game.cloisters(country)))
            result = game.result()
            parts = [part for name, part in result["breakdown"].items() if name != "supply"]
            self.assertEqual(result["score"], [sum(by_seat) for by_seat in zip(*parts)])
