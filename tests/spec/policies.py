"""Preferences of seats and chance in biased games (biased.py).

A policy is a function (game, by, do, legal) -> value. The step with the highest value is taken;
a lot decides ties. Policies may read hidden information, because their purpose is to reach rare
positions.
"""

from collections import Counter

import duell
import kardinal
import rattus
import tallinn

STOPS = {"done", "enough", "end", "yield", "pass", "stop", "stand", "keep", "swap", "plague"}


def verb(do):
    return do.split()[0]


def stops(do):
    return verb(do) in STOPS or do.split()[-1] in ("none", "stop", "no")


def bucket(game, do, legal):
    """Returns a key for the kind of choice: the verbs on offer, the step, and the number of
    steps."""
    return (
        getattr(game, "phase", ""),
        " ".join(sorted({verb(other) for other in legal})),
        verb(do),
        min(len(legal), 12),
    )


def in_order(*verbs):
    """Prefers steps by their first words, in the given order; all others come last."""
    rank = {begin: len(verbs) - n for n, begin in enumerate(verbs)}

    def policy(_game, _by, do, _legal):
        return max(
            (value for begin, value in rank.items() if (do + " ").startswith(begin + " ")),
            default=0,
        )

    return policy


def general(rare):
    """Policies for every game. `rare` counts how often a notation or bucket was seen in this
    run."""
    return [
        lambda game, by, do, legal: 0,
        lambda game, by, do, legal: -stops(do),  # never stops early
        lambda game, by, do, legal: stops(do),  # stops as soon as it may
        lambda game, by, do, legal: -rare[do],  # the rarest notation
        lambda game, by, do, legal: -rare[bucket(game, do, legal)],  # the rarest bucket
        lambda game, by, do, legal: (-stops(do), -rare[bucket(game, do, legal)]),
        lambda game, by, do, legal: -legal.index(do),  # always the first or always the last:
        lambda game, by, do, legal: legal.index(do),  # all seats do the same, so ties arise
    ]


def seats(name, rare):
    return general(rare) + SEATS[name]


def chance(name, rare):
    """Policies for chance; None draws by weight."""
    return [
        None,
        None,
        lambda game, by, do, legal: 0,
        lambda game, by, do, legal: -rare[do],
        lambda game, by, do, legal: -legal.index(do),
        lambda game, by, do, legal: legal.index(do),
    ] + CHANCE[name]


# --- Kardinal


def colour_room(game, colour):
    """Returns how many more pieces this colour could pay for, minus its cards in hands and on
    display."""
    room = 0
    for country in kardinal.NAMES[colour]:
        room += sum(space not in game.cloister for space in kardinal.SPACES[country])
        room += max(0, max(game.cloisters(country)) - sum(game.councillor[country]))
    return room - sum(hand[colour] for hand in game.hand) - game.open.count(colour)


def kardinal_fill(game, by, do, _legal):
    """Fills the board with few cards and small majorities, so that the game ends early."""
    what, *rest = do.split()
    if what == "c":
        counts = game.cloisters(rest[0][:2])
        return 100 - 30 * (counts[by] + 1 > max(counts) > 0) - 50 * ("+" in do)
    if what == "r":
        return 90 - 50 * ("+" in do)
    if what in ("take", "draw", "open"):
        return colour_room(game, rest[0])
    return {"done": 30, "swap": 0}.get(what, 1)


def kardinal_chain(game, by, do, _legal):
    """Places cloisters beside its own ones."""
    what, *rest = do.split()
    if what == "c":
        return 10 + sum(game.cloister.get(space) == by for space in kardinal.ROADS[rest[0]].split())
    return {"r": 1, "done": 2}.get(what, 3)


def kardinal_crowd(game, by, do, _legal):
    """Places everything into the country with the most pieces."""
    what, *rest = do.split()
    if what in "cr":
        return 10 + sum(game.cloisters(rest[0][:2])) + sum(game.councillor[rest[0][:2]])
    return 0


def kardinal_pairs(game, by, do, _legal):
    return 3 if "+" in do else {"c": 2, "r": 2, "done": 1}.get(verb(do), 0)


