#!/usr/bin/env python3
"""test_protocol.py PROGRAM: a client of `PROGRAM engine` that sends every message, right and wrong.

It plays every registered game with every number of players, and holds all, some or no seats. It
sends entropy first, then random legal answers to the end of the game. In between it sends undos,
repeats, stale answers, why-not questions, requests for past views, hellos with an old version,
requests for the record, and garbage. Every message in both directions is checked against
docs/protocol.schema.json.
"""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import random
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import tap
from changes import Views
from tap import equal, true

import jsonschema  # Debian: python3-jsonschema

SCHEMA = json.loads(
    (HERE.parent.parent / "docs" / "protocol.schema.json").read_text(encoding="utf-8")
)
PROTOCOL = 3
STEPS_MAX = 20_000  # exchanges per session; far more than any game needs
HINTS_MAX = 1  # hints per session; each one costs a search
REPLAYS_MAX = 6  # records replayed during a session


def remembering():
    """Returns a validator that checks equal values only once, because most parts of a message
    repeat."""
    whole, valid = jsonschema.Draft202012Validator, set()

    def ref(validator, kind, instance, schema):
        key = kind, json.dumps(instance)
        if key not in valid:
            problems = list(whole.VALIDATORS["$ref"](validator, kind, instance, schema))
            yield from problems
            if not problems:
                valid.add(key)

    return jsonschema.validators.extend(whole, {"$ref": ref})


VALIDATOR = remembering()


def validators(direction):
    """Returns one validator per message type. Types are unique within a direction (check_kinds
    checks that), so one validator is enough per message."""
    names = [
        name
        for name in SCHEMA["$defs"]
        if name.startswith(direction + "_")
        and "type" in SCHEMA["$defs"][name].get("properties", {})
    ]
    return {
        name: VALIDATOR({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]}) for name in names
    }


VALIDATORS = {**validators("client"), **validators("table")}


def check_kinds():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    for direction in ("client", "table"):
        listed = sorted(
            one["$ref"].split("/")[-1] for one in SCHEMA["$defs"][f"from_{direction}"]["oneOf"]
        )
        equal("kinds of messages", listed, sorted(validators(direction)))
        for name in listed:
            kind = SCHEMA["$defs"][name]
            equal("type", kind["properties"]["type"], {"const": name.split("_")[1]})
            equal("strict", kind["additionalProperties"], False)
            equal("required", {"type", "table", "seat"} <= set(kind["required"]), True)


def check_schema(direction, message):
    kind = f"{direction}_{message.get('type')}"
    if kind not in VALIDATORS:
        raise AssertionError(
            f"a message of a kind unknown to the schema: {json.dumps(message)[:300]}"
        )
    problem = jsonschema.exceptions.best_match(VALIDATORS[kind].iter_errors(message))
    if problem:
        raise AssertionError(
            f"{kind} at {list(problem.path)}: {problem.message[:300]};"
            f" in {json.dumps(message)[:300]}"
        )


def blake(data):
    return hashlib.blake2b(data, digest_size=32).hexdigest()


