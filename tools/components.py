#!/usr/bin/env python3
"""Puts a corrected component table into the sources; docs/correcting-a-table.md shows how.

    components.py GAME FILE.csv            checks the file and rewrites games/GAME/components.c
    components.py GAME FILE.csv --check    only checks it and says what would change

The file is what `tafelrunde components GAME --csv` writes, edited in a spreadsheet. It may be
separated by commas, semicolons or tabs, in UTF-8, UTF-16 or the Western code page of Windows.
A row whose content changes gets the mark S, because somebody has read it off the printed game;
a row that was right all along can be given the mark S by hand. If anything is wrong, everything
that is wrong is listed and nothing is written.

Each table says where a column stands in a row of components.c, how C writes it, and what the
rules demand of it.
"""

import argparse
import collections
import csv
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
STATED = "the rulebook states it, and the rules are built on it"
NAMED = "records, rules and drawings know it by this name"
YES, NO = ("yes", "true", "ja", "wahr", "1", "x"), ("no", "false", "nein", "falsch", "0", "")


class Wrong(Exception):
    """What is wrong with a cell, in words."""


# ---- cells ----

class Cell:
    """A column of a table. `at` is the path to it in a row: (1, 0) is the first member of the
    second one. `fixed` says why it cannot be changed. `of` names another block and the row of
    that block which has it. An `optional` column need not be in the file."""

    def __init__(self, name, at=None, fixed=None, of=None, optional=False):
        self.name, self.at, self.fixed, self.of, self.optional = name, at, fixed, of, optional

    def read(self, c):
        """From C to the cell."""
        return c

    def write(self, cell, c):
        """From the cell to C; `c` is what stands there now."""
        return cell

    def normal(self, cell):
        """The cell as the program writes it; Wrong if it makes no sense."""
        return cell


class Text(Cell):
    def read(self, c):
        return c[1:-1].replace('\\"', '"')

    def write(self, cell, c):
        return '"' + cell.replace("\\", "\\\\").replace('"', '\\"') + '"'

    def normal(self, cell):
        if not cell.strip() or not cell.isprintable():
            raise Wrong("a name is missing")
        return cell


class Mark(Cell):
    def read(self, c):
        return c[1:-1]

    def write(self, cell, c):
        return f"'{cell}'"


class Note(Text):
    """What the mark says of; in C put together from literals and macros."""

    def __init__(self, at, source):
        super().__init__("note", at)
        self.macros = re.findall(r"^#define (\w+)(?:\((\w+)\))? +(\".*)$", source, re.M)

    def read(self, c):
        for name, parameter, text in self.macros:
            call = re.match(name + (r'\((".*?")\)' if parameter else r"\b"), c)
            if call:
                c = re.sub(rf" {parameter} ", f" {call[1]} ", text) if parameter else text + c[call.end():]
        return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', c)).replace('\\"', '"')

    def normal(self, cell):
        return cell


class Number(Cell):
    """From low to high. In a `blank` column an empty cell is none, and stays empty."""

    def __init__(self, name, at, low, high, blank=False, named=None, **more):
        super().__init__(name, at, **more)
        self.low, self.high, self.blank, self.named = low, high, blank, named or {}

    def read(self, c):
        return "" if self.blank and c == "0" else self.named.get(c, c)

    def write(self, cell, c):
        if c in self.named:
            raise Wrong(STATED)
        if (c == "0" or cell == "") and self.blank:
            raise Wrong("this card has one" if cell == "" else "this card has none")
        return cell

    def normal(self, cell):
        if self.blank and cell == "":
            return cell
        if not re.fullmatch(r"[0-9]{1,4}", cell):
            raise Wrong(f'"{cell}" is not a whole number')
        if not self.low <= int(cell) <= self.high:
            raise Wrong(f"{int(cell)} is not between {self.low} and {self.high}")
        return str(int(cell))


class Price(Number):
    """What a market takes for a material; in C one of {[WOOD] = 2, [SAND] = 2}."""

    def __init__(self, material, of):
        super().__init__(f"sells.{material}", (0,), 1, 20, blank=True, of=of)
        self.constant = material.upper()

    def read(self, c):
        found = re.search(rf"\[{self.constant}\] = (\d+)", c)
        return found[1] if found else ""

    def write(self, cell, c):
        prices = [one for one in re.findall(r"\[(\w+)\] = (\d+)", c) if one[0] != self.constant]
        prices += [(self.constant, cell)] if cell else []
        return "{" + ", ".join(f"[{name}] = {price}" for name, price in prices) + "}"


