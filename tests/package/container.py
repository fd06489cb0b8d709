#!/usr/bin/env python3
"""Builds the container, starts it, plays at it and restarts it. TAP on standard output.

    container.py [CONTEXT]

The image is built from the source tarball, or from the tree CONTEXT, such as a clone, which
needs npm. No registry is asked: an empty Debian is imported under the name of the base image.
Images and volumes are in a temporary folder.
Needs root, podman, runc and mmdebstrap, and takes a few minutes.
"""

import json
import os
import pathlib
import re
import resource
import shutil
import socket
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests/server")]

import tap  # noqa: E402
from client import Person, Server, pump, wait_until  # noqa: E402
from tap import equal, true  # noqa: E402

SIZE_MAX = 120_000_000  # bytes of the image, all layers
# Folders below /usr/share; the official slim image lacks them, too.
LEFT_OUT = ("doc", "info", "locale", "man")
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"


def command(*arguments, **more):
    done = subprocess.run(
        [str(word) for word in arguments],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **more,
    )
    said = f"{done.stdout.decode()[-400:]} {done.stderr.decode()[-1000:]}"
    true(f"{arguments}: {said}", done.returncode == 0)
    return done.stdout.decode().strip()


def limits():
    """podman asks for higher limits than some root accounts may have, so these are low."""
    files = min(4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    return ["--ulimit", f"nofile={files}:{files}", "--ulimit", "nproc=1024:1024"]


class Container(Server):
    """The server in a container. Each start creates a new container, so only the volume
    persists."""

    def __init__(self, folder):
        self.folder, self.name = folder, "tafelrunde-test"
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        storage = folder / "storage.conf"
        storage.write_text(
            '[storage]\ndriver = "vfs"\n'
            f'graphroot = "{folder}/images"\nrunroot = "{folder}/state"\n'
        )
        self.environment = {**os.environ, "CONTAINERS_STORAGE_CONF": str(storage)}

    def podman(self, *arguments):
        return command("podman", "--runtime", "runc", *arguments, env=self.environment)

    def base(self):
        """Imports a minimal Debian under the name of the slim base image."""
        stated = (ROOT / "Containerfile").read_text(encoding="utf-8")
        ((image, suite),) = set(re.findall(r"^FROM (debian:(\w+)-slim)\b", stated, re.M))
        system = self.folder / "system"
        command("tools/fresh.sh", suite, "root", system)
        command(
            "chroot",
            system,
            "apt-get",
            "purge",
            "-y",
            "--autoremove",
            "-o",
            "APT::AutoRemove::SuggestsImportant=false",
            "-o",
            "APT::AutoRemove::RecommendsImportant=false",
            "git",
            "ca-certificates",
        )
        for name in LEFT_OUT:
            shutil.rmtree(system / "usr/share" / name, ignore_errors=True)
        (system / "etc/dpkg/dpkg.cfg.d/slim").write_text(
            "".join(f"path-exclude /usr/share/{name}/*\n" for name in LEFT_OUT)
        )
        archive = self.folder / "base.tar"
        command("tar", "--create", "--numeric-owner", "--file", archive, "--directory", system, ".")
        self.podman("import", archive, f"docker.io/library/{image}")

    def build(self, context):
        """Builds the image. npm in it uses the certificates of the host."""
        if not context:
            context = self.folder / "tree"
            context.mkdir()
            command(
                "tar",
                "--extract",
                "--file",
                command("tools/package.sh", "source"),
                "--directory",
                context,
                "--strip-components=1",
            )
        npm = self.folder / "npmrc"
        npm.write_text("cafile=/host.crt\n")
        self.podman(
            "build",
            "--isolation",
            "chroot",
            "--network",
            "host",
            "--pull=never",
            "--layers=false",
            "--format",
            "docker",
            "--tag",
            self.name,
            "--volume",
            f"{CERTIFICATES}:/host.crt:ro",
            "--volume",
            f"{npm}:/root/.npmrc:ro",
            context,
        )

    def size(self):
        size = int(self.podman("image", "inspect", "--format", "{{.Size}}", self.name))
        print(f"# the image has {size / 1e6:.1f} MB", flush=True)
        true(f"{size} bytes", size < SIZE_MAX)

    def settings(self):
        (image,) = json.loads(self.podman("image", "inspect", self.name))
        equal("user", image["Config"]["User"], "tafelrunde")
        equal("volumes", list(image["Config"]["Volumes"]), ["/var/lib/tafelrunde"])
        true("a health check", image["Healthcheck"]["Test"])

    def start(self):
        """Runs with a read-only root and no capabilities, so all writes must go to the volume."""
        self.podman(
            "run",
            "--detach",
            "--name",
            self.name,
            "--network",
            "host",
            "--read-only",
            "--cap-drop",
            "all",
            *limits(),
            "--volume",
            f"{self.name}:/var/lib/tafelrunde",
            "--env",
            f"TAFELRUNDE_LISTEN=127.0.0.1:{self.port}",
            self.name,
        )
        wait_until("it opens", lambda: "Tafelrunde is open" in self.podman("logs", self.name))

    def inside(self):
        true("not root", int(self.podman("exec", self.name, "id", "-u")) > 0)
        self.podman("healthcheck", "run", self.name)
        true("the page", b"/assets/app." in self.request("GET", "/")[2])

    def stop(self):
        self.podman("stop", "--time", "60", self.name)
        status = self.podman("inspect", "--format", "{{.State.ExitCode}}", self.name)
        equal("exit status of the server", status, "0")
        self.podman("rm", self.name)

    def close(self):
        self.podman("rm", "--force", "--ignore", self.name)


class Game:
    """A person at a table with an opponent, who answers only on request."""

    def __init__(self, container):
        self.container, self.person, self.table, self.seat = container, None, None, None

    def begin(self):
        self.person = Person(self.container, "Gast", plays=False)
        self.table = self.person.create("duell", ["me", "novice"], players=2)["table"]
        self.seat = self.person.take(self.table, 0, sit=False)
        self.move()

    def until(self, what, condition):
        pump([self.person], condition, what)

    def move(self):
        self.until("a question", lambda: self.seat.question)
        before = self.person.answered
        self.person.answer(self.seat)
        self.until("the move is confirmed", lambda: self.person.answered > before)

    def come_back(self):
        """Reconnects with an empty seat, so that everything it knows comes from the server."""
        known = self.seat.updates
        self.person.connect()
        self.seat = self.person.take(self.table, 0, sit=False)
        self.until("the game so far", lambda: len(self.seat.updates) >= len(known))
        equal("what happened", self.seat.updates[: len(known)], known)


def play(cases, container):
    game = Game(container)
    for statement, case in (
        ("it starts", container.start),
        ("it is healthy, not root, and has the page", container.inside),
        ("a move", game.begin),
        ("it stops when told to", container.stop),
        ("a new container starts with the same volume", container.start),
        ("the game is still there", game.come_back),
        ("it goes on", game.move),
        ("it stops again", container.stop),
    ):
        if not cases.case(statement, case):
            return


def missing():
    if os.geteuid() != 0:
        return "root's rights, for tools/fresh.sh"
    programs = [name for name in ("podman", "runc", "mmdebstrap") if not shutil.which(name)]
    return programs and f"{', '.join(programs)} (Debian packages of the same names)"


def main():
    cases = tap.Tap()
    if missing():
        cases.line(False, f"the container needs {missing()}")
        return cases.end()
    context = sys.argv[1] if len(sys.argv) > 1 else None
    with tempfile.TemporaryDirectory(dir="/var/tmp", prefix="container.") as folder:
        container = Container(pathlib.Path(folder))
        if cases.case("an empty Debian as the base image", container.base) and cases.case(
            "the image is built", container.build, context
        ):
            cases.case("it is small", container.size)
            cases.case("user, volume and health check", container.settings)
            try:
                play(cases, container)
            finally:
                container.close()
    return cases.end()


if __name__ == "__main__":
    sys.exit(main())
