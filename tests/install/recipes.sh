#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The recipes for vcpkg, Conan and Flatpak, without these programs and without a network: what they name exists, their
# versions are ours, and what they would run is run, with stand-ins for vcpkg and Conan: recipes.sh SOURCE_DIR BUILD_DIR CXX
set -euo pipefail

source=$(cd "$1" && pwd) build=$(cd "$2" && pwd) compiler=$3
here=$source/tests/install/recipes
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Whatever the folder is called, a compiler cache knows what it has compiled in another one.
export CCACHE_BASEDIR=$work CCACHE_NOHASHDIR=1
fail() { echo "recipes.sh: $*" >&2; exit 1; }
ships=$(printf '0 1\n0 3\n1 3\n2 3')

python3 "$here/checks.py" files "$source"

# vcpkg's port, once as its triplet x64-linux builds it, without features, once as x64-linux-dynamic does, with all.
port() {
  cmake -DPORT_DIR="$source/packaging/vcpkg/phasebox" -DWORK="$work/$1" -DLINKAGE="$1" -DFEATURES="$2" -DCXX="$compiler" \
    -P "$here/vcpkg_stand_in.cmake" >"$work/log" 2>&1 || fail "vcpkg, $1: $(tail -20 "$work/log")"
  for option in SIMD TBB; do
    grep -q "^PHASEBOX_$option:.*=$3" "$work/$1/build/CMakeCache.txt" || fail "vcpkg, features '$2': PHASEBOX_$option is not $3"
  done
  rm -r "$work/$1/build"
  {
    cmake -S "$source/examples/consumer" -B "$work/$1/consumer" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$compiler" \
      -DCMAKE_PREFIX_PATH="$work/$1/package" && cmake --build "$work/$1/consumer"
  } >"$work/log" 2>&1 || fail "vcpkg, $1: $(tail -20 "$work/log")"
  [[ $("$work/$1/consumer/consumer" | sort) == "$ships" ]] || fail "vcpkg, $1: other pairs"
}
port static '' OFF
port dynamic 'simd;tbb' ON

# Conan's recipe; the program is linked with the libraries that package_info names, in its order.
version=$(sed -n 's/.*kVersion = "\(.*\)".*/\1/p' "$source/src/base/version.hpp")
conan() {
  local to=$work/conan-$1
  shift
  mkdir "$to"
  python3 "$here/conan_stand_in.py" "$source/conanfile.py" "$to" "$compiler" "$@" >"$to/said" || exit
  [[ $(head -1 "$to/said") == "$version" ]] || fail "conanfile.py has version $(head -1 "$to/said"), the sources have $version"
  # shellcheck disable=SC2046 # flags
  "$compiler" -std=c++20 "$source/examples/consumer/main.cpp" -o "$to/consumer" -I"$to/package/include" -L"$to/package/lib" \
    $(tail -1 "$to/said")
  [[ $("$to/consumer" | sort) == "$ships" ]] || fail "conan, $*: other pairs"
}
conan default
conan lean shared=True simd=False tbb=False

# What a Flatpak exports, of the program that has been built; without the window it has none of these files.
if grep -q '^PHASEBOX_GUI:BOOL=ON' "$build/CMakeCache.txt"; then
  cmake --install "$build" --prefix "$work/app" --component program >"$work/log"
  python3 "$here/checks.py" flatpak_names "$source" "$work/app"
  entry=$work/app/share/applications/io.phasebox.Phasebox.desktop
  ! command -v desktop-file-validate >/dev/null || desktop-file-validate "$entry"
fi
if command -v flatpak-builder >/dev/null; then
  (cd "$work" && flatpak-builder --show-manifest "$source/packaging/flatpak/io.phasebox.Phasebox.yml") >"$work/manifest" 2>"$work/log" ||
    fail "flatpak-builder: $(cat "$work/log")"
  [[ ! -s $work/log ]] || fail "flatpak-builder: $(cat "$work/log")"
else
  echo 'flatpak-builder is not installed: only we have read the manifest'
fi
echo 'vcpkg, Conan and Flatpak: as they say'
