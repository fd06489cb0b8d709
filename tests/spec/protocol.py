"""A game written as a script.

A game's rules are one generator that yields questions in the order in which the rules ask them and is sent what was
answered. This file turns such a script into the interface that check.py uses. Nothing here knows any game.
"""


class Chance:
    """One chance step: its stream, and notation -> integer weight. The script is sent the notation drawn."""

    def __init__(self, stream, outcomes):
        self.stream = stream
        self.outcomes = outcomes


class Ask:
    """One question to several seats at once. The script is sent {seat: [answers]} when the last one is in: the reveal.

    legal(seat, given) is the set of notations open to a seat that has given those answers; the position itself
    does not change before the reveal. final(do) says whether an answer is the seat's last one.
    """

    def __init__(self, seats, legal, final=lambda do: True):
        self.legal = legal
        self.final = final
        self.given = {seat: [] for seat in seats}
        self.open = sorted(seats)


class ScriptGame:
    """Base of a game: a subclass sets up its position, then calls begin(), and has script() and result()."""

    def begin(self):
        self._script = self.script()
        self._question = None
        self._send(None)

    def _send(self, answer):
        try:
            self._question = self._script.send(answer)
        except StopIteration:
            self._question = None

    def to_move(self):
        if self._question is None:
            return []
        return "chance" if isinstance(self._question, Chance) else list(self._question.open)

    def outcomes(self):
        return dict(self._question.outcomes)

    def stream(self):
        return self._question.stream

    def legal(self, seat):
        return self._question.legal(seat, self._question.given[seat])

    def apply(self, by, do):
        question = self._question
        if by == "chance":
            self._send(do)
            return
        question.given[by].append(do)
        if question.final(do):
            question.open.remove(by)
        if not question.open:
            self._send(question.given)


def places(keys):
    """1 + the number of seats strictly better, by seat; keys hold the score and then every tie-break, larger better."""
    return [1 + sum(other > key for other in keys) for key in keys]
