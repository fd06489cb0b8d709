#!/usr/bin/env python3
"""Builds the Debian package, installs it into an empty directory and uses it there. TAP on standard
output.

    test_package.py PROGRAM

With TAFELRUNDE_LONG set the package and the source tarball are also built twice from nothing and
compared. As root, packages are also built for each Debian suite that tools/fresh.sh knows; the one
for this system's suite must have the same bytes as the package that was built here.
"""

import gzip
import json
import os
import pathlib
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.request

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

import tap  # noqa: E402
from tap import true  # noqa: E402


def made(*arguments):
    done = subprocess.run(
        arguments,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=tap.environment(),
        stdin=subprocess.DEVNULL,
    )
    true(f"{arguments}: {done.stdout.decode()[-1200:]}", done.returncode == 0)
    return (done.stdout.decode().splitlines() or [""])[-1]


class Package:
    def __init__(self, folder):
        self.file, self.root = None, folder / "root"

    def build(self):
        self.file = ROOT / made("tools/package.sh")

    def install(self):
        """Installs with dpkg, or unpacks the files if that needs more rights."""
        if os.geteuid() == 0:
            for name in ("info", "updates"):
                (self.root / "var/lib/dpkg" / name).mkdir(parents=True)
            (self.root / "var/lib/dpkg/status").touch()
            made("dpkg", f"--root={self.root}", "--force-depends", "--install", str(self.file))
        else:
            made("dpkg-deb", "-x", str(self.file), str(self.root))
        true("nothing but /usr", {entry.name for entry in self.root.iterdir()} <= {"usr", "var"})

    def program(self):
        return str(self.root / "usr/bin/tafelrunde")


def stated_version():
    return re.search(r"version: '([^']+)'", (ROOT / "meson.build").read_text(encoding="utf-8"))[1]


# package-lock.json lists the versions of dependencies.
MAY_STATE_IT = {"meson.build", "CHANGELOG.md", "web/package-lock.json"}
NOT_SOURCES = {".git", "node_modules", "dist", "generated", "__pycache__"}


def version_once(_, __):
    """Only meson.build states the version. CHANGELOG.md lists all of them; tests/docs compares."""
    version = re.compile(rf"(?<![\d.]){re.escape(stated_version())}(?![\d.])".encode())
    for folder, folders, names in os.walk(ROOT):
        top = folder == str(ROOT)
        folders[:] = [
            name
            for name in folders
            if name not in NOT_SOURCES and not (top and re.fullmatch(r"build(-.*)?", name))
        ]
        for name in names:
            path = pathlib.Path(folder, name)
            if str(path.relative_to(ROOT)) not in MAY_STATE_IT:
                true(f"{path} states the version", not version.search(path.read_bytes()))
    package = json.loads((ROOT / "web/package.json").read_text(encoding="utf-8"))
    true("web/package.json has none", "version" not in package)


def lenient(package, _):
    """Warnings of a newer compiler do not stop the build of a package."""
    build = package.file.parent / "build"
    options = json.loads(made("meson", "introspect", "--buildoptions", str(build)))
    true("werror", [option["value"] for option in options if option["name"] == "werror"] == [False])


def source(package, _):
    """The tarball contains the built page, which is used until one of its sources changes."""
    file, tree = ROOT / made("tools/package.sh", "source"), package.root / "source"
    tree.mkdir()
    made("tar", "--extract", "--file", str(file), "--directory", str(tree), "--strip-components=1")
    true("named by its version", file.name == f"tafelrunde-{stated_version()}.tar.xz")
    for name in ("web/dist/index.html", "Containerfile", "tools/package.sh", "LICENSE"):
        true(name, (tree / name).is_file())
    for name in ("build*", "web/node_modules", ".git"):
        true(f"no {name}", not list(tree.glob(name)))
    ask = f"cd '{tree}' && . tools/setup.sh && page_is_current && page none && echo yes || echo no"
    true("the page is current", made("bash", "-c", ask) == "yes")
    (tree / "web/app.tsx").write_text("changed", encoding="utf-8")
    true("the page is out of date", made("bash", "-c", ask) == "no")


def compose(_, program):
    """`serve` knows all settings, and the trusted proxy is the one in the file."""
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    help_text = tap.output(program, "serve", "--help").decode()
    names = re.findall(r"TAFELRUNDE_(\w+)", text + (ROOT / "Containerfile").read_text("utf-8"))
    for name in names:
        true(name, f"--{name.lower().replace('_', '-')} " in help_text)
    true("the settings were found", len(set(names)) >= 4)
    trusted = re.search(r"TRUST_PROXY: (\S+)", text)[1]
    true("the proxy", f"ipv4_address: {trusted}}}" in text)


