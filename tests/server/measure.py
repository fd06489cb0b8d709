#!/usr/bin/env python3
"""Measures the figures of docs/performance.md on this machine: all in six minutes, or those named.

    measure.py PROGRAM [sqlite | postgres | two | connections | table | wire | start]…
    measure.py PROGRAM [curve | asleep | year[=TABLES]]… [--svg=FOLDER]

The second line is not part of all: the curves over the number of tables, written as charts with
--svg, the memory of sleeping tables, and a year of finished tables (a million).

Each figure comes with the time of a sync of this disk, and with the time that the processes of the
server and of PostgreSQL ran and waited for a processor. These explain a long tail of latencies.
"""

import contextlib
import json
import os
import pathlib
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import charts
import tap
import year as a_year
from client import Person, Server, pump
from cluster import Cluster

TABLES, RATE, SECONDS, CONNECTIONS, UNLOADED, ENTRIES = 300, 1000, 30, 10000, 100_000, 20
GAME, PLAYERS, GUESTS, TABLES_PER_GUEST = "tallinn", 2, 50, 16
GAMES_ON_THE_WIRE = 4
CURVE, ASLEEP = (10, 100, 1000, 5000), (0, 10_000, 50_000, 100_000)
FLAGS = ("--no-limits", "--no-push", "--per-address", "100000")


def say(what, **figures):
    print(
        f"{what}: "
        + ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in figures.items()),
        flush=True,
    )


