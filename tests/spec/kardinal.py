"""Kardinal & König: a reference replayer written from the rules alone, not from the engine."""

from collections import Counter
from functools import lru_cache

from protocol import Ask, Chance, ScriptGame, places

PLAYERS = (3, 4, 5)
OPTIONS = {}

# Components. Card colour -> (the countries it names, number of cards).
CARDS = {
    "FA": ("FK AR", 13),
    "BB": ("BA BU", 12),
    "LI": ("LO IT", 11),
    "ES": ("EN SC", 10),
    "FR": ("FR", 9),
}
NAMES = {colour: tuple(countries.split()) for colour, (countries, _) in CARDS.items()}
CLOISTERS, COUNCILLORS, HAND, OPEN = 20, 8, 3, 2

COUNTRIES = ("EN", "FK", "BA", "IT", "AR", "FR", "LO", "SC", "BU")
# fmt: off
ALLIANCES = ("EN FK", "EN LO", "EN FR", "AR FR", "AR BU", "AR IT", "FR LO", "FR BU",
             "LO FK", "LO SC", "BU SC", "FK BA", "SC BA", "IT BU", "IT BA")
ROADS = {
    "EN1": "EN2", "EN2": "EN1 EN3 EN4", "EN3": "EN2 EN5",
    "EN4": "EN2 EN5", "EN5": "EN3 EN4 EN6", "EN6": "EN5",
    "FK1": "FK2 LO1", "FK2": "FK1 FK3 FK4", "FK3": "FK2 FK7",
    "FK4": "FK2 FK5 FK6", "FK5": "FK4 LO3 SC1", "FK6": "FK4 FK7",
    "FK7": "BA1 FK3 FK6", "BA1": "BA2 BA3 FK7", "BA2": "BA1 BA4 BA5 SC4",
    "BA3": "BA1 BA4", "BA4": "BA2 BA3 BA6", "BA5": "BA2 IT3",
    "BA6": "BA4", "IT1": "BU5 IT2", "IT2": "IT1 IT3",
    "IT3": "BA5 IT2 IT4", "IT4": "IT3 IT5", "IT5": "IT4 IT6",
    "IT6": "IT5", "AR1": "AR2 AR3 FR7", "AR2": "AR1 AR3",
    "AR3": "AR1 AR2 AR4", "AR4": "AR3 AR6", "AR5": "AR6 FR8",
    "AR6": "AR4 AR5", "FR1": "FR2 FR4", "FR2": "FR1 FR3 FR5",
    "FR3": "FR2 LO2 LO5", "FR4": "FR1 FR5 FR7", "FR5": "BU2 FR2 FR4 FR6",
    "FR6": "FR5 FR8", "FR7": "AR1 FR4 FR8", "FR8": "AR5 BU6 FR6 FR7",
    "LO1": "FK1 LO2 LO3", "LO2": "FR3 LO1 LO4", "LO3": "FK5 LO1 LO4",
    "LO4": "LO2 LO3 LO5", "LO5": "BU1 FR3 LO4 SC2", "SC1": "FK5 SC2",
    "SC2": "LO5 SC1 SC3", "SC3": "BU3 SC2 SC4", "SC4": "BA2 SC3",
    "BU1": "BU2 BU3 LO5", "BU2": "BU1 BU4 FR5", "BU3": "BU1 SC3",
    "BU4": "BU2 BU5 BU6", "BU5": "BU4 IT1", "BU6": "BU4 FR8",
}
# fmt: on
SPACES = {country: [space for space in ROADS if space.startswith(country)] for country in COUNTRIES}


# --- the parts of the score


def cloister_points(counts):
    """Returns one country's points per seat, from its cloisters per seat."""
    ranks = sorted({n for n in counts if n > 0}, reverse=True)  # distinct numbers of cloisters
    gets = {n: sum(counts) if k == 0 else ranks[k - 1] for k, n in enumerate(ranks)}
    return [gets.get(n, 0) for n in counts]


