"""Starts a server and plays people at it over real sockets, with only the standard library.

Everything runs in one thread: `pump` reads all sockets until a condition holds.
"""

import base64
import contextlib
import hashlib
import http.client
import json
import os
import random
import selectors
import signal
import socket
import struct
import subprocess
import tempfile
import time

import tap
from changes import Views
from tap import equal, true

TIMEOUT = 240  # seconds; generous, because no test checks speed
PROTOCOL = 3  # the revision of docs/protocol.md
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


def blake(data):
    return hashlib.blake2b(data, digest_size=32).hexdigest()


@contextlib.contextmanager
def cases(fixture):
    """Runs cases at one server; if one fails, shows the log of the server."""
    result = tap.Tap()
    try:
        yield result
    finally:
        if result.failed:
            result.note(fixture.server.errors())
        fixture.close()


def run_cases(fixture, *functions):
    """main of a test: runs the functions with one fixture, each stated by its docstring."""
    with cases(fixture) as result:
        for function in functions:
            result.case(function.__doc__, function, fixture)
    return result.end()


# ---- the server ----------------------------------------------------------------------------------


class Server:
    """Runs `tafelrunde serve` on its own port. A restart keeps port and database."""

    def __init__(self, program, folder, *arguments, database=None):
        self.program, self.folder, self.arguments = program, folder, arguments
        self.database = database or os.path.join(folder, "t.db")
        self.port, self.process, self.log, self.environment = 0, None, None, {}
        self.metrics_port = 0
        if "--public-url" in arguments:  # the server then prints that address instead of its port
            with socket.create_server(("127.0.0.1", 0)) as free:
                self.port = free.getsockname()[1]
        self.start()

    def start(self):
        self.log = open(os.path.join(self.folder, "log"), "ab")
        self.process = subprocess.Popen(
            [
                self.program,
                "serve",
                "--listen",
                f"127.0.0.1:{self.port}",
                "--metrics",
                f"127.0.0.1:{self.metrics_port}",
                "--database",
                self.database,
                "--no-pauses",
                *self.arguments,
            ],
            stdout=subprocess.PIPE,
            stderr=self.log,
            env={**os.environ, "LANG": "C", "LC_ALL": "C", **self.environment},
        )
        line = self.process.stdout.readline().decode()
        true(f"the server does not start: {self.errors()}", line.startswith("Tafelrunde is open: "))
        self.port = self.port or int(line.strip().rstrip("/").rpartition(":")[2])
        figures = self.process.stdout.readline().decode()
        self.metrics_port = int(figures.strip().removesuffix("/metrics").rpartition(":")[2])

    def errors(self):
        with open(os.path.join(self.folder, "log"), encoding="utf-8", errors="replace") as file:
            return file.read()[-3000:]

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()
        self.log.close()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(TIMEOUT)
        self.process.stdout.close()
        self.log.close()
        equal("exit status of the server", status, 0)

    def request(self, method, path, body=None, token=None, headers=None, port=None):
        """Returns (status, headers, body) of one request. Sends JSON; a JSON response is parsed."""
        connection = http.client.HTTPConnection("127.0.0.1", port or self.port, timeout=TIMEOUT)
        sent = dict(headers or {})
        if token:
            sent["Authorization"] = f"Bearer {token}"
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
            sent.setdefault("Content-Type", "application/json")
        connection.request(method, path, body, sent)
        response = connection.getresponse()
        data = response.read()
        connection.close()
        if response.getheader("Content-Type", "").startswith("application/json"):
            data = json.loads(data)
        return response.status, response.headers, data

    def api(self, method, path, body=None, token=None):
        status, _, data = self.request(method, "/api/" + path, body, token)
        equal(f"{method} {path}: {data}", status, 200)
        return data

    def guest(self, name):
        return self.api("POST", "guest", {"name": name})["token"]

    def metrics(self):
        lines = self.request("GET", "/metrics", port=self.metrics_port)[2].decode().splitlines()
        return {
            line.split()[0].removeprefix("tafelrunde_"): float(line.split()[1])
            for line in lines
            if not line.startswith("#")
        }


