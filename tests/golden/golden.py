#!/usr/bin/env python3
"""golden.py PROGRAM [--bless [GAME]]: recorded games of every registered game must not change.

    GAME.trace.txt             one whole game with the fewest players: every step and every choice
    GAME.log.de.txt, .en.txt   the same game in words
    hashes.json                BLAKE2b over records and traces: of 20 random games per number of
                               players and option set, and of one game with a novice per number
                               of players, because every compiler must give the same search

A difference is shown and fails. After an intended change of the rules, --bless writes the files
again, of one game or of all.
"""

import difflib
import hashlib
import json
import pathlib
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import tap

GAMES = 20  # simulated per hash
SEED = "golden"
TRACE_MAX = 64 * 1024  # bytes of a stored trace
DIFF_MAX = 20  # lines of a difference that are shown
WIDTH = 120
HASHES = HERE / "hashes.json"


def wrap(head, words, separator):
    """Returns head and words in lines of at most WIDTH; further lines are indented by the length of
    the head."""
    lines, line = [], head
    for word in words:
        if line != head and len(line) + len(word) > WIDTH:
            lines.append(line.rstrip())
            line = " " * len(head)
        line += word + separator
    return lines + [line.rstrip().rstrip(",")]


def readable(record, trace):
    """Writes a trace for people: what was possible, then what was done."""
    options = " ".join(f"{k}={json.dumps(v)}" for k, v in record["options"].items())
    lines = [
        f"{record['game']}, rules {record['rules']}, components {record['components']}, "
        f"{record['players']} players {options}".rstrip(),
        "",
    ]
    for line, step in zip(trace, record["steps"] + [None]):
        if step is None:
            lines += wrap(
                "result    ",
                [f"{k} {json.dumps(v)}" for k, v in line["result"].items() if k != "breakdown"],
                ", ",
            )
            lines += [
                f"          {k} {json.dumps(v)}" for k, v in line["result"]["breakdown"].items()
            ]
            break
        lines.append(
            f"{line['step']:4}  {step[0] if step[0] == 'chance' else f'seat {step[0]}'}: {step[1]}"
        )
        if line["to_move"] == "chance":
            lines += wrap(
                "        outcomes  ",
                [f"{do} ×{weight}" if weight != 1 else do for do, weight in line["outcomes"]],
                ", ",
            )
        else:
            for seat, legal in line["legal"].items():
                lines += wrap(f"        seat {seat}  ", legal, ", ")
    return "\n".join(lines) + "\n"


def simulate(program, game, players, options, games, bots="random"):
    """Records and trace, as bytes."""
    wanted = tap.simulate(game.id, games, "-", bots, players, SEED, options)
    records = tap.output(program, *wanted)
    return records, tap.output(program, "replay", "-", "--trace", stdin=records)


def texts(program, game):
    """Returns the stored texts of a game by file name."""
    records, trace = simulate(program, game, game.players[0], {}, 1)
    trace = [json.loads(line) for line in trace.splitlines()]
    found = {f"{game.id}.trace.txt": readable(json.loads(records), trace)}
    for language in ("de", "en"):
        found[f"{game.id}.log.{language}.txt"] = tap.output(
            program, "replay", "-", "--lang", language, stdin=records
        ).decode()
    return found


def hashes(program, game):
    """Returns {"3 chronicle=true …": hash} for every number of players and option set."""
    found = {}
    for players in game.players:
        for options in tap.option_sets(game):
            records, trace = simulate(program, game, players, options, GAMES)
            name = " ".join([f"{players} players", *(f"{k}={v}" for k, v in options.items())])
            found[name] = hashlib.blake2b(records + trace, digest_size=16).hexdigest()
    return found


