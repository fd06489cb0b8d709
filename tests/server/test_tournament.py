"""Whole tournaments with equal deals: real clients at a real server that is killed in every round.

Every pairing exists once, a second computation confirms the standings, and `tafelrunde verify`
confirms that all tables of a round had the same deal. The same on PostgreSQL with two servers that
die in turn. With TAFELRUNDE_LONG: 64 people over seven rounds of a game for two, and 40 over five
rounds of a game for four.
"""

import concurrent.futures
import contextlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "cli")]

import client
import tap
from cluster import Cluster
from standings import recompute
from tap import equal, true
from test_faults import flow


def be_ready(server):
    """Waits until a server has read its database: before that it cannot be stopped in order."""
    client.wait_until("it is ready", lambda: server.request("GET", "/readyz")[0] == 200)


class Tournament:
    def __init__(self, servers, game, players, people, rounds):
        self.servers, self.rounds, self.crashes = servers, rounds, 0
        server = servers[0]
        host = {"name": f"Leitung {game}", "password": "ein langes Passwort"}
        self.host = server.api("POST", "signup", host)["token"]
        self.id = server.api(
            "POST",
            "tournaments",
            {
                "name": f"Runde {game}",
                "game": game,
                "players": players,
                "rounds": rounds,
                "pause_s": 0,
                "equal_deals": True,
                "pace": {"kind": "live", "minutes": 600, "increment_s": 10},
                "level": "random",
            },
            self.host,
        )["id"]
        self.people = [
            client.Person(servers[i % len(servers)], f"{game} {i}") for i in range(people)
        ]
        for person in self.people:
            person.choices = servers
            person.server.api("POST", "tournaments/enter", {"id": self.id}, person.token)
        server.api("POST", "tournaments/start", {"id": self.id}, self.host)

    def look(self, token=None, query="", server=None):
        server = server or self.servers[self.crashes % len(self.servers)]
        return server.api("GET", f"tournaments/{self.id}{query}", None, token)

    def go_to_tables(self, number):
        """Everybody goes to the table of this round; returns the seats."""
        seats = []
        for person in self.people:
            if not person.socket.is_open:
                person.come_back()
            seen = self.look(person.token, f"?round={number}")
            own = [one for one in seen["tables"] if one["number"] == seen["you"]["table"]]
            equal("one table for everybody", len(own), 1)
            places = [one["entrant"] for one in own[0]["seats"]]
            number_of_seat = places.index(seen["you"]["entrant"])
            seats.append(person.take(own[0]["table"], number_of_seat, sit=False))
        return seats

    def crash(self):
        """The servers die in turn; `flow` brings people back, to any of them."""
        server = self.servers[self.crashes % len(self.servers)]
        self.crashes += 1
        server.kill()
        server.start()
        be_ready(server)
        for person in self.people:
            if person.server is server:
                person.cut_off()

    def play_round(self, number):
        """The server dies in the middle of the round, and at its end while the next is drawn."""
        seats = self.go_to_tables(number)
        flow(
            self.people,
            lambda: sum(len(seat.updates) for seat in seats) > 15 * len(seats)
            or all(seat.over for seat in seats),
            "the round is in full swing",
        )
        self.crash()
        flow(self.people, lambda: all(seat.over for seat in seats), "the round is over")
        if number % 2:
            self.crash()
        client.wait_until(
            "the round is closed", lambda: self.look(query="?round=1")["finished"] >= number
        )
        for person in self.people:
            person.seats.clear()
            person.others.clear()

    def check(self, program):
        whole = self.look(query="?as=json")
        tables = whole["tables"]
        equal("it is over", whole["phase"], "over")
        for number in range(1, self.rounds + 1):
            seated = [
                seat["entrant"]
                for table in tables
                if table["round"] == number
                for seat in table["seats"]
                if seat["entrant"] is not None
            ]
            equal("everybody plays once", sorted(seated), list(range(len(self.people))))
        equal("nobody was absent", [table["lost"] for table in tables], [[]] * len(tables))
        if whole["players"] == 2:
            pairs = [tuple(sorted(str(s["entrant"]) for s in t["seats"])) for t in tables]
            equal("nobody meets twice", len(set(pairs)), len(pairs))
        rows = whole["standings"]
        results = [(row["matchpoints"], row["points"], row["opposition"]) for row in rows]
        equal(
            "points",
            {row["entrant"]: result for row, result in zip(rows, results)},
            recompute(
                [
                    {**table, "entrants": [seat["entrant"] for seat in table["seats"]]}
                    for table in tables
                ],
                equal_deals=True,
            ),
        )
        equal("the best comes first", results, sorted(results, reverse=True))
        equal(
            "ranks",
            [row["rank"] for row in rows],
            [1 + sum(other > result for other in results) for result in results],
        )
        csv = self.servers[0].request("GET", f"/api/tournaments/{self.id}?as=csv")[2].decode()
        equal("a line per entrant", csv.count("\r\n"), 1 + len(rows))
        self.check_deals(program, tables)

    def check_deals(self, program, tables):
        """The records of all tables: their draws follow from one seed per round."""
        watcher = client.Person(self.servers[0], None, plays=False)
        records = []
        for table in tables:
            seat = watcher.watch(table["table"])
            watcher.say(seat, type="record")
            client.pump([watcher], lambda: watcher.others and self.has_record(watcher), "a record")
            records += [m["record"] for m in watcher.others if m["type"] == "record"]
            watcher.others.clear()
            watcher.say(seat, type="bye")
            del watcher.seats[(table["table"], None)]
        for number in range(1, self.rounds + 1):
            deals = {
                record["seed"]
                for record, table in zip(records, tables)
                if table["round"] == number
            }
            equal("one deal per round", len(deals), 1)
        equal("no two rounds share it", len({one["seed"] for one in records}), self.rounds)
        for record in records:
            given = {one for one in record["entropy"] if one is not None}
            true("no seat has added entropy", given <= {"00" * 32})
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            file.write("".join(json.dumps(record) + "\n" for record in records))
            file.flush()
            subprocess.run([program, "verify", file.name], check=True, capture_output=True)

    @staticmethod
    def has_record(watcher):
        return any(message["type"] == "record" for message in watcher.others)


