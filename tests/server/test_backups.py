#!/usr/bin/env python3
"""test_backups.py PROGRAM: automatic backups, and the drill of restoring one."""

import contextlib
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import tap
from client import TIMEOUT, Person, Server, equal, pump, run_cases, true, wait_until

KEEP = 3


class Fixture:
    def __init__(self, program):
        self.program = program
        self.folder = tempfile.TemporaryDirectory()
        self.backups = os.path.join(self.folder.name, "backups")
        os.mkdir(self.backups)
        arguments = ["--backup", self.backups, "--backup-every", "1s", "--backup-keep", str(KEEP)]
        self.server = Server(program, self.folder.name, *arguments)

    def names(self):
        return sorted(n for n in os.listdir(self.backups) if n.endswith("Z.db"))

    def newer(self, than):
        """Waits for a backup that was begun after this moment."""
        wait_until("two more backups", lambda: len([n for n in self.names() if n > than]) >= 2)
        return os.path.join(self.backups, self.names()[-1])

    def close(self):
        if self.server.process.poll() is None:
            self.server.stop()
        self.folder.cleanup()


def restoring_is_drilled(fixture):
    """a game survives the loss of the database through a backup"""
    person = Person(fixture.server, "Agnes")
    table = person.create("rattus", ["me", "random"], players=2)["table"]
    seat = person.take(table, 0, sit=False)
    pump([person], lambda: person.answered >= 5, "some moves")
    person.plays = False
    backup = fixture.newer(fixture.names()[-1] if fixture.names() else "")
    fixture.server.kill()
    with open(fixture.server.database, "r+b") as file:
        file.write(b"\xff" * 4096)
    for beside in ("-wal", "-shm"):  # they may still have the page
        pathlib.Path(fixture.server.database + beside).unlink(missing_ok=True)
    failed = subprocess.run(
        [fixture.program, "serve", "--listen", "127.0.0.1:0"]
        + ["--database", fixture.server.database],
        capture_output=True,
        timeout=TIMEOUT,
        check=False,
    )
    true("the damaged file is refused", failed.returncode != 0)
    tap.output(fixture.program, "admin", "restore", backup, "--database", fixture.server.database)
    fixture.server.start()
    me = fixture.server.api("GET", "me", token=person.token)
    equal("the session is still good", me["name"], "Agnes")
    before = list(seat.updates)
    person.come_back()
    pump([person], lambda: seat.waiting, "the table again")
    true("with all its moves", seat.updates[: len(before)] == before and len(before) >= 5)
    person.plays = True
    if seat.question and not seat.in_flight:
        person.answer(seat)
    pump([person], lambda: person.answered >= 7 or seat.over, "and it goes on")


def old_backups_go(fixture):
    """the oldest backups are removed, others' files stay, and the age is a metric"""
    other = os.path.join(fixture.backups, "tafelrunde-notes.db")
    with open(other, "wb"):
        pass
    first = fixture.names()[0]
    wait_until("the first is gone", lambda: first not in fixture.names())
    true(f"{fixture.names()}", len(fixture.names()) <= KEEP + 1)
    true("other files stay", os.path.exists(other))
    true("nothing unfinished", not [n for n in os.listdir(fixture.backups) if ".part" in n][1:])
    metrics = fixture.server.metrics()
    true("the age is known", 0 <= metrics["backup_age_seconds"] < 200)
    equal("failures", metrics["backup_failures_total"], 0)


def failures_show(fixture):
    """a backup that fails is counted, and the server goes on"""
    away = fixture.backups + ".away"
    os.rename(fixture.backups, away)
    wait_until(
        "the failure in the metrics", lambda: fixture.server.metrics()["backup_failures_total"] > 0
    )
    age = fixture.server.metrics()["backup_age_seconds"]
    wait_until("a growing age", lambda: fixture.server.metrics()["backup_age_seconds"] > age + 1)
    equal("guests still come", fixture.server.request("GET", "/healthz")[0], 200)
    os.rename(away, fixture.backups)
    fixture.newer(fixture.names()[-1])


def damage_shows(fixture):
    """a copy with a damaged table counts as failed, is kept aside, and displaces no good backup"""
    person = Person(fixture.server, "Aliena", plays=False)
    table = person.create("template", ["me", "random"], players=2)["table"]
    seat = person.take(table, 0, sit=False)
    pump([person], lambda: seat.question, "a question")
    person.answer(seat)
    pump([person], lambda: not seat.in_flight, "a move")
    person.socket.close()
    failures = fixture.server.metrics()["backup_failures_total"]
    with contextlib.closing(sqlite3.connect(fixture.server.database)) as database, database:
        database.execute("UPDATE entries SET forced = 1 - forced WHERE at = ?", (table,))
    aside = os.path.join(fixture.backups, "tafelrunde-damaged.db")
    wait_until("the failure", lambda: fixture.server.metrics()["backup_failures_total"] > failures)
    wait_until("the copy", lambda: os.path.exists(aside))
    good = fixture.names()
    age = fixture.server.metrics()["backup_age_seconds"]
    wait_until("a growing age", lambda: fixture.server.metrics()["backup_age_seconds"] > age + 2)
    equal("the good ones stay", fixture.names(), good)
    true("the log names it", '"backup_damaged"' in fixture.server.errors())


def wrong_settings(fixture):
    """a missing folder and a wrong duration are refused at the start"""
    other = os.path.join(fixture.folder.name, "other.db")
    for arguments in (["--backup", "/nowhere/at/all"], ["--backup-every", "1 day"]):
        failed = subprocess.run(
            [fixture.program, "serve", "--listen", "127.0.0.1:0", *arguments, "--database", other],
            capture_output=True,
            timeout=TIMEOUT,
            check=False,
        )
        true(f"{arguments}: {failed.stderr}", failed.returncode != 0 and failed.stderr)


if __name__ == "__main__":
    sys.exit(
        run_cases(
            Fixture(sys.argv[1]),
            restoring_is_drilled,
            old_backups_go,
            failures_show,
            wrong_settings,
            damage_shows,
        )
    )
