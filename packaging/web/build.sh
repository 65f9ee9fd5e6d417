#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The page, from nothing: build/web/phasebox.html, one file that needs no server: packaging/web/build.sh [--tests]
# With --tests also what its tests and those of the npm package run, in build/web/module, of the same objects.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
here=$root/packaging/web
build=$root/build/web

build_module() {
  cmake -S "$root" -B "$build/module" -G Ninja -DCMAKE_BUILD_TYPE=Release -DPHASEBOX_WEB=ON \
    -DCMAKE_TOOLCHAIN_FILE="$root/packaging/npm/wasm.cmake" -DPHASEBOX_IMGUI="$build/imgui" -DPHASEBOX_TESTS="$1" >/dev/null
  cmake --build "$build/module" | sed -e '/Re-checking globbed/d' -e '/^ninja: no work to do/d'
}

embed() { # embed ID FILE
  echo "<script type=\"text/plain\" id=\"$1\">"
  gzip -9nc "$2" | base64 -w 0
  echo '</script>'
}

# Of the desktop's fonts, the letters that are drawn: src/ui/widgets/dear_imgui.cpp. font ID FILE LETTERS...
font() {
  hb-subset --no-hinting --layout-features= --output-file="$build/$1.ttf" "${@:3}" "/usr/share/fonts/truetype/$2"
  embed "$1" "$build/$1.ttf"
}

# The scripts share their names, as one.
write_page() {
  local latin
  latin=--unicodes=$(sed -n '/kGlyphs\[\] = {/,/};/p' "$root/src/ui/widgets/dear_imgui.cpp" | grep -o '0x[0-9A-F]*' | sed 's/0x//' | paste -sd '-,')
  cat "$here/page/page.html"
  embed wasm "$build/module/phasebox.wasm"
  font latin dejavu/DejaVuSans.ttf "$latin"
  font bold dejavu/DejaVuSans-Bold.ttf "$latin"
  cat "$root"/assets/{languages,lessons}/*.json <(echo 中文) >"$build/letters.txt"
  font chinese wqy/wqy-microhei.ttc --face-index=0 --text-file="$build/letters.txt"
  echo '<script>'
  cat "$here"/page/{files,gl,page}.js
  echo '</script>'
}

# Whether something that is in the page is newer than the page.
is_old() {
  local page=$build/phasebox.html
  [[ ! -f $page || -n $(find "$build/module/phasebox.wasm" "$here/build.sh" "$here/page" "$root"/assets/{languages,lessons} \
    "$root/src/ui/widgets/dear_imgui.cpp" -newer "$page") ]]
}

main() {
  "$root/third_party/install.sh" build libs wasm web
  "$root/third_party/sources.sh" imgui "$build/imgui"
  build_module "$([[ ${1:-} == --tests ]] && echo ON || echo OFF)"
  is_old || return 0
  write_page >"$build/phasebox.html.new"
  mv "$build/phasebox.html.new" "$build/phasebox.html"
  echo "$build/phasebox.html: $(gzip -9c "$build/phasebox.html" | wc -c) bytes compressed"
}

main "$@"
