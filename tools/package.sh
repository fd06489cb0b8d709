#!/usr/bin/env bash
# Builds what a release consists of, into build-package/, and prints the name of each file.
#   tools/package.sh            the Debian package for this system
#   tools/package.sh source     tafelrunde-VERSION.tar.xz: the sources with the built page, so that
#                               whoever builds from it needs neither npm nor clang; needs git
#   tools/package.sh SUITE…     the sources, and from them a package for each Debian suite, built in
#                               an empty system of that suite; needs root (tools/fresh.sh)
#   tools/package.sh --twice …  builds the same twice from nothing, without ccache, and compares
# The same sources give the same bytes: times are SOURCE_DATE_EPOCH, or else that of the last
# commit, which a source tarball carries as the time of its files.
set -eu -o pipefail
cd "$(dirname "$0")/.."
. tools/setup.sh

stop() {
    echo "tools/package.sh: $*" >&2
    exit 1
}

# out: the folder for the results; the build itself is in its folder build.
out=build-package

# prepare: the program and the page. A source tarball has the page already.
prepare() {
    need build package
    page_is_current || need page
    configure "$out/build" --prefix=/usr --libdir=lib --sysconfdir=/etc -Dbuildtype=release \
        -Dwerror=false
    quietly ninja -C "$out/build"
    page "$out/build"
    version=$(meson introspect "$out/build" --projectinfo |
        python3 -c 'import json, sys; print(json.load(sys.stdin)["version"])')
}

# debian_version: the same sources have other dependencies on the next release of Debian, whose
# package must count as newer there: VERSION+deb12 < VERSION+deb13.
debian_version() (
    . /etc/os-release
    echo "$version${VERSION_ID:++${ID/debian/deb}$VERSION_ID}"
)

# make_package: the package for this system.
make_package() {
    local root=$out/build/root architecture name
    prepare
    architecture=$(dpkg --print-architecture)
    name=$out/tafelrunde_$(debian_version)_$architecture.deb
    rm -rf "$root"
    quietly meson install -C "$out/build" --no-rebuild --strip --destdir "$PWD/$root"
    mkdir -p "$root/usr/share/doc/tafelrunde" "$root/DEBIAN" "$out/build/debian"
    cp LICENSE "$root/usr/share/doc/tafelrunde/copyright"
    tools/sbom.py "$out/build" >"$root/usr/share/doc/tafelrunde/sbom.cdx.json"
    gzip -9nc CHANGELOG.md >"$root/usr/share/doc/tafelrunde/changelog.gz"
    find "$root/usr/share/man" -name '*.1' -exec gzip -9n {} +
    printf 'Source: tafelrunde\nPackage: tafelrunde\n' >"$out/build/debian/control"
    cat >"$root/DEBIAN/control" <<END
Package: tafelrunde
Version: $(debian_version)
Architecture: $architecture
Maintainer: The Tafelrunde authors
Section: games
Priority: optional
Installed-Size: $(installed_size "$root/usr")
Depends: $(libraries), libwebsockets-evlib-uv
Recommends: ca-certificates, python3-cffi, python3-numpy
Description: board games of the Middle Ages: engine, opponents, server, terminal
 Board games, with rules that follow the rulebooks, in the terminal, in a browser and
 online, with opponents that do not cheat and draws that can be checked.
END
    find "$root" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
    quietly dpkg-deb --root-owner-group --build "$root" "$name"
    echo "$name"
}

# installed_size FOLDER: in KiB, counted as Debian does, so that no file system has a say in it.
installed_size() {
    find "$1" -printf '%y %s\n' |
        awk '{ size += $1 == "f" ? int(($2 + 1023) / 1024) : 1 } END { print size }'
}

# libraries: what the installed program depends on, as Debian writes it.
libraries() {
    (cd "$out/build" && dpkg-shlibdeps -O -eroot/usr/bin/tafelrunde 2>/dev/null) |
        sed 's/^shlibs:Depends=//'
}

# make_source: the working tree as git sees it, with the page and the mark that says what it was
# made from (page_is_current).
make_source() {
    [ -e .git ] || stop "the source tarball is made from a git clone"
    prepare
    local name=tafelrunde-$version
    {
        git ls-files -coz --exclude-standard &&
            find web/dist web/generated/sources -type f -print0
    } | LC_ALL=C sort -z |
        tar --create --null --files-from=- --transform="s,^,$name/," --format=gnu \
            --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u+rw,go=rX |
        xz -6 >"$out/$name.tar.xz"
    echo "$out/$name.tar.xz"
}

# make_package_for SUITE: the package, built in an empty system of that suite. Its mounts and
# processes have name spaces of their own and end with it.
make_package_for() {
    local source=$out/tafelrunde-$version.tar.xz root
    root=$(mktemp -d "${TMPDIR:-/var/tmp}/package.XXXXXX")
    tools/fresh.sh "$1" root "$root/system" >&2
    mkdir "$root/system/tafelrunde"
    tar --extract --file "$source" --directory "$root/system/tafelrunde" --strip-components=1
    unshare --mount --pid --fork --kill-child sh -eu -c '
        mount -t proc proc "$1/proc"
        exec chroot "$1" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 HOME=/root \
            /tafelrunde/tools/package.sh' sh "$root/system" </dev/null >"$root/name" || {
        rm -rf --one-file-system "$root"
        stop "no package for $1"
    }
    cp "$root/system/tafelrunde/$(cat "$root/name")" "$out/"
    echo "$out/$(basename "$(cat "$root/name")")"
    rm -rf --one-file-system "$root"
}

# make WHAT…: as the head of this file says.
make() {
    mkdir -p "$out"
    case "${1-}" in
        "") make_package ;;
        source) make_source ;;
        *)
            make_source
            for suite; do make_package_for "$suite"; done
            ;;
    esac
}

umask 022
if [ -z "${SOURCE_DATE_EPOCH-}" ]; then
    if [ -e .git ]; then
        SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
    else
        SOURCE_DATE_EPOCH=$(stat -c %Y meson.build)
    fi
fi
export SOURCE_DATE_EPOCH

if [ "${1-}" != --twice ]; then
    make "$@"
    exit
fi
shift
export CCACHE_DISABLE=1
for out in build-package-1 build-package-2; do
    rm -rf "$out"
    # A tarball's page is what was delivered: it cannot be built anew without git's sources.
    [ ! -e .git ] || rm -rf web/dist web/generated
    make "$@" >"$out.list"
done
for file in $(sed 's,.*/,,' build-package-1.list); do
    cmp "build-package-1/$file" "build-package-2/$file"
    echo "the same bytes: $file $(sha256sum <"build-package-1/$file" | cut -c1-16)"
done
rm build-package-1.list build-package-2.list
