#!/usr/bin/env bash
# Checksums of a release, signed with an SSH key.
#   tools/sums.sh FOLDER KEY               writes FOLDER/SHA256SUMS and signs it: SHA256SUMS.sig
#   tools/sums.sh --check FOLDER SIGNERS   checks signature and files; SIGNERS is an allowed_signers
#                                          file with the identity "tafelrunde"
set -eu -o pipefail

stop() {
    echo "tools/sums.sh: $*" >&2
    exit 1
}

if [ "${1-}" = --check ]; then
    [ $# -eq 3 ] || stop "usage: tools/sums.sh --check FOLDER SIGNERS"
    signers=$(realpath "$3")
    cd "$2"
    ssh-keygen -Y verify -f "$signers" -I tafelrunde -n tafelrunde-release -s SHA256SUMS.sig \
        <SHA256SUMS
    sha256sum --check --strict SHA256SUMS
    exit
fi
[ $# -eq 2 ] || stop "usage: tools/sums.sh FOLDER KEY"
key=$(realpath "$2")
cd "$1"
shopt -s nullglob
files=(*.deb *.tar.xz)
[ ${#files[@]} -gt 0 ] || stop "$1 has no packages"
sha256sum "${files[@]}" >SHA256SUMS
rm -f SHA256SUMS.sig
ssh-keygen -q -Y sign -f "$key" -n tafelrunde-release SHA256SUMS
