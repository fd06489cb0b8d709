#!/usr/bin/env python3
"""Tests what learning programs use of the Python package: vectorised games, PettingZoo's
interfaces, OpenSpiel's, our players, and the worked example. TAP on standard output.

    test_learning.py LIBRARY
"""

import concurrent.futures
import contextlib
import copy
import importlib.util
import os
import pathlib
import pickle
import random
import sys

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
if len(sys.argv) != 2:
    raise SystemExit(__doc__)
os.environ["TAFELRUNDE_LIBRARY"] = os.path.abspath(sys.argv[1])
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests/lib"), str(ROOT / "python")]

import numpy  # noqa: E402
import pettingzoo_checks  # noqa: E402
import tafelrunde  # noqa: E402
import tap  # noqa: E402
from refusing import refused  # noqa: E402
from tafelrunde import CHANCE, SPECTATOR, Game, VecEnv  # noqa: E402
from tafelrunde.env import Env, ParallelEnv, placement  # noqa: E402
from tafelrunde.openspiel import load_game  # noqa: E402
from tap import equal, true  # noqa: E402

LONG = "TAFELRUNDE_LONG" in os.environ


# ---- vectorised games ----


def arrays(env):
    """Everything that a step tells, copied."""
    names = ("observations", "masks", "seats", "_rewards", "terminals", "scores", "_states")
    return [getattr(env, name).copy() for name in names]


def same_arrays(first, second):
    return all(numpy.array_equal(a, b) for a, b in zip(first, second))


def vector_rows(game, players):
    """Each row is the view of the seat to act, with its legal actions, and nothing else."""
    kinds = ("view", "features") if game.features else ("view",)
    for kind in kinds:
        env = VecEnv(game, 40, players, observation=kind)
        env.reset(seed=7)
        for step in range(60):
            for row in range(0, 40, 13):
                state = game.new(players)
                tafelrunde._core.ffi.memmove(
                    state._memory, env._states[row].tobytes(), game.state_size
                )
                seat = int(env.seats[row])
                equal("to move", seat, state.to_move[0])
                equal("mask", numpy.flatnonzero(env.masks[row]).tolist(), state.legal(seat))
                view = state.view(seat)
                seen = view.array() if kind == "view" else view.features(seat)
                equal("seen", env.observations[row][: len(seen)].tolist(), seen.tolist())
            env.step(env.sample(step))
        for space, value in (
            (env.observation_space, env.observations),
            (env.single_observation_space, env.observations[0]),
            (env.action_space, env.actions),
            (env.single_action_space, env.actions[0]),
        ):
            equal("spaces", space.contains(value), True)


def vector_ends(game, players):
    """A game that ends gives rewards by place, scores and a new game in the same step."""
    env = VecEnv(game, 64, players)
    env.reset(seed=3)
    ended = 0
    for step in range(400 if game.steps_max < 1000 else 1200):
        observations, rewards, terminations, truncations, infos = env.step(env.sample(step))
        equal("no truncation", truncations.any(), False)
        equal("rewards only at the end", rewards[~terminations].any(), False)
        equal("seats", infos["seat"] is env.seats and infos["action_mask"] is env.masks, True)
        for row in numpy.flatnonzero(infos["_final_scores"]):
            ended += 1
            score = infos["final_scores"][row]
            equal("sum", abs(rewards[row].sum()) < 1e-6, True)
            best = rewards[row].argmax()
            equal("the best score wins", score[best], score.max())
        if ended > 200:
            break
    equal("games end", ended > 0, True)
    equal("somebody can act", (env.masks.sum(1) > 0).all(), True)


def vector_seeds(game):
    """The same seeds and actions give the same games, with any number of threads."""
    told = []
    for threads in (1, 2, 3):
        env = VecEnv(game, 300, threads=threads)
        env.reset(seed=11)
        for step in range(80):
            env.step(env.sample(step))
        told.append(arrays(env))
        env.close()
    equal("threads", same_arrays(told[0], told[1]) and same_arrays(told[0], told[2]), True)
    one = VecEnv(game, 1)
    one.reset(seed=11 + 5)
    several = VecEnv(game, 6)
    several.reset(seed=11)
    first = [array[5] for array in arrays(several)]
    same = lambda: same_arrays([array[0] for array in arrays(one)], first)
    equal("game i depends on seed + i", same(), True)
    one.reset(seed=12 + 5)
    equal("another seed", same(), False)


