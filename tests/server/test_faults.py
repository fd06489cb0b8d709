#!/usr/bin/env python3
"""test_faults.py PROGRAM: real faults under real clients.

Two servers share one PostgreSQL, and the people of one table are at different servers. Faults are
kill -9 of servers and of PostgreSQL during play, a full or read-only disk, a damaged or truncated
file, no free descriptors, and a clock that jumps. Nothing confirmed may be lost or doubled, all
logs must agree, and `tafelrunde verify` must find every draw right.
"""

import contextlib
import json
import os
import pathlib
import random
import resource
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "cli")]
import tap
from client import TIMEOUT, Closed, Person, Server, WebSocket, equal, pump, true, wait_until
from cluster import Cluster
from test_play import agree, same_logs, seat_all

SERVER_KILLS = 4


class Fixture:
    """Two servers on one PostgreSQL. People can move between servers."""

    def __init__(self, program):
        self.program, self.cluster, self.count = program, Cluster(), 0
        self.folders = [tempfile.TemporaryDirectory() for _ in range(2)]
        self.folder = self.folders[0]
        self.servers = [
            Server(program, folder.name, "--no-limits", database=self.cluster.url)
            for folder in self.folders
        ]

    def person(self):
        self.count += 1
        return Person(self.servers[self.count % 2], f"Gast {self.count}", seed=self.count)

    def close(self):
        for server, folder in zip(self.servers, self.folders):
            if server.process.poll() is None:
                server.stop()
            folder.cleanup()
        self.cluster.close()


def is_up(server):
    return server.process.poll() is None


def flow(people, until, what):
    """Plays on like people: after a cut they reconnect to any running server, after a refusal they
    try again."""
    end = time.monotonic() + TIMEOUT
    rng = random.Random(what)
    while not until():
        true(
            f"not within {TIMEOUT} s: {what}; "
            + "; ".join(
                str(person)
                for person in people
                if not all(seat.over for seat in person.seats.values())
            )[:800],
            time.monotonic() < end,
        )
        try:
            pump(people, until, what, 0.2)
        except AssertionError as problem:
            if "not within" not in str(problem):
                raise
        for person in people:
            if not person.socket.is_open:
                person.server = rng.choice([server for server in person.choices if is_up(server)])
                try:
                    person.come_back()
                except (Closed, OSError):
                    pass
            for seat in person.seats.values():
                if person.socket.is_open and seat.question and not seat.in_flight:
                    person.answer(seat)


def tables_of(fixture, games, **more):
    people, seats, tables = [], [], []
    for game, persons, bots in games:
        here = [fixture.person() for _ in range(persons)]
        for person in here:
            person.choices = fixture.servers
        _, their = seat_all(here[0], here[1:], game, bots, **more)
        people += here
        seats += their
        tables.append((here, their))
    return people, seats, tables


def answered(people):
    return sum(person.answered for person in people)


GAMES = [("tallinn", 2, ["random"]), ("kardinal", 3, []), ("duell", 2, []), ("template", 2, [])]


def two_servers(fixture):
    """People of one table at two servers play to the end with an opponent and see the same."""
    people, seats, tables = tables_of(fixture, GAMES)
    flow(people, lambda: all(seat.over for seat in seats), "to the end")
    agree(fixture, tables)
    conflicts = sum(server.metrics()["store_conflicts_total"] for server in fixture.servers)
    print(
        f"# {answered(people)} answers, {conflicts:.0f} times both servers wrote at once",
        flush=True,
    )


def turns_of(person):
    return [
        (message["table"], message["seat"])
        for message in person.others
        if message["type"] == "turn"
    ]


def turns_elsewhere(fixture):
    """A page at another server, where the table is not loaded, hears of every turn exactly once,
    also after missed notifications; no other page does."""
    here, there = fixture.servers
    people = [Person(here, f"Dran {number}", seed=number, plays=False) for number in range(2)]
    table, seats = seat_all(people[0], people[1:], "duell", [])
    pages = [
        Person(there, None, token=people[1].token, plays=False),
        Person(there, "Fremd", plays=False),
    ]

    def told_alike():
        return turns_of(pages[0]) == turns_of(people[1])

    for number in range(24):
        pump(
            people + pages,
            lambda: any(seat.question and not seat.in_flight for seat in seats),
            "somebody is asked",
        )
        for person, seat in zip(people, seats):
            if seat.question and not seat.in_flight:
                pump(people + pages, told_alike, "the page at the other server is told")
                if number % 6 == 3:  # the servers miss notifications until they reconnect
                    fixture.cluster.sql(
                        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                        " WHERE query LIKE 'LISTEN%'"
                    )
                person.answer(seat)
        pump(people + pages, lambda: not any(seat.in_flight for seat in seats), "it was heard")
    pump(people + pages, told_alike, "the page at the other server is told")
    equal("of that seat's turns alone", set(turns_of(pages[0])), {(table, 1)})
    equal("nobody else", turns_of(pages[1]), [])
    equal("the table slept there", there.metrics()["tables_awake"], 0)
    true("turns came", len(turns_of(pages[0])) > 3)


