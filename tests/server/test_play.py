#!/usr/bin/env python3
"""test_play.py PROGRAM: people and opponents at a server, over real sockets, with disturbances.

Plays whole games of every registered game, with repeats, stale answers, lost connections, leavers,
two devices, a spectator, undo, restarts, and ten times kill -9 during play. After each game all
logs agree, and `tafelrunde verify` finds every draw right.
"""

import json
import os
import pathlib
import random
import sqlite3
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "cli")]
import tap
import test_protocol
from client import Person, Seat, Server, cases, equal, pump, true

KILLS = 10


class Fixture:
    """One server for many cases; each case makes its own people and tables."""

    def __init__(self, program):
        self.program = program
        self.folder = tempfile.TemporaryDirectory()
        self.server = Server(program, self.folder.name, "--no-limits")
        self.count = 0

    def person(self, **more):
        self.count += 1
        return Person(self.server, f"Gast {self.count}", seed=self.count, **more)

    def case(self, function, *arguments):
        """Runs a case. If it fails during a restart, starts the server again for the next case."""
        if self.server.process.poll() is not None:
            self.server.start()
        function(self, *arguments)

    def close(self):
        if self.server.process.poll() is None:
            self.server.stop()
        self.folder.cleanup()


def steps_of(seat):
    """Returns the steps that were not taken back, as this observer knows them."""
    standing = []
    for update in seat.updates:
        if update["entry"] == "step":
            standing.append((update["by"], update["do"]))
        del standing[update["steps_stand"] :]
        equal("steps that stand", len(standing), update["steps_stand"])
    return standing


def same_logs(seats):
    """Checks that all observers know the same steps in the same order and the same end. Answers to
    one question may come in another order, and a "?" of one observer may be known to another."""
    logs = [steps_of(seat) for seat in seats]
    for who in {by for by, _ in logs[0]}:
        mine, *others = [[do for by, do in log if by == who] for log in logs]
        for other in others:
            equal(f"how often {who} did something", len(other), len(mine))
            for one, two in zip(mine, other):
                if "?" not in one + two:
                    equal(f"what {who} did", two, one)
    for seat in seats:
        equal(
            "the result is the same for all",
            seat.updates[-1].get("result"),
            seats[0].updates[-1].get("result"),
        )


def verify(fixture, person, seat):
    """Checks the record of the finished game with the program."""
    person.others.clear()
    person.say(seat, type="record", id="rec")
    pump([person], lambda: any(m["type"] == "record" for m in person.others), "the record")
    record = next(m["record"] for m in person.others if m["type"] == "record")
    equal("the record has the commitment from before", record["commitment"], seat.commitment)
    path = os.path.join(fixture.folder.name, "record.jsonl")
    with open(path, "w", encoding="utf-8") as file:
        file.write(json.dumps(record) + "\n")
    tap.output(fixture.program, "verify", path)
    if seat.number is not None and seat.entropy:
        true("its bytes are in the record", seat.entropy.hex() in json.dumps(record))
    return record


def agree(fixture, tables):
    """Checks that everybody has the same log, that it verifies, and that no answer counts twice."""
    for here, their in tables:
        same_logs(their)
        verify(fixture, here[0], their[0])
        for seat in their:
            ids = [update["id"] for update in seat.updates if update.get("id")]
            equal("each answer once", len(ids), len(set(ids)))


def seat_all(host, people, game, bots, **more):
    """Creates a table with the host at seat 0, then people, then opponents; returns the seats of
    the people."""
    players = 1 + len(people) + len(bots)
    made = host.create(game, ["me"] + ["person"] * len(people) + bots, players=players, **more)
    seats = [host.take(made["table"], 0, sit=False)]
    for number, person in enumerate(people, 1):
        if "secret" in made and made["secret"]:
            person.secrets[made["table"]] = made["secret"]
        seats.append(person.take(made["table"], number))
    return made["table"], seats


def finish(people, seats, what):
    pump(people, lambda: all(seat.over for seat in seats), what)


# ---- cases ---------------------------------------------------------------------------------------