def vector_seat(game):
    """With a seat, only that seat is asked, and rewards are one number per game."""
    for seat in range(game.players[-1]):
        env = VecEnv(game, 32, game.players[-1], seat=seat)
        env.reset(seed=1)
        for step in range(120):
            _, rewards, ended, _, _ = env.step(env.sample(step))
            equal("shape", rewards.shape, (32,))
            equal("asked", set(env.seats.tolist()), {seat})
            equal("its reward", numpy.array_equal(rewards, env._rewards[:, seat]), True)


def vector_misuse():
    env = VecEnv("tallinn", 8)
    refused("not_reset", env.step, numpy.zeros(8, int))
    refused("not_reset", env.sample)
    env.reset(seed=1)
    before = arrays(env)
    wrong = env.sample(1).copy()
    wrong[5] = next(a for a in range(env.game.actions) if not env.masks[5, a])
    refused("illegal", env.step, wrong)
    for number in (-1, env.game.actions, 1 << 40):
        wrong = env.sample(1).astype(numpy.int64)
        wrong[5] = number
        refused("bad_step", env.step, wrong)
    for bad in (numpy.zeros(7, int), numpy.zeros(8), "12345678", None):
        refused("bad_type", env.step, bad)
    equal("nothing changed", same_arrays(before, arrays(env)), True)
    try:
        env.masks[0, 0] = 1
    except ValueError:
        pass
    else:
        raise AssertionError("masks are read-only")
    refused("bad_seat", VecEnv, "tallinn", seat=2)
    refused("bad_type", VecEnv, "tallinn", num_envs="many")
    refused("bad_type", VecEnv, "tallinn", num_envs=0)
    refused("bad_type", VecEnv, "tallinn", observation="pixels")
    for threads in (0, -1, 1000):
        refused("bad_threads", VecEnv, "tallinn", threads=threads)
    refused("bad_option", VecEnv, "tallinn", envoy=True)
    env.close()
    refused("not_reset", env.step, numpy.zeros(8, int))


def vector_puffer():
    """send and recv do what step does."""
    one, two = VecEnv("duell", 16), VecEnv("duell", 16)
    one.async_reset(seed=4)
    two.reset(seed=4)
    for step in range(30):
        one.send(one.sample(step))
        two.step(two.sample(step))
        seen, rewards, ended, cut, infos, rows, masks = one.recv()
        equal("the same", same_arrays(arrays(one), arrays(two)), True)
        equal("rows", (rows.tolist(), masks.all(), len(infos)), (list(range(16)), True, 1))
        equal("arrays", seen is one.observations and rewards is one.rewards, True)


# ---- PettingZoo ----


def aec(game):
    kinds = ("view", "features") if game.features else ("view",)
    for kind in kinds:
        pettingzoo_checks.check_aec(Env(game, observation=kind))
    pettingzoo_checks.check_seeds(lambda: Env(game))
    pettingzoo_checks.check_render(lambda **more: Env(game, **more))


def parallel(game):
    pettingzoo_checks.check_parallel(ParallelEnv(game, game.players[-1]))
    pettingzoo_checks.check_render(lambda **more: ParallelEnv(game, **more))


def chosen_options():
    """reset(options=…) chooses options of the game for this game."""
    env = Env("tallinn", legate=True)
    env.reset(seed=1)
    equal("as made", env._state.dict()["legate"], True)
    env.reset(seed=1, options={"legate": False})
    equal("as chosen", env._state.dict()["legate"], False)
    env.reset(seed=1)
    equal("as made", env._state.dict()["legate"], True)
    parallel_env = ParallelEnv("tallinn")
    refused("not_reset", parallel_env.step, {})
    parallel_env.reset(seed=1)
    refused("bad_type", parallel_env.step, {})


# ---- OpenSpiel ----


def wander(state, chance):
    """Plays on at random; yields every state before its action."""
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes())
            state.apply_action(chance.choices(outcomes, weights)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))


