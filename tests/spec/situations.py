"""Detects rare situations of each game while a Python module plays it (biased.py).

A watch takes every step of one game and names the situations that it met. It reads the internals of
its module and takes no part in the rules.
"""

from collections import Counter

import duell
import kardinal
import rattus
import tallinn


# A situation with "?" before its name is so rare that some seeds miss it, so it is only counted.
# All others must be met.


class Watch:
    def __init__(self, game):
        self.game = game

    def step(self, by, do, legal):
        """Takes the step and names the situations met; legal is None for chance."""
        met = []
        self.before(met.append, by, do, legal)
        self.game.apply(by, do)
        self.after(met.append, by, do)
        return met

    def end(self, result):
        met = []
        self.over(met.append, result)
        return met


def shared(met, result):
    """Detects shared places, and equal scores that a tie-break decided."""
    place, score = result["place"], result["score"]
    if place.count(1) > 1:
        met("first place shared")
    if any(place.count(p) > 1 for p in place if p > 1):
        met("other place shared")
    if place.count(1) > 2:
        met("first place shared by three")
    if any(
        a != b and score[i] == score[j] for i, a in enumerate(place) for j, b in enumerate(place)
    ):
        met("tie-break decides")


# --- Kardinal

KARDINAL = """\
pass legal; pass; placement when nothing can be drawn; swap of the last drawable card
first run-out in a draw; first run-out in a draw, more to draw; first run-out in a refill
first run-out in a refill, second card open from the new pile; second run-out in a draw
second run-out in a draw, more to draw; second run-out in a refill, an open card missing
second run-out in a refill; second run-out by seat 0; second run-out by the last seat
drawing ends short; take after the pile is gone; done the only answer; joker in an empty country
joker as second piece; two jokers impossible after a joker
councillor after own cloister made room; councillor then cloister; country full
country at its councillor limit; ?no cloister in supply; no councillor in supply; early end
early end before the second run-out; early end in the last turn; chain of 4; chain of 8
chain of 12; chain of 16; chains with branches; two chains; three-way tie in a country
alliance of several seats; first place shared; other place shared; first place shared by three
tie-break decides"""


class KardinalWatch(Watch):
    seat = first = None

    def before(self, met, by, do, legal):
        game, verb = self.game, do.split()[0]
        self.run_out, self.opened = game.run_out, len(game.open)
        if by == "chance":
            return
        self.seat = by
        if verb in ("take", "blind"):
            if game.run_out == 2:
                met("take after the pile is gone")
            return
        hand = game.hand[by].total()
        if not any(other == "done" for other in legal):  # a turn begins
            self.first = None
            self.swapped = verb == "swap"
            if "pass" in legal:
                met("pass legal")
                if verb != "pass":
                    met("placement when nothing can be drawn")
            if verb == "pass":
                met("pass")
            if verb == "swap" and game.run_out == 2 and len(game.open) == 1:
                met("swap of the last drawable card")
        elif legal == {"done"}:
            met("done the only answer")
            if "+" in self.first and hand:
                met("two jokers impossible after a joker")
        if verb not in ("c", "r"):
            return
        country = do.split()[1][:2]
        if "+" in do:
            if game.empty(country):
                met("joker in an empty country")
            if self.first:
                met("joker as second piece")
        if (
            self.first
            and verb == "r"
            and self.first[0] == "c"
            and self.limit == sum(game.councillor[country])
        ):
            met("councillor after own cloister made room")
        if self.first and verb == "c" and self.first[0] == "r":
            met("councillor then cloister")
        self.first, self.limit = do, max(game.cloisters(country))

    def after(self, met, by, do):
        game, (verb, *rest) = self.game, do.split()
        if verb in ("c", "r"):
            country = rest[0][:2]
            if verb == "c" and all(space in game.cloister for space in kardinal.SPACES[country]):
                met("country full")
            if sum(game.councillor[country]) == max(game.cloisters(country)):
                met("country at its councillor limit")
            if not game.cloisters_left[by]:
                met("no cloister in supply")
            if not game.councillors_left[by]:
                met("no councillor in supply")
        if game.run_out > self.run_out:
            self.ran_out(met, verb)
        if (
            verb in ("draw", "take")
            and self.seat is not None
            and not self.swapped
            and game.hand[self.seat].total() < 3
            and not game.can_draw()
        ):
            met("drawing ends short")

    def ran_out(self, met, verb):
        game = self.game
        which = "first" if game.run_out == 1 else "second"
        more = verb == "draw" and not self.swapped and game.hand[self.seat].total() < 3
        met(f"{which} run-out in a {'draw' if verb == 'draw' else 'refill'}")
        if more:
            met(f"{which} run-out in a draw, more to draw")
        if verb == "open" and len(game.open) < 2:
            met(
                "first run-out in a refill, second card open from the new pile"
                if which == "first"
                else "second run-out in a refill, an open card missing"
            )
        if which == "second" and self.seat in (0, len(game.seats) - 1):
            met("second run-out by seat 0" if self.seat == 0 else "second run-out by the last seat")

    def over(self, met, result):
        game = self.game
        if not game.anybody_could_place():
            met("early end")
            met(
                "early end before the second run-out"
                if game.run_out < 2
                else "early end in the last turn"
            )
        for seat, chain in enumerate(result["breakdown"]["chains"]):
            for length in (4, 8, 12, 16):
                if chain >= length:
                    met(f"chain of {length}")
            parts = [part for part in self.connected(seat) if len(part) >= 4]
            if chain < sum(map(len, parts)):
                met("chains with branches")
            if len(parts) > 1 and chain >= 8:
                met("two chains")
        counts = [game.cloisters(country) for country in kardinal.COUNTRIES]
        if any(n and by_seat.count(n) > 2 for by_seat in counts for n in by_seat):
            met("three-way tie in a country")
        for pair in kardinal.ALLIANCES:
            one, other = (game.councillor[country] for country in pair.split())
            if sum(map(bool, kardinal.alliance_points(one, other))) > 1:
                met("alliance of several seats")
        shared(met, result)

    def connected(self, seat):
        left = {space for space, owner in self.game.cloister.items() if owner == seat}
        while left:
            part, todo = set(), [min(left)]
            while todo:
                space = todo.pop()
                if space in left:
                    left.remove(space)
                    part.add(space)
                    todo += kardinal.ROADS[space].split()
            yield part


