#!/usr/bin/env python3
"""test_modes.py PROGRAM: the database and all its copies are for their owner alone."""

import contextlib
import os
import pathlib
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import tap
from client import equal, serving, true

UNIT = HERE.parent.parent / "tools" / "tafelrunde.service.in"


def open_to_others(folder):
    """Files in the folder that others may read or write, except for the test's own."""
    found = []
    for path in pathlib.Path(folder).iterdir():
        with contextlib.suppress(FileNotFoundError):  # it may be gone already
            mode = path.stat().st_mode
            if stat.S_ISREG(mode) and path.name != "log" and mode & 0o077:
                found.append(path.name)
    return found


def files_of_a_server(program):
    """Database, log, lock and the copy before a conversion have mode 600, whatever the umask."""
    with serving(program) as server:
        server.guest("Anna")
        equal("while it runs", open_to_others(server.folder), [])
        server.stop()
        with sqlite3.connect(server.database) as database:
            database.execute("PRAGMA user_version = 3")  # then the server makes a copy first
        database.close()
        subprocess.run(
            [program, "serve", "--listen", "127.0.0.1:0", "--database", server.database],
            capture_output=True,
            check=False,
            timeout=240,
        )
        true("there is a copy", os.path.exists(server.database + ".version-3"))
        equal("after a conversion", open_to_others(server.folder), [])


def files_of_a_backup(program):
    """A backup has mode 600 from the first byte on."""
    with serving(program) as server, tempfile.TemporaryDirectory() as folder:
        server.guest("Anna")
        seen, done = set(), threading.Event()

        def watch():
            while not done.is_set():
                seen.update(open_to_others(folder))

        watcher = threading.Thread(target=watch)
        watcher.start()
        for i in range(20):
            copy = os.path.join(folder, f"copy-{i}")
            tap.output(program, "admin", "backup", copy, "--database", server.database)
        done.set()
        watcher.join()
        equal("never open", seen | set(open_to_others(folder)), set())


def the_unit(program):
    """The service sets the same mask."""
    true("UMask", "UMask=0077" in UNIT.read_text().splitlines())


def main():
    result = tap.Tap()
    os.umask(0)
    for case in (files_of_a_server, files_of_a_backup, the_unit):
        result.case(case.__doc__, case, sys.argv[1])
    return result.end()


if __name__ == "__main__":
    sys.exit(main())