def whole_game(fixture, game, players, check):
    """People, opponents and a spectator play to the end; every message fits the schema."""
    bots = ["random"] if players > 2 else []
    people = [fixture.person(check=check) for _ in range(players - len(bots))]
    watcher = fixture.person(check=check)
    table, seats = seat_all(people[0], people[1:], game, bots)
    seats.append(watcher.watch(table))
    finish(people + [watcher], seats, f"{game} with {players}")
    same_logs(seats)
    verify(fixture, people[0], seats[0])
    for person in people:
        equal("nothing was refused", [seat.refusals for seat in person.seats.values()], [[]])


def alone_against(fixture, game, players, level="novice"):
    """One person plays against searching opponents."""
    person = fixture.person()
    table, seats = seat_all(person, [], game, [level] * (players - 1))
    finish([person], seats, "a game against opponents")
    verify(fixture, person, seats[0])
    true("opponents thought", fixture.server.metrics()["thoughts_total"] > 0)


def several_seats_one_connection(fixture):
    """Hot seat: one person has all seats on one connection."""
    person = fixture.person()
    made = person.create("template", ["me", "me"], players=2)
    seats = [person.take(made["table"], number, sit=False) for number in (0, 1)]
    finish([person], seats, "a game alone")
    same_logs(seats)


def asked_both(fixture):
    """Returns two people at their first common question, who do not answer by themselves."""
    anna, berta = fixture.person(plays=False), fixture.person(plays=False)
    table, (first, second) = seat_all(anna, [berta], "template", [])
    pump([anna, berta], lambda: first.question and second.question, "both are asked")
    return anna, berta, first, second


def play_on(people, seats):
    """Lets them answer by themselves, to the end."""
    for person, seat in zip(people, seats):
        person.plays = True
        if seat.question and not seat.in_flight:
            person.answer(seat)
    finish(people, seats, "the rest")
    same_logs(seats)


def secret_answers(fixture):
    """An answer to a simultaneous question is shown to others at the reveal, not before."""
    anna, berta, first, second = asked_both(fixture)
    before = len(second.updates)
    anna.answer(first, "keep")
    pump(
        [anna, berta],
        lambda: first.in_flight is None and second.waiting["seats"] == [1],
        "who has finished is public",
    )
    equal("what it was is not", len(second.updates), before)
    berta.answer(second, "swap")
    pump(
        [anna, berta],
        lambda: len(second.updates) >= before + 2 and len(first.updates) >= before + 2,
        "the reveal",
    )
    play_on([anna, berta], [first, second])


def undo(fixture):
    """A seat can take back its answer and is asked again, until the last answer is in."""
    anna, berta, first, second = asked_both(fixture)
    for n in range(3):
        anna.answer(first, "keep")
        pump(
            [anna, berta],
            lambda: first.in_flight is None and second.waiting["seats"] == [1],
            "answered",
        )
        before = len(first.updates)
        anna.say(first, type="undo", id=f"undo{n}")
        pump(
            [anna, berta],
            lambda: len(first.updates) > before
            and first.question
            and second.waiting["seats"] == [0, 1],
            "taken back",
        )
        equal(
            "the undo", [first.updates[before]["entry"], first.updates[before]["by"]], ["undo", 0]
        )
    anna.say(first, type="undo", id="undo2")
    pump(
        [anna],
        lambda: first.updates[before] == first.updates[-1],
        "a repeated undo is answered again, not done again",
    )
    berta.answer(second, "keep")
    anna.answer(first, "swap")
    pump([anna, berta], lambda: not first.in_flight and not second.in_flight, "the reveal")
    anna.say(first, type="undo", id="late")
    pump([anna, berta], lambda: first.refusals, "too late")
    equal("too late", first.refusals[-1]["key"], "error.match.undo")
    play_on([anna, berta], [first, second])


def begin_alone(fixture, game="tallinn", bots=("random",)):
    """Returns a person who is asked and does not answer by themselves."""
    person = fixture.person(plays=False)
    table, (seat,) = seat_all(person, [], game, list(bots))
    pump([person], lambda: seat.question, "the first question")
    return person, table, seat