class Pair(Cell):
    """Two numbers, "3 5", in C {3, 5}."""

    def read(self, c):
        return " ".join(re.findall(r"\d+", c))

    def write(self, cell, c):
        return "{" + cell.replace(" ", ", ") + "}"

    def normal(self, cell):
        if not re.fullmatch(r"[0-9]{1,2}[ /,]+[0-9]{1,2}", cell):
            raise Wrong(f'"{cell}" is not two numbers')
        return " ".join(str(int(one)) for one in re.findall(r"\d+", cell))


class Flag(Cell):
    def read(self, c):
        return "yes" if c == "1" else "no"

    def write(self, cell, c):
        return "1" if cell == "yes" else "0"

    def normal(self, cell):
        if cell.lower() not in YES + NO:
            raise Wrong(f'"{cell}" is neither yes nor no')
        return "yes" if cell.lower() in YES else "no"


class Shields(Flag):
    """A flag that is empty where there are none."""

    def read(self, c):
        return "yes" if c == "1" else ""

    def normal(self, cell):
        return super().normal(cell).replace("no", "")


class Codes(Cell):
    """Several codes, each once, "AR2 AR3". In C each is written as `form` and `between` joins
    them; a set (joined by |) has no order."""

    def __init__(self, name, at, codes, form, between=" | ", **more):
        super().__init__(name, at, **more)
        self.codes, self.form, self.between = codes, form, between

    def read(self, c):
        found = re.findall(re.escape(self.form).replace("%s", r"(\w+)"), c)
        return " ".join(self.sort([one if one in self.codes else one.lower() for one in found]))

    def sort(self, codes):
        return sorted(codes, key=self.codes.index) if "|" in self.between else codes

    def write(self, cell, c):
        text = self.between.join(self.form % one.upper() for one in cell.split())
        return "{" + text + "}" if c.startswith("{") else text

    def normal(self, cell):
        found = re.findall(r"[^\s,;|/–-]+", cell)
        for one in found:
            if one not in self.codes:
                raise Wrong(f"there is no {one}")
            if found.count(one) > 1:
                raise Wrong(f"{one} is named twice")
        return " ".join(self.sort(found))


class Persons(Cell):
    """Persons of the three classes, "mko", in C {M(1), K(1), O(1)}."""

    def read(self, c):
        counts = dict(re.findall(r"([KMO])\((\d)\)", c))
        return "".join(letter * int(counts.get(letter.upper(), 0)) for letter in "mko")

    def write(self, cell, c):
        counts = [f"{letter.upper()}({cell.count(letter)})" for letter in "kmo" if letter in cell]
        return "{" + (", ".join(counts) or "0") + "}"

    def normal(self, cell):
        letters = cell.lower().replace(" ", "")
        if set(letters) - set("mko"):
            raise Wrong(f'"{cell}": persons are m, k and o')
        return "".join(sorted(letters, key="mko".index))


class Coin(Cell):
    def read(self, c):
        return c[5:-1].lower() if c.startswith("COIN(") else ""

    def write(self, cell, c):
        return f"COIN({cell.upper()})" if cell else "0"

    def normal(self, cell):
        if cell.lower() not in ("", "m", "k", "o"):
            raise Wrong(f'"{cell}": a coin is m, k or o')
        return cell.lower()


class Symbols(Cell):
    """What a rat token hits: M or A, then classes, "M BC", in C M | B | C."""

    def read(self, c):
        return self.normal(c)

    def write(self, cell, c):
        return " | ".join(cell.replace(" ", ""))

    def normal(self, cell):
        letters = re.sub(r"[\s,|]", "", cell.upper())
        if not letters or set(letters) - set("MAPBCKWR") or len(set(letters)) < len(letters):
            raise Wrong(f'"{cell}": symbols are P, B, C, K, W, R, each once at most, and M or A')
        if {"M", "A"} <= set(letters):
            raise Wrong("a token has M or A, not both")
        parts = ("".join(one for one in order if one in letters) for order in ("MA", "PBCKWR"))
        return " ".join(filter(None, parts))


class Word(Cell):
    """A constant of C that the file names in words. It cannot be changed."""

    def __init__(self, name, at, words, fixed=NAMED):
        super().__init__(name, at, fixed)
        self.words = words

    def read(self, c):
        return self.words.get(c, "")


class Derived(Cell):
    """Not in the row but computed from it: by(cells, number of the row, all tables)."""

    def __init__(self, name, by, fixed):
        super().__init__(name, None, fixed)
        self.by = by


