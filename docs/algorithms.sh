#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Writes docs/algorithms.md from the registries, a picture of every algorithm, and the other pictures that
# need no window.
# Usage: docs/algorithms.sh [FOLDER]   FOLDER instead of docs; it holds an algorithms.md
#
# What stands below the heading "Sources" on the page is written by hand and stays.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
phasebox=${PHASEBOX:-$root/build/release/phasebox}
docs=${1:-$root/docs}
pictures=$docs/pictures
page=$docs/algorithms.md

# The software renderer gives the same pixels on every machine.
export SDL_VIDEODRIVER=offscreen LIBGL_ALWAYS_SOFTWARE=1

# ids KIND: as in the registry.
ids() { "$phasebox" list "$1" --json | sed -n 's/^    "id": "\(.*\)",$/\1/p'; }

# render NAME arguments...
render() {
  local name=$1
  shift
  "$phasebox" render --size 640x360 --out "$pictures/$name.png" "$@"
  echo "$pictures/$name.png"
}

# A broadphase shows how it divides the clumps of a whole field. Auto shows its first frame: which
# algorithm it chooses later depends on measured times.
draw_broadphase() {
  local frames=60
  [[ $1 != auto ]] || frames=0
  render "algorithms/$1" --frames "$frames" --broadphase "$1" --scene clusters --set structure=on --set boundaries=on
}

# A narrowphase shows which of a few large sprites with overlapping boxes touch.
draw_narrowphase() {
  render "algorithms/$1" --frames 60 --narrowphase "$1" --broadphase brute-force --scene mixed-sizes --seed 4 \
    --set world.width=320 --set world.height=180 --set count=22 --set min-size=24 --set max-size=44 \
    --set structure=on --set boxes=on --set candidates=on
}

# draw_scene ID FRAMES on|off: sprites that push each other, with or without their impacts.
draw_scene() { render "scenes/$1" --scene "$1" --frames "$2" --set view.impacts="$3"; }

# The picture that the command in docs/3d-view.md gives.
draw_space() {
  "$phasebox" render --scene clusters --broadphase quadtree --frames 60 --size 1280x720 \
    --set view.space=on --set view.layer-height=80 --out "$pictures/scenes/space.png"
  echo "$pictures/scenes/space.png"
}

draw_scenes() {
  draw_scene billiards 70 on
  draw_scene newtons-cradle 50 on
  draw_scene stack 120 on
  draw_scene pour 120 off # arrows would hide it
  draw_scene breakout 200 on
  draw_space
}

write_page() {
  local sources
  sources=$(sed -n '/^## Sources$/,$p' "$page")
  { "$phasebox" list --markdown && printf '\n%s\n' "$sources"; } >"$page.new"
  mv "$page.new" "$page"
  echo "$page"
}

main() {
  [[ -x $phasebox ]] || { echo "build first: ./run.sh list broadphases"; exit 1; }
  rm -rf "$pictures/algorithms" "$pictures/scenes"
  mkdir -p "$pictures/algorithms" "$pictures/scenes"
  local id
  for id in $(ids broadphases); do draw_broadphase "$id"; done
  for id in $(ids narrowphases); do draw_narrowphase "$id"; done
  draw_scenes
  write_page
}

main "$@"