def repeated_and_stale(fixture):
    """A repeated answer is acknowledged again but applied once; a stale answer is refused together
    with the missed updates."""
    anna, berta, first, second = asked_both(fixture)
    anna.answer(first, "keep")
    sent = first.in_flight
    pump(
        [anna, berta],
        lambda: first.in_flight is None and second.waiting["seats"] == [1],
        "answered",
    )
    update, heard = first.updates[-1], []
    anna.hear = lambda message: message["type"] in (
        "update",
        "question",
        "refused",
    ) and heard.append(message)
    anna.say(first, **sent)
    pump([anna], lambda: heard, "answered again")
    equal("the same answer again", heard, [update])
    heard.clear()
    del anna.hear
    anna.say(first, type="undo", id="undo")
    pump(
        [anna, berta],
        lambda: first.question and first.updates[-1]["entry"] == "undo",
        "a new question",
    )
    anna.hear = lambda message: message["type"] in (
        "update",
        "question",
        "refused",
    ) and heard.append(message)
    anna.say(first, **{**sent, "id": "another"})
    pump([anna], lambda: any(m["type"] == "question" for m in heard), "refused")
    equal(
        "stale",
        [heard[0]["type"], heard[0]["id"], heard[0]["reason"]["key"]],
        ["refused", "another", "error.match.stale"],
    )
    equal("the step and its undo are left out; the question follows", heard[1:], [first.question])
    heard.clear()
    anna.say(first, type="answer", q=first.question["q"], id="wrong", do="no such thing")
    pump([anna], lambda: heard, "refused")
    equal(
        "refused",
        [heard[0]["type"], heard[0]["id"], heard[0]["reason"]["key"]],
        ["refused", "wrong", "error.match.notation"],
    )
    del anna.hear
    play_on([anna, berta], [first, second])


def lost_connection(fixture):
    """An answer whose update was lost is sent again after reconnecting and counts once."""
    person, table, seat = begin_alone(fixture)
    for _ in range(5):
        person.answer(seat)
        person.cut_off()
        person.come_back()
        pump(
            [person],
            lambda: seat.in_flight is None and (seat.question or seat.over),
            "answered once",
        )
        if seat.over:
            break
    ids = [u["id"] for u in seat.updates if u.get("id")]
    equal("each answer once", len(ids), len(set(ids)))


def two_devices(fixture):
    """Two devices of one person stay in step; either may answer."""
    first = fixture.person()
    table, (seat,) = seat_all(first, [], "rattus", ["random"])
    second = Person(fixture.server, first.name, seed=1, token=first.token, plays=False)
    other = second.take(table, 0, sit=False)
    finish([first, second], [seat, other], "on both devices")
    equal("both saw the same", other.updates, seat.updates)


def leaver(fixture):
    """An opponent plays for a person who leaves, everybody hears of it, and the seat can be
    reclaimed."""
    anna, berta = fixture.person(plays=False), fixture.person()
    table, (first, second) = seat_all(anna, [berta], "rattus", [])
    pump([anna, berta], lambda: first.waiting and first.waiting["phase"] == "playing", "it begins")
    anna.say(first, type="leave")
    pump(
        [anna, berta],
        lambda: any(u["entry"] == "seat" for u in second.updates),
        "everybody is told",
    )
    pump(
        [anna, berta],
        lambda: second.over or any(u["by"] == 0 and u["entry"] == "step" for u in second.updates),
        "an opponent plays on",
    )
    anna.say(first, type="reclaim")
    anna.plays = True
    pump(
        [anna, berta],
        lambda: second.over or sum(u["entry"] == "seat" for u in second.updates) == 2,
        "the seat is reclaimed",
    )
    if first.question and not first.in_flight and not first.over:
        anna.answer(first)
    finish([anna, berta], [first, second], "the rest")
    same_logs([first, second])


def by_link_only(fixture):
    """A private table opens only to people who have the link."""
    anna, berta, carl = fixture.person(), fixture.person(), fixture.person()
    made = anna.create("template", ["me", "person"], players=2, public=False)
    true("it has a secret", made["secret"])
    equal(
        "it is in no list",
        [t for t in fixture.server.api("GET", "tables")["tables"] if t["table"] == made["table"]],
        [],
    )
    seat = anna.take(made["table"], 0, sit=False)
    stranger = carl.take(made["table"], 1)
    pump([carl], lambda: stranger.refusals or carl.others, "the stranger is refused")
    true("the stranger hears nothing", not stranger.updates and not stranger.waiting)
    berta.secrets[made["table"]] = made["secret"]
    friend = berta.take(made["table"], 1)
    finish([anna, berta], [seat, friend], "with the link")


