"""Rattus, rules revision 2: a reference replayer written from the rules, not from the engine."""

PLAYERS = (2, 3, 4)

# Components. The order of the final plague is also the order of the groups: 8, 10 or 12 regions.
ORDER = "AN GA GE HI HU IT PO SC BU TU RU TA".split()
IN_PLAY = {2: 8, 3: 10, 4: 12}
REMOVED = {2: 12, 3: 6, 4: 0}

# fmt: off
NEIGHBOURS = {
    "AN": "GA SC", "HI": "GA IT", "GA": "AN GE HI IT",
    "GE": "GA HU IT PO SC", "IT": "GA GE HI HU TU", "SC": "AN GE PO RU",
    "PO": "GE HU RU SC TA", "HU": "BU GE IT PO TA", "BU": "HU TA TU",
    "TU": "BU IT TA", "RU": "PO SC TA", "TA": "BU HU PO RU TU",
}
# fmt: on

CLASSES = "PBCKWR"

FACES_TEXT = """
S01 1 BC    | S02 1 KW    | S03 2 CR    | S04 2 PC    | S05 2 M PW  | S06 3 BK    | S07 3 KR
S08 3 M WR  | S09 4 PB    | S10 4 M PK  | S11 5 BR    | S12 6 CW
N01 1 KR    | N02 1 PK    | N03 1 PR    | N04 2 BW    | N05 2 CW    | N06 2 M BC  | N07 2 M BK
N08 3 PCW   | N09 3 PWR   | N10 3 A     | N11 3 M BC  | N12 3 M PW  | N13 4 BKR   | N14 4 CKR
N15 4 KWR   | N16 4 PBC   | N17 4 PBR   | N18 4 A B   | N19 4 A R   | N20 4 M CR  | N21 4 M KW
N22 5 BCK   | N23 5 BKR   | N24 5 CWR   | N25 5 PKR   | N26 5 A BR  | N27 5 A CR  | N28 5 M CKW
N29 5 M PBW | N30 5 M PW  | N31 6 PKW   | N32 6 PWR   | N33 6 A BK  | N34 6 A CK  | N35 6 A PC
N36 6 M BCR | N37 6 M PWR
"""


def _faces():
    """code -> (limit, "M" | "A" | "", class symbols)"""
    faces = {}
    for entry in FACES_TEXT.replace("\n", "|").split("|"):
        words = entry.split()
        if words:
            code, limit, *symbols = words
            group = symbols.pop(0) if symbols[0] in ("M", "A") else ""
            faces[code] = int(limit), group, "".join(symbols)
    return faces


FACES = _faces()
START = sorted(f for f in FACES if f[0] == "S")
OTHERS = sorted(f for f in FACES if f[0] == "N")


class Token:
    """A face-down token: its origin, and its face once somebody has looked at it."""

    def __init__(self, origin, face=None):
        self.origin = origin
        self.face = face


