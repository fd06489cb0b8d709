#!/usr/bin/env python3
"""Tests components --csv and tools/components.py: exports read back, wrong files are refused.

    test_components.py PROGRAM

TAP on standard output. The script works on a copy of the files that it reads. tests/docs follows
docs/correcting-a-table.md and thereby checks that corrected tables build and can be played.
"""

import csv
import io
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

import tap  # noqa: E402
from tap import equal  # noqa: E402

GAMES = ("duell", "kardinal", "rattus", "tallinn")


def exported(program, game):
    return tap.output(program, "components", game, "--csv")


def flat(value):
    if isinstance(value, list):
        return " ".join(map(str, value))
    return (
        {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
    )


def cells_of(row, prefix=""):
    """Returns a row of --json as --csv writes it."""
    cells = {}
    for name, value in row.items():
        inner = isinstance(value, dict)
        cells.update(cells_of(value, f"{prefix}{name}.") if inner else {prefix + name: flat(value)})
    return cells


def same_as_json(program, game):
    """The output follows RFC 4180 (CRLF, equal numbers of fields), and every cell equals that of
    --json."""
    text = exported(program, game)
    assert text.startswith(b"\xef\xbb\xbftable,") and text.endswith(b"\r\n"), text[:40]
    assert text.count(b"\n") == text.count(b"\r\n"), "a line ends without CR"
    lines = list(csv.reader(io.StringIO(text.decode("utf-8-sig"), newline=""), strict=True))
    equal("fields", {len(line) for line in lines}, {len(lines[0])})
    equal("the last columns", lines[0][-2:], ["mark", "note"])
    found = [{name: cell for name, cell in zip(lines[0], line) if cell} for line in lines[1:]]
    tables = json.loads(tap.output(program, "components", game, "--json"))["tables"]
    wanted = [{"table": table, **cells_of(row)} for table, rows in tables.items() for row in rows]
    equal("rows", found, [{name: cell for name, cell in row.items() if cell} for row in wanted])


def not_both(program):
    done = tap.run(program, "components", "rattus", "--csv", "--json")
    equal("status, output", [done.returncode, done.stdout], [2, b""])


class Tree:
    """A temporary copy of the files that the script reads and writes."""

    def __init__(self, program):
        self.program, self.folder = program, tempfile.TemporaryDirectory(
            prefix="tafelrunde-tables-"
        )
        self.path = pathlib.Path(self.folder.name)
        for name in ("games", "messages", "tools"):
            shutil.copytree(
                ROOT / name, self.path / name, ignore=shutil.ignore_patterns("__pycache__")
            )

    def contents(self):
        files = sorted(path for path in self.path.rglob("*") if path.is_file())
        return {str(path.relative_to(self.path)): path.read_bytes() for path in files}

    def rows(self, game):
        text = exported(self.program, game).decode("utf-8-sig")
        return list(csv.DictReader(io.StringIO(text, newline="")))

    def run(self, game, data, *more):
        with tempfile.NamedTemporaryFile(suffix=".csv") as file:
            file.write(data)
            file.flush()
            command = [
                sys.executable,
                str(self.path / "tools/components.py"),
                game,
                file.name,
                *more,
            ]
            return subprocess.run(command, capture_output=True, text=True, encoding="utf-8")

    def correct(self, game, edit, *more, **form):
        rows = self.rows(game)
        return self.run(game, written(edit(rows) or rows, **form), *more)


def written(rows, separator=",", encoding="utf-8", end="\r\n"):
    columns = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, restval="", delimiter=separator, lineterminator=end)
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode(encoding)


def find(rows, table, **key):
    return next(row for row in rows if row["table"] == table and key.items() <= row.items())


def reads_back(tree, game):
    """An unchanged export, also as spreadsheets save it, changes no byte of the sources."""
    before = tree.contents()

    def excel(rows):
        for row in rows:
            row.update(
                {
                    name: {"yes": "WAHR", "no": "FALSCH"}.get(cell, cell)
                    for name, cell in row.items()
                }
            )
            row["code"] = re.sub(r"^0(\d)$", r"\1", row["code"])
        return rows[::-1]

    done = [
        tree.run(game, exported(tree.program, game)),
        tree.correct(game, excel, separator=";", encoding="cp1252"),
        tree.correct(game, excel, separator=";", encoding="utf-8-sig"),
        tree.correct(game, lambda rows: rows, separator="\t", encoding="utf-16", end="\n"),
        tree.run(game, b"sep=;\r\n" + written(tree.rows(game), separator=";")),
    ]
    for one in done:
        equal("status", (one.returncode, one.stderr), (0, ""))
        equal("said", one.stdout, "The file says what the sources say: nothing to change.\n")
    equal("files", tree.contents(), before)


