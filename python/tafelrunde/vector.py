"""Thousands of games at once, on numpy arrays that the library fills.

    env = VecEnv("tallinn", num_envs=2048, players=2)
    observations, infos = env.reset(seed=1)
    while True:
        actions = policy(observations, env.masks, env.seats)
        observations, rewards, terminations, truncations, infos = env.step(actions)

The interface is that of Gymnasium's VectorEnv, with autoreset in the same step as in PufferLib:
when a game ends, `rewards` and `terminations` tell how, and the observation is already the next
game's. As in PufferLib the arrays are reused: the next step overwrites them. Copy what you keep.

One row is one game. The seat to act is in `env.seats`, and the row is its observation. By default
the caller plays every seat (self-play), and `rewards` has one column per seat. With `seat=0` the
caller plays only that seat, others play at random, and `rewards` has one number per game.
"""

from __future__ import annotations

from typing import Any

import numpy

from tafelrunde._core import (
    Game,
    _checked,
    _count,
    _integer,
    _misuse,
    _one_of,
    _seed,
    _threads,
    _wrong,
)
from tafelrunde._library import ffi, lib
from tafelrunde.spaces import Box, Discrete, MultiDiscrete

try:
    from gymnasium.vector import AutoresetMode, VectorEnv

    SAME_STEP: Any = AutoresetMode.SAME_STEP
except ImportError:
    VectorEnv = object
    SAME_STEP = "SameStep"

OBSERVATIONS = ("view", "features")


