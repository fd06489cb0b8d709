#!/usr/bin/env python3
"""measure_hello_flood.py PROGRAM [--no-limits]: how long another player's moves take while
strangers flood the server with `hello` at a long table.

Prints the time from an answer to its update, at rest and during the flood, and the longest
callback.
"""

import json
import multiprocessing
import pathlib
import selectors
import sys
import time

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
from client import PROTOCOL, Closed, Person, WebSocket, pump, serving

MOVES = 300  # measured per run
PAUSE_S = 0.03  # between moves, to stay within the limit of messages
CONNECTIONS = 40  # of the flood
UNDOS = 20  # taken back at the long table


def a_long_table(server):
    """A whole game, with steps taken back."""
    anna = Person(server, "Anna", plays=False)
    seats = ["me", "random", "random", "random"]
    table = anna.create("kardinal", seats, players=4)["table"]
    seat = anna.take(table, 0, sit=False)
    pump([anna], lambda: seat.question, "a question")
    for _ in range(UNDOS):
        before = seat.question["q"]
        step = [c for c in seat.question["legal"] if not c["final"]]
        if not step:
            break
        anna.answer(seat, step[0]["do"])
        pump([anna], lambda: seat.question and seat.question["q"] > before, "an answer")
        anna.say(seat, type="undo")
        pump([anna], lambda: seat.question and seat.question["q"] > before + 1, "an undo")
    anna.plays = True
    anna.answer(seat)
    pump([anna], lambda: seat.over, "the end")
    return table, seat.version


def flood(port, table, stop):
    """Says hello without end on many connections, reads everything, and reconnects when closed."""
    hello = json.dumps({"type": "hello", "table": table, "seat": None, "protocol": PROTOCOL})
    selector, count, received = selectors.DefaultSelector(), 0, 0
    while not stop.is_set():
        while len(selector.get_map()) < CONNECTIONS:
            try:
                selector.register(WebSocket(port), selectors.EVENT_READ | selectors.EVENT_WRITE)
            except (Closed, OSError):
                break
        for key, events in selector.select(0.1):
            try:
                if events & selectors.EVENT_READ:
                    received += len(key.fileobj.socket.recv(1 << 16)) or key.fileobj.close() or 0
                if events & selectors.EVENT_WRITE and key.fileobj.is_open:
                    key.fileobj.send(hello)
                    count += 1
            except (Closed, OSError):
                key.fileobj.close()
            if not key.fileobj.is_open:
                selector.unregister(key.fileobj)
    print(f"flood: {count} hellos, {received / 1e6:.0f} MB received")


def moves(server, person):
    """Seconds from each answer to its update."""
    times = []
    while len(times) < MOVES:
        table = person.create("duell", ["me", "random"], players=2)["table"]
        seat = person.take(table, 0, sit=False)
        while not seat.over and len(times) < MOVES:
            pump([person], lambda: seat.question or seat.over, "a question")
            if seat.over:
                break
            began = time.monotonic()
            person.answer(seat)
            pump([person], lambda: not seat.in_flight, "the update")
            times.append(time.monotonic() - began)
            time.sleep(PAUSE_S)
    return sorted(times)


def show(name, times):
    ms = [f"{1000 * times[int(len(times) * part)]:.1f}" for part in (0.5, 0.9, 0.99)]
    worst = f"{1000 * times[-1]:.1f}"
    print(f"{name}: {len(times)} moves, ms:", end=" ")
    print(f"median {ms[0]}, 90 % {ms[1]}, 99 % {ms[2]}, worst {worst}")


def main():
    with serving(sys.argv[1], *sys.argv[2:]) as server:
        table, versions = a_long_table(server)
        print(f"a table with {versions} versions")
        berta = Person(server, "Berta", plays=False)
        show("at rest", moves(server, berta))
        stop = multiprocessing.Event()
        attack = multiprocessing.Process(target=flood, args=(server.port, table, stop))
        attack.start()
        show("during the flood", moves(server, berta))
        stop.set()
        attack.join()
        worst = server.metrics().get("callback_worst_seconds")
        print(f"longest callback: {1000 * worst:.1f} ms" if worst else "no such metric")


if __name__ == "__main__":
    main()
