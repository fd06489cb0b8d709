"""Tafelrunde in Python: games, positions, random play in bulk.

docs/library.md shows it in use; tafelrunde.env is an environment for reinforcement learning.

    import tafelrunde
    state = tafelrunde.Game("tallinn").new(players=3)
    while not state.over:
        by = state.to_move[0]
        step = state.outcomes()[0][0] if by == tafelrunde.CHANCE else state.legal(by)[0]
        state.apply(by, step)
    print(state.result())

Every function takes a step as a number or as its notation ("play 7a"). Either a seat, given by its
number, or CHANCE takes it.
"""

import functools
import json
import os
import threading
from typing import NamedTuple

import numpy

from tafelrunde._library import ffi, lib

SPECTATOR = lib.TAFELRUNDE_SPECTATOR
CHANCE = lib.TAFELRUNDE_CHANCE
LANGUAGES = {"de": lib.TAFELRUNDE_DE, "en": lib.TAFELRUNDE_EN}
CODES = {
    getattr(lib, f"TAFELRUNDE_{name.upper()}"): name
    for name in (
        "bad_players",
        "bad_option",
        "bad_seat",
        "bad_step",
        "illegal",
        "bad_json",
        "bad_view",
    )
}
SEED_END = 1 << 64


def _text(pointer):
    return ffi.string(pointer).decode()


class Error(ValueError):
    """An error of the library. `code` is one of CODES, `key` a catalogue key, `de` and `en` the
    text."""

    def __init__(self, code, key, de, en):
        super().__init__(en)
        self.code, self.key, self.de, self.en = code, key, de, en


def _checked(function, *arguments):
    """Calls a function whose last parameter receives the reason of a failure; raises Error."""
    error = ffi.new("struct tafelrunde_error *")
    if function(*arguments, error):
        raise Error(CODES[error.code], _text(error.key), _text(error.text[0]), _text(error.text[1]))


def _written(function, *arguments):
    """Returns the text that a function writes, growing the buffer as needed."""
    size = 256
    while True:
        buffer = ffi.new("char[]", size)
        needed = function(*arguments, buffer, size)
        if needed < size:
            return ffi.unpack(buffer, needed).decode()
        size = needed + 1


def _seed(seed):
    """Returns the seed as 64 bits; None gives an unpredictable one."""
    return int.from_bytes(os.urandom(8), "little") if seed is None else int(seed) % SEED_END


class Option(NamedTuple):
    values: tuple  # False and True for a flag, otherwise texts
    default: object


class Outcome(NamedTuple):
    step: int
    weight: int


class Result(NamedTuple):
    score: tuple
    place: tuple  # 1 + the number of seats strictly better
    breakdown: dict  # part -> value per seat


class Playouts(NamedTuple):
    scores: numpy.ndarray  # games × players
    places: numpy.ndarray  # games × players
    decisions: numpy.ndarray  # per game: steps taken by seats


@functools.cache
def _descriptions():
    """Maps ids to what `tafelrunde games --json` says about a game, without its opponents."""
    pointers = map(lib.tafelrunde_game, range(lib.tafelrunde_games()))
    described = (json.loads(_written(lib.tafelrunde_describe, pointer)) for pointer in pointers)
    return {game["id"]: game for game in described}


def games():
    """All games."""
    return [Game(id) for id in _descriptions()]


def version():
    return _text(lib.tafelrunde_version())


