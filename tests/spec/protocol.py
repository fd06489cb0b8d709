"""Lets the rules of a game be written as a script.

The rules are one generator. It yields questions in the order of the rules and receives the answers.
This file turns such a script into the interface of check.py. Nothing here knows any game.
"""


class Chance:
    """One chance step with its stream and {notation: integer weight}. The script receives the drawn
    notation."""

    def __init__(self, stream, outcomes):
        self.stream = stream
        self.outcomes = outcomes


class Ask:
    """One question to several seats at once. At the reveal the script receives {seat: [answers]}.

    legal(seat, given) is the set of notations open to a seat that has given those answers; the
    position does not change before the reveal. final(do): is this the seat's last answer?
    """

    def __init__(self, seats, legal, final=lambda do: True):
        self.legal = legal
        self.final = final
        self.given = {seat: [] for seat in seats}
        self.open = sorted(seats)


class ScriptGame:
    """Base class of a game. A subclass sets up its position, calls begin(), and defines script()
    and result()."""

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
    """Returns for each seat 1 + the number of seats strictly better. Keys hold the score and then
    every tie-break; larger is better."""
    return [1 + sum(other > key for other in keys) for key in keys]
