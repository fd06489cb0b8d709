#!/usr/bin/env python3
"""Checks that the documents are true. TAP on standard output.

    test_docs.py PROGRAM

It computes the worked example of docs/records.md from the numbers in its text, follows links,
looks up commands and files that sentences mention, and runs every command. Those of
docs/correcting-a-table.md run in a copy of the tree, those of docs/adding-a-game.md in
test_fifth.py. The others run in a folder that looks like the tree; a block that begins with a file
name becomes that file.
"""

import base64
import contextlib
import csv
import hashlib
import json
import os
import pathlib
import random
import re
import socket
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests/docs")]

import following  # noqa: E402
import tap  # noqa: E402
from following import COMMAND_SECONDS, blocks, follow  # noqa: E402
from tap import equal  # noqa: E402

RECORDS = (ROOT / "docs/records.md").read_text(encoding="utf-8")
ADDING = ROOT / "docs/adding-a-game.md"
CORRECTING = ROOT / "docs/correcting-a-table.md"


def tables(text):
    """Returns the two-column tables as {name: value}, each taken from the first code span of its
    cell."""
    found, rows = [], {}
    for line in text.splitlines() + [""]:
        row = re.match(r"\| `([^`]+)`[^|]* \| `([^`]+)` \|$", line)
        if row:
            rows[row[1]] = row[2]
        elif not line.startswith("|") and rows:
            found.append(rows)
            rows = {}
    return found


# ---- docs/records.md ----


class Example:
    """The worked example and the Python code of the document."""

    def __init__(self):
        section = RECORDS[RECORDS.index("### A worked example") : RECORDS.index("### Streams")]
        self.bytes, *self.draws = tables(section)
        self.code = {}
        exec(blocks(RECORDS, "python")[0], self.code)  # run the code of the document itself
        # the second one is a study, which tests/page/analysis.test.mjs opens
        text, _ = blocks(RECORDS, "json")
        self.record = json.loads(text)

    def raw(self, name):
        return bytes.fromhex(self.bytes[name])

    def commitment_and_key(self):
        seed, entropies = self.raw("seed"), [self.raw("entropy 0"), self.raw("entropy 1")]
        label = b"tafelrunde commit" + self.bytes["table"].encode()
        equal(
            "hash", hashlib.blake2b(entropies[0], digest_size=32).hexdigest(), self.bytes["hash 0"]
        )
        equal(
            "commitment",
            hashlib.blake2b(label + seed, digest_size=32).hexdigest(),
            self.bytes["commitment"],
        )
        equal(
            "key",
            hashlib.blake2b(seed + b"".join(entropies), digest_size=32).hexdigest(),
            self.bytes["key"],
        )

    def draw(self, row):
        hashed, weights = bytes.fromhex(row["hashed"]), [
            int(part.rsplit(":", 1)[1]) for part in row["outcomes"].split(", ")
        ]
        names = [part.rsplit(":", 1)[0] for part in row["outcomes"].split(", ")]
        digest = hashlib.blake2b(hashed, key=self.raw("key"), digest_size=64)
        equal("block", digest.hexdigest(), row["block"])
        w, n = int.from_bytes(digest.digest()[:8], "little"), int(row["n"])
        equal("w", w, int(row["w"]))
        equal("n divides the weights", sum(weights) % n, 0)
        equal("u", w % n, int(row["u"]))
        spread = [
            name for name, weight in zip(names, weights) for _ in range(weight * n // sum(weights))
        ]
        equal("outcomes, divided", len(spread), n)
        equal("drawn", spread[w % n], row["drawn"])

    def all_draws(self):
        equal("draws", len(self.draws), 3)
        for row in self.draws:
            self.draw(row)

    def own_code(self):
        code, seed = self.code, self.raw("seed")
        equal(
            "commitment",
            code["commitment"](self.bytes["table"], seed).hex(),
            self.bytes["commitment"],
        )
        key = code["key"](seed, [self.raw("entropy 0"), None])
        equal("key", key.hex(), self.bytes["key"])
        for row in self.draws:
            j, k, i = (
                int.from_bytes(bytes.fromhex(row["hashed"])[at : at + 4], "little")
                for at in (0, 4, 8)
            )
            outcomes = {
                name: int(weight)
                for name, weight in (part.rsplit(":", 1) for part in row["outcomes"].split(", "))
            }
            equal("block", code["block"](key, j, k, i).hex(), row["block"])
            equal("drawn", code["draw"](key, j, k, outcomes), row["drawn"])

    def same_record(self):
        for name in ("table", "seed", "commitment"):
            equal(name, self.record[name], self.bytes[name])
        equal("entropy", self.record["entropy"], [self.bytes["entropy 0"], None])
        equal("steps", self.record["steps"], [["chance", row["drawn"]] for row in self.draws[:2]])

    def verified(self, program):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(self.record, file)
            file.flush()
            tap.output(program, "verify", file.name)
            line = json.loads(tap.output(program, "replay", file.name, "--json"))
        equal("steps", line["steps"], 2)


def simulations(program):
    text = "docs"
    records = tap.output(program, *tap.simulate("tallinn", 3, seed=text)).decode().splitlines()
    for i, line in enumerate(records):
        record, numbered = json.loads(line), f"{text}/{i}".encode()
        equal("seed", record["seed"], hashlib.blake2b(numbered, digest_size=32).hexdigest())
        table = hashlib.blake2b(b"tafelrunde table" + numbered, digest_size=32).digest()[:16]
        equal("table", record["table"], base64.urlsafe_b64encode(table).decode().rstrip("="))


def components(program):
    for game in tap.games(program):
        text = tap.output(program, "components", game.id, "--json").decode()
        tables_text = text.rstrip("\n")[text.index('"tables":') + len('"tables":') : -1]
        equal(
            game.id,
            hashlib.blake2b(tables_text.encode(), digest_size=32).hexdigest()[:16],
            json.loads(text)["components"],
        )


def members(program):
    """Every member that the program writes has a row, and every game is in the table of streams."""
    head = RECORDS[: RECORDS.index("## Steps")]
    rows = set(re.findall(r"^\| `(\w+)` \|", head, re.MULTILINE))
    for game in tap.games(program):
        record = json.loads(
            tap.output(
                program, "simulate", game.id, "--bots", "random", "--games", 1, "--records", "-"
            )
        )
        equal(f"{game.id}: members without a row", sorted(set(record) - rows), [])
        if f"| `{game.id}` | 0: " not in RECORDS:
            raise AssertionError(f"{game.id}: no streams")


# ---- links ----


def anchors(text):
    """Returns the anchors that GitHub makes from headings."""
    headings = re.findall(
        r"^#+ (.*)$",
        re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE),
        re.MULTILINE,
    )
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(path):
    text = re.sub(
        r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE
    )
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        if not target.exists():
            raise AssertionError(f"{link}: not there")
        if anchor and anchor not in anchors(target.read_text(encoding="utf-8")):
            raise AssertionError(f"{link}: no such heading")