class Game:
    """One of the games: its name, players and options, and its steps as numbers and text."""

    def __init__(self, id):
        if id not in _descriptions():
            raise KeyError(f"no game {id!r}; there are {', '.join(_descriptions())}")
        self._pointer = lib.tafelrunde_find(id.encode())
        # Shared by all objects of this game, so callers must not change it (docs/library.md).
        self.description = described = _descriptions()[id]
        self.id, self.name = described["id"], described["name"]
        self.rules, self.components = described["rules"], described["components"]
        self.actions, self.steps_max = described["actions"], described["steps_max"]
        self.state_size = described["state_size"]
        self.players = range(described["players_min"], described["players_max"] + 1)
        self.parts = tuple(described["result"]["breakdown"])
        self.options = {
            option["key"]: Option(tuple(option["values"]), option["default"])
            for option in described["options"]
        }

    def _chosen(self, options):
        """Converts {"legate": True, "towers": "apart"} to the array of the library."""
        chosen = ffi.new("uint8_t[]", lib.TAFELRUNDE_OPTIONS_MAX)
        lib.tafelrunde_defaults(self._pointer, chosen)
        for key, value in options.items():
            name = str(value).lower() if isinstance(value, bool) else str(value)
            _checked(lib.tafelrunde_choose, self._pointer, key.encode(), name.encode(), chosen)
        return chosen

    def __repr__(self):
        return f"Game({self.id!r})"

    def __eq__(self, other):
        return isinstance(other, Game) and self._pointer == other._pointer

    def __hash__(self):
        return hash(self.id)

    def __reduce__(self):
        return Game, (self.id,)

    def new(self, players=None, **options):
        """Returns the position before the first step; by default with the fewest players."""
        state = State(self)
        players = self.players[0] if players is None else players
        _checked(
            lib.tafelrunde_setup,
            self._pointer,
            max(players, 0),
            self._chosen(options),
            state._memory,
        )
        return state

    def state(self, position):
        """Reads a position from JSON text or from the object that json.loads returned."""
        text = (position if isinstance(position, str) else json.dumps(position)).encode()
        state = State(self)
        _checked(lib.tafelrunde_read_json, self._pointer, text, len(text), state._memory)
        return state

    def step(self, step):
        """Returns the number of a step that is given as notation or number."""
        if isinstance(step, str):
            number = lib.tafelrunde_step(self._pointer, step.encode())
            if number == lib.TAFELRUNDE_NONE:
                raise KeyError(f"{step!r} is not notation of {self.id}")
            return number
        number = int(step)
        if not 0 <= number < self.actions:
            raise KeyError(f"{self.id} has no step {number}: there are {self.actions}")
        return number

    def notation(self, step):
        return _written(lib.tafelrunde_notation, self._pointer, self.step(step))

    def tokens(self, step):
        """Returns the words of a step: [("verb", "play"), ("card", "7"), ("half", "a")]."""
        tokens = ffi.new("struct tafelrunde_token[]", lib.TAFELRUNDE_TOKENS_MAX)
        count = lib.tafelrunde_tokens(self._pointer, self.step(step), tokens)
        return [(_text(token.type), _text(token.code)) for token in tokens[0:count]]

    def sentence(self, step, language="en"):
        return _written(
            lib.tafelrunde_sentence, self._pointer, self.step(step), LANGUAGES[language]
        )

    def playouts(self, games, players=None, seed=None, threads=1, **options):
        """Plays whole games at random. Game i depends only on seed + i."""
        return self.new(players, **options).playouts(games, seed, threads)


