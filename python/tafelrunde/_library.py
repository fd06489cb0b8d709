"""Finds and loads the library. cffi runs in ABI mode and reads the declarations from the C header,
so nothing is compiled."""

import os
import pathlib
import re

import cffi

HERE = pathlib.Path(__file__).absolute().parent
TREE = HERE.parents[1]
NAME = "libtafelrunde.so.0"


def declarations(text):
    """Returns the part of the header that cffi can read: no preprocessor, no comments, no C++."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"^#ifdef __cplusplus\n.*?^#endif\n", "", text, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"^#.*$", "", text, flags=re.MULTILINE)


def library_path():
    """Returns $TAFELRUNDE_LIBRARY, else the library beside the package, else the one in build/ of
    this source tree, else its bare name for the system to find."""
    chosen = os.environ.get("TAFELRUNDE_LIBRARY")
    if chosen:
        return chosen
    for folder in (HERE, TREE / "build"):
        if (folder / NAME).is_file():
            return str(folder / NAME)
    return NAME


def header():
    for folder in (HERE, TREE / "lib"):
        if (folder / "tafelrunde.h").is_file():
            return (folder / "tafelrunde.h").read_text(encoding="utf-8")
    raise ImportError(
        "tafelrunde: tafelrunde.h is neither beside the package nor in lib/ of its source tree"
    )


def load():
    reader, path = cffi.FFI(), library_path()
    reader.cdef(declarations(header()))
    try:
        library = reader.dlopen(path)
    except OSError as problem:
        raise ImportError(
            f"tafelrunde: {path} cannot be loaded ({problem});"
            " build it with ./run --build or set TAFELRUNDE_LIBRARY"
        ) from None
    if library.tafelrunde_abi() != library.TAFELRUNDE_ABI:
        raise ImportError(f"tafelrunde: {path} is of another version than tafelrunde.h")
    return reader, library


ffi, lib = load()
