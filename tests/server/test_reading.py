#!/usr/bin/env python3
"""test_reading.py PROGRAM: a connection with unsent output is not read from."""

import json
import pathlib
import socket
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import tap
from client import PROTOCOL, Person, WebSocket, equal, pump, serving, true

HELLOS = 800  # their answers are longer than the 8 MiB at which a connection is given up
STEPS = 60


def a_long_table(server):
    anna = Person(server, "Anna")
    seats = ["me", "random", "random", "random"]
    table = anna.create("kardinal", seats, players=4)["table"]
    seat = anna.take(table, 0, sit=False)
    anna.plays = True
    pump([anna], lambda: len(seat.updates) > STEPS, "a long game")
    anna.plays = False
    return table


def not_read_while_it_does_not_read(server):
    """Answers that nobody reads do not pile up: the server stops reading, and goes on later."""
    table = a_long_table(server)
    hello = json.dumps({"type": "hello", "table": table, "seat": None, "protocol": PROTOCOL})
    deaf = WebSocket(server.port)
    for _ in range(HELLOS):
        deaf.send(hello)
    for _ in range(20):
        metrics = server.metrics()
        queued = metrics["queued_bytes"]
        true(f"little is queued: {queued}", queued < 4 << 20)
        equal("nobody is given up", metrics["slow_total"], 0)
    welcomes = 0
    while welcomes < HELLOS:
        welcomes += sum('"type":"welcome"' in text for text in deaf.wait())
    deaf.close()


def the_longest_callback_is_shown(server):
    """/metrics has the longest time that one event held up all others."""
    true("it is there", 0 < server.metrics()["callback_worst_seconds"] < 60)


def main():
    result = tap.Tap()
    with serving(sys.argv[1], "--no-limits") as server:
        for case in (not_read_while_it_does_not_read, the_longest_callback_is_shown):
            result.case(case.__doc__, case, server)
    return result.end()


if __name__ == "__main__":
    sys.exit(main())
