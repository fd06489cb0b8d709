#!/usr/bin/env python3
"""Tests the library as its users see it: Python package, environment, examples, header. TAP on
standard output.

    test_library.py PROGRAM LIBRARY BOT BENCH
"""

import copy
import hashlib
import itertools
import json
import math
import os
import pathlib
import pickle
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
if len(sys.argv) != 5:
    raise SystemExit(__doc__)
PROGRAM, LIBRARY, BOT, BENCH = (os.path.abspath(word) for word in sys.argv[1:])
os.environ["TAFELRUNDE_LIBRARY"] = LIBRARY
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests/lib"), str(ROOT / "python")]

import jsonschema  # noqa: E402
import numpy  # noqa: E402
import tafelrunde  # noqa: E402
import tap  # noqa: E402
from refusing import refused  # noqa: E402
from tafelrunde import CHANCE, SPECTATOR, Error, Game  # noqa: E402
from tafelrunde.env import Env, placement  # noqa: E402
from tap import equal  # noqa: E402

COMMAND_SECONDS = 300
RECORDS = 3  # records per game and number of players
VIEWS_EVERY = 10  # one in so many positions is compared with its description


def wander(state, chance, steps=None):
    """Plays on at random and yields every position on the way."""
    yield state
    while not state.over and steps != 0:
        by = chance.choice(state.to_move)
        if by == CHANCE:
            outcomes = state.outcomes()
            state.apply(
                by, chance.choices(outcomes, [outcome.weight for outcome in outcomes])[0].step
            )
        else:
            state.apply(by, chance.choice(state.legal(by)))
        steps = steps and steps - 1
        yield state


# ---- games and positions ----


def same_games_as_the_program():
    """Program and library describe the same games; only the program adds opponents, and which
    games it offers."""
    described = tap.described(PROGRAM)
    equal("levels", all(game.pop("levels") for game in described), True)
    equal("an offered game", all([game.pop("sample") for game in described]), False)
    equal("descriptions", [game.description for game in tafelrunde.games()], described)


# ---- the description against the engine ----


def described_steps(verb):
    """Returns every action of a verb as tokens and notation, in the order of action numbers."""
    choices = [[None] * part["optional"] + part["codes"] for part in verb["parts"]]
    for codes in itertools.product(*choices):
        tokens, text = [("verb", verb["verb"])], verb["verb"]
        for part, code in zip(verb["parts"], codes):
            if code is not None:
                tokens.append((part["type"], code))
                text += ("" if part["glued"] else " ") + code
        yield tokens, text


def described_verbs(game):
    """Verbs and parts yield every action, in order; no seat has a verb that only chance takes."""
    number = 0
    for verb in game.description["verbs"]:
        equal("first", verb["first"], number)
        for tokens, text in described_steps(verb):
            equal("step", game.step(text), number)
            equal(
                "notation and tokens", (game.notation(number), game.tokens(number)), (text, tokens)
            )
            number += 1
        equal("actions", number - verb["first"], verb["actions"])
    equal("all actions", number, game.actions)
    by_seat = {verb["verb"]: verb["by_seat"] for verb in game.description["verbs"]}
    drawn = set()
    for state in wander(game.new(game.players[-1]), random.Random(game.id)):
        drawn.update(game.tokens(outcome.step)[0][1] for outcome in state.outcomes())
        legal = itertools.chain.from_iterable(map(state.legal, range(state.players)))
        equal("seats", all(by_seat[game.tokens(step)[0][1]] for step in legal), True)
    equal("chance has its own", all(by_seat[verb] for verb in drawn), all(by_seat.values()))


def described_options(game):
    """Described options are accepted, and the described defaults apply if none is chosen."""
    defaults = {key: option.default for key, option in game.options.items()}
    equal("defaults", game.new(**defaults), game.new())
    for key, option in game.options.items():
        states = {bytes(game.new(**{key: value})) for value in option.values}
        equal("the values differ", len(states), len(option.values))


def described_views(game):
    """Positions and views have exactly the described members, with the described types."""
    schema = jsonschema.Draft202012Validator(game.description["view"])
    schema.check_schema(game.description["view"])
    for players in game.players:
        for options in itertools.product(*(option.values for option in game.options.values())):
            state = game.new(players, **dict(zip(game.options, options)))
            for at, state in enumerate(wander(state, random.Random(game.id))):
                if at % VIEWS_EVERY == 0 or state.over:
                    for shown in (state, *map(state.view, (*range(players), SPECTATOR))):
                        schema.validate(shown.dict())
            breakdown = game.description["result"]["breakdown"]
            equal("breakdown", list(state.result().breakdown), breakdown)


