# Sourced by ./run, ./check and tools/package.sh: finds what they need, installs it where apt can,
# and otherwise says what is missing.

# kind     what it means that it is there
# program  it is in PATH; node is 18 or later; CC and CHROMIUM name others for cc and chromium
# module   pkg-config knows it
# python   Python can import it
# wasm     a clang that builds WebAssembly, see wasm_clang
# postgres the programs of a PostgreSQL, see tests/server/cluster.py
# debian   the package, on Debian only: elsewhere it is part of another, or not necessary
requirements='
# set    kind      name            Debian packages
build    program   cc              build-essential
build    program   meson           meson
build    program   ninja           ninja-build
build    program   pkg-config      pkgconf
build    program   python3         python3
build    debian    -               ccache
build    module    libwebsockets   libwebsockets-dev
build    debian    -               libwebsockets-evlib-uv
build    module    libuv           libuv1-dev
build    module    sqlite3         libsqlite3-dev
build    module    libpq           libpq-dev
build    module    libsodium       libsodium-dev
build    module    zlib            zlib1g-dev
build    module    libbrotlienc    libbrotli-dev
build    module    libqrencode     libqrencode-dev
build    module    ncursesw        libncurses-dev
build    module    libcurl         libcurl4-openssl-dev
build    module    libssl          libssl-dev
page     program   node            nodejs
page     program   npm             npm
page     wasm      -               clang lld libclang-rt-dev-wasm32 wasi-libc
package  program   dpkg-shlibdeps  dpkg-dev
package  program   xz              xz-utils
check    debian    -               libclang-rt-dev
check    debian    -               llvm
check    module    cmocka          libcmocka-dev
check    program   openssl         openssl
check    program   tmux            tmux
check    program   valgrind        valgrind
check    program   dpkg-shlibdeps  dpkg-dev
check    program   chromium        chromium fonts-liberation
check    program   clang-format-19 clang-format-19
check    program   clang-tidy-19   clang-tidy-19
check    program   ssh-keygen      openssh-client
check    postgres  -               postgresql
check    python    jsonschema      python3-jsonschema
check    python    cffi            python3-cffi
check    python    cryptography    python3-cryptography
check    python    numpy           python3-numpy
check    python    ensurepip       python3-venv
check    python    setuptools      python3-setuptools
check    python    wheel           python3-wheel
long     program   fish            fish
long     program   zsh             zsh
long     program   podman          podman
long     program   runc            runc
long     program   mmdebstrap      mmdebstrap
'

# Packages that have other names in one release. Debian 12's own clang is 14, which is too old.
names='
# release  name above              name there
bookworm   clang                   clang-19
bookworm   lld                     lld-19
bookworm   llvm                    llvm-19
bookworm   libclang-rt-dev         libclang-rt-19-dev
bookworm   libclang-rt-dev-wasm32  libclang-rt-19-dev-wasm32
'

# Debian's packages of Python modules are for Debian's Python; meson.build chooses in the same way.
python=/usr/bin/python3
[ -x "$python" ] || python=python3

# clangs: the version and name of every clang in PATH, the newest first; of CLANG only, if that is
# set.
clangs() {
    local name version
    for name in ${CLANG-$(compgen -c clang | grep -xE 'clang(-[0-9]+)?' | sort -u)}; do
        version=$("$name" -dumpversion 2>/dev/null) && echo "$version $name"
    done | sort -Vr
}

# wasm_clang: the newest of them, 16 or later, that links a WebAssembly program. Its linker is the
# wasm-ld that it finds by itself, which is that of its own version if there is one.
wasm_clang() (
    probe=$(mktemp -d)
    trap 'rm -rf "$probe"' EXIT
    printf '#include <stdlib.h>\nint main(void) { return abs(0); }\n' >"$probe/probe.c"
    while read -r version name; do
        [ "${version%%.*}" -ge 16 ] || continue
        "$name" --target=wasm32-wasi "$probe/probe.c" -o "$probe/probe.wasm" 2>/dev/null || continue
        echo "$name"
        exit 0
    done < <(clangs)
    exit 1
)

# has KIND NAME PACKAGE…: whether a requirement is there.
has() {
    case $1 in
        program)
            case $2 in
                cc) command -v ${CC:-cc} >/dev/null ;;
                chromium) command -v "${CHROMIUM:-chromium}" >/dev/null ;;
                node) node -e 'process.exit(parseInt(process.version.slice(1)) < 18 ? 1 : 0)' \
                    2>/dev/null ;;
                *) command -v "$2" >/dev/null ;;
            esac ;;
        module) pkg-config --exists "$2" 2>/dev/null ;;
        python) "$python" -c "import $2" 2>/dev/null ;;
        wasm) wasm_clang >/dev/null ;;
        postgres) "$python" tests/server/cluster.py --programs >/dev/null 2>&1 ;;
        debian)
            command -v dpkg-query >/dev/null || return 0
            [ "$(dpkg-query -W -f='${db:Status-Status}' "$3" 2>/dev/null)" = installed ] ;;
    esac
}

