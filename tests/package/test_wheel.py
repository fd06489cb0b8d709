#!/usr/bin/env python3
"""Installs the Python package by pip into an empty virtual environment, without network, and uses
it there, with and without pictures. TAP on standard output.

The page must have been built, because it brings the program that draws pictures.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

import tap  # noqa: E402
from tap import equal  # noqa: E402

SECONDS = 900
# Everything else is what the package is built from. (The catalogue is checked against all sources.)
LEFT_OUT = shutil.ignore_patterns(
    ".git", "build", "build-*", "__pycache__", "node_modules", "dist", "generated", "*.egg-info",
    "tests",
)
RENDER = "web/render/dist/render.mjs"
USE = """
import tafelrunde, tafelrunde.env, tafelrunde.openspiel, inspect, pathlib
here = pathlib.Path(tafelrunde.__file__).parent
assert (here / "py.typed").is_file() and (here / "libtafelrunde.so.0").is_file()
env = tafelrunde.VecEnv("tallinn", 16)
env.reset(seed=1)
env.step(env.sample(1))
state = tafelrunde.Game("duell").new()
for module in (tafelrunde, tafelrunde.env, tafelrunde.openspiel, tafelrunde.vector):
    assert module.__doc__
    for name, thing in vars(module).items():
        if inspect.isclass(thing) and thing.__module__.startswith("tafelrunde"):
            assert thing.__doc__, name
            for member, function in vars(thing).items():
                if inspect.isfunction(function) and not member.startswith("_"):
                    assert function.__doc__, f"{name}.{member} has no docstring"
                    assert "return" in function.__annotations__, f"{name}.{member}"
print(tafelrunde.__version__, here)
"""
DRAW = """
import tafelrunde
try:
    print(tafelrunde.Game("duell").new().svg()[:4])
except RuntimeError as reason:
    print(reason)
"""


def run(*command, **more):
    """Runs a command without the network and without settings of the caller."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "CC") if name in os.environ}
    env = {**kept, "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        timeout=SECONDS, **more
    )
    if done.returncode:
        said = re.sub(r"(?m)^ *(File|\^).*$", "", done.stdout)[-3000:]
        raise AssertionError(f"{command}: {said}")
    return done.stdout


def installs(folder):
    tree, venv = folder / "tree", folder / "venv"
    shutil.copytree(ROOT, tree, ignore=LEFT_OUT)
    # Debian's numpy and cffi are its dependencies; pip fetches them where there is a network.
    run(sys.executable, "-m", "venv", "--system-site-packages", str(venv))
    run(str(venv / "bin/pip"), "install", "--no-build-isolation", ".", cwd=tree)
    version, here = run(str(venv / "bin/python"), "-c", USE, cwd=folder).split()
    project = (ROOT / "meson.build").read_text(encoding="utf-8")
    equal("version", f"version: '{version}'" in project, True)
    equal("in the environment", here.startswith(str(venv)), True)
    said = run(str(venv / "bin/python"), "-c", DRAW, cwd=folder)
    equal("there are no pictures without the page", "pictures need the built page" in said, True)
    removes(venv)


def removes(venv):
    said = run(str(venv / "bin/pip"), "uninstall", "--yes", "tafelrunde")
    equal("removed again", "Successfully" in said, True)


def wheel(folder):
    tree, made = folder / "tree", folder / "wheels"
    pip = str(folder / "venv/bin/pip")
    if not (ROOT / RENDER).is_file():
        raise AssertionError(f"{RENDER} is missing: node web/build.mjs BUILD-FOLDER makes it")
    (tree / RENDER).parent.mkdir(parents=True)
    shutil.copy(ROOT / RENDER, tree / RENDER)
    run(pip, "wheel", "--no-build-isolation", "--no-deps", "-w", str(made), ".", cwd=tree)
    (path,) = made.glob("*.whl")
    equal("for every Python 3, for this machine", "-py3-none-linux_" in path.name, True)
    with zipfile.ZipFile(path) as content:
        names = {name for name in content.namelist() if name.startswith("tafelrunde/")}
    modules = {f"tafelrunde/{path.name}" for path in (ROOT / "python/tafelrunde").glob("*.py")}
    more = {"py.typed", "libtafelrunde.so.0", "tafelrunde.h", "render.mjs"}
    equal("exactly the package", names, modules | {f"tafelrunde/{name}" for name in more})
    run(pip, "install", "--no-deps", str(path))
    shutil.rmtree(tree)  # so that nothing but the wheel can draw
    said = run(str(folder / "venv/bin/python"), "-c", DRAW, cwd=folder)
    equal("a picture from the wheel", said, "<svg\n")
    removes(folder / "venv")


def main():
    cases = tap.Tap()
    with tempfile.TemporaryDirectory(prefix="tafelrunde-wheel-") as folder:
        cases.case("pip install . works without network", installs, pathlib.Path(folder))
        cases.case("the wheel contains the library and draws", wheel, pathlib.Path(folder))
    return cases.end()


if __name__ == "__main__":
    sys.exit(main())