def host_offline(fixture):
    """The host is away when the last seat is taken; the entropy comes later from another device."""
    anna, berta = fixture.person(), fixture.person()
    made = anna.create("template", ["me", "person"], players=2, pace={"kind": "relaxed", "days": 1})
    seat = anna.take(made["table"], 0, sit=False)
    pump(
        [anna],
        lambda: seat.waiting and seat.entropy and 0 not in seat.waiting["entropy"],
        "the host has given its hash",
    )
    anna.cut_off()
    guest = berta.take(made["table"], 1)
    pump(
        [berta],
        lambda: guest.waiting
        and guest.waiting["phase"] == "revealing"
        and guest.waiting["entropy"] == [0],
        "all wait for the host alone",
    )
    phone = Person(fixture.server, anna.name, seed=9, token=anna.token)
    on_phone = phone.seats[(made["table"], 0)] = Seat(made["table"], 0)
    on_phone.entropy = seat.entropy  # the devices of a person share it
    phone.hello(on_phone)
    finish([berta, phone], [guest, on_phone], "from another device")
    same_logs([guest, on_phone])


def lost_bytes(fixture):
    """A device that lost the entropy says so; everybody starts again with a new commitment, and the
    old seed is published."""
    anna, berta = fixture.person(), fixture.person()
    made = anna.create("template", ["me", "person"], players=2)
    seat = anna.take(made["table"], 0, sit=False)
    pump(
        [anna],
        lambda: seat.entropy and seat.waiting and 0 not in seat.waiting["entropy"],
        "the host has given its hash",
    )
    old = seat.commitment
    anna.cut_off()
    phone = Person(fixture.server, anna.name, seed=10, token=anna.token)
    on_phone = phone.take(made["table"], 0, sit=False)
    guest = berta.take(made["table"], 1)
    finish([berta, phone], [guest, on_phone], "after beginning again")
    true("a new commitment", guest.commitment != old and guest.commitment == on_phone.commitment)
    verify(fixture, berta, guest)


def restart(fixture):
    """A stopped server closes connections with 1001 and loses nothing; everybody goes on where they
    were."""
    people = [fixture.person() for _ in range(3)]
    table, seats = seat_all(people[0], people[1:], "kardinal", [])
    pump(people, lambda: len(seats[0].updates) > 20, "moves flow")
    fixture.server.stop()
    pump(people, lambda: not any(p.socket.is_open for p in people), "everybody is told")
    equal("status", [p.socket.status for p in people], [1001] * 3)
    fixture.server.start()
    for person in people:
        person.come_back()
    finish(people, seats, "after the restart")
    same_logs(seats)
    verify(fixture, people[0], seats[0])


def killed(fixture):
    """Ten times kill -9 at random moments during play: nothing confirmed is lost or doubled, and
    all logs agree."""
    rng = random.Random(os.environ.get("TAFELRUNDE_SEED", "kill"))
    games = [
        ("tallinn", 2, ["random"]),
        ("kardinal", 3, []),
        ("rattus", 3, []),
        ("duell", 2, []),
        ("tallinn", 3, []),
        ("template", 2, []),
    ]
    people, seats, tables = [], [], []
    for game, persons, bots in games:
        here = [fixture.person() for _ in range(persons)]
        table, their = seat_all(here[0], here[1:], game, bots)
        people += here
        seats += their
        tables.append((here, their))
    kills = confirmed = 0
    while kills < KILLS:
        wanted = sum(p.answered for p in people) + rng.randint(1, 60)
        pump(
            people,
            lambda: sum(p.answered for p in people) >= wanted or all(s.over for s in seats),
            "moves flow",
        )
        fixture.server.kill()
        kills += 1
        confirmed = sum(p.answered for p in people)
        pump(people, lambda: not any(p.socket.is_open for p in people), "the connections are gone")
        fixture.server.start()
        for person in people:
            person.come_back()
    finish(people, seats, "after ten crashes")
    agree(fixture, tables)
    print(
        f"# {kills} kills, {confirmed} answers before the last one,"
        f" {sum(p.answered for p in people)} in all",
        flush=True,
    )
    true("moves flowed between the kills", confirmed > 5 * KILLS)