# ---- C: blocks of rows, one per line ----

def split(text, start, end):
    """The spans of what commas separate between start and end."""
    spans, depth, at, quote = [], 0, start, None
    for i in range(start, end + 1):
        char = text[i] if i < end else ","
        if quote:
            quote = None if char == quote and text[i - 1] != "\\" else quote
        elif char in "\"'":
            quote = char
        elif char == "," and depth == 0:
            piece = text[at:i]
            spans.append((at + len(piece) - len(piece.lstrip()), at + len(piece.rstrip())))
            at = i + 1
        else:
            depth += (char in "{(") - (char in "})")
    return [span for span in spans if span[0] < span[1]]


def inside(line):
    """The span of a row's members, between {…} or X(of, …); None if the line is no row."""
    found = re.match(r"\s*(?:\[[^]]+\] =\s*)?\{|\s*X\(of,", line)
    depth, quote = 1, False
    for i in range(found.end() if found else len(line), len(line)):
        quote ^= line[i] == '"' and line[i - 1] != "\\"
        depth += 0 if quote else (line[i] in "{(") - (line[i] in "})")
        if depth == 0:
            return found.end(), i
    return None


class Block:
    """A table of C; `head` is how its first line begins."""

    def __init__(self, lines, head):
        self.lines = lines
        self.first = next(i for i, line in enumerate(lines) if line.startswith(head))
        self.macro = head.startswith("#define")
        ends = (lambda line: not line.endswith("\\")) if self.macro else (lambda line: line == "};")
        self.last = next(i for i in range(self.first, len(lines)) if ends(lines[i]))
        self.rows = [i for i in range(self.first + 1, self.last + 1) if inside(lines[i])]

    def designated(self, name):
        return next((i for i in self.rows if self.lines[i].lstrip().startswith(f"[{name}] =")), None)

    def span(self, row, path):
        line, (start, end) = self.lines[row], inside(self.lines[row])
        for depth, number in enumerate(path):
            start, end = split(line, start + (depth > 0), end - (depth > 0))[number]
        return start, end

    def text(self, row, path):
        start, end = self.span(row, path)
        return self.lines[row][start:end]

    def replace(self, row, path, text):
        """Puts a text in the place of a member. Spaces after it make up for its length; if there
        are too few of them, the whole column is widened."""
        for depth in range(len(path), 1, -1):  # from the inside out: what is around it stays
            line, (start, end), (left, right) = self.lines[row], self.span(row, path[:depth]), self.span(row, path[:depth - 1])
            rest = line[end:right]
            gap = re.match(r",( +)", rest)
            if gap:
                rest = ", ".ljust(1 + max(1, len(gap[1]) - len(text) + end - start)) + rest[gap.end():]
            text = line[left:start] + text + rest
        line, (left, right), after = self.lines[row], self.span(row, path[:1]), path[0] + 1
        members = split(line, *inside(line))
        if after == len(members):
            self.lines[row] = line[:left] + text + line[right:]
            return
        room = members[after][0] - left
        wider = max(0, len(text) + 2 - room)
        if wider:
            self.widen(after, members[after][0], wider)
        line = self.lines[row]
        self.lines[row] = line[:left] + (text + ",").ljust(room + wider) + line[left + room + wider:]

    def widen(self, member, column, by):
        for i in range(self.first, self.last + 1):
            line, at = self.lines[i], column
            if i in self.rows:
                at = split(line, *inside(line))[member][0]
            elif line.endswith("\\"):
                at = len(line) - 1
            elif not line.lstrip().startswith("/*") or line[at - 1:at] != " ":
                continue
            self.lines[i] = line[:at] + " " * by + line[at:]

    def reorder(self, rows):
        """Puts these lines in the place of all rows of a macro."""
        rows = [row.rstrip("\\").rstrip() for row in rows]
        width = max(len(self.lines[self.first]) - 1, *(len(row) + 2 for row in rows))
        self.lines[self.first + 1:self.last + 1] = [row.ljust(width) + "\\" for row in rows[:-1]] + rows[-1:]


# ---- tables and games ----

class Table:
    """`key` are the columns that name a row. `check(rows)` yields what the rules forbid, as
    (key or None, words). Rows of a table that `grows` can be added and removed."""

    def __init__(self, name, head, key, *cells, check=lambda rows: (), grows=False):
        self.name, self.head, self.key, self.check, self.grows = name, head, key, check, grows
        self.cells = {cell.name: cell for cell in cells}

    def key_of(self, cells):
        return " ".join(cells[name] for name in self.key)


