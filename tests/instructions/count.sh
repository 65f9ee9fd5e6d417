#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the library as released and counts the instructions of its own functions on fixed small workloads, with
# valgrind: the same numbers on every machine. Says what they depend on, then a line "ENTRY WORKLOAD INSTRUCTIONS" each.
# Ends with 77 where they cannot be counted. count.sh BUILD_DIR CXX
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
build=$1/instructions
compiler=$(command -v "$2")
# By its own name, so that c++ and g++ share a build; not where it is a compiler cache in disguise.
[[ $(readlink -f "$compiler") == *ccache ]] || compiler=$(readlink -f "$compiler")
skip() { echo "instructions: not counted: $*" >&2; exit 77; }

command -v valgrind >/dev/null || skip 'valgrind is not installed; third_party/install.sh test installs it'
mkdir -p "$build"
log=$build/log.txt
{
  env -u CFLAGS -u CXXFLAGS -u LDFLAGS cmake -S "$here" -B "$build" -G Ninja \
    -DCMAKE_CXX_COMPILER="$compiler" && cmake --build "$build" --target phasebox_instructions
} >"$log" 2>&1 || { tail -30 "$log" >&2; exit 1; }

"$build/phasebox_instructions" --build
rm -f "$build/callgrind.out"
code=0
valgrind --tool=callgrind --callgrind-out-file="$build/callgrind.out" --combine-dumps=yes --collect-atstart=no \
  "$build/phasebox_instructions" >"$log" 2>&1 || code=$?
((code != 77)) || skip 'this processor has no AVX2'
((code == 0)) || { grep -v '^==.*Events' "$log" | tail -30 >&2; exit 1; }
awk -f "$here/sum.awk" "$build/callgrind.out"
