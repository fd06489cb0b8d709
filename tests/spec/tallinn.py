"""Tallinn: a reference replayer written from the rules alone, not from the engine."""

from itertools import permutations

from protocol import Ask, Chance, ScriptGame, places

PLAYERS = (2, 3, 4)
OPTIONS = {"legate": (False, True), "chronicle": (False, True), "towers": ("together", "leader")}

# Components. A card is named by its number; each half lists the classes of its persons.
CLASSES = "mko"
# fmt: off
HALVES = {
    "1": ("m", "kk"), "2": ("m", "oo"), "3": ("k", "mm"), "4": ("k", "oo"),
    "5": ("o", "mm"), "6": ("o", "kk"), "7": ("mm", "ko"), "8": ("ooo", "mko"),
    "9": ("kkk", "ko"), "10": ("mmm", "mk"),
    "L": ("mko", ""),
}
# fmt: on
COINS = {"1", "2", "3", "4", "5", "6"}  # half a has the coin
START = {"1": "ook", "2": "kkm", "3": "mmk", "4": "mmo", "5": "kko", "6": "oom"}
# chronicle card: (kind, class, (1 x, 2 x) as I, (1 x, 2 x) as II)
CHRONICLE = {f"C{i + 1}": ("own", c, (3, 5), (5, 8)) for i, c in enumerate(CLASSES)}
CHRONICLE |= {f"C{i + 4}": ("give up", c, (2, 4), (3, 5)) for i, c in enumerate(CLASSES)}

PARTS = ("start", "contests", "chronicle", "merchants", "knights", "monks", "towers")
PART_OF = {"m": "merchants", "k": "knights", "o": "monks"}


def half_of(card, half):
    return HALVES[card]["ab".index(half)]


def contest_points(mine, others):
    """Step 4: points of the seat that triggered the contest; nobody else scores."""
    return sum(2 if mine > n else 1 if mine == n and n > 0 else 0 for n in others)


def display_points(counts):
    """Final scoring 1, one class: points per seat, including payments."""
    points = [0] * len(counts)
    for a, b in permutations(range(len(counts)), 2):
        if counts[a] > counts[b]:
            points[a] += 4
            if counts[a] - counts[b] >= 5:
                points[a] += 1
                points[b] -= 1
        elif counts[a] == counts[b] and counts[a] > 0:
            points[a] += 2
    return points


def tower_points(most):
    """Final scoring 2: points per seat, from the size of the most frequent class on the towers of
    each seat."""
    return [
        sum(
            6 if mine > n else 3 if mine == n and n > 0 else 0 for b, n in enumerate(most) if b != a
        )
        for a, mine in enumerate(most)
    ]


def tower_persons(towers):
    """Counts the persons per class on the towers, both halves. A legate is mko and two of the least
    frequent class."""
    count = {
        c: sum((a + b).count(c) for a, b in (HALVES[card] for card in towers)) for c in CLASSES
    }
    if "L" in towers:
        count[min(CLASSES, key=count.get)] += 2
    return count