class VecEnv(VectorEnv):
    """Many games of one kind, stepped together.

    observation: "view", the bytes of the seat's view, or "features", what our nets see
    seat: the seat that the caller plays, or None for all
    threads: how many threads share a step; results do not depend on it
    options: of the game
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1024,
        players: int | None = None,
        seat: int | None = None,
        observation: str = "view",
        threads: int = 1,
        **options: Any,
    ) -> None:
        self.game = game if isinstance(game, Game) else Game(game)
        self.players = self.game.new(players, **options).players
        self.num_envs = self.num_agents = self.agents_per_batch = _count(num_envs, "num_envs", 1)
        if seat is not None and not 0 <= _integer(seat, "seat") < self.players:
            self.game.new(self.players).legal(seat)
        self.seat, self.observation = seat, _one_of("observation", observation, OBSERVATIONS)
        self.metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": SAME_STEP}
        self.spec, self.render_mode, self.closed = None, None, False
        self._make_arrays()
        self._make_batch(options)
        self._make_spaces()
        self._running = False
        threads = _threads(threads)
        self._threads = ffi.NULL
        if threads > 1:
            opened = lib.tafelrunde_threads_open(threads)
            if opened == ffi.NULL:
                raise _misuse("bad_threads", threads)
            self._threads = ffi.gc(opened, lib.tafelrunde_threads_close)

    def _make_arrays(self) -> None:
        """Makes all arrays once; every step writes into them."""
        count, row = self.num_envs, lib.tafelrunde_row_size(self.game._pointer)
        width = row if self.observation == "view" else self.game.features
        kind = numpy.uint8 if self.observation == "view" else numpy.int8
        self._states = numpy.zeros((count, row), numpy.uint8)
        self._seeds = numpy.zeros(count, numpy.uint64)
        self.observations = numpy.zeros((count, width), kind)
        self._masks = numpy.zeros((count, self.game.actions), numpy.int8)
        self.masks = self._masks.view()
        self.masks.flags.writeable = False
        self.seats = numpy.zeros(count, numpy.uint8)
        self._rewards = numpy.zeros((count, self.players), numpy.float32)
        self.rewards = self._rewards if self.seat is None else self._rewards[:, self.seat]
        self.scores = numpy.zeros((count, self.players), numpy.int16)
        self._dones = numpy.zeros(count, numpy.uint8)
        self.terminals = self._dones.view(numpy.bool_)
        self.truncations = numpy.zeros(count, numpy.bool_)
        self.actions = numpy.zeros(count, numpy.int32)

    def _make_batch(self, options: dict[str, Any]) -> None:
        """Points the library at the arrays."""
        self._batch = ffi.new("struct tafelrunde_batch *")
        self._batch.games, self._batch.players = self.num_envs, self.players
        self._batch.options = list(self.game._chosen(options))
        self._batch.played = 0 if self.seat is None else 1 << self.seat
        view = self.observation == "view"
        for name, kind, array in (
            ("states", "uint8_t[]", self._states),
            ("observations" if view else "features", "int8_t[]", self.observations),
            ("seeds", "uint64_t[]", self._seeds),
            ("actions", "int32_t[]", self.actions),
            ("seats", "uint8_t[]", self.seats),
            ("dones", "uint8_t[]", self._dones),
            ("masks", "uint8_t[]", self._masks),
            ("rewards", "float[]", self._rewards),
            ("scores", "int16_t[]", self.scores),
        ):
            setattr(self._batch, name, ffi.from_buffer(kind, array))

    def _make_spaces(self) -> None:
        low, high = (0, 255) if self.observation == "view" else (-128, 127)
        shape, kind = self.observations.shape, self.observations.dtype.type
        self.single_observation_space = Box(low, high, shape[1:], kind)
        self.observation_space = Box(low, high, shape, kind)
        self.single_action_space = Discrete(self.game.actions)
        self.action_space = MultiDiscrete([self.game.actions] * self.num_envs)

    def _infos(self) -> dict[str, Any]:
        """`final_scores` counts where `_final_scores` is true."""
        return {
            "action_mask": self.masks,
            "seat": self.seats,
            "final_scores": self.scores,
            "_final_scores": self.terminals,
        }

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[numpy.ndarray, dict[str, Any]]:
        """Begins all games. Game i depends only on seed + i and its actions."""
        first = numpy.uint64(_seed(seed))
        self._seeds[:] = first + numpy.arange(self.num_envs, dtype=numpy.uint64)
        self._running = True
        _checked(
            lib.tafelrunde_batch_reset, self.game._pointer, self._batch, self._threads
        )
        return self.observations, self._infos()

    def step(
        self, actions: numpy.ndarray
    ) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray, numpy.ndarray, dict[str, Any]]:
        """Takes one action in every game. An illegal one raises Error and changes nothing."""
        if not self._running:
            raise _misuse("not_reset")
        if actions is not self.actions:
            self._take(actions)
        _checked(lib.tafelrunde_batch_step, self.game._pointer, self._batch, self._threads)
        return self.observations, self.rewards, self.terminals, self.truncations, self._infos()

    def _take(self, actions: Any) -> None:
        """Copies the actions; they must be whole numbers, one per game."""
        given = numpy.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise _wrong("actions", actions, f"int, ({self.num_envs},)")
        numpy.clip(given, -1, self.game.actions, out=self.actions, casting="unsafe")

    def sample(self, seed: int | None = None) -> numpy.ndarray:
        """Picks a legal action in every game, all equally likely; the result is `env.actions`."""
        if not self._running:
            raise _misuse("not_reset")
        pointer = ffi.cast("int32_t *", self._batch.actions)
        lib.tafelrunde_batch_sample(self.game._pointer, self._batch, _seed(seed), pointer)
        return self.actions

    # PufferLib's names for the same.

    def async_reset(self, seed: int | None = None) -> None:
        """Begins all games; `recv` returns the first observations."""
        self.reset(seed=seed)

    def send(self, actions: numpy.ndarray) -> None:
        """Takes one action in every game; `recv` returns what follows."""
        self.step(actions)

    def recv(self) -> tuple:
        """Observations, rewards, terminals, truncations, infos, numbers of the rows, and which rows
        have somebody to act (all)."""
        everything = numpy.arange(self.num_envs), numpy.ones(self.num_envs, numpy.bool_)
        ended = (
            self.observations,
            self.rewards,
            self.terminals,
            self.truncations,
            [self._infos()],
        )
        return (*ended, *everything)

    def close(self, **kwargs: Any) -> None:
        """Ends the threads."""
        self._threads = ffi.NULL
        self.closed, self._running = True, False
