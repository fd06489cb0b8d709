"""Games and states with the methods of OpenSpiel, so that its algorithms run on them.

    game = load_game("tallinn", {"players": 2})
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes())
            state.apply_action(random.choices(outcomes, chances)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
    print(state.returns())

The dynamics are sequential: if several seats are asked at once, they answer in the order of seats,
and no information state shows an answer before the last one is in. Actions and chance outcomes
are numbers of steps. OpenSpiel is not needed.
"""

from __future__ import annotations

import random
from typing import Any

import numpy

from tafelrunde._core import CHANCE, Game as _Game, State as _State, _integer, _wrong

CHANCE_PLAYER = -1
TERMINAL_PLAYER = -4


class GameType:
    """What kind of game it is, in OpenSpiel's words."""

    def __init__(self, game: Game) -> None:
        self.short_name, self.long_name = game.rules.id, game.rules.name
        self.dynamics = "sequential"
        self.chance_mode = "explicit_stochastic"
        self.information = "imperfect_information"
        self.utility = "zero_sum"
        self.reward_model = "terminal"
        self.min_num_players, self.max_num_players = game.rules.players[0], game.rules.players[-1]
        self.provides_information_state_string = True
        self.provides_information_state_tensor = game.rules.features > 0
        self.provides_observation_string = self.provides_observation_tensor = True


class Game:
    """A game with its number of players and options chosen."""

    def __init__(
        self, game: _Game | str, players: int | None = None, **options: Any
    ) -> None:
        self.rules = game if isinstance(game, _Game) else _Game(game)
        start = self.rules.new(players, **options)
        self._players, self._options, self._start = start.players, options, start

    def __repr__(self) -> str:
        words = [self.rules.id, f"players={self._players}"]
        words += [f"{key}={value}" for key, value in self._options.items()]
        return f"{words[0]}({','.join(words[1:])})"

    __str__ = __repr__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))

    def new_initial_state(self) -> State:
        """The state before the first step."""
        return State(self, self._start.copy(), [])

    def deserialize_state(self, text: str) -> State:
        """The state that State.serialize wrote."""
        state = self.new_initial_state()
        for word in text.split():
            state.apply_action(int(word))
        return state

    def get_type(self) -> GameType:
        """What kind of game it is."""
        return GameType(self)

    def get_parameters(self) -> dict[str, Any]:
        """The number of players and the chosen options."""
        return {"players": self._players, **self._options}

    def num_players(self) -> int:
        """The number of players."""
        return self._players

    def num_distinct_actions(self) -> int:
        """Actions are numbers below this."""
        return self.rules.actions

    def max_chance_outcomes(self) -> int:
        """Chance outcomes are numbers below this."""
        return self.rules.chance.stop

    def max_game_length(self) -> int:
        """An upper bound on the steps of a game, chance included."""
        return self.rules.steps_max

    max_history_length = max_chance_nodes_in_history = max_game_length

    def min_utility(self) -> float:
        """The worst return: last place alone."""
        return float(self.rules.utility["min"])

    def max_utility(self) -> float:
        """The best return: first place alone."""
        return float(self.rules.utility["max"])

    def utility_sum(self) -> float:
        """The sum of all players' returns."""
        return float(self.rules.utility["sum"])

    def information_state_tensor_size(self) -> int:
        """The length of information_state_tensor."""
        return self.rules.features

    def information_state_tensor_shape(self) -> list[int]:
        """The shape of information_state_tensor."""
        return [self.rules.features]

    def observation_tensor_size(self) -> int:
        """The length of observation_tensor."""
        return self.rules.state_size

    def observation_tensor_shape(self) -> list[int]:
        """The shape of observation_tensor."""
        return [self.rules.state_size]


def load_game(name: str, parameters: dict[str, Any] | None = None) -> Game:
    """The game with this id; parameters are `players` and its options."""
    return Game(name, **(parameters or {}))


