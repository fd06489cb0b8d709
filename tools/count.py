#!/usr/bin/env python3
"""Counts the TAP cases in a log of Meson.

    count.py LOG                    prints "PASSED FAILED"
    count.py LOG --failed           prints the names of the programs that failed
    count.py LOG --replace AGAIN    replaces the programs of LOG by their results in AGAIN
"""
import json
import re
import sys


def read(path):
    """Returns the results of every program in a log, by name."""
    with open(path, encoding="utf-8") as log:
        return {test["name"]: test for test in map(json.loads, log)}


def cases(test):
    lines = test.get("stdout", "").splitlines()
    good, bad = (
        sum(bool(re.match(rf"{word}\b", text)) for text in lines) for word in ("ok", "not ok")
    )
    if good + bad == 0 or (bad == 0 and test["result"] != "OK"):
        bad += 1  # the program printed nothing, or crashed after its last case
    return good, bad


tests = read(sys.argv[1])
if sys.argv[2:] == ["--failed"]:
    for name, test in tests.items():
        if cases(test)[1]:
            print(name.split(" / ")[-1])
elif sys.argv[2:3] == ["--replace"]:
    tests.update(read(sys.argv[3]))
    with open(sys.argv[1], "w", encoding="utf-8") as log:
        log.writelines(json.dumps(test) + "\n" for test in tests.values())
else:
    print(*map(sum, zip(*map(cases, tests.values()))))
