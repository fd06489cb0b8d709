#!/usr/bin/env python3
"""test_rating.py PROGRAM: ratings that cannot be farmed.

A rating could be raised at will by new accounts that resign at once.
"""

import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
from client import Person, Server, WebSocket, equal, pump, run_cases, true, wait_until

ENOUGH = 12  # moves of each before a resignation counts
BEGINS = 25.0


class Account(Person):
    """Somebody with an account, at an address and a device of their own."""

    def __init__(self, server, name, address, device=None):
        self.headers = {"X-Forwarded-For": address}
        if device:
            self.headers["Cookie"] = f"tafelrunde_device={device}"
        body = {"name": name, "password": "lang und geheim"}
        status, _, reply = server.request("POST", "/api/signup", body, headers=self.headers)
        equal(f"signing up: {reply}", status, 200)
        super().__init__(server, name, token=reply["token"])

    def connect(self):
        self.socket = WebSocket(self.server.port, self.token, self.headers)


class Fixture:
    def __init__(self, program):
        self.folder = tempfile.TemporaryDirectory()
        self.server = Server(program, self.folder.name, "--trust-proxy", "127.0.0.1")
        self.count = self.asked = 0

    def account(self, address=None, device=None):
        self.count += 1
        return Account(
            self.server, f"Konto {self.count}", address or f"203.0.113.{self.count}", device
        )

    def profile(self, person):
        """Asks from changing addresses: one address may not ask that often."""
        self.asked += 1
        path = "/api/people/" + person.name.replace(" ", "%20")
        headers = {"X-Forwarded-For": f"192.0.2.{self.asked % 250}"}
        status, _, body = self.server.request("GET", path, headers=headers)
        equal(f"the profile: {body}", status, 200)
        return body

    def mu(self, person):
        ratings = self.profile(person)["ratings"]
        return ratings[0]["mu"] if ratings else BEGINS

    def close(self):
        self.server.stop()
        self.folder.cleanup()


def play(fixture, winner, loser, moves=ENOUGH, public=True):
    """A rated game that the loser resigns after some moves of both. Returns what the winner had
    before: its rating and the number of its rated games."""
    before, games = fixture.mu(winner), len(fixture.profile(winner)["history"])
    table = winner.create("rattus", ["me", "person"], players=2, rated=True, public=public)
    loser.secrets.update(winner.secrets)
    pair = [winner, loser]
    for person in pair:
        person.answered, person.plays = 0, moves > 0
    seats = [winner.take(table["table"], 0, sit=False), loser.take(table["table"], 1)]
    pump(
        pair,
        lambda: all(s.updates for s in seats) and all(p.answered >= moves for p in pair),
        "the moves",
    )
    true("the game is not over yet", not seats[0].over)
    loser.say(seats[1], type="resign")
    pump(pair, lambda: seats[0].over, "the end")
    return before, games


def gained(fixture, winner, before, games):
    """Waits for the rating and returns the gain."""
    wait_until("the rating", lambda: len(fixture.profile(winner)["history"]) > games)
    return fixture.mu(winner) - before


def not_rated(fixture, winner, games):
    """A game of two other people is rated afterwards; jobs are done in order."""
    one, two = fixture.account(), fixture.account()
    gained(fixture, one, *play(fixture, one, two))
    equal("no rating", len(fixture.profile(winner)["history"]), games)


def resigning_at_once(fixture):
    """a game that is resigned at once is not rated"""
    one, two = fixture.account(), fixture.account()
    _, games = play(fixture, one, two, moves=0)
    not_rated(fixture, one, games)


def from_one_address(fixture):
    """a game between accounts at one address is not rated"""
    one, two = fixture.account("198.51.100.7"), fixture.account("198.51.100.7")
    _, games = play(fixture, one, two)
    not_rated(fixture, one, games)


def on_one_device(fixture):
    """nor between accounts on one device, whatever its address"""
    one, two = fixture.account(device="d" * 43), fixture.account(device="d" * 43)
    _, games = play(fixture, one, two)
    not_rated(fixture, one, games)


def repeated_opponents(fixture):
    """the same opponent counts less each time, and tables by link half"""
    one, two = fixture.account(), fixture.account()
    first = gained(fixture, one, *play(fixture, one, two))
    second = gained(fixture, one, *play(fixture, one, two))
    third = gained(fixture, one, *play(fixture, one, two))
    true(f"{first:.2f}, {second:.2f}, {third:.2f}", first > 1.4 * second > 1.4 * third > 0)
    one, two = fixture.account(), fixture.account()
    private = gained(fixture, one, *play(fixture, one, two, public=False))
    true(f"{private:.3f} is half of {first:.3f}", abs(2 * private - first) < 0.01)


if __name__ == "__main__":
    sys.exit(
        run_cases(
            Fixture(sys.argv[1]),
            resigning_at_once,
            from_one_address,
            on_one_device,
            repeated_opponents,
        )
    )