class Game(ScriptGame):
    PLAYERS = PLAYERS

    def __init__(self, players, options):
        self.seats = range(players)
        self.legate = options["legate"]
        self.chronicle = options["chronicle"]
        self.towers_rule = options["towers"]
        self.start = [None] * players  # start card
        self.hand = [set() for _ in self.seats]
        cards = {card for card in HALVES if card != "L" or self.legate}
        self.pile = [set(cards) for _ in self.seats]  # without the cards put under it
        self.under = [[] for _ in self.seats]  # put under the pile; the first is drawn first
        self.display = [{} for _ in self.seats]  # influence card -> visible half
        self.towers = [set() for _ in self.seats]
        self.parts = {part: [0] * players for part in PARTS}
        self.parts["start"] = [4] * players
        self.begin()

    # --- what the rules count

    def points(self, seat):
        return sum(self.parts[part][seat] for part in PARTS)

    def influence(self, seat, cls):
        """Returns the number of persons of a class on the influence cards of the display."""
        return sum(half_of(card, half).count(cls) for card, half in self.display[seat].items())

    def persons(self, seat, cls):
        """Returns the number of persons of a class in the display, including the start card."""
        return START[self.start[seat]].count(cls) + self.influence(seat, cls)

    # --- the script

    def script(self):
        yield from self.setup()
        number = 0
        while any(self.hand):
            number += 1
            yield from self.round(number)
        yield from self.final_scoring()

    def setup(self):
        for seat in self.seats:
            left = [card for card in START if card not in self.start]
            do = yield Chance(0, {f"start {card}": 1 for card in left})
            self.start[seat] = do.split()[1]
        if self.chronicle:
            do = yield Chance(1, {f"chronicle {a} {b}": 1 for a, b in permutations(CHRONICLE, 2)})
            self.chronicle_cards = do.split()[1:]
        for seat in self.seats:
            for _ in range(3):
                yield from self.draw(seat)
        if self.legate:
            yield from self.exchange()

    def draw(self, seat):
        cards = self.pile[seat] or self.under[seat][:1]
        do = yield Chance(2 + seat, {f"draw {card}": 1 for card in cards})
        card = do.split()[1]
        (self.pile if self.pile[seat] else self.under)[seat].remove(card)
        self.hand[seat].add(card)

    def exchange(self):
        def legal(seat, given):
            return {"done"} | ({f"exchange {card}" for card in self.hand[seat]} - set(given))

        answers = yield Ask(self.seats, legal, lambda do: do == "done")
        for seat in self.seats:
            for do in answers[seat][:-1]:
                card = do.split()[1]
                self.hand[seat].remove(card)
                self.under[seat].append(card)
                self.parts["start"][seat] -= 1
        for seat in self.seats:
            for _ in answers[seat][:-1]:
                yield from self.draw(seat)

    def round(self, number):
        played = yield from self.play()  # 1, 2
        chosen = yield from self.choose(played)  # 3
        triggered = self.contests(played, chosen)  # 4
        if self.towers_rule == "together":  # 5
            yield from self.towers_together(triggered)
        else:
            yield from self.towers_leader(triggered)
        for seat in self.seats:  # 6
            if self.pile[seat] or self.under[seat]:
                yield from self.draw(seat)
        if self.chronicle:  # 7
            last = 8 if self.legate else 7
            if number == 4:
                yield from self.score_chronicle(self.chronicle_cards[0], 0)
            elif number == last:
                yield from self.score_chronicle(self.chronicle_cards[1], 1)

    def play(self):
        """Steps 1 and 2: returns {seat: (card, half)} as just played."""
        seats = [seat for seat in self.seats if self.hand[seat]]
        answers = yield Ask(
            seats,
            lambda seat, _: {f"play {card}{half}" for card in self.hand[seat] for half in "ab"},
        )
        played = {}
        for seat in seats:
            what = answers[seat][0].split()[1]
            card, half = what[:-1], what[-1]
            self.hand[seat].remove(card)
            self.display[seat][card] = half
            played[seat] = card, half
        return played

    def choose(self, played):
        """Step 3: returns {seat: class or "none"} for the seats that have just played the
        shields."""
        seats = [seat for seat, what in played.items() if what == ("L", "b")]
        if not seats:
            return {}
        answers = yield Ask(seats, lambda seat, _: {f"contest {c}" for c in (*CLASSES, "none")})
        return {seat: answers[seat][0].split()[1] for seat in seats}

    def contests(self, played, chosen):
        """Step 4: scores, and returns the seats that triggered a contest."""
        triggered = []
        for seat, (card, half) in played.items():
            if card in COINS and half == "a":
                cls, extra = half_of(card, half), 0
            elif chosen.get(seat, "none") != "none":
                cls, extra = chosen[seat], 2
            else:
                continue
            others = [self.persons(other, cls) for other in self.seats if other != seat]
            self.parts["contests"][seat] += contest_points(self.persons(seat, cls) + extra, others)
            triggered.append(seat)
        return triggered

    def legal_towers(self, seat, _given):
        return (
            {"tower none"}
            | {f"tower {card}" for card in self.display[seat]}
            | {f"tower hand {card}" for card in self.hand[seat]}
        )

    def build(self, seat, do):
        card = do.split()[-1]
        if card == "none":
            return
        if do.startswith("tower hand "):
            self.hand[seat].remove(card)
        else:
            del self.display[seat][card]
        self.towers[seat].add(card)

    def towers_together(self, seats):
        if seats:
            answers = yield Ask(seats, self.legal_towers)
            for seat in seats:
                self.build(seat, answers[seat][0])

    def towers_leader(self, seats):
        waiting = list(seats)
        while waiting:
            rank = {seat: (self.points(seat), len(self.towers[seat])) for seat in waiting}
            first = [seat for seat in waiting if rank[seat] == max(rank.values())]
            seat = first[0]
            if len(first) > 1:
                do = yield Chance(6, {f"first {seat}": 1 for seat in first})
                seat = int(do.split()[1])
            answers = yield Ask([seat], self.legal_towers)
            self.build(seat, answers[seat][0])
            waiting.remove(seat)

    def score_chronicle(self, card, turn):
        """Step 7: scores one card; turn 0 is as I, turn 1 as II."""
        kind, cls, *need = CHRONICLE[card]
        once, twice = need[turn]
        if kind == "own":
            shown = [self.influence(seat, cls) for seat in self.seats]
        else:
            shown = yield from self.give_up(cls, once)
        for seat in self.seats:
            times = 2 if shown[seat] >= twice else 1 if shown[seat] >= once else 0
            self.parts["chronicle"][seat] += times * len(self.seats)

    def give_up(self, cls, once):
        """Asks the seats to drop halves; returns how many persons of the class each one dropped."""

        def shows(seat, card):
            return half_of(card, self.display[seat][card]).count(cls)

        def dropped(given):
            return [do.split()[1] for do in given if do != "done"]

        def legal(seat, given):
            if self.influence(seat, cls) < once:
                return {"done"}
            gone = dropped(given)
            dos = {
                f"drop {card}"
                for card in self.display[seat]
                if card not in gone and shows(seat, card) > 0
            }
            if not gone or sum(shows(seat, card) for card in gone) >= once:
                dos.add("done")
            return dos

        answers = yield Ask(self.seats, legal, lambda do: do == "done")
        shown = []
        for seat in self.seats:
            gone = dropped(answers[seat])
            shown.append(sum(shows(seat, card) for card in gone))
            for card in gone:
                del self.display[seat][card]
        return shown

    def final_scoring(self):
        count = [{cls: self.persons(seat, cls) for cls in CLASSES} for seat in self.seats]
        shields = [seat for seat in self.seats if self.display[seat].get("L") == "b"]  # step 0
        least = {
            seat: [c for c in CLASSES if count[seat][c] == min(count[seat].values())]
            for seat in shields
        }
        choose = [seat for seat in shields if len(least[seat]) > 1]
        if choose:
            answers = yield Ask(choose, lambda seat, _: {f"legate {c}" for c in least[seat]})
            for seat in choose:
                least[seat] = [answers[seat][0].split()[1]]
        for seat in shields:
            count[seat][least[seat][0]] += 2
        for cls in CLASSES:  # 1
            self.parts[PART_OF[cls]] = display_points([count[seat][cls] for seat in self.seats])
        self.parts["towers"] = tower_points(  # 2
            [max(tower_persons(self.towers[seat]).values()) for seat in self.seats]
        )

    def result(self):
        score = [self.points(seat) for seat in self.seats]
        persons = [sum(tower_persons(self.towers[seat]).values()) for seat in self.seats]
        return {
            "score": score,
            "place": places(list(zip(score, persons))),
            "breakdown": {part: list(self.parts[part]) for part in PARTS},
        }
