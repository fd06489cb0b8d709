#!/usr/bin/env python3
"""test_access.py PROGRAM: what a server lets in and what it keeps out.

Covers the files of the page, foreign pages, slow, wrong and hostile clients, limits per address,
and the operator's commands beside the running server.
"""

import contextlib
import gzip
import http.client
import json
import os
import pathlib
import re
import socket
import sqlite3
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import tap
from client import (
    PROTOCOL,
    TIMEOUT,
    Closed,
    Person,
    Server,
    WebSocket,
    cases,
    equal,
    pump,
    true,
    wait_until,
)

PER_ADDRESS = 40


class Fixture:
    def __init__(self, program):
        self.program = program
        self.folder = tempfile.TemporaryDirectory()
        root = pathlib.Path(self.folder.name)
        web = root / "data" / "web"
        (web / "assets").mkdir(parents=True)
        (web / "index.html").write_text("<!doctype html><title>entry</title>" + "x" * 2000)
        (web / "assets" / "app-1a2b3c4d.js").write_text("export const x = 1;\n" * 200)
        (web / "assets" / "engine-1a2b3c4d.wasm").write_bytes(b"\0asm" + bytes(2000))
        (web / "sw.js").write_text("// worker\n" * 100)
        (web / ".secret").write_text("not for others")
        pages = root / "pages"
        pages.mkdir()
        (pages / "imprint.html").write_text("<!doctype html><p>Imprint")
        self.server = Server(
            program,
            self.folder.name,
            "--data",
            str(root / "data"),
            "--pages",
            str(pages),
            "--per-address",
            str(PER_ADDRESS),
        )

    def close(self):
        self.server.stop()
        self.folder.cleanup()


def get(fixture, path, **headers):
    return fixture.server.request(
        "GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()}
    )


# ---- the address ---------------------------------------------------------------------------------


def modules_of(lines):
    """Returns the rows of a QR code that is printed with two modules per character."""
    plain = [re.sub("\x1b\\[[0-9;]*m", "", line) for line in lines]
    return [
        [bool(" ▀▄█".index(letter) >> half & 1) for letter in line]
        for line in plain
        for half in (0, 1)
    ]


