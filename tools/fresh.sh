#!/usr/bin/env bash
# Shows that the README's commands work on an empty Debian. Needs root and mmdebstrap.
#   tools/fresh.sh SUITE [run]      ./run until it serves: as a user with sudo, then as root
#   tools/fresh.sh SUITE check      ./check as a user with sudo
#   tools/fresh.sh SUITE root DIR   only creates the empty system: minbase, git and ca-certificates
#   tools/fresh.sh SUITE in DIR COMMAND…   a command, in a system that is kept in DIR
# SUITE is one of those below. What is tested is the last commit, not the working tree.
# Mirrors, proxies and certificates are the host's.
set -eu -o pipefail
cd "$(dirname "$0")/.."

suites="bookworm trixie"
user=player
bundle=/etc/ssl/certs/ca-certificates.crt
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

usage() {
    sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
    exit 2
}

stop() {
    echo "tools/fresh.sh: $*" >&2
    exit 1
}

# sources: apt's lines for the suite, on the mirrors from which the host gets its own Debian.
sources() {
    local target origin label uri
    for target in $(apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(REPO_URI)' \
        'Created-By: Packages' | grep -v ' ' | sort -u); do
        IFS='|' read -r origin label uri <<<"$target"
        case $origin/$label in
            Debian/Debian)
                echo "deb [signed-by=$keyring] $uri $suite main"
                echo "deb [signed-by=$keyring] $uri $suite-updates main"
                ;;
            Debian/Debian-Security) echo "deb [signed-by=$keyring] $uri $suite-security main" ;;
        esac
    done
}

# create DIR PACKAGE…: an empty system with git, ca-certificates and these packages.
create() {
    local root=$1 lines settings
    shift
    [ ! -e "$root" ] || stop "$root exists already"
    lines=$(sources)
    [ -n "$lines" ] || stop "apt knows no Debian mirror: run apt-get update first"
    mapfile -t settings < <(apt-config dump |
        grep -E '^Acquire::(https?::|Check-Valid-Until|Retries).* ".+";')
    mmdebstrap --quiet --variant=minbase --include="git ca-certificates $*" \
        "${settings[@]/#/--aptopt=}" "$suite" "$root" - <<<"$lines"
    # A company's own certificate authority is in the host's bundle only.
    cp "$bundle" "$root$bundle"
    printf '127.0.0.1 localhost %s\n::1 localhost\n' "$(uname -n)" >"$root/etc/hosts"
}

# clone DIR: the last commit, for the user and for root.
clone() {
    local home
    chroot "$1" useradd --create-home --shell /bin/bash "$user"
    echo "$user ALL=(ALL) NOPASSWD: ALL" >"$1/etc/sudoers.d/$user"
    for home in "$1/home/$user" "$1/root"; do
        git clone --quiet --depth 1 "file://$PWD" "$home/tafelrunde"
    done
    chroot "$1" chown -R "$user:$user" "/home/$user/tafelrunde"
}

# enter DIR USER COMMAND…: runs it in the clone of that user. Mounts and processes have name spaces
# of their own and end with it, however it ends. /tmp is in memory, as Debian 13 has it.
enter() {
    local root=$1 who=$2 status=0
    shift 2
    set -m
    unshare --mount --pid --fork --kill-child bash -eu -c '
        root=$1 who=$2
        shift 2
        mount -t proc proc "$root/proc"
        mount -t devpts -o newinstance,ptmxmode=666,mode=620,gid=5 devpts "$root/dev/pts"
        mount --bind "$root/dev/pts/ptmx" "$root/dev/ptmx"
        mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
        mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
        home=$(chroot "$root" getent passwd "$who" | cut -d: -f6)
        chroot --userspec="$who" --groups="" "$root" /usr/bin/env --ignore-environment \
            --chdir="$home/tafelrunde" HOME="$home" USER="$who" LANG=C.UTF-8 TERM="${TERM-dumb}" \
            PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
            "$@" && status=0 || status=$?
        exit $status' bash "$root" "$who" "${network[@]}" "$@" </dev/null &
    inside=$!
    set +m
    wait "$inside" || status=$?
    inside=
    return $status
}

# serves: the script that starts ./run, asks whether it is well and has the page, and ends it.
serves='
    TAFELRUNDE_LISTEN=127.0.0.1:0 ./run >/tmp/run.log 2>&1 &
    server=$!
    fail() { echo "./run: $1" >&2; cat /tmp/run.log >&2; exit 1; }
    until port=$(grep -o -m1 "http://127.0.0.1:[0-9]*" /tmp/run.log); do
        kill -0 $server 2>/dev/null || fail "ended without serving"
        sleep 1
    done
    port=${port##*:}
    get() {
        exec 3<>/dev/tcp/127.0.0.1/$port
        printf "GET %s HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n" "$1" >&3
        cat <&3 | tr -d "\0"
        exec 3<&-
    }
    case $(get /healthz) in *" 200 "*ok) ;; *) fail "/healthz is not well" ;; esac
    case $(get /) in *" 200 "*"<html"*) ;; *) fail "there is no page" ;; esac
    kill -TERM $server
    wait $server || fail "did not end well: $?"'

# attempt DIR USER WHAT COMMAND…: one command, with how long it took and how much it added.
attempt() {
    local root=$1 who=$2 what=$3 start=$SECONDS before after verdict=passed
    shift 3
    before=$(du -sm "$root" | cut -f1)
    enter "$root" "$who" "$@" || verdict=FAILED
    after=$(du -sm "$root" | cut -f1)
    echo "$suite, $what as $who: $verdict, $((SECONDS - start)) s, $((after - before)) MB"
    [ $verdict = passed ]
}

inside='' folder=''
clean() {
    trap '' INT TERM
    if [ -n "$inside" ]; then
        kill -KILL "$inside" 2>/dev/null || true
        wait "$inside" 2>/dev/null || true
    fi
    [ -z "$folder" ] || rm -rf --one-file-system "$folder"
}

suite=${1-} action=${2-run}
case " $suites " in *" ${suite:-none} "*) ;; *) usage ;; esac
case $action/$# in run/[12] | check/2 | root/3) ;; in/[4-9] | in/[1-9][0-9]*) ;; *) usage ;; esac
[ "$(id -u)" = 0 ] || stop "must be run as root, for mmdebstrap, mount and chroot"
command -v mmdebstrap >/dev/null || stop "mmdebstrap is missing (Debian: mmdebstrap)"

# What the host needs to reach the network, the new system needs, too.
network=(NODE_EXTRA_CA_CERTS="$bundle")
for name in http_proxy https_proxy no_proxy npm_config_registry; do
    [ -z "${!name-}" ] || network+=("$name=${!name}")
done

trap clean EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

case $action in
    root) create "$3" ;;
    in)
        root=$(realpath -m "$3")
        shift 3
        [ -e "$root" ] || { create "$root" sudo && clone "$root"; }
        enter "$root" "$user" "$@"
        ;;
    run | check)
        folder=$(mktemp -d "${TMPDIR:-/var/tmp}/fresh.XXXXXX")
        chmod 755 "$folder"
        create "$folder/$user" sudo
        clone "$folder/$user"
        ;;&
    check) attempt "$folder/$user" "$user" ./check ./check ;;
    run)
        cp -a "$folder/$user" "$folder/root"
        failed=0
        attempt "$folder/$user" "$user" ./run bash -c "$serves" || failed=1
        attempt "$folder/root" root ./run bash -c "$serves" || failed=1
        exit $failed
        ;;
esac