class Game:
    """The tables of a game as components.c has them; `rows` is {table: {key: cells}}."""

    def __init__(self, root, name):
        self.path, self.words_path = root / f"games/{name}/components.c", root / f"messages/{name}.json"
        self.source = self.path.read_text(encoding="utf-8")
        self.constants = dict(re.findall(r"(\w+) = (\d+)", self.path.with_suffix(".h").read_text(encoding="utf-8")))
        self.strings = dict(re.findall(r'\[(\w+)\] = "([^"]*)"', self.source))
        self.lines, self.words = self.source.split("\n"), self.words_path.read_text(encoding="utf-8")
        self.tables = {table.name: table for table in GAMES[name](self)}
        read = {table.name: self.read(table) for table in self.tables.values()}
        for table in self.tables.values():
            for number, cells in enumerate(read[table.name]):
                for cell in table.cells.values():
                    if isinstance(cell, Derived):
                        cells[cell.name] = cell.by(cells, number, read)
        self.rows = {name: {self.tables[name].key_of(cells): cells for cells in rows} for name, rows in read.items()}

    def read(self, table):
        block, rows = Block(self.lines, table.head), []
        for row in block.rows:
            cells = {}
            for cell in table.cells.values():
                if cell.at is not None:
                    there, at = self.place(block, row, cell, cells)
                    cells[cell.name] = cell.read(there.text(at, cell.at)) if at is not None else ""
            rows.append(cells)
        return rows

    def place(self, block, row, cell, cells):
        """The block and the row that has a cell."""
        if not cell.of:
            return block, row
        other = Block(self.lines, cell.of)
        return other, other.designated(cells["code"].upper())

    def put(self, table, key, changes):
        """Writes changed cells of a row into C."""
        old = self.rows[table.name][key]
        for name, value in changes.items():
            block, cell = Block(self.lines, table.head), table.cells[name]
            row = block.rows[list(self.rows[table.name]).index(key)]
            block, row = self.place(block, row, cell, old)
            if row is None:
                raise Wrong(f"{name}: {key} has none")
            block.replace(row, cell.at, cell.write(value, block.text(row, cell.at)))

    def rename(self, key, old, new):
        """What people read stands in the catalogue: puts `new` for `old` into that message."""
        line = next((line for line in self.words.split("\n") if line.strip().startswith(f'"{key}": ')), "")
        head, colon, says = line.partition(": ")
        renamed = re.sub(rf"(?<![\w-]){re.escape(old)}(?![\w-])", lambda _: new, says)
        if renamed != says:
            self.words = self.words.replace(line, head + colon + renamed)


def kardinal(game):
    countries = re.findall(r'^    \[COUNTRY_(\w+)\]', game.source, re.M)
    spaces = re.findall(r'^    \[(\w\w\d)\]', game.source, re.M)

    def cards(rows):
        total = sum(int(row["cards"]) for row in rows.values())
        if total != 55:
            yield None, f"there are 55 cards, not {total}"

    def alliances(rows):
        pairs = collections.Counter(" ".join(sorted(row["countries"].split())) for row in rows.values())
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
                    yield key, f"a road leads to {other}, but {other} has none to {key}; enter it in both rows"
                if key.startswith("EN") and not other.startswith("EN"):
                    yield key, f"no road leads from England to the mainland ({other})"
        for names in (("name",), ("x", "y")):
            seen = collections.Counter(tuple(row[name] for name in names) for row in rows.values())
            for key, row in rows.items():
                if seen[tuple(row[name] for name in names)] > 1:
                    yield key, f"another space has the same {' and '.join(names)}"

    return (
        Table("cards", "const struct card_colour card_colours", ("code",),
              Text("code", (0,), NAMED),
              Derived("countries", lambda cells, _, all: " ".join(row["code"] for row in all["countries"] if row["colour"] == cells["code"]), STATED),
              Number("cards", (1,), 3, 13), Mark("mark", (2,)), check=cards),
        Table("countries", "const struct country countries", ("code",),
              Text("code", (0,), NAMED), Text("name", (1,), NAMED),
              Word("colour", (2,), {f"COLOUR_{code}": code for code in ("BB", "ES", "FA", "FR", "LI")}),
              Number("spaces", (4,), 0, 0, fixed="it is the number of rows of the table spaces, which have names, places and nets of their own"),
              Mark("mark", (5,)), Note((6,), game.source)),
        Table("alliances", "const struct alliance alliances", ("number",),
              Derived("number", lambda cells, number, all: str(number + 1), NAMED),
              Codes("countries", (0,), countries, "COUNTRY_%s", ", "), Flag("sea", (1,)),
              Mark("mark", (2,)), Note((3,), game.source), check=alliances),
        Table("spaces", "const struct space spaces", ("code",),
              Text("code", (0,), NAMED), Text("name", (1,)), Number("x", (2,), 1, 999), Number("y", (3,), 1, 999),
              Codes("roads", (4,), spaces, "TO(%s)"), Mark("mark", (5,)), check=roads),
    )