def alliance_points(one, other):
    """Returns one alliance's points per seat, from the councillors per seat in its two
    countries."""

    def majority(counts, seat):
        return counts[seat] > 0 and counts[seat] == max(counts)

    return [
        sum(one) + sum(other) if majority(one, seat) and majority(other, seat) else 0
        for seat in range(len(one))
    ]


def simple_paths(spaces):
    """Returns the space sets of all simple paths of 4 to 7 spaces. Longer paths need not be listed,
    because they split into paths of at least 4."""
    found = set()

    def walk(path):
        if len(path) >= 4:
            found.add(frozenset(path))
        if len(path) < 7:
            for space in ROADS[path[-1]].split():
                if space in spaces and space not in path:
                    walk(path + [space])

    for space in spaces:
        walk([space])
    return found


def chain_points(spaces):
    """Returns the best total over all sets of disjoint simple paths of at least four of these
    spaces. The search is exhaustive and memoised."""
    paths = simple_paths(spaces)

    @lru_cache(maxsize=None)
    def best(free):
        if len(free) < 4:
            return 0
        space = min(free)  # it is in no path, or in one of the paths through it
        return max(
            [best(free - {space})]
            + [len(path) + best(free - path) for path in paths if space in path and path <= free]
        )

    return best(frozenset().union(*paths))


