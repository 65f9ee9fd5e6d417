#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The library alone, built for arm64 (run by qemu), 32-bit x86 (which a 64-bit one runs itself, ten times as fast as
# qemu) and Windows (run by Wine): it finds the pairs that it finds here, and its tests pass. Needs Debian's cross compilers, qemu-user, wine64 and googletest; leaves out what
# is not there, and ends with 77 where nothing is. other_processor.sh SOURCE_DIR BUILD_DIR CXX
set -euo pipefail

source=$(cd "$1" && pwd) build=$(cd "$2" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "other_processor.sh: $*" >&2; exit 1; }

# compare NAME SYSTEM PREFIX SUFFIX RUN...: builds with the compilers PREFIX-gccSUFFIX and -g++SUFFIX, and runs by RUN.
compare() {
  local name=$1 system=$2 cc=$3-gcc$4 cxx=$3-g++$4 to=$work/$1
  shift 4
  { command -v "$cxx" && command -v "$1"; } >/dev/null || { echo "$name: no $cxx, or no $1"; return; }
  {
    cmake -S "$source" -B "$to" -G Ninja -DCMAKE_BUILD_TYPE=Release -DPHASEBOX_LIBRARY_ONLY=ON -DPHASEBOX_TESTS=ON \
      -DPHASEBOX_TBB=OFF -DPHASEBOX_SIMD=OFF -DPHASEBOX_WERROR=ON -DCMAKE_SYSTEM_NAME="$system" \
      -DCMAKE_SYSTEM_PROCESSOR="$name" -DCMAKE_C_COMPILER="$cc" -DCMAKE_CXX_COMPILER="$cxx" && cmake --build "$to" &&
      "$cc" -std=c99 -I"$source/src/c" "$source/tests/install/answers.c" -o "$to/answers.exe" -L"$to" -lphasebox -Wl,-rpath,"$to"
  } >"$to.log" 2>&1 || fail "$name: $(tail -20 "$to.log")"
  "$@" "$to/answers.exe" | tr -d '\r' >"$to.txt"
  cmp "$work/here.txt" "$to.txt" || fail "$name finds other pairs"
  "$@" "$(echo "$to"/tests/library/phasebox_library_tests*)" --gtest_brief=1 || fail "$name: tests fail"
  echo "$name: the same pairs, and its tests pass"
  ran=yes
}

# Here with oneTBB and Highway: library.sh shows that both change nothing.
cc -std=c99 -I"$source/src/c" "$source/tests/install/answers.c" -o "$work/answers" -L"$build" -lphasebox -Wl,-rpath,"$build"
"$work/answers" >"$work/here.txt"
[[ $(wc -l <"$work/here.txt") -ge 39 ]] || fail 'there are fewer broadphases than there were'
ran=
export WINEPREFIX=$work/wine WINEDEBUG=-all PATH=$PATH:/usr/lib/wine
compare aarch64 Linux aarch64-linux-gnu '' qemu-aarch64 -L /usr/aarch64-linux-gnu
compare i686 Linux i686-linux-gnu '' /usr/i686-linux-gnu/lib/ld-linux.so.2 --library-path /usr/i686-linux-gnu/lib
compare x86_64 Windows x86_64-w64-mingw32 -posix wine64
[[ -n $ran ]] || exit 77
