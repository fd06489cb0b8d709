"""Environments for reinforcement learning with the interfaces of PettingZoo: Env (AEC, agents act
in turn) and ParallelEnv (all agents act at once). The environment makes the draws.

    env = Env("tallinn", players=2)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        mask = observation["action_mask"]
        env.step(None if termination else env.action_space(agent).sample(mask))

An agent learns its seat's view and nothing else: observe() derives everything from that view. If
several seats are asked at once, Env asks them in the order of seats, and no view shows an answer
before the last one is in. PettingZoo is not needed; if it is installed, the classes extend its.
"""

from __future__ import annotations

import random
from typing import Any, Callable, Iterator, Sequence

import numpy

from tafelrunde._core import CHANCE, Game, Result, State, Step, _misuse, _one_of, _wrong
from tafelrunde.spaces import Box, Dict, Discrete

try:
    from pettingzoo import AECEnv
    from pettingzoo import ParallelEnv as ParallelBase
except ImportError:
    AECEnv = ParallelBase = object

OBSERVATIONS = ("view", "features")
RENDER_MODES = ("human", "ansi", "svg")
Reward = Callable[[Result], Sequence[float]]


def placement(result: Result) -> list[float]:
    """Rewards by place: 1 for first place alone, -1 for last place alone; ties share. The sum is
    0."""
    places = result.place
    return [
        (sum(other > place for other in places) - sum(other < place for other in places))
        / (len(places) - 1)
        for place in places
    ]


