#!/usr/bin/env python3
"""The worked examples of rules/tallinn.md and rules/kardinal.md, and the corners that those files name (unittest)."""

import itertools
import random
import unittest
from collections import Counter

import kardinal
import tallinn
from check import all_options, random_game


def play(game, steps):
    """Applies "seat do" lines, each of which must be legal."""
    for step in steps:
        by, do = step.split(" ", 1)
        if by == "chance":
            assert do in game.outcomes(), (do, game.outcomes())
            game.apply("chance", do)
        else:
            assert int(by) in game.to_move() and do in game.legal(int(by)), (step, game.to_move())
            game.apply(int(by), do)


def run(game, rng, until):
    """Random steps until a condition holds or the game is over."""
    while game.to_move() != [] and not until():
        if game.to_move() == "chance":
            outcomes = game.outcomes()
            game.apply("chance", rng.choices(list(outcomes), list(outcomes.values()))[0])
        else:
            seat = rng.choice(game.to_move())
            game.apply(seat, rng.choice(sorted(game.legal(seat))))


# --- Tallinn

def tallinn_game(players=2, cards=None, start=None, **options):
    """A game after the deal: cards and start card by seat."""
    game = tallinn.Game(players, {"legate": False, "chronicle": False, "towers": "together", **options})
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
        self.assertEqual(6, len({tuple(sorted(Counter(s).items())) for s in tallinn.START.values()}))

    def test_example_1_final_scoring(self):
        points = [8, 5]
        for counts, after in (((9, 3), [13, 4]), ((3, 7), [13, 8]), ((6, 6), [15, 10])):
            points = [a + b for a, b in zip(points, tallinn.display_points(counts))]
            self.assertEqual(after, points)
        self.assertEqual({"m": 1, "k": 1, "o": 4}, tallinn.tower_persons({"8"}))
        self.assertEqual([0, 6], tallinn.tower_points([4, 5]))

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
        # m: 0 + 2 against 2 and 2 -> 1 + 1; seat 1's contest: 2 against 0 (without the extra ones) and 2 -> 2 + 1
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
        game.parts["contests"] = [3, 3, 3]  # who decides now is fixed; of the others, a lot says who is next
        play(game, ["2 tower none"])
        self.assertEqual({"first 0": 1, "first 1": 1}, game.outcomes())

    def test_chronicle_own(self):
        game = tallinn_game(2, chronicle="C1 C2")
        game.display = [{"7": "a", "3": "b", "10": "b"}, {"7": "a"}]  # m 5 and 2; start cards do not count
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
        # seat 0 (ook): Lb, 7a -> m2 k1 o2: least k, no step; seat 1 (kkm): Lb, 6a -> m1 k2 o1: chooses m or o
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
        # equal displays and equal best class on the towers; persons on towers decide: card 1 m+kk, card 7 mm+ko
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
                self.assertEqual(result["score"], [sum(p) for p in zip(*result["breakdown"].values())])
                for seat in range(players):
                    self.assertFalse(game.hand[seat] or game.pile[seat] or game.under[seat])
                    self.assertFalse(game.towers[seat] & set(game.display[seat]))
                    dropped = sum(by == seat and do.startswith("drop ") for by, do in steps)
                    self.assertEqual(11 if options["legate"] else 10,
                                     len(game.towers[seat]) + len(game.display[seat]) + dropped)


# --- Kardinal

def kardinal_game(players=4, hands=(), cloisters=None, councillors=None):
    """Seat 0's first turn. Cloisters and councillors: country -> numbers by seat; the cards come from nowhere."""
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
    """Legal placements without the space: "c FK FA"."""
    dos = (do.split() for do in game.legal(seat) if do[0] in "cr" and do[1] == " ")
    return {f"{kind} {where[:2]} {pay}" for kind, where, pay in dos}


class Kardinal(unittest.TestCase):
    def test_map(self):
        roads = {space: set(to.split()) for space, to in kardinal.ROADS.items()}
        self.assertEqual(54, len(roads))
        self.assertTrue(all(space in roads[other] for space in roads for other in roads[space]))
        self.assertEqual([6, 7, 6, 6, 6, 8, 5, 4, 6], [len(kardinal.SPACES[c]) for c in kardinal.COUNTRIES])
        reached, todo = set(), ["FK1"]
        while todo:
            space = todo.pop()
            if space not in reached:
                reached.add(space)
                todo += roads[space]
        self.assertEqual(set(roads) - reached, set(kardinal.SPACES["EN"]))
        self.assertEqual([55, 50, 45], [sum(n - 5 + p for _, n in kardinal.CARDS.values()) for p in (5, 4, 3)])

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
        """A set of disjoint paths is a set of roads with no junction and no circle: all of them, on small sets."""
        def brute(spaces):
            roads = [(a, b) for a in spaces for b in kardinal.ROADS[a].split() if b in spaces and a < b]
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
            while len(spaces) < 11:  # grown along roads, so that there is something to find
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
        self.assertIn("blind", game.legal(0))  # placing has ended by itself
        self.assertEqual(set(), pieces(game))

    def test_example_6_pair_and_card(self):
        game = kardinal_game(hands=["FA BB BB"], cloisters={"FK": [0, 1]})
        self.assertLessEqual({"c FK FA", "c FK BB+BB", "r FK FA", "r FK BB+BB"}, pieces(game))
        self.assertNotIn("c BA BB+BB", pieces(game))  # a joker only where its colour does not name the country
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
        game = kardinal_game(hands=["FA FA FR"], cloisters={"FK": [3, 2, 2], "FR": [0, 4]},
                             councillors={"FK": [1, 1, 1], "FR": [1, 1]})
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
            self.assertEqual({c: n - 5 + players for c, (_, n) in kardinal.CARDS.items()}, dict(cards))
            for seat in range(players):
                self.assertEqual(20, game.cloisters_left[seat] + list(game.cloister.values()).count(seat))
                self.assertEqual(8, game.councillors_left[seat] + sum(c[seat] for c in game.councillor.values()))
            for country in kardinal.COUNTRIES:
                self.assertLessEqual(sum(game.councillor[country]), max(game.cloisters(country)))
            result = game.result()
            parts = [part for name, part in result["breakdown"].items() if name != "supply"]
            self.assertEqual(result["score"], [sum(by_seat) for by_seat in zip(*parts)])


if __name__ == "__main__":
    unittest.main()
