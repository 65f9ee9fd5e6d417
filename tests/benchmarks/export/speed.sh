#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Measures the size and the speed of all exports beside the library, and writes what `phasebox export` says of them:
# tests/benchmarks/export/speed.sh BUILD_DIR   (a release build)
set -euo pipefail

source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd) build=$(cd "$1" && pwd)
to=$source/assets/export/speed.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
kilobytes() { size "$1" | awk 'NR == 2 { printf "%d", $1 / 1000 + 0.5 }'; }

{
  echo "# Written by tests/benchmarks/export/speed.sh: kB of machine code; ms of a frame of the export, and of the library."
  echo "machine $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -1 | cut -d' ' -f1,2), GCC $(g++ -dumpfullversion), $(date +%F)"
  echo "library $(kilobytes "$build/libphasebox.so")"
  for id in $("$build/phasebox" list broadphases --json | sed -n 's/^    "id": "\(.*\)",$/\1/p' | grep -vx auto); do
    name=${id//-/_}
    "$build/phasebox" export --broadphase "$id" --out "$work" >/dev/null
    g++ -std=c++20 -O3 -DNDEBUG -ffp-contract=off -c "$work/$name.cpp" -o "$work/$name.o"
    g++ -std=c++20 -O3 -DNDEBUG -I"$source/src" "-DNAME=$name" "-DPHASEBOX_TEXT(x)=PHASEBOX_TEXT_OF(x)" \
      '-DPHASEBOX_TEXT_OF(x)=#x' -include "$work/$name.hpp" "$source/tests/benchmarks/export/speed.cpp" "$work/$name.o" \
      "$build/libphasebox_collide.a" "$build/libphasebox_base.a" -lhwy -ltbb -o "$work/$name"
    "$work/$name" | sed "s/^[^ ]*/& $(kilobytes "$work/$name.o")/"
  done
} >"$work/speed.txt"
! grep WRONG "$work/speed.txt" || exit 1
cp "$work/speed.txt" "$to"
cat "$to"
