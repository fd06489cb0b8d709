"""Games, positions, players and errors. Use it through the package `tafelrunde`."""

from __future__ import annotations

import functools
import json
import operator
import os
import threading
from typing import Any, Callable, NamedTuple, Sequence, Union

import numpy

from tafelrunde import _picture
from tafelrunde._library import ffi, lib

SPECTATOR: int = lib.TAFELRUNDE_SPECTATOR
CHANCE: int = lib.TAFELRUNDE_CHANCE
LANGUAGES = {"de": lib.TAFELRUNDE_DE, "en": lib.TAFELRUNDE_EN}
CODES: dict[int, str] = {
    getattr(lib, f"TAFELRUNDE_{name.upper()}"): name
    for name in (
        "bad_players",
        "bad_option",
        "bad_seat",
        "bad_step",
        "illegal",
        "bad_json",
        "bad_view",
        "bad_level",
        "bad_net",
        "bad_batch",
        "no_memory",
        "bad_game",
        "bad_type",
        "bad_threads",
        "not_reset",
    )
}
SEED_END = 1 << 64
Step = Union[int, str]  # the number of a step, or its notation


def _text(pointer: Any) -> str:
    return ffi.string(pointer).decode()


class Error(ValueError):
    """The one error for misuse of the package, from an unknown game to an illegal step.

    `code` is one of the values of CODES, for programs; `key` is the key of the sentence in the
    catalogue; `de` and `en` are the sentence.
    """

    def __init__(self, code: str, key: str, de: str, en: str) -> None:
        super().__init__(en)
        self.code, self.key, self.de, self.en = code, key, de, en

    def __reduce__(self) -> tuple:
        return Error, (self.code, self.key, self.de, self.en)


def _error(error: Any) -> Error:
    return Error(CODES[error.code], _text(error.key), _text(error.text[0]), _text(error.text[1]))


def _checked(function: Callable, *arguments: Any) -> None:
    """Calls a function whose last parameter receives the reason of a failure; raises Error."""
    error = ffi.new("struct tafelrunde_error *")
    if function(*arguments, error):
        raise _error(error)


def _misuse(code: str, what: object = "", wanted: str = "") -> Error:
    """The Error for a misuse that the library itself cannot see."""
    number = getattr(lib, f"TAFELRUNDE_{code.upper()}")
    error = ffi.new("struct tafelrunde_error *")
    lib.tafelrunde_misuse(number, str(what).encode("utf-8", "replace"), wanted.encode(), error)
    return _error(error)


def _wrong(name: str, value: object, wanted: str) -> Error:
    """The Error for an argument of the wrong type or value."""
    return _misuse("bad_type", f"{name}={value!r}", wanted)


def _integer(value: Any, name: str) -> int:
    """An argument that must be a whole number: int, or an integer of numpy."""
    try:
        if isinstance(value, (bool, numpy.bool_)):
            raise TypeError
        return operator.index(value)
    except TypeError:
        raise _wrong(name, value, "int") from None