class State:
    """A position with its history."""

    def __init__(self, game: Game, state: _State, history: list[tuple[int, int]]) -> None:
        """Use Game.new_initial_state."""
        self._game, self._state, self._history = game, state, history

    def get_game(self) -> Game:
        """The game that it belongs to."""
        return self._game

    def num_players(self) -> int:
        """The number of players."""
        return self._game.num_players()

    def num_distinct_actions(self) -> int:
        """Actions are numbers below this."""
        return self._game.num_distinct_actions()

    # ---- who is to act ----

    def _mover(self) -> int | None:
        to_move = self._state.to_move
        return to_move[0] if to_move else None

    def current_player(self) -> int:
        """The seat to act, CHANCE_PLAYER or TERMINAL_PLAYER."""
        mover = self._mover()
        if mover is None:
            return TERMINAL_PLAYER
        return CHANCE_PLAYER if mover == CHANCE else mover

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self._state.over

    def is_chance_node(self) -> bool:
        """Is a draw due?"""
        return self._mover() == CHANCE

    def is_simultaneous_node(self) -> bool:
        """Never: seats that are asked at once answer in turn."""
        return False

    def is_player_node(self) -> bool:
        """Is a seat to act?"""
        return self.current_player() >= 0

    def move_number(self) -> int:
        """The number of steps so far."""
        return len(self._history)

    # ---- actions ----

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions of the player to act, or of another: ascending, none at the end."""
        if self.is_chance_node() and player in (None, CHANCE_PLAYER):
            return [outcome.step for outcome in self._state.outcomes()]
        if player is None:
            player = self.current_player()
        if player < 0 or player != self.current_player():
            return []
        return self._state.legal(player)

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """One number per action: 1 if it is legal."""
        legal = set(self.legal_actions(player))
        return [int(action in legal) for action in range(self.num_distinct_actions())]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of the draw that is due, with their probabilities."""
        outcomes = self._state.outcomes()
        total = sum(outcome.weight for outcome in outcomes)
        return [(outcome.step, outcome.weight / total) for outcome in outcomes]

    def apply_action(self, action: int) -> None:
        """Takes an action, or an outcome at a chance node."""
        mover = self._mover()
        action = _integer(action, "action")
        self._state.apply(0 if mover is None else mover, action)
        self._history.append((mover, action))

    def apply_actions(self, actions: list[int]) -> None:
        """Not used: there are no simultaneous nodes."""
        raise _wrong("actions", actions, "apply_action")

    def child(self, action: int) -> State:
        """The state after an action; this one stays as it is."""
        child = self.clone()
        child.apply_action(action)
        return child

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """An action as notation; takes (player, action) or (action)."""
        return self._game.rules.notation(player if action is None else action)

    def string_to_action(self, player: int | str, text: str | None = None) -> int:
        """The action of a notation; takes (player, text) or (text)."""
        return self._game.rules.step(player if text is None else text)

    # ---- history and copies ----

    def history(self) -> list[int]:
        """All actions so far, chance included."""
        return [action for _, action in self._history]

    def full_history(self) -> list[tuple[int, int]]:
        """All actions so far as (player, action)."""
        return [(CHANCE_PLAYER if by == CHANCE else by, step) for by, step in self._history]

    def history_str(self) -> str:
        """All actions so far as text."""
        return ", ".join(map(str, self.history()))

    def clone(self) -> State:
        """An independent copy."""
        return State(self._game, self._state.copy(), list(self._history))

    __copy__ = clone

    def __deepcopy__(self, memo: dict) -> State:
        return self.clone()

    def __reduce__(self) -> tuple:
        return _restore, (self._game.rules.id, self._game.get_parameters(), self.serialize())

    def serialize(self) -> str:
        """The history as text, for Game.deserialize_state."""
        return "\n".join(map(str, self.history()))

    def __str__(self) -> str:
        return self._state.text()

    def to_string(self) -> str:
        """The whole position as people read it."""
        return str(self)

    # ---- what players know ----

    def _player(self, player: int | None) -> int:
        return self.current_player() if player is None else player

    def information_state_string(self, player: int | None = None) -> str:
        """Everything that a player has learnt since the start."""
        game = self._game
        return game.rules.information_state(
            self._history, self._player(player), game.num_players(), **game._options
        )

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """What our nets see of the player's view, about -2 to 2. (It sums up the position; the
        string has the whole history.)"""
        return (self._state.features(self._player(player)) / numpy.float32(64)).tolist()

    def observation_string(self, player: int | None = None) -> str:
        """The player's view as JSON."""
        return self._state.view(self._player(player)).json()

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The bytes of the player's view, 0 to 1."""
        return (self._state.view(self._player(player)).array() / numpy.float32(255)).tolist()

    def resample_from_infostate(self, player: int, sampler: Any = None) -> State:
        """A state that the player cannot tell from this one by its view, drawn with the right
        probability. Its history is that of the view, so use it for playing on, not for strings."""
        number = sampler() if sampler else random.random()
        full = self._state.view(player).determinise(int(number * (1 << 53)))
        return State(self._game, full, list(self._history))

    # ---- returns ----

    def returns(self) -> list[float]:
        """The utility of each player; zeros before the end."""
        return list(self._state.utility())

    rewards = returns

    def player_return(self, player: int) -> float:
        """The utility of one player."""
        return self.returns()[player]

    player_reward = player_return


def _restore(name: str, parameters: dict[str, Any], text: str) -> State:
    """Makes a state from its pickle."""
    return load_game(name, parameters).deserialize_state(text)