def openspiel(rules, players):
    """What OpenSpiel's playthroughs and random-simulation tests look at."""
    game, chance = load_game(rules.id, {"players": players}), random.Random(rules.id)
    state = game.new_initial_state()
    for at, state in enumerate(wander(state, chance)):
        mover = state.current_player()
        legal = state.legal_actions()
        equal("kinds of nodes", state.is_chance_node(), mover == -1)
        equal("ascending", legal, sorted(set(legal)))
        limit = game.max_chance_outcomes() if mover == -1 else game.num_distinct_actions()
        equal("in range", 0 <= legal[0] and legal[-1] < limit, True)
        equal("no return yet", state.returns(), [0.0] * players)
        if mover == -1:
            equal("probabilities", abs(sum(p for _, p in state.chance_outcomes()) - 1) < 1e-9, True)
            equal("range", all(step in rules.chance for step in legal), True)
            equal("bound", len(legal) <= rules.outcomes_max, True)
        else:
            equal("mask", sum(state.legal_actions_mask()), len(legal))
            equal("others", state.legal_actions((mover + 1) % players), [])
            text = state.action_to_string(mover, legal[0])
            equal("text", state.string_to_action(mover, text), legal[0])
        if at % 7 == 0:
            same_again(game, state)
    equal("end", (state.current_player(), state.legal_actions()), (-4, []))
    returns = state.returns()
    equal("sum", abs(sum(returns) - game.utility_sum()) < 1e-9, True)
    within = game.min_utility() <= min(returns) and max(returns) <= game.max_utility()
    equal("bounds", within, True)
    equal("length", state.move_number() <= game.max_game_length(), True)
    equal("as rewards of environments", returns, placement(state._state.result()))


def same_again(game, state):
    for twin in (
        state.clone(),
        copy.deepcopy(state),
        game.deserialize_state(state.serialize()),
        pickle.loads(pickle.dumps(state)),
    ):
        equal("twin", (str(twin), twin.history()), (str(state), state.history()))
    before = str(state)
    child = state.child(state.legal_actions()[0])
    equal("a child is another", str(state), before)
    equal("one move later", child.move_number(), state.move_number() + 1)
    for player in range(game.num_players()):
        equal("tensor", len(state.observation_tensor(player)), game.observation_tensor_size())
        told = len(state.information_state_tensor(player))
        equal("tensor", told, game.information_state_tensor_size())
        guess = state.resample_from_infostate(player)
        seen = guess.observation_string(player)
        equal("resampled", seen, state.observation_string(player))


def information_states(rules):
    """Two games that one seat cannot tell apart have the same text, and others have another. The
    text follows the observer's view: the same text, the same view."""
    seen, secret = {}, False
    for seed in range(30):
        game, chance = load_game(rules.id), random.Random(seed // 3)
        for at, state in enumerate(wander(game.new_initial_state(), chance)):
            if at > 25:
                break
            if at == 6:
                chance.seed(seed)
            for player in range(game.num_players()):
                text = state.information_state_string(player)
                view = state.observation_string(player)
                equal("the same text, the same view", seen.setdefault(text, view), view)
                own = [step for by, step in state.full_history() if by == player]
                words = (word.strip() for word in text.partition(":")[2].split(";"))
                mine = [word[2:] for word in words if word.startswith(f"{player} ")]
                equal("its own steps", mine, [rules.notation(step) for step in own])
                drawn = [step for by, step in state.full_history() if by < 0]
                secret |= any(f"chance {rules.notation(step)};" not in text for step in drawn)
    true("what is hidden is veiled", any("?" in text for text in seen) or not secret)


def secret_answers():
    """An answer is in nobody else's text before the last one is in."""
    game = load_game("tallinn")
    state = game.new_initial_state()
    chance = random.Random(5)
    for state in wander(state, chance):
        if state.current_player() == 0 and len(state._state.asked) == 2:
            break
    after = {state.child(action).information_state_string(1) for action in state.legal_actions()}
    equal("seat 1 learns nothing", after, {state.information_state_string(1)})
    own = {state.child(action).information_state_string(0) for action in state.legal_actions()}
    equal("seat 0 remembers", len(own), len(state.legal_actions()))
    refused("bad_seat", state.information_state_string, 7)
    rules = Game("tallinn")
    refused("illegal", rules.information_state, [(0, 0)], 0)


def mcts_runs():
    """An algorithm written for OpenSpiel's interface alone: UCT with random rollouts beats random
    play."""
    game, chance, points = load_game("template"), random.Random(2), 0.0
    for number in range(20):
        state = game.new_initial_state()
        for state in wander_with(state, chance, number % 2):
            pass
        points += state.returns()[number % 2]
    equal("better than random", points > 0, True)


def wander_with(state, chance, own):
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes())
            state.apply_action(chance.choices(outcomes, weights)[0])
        elif state.current_player() == own:
            state.apply_action(flat_search(state, own, chance))
        else:
            state.apply_action(chance.choice(state.legal_actions()))
    yield state