def in_the_network(fixture):
    """With --lan the server prints its address in the network as text and QR code; without a
    network it says so."""
    process = subprocess.Popen(
        [
            fixture.program,
            "serve",
            "--lan",
            "--listen",
            "0.0.0.0:0",
            "--database",
            os.path.join(fixture.folder.name, "lan.db"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "LANG": "C", "LC_ALL": "C"},
        encoding="utf-8",
    )
    line = process.stdout.readline()
    if not line:
        equal("without a network", [process.wait(), "network" in process.stderr.read()], [2, True])
        return
    address, port = re.fullmatch(r"Tafelrunde is open: http://([\d.]+):(\d+)/\n", line).groups()
    true(f"not this machine's own alone: {address}", not address.startswith("127."))
    code = [process.stdout.readline().rstrip("\n")]
    while len(code) < 2 or code[-1] != code[0]:  # an empty border above and below
        code.append(process.stdout.readline().rstrip("\n"))
    rows = modules_of(code)
    inside = [row[2:-2] for row in rows[2:] if any(row)]
    eye = [[max(abs(x - 3), abs(y - 3)) != 2 for x in range(7)] for y in range(7)]
    for corner in (inside[:7], [row[::-1] for row in inside[:7]], inside[:-8:-1]):
        equal("the eye of a QR code", [row[:7] for row in corner], eye)
    connection = http.client.HTTPConnection(address, int(port), timeout=TIMEOUT)
    connection.request("GET", "/healthz")
    equal("reached there", connection.getresponse().status, 200)
    connection.close()
    process.terminate()
    equal("ended", process.wait(TIMEOUT), 0)
    process.stdout.close()
    process.stderr.close()


# ---- files ---------------------------------------------------------------------------------------


def addresses_of_the_page(fixture):
    """Every address inside the page returns the entry page, which is revalidated each time."""
    for path in (
        "/",
        "/t/abc",
        "/local/1",
        "/learn/tallinn",
        "/practice/tallinn-3",
        "/rules/tallinn",
        "/u/Anna",
        "/leaders/tallinn",
        "/lobby",
        "/account",
        "/moderation",
    ):
        status, headers, body = get(fixture, path)
        equal(
            path,
            [status, headers["Content-Type"], headers["Cache-Control"], body[:15]],
            [200, "text/html; charset=utf-8", "no-cache", body[:15]],
        )
        true("the entry", body.startswith(b"<!doctype html><title>entry"))
    for path in (
        "/t/",
        "/t/a/b",
        "/nothing",
        "/t",
        "/leaders",
        "/lobby/",
        "/account/x",
        "/.secret",
        "/assets/",
        "/../t.db",
        "/%2e%2e/t.db",
        "/assets/%2e%2e/%2e%2e/%2e%2e/t.db",
        "/index.html/",
        "//etc/passwd",
    ):
        equal(path, get(fixture, path)[0], 404)
    true(
        "a link that leads nowhere: the page says so",
        get(fixture, "/nothing")[2].startswith(b"<!doctype html><title>entry"),
    )
    equal(
        "a file that is not there, in German",
        get(fixture, "/nothing.txt", Accept_Language="de-DE,en")[2].decode(),
        "Hier ist nichts: Die Adresse gibt es nicht.\n",
    )


def sources_are_no_page(fixture):
    """The page's sources are not served: only a built page counts"""
    data = pathlib.Path(fixture.folder.name) / "sources"
    (data / "web").mkdir(parents=True)
    for name in ("index.html", "package.json"):
        (data / "web" / name).write_text("{}")
    process = subprocess.run(
        [fixture.program, "serve", "--listen", "127.0.0.1:0", "--data", str(data)],
        capture_output=True, text=True, timeout=TIMEOUT, check=False,
        env={**os.environ, "LANG": "C", "LC_ALL": "C"})
    equal("refused", process.returncode, 2)
    true("with the reason", "There is no built page in" in process.stderr)


def types_and_keeping(fixture):
    """Files named by their content are cached for ever, types are right, and unchanged files are
    not sent again."""
    for path, kind, cache in (
        ("/assets/app-1a2b3c4d.js", "text/javascript; charset=utf-8", "immutable"),
        ("/assets/engine-1a2b3c4d.wasm", "application/wasm", "immutable"),
        ("/sw.js", "text/javascript; charset=utf-8", "no-cache"),
        ("/pages/imprint.html", "text/html; charset=utf-8", "no-cache"),
    ):
        status, headers, body = get(fixture, path)
        equal(
            path,
            [status, headers["Content-Type"], cache in headers["Cache-Control"], len(body) > 0],
            [200, kind, True, True],
        )
        status, headers, body = get(fixture, path, If_None_Match=headers["ETag"])
        equal(f"{path}, unchanged", [status, body], [304, b""])
    equal(
        "the operator's pages are listed",
        get(fixture, "/api/site")[2],
        {"build": get(fixture, "/api/site")[2]["build"], "pages": ["imprint.html"]},
    )
    status, headers, body = fixture.server.request("HEAD", "/sw.js")
    equal("HEAD", [status, headers["Content-Length"], body], [200, "1000", b""])


def compression(fixture):
    """Files are compressed only in encodings that the client accepts."""
    plain = get(fixture, "/sw.js")[2]
    status, headers, body = get(fixture, "/sw.js", Accept_Encoding="gzip")
    true(
        "gzip",
        headers["Content-Encoding"] == "gzip"
        and headers["Vary"] == "accept-encoding"
        and gzip.decompress(body) == plain,
    )
    true(
        "brotli first",
        get(fixture, "/sw.js", Accept_Encoding="gzip, deflate, br")[1]["Content-Encoding"] == "br",
    )
    for none in ("", "identity", "br;q=0, gzip;q=0.0", "brotli"):
        true(
            f"none with “{none}”",
            "Content-Encoding" not in get(fixture, "/sw.js", Accept_Encoding=none)[1],
        )
    etags = {
        get(fixture, "/sw.js", Accept_Encoding=coding)[1]["ETag"] for coding in ("br", "gzip", "")
    }
    equal("an ETag for each coding", len(etags), 3)


def security_headers(fixture):
    """Every response, also an error, forbids what the page does not need."""
    for path in ("/", "/nothing", "/api/nothing", "/healthz"):
        headers = get(fixture, path)[1]
        policy = headers["Content-Security-Policy"]
        for wanted in (
            "default-src 'none'",
            "script-src 'self' 'wasm-unsafe-eval'",
            "worker-src 'self'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
        ):
            true(f"{path}: {wanted}", wanted in policy)
        true("nothing inline", "unsafe-inline" not in policy)
        equal(
            path,
            [
                headers["X-Content-Type-Options"],
                headers["Referrer-Policy"],
                headers["X-Frame-Options"],
            ],
            ["nosniff", "no-referrer", "DENY"],
        )
        true("no version is told", "Server" not in headers)
    equal(
        "what is private is kept nowhere",
        get(fixture, "/api/games")[1]["Cache-Control"],
        "no-store",
    )


# ---- other people's pages ------------------------------------------------------------------------


def origins(fixture):
    """A foreign page can neither act nor listen. The own page can, and so can a program that sends
    no origin."""
    server, body = fixture.server, {"name": "Origin"}
    host = f"127.0.0.1:{server.port}"
    for origin, status in (
        (f"http://{host}", 200),
        ("http://evil.example", 403),
        ("null", 403),
        (f"http://{host}.evil.example", 403),
        (f"http://x{host}", 403),
        ("file://", 403),
    ):
        got = server.request("POST", "/api/guest", body, headers={"Origin": origin})
        equal(f"a request of {origin}", got[0], status)
        try:
            WebSocket(server.port, headers={"Origin": origin}).close()
            opened = 200
        except Closed as closed:
            opened = int(str(closed).split()[1])
        equal(f"a WebSocket of {origin}", opened, status)
    refused = server.request("POST", "/api/guest", body, headers={"Origin": "http://evil.example"})[
        2
    ]
    equal(
        "the reason",
        refused["error"]["key"],
        "error.http.origin",
    )
    for kind in ("text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""):
        status, _, data = server.request(
            "POST", "/api/guest", json.dumps(body), headers={"Content-Type": kind}
        )
        equal(
            f"a form cannot send it: {kind}",
            [status, data["error"]["key"]],
            [415, "error.http.json"],
        )


def cookies(fixture):
    """Neither scripts nor foreign pages can read the session's cookie, and it counts only for the
    own page."""
    server = fixture.server
    status, headers, data = server.request("POST", "/api/guest", {"name": "Keks"})
    cookie = headers["Set-Cookie"]
    for wanted in ("HttpOnly", "SameSite=Lax", "Path=/", "Max-Age="):
        true(wanted, wanted in cookie)
    pair = cookie.split(";")[0]
    equal("the cookie is the token", pair, f"tafelrunde={data['token']}")
    equal(
        "reading with it",
        server.request("GET", "/api/me", headers={"Cookie": f"a=b; {pair}; c=d"})[0],
        200,
    )
    equal("reading without", server.request("GET", "/api/me")[0], 401)
    table = {"game": "template", "players": 2}
    equal(
        "acting with the cookie alone",
        server.request("POST", "/api/tables", table, headers={"Cookie": pair})[0],
        401,
    )
    equal(
        "acting from our page",
        server.request(
            "POST",
            "/api/tables",
            table,
            headers={"Cookie": pair, "Origin": f"http://127.0.0.1:{server.port}"},
        )[0],
        200,
    )
    for wrong in (
        "tafelrunde=",
        "tafelrunde=x",
        f"tafelrunde={data['token'][:-1]}",
        f"tafelrunde={data['token']}x",
        "xtafelrunde=" + data["token"],
    ):
        equal(f"{wrong[:14]}…", server.request("GET", "/api/me", headers={"Cookie": wrong})[0], 401)
    status, headers, _ = server.request(
        "POST",
        "/api/logout",
        {},
        headers={"Cookie": pair, "Origin": f"http://127.0.0.1:{server.port}"},
    )
    true(
        "logging out takes it away",
        status == 200
        and "tafelrunde=;" in headers["Set-Cookie"]
        and "Max-Age=0" in headers["Set-Cookie"],
    )
    equal(
        "and it is worth nothing",
        server.request("GET", "/api/me", headers={"Cookie": pair})[0],
        401,
    )


# ---- wrong and hostile clients -------------------------------------------------------------------


def raw(fixture, data, more=True):
    """The first line that comes back for these bytes, unless the server closes before. Without
    more, nothing else will follow."""
    with socket.create_connection(("127.0.0.1", fixture.server.port), timeout=TIMEOUT) as s:
        found = b""
        try:
            s.sendall(data)
            if not more:
                s.shutdown(socket.SHUT_WR)
            while b"\r\n" not in found and (chunk := s.recv(65536)):
                found += chunk
        except OSError:
            pass
        return found.partition(b"\r\n")[0]


def wrong_requests(fixture):
    """Malformed requests are refused or dropped and do not disturb others."""
    for data in (
        b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00" + bytes(300),
        bytes(range(256)) * 20,
        b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 5000 + b"\r\n",
        b"GET /" + b"a" * 20000 + b" HTTP/1.1\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET / HTTP/1.1\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
        b"HTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n",
    ):
        answer = raw(fixture, data, more=False)
        true(
            f"no success for {data[:20]!r}: {answer[:60]!r}",
            b" 200 " not in answer[:20] or data.startswith(b"GET / HTTP/"),
        )
    post = b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    true("no length", b" 411 " in raw(fixture, post + b"\r\n")[:20])
    true(
        "too long",
        b" 413 " in raw(fixture, post + b"Content-Length: 100000\r\n\r\n" + b"x" * 100000)[:20],
    )
    true("unknown method", b" 405 " in raw(fixture, b"PATCH / HTTP/1.1\r\nHost: x\r\n\r\n")[:20])
    equal(
        "not JSON",
        fixture.server.request(
            "POST", "/api/guest", "{", headers={"Content-Type": "application/json"}
        )[0],
        400,
    )
    equal("no such path", fixture.server.request("GET", "/api/nothing")[0], 404)
    equal("well", get(fixture, "/healthz")[::2], (200, b"ok\n"))


def closed_with(fixture, send):
    connection = WebSocket(fixture.server.port)
    try:
        send(connection)
        while True:
            connection.messages()
            connection.fill()
    except Closed:
        return connection.status


def wrong_frames(fixture):
    """A million characters, binary frames and malformed frames close the connection with the
    reason."""
    # Unread data may reset the connection before the status arrives.
    true(
        "a million characters",
        closed_with(fixture, lambda c: c.send("x" * 1_000_000)) in (1009, None),
    )
    equal(
        "in pieces",
        closed_with(
            fixture,
            lambda c: [c.send_frame(0 if i else 1, b"x" * 10000, final=False) for i in range(7)],
        ),
        1009,
    )
    equal("bytes", closed_with(fixture, lambda c: c.send_frame(2, b"abc")), 1003)
    true(
        "an unknown opcode", closed_with(fixture, lambda c: c.send_frame(5, b"abc")) in (1002, None)
    )


def wrong_messages(fixture):
    """Every malformed message is refused with the reason, and the connection stays open."""
    connection = WebSocket(fixture.server.port)
    for text, key in (
        ("", "error.protocol.json"),
        ("{", "error.protocol.json"),
        ("[]", "error.protocol.json"),
        ("\"x\"", "error.protocol.json"),
        ("{}", "server.error.table"),
        ('{"type":"hello","table":"../../etc/passwd"}', "server.error.table"),
        ('{"a":' * 100, "error.protocol.json"),
        ("x" * 60000, "error.protocol.json"),
    ):
        connection.send(text)
        answer = json.loads(connection.wait()[0])
        equal(f"“{text[:30]}”", [answer["type"], answer["reason"]["key"]], ["refused", key])
    connection.send_frame(1, b'{"ty', final=False)
    connection.send_frame(9, b"ping")
    connection.send_frame(0, b"pe\":1}", final=True)
    equal(
        "in pieces, with a ping between",
        json.loads(connection.wait()[0])["reason"]["key"],
        "server.error.table",
    )
    connection.close()


def reused_descriptor(fixture):
    """A new connection that reuses the descriptor of a closed one gets none of its messages."""
    token = fixture.server.guest("Vorgänger")
    made = fixture.server.api("POST", "tables", {"game": "template", "players": 2}, token)
    with contextlib.closing(
        sqlite3.connect(fixture.server.database, isolation_level=None)
    ) as database:
        database.execute("BEGIN IMMEDIATE")  # keeps every reply waiting
        before = WebSocket(fixture.server.port, token)
        for message in ({"type": "hello", "protocol": PROTOCOL}, {"type": "chat", "text": "für mich"}):
            before.send(json.dumps({**message, "table": made["table"], "seat": None}))
        before.close()
        wait_until("it has left", lambda: fixture.server.metrics()["websockets"] == 0)
        after = WebSocket(fixture.server.port)
        database.execute("ROLLBACK")
    # The store works in order: after this reply the earlier ones have been sent.
    fixture.server.api("GET", "me", token=token)
    after.send("{}")
    equal(
        "only what was asked for", [json.loads(text)["type"] for text in after.wait()], ["refused"]
    )
    after.close()


def slow_clients(fixture):
    """A client that sends byte by byte, and one that never reads, keep nobody waiting."""
    slow = socket.create_connection(("127.0.0.1", fixture.server.port))
    deaf = WebSocket(fixture.server.port)
    anna = Person(fixture.server, "Lauter")
    made = anna.create("tallinn", ["me", "random"], players=2)
    seat = anna.take(made["table"], 0, sit=False)
    pump([anna], lambda: seat.over, "a game beside them")
    ask = json.dumps(
        {"type": "hello", "table": made["table"], "seat": None, "protocol": PROTOCOL}
    ).encode()
    deaf.socket.settimeout(0.2)
    for i in range(400):
        if i % 4 == 0:
            slow.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n"[i // 4 % 20 :][:1])
        try:
            deaf.send_frame(1, ask)
        except (Closed, TimeoutError):
            break
        if i % 10 == 0:
            equal("others are served meanwhile", get(fixture, "/healthz")[0], 200)
    figures = fixture.server.metrics()
    true(f"what waits is limited: {figures['queued_bytes']}", figures["queued_bytes"] < 10e6)
    deaf.close()
    slow.close()
    anna.cut_off()


def a_thousand_from_one_address(fixture):
    """Of a thousand connections from one address the allowed number stays; the others are closed,
    and afterwards new ones are accepted again."""

    def is_open(s):
        try:
            return s.recv(1) != b""
        except BlockingIOError:
            return True
        except ConnectionError:
            return False

    def is_let_in():
        try:
            return get(fixture, "/healthz")[0] == 200
        except (OSError, http.client.HTTPException):
            return False

    first = WebSocket(fixture.server.port)
    found = [
        socket.create_connection(("127.0.0.1", fixture.server.port), timeout=TIMEOUT)
        for _ in range(1000)
    ]
    for s in found:
        s.setblocking(False)
    wait_until("as many as are allowed", lambda: sum(map(is_open, found)) < PER_ADDRESS)
    first.send("{}")
    equal("who was there is heard", json.loads(first.wait()[0])["type"], "refused")
    first.close()
    for s in found:
        s.close()
    wait_until("all is as before", is_let_in)


# ---- behind a proxy, and the operator ------------------------------------------------------------


def behind_a_proxy(program):
    """A trusted proxy names the client of a request; from any other sender that header is
    ignored."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(
            program,
            folder,
            "--trust-proxy",
            "127.0.0.1",
            "--public-url",
            "https://spiel.example",
            "--per-address",
            "3",
        )
        try:
            far = {"X-Forwarded-For": "10.1.1.1, 203.0.113.7"}
            true(
                "https is said to stay",
                "max-age"
                in server.request("GET", "/", headers=far)[1]["Strict-Transport-Security"],
            )
            equal(
                "the public address is ours",
                server.request(
                    "POST",
                    "/api/guest",
                    {"name": "A"},
                    headers={**far, "Origin": "https://spiel.example"},
                )[0],
                200,
            )
            equal(
                "the same without s is not",
                server.request(
                    "POST",
                    "/api/guest",
                    {"name": "B"},
                    headers={**far, "Origin": "http://spiel.example"},
                )[0],
                403,
            )
            true(
                "the cookie is for https alone",
                "Secure"
                in server.request("POST", "/api/guest", {"name": "C"}, headers=far)[1][
                    "Set-Cookie"
                ],
            )
            headers = server.request("POST", "/api/guest", {"name": "D"}, headers=far)[1]
            cookie = headers["Set-Cookie"]
            true("and for this host alone", cookie.startswith("__Host-tafelrunde="))
            for name, status in (("__Host-tafelrunde", 200), ("tafelrunde", 401)):
                value = {**far, "Cookie": f"{name}={cookie.split(';')[0].partition('=')[2]}"}
                equal(name, server.request("GET", "/api/me", headers=value)[0], status)
            kept = [WebSocket(server.port, headers=far) for _ in range(3)]
            try:
                WebSocket(server.port, headers=far)
                raise AssertionError("one too many")
            except Closed as closed:
                equal("one address has its limit", str(closed), "HTTP 429")
            WebSocket(server.port, headers={"X-Forwarded-For": "203.0.113.8"}).close()
            for connection in kept:
                connection.close()
        finally:
            server.stop()
        server = Server(program, folder, "--per-address", "1")
        try:
            kept = WebSocket(server.port)
            WebSocket(server.port, headers={"X-Forwarded-For": "203.0.113.7"})
            raise AssertionError("believed")
        except (Closed, OSError):
            kept.close()
        finally:
            server.stop()


def the_operator(program):
    """Backup, prune and block work beside the running server, restore after its stop. Errors are
    clear and change nothing."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(program, folder)
        admin = lambda *words: tap.run(program, "admin", *words, "--database", server.database)
        copy = os.path.join(folder, "copy.db")
        try:
            account = server.api("POST", "signup", {"name": "Störer", "password": "lang genug 1"})[
                "token"
            ]
            person = Person(server, "Störer", token=account)
            done = admin("backup", copy)
            equal(
                "backup",
                [done.returncode, done.stderr],
                [0, b""] if not done.stderr else [0, done.stderr.decode()],
            )
            equal("restore beside a running server", admin("restore", copy).returncode, 1)
            second = tap.run(
                program, "serve", "--listen", "127.0.0.1:0", "--database", server.database
            )
            true(
                "a second server is refused", second.returncode == 1 and b"in use" in second.stderr
            )
            equal("block", admin("block", "storer").returncode, 0)
            pump([person], lambda: not person.socket.is_open, "the blocked one is disconnected")
            equal(
                "and not let in",
                server.request(
                    "POST", "/api/login", {"name": "Störer", "password": "lang genug 1"}
                )[0],
                403,
            )
            equal(
                "nor with the old session", server.request("GET", "/api/me", token=account)[0], 401
            )
            equal("unblock", admin("unblock", "Störer").returncode, 0)
            equal(
                "let in again",
                server.request(
                    "POST", "/api/login", {"name": "Störer", "password": "lang genug 1"}
                )[0],
                200,
            )
            equal("nobody of that name", admin("block", "Niemand").returncode, 1)
            equal("prune", admin("prune", "30").returncode, 0)
            for wrong in (("prune", "x"), ("backup", "/nowhere/x.db"), ("restore", __file__)):
                equal(f"{wrong}", admin(*wrong).returncode, 1)
            for wrong in ((), ("backup",), ("dance", "x")):
                equal(f"{wrong}", admin(*wrong).returncode, 2)
        finally:
            server.stop()
        with sqlite3.connect(server.database) as db:
            db.execute("DELETE FROM persons")
        db.close()
        equal("restore", admin("restore", copy).returncode, 0)
        server.start()
        try:
            equal("everybody is back", server.request("GET", "/api/me", token=account)[0], 200)
        finally:
            server.stop()


def the_operator_blocks(program):
    """Guests and addresses are blocked, listed and unblocked, also across a restart; accounts
    become moderators; every change is in the audit log."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(program, folder)

        def admin(*words):
            done = tap.run(program, "admin", *words, "--database", server.database)
            equal(f"{words}: {done.stderr.decode()}", done.returncode, 0)
            return done.stdout.decode().splitlines()

        try:
            guest = Person(server, "Rowdy")
            server.api("POST", "signup", {"name": "Mona", "password": "lang genug 1"})
            (line,) = admin("people", "Rowdy")
            name = line.split()[0]
            admin("block", name, "--why", "spam")
            pump([guest], lambda: not guest.socket.is_open, "the guest is disconnected")
            equal("no session", server.request("GET", "/api/me", token=guest.token)[0], 401)
            admin("block", "2001:db8::7")
            blocked = [line.split()[0] for line in admin("blocked")]
            equal("the list", blocked, [name, "2001:db8::/64"])
            admin("unblock", "2001:db8::/64")
            admin("unblock", name)
            equal("nobody is left", admin("blocked"), [])
            admin("block", "127.0.0.1")
            status = lambda: server.request("POST", "/api/guest", {"name": "Neu"})[0]
            wait_until("this address is blocked", lambda: status() == 403)
            server.stop()
            server.start()
            wait_until("and stays so", lambda: status() == 403)
            admin("unblock", "127.0.0.1")
            wait_until("until it is unblocked", lambda: status() == 200)
            admin("grant", "Mona")
            equal("reports", admin("reports"), ["No open reports."])
            admin("revoke", "mona", "--why", "holiday")
            log = [line.split(": ")[1].split()[0] for line in admin("log")]
            done = ["block", "block", "unblock", "unblock", "block", "unblock", "grant", "revoke"]
            equal("the log", log, done[::-1])
            true("with the reason", "holiday" in admin("log")[0])
        finally:
            server.stop()


def no_secrets_in_the_log(fixture):
    """Log lines are JSON and hold no name, token, secret or password."""
    server = fixture.server
    token = server.api("POST", "signup", {"name": "Geheimnis", "password": "Parole Uno 77"})[
        "token"
    ]
    made = server.api("POST", "tables", {"game": "template", "players": 2, "public": False}, token)
    connection = WebSocket(server.port, token)
    connection.send(
        json.dumps(
            {
                "type": "hello",
                "table": made["table"],
                "seat": 0,
                "protocol": PROTOCOL,
                "secret": made["secret"],
            }
        )
    )
    connection.send(
        json.dumps({"type": "chat", "table": made["table"], "seat": None, "text": "Flüstern"})
    )
    connection.wait()
    connection.close()
    with open(os.path.join(fixture.folder.name, "log"), encoding="utf-8") as file:
        text = file.read()
    for line in text.splitlines():
        true("an object a line", "what" in json.loads(line))
    for secret in (token, made["secret"], "Parole", "Geheimnis", "Flüstern"):
        true(f"{secret[:6]} is not in the log", secret not in text)


def main():
    program = tap.program_argument(__doc__)
    fixture = Fixture(program)
    with cases(fixture) as result:
        for case in (
            in_the_network,
            addresses_of_the_page,
            sources_are_no_page,
            types_and_keeping,
            compression,
            security_headers,
            origins,
            cookies,
            wrong_requests,
            wrong_frames,
            wrong_messages,
            reused_descriptor,
            slow_clients,
            no_secrets_in_the_log,
            a_thousand_from_one_address,
        ):
            result.case(case.__doc__.splitlines()[0], case, fixture)
        for case in (behind_a_proxy, the_operator, the_operator_blocks):
            result.case(case.__doc__, case, program)
    return result.end()


if __name__ == "__main__":
    sys.exit(main())
