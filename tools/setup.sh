# Sourced by ./run and ./check: what they need on a fresh Debian 12, installed once and quietly.

build_packages="build-essential meson ninja-build pkg-config python3 ccache libwebsockets-dev libwebsockets-evlib-uv libuv1-dev libsqlite3-dev libpq-dev
  libsodium-dev zlib1g-dev libbrotli-dev libqrencode-dev libncurses-dev libcurl4-openssl-dev libssl-dev"
check_packages="$build_packages clang-19 lld-19 llvm-19 libclang-rt-19-dev libclang-rt-19-dev-wasm32 wasi-libc
  libcmocka-dev openssl postgresql tmux python3-jsonschema python3-cffi python3-cryptography python3-numpy"

page_packages="clang-19 lld-19 libclang-rt-19-dev-wasm32 wasi-libc"

# need PACKAGE…: installs those that are missing, or says how.
need() {
    local missing="" package
    for package in "$@"; do
        [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing="$missing $package"
    done
    [ -z "$missing" ] && return
    if ! command -v apt-get >/dev/null; then
        echo "These Debian packages, or your system's counterparts, are missing:$missing" >&2
        exit 1
    fi
    local root=""
    if [ "$(id -u)" != 0 ]; then
        if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
            root=sudo
        else
            echo "Please install what is missing, then start again:" >&2
            echo "  sudo apt-get install --no-install-recommends$missing" >&2
            exit 1
        fi
    fi
    echo "Installing$missing" >&2
    local log
    log=$(mktemp)
    if ! { $root apt-get update && $root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing; } >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        exit 1
    fi
    rm -f "$log"
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

# page_sources: a hash over everything that the page is made from; the program's sources, too, for it tells the page about itself.
page_sources() {
    find -H meson.build docs/protocol.schema.json ai cli core games match messages nets server store terminal tools wasm web \
        \( -path web/node_modules -o -path web/dist -o -path web/generated -o -name __pycache__ \) -prune -o -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum
}

# page_modules [--dev]: installs what the page is built from; with --dev also what it is formatted
# and checked with. Installs again when the list changes, and keeps what --dev once installed.
page_modules() (
    command -v node >/dev/null || need nodejs npm
    flock 8
    dev=web/node_modules/.bin/prettier
    omit=--omit=dev
    if [ "${1-}" = --dev ] || [ -e "$dev" ]; then omit=--include=dev; fi
    if [ web/package-lock.json -nt web/node_modules/.package-lock.json ] ||
        { [ $omit = --include=dev ] && [ ! -e "$dev" ]; }; then
        quietly npm --prefix web ci $omit --no-audit --no-fund
    fi
) 8<web/package-lock.json

# page BUILD: the page, from a build folder that has the program and the engine as WebAssembly, into web/dist, unless it is there already.
# One at a time: whoever waited finds it there.
page() (
    page_modules || exit 1
    flock 9
    quietly ninja -C "$1" tafelrunde tafelrunde.wasm || exit 1
    sources=$(page_sources)
    # (web/build.mjs takes the mark away; whoever runs it by hand has made a page that nobody vouches for.)
    if [ -f web/dist/index.html ] && [ "$(cat web/generated/sources 2>/dev/null)" = "$sources" ]; then exit; fi
    quietly node web/build.mjs "$1" && echo "$sources" >web/generated/sources
) 9<web/package.json
