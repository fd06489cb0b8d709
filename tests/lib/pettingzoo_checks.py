"""What PettingZoo's documentation asks of its environments, as checks: for AEC
(https://pettingzoo.farama.org/api/aec/) and Parallel (…/api/parallel/). PettingZoo itself need not
be installed. Every check raises AssertionError with a sentence."""

import numpy

import tafelrunde
from tafelrunde.spaces import Box, Dict, Discrete


def expect(holds, sentence):
    if not holds:
        raise AssertionError(sentence)


def check_spaces(env):
    for agent in env.possible_agents:
        for space in (env.observation_space, env.action_space):
            expect(space(agent) is space(agent), "a space is the same object every time")
        expect(isinstance(env.action_space(agent), Discrete), "actions are discrete")
        seen = env.observation_space(agent)
        expect(isinstance(seen, Dict), "an observation is a dictionary")
        expect(set(seen.keys()) == {"observation", "action_mask"}, "with a mask")
        for part in ("observation", "action_mask"):
            box = seen[part]
            expect(isinstance(box, Box), f"{part} is an array")
            expect((box.low < box.high).all(), f"{part}: low is below high")
            expect(box.low.shape == box.high.shape == box.shape, f"{part}: shapes agree")
        expect(seen["action_mask"].shape == (env.action_space(agent).n,), "one bit per action")
        first = env.observation_space(env.possible_agents[0])
        expect(seen == first, "all agents see the same kind")
        expect(seen.contains(seen.sample()), "a sample is a member")


def check_observation(env, agent, seen):
    space = env.observation_space(agent)
    expect(space.contains(seen), f"the observation of {agent} is in its space")
    for part, array in seen.items():
        expect(array.dtype == space[part].dtype, f"{part} has the type of its space")
        expect(numpy.isfinite(array).all(), f"{part} is finite")
    expect(seen["observation"].any(), "the observation is not all zeros")
    expect(set(numpy.unique(seen["action_mask"])) <= {0, 1}, "a mask has zeros and ones")


def check_metadata(env):
    expect(isinstance(env.metadata["name"], str), "metadata has a name")
    expect("render_modes" in env.metadata, "metadata lists the render modes")
    expect("is_parallelizable" in env.metadata, "metadata says whether steps can be parallel")
    expect(env.unwrapped is env, "it is not wrapped")
    expect(str(env) == env.metadata["name"], "it has a name")
    expect(env.max_num_agents == len(env.possible_agents), "max_num_agents counts possible_agents")


def check_keys(env):
    for name in ("rewards", "terminations", "truncations", "infos"):
        told = getattr(env, name)
        expect(isinstance(told, dict), f"{name} is a dict")
        expect(set(told) == set(env.agents), f"{name} has exactly the agents in the game")
    expect(env.num_agents == len(env.agents), "num_agents counts agents")
    expect(set(env.agents) <= set(env.possible_agents), "agents are possible agents")


def choose(env, agent, seen, ended):
    return None if ended else env.action_space(agent).sample(seen["action_mask"])


def play_aec(env):
    """A whole game: rewards accumulate, agents leave once and never return, spaces hold."""
    owed, left = dict.fromkeys(env.possible_agents, 0.0), set()
    for agent in env.agent_iter():
        expect(agent == env.agent_selection, "agent_iter yields the selected agent")
        expect(agent not in left, "agents do not return")
        seen, reward, termination, truncation, info = env.last()
        expect(type(termination) is bool and type(truncation) is bool, "flags are bool")
        expect(termination == env.terminations[agent], "last() agrees with terminations")
        expect(truncation == env.truncations[agent], "last() agrees with truncations")
        expect(info == env.infos[agent] and isinstance(info, dict), "last() agrees with infos")
        expect(reward == owed[agent], "the reward is what accumulated since the agent last acted")
        check_observation(env, agent, seen)
        owed[agent] = 0.0
        if termination:
            left.add(agent)
        expect(env.step(choose(env, agent, seen, termination)) is None, "step returns nothing")
        check_keys(env)
        for other, more in env.rewards.items():
            owed[other] += float(more)
    expect(left == set(env.possible_agents), "every agent leaves")


def check_aec(env):
    """The checks of PettingZoo's api_test."""
    env.reset(seed=0, options={"options": 1})
    check_metadata(env)
    check_spaces(env)
    check_keys(env)
    expect(not any(env.terminations.values()), "nothing has ended after reset")
    expect(not any(env.truncations.values()), "nothing is cut off after reset")
    expect(env.last(observe=False)[0] is None, "last(observe=False) observes nothing")
    for space in env.action_spaces.values():
        space.seed(3)
    play_aec(env)
    env.reset(seed=0)
    agent = env.agent_selection
    action = env.action_space(agent).sample(env.observe(agent)["action_mask"])
    for kind in (int, numpy.int32, numpy.int64):  # any whole number is an action
        env.reset(seed=0)
        env.step(kind(action))
    env.reset(seed=0)
    expect(list(env.agent_iter(2)) == [env.agent_selection] * 2, "agent_iter stops after max_iter")
    env.close()
    expect(env.num_agents == 0, "nobody is left after close")


def check_parallel(env):
    """The checks of PettingZoo's parallel_api_test."""
    env.reset(seed=0, options={"options": 1})
    check_metadata(env)
    check_spaces(env)
    for seed in (1, 2):
        seen, infos = env.reset(seed=seed)
        expect(env.agents == env.possible_agents, "all agents begin")
        expect(set(seen) == set(infos) == set(env.agents), "everybody observes the start")
        ended = dict.fromkeys(env.agents, False)
        while env.agents:
            agents = list(env.agents)
            actions = {agent: choose(env, agent, seen[agent], ended[agent]) for agent in agents}
            seen, rewards, ended, cut, infos = env.step(actions)
            for told in (seen, rewards, ended, cut, infos):
                expect(set(told) == set(agents), "everybody who was there is told everything")
            for agent in agents:
                check_observation(env, agent, seen[agent])
            expect(set(env.agents) == {a for a in agents if not ended[a]}, "who ended is gone")
        expect(abs(sum(rewards.values())) < 1e-9, "the sum of all rewards is 0")


def check_seeds(make):
    """The same seed gives the same game, in another environment, too."""
    games = []
    for seed in (5, 5, 6):
        env = make()
        env.reset(seed=seed)
        rows = []
        for agent in env.agent_iter(40):
            seen, *_, ended, _, _ = env.last()
            rows.append((agent, seen["observation"].tobytes()))
            env.step(None if ended else int(numpy.flatnonzero(seen["action_mask"])[-1]))
        games.append(rows)
    expect(games[0] == games[1], "the same seed, the same game")
    expect(games[0] != games[2], "another seed, another game")


def check_render(make):
    """render returns text, prints it, or does nothing, as the mode says."""
    env = make(render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    expect(isinstance(text, str) and text.count("\n") > 3, "ansi returns lines of text")
    expect("⟨" not in text, "all words are known")
    expect("svg" in env.metadata["render_modes"], "there is a picture, too")
    silent = make()
    silent.reset(seed=1)
    expect(silent.render() is None, "without a mode nothing is rendered")
    try:
        make(render_mode="film")
    except tafelrunde.Error:
        return
    raise AssertionError("an unknown mode is refused")
