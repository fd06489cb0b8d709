#!/usr/bin/env python3
"""test_records.py PROGRAM: analyse, replay, verify and inspect, on records and positions that are whole, edited or false."""

import copy
import json
import pathlib
import re
import sys
import xml.etree.ElementTree

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from command import LANGUAGES, members, run
import tap
from tap import equal, true

# --- analyse


def millionths(number):
    return round(number * 1_000_000)


def check_analysis(one, game, players, record):
    """All figures add up exactly, per seat and per step."""
    members("analyse --json", one, ["game", "players", "over", "visits", "net", "seats", "steps"])
    equal(
        "what is analysed",
        [one["game"], one["players"], one["over"], len(one["seats"])],
        [game.id, players, True, players],
    )
    equal("every step", [[step["by"], step["do"]] for step in one["steps"]], record["steps"])
    firsts = record["result"]["place"].count(1)
    value = [millionths(seat["start"]) for seat in one["seats"]]
    equal("chances at the start", sum(value), 1_000_000)
    for step in one["steps"]:
        choice = step["by"] != "chance" and step["choices"] > 1
        members(
            "a step",
            step,
            ["step", "by", "do", "choices", "value", "change"]
            + ["error"] * (step["choices"] > 1)
            + ["best", "chance", "cost", "effect", "mistake", "visits"] * choice,
        )
        value = [before + millionths(change) for before, change in zip(value, step["change"])]
        equal(f"value after step {step['step']}", [millionths(v) for v in step["value"]], value)
        equal("chances", sum(value), 1_000_000)
        if choice:
            true(
                f"a cost: {step}",
                0 <= step["cost"] <= 1
                and (step["cost"] == 0) == (step["best"] == step["do"])
                and step["visits"] > 0
                and millionths(step["effect"][step["by"]]) == -millionths(step["cost"])
                and step["mistake"] == (step["cost"] > step["error"]),
            )
    for number, seat in enumerate(one["seats"]):
        shares = ["start", "luck", "own", "others", "rest", "error", "result", "cost"]
        counts = ["decisions", "best", "good", "mistakes"]
        members("a seat", seat, shares[:-1] + counts + ["cost", "expected", "grade"])
        members("levels", seat["expected"], ["novice", "club", "master"])
        parts = {name: millionths(seat[name]) for name in shares}
        equal(
            "luck, mistakes and the rest make the result",
            sum(parts[name] for name in ("start", "luck", "own", "others", "rest")),
            parts["result"],
        )
        true(
            "the result",
            abs(
                parts["result"]
                - (1_000_000 / firsts if record["result"]["place"][number] == 1 else 0)
            )
            <= players,
        )
        luck = sum(
            millionths(step["change"][number]) for step in one["steps"] if step["by"] == "chance"
        )
        mistakes = [step for step in one["steps"] if step.get("mistake")]
        own = sum(-millionths(step["cost"]) for step in mistakes if step["by"] == number)
        others = sum(
            millionths(step["effect"][number]) for step in mistakes if step["by"] != number
        )
        equal(
            "luck, own mistakes, others' mistakes",
            [luck, own, others],
            [parts["luck"], parts["own"], parts["others"]],
        )
        true("own mistakes are never positive", parts["own"] <= 0)


def analyse_json(cli, game):
    for players in game.players:
        record = cli.record(game, players)
        path = cli.record_file(record)
        (one,) = cli.json("analyse", path, "--json", "--visits", 20)
        check_analysis(one, game, players, record)
        equal("the same again", cli.json("analyse", path, "--json", "--visits", 20), [one])
        step = next(s for s in one["steps"] if s["by"] != "chance" and s["choices"] > 1)
        weigh = ("analyse", path, "--step", step["step"] + 1, "--visits", 200, "--json")
        (weighed,) = cli.json(*weigh)
        members("weighed", weighed, ["seat", "visits", "choices"])
        equal("who chooses", weighed["seat"], step["by"])
        for choice in weighed["choices"]:
            true(f"chances: {choice}", abs(sum(choice["chance"]) - 1) < 0.01)
        equal("weighed again", cli.json(*weigh), [weighed])
        drawn = next((s for s in one["steps"] if s["by"] == "chance"), None)
        if drawn:
            cli.fails(1, "No seat", "analyse", path, "--step", drawn["step"] + 1)