# --- Duell

DUELL = """\
lucky asked; lucky used; lucky used, the same side again; lucky used on the own seal
lucky asked twice in a fight; first flip the own seal; no neutral seal left; loser cannot flip
yield; tie won by the holder; keep asked; ?keep of a kind flipped twice; six flips in a fight
same kind flipped twice; loser used only his own seal; power used; both powers used in a round
both powers used by one seat; power lost in the fight; done not legal
power sign moves away from the holder; use influence without a seal in the stack
stack runs out in influence; give; nothing to give; give into an empty stack; bonus I
?bonus I with fewer than two seals; bank short; bank empty; income doubled
?tithe waits for a later round; tithe lost at the end of its pass
?tithe doubled with a short bank; sheriff takes less than three; sheriff takes nothing
material card without a marker; wool card with one marker left; wool card without a marker
market sells; market sells for three; market buys ore; market with nothing possible
wooltrader sells; countess with an empty supply; convert twice; free by a person
free not possible; play site; play labour; play labour in the building; play site in the building
play journeyman; play journeyman in the building; journeyman on wool; play tithe; build
third piece; third piece cheap; piece free by labour; ?labour on a cheap piece; labour unused
build in two sections; section finished; section finished second; section finished in two rounds
bonus II; ?bonus II with a short bank; bonus III; bonus III used twice; ?bonus III enough at once
bonus III, nothing raw; ?two sections finished in a turn; handed back
handed back a card of the first A pass; handed back a card of the B pass
taken again after the hand-back; victory; victory by the holder; victory by the other seat
victory of seat 0; victory of seat 1; victory in round 12; decided by sections
decided by materials; decided by gold; decided for Philip; nobody built"""


