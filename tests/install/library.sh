#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The library of BUILD_DIR, installed and used from C, C++, Python, Lua and C#, with no path into the source tree. A game's
# CMake can fetch it, and compile the lowest room. With `all`, which takes minutes, the library that is installed and used
# is the one that a game has fetched and compiled, without oneTBB and Highway; it and builds with oneTBB, with Highway and
# with both find the pairs that the library of BUILD_DIR finds: library.sh SOURCE_DIR BUILD_DIR CXX [all]
set -euo pipefail

source=$(cd "$1" && pwd) build=$(cd "$2" && pwd) compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Whatever the folder is called, a compiler cache knows what it has compiled in another one.
export CCACHE_BASEDIR=$work CCACHE_NOHASHDIR=1
fail() { echo "library.sh: $*" >&2; exit 1; }
strict=(-Wall -Wextra -Wpedantic -Werror -Wno-missing-field-initializers)
ships=$(printf '100 101\n100 103\n101 103\n102 103')

# install_library FOLDER TBB SIMD OPTION: built with these options, into $work/TBB-SIMD.
install_library() {
  local to=$work/$2-$3
  cmake -S "$1" -B "$to/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DPHASEBOX_TBB="$2" -DPHASEBOX_SIMD="$3" \
    "$4" -DPHASEBOX_WERROR=ON -DCMAKE_CXX_COMPILER="$compiler" >"$to.log" || fail "$(cat "$to.log")"
  cmake --build "$to/build" >"$to.log" || fail "$(tail -30 "$to.log")"
  cmake --install "$to/build" --prefix "$to/prefix" >"$to.log"
  mv "$to/prefix" "$to/moved" # nothing installed may know where it was
}
# check_answers NAME: those of the library that pkg-config finds.
check_answers() {
  # shellcheck disable=SC2046 # flags
  cc -std=c99 "${strict[@]}" "$source/tests/install/answers.c" -o "$work/answers" $(pkg-config --cflags --libs phasebox)
  "$work/answers" >"$work/answers.txt"
  cmp "$work/answers.txt" "$work/built.txt" || fail "$1: other pairs"
}
use() { export PKG_CONFIG_PATH=$1/lib/pkgconfig LD_LIBRARY_PATH=$1/lib; }

cc -std=c99 -I"$source/src/c" "$source/tests/install/answers.c" -o "$work/answers" -L"$build" -lphasebox -Wl,-rpath,"$build"
"$work/answers" >"$work/built.txt"
[[ $(wc -l <"$work/built.txt") -ge 39 ]] || fail 'there are fewer broadphases than there were'