def duell(game):
    materials = ["ore", "sand", "stone", "wood", "wool"]
    market = "const struct duell_market duell_market_table"

    def total(rows, column, wanted, what):
        found = sum(int(row[column]) for row in rows.values())
        if found != wanted:
            yield None, f"{what}, not {found}"

    def seals(rows):
        neutral = {key: row for key, row in rows.items() if key != "own"}
        found = sum(2 * int(row["each seat"]) + int(row["stack"]) for row in neutral.values())
        if found != 10:
            yield None, f"there are ten neutral seals, not {found}"
        if (rows["own"]["each seat"], rows["own"]["stack"]) != ("1", "0"):
            yield "own", "each seat has one personal seal"

    def markers(rows):
        yield from total(rows, "markers", 11, "each seat has eleven markers")
        for key, row in rows.items():
            if int(row["camp"]) > int(row["markers"]):
                yield key, "more are in the camp than there are markers"
            if int(row["markers"]) < sum(key in section["needs"].split() for section in game.rows["sections"].values()):
                yield key, "the sections need more markers than there are"

    def sections(rows):
        for key, row in rows.items():
            if len(row["needs"].split()) != 3:
                yield key, "a section needs three materials"
        if not {"stone", "sand"} <= set(rows["II"]["needs"].split()):
            yield "II", "section II needs ashlar and mortar (stone and sand)"
        if len({row["needs"] for row in rows.values()}) < 3:
            yield None, "the sections differ in what they need"
        for material, row in game.rows["materials"].items():
            if sum(material in section["needs"].split() for section in rows.values()) > int(row["markers"]):
                yield None, f"the sections need more {material} than a seat has markers"

    def cards(rows):
        for stack in "AB":
            yield from total(rows, stack, 27, f"stack {stack} has 27 cards")
            if rows["power"][stack] != "2":
                yield "power", f"stack {stack} has two of them"
        for key, row in rows.items():
            if (row["colour"] or row["kind"] == "1 ×") and int(row["A"]) + int(row["B"]) != 1:
                yield key, "there is one such card, in one of the stacks"
            if row["kind"] == "free conversion" and int(row["amount"]) > 2:
                yield key, "at most two conversions are free"

    constants = {material.upper(): material for material in materials}
    return (
        Table("numbers", "const struct duell_number duell_number_table", ("what",),
              Text("what", (0,), NAMED), Number("number", (1,), 1, 20, named=game.constants), Mark("mark", (2,))),
        Table("seals", "const struct duell_seal duell_seal_table", ("code",),
              Text("code", (0,), NAMED), Pair("sides", (1,), STATED), Number("each seat", (2,), 0, 3), Number("stack", (3,), 0, 10),
              Mark("mark", (4,)), check=seals),
        Table("materials", "const struct duell_material duell_material_table", ("raw",),
              Text("raw", (0,), NAMED), Text("Waleran", (1, 0), NAMED), Text("Philip", (1, 1), NAMED),
              Number("markers", (2,), 0, 11), Number("camp", (3,), 0, 11), Mark("mark", (4,)), check=markers),
        Table("sections", "const struct duell_section duell_section_table", ("code",),
              Text("code", (0,), NAMED), Codes("needs", (1,), materials, "BIT(%s)"),
              Word("bonus", (2,), game.strings, STATED), Number("amount", (3,), 1, 40), Mark("mark", (4,)), Note((5,), game.source), check=sections),
        Table("cards", "const struct duell_card duell_card_table", ("code",),
              Text("code", (0,), NAMED), Number("A", (1, 0), 0, 2), Number("B", (1, 1), 0, 2), Word("kind", (2,), game.strings),
              Word("colour", (3,), game.strings), Number("gold", (4,), 1, 20, blank=True), Word("which", (5,), constants),
              Derived("material", lambda cells, *_: cells["which"] if cells["kind"] in ("material", "craftsman") else "", NAMED),
              Number("amount", (6,), 1, 4, blank=True), Number("for wool", (1,), 1, 20, blank=True, of=market),
              *(Price(material, market) for material in ("sand", "stone", "wood", "ore")),
              Mark("mark", (7,)), Note((8,), game.source), check=cards),
    )