class DuellWatch(Watch):
    def __init__(self, game):
        super().__init__(game)
        self.powers = []  # seats that used a power in this round
        self.asked = 0  # how often lucky was asked in this fight
        self.uses = Counter()  # steps within a card or bonus
        self.tithed = None  # the round in which the tithe was played
        self.gone = set()  # cards that were handed back
        self.closed = 0  # sections finished in this turn
        self.touched = {}  # (seat, section) -> round of its first piece

    def before(self, met, by, do, legal):
        game, (verb, *rest) = self.game, do.split()
        self.phase, self.round, self.bank, self.gold = (
            game.phase,
            game.round,
            game.bank,
            list(game.gold),
        )
        self.seat, self.hand, self.cheap, self.labour, self.closing = (
            game.seat,
            [set(hand) for hand in game.hand],
            game.cheap,
            game.labour,
            None,
        )
        self.flipped = [list(seals) for seals in game.flipped]
        if by != "chance":
            getattr(self, f"in_{game.phase}", lambda *_: None)(met, by, verb, rest, legal)

    def in_flip(self, met, by, verb, rest, legal):
        game = self.game
        if (
            not any(game.seals[by].values())
            and "own" not in game.flipped[by]
            and not game.flipped[by]
        ):
            met("no neutral seal left")
        if verb == "yield":
            met("yield")
            if game.sums[0] == game.sums[1]:
                met("tie won by the holder")
        elif rest == ["own"] and not game.flipped[by]:
            met("first flip the own seal")
        elif rest[0] in game.flipped[by]:
            met("same kind flipped twice")
        if verb == "flip" and len(game.flipped[0] + game.flipped[1]) == 5:
            met("six flips in a fight")
        if not game.flipped[0] and not game.flipped[1]:
            self.asked = 0

    def in_lucky(self, met, by, verb, rest, legal):
        met("lucky asked")
        self.asked += 1
        if self.asked == 2:
            met("lucky asked twice in a fight")
        if verb == "lucky":
            met("lucky used")
            self.was = self.game.side
            if self.game.flipped[by][-1] == "own":
                met("lucky used on the own seal")

    def in_keep(self, met, by, verb, rest, legal):
        met("keep asked")
        if self.game.flipped[by].count(rest[0]) > 1:
            met("keep of a kind flipped twice")

    def in_evaluate(self, met, by, verb, rest, legal):
        game = self.game
        self.uses.clear()
        if "done" not in legal:
            met("done not legal")
        if verb == "use":
            self.using(met, by, game.layout[int(rest[0])])
        if verb == "play":
            met(f"play {rest[0]}")
        if rest == ["tithe"] and verb == "play":
            self.tithed = game.round
        if rest == ["journeyman", "wool"]:
            met("journeyman on wool")

    def using(self, met, by, card):
        game = self.game
        supply, opponent = game.supply[by], game.gold[1 - by]
        if card == "power":
            met("power used")
            self.powers.append(by)
            if len(self.powers) == 2:
                met(
                    "both powers used by one seat"
                    if self.powers[0] == by
                    else "both powers used in a round"
                )
            if by != game.holder:
                met("power sign moves away from the holder")
        elif card in duell.INCOME and game.tithe[by]:
            met("income doubled")
            if self.tithed is not None and self.tithed < game.round:
                met("tithe waits for a later round")
            if duell.INCOME[card] * 2 > game.bank:
                met("tithe doubled with a short bank")
        elif card == "wool" and supply["wool"] < 2:
            met(
                "wool card with one marker left" if supply["wool"] else "wool card without a marker"
            )
        elif card in duell.MATERIALS and not supply[card]:
            met("material card without a marker")
        elif card == "influence" and not game.stack:
            met("use influence without a seal in the stack")
        elif card in ("archdeacon", "herbwife"):
            met("give" if any(game.seals[1 - by].values()) else "nothing to give")
            if not game.stack:
                met("give into an empty stack")
        elif card == "sheriff" and opponent < 3:
            met("sheriff takes less than three" if opponent else "sheriff takes nothing")
        elif card == "countess" and not any(supply[m] for m in duell.BASIC):
            met("countess with an empty supply")
        elif card in self.gone:
            met("taken again after the hand-back")
        nominal = {**duell.INCOME, "cellarer": 5, "countess": 2}.get(card, 0)
        self.short(met, nominal)

    def short(self, met, nominal):
        if nominal > self.game.bank:
            met("bank short" if self.game.bank else "bank empty")

    def in_card(self, met, by, verb, rest, legal):
        card = self.game.card
        self.uses[verb] += 1
        if verb == "sell":
            met("wooltrader sells" if card == "wooltrader" else "market sells")
            if card == "market3":
                met("market sells for three")
            self.short(met, 2 if card != "market3" else 3)
        if rest == ["ore"]:
            met("market buys ore")
        if (
            card in duell.MARKETS
            and legal == {"enough"}
            and not self.uses["buy"] + self.uses["sell"]
        ):
            met("market with nothing possible")
        if verb == "buy" and card == "influence" and len(self.game.stack) == 1:
            met("stack runs out in influence")
        if verb == "convert" and self.uses["convert"] == 2:
            met("convert twice")

    def in_free(self, met, by, verb, rest, legal):
        bonus = self.game.after_free == "build"
        if verb == "free":
            met(
                "bonus III used twice"
                if bonus and self.game.allowance == 1
                else "bonus III"
                if bonus
                else "free by a person"
            )
        elif bonus and self.game.allowance == 2 and legal != {"enough"}:
            met("bonus III enough at once")
        if legal == {"enough"}:
            met("bonus III, nothing raw" if bonus else "free not possible")

    def in_build(self, met, by, verb, rest, legal):
        game = self.game
        if verb == "play":
            met(f"play {rest[0]}")
            if rest[0] in ("labour", "site", "journeyman"):
                met(f"play {rest[0]} in the building")
        if verb == "end" and game.labour:
            met("labour unused")
        if verb != "build":
            return
        met("build")
        if not game.pieces:
            self.closed = 0
        if game.pieces == 2:
            met("third piece cheap" if game.cheap else "third piece")
        if game.labour and game._price() == 0:
            met("piece free by labour")
        if game.labour and game.cheap:
            met("labour on a cheap piece")
        if game.sections - {rest[0]}:
            met("build in two sections")
        self.touched.setdefault((by, rest[0]), game.round)
        if len(game.built[by][rest[0]]) == 2:
            self.closing = rest[0]
            self.finishing(met, by, rest[0])

    def finishing(self, met, by, section):
        game = self.game
        met("section finished")
        self.closed += 1
        if self.closed > 1:
            met("two sections finished in a turn")
        if self.touched[by, section] < game.round:
            met("section finished in two rounds")
        if sum(game._finished(by, x) for x in duell.NEEDS) == 2:
            return
        if game._finished(1 - by, section):
            met("section finished second")
        elif section == "I":
            met("bonus I" if len(game.stack) > 1 else "bonus I with fewer than two seals")
        elif section == "II":
            paid = game._price()
            met("bonus II" if game.bank + paid >= 10 else "bonus II with a short bank")

    def after(self, met, by, do):
        game, (verb, *rest) = self.game, do.split()
        if verb == "side" and self.phase == "side" and getattr(self, "was", None) is not None:
            if self.was == int(rest[0]):
                met("lucky used, the same side again")
            self.was = None
        if verb == "side" and game.phase in ("keep", "evaluate") and game.loser is not None:
            met("loser cannot flip")
            if self.flipped[game.loser] == ["own"]:
                met("loser used only his own seal")
        if (
            self.phase != "evaluate"
            and game.phase == "evaluate"
            and game.loser is not None
            and game.contested
            and verb in ("side", "yield", "keep", "stand")
        ):
            if game.layout[game.contested] == "power":
                met("power lost in the fight")
        if game.round > self.round:
            self.powers = []
            lost = [
                (seat, card)
                for seat in range(2)
                for card in sorted(self.hand[seat] - game.hand[seat])
            ]
            for _, card in lost:
                met("handed back")
                met(
                    "handed back a card of the first A pass"
                    if card in duell.KEPT["A"]
                    else "handed back a card of the B pass"
                )
                self.gone.add(card)
                if card == "tithe":
                    met("tithe lost at the end of its pass")

    def over(self, met, result):
        game, parts = self.game, result["breakdown"]
        if max(parts["sections"]) == 3:
            winner = result["place"].index(1)
            met("victory")
            met("victory by the holder" if winner == game.holder else "victory by the other seat")
            met(f"victory of seat {winner}")
            if game.round == 12:
                met("victory in round 12")
            return
        for part in ("sections", "materials", "gold"):
            if parts[part][0] != parts[part][1]:
                met(f"decided by {part}")
                break
        else:
            met("decided for Philip")
        if not any(parts["materials"]):
            met("nobody built")


