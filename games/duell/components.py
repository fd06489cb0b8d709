"""Duell der Baumeister: describes the tables in components.c for tools/components.py."""

from tables import Codes, Derived, Mark, NAMED, Note, Number, Pair, Price, STATED, Table, Text, Word


def tables(game):
    materials = ["ore", "sand", "stone", "wood", "wool"]
    market = "const struct duell_market duell_market_table"

    def material_of(card, *_):
        return card["which"] if card["kind"] in ("material", "craftsman") else ""

    def sections(rows):
        for key, row in rows.items():
            if len(row["needs"].split()) != 3:
                yield key, "a section needs three materials"
        if not {"stone", "sand"} <= set(rows["II"]["needs"].split()):
            yield "II", "section II needs ashlar and mortar (stone and sand)"
        if len({row["needs"] for row in rows.values()}) < 3:
            yield None, "the sections differ in what they need"
        for material, row in game.rows["materials"].items():
            if sum(material in one["needs"].split() for one in rows.values()) > int(row["markers"]):
                yield None, f"the sections need more {material} than a seat has markers"

    def cards(rows):
        for stack in "AB":
            count = sum(int(row[stack]) for row in rows.values())
            if count != 27:
                yield None, f"stack {stack} has 27 cards, not {count}"
            if rows["power"][stack] != "2":
                yield "power", f"stack {stack} has two of them"
        for key, row in rows.items():
            if (row["colour"] or row["kind"] == "1 ×") and int(row["A"]) + int(row["B"]) != 1:
                yield key, "there is one such card, in one of the stacks"
            if row["kind"] == "free conversion" and int(row["amount"]) > 2:
                yield key, "at most two conversions are free"

    constants = {material.upper(): material for material in materials}
    return (
        Table(
            "numbers",
            "const struct duell_number duell_number_table",
            ("what",),
            Text("what", (0,)),
            Number("number", (1,), named=game.constants),
            Mark("mark", (2,)),
            fixed=STATED,
        ),
        Table(
            "seals",
            "const struct duell_seal duell_seal_table",
            ("code",),
            Text("code", (0,)),
            Pair("sides", (1,)),
            Number("each seat", (2,)),
            Number("stack", (3,)),
            Mark("mark", (4,)),
            fixed=STATED,
        ),
        Table(
            "materials",
            "const struct duell_material duell_material_table",
            ("raw",),
            Text("raw", (0,)),
            Text("Waleran", (1, 0)),
            Text("Philip", (1, 1)),
            Number("markers", (2,)),
            Number("camp", (3,)),
            Mark("mark", (4,)),
            fixed=STATED,
        ),
        Table(
            "sections",
            "const struct duell_section duell_section_table",
            ("code",),
            Text("code", (0,), NAMED),
            Codes("needs", (1,), materials, "BIT(%s)"),
            Word("bonus", (2,), game.strings, STATED),
            Number("amount", (3,), 1, 40),
            Mark("mark", (4,)),
            Note((5,), game.source),
            check=sections,
        ),
        Table(
            "cards",
            "const struct duell_card duell_card_table",
            ("code",),
            Text("code", (0,), NAMED),
            Number("A", (1, 0), 0, 2),
            Number("B", (1, 1), 0, 2),
            Word("kind", (2,), game.strings),
            Word("colour", (3,), game.strings),
            Number("gold", (4,), 1, 20, blank=True),
            Word("which", (5,), constants, hidden=True),
            Derived("material", material_of),
            Number("amount", (6,), 1, 4, blank=True),
            Number("for wool", (1,), 1, 20, blank=True, of=market),
            *(Price(material, market) for material in ("sand", "stone", "wood", "ore")),
            Mark("mark", (7,)),
            Note((8,), game.source),
            check=cards,
            says={"gold": "duell.part.card", "for wool": "duell.part.card"},
        ),
    )
