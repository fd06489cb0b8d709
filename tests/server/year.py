"""Fills a database with a year of finished tables: copies of a game that people played to its end,
with new ids, players and dates."""

import contextlib
import sqlite3
import time

PEOPLE, YEAR_MS, SECRET = 10_000, 365 * 86_400_000, "year"
# Numbers 1 to ?1, and the two players of each table. The ids ascend with time, so that rows are
# appended.
COPIES = f"""CREATE TEMP TABLE copies AS
    WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?)
    SELECT n, printf('%022d', n) AS copy,
        n % {PEOPLE} AS white, (n % {PEOPLE} + 1 + n / {PEOPLE} % 97) % {PEOPLE} AS black FROM n"""
PERSON = "printf('p%021d', {})"


def columns(database, name, changed):
    """The columns of a table as they are copied."""
    rows = database.execute(f"PRAGMA table_info({name})").fetchall()
    return ", ".join(changed.get(row[1], f'"{row[1]}"') for row in rows)


def copy(database, name, original, changed):
    key = "id" if name == "tables" else "at"
    database.execute(
        f"INSERT INTO {name} SELECT {columns(database, name, {key: 'copy', **changed})}"
        f" FROM copies CROSS JOIN {name} WHERE {key} = ? ORDER BY copy",
        (original,),
    )


def add_people(database):
    """Accounts without a usable password, each with a rating."""
    now = int(time.time() * 1000)
    database.execute(
        "INSERT INTO persons WITH RECURSIVE n(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n"
        f" WHERE n < {PEOPLE - 1}) SELECT {PERSON.format('n')}, 'Jahr ' || n, 'jahr ' || n, '!',"
        " ?, ?, 0 FROM n",
        (now - YEAR_MS, now),
    )
    for game in ("duell", "kardinal", "rattus", "tallinn"):
        database.execute(
            "INSERT INTO ratings SELECT ?, id, name, 25 + abs(random() % 1000) / 100.0,"
            " 1 + abs(random() % 500) / 100.0, 100, ? FROM persons WHERE password = '!'",
            (game, now),
        )


def fill(path, original, tables):
    """Copies the finished table `original`; no server may have the file open."""
    now = int(time.time() * 1000)
    when = f"{now - YEAR_MS} + n * {YEAR_MS // tables}"
    seat = "CASE seats.seat WHEN 0 THEN copies.white ELSE copies.black END"
    with contextlib.closing(sqlite3.connect(path)) as database:
        for pragma in ("journal_mode=OFF", "synchronous=OFF", "cache_size=-1000000"):
            database.execute(f"PRAGMA {pragma}").fetchall()
        add_people(database)
        database.execute(COPIES, (tables,))
        copy(
            database,
            "tables",
            original,
            {"secret": "''", "log_hash": "''", "created_ms": when, "changed_ms": when,
             "host": PERSON.format("copies.white"), "wake_ms": "0"},
        )  # fmt: skip
        copy(
            database,
            "seats",
            original,
            {"person": PERSON.format(seat), "name": f"'Jahr ' || ({seat})", "guest": "0"},
        )
        copy(database, "entries", original, {})
        for player in ("white", "black"):
            database.execute(
                f"INSERT INTO history SELECT {PERSON.format(player)}, copy, 'tallinn', 25, 5, 1, 2,"
                f" {when} FROM copies"
            )
        database.commit()
        database.execute("PRAGMA journal_mode=WAL").fetchall()
