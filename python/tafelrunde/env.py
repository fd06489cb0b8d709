"""An environment for reinforcement learning, modelled on PettingZoo's AEC: agents act in turn, and
the environment makes the draws.

    env = Env("tallinn", players=2)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        legal = numpy.flatnonzero(observation["action_mask"])
        env.step(None if termination else random.choice(legal))

An agent learns its seat's view and nothing else: observe() derives everything from that view. If
several seats are asked at once, the environment asks them in the order of seats, and no view shows
an answer before the last one is in. PettingZoo itself is not needed.
"""

import random

import numpy

from tafelrunde import CHANCE, Game


def placement(result):
    """Rewards by place: 1 for first place alone, -1 for last place alone; ties share. The sum is
    0."""
    places = result.place
    return [
        (sum(other > place for other in places) - sum(other < place for other in places))
        / (len(places) - 1)
        for place in places
    ]


class Env:
    """Agents are "seat_0", "seat_1", …; an action is the number of a step. `reward` maps a result
    to rewards."""

    def __init__(self, game, players=None, reward=placement, **options):
        self.game = game if isinstance(game, Game) else Game(game)
        self._start = self.game.new(players, **options)
        self._reward = reward
        self.possible_agents = [f"seat_{seat}" for seat in range(self._start.players)]
        self.action_count = self.game.actions  # the length of a mask
        self.observation_size = self.game.state_size  # the length of an observation
        self.agents = []

    def reset(self, seed=None):
        """Begins a game. The same seed and actions give the same game; without a seed the draws are
        unpredictable."""
        self._random = random.Random(seed) if seed is not None else random.SystemRandom()
        self._state = self._start.copy()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._go_on()

    def seat(self, agent):
        return self.possible_agents.index(agent)

    def observe(self, agent):
        """`observation` is the view's bytes, `action_mask` is 1 for legal actions, `view` is the
        view as a dict."""
        view = self._state.view(self.seat(agent))
        mask = numpy.zeros(self.action_count, numpy.int8)
        mask[view.legal(view.viewer)] = 1
        return {"observation": view.array(), "action_mask": mask, "view": view.dict()}

    def last(self, observe=True):
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action):
        """Takes the selected agent's action: a number or notation. If it is not legal, raises
        tafelrunde.Error and changes nothing. After the end every agent steps with None."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._leave(agent, action)
            return
        self._state.apply(self.seat(agent), action)
        self._cumulative_rewards[agent] = 0.0
        self._go_on()

    def agent_iter(self):
        """Yields the agents to act, until the last has left."""
        while self.agents:
            yield self.agent_selection

    def result(self):
        """Scores, places and parts of the score once the game is over; None before."""
        return self._state.result() if self._state.over else None

    def _leave(self, agent, action):
        if action is not None:
            raise ValueError(f"the game is over: {agent} can only leave (None)")
        self.agents.remove(agent)
        self.agent_selection = self.agents[0] if self.agents else None

    def _go_on(self):
        """Makes the due draws until a seat is to move or the game is over."""
        while self._state.to_move == (CHANCE,):
            outcomes = self._state.outcomes()
            (drawn,) = self._random.choices(outcomes, [outcome.weight for outcome in outcomes])
            self._state.apply(CHANCE, drawn.step)
        if self._state.over:
            self._end()
        else:
            self.agent_selection = self.possible_agents[self._state.to_move[0]]

    def _end(self):
        for agent, reward in zip(self.possible_agents, self._reward(self._state.result())):
            self.rewards[agent] = self._cumulative_rewards[agent] = reward
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]