def killed_servers(fixture):
    """kill -9 of one server after the other during play: everybody goes on at the one that is
    left."""
    rng = random.Random(os.environ.get("TAFELRUNDE_SEED", "servers"))
    people, seats, tables = tables_of(fixture, GAMES + [("tallinn", 3, [])])
    for kill in range(SERVER_KILLS):
        wanted = answered(people) + rng.randint(5, 40)
        flow(
            people,
            lambda: answered(people) >= wanted or all(seat.over for seat in seats),
            "moves flow",
        )
        victim = fixture.servers[kill % 2]
        victim.kill()
        wanted = answered(people) + 5
        flow(
            people,
            lambda: answered(people) >= wanted or all(seat.over for seat in seats),
            "moves flow at the other server",
        )
        victim.start()
    flow(people, lambda: all(seat.over for seat in seats), "to the end")
    agree(fixture, tables)


def reasons(person, since):
    return [
        message["reason"]["key"]
        for message in person.others[since:]
        if message["type"] == "refused"
    ]


def lost_database(fixture):
    """kill -9 of PostgreSQL during play, then a PostgreSQL that does not answer: moves are refused
    with a message, nobody is disconnected, and play goes on."""
    rng = random.Random(os.environ.get("TAFELRUNDE_SEED", "database"))
    people, seats, tables = tables_of(fixture, GAMES)
    for lose, find in (
        (fixture.cluster.kill, fixture.cluster.start),
        (fixture.cluster.freeze, fixture.cluster.thaw),
    ):
        wanted = answered(people) + rng.randint(5, 60)
        flow(
            people,
            lambda: answered(people) >= wanted or all(seat.over for seat in seats),
            "moves flow",
        )
        sockets = [person.socket for person in people]
        lose()
        heard = {person: len(person.others) for person in people}

        def without_error():
            return [
                person
                for person in people
                if "server.error.store" not in reasons(person, heard[person])
            ]

        # Everybody chats, because not everybody is to move. The first message may still be stored.
        while without_error():
            for person in without_error():
                person.say(next(iter(person.seats.values())), type="chat", text="Guten Abend")
            said = {person: len(person.others) for person in without_error()}
            flow(
                people,
                lambda: all(len(person.others) > n for person, n in said.items()),
                "everybody is answered: in the end, refused with a clear message",
            )
        for server in fixture.servers:
            wait_until("the servers say so", lambda: server.request("GET", "/healthz")[0] == 503)
        equal(
            "nobody was disconnected",
            [
                person.socket.is_open and person.socket is before
                for person, before in zip(people, sockets)
            ],
            [True] * len(people),
        )
        find()
    flow(people, lambda: all(seat.over for seat in seats), "to the end")
    agree(fixture, tables)
    for server in fixture.servers:
        wait_until("well again", lambda: server.request("GET", "/healthz")[0] == 200)


def sessions_elsewhere(fixture):
    """Pages at another server of a session that ends are closed; those of others stay, and have the
    new name."""
    here, there = fixture.servers
    first = here.api("POST", "signup", {"name": "Vera", "password": "lang genug 1"})["token"]
    second = here.api("POST", "login", {"name": "Vera", "password": "lang genug 1"})["token"]
    guest = Person(there, "Gustav", plays=False)
    pages = [Person(there, "Vera", token=token, plays=False) for token in (first, second)]
    made = guest.create("template", ["me", "random"], players=2)
    seats = [person.watch(made["table"]) for person in pages + [guest]]
    pump(pages + [guest], lambda: all(seat.commitment for seat in seats), "all are there")
    here.api("POST", "logout", {}, first)
    pump(pages, lambda: not pages[0].socket.is_open, "disconnected at the other server")
    equal("the other session stays", pages[1].socket.is_open, True)
    here.api(
        "POST",
        "password",
        {"old": "lang genug 1", "new": "anders genug 2"},
        here.api("POST", "login", {"name": "Vera", "password": "lang genug 1"})["token"],
    )
    pump(pages, lambda: not pages[1].socket.is_open, "disconnected by a new password")
    here.api("POST", "guest", {"name": "Gerda"}, guest.token)

    def speaks_as_gerda():
        guest.say(seats[2], type="chat", text="Guten Abend")
        return any(
            line["name"] == "Gerda"
            for message in guest.others
            if message["type"] == "chat"
            for line in message["lines"]
        )

    pump([guest], speaks_as_gerda, "known by the new name there")


