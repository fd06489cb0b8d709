#!/usr/bin/env python3
"""Makes manual pages and shell completions from the program's --help and games --json, so that they
agree with it.

    manual.py PROGRAM man1   DIR LANGUAGE      tafelrunde.1 and one page per command
    manual.py PROGRAM bash|zsh|fish FILE

As a Meson install script it writes below $MESON_INSTALL_DESTDIR_PREFIX.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

WORDS = {
    "en": {
        "name": "NAME",
        "synopsis": "SYNOPSIS",
        "description": "DESCRIPTION",
        "options": "OPTIONS",
        "examples": "EXAMPLES",
        "see": "SEE ALSO",
        "commands": "COMMANDS",
        "games": "GAMES",
        "head": "Games:",
    },
    "de": {
        "name": "BEZEICHNUNG",
        "synopsis": "ÜBERSICHT",
        "description": "BESCHREIBUNG",
        "options": "OPTIONEN",
        "examples": "BEISPIELE",
        "see": "SIEHE AUCH",
        "commands": "BEFEHLE",
        "games": "SPIELE",
        "head": "Spiele:",
    },
}


class Program:
    def __init__(self, path, language):
        self.path, self.language = path, language
        self.text = self.run("--help")
        self.head, listed, *rest = self.text.split("\n\n")
        self.commands = dict(
            re.match(r"  (\w+) +(.*)", line).groups() for line in listed.splitlines()
        )
        self.games_text = next(
            part for part in rest if part.startswith(WORDS[language]["head"])
        ).split("\n", 1)[1]
        described = json.loads(self.run("games", "--json"))["games"]
        self.games = [game["id"] for game in described]
        levels = (level["level"] for game in described for level in game["levels"])
        self.levels = list(dict.fromkeys(levels))
        self.foot = rest[-1].strip()
        self.version = self.run("--version").split()[1]

    def run(self, *arguments):
        return subprocess.run(
            [
                self.path,
                *arguments,
                *([] if "--version" in arguments else ["--lang", self.language]),
            ],
            stdout=subprocess.PIPE,
            check=True,
        ).stdout.decode()


class Command:
    """The parsed help of a command: summary, usage lines, options, paragraphs, examples."""

    def __init__(self, program, name):
        self.name = name
        paragraphs = program.run(name, "--help").strip("\n").split("\n\n")
        self.summary, calls, options, *self.paragraphs, examples = paragraphs
        self.calls, self.examples = calls.splitlines(), [
            line.strip() for line in examples.splitlines()[1:]
        ]
        # "  --seed TEXT     description" or "  -h, --help      description"
        self.described = [
            re.split(r" {2,}", line.strip(), maxsplit=1) for line in options.splitlines()
        ]
        self.options = {}
        for name, _ in self.described:
            option, _, value = name.removeprefix("-h, ").partition(" ")
            self.options[option] = value or None
        self.takes_game = bool(re.match(r"\S+ \S+ \[?(GAME|SPIEL)\b", calls))
        self.words = re.findall(r"^\S+ \S+ ([a-z]+) ", calls, re.M)


# ---- manual pages ----


def escape(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(
        "\\&" + line if line.startswith((".", "'")) else line for line in text.split("\n")
    )


def emphasised(call):
    """Marks program and options as bold, placeholders as italic."""
    call = escape(call)
    call = re.sub(r"(\\-\\-[a-z\\-]+[a-z])", r"\\fB\1\\fR", call)
    call = re.sub(r"\b([A-ZÄÖÜ]{1}[A-ZÄÖÜ]*)\b", r"\\fI\1\\fR", call)
    return re.sub(r"^(tafelrunde \w+)", r"\\fB\1\\fR", call)


def page(program, command):
    words = WORDS[program.language]
    lines = [
        f'.TH TAFELRUNDE\\-{command.name.upper()} 1 "" "Tafelrunde {program.version}" "Tafelrunde"',
        f".SH {words['name']}",
        f"tafelrunde\\-{command.name} \\- {escape(command.summary)}",
        f".SH {words['synopsis']}",
    ]
    for call in command.calls:
        lines += [".PP", emphasised(call)]
    if command.paragraphs:
        lines.append(f".SH {words['description']}")
    for paragraph in command.paragraphs:
        lines += [".PP", escape(paragraph)]
    lines.append(f".SH {words['options']}")
    for name, description in command.described:
        lines += [".TP", emphasised(name), escape(description)]
    lines += [f".SH {words['examples']}", ".nf", *map(escape, command.examples), ".fi"]
    return lines + [f".SH {words['see']}", "\\fBtafelrunde\\fR(1)"]


def main_page(program):
    words = WORDS[program.language]
    what = program.head.split(": ", 1)[1].rstrip(".")
    lines = [
        f'.TH TAFELRUNDE 1 "" "Tafelrunde {program.version}" "Tafelrunde"',
        f".SH {words['name']}",
        f"tafelrunde \\- {escape(what)}",
        f".SH {words['synopsis']}",
        emphasised(program.head.split(":")[0]),
        f".SH {words['description']}",
        escape(program.foot),
        f".SH {words['commands']}",
    ]
    for name, summary in program.commands.items():
        lines += [".TP", f"\\fBtafelrunde\\-{name}\\fR(1)", escape(summary)]
    return lines + [f".SH {words['games']}", ".nf", escape(program.games_text), ".fi"]


def write_manual(program, folder):
    folder.mkdir(parents=True, exist_ok=True)
    pages = {
        "tafelrunde": main_page(program),
        **{
            f"tafelrunde-{name}": page(program, Command(program, name)) for name in program.commands
        },
    }
    for name, lines in pages.items():
        (folder / f"{name}.1").write_text("\n".join(lines) + "\n", encoding="utf-8")


# ---- completion ----


def values(program, option, value):
    """Returns the possible values of an option if they are a short list; None for files and free
    text."""
    if option == "--bots":
        return program.levels
    return value.split("|") if value and "|" in value else None


def is_file(value):
    return value in ("FILE", "DIR")


def rows(program):
    for name in program.commands:
        command = Command(program, name)
        yield command, command.options, program.games if command.takes_game else command.words


def bash(program):
    cases = []
    for command, options, first in rows(program):
        lists = {
            option: found
            for option, value in options.items()
            if (found := values(program, option, value))
        }
        choices = "".join(
            f' {option}) COMPREPLY=($(compgen -W "{" ".join(found)}" -- "$word")); return ;;'
            for option, found in lists.items()
        )
        cases.append(
            f'        {command.name}) options="{" ".join(options)}" first="{" ".join(first)}";'
            f' case $before in{choices} esac ;;'
        )
    return [
        "# Made by tools/manual.py.",
        "_tafelrunde() {",
        "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options first",
        "    if [ \"$COMP_CWORD\" = 1 ]; then",
        f'        COMPREPLY=($(compgen -W "{" ".join(program.commands)} --help --version"'
        ' -- "$word"))',
        "        return",
        "    fi",
        "    case ${COMP_WORDS[1]} in",
        *cases,
        "        *) return ;;",
        "    esac",
        "    if [[ $word = -* ]]; then COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))",
        "    elif [ \"$COMP_CWORD\" = 2 ] && [ -n \"$first\" ]; then"
        " COMPREPLY=($(compgen -W \"$first\" -- \"$word\"))",
        "    fi",
        "}",
        "complete -o default -F _tafelrunde tafelrunde",
    ]


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh(program):
    def plain(text):
        return re.sub(r"[\[\]:]", " ", text)

    lines = [
        "#compdef tafelrunde",
        "# Made by tools/manual.py.",
        "local -a commands",
        "commands=("
        + " ".join(quoted(f"{name}:{plain(summary)}") for name, summary in program.commands.items())
        + ")",
        "if (( CURRENT == 2 )); then _describe command commands; return; fi",
        "case $words[2] in",
    ]
    for command, options, first in rows(program):
        words = []
        for option, value in options.items():
            found = values(program, option, value)
            action = (
                ""
                if value is None
                else f":{plain(value)}:({' '.join(found)})"
                if found
                else f":{plain(value)}:{'_files' if is_file(value) else ' '}"
            )
            words.append(quoted(f"*{option}{action}"))
        words.append(quoted(f"2:game:({' '.join(first)})" if first else "*:file:_files"))
        lines.append(f"    {command.name}) _arguments {' '.join(words)} ;;")
    return [*lines, "esac"]


def fish(program):
    lines = [
        "# Made by tools/manual.py.",
        "complete -c tafelrunde -f -n __fish_use_subcommand -l help",
        "complete -c tafelrunde -f -n __fish_use_subcommand -l version",
    ]
    lines += [
        f"complete -c tafelrunde -f -n __fish_use_subcommand -a {name} -d {quoted(summary)}"
        for name, summary in program.commands.items()
    ]
    for command, options, first in rows(program):
        seen = f"complete -c tafelrunde -n '__fish_seen_subcommand_from {command.name}'"
        for option, value in options.items():
            found = values(program, option, value)
            lines.append(
                f"{seen} -l {option[2:]}"
                + (
                    f" -x -a '{' '.join(found)}'"
                    if found
                    else " -r -F"
                    if is_file(value)
                    else " -x"
                    if value
                    else ""
                )
            )
        if first:
            lines.append(f"{seen} -f -a '{' '.join(first)}'")
    return lines


def main():
    if len(sys.argv) < 4:
        raise SystemExit(__doc__)
    path, what, where = (
        os.path.join(os.environ.get("MESON_BUILD_ROOT", os.getcwd()), sys.argv[1]),
        sys.argv[2],
        pathlib.Path(os.environ.get("MESON_INSTALL_DESTDIR_PREFIX", "")) / sys.argv[3],
    )
    program = Program(path, sys.argv[4] if what == "man1" else "en")
    if what == "man1":
        write_manual(program, where)
        return
    where.parent.mkdir(parents=True, exist_ok=True)
    where.write_text(
        "\n".join({"bash": bash, "zsh": zsh, "fish": fish}[what](program)) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main()
