#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Races Phasebox against other libraries and puts the tables and plots into docs/performance-tables.md, and what
# follows from them into docs/performance.md.
# Usage: tests/benchmarks/run.sh [--dry] [SHARE]   --dry leaves docs as they are, SHARE (0.2) is quicker
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
build=$root/build/peers
docs=$root/docs
if [[ ${1:-} == --dry ]]; then
  docs=-
  shift
fi

# put NAME FILE: the file becomes what stands between the markers of that name.
put() {
  awk -v name="$1" -v file="$2" '
    $0 == "<!-- /" name " -->" { inside = 0 }
    !inside { print }
    $0 == "<!-- " name " -->" {
      inside = 1
      print "\n```"
      while ((getline line < file) > 0) print line
      print "```\n"
    }' "$docs/performance-tables.md" >"$build/performance-tables.md"
  cp "$build/performance-tables.md" "$docs/performance-tables.md"
}

"$root/third_party/install.sh" build libs peers
cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DPHASEBOX_GUI=OFF -DPHASEBOX_PEERS=ON \
  -DPHASEBOX_BENCHMARKS=ON
cmake --build "$build" --target phasebox_peers phasebox_bench_narrowphase
"$build/phasebox_bench_narrowphase" | tee "$build/narrowphase.txt"
[[ $docs == - ]] || put narrowphase "$build/narrowphase.txt"
"$build/phasebox_peers" report "$build" "$docs" "${1:-1}"
[[ $docs == - ]] || "$docs/performance.sh"
echo "All numbers: $build/bench.csv, $build/bench.json"
