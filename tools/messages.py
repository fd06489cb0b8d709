#!/usr/bin/env python3
"""Checks the message catalogue and generates its C table and its TypeScript module.

    messages.py [--c OUT.c] [--ts OUT.ts] [--depfile FILE] [--sources DIR ... --] messages/*.json

Each file is one object: key -> {"de": X, "en": X}. X is a pattern, or for a thing
(NAME.part.TYPE.CODE) its name, or its forms {"nom": ..., "acc": ...}. With --sources, the C and
TypeScript sources there are compared with the catalogue: a literal that looks like a key must be
one, and every key must occur as a literal. All errors are listed; outputs are written only if there
are none, and only if they change. The C table leaves out the page's texts, the TypeScript module
the program's.
"""

import argparse
import json
import os
import re
import sys

LANGUAGES = ("de", "en")
BASE_FORM = "nom"
COMMON_PREFIXES = ("common", "error", "cli")  # prefixes of keys in common.json
PAGE_ONLY = ("web",)  # prefixes that only the page uses
PROGRAM_ONLY = ("cli", "library", "terminal")  # prefixes that only the program uses
SKIPPED = ("node_modules", "dist", "generated")  # generated folders
# Keys of these groups are composed at run time; tests cover them.
DERIVED = ("part", "action", "option", "score", "practice", "components", "field", "phase")
PARAMS_MAX = 8  # MESSAGE_PARAMS_MAX of core/message.h
DEPTH_MAX = 8  # TEXT_DEPTH_MAX of core/text.h
KEY_MAX = 96  # TEXT_KEY_MAX of core/text.h, with the zero
TEXT_MAX = 2000  # bytes; a C compiler need not take a literal of more than 4095

KEY = re.compile(r"[a-z][a-z0-9_]*(\.[A-Za-z0-9_+?-]+)+")
NAME = re.compile(r"[a-z][a-z0-9_]*")
CODE = re.compile(r"[A-Za-z0-9_+?-]+")
EXACT = re.compile(r"=(0|-?[1-9][0-9]*)")
SPACE = re.compile(r"[ \t\n\r]*")


class PatternError(Exception):
    pass


# ---- patterns ------------------------------------------------------------------------------------


class Pattern:
    """Parses a pattern by recursive descent and collects its parameters."""

    def __init__(self, text):
        self.text = text
        self.at = 0
        self.params = set()
        self.text_until_close(depth=0)

    def peek(self):
        return self.text[self.at] if self.at < len(self.text) else ""

    def spaces(self):
        self.at = SPACE.match(self.text, self.at).end()

    def expect(self, sign, where):
        if self.peek() != sign:
            found = "“%s”" % self.peek() if self.peek() else "the end"
            raise PatternError("“%s” expected %s, found %s" % (sign, where, found))
        self.at += 1

    def word(self, form, what):
        self.spaces()
        match = form.match(self.text, self.at)
        if not match:
            raise PatternError("%s expected at “%s”" % (what, self.text[self.at : self.at + 20]))
        self.at = match.end()
        return match.group()

    def text_until_close(self, depth):
        if depth > DEPTH_MAX:
            raise PatternError("nested deeper than %d" % DEPTH_MAX)
        while self.peek() and self.peek() != "}":
            self.at += 1
            if self.text[self.at - 1] == "{":
                self.argument(depth)
        if depth == 0 and self.peek():
            raise PatternError("“}” without “{”")

    def argument(self, depth):
        name = self.word(NAME, "a parameter's name")
        self.params.add(name)
        if self.peek() == ".":
            self.at += 1
            if not NAME.match(self.text, self.at):
                raise PatternError("a form expected after “%s.”" % name)
            self.word(NAME, "a form")
        else:
            self.spaces()
            if self.peek() == ",":
                self.at += 1
                self.choice(name, depth)
        self.spaces()
        self.expect("}", "after “%s”" % name)

    def choice(self, name, depth):
        kind = self.word(NAME, "plural or select")
        if kind not in ("plural", "select"):
            raise PatternError("“%s” is neither plural nor select" % kind)
        self.spaces()
        self.expect(",", "after “%s, %s”" % (name, kind))
        seen = []
        self.spaces()
        while self.peek() not in ("}", ""):
            seen.append(self.branch(kind, depth))
            self.spaces()
        if len(set(seen)) < len(seen):
            raise PatternError("“%s, %s” has a branch twice" % (name, kind))
        if "other" not in seen:
            raise PatternError("“%s, %s” has no branch “other”" % (name, kind))

    def branch(self, kind, depth):
        if kind == "plural" and self.peek() == "=":
            selector = self.word(EXACT, "a number after “=”")
        else:
            selector = self.word(CODE, "a branch")
            if kind == "plural" and selector not in ("one", "other"):
                raise PatternError("a plural has no branch “%s” (=N, one, other)" % selector)
        self.spaces()
        self.expect("{", "after “%s”" % selector)
        self.text_until_close(depth + 1)
        self.expect("}", "at the end of “%s”" % selector)
        return selector