# --- Tallinn

TALLINN = """\
exchange of one; exchange of two; exchange of three; exchange by everybody; nobody exchanges
exchange of none; L exchanged; give up not reachable; give up declined; one drop; two drops
three drops; four drops; a drop after 1 x is reached; done not legal after a drop; La dropped
drop of a coin half; display empty after the drops; chronicle 1 x; chronicle 2 x
own reached by nobody; chronicle points for everybody; give up as I; give up as II; own as I
own as II; contest m; contest k; contest o; contest none; several shields at once
shields win by the extra persons; contest with nobody of the class; contest won against everybody
contest without a point; coins of everybody at once; several contests of one class
tower of the card just played; tower of the legate; tower of the shields; tower L from the hand
tower from the hand; tower of everybody; tower none; leader decided by points
leader decided by towers; lot of two; ?lot of three; ?lot of four; ?lot drawn anew
legate chooses of two; legate chooses of three; legate has no choice; several seats choose
tower legate on a tie; tower legate, single least; legate as only tower
hand empty before the others; draw from under; no towers at all; towers equal; five more
negative part; ?score below zero; nothing of a class; first place shared; other place shared
?first place shared by three; tie-break decides"""


class TallinnWatch(Watch):
    def __init__(self, game):
        super().__init__(game)
        self.lots = 0
        self.choosers = set()

    def before(self, met, by, do, legal):
        game, (verb, *rest) = self.game, do.split()
        self.question, self.given = game._question, None
        self.parts = {part: list(values) for part, values in game.parts.items()}
        self.display, self.hands, self.under = (
            [dict(d) for d in game.display],
            [set(h) for h in game.hand],
            [list(u) for u in game.under],
        )
        if by == "chance":
            self.drawing(met, verb, rest)
            return
        given = self.given = game._question.given
        if verb == "play" and sum(map(bool, game.hand)) < len(game.seats):
            met("hand empty before the others")
        if verb in ("contest", "tower", "legate"):
            getattr(self, verb)(met, by, rest, legal)
        if "done" in (verb, *given[by]) or verb == "drop":
            self.dropping(met, by, verb, rest, legal)

    def drawing(self, met, verb, rest):
        game = self.game
        if verb == "first":
            met(f"lot of {('two', 'three', 'four')[len(game.outcomes()) - 2]}")
            self.lots += 1
            if self.lots > 1:
                met("lot drawn anew")
        elif verb == "draw" and not game.pile[game.stream() - 2]:
            met("draw from under")

    def contest(self, met, by, rest, legal):
        met(f"contest {rest[0]}")
        if len(self.game._question.given) > 1:
            met("several shields at once")

    def tower(self, met, by, rest, legal):
        game = self.game
        if rest[0] == "none":
            met("tower none")
        elif rest[0] == "hand":
            met("tower L from the hand" if rest[1] == "L" else "tower from the hand")
        elif rest[0] == "L":
            met("tower of the legate")
            if game.display[by]["L"] == "b":
                met("tower of the shields")
        elif rest[0] == list(game.display[by])[-1]:
            met("tower of the card just played")
        if len(self.given) == len(game.seats):
            met("tower of everybody")

    def legate(self, met, by, rest, legal):
        met(f"legate chooses of {('two', 'three')[len(legal) - 2]}")
        self.choosers.add(by)
        if len(self.given) > 1:
            met("several seats choose")

    def dropping(self, met, by, verb, rest, legal):
        """Handles exchanges and give-ups, which differ in whether a round was played."""
        game, gone = self.game, self.given[by]
        if not any(game.display) and not any(game.towers):
            if verb == "done":
                met("exchange of " + ("none", "one", "two", "three")[len(gone)])
                if "exchange L" in gone:
                    met("L exchanged")
            return
        if verb == "drop":
            if gone and "done" in legal:
                met("a drop after 1 x is reached")
            if rest[0] == "L":
                met("La dropped")
            if rest[0] in tallinn.COINS and game.display[by][rest[0]] == "a":
                met("drop of a coin half")
        if gone and "done" not in legal:
            met("done not legal after a drop")
        if verb == "done":
            if not gone:
                met("give up not reachable" if legal == {"done"} else "give up declined")
            else:
                met(("one drop", "two drops", "three drops", "four drops")[min(len(gone), 4) - 1])
            if gone and len(gone) == len(game.display[by]):
                met("display empty after the drops")

    def after(self, met, by, do):
        game, (verb, *rest) = self.game, do.split()
        revealed = by != "chance" and not self.question.open
        if revealed and verb == "done" and not any(game.display) and not any(game.towers):
            given = [len(answers) - 1 for answers in self.given.values()]
            if all(given):
                met("exchange by everybody")
            if not any(given):
                met("nobody exchanges")
        if revealed and verb in ("play", "contest"):
            self.contested(met, verb)
        self.chronicled(met)
        if verb == "play":
            self.lots = 0
        if (
            verb in ("play", "tower", "contest")
            and revealed
            and game.towers_rule == "leader"
            and game.to_move() not in ("chance", [])
        ):
            self.led(met)

    def contested(self, met, verb):
        game = self.game
        played = (
            [answers[0].split()[1] for answers in self.given.values()] if verb == "play" else []
        )
        coins = [what[:-1] for what in played if what[:-1] in tallinn.COINS and what[-1] == "a"]
        if len(coins) == len(game.seats):
            met("coins of everybody at once")
        classes = [tallinn.half_of(card, "a") for card in coins]
        if len(set(classes)) < len(classes):
            met("several contests of one class")
        if verb == "play" and any(what == "Lb" for what in played):
            return  # the contests follow the choice
        for seat in game.seats:
            gained = game.parts["contests"][seat] - self.parts["contests"][seat]
            if gained == 2 * (len(game.seats) - 1):
                met("contest won against everybody")
        if verb == "contest":
            for seat, answers in self.given.items():
                cls = answers[0].split()[1]
                if cls == "none":
                    continue
                mine, others = game.persons(seat, cls), [
                    game.persons(other, cls) for other in game.seats if other != seat
                ]
                if tallinn.contest_points(mine, others) < tallinn.contest_points(mine + 2, others):
                    met("shields win by the extra persons")
        for seat, what in zip(self.given, played):
            if what[:-1] in coins and what[-1] == "a":
                cls = tallinn.half_of(what[:-1], "a")
                if any(game.persons(other, cls) == 0 for other in game.seats if other != seat):
                    met("contest with nobody of the class")
                if game.parts["contests"][seat] == self.parts["contests"][seat]:
                    met("contest without a point")

    def led(self, met):
        """Detects how the first seat to decide about towers was found (option "leader")."""
        game, moving = self.game, self.game.to_move()
        if len(moving) == 1 and any(do.startswith("tower") for do in game.legal(moving[0])):
            met(
                "leader decided by points"
                if all(
                    game.points(seat) != game.points(moving[0])
                    for seat in game.seats
                    if seat != moving[0]
                )
                else "leader decided by towers"
            )

    def chronicled(self, met):
        game = self.game
        gained = [a - b for a, b in zip(game.parts["chronicle"], self.parts["chronicle"])]
        for times in gained:
            if times:
                met(f"chronicle {times // len(game.seats)} x")
        if all(gained):
            met("chronicle points for everybody")

    def over(self, met, result):
        game, parts = self.game, result["breakdown"]
        shared(met, result)
        if game.chronicle:
            for card, place in zip(game.chronicle_cards, ("I", "II")):
                met(f"{tallinn.CHRONICLE[card][0]} as {place}")
            if all(
                tallinn.CHRONICLE[card][0] == "own" for card in game.chronicle_cards
            ) and not any(parts["chronicle"]):
                met("own reached by nobody")
        if not any(game.towers):
            met("no towers at all")
        most = [max(tallinn.tower_persons(towers).values()) for towers in game.towers]
        if any(n and most.count(n) > 1 for n in most):
            met("towers equal")
        for seat in game.seats:
            if min(result["score"][seat], 0) < 0:
                met("score below zero")
            if min(parts[part][seat] for part in ("merchants", "knights", "monks")) < 0:
                met("negative part")
            if any(game.persons(seat, cls) == 0 for cls in tallinn.CLASSES):
                met("nothing of a class")
            self.legates(met, game, seat)
        for cls in tallinn.CLASSES:
            count = [game.persons(seat, cls) for seat in game.seats]
            if max(count) - min(count) >= 5:
                met("five more")

    def legates(self, met, game, seat):
        if game.display[seat].get("L") == "b" and seat not in self.choosers:
            met("legate has no choice")
        if "L" in game.towers[seat]:
            halves = ["".join(tallinn.HALVES[card]) for card in game.towers[seat]]
            count = sorted("".join(halves).count(c) for c in tallinn.CLASSES)
            met("tower legate on a tie" if count[0] == count[1] else "tower legate, single least")
            if len(halves) == 1:
                met("legate as only tower")


