#!/usr/bin/env python3
"""test_lockout.py PROGRAM: strangers who guess a password must not lock its owner out.

Ten wrong guesses, from anywhere, kept the owner from signing in.
"""

import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
from client import Server, equal, run_cases, true

GUESSES = 10  # per address, then one per minute
EVERYWHERE = 100  # from all addresses together


class Fixture:
    def __init__(self, program):
        self.folder = tempfile.TemporaryDirectory()
        self.server = Server(program, self.folder.name, "--trust-proxy", "127.0.0.1")

    def login(self, name, password, address, device=None):
        """Tries to sign in; returns the status and the device's cookie."""
        headers = {"X-Forwarded-For": address}
        if device:
            headers["Cookie"] = f"tafelrunde_device={device}"
        body = {"name": name, "password": password}
        status, reply, _ = self.server.request("POST", "/api/login", body, headers=headers)
        cookies = [c for c in reply.get_all("Set-Cookie", []) if c.startswith("tafelrunde_device=")]
        return status, cookies[0].split(";")[0].partition("=")[2] if cookies else None

    def sign_up(self, name):
        body = {"name": name, "password": "richtig und lang"}
        status, _, reply = self.server.request(
            "POST", "/api/signup", body, headers={"X-Forwarded-For": "198.51.100.1"}
        )
        equal(f"signing up: {reply}", status, 200)

    def close(self):
        self.server.stop()
        self.folder.cleanup()


def guesses_elsewhere_do_not_matter(fixture):
    """an owner signs in although a stranger has used up the guesses of another address"""
    fixture.sign_up("Eva")
    found = [fixture.login("Eva", "geraten 123", "203.0.113.9")[0] for _ in range(GUESSES + 2)]
    true(f"the stranger is slowed down: {found}", found[-1] == 429 and found[0] == 403)
    equal("the owner", fixture.login("Eva", "richtig und lang", "198.51.100.2")[0], 200)


def many_addresses_guess(fixture):
    """guesses from many addresses are limited together, but not for devices signed in before"""
    fixture.sign_up("Adam")
    status, device = fixture.login("Adam", "richtig und lang", "198.51.100.3")
    equal("the owner signs in", status, 200)
    true("and the browser is remembered", device and len(device) == 43)
    found = [
        fixture.login("Adam", "geraten 123", f"203.0.{i // 9}.{i}")[0]
        for i in range(EVERYWHERE + 10)
    ]
    equal("all addresses together are slowed down", found[-1], 429)
    equal("a stranger's new device", fixture.login("Adam", "x" * 12, "192.0.2.77")[0], 429)
    again, fresh = fixture.login("Adam", "richtig und lang", "192.0.2.78", device)
    equal("the owner's own device, anywhere", again, 200)
    equal("which keeps its name", fresh, None)


def a_device_may_not_guess_for_ever(fixture):
    """a device that was signed in before has a limit, too, and none for other accounts"""
    fixture.sign_up("Kain")
    device = fixture.login("Kain", "richtig und lang", "198.51.100.4")[1]
    found = [
        fixture.login("Kain", "geraten 123", f"198.51.101.{i}", device)[0]
        for i in range(GUESSES + 2)
    ]
    equal("its own account", found[-1], 429)
    # On a slow machine the guesses at Adam's account come back one by one, but they are shared:
    # with a limit of its own, the device would have ten.
    found = [
        fixture.login("Adam", "x" * 12, f"192.0.3.{i}", device if i % 2 else None)[0]
        for i in range(GUESSES)
    ]
    true(f"another one, by strangers and by the device: {found}", 429 in found[1::2])


if __name__ == "__main__":
    sys.exit(
        run_cases(
            Fixture(sys.argv[1]),
            guesses_elsewhere_do_not_matter,
            many_addresses_guess,
            a_device_may_not_guess_for_ever,
        )
    )
