#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what is missing, builds, and starts Phasebox with the given arguments, from any directory. With --web it
# builds the page for browsers instead, and serves it on this machine: run.sh --web [PORT]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
build=$root/build/release
phasebox=$build/phasebox

has_display() { [[ -n ${DISPLAY:-} || -n ${WAYLAND_DISPLAY:-} || $OSTYPE == darwin* ]]; }

# False also for a folder that was moved or copied: CMake refuses its cache.
is_configured() {
  [[ -f $build/build.ninja ]] &&
    grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt"
}

# Standard output belongs to Phasebox (`./run.sh pairs boxes.csv > pairs.csv`).
build_phasebox() (
  cd "$root"
  is_configured || cmake --fresh --preset release
  # What is left out is all that Ninja says when nothing has changed.
  cmake --build --preset release |
    sed -e '/Re-checking globbed directories/d' -e '/^ninja: no work to do/d'
) >&2

# Whether the arguments open the window: none, options, or a file. All others name a command.
opens_window() {
  [[ $# == 0 || -e $1 ]] && return
  [[ $1 == -* && ! $1 =~ ^(-h|--help|--version)$ ]]
}

# Of what the window would have shown.
render_instead() {
  local image=$build/picture.png stats=$build/picture.json
  [[ $# == 0 ]] && set -- --scene sprites
  [[ $1 == -* ]] || set -- --scene "$@"
  echo 'No display: rendering 120 frames instead of opening the window.'
  "$phasebox" render --frames 120 --out "$image" --stats "$stats" "$@"
  echo "Last frame: $image"
  echo "Numbers ($stats):"
  cat "$stats"
}

serve_page() {
  "$root/packaging/web/build.sh"
  echo "Open http://localhost:$1/phasebox.html (Ctrl+C ends it), or the file itself: $root/build/web/phasebox.html"
  python3 -m http.server --bind 127.0.0.1 --directory "$root/build/web" "$1" >/dev/null 2>&1 ||
    { echo "run.sh: nothing can be served on port $1; name another one: run.sh --web PORT" >&2; exit 1; }
}

main() {
  [[ ${1:-} != --web ]] || { serve_page "${2:-8000}"; exit; }
  "$root/third_party/install.sh" build libs gui
  build_phasebox
  if opens_window "$@" && ! has_display; then
    render_instead "$@"
  else
    exec "$phasebox" "$@"
  fi
}

main "$@"
