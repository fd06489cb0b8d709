"""Duell der Baumeister: a reference replayer written from the rules alone, not from the engine."""

PLAYERS = (2,)

# Components
# fmt: off
MATERIALS = {"wood": 2, "sand": 2, "stone": 2, "ore": 1, "wool": 4}
BASIC = ("wood", "sand", "stone")
NEEDS = {"I": ("wood", "sand", "stone"), "II": ("stone", "sand", "wool"),
         "III": ("wood", "ore", "wool")}
GOLD = 74
SIDES = {"05": (0, 5), "14": (1, 4), "23": (2, 3), "own": (2, 3)}
NEUTRAL = ("05", "14", "23")

BOTH = dict.fromkeys("""gold4 gold5 gold6 influence wood sand stone ore wool carpenter1 mixer1
                        mason1 weaver1 weaver2 founder2""".split(), 1)
STACKS = {
    "A": {"power": 2, "gold3": 1, **BOTH, "market2": 2, "foreman": 1, "builder": 1,
          "countess": 1, "wooltrader": 1, "lucky": 1, "site": 1, "labour": 1},
    "B": {"power": 2, **BOTH, "founder3": 1, "market3": 1, "steward": 1, "architect": 1,
          "archdeacon": 1, "herbwife": 1, "sheriff": 1, "cellarer": 1, "tithe": 1, "journeyman": 1},
}
PASSES = "ABAB"

INCOME = {"gold3": 3, "gold4": 4, "gold5": 5, "gold6": 6}
CRAFTSMEN = {"carpenter1": ("wood", 1), "mixer1": ("sand", 1), "mason1": ("stone", 1),
             "weaver1": ("wool", 1), "weaver2": ("wool", 2),
             "founder2": ("ore", 2), "founder3": ("ore", 3)}
# card -> (prices to buy, price of wool sold)
MARKETS = {"market2": ({"wood": 2, "sand": 2, "stone": 2}, 2),
           "market3": ({"wood": 2, "sand": 2, "stone": 2, "ore": 4}, 3)}
PERSONS = {"foreman": 0, "countess": 0, "steward": 0, "archdeacon": 0, "sheriff": 0,
           "builder": 1, "wooltrader": 1, "architect": 1, "herbwife": 1, "cellarer": 1}
KEPT = {"A": {"lucky", "site", "labour"}, "B": {"tithe", "journeyman"}}

LINES = {"r1": (1, 2, 3), "r2": (4, 5, 6), "r3": (7, 8, 9),
         "c1": (1, 4, 7), "c2": (2, 5, 8), "c3": (3, 6, 9),
         "d1": (1, 5, 9), "d2": (3, 5, 7)}
# fmt: on

# The only open question of the rules: a tithe that was played, but not used by an income before
# `done`, waits for the seat's next income card. Only site and labour are limited to "this round".
TITHE_LASTS = True