def flat_search(state, player, chance):
    """The action with the best mean return over random rollouts from resampled states."""

    def mean(action):
        total = 0.0
        for _ in range(30):
            guess = state.resample_from_infostate(player, chance.random)
            guess.apply_action(action)
            for guess in wander(guess, chance):
                pass
            total += guess.returns()[player]
        return total

    return max(state.legal_actions(), key=mean)


# ---- knowledge in numbers ----


def features(rules):
    """Features depend on the seat's view alone and have the described count and names."""
    equal("names", len(set(rules.feature_names)), rules.features)
    state, chance = load_game(rules.id, {"players": rules.players[-1]}), random.Random(1)
    for at, here in enumerate(wander(state.new_initial_state(), chance)):
        if at % 9 or here.is_chance_node():
            continue
        for seat in range(rules.players[-1]):
            told = here._state.features(seat)
            equal("count", (told.shape, told.dtype.name), ((rules.features,), "int8"))
            view = here._state.view(seat)
            twin = view.determinise(seed=at)
            equal("the same on the view", told.tolist(), view.features(seat).tolist())
            if here._state.asked == here._state.to_move:
                equal("nothing hidden", told.tolist(), twin.features(seat).tolist())


def extent(rules):
    """Steps of seats and of chance stay within what the description says."""
    described = rules.description
    by_seat = {v["verb"] for v in described["verbs"] if v["by_seat"]}
    expected = sum(
        not any(code == "?" for _, code in rules.tokens(step))
        for step in range(rules.actions)
        if rules.tokens(step)[0][1] in by_seat
    )
    equal("seat actions", rules.seat_actions, expected)
    equal("utility", described["utility"], {"min": -1, "max": 1, "sum": 0})
    taken, drawn = set(), set()
    for seed in range(8):
        for state in wander(load_game(rules.id).new_initial_state(), random.Random(seed)):
            (drawn if state.is_chance_node() else taken).update(state.legal_actions())
    equal("seats", len(taken) <= rules.seat_actions, True)
    equal("chance", drawn <= set(rules.chance), True)


# ---- our players ----


def thinks(rules):
    """A thinker lists all legal steps, is reproducible, and sees only the seat's view."""
    players = rules.players[0]
    state = next(
        s for s in wander(load_game(rules.id).new_initial_state(), random.Random(3))
        if not s.is_chance_node() and len(s.legal_actions()) > 1
    )._state
    seat = state.to_move[0]
    for level in ("random", "novice:200", "club:300", "master:200"):
        thinker = rules.thinker(level, players)
        thought = thinker.think(state, seed=5)
        equal("all legal steps", sorted(c.step for c in thought.choices), state.legal(seat))
        equal("a legal step", thought.step in state.legal(seat), True)
        equal("again", thinker.think(state, seed=5), thought)
        equal("from the view", thinker.think(state.view(seat), seed=5), thought)
        twin = state.view(seat).determinise(seed=9)
        equal("nothing hidden", thinker.think(twin, seat, seed=5), thought)
        if level != "random":
            visits = [choice.visits for choice in thought.choices]
            equal("most visited first", visits, sorted(visits, reverse=True))
            equal("values", all(0 <= choice.value <= 1 for choice in thought.choices), True)