def works(package, _):
    """The version, a game against opponents with nets, and the page from its installed folder
    work."""
    program = package.program()
    stated = stated_version()
    true(
        "version",
        tap.output(program, "--version").decode() == f"tafelrunde {stated}\n"
        and stated in package.file.name,
    )
    tap.output(program, "simulate", "rattus", "--bots", "club:5", "--games", 1)
    serve = subprocess.Popen(
        [program, "serve", "--listen", "127.0.0.1:0", "--database", str(package.root / "test.db")],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=tap.environment(),
    )
    try:
        url = re.search(rb"http://\S+", serve.stdout.readline())[0].decode()
        with urllib.request.urlopen(url, timeout=200) as reply:
            true("the page", b"/assets/app." in reply.read())
    finally:
        serve.terminate()
        serve.wait(200)


def library(package, _):
    """The Python package finds its header beside it and the library in the configured place."""
    (found,) = package.root.glob("usr/lib/python3*/dist-packages")
    environment = {
        **tap.environment(),
        "PYTHONPATH": str(found),
        "TAFELRUNDE_LIBRARY": str(package.root / "usr/lib/libtafelrunde.so.0"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    text = (
        "import tafelrunde; print(tafelrunde.__file__,"
        " tafelrunde.Game('duell').playouts(3).decisions.sum() > 0)"
    )
    said = subprocess.run(
        ["/usr/bin/python3", "-c", text],
        cwd="/",
        env=environment,
        stdout=subprocess.PIPE,
        check=True,
    ).stdout.decode()
    true(said, said.startswith(str(found)) and said.endswith("True\n"))


def commands_of(program):
    return re.findall(
        r"^  (\w+) +\S", tap.output(program, "--help").decode().split("\n\n")[1], re.M
    )


def manual(package, program):
    """There is one page per command, in both languages, with every word of its --help."""
    for language, folder in (("en", "man1"), ("de", "de/man1")):
        for command in commands_of(program):
            with gzip.open(
                package.root / "usr/share/man" / folder / f"tafelrunde-{command}.1.gz",
                "rt",
                encoding="utf-8",
            ) as file:
                page = file.read()
            said = re.sub(r"\\f[BIR]|\\&", "", page).replace("\\-", "-").replace("\\e", "\\")
            for line in (
                tap.output(program, command, "--help", "--lang", language).decode().splitlines()
            ):
                for part in (
                    [] if line in ("Examples:", "Beispiele:") else re.split(" {2,}", line.strip())
                ):
                    true(f"{command}: {part}", f"{part}\n" in said)
            options = re.findall(r"^\.TP\n.*--([a-z-]+)", said, re.M)
            true(
                f"{command}: an entry per option: {options}",
                set(options) == dict(known_options()).get(command, set(options)) | COMMON,
            )
            true("a head", page.startswith(".TH TAFELRUNDE"))
            if shutil.which("groff"):
                done = subprocess.run(
                    ["groff", "-man", "-K", "utf8", "-Tutf8", "-ww"],
                    input=page.encode(),
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE,
                )
                true(done.stderr.decode(), not done.stderr)
    true("the program's own", (package.root / "usr/share/man/man1/tafelrunde.1.gz").exists())


COMMON = {"lang", "help"}  # options that every command has


def known_options():
    """Returns the options of each command according to its table in cli/."""
    for path in sorted((ROOT / "cli").glob("*.c")):
        text = path.read_text(encoding="utf-8")
        for known, name in re.findall(
            r"const struct arg (\w*known\w*)\[\].*?"
            r"const struct command \w+_command = \{\s*\.name = \"(\w+)\"",
            text,
            re.DOTALL,
        ):
            table = re.search(r"\.name = \"%s\".*?\.known = (\w+)" % name, text, re.DOTALL)[1]
            rows = re.search(r"const struct arg %s\[\] = \{(.*?)\};" % table, text, re.DOTALL)[1]
            yield name, set(re.findall(r'\{"([a-z-]+)"', rows))


def complete(package, *words):
    script = package.root / "usr/share/bash-completion/completions/tafelrunde"
    quoted = " ".join(f"'{word}'" for word in words)
    text = (
        f"source '{script}'; COMP_WORDS=(tafelrunde {quoted}); COMP_CWORD={len(words)};"
        ' _tafelrunde; echo "${COMPREPLY[@]}"'
    )
    return subprocess.check_output(["bash", "-c", text]).decode().split()


def completion(package, program):
    """Completion offers the commands, games and levels that exist, and the options that both the
    table and the --help of a command know."""
    true("a command", complete(package, "pl") == ["play"])
    true("all commands", set(commands_of(program)) <= set(complete(package, "")))
    true(
        "games",
        complete(package, "play", "t")
        == [game.id for game in tap.games(program) if game.id.startswith("t")],
    )
    true("levels", complete(package, "arena", "rattus", "--bots", "n") == ["novice"])
    seen = 0
    for command, known in known_options():
        offered = {word[2:] for word in complete(package, command, "--")}
        true(f"{command}: {offered ^ known}", offered == known | COMMON)
        seen += 1
    true("every command's table was found", seen >= len(commands_of(program)) - 1)
    for name in ("zsh/vendor-completions/_tafelrunde", "fish/vendor_completions.d/tafelrunde.fish"):
        text = (package.root / "usr/share" / name).read_text(encoding="utf-8")
        true(name, all(command in text for command in commands_of(program)))


# Completed in a folder that contains a folder `data`.
ASKED = {
    "tafelrunde pl": {"play"},
    "tafelrunde arena rattus --bots n": {"novice"},
    "tafelrunde bench --se": {"--seconds"},
    "tafelrunde play du": {"duell"},
    "tafelrunde serve --data d": {"data/"},
    "tafelrunde admin res": {"restore"},
}


def complete_in_fish(package, folder, line):
    script = package.root / "usr/share/fish/vendor_completions.d/tafelrunde.fish"
    said = subprocess.check_output(
        ["fish", "--no-config", "-c", f"source '{script}'; complete -C '{line}'"],
        cwd=folder,
        env={**os.environ, "HOME": str(folder)},
    ).decode()
    return {row.split("\t")[0] for row in said.splitlines()}


ZSH = """PS1=; fpath=(%s/usr/share/zsh/vendor-completions $fpath)
autoload -U compinit; compinit -u -D
show() { print -r -- "<""<$BUFFER>"">"; BUFFER= }; zle -N show; bindkey ^X show
"""


def complete_in_zsh(package, folder, line):
    """Types a line and Tab in a terminal and returns its completed last word, which a key binding
    prints."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(folder)
        os.execvpe("zsh", ["zsh", "-f"], {**os.environ, "HOME": str(folder), "TERM": "dumb"})
    said = b""
    os.write(terminal, (ZSH % package.root).encode() + line.encode() + b"\t\x18")
    while b">>" not in said:
        said += os.read(terminal, 65536)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.close(terminal)
    return {re.search(r"<<(.*)>>", said.decode())[1].split()[-1]}


def completion_in_shells(package, _):
    """fish and zsh, where installed, complete the same as bash."""
    folder = package.root / "asked"
    (folder / "data").mkdir(parents=True)
    for shell, ask in (("fish", complete_in_fish), ("zsh", complete_in_zsh)):
        for line, wanted in ASKED.items():
            if shutil.which(shell):
                found = ask(package, folder, line)
                true(f"{shell}, {line}: {found}", found == wanted)


def service(package, _):
    """The service starts the installed program, and systemd accepts it."""
    unit = (package.root / "usr/lib/systemd/system/tafelrunde.service").read_text(encoding="utf-8")
    true(
        "it starts what is installed",
        (package.root / re.search(r"^ExecStart=/(\S+) serve$", unit, re.M)[1]).exists(),
    )
    if shutil.which("systemd-analyze"):
        here = package.root / "tafelrunde.service"
        here.write_text(unit.replace("/usr/bin/tafelrunde", package.program()), encoding="utf-8")
        made("systemd-analyze", "verify", "--man=no", str(here))


def reproducible(_, __, what):
    said = made("tools/package.sh", "--twice", *what)
    true(f"two builds, the same bytes: {said}", said.startswith("the same bytes"))


def suites(package, _):
    """There is one package per suite; the one for this system equals the one built here."""
    here = package.file.read_bytes()
    script = (ROOT / "tools/fresh.sh").read_text(encoding="utf-8")
    names = re.search(r'^suites="(.*)"$', script, re.M)[1].split()
    made("tools/package.sh", *names)
    built = (ROOT / "build-package").glob(f"tafelrunde_{stated_version()}+deb*.deb")
    found = {path.name for path in built}
    true(f"{found}", len(found) == len(names))
    if package.file.name in found:
        true("the same bytes as here", package.file.read_bytes() == here)


CASES = (
    ("the installed program works", works),
    ("manual pages contain --help", manual),
    ("completion offers existing commands, games, levels and options", completion),
    ("completion in fish and zsh", completion_in_shells),
    ("the service starts the installed program", service),
    ("the library from Python", library),
    ("warnings do not stop the build of a package", lenient),
    ("a source tarball with the page", source),
    ("the version is stated once", version_once),
    ("compose.yaml uses existing settings", compose),
)


def main():
    program = tap.program_argument(__doc__)
    cases = tap.Tap()
    with tempfile.TemporaryDirectory() as folder:
        package = Package(pathlib.Path(folder))
        if cases.case("one command builds the package", package.build) and cases.case(
            "it installs into an empty directory", package.install
        ):
            for statement, case in CASES:
                cases.case(statement, case, package, program)
        if os.environ.get("TAFELRUNDE_LONG"):
            for what in ([], ["source"]):
                statement = f"two clean builds are identical: {what or 'the package'}"
                cases.case(statement, reproducible, package, program, what)
            if os.geteuid() == 0 and shutil.which("mmdebstrap"):
                cases.case("a package for every suite", suites, package, program)
    return cases.end()


if __name__ == "__main__":
    sys.exit(main())
