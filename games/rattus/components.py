"""Rattus: describes the tables in components.c for tools/components.py."""

import re

from tables import Cell, Codes, Derived, Flag, Mark, NAMED, Number, STATED, Symbols, Table, Text


def tables(game):
    regions = re.findall(r"^    \[REGION_(\w+)\]", game.source, re.M)
    # All tokens together may return at most this many cubes: steps_max in rules.c relies on it.
    most = 205

    def borders(rows):
        for key, row in rows.items():
            if row["a"] not in regions or row["b"] not in regions or row["a"] >= row["b"]:
                yield key, "a border is between two regions, that with the smaller code first"
        for players in (2, 3, 4):
            board = {
                code for code, row in game.rows["regions"].items() if int(row["players"]) <= players
            }
            reached, ahead = set(), ["AN"]
            while ahead:
                one = ahead.pop()
                reached.add(one)
                ahead += {
                    row[to] for row in rows.values() for of, to in ("ab", "ba") if row[of] == one
                } & board - reached
            if board - reached:
                apart = " ".join(sorted(board - reached))
                yield None, f"with {players} players nothing leads from AN to {apart}"

    def tokens(rows):
        limits = [int(row["limit"]) for row in rows.values()]
        above, ones = sum(limit > 3 for limit in limits), limits.count(1)
        if not 28 <= above <= 31:
            words = "the rulebook says that about 60 % of the limits are above 3"
            yield None, f"{words}: 28 to 31 of 49, not {above}"
        if not 4 <= ones <= 6:
            words = "the rulebook says that about 10 % of the limits are 1"
            yield None, f"{words}: 4 to 6 of 49, not {ones}"
        returned = sum(
            4 if letter in "MA" else 1
            for row in rows.values()
            for letter in row["symbols"].replace(" ", "")
        )
        if returned > most:
            words = f"together the tokens return up to {returned} cubes"
            yield None, f"{words}; the program allows {most} (steps_max in rules.c)"

    return (
        Table(
            "regions",
            "const struct rattus_region rattus_region_table",
            ("code",),
            Text("code", (0,)),
            Text("name", (1,)),
            Number("players", (2,)),
            Mark("mark", (4,)),
            fixed=STATED,
        ),
        Table(
            "borders",
            "#define BORDER_LIST",
            ("a", "b"),
            Codes("a", (0,), regions, "%s"),
            Codes("b", (1,), regions, "%s"),
            Flag("sea", (2,)),
            Mark("mark", (3,)),
            check=borders,
            grows=True,
        ),
        Table(
            "classes",
            "const struct rattus_class rattus_class_table",
            ("code",),
            Text("code", (0,)),
            Text("name", (1,)),
            Text("power", (2,)),
            Mark("mark", (3,)),
            fixed=STATED,
        ),
        Table(
            "tokens",
            "#define FACE_LIST",
            ("code",),
            Cell("code", (0,), NAMED),
            Derived("start", lambda cells, *_: "yes" if cells["code"][0] == "S" else "no"),
            Number("limit", (1,), 1, 6),
            Symbols("symbols", (2,)),
            Mark("mark", (3,)),
            check=tokens,
        ),
    )