def operator(fixture):
    """The operator's commands work beside the servers; both disconnect a blocked person. A backup
    is made by PostgreSQL."""

    def admin(*words):
        return tap.run(fixture.program, "admin", *words, "--database", fixture.cluster.url)

    token = fixture.servers[0].api(
        "POST", "signup", {"name": "Störer", "password": "lang genug 1"}
    )["token"]
    person = Person(fixture.servers[1], None, token=token)
    equal("blocked", admin("block", "Störer").returncode, 0)
    pump([person], lambda: not person.socket.is_open, "disconnected by the other server")
    refused = admin("backup", "/nowhere")
    equal("no backup of a file", [refused.returncode, b"pg_dump" in refused.stderr], [1, True])


# ---- one server and its file ---------------------------------------------------------------------


class Alone:
    def __init__(self, program):
        self.program = program
        self.folder = tempfile.TemporaryDirectory()
        self.server = Server(program, self.folder.name, "--no-limits")
        self.servers, self.count = [self.server], 0

    def person(self):
        self.count += 1
        return Person(self.server, f"Gast {self.count}", seed=self.count)

    def serve(self):
        """Starts a server that is expected to fail."""
        command = [
            *tap.bound_by_permissions(),
            self.program,
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--database",
            self.server.database,
        ]
        done = subprocess.run(
            command,
            capture_output=True,
            timeout=TIMEOUT,
            env={**os.environ, "LANG": "C", "LC_ALL": "C"},
        )
        return done.returncode, done.stderr.decode()

    def close(self):
        if self.server.process.poll() is None:
            self.server.stop()
        self.folder.cleanup()


def with_one(case):
    def run(program):
        alone = Alone(program)
        try:
            case(alone)
        finally:
            alone.close()

    run.__doc__ = case.__doc__
    return run


@with_one
def full_disk(alone):
    """On a full disk moves are refused with a message and nobody is disconnected; with free space
    play goes on."""
    people, seats, tables = tables_of(alone, GAMES)
    flow(people, lambda: answered(people) >= 20, "moves flow")
    pid, sockets = alone.server.process.pid, [person.socket for person in people]
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
    refused = [len(seat.refusals) for seat in seats]
    flow(
        people,
        lambda: any(len(seat.refusals) > n for seat, n in zip(seats, refused)),
        "refused without room",
    )
    keys = {
        reason["key"] for seat, before in zip(seats, refused) for reason in seat.refusals[before:]
    }
    true(f"refused with a clear message: {keys}", "server.error.store" in keys)
    equal(
        "nobody was disconnected",
        [
            person.socket is before and person.socket.is_open
            for person, before in zip(people, sockets)
        ],
        [True] * len(people),
    )
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    flow(people, lambda: all(seat.over for seat in seats), "to the end")
    agree(alone, tables)


@with_one
def read_only_disk(alone):
    """With a read-only file the server does not start and says why."""
    alone.server.stop()
    for path, mode, reason in (
        (alone.folder.name, 0o555, "readonly database"),
        (alone.server.database + ".lock", 0o400, "Permission denied"),
    ):
        before = os.stat(path).st_mode
        os.chmod(path, mode)
        status, said = alone.serve()
        os.chmod(path, before)
        equal(f"refused: {said}", [status, reason in said], [1, True])
    alone.server.start()


