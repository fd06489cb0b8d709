#!/usr/bin/env python3
"""Runs a private PostgreSQL in a temporary folder, reached by a socket there.

    cluster.py COMMAND…      runs the command with the address in TAFELRUNDE_POSTGRES and passes on
                             its exit status
    cluster.py --programs    prints where the programs of PostgreSQL are

PostgreSQL syncs only if TAFELRUNDE_SYNC is set.
"""

import glob
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time

UNPRIVILEGED = "nobody"  # PostgreSQL refuses root


def programs():
    """Returns the newest of Debian's versions, which are not in PATH; elsewhere the one in PATH."""
    found = sorted(
        glob.glob("/usr/lib/postgresql/*/bin/initdb"), key=lambda path: int(path.split("/")[4])
    )
    first = found[-1] if found else shutil.which("initdb")
    if not first:
        raise FileNotFoundError("PostgreSQL is not installed (Debian: postgresql)")
    return pathlib.Path(first).parent


class Cluster:
    """A PostgreSQL. If it syncs, it can be started again after a kill."""

    def __init__(self, syncs=True):
        self.bin = programs()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tafelrunde-pg-"))
        self.user = pwd.getpwnam(UNPRIVILEGED) if os.getuid() == 0 else None
        if self.user:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        self.process, self.syncs = None, syncs
        self.run(
            "initdb",
            "-D",
            self.data,
            "-A",
            "trust",
            "-U",
            "tafelrunde",
            "--locale=C.UTF-8",
            "-E",
            "UTF8",
            "--no-instructions",
            "--no-sync",
        )
        self.start()

    data = property(lambda self: str(self.folder / "data"))
    url = property(lambda self: f"postgres://tafelrunde@/postgres?host={self.folder}")

    def identity(self):
        return (
            {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []}
            if self.user
            else {}
        )

    def run(self, program, *arguments):
        done = subprocess.run(
            [self.bin / program, *map(str, arguments)],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            **self.identity(),
        )
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stdout.decode(errors='replace')}")
        return done.stdout.decode()

    def start(self):
        options = [
            "-c",
            "listen_addresses=",
            "-c",
            f"unix_socket_directories={self.folder}",
            "-c",
            "max_connections=30",
            "-c",
            "shared_buffers=32MB",
            "-c",
            f"fsync={'on' if self.syncs else 'off'}",
        ]
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [self.bin / "postgres", "-D", self.data, *options],
                cwd=self.folder,
                stdout=log,
                stderr=log,
                start_new_session=True,
                **self.identity(),
            )
        while True:
            if (
                subprocess.run(
                    [self.bin / "pg_isready", "-q", "-h", self.folder, "-U", "tafelrunde"],
                    cwd=self.folder,
                ).returncode
                == 0
            ):
                return
            if self.process.poll() is not None:
                raise RuntimeError(
                    "PostgreSQL does not start: "
                    + (self.folder / "log").read_text(errors="replace")[-1000:]
                )
            time.sleep(0.1)

    def kill(self):
        """Kills all processes at once, as a power failure would."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        (pathlib.Path(self.data) / "postmaster.pid").unlink(missing_ok=True)

    def signal_all(self, number):
        pid = self.process.pid
        for one in (
            pid,
            *map(
                int,
                pathlib.Path(f"/proc/{pid}/task/{pid}/children")
                .read_text(encoding="ascii")
                .split(),
            ),
        ):
            os.kill(one, number)

    def freeze(self):
        """Stops it with SIGSTOP: it exists but does not answer."""
        self.signal_all(signal.SIGSTOP)

    def thaw(self):
        self.signal_all(signal.SIGCONT)

    def sql(self, text):
        return self.run(
            "psql", "-h", self.folder, "-U", "tafelrunde", "-d", "postgres", "-AtXqc", text
        ).strip()

    def close(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def main():
    if sys.argv[1:] == ["--programs"]:
        return print(programs())
    cluster = Cluster(syncs=bool(os.environ.get("TAFELRUNDE_SYNC")))
    try:
        return subprocess.run(
            sys.argv[1:], env={**os.environ, "TAFELRUNDE_POSTGRES": cluster.url}
        ).returncode
    finally:
        cluster.close()


if __name__ == "__main__":
    sys.exit(main())