@contextlib.contextmanager
def serving(program, *arguments):
    """A server of its own, without a page, in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        web = os.path.join(folder, "data", "web")
        os.makedirs(web)
        with open(os.path.join(web, "index.html"), "w", encoding="utf-8") as file:
            file.write("<!doctype html><title>entry</title>")
        server = Server(program, folder, "--data", os.path.join(folder, "data"), *arguments)
        try:
            yield server
        finally:
            if server.process.poll() is None:
                server.stop()


# ---- WebSocket -----------------------------------------------------------------------------------


class Closed(Exception):
    pass


class WebSocket:
    """One connection. Messages are texts; `status` is the reason of the close."""

    def __init__(self, port, token=None, headers=None, path="/ws"):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT)
        self.buffer, self.parts, self.status = b"", [], None
        self.received = 0  # bytes of all frames
        key = base64.b64encode(os.urandom(16))
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key.decode()}",
        ]
        lines += [f"Authorization: Bearer {token}"] if token else []
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.buffer:
            self.fill()
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        self.http_status = int(head.split()[1])
        if self.http_status != 101:
            self.close()
            raise Closed(f"HTTP {self.http_status}")
        accept = base64.b64encode(hashlib.sha1(key + GUID).digest())
        true("the right Sec-WebSocket-Accept", accept in head)

    def fileno(self):
        return self.socket.fileno()

    def fill(self):
        try:
            data = self.socket.recv(1 << 16)
        except ConnectionError:
            data = b""
        if not data:
            self.close()
            raise Closed(str(self.status))
        self.buffer += data

    def send_frame(self, opcode, payload, final=True):
        """Sends a masked frame."""
        mask = os.urandom(4)
        length = len(payload)
        size = (
            bytes([0x80 | length])
            if length < 126
            else bytes([0x80 | 126]) + struct.pack("!H", length)
            if length < 65536
            else bytes([0x80 | 127]) + struct.pack("!Q", length)
        )
        pad = (mask * (length // 4 + 1))[:length]
        masked = (
            (int.from_bytes(payload, "little") ^ int.from_bytes(pad, "little")).to_bytes(
                length, "little"
            )
            if length
            else b""
        )
        try:
            self.socket.sendall(bytes([(0x80 if final else 0) | opcode]) + size + mask + masked)
        except ConnectionError as problem:
            self.close()
            raise Closed(str(problem)) from problem

    def send(self, text):
        self.send_frame(1, text.encode())

    def frame(self):
        """Returns the next complete frame in the buffer, or None."""
        if len(self.buffer) < 2:
            return None
        length, at = self.buffer[1] & 127, 2
        if length == 126:
            if len(self.buffer) < 4:
                return None
            length, at = struct.unpack("!H", self.buffer[2:4])[0], 4
        elif length == 127:
            if len(self.buffer) < 10:
                return None
            length, at = struct.unpack("!Q", self.buffer[2:10])[0], 10
        if len(self.buffer) < at + length:
            return None
        first, payload = self.buffer[0], self.buffer[at : at + length]
        self.received += at + length
        self.buffer = self.buffer[at + length :]
        return first & 0x80, first & 15, payload

    def messages(self):
        """Returns all complete messages received so far; answers pings."""
        found = []
        while (frame := self.frame()) is not None:
            final, opcode, payload = frame
            if opcode == 8:
                self.status = struct.unpack("!H", payload[:2])[0] if len(payload) >= 2 else 1005
                continue
            if opcode == 9:
                self.send_frame(10, payload)
            if opcode in (0, 1):
                self.parts.append(payload)
                if final:
                    found += b"".join(self.parts).decode().split("\n")  # a message per line
                    self.parts = []
        return found

    def wait(self):
        """Waits for the next messages, at least one."""
        while True:
            found = self.messages()
            if found:
                return found
            self.fill()

    def close(self):
        self.socket.close()

    @property
    def is_open(self):
        return self.socket.fileno() >= 0


def wait_until(what, condition):
    """Polls until the condition holds. Use it where no message announces the change."""
    end = time.monotonic() + TIMEOUT
    while not condition():
        true(f"not within {TIMEOUT} s: {what}", time.monotonic() < end)
        time.sleep(0.02)


def pump(people, until, what, timeout=TIMEOUT):
    """Delivers received messages to each person until the condition holds; calls cut_off on a lost
    connection."""
    end = time.monotonic() + timeout
    while not until():
        left = end - time.monotonic()
        if left <= 0:
            raise AssertionError(
                f"not within {timeout} s: {what}; " + "; ".join(map(str, people))[:1200]
            )
        selector = selectors.DefaultSelector()
        for person in people:
            if person.socket and person.socket.is_open:
                selector.register(person.socket, selectors.EVENT_READ, person)
        for key, _ in selector.select(min(left, 0.2)):
            person = key.data
            try:
                person.socket.fill()
                texts = person.socket.messages()
            except Closed:
                person.cut_off()
                continue
            for text in texts:
                person.receive(json.loads(text))
        selector.close()


# ---- people --------------------------------------------------------------------------------------


class Seat:
    """What a person keeps about one seat at one table, or as a spectator (number None)."""

    def __init__(self, table, number):
        self.table, self.number = table, number
        self.updates = []
        self.catching_up = True
        self.question = self.waiting = self.entropy = self.commitment = None
        self.in_flight = None  # an answer that was sent and has no update yet
        self.given = set()  # phases for which entropy was sent
        self.refusals = []

    @property
    def over(self):
        return bool(self.updates) and self.updates[-1]["over"]

    @property
    def version(self):
        return self.updates[-1]["version"] if self.updates else 0


class Person:
    """A person with a session and a connection. Like a page, it sends entropy; if `plays`, it gives
    random legal answers."""

    def __init__(self, server, name, seed=0, token=None, plays=True, check=None):
        self.server, self.name, self.plays, self.check = server, name, plays, check
        self.token = token or (server.guest(name) if name else None)
        self.rng = random.Random(f"{name} {seed}")
        self.seats, self.others, self.socket, self.secrets = {}, [], None, {}
        self.views = Views()
        self.ids = self.answered = 0
        self.connect()

    def __str__(self):
        return f"{self.name}: " + ", ".join(
            f"seat {seat.number} at {len(seat.updates)}, waiting {json.dumps(seat.waiting)},"
            f" in flight {seat.in_flight}, refusals {seat.refusals[-1:]}"
            for seat in self.seats.values()
        )

    # --- connecting

    def connect(self):
        self.socket = WebSocket(self.server.port, self.token)

    def cut_off(self):
        self.socket.close()

    def come_back(self):
        """Reconnects like a page: says hello with the last version of every seat, then repeats
        unanswered messages."""
        self.connect()
        for seat in self.seats.values():
            seat.given.clear()
            self.hello(seat)
            if seat.in_flight:
                self.say(seat, **seat.in_flight)

    def say(self, seat, **message):
        self.send({**message, "table": seat.table, "seat": seat.number})

    def send(self, message):
        if self.check:
            self.check("client", message)
        try:
            self.socket.send(json.dumps(message))
        except Closed:
            self.cut_off()

    def hello(self, seat):
        secret = {"secret": self.secrets[seat.table]} if seat.table in self.secrets else {}
        self.say(seat, type="hello", protocol=PROTOCOL, version=seat.version, **secret)

    # --- tables

    def create(self, game, seats, **more):
        """Creates a table; each of `seats` is "me", "person" (free) or a level."""
        made = self.server.api("POST", "tables", {"game": game, "seats": seats, **more}, self.token)
        if made.get("secret"):
            self.secrets[made["table"]] = made["secret"]
        return made

    def watch(self, table):
        seat = self.seats[(table, None)] = Seat(table, None)
        self.hello(seat)
        return seat

    def take(self, table, number, sit=True):
        """Sits down at a seat and subscribes to it."""
        seat = self.seats[(table, number)] = Seat(table, number)
        if sit:
            self.hello(Seat(table, None))
            self.say(seat, type="sit")
        self.hello(seat)
        return seat

    # --- receiving

    def receive(self, message):
        if self.check:
            self.check("table", message)
        if message["type"] == "update":
            self.views.complete(message)
        self.hear(message)

    def hear(self, message):
        seat = self.seats.get((message.get("table"), message.get("seat")))
        handler = getattr(self, "on_" + message["type"], None)
        if seat and handler:
            handler(seat, message)
        else:
            self.others.append(message)

    def on_welcome(self, seat, message):
        seat.commitment, seat.catching_up, seat.waiting = message["commitment"], True, None

    def on_restart(self, seat, message):
        seat.commitment, seat.entropy = message["commitment"], None
        seat.given.clear()

    def on_update(self, seat, message):
        version = message["version"]
        if version <= seat.version:  # sent again after a stale or repeated answer
            known = [update for update in seat.updates if update["version"] == version]
            equal("the same update again", [message], known)
        else:  # steps taken back are left out for somebody who returns
            true("versions count up by one", seat.catching_up or version == seat.version + 1)
            seat.updates.append(message)
            seat.catching_up = seat.catching_up and not seat.waiting
            seat.question = None
        if seat.in_flight and message.get("id") == seat.in_flight["id"]:
            seat.in_flight = None
            self.answered += 1

    def on_waiting(self, seat, message):
        seat.waiting = message
        if seat.number in message["entropy"] and message["phase"] not in seat.given:
            seat.given.add(message["phase"])
            self.give_entropy(seat, message["phase"])

    def give_entropy(self, seat, phase):
        if phase == "seating":
            seat.entropy = seat.entropy or self.rng.getrandbits(256).to_bytes(32, "little")
            self.say(seat, type="entropy", hash=blake(seat.entropy))
        elif seat.entropy:
            self.say(seat, type="entropy", value=seat.entropy.hex())
        else:
            self.say(seat, type="entropy", lost=True)

    def on_question(self, seat, message):
        seat.question = message
        if self.plays and not seat.in_flight:
            self.answer(seat)

    def answer(self, seat, do=None):
        self.ids += 1
        seat.in_flight = {
            "type": "answer",
            "q": seat.question["q"],
            "id": f"{self.name[:10]}{self.ids}",
            "do": do or self.rng.choice(seat.question["legal"])["do"],
        }
        self.say(seat, **seat.in_flight)

    def on_refused(self, seat, message):
        seat.refusals.append(message["reason"])
        if seat.in_flight and message["id"] == seat.in_flight["id"]:
            seat.in_flight = None
