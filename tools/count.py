#!/usr/bin/env python3
"""Counts the TAP cases in meson's testlog.json: prints "PASSED FAILED"."""
import json
import re
import sys

passed = failed = 0
with open(sys.argv[1], encoding="utf-8") as log:
    for line in log:
        test = json.loads(line)
        lines = test.get("stdout", "").splitlines()
        good = sum(bool(re.match(r"ok\b", text)) for text in lines)
        bad = sum(bool(re.match(r"not ok\b", text)) for text in lines)
        if good + bad == 0 or (bad == 0 and test["result"] != "OK"):
            bad += 1  # it said nothing, or died after its last case
        passed += good
        failed += bad
print(passed, failed)
