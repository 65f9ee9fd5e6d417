#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The page, from nothing: build/web/phasebox.html, one file that needs no server: packaging/web/build.sh [--tests]
# With --tests also what its tests and those of the npm package run, in build/web/module, of the same objects.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
here=$root/packaging/web
build=$root/build/web

build_module() {
  subset_inter
  cmake -S "$root" -B "$build/module" -G Ninja -DCMAKE_BUILD_TYPE=Release -DPHASEBOX_WEB=ON \
    -DCMAKE_TOOLCHAIN_FILE="$root/packaging/npm/wasm.cmake" -DPHASEBOX_IMGUI="$build/imgui" \
    -DPHASEBOX_FONTS="$build/fonts" -DPHASEBOX_TESTS="$1" >/dev/null
  cmake --build "$build/module" | sed -e '/Re-checking globbed/d' -e '/^ninja: no work to do/d'
}

embed() { # embed ID FILE
  echo "<script type=\"text/plain\" id=\"$1\">"
  gzip -9nc "$2" | base64 -w 0
  echo '</script>'
}

# Takes letters out of one of the desktop's fonts: subset OUTPUT FILE LETTERS...
subset() {
  hb-subset --no-hinting --layout-features= --output-file="$1" "${@:3}" "/usr/share/fonts/$2"
}

# Of Inter, the letters that are drawn: src/ui/widgets/dear_imgui.cpp. The module carries them.
subset_inter() {
  local source=$root/src/ui/widgets/dear_imgui.cpp weight letters
  letters=--unicodes=$(sed -n '/kGlyphs\[\] = {/,/};/p' "$source" | grep -o '0x[0-9A-F]*' | sed 's/0x//' | paste -sd '-,')
  mkdir -p "$build/fonts"
  for weight in Regular Bold; do
    [[ $build/fonts/Inter-$weight.otf -nt $source ]] ||
      subset "$build/fonts/Inter-$weight.otf" "opentype/inter/Inter-$weight.otf" "$letters"
  done
}

# The scripts share their names, as one.
write_page() {
  cat "$here/page/page.html"
  embed wasm "$build/module/phasebox.wasm"
  cat "$root"/assets/{languages,lessons}/*.json <(echo 中文) >"$build/letters.txt"
  subset "$build/chinese.ttf" truetype/wqy/wqy-microhei.ttc --face-index=0 --text-file="$build/letters.txt"
  embed chinese "$build/chinese.ttf"
  echo '<script>'
  cat "$here"/page/{files,gl,page}.js
  echo '</script>'
}

# Whether something that is in the page is newer than the page.
is_old() {
  local page=$build/phasebox.html
  [[ ! -f $page || -n $(find "$build/module/phasebox.wasm" "$here/build.sh" "$here/page" "$root"/assets/{languages,lessons} \
    -newer "$page") ]]
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