def analyse_in_words(cli):
    """A report in both languages and a chart; of several games one at a time has a chart."""
    path, game = cli.folder / "analyse.svg", min(
        cli.games, key=lambda one: len(cli.record(one)["steps"])
    )
    players, two = game.players[-1], cli.folder / "two"
    record = cli.record(game, players)
    texts = {
        language: cli.ok("analyse", cli.record_file(record), "--svg", path, "--lang", language)
        for language in LANGUAGES
    }
    true("two languages", texts["de"] != texts["en"])
    for text in texts.values():
        true("in words", "⟨" not in text and "cli." not in text and text.startswith(game.name))
    chart = xml.etree.ElementTree.parse(path).getroot()
    equal("a chart", chart.tag, "{http://www.w3.org/2000/svg}svg")
    lines = [
        one for one in chart.iter("{http://www.w3.org/2000/svg}path") if one.get("fill") == "none"
    ]
    equal(
        "a line a seat, each with a dash of its own",
        len({one.get("stroke-dasharray") for one in lines}),
        players,
    )
    two.write_text(
        "".join(json.dumps(cli.record(game, players, seed=seed)) + "\n" for seed in "ab")
    )
    equal("two games", len(cli.json("analyse", two, "--json", "--visits", 5)), 2)
    equal(
        "the second",
        cli.json("analyse", two, "--game", 2, "--json", "--visits", 5),
        cli.json("analyse", two, "--json", "--visits", 5)[1:],
    )
    cli.ok("analyse", two, "--game", 2, "--svg", path, "--visits", 5)
    cli.fails(2, "single game", "analyse", two, "--svg", path)
    cli.fails(1, "2", "analyse", two, "--game", 3)
    cli.fails(
        1,
        "chart",
        "analyse",
        cli.record_file(record),
        "--visits",
        5,
        "--svg",
        cli.folder / "none" / "chart.svg",
    )
    cli.fails(1, "", "analyse", cli.record_file({**record, "rules": 99}))


def check_result(game, players, result):
    members("a result", result, ["score", "place", "breakdown"])
    for row in (result["score"], result["place"], *result["breakdown"].values()):
        equal("a number a seat", len(row), players)
    true("somebody is first", 1 in result["place"])


def records_as_described(cli, game):
    for players in game.players:
        record = cli.record(game, players)
        members(
            "a record",
            record,
            [
                "format",
                "game",
                "rules",
                "components",
                "players",
                "options",
                "table",
                "commitment",
                "seed",
                "entropy",
                "steps",
                "result",
            ],
        )
        equal("format", record["format"], "tafelrunde-record/1")
        equal("options, defaults included", list(record["options"]), list(game.options))
        equal("no entropy in simulations", record["entropy"], [None] * players)
        for member, pattern in (
            ("components", "[0-9a-f]{16}"),
            ("table", "[A-Za-z0-9_-]{22}"),
            ("commitment", "[0-9a-f]{64}"),
            ("seed", "[0-9a-f]{64}"),
        ):
            true(member, re.fullmatch(pattern, record[member]))
        check_result(game, players, record["result"])


# --- replay and verify


def traces(cli, game):
    for players in game.players:
        text = cli.ok(*tap.simulate(game.id, 3, players=players))
        path, records = cli.file(text), [json.loads(line) for line in text.splitlines()]
        trace = cli.json("replay", path, "--trace")
        equal(
            "standard input is a file, too",
            cli.json("replay", "-", "--trace", stdin=text.encode()),
            trace,
        )
        at = iter(trace)
        for number, record in enumerate(records):
            for step, (by, do) in enumerate(record["steps"]):
                check_trace_line(next(at), number, step, by, do)
            last = next(at)
            members("the last line", last, ["game", "step", "to_move", "result"])
            equal(
                "the last line",
                last,
                {
                    "game": number,
                    "step": len(record["steps"]),
                    "to_move": [],
                    "result": record["result"],
                },
            )
        equal("nothing more", next(at, None), None)
        equal(
            "--game picks one",
            cli.json("replay", path, "--trace", "--game", 2),
            [line for line in trace if line["game"] == 1],
        )
        ends = cli.json("replay", path, "--json")
        for number, (end, record) in enumerate(zip(ends, records)):
            members("replay --json", end, ["game", "id", "steps", "hash", "result"])
            equal(
                "replay --json",
                [end["game"], end["id"], end["steps"], end["result"]],
                [number, game.id, len(record["steps"]), record["result"]],
            )


