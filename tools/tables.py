"""Reads the component tables in games/GAME/components.c and writes changes back.

games/GAME/components.py says where each column stands in a row of C, how C writes it, and what
the rules demand. Each row of C is one line. Changes keep the columns aligned.
"""

import importlib.util
import re

STATED = "the rulebook states it, and the rules are built on it"
NAMED = "records, rules and drawings know it by this name"
YES, NO = ("yes", "true", "ja", "wahr", "1", "x"), ("no", "false", "nein", "falsch", "0", "")


class Wrong(Exception):
    """Raised for an invalid cell; the message says what is wrong."""


# ---- cells ----


class Cell:
    """A column of a table.

    `at` is the path to the member in a row of C: (1, 0) is the first member of the second member.
    `fixed` says why the column cannot be changed; None if it can.
    `of` names another block that holds the column, in the row with the same code.
    The file may lack an `optional` column. It never has a `hidden` column, which exists only
    because other columns are computed from it."""

    def __init__(self, name, at=None, fixed=None, of=None, optional=False, hidden=False):
        self.name, self.at, self.fixed, self.of = name, at, fixed, of
        self.optional, self.hidden = optional, hidden

    def read(self, c):
        """Converts the text in C to the text of the cell."""
        return c

    def write(self, cell, c):
        """Converts the text of the cell to C; `c` is what C has now."""
        return cell

    def normal(self, cell):
        """Returns the cell the way the program writes it. Raises Wrong if it is invalid."""
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

    def normal(self, cell):
        if cell not in ("S", "I", "R"):
            raise Wrong(f'"{cell}" is no mark: leave it, or enter S')
        return cell


class Note(Text):
    """The note that explains the mark. C composes it from string literals and macros."""

    def __init__(self, at, source):
        super().__init__("note", at)
        self.macros = re.findall(r"^#define (\w+)(?:\((\w+)\))? +(\".*)$", source, re.M)

    def read(self, c):
        for name, parameter, text in self.macros:
            call = re.match(name + (r'\((".*?")\)' if parameter else r"\b"), c)
            if call:
                c = (
                    re.sub(rf" {parameter} ", f" {call[1]} ", text)
                    if parameter
                    else text + c[call.end() :]
                )
        return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', c)).replace('\\"', '"')

    def normal(self, cell):
        return cell


class Number(Cell):
    """A number from low to high. In a `blank` column, empty cells are allowed and stay empty."""

    def __init__(self, name, at, low=0, high=99, blank=False, named=None, **more):
        super().__init__(name, at, **more)
        self.low, self.high, self.blank, self.named = low, high, blank, named or {}

    def read(self, c):
        return "" if self.blank and c == "0" else self.named.get(c, c)

    def write(self, cell, c):
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
    """The price of a material at a market. C lists all prices: {[WOOD] = 2, [SAND] = 2}."""

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
    """Two numbers: "3 5" is {3, 5} in C."""

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
    """A flag whose cell is "yes" or empty."""

    def read(self, c):
        return "yes" if c == "1" else ""

    def normal(self, cell):
        return super().normal(cell).replace("no", "")


class Codes(Cell):
    """Several different codes, such as "AR2 AR3". C writes each as `form`, joined by `between`.
    Codes joined by | are a set: they are sorted, because their order means nothing."""

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
    """Persons of the three classes: "mko" is {M(1), K(1), O(1)} in C."""

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
    """What a rat token hits: M or A, then classes. "M BC" is M | B | C in C."""

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
    """A constant of C for which the file has a word. It cannot be changed."""

    def __init__(self, name, at, words, fixed=NAMED, **more):
        super().__init__(name, at, fixed, **more)
        self.words = words

    def read(self, c):
        return self.words.get(c, "")


class Derived(Cell):
    """A column that by(cells, row number, all tables) computes from the others."""

    def __init__(self, name, by):
        super().__init__(name, None, NAMED)
        self.by = by


# ---- C: blocks of rows, one per line ----


def split(text, start, end):
    """Returns the spans of the comma-separated members between start and end."""
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
    """Returns the span of a row's members between {…} or X(of, …); None if the line is not a
    row."""
    found = re.match(r"\s*(?:\[[^]]+\] =\s*)?\{|\s*X\(of,", line)
    depth, quote = 1, False
    for i in range(found.end() if found else len(line), len(line)):
        quote ^= line[i] == '"' and line[i - 1] != "\\"
        depth += 0 if quote else (line[i] in "{(") - (line[i] in "})")
        if depth == 0:
            return found.end(), i
    return None


