#!/usr/bin/env python3
"""test_hardening.py PROGRAM: release builds are hardened, and so is the service."""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent)]
import tap
from tap import true

UNIT = HERE.parent.parent / "tools" / "tafelrunde.service.in"
EXPOSURE_MAX = 2.0


def readelf(program, what):
    return subprocess.run(
        ["readelf", "--wide", what, program], check=True, capture_output=True, text=True
    ).stdout


def the_program(program):
    """Stack protector, checked libc calls, full RELRO and a position-independent executable."""
    symbols = readelf(program, "--dyn-syms")
    true("stack protector", "__stack_chk_fail" in symbols)
    true("checked calls", re.search(r"__\w+_chk\b", symbols.replace("__stack_chk_fail", "")))
    true("RELRO", "GNU_RELRO" in readelf(program, "--program-headers"))
    true("all of it", "NOW" in readelf(program, "--dynamic"))
    true("position-independent", re.search(r"Type:\s+DYN", readelf(program, "--file-header")))


def the_service(program):
    """`systemd-analyze security` rates the service 2 or better."""
    if not shutil.which("systemd-analyze"):
        return
    with tempfile.TemporaryDirectory() as folder:
        unit = pathlib.Path(folder) / "tafelrunde.service"
        unit.write_text(UNIT.read_text().replace("@bindir@", "/usr/bin"))
        done = subprocess.run(
            ["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)],
            check=False,
            capture_output=True,
            text=True,
        )
    found = re.search(r"Overall exposure level for \S+: ([0-9.]+)", done.stdout)
    true(f"a rating: {done.stderr}", found)
    true(f"at most {EXPOSURE_MAX}: {found[1]}", float(found[1]) <= EXPOSURE_MAX)


if __name__ == "__main__":
    sys.exit(tap.run_cases(sys.argv[1], the_program, the_service))