# ---- the catalogue -------------------------------------------------------------------------------


class Catalogue:
    def __init__(self):
        self.errors = []
        self.keys = {}  # key -> file that has it
        self.entries = {}  # key, or key.form -> {language: text}
        self.prefixes = set(COMMON_PREFIXES)

    def error(self, path, key, what):
        self.errors.append("%s: %s%s" % (path, key + ": " if key else "", what))

    def read(self, path):
        name = os.path.splitext(os.path.basename(path))[0]
        prefixes = COMMON_PREFIXES if name == "common" else (name,)
        self.prefixes.update(prefixes)
        for key, value in self.load(path):
            if self.check_key(path, key, prefixes):
                self.check_value(path, key, value)

    def load(self, path):
        def pairs(members):
            seen = set()
            for key, _ in members:
                if key in seen:
                    self.error(path, key, "stands twice in one object")
                seen.add(key)
            return dict(members)

        try:
            with open(path, encoding="utf-8") as file:
                value = json.load(file, object_pairs_hook=pairs)
        except (OSError, ValueError, RecursionError) as error:
            self.error(path, "", "cannot be read: %s" % error)
            return []
        if not isinstance(value, dict):
            self.error(path, "", "is not one object")
            return []
        return value.items()

    def check_key(self, path, key, prefixes):
        if not KEY.fullmatch(key):
            self.error(path, key, "is not a key (name.name.name, a to z first)")
            return False
        if key.split(".")[0] not in prefixes:
            self.error(
                path,
                key,
                "does not begin with %s" % " or ".join(prefix + "." for prefix in prefixes),
            )
            return False
        if key in self.keys:
            self.error(path, key, "is also in %s" % self.keys[key])
            return False
        if key.split(".")[1] == "part" and key.count(".") != 3:
            self.error(path, key, "is not a thing: NAME.part.TYPE.CODE")
            return False
        self.keys[key] = path
        return True

    def check_value(self, path, key, value):
        if not isinstance(value, dict):
            self.error(path, key, "is not an object of languages")
            return
        for language in LANGUAGES:
            if language not in value:
                self.error(path, key, "has no “%s”" % language)
        for language in value:
            if language not in LANGUAGES:
                self.error(path, key, "has an unknown language “%s”" % language)
        if set(value) != set(LANGUAGES):
            return
        if key.split(".")[1] == "part":
            self.check_thing(path, key, value)
        else:
            self.check_sentence(path, key, value)

    def check_sentence(self, path, key, value):
        params = {}
        for language in LANGUAGES:
            if not self.check_text(path, key, language, value[language]):
                continue
            try:
                params[language] = Pattern(value[language]).params
            except PatternError as error:
                self.error(path, key, "%s: %s" % (language, error))
        if len(params) < len(LANGUAGES):
            return
        de, en = (params[language] for language in LANGUAGES)
        if de != en:
            self.error(
                path, key, "parameters differ: de has %s, en has %s" % (names(de), names(en))
            )
        if len(de | en) > PARAMS_MAX:
            self.error(path, key, "has more than %d parameters" % PARAMS_MAX)
        self.enter(path, key, value)

    def check_thing(self, path, key, value):
        forms = {}
        for language in LANGUAGES:
            forms[language] = self.read_forms(path, key, language, value[language])
        if None in forms.values():
            return
        self.enter(path, key, {language: forms[language][BASE_FORM] for language in LANGUAGES})
        for form in sorted(set().union(*forms.values()) - {BASE_FORM}):
            texts = {
                language: forms[language].get(form, forms[language][BASE_FORM])
                for language in LANGUAGES
            }
            self.enter(path, key + "." + form, texts)

    def read_forms(self, path, key, language, value):
        """Returns the forms of a thing in one language, or None if they are wrong."""
        forms = value if isinstance(value, dict) else {BASE_FORM: value}
        good = True
        if BASE_FORM not in forms:
            self.error(path, key, "%s: has no form “%s”" % (language, BASE_FORM))
            good = False
        for form, text in forms.items():
            if not NAME.fullmatch(form):
                self.error(path, key, "%s: “%s” is not a form's name" % (language, form))
                good = False
            if not self.check_text(path, key, language, text):
                good = False
            elif "{" in text or "}" in text:
                self.error(path, key, "%s: a thing has no parameters" % language)
                good = False
        return forms if good else None

    def check_text(self, path, key, language, text):
        what = None
        if not isinstance(text, str):
            what = "is not text"
        elif not text:
            what = "is empty"
        elif text != text.strip():
            what = "has a space before or after it"
        elif re.search(
            r"[\x00-\x1f\x7f\ud800-\udfff]",
            text.replace("\n", "") if key.startswith("cli.") else text,
        ):
            what = "has a control character or half a character in it"
        elif len(text.encode()) > TEXT_MAX:
            what = "is longer than %d bytes" % TEXT_MAX
        if what:
            self.error(path, key, "%s: %s" % (language, what))
        return what is None

    def enter(self, path, key, texts):
        if len(key) >= KEY_MAX:
            self.error(path, key, "is longer than %d bytes" % (KEY_MAX - 1))
        self.entries[key] = texts


