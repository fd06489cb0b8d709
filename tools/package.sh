#!/usr/bin/env bash
# Builds the Debian package: everything that `meson install` puts into place, with the page.
#   tools/package.sh              build-package/tafelrunde_VERSION_ARCHITECTURE.deb
#   tools/package.sh --twice      builds it in two folders, without ccache, and compares the bytes
# The same sources give the same bytes: file times are SOURCE_DATE_EPOCH, or else the last commit's.
set -eu
cd "$(dirname "$0")/.."
. tools/setup.sh

need $build_packages $page_packages dpkg-dev
: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct 2>/dev/null || echo 0)}"
export SOURCE_DATE_EPOCH

# make_package BUILD: the package, made in that folder.
make_package() {
    local build=$1 root=$1/root name version depends
    configure "$build" --prefix=/usr --libdir=lib --sysconfdir=/etc -Dbuildtype=release
    quietly ninja -C "$build"
    page "$build"
    rm -rf "$root"
    umask 022
    quietly meson install -C "$build" --no-rebuild --strip --destdir "$PWD/$root"
    mkdir -p "$root/usr/share/doc/tafelrunde"
    cp LICENSE "$root/usr/share/doc/tafelrunde/copyright"
    gzip -9nc CHANGELOG.md >"$root/usr/share/doc/tafelrunde/changelog.gz"
    find "$root/usr/share/man" -name '*.1' -exec gzip -9n {} +
    mkdir -p "$root/DEBIAN" "$build/debian"
    printf 'Source: tafelrunde\nPackage: tafelrunde\n' >"$build/debian/control"
    version=$(meson introspect "$build" --projectinfo |
        python3 -c 'import json, sys; print(json.load(sys.stdin)["version"])')
    depends=$(cd "$build" && dpkg-shlibdeps -O -eroot/usr/bin/tafelrunde 2>/dev/null |
        sed 's/^shlibs:Depends=//')
    cat >"$root/DEBIAN/control" <<END
Package: tafelrunde
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: The Tafelrunde authors
Section: games
Priority: optional
Depends: $depends, libwebsockets-evlib-uv
Recommends: python3-cffi, python3-numpy
Description: board games of the Middle Ages: engine, opponents, server, terminal
 Four board games by their rulebooks, in the terminal, in a browser and
 online, with opponents that do not cheat and draws that can be checked.
END
    find "$root" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
    name=$build/tafelrunde_${version}_$(dpkg --print-architecture).deb
    quietly dpkg-deb --root-owner-group --build "$root" "$name"
    echo "$name"
}

if [ "${1-}" = --twice ]; then
    export CCACHE_DISABLE=1
    rm -rf build-package-1 build-package-again web/generated
    first=$(make_package build-package-1)
    rm -rf web/generated
    second=$(make_package build-package-again)
    cmp "$first" "$second" && echo "the same bytes: $(sha256sum <"$first" | cut -c1-16)"
else
    make_package build-package
fi
