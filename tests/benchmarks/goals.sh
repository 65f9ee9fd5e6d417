#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Measures what is asked of the speed of Phasebox, twice in a row, and puts the tables into docs/performance.md.
# Usage: tests/benchmarks/goals.sh [--dry] [TOPIC...]   --dry leaves docs as they are; topics are measured again, the
# tables of others stay
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
build=$root/build/peers
page=$root/docs/performance.md
if [[ ${1:-} == --dry ]]; then
  page=
  shift
fi

"$root/third_party/install.sh" build libs peers
cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DPHASEBOX_GUI=OFF -DPHASEBOX_PEERS=ON \
  -DPHASEBOX_BENCHMARKS=ON
cmake --build "$build" --target phasebox_goals
mapfile -t topics < <("$build/phasebox_goals" --list && echo window)
(($#)) && topics=("$@")

# The table of a topic becomes what stands between its markers; a new topic comes last.
put() {
  awk -v name="goal-$1" -v file="$2" '
    function table(line) { print ""; while ((getline line < file) > 0) print line }
    $0 == "<!-- /" name " -->" { inside = 0 }
    $0 == "<!-- /goals -->" && !seen { print "<!-- " name " -->"; table(); print "<!-- /" name " -->\n" }
    !inside { print }
    $0 == "<!-- " name " -->" { inside = 1; seen = 1; table() }' "$page" >"$build/performance.md"
  cp "$build/performance.md" "$page"
}

measure() {
  case $1 in
    window) "$root/tests/benchmarks/window.sh" ;;  # of build/release, as run.sh leaves it
    *) "$build/phasebox_goals" --runs 2 "$1" ;;
  esac
}

for topic in "${topics[@]}"; do
  measure "$topic" | tee "$build/goals-$topic.md"
  [[ -z $page ]] || put "$topic" "$build/goals-$topic.md"
done
