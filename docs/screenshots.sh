#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Takes the film of the README, and the pictures of the window in docs/pictures by driving the real window on a display of its own.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
pictures=$root/docs/pictures
phasebox=$root/build/release/phasebox
display=:97
work=$(mktemp -d)
server='' window=''

stop() {
  [[ -z $window ]] || kill "$window" 2>/dev/null || true
  [[ -z $server ]] || kill "$server" 2>/dev/null || true
  wait 2>/dev/null || true
  window='' server=''
}
trap 'stop; rm -rf "$work"' EXIT

# await WHAT COMMAND...: tries until it succeeds, for 20 s at most.
await() {
  local what=$1
  shift
  for _ in $(seq 200); do
    "$@" >/dev/null 2>&1 && return
    sleep 0.1
  done
  echo "screenshots.sh: waited 20 s for $what"
  exit 1
}

# start WxH arguments...: opens the window and waits until it draws.
start() {
  local size=$1
  shift
  stop
  # Without -noreset the server starts over when xdotool, its only client, leaves, and disconnects a
  # client that is connecting at that moment.
  Xvfb "$display" -noreset -screen 0 "${size}x24" >/dev/null 2>&1 &
  server=$!
  export DISPLAY=$display XDG_CONFIG_HOME=$work/config
  rm -rf "$work/config" "$work"/phasebox-*.png
  mkdir -p "$work/config/phasebox"
  echo '{}' >"$work/config/phasebox/settings.json"  # no first-start line
  await 'the X server' xdotool getdisplaygeometry
  (cd "$work" && exec "$phasebox" --size "$size" --dump-state "$work/state.json" "$@") &
  window=$!
  await 'the window' xdotool search --onlyvisible --name Phasebox
  sleep 3
}

key() { xdotool key "$1"; sleep 0.3; }

# drag X Y DX DY: press, move in small steps, release.
drag() {
  xdotool mousemove "$1" "$2"
  sleep 0.2
  xdotool mousedown 1
  for _ in $(seq 20); do
    xdotool mousemove_relative -- "$(($3 / 20))" "$(($4 / 20))"
    sleep 0.03
  done
  sleep 0.4
  xdotool mouseup 1
  sleep 0.3
}

# click_at X Y
click_at() { xdotool mousemove "$1" "$2"; sleep 0.3; xdotool click 1; sleep 0.3; }

# click WIDGET: in its middle, by the name that it has in the state.
click() {
  local at
  await "$1" grep -q "\"$1\": \[" "$work/state.json"
  at=$(grep -A4 "\"$1\": \[" "$work/state.json" | tr -d ' ,' |
    awk 'NR > 1 { v[NR] = $1 } END { print int((v[2] + v[4]) / 2), int((v[3] + v[5]) / 2) }')
  # shellcheck disable=SC2086
  xdotool mousemove $at
  sleep 0.3
  xdotool click 1
  sleep 0.3
}

# take NAME [X Y]: the program's own screenshot key, with the pointer there or out of the way.
take() {
  xdotool mousemove "${2:-5}" "${3:-400}"
  sleep 1
  xdotool key F12
  await 'the screenshot' compgen -G "$work/phasebox-*.png"
  sleep 0.3
  mv "$work"/phasebox-*.png "$pictures/$1.png"
  echo "$pictures/$1.png"
}

# The film that the README opens with: RDC cutting a field.
draw_film() {
  SDL_VIDEODRIVER=offscreen LIBGL_ALWAYS_SOFTWARE=1 "$phasebox" render --scene sprites --frames 240 \
    --set rdc.group-size=2 --walk --size 900x506 --animate "$pictures/rdc.webp"
  echo "$pictures/rdc.webp"
}

main() {
  mkdir -p "$pictures"
  [[ -x $phasebox ]] || { echo "build first: ./run.sh list scenes"; exit 1; }
  "$root/third_party/install.sh" test
  draw_film
  start 1280x720 --lesson clustering
  drag 180 278 160 0
  take lessons
  start 1280x720 --scene walls
  take walls
  start 1280x720 --scene walls --set color-by=cost --broadphase quadtree
  key p
  key w
  click_at 470 265
  take why 300 538
  start 1280x720 --scene clusters --set rdc.contact-threshold=8
  key y
  click accuracy.start
  sleep 8
  take accuracy
  start 1280x720 --scene sprites --set group-size=4
  for _ in $(seq 24); do key F10; done
  take xray
  start 1280x720 --scene mixed-sizes
  key shift+a
  sleep 4
  take lanes
  start 1280x720 --scene mixed-sizes
  key a
  sleep 8
  take race
  start 1280x720 "$root/examples/trace.csv"
  take recording
  start 1280x720 --scene uniform --set scene.count=1500
  key u
  click tune.start
  sleep 25
  take tune
  start 1280x720 --scene uniform
  key h
  click scaling.start
  sleep 45
  take scaling
}

main "$@"