def tallinn(game):
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

    def start(rows):
        if sorted(row["persons"] for row in rows.values()) != sorted(["koo", "mkk", "mmk", "mmo", "kko", "moo"]):
            yield None, "the start cards are the six ways to have two persons of one class and one of another"

    def chronicle(rows):
        for key, row in rows.items():
            for column in ("I", "II"):
                once, twice = map(int, row[column].split())
                if not 1 <= once < twice <= 20:
                    yield key, f"{column}: 1 × needs at least one person, 2 × needs more"

    classes = {f"CLASS_{letter.upper()}": letter for letter in "mko"}
    halves = [cell for half, at in (("a", 0), ("b", 1)) for cell in (
        Persons(f"{half}.persons", (1, at, 0)), Coin(f"{half}.coin", (1, at, 1), optional=True), Shields(f"{half}.shields", (1, at, 2), optional=True))]
    return (
        Table("influence", "const struct influence_card influence_cards", ("code",),
              Text("code", (0,), NAMED), *halves, Mark("mark", (2,)), Note((3,), game.source), check=influence),
        Table("start", "const struct start_card start_cards", ("code",),
              Text("code", (0,), NAMED), Persons("persons", (1,)), Mark("mark", (2,)), check=start),
        Table("chronicle", "const struct chronicle_card chronicle_cards", ("code",),
              Text("code", (0,), NAMED), Word("kind", (1,), {"0": "own", "1": "give up"}, STATED), Word("class", (2,), classes, NAMED),
              Pair("I", (3, 0)), Pair("II", (3, 1)), Mark("mark", (4,)), Note((5,), game.source), check=chronicle),
    )


def rattus(game):
    regions = re.findall(r"^    \[REGION_(\w+)\]", game.source, re.M)
    most = 205  # cubes that the tokens return together; steps_max of games/rattus/rules.c rests on it

    def borders(rows):
        for key, row in rows.items():
            if row["a"] not in regions or row["b"] not in regions or row["a"] >= row["b"]:
                yield key, "a border is between two regions, that with the smaller code first"
        for players in (2, 3, 4):
            board = {code for code, row in game.rows["regions"].items() if int(row["players"]) <= players}
            reached, ahead = set(), ["AN"]
            while ahead:
                one = ahead.pop()
                reached.add(one)
                ahead += {row[to] for row in rows.values() for of, to in ("ab", "ba") if row[of] == one} & board - reached
            if board - reached:
                yield None, f"with {players} players nothing leads from Anglia to {' '.join(sorted(board - reached))}"

    def tokens(rows):
        limits = [int(row["limit"]) for row in rows.values()]
        above, ones = sum(limit > 3 for limit in limits), limits.count(1)
        if not 28 <= above <= 31:
            yield None, f"about 60 % of the tokens have a limit above 3, says the rulebook: 28 to 31 of 49, not {above}"
        if not 4 <= ones <= 6:
            yield None, f"about 10 % of the tokens have the limit 1, says the rulebook: 4 to 6 of 49, not {ones}"
        returned = sum(4 if letter in "MA" else 1 for row in rows.values() for letter in row["symbols"].replace(" ", ""))
        if returned > most:
            yield None, f"the tokens return up to {returned} cubes together; the program reckons with {most} (steps_max)"

    return (
        Table("regions", "const struct rattus_region rattus_region_table", ("code",),
              Text("code", (0,), NAMED), Text("name", (1,), NAMED), Number("players", (2,), 2, 4, fixed=STATED), Mark("mark", (4,))),
        Table("borders", "#define BORDER_LIST", ("a", "b"),
              Cell("a", (0,)), Cell("b", (1,)), Flag("sea", (2,)), Mark("mark", (3,)), check=borders, grows=True),
        Table("classes", "const struct rattus_class rattus_class_table", ("code",),
              Text("code", (0,), NAMED), Text("name", (1,), NAMED), Text("power", (2,), NAMED), Mark("mark", (3,))),
        Table("tokens", "#define FACE_LIST", ("code",),
              Cell("code", (0,), NAMED), Derived("start", lambda cells, *_: "yes" if cells["code"][0] == "S" else "no", NAMED),
              Number("limit", (1,), 1, 6), Symbols("symbols", (2,)), Mark("mark", (3,)), check=tokens),
    )


