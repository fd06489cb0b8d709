"""Follows a document: runs its blocks of commands, one after the other, in a copy of the tree."""

import contextlib
import pathlib
import re
import shutil
import subprocess
import tempfile

import tap

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMAND_SECONDS = 1800  # on a busy machine too; nothing waits for it


def blocks(text, language):
    """Returns the fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def _left_out(folder, names):
    """Returns the names that a fresh clone would not have."""
    top = pathlib.Path(folder) == ROOT
    return [
        name
        for name in names
        if name in (".git", "node_modules", "__pycache__")
        or top
        and re.fullmatch(r"build(-.*)?", name)
    ]


@contextlib.contextmanager
def copy_of_the_tree():
    with tempfile.TemporaryDirectory(prefix="tafelrunde-docs-") as folder:
        copy = pathlib.Path(folder) / "tree"
        shutil.copytree(ROOT, copy, ignore=_left_out, symlinks=True)
        modules = ROOT / "web/node_modules"
        if modules.exists():
            (copy / "web/node_modules").symlink_to(modules.resolve())
        yield copy


def follow(copy, block, seconds=COMMAND_SECONDS):
    done = subprocess.run(
        ["sh", "-eu", "-c", block],
        cwd=copy,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        env=tap.environment(),
        timeout=seconds,
    )
    if done.returncode:
        raise AssertionError(
            f"status {done.returncode}: {done.stdout.decode(errors='replace')[-1200:]}"
        )


def all_blocks(cases, copy, text):
    """One case per block, under the heading that it stands under; false after the first failure."""
    title = re.search(r"^# (.*)$", text, re.MULTILINE)[1]
    sections = re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    return all(
        cases.case(f"{title}: {heading}", follow, copy, block)
        for heading, section in sections
        for block in blocks(section, "sh")
    )