def beyond(schema):
    """Returns values just outside a type."""
    kind = schema.get("type")
    if "enum" in schema:
        return ["no such code", 0] + [None] * (None not in schema["enum"])
    if kind == "integer":
        return [schema["minimum"] - 1, schema["maximum"] + 1, None, "0"]
    if kind == "array":
        return [None, *([value] * max(schema["minItems"], 1) for value in beyond(schema["items"]))]
    return [0, "no such step"]


def within(schema, game):
    """Returns values at the limits of a type."""
    kind = schema.get("type")
    if "enum" in schema:
        return schema["enum"]
    if kind == "integer":
        return [schema["minimum"], schema["maximum"]]
    if kind == "array":
        each = within(schema["items"], game)
        if not schema.get("uniqueItems"):
            counts = schema["minItems"], schema["maxItems"]
            return [[value] * count for value in each for count in counts]
        return [[], each if "enum" in schema["items"] else list(range(schema["maxItems"]))]
    return [False, True] if kind == "boolean" else [None, game.notation(game.actions - 1)]


def described_limits(game):
    """The engine accepts what the description allows, and refuses other values and members."""
    position, view = game.new(game.players[-1]).dict(), game.description["view"]["properties"]
    equal("as it is", game.state(position).dict(), position)
    seat = view["seats"]["items"]["properties"]
    for part, types in ((position, view), (position["seats"][0], seat)):
        refused("bad_json", game.state, changed(position, part, {"more": 0}))
        for name in types:
            refused("bad_json", game.state, changed(position, part, {}, name))
        for name in types.keys() - {"game", "seats"}:
            for value in beyond(types[name]):
                error = refused("bad_json", game.state, changed(position, part, {name: value}))
                equal(
                    f"{name} = {value}",
                    error.key in ("error.position.value", "error.position.players"),
                    True,
                )
            if name == "players":
                continue  # other members depend on it
            for value in within(types[name], game):
                text = changed(position, part, {name: value})
                equal(f"{name} = {value}", read_as_value(game, text), True)


def read_as_value(game, text):
    """Tells whether every value was accepted as its type. The position as a whole may still be
    refused."""
    try:
        game.state(text)
    except Error as error:
        return error.key != "error.position.value"
    return True


def changed(position, part, more, without=None):
    """Returns the position as text with one object changed; the object itself stays unchanged."""
    before = dict(part)
    part.update(more)
    part.pop(without, None)
    text = json.dumps(position)
    part.clear()
    part.update(before)
    return text


def wrong_input(game):
    error = refused("bad_game", Game, "chess")
    equal("lists the games", game.id in error.de and game.id in error.en, True)
    refused("bad_type", Game, 3)
    refused("bad_players", game.new, game.players[-1] + 1)
    refused("bad_players", game.new, -1)
    refused("bad_type", game.new, "two")
    error = refused("bad_option", game.new, envoy=True)
    equal("lists the options", all(key in error.en for key in game.options), True)
    for key, option in game.options.items():
        error = refused("bad_option", game.new, **{key: "perhaps"})
        named = [str(value).lower() for value in option.values]
        equal("lists the values", all(value in error.en for value in named), True)
    refused("bad_step", game.step, "no such notation")
    refused("bad_step", game.step, game.actions)
    refused("bad_step", game.step, -1)
    for wrong in (None, 1.5, [1], True):
        refused("bad_type", game.step, wrong)
    refused("bad_type", game.sentence, 0, "fr")
    refused("bad_type", game.state, {1, 2})
    for text in ("", "{", "{}", "[]", "null", '{"game":"chess"}', "\x00"):
        refused("bad_json", game.state, text)
    state = game.new()
    refused("bad_seat", state.view, state.players)
    refused("bad_seat", state.view, -1)
    refused("bad_seat", state.apply, state.players, 0)
    refused("bad_seat", state.apply, 99, 0)
    for seat in (-3, state.players, SPECTATOR, CHANCE, 99):
        refused("bad_seat", state.legal, seat)
        refused("bad_seat", state.features, seat)
    for function in (state.legal, state.view, state.features):
        refused("bad_type", function, "0")
        refused("bad_type", function, None)
    refused("bad_type", state.apply, 0.5, 0)
    for threads in (0, -1, 65):
        refused("bad_threads", state.playouts, 1, threads=threads)
    refused("bad_type", state.playouts, 1, threads="2")
    refused("bad_type", state.playouts, -1)
    refused("bad_type", state.playouts, 1, seed="x")
    equal("unchanged", state, game.new())