def resident(server):
    with open(f"/proc/{server.process.pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


def children(pid):
    return pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()


def scheduled(pids):
    """Returns the seconds that the threads of the processes ran, and waited while runnable."""
    ran = waited = 0
    for pid in pids:
        for path in pathlib.Path(f"/proc/{pid}/task").glob("*/schedstat"):
            with contextlib.suppress(OSError):
                one = path.read_text(encoding="ascii").split()
                ran, waited = ran + int(one[0]), waited + int(one[1])
    return ran / 1e9, waited / 1e9


def syncs(folder):
    """Measures 300 syncs of one page: median, 99th percentile and maximum in milliseconds."""
    took = []
    with open(os.path.join(folder, "sync"), "wb", buffering=0) as file:
        for _ in range(300):
            file.write(b"x" * 8192)
            began = time.perf_counter()
            os.fdatasync(file.fileno())
            took.append((time.perf_counter() - began) * 1000)
    os.unlink(os.path.join(folder, "sync"))
    took.sort()
    return (
        " / ".join(f"{took[len(took) * part // 100]:.1f}" for part in (50, 99))
        + f" / {took[-1]:.1f} ms"
    )


def load(program, server, *arguments):
    return subprocess.Popen(
        [
            program,
            "load",
            "--server",
            f"http://127.0.0.1:{server.port}",
            "--metrics",
            f"http://127.0.0.1:{server.metrics_port}",
            "--seconds",
            str(SECONDS),
            "--json",
            *map(str, arguments),
        ],
        stdout=subprocess.PIPE,
    )


def measure_load(program, what, servers, cluster, *arguments):
    """Puts the same load on each of the servers at once."""

    def processes():
        return {
            "server": [server.process.pid for server in servers],
            "PostgreSQL": [cluster.process.pid, *children(cluster.process.pid)] if cluster else [],
        }

    synced = syncs(servers[0].folder)
    before = {name: scheduled(pids) for name, pids in processes().items()}
    running = [
        load(program, server, "--tables", TABLES // len(servers), *arguments) for server in servers
    ]
    results = [json.loads(one.communicate()[0]) for one in running]
    after = {name: scheduled(pids) for name, pids in processes().items()}
    times = [
        " / ".join(f"{one['latency_ms'][part]:.1f}" for part in ("p50", "p90", "p99", "max"))
        for one in results
    ]
    figures = [server.metrics() for server in servers]
    cpu_us = sum(one["server_cpu_us_per_move"] for one in results) / len(results)
    commits = max(1, sum(one["store_commits_total"] for one in figures))
    commit_s = sum(one["store_commit_seconds_total"] for one in figures) / commits
    spent = {name: [end - begin for end, begin in zip(after[name], before[name])] for name in after}
    say(
        what,
        moves_per_second=round(sum(one["moves_per_s"] for one in results)),
        p50_p90_p99_max=" and ".join(times) + " ms",
        cpu_per_move=f"{cpu_us / 1000:.2f} ms",
        refused=sum(one["refused"] for one in results),
        mean_commit=f"{commit_s * 1000:.2f} ms",
        longest_commit=f"{max(one['store_commit_worst_seconds'] for one in figures) * 1000:.0f} ms",
        sync_before=synced,
        **{
            f"{name}_ran_and_waited": f"{ran:.1f} s and {waited:.1f} s"
            for name, (ran, waited) in spent.items()
            if after[name][0]
        },
    )


def at_both_speeds(program, what, servers, cluster=None):
    measure_load(
        program,
        f"{what}, {RATE} per second wanted",
        servers,
        cluster,
        "--rate",
        RATE // len(servers),
    )
    measure_load(program, f"{what}, full speed", servers, cluster)


@contextlib.contextmanager
def served(program, count=1, database=None):
    with contextlib.ExitStack() as stack:
        servers = [
            Server(
                program,
                stack.enter_context(tempfile.TemporaryDirectory()),
                *FLAGS,
                database=database,
            )
            for _ in range(count)
        ]
        yield servers
        for server in servers:
            server.stop()


def sqlite(program):
    with served(program) as servers:
        at_both_speeds(program, "SQLite, one server", servers)


def on_postgres(program, what, count):
    cluster = Cluster()
    try:
        with served(program, count, cluster.url) as servers:
            at_both_speeds(program, what, servers, cluster)
    finally:
        cluster.close()


def postgres(program):
    on_postgres(program, "PostgreSQL, one server", 1)


def two(program):
    on_postgres(program, "PostgreSQL, two servers", 2)


def connections(program):
    """10 000 connections that only listen, beside ten tables."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with served(program) as servers:
        result = json.loads(
            load(program, servers[0], "--tables", 10, "--connections", CONNECTIONS).communicate()[0]
        )
        grown = result["resident_at_end"] - result["resident_with_tables"]
        say(
            "connections",
            open=result["connections"],
            lost=result["lost"],
            memory_per_connection=f"{grown / result['connections'] / 1024:.1f} KiB",
            moves_per_second=round(result["moves_per_s"]),
            p99=f"{result['latency_ms']['p99']:.1f} ms",
        )


def visit(server, guests, steps):
    """Each guest opens their tables, plays this many steps and leaves."""
    for token, tables in guests:
        person = Person(server, "Gast", token=token, plays=steps > 0)
        seats = [person.take(table, seat, sit=False) for table in tables for seat in range(PLAYERS)]
        pump(
            [person],
            lambda: all(seat.waiting and len(seat.updates) >= steps for seat in seats),
            "as many steps",
        )
        person.cut_off()


def table(program):
    """Memory of a table in use that nobody watches; it is unloaded after 30 s."""
    made = {"game": GAME, "seats": ["me"] * PLAYERS, "players": PLAYERS}
    for steps in (0, 30):
        with served(program) as (server,):
            guests = [
                (
                    token,
                    [
                        server.api("POST", "tables", made, token)["table"]
                        for _ in range(TABLES_PER_GUEST)
                    ],
                )
                for token in (server.guest(f"Gast {n}") for n in range(GUESTS))
            ]
            visit(server, guests, steps)
            server.stop()
            server.start()
            visit(server, guests[:1], 0)
            before = resident(server)
            visit(server, guests[1:], 0)
            say(
                f"a loaded table, {GAME} with {PLAYERS}",
                steps_at_least=steps,
                memory=f"{(resident(server) - before) / (GUESTS - 1) / TABLES_PER_GUEST:.1f} KiB",
            )


def wire(program):
    """Bytes per update to one seat, with all frames, in random games of three (Duell: two)."""
    for game, players in (("tallinn", 3), ("kardinal", 3), ("rattus", 3), ("duell", 2)):
        received = updates = 0
        with served(program) as (server,):
            for number in range(GAMES_ON_THE_WIRE):
                people = [Person(server, f"Gast {n}", seed=number) for n in range(players)]
                made = people[0].create(game, ["me"] + ["person"] * (players - 1), players=players)
                table = made["table"]
                seats = [one.take(table, seat, sit=seat > 0) for seat, one in enumerate(people)]
                pump(people, lambda: all(seat.over for seat in seats), "the end of the game")
                received += sum(person.socket.received for person in people)
                updates += sum(len(seat.updates) for seat in seats)
                for person in people:
                    person.cut_off()
        say(f"{game} with {players}", bytes_per_update=round(received / updates), updates=updates)


def played(server, steps):
    """Returns a table that a guest has played for so many steps."""
    guest = server.guest("Gast")
    made = {"game": GAME, "seats": ["me"] * PLAYERS, "players": PLAYERS}
    table = server.api("POST", "tables", made, guest)["table"]
    visit(server, [(guest, [table])], steps)
    return table


def add_copies(path, original, count):
    """Adds sleeping copies of a table to a file that no server has open."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute(
            "CREATE TEMP TABLE copies AS WITH RECURSIVE n(n) AS"
            " (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?)"
            " SELECT printf('%022d', n) AS copy FROM n",
            (count,),
        )
        a_year.copy(database, "tables", original, {"wake_ms": "0", "entries": str(ENTRIES)})
        a_year.copy(database, "seats", original, {})
        a_year.copy(database, "entries", original, {})
        database.commit()


def timed(function):
    began = time.perf_counter()
    function()
    return f"{(time.perf_counter() - began) * 1000:.0f} ms"


def first_answer(server):
    server.start()
    server.request("GET", "/healthz")


def start(program):
    """Time from the command to the first answer with many unloaded tables, all copies of a played
    one."""
    with served(program) as (server,):
        original = played(server, ENTRIES)
        server.stop()
        add_copies(server.database, original, UNLOADED)
        took = []
        for _ in range(2):
            took.append(timed(lambda: first_answer(server)))
            memory = resident(server) / 1024
            server.stop()
        say(
            f"start with {UNLOADED} unloaded tables",
            first_answers_after=took,
            memory=f"{memory:.0f} MB",
            file=f"{os.path.getsize(server.database) / 1e6:.0f} MB",
        )
        server.start()


# ---- growth: not part of all ---------------------------------------------------------------------


def point(program, cluster_url, count, tables):
    """Moves per second at full speed, and the p99 at RATE moves per second."""
    figures = []
    with served(program, count, cluster_url) as servers:
        for rate in ((), ("--rate", RATE // count)):
            running = [
                load(program, server, "--tables", max(1, tables // count), *rate)
                for server in servers
            ]
            figures.append([json.loads(one.communicate()[0]) for one in running])
    full, even = figures
    return (
        round(sum(one["moves_per_s"] for one in full)),
        max(one["latency_ms"]["p99"] for one in even),
    )


def curve(program, svg):
    """Moves per second and p99 over the number of tables, with one and two servers."""
    speed, late = {}, {}
    for count, name in ((1, "one server"), (2, "two servers")):
        for tables in CURVE:
            cluster = Cluster()
            try:
                moves, p99 = point(program, cluster.url, count, tables)
            finally:
                cluster.close()
            say(f"{name}, {tables} tables", moves_per_second=moves, p99=f"{p99:.1f} ms",
                machine_load=f"{os.getloadavg()[0]:.1f}")  # fmt: skip
            speed.setdefault(name, []).append(moves)
            late.setdefault(name, []).append(p99)
    if svg:
        charts.chart(f"{svg}/moves.svg", "Moves per second", "tables", CURVE, speed)
        title = f"p99 at {RATE} moves per second, ms"
        charts.chart(f"{svg}/latency.svg", title, "tables", CURVE, late)


def asleep(program, svg):
    """Memory of a server after its start, by the number of sleeping tables."""
    memory = []
    for count in ASLEEP:
        with served(program) as (server,):
            original = played(server, ENTRIES)
            server.stop()
            if count:
                add_copies(server.database, original, count)
            server.start()
            server.api("GET", "tables")
            memory.append(resident(server) / 1024)
            say(f"{count} sleeping tables", memory=f"{memory[-1]:.1f} MB")
    if svg:
        series = {"resident memory": memory}
        charts.chart(f"{svg}/asleep.svg", "Memory, MB", "sleeping tables", ASLEEP, series)


def open_old(server, table):
    """Opens a finished table as a spectator and receives all of it."""
    person = Person(server, None, plays=False)
    seat = person.watch(table)
    pump([person], lambda: seat.waiting, "the whole game")
    person.cut_off()


def finished(server):
    """A game that two people have played to its end."""
    people = [Person(server, f"Gast {n}") for n in range(PLAYERS)]
    table = people[0].create(GAME, ["me", "person"], players=PLAYERS)["table"]
    seats = [one.take(table, seat, sit=seat > 0) for seat, one in enumerate(people)]
    pump(people, lambda: all(seat.over for seat in seats), "the end of the game")
    for person in people:
        person.cut_off()
    return table


def year(program, tables=1_000_000):
    """Times with a year of finished tables."""
    with served(program) as (server,):
        original = finished(server)
        server.stop()
        filling = timed(lambda: a_year.fill(server.database, original, tables))
        say("filled", tables=tables, file=f"{os.path.getsize(server.database) / 1e9:.2f} GB",
            took=filling)  # fmt: skip
        say("start", first_answer=timed(lambda: first_answer(server)))
        requests = {
            "lobby": "tables",
            "profile": "people/Jahr%20123",
            "leader board": "leaders?game=tallinn",
            "an old table": f"tables/{tables // 2:022d}",
        }
        for name, path in requests.items():
            took = [timed(lambda path=path: server.api("GET", path)) for _ in range(3)]
            say(name, took=took)
        old = [f"{tables * part // 10:022d}" for part in (1, 5, 9)]
        say("opening an old game", took=[timed(lambda at=at: open_old(server, at)) for at in old])
        say("server", memory=f"{resident(server) / 1024:.1f} MB")
        base = ["--database", server.database]
        copied = os.path.join(server.folder, "backup.db")
        say("backup", took=timed(lambda: subprocess.run([program, "admin", "backup", copied, *base], check=True)))
        os.unlink(copied)
        days = 365 - 365 // 12
        say(f"pruning tables older than {days} days",
            took=timed(lambda: subprocess.run([program, "admin", "prune", str(days), *base], check=True)),
            lobby_meanwhile_served=server.request("GET", "/healthz")[0] == 200)  # fmt: skip


def main():
    program = tap.program_argument(__doc__)
    all_of_them = (sqlite, postgres, two, connections, table, wire, start)
    svg = next((word[6:] for word in sys.argv if word.startswith("--svg=")), None)
    for measure in all_of_them:
        if len(sys.argv) == 2 or measure.__name__ in sys.argv[2:]:
            measure(program)
    for measure in (curve, asleep):
        if measure.__name__ in sys.argv[2:]:
            measure(program, svg)
    for word in sys.argv[2:]:
        if word.startswith("year"):
            year(program, int(word[5:] or 1_000_000))


if __name__ == "__main__":
    sys.exit(main())