GAMES = {"duell": duell, "kardinal": kardinal, "rattus": rattus, "tallinn": tallinn}
HIDDEN = {("kardinal", "countries", "colour"), ("duell", "cards", "which")}  # columns of C that the file has elsewhere


# ---- the file ----

def decode(data):
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def read_lines(data):
    """[(number of the line, {column: cell})], and the columns."""
    text = decode(data).replace("\r\n", "\n").replace("\r", "\n")
    text = re.sub(r"\A(?:sep=.)?\n*", lambda found: "\n" * found[0].count("\n"), text)
    head = text.lstrip("\n").partition("\n")[0]
    separator = max(";,\t", key=head.count)
    reader = csv.reader(text.split("\n"), delimiter=separator, strict=True)
    rows = [(reader.line_num, [cell.replace("\xa0", " ").strip() for cell in row]) for row in reader]
    rows = [(line, row) for line, row in rows if any(row)]
    if not rows:
        raise Wrong("the file is empty")
    names = rows[0][1]
    while names and not names[-1]:
        names.pop()
    for line, row in rows[1:]:
        if any(row[len(names):]):
            raise Wrong(f"line {line} has more fields than the first line has columns")
    return names, [(line, dict(zip(names, row + [""] * len(names)))) for line, row in rows[1:]]


