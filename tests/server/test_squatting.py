#!/usr/bin/env python3
"""test_squatting.py PROGRAM: strangers who take seats only to keep others from playing.

One guest sat down at twenty public tables within two seconds, and a seat that kept saying `lost`
prevented a game from beginning for ever.
"""

import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
from client import Person, Server, equal, pump, run_cases, true

GUEST_TABLES = 6  # core_settings.tables_per_guest
LOSSES = 3


class Fixture:
    def __init__(self, program):
        self.folder = tempfile.TemporaryDirectory()
        self.server = Server(program, self.folder.name)
        self.count = 0

    def guest(self, **more):
        self.count += 1
        return Person(self.server, f"Gast {self.count}", plays=False, **more)

    def close(self):
        self.server.stop()
        self.folder.cleanup()


def described(person, table):
    """Returns the latest description of the table that the person got."""
    found = [m for m in person.others if m["type"] == "table" and m["table"] == table]
    return found[-1] if found else None


def sits(person, table, seat):
    now = described(person, table)
    return now is not None and seat in now["you"]


def try_to_sit(person, table, seat):
    """Sits down, or returns the key of the refusal."""
    person.others = [m for m in person.others if m["type"] != "refused"]
    person.watch(table)
    person.send({"type": "sit", "table": table, "seat": seat, "id": "sit"})

    def refusals():
        return [
            r["key"] for s in person.seats.values() if s.table == table for r in s.refusals
        ]

    pump([person], lambda: sits(person, table, seat) or refusals(), "a seat or a refusal")
    return None if sits(person, table, seat) else refusals()[-1]


def one_guest_takes_few_seats(fixture):
    """a guest may hold a stated number of seats, however fast it asks"""
    hosts = [fixture.guest() for _ in range(4)]
    seats = ["me", "person"]
    tables = [hosts[i % 4].create("rattus", seats, players=2)["table"] for i in range(10)]
    squatter = fixture.guest()
    for table in tables:
        squatter.watch(table)
        squatter.send({"type": "sit", "table": table, "seat": 1, "id": "sit"})

    def decided():
        refused = [s for s in squatter.seats.values() if s.refusals]
        taken = [t for t in tables if sits(squatter, t, 1)]
        return len(refused) + len(taken) == len(tables)

    pump([squatter], decided, "an answer from every table")
    equal("seats taken", sum(sits(squatter, t, 1) for t in tables), GUEST_TABLES)
    for seat in squatter.seats.values():
        for refusal in seat.refusals:
            equal("the reason", refusal["key"], "server.error.many_tables")
            equal("the stated number", refusal["params"]["max"], GUEST_TABLES)
    status, _, body = fixture.server.request(
        "POST", "/api/tables", {"game": "rattus", "players": 2}, squatter.token
    )
    equal("opening one more", (status, body["error"]["key"]), (409, "server.error.many_tables"))
    # leaving one makes room for another
    first = next(t for t in tables if sits(squatter, t, 1))
    squatter.send({"type": "leave", "table": first, "seat": 1})
    pump([squatter], lambda: not sits(squatter, first, 1), "one seat given up")
    left = next(t for t in tables if t != first and not sits(squatter, t, 1))
    squatter.seats.clear()
    equal("another seat instead", try_to_sit(squatter, left, 1), None)


def the_host_decides(fixture):
    """hosts remove and block a person before the start"""
    host, squatter = fixture.guest(), fixture.guest()
    table = host.create("rattus", ["me", "person"], players=2)["table"]
    host.watch(table)
    equal("the seat is free", try_to_sit(squatter, table, 1), None)
    squatter.send({"type": "remove", "table": table, "seat": 0, "id": "me"})
    pump([squatter], lambda: squatter.seats[(table, None)].refusals, "others cannot")
    equal(
        "the reason",
        squatter.seats[(table, None)].refusals.pop()["key"],
        "server.error.host",
    )
    host.send({"type": "remove", "table": table, "seat": 1})
    pump([host, squatter], lambda: not sits(squatter, table, 1), "the seat is free again")
    equal("without a block, one may return", try_to_sit(squatter, table, 1), None)
    host.send({"type": "remove", "table": table, "seat": 1, "block": True})
    pump([host, squatter], lambda: not sits(squatter, table, 1), "the seat is free again")
    equal("with a block, not", try_to_sit(squatter, table, 1), "server.error.blocked_here")
    other = host.create("rattus", ["me", "person"], players=2)["table"]
    equal("nor elsewhere", try_to_sit(squatter, other, 1), "server.error.blocked_here")
    squatter.send({"type": "chat", "table": table, "seat": None, "text": "Hallo", "id": "chat"})
    pump([squatter], lambda: squatter.seats[(table, None)].refusals[1:], "nor talk there")
    blocks = fixture.server.api("GET", "me/blocks", token=host.token)["blocks"]
    equal("the list", [block["name"] for block in blocks], [squatter.name])
    fixture.server.api("POST", "me/blocks/remove", {"id": blocks[0]["id"]}, host.token)
    squatter.seats.clear()
    equal("forgiven", try_to_sit(squatter, other, 1), None)
    guest = fixture.guest()
    equal("others may", try_to_sit(guest, table, 1), None)
    host.send({"type": "remove", "table": table, "seat": 0, "id": "own"})
    pump([host], lambda: host.seats[(table, None)].refusals, "oneself one cannot remove")


def who_keeps_losing_loses_the_seat(fixture):
    """the third loss of entropy frees the seat"""
    host, squatter = fixture.guest(), fixture.guest()
    table = host.create("rattus", ["me", "person"], players=2)["table"]
    host.take(table, 0, sit=False)
    squatter.give_entropy = lambda seat, phase: (
        squatter.say(seat, type="entropy", hash="00" * 32)
        if phase == "seating"
        else squatter.say(seat, type="entropy", lost=True)
    )
    squatter.take(table, 1)
    pump([host, squatter], lambda: sits(squatter, table, 1), "it sits down")

    def freed():
        now = described(host, table)
        return now and now["seats"][1]["name"] is None and described(squatter, table)["you"] == []

    pump([host, squatter], freed, "the seat is freed")
    restarts = sum(m["type"] == "restart" for m in host.others)
    true(f"{restarts} restarts", restarts <= LOSSES + 1)
    squatter.seats.clear()
    equal("it cannot return", try_to_sit(squatter, table, 1), "server.error.lost_here")
    guest = fixture.guest()
    guest.take(table, 1)
    pump([host, guest], lambda: host.seats[(table, 0)].updates, "a game with somebody else")


if __name__ == "__main__":
    sys.exit(
        run_cases(
            Fixture(sys.argv[1]),
            one_guest_takes_few_seats,
            the_host_decides,
            who_keeps_losing_loses_the_seat,
        )
    )