def reasons(game):
    """Every step that is not listed is refused with a rule, and the position stays unchanged."""
    chance = random.Random(game.id)
    for at, state in enumerate(wander(game.new(), chance, 60)):
        before, listed = state.copy(), [
            (seat, step) for seat in range(state.players) for step in state.legal(seat)
        ]
        for seat in range(state.players):
            for step in chance.sample(range(game.actions), min(20, game.actions)):
                why = state.why_not(seat, step)
                equal("listed", (seat, step) in listed, why is None)
                if why:
                    equal("whynot", ".whynot." in why.key and "⟨" not in why.de + why.en, True)
                    equal("key", refused("illegal", state.apply, seat, step).key, why.key)
        equal("unchanged", state, before)


def as_data(game):
    chance = random.Random(game.id)
    for state in wander(game.new(game.players[-1]), chance, 80):
        for twin in (
            state.copy(),
            copy.copy(state),
            copy.deepcopy(state),
            pickle.loads(pickle.dumps(state)),
            game.state(state.json()),
            game.state(state.dict()),
        ):
            equal("twin", (twin == state, twin.hash, bytes(twin)), (True, state.hash, bytes(state)))
        equal(
            "array",
            (state.array().tobytes(), state.array().shape),
            (bytes(state), (game.state_size,)),
        )
    for step in range(game.actions):
        text, tokens = game.notation(step), game.tokens(step)
        equal("notation", game.step(text), step)
        equal(
            "tokens",
            (tokens[0][0], "".join(code for _, code in tokens).replace(" ", "")),
            ("verb", text.replace(" ", "")),
        )
        equal("sentences", all(game.sentence(step, language) for language in ("de", "en")), True)


# ---- the program's records through the library ----


def key_of(record):
    entropy = b"".join(bytes.fromhex(word) if word else bytes(32) for word in record["entropy"])
    return hashlib.blake2b(bytes.fromhex(record["seed"]) + entropy, digest_size=32).digest()


def draw(key, stream, count, outcomes):
    """Returns the outcome of draw `count` of a stream, as docs/records.md defines it."""
    divisor = math.gcd(*(outcome.weight for outcome in outcomes))
    total = sum(outcome.weight for outcome in outcomes) // divisor
    for i in range(1 << 32):
        block = hashlib.blake2b(
            b"".join(n.to_bytes(4, "little") for n in (stream, count, i)), key=key, digest_size=64
        ).digest()
        for at in range(0, 64, 8):
            word = int.from_bytes(block[at : at + 8], "little")
            if word < (1 << 64) // total * total:
                left = word % total
                for outcome in outcomes:
                    if left < outcome.weight // divisor:
                        return outcome.step
                    left -= outcome.weight // divisor


def replay(game, record, trace):
    """Legal lists equal those of `replay --trace`, draws follow from the seed, and the result
    equals that of the record."""
    state, key, counts = game.new(record["players"], **record["options"]), key_of(record), {}
    for (by, do), line in zip(record["steps"], trace):
        if by == "chance":
            outcomes, stream = state.outcomes(), state.stream
            equal("to move", (state.to_move, line["to_move"]), ((CHANCE,), "chance"))
            equal(
                "outcomes",
                [game.notation(outcome.step) for outcome in outcomes],
                [name for name, _ in line["outcomes"]],
            )
            scale = sum(outcome.weight for outcome in outcomes), sum(
                weight for _, weight in line["outcomes"]
            )
            equal(
                "weights",
                [outcome.weight * scale[1] for outcome in outcomes],
                [weight * scale[0] for _, weight in line["outcomes"]],
            )
            equal("draw", game.notation(draw(key, stream, counts.get(stream, 0), outcomes)), do)
            counts[stream] = counts.get(stream, 0) + 1
            state.apply(CHANCE, do)
        else:
            equal("to move", list(state.to_move), line["to_move"])
            equal(
                "legal",
                {
                    str(seat): [game.notation(step) for step in state.legal(seat)]
                    for seat in state.to_move
                },
                line["legal"],
            )
            equal("stream", state.stream, None)
            state.apply(by, do)
    result = state.result()
    equal("over", (state.over, trace[-1]["to_move"]), (True, []))
    equal(
        "result",
        {"score": list(result.score), "place": list(result.place), "breakdown": result.breakdown},
        record["result"],
    )