def kardinal_dry(game, by, do, _legal):
    """Swaps until the pile is gone, then takes the open cards and passes instead of placing."""
    return in_order("pass", "take", "done", "swap")(game, by, do, None)


# --- Duell

# fmt: off
USES = {
    "build": {"power": 3, "steward": 9, "architect": 9, "foreman": 8, "builder": 8, "journeyman": 7,
              "site": 7, "labour": 7, "gold6": 6, "gold5": 6, "gold4": 6, "gold3": 6, "cellarer": 6,
              "sheriff": 6, "wood": 5, "sand": 5, "stone": 5, "ore": 9, "wool": 8, "countess": 5,
              "tithe": 4},
    "gold": {"gold6": 9, "gold5": 8, "gold4": 7, "cellarer": 8, "gold3": 6, "sheriff": 6,
             "tithe": 9, "wooltrader": 7, "market3": 5, "market2": 5, "wool": 6},
    "once": {"lucky": 9, "site": 9, "labour": 9, "tithe": 9, "journeyman": 9,
             "gold6": 5, "gold5": 5, "gold4": 5, "gold3": 5},
    "seals": {"influence": 9, "archdeacon": 9, "herbwife": 9, "gold6": 2, "gold5": 2},
    "power": {"power": 9},
}
# fmt: on


def duell_policy(wish, claims, order, flips):
    """Returns a policy. `claims` names the wanted cards, `order` the verbs in turns, `flips` the
    verbs in fights."""
    cards, fights, turns = USES[claims], in_order(*flips), in_order(*order)

    def policy(game, by, do, legal):
        what, *rest = do.split()
        if what == "claim":
            return sum(
                cards.get(game.layout[at], 0)
                for at in duell.LINES[rest[0]]
                if duell.PERSONS.get(game.layout[at], by) == by
            )
        if game.phase in ("flip", "lucky", "keep"):
            return fights(game, by, do, legal)
        if what == "use":
            return 100 + cards.get(game.layout[int(rest[0])], 1)
        if what == "build":
            return 300 + len(game.built[by][rest[0]])
        if what == "play" and wish == "late":
            return 50
        wanted = turns(game, by, do, legal)
        return wanted + (200 if wanted and not stops(do) else 0)

    policy.wish = wish
    return policy


# fmt: off
WORK = ("play site", "play labour", "play tithe", "play journeyman", "free", "convert", "fetch",
        "buy ore", "buy wood", "buy", "sell", "done", "end", "enough")
# fmt: on
DUELL = [
    duell_policy("soon", "build", WORK, ("flip", "lucky")),
    duell_policy("soon", "build", WORK, ("yield", "stand", "flip own")),
    duell_policy("late", "build", WORK, ("flip 05", "flip 14", "flip 23", "lucky")),
    duell_policy(
        "soon", "gold", ("play tithe", "sell", "enough", "end", "done"), ("flip", "lucky")
    ),
    duell_policy("late", "gold", ("sell", "enough", "end", "done"), ("yield", "stand")),
    duell_policy("soon", "once", WORK, ("lucky", "flip")),
    duell_policy(
        "late",
        "once",
        ("done", "end", "convert", "free", "sell", "enough"),
        ("stand", "flip", "keep"),
    ),
    duell_policy(
        "soon", "seals", ("buy", "give", "done", "end", "enough"), ("flip 05", "flip 14", "flip 23")
    ),
    duell_policy("soon", "seals", ("buy", "give", "done", "end", "enough"), ("yield", "flip own")),
    duell_policy(
        "soon",
        "seals",
        ("buy", "give", "done", "end", "enough"),
        ("flip 23", "flip 14", "flip 05", "keep 23"),
    ),
    duell_policy("soon", "power", WORK, ("flip", "lucky")),
]


# how much of each material a building needs
WANTED = Counter(m for needs in duell.NEEDS.values() for m in needs)


# fmt: off
OTHER_CARDS = {"steward": 5, "architect": 5, "countess": 4, "market3": 4, "market2": 3, "site": 2,
               "labour": 3, "tithe": 3, "wooltrader": 3, "power": 1}
# fmt: on