class Corrections:
    """A file, compared with what the sources say."""

    def __init__(self, name, game, data):
        self.name, self.game, self.problems, self.told = name, game, [], []
        self.found = {table: {} for table in game.tables}  # table -> {key: normal cells}
        try:
            columns, lines = read_lines(data)
        except (Wrong, csv.Error) as problem:
            self.problems.append(f"{problem}.")
            return
        if self.columns(columns):
            for line, cells in lines:
                self.line(line, cells)
            self.missing()
        if not self.problems:
            self.rules()

    def wrong(self, where, words):
        self.problems.append(f"{where}: {words}.")

    def shown(self, table):
        return [cell for cell in table.cells.values() if (self.name, table.name, cell.name) not in HIDDEN]

    def columns(self, names):
        known = {cell.name: cell for table in self.game.tables.values() for cell in self.shown(table)}
        for name in dict.fromkeys(names):
            if names.count(name) > 1:
                self.wrong("first line", f"the column {name or 'without a name'} is there twice")
            elif name not in known and name not in ("table", "note"):
                self.wrong("first line", f'there is no column "{name}"')
        for name in ["table", *known]:
            if name not in names and not (name in known and known[name].optional):
                self.wrong("first line", f"the column {name} is missing")
        return not self.problems

    def key(self, table, cells):
        """Spreadsheets turn the code 05 into the number 5."""
        key, known = table.key_of(cells), self.game.rows[table.name]
        return next((one for one in known if key.isdigit() and one.isdigit() and int(one) == int(key)), key)

    def line(self, line, cells):
        table = self.game.tables.get(cells["table"])
        if not table:
            self.wrong(f"line {line}", f'there is no table "{cells["table"]}", only {", ".join(self.game.tables)}')
            return
        key = self.key(table, cells)
        where, old = f"line {line}, {table.name} {key}", self.game.rows[table.name].get(key)
        if key in self.found[table.name]:
            self.wrong(where, "this row is there twice")
        elif not old and not table.grows:
            self.wrong(where, "there is no such row; rows of this table cannot be added")
        else:
            self.found[table.name][key] = self.normal(table, where, {**cells, **({table.key[0]: key} if len(table.key) == 1 else {})}, old or {})

    def normal(self, table, where, cells, old):
        normal = {}
        for cell in self.shown(table):
            value = cells.get(cell.name, old.get(cell.name, ""))
            try:
                normal[cell.name] = value if value == old.get(cell.name) or cell.fixed else cell.normal(value)
            except Wrong as problem:
                self.wrong(f"{where}, {cell.name}", problem)
                continue
            if cell.fixed and old and self.other(cell, value, old[cell.name]):
                self.wrong(f"{where}, {cell.name}", f'"{old[cell.name]}" cannot become "{value}": {cell.fixed}')
        for name, value in cells.items():
            if value and name != "table" and name not in table.cells:
                self.wrong(f"{where}, {name}", f'the table {table.name} has no such column; "{value}" is out of place')
        mark = normal.get("mark", "")
        if mark not in ("S", old.get("mark", "S")):
            self.wrong(f"{where}, mark", f'"{mark}" is not possible: it stays {old.get("mark", "S")}, or becomes S because you have seen it printed')
        return normal

    @staticmethod
    def other(cell, value, old):
        if isinstance(cell, (Flag, Derived)) and old in ("yes", "no"):
            return value.lower() not in (YES if old == "yes" else NO)
        return value != old

    def missing(self):
        for table in self.game.tables.values():
            for key in self.game.rows[table.name]:
                if key not in self.found[table.name] and not table.grows:
                    self.wrong(f"{table.name} {key}", "this row is missing; rows of this table cannot be removed")

    def rules(self):
        before, self.game.rows = self.game.rows, self.found
        for table in self.game.tables.values():
            for key, words in table.check(self.found[table.name]):
                self.wrong(f"{table.name} {key}" if key else table.name, words)
        self.game.rows = before

    # ---- into the sources ----

    def apply(self):
        """Changes the game's lines; what changed is told in self.told."""
        for table in self.game.tables.values():
            for key, new in self.found[table.name].items():
                if key in self.game.rows[table.name]:
                    self.change(table, key, self.game.rows[table.name][key], new)
        for table in self.game.tables.values():
            if table.grows:
                self.resize(table)

    def change(self, table, key, old, new):
        changed = {name: value for name, value in new.items() if value != old[name]}
        content = [name for name in changed if name not in ("mark", "note")]
        if not changed:
            return
        for name in content:
            self.told.append(f'{table.name} {key}: {name} is now "{new[name]}", not "{old[name]}".')
        if "mark" in changed and not content:
            self.told.append(f"{table.name} {key}: confirmed as it is.")
        if "note" in changed:
            self.told.append(f'{table.name} {key}: the note is now "{new["note"]}".')
        if (content or "mark" in changed) and "note" in new and "note" not in changed:
            changed["note"] = ""  # it said what was not known
        if content:
            changed["mark"] = "S"
        if old["mark"] != "S" and changed.get("mark") == "S":
            self.told.append(f"{table.name} {key}: the mark is now S, not {old['mark']}.")
        try:
            self.game.put(table, key, changed)
        except Wrong as problem:
            self.wrong(f"{table.name} {key}", problem)
        self.rename(table, key, old, new)

    def rename(self, table, key, old, new):
        if (self.name, table.name) == ("kardinal", "spaces"):
            self.game.rename(f"kardinal.part.space.{key}", old["name"], new["name"])
        if (self.name, table.name) == ("duell", "cards"):
            for column in ("gold", "for wool"):
                if old[column] != new[column]:
                    self.game.rename(f"duell.part.card.{key}", old[column], new[column])

    def resize(self, table):
        old, new = self.game.rows[table.name], self.found[table.name]
        gone, come = [key for key in old if key not in new], [key for key in new if key not in old]
        if not gone and not come:
            return
        block = Block(self.game.lines, table.head)
        lines = {key: block.lines[row] for key, row in zip(old, block.rows) if key not in gone}
        model = block.lines[block.rows[0]]
        for key in come:
            row = Block([block.lines[block.first], model.rstrip("\\")], "#define")
            for name, cell in table.cells.items():
                value = "S" if name == "mark" else new[key][name]
                row.replace(row.rows[0], cell.at, cell.write(value, row.text(row.rows[0], cell.at)))
            lines[key] = row.lines[row.rows[0]]
        self.told += [f"{table.name} {key}: removed." for key in gone] + [f"{table.name} {key}: new, with the mark S." for key in come]
        block.reorder([lines[key] for key in sorted(lines)])


def replace(path, text):
    """Whole or not at all."""
    beside = path.with_name(path.name + ".new")
    beside.write_text(text, encoding="utf-8")
    os.replace(beside, path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(GAMES), metavar="GAME", help=", ".join(sorted(GAMES)))
    parser.add_argument("file", type=pathlib.Path, metavar="FILE.csv")
    parser.add_argument("--check", action="store_true", help="change nothing")
    arguments = parser.parse_args()
    try:
        data = arguments.file.read_bytes()
    except OSError as problem:
        sys.exit(f"{arguments.file}: {problem.strerror}")
    game = Game(ROOT, arguments.game)
    corrections = Corrections(arguments.game, game, data)
    if not corrections.problems:
        corrections.apply()
    if corrections.problems:
        sys.exit("\n".join([*corrections.problems, "Nothing was changed."]))
    print("\n".join(corrections.told or ["The file says what the sources say: nothing to change."]))
    if corrections.told and not arguments.check:
        replace(game.path, "\n".join(game.lines))
        replace(game.words_path, game.words)
        print(f"{game.path.relative_to(ROOT)} is rewritten. Build again to play by it.")


if __name__ == "__main__":
    main()
