#!/usr/bin/env python3
"""test_damaged_log.py PROGRAM: a damaged log is noticed, and only its table is closed."""

import pathlib
import sqlite3
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import tap
from client import Person, equal, pump, serving, true

STEPS = 20

# each damages the log of one table; SQLite itself notices none of them
DAMAGES = {
    "the last rows are missing": "DELETE FROM entries WHERE at = :table AND version >= "
    "(SELECT max(version) - 1 FROM entries WHERE at = :table)",
    "a row is missing": "DELETE FROM entries WHERE at = :table AND version = 5",
    "a row has changed": "UPDATE entries SET id = 'x' WHERE at = :table AND version = "
    "(SELECT min(version) FROM entries WHERE at = :table AND kind = 0 AND id <> '')",
    "the count has changed": "UPDATE tables SET entries = entries - 1 WHERE id = :table",
}


def play(server, name):
    """Plays some steps; returns the person and the table."""
    person = Person(server, name)
    table = person.create("tallinn", ["me", "random"], players=2)["table"]
    seat = person.take(table, 0, sit=False)
    pump([person], lambda: seat.version > STEPS, "steps")
    person.cut_off()
    return person, table


def check(server):
    return tap.run(server.program, "admin", "check", "--database", server.database)


def damaged_tables_are_set_aside(server):
    """Tables whose log was damaged are closed with a message, in the log and in a figure; the
    others are served. `admin check` and `admin backup` name them."""
    people = {what: play(server, f"Person {i}") for i, what in enumerate(DAMAGES)}
    sound, table = play(server, "Anna")
    done = check(server)
    equal("all are whole", (done.returncode, done.stderr), (0, b""))
    true("how many", b"5" in done.stdout)
    server.stop()
    with sqlite3.connect(server.database) as database:
        for what, (_, id) in people.items():
            changed = database.execute(DAMAGES[what], {"table": id}).rowcount
            true(f"{what}: changed", changed > 0)
        found = database.execute("PRAGMA integrity_check").fetchall()
        equal("SQLite sees nothing", found, [("ok",)])
    database.close()
    server.start()
    for what, (person, id) in people.items():
        person.connect()
        seat = person.watch(id)
        pump([person], lambda: seat.refusals, what)
        equal(what, seat.refusals[0]["key"], "server.error.damaged")
        true(f"{what}: it is named", f'"table_damaged","table":"{id}"' in server.errors())
    equal("as a figure", server.metrics()["tables_damaged"], len(DAMAGES))
    sound.connect()
    seat = sound.watch(table)
    pump([sound], lambda: seat.waiting, "the sound table")
    done = check(server)
    equal("some are not", done.returncode, 1)
    for _, id in people.values():
        true("it is named", id.encode() in done.stderr)
    true("the sound one is not", table.encode() not in done.stderr)
    copy = server.database + ".copy"
    done = tap.run(server.program, "admin", "backup", copy, "--database", server.database)
    equal("a backup tells", done.returncode, 1)
    true("but exists", pathlib.Path(copy).exists())


def damaged_pages_harm_nobody_else(server):
    """Bytes that SQLite itself finds damaged close one table; the others are written and read."""
    broken, table = play(server, "Björn")
    sound, other = play(server, "Chloé")
    server.stop()
    with sqlite3.connect(server.database) as database:
        database.execute("UPDATE tables SET seed = x'00' WHERE id = ?", (table,))
    database.close()
    server.start()
    broken.connect()
    seat = broken.watch(table)
    pump([broken], lambda: seat.refusals, "refused")
    equal("why", seat.refusals[0]["key"], "server.error.damaged")
    sound.connect()
    seat = sound.seats[(other, 0)]
    before = seat.version
    sound.hello(seat)
    pump([sound], lambda: seat.version > before or seat.over, "a move at another table")
    equal("healthy", server.request("GET", "/readyz")[0], 200)


def main():
    result = tap.Tap()
    for case in (damaged_tables_are_set_aside, damaged_pages_harm_nobody_else):
        with serving(sys.argv[1], "--no-limits") as server:
            result.case(case.__doc__, case, server)
    return result.end()


if __name__ == "__main__":
    sys.exit(main())