def duell_useful(game, seat, card):
    """Returns the value of a card for a seat that wants to build."""
    raw, worked = game.raw[seat], game.worked[seat]
    built = Counter(m for places in game.built[seat].values() for m in places)
    if duell.PERSONS.get(card, seat) != seat:
        return 0
    if card in duell.MATERIALS:
        return (
            7
            if WANTED[card] > raw[card] + worked[card] + built[card] and game.supply[seat][card]
            else 0
        )
    if card in duell.CRAFTSMEN:
        material = duell.CRAFTSMEN[card][0]
        return 4 * min(raw[material], WANTED[material] - worked[material] - built[material])
    if card in duell.INCOME or card in ("cellarer", "sheriff"):
        return 6 if game.gold[seat] < 14 else 2
    if card in ("foreman", "builder", "journeyman"):
        return 5
    return OTHER_CARDS.get(card, 0)


def duell_work(patient):
    """Collects, works and builds; a patient one builds three pieces at a time."""

    def policy(game, by, do, legal):
        what, *rest = do.split()
        if what == "claim":
            return sum(duell_useful(game, by, game.layout[at]) for at in duell.LINES[rest[0]])
        if what == "use":
            card = game.layout[int(rest[0])]
            return (
                100
                + 20 * (card in duell.INCOME)
                + 15 * (card in duell.MATERIALS)
                + duell_useful(game, by, card)
            )
        if what == "play" and patient and rest[0] in ("site", "labour"):
            return 310 if game.cheap and game.phase == "build" else -1
        if what == "build" and patient:
            left = [m for m in duell.NEEDS[rest[0]] if m not in game.built[by][rest[0]]]
            ready = all(game.worked[by][m] for m in left) and (
                game.pieces
                or game.gold[by] >= (2 * len(left) if game.cheap else len(left) * (len(left) + 1))
            )
            return 300 if ready else -1
        if what == "free" or what == "convert" or rest[:1] == ["journeyman"]:
            return 200
        return DUELL[0](game, by, do, legal)

    return policy


def duell_wait(game, by, do, legal):
    """Finishes section II only when the bank cannot pay the bonus."""
    if do.startswith("build II ") and len(game.built[by]["II"]) == 2:
        return 300 if game.bank + game._price() < 10 else -1
    if do.startswith("build ") and not do.startswith("build II "):
        return -1
    return duell_work(False)(game, by, do, legal)


def duell_deal_gold(game, _by, do, _legal):
    """Deals gold to everybody, and to seat 0 what it needs for section II."""
    what, card = do.split()
    if what != "deal":
        return 0
    return 9 * (card in duell.INCOME or card in ("cellarer", "sheriff", "wooltrader")) + (
        card in ("sand", "stone", "wool", "mixer1", "mason1", "weaver1")
    ) * 10 * (not game.built[0]["II"] >= {"sand", "stone"} and duell_useful(game, 0, card) > 0)


def duell_tithe(game, by, do, legal):
    """Plays the tithe, then leaves its income unused for a while."""
    what, *rest = do.split()
    if game.phase == "evaluate":
        card = game.layout[int(rest[0])] if what == "use" else ""
        if game.tithe[by]:
            return what == "done" or card == "power"
        return (
            9
            if card == "tithe"
            else 8
            if do == "play tithe"
            else 1
            if card in duell.INCOME and "tithe" not in game.hand[by]
            else 2
            if card not in duell.INCOME
            else 0
        )
    if what == "claim":
        return sum(
            {"tithe": 20}.get(game.layout[at], game.layout[at] in duell.INCOME)
            for at in duell.LINES[rest[0]]
        )
    return DUELL[3](game, by, do, legal)


def duell_deal(wish):
    cards = USES[wish]

    def policy(_game, _by, do, _legal):
        what, card = do.split()
        return cards.get(card, 0) if what == "deal" else int(card) if what == "side" else 0

    return policy


def duell_deal_work(*favourites):
    """Deals cards that these seats can use."""

    def policy(game, _by, do, _legal):
        what, card = do.split()
        if what == "deal":
            return sum(duell_useful(game, seat, card) for seat in favourites)
        return (
            int(card) * (1 if game.seat in favourites else -1)
            if what == "side" and len(favourites) == 1
            else 0
        )

    return policy


