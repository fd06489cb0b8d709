"""Kardinal & König: describes the tables in components.c for tools/components.py."""

import collections
import re

from tables import Codes, Derived, Flag, Mark, NAMED, Note, Number, STATED, Table, Text, Word


def tables(game):
    countries = re.findall(r"^    \[COUNTRY_(\w+)\]", game.source, re.M)
    spaces = re.findall(r"^    \[(\w\w\d)\]", game.source, re.M)

    colours = {f"COLOUR_{code}": code for code in ("BB", "ES", "FA", "FR", "LI")}

    def countries_of(card, _, tables):
        of_its_colour = [row for row in tables["countries"] if row["colour"] == card["code"]]
        return " ".join(row["code"] for row in of_its_colour)

    def alliances(rows):
        pairs = collections.Counter(
            " ".join(sorted(row["countries"].split())) for row in rows.values()
        )
        for key, row in rows.items():
            pair = " ".join(sorted(row["countries"].split()))
            if len(pair.split()) != 2:
                yield key, "an alliance joins two countries"
            elif pairs[pair] > 1:
                yield key, f"{pair} are allied twice"
        across = sum(row["sea"] == "yes" for row in rows.values())
        if across != 6:
            yield None, f"six alliances cross the sea, not {across}"

    def roads(rows):
        to = {key: row["roads"].split() for key, row in rows.items()}
        for key, others in to.items():
            if not others:
                yield key, "a space has at least one road"
            if key in others:
                yield key, "a road leads to another space"
            for other in others:
                if key not in to[other]:
                    words = f"a road leads to {other}, but {other} has none to {key}"
                    yield key, words + "; enter it in both rows"
                if key.startswith("EN") and not other.startswith("EN"):
                    yield key, f"no road leads from England to the mainland ({other})"
        for names in (("name",), ("x", "y")):
            seen = collections.Counter(tuple(row[name] for name in names) for row in rows.values())
            for key, row in rows.items():
                if seen[tuple(row[name] for name in names)] > 1:
                    yield key, f"another space has the same {' and '.join(names)}"

    return (
        Table(
            "cards",
            "const struct card_colour card_colours",
            ("code",),
            Text("code", (0,), NAMED),
            Derived("countries", countries_of),
            Number("cards", (1,)),
            Mark("mark", (2,)),
            fixed=STATED,
        ),
        Table(
            "countries",
            "const struct country countries",
            ("code",),
            Text("code", (0,), NAMED),
            Text("name", (1,), NAMED),
            Word("colour", (2,), colours, hidden=True),
            Number("spaces", (4,), fixed="drawings, records and nets know these spaces"),
            Mark("mark", (5,)),
            Note((6,), game.source),
        ),
        Table(
            "alliances",
            "const struct alliance alliances",
            ("number",),
            Derived("number", lambda cells, number, all: str(number + 1)),
            Codes("countries", (0,), countries, "COUNTRY_%s", ", "),
            Flag("sea", (1,)),
            Mark("mark", (2,)),
            Note((3,), game.source),
            check=alliances,
        ),
        Table(
            "spaces",
            "const struct space spaces",
            ("code",),
            Text("code", (0,), NAMED),
            Text("name", (1,)),
            Number("x", (2,), 1, 999),
            Number("y", (3,), 1, 999),
            Codes("roads", (4,), spaces, "TO(%s)"),
            Mark("mark", (5,)),
            check=roads,
            says={"name": "kardinal.part.space"},
        ),
    )
