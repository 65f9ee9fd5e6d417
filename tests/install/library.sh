#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The library alone, with and without oneTBB and Highway, installed and used from C, C++, Python, Lua and C#, with no path
# into the source tree: library.sh SOURCE_DIR BUILD_DIR CXX
set -euo pipefail

source=$1 compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "library.sh: $*" >&2; exit 1; }
strict=(-Wall -Wextra -Wpedantic -Werror -Wno-missing-field-initializers)
ships=$(printf '100 101\n100 103\n101 103\n102 103')

# build TBB SIMD: into $work/TBB-SIMD.
build() {
  local to=$work/$1-$2
  cmake -S "$source" -B "$to/build" -G Ninja -DPHASEBOX_LIBRARY_ONLY=ON -DPHASEBOX_TBB="$1" -DPHASEBOX_SIMD="$2" \
    -DPHASEBOX_WERROR=ON -DCMAKE_CXX_COMPILER="$compiler" >"$to.log" || fail "$(cat "$to.log")"
  cmake --build "$to/build" >"$to.log" || fail "$(cat "$to.log")"
  cmake --install "$to/build" --prefix "$to/prefix" >"$to.log"
  mv "$to/prefix" "$to/moved" # nothing installed may know where it was
  rm -r "$to/build"
}

# What pkg-config says of an installed library, and how a program finds it when it runs.
use() { export PKG_CONFIG_PATH=$1/lib/pkgconfig LD_LIBRARY_PATH=$1/lib; }

for options in 'OFF OFF' 'ON OFF' 'OFF ON' 'ON ON'; do
  # shellcheck disable=SC2086 # two words
  build $options
  name=${options/ /-} prefix=$work/${options/ /-}/moved
  use "$prefix"
  # shellcheck disable=SC2046 # flags
  cc -std=c99 "${strict[@]}" "$source/tests/install/answers.c" -o "$work/answers" $(pkg-config --cflags --libs phasebox)
  "$work/answers" >"$work/$name.txt"
  cmp "$work/$name.txt" "$work/OFF-OFF.txt" || fail "built with TBB and SIMD $options it finds other pairs"
done
[[ $(wc -l <"$work/OFF-OFF.txt") -ge 39 ]] || fail 'there are fewer broadphases than there were'

# Only the interface is visible, under the name that programs are linked with.
nm -D --defined-only "$prefix/lib/libphasebox.so" | awk '{print $3}' | sed 's/@.*//' | sort >"$work/visible"
! grep -v -e '^phasebox_' -e '^PHASEBOX_0$' "$work/visible" || fail 'these are visible as well'
readelf -d "$prefix/lib/libphasebox.so" | grep -q 'SONAME.*libphasebox.so.0' || fail 'the library has another name'

# C, by CMake, every broadphase; then linked statically, by pkg-config.
cp -r "$source/examples/c-consumer" "$work/c"
cmake -S "$work/c" -B "$work/c/build" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_FLAGS="${strict[*]}" >"$work/log" &&
  cmake --build "$work/c/build" >>"$work/log" || fail "$(cat "$work/log")"
for id in $(cut -d' ' -f1 "$work/OFF-OFF.txt" | uniq); do
  found=$("$work/c/build/c_consumer" "$id")
  [[ $(head -4 <<<"$found" | sort) == "$ships" ]] || fail "$id finds: $found"
  [[ $(tail -2 <<<"$found") == $'begun 1: 1 2\nray meets 2, first object 1' ]] || fail "$id lives: $found"
done
! "$work/c/build/c_consumer" no-such 2>"$work/refusal" || fail 'an unknown broadphase is accepted'
grep -q 'choose from' "$work/refusal" || fail "$(cat "$work/refusal")"

# shellcheck disable=SC2046 # flags
cc -std=c11 "${strict[@]}" "$source/tests/install/allocator.c" -o "$work/allocator" $(pkg-config --cflags --libs phasebox)
"$work/allocator" || fail 'memory does not come from the program'

# C++, by its header.
cat >"$work/game.cpp" <<'EOF'
#include <phasebox.hpp>
#include <cstdio>
int main() {
  phasebox_cpp::World world("hierarchical-grid");
  const float a[] = {0, 0, 10, 10}, b[] = {5, 5, 15, 15};
  world.insert(a, 1), world.insert(b, 2);
  world.update();
  for (const auto& c : world.begun()) std::printf("%d %d\n", int(c.user_data_a), int(c.user_data_b));
}
EOF
# shellcheck disable=SC2046 # flags
"$compiler" -std=c++20 "${strict[@]}" "$work/game.cpp" -o "$work/game" $(pkg-config --cflags --libs phasebox)
[[ $("$work/game") == '1 2' ]] || fail 'the C++ header finds other pairs'

[[ $(python3 "$source/examples/python/pairs.py" "$prefix/lib/libphasebox.so" quadtree) == "$ships" ]] || fail 'Python finds other pairs'
! python3 "$source/examples/python/pairs.py" "$prefix/lib/libphasebox.so" no-such 2>"$work/refusal" || fail 'Python hears no error'
grep -q 'choose from' "$work/refusal" || fail "$(cat "$work/refusal")"
[[ $(luajit "$source/examples/lua/pairs.lua" "$prefix/lib/libphasebox.so") == '1 meets 2' ]] || fail 'Lua finds other pairs'
mcs -warnaserror -out:"$work/pairs.exe" "$source/examples/csharp/Pairs.cs"
[[ $(mono "$work/pairs.exe" hierarchical-grid) == "$(seq -f '1 meets %g' 2 21)" ]] || fail 'C# finds other pairs'
! mono "$work/pairs.exe" no-such 2>"$work/refusal" || fail 'C# hears no error'
grep -q 'choose from' "$work/refusal" || fail "$(cat "$work/refusal")"
echo "$(($(wc -l <"$work/OFF-OFF.txt") / 3)) broadphases, four ways to build: the same pairs"