class _Table:
    """What both environments share: the game, the spaces, observations, draws and rendering.

    observation: "view", the bytes of the seat's view, or "features", what our nets see
    json_view: adds the view as a dict to the agents' infos; costs most of a step's time
    reward: maps a result to rewards
    render_mode: "ansi" returns the position as text, "human" prints it, "svg" returns a picture of
        the page's board as spectators see it
    options: of the game; reset(options={…}) changes them
    """

    def __init__(
        self,
        game: Game | str,
        players: int | None = None,
        reward: Reward = placement,
        observation: str = "view",
        json_view: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = game if isinstance(game, Game) else Game(game)
        self._options = options
        self._start = self.game.new(players, **options)
        self._reward, self._json_view = reward, json_view
        self.observation = _one_of("observation", observation, OBSERVATIONS)
        self.render_mode = _one_of("render_mode", render_mode, (None, *RENDER_MODES))
        self.metadata: dict[str, Any] = {
            "name": f"tafelrunde_{self.game.id}_v{self.game.rules}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self._start.players)]
        self.action_count = self.game.actions  # the length of a mask
        view = observation == "view"
        self.observation_size = self.game.state_size if view else self.game.features
        self.agents: list[str] = []
        self._state: State | None = None
        self._make_spaces()

    def _make_spaces(self) -> None:
        view = self.observation == "view"
        low, high, kind = (0, 255, numpy.uint8) if view else (-128, 127, numpy.int8)
        self.observation_spaces, self.action_spaces = {}, {}
        for agent in self.possible_agents:
            seen = Box(low, high, (self.observation_size,), kind)
            mask = Box(0, 1, (self.action_count,), numpy.int8)
            self.observation_spaces[agent] = Dict({"observation": seen, "action_mask": mask})
            self.action_spaces[agent] = Discrete(self.action_count)

    def observation_space(self, agent: str) -> Dict:
        """The observations of an agent: {"observation": …, "action_mask": …}."""
        self.seat(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The actions of an agent: the numbers of all steps."""
        self.seat(agent)
        return self.action_spaces[agent]

    def seat(self, agent: str) -> int:
        """The seat of an agent."""
        return self.possible_agents.index(_one_of("agent", agent, tuple(self.possible_agents)))

    @property
    def num_agents(self) -> int:
        """How many agents are in the game."""
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        """How many agents there can be."""
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> Any:
        """The environment itself."""
        return self

    def __str__(self) -> str:
        return self.metadata["name"]

    def _running(self) -> State:
        if self._state is None:
            raise _misuse("not_reset")
        return self._state

    def _begin(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Begins a game. Entries of `options` that are no options of the game are ignored, as
        PettingZoo asks."""
        chosen = {key: value for key, value in (options or {}).items() if key in self.game.options}
        players = self._start.players
        self._random: random.Random = (
            random.SystemRandom() if seed is None else random.Random(seed)
        )
        self._state = self.game.new(players, **{**self._options, **chosen})
        self.agents = list(self.possible_agents)
        self._draw()

    def _draw(self) -> None:
        """Makes the due draws until a seat is to move or the game is over."""
        state = self._running()
        while state.to_move == (CHANCE,):
            outcomes = state.outcomes()
            (drawn,) = self._random.choices(outcomes, [outcome.weight for outcome in outcomes])
            state.apply(CHANCE, drawn.step)

    def observe(self, agent: str) -> dict[str, numpy.ndarray]:
        """`observation` is the view's bytes or features, `action_mask` is 1 for legal actions."""
        view = self._running().view(self.seat(agent))
        mask = numpy.zeros(self.action_count, numpy.int8)
        mask[view.legal(view.viewer)] = 1
        seen = view.array() if self.observation == "view" else view.features(view.viewer)
        return {"observation": seen, "action_mask": mask}

    def _info(self, agent: str) -> dict[str, Any]:
        return {"view": self._running().view(self.seat(agent)).dict()} if self._json_view else {}

    def state(self) -> numpy.ndarray:
        """The bytes of the whole position, for critics that may see everything."""
        return self._running().array()

    def result(self) -> Result | None:
        """Scores, places and parts of the score once the game is over; None before."""
        state = self._running()
        return state.result() if state.over else None

    def render(self) -> str | None:
        """The whole position as people read it, returned ("ansi") or printed ("human"); or the
        page's board as an SVG, as spectators see it ("svg")."""
        if self.render_mode is None:
            return None
        if self.render_mode == "svg":
            return self._running().svg()
        text = self._running().text("en")
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Ends the game."""
        self._state = None
        self.agents = []


class Env(_Table, AECEnv):
    """Agents "seat_0", "seat_1", … act in turn; an action is the number of a step."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. The same seed and actions give the same game; without a seed the draws are
        unpredictable."""
        self._begin(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._go_on()

    def last(
        self, observe: bool = True
    ) -> tuple[dict[str, numpy.ndarray] | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward, termination, truncation and info of the agent to act."""
        self._running()
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action: Step | None) -> None:
        """Takes the selected agent's action: a number or notation. If it is not legal, raises
        tafelrunde.Error and changes nothing. After the end every agent steps with None."""
        state, agent = self._running(), self.agent_selection
        if self.terminations[agent]:
            self._leave(agent, action)
            return
        state.apply(self.seat(agent), action)
        self._cumulative_rewards[agent] = 0.0
        self._draw()
        self._go_on()
        if self.render_mode == "human":
            self.render()

    def agent_iter(self, max_iter: int = 1 << 63) -> Iterator[str]:
        """Yields the agents to act, until the last has left."""
        self._running()
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def _leave(self, agent: str, action: Any) -> None:
        if action is not None:
            raise _wrong("action", action, "None")
        for kept in (
            self.rewards,
            self._cumulative_rewards,
            self.terminations,
            self.truncations,
            self.infos,
        ):
            del kept[agent]
        self.rewards = dict.fromkeys(self.rewards, 0.0)
        self.agents.remove(agent)
        self.agent_selection = self.agents[0] if self.agents else None

    def _go_on(self) -> None:
        """Selects the agent to act, or ends the game."""
        state = self._running()
        if state.over:
            self._end()
        else:
            self.agent_selection = self.possible_agents[state.to_move[0]]
        self.infos[self.agent_selection] = self._info(self.agent_selection)

    def _end(self) -> None:
        for agent, reward in zip(self.possible_agents, self._reward(self._running().result())):
            self.rewards[agent] = self._cumulative_rewards[agent] = reward
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]


class ParallelEnv(_Table, ParallelBase):
    """All agents act at once, with one dict of actions per step. Only agents whose mask has an
    entry are to move; the actions of others are ignored. A question to several seats takes one
    step."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, numpy.ndarray]], dict[str, dict[str, Any]]]:
        """Begins a game; returns observations and infos of all agents."""
        self._begin(seed, options)
        return self._observations(), {agent: self._info(agent) for agent in self.agents}

    def _observations(self) -> dict[str, dict[str, numpy.ndarray]]:
        return {agent: self.observe(agent) for agent in self.possible_agents}

    def step(self, actions: dict[str, Step]) -> tuple[dict, dict, dict, dict, dict]:
        """Takes the actions of the agents that are to move; returns observations, rewards,
        terminations, truncations and infos of all agents. If an action is missing or not legal,
        raises tafelrunde.Error and changes nothing."""
        state, agents = self._running().copy(), list(self.agents)
        for seat in state.to_move:
            agent = self.possible_agents[seat]
            if agent not in actions:
                raise _wrong("actions", actions, agent)
            state.apply(seat, actions[agent])
        self._state = state
        self._draw()
        over = state.over
        rewards = self._reward(state.result()) if over else [0.0] * len(agents)
        if over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            self._observations(),
            dict(zip(agents, rewards)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {agent: self._info(agent) for agent in agents},
        )