# --- Tallinn


def tallinn_balance(game, by, do, _legal):
    """Keeps its display level, so that the legate has a choice."""
    if verb(do) != "play":
        return in_order("tower none", "contest none", "done")(game, by, do, None)
    card, half = do.split()[1][:-1], do[-1]
    if (card, half) == ("L", "b"):
        return 9
    count = [game.persons(by, c) + tallinn.half_of(card, half).count(c) for c in tallinn.CLASSES]
    return min(count) - max(count)


def tallinn_one_class(cls):
    def policy(game, by, do, _legal):
        what, *rest = do.split()
        if what == "play":
            return tallinn.half_of(rest[0][:-1], rest[0][-1]).count(cls)
        return in_order("drop", "tower none", f"contest {cls}")(game, by, do, None)

    return policy


def tallinn_chronicle(game, by, do, legal):
    """Shows or gives up the class of the next chronicle card, one card at a time."""
    if not game.chronicle:
        return 0
    card = game.chronicle_cards[len(game.display[by]) + len(game.towers[by]) >= 4]
    return tallinn_one_class(tallinn.CHRONICLE[card][1])(game, by, do, legal)


def tallinn_small_drops(game, by, do, legal):
    """Drops as often as possible, the smallest cards first."""
    if verb(do) == "drop":
        card = do.split()[1]
        return 10 - len(tallinn.half_of(card, game.display[by][card]))
    if verb(do) == "play":
        return tallinn_chronicle(game, by, do, legal) > 0
    return in_order("tower none", "contest m")(game, by, do, legal)


TALLINN = [
    tallinn_balance,
    tallinn_chronicle,
    tallinn_small_drops,
    *(tallinn_one_class(c) for c in tallinn.CLASSES),
    in_order("exchange", "play Lb", "tower hand L", "tower hand", "drop"),
    in_order("done", "play Lb", "contest none", "drop"),
    in_order(
        "play 1a",
        "play 2a",
        "play 3a",
        "play 4a",
        "play 5a",
        "play 6a",
        "tower L",
        "tower hand",
        "contest k",
        "drop",
    ),
    in_order("play La", "tower L", "tower hand L", "tower none", "drop L", "drop"),
    in_order("play Lb", "contest o", "tower L", "tower hand", "drop"),
    in_order("play 10a", "play 9a", "play 8a", "tower 10", "tower 9", "tower 8"),
]


# --- Rattus


def cubes(game, region):
    return sum(own[region] for own in game.cubes)


def rattus_class(cls):
    """Always uses one class and its power."""
    power = {
        "P": ("grow", "peasant"),
        "B": ("merchant",),
        "C": ("monk",),
        "K": ("knight",),
        "W": ("witch",),
        "R": ("king",),
    }[cls]

    def policy(game, by, do, legal):
        if verb(do) == "knight":
            return do != "knight no"
        if verb(do) == "grow" and cls != "P":
            return 1 + min(len(game.rats[do.split()[1]]), 1)
        if do.endswith(" P"):
            return 6
        return (
            in_order(f"class {cls}", *power, "class", "grow", "swap", "witch")(game, by, do, legal)
            * 2
        )

    return policy


def rattus_grow(game, by, do, _legal):
    """Grows as many cubes as possible and moves the plague where it does no harm, so that cubes run
    out."""
    what, *rest = do.split()
    if what == "grow":
        return 20 + len(game.rats[rest[0]]) + 2 * do.endswith(" P")
    if what == "plague":
        return -game.cubes[by][rest[0]]
    return {"class P": 30}.get(do, 5 if what in ("rat", "peasant", "knight") else -30)


def rattus_breed(game, by, do, _legal):
    """Moves the plague to many rats without cubes, so that tokens run out and regions fill."""
    what, *rest = do.split()
    if what == "plague":
        return 3 * len(game.rats[rest[0]]) - cubes(game, rest[0])
    if what == "rat":
        return len(game.rats[rest[0]])
    if what == "grow":
        return 10 - len(game.rats[rest[0]])
    return -20 + 5 * (what == "class")