# A game with folders of the same names has the library in its tree: fetched, added (which compiles nothing again), and as
# what is then installed. Only what was asked for is installed and packed with it.
check_game() {
  local kind
  for kind in shared static collide; do
    [[ $("$1/game_$kind") == '1 2' ]] || fail "$2: game_$kind finds other pairs"
  done
}
build_game() {
  { cmake -S "$source/tests/install/game" -B "$@" && cmake --build "$1"; } >"$work/log" || fail "$(cat "$work/log")"
}
prefix=$work/prefix
if [[ ${4:-} == all ]]; then
  for options in 'ON OFF' 'OFF ON' 'ON ON'; do
    # shellcheck disable=SC2086 # two words
    install_library "$source" $options -DPHASEBOX_LIBRARY_ONLY=ON
    use "$work/${options/ /-}/moved"
    check_answers "TBB and SIMD $options"
  done
  games=$(printf 'bin/game_%s\n' collide shared static)
  install_library "$source/tests/install/game" OFF OFF -DPHASEBOX_TREE="$source"
  tree=$work/OFF-OFF/build
  check_game "$tree" fetched
  [[ $(cd "$work/OFF-OFF/moved" && find . -type f | sed 's|^./||' | sort) == "$games" ]] || fail 'more is installed than the game'
  (cd "$tree" && cpack -G TGZ -B "$work/packed") >"$work/log" || fail "$(cat "$work/log")"
  [[ $(tar tf "$work"/packed/*.tar.gz | grep -c '[^/]$') == 3 ]] || fail 'more is packed than the game'
  build_game "$tree" -DFETCH=OFF -DPHASEBOX_INSTALL=ON
  check_game "$tree" added
  cmake --install "$tree" --prefix "$work/staged" >"$work/log"
else
  cmake -S "$source/tests/install/game" -B "$work/tree" -G Ninja -DPHASEBOX_TREE="$source" -DPHASEBOX_WERROR=ON \
    -DCMAKE_CXX_COMPILER="$compiler" >"$work/log" && cmake --build "$work/tree" --target phasebox_base >>"$work/log" ||
    fail "$(cat "$work/log")"
  for component in library development; do
    cmake --install "$build" --component "$component" --prefix "$work/staged" >"$work/log"
  done
fi
mv "$work/staged" "$prefix" # nothing installed may know where it was
build_game "$work/found" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$compiler"
check_game "$work/found" installed
use "$prefix"
check_answers installed

# Only the interface is visible, under the name that programs are linked with.
nm -D --defined-only "$prefix/lib/libphasebox.so" | awk '{print $3}' | sed 's/@.*//' | sort >"$work/visible"
! grep -v -e '^phasebox_' -e '^PHASEBOX_0$' "$work/visible" || fail 'these are visible as well'
readelf -d "$prefix/lib/libphasebox.so" | grep -q 'SONAME.*libphasebox.so.0' || fail 'the library has another name'

# C, by CMake, every broadphase; then linked statically, by pkg-config.
cp -r "$source/examples/c-consumer" "$work/c"
cmake -S "$work/c" -B "$work/c/build" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_FLAGS="${strict[*]}" >"$work/log" &&
  cmake --build "$work/c/build" >>"$work/log" || fail "$(cat "$work/log")"
for id in $(cut -d' ' -f1 "$work/built.txt" | uniq); do
  found=$("$work/c/build/c_consumer" "$id")
  [[ $(head -4 <<<"$found" | sort) == "$ships" ]] || fail "$id finds: $found"
  [[ $(tail -2 <<<"$found") == $'begun 1: 1 2\nray meets 2, first object 1' ]] || fail "$id lives: $found"
done
! "$work/c/build/c_consumer" no-such 2>"$work/refusal" || fail 'an unknown broadphase is accepted'
grep -q 'choose from' "$work/refusal" || fail "$(cat "$work/refusal")"

# shellcheck disable=SC2046 # flags
cc -std=c11 "${strict[@]}" "$source/tests/install/allocator.c" -o "$work/allocator" $(pkg-config --cflags --libs phasebox)
"$work/allocator" || fail 'memory does not come from the program'

# C++, by its header, with exceptions and without.
for option in -fexceptions -fno-exceptions; do
  # shellcheck disable=SC2046 # flags
  "$compiler" -std=c++20 "$option" "${strict[@]}" -I"$source/tests/install/game" "$source/tests/install/game/game.cpp" -o "$work/game" \
    $(pkg-config --cflags --libs phasebox)
  [[ $("$work/game") == '1 2' ]] || fail "the C++ header finds other pairs, $option"
done

# Plug-ins need the installed headers and nothing else; only their one function is visible by a name of ours.
cc -std=c99 -O2 -shared -fPIC "${strict[@]}" -I "$prefix/include" "$source/examples/plugin-c/naive_grid.c" -o "$work/naive_grid.so"
"$compiler" -std=c++20 -O2 -shared -fPIC "${strict[@]}" -I "$prefix/include" "$source/examples/plugin-cpp/sample.cpp" \
  -o "$work/sample.so"
for name in naive_grid sample; do
  [[ $(nm -D --defined-only "$work/$name.so" | grep -c ' phasebox') == 1 ]] || fail "$name.so does not export phasebox_plugin alone"
  ! nm -D --undefined-only "$work/$name.so" | grep ' phasebox' || fail "$name.so needs the library"
done

[[ $(python3 "$source/examples/python/pairs.py" "$prefix/lib/libphasebox.so" quadtree) == "$ships" ]] || fail 'Python finds other pairs'
! python3 "$source/examples/python/pairs.py" "$prefix/lib/libphasebox.so" no-such 2>"$work/refusal" || fail 'Python hears no error'
grep -q 'choose from' "$work/refusal" || fail "$(cat "$work/refusal")"
[[ $(luajit "$source/examples/lua/pairs.lua" "$prefix/lib/libphasebox.so") == '1 meets 2' ]] || fail 'Lua finds other pairs'
mcs -warnaserror -out:"$work/pairs.exe" "$source/examples/csharp/Pairs.cs"
[[ $(mono "$work/pairs.exe" hierarchical-grid) == "$(seq -f '1 meets %g' 2 21)" ]] || fail 'C# finds other pairs'
! mono "$work/pairs.exe" no-such 2>"$work/refusal" || fail 'C# hears no error'
grep -q 'choose from' "$work/refusal" || fail "$(cat "$work/refusal")"
echo "$(($(wc -l <"$work/built.txt") / 3)) broadphases: the same pairs"
