#!/usr/bin/env python3
"""Tests the rules pages and the practice positions. TAP on standard output.

    test_learn.py PROGRAM
"""

import json
import os
import pathlib
import re
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

import tap  # noqa: E402

SHORT_MAX = 10  # lines of the short version
VISITS = 20000
EVERY = 1 if os.environ.get("TAFELRUNDE_LONG") else 4  # one in so many positions is searched again
NUMBERS = {
    "de": "zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf",
    "en": "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve",
}
PRACTICE_MIN = 10


def ok(program, *arguments):
    done = tap.run(program, *arguments)
    if done.returncode != 0:
        raise AssertionError(f"{arguments}: {done.stderr.decode()}")
    return done.stdout.decode()


def page(program, game, language):
    return json.loads(ok(program, "rules", game, "--json", "--lang", language))


def examples_are_played(program, game):
    """Each example is used in both languages, is a valid position, and its steps produce events or
    a result."""
    for language in ("de", "en"):
        one = page(program, game, language)
        used = re.findall(r"^> \[([\w-]+)\]", one["text"], re.M)
        assert sorted(used) == sorted(
            one["examples"]
        ), f"{language}: {set(used) ^ set(one['examples'])}"
        shared = json.loads((ROOT / "games" / game / "rules.json").read_text(encoding="utf-8"))
        assert sorted(used) == sorted(shared["examples"]), "one does not fit the tables"
        assert used, "no examples"
        for name, example in one["examples"].items():
            assert (
                example["view"]["game"] == game
                and len(example["score"]) == example["view"]["players"]
            ), name
            assert example["steps"] or "why" in example or example["view"], name


def rules_have_examples(program, game):
    """Each section has an example with a drawing, except the last ones about sources and headings
    of several sections."""
    for language in ("de", "en"):
        sections = re.findall(
            r"^(#+) .* \{#([\w-]+)\}$(.*?)(?=^#+ |\Z)",
            page(program, game, language)["text"],
            re.M | re.S,
        )
        for (level, anchor, text), (following, _, _) in zip(
            sections, sections[1:] + [("", "", "")]
        ):
            assert (
                "> [" in text
                or len(following) > len(level)
                or anchor in ("rulings", "reconstructed", "inferred")
            ), f"{language}: {anchor}"


def numbers_are_computed(program, game):
    """No placeholder is left, captions contain only computed numbers, and both languages have the
    same ones."""
    found = {}
    for language in ("de", "en"):
        text = page(program, game, language)["text"]
        assert not re.search(r"\{(?!#)", text), re.search(r"\{(?!#).{0,40}", text).group()
        source = (ROOT / "games" / game / f"rules.{language}.md").read_text(encoding="utf-8")
        found[language] = sorted(
            path.partition("~")[0] for path in re.findall(r"\{([^#}][^}]*)\}", source)
        )
        for name, caption in re.findall(r"^> \[([\w-]+)\] (.*)$", source, re.M):
            typed = re.search(
                rf"\d|\b({NUMBERS[language]})\b", re.sub(r"\{[^}]*\}", "", caption), re.I
            )
            assert not typed, f"{language}: {name}: {typed.group()}"
    assert found["de"] == found["en"], set(found["de"]) ^ set(found["en"])


def reasons_have_rules(program, game):
    """Each reason why a step is illegal leads to a heading that exists in both languages."""
    keys = {
        key
        for key in json.loads((ROOT / f"messages/{game}.json").read_text(encoding="utf-8"))
        if key.startswith(f"{game}.whynot.")
    }
    for language in ("de", "en"):
        one = page(program, game, language)
        headings = set(re.findall(r"^#+ .* \{#([\w-]+)\}$", one["text"], re.M))
        assert set(one["anchors"]) == keys, set(one["anchors"]) ^ keys
        assert set(one["anchors"].values()) <= headings, set(one["anchors"].values()) - headings


def short_first(program, game):
    """The page begins with a picture and a summary of ten lines, and ends with the rulings."""
    for language in ("de", "en"):
        sections = re.split(r"^## ", page(program, game, language)["text"], flags=re.M)
        assert "{#short}" in sections[1].splitlines()[0], sections[1][:40]
        lines = [line for line in sections[1].splitlines() if line.startswith("- ")]
        assert len(lines) <= SHORT_MAX and "> [" in sections[1], len(lines)
        assert any(
            "{#rulings}" in section.splitlines()[0] for section in sections[-4:]
        ), "rulings at the end"