class Connection:
    """Sends lines to the engine and reads its lines. Replies to a message end where the reply to
    the next one begins."""

    def __init__(self, program, arguments):
        self.process = subprocess.Popen(
            [program, "engine", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=tap.environment(),
        )
        self.table, self.syncs = None, 0
        self.views = Views()

    def read(self):
        line = self.process.stdout.readline()
        true("the engine ended", line.endswith(b"\n"))
        message = json.loads(line)
        check_schema("table", message)
        self.table = self.table or message["table"]
        equal("table of a message", message["table"], self.table)
        if message["type"] == "update":
            self.views.complete(message)
        return message

    def write(self, line):
        self.process.stdin.write(line + b"\n")

    def pack(self, type, seat, **members):
        message = {"type": type, "table": self.table, "seat": seat, **members}
        check_schema("client", message)
        return json.dumps(message).encode()

    def sync(self):
        """Reads everything up to the refusal of a view request for an impossible version, which
        marks the end."""
        self.syncs += 1
        name = f"sync {self.syncs}"
        self.write(self.pack("at", None, version=10**9, id=name))
        self.process.stdin.flush()
        messages = []
        while True:
            message = self.read()
            if message["type"] == "refused" and message["id"] == name:
                return messages
            messages.append(message)

    def send(self, type, seat, **members):
        self.write(self.pack(type, seat, **members))
        return self.sync()

    def send_raw(self, line):
        self.write(line)
        return self.sync()

    def close(self):
        self.process.stdin.close()
        rest = self.process.stdout.read()
        errors = self.process.stderr.read()
        equal("exit status", self.process.wait(60), 0)
        equal("output after the end", rest, b"")
        equal("standard error", errors, b"")

    def kill(self):
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            pipe.close()
        self.process.kill()
        self.process.wait()


def standing(updates):
    """Indices of the steps that stand after these updates."""
    steps = []
    for i, update in enumerate(updates):
        if update["entry"] == "step":
            steps.append(i)
        del steps[update["steps_stand"] :]
    return steps


def listed(value):
    """The keys of the things in a parameter."""
    return value if isinstance(value, list) else [value] if isinstance(value, str) else []


class Seat:
    """What a client keeps about one seat, or about the spectator (number None)."""

    def __init__(self, number):
        self.number = number
        self.entropy = None
        self.updates = []  # in the order in which they were sent
        self.question = None
        self.waiting = None
        self.answers = []  # [(members of the answer, index of its update)]
        self.asked_at = {}  # q -> version
        self.commitment = None

    @property
    def version(self):
        return len(self.updates)

    def missed(self, version):
        """What somebody gets who returns with this version: the steps that stand, after one undo if
        a step that was seen does not."""
        then, now = standing(self.updates[:version]), standing(self.updates)
        common = 0
        while common < min(len(then), len(now)) and then[common] == now[common]:
            common += 1
        rest = now[common:]
        undo = [(rest[0] if rest else len(self.updates)) - 1] if len(then) > common else []
        return [self.updates[i] for i in undo + rest]

    @property
    def can_undo(self):
        return (
            self.question["undo"] if self.question else bool(self.waiting and self.waiting["undo"])
        )

    def receive(self, message):
        getattr(self, "on_" + message["type"])(message)

    def on_welcome(self, message):
        self.commitment = message["commitment"]

    def on_restart(self, message):
        equal(
            "commitment of the seed given up",
            blake(
                b"tafelrunde commit"
                + message["table"].encode()
                + bytes.fromhex(message["abandoned"])
            ),
            self.commitment,
        )
        true("a new commitment", message["commitment"] != self.commitment)
        self.commitment = message["commitment"]

    def on_update(self, message):
        equal("versions count up by one", message["version"], self.version + 1)
        true("nothing after the end", not self.updates or not self.updates[-1]["over"])
        equal(
            "the view is of this seat",
            message["view"].get("viewer"),
            6 if self.number is None else self.number + 1,
        )
        before = (
            (self.updates[-1]["events_stand"], self.updates[-1]["lines"])
            if self.updates
            else (0, 0)
        )
        if message["entry"] == "undo":
            true(
                "an undo takes events back",
                message["events_stand"] <= before[0] and message["lines"] <= before[1],
            )
        else:
            equal("events that stand", message["events_stand"], before[0] + len(message["events"]))
            true(
                "lines grow with events",
                before[1] <= message["lines"] <= before[1] + len(message["events"]),
            )
        for event in message["events"]:
            true("an event's line exists", event["line"] < message["lines"])
            named = [one for value in event["params"].values() for one in listed(value)]
            parts = [f"{type_}.{code}" for type_, code in event.get("parts", [])]
            equal("an event's things", parts, [".".join(key.split(".")[2:]) for key in named])
        self.updates.append(message)
        self.question = None

    def on_waiting(self, message):
        self.waiting = message
        if self.number not in message["seats"]:
            self.question = None

    def on_question(self, message):
        legal = [choice["do"] for choice in message["legal"]]
        equal("legal actions in byte order, none twice", legal, sorted(set(legal)))
        for choice in message["legal"]:
            equal("the first part is the verb", choice["parts"][0][0], "verb")
            equal(
                "the parts make the notation",
                "".join(code for _, code in choice["parts"]).replace(" ", ""),
                choice["do"].replace(" ", ""),
            )
        equal("only awaited seats are asked", self.number in self.waiting["seats"], True)
        if self.question:
            equal("asked again with the same number", message["q"], self.question["q"])
        self.question = message
        self.asked_at[message["q"]] = self.version


class Session:
    def __init__(self, program, game, players, options, people, seed):
        self.program, self.game, self.players = program, game, players
        bots = ",".join("person" if seat in people else "random" for seat in range(players))
        self.rng = random.Random(f"{game.id} {players} {options} {bots} {seed}")
        self.connection = Connection(
            program,
            [
                game.id,
                "--players",
                str(players),
                "--bots",
                bots,
                "--seed",
                seed,
                *tap.option_arguments(options),
            ],
        )
        self.seats = {seat: Seat(seat) for seat in people} or {None: Seat(None)}
        self.people = people
        self.notations = set()
        self.ids = self.replays = 0
        self.done = {}

    # --- sending

    def count(self, what):
        self.done[what] = self.done.get(what, 0) + 1

    def live(self, messages):
        """Processes the messages that the table sent unasked."""
        for message in messages:
            true(f"{message['type']} for a seat of this connection", message["seat"] in self.seats)
            self.seats[message["seat"]].receive(message)
            if message["type"] == "question":
                self.notations.update(choice["do"] for choice in message["legal"])

    def refused(self, messages, key=None, id=None):
        equal("one refusal and nothing else", [m["type"] for m in messages], ["refused"])
        if key:
            equal("reason", messages[0]["reason"]["key"], key)
        equal("id of the refusal", messages[0]["id"], id)
        return messages[0]["reason"]

    def new_id(self):
        self.ids += 1
        return f"a{self.ids}"

    # --- before the game

    def introduction(self):
        welcome, waiting = self.connection.read(), self.connection.read()
        equal(
            "the table introduces itself",
            [welcome["type"], welcome["seat"], waiting["type"]],
            ["welcome", None, "waiting"],
        )
        equal("players", welcome["players"], self.players)
        equal("people", [n for n, s in enumerate(welcome["seats"]) if s["person"]], self.people)
        equal("phase", waiting["phase"], "seating" if self.people else "playing")
        for seat in self.seats.values():
            seat.commitment = welcome["commitment"]
        self.live(self.connection.sync())
        for seat in self.people:
            messages = self.connection.send("hello", seat, protocol=PROTOCOL, build="test")
            equal("hello before the game", [m["type"] for m in messages], ["welcome", "waiting"])
            self.live(messages)

    def entropy(self, lose):
        send, seats = self.connection.send, self.people
        for seat in seats:
            self.refused(send("entropy", seat, value="00" * 32), "error.match.too_early")
            self.refused(
                send("answer", seat, q=0, id="early", do=self.some_notation()),
                "error.match.not_started",
                "early",
            )
            equal(
                "why before the game",
                send("why", seat, do=self.some_notation())[0]["reason"]["key"],
                "error.match.not_started",
            )
            self.refused(send("undo", seat), "error.match.not_started")
            self.refused(send("hint", seat, id="hint"), "error.table.not_owed", "hint")
        for seat in seats:
            self.seats[seat].entropy = self.rng.getrandbits(256).to_bytes(32, "little")
            self.live(send("entropy", seat, hash=blake(self.seats[seat].entropy)))
            if seat != seats[-1]:
                self.refused(send("entropy", seat, hash="00" * 32), "error.match.hashed")
        equal("phase after the hashes", self.seats[seats[0]].waiting["phase"], "revealing")
        for seat in seats:
            self.refused(send("entropy", seat, value="00" * 32), "error.match.wrong_entropy")
            self.refused(
                self.connection.send_raw(
                    json.dumps(
                        {"type": "entropy", "table": self.connection.table, "seat": seat}
                    ).encode()
                ),
                "error.protocol.entropy",
            )
            if lose and seat == seats[-1]:
                messages = send("entropy", seat, lost=True)
                equal(
                    "all are told of the restart",
                    sorted(m["seat"] for m in messages if m["type"] == "restart"),
                    seats,
                )
                self.live(messages)
                equal("phase after a restart", self.seats[seat].waiting["phase"], "seating")
                self.entropy(False)
                return
            self.live(send("entropy", seat, value=self.seats[seat].entropy.hex()))
        for seat in seats:
            self.refused(send("entropy", seat, lost=True), "error.match.started")

    def some_notation(self):
        """Returns the notation of any step of this game."""
        if not self.notations:
            record = json.loads(tap.output(self.program, *tap.simulate(self.game.id, 1)))
            self.notations.update(do for _, do in record["steps"])
        return self.rng.choice(sorted(self.notations))

    # --- single requests and their expected replies

    def answer(self, seat):
        question, id = seat.question, self.new_id()
        choice = self.rng.choice(question["legal"])
        members = {"q": question["q"], "id": id, "do": choice["do"]}
        place = seat.version
        messages = self.connection.send("answer", seat.number, **members)
        mine = [m for m in messages if m["seat"] == seat.number and m["type"] == "update"]
        true("an answer brings an update", mine)
        equal(
            "the answer's update",
            [mine[0][k] for k in ("entry", "by", "do", "id")],
            ["step", seat.number, choice["do"], id],
        )
        self.live(messages)
        seat.answers.append((members, place))
        if choice["final"]:
            own = [
                m
                for m in messages
                if m["type"] in ("question", "waiting") and m["seat"] == seat.number
            ]
            true("a final answer cannot be taken back", not own or not own[-1]["undo"])
        elif not seat.updates[-1]["over"]:
            true("an answer that is not final can be taken back", seat.can_undo)

    def undo(self, seat):
        if not seat.can_undo:
            self.refused(self.connection.send("undo", seat.number), "error.match.undo")
            return
        before = seat.updates[-1]["view"]
        messages = self.connection.send("undo", seat.number, id="undo-%d" % len(seat.updates))
        mine = [m for m in messages if m["seat"] == seat.number and m["type"] == "update"]
        equal("the undo", [mine[0][k] for k in ("entry", "by")], ["undo", seat.number])
        self.live(messages)
        true("the seat is asked again", seat.question)
        true("the undo took something back for good", seat.updates[-1]["view"] != before)
        again = self.connection.send("undo", seat.number, id=mine[0]["id"])
        equal("a repeated undo is answered with what the first brought", again, [mine[0]])
        self.count("undone")

    def repeat(self, seat):
        if not seat.answers:
            return
        members, place = self.rng.choice(seat.answers[-3:])
        equal(
            "a repeat is answered with what the first brought",
            self.connection.send("answer", seat.number, **members),
            [seat.updates[place]],
        )

    def open_question(self, seat):
        return [m for m in (seat.waiting, seat.question) if m]

    def stale(self, seat):
        asked = [q for q in seat.asked_at if q < seat.question["q"]]
        do, id = seat.question["legal"][0]["do"], self.new_id()
        self.refused(
            self.connection.send("answer", seat.number, q=seat.question["q"] + 1, id=id, do=do),
            "error.match.stale",
            id,
        )
        if not asked:
            return
        q = self.rng.choice(asked[-5:])
        messages = self.connection.send("answer", seat.number, q=q, id=id, do=do)
        self.refused(messages[:1], "error.match.stale", id)
        equal(
            "a stale answer is refused with what changed since",
            messages[1:],
            seat.missed(seat.asked_at[q]) + self.open_question(seat),
        )

    def illegal(self, seat):
        legal, do, id = (
            {choice["do"] for choice in seat.question["legal"]},
            self.some_notation(),
            self.new_id(),
        )
        why = self.connection.send("why", seat.number, do=do)
        equal("one answer why", [m["type"] for m in why], ["why"])
        equal("null exactly if it is legal", why[0]["reason"] is None, do in legal)
        if do in legal:
            return
        reason = self.refused(
            self.connection.send("answer", seat.number, q=seat.question["q"], id=id, do=do),
            None,
            id,
        )
        equal("the refusal's reason is the one why gives", reason, why[0]["reason"])
        self.refused(
            self.connection.send("why", seat.number, do="no such step"), "error.match.notation"
        )

    def hint(self, seat):
        if not seat.question or self.done.get("hint", 0) >= HINTS_MAX:
            return
        hints = self.connection.send("hint", seat.number)
        equal("one hint", [(m["type"], m["q"]) for m in hints], [("hint", seat.question["q"])])
        equal(
            "of all that is legal",
            sorted(c["do"] for c in hints[0]["choices"]),
            sorted(c["do"] for c in seat.question["legal"]),
        )
        visits = [c["visits"] for c in hints[0]["choices"]]
        equal("most visited first", visits, sorted(visits, reverse=True))
        equal("the first is the hint", hints[0]["do"], hints[0]["choices"][0]["do"])
        equal("the same again", self.connection.send("hint", seat.number), hints)

    def at(self, seat):
        if seat.version == 0:
            return
        version = self.rng.randint(1, seat.version)
        shown = self.connection.send("at", seat.number, version=version)
        then = seat.updates[version - 1]
        equal(
            "the view then",
            [(m["type"], m["version"], m["score"], m["view"]) for m in shown],
            [("at", version, then["score"], then["view"])],
        )
        self.refused(
            self.connection.send("at", seat.number, version=seat.version + 1, id="later"),
            "error.protocol.version",
            "later",
        )

    def hello(self, seat):
        version = self.rng.choice([0, seat.version, self.rng.randint(0, seat.version)])
        more = {} if version == 0 and self.rng.random() < 0.5 else {"version": version}
        messages = self.connection.send(
            "hello", seat.number, protocol=PROTOCOL, build="test", **more
        )
        equal(
            "welcome back",
            [messages[0]["type"], messages[0]["version"], messages[0]["commitment"]],
            ["welcome", seat.version, seat.commitment],
        )
        equal(
            "what was missed is what was sent live",
            messages[1:],
            seat.missed(version) + self.open_question(seat),
        )
        self.refused(
            self.connection.send("hello", seat.number, protocol=PROTOCOL + 1),
            "error.protocol.reload",
        )
        self.refused(
            self.connection.send("hello", seat.number, protocol=PROTOCOL, version=seat.version + 1),
            "error.protocol.version",
        )

    def record(self, seat):
        messages = self.connection.send("record", seat.number)
        equal("one record", [m["type"] for m in messages], ["record"])
        record = messages[0]["record"]
        equal("made for this seat", record.get("seat", "whole"), seat.number)
        mine = [None] * self.players
        if seat.number is not None:
            mine[seat.number] = seat.entropy.hex()
        equal("only the seat's own entropy", record["entropy"], mine)
        equal("the steps that stand, as this seat saw them", record["steps"], self.standing(seat))
        if self.replays < REPLAYS_MAX:
            self.replays += 1
            text = json.dumps(record).encode()
            end = json.loads(tap.output(self.program, "replay", "-", "--json", stdin=text))
            equal(
                "a seat's record replays",
                [end["steps"], "result" in end],
                [len(record["steps"]), False],
            )
            equal(
                "a seat's record is not yet verifiable",
                tap.run(self.program, "verify", "-", stdin=text).returncode,
                1,
            )

    def standing(self, seat):
        updates = [seat.updates[i] for i in standing(seat.updates)]
        return [[update["by"], update["do"]] for update in updates]

    def spectator(self, seat):
        """Watching needs no seat; a spectator may not answer."""
        send = self.connection.send
        messages = send("hello", None, protocol=PROTOCOL)
        equal(
            "a spectator is welcome",
            [m["type"] for m in messages],
            ["welcome"] + ["update"] * (len(messages) - 2) + ["waiting"],
        )
        equal(
            "it sees only steps that stand",
            [m["steps_stand"] for m in messages[1:-1]],
            list(range(1, len(messages) - 1)),
        )
        for message in messages[1:-1]:
            equal("a spectator's view", message["view"].get("viewer"), 6)
        if len(messages) > 2:
            then = send("at", None, version=messages[1]["version"])[0]["view"]
            equal("its view of the past", then, messages[1]["view"])
        equal("its record", send("record", None)[0]["record"]["seat"], None)

    def garbage(self, seat):
        table, number, raw = self.connection.table, seat.number, self.connection.send_raw
        lines = [
            b"{",
            b"[]",
            b"17",
            b"null",
            b'"hello"',
            b"\xff\xfe\x00",
            b"{}",
            b"[" * 50,
            b"{" + b" " * 70000 + b"}",
            b'{"type":"answer"',
            b'{"type":1}',
            b'{"type":"hello","type":"hello"}',
            bytes(self.rng.randrange(11, 256) for _ in range(80)).replace(b"\r", b"x"),
        ]
        for line in self.rng.sample(lines, 4):
            self.refused(raw(line))
        equal("an empty line is nothing", raw(b"") + raw(b"\r"), [])

        def odd(**members):
            return raw(
                json.dumps({"type": "record", "table": table, "seat": number, **members}).encode()
            )

        self.refused(odd(table="A" * 22), "error.protocol.table")
        self.refused(odd(table=None), "error.protocol.table")
        for wrong in (-1, 99, self.players, "0", 0.5, [], 2**70) + tuple(
            n for n in range(self.players) if n not in self.people
        ):
            self.refused(odd(seat=wrong), "error.protocol.seat")
        self.refused(odd(id="i" * 25), "error.match.id")
        self.refused(odd(id=7), "error.match.id")
        self.refused(odd(type="resign"), "error.protocol.type")
        self.refused(odd(type="answer", seat=None), "error.protocol.type")
        if number is not None:
            self.refused(odd(type="answer", id="x", do="a"), "error.protocol.answer", "x")
            self.refused(odd(type="answer", q=1, do="a"), "error.protocol.answer")
            self.refused(odd(type="answer", q=-1, id="x", do="a"), "error.protocol.answer", "x")
            self.refused(
                odd(type="answer", q=10**12, id="x", do="a"), "error.protocol.answer", "x"
            )
            self.refused(odd(type="answer", q=0, id="x", do=5), "error.match.notation", "x")
            self.refused(odd(type="answer", q=0, id="x", do="\u0000"), "error.match.notation", "x")
            self.refused(
                odd(type="answer", q=0, id="x", do="x" * 5000), "error.match.notation", "x"
            )

    # --- a whole session

    def play(self):
        kinds = (
            [self.answer] * 30
            + [self.undo] * 5
            + [
                self.repeat,
                self.stale,
                self.illegal,
                self.hint,
                self.at,
                self.hello,
                self.record,
                self.spectator,
                self.garbage,
            ]
        )
        for _ in range(STEPS_MAX):
            open_seats = [s for s in self.seats.values() if s.question]
            if not open_seats:
                return
            kind = self.rng.choice(kinds)
            seat = self.rng.choice(
                list(self.seats.values())
                if kind not in (self.answer, self.stale, self.illegal)
                else open_seats
            )
            kind(seat)
            self.count(kind.__name__)
        raise AssertionError("the game does not end")

    def ends(self):
        last = [seat.updates[-1] for seat in self.seats.values()]
        for seat, update in zip(self.seats.values(), last):
            true("the last update says so", update["over"])
            equal(
                "everybody gets the same result and seed",
                [update["result"], update["seed"]],
                [last[0]["result"], last[0]["seed"]],
            )
            equal(
                "the seed is the one committed to",
                blake(
                    b"tafelrunde commit"
                    + self.connection.table.encode()
                    + bytes.fromhex(update["seed"])
                ),
                seat.commitment,
            )
            equal(
                "phase",
                [seat.waiting["phase"], seat.waiting["seats"], seat.waiting["undo"]],
                ["over", [], False],
            )
            if seat.number is not None:
                self.refused(self.connection.send("undo", seat.number), "common.whynot.over")
                messages = self.connection.send(
                    "answer", seat.number, q=10**3 * 8, id="after", do=self.some_notation()
                )
                self.refused(messages, "common.whynot.over", "after")
                self.repeat(seat)
            self.hello(seat)
            self.at(seat)
        self.spectator_at_end()

    def spectator_at_end(self):
        records = [
            self.connection.send("record", number)[0]["record"] for number in [*self.seats, None]
        ]
        for record in records:
            equal("one whole record for all", record, records[0])
        record, seats = records[0], self.seats
        equal(
            "the entropy is in it",
            record["entropy"],
            [seats[n].entropy.hex() if n in seats else None for n in range(self.players)],
        )
        equal(
            "the result is in it", record["result"], list(seats.values())[0].updates[-1]["result"]
        )
        tap.output(self.program, "verify", "-", stdin=json.dumps(record).encode())

    def run(self, lose=False):
        try:
            self.introduction()
            if self.people:
                self.entropy(lose)
            self.live(self.connection.sync())
            for seat in self.seats.values():
                self.garbage(seat)
            self.play()
            self.ends()
            true("updates have changes", self.connection.views.changes > 0)
            self.connection.close()
        except BaseException:
            self.connection.kill()
            raise


def holdings(players):
    """Returns sets of seats for the client: all, the first, all but the first, none."""
    everybody = list(range(players))
    return [everybody, everybody[:1], everybody[1:], []]


def sessions(program):
    """Yields the statement and arguments of each session: every game, number of players and
    holding; option sets take turns."""
    for game in tap.games(program):
        sets, number = tap.option_sets(game), 0
        for players in game.players:
            for people in holdings(players):
                options = sets[number % len(sets)]
                chosen = "".join(f", {k}={v}" for k, v in options.items())
                held = "seats " + " ".join(map(str, people)) if people else "no seat"
                yield (
                    f"{game.id}, {players} players{chosen}: a client with {held} plays to the end",
                    program,
                    game,
                    players,
                    options,
                    people,
                    len(people) % 2 == 1,
                    f"protocol {number}",
                )
                number += 1


def session(program, game, players, options, people, lose, seed):
    Session(program, game, players, options, people, seed).run(lose)


def check_examples():
    """Every message in docs/protocol.md fits the schema."""
    text = (HERE.parent.parent / "docs" / "protocol.md").read_text(encoding="utf-8")
    shown = 0
    for line in text.splitlines():
        if line[:3] in ('→ {', '← {'):
            check_schema("client" if line[0] == "→" else "table", json.loads(line[2:]))
            shown += 1
    true("there are examples", shown >= 20)


def main():
    program = tap.program_argument("usage: test_protocol.py PROGRAM")
    cases = tap.Tap()
    cases.case("the schema is a schema, strict, and lists every kind of message", check_kinds)
    cases.case("the messages of docs/protocol.md are valid", check_examples)
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        for statement, future in [
            (statement, pool.submit(session, *arguments))
            for statement, *arguments in sessions(program)
        ]:
            cases.case(statement, future.result)
    return cases.end()


if __name__ == "__main__":
    sys.exit(main())
