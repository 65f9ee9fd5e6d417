#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# How fast the window is where a processor draws it, as a table: frames per second of many moving sprites, the time to
# the first frame, what a paused window takes, and the time to the answer for a recording.
# Usage: tests/benchmarks/window.sh [PROGRAM] [SECONDS]   build/release/phasebox, 8; needs Xvfb and xdotool
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
program=$(realpath -m "${1:-$root/build/release/phasebox}")
seconds=${2:-8}
if [[ ! -x $program ]]; then
  echo "window.sh: there is no program $program; ./run.sh builds it" >&2
  exit 2
fi
folder=$(mktemp -d)
exec {ready}<> <(:)
Xvfb -displayfd "$ready" -screen 0 1280x720x24 -nolisten tcp >/dev/null 2>&1 &
server=$!
window=
trap 'kill $window $server 2>/dev/null; rm -rf "$folder"' EXIT
read -r -u "$ready" number
export DISPLAY=:$number LIBGL_ALWAYS_SOFTWARE=1 XDG_CONFIG_HOME=$folder XDG_STATE_HOME=$folder
state=$folder/state.json
ticks=$(getconf CLK_TCK)

value() { sed -n "s/^ \"$1\": \([0-9]*\),\$/\1/p" "$state"; }
now() { date +%s%N; }
processor() { awk '{sub(/^.*\) /, ""); print $12 + $13}' "/proc/$window/stat"; }

# Starts the window with these options; `start` is the time to its first frame, ms.
begin() {
  rm -f "$state"
  local from; from=$(now)
  (cd "$folder" && exec "$program" --size 1280x720 --dump-state "$state" "$@") &
  window=$!
  # The second picture is begun when the first one is on the screen.
  until [[ -s $state && $(value pictures) -ge 2 ]]; do sleep 0.005; kill -0 "$window"; done
  start=$((($(now) - from) / 1000000)) start_cpu=$(($(processor) * 1000 / ticks))
}

finish() {
  kill "$window"
  wait "$window" 2>/dev/null || true
  window=
}

# Of the next seconds: ns, frames, pictures, steps, and ticks of the processor.
watch() {
  local from=0 frames pictures steps used
  from=$(now) frames=$(value frame) pictures=$(value pictures) steps=$(value steps) used=$(processor)
  sleep "$seconds"
  spent=$(($(now) - from)) shown=$(($(value frame) - frames)) cpu=$(($(processor) - used))
  drawn=$(($(value pictures) - pictures)) stepped=$(($(value steps) - steps))
}

row() { printf '| %s | %s | %s |\n' "$@"; }

moving() { # COUNT
  begin --scene uniform --count "$1" --broadphase uniform-grid
  sleep 3  # until it has settled
  watch
  finish
  row "$1 moving sprites, 1280x720" \
    "$(awk -v f="$shown" -v ns="$spent" 'BEGIN { printf "%.2g frames per second", f * 1e9 / ns }')" \
    "$(awk -v f="$shown" -v c="$cpu" -v t="$ticks" -v s="$stepped" \
      'BEGIN { printf "a frame takes %.0f ms of the processor; %.1f steps a frame", c * 1000 / t / f, s / f }')"
}

paused() {
  begin --scene sprites
  xdotool search --sync --onlyvisible --name Phasebox windowfocus key p
  sleep 3
  watch
  finish
  row 'paused and untouched' \
    "$(awk -v ns="$spent" -v c="$cpu" -v t="$ticks" 'BEGIN { printf "%.2g %% of a core", c / t * 1e11 / ns }')" \
    "$drawn pictures"
}

# A game's recording: boxes of 12 px that move evenly in a field of 1,600 px, each its own way.
recording() { # BOXES FRAMES
  awk -v boxes="$1" -v frames="$2" 'BEGIN {
    srand(1)
    for (i = 0; i < boxes; ++i) { x[i] = 1600 * rand(); y[i] = 1600 * rand(); u[i] = 2 * rand() - 1; v[i] = 2 * rand() - 1 }
    print "frame,id,min_x,min_y,max_x,max_y"
    for (f = 0; f < frames; ++f)
      for (i = 0; i < boxes; ++i) {
        x[i] = (x[i] + u[i] + 1600) % 1600; y[i] = (y[i] + v[i] + 1600) % 1600
        printf "%d,%d,%.3f,%.3f,%.3f,%.3f\n", f, i, x[i], y[i], x[i] + 12, y[i] + 12
      }
  }' >"$folder/recording.csv"
}

# From the start of a window that opens a recording to the card with its answer, without a click.
answer() { # BOXES FRAMES
  recording "$@"
  local from; from=$(now)
  begin recording.csv
  until grep -q '"tune.apply"' "$state"; do sleep 0.01; kill -0 "$window"; done
  row "answer for a recording of $1 boxes in $2 frames" "$((($(now) - from) / 1000000)) ms" 'from the start of the window; no click'
  finish
}

printf '### The window, drawn by the processor\n\n| what | reached | where |\n|---|---|---|\n'
moving 10000
moving 100000
begin
finish
row 'start to the first frame' "$start ms" "$start_cpu ms of the processor"
paused
answer 5000 600