def put(table, key, **cells):
    def edit(rows):
        find(rows, table, **key).update(
            {name.replace("__", "."): cell for name, cell in cells.items()}
        )

    return edit


def several(*edits):
    def edit(rows):
        for one in edits:
            one(rows)

    return edit


def drop(table, **key):
    return lambda rows: rows.remove(find(rows, table, **key))


def twice(table, **key):
    return lambda rows: rows.append(find(rows, table, **key))


def without(column):
    return lambda rows: [
        {name: cell for name, cell in row.items() if name != column} for row in rows
    ]


BAD = (
    (
        "kardinal",
        "an unknown code",
        put("spaces", {"code": "AR1"}, roads="AR2 XX9"),
        "there is no XX9",
    ),
    (
        "kardinal",
        "a road one way",
        put("spaces", {"code": "AR1"}, roads="AR2 AR3 AR5 FR7"),
        "AR5 has none to AR1",
    ),
    (
        "kardinal",
        "a road to itself",
        put("spaces", {"code": "AR1"}, roads="AR1 AR2 AR3 FR7"),
        "leads to another space",
    ),
    (
        "kardinal",
        "a road named twice",
        put("spaces", {"code": "AR1"}, roads="AR2 AR2 AR3 FR7"),
        "AR2 is named twice",
    ),
    (
        "kardinal",
        "no road at all",
        several(
            put("spaces", {"code": "EN1"}, roads=""),
            put("spaces", {"code": "EN2"}, roads="EN3 EN4"),
        ),
        "at least one road",
    ),
    (
        "kardinal",
        "a road to England",
        several(
            put("spaces", {"code": "EN6"}, roads="EN5 LO1"),
            put("spaces", {"code": "LO1"}, roads="EN6 FK1 LO2 LO3"),
        ),
        "no road leads from England",
    ),
    (
        "kardinal",
        "not a number",
        put("spaces", {"code": "AR1"}, x="zwölf"),
        '"zwölf" is not a whole number',
    ),
    (
        "kardinal",
        "a number out of range",
        put("spaces", {"code": "AR1"}, x="1000"),
        "is not between 1 and 999",
    ),
    (
        "kardinal",
        "a place that is taken",
        put("spaces", {"code": "AR1"}, x="182", y="897"),
        "the same x and y",
    ),
    ("kardinal", "a row twice", twice("spaces", code="AR1"), "this row is there twice"),
    ("kardinal", "a row too few", drop("spaces", code="AR1"), "spaces AR1: this row is missing"),
    (
        "kardinal",
        "a row too many",
        lambda rows: rows.append({**find(rows, "spaces", code="AR1"), "code": "AR7"}),
        "there is no such row",
    ),
    ("kardinal", "a missing column", without("roads"), "the column roads is missing"),
    (
        "kardinal",
        "an unknown column",
        lambda rows: rows[0].update(towers="1"),
        'there is no column "towers"',
    ),
    (
        "kardinal",
        "an unknown table",
        lambda rows: find(rows, "spaces", code="AR1").update(table="places"),
        'there is no table "places"',
    ),
    (
        "kardinal",
        "a cell out of place",
        put("spaces", {"code": "AR1"}, cards="3"),
        '"3" is out of place',
    ),
    (
        "kardinal",
        "a number of spaces",
        put("countries", {"code": "AR"}, spaces="5"),
        '"6" cannot become "5"',
    ),
    (
        "kardinal",
        "what is stated",
        put("cards", {"code": "BB"}, cards="11"),
        "the rulebook states it",
    ),
    ("kardinal", "no mark", put("spaces", {"code": "AR1"}, mark="Q"), '"Q" is no mark'),
    (
        "kardinal",
        "an alliance of one",
        put("alliances", {"number": "7"}, countries="FR"),
        "joins two countries",
    ),
    (
        "kardinal",
        "an alliance twice",
        put("alliances", {"number": "7"}, countries="BU FR"),
        "are allied twice",
    ),
    (
        "kardinal",
        "a seventh sea route",
        put("alliances", {"number": "7"}, sea="yes"),
        "six alliances cross the sea, not 7",
    ),
    (
        "kardinal",
        "neither yes nor no",
        put("alliances", {"number": "7"}, sea="vielleicht"),
        "neither yes nor no",
    ),
    (
        "duell",
        "a wrong count",
        put("cards", {"code": "gold3"}, A="2"),
        "stack A has 27 cards, not 28",
    ),
    ("duell", "three copies", put("cards", {"code": "wood"}, A="3"), "is not between 0 and 2"),
    (
        "duell",
        "a price where there is none",
        put("cards", {"code": "wood"}, gold="1"),
        "this card has none",
    ),
    (
        "duell",
        "a market that is none",
        put("cards", {"code": "wood"}, sells__ore="1"),
        "wood has none",
    ),
    (
        "duell",
        "another kind",
        put("cards", {"code": "wood"}, kind="market"),
        '"material" cannot become "market"',
    ),
    (
        "duell",
        "two materials",
        put("sections", {"code": "I"}, needs="wood sand"),
        "needs three materials",
    ),
    (
        "duell",
        "too many markers",
        put("sections", {"code": "I"}, needs="sand stone ore"),
        "more ore than a seat has markers",
    ),
    (
        "tallinn",
        "an unknown person",
        put("influence", {"code": "1"}, a__persons="x"),
        "persons are m, k and o",
    ),
    (
        "tallinn",
        "a coin for others",
        put("influence", {"code": "1"}, a__persons="k"),
        "for a class that the half shows",
    ),
    ("tallinn", "a coin too few", put("influence", {"code": "1"}, a__coin=""), "m has 1"),
    ("tallinn", "2 × for less", put("chronicle", {"code": "C1"}, I="5 3"), "2 × needs more"),
    ("tallinn", "one number", put("chronicle", {"code": "C1"}, I="5"), "is not two numbers"),
    (
        "rattus",
        "an unknown symbol",
        put("tokens", {"code": "N10"}, symbols="AX"),
        "symbols are P, B, C",
    ),
    ("rattus", "M and A", put("tokens", {"code": "N10"}, symbols="MA"), "M or A, not both"),
    ("rattus", "a limit", put("tokens", {"code": "N10"}, limit="7"), "is not between 1 and 6"),
    (
        "rattus",
        "too many above 3",
        several(*(put("tokens", {"code": f"N{n:02}"}, limit="4") for n in (8, 9, 10))),
        "28 to 31 of 49, not 32",
    ),
    ("rattus", "a border twice", twice("borders", a="AN", b="GA"), "this row is there twice"),
    (
        "rattus",
        "a border the wrong way",
        put("borders", {"a": "AN", "b": "GA"}, a="GA", b="AN"),
        "the smaller code first",
    ),
    (
        "rattus",
        "a border to nowhere",
        put("borders", {"a": "AN", "b": "GA"}, b="XX"),
        "there is no XX",
    ),
    (
        "rattus",
        "an island",
        several(drop("borders", a="AN", b="GA"), drop("borders", a="AN", b="SC")),
        "nothing leads from AN",
    ),
)


