#!/usr/bin/env python3
"""Prints what a build contains or links to, as CycloneDX 1.5 in JSON.

    tools/sbom.py BUILD-FOLDER

The libraries come from Meson with the versions that were found, and the modules of the page from
web/package-lock.json. The same build gives the same bytes.
"""

import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def introspect(build, what):
    command = ["meson", "introspect", build, what]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def libraries(build):
    """The libraries that the program is linked to; parts of the compiler and tests have none."""
    found = {}
    for one in introspect(build, "--dependencies"):
        if one["version"] not in ("", "unknown") and one["name"] != "cmocka":
            found[one["name"]] = one["version"]
    return [
        {
            "type": "library",
            "bom-ref": f"pkg:generic/{name}@{version}",
            "name": name,
            "version": version,
            "purl": f"pkg:generic/{name}@{version}",
        }
        for name, version in sorted(found.items())
    ]


def modules():
    """The modules that are bundled into the page: the dependencies that are not for development."""
    lock = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))
    wanted = lock["packages"][""]["dependencies"]
    parts = []
    for name in sorted(wanted):
        module = lock["packages"][f"node_modules/{name}"]
        purl = f"pkg:npm/{name.replace('@', '%40')}@{module['version']}"
        part = {
            "type": "library",
            "bom-ref": purl,
            "name": name,
            "version": module["version"],
            "purl": purl,
        }
        if module.get("license"):
            part["licenses"] = [{"license": {"id": module["license"]}}]
        parts.append(part)
    return parts


def main(build):
    project = introspect(build, "--projectinfo")
    version = project["version"]
    reference = f"pkg:generic/tafelrunde@{version}"
    parts = libraries(build) + modules()
    bom = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": reference,
                "name": "tafelrunde",
                "version": version,
                "licenses": [{"license": {"id": "MIT"}}],
            }
        },
        "components": parts,
        "dependencies": [{"ref": reference, "dependsOn": [part["bom-ref"] for part in parts]}],
    }
    print(json.dumps(bom, indent=2))


if __name__ == "__main__":
    main(sys.argv[1])
