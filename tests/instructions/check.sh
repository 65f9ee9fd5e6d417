#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the library as released, counts with valgrind the instructions of its own functions on fixed small workloads, and
# names what takes over 10 % more than counts.txt says. That warns: the exit code is 0. --update writes counts.txt.
# Usage: tests/instructions/check.sh [--update]
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
build=$here/../../build/instructions
skip() { echo "instructions: not counted: $*"; exit 0; }

command -v valgrind >/dev/null || skip 'valgrind is not installed; third_party/install.sh nightly installs it'
mkdir -p "$build"
log=$build/log.txt
{
  env -u CFLAGS -u CXXFLAGS -u LDFLAGS cmake -S "$here" -B "$build" -G Ninja -DCMAKE_CXX_COMPILER=g++ &&
    cmake --build "$build" --target phasebox_instructions
} >"$log" 2>&1 || { tail -30 "$log" >&2; exit 1; }

rm -f "$build/callgrind.out"
code=0
valgrind --tool=callgrind --callgrind-out-file="$build/callgrind.out" --combine-dumps=yes --collect-atstart=no \
  "$build/phasebox_instructions" >"$log" 2>&1 || code=$?
((code != 77)) || skip 'this processor has no AVX2'
((code == 0)) || { grep -v '^==.*Events' "$log" | tail -30 >&2; exit 1; }
{
  echo "# Instructions of the library on fixed small workloads, written by check.sh --update. auto is left out: which"
  echo "# algorithm it runs depends on measured times."
  echo "# counted with: $("$build/phasebox_instructions" --build)"
  awk -f "$here/sum.awk" "$build/callgrind.out"
} >"$build/counts.txt"

# Only what takes more is a warning: not what takes fewer, what is new or what is gone.
awk '/^#/ { next } NR == FNR { was[$1 " on " $2] = $3; next }
  { key = $1 " on " $2; n += key in was }
  key in was && $3 > 1.1 * was[key] {
    printf "WARNING: %s: %d instructions, %+.0f %%\n", key, $3, 100 * ($3 / was[key] - 1); more++
  }
  END { printf "%d counts compared, %d take over 10 %% more\n", n, more }' "$here/counts.txt" "$build/counts.txt"
[[ $(grep counted "$here/counts.txt") == $(grep counted "$build/counts.txt") ]] ||
  echo "recorded and now with different tools: $(grep -h counted "$here/counts.txt" "$build/counts.txt" | paste -sd ';')"
if [[ ${1:-} == --update ]]; then cp "$build/counts.txt" "$here/counts.txt"; fi