def refused(tree, game, edit, words):
    before, done = tree.contents(), tree.correct(game, edit)
    equal("status", (done.returncode, done.stdout), (1, ""))
    assert words in done.stderr and done.stderr.endswith("Nothing was changed.\n"), done.stderr
    equal("files", tree.contents(), before)


def no_table(tree):
    """A missing file, an empty one, and a file that is not a table are refused."""
    before = tree.contents()
    for data in (b"", b"\n\n", b"\x89PNG\r\n\x1a\n\0\0", b'table,"code\n', b"a;b\n1;2;3\n"):
        done = tree.run("rattus", data)
        equal(
            repr(data), (done.returncode, done.stderr.endswith("Nothing was changed.\n")), (1, True)
        )
    equal("files", tree.contents(), before)


GOOD = {
    "kardinal": (
        several(
            put("spaces", {"code": "FR8"}, roads="AR5 BU6 FR6 FR7 BU5"),
            put("spaces", {"code": "BU5"}, roads="FR8 BU4 IT1"),
            put("spaces", {"code": "AR3"}, name="Saragossa"),
            put("countries", {"code": "FK"}, mark="S"),
        ),
        [
            'spaces FR8: roads is now "AR5 BU5 BU6 FR6 FR7", not "AR5 BU6 FR6 FR7".',
            "spaces FR8: the mark is now S, not R.",
            "countries FK: confirmed as it is.",
            'spaces AR3: name is now "Saragossa", not "Zaragoza".',
        ],
        ['"FR8", "Toulouse", ', "TO(AR5) | TO(BU5) | TO(BU6) | TO(FR6) | TO(FR7), 'S'"],
    ),
    "duell": (
        several(
            put("cards", {"code": "gold3"}, A="2"),
            put("cards", {"code": "wood"}, A="0"),
            put("cards", {"code": "market2"}, sells__ore="5"),
        ),
        ['cards gold3: A is now "2", not "1".', 'cards market2: sells.ore is now "5", not "".'],
        ['"gold3",      {2, 0}', "[MARKET2] = {{[WOOD] = 2, [SAND] = 2, [STONE] = 2, [ORE] = 5},"],
    ),
    "tallinn": (
        several(
            put("influence", {"code": "1"}, a__persons="mk"),
            put("chronicle", {"code": "C1"}, II="6 9"),
        ),
        [
            'influence 1: a.persons is now "mk", not "m".',
            'chronicle C1: II is now "6 9", not "5 8".',
        ],
        ["{{{K(1), M(1)}, COIN(M), 0},  {{K(2)}, 0, 0}},", "{{3, 5},        {6, 9}}, 'S', \"\""],
    ),
    "rattus": (
        several(
            put("tokens", {"code": "N11"}, symbols="M PBCK"),
            drop("borders", a="TA", b="TU"),
            lambda rows: rows.append(
                {**find(rows, "borders", a="AN", b="GA"), "b": "GE", "mark": "S"}
            ),
        ),
        [
            'tokens N11: symbols is now "M PBCK", not "M BC".',
            "borders TA TU: removed.",
            "borders AN GE: new, with the mark S.",
        ],
        ["X(of, AN, GE, 1, 'S')", "X(of, N11, 3, M | P | B | C | K, 'S')"],
    ),
}