def play(servers, program, game, players, people, rounds):
    tournament = Tournament(servers, game, players, people, rounds)
    for number in range(1, rounds + 1):
        tournament.play_round(number)
    tournament.check(program)
    for person in tournament.people:
        person.cut_off()


ARGUMENTS = ("--no-limits", "--per-address", "500")


@contextlib.contextmanager
def one_server(program):
    with client.serving(program, *ARGUMENTS) as server:
        yield [server]


@contextlib.contextmanager
def two_servers(program):
    """Two servers on one PostgreSQL."""
    cluster, folders = Cluster(), [tempfile.TemporaryDirectory() for _ in range(2)]
    servers = []
    try:
        for folder in folders:
            servers.append(client.Server(program, folder.name, *ARGUMENTS, database=cluster.url))
            be_ready(servers[-1])
        yield servers
    finally:
        for server in servers:
            if server.process.poll() is None:
                server.stop()
        for folder in folders:
            folder.cleanup()
        cluster.close()


def play_all(program, opened, *size):
    with opened(program) as servers:
        play(servers, program, *size)


def correct_elsewhere(program):
    """Results are entered at either server for tables that either keeps: the tables end."""
    with two_servers(program) as servers:
        tournament = Tournament(servers, "duell", 2, 10, 1)
        seats, people = tournament.go_to_tables(1), tournament.people
        flow(people, lambda: all(len(seat.updates) > 3 for seat in seats), "all play")
        for person in people:
            person.plays = False  # nobody moves on: only the entry ends the tables
        tables = tournament.look()["tables"]
        for number, table in enumerate(tables):
            server = servers[number % 2]
            entry = {"id": tournament.id, "table": table["number"], "score": [7, 3]}
            server.api("POST", "tournaments/correct", entry, tournament.host)
            # before the round is over, of which all servers are told
            client.pump(
                people,
                lambda: sum(seat.over for seat in seats) >= 2 * (number + 1),
                "the table is over",
            )
        for server in servers:
            client.wait_until("the end", lambda: tournament.look(server=server)["phase"] == "over")
            whole = tournament.look(query="?as=json", server=server)
            equal("results", [table["score"] for table in whole["tables"]], [[7, 3]] * 5)
            equal("running tables", server.api("GET", "watch")["tables"], [])


def ask_for_a_round(program):
    """A request with two parameters has both."""
    with one_server(program) as servers:
        tournament = Tournament(servers, "duell", 2, 4, 2)
        for number in range(2):
            entry = {"id": tournament.id, "table": number, "score": [7, 3]}
            servers[0].api("POST", "tournaments/correct", entry, tournament.host)
        for query in "?round=1&boards=1", "?boards=1&round=1":
            tables = tournament.look(query=query)["tables"]
            equal("rounds of the tables", [table["round"] for table in tables], [1, 1])


def attempt_everywhere(program):
    """Many begin the deal of the day at both servers at once: one attempt each, one deal."""
    with two_servers(program) as servers:
        tokens = []
        for number in range(6):
            body = {"name": f"Tag {number}", "password": "ein langes Passwort"}
            tokens.append(servers[number % 2].api("POST", "signup", body)["token"])

        def begin(work):
            server, token = work
            return token, server.api("POST", "daily", {}, token)["table"]

        twice = [(server, token) for token in tokens for server in servers]
        with concurrent.futures.ThreadPoolExecutor(len(twice)) as pool:
            tables = set(pool.map(begin, twice))
        equal("one table for each", len(tables), len(tokens))
        days = [server.api("GET", "daily") for server in servers]
        equal("one deal", days[0]["commitment"], days[1]["commitment"])
        equal("nobody has finished", [day["played"] for day in days], [0, 0])


def main(program):
    one, two = [("duell", 2, 6, 2), ("rattus", 4, 7, 1)], [("duell", 2, 4, 1)]
    if os.environ.get("TAFELRUNDE_LONG"):
        one = two = [("duell", 2, 64, 7), ("rattus", 4, 40, 5)]
    result = tap.Tap()
    for opened, where, sizes in (
        (one_server, "one server", one),
        (two_servers, "two servers, PostgreSQL", two),
    ):
        for game, players, people, rounds in sizes:
            name = f"{people} people, {rounds} rounds of {game} for {players}, {where}"
            result.case(name, play_all, program, opened, game, players, people, rounds)
    result.case("a result entered at another server", correct_elsewhere, program)
    result.case("the tables of an earlier round", ask_for_a_round, program)
    result.case("the deal of the day at two servers", attempt_everywhere, program)
    return result.end()


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1])))