def names(params):
    return ", ".join(sorted(params)) or "none"


# ---- keys in the code --------------------------------------------------------------------------

TOKEN = re.compile(
    r"""//(?:\\\r?\n|[^\n])* | /\*.*?\*/              # comments
      | ^[ \t]*\#[ \t]*include[^\n]*                   # "tallinn.h" is not a key
      | '(?:\\.|[^'\\\n])*'                            # a character may be a quote
      | (?:"(?:\\.|[^"\\\n])*"(?:\s|/\*.*?\*/)*)+      # literals that follow each other are one
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
LITERAL = re.compile(r'/\*.*?\*/|"((?:\\.|[^"\\\n])*)"', re.DOTALL)


def literals(text):
    """Yields the string literals of a C source with their lines; escapes stay as written."""
    for match in TOKEN.finditer(text):
        if match.group().startswith('"'):
            pieces = (piece.group(1) or "" for piece in LITERAL.finditer(match.group()))
            yield "".join(pieces).replace("\\?", "?"), text.count("\n", 0, match.start()) + 1


SCRIPT_LITERAL = re.compile(
    r"""/\*.*?\*/ | (?<!:)//[^\n]* | (["'`])(%s)\1""" % KEY.pattern, re.VERBOSE | re.DOTALL
)


def script_literals(text):
    """Yields the literals of a TypeScript source that look like keys, with their lines."""
    for match in SCRIPT_LITERAL.finditer(text):
        if match.group(2):
            yield match.group(2), text.count("\n", 0, match.start()) + 1


