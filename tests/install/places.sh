#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# `cmake --install` on any Linux: everything below the prefix or DESTDIR, where programs of other systems look for it,
# nothing of Debian's, and whatever libraries are kept in; moved elsewhere it works: places.sh SOURCE_DIR BUILD_DIR CXX
set -euo pipefail

source=$(cd "$1" && pwd) build=$(cd "$2" && pwd) compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Whatever the folder is called, a compiler cache knows what it has compiled in another one.
export CCACHE_BASEDIR=$work CCACHE_NOHASHDIR=1
fail() { echo "places.sh: $*" >&2; exit 1; }

# As a packager of any system stages it. Only what stands here may be installed, and all of it must be.
places='bin/phasebox
include/*
lib/*
share/doc/phasebox/LICENSE
share/man/man1/phasebox.1.gz'
window='share/applications/phasebox.desktop
share/icons/hicolor/*/apps/phasebox.*
share/metainfo/io.phasebox.Phasebox.metainfo.xml
share/mime/packages/phasebox.xml'
! grep -q '^PHASEBOX_GUI:BOOL=ON' "$build/CMakeCache.txt" || places+=$'\n'$window
DESTDIR=$work/staged cmake --install "$build" --prefix /usr/local >"$work/log"
while read -r file; do
  is_known=
  while read -r place; do
    # shellcheck disable=SC2053 # a pattern
    [[ $file != /usr/local/$place ]] || is_known=yes
  done <<<"$places"
  [[ -n $is_known ]] || fail "installed for no other system: $file"
done < <(cd "$work/staged" && find . ! -type d | sed 's/^[.]//')
while read -r place; do
  compgen -G "$work/staged/usr/local/$place" >/dev/null || fail "not installed: $place"
done <<<"$places"
! grep -rIl -e "$work" -e "$build" -e "$source/src" "$work/staged" || fail 'these name where they were made'

# Out of its prefix the program has all it needs.
mv "$work/staged/usr/local" "$work/moved"
(cd / && "$work/moved/bin/phasebox" list broadphases >/dev/null) || fail 'the program needs its place'

# Libraries in folders as Debian, Fedora and Nix (absolute) name them: what pkg-config says is where they are.
cat >"$work/game.cpp" <<'EOF'
#include <phasebox.hpp>
#include <phasebox/collide/registry.hpp>
int main() {
  phasebox_cpp::World world("quadtree");
  const float a[] = {0, 0, 10, 10}, b[] = {5, 5, 15, 15};
  world.insert(a, 1), world.insert(b, 2);
  world.update();
  return world.begun().size() == 1 ? 0 : 1;
}
EOF
# library NAME OPTION...: built so, installed, moved, and used through pkg-config. Absolute folders stay where they are.
# Nothing is optimized here: what is built only has to be found.
library() {
  local name=$1 to=$work/$1
  shift
  {
    cmake -S "$source" -B "$work/library" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O0 \
      -DPHASEBOX_LIBRARY_ONLY=ON -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_INSTALL_PREFIX="$work/prefix" "$@" &&
      cmake --build "$work/library" && cmake --install "$work/library"
  } >"$work/log" 2>&1 || fail "$name: $(tail -20 "$work/log")"
  if [[ $name == nix ]]; then to=$work/prefix; else mv "$work/prefix" "$to"; fi
  local config
  config=$(find "$to" -name phasebox.pc -printf '%h')
  # shellcheck disable=SC2046 # flags
  PKG_CONFIG_PATH=$config "$compiler" -std=c++20 "$work/game.cpp" -o "$to/game" $(PKG_CONFIG_PATH=$config pkg-config --cflags --libs phasebox)
  LD_LIBRARY_PATH=${config%/pkgconfig} "$to/game" || fail "$name: the library finds no pair"
  cmake -S "$source/examples/consumer" -B "$to/consumer" -DCMAKE_CXX_COMPILER="$compiler" \
    -Dphasebox_DIR="${config%/pkgconfig}/cmake/phasebox" \
    >"$work/log" 2>&1 || fail "$name: CMake does not find it: $(tail "$work/log")"
}
library debian -DCMAKE_INSTALL_LIBDIR=lib/x86_64-linux-gnu
library fedora -DCMAKE_INSTALL_LIBDIR=lib64
library static -DCMAKE_INSTALL_LIBDIR=lib -DPHASEBOX_SHARED=OFF
[[ -z $(find "$work/static" -name '*.so*') ]] || fail 'PHASEBOX_SHARED=OFF installs a shared library'
library nix -DCMAKE_INSTALL_LIBDIR="$work/prefix/libraries" -DCMAKE_INSTALL_INCLUDEDIR="$work/prefix/headers" -DPHASEBOX_SHARED=ON
echo 'the same everywhere'