@with_one
def damaged_file(alone):
    """A damaged or truncated file is detected and not served; the backup restores it."""
    token = alone.server.api("POST", "signup", {"name": "Anna", "password": "lang genug 1"})[
        "token"
    ]
    for number in range(30):
        alone.server.api(
            "POST", "tables", {"game": "template", "players": 2, "seats": ["me", "random"]}, token
        )
    copy = os.path.join(alone.folder.name, "copy.db")
    equal(
        "backup",
        tap.run(
            alone.program, "admin", "backup", copy, "--database", alone.server.database
        ).returncode,
        0,
    )
    alone.server.stop()
    size = os.path.getsize(alone.server.database)

    def cut(file):
        file.truncate(size // 2)

    def scratch(file):
        file.seek(size // 3)
        file.write(os.urandom(3 * 4096))

    def wipe(file):
        file.write(b"\0" * 4096)

    for damage in (cut, scratch, wipe):
        with open(alone.server.database, "r+b") as file:
            damage(file)
        status, said = alone.serve()
        equal(
            f"{damage.__name__}: not served",
            [status, "damaged" in said or "is not a file of Tafelrunde" in said],
            [1, True],
        )
        equal(
            "restored",
            tap.run(
                alone.program, "admin", "restore", copy, "--database", alone.server.database
            ).returncode,
            0,
        )
    alone.server.start()
    equal(
        "everything is back", len(alone.server.api("GET", "me/tables", token=token)["tables"]), 30
    )


@with_one
def no_descriptors(alone):
    """Without free descriptors connected people play on; when others leave, new ones are accepted
    again."""
    people, seats, _ = tables_of(alone, [("tallinn", 2, [])])
    pid = alone.server.process.pid
    used = len(os.listdir(f"/proc/{pid}/fd"))
    most = resource.prlimit(pid, resource.RLIMIT_NOFILE)[1]
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (used + 10, most))
    crowd = [socket.create_connection(("127.0.0.1", alone.server.port)) for _ in range(30)]
    before = answered(people)
    flow(
        people,
        lambda: answered(people) >= before + 10 or all(seat.over for seat in seats),
        "moves flow",
    )
    for one in crowd:
        one.close()
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (most, most))
    late = WebSocket(alone.server.port)
    late.close()
    flow(people, lambda: all(seat.over for seat in seats), "to the end")
    same_logs(seats)


@with_one
def jumping_clock(alone):
    """The machine's clock jumps forward and back, with the server running and stopped: play goes
    on, and nobody loses time."""
    path = pathlib.Path(alone.folder.name, "clock")
    alone.server.stop()
    alone.server.environment = {
        "LD_PRELOAD": str(pathlib.Path(alone.program).parent / "tests/server/clock.so"),
        "TAFELRUNDE_CLOCK": str(path),
    }
    alone.server.start()
    people, seats, tables = tables_of(
        alone,
        [("tallinn", 2, ["random"]), ("duell", 2, [])],
        pace={"kind": "live", "minutes": 60, "increment_s": 10},
    )
    for number, jump in enumerate((86400, -86400, 3 * 86400, -5 * 86400)):
        wanted = answered(people) + 5
        flow(
            people,
            lambda: answered(people) >= wanted or all(seat.over for seat in seats),
            "moves flow",
        )
        path.write_text(str(jump))
        if number % 2:
            alone.server.stop()
            alone.server.start()
    said = [json.loads(line)["at"][:10] for line in alone.server.errors().splitlines()]
    true(f"the server's time of day did jump: {said}", len(set(said)) == 3)
    flow(people, lambda: all(seat.over for seat in seats), "to the end")
    agree(alone, tables)
    with contextlib.closing(sqlite3.connect(alone.server.database)) as database:
        left = [
            row[0] / 60000
            for row in database.execute("SELECT left_ms FROM seats WHERE person <> ''")
        ]
    true(
        f"an hour each, less what they used: {left}",
        len(left) == 4 and all(minutes > 60 - TIMEOUT / 60 for minutes in left),
    )
    equal(
        "nobody was replaced",
        [update for seat in seats for update in seat.updates if update["entry"] == "seat"],
        [],
    )


def main():
    program = tap.program_argument(__doc__)
    result = tap.Tap()
    fixture = Fixture(program)
    try:
        for case in (
            turns_elsewhere,
            sessions_elsewhere,
            two_servers,
            killed_servers,
            lost_database,
            operator,
        ):
            if not result.case(case.__doc__, case, fixture):
                for server in fixture.servers:
                    result.note(server.errors()[-700:])
    finally:
        fixture.close()
    for case in (full_disk, read_only_disk, damaged_file, no_descriptors, jumping_clock):
        result.case(case.__doc__, case, program)
    return result.end()


if __name__ == "__main__":
    sys.exit(main())