def walk(folders):
    """Yields the folders below and their sources in a fixed order."""
    directories, files = [], []
    for folder in folders:
        for directory, below, inside in os.walk(folder):
            below[:] = sorted(name for name in below if name not in SKIPPED)
            directories.append(directory)
            files += [
                os.path.join(directory, name)
                for name in sorted(inside)
                if name.endswith((".c", ".h", ".ts", ".tsx"))
            ]
    return directories, files


def check_sources(catalogue, files):
    said = set()
    for path in files:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
        for literal, line in (literals if path.endswith((".c", ".h")) else script_literals)(text):
            if not KEY.fullmatch(literal) or literal.split(".")[0] not in catalogue.prefixes:
                continue
            said.add(literal)
            if literal not in catalogue.keys and literal not in catalogue.entries:
                catalogue.error("%s:%d" % (path, line), literal, "is not in the catalogue")
    for key, path in catalogue.keys.items():
        if key not in said and key.split(".")[1] not in DERIVED:
            catalogue.error(path, key, "is said by no source")


# ---- outputs -------------------------------------------------------------------------------------


def without(entries, prefixes):
    return {key: texts for key, texts in entries.items() if key.split(".")[0] not in prefixes}


def c_literal(text):
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return '"%s"' % re.sub(r"\?(?=\?)", r"\\?", text)  # "??!" would be a trigraph


def write_c(entries):
    lines = ["/* Made by tools/messages.py. */", '#include "core/text.h"', ""]
    lines.append("const struct catalogue_entry catalogue[] = {")
    for key in sorted(entries):
        texts = ", ".join(c_literal(entries[key][language]) for language in LANGUAGES)
        lines.append("    {%s, {%s}}," % (c_literal(key), texts))
    lines += [
        "};",
        "",
        "const unsigned catalogue_size = sizeof catalogue / sizeof catalogue[0];",
        "",
    ]
    return "\n".join(lines)


def write_ts(entries):
    lines = [
        "// Made by tools/messages.py.",
        "export const catalogue: Record<string, readonly [string, string]> = {",
    ]
    for key in sorted(entries):
        texts = ", ".join(
            json.dumps(entries[key][language], ensure_ascii=False) for language in LANGUAGES
        )
        lines.append("    %s: [%s]," % (json.dumps(key), texts))
    lines += ["};", ""]
    return "\n".join(lines)


def write_depfile(targets, inputs):
    escaped = lambda paths: " ".join(path.replace(" ", "\\ ") for path in paths)
    return "%s: %s\n" % (escaped(targets), escaped(inputs))


def write(path, text):
    """Writes a file only if it changes, so that nothing is compiled again."""
    data = text.encode("utf-8")
    if os.path.exists(path):
        with open(path, "rb") as file:
            if file.read() == data:
                return
    with open(path, "wb") as file:
        file.write(data)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--c", metavar="OUT.c")
    parser.add_argument("--ts", metavar="OUT.ts")
    parser.add_argument("--depfile", metavar="FILE", help="for ninja: what the outputs depend on")
    parser.add_argument(
        "--sources",
        metavar="DIR",
        nargs="+",
        default=[],
        help="folders of C and TypeScript sources to compare with",
    )
    parser.add_argument("files", metavar="messages/NAME.json", nargs="+")
    return parser.parse_args()


def main():
    args = arguments()
    catalogue = Catalogue()
    for path in sorted(args.files):
        catalogue.read(path)
    if not catalogue.entries and not catalogue.errors:
        catalogue.error(args.files[0], "", "there is not one key")
    directories, sources = walk(args.sources)
    if args.sources:
        check_sources(catalogue, sources)
    for error in catalogue.errors:
        print("error: " + error, file=sys.stderr)
    if catalogue.errors:
        return 1
    if args.c:
        write(args.c, write_c(without(catalogue.entries, PAGE_ONLY)))
    if args.ts:
        write(args.ts, write_ts(without(catalogue.entries, PROGRAM_ONLY)))
    if args.depfile:
        targets = [target for target in (args.c, args.ts) if target]
        write(args.depfile, write_depfile(targets, args.files + directories + sources))
    return 0


if __name__ == "__main__":
    sys.exit(main())