def provenance_is_listed(program, game):
    """Each row that is not stated by a rulebook is listed with a readable name."""
    tables = json.loads(ok(program, "components", game, "--json"))["tables"]
    for language in ("de", "en"):
        text = page(program, game, language)["text"]
        source = (ROOT / "games" / game / f"rules.{language}.md").read_text(encoding="utf-8")
        for table, rows in tables.items():
            for mark in ("R", "I"):
                wanted = sum(row["mark"] == mark for row in rows)
                begins = [
                    line.partition("{")[0]
                    for line in source.splitlines()
                    if f"{{{mark}.{table}." in line
                ]
                assert len(begins) == (wanted > 0), f"{language}: {mark} of {table}"
                listed = "".join(
                    line.removeprefix(begins[0])
                    for line in text.splitlines()
                    if begins and line.startswith(begins[0])
                )
                found = re.sub(r"[„“].*?[“”]", "", listed).count(", ") + (wanted > 0)
                assert found == wanted, f"{language}: {found} of {wanted} in {table}"


def provenance_is_counted(program, game):
    """The head counts the rows of each table by mark and says how to help."""
    tables = json.loads(ok(program, "components", game, "--json"))["tables"]
    counts = [
        [sum(row["mark"] == mark for row in rows) for mark in "SIR"] for rows in tables.values()
    ]
    counts.append([sum(column) for column in zip(*counts)])
    for language in ("de", "en"):
        words = json.loads((ROOT / f"messages/{game}.json").read_text(encoding="utf-8"))
        names = [words[f"{game}.components.{table}"][language] for table in tables]
        for text in (
            page(program, game, language)["text"],
            ok(program, "rules", game, "--lang", language),
        ):
            top = text.partition("\n## ")[0]
            lines = [
                line.strip("| ").split(" | ") for line in top.splitlines() if line.startswith("| ")
            ][2:]
            assert [line[0] for line in lines[:-1]] == names, lines
            assert [list(map(int, line[1:])) for line in lines] == counts, lines
            assert "docs/correcting-a-table.md" in top, "how an owner can help"


def plain_text_is_plain(program, game):
    """The plain text contains neither anchors nor names of examples."""
    for language in ("de", "en"):
        text = ok(program, "rules", game, "--lang", language)
        assert not re.search(r"\{#|^> \[", text, re.M)
        assert "⟨" not in text, "a word that is missing"


def practice_holds(program, game):
    """There are enough practice positions, from different games and with titles; the best choice
    leads clearly, and a search finds it again."""
    path = ROOT / "games" / game / "practice.jsonl"
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(lines) >= PRACTICE_MIN, len(lines)
    assert len({line["record"]["table"] for line in lines}) == len(lines)
    for line in lines:
        best, second = line["choices"][0]["chance"], line["choices"][1]["chance"]
        assert best - second >= 15, line["record"]["table"]
    words = json.loads((ROOT / "messages" / f"{game}.json").read_text(encoding="utf-8"))
    titles = {line["ask"]["key"].replace(".ask.", ".practice.") for line in lines}
    assert titles == {key for key in words if key.startswith(f"{game}.practice.")}, titles
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as some:
        some.writelines(json.dumps(line) + "\n" for line in lines[::EVERY])
        some.flush()
        ok(program, "practice", game, "--check", some.name, "--visits", VISITS)


def bad_positions_are_refused(program, game):
    """Unsuitable practice positions are refused with a reason, and so are those with another best
    choice."""
    line = json.loads(
        (ROOT / "games" / game / "practice.jsonl").read_text(encoding="utf-8").splitlines()[0]
    )
    worse = {**line, "choices": line["choices"][::-1]}
    fewer = {**line, "choices": line["choices"][1:]}
    elsewhere = {**line, "seat": 9}
    otherwise = {**line, "ask": {**line["ask"], "key": f"{game}.ask"}}
    for broken in (worse, fewer, elsewhere, otherwise, {"record": {}}, {}):
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
            file.write(json.dumps(broken) + "\n")
            file.flush()
            for way in ("--check", "--renew"):
                done = tap.run(program, "practice", game, way, file.name, "--visits", 200)
                assert (
                    done.returncode == 1 and done.stderr or way == "--renew" and broken is worse
                ), broken


def secret_looks_stay_secret(program):
    """If a seat looks at something in an example, only the texts for that seat say what it sees."""
    examples = page(program, "rattus", "en")["examples"]
    own, others = examples["witchcraft"], examples["knowledge"]
    assert own["steps"][1]["do"] == others["steps"][1]["do"] and own["seat"] != others["seat"]
    assert own["steps"][1]["events"] and not others["steps"][1]["events"]
    assert (
        "burghers, church"
        not in ok(program, "rules", "rattus", "--lang", "en")
        .partition("## Who knows what")[2]
        .partition("## ")[0]
    )


def main(program):
    out = tap.Tap()
    out.case(secret_looks_stay_secret.__doc__, secret_looks_stay_secret, program)
    cases = (
        examples_are_played,
        rules_have_examples,
        numbers_are_computed,
        reasons_have_rules,
        short_first,
        provenance_is_listed,
        provenance_is_counted,
        plain_text_is_plain,
        practice_holds,
        bad_positions_are_refused,
    )
    for game in sorted(path.parent.name for path in (ROOT / "web/games").glob("*/board.tsx")):
        for case in cases:
            out.case(f"{game}: {case.__doc__}", case, program, game)
    return out.end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
