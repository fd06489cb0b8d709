#!/usr/bin/env python3
"""Tests the terminal as a client of a server, with screens in tmux and in line mode. TAP on
standard output.

    test_online.py PROGRAM
"""

import json
import pathlib
import re
import socket
import sqlite3
import ssl
import subprocess
import sys
import threading
import time
import urllib.request

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from screens import LOOK_S, WAIT_S, Screen, run  # noqa: E402
import tap  # noqa: E402
from tap import true  # noqa: E402


class Server:
    def __init__(self, program, folder, listen="127.0.0.1:0"):
        self.program, self.database = program, folder / "server.db"
        self.start(listen)

    def start(self, listen):
        self.process = subprocess.Popen(
            [
                self.program,
                "serve",
                "--listen",
                listen,
                "--database",
                str(self.database),
                "--no-pauses",
                "--no-limits",
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=tap.environment(),
        )
        self.url = re.search(rb"http://\S+", self.process.stdout.readline())[0].decode().rstrip("/")

    def days_later(self):
        """Restarts the server after moving every running clock back by eight days."""
        self.end()
        with sqlite3.connect(self.database) as database:
            database.execute(
                "UPDATE seats SET running_ms = running_ms - 8 * 86400000 WHERE running_ms > 0"
            )
        database.close()
        self.start(self.url.removeprefix("http://"))

    def post(self, path, body, token=None):
        request = urllib.request.Request(
            self.url + path,
            json.dumps(body).encode(),
            {
                "Content-Type": "application/json",
                **({"Authorization": f"Bearer {token}"} if token else {}),
            },
        )
        with urllib.request.urlopen(request, timeout=WAIT_S) as reply:
            return json.load(reply)

    def table(self, **body):
        token = self.post("/api/guest", {"name": "Host"})["token"]
        return self.url + self.post("/api/tables", body, token)["path"]

    def end(self):
        self.process.terminate()
        self.process.wait(WAIT_S)


def at_a_server(program, folder, _):
    """A person sits down, plays to the end and gets a record that verifies. The session is kept for
    next time. Another person only watches."""
    server = Server(program, folder)
    screens = []

    def sit(*arguments, **more):
        screens.append(Screen(program, folder, "play", *arguments, **more))
        return screens[-1]

    try:
        link = server.table(game="tallinn", players=2, seats=["person", "random"], public=False)
        path = folder / "online.jsonl"
        screen = sit("--table", link, "--name", "Bert", "--lang", "de", "--record", path)
        screen.wait("▶  1  play")
        screen.keys("Enter", "Enter")
        screen.wait("Verlauf.*\n(.*\n)*.*Du spielst|Willst du|Runde 2")
        screen.keys("C-c")
        true("status", screen.status() == 0)
        (kept,) = (folder / "state/tafelrunde/play").iterdir()
        true("the session is its owner's alone", kept.stat().st_mode & 0o777 == 0o600)
        watching = sit(
            "tallinn",
            "--table",
            link,
            "--lang",
            "en",
            environment={"XDG_STATE_HOME": folder / "other"},
        )
        shown = watching.wait("● Bert")
        true("a watcher sees no hand", "┌─" not in shown and "▶" not in shown)
        screen = sit("--table", link, "--lang", "de", "--record", path)
        screen.wait("^── Punkte ", keys=("Enter",))
        screen.keys("Escape", "Q", "Enter")
        true("status", screen.status() == 0)
        true("the record verifies", b"checked" in tap.output(program, "verify", path))
        for words, why in (
            (["--table", "nonsense"], b"no link"),
            (["duell", "--table", link], b"another game"),
            (["--table", link.replace("/t/", "/t/x")], b"no link"),
            (["--table", re.sub(r"/t/.{22}", "/t/" + "A" * 22, link)], b"no such table"),
            (["--table", "http://127.0.0.1:1/t/" + "A" * 22], b"cannot be reached"),
        ):
            done = tap.run(program, "play", *words, "--lang", "en")
            true(f"{words}: {done.stderr}", done.returncode == 1 and why in done.stderr)
    finally:
        server.end()
        for screen in screens:
            screen.end()


def lobby(program, folder, _):
    """The menu lists a server's open tables: one sits down at one, or opens a new one."""
    listed = tap.offered(program)
    server = Server(program, folder)
    screens = []

    def begin(*arguments, **more):
        screens.append(Screen(program, folder, "play", *arguments, "--lang", "en", **more))
        return screens[-1]

    def answer(screen, text, wanted):
        screen.text(text)
        screen.keys("Enter")
        return screen.wait(wanted)

    try:
        server.table(game="tallinn", players=3, seats=["me", "person", "novice"])
        server.table(game="tallinn", players=2, seats=["me", "person"], public=False)
        screen = begin("--name", "Bert", environment={"XDG_STATE_HOME": folder / "bert"})
        screen.wait("Play at a server")
        answer(screen, str(len(listed) + 1), "The server’s address, for example")
        shown = answer(screen, server.url + "/", "Open a new table")
        true(
            "only public tables",
            re.search(r"(?m)^   1  .*: Host, free, Novice \(no clock\)", shown),
        )
        true("one table", re.search("(?m)^   2  Open a new table", shown))
        answer(screen, "3", "A number from 1 to 2")
        answer(screen, "1", "● Host.*■ You")
        screen.keys("C-c")
        true("status", screen.status() == 0)

        screen = begin("--name", "Anna", environment={"XDG_STATE_HOME": folder / "anna"})
        screen.wait("Play at a server")
        answer(screen, str(len(listed) + 1), "address")
        answer(screen, server.url, "Open a new table")
        answer(screen, "2", r"What would you like to play\?")
        answer(screen, str(listed.index("tallinn") + 1), "How many seats")
        answer(screen, "1", "Who else plays")
        answer(screen, "2", "How much time")
        answer(screen, "2", "imperial legate")
        answer(screen, "2", "(?s)imperial legate.*yes.*chronicle")
        answer(screen, "", "Building towers")
        shown = answer(screen, "", "The link for the others")
        link = re.search(re.escape(server.url) + r"/t/[\w-]{22}#[\w-]+", shown.replace("\n", ""))[0]
        screen.keys("Enter")
        screen.wait("● You")
        guest = begin("--table", link, "--name", "Carl")
        guest.wait("▶  1  done")
        screen.wait("▶  1  done")
        with sqlite3.connect(server.database) as database:
            made = database.execute(
                "SELECT options, time_ms, increment_ms FROM tables WHERE secret = ?",
                (link.split("#")[1],),
            ).fetchone()
        database.close()
        tap.equal("clock", made[1:], (15 * 60000, 10000))
        true("the chosen option", bytes(made[0])[0] == 1 and not any(bytes(made[0])[1:]))
        screen.keys("C-c")
        true("status", screen.status() == 0)

        screen = begin("--server", server.url, environment={"XDG_STATE_HOME": folder / "anna"})
        screen.wait("Open tables")
        screen.text("q")
        screen.keys("Enter")
        true("status", screen.status() == 0)
        screen = begin("--server", "http://127.0.0.1:1")
        screen.wait("The server 127.0.0.1:1 cannot be reached")
        true("status of a server that is not there", screen.status() == 1)
        done = tap.run(program, "play", "--server", server.url, "--lang", "en")
        true("without a terminal", done.returncode == 2 and b"--table" in done.stderr)
    finally:
        server.end()
        for screen in screens:
            screen.end()


class Plain:
    """The program in line mode; reads its output as it comes."""

    def __init__(self, program, environment, *arguments):
        self.process = subprocess.Popen(
            [program, "play", "--plain", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**tap.environment(), **environment},
        )
        self.said, self.heard = b"", 0
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while more := self.process.stdout.read1():
            self.said += more

    def wait(self, wanted):
        """Reads until these words, which must follow the ones waited for before."""
        until = time.monotonic() + WAIT_S
        while time.monotonic() < until:
            found = re.compile(wanted.encode()).search(self.said, self.heard)
            if found:
                self.heard = found.end()
                return
            time.sleep(LOOK_S)
        raise AssertionError(f"{wanted!r} is not said: {self.said[self.heard:].decode()}")

    def say(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()


def people_talk(program, folder, _):
    """Two people, one with a screen and one in line mode, over IPv6: they chat, propose, decline,
    give up, play again, and agree to end."""
    server = Server(
        program,
        folder,
        "[::1]:0"
        if socket.has_ipv6 and pathlib.Path("/proc/net/if_inet6").exists()
        else "127.0.0.1:0",
    )
    link = server.table(game="duell", players=2, seats=["person", "person"], public=False)
    path = folder / "talk.jsonl"
    anna = Screen(
        program,
        folder,
        "play",
        "--table",
        link,
        "--name",
        "Anna",
        "--lang",
        "en",
        "--record",
        path,
        environment={"XDG_STATE_HOME": folder / "anna"},
    )
    bert = None

    def anna_says(line):
        anna.text(line)
        anna.wait(f"(?m)^{line}$")
        anna.keys("Enter")

    try:
        anna.wait("as soon as all seats are taken")
        bert = Plain(
            program,
            {"XDG_STATE_HOME": str(folder / "bert")},
            "--table",
            link,
            "--name",
            "Bert",
            "--lang",
            "de",
        )
        anna.wait("▶  1  claim")
        anna_says("/ Grüß dich!")
        bert.wait("Anna: Grüß dich!")
        bert.say("/ Hallo \x1b[2J")
        bert.wait("darf höchstens|höchstens")
        bert.say("/ Hallo, Anna")
        anna.wait("Bert: Hallo, Anna")
        bert.say("/nonsense")
        bert.wait("/resign /end /agree")
        anna_says("/end")
        anna.wait("You agree")
        bert.wait("Vorschlag: ohne Ergebnis aufhören")
        bert.say("/decline")
        anna.wait("The proposal is off the table")
        anna_says("/agree")
        anna.wait("Nothing is proposed\\.")
        bert.say("/resign")
        bert.wait("Noch einmal /resign")
        bert.say("/resign")
        anna.wait("Bert has resigned")
        bert.wait("Du hast aufgegeben")
        bert.wait("/rematch")
        bert.say("/rematch")
        anna.keys("Escape")
        anna.wait("The next game is waiting")
        anna_says("/rematch")
        anna.wait(
            lambda shown: "Bert has resigned" not in shown
            and re.search("▶  1  claim|Bert’s turn", shown)
        )
        bert.say("/end")
        anna.wait("Proposed: to stop without a result")
        anna_says("/agree")
        bert.wait("ohne Ergebnis beendet")
        anna.wait("ended without a result")
        bert.say("")
        true("Bert's status", bert.process.wait(WAIT_S) == 0)
        anna.keys("Escape", "Q", "Enter")
        true("Anna's status", anna.status() == 0)
        true("both records are kept", len(path.read_text().splitlines()) == 2)
    finally:
        server.end()
        anna.end()
        if bert:
            bert.process.kill()
    done = tap.run(program, "play", "duell", "--bots", "random", "--plain", stdin=b"/ hello\nq\n")
    true("nobody hears it at a local table", b"nobody hears it here" in done.stdout)


def one_does_not_answer(program, folder, _):
    """Three people, one of whom does not answer for days: an opponent takes over, the seat is
    reclaimed, the table is closed, and nothing of it happens early."""
    server = Server(program, folder)
    link = server.table(
        game="rattus", players=3, seats=["person", "person", "person"], public=False
    )
    people = []

    def sit(name, *arguments):
        people.append(
            Plain(
                program,
                {"XDG_STATE_HOME": str(folder / f"silent-{name}")},
                "--table",
                link,
                "--name",
                name,
                "--lang",
                "en",
                *arguments,
            )
        )
        return people[-1]

    def ask(person, line, answer):
        person.say(line)
        person.wait(answer)

    try:
        anna = sit("Anna")
        anna.wait("as soon as all seats are taken")
        bert, carl = sit("Bert", "--seat", "2"), sit("Carl", "--seat", "3")
        anna.wait("> ")
        watcher = sit("Watcher")
        watcher.wait("The plague piece starts")
        for line in ("/close", "/replace 1"):
            ask(bert, line, "7 days")
        for line in (
            "/replace",
            "/replace 0",
            "/replace 4",
            "/replace Anna",
            "/replace 1 2",
            "/replace 99999999999999999999",
        ):
            ask(bert, line, "/replace N: the seat")
        ask(bert, "/back", "already playing this seat yourself")
        for line in ("/back 1", "/close the door", "/end it"):
            ask(bert, line, "At the table:")
        for line in ("/close", "/replace 1", "/back", "/resign"):
            ask(watcher, line, "Nobody here may speak for that seat")
        ask(bert, "/agree", "Nothing is proposed")

        server.days_later()
        for person in people:
            person.wait("Connected again")
        ask(bert, "/replace 2", "7 days")
        ask(bert, "/replace 1", "You agree")
        carl.wait("Proposed: the computer plays on for Anna")
        ask(carl, "/decline", "The proposal is off the table")
        bert.wait("The proposal is off the table")
        ask(carl, "/replace 1", "You agree")
        bert.wait("Proposed: the computer plays on for Anna")
        bert.say("/agree")
        anna.wait("The computer \\(.*\\) now plays for you")
        for person in (bert, carl, watcher):
            person.wait("The computer \\(.*\\) now plays for Anna")
        bert.wait("> ")
        ask(anna, "/back", "You play in person again")

        server.days_later()
        for person in people:
            person.wait("Connected again")
        ask(carl, "/close", "You agree")
        anna.wait("Proposed: to close the table")
        anna.say("/agree")
        for person in people:
            person.wait("ended without a result")
    finally:
        server.end()
        for person in people:
            person.process.kill()


class Proxy:
    """TLS in front of a server, with its own certificate for localhost."""

    def __init__(self, folder, url):
        self.certificate = folder / "localhost.pem"
        subprocess.run(
            [
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:P-256",
                "-nodes",
                "-days",
                "2",
                "-subj",
                "/CN=localhost",
                "-addext",
                "subjectAltName=DNS:localhost",
                "-keyout",
                str(folder / "localhost.key"),
                "-out",
                str(self.certificate),
            ],
            check=True,
            stderr=subprocess.DEVNULL,
        )
        self.inner = int(url.rsplit(":", 1)[1])
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, folder / "localhost.key")
        self.listening = context.wrap_socket(
            socket.create_server(("127.0.0.1", 0)), server_side=True
        )
        self.port = self.listening.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                outer, _ = self.listening.accept()
            except ssl.SSLError:  # a client that does not trust the certificate
                continue
            except OSError:
                return
            inner = socket.create_connection(("127.0.0.1", self.inner))
            for here, there in ((outer, inner), (inner, outer)):
                threading.Thread(target=self.carry, args=(here, there), daemon=True).start()

    @staticmethod
    def carry(here, there):
        try:
            while True:
                data = here.recv(65536)
                if not data:
                    break
                there.sendall(data)
        except OSError:
            pass
        there.close()


def behind_tls(program, folder, _):
    """A whole game over https; an untrusted certificate, or one for another name, is refused."""
    server = Server(program, folder)
    try:
        proxy = Proxy(folder, server.url)
        path = re.sub(
            "^http://[^/]*", "", server.table(game="tallinn", players=2, seats=["person", "random"])
        )
        environment = {
            "SSL_CERT_FILE": str(proxy.certificate),
            "XDG_STATE_HOME": str(folder / "tls"),
        }

        def play(host, more):
            return subprocess.run(
                [
                    program,
                    "play",
                    "--server",
                    f"https://{host}:{proxy.port}",
                    "--table",
                    path,
                    "--lang",
                    "en",
                ],
                input=b"1\n" * 400,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**tap.environment(), **more},
                timeout=WAIT_S,
            )

        for host, more in (
            ("localhost", {**environment, "SSL_CERT_FILE": "/dev/null"}),
            ("127.0.0.1", environment),
        ):
            done = play(host, more)
            true(f"{host}: refused", done.returncode == 1 and b"cannot be reached" in done.stderr)
        done = play("localhost", environment)
        true(
            f"played to the end: {done.stdout[-300:]} {done.stderr}",
            done.returncode == 0 and b"\nScore: " in done.stdout,
        )
    finally:
        server.end()


def everything(cases, program, folder, games):
    for statement, case in (
        ("a whole game at a server", at_a_server),
        ("a server's tables in the menu", lobby),
        ("people chat and agree at a server", people_talk),
        ("one person does not answer at a server", one_does_not_answer),
        ("at a server behind TLS", behind_tls),
    ):
        cases.case(statement, case, program, folder, games)


if __name__ == "__main__":
    sys.exit(run(everything, __doc__))