def thinks_in_threads():
    """Thinkers of several threads disturb nobody."""
    rules = Game("duell")
    state = next(
        s for s in wander(load_game("duell").new_initial_state(), random.Random(8))
        if not s.is_chance_node() and len(s.legal_actions()) > 2
    )._state
    think = lambda seed: rules.thinker("club:400").think(state, seed=seed)
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        together = list(pool.map(think, range(6)))
    equal("the same thoughts", together, [think(seed) for seed in range(6)])


def thinker_misuse():
    rules = Game("tallinn")
    refused("bad_level", rules.thinker, "grandmaster")
    refused("bad_level", rules.thinker, "club:1.5s")
    refused("bad_players", rules.thinker, "club", 9)
    refused("bad_players", rules.thinker, "club", -1)
    refused("bad_type", rules.thinker, 3)
    refused("bad_type", rules.thinker, "club", net="nets/tallinn-2.net")
    refused("bad_net", rules.thinker, "club", net=b"no net")
    net = (ROOT / "nets/tallinn-2.net").read_bytes()
    refused("bad_net", rules.thinker, "club", 3, net)
    refused("bad_net", Game("rattus").thinker, "club", 2, net)
    thinker, given = rules.thinker("club:200"), rules.thinker("club:200", 2, net)
    state = rules.new()
    refused("illegal", thinker.think, state, 0)
    refused("bad_seat", thinker.think, state, 2)
    refused("bad_type", thinker.think, "state")
    refused("bad_type", thinker.think, Game("duell").new())
    refused("bad_players", thinker.think, rules.new(3), 0)
    while state.to_move == (CHANCE,):
        state.apply(CHANCE, state.outcomes()[0].step)
    refused("bad_view", thinker.think, state.view(1), 0)
    refused("bad_view", thinker.think, state.view(SPECTATOR), 0)
    equal("the library has this net", given.think(state, 0, 1), thinker.think(state, 0, 1))


# ---- the worked example ----


def example():
    """examples/learn.py learns to beat random play; with more rounds, in the long check, novice."""
    spec = importlib.util.spec_from_file_location("learn", ROOT / "examples/learn.py")
    learn = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(learn)
    with contextlib.redirect_stdout(sys.stderr):
        net, curve = learn.learn(LEARN_ROUNDS, seed=1)
    equal("it learns", curve[-1][2] > curve[0][2] + LEARN_GAIN, True)
    if LONG:
        share = learn.share_against(net, "novice", LEARN_GAMES, seed=1)
        print(f"# {share:.1%} of the points in {LEARN_GAMES} games against novice")
        equal("beats novice", share > 0.5, True)
    else:
        equal("plays whole games", learn.share_against(net, "random", 4, seed=1) >= 0, True)


LEARN_ROUNDS, LEARN_GAIN, LEARN_GAMES = (300, 0.4, 400) if LONG else (30, 0.15, 0)


def main():
    cases = tap.Tap()
    for game in tafelrunde.games():
        for players in game.players:
            cases.case(f"{game.id}, {players}: rows of a batch", vector_rows, game, players)
            cases.case(f"{game.id}, {players}: games end and begin", vector_ends, game, players)
            cases.case(f"{game.id}, {players}: OpenSpiel's interface", openspiel, game, players)
        cases.case(f"{game.id}: seeds and threads", vector_seeds, game)
        cases.case(f"{game.id}: one seat against random play", vector_seat, game)
        cases.case(f"{game.id}: PettingZoo's AEC checks", aec, game)
        cases.case(f"{game.id}: PettingZoo's Parallel checks", parallel, game)
        cases.case(f"{game.id}: information states", information_states, game)
        cases.case(f"{game.id}: features", features, game)
        cases.case(f"{game.id}: ranges of steps and utilities", extent, game)
        cases.case(f"{game.id}: players think", thinks, game)
    cases.case("misuse of a batch is refused", vector_misuse)
    cases.case("PufferLib's send and recv", vector_puffer)
    cases.case("options of a reset", chosen_options)
    cases.case("answers stay secret until the last one", secret_answers)
    cases.case("an algorithm for OpenSpiel runs", mcts_runs)
    cases.case("players think in threads", thinks_in_threads)
    cases.case("misuse of players is refused", thinker_misuse)
    cases.case("the worked example learns", example)
    return cases.end()


if __name__ == "__main__":
    sys.exit(main())