def taken(program, game):
    """A valid file is summarised, written with mark S and kept alignment, and then matches the
    sources."""
    tree = Tree(program)
    edit, words, lines = GOOD[game]
    before, checked = tree.contents(), tree.correct(game, edit, "--check")
    equal("--check", (checked.returncode, tree.contents()), (0, before))
    done = tree.correct(game, edit)
    equal("status", (done.returncode, done.stderr), (0, ""))
    assert done.stdout.startswith(checked.stdout), checked.stdout
    for one in words:
        assert one in done.stdout.splitlines(), f"{one}: {done.stdout}"
    source = (tree.path / f"games/{game}/components.c").read_text(encoding="utf-8")
    for one in lines:
        assert one in source, one
    for kind in ("spaces[SPACES]", "FACE_LIST(X"):
        if kind in source:
            rows = re.findall(
                r"^    .*'[SIR]'", source[source.index(kind) :].partition("\n\n")[0], re.M
            )
            equal(f"{kind}: one column of marks", len({len(row) for row in rows}), 1)
    again = tree.correct(game, edit)
    equal("again", again.stdout, "The file says what the sources say: nothing to change.\n")
    if game == "kardinal":
        said = json.loads((tree.path / "messages/kardinal.json").read_text(encoding="utf-8"))
        equal(
            "the name that people read",
            said["kardinal.part.space.AR3"],
            {"de": "Saragossa", "en": "Saragossa"},
        )


def main():
    program = tap.program_argument(__doc__)
    cases, tree = tap.Tap(), Tree(program)
    cases.case("--csv and --json exclude each other", not_both, program)
    for game in GAMES:
        cases.case(f"{game}: --csv equals --json", same_as_json, program, game)
        cases.case(f"{game}: an export can be read back", reads_back, tree, game)
        cases.case(f"{game}: a correction is applied", taken, program, game)
    for game, what, edit, words in BAD:
        cases.case(f"{game}: refused: {what}", refused, tree, game, edit, words)
    cases.case("refused: files that are not tables", no_table, tree)
    tree.folder.cleanup()
    return cases.end()


if __name__ == "__main__":
    sys.exit(main())
