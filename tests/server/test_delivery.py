#!/usr/bin/env python3
"""test_delivery.py PROGRAM: notices from a server to a push service and a webhook of this test,
over real sockets and TLS on this machine.

The push service can decrypt messages because the test also holds the key of the browser.
"""

import base64
import contextlib
import datetime
import hashlib
import hmac
import http.server
import ipaddress
import json
import os
import pathlib
import sqlite3
import ssl
import sys
import tempfile
import threading
import time

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import tap
from client import Person, Server, equal, pump, run_cases, true, wait_until

POINT = (serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def certificate(folder):
    """Returns the files of a self-signed certificate for this machine and of its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.utcnow()
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False
        )
        .add_extension(x509.BasicConstraints(True, None), True)
        .sign(key, hashes.SHA256())
    )
    paths = os.path.join(folder, "cert.pem"), os.path.join(folder, "key.pem")
    for path, data in zip(
        paths,
        (
            made.public_bytes(serialization.Encoding.PEM),
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            ),
        ),
    ):
        with open(path, "wb") as file:
            file.write(data)
    return paths


class Service:
    """A service that accepts every POST and answers with the configured status."""

    def __init__(self, cert, key):
        self.got, self.status, outer = [], 201, self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.got.append((self.path, dict(self.headers), body))
                self.send_response(outer.status)
                if outer.status == 302:
                    self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(cert, key)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.url = f"https://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def wait(self, count):
        wait_until(f"{count} notices", lambda: len(self.got) >= count)
        equal("notices that came", len(self.got), count)
        return self.got[-1]


class Browser:
    """A browser's side of a subscription; decrypts a message (RFC 8291)."""

    def __init__(self):
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self.point = self.key.public_key().public_bytes(*POINT)

    def read(self, body):
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        true("one record", len(sealed) <= size)
        shared = self.key.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        )
        material = HKDF(
            hashes.SHA256(), 32, self.auth, b"WebPush: info\0" + self.point + sender
        ).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(material)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(material)
        plain = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        equal("the last record", plain[-1], 2)
        return json.loads(plain[:-1])


def check_vapid(headers, service, public):
    """Checks RFC 8292: the token names this service, expires soon, and is signed with the key that
    subscribers were given."""
    scheme, _, rest = headers["Authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    equal("scheme and key", [scheme, parts["k"]], ["vapid", public])
    head, claims, signature = parts["t"].split(".")
    equal("algorithm", json.loads(unb64(head)), {"typ": "JWT", "alg": "ES256"})
    claims_read = json.loads(unb64(claims))
    equal("audience", claims_read["aud"], service.url)
    true("within 24 hours", 0 < claims_read["exp"] - time.time() <= 24 * 3600)
    raw = unb64(signature)
    der = utils.encode_dss_signature(
        int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    )
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unb64(public))
    try:
        key.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    except InvalidSignature as problem:
        raise AssertionError("the signature of the token") from problem


class Fixture:
    def __init__(self, program):
        self.folder = tempfile.TemporaryDirectory()
        cert, key = certificate(self.folder.name)
        self.program, self.service = program, Service(cert, key)
        self.server = Server(
            program, self.folder.name, "--no-limits", "--webhooks", "--notice-ca", cert
        )
        self.count = 0

    def two_asked(self):
        """Returns two people at a relaxed table who are both asked."""
        people = []
        for _ in range(2):
            self.count += 1
            people.append(Person(self.server, f"Gast {self.count}", seed=self.count, plays=False))
        made = people[0].create(
            "template", ["me", "person"], players=2, pace={"kind": "relaxed", "days": 2}
        )
        seats = [people[0].take(made["table"], 0, sit=False), people[1].take(made["table"], 1)]
        pump(people, lambda: all(seat.question for seat in seats), "both are asked")
        self.service.got.clear()
        return people, made["table"]

    def subscribe(self, person, browser, path="/push/1"):
        body = {
            "endpoint": self.service.url + path,
            "expirationTime": None,
            "keys": {"p256dh": b64(browser.point), "auth": b64(browser.auth)},
        }
        equal("subscribed", self.server.api("POST", "notices/push", body, person.token), {})

    def jobs(self):
        with contextlib.closing(sqlite3.connect(self.server.database)) as database:
            return database.execute("SELECT due_ms FROM jobs").fetchall()

    def all_done(self):
        wait_until("nothing is left to be sent", lambda: not self.jobs())

    def close(self):
        if self.server.process.poll() is None:
            self.server.stop()
        self.folder.cleanup()


