#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every broadphase that can be exported compiles by Clang as a game would compile it, warnings being errors; the tests
# beside this file compile them by GCC and compare the pairs. Ends with 77 without Clang. by_clang.sh SOURCE_DIR BUILD_DIR
set -euo pipefail

build=$(cd "$2" && pwd) clang=clang++-14
command -v $clang >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
compiled=0
for id in $("$build/phasebox" list broadphases --json | grep -o '"id": *"[a-z-]*"' | cut -d'"' -f4); do
  [[ $id != auto ]] || continue # it has no code of its own
  name=${id//-/_}
  "$build/phasebox" export --broadphase "$id" --out "$work" >/dev/null
  "$clang" -std=c++20 -O2 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -c "$work/$name.cpp" -o "$work/$name.o"
  compiled=$((compiled + 1))
done
((compiled >= 12)) || { echo "only $compiled broadphases were exported" >&2; exit 1; }
echo "$compiled exports compile"
