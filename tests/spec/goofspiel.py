"""Goofspiel: a reference replayer written from the rules alone, not from the engine."""

from protocol import Ask, Chance, ScriptGame, places

PLAYERS = (2, 3, 4)
OPTIONS = {"bury": (False, True)}
VALUES = range(1, 14)


class Game(ScriptGame):
    PLAYERS = PLAYERS

    def __init__(self, players, options):
        self.seats = range(players)
        self.bury = options["bury"]
        self.hand = [set(VALUES) for _ in self.seats]
        self.won = [[] for _ in self.seats]
        self.begin()

    def ask(self, verb):
        """One card per seat, out of its hand: {seat: card}."""
        answers = yield Ask(
            self.seats, lambda seat, _: {f"{verb} {card:02}" for card in self.hand[seat]}
        )
        chosen = {seat: int(answers[seat][0].split()[1]) for seat in self.seats}
        for seat, card in chosen.items():
            self.hand[seat].remove(card)
        return chosen

    def script(self):
        if self.bury:
            yield from self.ask("bury")
        prizes, stakes = set(VALUES), []
        while self.hand[0]:
            do = yield Chance(0, {f"turn {prize:02}": 1 for prize in prizes})
            prize = int(do.split()[1])
            prizes.remove(prize)
            stakes.append(prize)
            bids = yield from self.ask("bid")
            best = max(bids.values())
            winners = [seat for seat in self.seats if bids[seat] == best]
            if len(winners) == 1:
                self.won[winners[0]] += stakes
                stakes = []

    def result(self):
        points = [sum(won) for won in self.won]
        return {
            "score": points,
            "place": places(points),
            "breakdown": {"prizes": [len(won) for won in self.won]},
        }
