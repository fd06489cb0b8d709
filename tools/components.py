#!/usr/bin/env python3
"""Puts a corrected component table into the sources; docs/correcting-a-table.md shows how.

    components.py GAME FILE.csv            checks the file and rewrites games/GAME/components.c
    components.py GAME FILE.csv --check    only checks it and says what would change

The file is what `tafelrunde components GAME --csv` writes, edited in a spreadsheet. It may be
separated by commas, semicolons or tabs, in UTF-8, UTF-16 or the Western code page of Windows.
A row whose content changes gets the mark S, because a person has read it off the printed game.
To confirm a row that was already right, enter the mark S by hand. If the file has errors, all of
them are listed and nothing is written.

games/GAME/components.py describes the tables: where each column stands in a row of components.c,
how C writes it, and which values the rules allow.
"""

import argparse
import csv
import os
import pathlib
import re
import sys

sys.dont_write_bytecode = True

from tables import NO, YES, Block, Derived, Flag, Game, Wrong  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[1]


def decode(data):
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def read_lines(data):
    """Returns the column names and [(line number, {column: cell})]."""
    text = decode(data).replace("\r\n", "\n").replace("\r", "\n")
    text = re.sub(r"\A(?:sep=.)?\n*", lambda found: "\n" * found[0].count("\n"), text)
    head = text.lstrip("\n").partition("\n")[0]
    separator = max(";,\t", key=head.count)
    reader = csv.reader(text.split("\n"), delimiter=separator, strict=True)
    rows = [
        (reader.line_num, [cell.replace("\xa0", " ").strip() for cell in row]) for row in reader
    ]
    rows = [(line, row) for line, row in rows if any(row)]
    if not rows:
        raise Wrong("the file is empty")
    names = rows[0][1]
    while names and not names[-1]:
        names.pop()
    for line, row in rows[1:]:
        if any(row[len(names) :]):
            raise Wrong(f"line {line} has more fields than the first line has columns")
    return names, [(line, dict(zip(names, row + [""] * len(names)))) for line, row in rows[1:]]


class Corrections:
    """Compares a corrected file with the sources, and collects problems and changes."""

    def __init__(self, game, data):
        self.game, self.problems, self.changes = game, [], []
        # The rows of the file: table -> {key: normal cells}.
        self.found = {table: {} for table in game.tables}
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

    def columns(self, names):
        known = {cell.name: cell for table in self.game.tables.values() for cell in table.shown()}
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
        """Returns the key of a row. Accepts 5 for the code 05: spreadsheets drop the zero."""
        key, known = table.key_of(cells), self.game.rows[table.name]
        return next(
            (one for one in known if key.isdigit() and one.isdigit() and int(one) == int(key)), key
        )

    def line(self, line, cells):
        table = self.game.tables.get(cells["table"])
        if not table:
            self.wrong(
                f"line {line}",
                f'there is no table "{cells["table"]}", only {", ".join(self.game.tables)}',
            )
            return
        key = self.key(table, cells)
        where, old = f"line {line}, {table.name} {key}", self.game.rows[table.name].get(key)
        if key in self.found[table.name]:
            self.wrong(where, "this row is there twice")
        elif not old and not table.grows:
            self.wrong(where, "there is no such row; rows of this table cannot be added")
        else:
            self.found[table.name][key] = self.normal(
                table,
                where,
                {**cells, **({table.key[0]: key} if len(table.key) == 1 else {})},
                old or {},
            )

    def normal(self, table, where, cells, old):
        """Returns the row as the program would write it. Notes in the file are ignored. When a row
        changes, its note is deleted."""
        normal = {}
        for cell in table.shown():
            name, value, before = cell.name, cells.get(cell.name), old.get(cell.name)
            try:
                if name == "note" or value is None or value == before:
                    normal[name] = before
                elif name == "mark":
                    normal[name] = "S" if cell.normal(value) == "S" else old.get("mark", "S")
                elif not cell.fixed:
                    normal[name] = cell.normal(value)
                elif self.other(cell, value, before):
                    raise Wrong(f'"{before}" cannot become "{value}": {cell.fixed}')
                else:
                    normal[name] = before
            except Wrong as problem:
                self.wrong(f"{where}, {name}", problem)
        for name, value in cells.items():
            if value and name not in ("table", "note") and name not in table.cells:
                self.wrong(
                    f"{where}, {name}",
                    f'the table {table.name} has no such column; "{value}" is out of place',
                )
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
                    self.wrong(
                        f"{table.name} {key}",
                        "this row is missing; rows of this table cannot be removed",
                    )

    def rules(self):
        before, self.game.rows = self.game.rows, self.found
        for table in self.game.tables.values():
            for key, words in table.check(self.found[table.name]):
                self.wrong(f"{table.name} {key}" if key else table.name, words)
        self.game.rows = before

    # ---- writing to the sources ----

    def apply(self):
        """Changes the game's lines and describes the changes in self.changes."""
        for table in self.game.tables.values():
            for key, new in self.found[table.name].items():
                if key in self.game.rows[table.name]:
                    self.change(table, key, self.game.rows[table.name][key], new)
        for table in self.game.tables.values():
            if table.grows:
                self.resize(table)

    def change(self, table, key, old, new):
        changed = {name: value for name, value in new.items() if value != old[name]}
        content = [name for name in changed if name != "mark"]
        if not changed:
            return
        for name in content:
            self.changes.append(
                f'{table.name} {key}: {name} is now "{new[name]}", not "{old[name]}".'
            )
        if "mark" in changed and not content:
            self.changes.append(f"{table.name} {key}: confirmed as it is.")
        if "note" in new:
            changed["note"] = ""  # the note explained what was uncertain; now it is known
        if content:
            changed["mark"] = "S"
        if old["mark"] != "S" and changed.get("mark") == "S":
            self.changes.append(f"{table.name} {key}: the mark is now S, not {old['mark']}.")
        try:
            self.game.put(table, key, changed)
        except Wrong as problem:
            self.wrong(f"{table.name} {key}", problem)
        for column, message in table.says.items():
            if old[column] != new[column]:
                self.game.rename(f"{message}.{key}", old[column], new[column])

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
        self.changes += [f"{table.name} {key}: removed." for key in gone] + [
            f"{table.name} {key}: new, with the mark S." for key in come
        ]
        block.reorder([lines[key] for key in sorted(lines)])


def replace(path, text):
    """Replaces a file atomically."""
    beside = path.with_name(path.name + ".new")
    beside.write_text(text, encoding="utf-8")
    os.replace(beside, path)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    games = sorted(path.parent.name for path in ROOT.glob("games/*/components.py"))
    parser.add_argument("game", choices=games, metavar="GAME", help=", ".join(games))
    parser.add_argument("file", type=pathlib.Path, metavar="FILE.csv")
    parser.add_argument("--check", action="store_true", help="change nothing")
    arguments = parser.parse_args()
    try:
        data = arguments.file.read_bytes()
    except OSError as problem:
        sys.exit(f"{arguments.file}: {problem.strerror}")
    game = Game(ROOT, arguments.game)
    corrections = Corrections(game, data)
    if not corrections.problems:
        corrections.apply()
    if corrections.problems:
        sys.exit("\n".join([*corrections.problems, "Nothing was changed."]))
    print(
        "\n".join(corrections.changes or ["The file says what the sources say: nothing to change."])
    )
    if corrections.changes and not arguments.check:
        replace(game.path, "\n".join(game.lines))
        replace(game.words_path, game.words)
        print(f"{game.path.relative_to(ROOT)} is rewritten. Build again to play by it.")


if __name__ == "__main__":
    main()