def hashes_with_novice(program, game):
    """Returns {"3 players, random,random,novice:500": hash}. The novice sits last, so that others
    are asked before it."""
    found = {}
    for players in game.players:
        bots = ",".join(["random"] * (players - 1) + ["novice:500"])
        records, trace = simulate(program, game, players, {}, 1, bots)
        found[f"{players} players, {bots}"] = hashlib.blake2b(
            records + trace, digest_size=16
        ).hexdigest()
    return found


def write(path, text):
    path.write_text(text, encoding="utf-8")


def same_text(path, text):
    if not path.exists():
        raise AssertionError(f"{path.name} does not exist; --bless writes it")
    stored = path.read_text(encoding="utf-8")
    if stored == text:
        return
    difference = list(
        difflib.unified_diff(
            stored.splitlines(), text.splitlines(), "stored", "now", lineterm="", n=1
        )
    )
    more = [f"… and {len(difference) - DIFF_MAX} lines more"] if len(difference) > DIFF_MAX else []
    raise AssertionError(
        "differs\n" + "\n".join(line[:WIDTH] for line in difference[:DIFF_MAX] + more)
    )


def same_hashes(stored, now):
    if stored is None:
        raise AssertionError("no hashes are stored; --bless writes them")
    wrong = [name for name in sorted({*stored, *now}) if stored.get(name) != now.get(name)]
    if wrong:
        raise AssertionError("other games than before: " + "; ".join(wrong))


def fits(text):
    if len(text.encode()) > TRACE_MAX:
        raise AssertionError(f"{len(text.encode())} bytes are too many for the repository")


def words_complete(text):
    """The formatter marks text that it cannot find with ⟨…⟩."""
    for line in text.splitlines():
        if "⟨" in line:
            raise AssertionError(f"a sentence lacks a word: {line}")


def tidy(known):
    """Fails if a stored file belongs to no registered game."""
    for path in HERE.glob("*.txt"):
        if path.name.split(".")[0] not in known:
            raise AssertionError(f"{path.name} belongs to no registered game")


def check_game(cases, program, game, stored, bless):
    now = {}
    if not cases.case(
        f"{game.id}: {GAMES} games for every number of players and option set can be replayed",
        lambda: now.update(hashes(program, game)),
    ):
        return
    with_novice = {}
    if not cases.case(
        f"{game.id}: a game with a novice for every number of players can be replayed",
        lambda: with_novice.update(hashes_with_novice(program, game)),
    ):
        return
    files = {}
    if not cases.case(
        f"{game.id}: a whole game can be put into words", lambda: files.update(texts(program, game))
    ):
        return
    if bless:
        stored[game.id] = now | with_novice
        for name, text in files.items():
            write(HERE / name, text)
    cases.case(
        f"{game.id}: {len(now)} sets of {GAMES} games and {len(with_novice)} games with a novice"
        " are unchanged",
        same_hashes,
        stored.get(game.id),
        now | with_novice,
    )
    for name, text in files.items():
        cases.case(f"{name} is unchanged", same_text, HERE / name, text)
        if ".trace." in name:
            cases.case(f"{name} is small", fits, text)
        else:
            cases.case(f"{name} says everything in words", words_complete, text)


def main():
    usage = "usage: golden.py PROGRAM [--bless [GAME]]"
    program, bless = tap.program_argument(usage), sys.argv[2:3] == ["--bless"]
    if sys.argv[2:] and not bless or len(sys.argv) > 4:
        raise SystemExit(usage)
    cases = tap.Tap()
    stored = json.loads(HASHES.read_text(encoding="utf-8")) if HASHES.exists() else {}
    games = tap.games(program)
    for game in games:
        if game.id in (sys.argv[3:] or [game.id]):
            check_game(cases, program, game, stored, bless)
    if bless:
        write(HASHES, json.dumps({game: stored[game] for game in sorted(stored)}, indent=1) + "\n")
    cases.case("no files of unknown games", tidy, {game.id for game in games} | set(stored))
    return cases.end()


if __name__ == "__main__":
    sys.exit(main())