def pushed(fixture):
    """An absent player gets a push message about the turn that only the browser can read, signed by
    the server."""
    (anna, berta), table = fixture.two_asked()
    browser = Browser()
    fixture.subscribe(anna, browser)
    public = fixture.server.api("GET", "notices", token=anna.token)["push"]
    anna.cut_off()
    path, headers, body = fixture.service.wait(1)
    equal("what it says", browser.read(body), {"table": table, "key": "turn"})
    equal(
        "where and how",
        [path, headers["Content-Encoding"], int(headers["TTL"]) > 0],
        ["/push/1", "aes128gcm", True],
    )
    check_vapid(headers, fixture.service, public)
    fixture.all_done()
    equal("one notice a turn", len(fixture.service.got), 1)
    berta.cut_off()


def webhook(fixture):
    """A webhook of a relaxed table is small and signed, and the server follows no redirect."""
    (anna, berta), table = fixture.two_asked()
    secret = fixture.server.api(
        "POST", "notices/webhook", {"url": fixture.service.url + "/hook"}, anna.token
    )["secret"]
    fixture.service.status = 302
    anna.cut_off()
    path, headers, body = fixture.service.wait(1)
    equal("what it says", json.loads(body), {"table": table, "key": "turn"})
    equal(
        "signed",
        headers["Tafelrunde-Signature"],
        "sha256=" + hmac.new(bytes.fromhex(secret), body, hashlib.sha256).hexdigest(),
    )
    fixture.all_done()
    equal("not followed", [path for path, _, _ in fixture.service.got], ["/hook"])
    fixture.service.status = 201
    berta.cut_off()


def gone(fixture):
    """A subscription that the push service no longer knows is removed."""
    (anna, berta), _ = fixture.two_asked()
    fixture.subscribe(anna, Browser(), "/push/gone")
    fixture.service.status = 410
    anna.cut_off()
    fixture.service.wait(1)
    wait_until(
        "removed", lambda: fixture.server.api("GET", "notices", token=anna.token)["targets"] == []
    )
    fixture.service.status = 201
    berta.cut_off()


def restarted(fixture):
    """An undelivered notice survives kill -9, and the key of the server stays the same."""
    (anna, berta), _ = fixture.two_asked()
    fixture.subscribe(anna, Browser())
    public = fixture.server.api("GET", "notices", token=anna.token)["push"]
    fixture.service.status = 503
    fixture.all_done()
    began = time.time()
    anna.cut_off()
    fixture.service.wait(1)
    fixture.server.kill()
    fixture.server.start()
    equal("the same key", fixture.server.api("GET", "notices", token=anna.token)["push"], public)
    fixture.server.kill()
    ((due_ms,),) = fixture.jobs()
    true("not again before its time", due_ms > 1000 * began + 10000)
    with contextlib.closing(sqlite3.connect(fixture.server.database)) as database, database:
        database.execute("UPDATE jobs SET due_ms = 1")
    fixture.service.status, tried = 201, len(fixture.service.got)
    fixture.server.start()
    fixture.service.wait(tried + 1)
    fixture.all_done()
    equal("delivered after the restart, once", len(fixture.service.got), tried + 1)
    berta.cut_off()


def refuses_local_addresses(fixture):
    """Without the test flag, addresses of this machine are refused; with --no-push and without
    --webhooks no notices are sent."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(fixture.program, folder, "--no-limits")
        other = Fixture.__new__(Fixture)
        other.server, other.service, other.count = server, fixture.service, 0
        (anna, berta), _ = other.two_asked()
        other.subscribe(anna, Browser(), "/push/inside")
        status, _, answer = server.request(
            "POST", "/api/notices/webhook", {"url": fixture.service.url}, anna.token
        )
        equal(
            "webhooks are off", [status, answer["error"]["key"]], [409, "server.error.no_notices"]
        )
        anna.cut_off()
        with contextlib.closing(sqlite3.connect(server.database)) as database:
            wait_until(
                "it was tried",
                lambda: database.execute(
                    "SELECT 1 FROM jobs WHERE kind = 'send' AND tries > 0"
                ).fetchall(),
            )
        server.stop()
        equal("nothing was sent here", fixture.service.got, [])
        berta.cut_off()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(fixture.program, folder, "--no-limits", "--no-push")
        token = server.guest("Gast")
        equal(
            "off",
            server.api("GET", "notices", token=token),
            {"push": None, "webhooks": False, "targets": []},
        )
        server.stop()


if __name__ == "__main__":
    sys.exit(
        run_cases(
            Fixture(tap.program_argument(__doc__)),
            pushed,
            webhook,
            gone,
            restarted,
            refuses_local_addresses,
        )
    )
