#!/usr/bin/env python3
"""Learns Tallinn for two from nothing but self-play, with numpy alone, and measures the result.

    learn.py [--rounds 300] [--games 200] [--against novice] [--seed 1] [--save FILE]

A small net sees what the seat to act may know (VecEnv's features) and gives a probability for every
action and an expected reward. It plays both sides of many games at once. After every round of 32
steps it moves towards actions that turned out better than expected, as far as PPO's clipping allows
(Schulman et al. 2017). The learning curve is its share of points (a win is 1, a draw 1/2) against
random play; at the end it plays against one of our own players, with seats swapped every game.
"""

import argparse
import os
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices are small

import numpy

import tafelrunde
from tafelrunde import CHANCE

GAME, PLAYERS = "tallinn", 2
ENVS, STEPS = 512, 32  # games at once, and steps of a round
HIDDEN = 64
EPOCHS, BATCH = 2, 2048
RATE, CLIP, ENTROPY, VALUE = 3e-4, 0.2, 0.02, 0.5  # the rate falls to 0 while learning
CURVE_POINTS, CURVE_GAMES = 10, 1000  # how often the curve is measured, and by how many games
FORBIDDEN = numpy.float32(-1e9)


class Net:
    """One hidden layer; the outputs are one logit per action and the expected reward. Actions that
    only chance takes have no output."""

    def __init__(self, game, random):
        verbs = (verb for verb in game.description["verbs"] if verb["by_seat"])
        self.actions = numpy.concatenate(
            [verb["first"] + numpy.arange(verb["actions"]) for verb in verbs]
        )
        inputs, actions = game.features + len(self.actions), len(self.actions)

        def layer(rows, columns, scale):
            return (random.standard_normal((rows, columns)) * scale).astype(numpy.float32)

        self.weights = [
            layer(inputs, HIDDEN, (2 / inputs) ** 0.5),
            numpy.zeros(HIDDEN, numpy.float32),
            layer(HIDDEN, actions + 1, 0.01),
            numpy.zeros(actions + 1, numpy.float32),
        ]
        self.moments = [(numpy.zeros_like(w), numpy.zeros_like(w)) for w in self.weights]
        self.updates = 0

    def see(self, features, masks):
        """Inputs and legal actions of one row per position. The legal actions are inputs, too: they
        tell which cards the seat holds."""
        legal = masks[:, self.actions] != 0
        scaled = features / numpy.float32(64)
        return numpy.concatenate([scaled, legal], 1, dtype=numpy.float32), legal

    def forward(self, seen, mask):
        """Returns the hidden layer, log probabilities of the actions, and the expected reward."""
        w1, b1, w2, b2 = self.weights
        hidden = numpy.maximum(seen @ w1 + b1, 0)
        out = hidden @ w2 + b2
        logits = numpy.where(mask, out[:, :-1], FORBIDDEN)
        logits -= logits.max(1, keepdims=True)
        logits -= numpy.log(numpy.exp(logits).sum(1, keepdims=True))
        return hidden, logits, numpy.tanh(out[:, -1])

    def best(self, features, masks):
        """The likeliest action of each position."""
        return self.actions[self.forward(*self.see(features, masks))[1].argmax(1)]

    def backward(self, seen, hidden, d_out, rate):
        """Changes the weights along the gradient, by Adam (Kingma and Ba 2014)."""
        d_hidden = (d_out @ self.weights[2].T) * (hidden > 0)
        gradients = [seen.T @ d_hidden, d_hidden.sum(0), hidden.T @ d_out, d_out.sum(0)]
        self.updates += 1
        for weight, gradient, (first, second) in zip(self.weights, gradients, self.moments):
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient**2 - second)
            size = rate * (1 - 0.999**self.updates) ** 0.5 / (1 - 0.9**self.updates)
            weight -= size * first / (numpy.sqrt(second) + 1e-8)


def pick(logits, random):
    """Draws one action per row from its log probabilities (the Gumbel trick)."""
    return (logits + random.gumbel(size=logits.shape).astype(numpy.float32)).argmax(1)


def collect(env, net, random):
    """Plays STEPS steps; returns what was seen, done and expected, and what followed."""
    rows = []
    for _ in range(STEPS):
        (seen, mask), seats = net.see(env.observations, env.masks), env.seats.copy()
        _, logits, value = net.forward(seen, mask)
        actions = pick(logits, random)
        chance = logits[numpy.arange(ENVS), actions]
        _, rewards, ended, _, _ = env.step(net.actions[actions])
        rows.append((seen, mask, seats, actions, chance, value, rewards.copy(), ended.copy()))
    seen, mask, seats, actions, chance, value, rewards, ended = map(numpy.array, zip(*rows))
    returns = follow(env, net, seats, rewards, ended)

    def flat(array):
        return array.reshape(-1, *array.shape[2:])

    return (*map(flat, (seen, mask, actions, chance, value, returns)), ended.sum())