def records(game, players, options):
    arguments = tap.option_arguments(dict(zip(game.options, options)))
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "records.jsonl")
        wanted = tap.simulate(game.id, RECORDS, file, players=players, seed="library")
        tap.output(PROGRAM, *wanted, "--json", *arguments)
        traces = [
            json.loads(line) for line in tap.output(PROGRAM, "replay", file, "--trace").splitlines()
        ]
        with open(file, encoding="utf-8") as lines:
            for i, line in enumerate(lines):
                replay(game, json.loads(line), [step for step in traces if step["game"] == i])


# ---- knowledge ----


def same_observation(first, second):
    return all(
        numpy.array_equal(first[name], second[name]) for name in ("observation", "action_mask")
    )


def nothing_leaks(game):
    """If all hidden information is exchanged, agents and spectators observe the same bytes."""
    exchanged = hidden = 0
    for players in game.players:
        kind = "features" if game.features and players % 2 else "view"
        env, chance = Env(game, players, observation=kind), random.Random(players)
        env.reset(seed=players)
        for at, state in enumerate(wander(env._state, chance, 150)):
            for seat, agent in enumerate(env.possible_agents):
                env._state = state
                told, twin = env.observe(agent), state.view(seat).determinise(seed=at)
                exchanged += twin != state
                # The first byte says whose view it is.
                hidden += bytes(state.view(seat))[1:] != bytes(state)[1:]
                env._state = twin
                equal("observation", same_observation(env.observe(agent), told), True)
                equal("mask", list(numpy.flatnonzero(told["action_mask"])), state.legal(seat))
            twin = state.view(SPECTATOR).determinise(seed=at)
            equal("spectator", twin.view(SPECTATOR), state.view(SPECTATOR))
            refused("bad_view", state.view(0).view, 1)
    equal("what is hidden gets exchanged", exchanged > 0, hidden > 0)


def whole_games(game):
    for players in game.players:
        env, chance, ends = Env(game, players), random.Random(3), []
        for seed in (1, 1, 2):
            chance.seed(5)
            ends.append(play_env(env, chance, seed))
        equal("the same seed, the same game", ends[0], ends[1])
        equal("another seed, another game", ends[0][0] != ends[2][0], True)


def play_env(env, chance, seed):
    env.reset(seed=seed)
    rewards, acted = {}, set()
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        equal("truncation, info", (truncation, info), (False, {}))
        if termination:
            rewards[agent] = reward
            env.step(None)
            continue
        equal("reward", (reward, env.result()), (0.0, None))
        legal = numpy.flatnonzero(observation["action_mask"])
        equal(
            "somebody else has none",
            all(
                not env.observe(other)["action_mask"].any()
                for other in env.agents
                if env.seat(other) not in env._state.to_move
            ),
            True,
        )
        acted.add(agent)
        env.step(int(chance.choice(legal)))
    result = env.result()
    equal("all acted", acted, set(env.possible_agents))
    equal("rewards", [rewards[agent] for agent in env.possible_agents], placement(result))
    equal("their sum", abs(sum(rewards.values())) < 1e-9, True)
    return bytes(env._state), result


def wrong_steps_of_agents():
    env = Env("tallinn", reward=lambda result: result.score)
    for early in (lambda: env.step(0), env.last, env.state, lambda: list(env.agent_iter())):
        refused("not_reset", early)
    refused("bad_type", Env, "tallinn", observation="pixels")
    refused("bad_type", Env, "tallinn", render_mode="film")
    refused("bad_type", env.observation_space, "seat_9")
    env.reset(seed=4)
    agent, legal = env.agent_selection, numpy.flatnonzero(
        env.observe(env.agent_selection)["action_mask"]
    )
    before = env._state.copy()
    refused(
        "illegal", env.step, next(step for step in range(env.action_count) if step not in legal)
    )
    equal("unchanged", (env._state, env.agent_selection), (before, agent))
    for agent in env.agent_iter():
        if env.terminations[agent]:
            break
        env.step(int(numpy.flatnonzero(env.observe(agent)["action_mask"])[0]))
    equal("scores as rewards", tuple(env.rewards.values()), env.result().score)
    refused("bad_type", env.step, 0)
    with_view = Env("tallinn", json_view=True)
    with_view.reset(seed=4)
    view = with_view.last()[4]["view"]
    equal("the view as a dict", view, with_view._state.view(with_view._state.to_move[0]).dict())


# ---- bulk play ----


