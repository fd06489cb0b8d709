#!/usr/bin/env python3
"""test_body.py PROGRAM: a request's body has one deadline in all."""

import pathlib
import socket
import sys
import time

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import tap
from client import equal, serving, true

HEAD = (
    b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    b"Content-Length: 60000\r\n\r\n"
)
LONGEST_S = 120  # the deadline is 20 s; the whole body would take hours


def drop_by_drop(program):
    """Who sends the body byte by byte is not waited for, although every byte comes in time."""
    with serving(program, "--no-limits") as server:
        with socket.create_connection(("127.0.0.1", server.port)) as s:
            s.sendall(HEAD)
            s.settimeout(0.5)
            began, ended = time.monotonic(), False
            while not ended and time.monotonic() - began < LONGEST_S:
                try:
                    s.sendall(b" ")
                    ended = s.recv(4096) == b""
                except TimeoutError:
                    pass
                except ConnectionError:
                    ended = True
        true("the connection is closed", ended)
        equal("others are served", server.request("GET", "/livez")[0], 200)


if __name__ == "__main__":
    sys.exit(tap.run_cases(sys.argv[1], drop_by_drop))