def runs_out(fixture):
    """When a clock runs out, an opponent takes over, everybody hears of it, and the seat can be
    reclaimed."""
    anna, berta = fixture.person(plays=False), fixture.person(plays=False)
    table, (first, second) = seat_all(
        anna, [berta], "template", [], pace={"kind": "live", "minutes": 1, "increment_s": 0}
    )
    pump([anna, berta], lambda: first.question and second.question, "both are asked")
    berta.answer(second)
    pump([anna, berta], lambda: second.in_flight is None, "only one owes an answer")
    fixture.server.stop()  # to shorten the remaining minute in the database
    with sqlite3.connect(fixture.server.database) as database:
        database.execute("UPDATE seats SET left_ms = 1500 WHERE at = ? AND seat = 0", (table,))
    database.close()
    fixture.server.start()
    for person in (anna, berta):
        person.come_back()
    pump(
        [anna, berta],
        lambda: any(u["entry"] == "seat" and u["by"] == 0 for u in second.updates),
        "an opponent takes over",
    )
    anna.plays = berta.plays = True
    anna.say(first, type="reclaim")
    for person, seat in ((anna, first), (berta, second)):
        if seat.question and not seat.in_flight:
            person.answer(seat)
    finish([anna, berta], [first, second], "the rest")
    same_logs([first, second])


def other_rules(fixture):
    """A table with an older revision of the rules is refused with the reason."""
    anna, berta = fixture.person(plays=False), fixture.person(plays=False)
    table, (first, second) = seat_all(anna, [berta], "rattus", [])
    pump([anna, berta], lambda: first.question or second.question, "it begins")
    anna.cut_off()
    berta.cut_off()
    fixture.server.stop()
    with sqlite3.connect(fixture.server.database) as database:
        equal(
            "one table",
            database.execute("UPDATE tables SET rules = 1 WHERE id = ?", (table,)).rowcount,
            1,
        )
    database.close()
    fixture.server.start()
    told = len(first.updates)
    anna.come_back()
    pump([anna], lambda: any(one["type"] == "refused" for one in anna.others), "refused")
    equal(
        "the reason",
        [one["reason"]["key"] for one in anna.others if one["type"] == "refused"][-1],
        "server.error.rules",
    )
    equal("nothing else is told", len(first.updates), told)


def asleep(fixture):
    """A table that nobody watches is unloaded; it is loaded again when somebody comes."""
    anna, berta, first, second = asked_both(fixture)
    table, question = first.table, first.question
    anna.cut_off()
    berta.cut_off()
    fixture.server.stop()
    fixture.server.start()
    equal("nothing is awake", fixture.server.metrics()["tables_awake"], 0)
    mine = fixture.server.api("GET", "me/tables", token=anna.token)["tables"]
    equal(
        "my tables know whose turn it is",
        [(t["table"], t["turn"]) for t in mine if t["table"] == table],
        [(table, True)],
    )
    first.question = None
    anna.come_back()
    pump([anna], lambda: first.question, "asked again")
    equal("the same question", first.question, question)
    berta.come_back()
    play_on([anna, berta], [first, second])


def main():
    program = tap.program_argument(__doc__)
    fixture = Fixture(program)
    with cases(fixture) as result:
        for game in tap.games(program):
            for players in game.players:
                result.case(
                    f"{game.id} with {players}, people and opponents mixed",
                    fixture.case,
                    whole_game,
                    game.id,
                    players,
                    test_protocol.check_schema if players == game.players[0] else None,
                )
        result.case("one against thinking opponents", fixture.case, alone_against, "duell", 2)
        result.case(
            "one against an opponent of level club, with its net",
            fixture.case,
            alone_against,
            "tallinn",
            2,
            "club",
        )
        for case in (
            several_seats_one_connection,
            secret_answers,
            repeated_and_stale,
            lost_connection,
            two_devices,
            undo,
            leaver,
            by_link_only,
            host_offline,
            lost_bytes,
            runs_out,
            restart,
            other_rules,
            asleep,
            killed,
        ):
            result.case(case.__doc__, fixture.case, case)
    return result.end()


if __name__ == "__main__":
    sys.exit(main())
