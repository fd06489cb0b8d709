#!/usr/bin/env python3
"""Runs tools/messages.py on small, mostly broken catalogues and checks its errors. TAP on standard
output.

    test_messages.py [path of messages.py]
"""

import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TOOL = sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, "..", "..", "tools", "messages.py")
GOOD = {"de": "ja", "en": "yes"}


def run(files, sources=None, extra=()):
    """Runs the tool on files {name: bytes or value} and C sources {name: text}; returns status,
    errors, outputs."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, TOOL, "--c", "out.c", "--ts", "out.ts", *extra]
        os.mkdir(os.path.join(folder, "src"))
        if sources is not None:
            command += ["--sources", "src", "nowhere", "--"]
        for name, text in (sources or {}).items():
            put(os.path.join(folder, "src", name), text.encode())
        for name, value in files.items():
            put(
                os.path.join(folder, name),
                value if isinstance(value, bytes) else json.dumps(value).encode(),
            )
        done = subprocess.run(
            command + list(files),
            cwd=folder,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            check=False,
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        )
        outputs = {name: get(os.path.join(folder, name)) for name in ("out.c", "out.ts", "out.d")}
        return done.returncode, done.stderr, outputs


def put(path, data):
    with open(path, "wb") as file:
        file.write(data)


def get(path):
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        return file.read()


def game(de, en="x", key="g.event.x"):
    return {"g.json": {key: {"de": de, "en": en}}}


# (statement, files, text that the error must contain)
BROKEN = [
    ("a file that is not JSON", {"g.json": b"{"}, "g.json: cannot be read"),
    ("a file that is not UTF-8", {"g.json": b'{"g.a": "\xff"}'}, "g.json: cannot be read"),
    ("a file that is an array", {"g.json": []}, "g.json: is not one object"),
    ("nothing at all", {"g.json": {}}, "g.json: there is not one key"),
    (
        "a key twice in a file",
        {"g.json": b'{"g.a": {"de": "x", "en": "x"}, "g.a": {"de": "x", "en": "x"}}'},
        "g.json: g.a: stands twice",
    ),
    (
        "a language twice",
        {"g.json": b'{"g.a": {"de": "x", "de": "y", "en": "x"}}'},
        "g.json: de: stands twice",
    ),
    ("a key in two files", {"g.json": {"g.a": GOOD}, "./g.json": {"g.a": GOOD}}, "g.a: is also in"),
    ("a key without a dot", {"g.json": {"g": GOOD}}, "g.json: g: is not a key"),
    ("a key with a capital first", {"g.json": {"G.a": GOOD}}, "g.json: G.a: is not a key"),
    ("a key with an empty name", {"g.json": {"g..a": GOOD}}, "g.json: g..a: is not a key"),
    ("a key with a line end", {"g.json": {"g.a\n": GOOD}}, "is not a key"),
    ("a key of another file", {"g.json": {"h.a": GOOD}}, "g.json: h.a: does not begin with g."),
    (
        "a game's key in common.json",
        {"common.json": {"g.a": GOOD}},
        "does not begin with common. or error. or cli.",
    ),
    ("a key that is too long", {"g.json": {"g." + "a" * 94: GOOD}}, "is longer than 95 bytes"),
    ("a thing without a code", {"g.json": {"g.part.card": GOOD}}, "g.part.card: is not a thing"),
    (
        "a thing with a fifth name",
        {"g.json": {"g.part.card.1.acc": GOOD}},
        "g.part.card.1.acc: is not a thing",
    ),
    (
        "a value that is text",
        {"g.json": {"g.a": "x"}},
        "g.json: g.a: is not an object of languages",
    ),
    ("no English", {"g.json": {"g.a": {"de": "x"}}}, "g.json: g.a: has no “en”"),
    ("no German", {"g.json": {"g.a": {"en": "x"}}}, "g.json: g.a: has no “de”"),
    (
        "an unknown language",
        {"g.json": {"g.a": {**GOOD, "fr": "oui"}}},
        "g.a: has an unknown language “fr”",
    ),
    ("a number for text", game(3), "g.event.x: de: is not text"),
    ("forms of what is no thing", game({"nom": "x"}), "g.event.x: de: is not text"),
    ("empty text", game(""), "g.event.x: de: is empty"),
    ("a space before", game(" x"), "g.event.x: de: has a space"),
    ("a space after", game("x", "x "), "g.event.x: en: has a space"),
    ("a line end inside", game("x\ny"), "g.event.x: de: has a control character"),
    (
        "half a character",
        {"g.json": b'{"g.a": {"de": "\\ud800", "en": "x"}}'},
        "g.a: de: has a control character or",
    ),
    ("very long text", game("x" * 2001), "g.event.x: de: is longer than 2000"),
    (
        "a parameter only in German",
        game("{n}", "x"),
        "g.event.x: parameters differ: de has n, en has none",
    ),
    ("different parameters", game("{n}", "{m}"), "parameters differ: de has n, en has m"),
    (
        "nine parameters",
        game("{a}{b}{c}{d}{e}{f}{g}{h}{i}", "{a}{b}{c}{d}{e}{f}{g}{h}{i}"),
        "more than 8 parameters",
    ),
    (
        "a brace that nothing closes",
        game("{n"),
        "g.event.x: de: “}” expected after “n”, found the end",
    ),
    ("a brace that nothing opens", game("n}"), "de: “}” without “{”"),
    ("no name", game("{}"), "de: a parameter's name expected at “}”"),
    ("a name with a capital", game("{N}"), "de: a parameter's name expected"),
    ("an empty form", game("{n.}"), "de: a form expected after “n.”"),
    (
        "a form and a plural",
        game("{n.acc, plural, other{x}}"),
        "de: “}” expected after “n”, found “,”",
    ),
    ("an unknown kind", game("{n, number}"), "de: “number” is neither plural nor select"),
    ("a plural without branches", game("{n, plural}"), "de: “,” expected after “n, plural”"),
    (
        "a plural without other",
        game("{n, plural, one{x}}"),
        "de: “n, plural” has no branch “other”",
    ),
    (
        "a select without other",
        game("{n, select, you{x}}"),
        "de: “n, select” has no branch “other”",
    ),
    (
        "a branch twice",
        game("{n, select, a{x} a{y} other{z}}"),
        "de: “n, select” has a branch twice",
    ),
    ("a plural with few", game("{n, plural, few{x} other{y}}"), "de: a plural has no branch “few”"),
    ("a plural with =x", game("{n, plural, =x{x} other{y}}"), "de: a number after “=” expected"),
    ("a plural with =01", game("{n, plural, =01{x} other{y}}"), "de: “{” expected after “=0”"),
    ("a branch without text", game("{n, plural, other}"), "de: “{” expected after “other”"),
    (
        "a branch that nothing closes",
        game("{n, plural, other{x"),
        "de: “}” expected at the end of “other”",
    ),
    ("nine levels", game("{n, plural, other{" * 9 + "x" + "}}" * 9), "de: nested deeper than 8"),
    (
        "a thing without a base form",
        game({"acc": "x"}, key="g.part.card.1"),
        "g.part.card.1: de: has no form “nom”",
    ),
    (
        "a form with a capital",
        game({"nom": "x", "Acc": "x"}, key="g.part.card.1"),
        "de: “Acc” is not a form's name",
    ),
    (
        "an empty form of a thing",
        game({"nom": "x", "acc": ""}, key="g.part.card.1"),
        "g.part.card.1: de: is empty",
    ),
    (
        "a thing with a parameter",
        game("{n}", key="g.part.card.1"),
        "g.part.card.1: de: a thing has no parameters",
    ),
]


def test_broken():
    for what, files, expect in BROKEN:
        status, errors, outputs = run(files)
        good = (
            status == 1
            and expect in errors
            and outputs["out.c"] is None
            and outputs["out.ts"] is None
        )
        yield "%s is refused" % what, good, errors


def test_all_errors_are_listed():
    status, errors, _ = run({"g.json": {"g.a": {"de": "", "en": "{"}, "g.b": 1}, "h.json": b"!"})
    yield "all errors of all files are listed", status == 1 and errors.count("error: ") == 4, errors


def test_sources():
    sample = {
        "g.json": {
            "g.event.a": GOOD,
            "g.part.card.1": {"de": {"nom": "x", "acc": "y"}, "en": "z"},
            "g.action.a": GOOD,
            "g.option.a": GOOD,
            "g.score.a": GOOD,
        },
        "common.json": {"common.b": GOOD, "error.c": GOOD, "cli.d": GOOD},
    }
    rest = ' "common.b" "" ; f("error.c", "cli.d");'
    cases = [
        (
            "keys said by the code pass, things, actions, options and scores need not be",
            'f("g.event.a");' + rest,
            None,
        ),
        ("a literal in two pieces is one", 'f("g." /* x */\n "event.a");' + rest, None),
        ("a form of a thing may be said", 'f("g.event.a", "g.part.card.1.acc");' + rest, None),
        (
            "other literals, includes and comments do not count",
            '#include "g.h"\n /* "g.no" */ // "g.no"\n'
            ' f("x.y", "g/a.c", "G.a", \'"\', "g.", "\\"g.no");'
            'f("g.event.a");' + rest,
            None,
        ),
        (
            "a key in a comment is not said",
            '/* "g.event.a" */' + rest,
            "g.json: g.event.a: is said by no source",
        ),
        (
            "a key that does not exist is refused",
            '\nf("g.event.a", "g.event.b");' + rest,
            "a.c:2: g.event.b: is not in the catalogue",
        ),
        (
            "an error's key that does not exist is refused",
            'f("g.event.a", "error.no");' + rest,
            "error.no: is not",
        ),
        (
            "a thing that does not exist is refused",
            'f("g.event.a", "g.part.card.2");' + rest,
            "g.part.card.2: is not",
        ),
    ]
    for what, source, expect in cases:
        status, errors, _ = run(sample, {"a.c": source})
        yield what, (status == 0 and not errors) if expect is None else (
            status == 1 and expect in errors
        ), errors
    status, errors, _ = run(sample, {"a.h": 'f("g.event.a");' + rest, "a.txt": '"g.no"'})
    yield "headers count, other files do not", status == 0, errors
    script = {
        "a.c": rest,
        "b.tsx": "<p title={word('g.event.a')}>{`g.${x}`}</p> // \"g.no\"\n/* `g.no` */",
    }
    status, errors, _ = run(sample, script)
    yield "TypeScript says keys, too, but not in its comments", status == 0, errors
    status, errors, _ = run(sample, {**script, "c.ts": '\nword("g.event.b")'})
    refused = status == 1 and "c.ts:2: g.event.b: is not in" in errors
    yield "a key that does not exist is refused in TypeScript", refused, errors
    page = {
        "web.json": {"web.a": GOOD},
        "library.json": {"library.a": GOOD},
        "g.json": {"g.a": GOOD},
    }
    _, errors, outputs = run(page)
    kept = [
        name in (outputs[out] or "")
        for out in ("out.c", "out.ts")
        for name in ("web.a", "library.a", "g.a")
    ]
    yield "the C table has no words of the page, the module none of the program", kept == [
        False,
        True,
        True,
        True,
        False,
        True,
    ], errors


def test_outputs():
    files = {
        "g.json": {
            "g.b": {"de": "{x.acc} \"\\ ??! ü", "en": "{x}"},
            "g.part.card.1": {
                "de": {"nom": "der", "acc": "den"},
                "en": {"nom": "the", "dat": "to"},
            },
            "g.B": GOOD,
        }
    }
    status, errors, first = run(files, extra=["--depfile", "out.d"])
    entries = [
        line.strip() for line in (first["out.c"] or "").splitlines() if line.startswith("    {")
    ]
    expected = [
        '{"g.B", {"ja", "yes"}},',
        '{"g.b", {"{x.acc} \\"\\\\ \\??! ü", "{x}"}},',
        '{"g.part.card.1", {"der", "the"}},',
        '{"g.part.card.1.acc", {"den", "the"}},',
        '{"g.part.card.1.dat", {"der", "to"}},',
    ]
    statement = "the C table is sorted by byte, forms are entries, quotes and trigraphs escaped"
    yield statement, entries == expected, errors + str(entries)
    module = first["out.ts"] or ""
    entry = '    "g.part.card.1.dat": ["der", "to"],\n'
    yield "the TypeScript module has the same entries", entry in module, module
    yield "the depfile names outputs and inputs", first["out.d"] == "out.c out.ts: g.json\n", str(
        first["out.d"]
    )
    second = run(
        {"g.json": dict(reversed(list(files["g.json"].items())))}, extra=["--depfile", "out.d"]
    )[2]
    yield "the order in the file changes nothing", status == 0 and first == second, ""


def main():
    number, failed = 0, 0
    for test in (test_broken, test_all_errors_are_listed, test_sources, test_outputs):
        for what, good, said in test():
            number += 1
            failed += not good
            print("%s %d - %s" % ("ok" if good else "not ok", number, what))
            if not good:
                print("".join("# %s\n" % line for line in said.splitlines()), end="")
    print("1..%d" % number)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