def bulk(game):
    for players in game.players:
        made = game.playouts(60, players, seed=9)
        shapes = [(array.shape, array.dtype.name) for array in made]
        equal(
            "arrays",
            shapes,
            [((60, players), "int16"), ((60, players), "uint8"), ((60,), "uint32")],
        )
        for other in (
            game.playouts(60, players, seed=9, threads=3),
            game.new(players).playouts(60, seed=9),
        ):
            equal("the same", all(numpy.array_equal(a, b) for a, b in zip(made, other)), True)
        later = game.playouts(10, players, seed=9 + 50)
        equal("game i depends on seed + i", later.scores.tolist(), made.scores[50:].tolist())
        equal("none", game.playouts(0, players).scores.shape, (0, players))
        equal("decisions", bool((made.decisions > 0).all()), True)
    edge = game.playouts(4, seed=(1 << 64) - 2, threads=2)
    equal("seeds go round", edge.scores[2:].tolist(), game.playouts(2, seed=0).scores.tolist())
    *_, last = wander(game.new(), random.Random(1))
    ended = last.playouts(2, seed=1)
    equal(
        "from the end",
        (ended.scores.tolist(), ended.decisions.tolist()),
        ([list(last.result().score)] * 2, [0, 0]),
    )


def same_as_c(game):
    rate, scores = subprocess.run(
        [BENCH, game.id, str(game.players[0]), "500"], check=True, stdout=subprocess.PIPE, text=True
    ).stdout.split()
    equal("scores", int(scores), int(game.playouts(500, game.players[0], seed=1).scores.sum()))


# ---- examples, header, documents ----


