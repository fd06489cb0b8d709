#!/usr/bin/env python3
"""test_supply.py BUILD-FOLDER: the list of a build's parts, and signed checksums."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import tap
from tap import equal, true


def every_part_is_listed(build):
    """the SBOM names every library of meson.build and every bundled module, with versions"""
    made = [
        subprocess.run(
            [sys.executable, ROOT / "tools/sbom.py", build], check=True, capture_output=True
        ).stdout
        for _ in range(2)
    ]
    equal("the same build", made[0], made[1])
    bom = json.loads(made[0])
    equal("the format", (bom["bomFormat"], bom["specVersion"]), ("CycloneDX", "1.5"))
    listed = {part["name"]: part["version"] for part in bom["components"]}
    text = (ROOT / "meson.build").read_text(encoding="utf-8")
    for name in re.findall(r"dependency\('(\w+)'", text):
        if name != "threads":
            true(f"{name} is missing", listed.get(name))
    package = json.loads((ROOT / "web/package.json").read_text(encoding="utf-8"))
    for name, version in package["dependencies"].items():
        equal(name, listed.get(name), version)
    references = [part["bom-ref"] for part in bom["components"]]
    equal("each part once", len(set(references)), len(references))


def every_library_has_a_minimum(build):
    """meson.build states a minimum version of every C library"""
    del build
    text = (ROOT / "meson.build").read_text(encoding="utf-8")
    for name, rest in re.findall(r"dependency\('(\w+)'([^)]*)\)", text):
        true(f"{name} has no minimum version", name == "threads" or "version: '>=" in rest)


def checksums_are_signed(build):
    """a changed file, a changed list and a stranger's signature are noticed"""
    del build
    with tempfile.TemporaryDirectory() as name:
        folder, release = pathlib.Path(name), pathlib.Path(name, "release")
        release.mkdir()
        (release / "tafelrunde-1.tar.xz").write_bytes(b"sources")
        for key in ("ours", "theirs"):
            subprocess.run(
                ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", folder / key],
                check=True,
            )
        public = (folder / "ours.pub").read_text(encoding="utf-8")
        (folder / "signers").write_text(f"tafelrunde {public}", encoding="utf-8")

        def good():
            command = [ROOT / "tools/sums.sh", "--check", release, folder / "signers"]
            return subprocess.run(command, capture_output=True, check=False).returncode == 0

        def sign(key):
            subprocess.run([ROOT / "tools/sums.sh", release, folder / key], check=True)

        sign("ours")
        true("as released", good())
        (release / "tafelrunde-1.tar.xz").write_bytes(b"other sources")
        true("a changed file", not good())
        sign("theirs")
        true("a stranger's signature", not good())
        sign("ours")
        true("signed again", good())
        with open(release / "SHA256SUMS", "a", encoding="utf-8") as file:
            file.write(f"{'0' * 64}  more.deb\n")
        true("a changed list", not good())


def main(build):
    result = tap.Tap()
    for case in (every_part_is_listed, every_library_has_a_minimum, checksums_are_signed):
        result.case(case.__doc__, case, build)
    return result.end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