def check_trace_line(line, game, step, by, do):
    chance = line["to_move"] == "chance"
    members("a line", line, ["game", "step", "to_move", "outcomes" if chance else "legal"])
    equal("game and step", [line["game"], line["step"]], [game, step])
    if chance:
        possible = [outcome for outcome, _ in line["outcomes"]]
        true(
            "weights are positive",
            all(isinstance(weight, int) and weight > 0 for _, weight in line["outcomes"]),
        )
        equal("who took the step", by, "chance")
    else:
        equal(
            "a list for every seat to move",
            list(line["legal"]),
            [str(seat) for seat in line["to_move"]],
        )
        possible = line["legal"][str(by)]
        for legal in line["legal"].values():
            equal("sorted by byte, none twice", legal, sorted(set(legal)))
    equal("sorted by byte, none twice", possible, sorted(set(possible)))
    true("the step taken is listed", do in possible)


def replay_in_words(cli, game):
    path = cli.record_file(cli.record(game, game.players[-1]))
    texts = {language: cli.ok("replay", path, "--lang", language) for language in LANGUAGES}
    true("two languages", texts["de"] != texts["en"])
    for text in texts.values():
        true(
            "whole sentences",
            "⟨" not in text and f"{game.id}." not in text and len(text.splitlines()) > 5,
        )