def follow(env, net, seats, rewards, ended):
    """The reward that each decision led to: that of the end, or what the net expects of a game that
    goes on. The game is zero-sum, so what one seat expects, the other loses."""
    _, _, value = net.forward(*net.see(env.observations, env.masks))
    ahead = numpy.where(env.seats == 0, value, -value)  # for seat 0
    returns = numpy.zeros(seats.shape, numpy.float32)
    for step in reversed(range(STEPS)):
        ahead = numpy.where(ended[step], rewards[step][:, 0], ahead)
        returns[step] = numpy.where(seats[step] == 0, ahead, -ahead)
    return returns


def improve(net, batch, rate, random):
    """One round of PPO over what was collected."""
    seen, mask, actions, before, value, returns = batch
    better = returns - value
    better = (better - better.mean()) / (better.std() + 1e-6)
    for _ in range(EPOCHS):
        order = random.permutation(len(actions))
        for at in range(0, len(order), BATCH):
            rows = order[at : at + BATCH]
            hidden, logits, now = net.forward(seen[rows], mask[rows])
            chances = numpy.exp(logits)
            each = numpy.arange(len(rows))
            ratio = numpy.exp(logits[each, actions[rows]] - before[rows])
            gain = better[rows]
            free = numpy.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
            pull = (ratio * gain * free).astype(numpy.float32)
            d_logits = chances * pull[:, None]
            d_logits[each, actions[rows]] -= pull
            spread = -(chances * logits).sum(1, keepdims=True)
            d_logits += ENTROPY * chances * (logits + spread)
            d_value = VALUE * 2 * (now - returns[rows]) * (1 - now**2)
            d_out = numpy.concatenate([d_logits * mask[rows], d_value[:, None]], 1) / len(rows)
            net.backward(seen[rows], hidden, d_out.astype(numpy.float32), rate)


def share_against_random(net, seed):
    """Plays seat 0 of half the games and seat 1 of the other half against random play."""
    points = 0.0
    for seat in range(PLAYERS):
        count = CURVE_GAMES // PLAYERS
        env = tafelrunde.VecEnv(GAME, count, PLAYERS, seat=seat, observation="features")
        env.reset(seed=seed)
        open_games = numpy.ones(count, bool)
        while open_games.any():
            _, rewards, ended, _, _ = env.step(net.best(env.observations, env.masks))
            points += ((rewards + 1) / 2)[open_games & ended].sum()
            open_games &= ~ended
    return points / CURVE_GAMES


def share_against(net, level, games, seed):
    """Plays whole games against one of our players, with seats swapped every game."""
    game = tafelrunde.Game(GAME)
    other = game.thinker(level, PLAYERS)
    random, points = numpy.random.default_rng(seed), 0.0
    for number in range(games):
        state, own = game.new(PLAYERS), number % PLAYERS
        while not state.over:
            by = state.to_move[0]
            if by == CHANCE:
                outcomes = state.outcomes()
                weights = numpy.array([outcome.weight for outcome in outcomes], float)
                step = outcomes[random.choice(len(outcomes), p=weights / weights.sum())].step
            elif by != own:
                step = other.think(state, by, seed=int(random.integers(1 << 62))).step
            else:
                mask = numpy.zeros((1, game.actions), bool)
                mask[0, state.legal(by)] = True
                step = net.best(state.features(by)[None], mask)[0]
            state.apply(by, step)
        points += (state.utility()[own] + 1) / 2
    return points / games


def learn(rounds, seed):
    """Returns the trained net and its learning curve: (minutes of processor time, games, share
    against random)."""
    random = numpy.random.default_rng(seed)
    env = tafelrunde.VecEnv(GAME, ENVS, PLAYERS, observation="features")
    env.reset(seed=seed)
    net, curve, minutes, games = Net(env.game, random), [], 0.0, 0
    for number in range(rounds + 1):
        if number * CURVE_POINTS >= rounds * len(curve):
            share = share_against_random(net, seed + number)
            curve.append((minutes, games, share))
            print(f"{minutes:5.1f} min  {games:8} games  {share:6.1%} against random", flush=True)
        if number == rounds:
            return net, curve
        start = time.process_time()
        *batch, ended = collect(env, net, random)
        improve(net, batch, RATE * (1 - number / rounds), random)
        games += int(ended)
        minutes += (time.process_time() - start) / 60


def main():
    parser = argparse.ArgumentParser(description="Learns Tallinn from self-play.")
    parser.add_argument("--rounds", type=int, default=300, help="rounds of self-play")
    parser.add_argument("--games", type=int, default=200, help="games against our player")
    parser.add_argument("--against", default="novice", help="level of our player")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", help="writes the weights to this file (.npz)")
    wanted = parser.parse_args()
    net, _ = learn(wanted.rounds, wanted.seed)
    if wanted.save:
        numpy.savez(wanted.save, *net.weights)
    if wanted.games:
        share = share_against(net, wanted.against, wanted.games, wanted.seed)
        print(f"{share:.1%} of the points in {wanted.games} games against {wanted.against}")


if __name__ == "__main__":
    main()