# --- Rattus

RATTUS = """\
class from another seat; two powers in a turn; four powers in a turn; grow short of cubes
grow P without rats; grow P short of cubes; class after the grow; plague by two steps
plague without rats; plague without cubes; spread cut by the supply; spread cut by the room
spread into a full neighbourhood; region with three rats; knight yes; knight no
knight decides a limit; knight on a token without effect; knight not asked; witch stop
?witch with one token on the board; witch at a token known to the seat
witch at a token known to another seat only; swap; swap with a known token; keep
witch second look in the same region; witch over in one region; monk; monk within its order
monk of a known token; monk leaves a region without rats; merchant of three; king; castle of five
castle of ten; reveal of a known token; reveal without effect; M of several seats; A
class symbol of a seat not present; more losses than cubes; ravage stops without cubes
three reveals; start face from the supply; no unseen start face; no start face in the supply
no other face in the supply; ended by tokens; ended by cubes; ended by both
cubes back before the test; last monk; last merchant; last king; last witch; last swap
last peasant; last knight; last knight stays; last knight by two steps; last knight not sent
turn of two; turn of three; turn of a later token; last done without powers
last done with powers unused; ?last all six powers of a seat; final reveal; final knight decides
final knight not sent decides; final knight where nothing is; final knight of the ender
?final without a reveal; final region emptied; no rat on the board; ?score of zero
tie-break decides; first by the tie-break; ender last by the tie-break"""


