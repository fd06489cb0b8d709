#!/usr/bin/env python3
"""test_database_file.py PROGRAM: a database file that is removed or replaced under a running
server is noticed, and two names of one file have one lock."""

import os
import pathlib
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import tap
from client import equal, serving, true


def guest(server):
    return server.request("POST", "/api/guest", {"name": "Anna"})[0]


def ready(server):
    return server.request("GET", "/readyz")[0]


def removed_and_replaced(program):
    """Nothing is confirmed while the file is not in its place; then everything goes on."""
    with serving(program, "--no-limits") as server:
        aside = server.database + ".aside"
        equal("at first", (guest(server), ready(server)), (200, 200))
        os.rename(server.database, aside)
        equal("removed", (guest(server), ready(server)), (503, 503))
        shutil.copy(aside, server.database)
        equal("replaced", (guest(server), ready(server)), (503, 503))
        os.rename(aside, server.database)
        equal("back in its place", (guest(server), ready(server)), (200, 200))


def one_lock(program):
    """A second server on the same file is refused under any name."""
    with serving(program) as server:
        other = os.path.join(server.folder, "other.db")
        os.symlink(server.database, other)
        folder = os.path.join(server.folder, "folder")
        os.symlink(server.folder, folder)
        for path in (other, os.path.join(folder, "t.db")):
            done = subprocess.run(
                [program, "serve", "--listen", "127.0.0.1:0", "--database", path],
                capture_output=True,
                check=False,
                timeout=240,
            )
            true(f"refused: {done}", done.returncode == 1 and path.encode() in done.stderr)


if __name__ == "__main__":
    sys.exit(tap.run_cases(sys.argv[1], removed_and_replaced, one_lock))
