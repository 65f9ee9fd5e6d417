#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The library alone, built for arm64 and run by qemu, finds the pairs that it finds on this processor. Needs Debian's
# g++-aarch64-linux-gnu and qemu-user; ends with 77 without them. other_processor.sh SOURCE_DIR BUILD_DIR CXX
set -euo pipefail

source=$(cd "$1" && pwd) compiler=$3
command -v aarch64-linux-gnu-g++ qemu-aarch64 >/dev/null || { echo 'no cross compiler, or no qemu'; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "other_processor.sh: $*" >&2; exit 1; }

# answers NAME CC OPTION...: what the library says that CMake builds with these options.
answers() {
  local to=$work/$1 cc=$2
  shift 2
  {
    cmake -S "$source" -B "$to" -G Ninja -DCMAKE_BUILD_TYPE=Release -DPHASEBOX_LIBRARY_ONLY=ON -DPHASEBOX_TBB=OFF \
      -DPHASEBOX_SIMD=OFF "$@" && cmake --build "$to" &&
      "$cc" -std=c99 -I"$source/src/c" "$source/tests/install/answers.c" -o "$to/answers" -L"$to" -lphasebox -Wl,-rpath,"$to"
  } >"$to.log" 2>&1 || fail "$(tail -20 "$to.log")"
}

answers here cc -DCMAKE_CXX_COMPILER="$compiler"
answers arm64 aarch64-linux-gnu-gcc -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
  -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++
"$work/here/answers" >"$work/here.txt"
qemu-aarch64 -L /usr/aarch64-linux-gnu "$work/arm64/answers" >"$work/arm64.txt"
[[ $(wc -l <"$work/here.txt") -ge 39 ]] || fail 'there are fewer broadphases than there were'
cmp "$work/here.txt" "$work/arm64.txt" || fail 'arm64 finds other pairs'
echo 'the same pairs'
