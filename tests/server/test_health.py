#!/usr/bin/env python3
"""test_health.py PROGRAM: a server that cannot write does not call itself healthy."""

import pathlib
import resource
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import tap
from client import equal, serving, wait_until


def status(server, path):
    return server.request("GET", path)[0]


def guest(server):
    return server.request("POST", "/api/guest", {"name": "Anna"})[0]


def limit_files(server, size):
    """As on a full disk, files cannot grow beyond this size."""
    _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, hard))


def not_ready_without_writes(server):
    """After a failed write /readyz and /healthz answer 503, however many reads succeed, until a
    write succeeds; /livez answers 200 all the time."""
    paths = ("/livez", "/readyz", "/healthz")
    equal("at first", [status(server, path) for path in paths], [200, 200, 200])
    limit_files(server, 1)
    wait_until("writes fail", lambda: guest(server) != 200)
    for _ in range(20):
        equal("a read succeeds", status(server, "/api/tables"), 200)
        equal("it is not ready", [status(server, path) for path in paths], [200, 503, 503])
    limit_files(server, resource.RLIM_INFINITY)
    wait_until("a write succeeds", lambda: guest(server) == 200)
    equal("in the end", [status(server, path) for path in paths], [200, 200, 200])


def main():
    result = tap.Tap()
    with serving(sys.argv[1], "--no-limits") as server:
        result.case(not_ready_without_writes.__doc__, not_ready_without_writes, server)
    return result.end()


if __name__ == "__main__":
    sys.exit(main())