# ---- docs/correcting-a-table.md ----


def tables_of(program, game):
    return json.loads(tap.output(program, "components", game, "--json"))


def correct(copy, program, game, edits):
    """Edits cells of an export, as in a spreadsheet, and imports the file."""
    text = tap.output(program, "components", game, "--csv").decode("utf-8-sig")
    rows = list(csv.DictReader(text.splitlines()))
    for (table, code), cells in edits.items():
        next(row for row in rows if (row["table"], row["code"]) == (table, code)).update(cells)
    with (copy / "more.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0], delimiter=";")
        writer.writeheader()
        writer.writerows(rows)
    follow(copy, f"tools/components.py {game} more.csv")


def corrected_is_played(copy, ours):
    """After corrections of all four games: a new hash, whole games, refused old records, counts and
    drawings."""
    mine = str(copy / "build-mine/tafelrunde")
    correct(
        copy,
        mine,
        "duell",
        {("cards", "mason1"): {"gold": "2"}, ("sections", "I"): {"needs": "stone wood wool"}},
    )
    correct(
        copy,
        mine,
        "tallinn",
        {("chronicle", "C1"): {"I": "4 6"}, ("influence", "9"): {"b.persons": "oo"}},
    )
    follow(copy, "ninja -C build-mine tafelrunde && node web/generate.mjs build-mine")
    for game, changed in (("duell", 2), ("kardinal", 2), ("rattus", 1), ("tallinn", 2)):
        before, after = tables_of(ours, game), tables_of(mine, game)
        if before["components"] == after["components"]:
            raise AssertionError(f"{game}: the same hash")
        rows = [
            pair
            for table in before["tables"]
            for pair in zip(before["tables"][table], after["tables"][table])
        ]
        equal(
            f"{game}: changed rows, and their marks",
            [new["mark"] for old, new in rows if old != new],
            ["S"] * changed,
        )
        records = copy / f"{game}.jsonl"
        tap.output(mine, *tap.simulate(game, 10, records, seed="a"))
        tap.output(mine, "verify", records)
        with records.open(encoding="utf-8") as file:
            equal(
                f"{game}: components of its records",
                {json.loads(line)["components"] for line in file},
                {after["components"]},
            )
        refused = tap.run(ours, "verify", records)
        equal(
            f"{game}: others refuse them",
            [refused.returncode, b"other components" in refused.stderr],
            [1, True],
        )
        drawn = json.loads(
            (copy / f"web/generated/components/{game}.json").read_text(encoding="utf-8")
        )
        equal(f"{game}: what the page draws", drawn, after["tables"])
        counts = re.search(
            r"^\| in all \| (\d+) \|",
            tap.output(mine, "rules", game, "--lang", "en").decode(),
            re.M,
        )
        equal(
            f"{game}: stated rows on the rules page",
            int(counts[1]),
            sum(new["mark"] == "S" for _, new in rows),
        )
    words = tap.output(mine, "rules", "duell", "--lang", "en").decode()
    equal("the name of a card says its price", "Mason (2 gold)" in words, True)


# ---- commands ----

COMMAND = re.compile(
    r"^(\S+=\S+ )*(\./\w+|(build\S*/)?tafelrunde|meson|ninja|node|tools/\S+|git|cc|python3"
    r"|/usr/bin/python3|sed|npm|npx|curl|sudo|apt\S*) ",
    re.M,
)
SMALLER = (
    ("--seconds 30", "--seconds 1"),
    ("--tables 300", "--tables 5"),
    ("--connections 10000", "--connections 20"),
    ("--rate 1000", "--rate 50"),
    ("--games 1000", "--games 20"),
    ("--games 20000", "--games 500"),
)
UNTIL = "until Ctrl-C"  # a server: it runs until all commands of the page are done
NOT_RUN = "not run by a test"  # the page gives the reason before these words


def documents():
    return [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        ROOT / "CHANGELOG.md",
        *sorted((ROOT / "docs").rglob("*.md")),
    ]


def no_hidden_commands(path):
    """Every command is in a block of sh and is run, or its line says why not."""
    text = path.read_text(encoding="utf-8")
    for language, block in re.findall(r"^```(\w*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        if language == "" and COMMAND.search(block):
            raise AssertionError(f"commands that nobody runs: {block}")


def named_in_passing(program, path):
    """Commands, options, scripts and suites that sentences mention exist."""
    text = re.sub(
        r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE
    )
    suites = "".join(
        file.read_text(encoding="utf-8") for file in (ROOT / "tests").rglob("meson.build")
    )
    for span in re.findall(r"`([^`]+)`", text):
        command = re.match(r"(?:build\S*/)?tafelrunde ([a-z]+)\b(.*)", span)
        script = re.search(r"(?:^|[ /])((?:tests|tools|web)/[\w/.-]+\.(?:py|mjs|sh))\b", span)
        if command:
            help_text = tap.output(program, command[1], "--help").decode()
            for flag in re.findall(r"--[a-z-]+", command[2]):
                if flag not in help_text:
                    raise AssertionError(f"{span}: {command[1]} has no {flag}")
        if script and "fifth" not in script[1] and not (ROOT / script[1]).exists():
            raise AssertionError(f"{span}: no such script")
        for suite in re.findall(r"--suite (\w+)", span):
            if f"'{suite}'" not in suites:
                raise AssertionError(f"{span}: no such suite")


def free_port():
    """Returns a free port below the ephemeral range, so that no other program gets it before the
    server starts."""
    for port in random.sample(range(20_000, 32_000), 100):
        with socket.socket() as free, contextlib.suppress(OSError):
            free.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


class Page:
    """The commands of one document, run in a temporary folder."""

    def __init__(self, path, program):
        self.folder = tempfile.TemporaryDirectory(prefix="tafelrunde-docs-")
        self.tree, self.left_running = pathlib.Path(self.folder.name), []
        build = pathlib.Path(program).parent
        for entry in ROOT.iterdir():
            if not re.fullmatch(r"\.git|build(-.*)?", entry.name):
                (self.tree / entry.name).symlink_to(entry)
        for name in ("build", "build-check"):
            (self.tree / name).symlink_to(build)
        self.port = free_port()
        self.environment = {
            **tap.environment(),
            "PATH": f"{build}:{os.environ['PATH']}",
            "HOME": self.folder.name,
            "XDG_STATE_HOME": f"{self.folder.name}/state",
            "TAFELRUNDE_LISTEN": f"127.0.0.1:{self.port}",
        }
        text = path.read_text(encoding="utf-8")
        for name, rest in re.findall(
            r"^```\w+\n(?:/\*|#) (\w+\.\w+):(.*?)^```$", text, re.DOTALL | re.MULTILINE
        ):
            (self.tree / name).write_text(
                ("/*" if name.endswith(".c") else "#") + rest, encoding="utf-8"
            )
        self.commands = [
            line
            for block in blocks(text, "sh")
            for line in re.sub(r"\\\n\s*", "", block).splitlines()
            if line and not line.startswith("#")
        ]

    def run(self, line):
        if NOT_RUN in line:
            return
        line = line.replace(":8080", f":{self.port}")
        for large, small in SMALLER:
            line = line.replace(large, small)
        if UNTIL in line:
            process = subprocess.Popen(
                ["sh", "-c", "exec " + line],
                cwd=self.tree,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            self.left_running.append(process)
            if b"http" not in process.stdout.readline():
                raise AssertionError("it does not open")
            return
        done = subprocess.run(
            ["sh", "-eu", "-c", line],
            cwd=self.tree,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=COMMAND_SECONDS,
        )
        if done.returncode:
            raise AssertionError(
                f"status {done.returncode}: {done.stdout.decode(errors='replace')[-1200:]}"
            )

    def end(self):
        for process in self.left_running:
            process.terminate()
            process.wait(COMMAND_SECONDS)
        self.folder.cleanup()


def commands(cases, program):
    for path in documents():
        name = str(path.relative_to(ROOT))
        cases.case(f"{name}: names in sentences exist", named_in_passing, program, path)
        if path in (ADDING, CORRECTING):  # they run in copies of the tree
            continue
        cases.case(f"{name}: every command is in a block of sh", no_hidden_commands, path)
        page = Page(path, program)
        try:
            for line in page.commands:
                cases.case(f"{name}: {line.split('  #')[0].strip()}", page.run, line)
        finally:
            page.end()


def tests_behind_threats():
    """Every line of the threat model names a test that exists, or says that nothing is done."""
    files = {path.name for path in (ROOT / "tests").rglob("*.*")}
    sources = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.c")
    )
    cases = set(re.findall(r"cmocka_unit_test(?:_setup_teardown)?\((\w+)", sources))

    def exists(span):
        if "/" in span:
            return (ROOT / span).is_file()
        return span in files or f"{span}.c" in files or span in cases

    text = (ROOT / "docs/security.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\|(?! somebody| ---)(.+)\|(.+)\|([^|]*)\|$", text, re.MULTILINE)
    equal("lines of the threat model", len(rows) > 70, True)
    for threat, done, shown in rows:
        spans = re.findall(r"`([^`]+)`", shown)
        named = [span for span in spans if re.fullmatch(r"[\w./]*_[\w./]*|[\w/]+\.\w+.*", span)]
        if not named and not done.strip().startswith("nothing"):
            raise AssertionError(f"no test behind: {threat.strip()}")
        for span in named:
            if not exists(span):
                raise AssertionError(f"{threat.strip()}: there is no test {span}")


def versions():
    """The version of the build is the newest released one in CHANGELOG.md."""
    stated = re.search(r"version: '([^']+)'", (ROOT / "meson.build").read_text(encoding="utf-8"))[1]
    equal(
        "CHANGELOG.md",
        re.search(r"^## (\S+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)[1],
        stated,
    )


def main():
    program = tap.program_argument(__doc__)
    cases = tap.Tap()
    example = Example()
    cases.case(
        "records: commitment and key follow from the numbers in the text",
        example.commitment_and_key,
    )
    cases.case("records: the draws follow from the numbers in the text", example.all_draws)
    cases.case("records: the code in the text gives the same results", example.own_code)
    cases.case("records: the record in the text is the worked example", example.same_record)
    cases.case("records: the program verifies it", example.verified, program)
    cases.case("records: seeds and tables of simulations", simulations, program)
    cases.case("records: components are hashed as the text says", components, program)
    cases.case("records: every member and every game's streams are described", members, program)
    for path in documents():
        cases.case(f"links: {path.relative_to(ROOT)}", links, path)
    cases.case("security.md: every line names a test that exists", tests_behind_threats)
    cases.case("the newest version of CHANGELOG.md is that of the build", versions)
    commands(cases, program)
    statement = "all four games are played by corrected tables"
    with following.copy_of_the_tree() as copy:
        if following.all_blocks(cases, copy, CORRECTING.read_text(encoding="utf-8")):
            cases.case(statement, corrected_is_played, copy, program)
    return cases.end()


if __name__ == "__main__":
    sys.exit(main())