class Block:
    """The lines of a table in C. Its first line begins with `head`."""

    def __init__(self, lines, head):
        self.lines = lines
        self.first = next(i for i, line in enumerate(lines) if line.startswith(head))
        self.macro = head.startswith("#define")
        ends = (lambda line: not line.endswith("\\")) if self.macro else (lambda line: line == "};")
        self.last = next(i for i in range(self.first, len(lines)) if ends(lines[i]))
        self.rows = [i for i in range(self.first + 1, self.last + 1) if inside(lines[i])]

    def designated(self, name):
        return next(
            (i for i in self.rows if self.lines[i].lstrip().startswith(f"[{name}] =")), None
        )

    def span(self, row, path):
        line, (start, end) = self.lines[row], inside(self.lines[row])
        for depth, number in enumerate(path):
            start, end = split(line, start + (depth > 0), end - (depth > 0))[number]
        return start, end

    def text(self, row, path):
        start, end = self.span(row, path)
        return self.lines[row][start:end]

    def replace(self, row, path, text):
        """Replaces a member by a text. The spaces after it absorb the difference in length. If
        there are too few, the whole column becomes wider."""
        # Work from the innermost member outwards, so that the outer spans stay valid.
        for depth in range(len(path), 1, -1):
            line, (start, end), (left, right) = (
                self.lines[row],
                self.span(row, path[:depth]),
                self.span(row, path[: depth - 1]),
            )
            rest = line[end:right]
            gap = re.match(r",( +)", rest)
            if gap:
                rest = (
                    ", ".ljust(1 + max(1, len(gap[1]) - len(text) + end - start))
                    + rest[gap.end() :]
                )
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
        self.lines[row] = (
            line[:left] + (text + ",").ljust(room + wider) + line[left + room + wider :]
        )

    def widen(self, member, column, by):
        for i in range(self.first, self.last + 1):
            line, at = self.lines[i], column
            if i in self.rows:
                at = split(line, *inside(line))[member][0]
            elif line.endswith("\\"):
                at = len(line) - 1
            elif not line.lstrip().startswith("/*") or line[at - 1 : at] != " ":
                continue
            self.lines[i] = line[:at] + " " * by + line[at:]

    def reorder(self, rows):
        """Replaces all rows of a macro by these lines."""
        rows = [row.rstrip("\\").rstrip() for row in rows]
        width = max(len(self.lines[self.first]) - 1, *(len(row) + 2 for row in rows))
        self.lines[self.first + 1 : self.last + 1] = [
            row.ljust(width) + "\\" for row in rows[:-1]
        ] + rows[-1:]


# ---- tables and games ----


class Table:
    """A component table.

    `key` lists the columns that identify a row.
    `check(rows)` yields (key or None, words) for everything that the rules forbid.
    `grows`: rows can be added and removed.
    `fixed` says why nothing in the table can be changed; None if it can.
    `says` maps a column to a message of the catalogue, for columns whose content is part of a name
    that people read. The row's key completes the message's key."""

    def __init__(self, name, head, key, *cells, check=None, grows=False, fixed=None, says=()):
        self.name, self.head, self.key = name, head, key
        self.check, self.grows, self.says = check or (lambda rows: ()), grows, dict(says)
        self.cells = {cell.name: cell for cell in cells}
        for cell in cells:
            cell.fixed = cell.fixed or fixed

    def key_of(self, cells):
        return " ".join(cells[name] for name in self.key)

    def shown(self):
        return [cell for cell in self.cells.values() if not cell.hidden]


class Game:
    """The tables in a game's components.c. `rows` is {table: {key: cells}}."""

    def __init__(self, root, name):
        self.path = root / f"games/{name}/components.c"
        self.words_path = root / f"messages/{name}.json"
        self.source = self.path.read_text(encoding="utf-8")
        self.words = self.words_path.read_text(encoding="utf-8")
        self.lines = self.source.split("\n")
        header = self.path.with_suffix(".h").read_text(encoding="utf-8")
        self.constants = dict(re.findall(r"(\w+) = (\d+)", header))
        self.strings = dict(re.findall(r'\[(\w+)\] = "([^"]*)"', self.source))
        spec = importlib.util.spec_from_file_location(name, self.path.with_suffix(".py"))
        own = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(own)
        self.tables = {table.name: table for table in own.tables(self)}
        read = {table.name: self.read(table) for table in self.tables.values()}
        for table in self.tables.values():
            for number, cells in enumerate(read[table.name]):
                for cell in table.cells.values():
                    if isinstance(cell, Derived):
                        cells[cell.name] = cell.by(cells, number, read)
        self.rows = {
            name: {self.tables[name].key_of(cells): cells for cells in rows}
            for name, rows in read.items()
        }

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
        """Returns the block and the line that hold a cell; the line is None if there is none."""
        if not cell.of:
            return block, row
        other = Block(self.lines, cell.of)
        return other, other.designated(cells["code"].upper())

    def put(self, table, key, changes):
        """Writes the changed cells of a row to the lines of C."""
        old = self.rows[table.name][key]
        for name, value in changes.items():
            block, cell = Block(self.lines, table.head), table.cells[name]
            row = block.rows[list(self.rows[table.name]).index(key)]
            block, row = self.place(block, row, cell, old)
            if row is None:
                raise Wrong(f"{name}: {key} has none")
            block.replace(row, cell.at, cell.write(value, block.text(row, cell.at)))

    def rename(self, key, old, new):
        """Replaces `old` by `new` in the catalogue's message `key`, which names the row."""
        line = next(
            (line for line in self.words.split("\n") if line.strip().startswith(f'"{key}": ')), ""
        )
        head, colon, says = line.partition(": ")
        renamed = re.sub(rf"(?<![\w-]){re.escape(old)}(?![\w-])", lambda _: new, says)
        if old and renamed != says:
            self.words = self.words.replace(line, head + colon + renamed)
