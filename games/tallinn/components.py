"""Tallinn: describes the tables in components.c for tools/components.py."""

import collections

from tables import Coin, Mark, NAMED, Note, Pair, Persons, STATED, Shields, Table, Text, Word


def tables(game):
    def influence(rows):
        coins = collections.Counter()
        for key, row in rows.items():
            for half in "ab":
                persons, coin = row[f"{half}.persons"], row[f"{half}.coin"]
                shields = row[f"{half}.shields"] == "yes"
                coins[coin] += 1
                if shields != ((key, half) == ("L", "b")):
                    yield key, "the shields are on half b of the legate and nowhere else"
                elif not shields and not 1 <= len(persons) <= 3 or shields and persons + coin:
                    yield key, f"half {half} shows one to three persons, or the shields alone"
                elif coin and coin not in persons:
                    yield key, f"the coin of half {half} is for a class that the half shows"
        for letter in "mko":
            if coins[letter] != 2:
                yield None, f"each class has two halves with a coin; {letter} has {coins[letter]}"

    def chronicle(rows):
        for key, row in rows.items():
            for column in ("I", "II"):
                once, twice = map(int, row[column].split())
                if not 1 <= once < twice <= 20:
                    yield key, f"{column}: 1 × needs at least one person, 2 × needs more"

    classes = {f"CLASS_{letter.upper()}": letter for letter in "mko"}
    halves = [
        cell
        for half, at in (("a", 0), ("b", 1))
        for cell in (
            Persons(f"{half}.persons", (1, at, 0)),
            Coin(f"{half}.coin", (1, at, 1), optional=True),
            Shields(f"{half}.shields", (1, at, 2), optional=True),
        )
    ]
    return (
        Table(
            "influence",
            "const struct influence_card influence_cards",
            ("code",),
            Text("code", (0,), NAMED),
            *halves,
            Mark("mark", (2,)),
            Note((3,), game.source),
            check=influence,
        ),
        Table(
            "start",
            "const struct start_card start_cards",
            ("code",),
            Text("code", (0,)),
            Persons("persons", (1,)),
            Mark("mark", (2,)),
            fixed=STATED,
        ),
        Table(
            "chronicle",
            "const struct chronicle_card chronicle_cards",
            ("code",),
            Text("code", (0,), NAMED),
            Word("kind", (1,), {"0": "own", "1": "give up"}, STATED),
            Word("class", (2,), classes, NAMED),
            Pair("I", (3, 0)),
            Pair("II", (3, 1)),
            Mark("mark", (4,)),
            Note((5,), game.source),
            check=chronicle,
        ),
    )
