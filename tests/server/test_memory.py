#!/usr/bin/env python3
"""test_memory.py PROGRAM: after a flood of connections the system gets the memory back."""

import pathlib
import resource
import sys
import time

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import tap
from client import WebSocket, serving, true

FLOOD = 1500
PATIENCE_S = 120


def resident(server):
    """KiB of memory that the server occupies."""
    with open(f"/proc/{server.process.pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


def flood(server):
    sockets = [WebSocket(server.port) for _ in range(FLOOD)]
    for one in sockets:
        one.send('{"type":"hello","table":"' + "x" * 3000 + '"}')
    for one in sockets:
        one.wait()
    return sockets


def memory_returns(program):
    """Most of what a flood took is free again soon after it has ended."""
    with serving(program, "--no-limits", "--per-address", str(2 * FLOOD)) as server:
        WebSocket(server.port).close()
        before = resident(server)
        sockets = flood(server)
        most = resident(server)
        for one in sockets:
            one.close()
        end = time.monotonic() + PATIENCE_S
        while resident(server) - before > (most - before) / 2 and time.monotonic() < end:
            time.sleep(0.2)
        after = resident(server)
        print(f"# {before} KiB before, {most} in the flood, {after} after it")
        true(f"the flood takes memory: {most - before} KiB", most - before > 4 * FLOOD)
        true(f"it is returned: {after - before} KiB stay", after - before <= (most - before) / 2)


def main():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard if soft != hard else soft, hard))
    result = tap.Tap()
    result.case(memory_returns.__doc__, memory_returns, sys.argv[1])
    return result.end()


if __name__ == "__main__":
    sys.exit(main())