def _string(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise _wrong(name, value, "str")
    return value


def _threads(threads: Any) -> int:
    number = _integer(threads, "threads")
    if not 1 <= number <= lib.TAFELRUNDE_THREADS_MAX:
        raise _misuse("bad_threads", number)
    return number


def _count(value: Any, name: str, least: int = 0) -> int:
    number = _integer(value, name)
    if number < least:
        raise _wrong(name, number, f">= {least}")
    return number


def _language(language: Any) -> int:
    return LANGUAGES[_one_of("language", language, tuple(LANGUAGES))]


def _one_of(name: str, value: Any, known: tuple[Any, ...]) -> Any:
    if value not in known:
        raise _wrong(name, value, ", ".join(map(repr, known)))
    return value


def _written(function: Callable, *arguments: Any) -> str:
    """Returns the text that a function writes, growing the buffer as needed."""
    size = 256
    while True:
        buffer = ffi.new("char[]", size)
        needed = function(*arguments, buffer, size)
        if needed < size:
            return ffi.unpack(buffer, needed).decode()
        size = needed + 1


def _seed(seed: Any) -> int:
    """Returns the seed as 64 bits; None gives an unpredictable one."""
    return (
        int.from_bytes(os.urandom(8), "little")
        if seed is None
        else _integer(seed, "seed") % SEED_END
    )


class Option(NamedTuple):
    """An option of a game."""

    values: tuple[Any, ...]  # False and True for a flag, otherwise texts
    default: Any


class Outcome(NamedTuple):
    """One outcome of a chance step."""

    step: int
    weight: int


class Result(NamedTuple):
    """Scores and places of a position."""

    score: tuple[int, ...]
    place: tuple[int, ...]  # 1 + the number of seats strictly better
    breakdown: dict[str, list[int]]  # part -> value per seat


class Choice(NamedTuple):
    """What a player thinks of one legal step."""

    step: int
    visits: int  # how often the search tried it
    value: float  # the seat's expected reward, 0 to 1


class Thought(NamedTuple):
    """What a player thinks of a position."""

    step: int  # what it would do
    choices: list[Choice]  # all legal steps, most visited first


class Playouts(NamedTuple):
    """Results of random games."""

    scores: numpy.ndarray  # games × players
    places: numpy.ndarray  # games × players
    decisions: numpy.ndarray  # per game: steps taken by seats


@functools.cache
def _descriptions() -> dict[str, dict[str, Any]]:
    """Maps ids to what `tafelrunde games --json` says about a game, without its opponents."""
    pointers = map(lib.tafelrunde_game, range(lib.tafelrunde_games()))
    described = (json.loads(_written(lib.tafelrunde_describe, pointer)) for pointer in pointers)
    return {game["id"]: game for game in described}


def games() -> list[Game]:
    """All games, in the order of the library."""
    return [Game(id) for id in _descriptions()]


def version() -> str:
    """The version of the library that is loaded."""
    return _text(lib.tafelrunde_version())


class Game:
    """One of the games: its name, players and options, and its steps as numbers and text."""

    def __init__(self, id: str) -> None:
        if _string(id, "game") not in _descriptions():
            raise _misuse("bad_game", id)
        self._pointer = lib.tafelrunde_find(id.encode())
        # Shared by all objects of this game, so callers must not change it (docs/library.md).
        self.description: dict[str, Any] = _descriptions()[id]
        described = self.description
        self.id: str = described["id"]
        self.name: str = described["name"]
        self.rules: int = described["rules"]
        self.components: str = described["components"]
        self.actions: int = described["actions"]  # step numbers, of seats and of chance
        self.seat_actions: int = described["seat_actions"]  # how many of them a seat can take
        self.chance = range(described["chance"]["first"], described["chance"]["end"])
        self.outcomes_max: int = described["chance"]["outcomes_max"]  # of one chance step
        self.utility: dict[str, int] = described["utility"]  # its min, max and sum
        self.features: int = described["features"]  # numbers that describe a view to a net
        self.feature_names: tuple[str, ...] = tuple(described["feature_names"])
        self.steps_max: int = described["steps_max"]
        self.state_size: int = described["state_size"]
        self.players = range(described["players_min"], described["players_max"] + 1)
        self.parts = tuple(described["result"]["breakdown"])
        self.options = {
            option["key"]: Option(tuple(option["values"]), option["default"])
            for option in described["options"]
        }

    def _chosen(self, options: dict[str, Any]) -> Any:
        """Converts {"legate": True, "towers": "apart"} to the array of the library."""
        chosen = ffi.new("uint8_t[]", lib.TAFELRUNDE_OPTIONS_MAX)
        lib.tafelrunde_defaults(self._pointer, chosen)
        for key, value in options.items():
            name = str(value).lower() if isinstance(value, (bool, numpy.bool_)) else str(value)
            _checked(lib.tafelrunde_choose, self._pointer, key.encode(), name.encode(), chosen)
        return chosen

    def __repr__(self) -> str:
        return f"Game({self.id!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._pointer == other._pointer

    def __hash__(self) -> int:
        return hash(self.id)

    def __reduce__(self) -> tuple:
        return Game, (self.id,)

    def new(self, players: int | None = None, **options: Any) -> State:
        """Returns the position before the first step; by default with the fewest players."""
        state = State(self)
        players = self.players[0] if players is None else _integer(players, "players")
        _checked(
            lib.tafelrunde_setup,
            self._pointer,
            players if 0 <= players <= lib.TAFELRUNDE_SEATS_MAX else 0,
            self._chosen(options),
            state._memory,
        )
        return state

    def state(self, position: str | dict[str, Any]) -> State:
        """Reads a position from JSON text or from the object that json.loads returned."""
        try:
            text = (position if isinstance(position, str) else json.dumps(position)).encode()
        except TypeError:
            raise _wrong("position", type(position), "str, dict") from None
        state = State(self)
        _checked(lib.tafelrunde_read_json, self._pointer, text, len(text), state._memory)
        return state

    def step(self, step: Step) -> int:
        """Returns the number of a step that is given as notation or number."""
        number = (
            lib.tafelrunde_step(self._pointer, step.encode())
            if isinstance(step, str)
            else _integer(step, "step")
        )
        if not 0 <= number < self.actions:
            raise _misuse("bad_step", step)
        return number

    def notation(self, step: Step) -> str:
        """Returns a step as text: "play 7a"."""
        return _written(lib.tafelrunde_notation, self._pointer, self.step(step))

    def tokens(self, step: Step) -> list[tuple[str, str]]:
        """Returns the words of a step: [("verb", "play"), ("card", "7"), ("half", "a")]."""
        tokens = ffi.new("struct tafelrunde_token[]", lib.TAFELRUNDE_TOKENS_MAX)
        count = lib.tafelrunde_tokens(self._pointer, self.step(step), tokens)
        return [(_text(token.type), _text(token.code)) for token in tokens[0:count]]

    def sentence(self, step: Step, language: str = "en") -> str:
        """Returns a step as people read it, in German ("de") or English ("en")."""
        return _written(
            lib.tafelrunde_sentence, self._pointer, self.step(step), _language(language)
        )

    def information_state(
        self,
        history: Sequence[tuple[int, Step]],
        observer: int,
        players: int | None = None,
        **options: Any,
    ) -> str:
        """Returns everything that an observer has learnt in a game as one line of text.

        `history` is the steps so far as (by, step). Two histories give the same text exactly if
        the observer cannot tell them apart.
        """
        moves = ffi.new("struct tafelrunde_move[]", len(history))
        for move, (by, step) in zip(moves, history):
            move.by, move.step = _by(by), self.step(step)
        players = self.players[0] if players is None else _integer(players, "players")
        chosen, length = self._chosen(options), ffi.new("size_t *")

        def write(buffer: Any, size: int) -> int:
            _checked(
                lib.tafelrunde_information_state,
                self._pointer,
                players,
                chosen,
                moves,
                len(history),
                _by(observer, "observer"),
                buffer,
                size,
                length,
            )
            return length[0]

        return _written(write)

    def thinker(
        self, level: str = "club", players: int | None = None, net: bytes | None = None
    ) -> Thinker:
        """Returns one of our players: "novice", "club", "master", or "master:5000" with visits."""
        return Thinker(self, level, players, net)

    def playouts(
        self,
        games: int,
        players: int | None = None,
        seed: int | None = None,
        threads: int = 1,
        **options: Any,
    ) -> Playouts:
        """Plays whole games at random. Game i depends only on seed + i."""
        return self.new(players, **options).playouts(games, seed, threads)


def _by(by: Any, name: str = "seat") -> int:
    """A seat, an observer or CHANCE; the library refuses the number of an impossible one."""
    number = _integer(by, name)
    return number if 0 <= number <= CHANCE else CHANCE + 1


class State:
    """A position, or one observer's view of it. It is plain memory: bytes(state) is all of it."""

    __slots__ = ("game", "_memory")

    def __init__(self, game: Game) -> None:
        """Creates an empty position; use Game.new or Game.state instead."""
        self.game: Game = game
        self._memory = ffi.new("uint64_t[]", (game.state_size + 7) // 8)

    def copy(self) -> State:
        """An independent copy."""
        twin = State(self.game)
        ffi.memmove(twin._memory, self._memory, self.game.state_size)
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict) -> State:
        return self.copy()

    def __reduce__(self) -> tuple:
        return self.game.state, (self.json(),)

    def __bytes__(self) -> bytes:
        return bytes(ffi.buffer(self._memory, self.game.state_size))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.game == other.game and bytes(self) == bytes(other)

    # a position is mutable; the property `hash` is its number
    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{self.game.id}, {self.players} players, {self.hash:016x}>"

    # ---- what it is ----

    @property
    def hash(self) -> int:
        """A number for its content, the same on every machine."""
        return lib.tafelrunde_hash(self.game._pointer, self._memory)

    @property
    def players(self) -> int:
        """The number of players."""
        return lib.tafelrunde_players(self.game._pointer, self._memory)

    @property
    def viewer(self) -> int | None:
        """The observer of this view: a seat or SPECTATOR; None for a full position."""
        viewer = lib.tafelrunde_viewer(self._memory)
        return None if viewer < 0 else viewer

    def json(self) -> str:
        """The whole position as JSON text."""
        return _written(lib.tafelrunde_write_json, self.game._pointer, self._memory)

    def dict(self) -> dict[str, Any]:
        """The whole position as Python objects."""
        return json.loads(self.json())

    def array(self) -> numpy.ndarray:
        """A copy of its bytes: game.state_size values of type uint8."""
        return numpy.frombuffer(bytes(self), dtype=numpy.uint8).copy()

    def result(self) -> Result:
        """The current scores and places."""
        result, players = ffi.new("struct tafelrunde_result *"), self.players
        lib.tafelrunde_result(self.game._pointer, self._memory, result)
        return Result(
            tuple(result.score[0:players]),
            tuple(result.place[0:players]),
            {name: list(result.parts[i][0:players]) for i, name in enumerate(self.game.parts)},
        )

    def utility(self) -> tuple[float, ...]:
        """What a finished game is worth to each seat, from 1 for first place to -1 for last place,
        with a sum of 0; zeros while the game goes on."""
        utility = ffi.new("double[]", lib.TAFELRUNDE_SEATS_MAX)
        lib.tafelrunde_utility(self.game._pointer, self._memory, utility)
        return tuple(utility[0 : self.players])

    # ---- steps ----

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats to move, or CHANCE; empty once the game is over."""
        return self._listed(lib.tafelrunde_to_move(self.game._pointer, self._memory))

    @property
    def asked(self) -> tuple[int, ...]:
        """All seats of the current question, including those that have answered."""
        return self._listed(lib.tafelrunde_asked(self.game._pointer, self._memory))

    @staticmethod
    def _listed(mask: int) -> tuple[int, ...]:
        return tuple(who for who in range(CHANCE + 1) if mask >> who & 1)

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return lib.tafelrunde_to_move(self.game._pointer, self._memory) == 0

    def legal(self, seat: int) -> list[int]:
        """A seat's legal steps in ascending order; none if it is not to move."""
        seat = self._seat(seat)
        steps = ffi.new("uint16_t[]", lib.TAFELRUNDE_LEGAL_MAX)
        count = lib.tafelrunde_legal(
            self.game._pointer, self._memory, seat, steps, lib.TAFELRUNDE_LEGAL_MAX
        )
        return ffi.unpack(steps, count)

    def outcomes(self) -> list[Outcome]:
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
    def stream(self) -> int | None:
        """The stream of the chance step, as records count it; None if no draw is due."""
        stream, step = ffi.new("unsigned *"), ffi.new("uint16_t *")
        count = lib.tafelrunde_outcomes(self.game._pointer, self._memory, step, ffi.NULL, 0, stream)
        return stream[0] if count else None

    def _seat(self, seat: Any) -> int:
        """A seat of this game; anything else is an Error."""
        number = _by(seat)
        if number >= self.players:
            _checked(lib.tafelrunde_view, self.game._pointer, self.copy()._memory, CHANCE + 1)
        return number

    def apply(self, by: int, step: Step) -> None:
        """Takes a step. If it is not legal, raises Error with the reason and changes nothing."""
        _checked(
            lib.tafelrunde_apply,
            self.game._pointer,
            self._memory,
            _by(by),
            self.game.step(step),
        )

    def why_not(self, by: int, step: Step) -> Error | None:
        """The Error that apply would raise, or None."""
        try:
            _checked(
                lib.tafelrunde_why_not,
                self.game._pointer,
                self._memory,
                _by(by),
                self.game.step(step),
            )
        except Error as error:
            return error
        return None

    # ---- knowledge and random play ----

    def view(self, observer: int) -> State:
        """The view of a seat or SPECTATOR, as a new position."""
        view = self.copy()
        _checked(lib.tafelrunde_view, self.game._pointer, view._memory, _by(observer, "observer"))
        return view

    def features(self, seat: int) -> numpy.ndarray:
        """The numbers that our nets see of a seat's view: game.features values of type int8, with
        64 as "one". They depend only on what the seat may know."""
        features = numpy.zeros(lib.TAFELRUNDE_FEATURES_MAX, numpy.int8)
        _checked(
            lib.tafelrunde_features,
            self.game._pointer,
            self._memory,
            self._seat(seat),
            ffi.from_buffer("int8_t[]", features),
        )
        return features[: self.game.features].copy()

    def witness(self, by: int, step: Step, observer: int) -> int:
        """How an observer sees a step that is about to be taken here: a step, perhaps with hidden
        parts."""
        seen = lib.tafelrunde_witness(
            self.game._pointer,
            self._memory,
            _by(by),
            self.game.step(step),
            _by(observer, "observer"),
        )
        if seen == lib.TAFELRUNDE_NONE:
            self._seat(observer)
        return seen

    def text(self, language: str = "en") -> str:
        """The position as people read it: lists with headings."""
        return _written(
            lib.tafelrunde_text, self.game._pointer, self._memory, _language(language)
        )

    def svg(
        self,
        observer: int | None = None,
        language: str = "en",
        theme: str = "day",
        width: int = 1280,
    ) -> str:
        """What an observer sees on the page's board, as the text of an SVG file; by default whoever
        has this view, or spectators. Raises RuntimeError without Node.js or the built page
        (docs/library.md)."""
        if observer is None:
            observer = SPECTATOR if self.viewer is None else self.viewer
        view = self.view(observer)
        request = {
            "game": self.game.id,
            "view": view.dict(),
            "score": list(view.result().score),
            "seat": None if observer == SPECTATOR else observer,
            "language": _one_of("language", language, ("de", "en")),
            "theme": _one_of("theme", theme, ("day", "candle")),
            "width": _count(width, "width", 800),
        }
        reply = _picture.draw(request)
        if "svg" not in reply:
            raise _wrong("game", self.game.id, reply["error"])
        return reply["svg"]

    def determinise(self, seed: int | None = None) -> State:
        """Fills in the hidden parts of a view at random, with the right probabilities. A full
        position is copied."""
        full = self.copy()
        lib.tafelrunde_determinise(self.game._pointer, full._memory, _seed(seed))
        return full

    def playouts(self, games: int, seed: int | None = None, threads: int = 1) -> Playouts:
        """Plays games from here to the end at random. Each game determinises a view again."""
        players, first = self.players, _seed(seed)
        games, threads = _count(games, "games"), _threads(threads)
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

    def _play(self, made: Playouts, first: int, low: int, high: int) -> None:
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


class Thinker:
    """One of our players, with memory of its own. Thinkers of several threads think at once; one
    thinker thinks about one position at a time."""

    def __init__(
        self, game: Game, level: str = "club", players: int | None = None, net: bytes | None = None
    ) -> None:
        """`net` is the content of a net file; by default the library's own net judges positions."""
        self.game, self.level = game, _string(level, "level")
        self.players = game.players[0] if players is None else _integer(players, "players")
        if net is not None and not isinstance(net, bytes):
            raise _wrong("net", type(net), "bytes")
        error = ffi.new("struct tafelrunde_error *")
        opened = lib.tafelrunde_thinker_open(
            game._pointer,
            self.players if 0 <= self.players <= lib.TAFELRUNDE_SEATS_MAX else 0,
            level.encode(),
            ffi.NULL if net is None else net,
            0 if net is None else len(net),
            error,
        )
        if opened == ffi.NULL:
            raise _error(error)
        self._pointer = ffi.gc(opened, lib.tafelrunde_thinker_close)
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"<{self.level} of {self.game.id}, {self.players} players>"

    def think(self, state: State, seat: int | None = None, seed: int | None = None) -> Thought:
        """Thinks about a view, or about the seat's view of a full position. The seat is the viewer,
        or the first to move. The same seed gives the same thought."""
        if not isinstance(state, State):
            raise _wrong("state", state, "State")
        if state.game != self.game:
            raise _wrong("state", state, self.game.id)
        if seat is None:
            seat = state.viewer if state.viewer is not None else (*state.to_move, CHANCE)[0]
        choices = ffi.new("struct tafelrunde_choice[]", lib.TAFELRUNDE_LEGAL_MAX)
        count, step = ffi.new("unsigned *"), ffi.new("unsigned *")
        arguments = (state._memory, _by(seat), _seed(seed), choices, count, step)
        with self._lock:
            _checked(lib.tafelrunde_think, self._pointer, *arguments)
        found = (choices[i] for i in range(count[0]))
        return Thought(step[0], [Choice(c.step, c.visits, c.value) for c in found])
