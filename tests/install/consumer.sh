#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs a build into a folder of its own; a project outside the tree then finds the library there
# and gets the pairs of its boxes: consumer.sh SOURCE_DIR BUILD_DIR CXX
set -euo pipefail

source=$1 build=$2 compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "consumer.sh: $*" >&2; exit 1; }

build_consumer() {
  cp -r "$source/examples/consumer" "$work/consumer"
  cmake -S "$work/consumer" -B "$work/build" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$compiler" \
    -DCMAKE_PREFIX_PATH="$work/moved" -DCMAKE_CXX_FLAGS="-Wall -Wextra -Werror"
  cmake --build "$work/build"
}

cmake --install "$build" --prefix "$work/prefix" >"$work/installed"
mv "$work/prefix" "$work/moved" # nothing installed may know where it was
[[ -n $(find "$work/moved" -name LICENSE) ]] || fail 'the license is not installed'
! grep -rIl -e "$build" -e "$source/src" "$work/moved" || fail 'these name the build'

# A header is found under one root only, and never by a name that a game may have as well.
! grep -rnE '#include "(base|collide)/' "$work/moved/include" || fail 'these names are looked up in the game'

# They hold to the standards, for compilers other than this one: Clang knows the extensions of GNU and Microsoft.
pedantic=(-fsyntax-only -pedantic -Wgnu -Wmicrosoft -Werror -I"$work/moved/include")
if command -v clang++-14 >/dev/null; then
  (cd "$work/moved/include" && find . -name '*.hpp' -printf '#include <%P>\n') >"$work/headers.cpp"
  echo '#include <phasebox.h>' >"$work/header.c"
  clang++-14 -std=c++20 "${pedantic[@]}" "$work/headers.cpp" && clang-14 -std=c99 "${pedantic[@]}" "$work/header.c" ||
    fail 'installed headers use extensions'
fi

build_consumer
expected=$(printf '0 1\n0 3\n1 3\n2 3')
ids=$("$work/moved/bin/phasebox" list broadphases --json | sed -n 's/^    "id": "\(.*\)",$/\1/p')
[[ -n $ids ]] || fail 'the installed program lists no broadphases'
for id in $ids; do
  found=$("$work/build/consumer" "$id" | sort)
  [[ $found == "$expected" ]] || fail "$id finds: $found"
  echo "$id: ${found//$'\n'/, }"
done

# What tune recommends compiles as it stands, and finds the same pairs.
"$work/moved/bin/phasebox" tune --scene uniform --count 300 --budget 2 --broadphase quadtree,uniform-grid \
  --set quadtree.max-objects=12 --set uniform-grid.cell-size=40 --cpp "$work/consumer/recommended.hpp" >"$work/tuned"
sed -i -e 's|^#include <phasebox/collide/registry.hpp>|#include "recommended.hpp"|' \
  -e 's|entry->make()|recommended_broadphase()|' "$work/consumer/main.cpp"
cmake --build "$work/build"
found=$("$work/build/consumer" | sort)
[[ $found == "$expected" ]] && grep -q set "$work/consumer/recommended.hpp" || fail "tune's lines find: $found"

sed -i 's/find_package(phasebox [0-9.]*/find_package(phasebox 99/' "$work/consumer/CMakeLists.txt"
! cmake -S "$work/consumer" -B "$work/other" -DCMAKE_PREFIX_PATH="$work/moved" >"$work/refusal" 2>&1 ||
  fail 'another version of the package is accepted'
grep -q 'compatible with requested version' "$work/refusal" || fail "$(cat "$work/refusal")"
