#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What run.sh starts where there is no display, with a program that only prints its arguments:
# run_without_display.sh SOURCE_DIR ...
set -euo pipefail

source=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "run_without_display.sh: $*" >&2; exit 1; }

stub() {
  mkdir -p "$(dirname "$1")"
  printf '#!/usr/bin/env bash\n%s\n' "$2" >"$1"
  chmod +x "$1"
}
stub "$work/third_party/install.sh" ''
stub "$work/bin/cmake" ''
stub "$work/build/release/phasebox" 'echo "called: $*"; while (($#)); do [[ $1 == --stats ]] && echo {} >"$2"; shift; done'
cp "$source/run.sh" "$work/run.sh"
echo '{}' >"$work/my scene.json"

expect() {
  local expected=$1 said
  shift
  said=$(cd "$work" && env -u DISPLAY -u WAYLAND_DISPLAY PATH="$work/bin:$PATH" ./run.sh "$@" 2>&1)
  grep -qF -e "$expected" <<<"$said" || fail "run.sh $*: '$expected' is not in: $said"
}

[[ $OSTYPE != darwin* ]] || exit 0 # there is always a display
expect '--scene sprites'
expect 'render --frames 120'
expect '--scene walls --set rdc.group-size=4' --scene walls --set rdc.group-size=4
expect '--scene my scene.json' 'my scene.json'
expect 'called: list scenes' list scenes
expect 'called: --help' --help
expect 'called: chekc --seconds 5' chekc --seconds 5