def bot(command, game, players):
    done = subprocess.run(
        [*command, PROGRAM, game.id, str(players)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=COMMAND_SECONDS,
    )
    if done.returncode:
        raise AssertionError(done.stderr.decode(errors="replace"))
    result = json.loads(done.stdout)
    equal(
        "result",
        (len(result["score"]), 1 in result["place"], list(result["breakdown"])),
        (players, True, list(game.parts)),
    )


def bots_are_short():
    for name in ("bot.c", "bot.py"):
        lines = len((ROOT / "examples" / name).read_text(encoding="utf-8").splitlines())
        equal(f"{name} has at most seventy lines", lines <= 70, True)


def bots_refuse_nonsense(command):
    for arguments in (
        [],
        [PROGRAM, "chess", "2"],
        [PROGRAM, "duell", "5"],
        ["/nowhere", "duell", "2"],
    ):
        done = subprocess.run(
            [*command, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            timeout=COMMAND_SECONDS,
        )
        equal(
            f"{arguments} fails with a word", (done.returncode > 0, bool(done.stderr)), (True, True)
        )


def header_compiles():
    header = str(ROOT / "lib/tafelrunde.h")
    for compiler in (
        ["cc", "-std=c11", "-xc"],
        ["g++", "-std=c++11", "-xc++"],
        ["g++", "-std=c++20", "-xc++"],
    ):
        done = subprocess.run(
            [
                compiler[0],
                *compiler[1:],
                "-fsyntax-only",
                "-Wall",
                "-Wextra",
                "-Wpedantic",
                "-Werror",
                "-include",
                header,
                "/dev/null",
            ],
            stderr=subprocess.PIPE,
            text=True,
        )
        equal(" ".join(compiler), (done.returncode, done.stderr), (0, ""))


CPP = """
#include "tafelrunde.h"
#include <cstdio>
#include <vector>

int main() {
    const struct tafelrunde_game *game = tafelrunde_find("tallinn");
    struct tafelrunde_info info;
    struct tafelrunde_error error;
    tafelrunde_info(game, &info);
    std::vector<uint64_t> state(tafelrunde_row_size(game) / 8);
    if (tafelrunde_setup(game, 2, nullptr, state.data(), &error)) return 1;
    std::printf("%s %u\\n", info.id, tafelrunde_to_move(game, state.data()));
}
"""


def cpp_program():
    """A C++ program compiles against the header, links and runs."""
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "first.cc").write_text(CPP, encoding="utf-8")
        shutil.copy(LIBRARY, f"{folder}/libtafelrunde.so.0")
        os.symlink("libtafelrunde.so.0", f"{folder}/libtafelrunde.so")
        compiler = ["g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'lib'}"]
        linker = [f"-L{folder}", "-ltafelrunde", f"-Wl,-rpath,{folder}"]
        build = [*compiler, f"{folder}/first.cc", "-o", f"{folder}/first", *linker]
        done = subprocess.run(build, stderr=subprocess.PIPE, text=True)
        equal("compiles", (done.returncode, done.stderr), (0, ""))
        said = subprocess.run([f"{folder}/first"], stdout=subprocess.PIPE, text=True).stdout
        equal("runs", said, f"tallinn {1 << CHANCE}\n")


def exports():
    listed = subprocess.run(
        ["nm", "-D", "--defined-only", LIBRARY], check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    found = {line.split()[-1] for line in listed.splitlines()}
    text = re.sub(
        r"/\*.*?\*/", "", (ROOT / "lib/tafelrunde.h").read_text(encoding="utf-8"), flags=re.DOTALL
    )
    equal("symbols", found, set(re.findall(r"\b(tafelrunde_\w+)\(", text)))


def found_beside_the_package():
    """Package, header and library work from any folder that holds all three."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(
            ROOT / "python/tafelrunde",
            f"{folder}/tafelrunde",
            ignore=shutil.ignore_patterns("__pycache__"),
        )
        shutil.copy(ROOT / "lib/tafelrunde.h", f"{folder}/tafelrunde")
        without = {
            name: value for name, value in os.environ.items() if name != "TAFELRUNDE_LIBRARY"
        }
        ask = [sys.executable, "-c", "import tafelrunde; print(len(tafelrunde.games()))"]
        missing = subprocess.run(
            ask,
            cwd=folder,
            env={**without, "TAFELRUNDE_LIBRARY": "/nowhere.so"},
            stderr=subprocess.PIPE,
            text=True,
        )
        equal("says what to do", "TAFELRUNDE_LIBRARY" in missing.stderr, True)
        shutil.copy(LIBRARY, f"{folder}/tafelrunde/libtafelrunde.so.0")
        equal(
            "games",
            subprocess.run(
                ask, cwd=folder, env=without, check=True, stdout=subprocess.PIPE, text=True
            ).stdout.strip(),
            str(len(tafelrunde.games())),
        )


def main():
    cases = tap.Tap()
    cases.case(
        "games, options and components equal those of the program", same_games_as_the_program
    )
    for game in tafelrunde.games():
        cases.case(f"{game.id}: described verbs and parts yield its actions", described_verbs, game)
        cases.case(f"{game.id}: described options are accepted", described_options, game)
        cases.case(f"{game.id}: views match their description", described_views, game)
        cases.case(f"{game.id}: values outside the description are refused", described_limits, game)
        cases.case(f"{game.id}: wrong input is refused", wrong_input, game)
        cases.case(f"{game.id}: illegal steps have a reason", reasons, game)
        cases.case(
            f"{game.id}: copies, JSON, pickles and notation give the same again", as_data, game
        )
        for players in game.players:
            for options in dict.fromkeys(
                (
                    tuple(o.default for o in game.options.values()),
                    tuple(o.values[-1] for o in game.options.values()),
                )
            ):
                words = [
                    str(value).lower() if isinstance(value, bool) else value for value in options
                ]
                cases.case(
                    f"{game.id}, {players} players, {words}: records replay through the library",
                    records,
                    game,
                    players,
                    words,
                )
        cases.case(
            f"{game.id}: an agent observes nothing that it may not know", nothing_leaks, game
        )
        cases.case(f"{game.id}: the environment plays whole games", whole_games, game)
        cases.case(f"{game.id}: bulk play", bulk, game)
        cases.case(f"{game.id}: bulk play equals that of C", same_as_c, game)
        cases.case(
            f"{game.id}: examples/bot.c plays to the end", bot, [BOT], game, game.players[-1]
        )
        cases.case(
            f"{game.id}: examples/bot.py plays to the end",
            bot,
            [sys.executable, str(ROOT / "examples/bot.py")],
            game,
            game.players[-1],
        )
    cases.case("illegal steps of agents are refused", wrong_steps_of_agents)
    cases.case("examples are short", bots_are_short)
    cases.case("examples/bot.c says what is wrong", bots_refuse_nonsense, [BOT])
    cases.case(
        "examples/bot.py says what is wrong",
        bots_refuse_nonsense,
        [sys.executable, str(ROOT / "examples/bot.py")],
    )
    cases.case("the header compiles as C11 and C++", header_compiles)
    cases.case("a C++ program uses the library", cpp_program)
    cases.case("the library exports its header and nothing else", exports)
    cases.case("the package finds a library beside it", found_beside_the_package)
    return cases.end()


if __name__ == "__main__":
    sys.exit(main())
