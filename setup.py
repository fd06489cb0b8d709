"""Builds the Python package with the library in it: the C part is built by meson, as everywhere.
The wheel works with every Python 3 on this kind of machine, because the library does not know
Python."""

import pathlib
import re
import shutil
import subprocess

from setuptools import Distribution, setup
from setuptools.command.build import build
from setuptools.command.build_py import build_py

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # before setuptools 70.1
    from wheel.bdist_wheel import bdist_wheel

ROOT = pathlib.Path(__file__).resolve().parent
LIBRARY = "libtafelrunde.so.0"


def version():
    """The version of the whole project, from meson.build."""
    text = (ROOT / "meson.build").read_text(encoding="utf-8")
    return re.search(r"version: '([^']+)'", text)[1]


class Build(build):
    """Builds in a folder of its own: build/ belongs to ./run."""

    def initialize_options(self):
        super().initialize_options()
        self.build_base = "build-python"


class BuildPackage(build_py):
    """Adds the library and its header to the modules."""

    def run(self):
        super().run()
        folder = pathlib.Path(self.get_finalized_command("build").build_temp).resolve() / "library"
        package = pathlib.Path(self.build_lib) / "tafelrunde"
        setup_folder = ["meson", "setup", "-Donly_library=true", "-Dbuildtype=release", str(folder)]
        again = ["--reconfigure"] if (folder / "build.ninja").exists() else []
        subprocess.run([*setup_folder, *again], cwd=ROOT, check=True)
        subprocess.run(["ninja", "-C", str(folder), LIBRARY], check=True)
        shutil.copy(folder / LIBRARY, package / LIBRARY)
        shutil.copy(ROOT / "lib/tafelrunde.h", package / "tafelrunde.h")
        render = ROOT / "web/render/dist/render.mjs"
        if render.exists():  # only if the page was built; without it there are no pictures
            shutil.copy(render, package / "render.mjs")


class Wheel(bdist_wheel):
    """For every Python 3, but only for this kind of machine."""

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


class WithLibrary(Distribution):
    """The package is not pure Python."""

    def has_ext_modules(self):
        return True


setup(
    version=version(),
    distclass=WithLibrary,
    cmdclass={"build": Build, "build_py": BuildPackage, "bdist_wheel": Wheel},
)