# missing SET…: the lines of the requirements that are not there.
missing() {
    local set kind name packages
    while read -r set kind name packages; do
        [[ " $* " == *" $set "* ]] || continue
        has "$kind" "$name" "$(packages_of $packages)" </dev/null || echo "$kind $name $packages"
    done <<<"$requirements"
}

# release: the code name of this Debian.
release() (
    VERSION_CODENAME=
    . /etc/os-release 2>/dev/null || true
    echo "$VERSION_CODENAME"
)

# packages_of PACKAGE…: as this release calls them.
packages_of() {
    local package there
    for package in "$@"; do
        there=$(awk -v r="$(release)" -v p="$package" '$1 == r && $2 == p { print $3 }' <<<"$names")
        echo "${there:-$package}"
    done
}

# say_missing LINES: for systems without apt.
say_missing() {
    local kind name packages
    echo "This is missing; please install it, then start again:"
    while read -r kind name packages; do
        case $kind/$name in
            program/node) echo "  program node, 18 or later" ;;
            program/*) echo "  program $name" ;;
            module/*) echo "  pkg-config module $name" ;;
            python/*) echo "  Python module $name (for $python)" ;;
            wasm/*) echo "  clang 16 or later, wasm-ld, wasi-libc, compiler-rt for wasm32-wasi" ;;
            postgres/*) echo "  PostgreSQL (initdb, postgres)" ;;
            debian/*) echo "  Debian package $packages" ;;
        esac
    done <<<"$1"
}

# paste LINE: ends the program; somebody with more rights must do that.
paste() {
    echo "Please run this line, then start again:" >&2
    echo "  $1" >&2
    exit 1
}

# need SET…: makes sure that everything of these sets is there, or ends the program.
need() {
    local lines packages install root="" log
    lines=$(missing "$@")
    [ -n "$lines" ] || return 0
    if ! command -v apt-get >/dev/null; then
        say_missing "$lines" >&2
        exit 1
    fi
    packages=$(packages_of $(cut -d' ' -f3- <<<"$lines") | sort -u | tr '\n' ' ')
    install="apt-get install -y --no-install-recommends ${packages% }"
    if [ "$(id -u)" != 0 ]; then
        if ! command -v sudo >/dev/null; then
            paste "su -c 'apt-get update && $install'"
        elif ! sudo -n true 2>/dev/null; then
            paste "sudo apt-get update && sudo $install"
        fi
        root=sudo
    fi
    echo "Installing ${packages% }" >&2
    log=$(mktemp)
    if ! { $root apt-get update && $root env DEBIAN_FRONTEND=noninteractive $install; } \
        >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        exit 1
    fi
    rm -f "$log"
    hash -r
    lines=$(missing "$@")
    [ -z "$lines" ] || { say_missing "$lines" >&2; exit 1; }
}

# configure DIR MESON-OPTION…: sets a build folder up once.
configure() {
    local folder=$1
    shift
    [ -f "$folder/build.ninja" ] && return
    meson setup "$folder" "$@" >"$folder.log" 2>&1 || { cat "$folder.log" >&2; exit 1; }
    rm -f "$folder.log"
}

# quietly COMMAND…: its output only if it fails.
quietly() {
    local log
    log=$(mktemp)
    if ! "$@" >"$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        return 1
    fi
    rm -f "$log"
}

# page_sources: a hash over everything that the page is made from. That includes the program's
# sources, because the page's build asks the program about its games.
page_sources() {
    find -H meson.build docs/protocol.schema.json \
        ai cli core games match messages nets program server store terminal tools tournament wasm \
        web \( -path web/node_modules -o -path web/dist -o -path web/render/dist \
        -o -path web/generated -o -name __pycache__ \) \
        -prune -o -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum
}

# page_is_current: whether web/dist was built from these very sources. A source tarball comes like
# that. (web/build.mjs removes the mark: a page built by hand is not taken for a current one.)
page_is_current() {
    [ -f web/dist/index.html ] && [ "$(cat web/generated/sources 2>/dev/null)" = "$(page_sources)" ]
}

# page_modules [--dev]: installs what the page is built from; with --dev also what it is formatted
# and checked with. Installs again when the list changes, and keeps what --dev once installed.
page_modules() (
    flock 8
    dev=web/node_modules/.bin/prettier
    omit=--omit=dev
    if [ "${1-}" = --dev ] || [ -e "$dev" ]; then omit=--include=dev; fi
    if [ web/package-lock.json -nt web/node_modules/.package-lock.json ] ||
        { [ $omit = --include=dev ] && [ ! -e "$dev" ]; }; then
        quietly npm --prefix web ci $omit --no-audit --no-fund
    fi
) 8<web/package-lock.json

# page BUILD: builds the page into web/dist, unless it is up to date, with the program and the
# WebAssembly module of that build folder. A lock keeps two callers from building it at once.
page() (
    flock 9
    if page_is_current; then exit; fi
    page_modules && quietly ninja -C "$1" tafelrunde tafelrunde.wasm || exit 1
    sources=$(page_sources)
    quietly node web/build.mjs "$1" && echo "$sources" >web/generated/sources
) 9<web/package.json
