#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Races the npm package against others of npm, in one run with the pairs checked, and puts the table into its README.
# Usage: tests/benchmarks/npm/run.sh [--dry] [SECONDS]   --dry leaves the README as it is; SECONDS (10) for each scene
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd -P)
is_dry=
if [[ ${1:-} == --dry ]]; then
  is_dry=yes
  shift
fi

"$root/packaging/npm/build.sh" --folder
work=$root/build/npm/bench
mkdir -p "$work"
npm install --prefix "$work" --silent --no-audit --no-fund rbush@4 flatbush@4 kdbush@4 d3-quadtree@3 \
  @timohausmann/quadtree-js@1 detect-collisions@9
rm -rf "$work/node_modules/phasebox"
cp -r "$root/build/npm/phasebox" "$work/node_modules/phasebox"
cp "$root"/tests/benchmarks/npm/*.mjs "$work"
node --expose-gc "$work/bench.mjs" "${1:-10}" | tee "$work/table.md"

if [[ -z $is_dry ]]; then
  readme=$root/packaging/npm/phasebox/README.md
  sed -i -e '/<!-- table -->/,/<!-- \/table -->/{//!d}' -e "/<!-- table -->/r $work/table.md" "$readme"
fi
