"""Draws positions as SVG with the page's own boards. A Node.js program (web/render/) does it; it
runs as long as this process and answers one line per picture."""

from __future__ import annotations

import atexit
import json
import os
import pathlib
import subprocess
import threading
from typing import Any

HERE = pathlib.Path(__file__).absolute().parent
NAME = "render.mjs"

_lock = threading.Lock()
_running: subprocess.Popen[bytes] | None = None


def _program() -> str:
    """$TAFELRUNDE_RENDER, else the program beside the package or in this source tree."""
    for path in (
        os.environ.get("TAFELRUNDE_RENDER"),
        HERE / NAME,
        HERE.parents[1] / "web/render/dist" / NAME,
    ):
        if path and os.path.isfile(path):
            return str(path)
    raise RuntimeError(
        "tafelrunde: pictures need the built page: run ./run --build in the source tree, or set"
        " TAFELRUNDE_RENDER to its web/render/dist/render.mjs"
    )


def _start() -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            ["node", _program()], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
    except OSError:
        raise RuntimeError("tafelrunde: pictures need Node.js 18 or newer (node)") from None


def _stop() -> None:
    if _running:
        _running.kill()
        _running.wait()


def draw(request: dict[str, Any]) -> dict[str, str]:
    """Returns {"svg": …}, or {"error": …} if the game has no such picture. Raises RuntimeError if
    nothing can be drawn here."""
    global _running
    with _lock:
        if _running is None:
            _running = _start()
            atexit.register(_stop)
        try:
            _running.stdin.write(json.dumps(request).encode() + b"\n")
            _running.stdin.flush()
            line = _running.stdout.readline()
        except OSError:
            line = b""
        if not line:
            _stop()
            _running = None
            raise RuntimeError("tafelrunde: the program that draws boards has ended")
    return json.loads(line)
