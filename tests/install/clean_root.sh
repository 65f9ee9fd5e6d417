#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The Debian packages of a build in a new system of their own, made by debootstrap, without recommended packages: both
# consumers find the library by CMake, the program draws, and says in a line what is missing where a library was taken
# away. Needs root and a mirror; without debootstrap it ends with 77. clean_root.sh SOURCE_DIR BUILD_DIR
set -euo pipefail

source=$(cd "$1" && pwd) build=$(cd "$2" && pwd)
{ [[ $(id -u) == 0 ]] && command -v debootstrap >/dev/null; } || { echo 'not root, or no debootstrap'; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "clean_root.sh: $*" >&2; exit 1; }
quietly() { "$@" >"$work/log" 2>&1 || fail "$*: $(tail -20 "$work/log")"; }

root=$work/root
quietly debootstrap --variant=minbase bookworm "$root"
quietly cpack -G DEB --config "$build/CPackConfig.cmake" -B "$work/made"
for name in libphasebox0 libphasebox-dev phasebox; do cp "$work/made/${name}_"*.deb "$root/$name.deb"; done
cp -r "$source/examples/consumer" "$source/examples/c-consumer" "$root/"
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive "$@"; }
install() { quietly inside apt-get install --yes --no-install-recommends "$@"; }
# consumer FOLDER PROGRAM: builds it there, and gives the pairs that it prints.
consumer() {
  quietly inside cmake -S "$1" -B "$1/build"
  quietly inside cmake --build "$1/build"
  inside "$1/build/$2"
}

take_away() { quietly inside dpkg --force-depends --remove "$@"; }
pairs=$(printf '0 1\n0 3\n1 3\n2 3')

quietly inside apt-get update
install g++ cmake make
install /libphasebox0.deb /libphasebox-dev.deb
[[ $(consumer /consumer consumer | sort) == "$pairs" ]] || fail 'phasebox::collide finds other pairs'
take_away libhwy-dev libtbb-dev # which the static libraries need
consumer /c-consumer c_consumer | grep -qx '100 101' || fail 'phasebox::shared finds other pairs'

install --fix-broken /phasebox.deb
quietly inside phasebox render --frames 1 --out picture.png
[[ -s $root/picture.png ]] || fail 'there is no picture'
take_away libegl1
code=0
inside phasebox render --frames 1 --out picture.png 2>"$work/said" || code=$?
[[ $code == 1 && $(grep -c '^phasebox: .*libegl1' "$work/said") == 1 ]] || fail "render ends with $code: $(cat "$work/said")"
echo 'found by CMake, drawn, and what is missing is said'
