#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Writes docs/algorithms.md from the registries, and a picture of every algorithm.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
phasebox=${PHASEBOX:-$root/build/release/phasebox}
pictures=$root/docs/pictures/algorithms

# ids KIND: as in the registry.
ids() { "$phasebox" list "$1" --json | sed -n 's/^    "id": "\(.*\)",$/\1/p'; }

render() {
  local id=$1
  shift
  "$phasebox" render --size 640x360 --frames 60 --out "$pictures/$id.png" "$@"
  echo "$pictures/$id.png"
}

# A broadphase shows how it divides the clumps of a whole field.
draw_broadphase() { render "$1" --broadphase "$1" --scene clusters --set structure=on --set boundaries=on; }

# A narrowphase shows which of a few large sprites with overlapping boxes touch.
draw_narrowphase() {
  render "$1" --narrowphase "$1" --broadphase brute-force --scene mixed-sizes --seed 4 \
    --set world.width=320 --set world.height=180 --set count=22 --set min-size=24 --set max-size=44 \
    --set structure=on --set boxes=on --set candidates=on
}

main() {
  [[ -x $phasebox ]] || { echo "build first: ./run.sh list broadphases"; exit 1; }
  rm -rf "$pictures"
  mkdir -p "$pictures"
  local id
  for id in $(ids broadphases); do draw_broadphase "$id"; done
  for id in $(ids narrowphases); do draw_narrowphase "$id"; done
  "$phasebox" list --markdown >"$root/docs/algorithms.md"
  echo "$root/docs/algorithms.md"
}

main "$@"
