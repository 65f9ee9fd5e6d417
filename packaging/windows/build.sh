#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The program for Windows, from nothing: build/windows/phasebox-windows-x64.zip: packaging/windows/build.sh [--tests]
# Times and folders are kept out of the zip, so that two builds can be compared.
# The libraries are the windows rows of third_party/packages.txt.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
here=$root/packaging/windows
build=$root/build/windows
prefix=$build/prefix

say() { echo "packaging/windows: $*"; }

# Builds a library by CMake once: by_cmake PACKAGE [--in FOLDER] OPTION...
by_cmake() {
  local package=$1 in=.
  shift
  [[ $1 != --in ]] || { in=$2; shift 2; }
  [[ ! -e $build/$package.done ]] || return 0
  say "$package"
  cmake -S "$build/sources/$package/$in" -B "$build/libraries/$package" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_TOOLCHAIN_FILE="$here/mingw.cmake" -DCMAKE_INSTALL_PREFIX="$prefix" -DBUILD_SHARED_LIBS=OFF "$@"
  cmake --build "$build/libraries/$package"
  cmake --install "$build/libraries/$package"
  touch "$build/$package.done"
}

# By meson.
build_epoxy() {
  [[ ! -e $build/libepoxy.done ]] || return 0
  meson setup "$build/libraries/libepoxy" "$build/sources/libepoxy" --cross-file "$here/mingw.ini" --prefix "$prefix" --libdir lib \
    --buildtype release -Ddefault_library=static -Dtests=false -Degl=no -Dglx=no -Dx11=false -Dc_args="-ffile-prefix-map=$root=."
  ninja -C "$build/libraries/libepoxy" install
  touch "$build/libepoxy.done"
}

build_libraries() {
  local package
  for package in $(sed -n 's/^windows-source *| *\([^ ]*\) .*/\1/p' "$root/third_party/packages.txt"); do
    "$root/third_party/sources.sh" "$package" "$build/sources/$package"
  done
  by_cmake fmtlib -DFMT_TEST=OFF -DFMT_DOC=OFF
  by_cmake cli11 -DCLI11_BUILD_TESTS=OFF -DCLI11_BUILD_EXAMPLES=OFF -DCLI11_BUILD_DOCS=OFF
  by_cmake nlohmann-json3 -DJSON_BuildTests=OFF
  by_cmake libzstd --in build/cmake -DZSTD_BUILD_PROGRAMS=OFF -DZSTD_BUILD_SHARED=OFF
  by_cmake libwebp -DWEBP_BUILD_{ANIM_UTILS,CWEBP,DWEBP,GIF2WEBP,IMG2WEBP,VWEBP,WEBPINFO,WEBPMUX,EXTRAS}=OFF
  by_cmake onetbb -DTBB_TEST=OFF -DTBBMALLOC_BUILD=OFF -DTBB_STRICT=OFF
  by_cmake highway -DHWY_ENABLE_CONTRIB=OFF -DHWY_ENABLE_EXAMPLES=OFF -DHWY_ENABLE_TESTS=OFF -DBUILD_TESTING=OFF
  by_cmake libsdl2 -DSDL_SHARED=OFF -DSDL_TEST=OFF
  build_epoxy
}

# With headers, the import library, and the licenses of all that is inside.
pack() {
  local folder=$build/phasebox license package
  rm -rf "$folder" "$build/phasebox-windows-x64.zip"
  mkdir -p "$folder/licenses" "$folder/library"
  cp "$build"/program/phasebox{,-cli}.exe "$folder"
  cp "$build/program/phasebox.dll" "$build/program/libphasebox.dll.a" "$folder/library"
  cp "$root"/src/c/phasebox.h "$root"/src/c/phasebox{,_plugin}.hpp "$folder/library"
  x86_64-w64-mingw32-strip -p "$folder"/*.exe "$folder"/library/*.dll  # or it would write the time into them
  sed 's/$/\r/' "$here/README.txt" >"$folder/README.txt"
  cp "$root/LICENSE" "$folder/licenses/phasebox.txt"
  for license in "$build"/sources/*/{COPYING,LICENSE,LICENSE.txt,LICENSE.rst,LICENSE.MIT}; do
    package=$(basename "$(dirname "$license")")
    [[ ! -e $license ]] || cp "$license" "$folder/licenses/$package.txt"
  done
  for package in libstb-dev libz-mingw-w64-dev gcc-mingw-w64-x86-64-posix-runtime mingw-w64-x86-64-dev fonts-inter; do
    cp "/usr/share/doc/$package/copyright" "$folder/licenses/$package.txt"
  done
  find "$folder" -exec touch -d @0 {} +  # the same bytes whenever it is made
  (cd "$build" && find phasebox | LC_ALL=C sort | TZ=UTC zip -q -X -9 -@ phasebox-windows-x64.zip)
  say "$build/phasebox-windows-x64.zip: $(stat -c %s "$build/phasebox-windows-x64.zip") bytes"
}

main() {
  local tests=OFF
  [[ ${1:-} != --tests ]] || tests=ON
  # shellcheck disable=SC2046 # a word, or none
  "$root/third_party/install.sh" build libs windows $([[ $tests == OFF ]] || echo test)
  mkdir -p "$build"
  build_libraries >"$build/libraries.log" 2>&1 || { tail -20 "$build/libraries.log"; exit 1; }
  cmake -S "$root" -B "$build/program" -G Ninja -DCMAKE_BUILD_TYPE=Release -DPHASEBOX_INSTALL=OFF \
    -DPHASEBOX_TESTS=$tests -DPHASEBOX_IMGUI="$build/sources/imgui" -DPHASEBOX_STB=/usr/include/stb \
    -DZLIB_LIBRARY_RELEASE=/usr/x86_64-w64-mingw32/lib/libz.a -DCMAKE_TOOLCHAIN_FILE="$here/mingw.cmake" >/dev/null
  cmake --build "$build/program" | sed -e '/Re-checking globbed/d' -e '/^ninja: no work to do/d'
  pack
}

main "$@"
