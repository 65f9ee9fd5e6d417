#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The npm package, from nothing: packaging/npm/build.sh [--folder]
# Makes build/npm/phasebox, a folder that can be imported, and of it phasebox-VERSION.tgz; with --folder not the latter.
# With --assemble FOLDER MODULE SCALAR it compiles nothing, and makes such a folder of two modules that are there.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
here=$root/packaging/npm
package=$root/build/npm/phasebox

build() { # build NAME with-vectors
  cmake -S "$here" -B "$root/build/npm/$1" -G Ninja -DCMAKE_BUILD_TYPE=Release -DPHASEBOX_SIMD="$2" \
    -DCMAKE_TOOLCHAIN_FILE="$here/wasm.cmake" >/dev/null
  cmake --build "$root/build/npm/$1"
}

assemble() { # assemble FOLDER MODULE SCALAR
  mkdir -p "$1"
  cp "$here"/phasebox/* "$root/LICENSE" "$1"
  cp "$2" "$1/phasebox.wasm"
  cp "$3" "$1/phasebox-scalar.wasm"
  local version
  version=$(sed -n 's/.*kVersion = "\(.*\)".*/\1/p' "$root/src/base/version.hpp")
  sed -i "s/\"version\": \"0.0.0\"/\"version\": \"$version\"/" "$1/package.json"
}

main() {
  [[ ${1:-} != --assemble ]] || { assemble "${@:2}"; exit; }
  "$root/third_party/install.sh" build wasm
  build simd ON
  build scalar OFF
  assemble "$package" "$root"/build/npm/{simd,scalar}/phasebox.wasm
  [[ ${1:-} == --folder ]] || (cd "$package" && npm pack --pack-destination ..)
}

main "$@"