class RattusWatch(Watch):
    def __init__(self, game):
        super().__init__(game)
        self.known = {}  # token -> seats that looked
        self.reveals = self.finals = 0
        self.ended = self.sent = False

    def before(self, met, by, do, legal):
        game, (verb, *rest) = self.game, do.split()
        self.phase, self.tokens, self.supply = game.phase, game.tokens, list(game.supply)
        self.cubes = [dict(own) for own in game.cubes]
        self.was, self.mover, self.to_spread = game.plague, game.seat, game.to_spread
        if game.phase in ("free", "last", "look", "swap", "spread", "knight", "turn", "ravage"):
            getattr(self, f"in_{game.phase}")(met, by, verb, rest, legal)

    def in_free(self, met, by, verb, rest, legal):
        game = self.game
        if verb == "class":
            if game.owner[rest[0]] is not None:
                met("class from another seat")
            if game.grew:
                met("class after the grow")
        elif verb == "grow":
            rats, wanted = len(game.rats[rest[0]]), len(game.rats[rest[0]]) + (len(rest) > 1)
            if wanted > game.supply[by]:
                met("grow P short of cubes" if len(rest) > 1 else "grow short of cubes")
            if not rats:
                met("grow P without rats")
        elif verb == "plague":
            if rest[0] not in game.neighbours[game.plague]:
                met("plague by two steps")
            if not game.rats[rest[0]]:
                met("plague without rats")
            if not any(own[rest[0]] for own in game.cubes):
                met("plague without cubes")
            self.reveals = 0
            if len(game.used) > 1:
                met("two powers in a turn")
            if len(game.used) > 3:
                met("four powers in a turn")
        else:
            self.power(met, by, verb, rest)

    def power(self, met, by, verb, rest):
        game = self.game
        if verb == "witch":
            self.look(met, by, rest)
        elif verb == "monk":
            token = game.rats[rest[0]][int(rest[1]) - 1]
            met("monk")
            if token.face is not None:
                met("monk of a known token")
            if int(rest[1]) < len(game.rats[rest[0]]):
                met("monk within its order")
            if len(game.rats[rest[0]]) == 1:
                met("monk leaves a region without rats")
        elif verb == "merchant" and rest[2] == "3":
            met("merchant of three")
        elif verb == "king":
            met("king")
            if game.castle[by] in (4, 9):
                met("castle of five" if game.castle[by] == 4 else "castle of ten")

    def look(self, met, by, rest):
        game = self.game
        if rest[0] == "stop":
            met("witch stop")
            if sum(map(len, game.rats.values())) == 1:
                met("witch with one token on the board")
            return
        token = game.rats[rest[0]][int(rest[1]) - 1]
        seen = self.known.setdefault(token, set())
        if by in seen:
            met("witch at a token known to the seat")
        elif seen:
            met("witch at a token known to another seat only")
        seen.add(by)
        if game.looked and game.looked[0][0] == rest[0]:
            met("witch second look in the same region")

    def in_look(self, met, by, verb, rest, legal):
        self.look(met, by, rest)

    def in_swap(self, met, by, verb, rest, legal):
        game = self.game
        met(verb)
        if verb == "swap":
            if any(len(self.known[game.rats[r][i]]) > 1 for r, i in game.looked):
                met("swap with a known token")
            if game.ender is not None:
                met("last swap")

    def in_spread(self, met, by, verb, rest, legal):
        if len(self.game.rats[rest[0]]) == 2:
            met("region with three rats")

    def in_knight(self, met, by, verb, rest, legal):
        met(f"knight {rest[0]}")

    def in_turn(self, met, by, verb, rest, legal):
        met("turn of three" if len(self.game.rats[self.game.ravaged]) == 3 else "turn of two")
        if rest[0] != "1":
            met("turn of a later token")

    def in_ravage(self, met, by, verb, rest, legal):
        game, region = self.game, self.game.ravaged
        token = game.rats[region][game.turned]
        limit, group, symbols = rattus.FACES[rest[0]]
        present = [own[region] for own in game.cubes]
        final = game.ender is not None
        self.reveals += 1
        self.finals += final
        if token.face is not None:
            met("reveal of a known token")
        elif token.origin == "supply" and rest[0][0] == "S":
            met("start face from the supply")
        if not game.k:
            met("no other face in the supply")
        if not game.s:
            met("no start face in the supply")
        if not game.unseen_start:
            met("no unseen start face")
        if self.reveals == 3 and not final:
            met("three reveals")
        if final:
            met("final reveal")
        if sum(present) + 2 * game.knight < limit:
            met("reveal without effect")
            if game.knight:
                met("knight on a token without effect")
            return
        if sum(present) < limit:
            met("final knight decides" if final else "knight decides a limit")
            if final and not self.sent:
                met("final knight not sent decides")
        if group == "M" and present.count(max(present)) > 1:
            met("M of several seats")
        if group == "A":
            met("A")
        for seat, number in enumerate(present):
            hits = (group == "A" or group == "M" and number == max(present)) + sum(
                game.owner[c] == seat for c in symbols
            )
            if 0 < number < hits:
                met("more losses than cubes")
        if any(game.owner[c] is not None and not present[game.owner[c]] for c in symbols):
            met("class symbol of a seat not present")

    def in_last(self, met, by, verb, rest, legal):
        game = self.game
        have = {c for c in rattus.CLASSES if game.owner[c] == by}
        if verb == "done":
            if not have:
                met("last done without powers")
            elif have - game.used:
                met("last done with powers unused")
            if "K" in have - game.used:
                met("last knight not sent")
            if len(game.used) == 6:
                met("last all six powers of a seat")
            return
        met(f"last {verb}")
        if verb == "knight":
            self.sent = True
            if rest[0] == game.plague:
                met("last knight stays")
            elif rest[0] not in game.neighbours[game.plague]:
                met("last knight by two steps")
        self.power(met, by, verb, rest)

    def after(self, met, by, do):
        game, (verb, *rest) = self.game, do.split()
        if self.phase == "free" and verb == "plague":
            self.left = min(len(game.rats[rest[0]]), 2)
        if self.phase == "spread" or self.phase == "free" and verb == "plague":
            if self.phase == "spread":
                self.left -= 1
            if game.phase != "spread" and self.left:
                met(
                    "spread cut by the supply"
                    if not game.tokens
                    else "spread cut by the room"
                    if self.phase == "spread"
                    else "spread into a full neighbourhood"
                )
            if (
                game.phase in ("turn", "ravage")
                and game.owner["K"] != self.mover
                and game.owner["K"] is not None
            ):
                met("knight not asked")
        if self.phase == "peek" and game.phase in ("free", "last"):
            met("witch over in one region")
        if self.phase == "ravage":
            region = self.ravaged_before(rest)
            if region and game.rats[region] and not any(own[region] for own in game.cubes):
                met("ravage stops without cubes")
        if game.ender is not None and not self.ended:
            self.ended = True
            cubes = not game.supply[game.ender]
            met(
                "ended by both"
                if cubes and not game.tokens
                else "ended by cubes"
                if cubes
                else "ended by tokens"
            )
        if (
            self.phase == "ravage"
            and game.ender is None
            and not self.supply[self.mover]
            and game.supply[self.mover]
        ):
            met("cubes back before the test")

    def ravaged_before(self, _rest):
        """Returns the region that lost cubes with this token, if any."""
        game = self.game
        for region in game.regions:
            if sum(own[region] for own in self.cubes) > sum(own[region] for own in game.cubes):
                return region
        return None

    def over(self, met, result):
        game, score = self.game, result["score"]
        if not self.finals:
            met("final without a reveal")
        if game.knight_counts() and not any(own[game.plague] for own in game.cubes):
            met("final knight where nothing is")
        if game.owner["K"] == game.ender:
            met("final knight of the ender")
        if any(not any(own[region] for own in game.cubes) for region in game.regions):
            met("final region emptied")
        if not any(game.rats.values()):
            met("no rat on the board")
        if 0 in score:
            met("score of zero")
        shared(met, result)
        if score.count(max(score)) > 1:
            met("first by the tie-break")
            if score[game.ender] == max(score):
                met("ender last by the tie-break")