class State:
    """A position, or one observer's view of it. It is plain memory: bytes(state) is all of it."""

    __slots__ = ("game", "_memory")

    def __init__(self, game):
        """Creates an empty position; use Game.new or Game.state instead."""
        self.game = game
        self._memory = ffi.new("uint64_t[]", (game.state_size + 7) // 8)

    def copy(self):
        twin = State(self.game)
        ffi.memmove(twin._memory, self._memory, self.game.state_size)
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        return self.game.state, (self.json(),)

    def __bytes__(self):
        return bytes(ffi.buffer(self._memory, self.game.state_size))

    def __eq__(self, other):
        return isinstance(other, State) and self.game == other.game and bytes(self) == bytes(other)

    __hash__ = None  # a position is mutable; the property `hash` is its number

    def __repr__(self):
        return f"<{self.game.id}, {self.players} players, {self.hash:016x}>"

    # ---- what it is ----

    @property
    def hash(self):
        """The same on every machine."""
        return lib.tafelrunde_hash(self.game._pointer, self._memory)

    @property
    def players(self):
        return lib.tafelrunde_players(self.game._pointer, self._memory)

    @property
    def viewer(self):
        """The observer of this view: a seat or SPECTATOR; None for a full position."""
        viewer = lib.tafelrunde_viewer(self._memory)
        return None if viewer < 0 else viewer

    def json(self):
        """The whole position as JSON text."""
        return _written(lib.tafelrunde_write_json, self.game._pointer, self._memory)

    def dict(self):
        return json.loads(self.json())

    def array(self):
        """A copy of its bytes: game.state_size values of type uint8."""
        return numpy.frombuffer(bytes(self), dtype=numpy.uint8).copy()

    def result(self):
        """The current scores and places."""
        result, players = ffi.new("struct tafelrunde_result *"), self.players
        lib.tafelrunde_result(self.game._pointer, self._memory, result)
        return Result(
            tuple(result.score[0:players]),
            tuple(result.place[0:players]),
            {name: list(result.parts[i][0:players]) for i, name in enumerate(self.game.parts)},
        )

    # ---- steps ----

    @property
    def to_move(self):
        """The seats to move, or CHANCE; empty once the game is over."""
        return self._listed(lib.tafelrunde_to_move(self.game._pointer, self._memory))

    @property
    def asked(self):
        """All seats of the current question, including those that have answered."""
        return self._listed(lib.tafelrunde_asked(self.game._pointer, self._memory))

    @staticmethod
    def _listed(mask):
        return tuple(who for who in range(CHANCE + 1) if mask >> who & 1)

    @property
    def over(self):
        return lib.tafelrunde_to_move(self.game._pointer, self._memory) == 0

    def legal(self, seat):
        """A seat's legal steps in ascending order; none if it is not to move."""
        steps = ffi.new("uint16_t[]", lib.TAFELRUNDE_LEGAL_MAX)
        count = lib.tafelrunde_legal(
            self.game._pointer, self._memory, self._who(seat), steps, lib.TAFELRUNDE_LEGAL_MAX
        )
        return ffi.unpack(steps, count)

    def outcomes(self):
        """The outcomes of the chance step with integer weights (0 on a view); empty if no draw is
        due."""
        steps, weights = ffi.new("uint16_t[]", lib.TAFELRUNDE_OUTCOMES_MAX), ffi.new(
            "uint32_t[]", lib.TAFELRUNDE_OUTCOMES_MAX
        )
        count = lib.tafelrunde_outcomes(
            self.game._pointer, self._memory, steps, weights, lib.TAFELRUNDE_OUTCOMES_MAX, ffi.NULL
        )
        return [
            Outcome(*pair) for pair in zip(ffi.unpack(steps, count), ffi.unpack(weights, count))
        ]

    @property
    def stream(self):
        """The stream of the chance step, as records count it; None if no draw is due."""
        stream, step = ffi.new("unsigned *"), ffi.new("uint16_t *")
        count = lib.tafelrunde_outcomes(self.game._pointer, self._memory, step, ffi.NULL, 0, stream)
        return stream[0] if count else None

    @staticmethod
    def _who(by):
        """Maps an impossible seat to a number that the library refuses."""
        return by if 0 <= by <= CHANCE else CHANCE + 1

    def apply(self, by, step):
        """Takes a step. If it is not legal, raises Error with the reason and changes nothing."""
        _checked(
            lib.tafelrunde_apply,
            self.game._pointer,
            self._memory,
            self._who(by),
            self.game.step(step),
        )

    def why_not(self, by, step):
        """The Error that apply would raise, or None."""
        try:
            _checked(
                lib.tafelrunde_why_not,
                self.game._pointer,
                self._memory,
                self._who(by),
                self.game.step(step),
            )
        except Error as error:
            return error
        return None

    # ---- knowledge and random play ----

    def view(self, observer):
        """The view of a seat or SPECTATOR, as a new position."""
        view = self.copy()
        _checked(lib.tafelrunde_view, self.game._pointer, view._memory, self._who(observer))
        return view

    def determinise(self, seed=None):
        """Fills in the hidden parts of a view at random, with the right probabilities. A full
        position is copied."""
        full = self.copy()
        lib.tafelrunde_determinise(self.game._pointer, full._memory, _seed(seed))
        return full

    def playouts(self, games, seed=None, threads=1):
        """Plays games from here to the end at random. Each game determinises a view again."""
        players, first = self.players, _seed(seed)
        made = Playouts(
            numpy.zeros((games, players), numpy.int16),
            numpy.zeros((games, players), numpy.uint8),
            numpy.zeros(games, numpy.uint32),
        )
        bounds = [games * i // threads for i in range(threads + 1)]
        start = self.copy()
        workers = [
            threading.Thread(target=start._play, args=(made, first, low, high))
            for low, high in zip(bounds[1:], bounds[2:])
        ]
        for worker in workers:
            worker.start()
        start._play(made, first, bounds[0], bounds[1])
        for worker in workers:
            worker.join()
        return made

    def _play(self, made, first, low, high):
        """Plays games low … high − 1; releases the interpreter lock while C runs."""
        if low == high:
            return
        tally = ffi.new("struct tafelrunde_tally *")
        buffers = [
            ffi.from_buffer(kind, array[low:high])
            for kind, array in zip(("int16_t[]", "uint8_t[]", "uint32_t[]"), made)
        ]
        tally.scores, tally.places, tally.decisions = buffers
        lib.tafelrunde_playouts_from(
            self.game._pointer, self._memory, (first + low) % SEED_END, high - low, tally
        )
