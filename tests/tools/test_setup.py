#!/usr/bin/env python3
"""Runs tools/setup.sh with substitute programs: what it finds, asks for and installs.

TAP on standard output.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

import tap  # noqa: E402
from tap import equal, true  # noqa: E402

ORDINARY = "bash awk cat cut grep mktemp rm sort tail tr env"
NOTED = 'echo "$0 $*" >>"$CALLS"'
PROGRAMS = {
    "cc": "",
    "meson": "",
    "ninja": "",
    "python3": "",
    "pkg-config": "",
    "node": "",
    "npm": "",
    "clang-19": "echo 19.1.7",
}


class System:
    """A PATH with only these programs, each given as a shell script. All their calls are
    recorded."""

    def __init__(self, programs):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)
        (self.path / "bin").mkdir()
        self.calls = self.path / "calls"
        self.calls.touch()
        for name in ORDINARY.split():
            (self.path / "bin" / name).symlink_to(shutil.which(name))
        for name, script in programs.items():
            file = self.path / "bin" / name
            file.write_text(f"#!/bin/bash\n{script}\n", encoding="utf-8")
            file.chmod(0o755)

    def run(self, words, release="trixie"):
        script = f"set -eu; . tools/setup.sh; release() {{ echo {release}; }}; {words}"
        environment = {
            "PATH": str(self.path / "bin"),
            "CALLS": str(self.calls),
            "TMPDIR": self.folder.name,
        }
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
        )
        return done.returncode, done.stdout + done.stderr

    def noted(self):
        lines = self.calls.read_text(encoding="utf-8").splitlines()
        return [line.rsplit("/", 1)[-1] for line in lines]


def without(*names):
    return {name: script for name, script in PROGRAMS.items() if name not in names}


def everything_is_there():
    """If all programs and modules are there, it prints and does nothing; packages do not matter."""
    system = System({**PROGRAMS, "apt-get": NOTED})
    equal("silent", system.run("need build page"), (0, ""))
    equal("nothing installed", system.noted(), [])


def no_apt():
    """Without apt it names exactly the missing programs and pkg-config modules."""
    modules = "case $2 in libuv | sqlite3) exit 1 ;; esac"
    system = System({**without("meson", "clang-19"), "pkg-config": modules, "node": "exit 1"})
    status, said = system.run("need build page")
    equal("status", status, 1)
    equal(
        "missing",
        sorted(line.strip() for line in said.splitlines()[1:]),
        [
            "clang 16 or later, wasm-ld, wasi-libc, compiler-rt for wasm32-wasi",
            "pkg-config module libuv",
            "pkg-config module sqlite3",
            "program meson",
            "program node, 18 or later",
        ],
    )


def no_rights():
    """Without root and sudo it prints one line to paste, exits with 1 and changes nothing."""
    wanted = "apt-get install -y --no-install-recommends meson"
    for sudo, line in (
        ({}, f"su -c 'apt-get update && {wanted}'"),
        ({"sudo": "exit 1"}, f"sudo apt-get update && sudo {wanted}"),
    ):
        system = System({**without("meson"), "apt-get": NOTED, "id": "echo 1000", **sudo})
        status, said = system.run("need build page")
        equal("status and line", [status, said.splitlines()[1:]], [1, [f"  {line}"]])
        equal("nothing installed", system.noted(), [])
        left = sorted(path.name for path in system.path.iterdir())
        equal("nothing left behind", left, ["bin", "calls"])


def installs():
    """It installs what is missing, by the release's package names, and says if something is still
    missing."""
    install = "apt-get install -y --no-install-recommends"
    root, sudoer = {"id": "echo 0"}, {"id": "echo 1000", "sudo": '[ "$1" = -n ] || "$@"'}
    for release, packages in (
        ("trixie", "clang libclang-rt-dev-wasm32 lld wasi-libc"),
        ("bookworm", "clang-19 libclang-rt-19-dev-wasm32 lld-19 wasi-libc"),
    ):
        for rights in (root, sudoer):
            system = System({**without("clang-19"), "apt-get": NOTED, **rights})
            status, said = system.run("need build page", release)
            equal("asked of apt", system.noted(), ["apt-get update", f"{install} {packages}"])
            true(f"still missing: {said}", status == 1 and "clang 16 or later" in said)


def newest_clang():
    """It finds the newest clang that links WebAssembly, whatever its name; CLANG overrides it."""

    def clang(version, links=True):
        return f"[ $1 = -dumpversion ] && echo {version} || exit {0 if links else 1}"

    all_of_them = {
        "clang": clang("18.1.8"),
        "clang-9": clang("9.0.1"),
        "clang-16": clang("16.0.6"),
        "clang-20": clang("20.1.0", links=False),
        "clang-format-21": "exit 1",
    }
    equal("18, by its plain name", System(all_of_them).run("wasm_clang"), (0, "clang\n"))
    asked = System(all_of_them).run("CLANG=clang-16 wasm_clang")
    equal("the one asked for", asked, (0, "clang-16\n"))
    equal("none", System({"clang": clang("15.0.7")}).run("wasm_clang"), (1, ""))


def same_releases():
    """The README names the systems that tools/fresh.sh tries, and setup.sh has names for exactly
    these."""
    readme, fresh, setup = (
        (ROOT / name).read_text(encoding="utf-8")
        for name in ("README.md", "tools/fresh.sh", "tools/setup.sh")
    )
    suites = re.search(r'^suites="(.*)"$', fresh, re.M)[1].split()
    equal("in the README", sorted(re.findall(r"Debian \d+ \((\w+)\)", readme)), sorted(suites))
    names = re.search(r"^names='\n(.*?)^'", setup, re.M | re.S)[1].splitlines()[1:]
    true("in setup.sh", {line.split()[0] for line in names} <= set(suites))


def main():
    cases = tap.Tap()
    for case in (everything_is_there, no_apt, no_rights, installs, newest_clang, same_releases):
        cases.case(case.__doc__, case)
    return cases.end()


if __name__ == "__main__":
    sys.exit(main())