# --- the table

WATCH = {
    "kardinal": KardinalWatch,
    "duell": DuellWatch,
    "tallinn": TallinnWatch,
    "rattus": RattusWatch,
}
LISTS = {"kardinal": KARDINAL, "duell": DUELL, "tallinn": TALLINN, "rattus": RATTUS}
ALL = {
    name: [each.strip(" ?") for each in text.replace("\n", ";").split(";")]
    for name, text in LISTS.items()
}
MUST = {
    name: [each.strip() for each in text.replace("\n", ";").split(";") if "?" not in each]
    for name, text in LISTS.items()
}


def label(name, game, by, do):
    """Returns the label under which the table counts a step: its verb and what distinguishes it."""
    verb, *rest = do.split()
    if name == "kardinal":
        return f"{verb} pair" if "+" in do else verb
    if name == "duell":
        if verb == "use":
            return f"use {game.layout[int(rest[0])]}"
        return f"{verb} {rest[0]}" if verb in ("play", "build", "free", "flip") else verb
    if name == "tallinn":
        if verb == "play":
            card, half = rest[0][:-1], rest[0][-1]
            return (
                f"play {rest[0]}"
                if card == "L"
                else "play coin"
                if card in tallinn.COINS and half == "a"
                else "play"
            )
        return f"tower {rest[0]}" if verb == "tower" and rest[0] in ("hand", "none", "L") else verb
    last = "last " if by != "chance" and game.ender is not None else ""
    return (
        f"{last}{verb} {rest[0]}"
        if verb == "class"
        else f"{last}grow P"
        if do.endswith(" P") and verb == "grow"
        else last + verb
    )
