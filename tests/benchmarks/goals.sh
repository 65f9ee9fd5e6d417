#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Measures what is asked of the speed of Phasebox, twice in a row, and puts the rows into goals/results.txt.
# Usage: tests/benchmarks/goals.sh [--dry] [TOPIC...]   --dry leaves the file as it is; the rows of topics that are not
# named stay
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
build=$root/build/peers
results=$root/tests/benchmarks/goals/results.txt
if [[ ${1:-} == --dry ]]; then
  results=
  shift
fi

"$root/third_party/install.sh" build libs peers
cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DPHASEBOX_GUI=OFF -DPHASEBOX_PEERS=ON \
  -DPHASEBOX_BENCHMARKS=ON
cmake --build "$build" --target phasebox_goals
mapfile -t topics < <("$build/phasebox_goals" --list && echo window)
(($#)) && topics=("$@")

# Rows of a topic: the cells of its table, without its head.
rows() { awk '/^[|] / && !/^[|] goal / { sub(/^[|] /, ""); sub(/[ |]+$/, ""); print }' "$1"; }

# The rows of a topic become those below its name; a new topic comes last.
put() {
  grep -qxF "[$1]" "$results" || printf '\n[%s]\n' "$1" >>"$results"
  rows "$2" >"$build/rows.txt"
  awk -v name="[$1]" -v file="$build/rows.txt" '
    /^$/ || /^\[/ || /^tried:/ { inside = 0 }
    !inside { print }
    $0 == name { inside = 1; while ((getline line < file) > 0) print line }' "$results" >"$build/results.txt"
  cp "$build/results.txt" "$results"
}

measure() {
  case $1 in
    window) "$root/tests/benchmarks/window.sh" ;;  # of build/release, as run.sh leaves it
    *) "$build/phasebox_goals" --runs 2 "$1" ;;
  esac
}

for topic in "${topics[@]}"; do
  measure "$topic" | tee "$build/goals-$topic.md"
  [[ -z $results ]] || put "$topic" "$build/goals-$topic.md"
done
