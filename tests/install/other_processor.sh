#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The library alone, built for arm64 and for 32-bit x86 and run by qemu, finds the pairs that it finds on this
# processor. Needs Debian's g++-aarch64-linux-gnu, g++-i686-linux-gnu and qemu-user; leaves out the processors that lack
# theirs, and ends with 77 where all do. other_processor.sh SOURCE_DIR BUILD_DIR CXX
set -euo pipefail

source=$(cd "$1" && pwd) build=$(cd "$2" && pwd)
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

can_run() { command -v "$1-linux-gnu-g++" >/dev/null && command -v "$2" >/dev/null; }

# compare PROCESSOR QEMU: whether that one finds the pairs of this one.
compare() {
  local target=$1-linux-gnu
  can_run "$1" "$2" || { echo "$1: no cross compiler, or no $2"; return; }
  answers "$1" "$target-gcc" -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR="$1" -DCMAKE_CXX_COMPILER="$target-g++"
  "$2" -L "/usr/$target" "$work/$1/answers" >"$work/$1.txt"
  cmp "$work/here.txt" "$work/$1.txt" || fail "$1 finds other pairs"
  echo "$1: the same pairs"
}

can_run aarch64 qemu-aarch64 || can_run i686 qemu-i386 || { echo 'no cross compiler, or no qemu'; exit 77; }
# Here with oneTBB and Highway: library.sh shows that both change nothing.
cc -std=c99 -I"$source/src/c" "$source/tests/install/answers.c" -o "$work/answers" -L"$build" -lphasebox -Wl,-rpath,"$build"
"$work/answers" >"$work/here.txt"
[[ $(wc -l <"$work/here.txt") -ge 39 ]] || fail 'there are fewer broadphases than there were'
compare aarch64 qemu-aarch64
compare i686 qemu-i386
