#!/usr/bin/env python3
"""measure_memory.py PROGRAM: how much a server grows with a table that is awake, though nobody watches it (30 s later it is asleep)."""

import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import tap
from client import Person, Server, pump

GAME, PLAYERS, GUESTS, A_GUEST = "tallinn", 2, 50, 16


def resident(server):
    with open(f"/proc/{server.process.pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


def visit(server, guests, steps):
    """Each comes to their tables, plays so many steps and leaves."""
    for token, tables in guests:
        person = Person(server, "Gast", token=token, plays=steps > 0)
        seats = [person.take(table, seat, sit=False) for table in tables for seat in range(PLAYERS)]
        pump([person], lambda: all(seat.waiting and len(seat.updates) >= steps for seat in seats), "as many steps")
        person.cut_off()


def main():
    program = tap.program_argument(__doc__)
    table = {"game": GAME, "seats": ["me"] * PLAYERS, "players": PLAYERS}
    for steps in (0, 30):
        with tempfile.TemporaryDirectory() as folder:
            server = Server(program, folder, "--no-limits")
            guests = [(token, [server.api("POST", "tables", table, token)["table"] for _ in range(A_GUEST)]) for token in (server.guest(f"Gast {n}") for n in range(GUESTS))]
            visit(server, guests, steps)
            server.stop()
            server.start()
            visit(server, guests[:1], 0)
            before = resident(server)
            visit(server, guests[1:], 0)
            print(f"{GAME} with {PLAYERS}, at least {steps} steps: {(resident(server) - before) / (GUESTS - 1) / A_GUEST:.1f} KiB a table")
            server.stop()


if __name__ == "__main__":
    sys.exit(main())
