#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Races Phasebox against other libraries, leaves all tables and plots in build/peers/report, and puts what follows from
# them into docs/performance.md.
# Usage: tests/benchmarks/run.sh [--dry] [SHARE]   --dry leaves docs as they are, SHARE (0.2) is quicker
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
build=$root/build/peers
report=$build/report is_dry=
if [[ ${1:-} == --dry ]]; then
  is_dry=yes
  shift
fi

"$root/third_party/install.sh" build libs peers
cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DPHASEBOX_GUI=OFF -DPHASEBOX_PEERS=ON \
  -DPHASEBOX_BENCHMARKS=ON
cmake --build "$build" --target phasebox_peers phasebox_bench_narrowphase
mkdir -p "$report/pictures"
{
  printf '<!-- %s -->\n' machine /machine traits /traits extras /extras tables /tables narrowphase
  "$build/phasebox_bench_narrowphase" | tee /dev/stderr
  echo '<!-- /narrowphase -->'
} >"$report/performance-tables.md"
"$build/phasebox_peers" report "$build" "$report" "${1:-1}"
[[ -n $is_dry ]] || "$root/docs/performance.sh"
echo "All numbers: $build/bench.csv, $build/bench.json, $report/performance-tables.md"
