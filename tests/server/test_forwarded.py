#!/usr/bin/env python3
"""test_forwarded.py PROGRAM: an address that the proxy did not state clearly is nobody's,
and neither is any other request that two readers could understand differently."""

import pathlib
import re
import socket
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import tap
from client import TIMEOUT, Closed, WebSocket, equal, serving

UNREADABLE = {
    "too long": "10.0.0.1, " * 100 + "203.0.113.7",
    "no address": "somebody",
    "empty at the end": "203.0.113.7,",
    "with a port": "203.0.113.7:80",
}


def unreadable_forwarded(server):
    """A long or unreadable X-Forwarded-For from the proxy is refused with 400; it does not count as
    the proxy."""
    for what, value in UNREADABLE.items():
        header = {"X-Forwarded-For": value}
        for path in ("/metrics", "/", "/api/tables"):
            equal(f"{what}: {path}", server.request("GET", path, headers=header)[0], 400)
        try:
            WebSocket(server.port, headers=header)
            raise AssertionError(f"{what}: a WebSocket is opened")
        except Closed as closed:
            equal(what, str(closed), "HTTP 400")
    known = {"X-Forwarded-For": "203.0.113.7"}
    equal("a readable one", server.request("GET", "/api/tables", headers=known)[0], 200)


def figures_apart(server):
    """/metrics has its own listener, which serves nothing else."""
    for headers in ({}, {"X-Forwarded-For": "127.0.0.1"}):
        equal("at the public port", server.request("GET", "/metrics", headers=headers)[0], 404)
    own = lambda method, path: server.request(method, path, port=server.metrics_port)
    status, _, text = own("GET", "/metrics")
    equal("at its own", status, 200)
    form = rb"^# TYPE tafelrunde_websockets gauge\ntafelrunde_websockets \d+$"
    equal("in the right form", bool(re.search(form, text, re.M)), True)
    for path in ("/", "/api/tables", "/readyz"):
        equal(path, own("GET", path)[0], 404)
    equal("a POST", own("POST", "/metrics")[0], 404)
    try:
        WebSocket(server.metrics_port)
        raise AssertionError("a WebSocket is opened")
    except Closed as closed:
        equal("a WebSocket", str(closed), "HTTP 404")


def status_of(server, *lines, body=b""):
    with socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT) as s:
        s.sendall(b"\r\n".join((*lines, b"Host: x", b"", body)))
        found = b""
        while b"\r\n" not in found and (chunk := s.recv(4096)):
            found += chunk
    return int(found.split()[1]) if found else 0


def ambiguous_lengths(server):
    """Two lengths, a length beside chunks and a length that is no number are refused."""
    post = (b"POST /api/guest HTTP/1.1", b"Content-Type: application/json")
    body = b'{"name":"Anna"}'
    length = b"Content-Length: %d" % len(body)
    equal("one length", status_of(server, *post, length, body=body), 200)
    for what, more in {
        "two lengths": (length, b"Content-Length: 2"),
        "the same twice": (length, length),
        "chunks": (length, b"Transfer-Encoding: chunked"),
        "no number": (b"Content-Length: 15x",),
        "negative": (b"Content-Length: -1",),
    }.items():
        status = status_of(server, *post, *more, body=body)
        equal(f"{what}: {status}", status in (0, 400), True)


def overlong_origin(server):
    """An Origin that is too long to be compared is refused instead of ignored."""
    headers = {"Origin": "https://" + "a" * 500 + ".example"}
    equal("a request", server.request("GET", "/api/tables", headers=headers)[0], 400)
    try:
        WebSocket(server.port, headers=headers)
        raise AssertionError("a WebSocket is opened")
    except Closed as closed:
        equal("a WebSocket", str(closed), "HTTP 400")


def main():
    result = tap.Tap()
    cases = (unreadable_forwarded, figures_apart, ambiguous_lengths, overlong_origin)
    with serving(sys.argv[1], "--trust-proxy", "127.0.0.1") as server:
        for case in cases:
            result.case(case.__doc__, case, server)
    return result.end()


if __name__ == "__main__":
    sys.exit(main())
