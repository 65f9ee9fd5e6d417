#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# How fast the window is where a processor draws it: frames per second and the processor's time per
# frame for many moving sprites, the time to the first frame, and what a paused window takes.
# Usage: tests/benchmarks/window.sh [PROGRAM] [SECONDS]   build/release/phasebox, 8; needs Xvfb and xdotool
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
program=$(realpath "${1:-$root/build/release/phasebox}")
seconds=${2:-8}
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

printf '%-28s %9s %12s %12s\n' 'moving sprites' 'frames/s' 'CPU ms/frame' 'steps/frame'
for count in 10000 100000; do
  begin --scene uniform --count $count --broadphase uniform-grid
  sleep 3  # until it has settled
  watch
  awk -v n=$count -v f="$shown" -v ns="$spent" -v c="$cpu" -v t="$ticks" -v s="$stepped" \
    'BEGIN { printf "%-28d %9.1f %12.1f %12.1f\n", n, f * 1e9 / ns, c * 1000 / t / f, s / f }'
  finish
done
begin
printf '%-28s %9d   (%d ms of the processor)\n' 'ms to the first frame' "$start" "$start_cpu"
finish
begin --scene flash
xdotool search --sync --onlyvisible --name Phasebox windowfocus key p
sleep 3
watch
awk -v ns="$spent" -v c="$cpu" -v t="$ticks" -v d="$drawn" \
  'BEGIN { printf "%-28s %9.1f   (%d pictures)\n", "paused, % of a core", c / t * 1e11 / ns, d }'
finish