def rattus_ravage(game, by, do, _legal):
    """Moves the plague to many rats and many cubes, so that the board empties."""
    what, *rest = do.split()
    if what == "plague":
        return len(game.rats[rest[0]]) * min(cubes(game, rest[0]), 6)
    if what == "rat":
        return cubes(game, rest[0])
    if what == "knight" and game.phase == "knight":
        return rest[0] == "yes"
    if what == "knight":
        return len(game.rats[rest[0]]) * cubes(game, rest[0])
    return 0


def rattus_witch(game, by, do, _legal):
    """Looks twice, at tokens of one region or at known ones, then swaps."""
    what, *rest = do.split()
    if what == "witch" and rest[0] != "stop":
        token = game.rats[rest[0]][int(rest[1]) - 1]
        return (
            40
            + len(game.rats[rest[0]])
            + 3 * (token.face is not None)
            + 5 * bool(game.looked and game.looked[0][0] == rest[0])
        )
    return in_order("class W", "swap", "grow", "plague")(game, by, do, None) + 50 * (
        do == "class W"
    )


def rattus_still(game, by, do, _legal):
    """In the last round leaves the plague piece in place and brings rats and cubes there."""
    what, *rest = do.split()
    if game.ender is not None:
        there = (
            what in ("peasant", "merchant", "monk")
            and rest[-1 - (what == "merchant")] == game.plague
        )
        return 2 if there else do == "done"
    return in_order("class", "grow", "rat", "plague")(game, by, do, None)


RATTUS = [
    *(rattus_class(c) for c in rattus.CLASSES),
    rattus_grow,
    rattus_breed,
    rattus_ravage,
    rattus_witch,
    rattus_still,
    in_order("class", "grow", "monk", "merchant", "king", "witch", "peasant", "knight"),
    in_order("grow", "plague", "king", "class R"),
]


def rattus_faces(sign):
    """Prefers faces with high or low limits."""
    return (
        lambda _game, _by, do, _legal: sign * rattus.FACES[do.split()[1]][0]
        if do.split()[1] in rattus.FACES
        else 0
    )


SEATS = {
    "kardinal": [
        kardinal_fill,
        kardinal_fill,
        kardinal_chain,
        kardinal_crowd,
        kardinal_pairs,
        kardinal_dry,
        in_order("r", "c", "blind"),
        in_order("c", "done", "blind"),
        in_order("swap", "blind"),
        in_order("pass", "c", "r", "take"),
        in_order("pass", "swap FA", "take"),
    ],
    "duell": [
        duell_work(False),
        duell_work(False),
        duell_work(True),
        duell_work(True),
        duell_tithe,
        *DUELL,
    ],
    "tallinn": TALLINN,
    "rattus": RATTUS,
}

# Themes: number of players (None: any), policies of the seats in turn, policy of chance.
IDLE = general({})[2]
THEMES = {
    "kardinal": [(5, [kardinal_fill], kardinal_fill)],
    "duell": [
        (None, seats, duell_deal_work(*favourites))
        for patient in (False, True)
        for seats, favourites in (
            ([duell_work(patient), IDLE], [0]),
            ([IDLE, duell_work(patient)], [1]),
            ([duell_work(patient)], [0, 1]),
            ([duell_work(patient), DUELL[3]], [0]),
            ([DUELL[3], duell_work(patient)], [1]),
        )
    ]
    + [(None, [duell_wait, DUELL[3]], duell_deal_gold)] * 2,
    "tallinn": [],
    "rattus": [(None, [rattus_class("R"), IDLE], None)] * 2
    + [(None, [RATTUS[-2], IDLE], None), (None, [rattus_still], None)],
}
CHANCE = {
    "kardinal": [kardinal_fill, kardinal_fill],
    "duell": [
        *(duell_deal_work(*seats) for seats in ((0,), (1,), (0, 1), (0, 1))),
        *(duell_deal(wish) for wish in USES),
    ],
    "tallinn": [],
    "rattus": [rattus_faces(1), rattus_faces(-1)],
}