class Game(ScriptGame):
    PLAYERS = PLAYERS

    def __init__(self, players, options):
        self.seats = range(players)
        removed = 5 - players
        self.pile = Counter({colour: n - removed for colour, (_, n) in CARDS.items()})
        self.discards = Counter()
        self.open = []
        self.hand = [Counter() for _ in self.seats]
        self.cloister = {}  # space -> seat
        self.councillor = {country: [0] * players for country in COUNTRIES}  # per seat
        self.cloisters_left = [CLOISTERS] * players
        self.councillors_left = [COUNCILLORS] * players
        self.run_out = 0  # how often the pile ran out
        self.cloisters_first = [0] * players
        self.begin()

    # --- what the rules count

    def cloisters(self, country):
        """Returns the cloisters of a country per seat."""
        owners = [self.cloister[space] for space in SPACES[country] if space in self.cloister]
        return [owners.count(seat) for seat in self.seats]

    def empty(self, country):
        return sum(self.cloisters(country)) + sum(self.councillor[country]) == 0

    def room(self, seat, country):
        """Rules 2, 5 and 6: returns the free spaces for a cloister of the seat, and whether it may
        place a councillor."""
        free = (
            [space for space in SPACES[country] if space not in self.cloister]
            if self.cloisters_left[seat]
            else []
        )
        councillor = (
            self.councillors_left[seat] > 0
            and not self.empty(country)
            and sum(self.councillor[country]) + 1 <= max(self.cloisters(country))
        )
        return free, councillor

    def payments(self, seat, country):
        """Rule 4: one card that names the country, or a pair that does not."""
        return [
            colour for colour, n in self.hand[seat].items() if n >= 1 and country in NAMES[colour]
        ] + [
            f"{colour}+{colour}"
            for colour, n in self.hand[seat].items()
            if n >= 2 and country not in NAMES[colour]
        ]

    def placements(self, seat, country):
        pays = self.payments(seat, country)
        if not pays:
            return set()
        free, councillor = self.room(seat, country)
        pieces = [f"c {space}" for space in free] + ([f"r {country}"] if councillor else [])
        return {f"{piece} {pay}" for piece in pieces for pay in pays}

    def anybody_could_place(self):
        """Tells whether board and supplies allow any placement, with any cards."""
        rooms = (self.room(seat, country) for seat in self.seats for country in COUNTRIES)
        return any(free or councillor for free, councillor in rooms)

    # --- the script

    def script(self):
        yield from self.setup()
        seat = 0
        while True:
            yield from self.turn(seat)
            if self.run_out == 2 and seat == len(self.seats) - 1:
                return
            if not self.anybody_could_place():
                return
            seat = (seat + 1) % len(self.seats)

    def setup(self):
        for seat in self.seats:
            for _ in range(HAND):
                yield from self.draw(seat)
        yield from self.refill()

    def ask(self, seat, legal):
        """Asks one seat for one decision; the legal answers are a function of the position."""
        answers = yield Ask([seat], lambda _seat, _given: legal())
        return answers[seat][0]

    def turn(self, seat):
        def legal():
            dos = set().union(*(self.placements(seat, country) for country in COUNTRIES))
            if self.can_draw():
                return dos | {f"swap {colour}" for colour, n in self.hand[seat].items() if n}
            return dos | {"pass"}

        do = yield from self.ask(seat, legal)
        if do == "pass":
            return
        if do.startswith("swap "):
            self.discard(seat, do.split()[1])
            yield from self.draw_to(seat, self.hand[seat].total() + 1)
        else:
            yield from self.placing(seat, do)
            yield from self.draw_to(seat, HAND)
        yield from self.refill()

    def placing(self, seat, do):
        """Rules 1 to 3, from the first piece on."""
        country = do.split()[1][:2]
        was_empty = self.empty(country)
        self.place(seat, do)
        if was_empty:
            return
        do = yield from self.ask(seat, lambda: self.placements(seat, country) | {"done"})
        if do != "done":
            self.place(seat, do)

    def place(self, seat, do):
        kind, where, pay = do.split()
        if kind == "c":
            self.cloister[where] = seat
            self.cloisters_left[seat] -= 1
        else:
            self.councillor[where][seat] += 1
            self.councillors_left[seat] -= 1
        for colour in pay.split("+"):
            self.discard(seat, colour)

    def discard(self, seat, colour):
        self.hand[seat][colour] -= 1
        self.discards[colour] += 1

    def can_draw(self):
        return bool(self.open) or self.pile.total() > 0

    def draw_to(self, seat, cards):
        """Draws cards, one decision each, until the seat has this many or nothing is left."""

        def legal():
            return {f"take {colour}" for colour in self.open} | (
                {"blind"} if self.pile.total() else set()
            )

        while self.hand[seat].total() < cards and self.can_draw():
            do = yield from self.ask(seat, legal)
            if do == "blind":
                yield from self.draw(seat)
            else:
                colour = do.split()[1]
                self.open.remove(colour)
                self.hand[seat][colour] += 1

    def draw(self, seat):
        colour = yield from self.from_pile("draw")
        self.hand[seat][colour] += 1
        self.check_pile()

    def refill(self):
        while len(self.open) < OPEN and self.pile.total():
            colour = yield from self.from_pile("open")
            self.open.append(colour)
            self.check_pile()

    def from_pile(self, verb):
        do = yield Chance(0, {f"{verb} {colour}": n for colour, n in self.pile.items() if n})
        colour = do.split()[1]
        self.pile[colour] -= 1
        return colour

    def check_pile(self):
        """The pile runs out the moment its last card is taken."""
        if self.pile.total():
            return
        self.run_out += 1
        if self.run_out == 1:
            self.cloisters_first = self.cloister_scoring()
            self.pile, self.discards = self.discards, Counter()

    # --- scoring

    def cloister_scoring(self):
        points = [cloister_points(self.cloisters(country)) for country in COUNTRIES]
        return [sum(by_seat) for by_seat in zip(*points)]

    def result(self):
        alliances = [
            alliance_points(*(self.councillor[country] for country in pair.split()))
            for pair in ALLIANCES
        ]
        parts = {
            "cloisters_first": list(self.cloisters_first),
            "cloisters_final": self.cloister_scoring(),
            "alliances": [sum(by_seat) for by_seat in zip(*alliances)],
            "chains": [
                chain_points({space for space, owner in self.cloister.items() if owner == seat})
                for seat in self.seats
            ],
        }
        score = [sum(by_seat) for by_seat in zip(*parts.values())]
        supply = [a + b for a, b in zip(self.cloisters_left, self.councillors_left)]
        return {
            "score": score,
            "place": places(list(zip(score, supply))),
            "breakdown": {**parts, "supply": supply},
        }