class Game:
    def __init__(self, players, options=None):
        assert players in PLAYERS
        self.players = players
        self.regions = ORDER[: IN_PLAY[players]]
        self.neighbours = {
            r: [x for x in NEIGHBOURS[r].split() if x in self.regions] for r in self.regions
        }

        self.rats = {r: [Token("start")] for r in self.regions}
        self.unseen_start = set(START)
        self.unseen_other = set(OTHERS)
        # Start faces among the supply tokens without a face.
        self.s = len(START) - len(self.regions)
        self.k = len(OTHERS) - REMOVED[players]  # other faces among them
        self.tokens = self.s + self.k  # tokens in the supply
        self.turned_up = []  # faces that have left the game

        self.cubes = [{r: 0 for r in self.regions} for _ in range(players)]
        self.castle = [0] * players
        self.supply = [20] * players
        self.owner = {c: None for c in CLASSES}
        self.plague = None

        self.phase = "start"
        self.settlers = list(range(players)) + list(reversed(range(players)))
        self.ender = None  # the seat that ended the game
        self.last = []  # seats that still play the last round
        self.final = []  # regions still to be ravaged by the final plague
        self._clear_turn(None)

    def _clear_turn(self, seat):
        self.seat = seat
        self.took = False  # `class` done
        self.grew = False  # `grow` done
        self.used = set()  # powers used, by class
        self.looked = []  # witch: (region, index) of the tokens looked at
        self.to_spread = 0
        self.knight = False  # the piece counts as two cubes
        self.ravaged = None  # the region being ravaged
        self.turned = 0  # index of its token that is turned up

    # ---- who moves ----

    def to_move(self):
        if self.phase in ("start", "peek", "turn", "ravage"):
            return "chance"
        if self.phase == "over":
            return []
        if self.phase == "settle":
            return [self.settlers[0]]
        return [self.seat]

    # ---- chance ----

    def stream(self):
        return {"start": 0, "turn": 2}.get(self.phase, 1)

    def outcomes(self):
        if self.phase == "start":
            return {f"plague {r}": 1 for r in self.regions}
        if self.phase == "turn":
            return {f"turn {i + 1}": 1 for i in range(len(self.rats[self.ravaged]))}
        verb = "peek" if self.phase == "peek" else "reveal"
        return {
            f"{verb} {face}": weight
            for face, weight in self._face_weights(self._chance_token()).items()
        }

    def _chance_token(self):
        if self.phase == "peek":
            region, index = self.looked[-1]
            return self.rats[region][index]
        return self.rats[self.ravaged][self.turned]

    def _face_weights(self, token):
        """Tokens without faces."""
        if token.face is not None:
            return {token.face: 1}
        if token.origin == "start":
            return {face: 1 for face in self.unseen_start}
        start_weight = self.s * (len(self.unseen_other) or 1)
        other_weight = self.k * (len(self.unseen_start) or 1)
        weights = {face: start_weight for face in self.unseen_start}
        weights.update({face: other_weight for face in self.unseen_other})
        return {face: weight for face, weight in weights.items() if weight}

    def _see(self, token, face):
        if token.face is not None:
            return
        token.face = face
        start = face in self.unseen_start
        (self.unseen_start if start else self.unseen_other).remove(face)
        if token.origin == "supply":
            if start:
                self.s -= 1
            else:
                self.k -= 1

    # ---- legal ----

    def legal(self, seat):
        if self.to_move() != [seat]:
            return set()
        return getattr(self, "_legal_" + self.phase)()

    def _legal_settle(self):
        return {f"settle {r}" for r in self.regions}

    def _has(self, c):
        """Tells whether the seat to move has this card and has not used its power yet."""
        return self.owner[c] == self.seat and c not in self.used

    def _powers(self):
        """The powers that are the same in a turn and in the last round."""
        own = self.cubes[self.seat]
        legal = set()
        if self._has("C"):
            legal |= {
                f"monk {a} {i} {b}"
                for a in self.regions
                for i in range(1, len(self.rats[a]) + 1)
                for b in self.neighbours[a]
                if len(self.rats[b]) < 3
            }
        if self._has("B"):
            legal |= {
                f"merchant {a} {b} {n}"
                for a in self.regions
                for b in self.neighbours[a]
                for n in (1, 2, 3)
                if n <= own[a]
            }
        if self._has("R"):
            legal |= {f"king {r}" for r in self.regions if own[r] and not self.rats[r]}
        if self._has("W"):
            legal |= self._looks()
        return legal

    def _looks(self):
        return {
            f"witch {r} {i + 1}"
            for r in self.regions
            for i in range(len(self.rats[r]))
            if (r, i) not in self.looked
        }

    def _within(self, steps):
        """Returns the regions at most this many steps from the piece, including its own."""
        reached = {self.plague}
        for _ in range(steps):
            reached |= {b for a in reached for b in self.neighbours[a]}
        return reached

    def _legal_free(self):
        legal = self._powers()
        if not self.took:
            legal |= {f"class {c}" for c in CLASSES if self.owner[c] != self.seat}
        grow = set()
        if not self.grew and self.supply[self.seat]:
            grow = {f"grow {r}" for r in self.regions if self.rats[r]}
            if self._has("P"):
                grow |= {f"grow {r} P" for r in self.regions}
        if not grow:  # growing comes first, if any choice is legal
            knight = self.owner["K"] == self.seat
            legal |= {f"plague {r}" for r in self._within(2 if knight else 1) - {self.plague}}
        return legal | grow

    def _legal_look(self):
        return self._looks() | {"witch stop"}

    def _legal_swap(self):
        return {"swap", "keep"}

    def _legal_spread(self):
        return {f"rat {r}" for r in self.neighbours[self.plague] if len(self.rats[r]) < 3}

    def _legal_knight(self):
        return {"knight yes", "knight no"}

    def _legal_last(self):
        legal = self._powers() | {"done"}
        if self._has("P") and self.supply[self.seat]:
            legal |= {f"peasant {r}" for r in self.regions}
        if self._has("K"):
            legal |= {f"knight {r}" for r in self._within(2)}
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

    # Setup

    def _start_plague(self, region):
        self.plague = region
        self.phase = "settle"

    def _settle_settle(self, region):
        seat = self.settlers.pop(0)
        self._place(seat, region, 2)
        if not self.settlers:
            self._begin_turn(0)

    def _place(self, seat, region, number):
        number = min(number, self.supply[seat])
        self.supply[seat] -= number
        self.cubes[seat][region] += number

    # A turn: the free part

    def _begin_turn(self, seat):
        self._clear_turn(seat)
        self.phase = "free"

    def _free_class(self, c):
        self.owner[c] = self.seat
        self.took = True

    def _free_grow(self, region, peasants=None):
        number = len(self.rats[region])
        if peasants:
            number += 1
            self.used.add("P")
        self._place(self.seat, region, number)
        self.grew = True

    def _free_monk(self, a, position, b):
        self.rats[b].append(self.rats[a].pop(int(position) - 1))
        self.used.add("C")

    def _free_merchant(self, a, b, number):
        self.cubes[self.seat][a] -= int(number)
        self.cubes[self.seat][b] += int(number)
        self.used.add("B")

    def _free_king(self, region):
        self.cubes[self.seat][region] -= 1
        self.castle[self.seat] += 1
        self.used.add("R")

    def _free_witch(self, region, position):
        self.looked.append((region, int(position) - 1))
        self.used.add("W")
        self.phase = "peek"

    def _peek_peek(self, face):
        self._see(self._chance_token(), face)
        if len(self.looked) == 1:
            self.phase = "look"
        elif self.looked[0][0] == self.looked[1][0]:  # in one region there is nothing to swap
            self._witch_over()
        else:
            self.phase = "swap"

    def _look_witch(self, region, position=None):
        if region == "stop":
            self._witch_over()
        else:
            self._free_witch(region, position)

    def _swap_swap(self):
        (a, i), (b, j) = self.looked
        self.rats[a][i], self.rats[b][j] = self.rats[b][j], self.rats[a][i]
        self._witch_over()

    def _swap_keep(self):
        self._witch_over()

    def _witch_over(self):
        self.looked = []
        self.phase = "free" if self.ender is None else "last"

    # A turn: the plague

    def _free_plague(self, region):
        self.plague = region
        self.to_spread = min(len(self.rats[region]), 2)
        self._go_spread()

    def _go_spread(self):
        self.phase = "spread"
        if not self.to_spread or not self.tokens or not self._legal_spread():
            self.ravaged = self.plague
            if self.owner["K"] == self.seat and self._can_ravage():
                self.phase = "knight"
            else:
                self._go_ravage()

    def _spread_rat(self, region):
        self.rats[region].append(Token("supply"))
        self.tokens -= 1
        self.to_spread -= 1
        self._go_spread()

    def _knight_knight(self, answer):
        self.knight = answer == "yes"
        self._go_ravage()

    def _can_ravage(self):
        return bool(self.rats[self.ravaged]) and any(own[self.ravaged] for own in self.cubes)

    def _go_ravage(self):
        if self._can_ravage():
            self._go_token()
        elif self.ender is None:
            self._end_turn()
        else:
            self._go_final()

    def _go_token(self):
        self.turned = 0
        self.phase = "turn" if len(self.rats[self.ravaged]) > 1 else "ravage"

    def _turn_turn(self, position):
        self.turned = int(position) - 1
        self.phase = "ravage"

    def _ravage_reveal(self, face):
        region = self.ravaged
        token = self.rats[region].pop(self.turned)
        self._see(token, face)
        self.turned_up.append(face)
        limit, group, symbols = FACES[face]
        present = [own[region] for own in self.cubes]
        if sum(present) + 2 * self.knight >= limit:
            most = max(present)
            for seat, number in enumerate(present):
                if group == "M" and number == most or group == "A":
                    self._lose(seat, region)
            for c in symbols:
                if self.owner[c] is not None:
                    self._lose(self.owner[c], region)
        self._go_ravage()

    def _lose(self, seat, region):
        if self.cubes[seat][region]:
            self.cubes[seat][region] -= 1
            self.supply[seat] += 1

    # The end

    def _end_turn(self):
        if self.tokens and self.supply[self.seat]:
            self._begin_turn((self.seat + 1) % self.players)
            return
        self.ender = self.seat
        self.last = [(self.ender - i) % self.players for i in range(1, self.players)]
        self._next_last()

    def _next_last(self):
        if self.last:
            self._clear_turn(self.last.pop(0))
            self.phase = "last"
        else:
            self._clear_turn(None)
            self.final = list(self.regions)
            self._go_final()

    _last_monk, _last_merchant, _last_king, _last_witch = (
        _free_monk,
        _free_merchant,
        _free_king,
        _free_witch,
    )

    def _last_peasant(self, region):
        self._place(self.seat, region, 1)
        self.used.add("P")

    def _last_knight(self, region):
        self.plague = region
        self.used.add("K")

    def _last_done(self):
        self._next_last()

    def knight_counts(self):
        """Final plague: tells whether the knight counts, sent or left in place by its owner in the
        last round."""
        return self.owner["K"] not in (None, self.ender)

    def _go_final(self):
        while self.final:
            self.ravaged = self.final.pop(0)
            if self._can_ravage():
                self.knight = self.knight_counts() and self.ravaged == self.plague
                self._go_token()
                return
        self._clear_turn(None)
        self.phase = "over"

    def result(self):
        regions = [sum(own.values()) for own in self.cubes]
        score = [a + b for a, b in zip(regions, self.castle)]
        after = [(seat - self.ender - 1) % self.players for seat in range(self.players)]
        order = sorted(range(self.players), key=lambda seat: (-score[seat], after[seat]))
        return {
            "score": score,
            "place": [1 + order.index(seat) for seat in range(self.players)],
            "breakdown": {
                "regions": regions,
                "castle": list(self.castle),
                "supply": list(self.supply),
            },
        }

    # ---- self-test ----

    def check(self):
        """Conservation of cubes, tokens and faces."""
        for seat in range(self.players):
            own = self.cubes[seat]
            assert min(own.values()) >= 0 and self.supply[seat] >= 0
            assert sum(own.values()) + self.castle[seat] + self.supply[seat] == 20
        board = [t for r in self.regions for t in self.rats[r]]
        assert all(len(self.rats[r]) <= 3 for r in self.regions)
        assert self.tokens + len(board) + len(self.turned_up) + REMOVED[self.players] == 49
        faceless = [t.origin for t in board if t.face is None]
        assert min(self.s, self.k, self.tokens) >= 0
        assert self.s + self.k == self.tokens + faceless.count("supply")
        assert len(self.unseen_start) == self.s + faceless.count("start")
        assert len(self.unseen_other) == self.k + REMOVED[self.players]
        seen = self.turned_up + [t.face for t in board if t.face is not None]
        assert sorted(seen + list(self.unseen_start) + list(self.unseen_other)) == sorted(FACES)


STOPS = ("plague", "done")


def self_play(players, rng):
    """Plays one random game; some seats prefer acting to passing. Returns the number of steps."""
    game, steps, eager = Game(players, {}), 0, rng.choice((0, 0.5, 0.9))
    while (moving := game.to_move()) != []:
        if moving == "chance":
            outcomes = sorted(game.outcomes().items())
            assert (
                outcomes
                and all(weight > 0 for _, weight in outcomes)
                and game.stream() in (0, 1, 2)
            )
            game.apply("chance", rng.choices([o for o, _ in outcomes], [w for _, w in outcomes])[0])
        else:
            legal = sorted(game.legal(moving[0]))
            busy = [do for do in legal if do.split()[0] not in STOPS]
            game.apply(moving[0], rng.choice(busy if busy and rng.random() < eager else legal))
        game.check()
        steps += 1
        assert steps < 10000
    result = game.result()
    assert sorted(result["place"]) == list(range(1, players + 1))
    return steps


if __name__ == "__main__":
    import random
    import sys

    for number in PLAYERS:
        lengths = [
            self_play(number, random.Random(f"{number}/{i}")) for i in range(int(sys.argv[1]))
        ]
        print(number, "players:", len(lengths), "games, steps", min(lengths), "to", max(lengths))