class Game:
    def __init__(self, players=2, options=None):
        assert players == 2
        self.gold = [3, 3]
        self.bank = GOLD - 6
        # neutral seals per seat, without those in the current fight
        self.seals = [{"05": 1, "14": 1, "23": 1} for _ in range(2)]
        self.stack = []  # top first
        self.stack_left = {"14": 2, "23": 2}
        self.sign = 0
        self.supply = [{m: n - (m in BASIC) for m, n in MATERIALS.items()} for _ in range(2)]
        self.raw = [{m: int(m in BASIC) for m in MATERIALS} for _ in range(2)]  # in the camp
        self.worked = [dict.fromkeys(MATERIALS, 0) for _ in range(2)]  # in the camp
        self.built = [{section: set() for section in NEEDS} for _ in range(2)]
        self.hand = [set(), set()]  # "1 x" cards
        self.tithe = [False, False]  # the next income pays twice

        self.phase = "stack"
        self.round = 0
        self.cards_left = {}  # copies left in this pass
        self.layout = {}  # position -> card
        self.holder = 0
        self.lines = [None, None]  # by seat
        self.cards = [[], []]  # positions not used yet, by seat
        self.contested = None
        self.flipped = [[], []]  # seals in this fight, in order, by seat
        self.sums = [0, 0]
        self.loser = None
        self._clear_turn(0)

    def _clear_turn(self, seat):
        self.seat = seat  # the seat whose turn it is, or that is to flip
        self.side = None  # the side just flipped
        self.card = None  # the card that asks for more
        self.mode = None  # market: "buy" or "sell"
        self.allowance = 0  # conversions or fetches left
        self.after_free = None  # the phase after `free`
        self.cheap = False  # steward, architect
        self.site = False
        self.labour = False
        self.pieces = 0  # pieces built in this turn
        self.sections = set()  # sections that were built in during this turn

    # ---- who moves ----

    def to_move(self):
        if self.phase in ("stack", "deal", "side"):
            return "chance"
        if self.phase == "over":
            return []
        if self.phase == "keep":
            return [self.loser]
        if self.phase == "give":
            return [1 - self.seat]
        return [self.seat]

    # ---- chance ----

    def stream(self):
        return {"stack": 0, "deal": 1, "side": 2 + self.seat}[self.phase]

    def outcomes(self):
        if self.phase == "stack":
            return {f"stack {seal}": n for seal, n in self.stack_left.items() if n}
        if self.phase == "deal":
            return {f"deal {card}": n for card, n in self.cards_left.items() if n}
        return {f"side {side}": 1 for side in SIDES[self.flipped[self.seat][-1]]}

    # ---- legal ----

    def legal(self, seat):
        if self.to_move() != [seat]:
            return set()
        return getattr(self, "_legal_" + self.phase)(seat)

    def _legal_claim(self, seat):
        first = self.lines[1 - seat]
        if first is None:
            return {f"claim {line}" for line in LINES}
        # Crossing: exactly one common card (parallel lines have none, the same line three).
        return {f"claim {line}" for line in LINES if len(set(LINES[line]) & set(LINES[first])) == 1}

    def _flips(self, seat):
        if "own" in self.flipped[seat]:
            return set()
        return {f"flip {seal}" for seal in NEUTRAL if self.seals[seat][seal]} | {"flip own"}

    def _legal_flip(self, seat):
        first = not self.flipped[seat]  # the first flip is mandatory
        return self._flips(seat) | (set() if first else {"yield"})

    def _legal_lucky(self, seat):
        return {"lucky", "stand"}

    def _used_neutral(self, seat):
        return [seal for seal in self.flipped[seat] if seal != "own"]

    def _legal_keep(self, seat):
        return {f"keep {seal}" for seal in self._used_neutral(seat)}

    def _plays(self, seat):
        """The "1 x" cards offered beside use / done and build / end."""
        legal = {f"play {card}" for card in self.hand[seat] & {"site", "labour"}}
        if (
            "tithe" in self.hand[seat]
            and self.phase == "evaluate"
            and any(self.layout[position] in INCOME for position in self.cards[seat])
        ):
            legal.add("play tithe")
        if "journeyman" in self.hand[seat] and self.gold[seat] >= 2:
            legal |= {f"play journeyman {m}" for m in MATERIALS if self.raw[seat][m]}
        return legal

    def _legal_evaluate(self, seat):
        legal = self._plays(seat)
        own = {position: self.layout[position] for position in self.cards[seat]}
        legal |= {
            f"use {position}" for position, card in own.items() if PERSONS.get(card, seat) == seat
        }
        if "power" not in own.values():
            legal.add("done")
        return legal

    def _legal_card(self, seat):
        legal = {"enough"}
        gold, card = self.gold[seat], self.card
        if card == "influence" and gold >= 2 and self.stack:
            legal.add("buy")
        if card in CRAFTSMEN:
            material, price = CRAFTSMEN[card]
            if gold >= price and self.raw[seat][material]:
                legal.add("convert")
        if card in MARKETS and self.mode != "sell":
            legal |= {
                f"buy {m}"
                for m, price in MARKETS[card][0].items()
                if gold >= price and self.supply[seat][m]
            }
        sells = card in MARKETS and self.mode != "buy" or card == "wooltrader"
        if sells and self.raw[seat]["wool"]:
            legal.add("sell")
        if card == "countess":
            legal |= {f"fetch {m}" for m in BASIC if self.supply[seat][m]}
        return legal

    def _legal_free(self, seat):
        return {f"free {m}" for m in BASIC if self.raw[seat][m]} | {"enough"}

    def _legal_give(self, seat):
        return {f"give {seal}" for seal in NEUTRAL if self.seals[seat][seal]}

    def _price(self):
        price = 2 if self.cheap else 2 * (self.pieces + 1)
        return max(0, price - 2) if self.labour else price

    def _legal_build(self, seat):
        legal = self._plays(seat) | {"end"}
        if self.pieces < 3 and self.gold[seat] >= self._price():
            for section, needs in NEEDS.items():
                if len(self.sections | {section}) <= (2 if self.site else 1):
                    legal |= {
                        f"build {section} {m}"
                        for m in needs
                        if self.worked[seat][m] and m not in self.built[seat][section]
                    }
        return legal

    # ---- apply ----

    def apply(self, by, do):
        if by == "chance":
            ok = self.to_move() == "chance" and do in self.outcomes()
        else:
            ok = do in self.legal(by)
        if not ok:
            raise ValueError(f"not legal in phase {self.phase}: {by} {do}")
        verb, *args = do.split()
        getattr(self, f"_{self.phase}_{verb}")(*args)

    # Gold, seals and markers

    def _income(self, seat, amount):
        amount = min(amount, self.bank)
        self.bank -= amount
        self.gold[seat] += amount

    def _pay(self, seat, amount):
        assert 0 <= amount <= self.gold[seat]
        self.gold[seat] -= amount
        self.bank += amount

    def _top_seal(self, seat):
        if self.stack:
            self.seals[seat][self.stack.pop(0)] += 1

    def _to_camp(self, seat, material, number=1):
        number = min(number, self.supply[seat][material])
        self.supply[seat][material] -= number
        self.raw[seat][material] += number

    def _convert(self, seat, material):
        self.raw[seat][material] -= 1
        self.worked[seat][material] += 1

    # Setup

    def _stack_stack(self, seal):
        self.stack_left[seal] -= 1
        self.stack.append(seal)
        if len(self.stack) == 4:
            self._begin_round()

    # 1. Layout

    def _begin_round(self):
        self.round += 1
        if self.round % 3 == 1:  # a new pass
            stack = PASSES[(self.round - 1) // 3]
            self.cards_left = dict(STACKS[stack])
            for seat in range(2):
                self.hand[seat] -= KEPT[stack]
        self.holder = self.sign
        self.layout = {}
        self.lines = [None, None]
        self.cards = [[], []]
        self.contested = None
        self.loser = None
        self._clear_turn(self.holder)
        self.phase = "deal"

    def _deal_deal(self, card):
        self.cards_left[card] -= 1
        self.layout[len(self.layout) + 1] = card
        if len(self.layout) == 9:
            self.phase = "claim"

    # 2. Claim

    def _claim_claim(self, line):
        self.lines[self.seat] = line
        self.cards[self.seat] = list(LINES[line])
        if self.seat == self.holder:
            self.seat = 1 - self.holder
            return
        (self.contested,) = set(self.cards[0]) & set(self.cards[1])
        self.flipped = [[], []]
        self.sums = [0, 0]
        self._go_fight()

    # 3. Fight

    def _go_fight(self):
        holder, other = self.holder, 1 - self.holder
        if not self.flipped[holder]:
            self.seat = holder
        elif not self.flipped[other]:
            self.seat = other
        else:
            # The seat that is behind flips next.
            self.seat = other if self.sums[other] <= self.sums[holder] else holder
            if not self._flips(self.seat):
                self._lose_fight(self.seat)
                return
        self.phase = "flip"

    def _flip_flip(self, seal):
        if seal != "own":
            self.seals[self.seat][seal] -= 1
        self.flipped[self.seat].append(seal)
        self.phase = "side"

    def _side_side(self, side):
        self.side = int(side)
        self.sums[self.seat] += self.side
        if "lucky" in self.hand[self.seat]:
            self.phase = "lucky"
        else:
            self._go_fight()

    def _lucky_lucky(self):
        self.hand[self.seat].remove("lucky")
        self.sums[self.seat] -= self.side
        self.phase = "side"

    def _lucky_stand(self):
        self._go_fight()

    def _flip_yield(self):
        self._lose_fight(self.seat)

    def _lose_fight(self, loser):
        self.loser = loser
        used = self._used_neutral(loser)
        if len(set(used)) > 1:
            self.phase = "keep"
        else:
            self._end_fight(used[0] if used else None)

    def _keep_keep(self, seal):
        self._end_fight(seal)

    def _end_fight(self, kept):
        winners = self._used_neutral(1 - self.loser)
        losers = self._used_neutral(self.loser)
        if kept:
            losers.remove(kept)  # the first of its kind
            self.seals[self.loser][kept] += 1
        self.stack += winners + losers
        self.flipped = [[], []]
        self.sums = [0, 0]
        self.cards[self.loser].remove(self.contested)
        self._begin_turn(self.holder)

    # 4. Evaluation

    def _begin_turn(self, seat):
        self._clear_turn(seat)
        self.phase = "evaluate"

    def _evaluate_done(self):
        if not TITHE_LASTS:
            self.tithe[self.seat] = False
        self.phase = "build"

    def _evaluate_use(self, position):
        seat = self.seat
        self.cards[seat].remove(int(position))
        card = self.layout[int(position)]
        if card == "power":
            self.sign = seat
        elif card in INCOME:
            self._income(seat, INCOME[card] * (2 if self.tithe[seat] else 1))
            self.tithe[seat] = False
        elif card in MATERIALS:
            self._to_camp(seat, card, 2 if card == "wool" else 1)
        elif card in CRAFTSMEN or card in MARKETS or card == "influence":
            self._open(card)
        elif card in ("foreman", "builder"):
            self._go_free(1, "evaluate")
        elif card == "countess":
            self._income(seat, 2)
            self._open(card)
        elif card == "wooltrader":
            self._to_camp(seat, "wool", 2)
            self._open(card)
        elif card in ("steward", "architect"):
            self.cheap = True
        elif card in ("archdeacon", "herbwife"):
            if any(self.seals[1 - seat].values()):
                self.phase = "give"
            else:
                self._top_seal(seat)
        elif card == "sheriff":
            amount = min(3, self.gold[1 - seat])
            self.gold[1 - seat] -= amount
            self.gold[seat] += amount
        elif card == "cellarer":
            self._income(seat, 5)
        else:
            self.hand[seat].add(card)  # "1 x"

    def _open(self, card):
        self.card = card
        self.mode = None
        self.phase = "card"

    def _card_enough(self):
        self.card = self.mode = None
        self.phase = "evaluate"

    def _card_buy(self, material=None):
        if self.card == "influence":
            self._pay(self.seat, 2)
            self._top_seal(self.seat)
        else:
            self.mode = "buy"
            self._pay(self.seat, MARKETS[self.card][0][material])
            self._to_camp(self.seat, material)

    def _card_sell(self):
        self.mode = "sell"
        self.raw[self.seat]["wool"] -= 1
        self.supply[self.seat]["wool"] += 1
        self._income(self.seat, 2 if self.card == "wooltrader" else MARKETS[self.card][1])

    def _card_convert(self):
        material, price = CRAFTSMEN[self.card]
        self._pay(self.seat, price)
        self._convert(self.seat, material)

    def _card_fetch(self, material):
        self._to_camp(self.seat, material)
        self._card_enough()

    def _go_free(self, allowance, after):
        self.allowance = allowance
        self.after_free = after
        self.phase = "free"

    def _free_free(self, material):
        self._convert(self.seat, material)
        self.allowance -= 1
        if not self.allowance:
            self._free_enough()

    def _free_enough(self):
        self.allowance = 0
        self.phase = self.after_free

    def _give_give(self, seal):
        self.seals[1 - self.seat][seal] -= 1
        self.stack.append(seal)
        self._top_seal(self.seat)
        self.phase = "evaluate"

    # "1 x" cards

    def _evaluate_play(self, card, material=None):
        self.hand[self.seat].remove(card)
        if card == "site":
            self.site = True
        elif card == "labour":
            self.labour = True
        elif card == "tithe":
            self.tithe[self.seat] = True
        else:
            self._pay(self.seat, 2)
            self._convert(self.seat, material)

    _build_play = _evaluate_play

    # Building

    def _build_build(self, section, material):
        seat, built = self.seat, self.built[self.seat]
        self._pay(seat, self._price())
        self.labour = False
        self.pieces += 1
        self.sections.add(section)
        self.worked[seat][material] -= 1
        built[section].add(material)
        if not self._finished(seat, section):
            return
        if all(self._finished(seat, x) for x in NEEDS):
            self.phase = "over"
        elif not self._finished(1 - seat, section):
            if section == "I":
                self._top_seal(seat)
                self._top_seal(seat)
            elif section == "II":
                self._income(seat, 10)
            else:
                self._go_free(2, "build")

    def _finished(self, seat, section):
        return len(self.built[seat][section]) == 3

    def _build_end(self):
        if self.seat == self.holder:
            self._begin_turn(1 - self.holder)
        elif self.round < 12:
            self._begin_round()
        else:
            self.phase = "over"

    # The end

    def result(self):
        sections = [sum(self._finished(seat, x) for x in NEEDS) for seat in range(2)]
        materials = [sum(len(x) for x in self.built[seat].values()) for seat in range(2)]
        rank = [(sections[seat], materials[seat], self.gold[seat], seat) for seat in range(2)]
        return {
            "score": materials,
            "place": [1, 2] if rank[0] > rank[1] else [2, 1],
            "breakdown": {
                "sections": sections,
                "materials": list(materials),
                "gold": list(self.gold),
            },
        }

    # ---- self-test ----

    def check(self):
        """Conservation of gold, seals, markers and cards."""
        assert self.bank >= 0 and min(self.gold) >= 0 and self.bank + sum(self.gold) == GOLD
        if self.phase != "stack":
            for seal, number in (("05", 2), ("14", 4), ("23", 4)):
                assert number == self.stack.count(seal) + sum(
                    self.seals[seat][seal] + self.flipped[seat].count(seal) for seat in range(2)
                )
            assert sum(self.cards_left.values()) + len(self.layout) == 27 - 9 * (
                (self.round - 1) % 3
            )
        for seat in range(2):
            assert min(self.seals[seat].values()) >= 0
            for m, number in MATERIALS.items():
                parts = (
                    self.supply[seat][m],
                    self.raw[seat][m],
                    self.worked[seat][m],
                    sum(m in places for places in self.built[seat].values()),
                )
                assert min(parts) >= 0 and sum(parts) == number
        assert not self.hand[0] & self.hand[1]


STOPS = ("done", "enough", "end", "yield")


def self_play(rng):
    """Plays one random game; some seats prefer acting to passing. Returns the number of steps."""
    game, steps, eager = Game(2, {}), 0, rng.choice((0, 0.5, 0.95, 1))
    while (moving := game.to_move()) != []:
        if moving == "chance":
            outcomes = sorted(game.outcomes().items())
            assert (
                outcomes and all(weight > 0 for _, weight in outcomes) and game.stream() in range(4)
            )
            game.apply("chance", rng.choices([o for o, _ in outcomes], [w for _, w in outcomes])[0])
        else:
            legal = sorted(game.legal(moving[0]))
            busy = [do for do in legal if do.split()[0] not in STOPS]
            game.apply(moving[0], rng.choice(busy if busy and rng.random() < eager else legal))
        game.check()
        steps += 1
        assert steps < 10000
    assert sorted(game.result()["place"]) == [1, 2]
    return steps


if __name__ == "__main__":
    import random
    import sys

    lengths = [self_play(random.Random(str(i))) for i in range(int(sys.argv[1]))]
    print("2 players:", len(lengths), "games, steps", min(lengths), "to", max(lengths))