def positions(cli, game):
    """replay --step and inspect agree about every position."""
    record = cli.record(game, game.players[-1], tap.option_sets(game)[-1])
    path, count = cli.record_file(record), len(record["steps"])
    trace = cli.json("replay", path, "--trace")
    for step in (0, count // 3, 2 * count // 3, count):
        line = json.loads(cli.ok("replay", path, "--step", step + 1).splitlines()[-1])
        members("replay --step", line, ["game", "step", "state"])
        state = cli.file(json.dumps(line["state"]))
        (whole,) = cli.json("inspect", game.id, "--record", path, "--step", step + 1, "--json")
        members("inspect --json", whole, ["to_move", "legal", "score", "breakdown", "view"])
        equal("the position is the same from both", whole["view"], line["state"])
        equal(
            "a position read and written again",
            cli.json("inspect", game.id, "--state", state, "--json"),
            [whole],
        )
        equal(
            "the whole line is a position, too",
            cli.json("inspect", game.id, "--state", cli.file(json.dumps(line)), "--json"),
            [whole],
        )
        equal(
            "to_move and legal as in the trace",
            [whole["to_move"], whole["legal"]],
            [trace[step]["to_move"], trace[step].get("legal", {})],
        )
        for seat in range(record["players"]):
            seen = views_of(cli, game, path, state, step, seat)
            equal(
                "its legal actions",
                seen["legal"],
                {k: v for k, v in whole["legal"].items() if k == str(seat)},
            )
        text = cli.ok("inspect", game.id, "--state", state)
        true("a position in words", text.strip() and "⟨" not in text)


def views_of(cli, game, path, state, step, seat):
    (seen,) = cli.json(
        "inspect", game.id, "--record", path, "--step", step + 1, "--seat", seat + 1, "--json"
    )
    equal(
        "a view from record or state",
        cli.json("inspect", game.id, "--state", state, "--seat", seat + 1, "--json"),
        [seen],
    )
    view = cli.file(json.dumps(seen["view"]))
    equal(
        "a view is a position of its own",
        cli.json("inspect", game.id, "--state", view, "--seat", seat + 1, "--json"),
        [seen],
    )
    cli.fails(
        1,
        "another seat",
        "inspect",
        game.id,
        "--state",
        view,
        "--seat",
        (seat + 1) % seen["view"]["players"] + 1,
    )
    true(
        "a view in words",
        "⟨" not in cli.ok("inspect", game.id, "--state", view, "--seat", seat + 1, "--lang", "de"),
    )
    return seen


def edited_positions(cli, game):
    """A position with one changed member is refused by the name of the member."""
    record = cli.record(game)
    path = cli.record_file(record)
    state = json.loads(
        cli.ok("replay", path, "--step", len(record["steps"]) // 2 + 1).splitlines()[-1]
    )["state"]

    def refused(words, change):
        wrong = copy.deepcopy(state)
        change(wrong)
        cli.fails(1, words, "inspect", game.id, "--state", cli.record_file(wrong), "--json")

    refused("not a position of", lambda s: s.update(game="nonsense"))
    refused("members that do not exist", lambda s: s.update(nonsense=1))
    refused("members that do not exist", lambda s: s["seats"][0].update(nonsense=1))
    refused("number of seats", lambda s: s["seats"].pop())
    refused([], lambda s: s["seats"].append(copy.deepcopy(s["seats"][0])))
    refused([], lambda s: s.update(players=9))
    refused([], lambda s: s.update(viewer=9))
    for member in [name for name in state if name != "game"]:
        refused([], lambda s: s.pop(member))
        refused([], lambda s: s.update({member: "nonsense"}))
        refused([], lambda s: s.update({member: -100000}))
    for member in state["seats"][0]:
        refused(member, lambda s: s["seats"][0].pop(member))
        refused([], lambda s: s["seats"][0].update({member: {"a": 1}}))
    refused_things_twice(state, refused)
    twice = json.dumps(state)[:-1] + f', "players": {state["players"]}}}'
    cli.fails(1, "twice", "inspect", game.id, "--state", cli.file(twice))
    cli.fails(1, "cut off", "inspect", game.id, "--state", cli.file(json.dumps(state)[:-5]))


def refused_things_twice(state, refused):
    """A card in two places at once, or twice in one place, is refused."""
    seat = next((s for s in state["seats"] if s.get("hand")), None)
    if seat is None or not isinstance(seat["hand"][0], str):
        return
    number, card = state["seats"].index(seat), seat["hand"][0]
    refused([], lambda s: s["seats"][number]["hand"].append(card))
    if "pile" in seat:
        refused([], lambda s: s["seats"][number]["pile"].append(card))


def edited_records(cli, game):
    record = cli.record(game)
    count = len(record["steps"])

    def refused(words, change, commands=("replay", "verify")):
        wrong = copy.deepcopy(record)
        change(wrong)
        path = cli.record_file(wrong)
        if "replay" in commands:
            cli.fails(1, words, "replay", path, "--json")
        if "verify" in commands:
            cli.fails(1, words, "verify", path)
        return path

    refused("tafelrunde-record/1", lambda r: r.update(format="tafelrunde-record/9"))
    refused("no game", lambda r: r.update(game="nonsense"))
    for rules in (*range(1, record["rules"]), record["rules"] + 1):
        refused("another revision", lambda r: r.update(rules=rules))
    refused("other components", lambda r: r.update(components="0" * 16))
    refused("players", lambda r: r.update(players=6))
    refused([], lambda r: r.update(players=r["players"] + 1))
    refused([], lambda r: r.update(options={"nonsense": True, **r["options"]}))
    for option in game.options:
        refused(option, lambda r: r["options"].pop(option))
        refused(option, lambda r: r["options"].update({option: 17}))
    for member in record:
        if member != "result" and member != "seed":
            refused([], lambda r: r.pop(member))
            refused([], lambda r: r.update({member: {"a": []}}))
    refused(f"step {count + 1}:", lambda r: r["result"]["score"].__setitem__(0, 999))
    refused(
        "not that of its steps",
        lambda r: r["result"]["place"].reverse()
        if len(set(r["result"]["place"])) > 1
        else r["result"].pop("place"),
    )
    refused("not that of its steps", lambda r: r["result"]["breakdown"].popitem())
    refused("gives no result", lambda r: r.pop("result"))
    refused("gives a result", lambda r: r["steps"].pop())
    refused([f"step {count + 1}:", "already over"], lambda r: r["steps"].append(r["steps"][-1]))
    refused(
        ["step 4:", "not notation"],
        lambda r: r["steps"].__setitem__(3, [r["steps"][3][0], "nonsense"]),
    )
    refused("step 4:", lambda r: r["steps"].__setitem__(3, "nonsense"))
    refused("step 4:", lambda r: r["steps"].__setitem__(3, [17, r["steps"][3][1]]))
    refused("step 4:", lambda r: r["steps"].__setitem__(3, [*r["steps"][3], 1]))
    text = json.dumps(record)
    cli.fails(1, "cut off", "replay", cli.file(text[: len(text) // 2]))
    cli.fails(1, "cut off", "verify", cli.file(text[:-1]))
    cli.fails(1, [], "replay", cli.file(text + "x"))
    cli.fails(1, "tafelrunde-record/1", "replay", cli.file(text[:-1] + ', "rules": 1}'))
    illegal_steps(cli, game, record)
    false_draws(cli, game, record, refused)


def illegal_steps(cli, game, record):
    """The error names the step, the reason and the legal steps."""
    path = cli.record_file(record)
    trace = cli.json("replay", path, "--trace")
    dos = sorted({do for by, do in record["steps"] if by != "chance"})
    tried = 0
    for step, (by, do) in enumerate(record["steps"]):
        if by == "chance" or step % 5:
            continue
        legal = trace[step]["legal"][str(by)]
        wrong = next((other for other in dos if other not in legal), None)
        if wrong is None:
            continue
        broken = copy.deepcopy(record)
        broken["steps"][step] = [by, wrong]
        reasons = [f"step {step + 1}:", "Legal: " + ", ".join(legal)]
        said = cli.fails(1, reasons, "verify", cli.record_file(broken))
        true(
            "a reason of more than a word",
            len(re.search(r"step \d+: (.*) Legal:", said)[1].split()) >= 3,
        )
        tried += 1
    true("some were tried", tried)
    first = cli.json("replay", path, "--trace")[0]
    if first["to_move"] == "chance":
        broken = copy.deepcopy(record)
        broken["steps"][0] = [
            "chance",
            next(do for by, do in record["steps"] if do not in dict(map(tuple, first["outcomes"]))),
        ]
        cli.fails(
            1,
            ["step 1:", "Chance cannot", "Legal: " + first["outcomes"][0][0]],
            "replay",
            cli.record_file(broken),
            "--json",
        )


def false_draws(cli, game, record, refused):
    """verify finds false draws, which replay cannot see."""
    other = "ab" * 32
    trace = cli.json("replay", cli.record_file(record), "--trace")
    step, line = next(
        (n, line)
        for n, line in enumerate(trace)
        if line["to_move"] == "chance" and len(line["outcomes"]) > 1
    )
    draw = next(do for do, _ in line["outcomes"] if do != record["steps"][step][1])
    cut = {k: v for k, v in record.items() if k != "result"}
    cut["steps"] = record["steps"][:step] + [["chance", draw]]
    path = cli.record_file(cut)
    cli.json("replay", path, "--json")
    cli.fails(1, [f"step {step + 1}:", "another draw"], "verify", path)
    refused("commitment", lambda r: r.update(seed=other), ["verify"])
    refused("commitment", lambda r: r.update(commitment=other), ["verify"])
    refused("commitment", lambda r: r.update(table="A" * 22), ["verify"])
    refused("another draw", lambda r: r["entropy"].__setitem__(0, other), ["verify"])
    path = refused("cannot be checked yet", lambda r: r.pop("seed"), ["verify"])
    equal(
        "without a seed it still replays",
        cli.json("replay", path, "--json")[0]["result"],
        record["result"],
    )


def several_records(cli):
    first, second = cli.games[0], cli.games[-1]
    lines = (
        cli.ok("simulate", first.id, "--bots", "random", "--games", 2, "--records", "-")
        + "\n \r\n"
        + cli.ok("simulate", second.id, "--bots", "random", "--games", 1, "--records", "-")
    )
    path = cli.file(lines)
    equal(
        "records of two games in one file",
        [end["id"] for end in cli.json("replay", path, "--json")],
        [first.id, first.id, second.id],
    )
    true("verify counts them", "3 records" in cli.ok("verify", path))
    true("verify of one", "One record" in cli.ok("verify", cli.record_file(cli.record(first))))
    cli.fails(1, "counted from 1", "replay", path, "--game", 4)
    cli.fails(1, "no such step", "replay", path, "--game", 1, "--step", 99999)
    cli.fails(1, "counted from 1", "inspect", first.id, "--record", path, "--game", 4, "--step", 1)
    cli.fails(
        1, "no such step", "inspect", first.id, "--record", path, "--game", 1, "--step", 99999
    )
    if first != second:
        cli.fails(
            1, "another game", "inspect", first.id, "--record", path, "--game", 3, "--step", 1
        )
    pretty = cli.file(json.dumps(cli.record(first), indent=1))
    true("a record over several lines", "checked" in cli.ok("verify", pretty))
    broken = cli.file(lines + "garbage\n")
    done = tap.run(cli.program, "verify", broken)
    equal("one bad line spoils the file", [done.returncode, done.stdout], [1, b""])
    true("which one", b"Game 4:" in done.stderr)


# --- all of it


def everything(cases, cli):
    cases.case("files of several records", several_records, cli)
    cases.case("analyse: a report and a chart", analyse_in_words, cli)
    for statement, case in (
        ("analyse --json adds up", analyse_json),
        ("records match their description", records_as_described),
        ("replay --trace and --json", traces),
        ("replay in words", replay_in_words),
        ("positions: replay --step, inspect, every seat's view", positions),
        ("edited positions are refused", edited_positions),
        ("edited records are refused", edited_records),
    ):
        for game in cli.games:
            cases.case(f"{game.id}: {statement}", case, cli, game)


if __name__ == "__main__":
    sys.exit(run(everything))
