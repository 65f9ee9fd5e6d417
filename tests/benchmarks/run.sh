#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Races Phasebox against other libraries and puts the tables and plots into docs/performance.md.
# Usage: tests/benchmarks/run.sh [--dry] [SHARE]   --dry leaves docs as they are, SHARE (0.2) is quicker
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
build=$root/build/peers
docs=$root/docs
if [[ ${1:-} == --dry ]]; then
  docs=-
  shift
fi

"$root/third_party/install.sh" build libs peers
cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DPHASEBOX_GUI=OFF -DPHASEBOX_PEERS=ON
cmake --build "$build" --target phasebox_peers
"$build/phasebox_peers" report "$build" "$docs" "${1:-1}"
echo "All numbers: $build/bench.csv, $build/bench.json"
