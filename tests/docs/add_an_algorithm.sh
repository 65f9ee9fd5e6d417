#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Follows docs/add-an-algorithm.md to the letter in a copy of the source tree, and adds a narrowphase and a scene
# in the same way, by one file and one line each; where there is a window, docs/add-to-the-window.md as well:
# add_an_algorithm.sh SOURCE_DIR BUILD_DIR CXX
set -euo pipefail

source=$1 build=$2 compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/tree
guide=$source/docs/add-an-algorithm.md window_guide=$source/docs/add-to-the-window.md
gui=$(sed -n 's/^PHASEBOX_GUI:BOOL=//p' "$build/CMakeCache.txt")
fail() { echo "add_an_algorithm.sh: $*" >&2; exit 1; }

# block N [GUIDE]: the N-th code block of a guide.
block() { awk -v n="$1" '/^```/ { inside = /cpp$/; b += inside; next } inside && b == n' "${2:-$guide}"; }
# insert_after PATTERN LINE FILE: a line after each that has the pattern.
insert_after() {
  awk -v pattern="$1" -v line="${2//\\/\\\\}" '{ print } $0 ~ pattern { print line }' "$3" >"$3.new" && mv "$3.new" "$3"
}

steps=$(grep -c '^\*\*[0-9]\. ' "$guide")
[[ $steps == 5 && $(grep -c '^```cpp$' "$guide") == 5 ]] || fail "$guide has $steps steps, not five with a block each"

mkdir "$tree"
tar -C "$source" --exclude=.git --exclude=./build --exclude="./${build#"$source"/}" -cf - . | tar -C "$tree" -xf -
broadphases=$tree/src/collide/broadphase
for step in 1 2 3 4; do block $step && echo; done >"$broadphases/sample.cpp"
insert_after 'X[(]brute_force[)]' "$(block 5)" "$broadphases/registry.cpp"

# A narrowphase: a copy of an entry under another name, and its line.
narrowphases=$tree/src/collide/narrowphase
sed -e 's/\bnone_entry\b/everything_entry/' -e 's/"none"/"everything"/' "$narrowphases/none.cpp" >"$narrowphases/everything.cpp"
sed -i 's/^\( *\)X(none).*/&\n\1X(everything) \\/' "$narrowphases/registry.cpp"
# A scene: a struct that places sprites, and a row.
cat >"$tree/src/world/scene/scattered.cpp" <<'EOF'
// SPDX-License-Identifier: MIT
// Scene "scattered": boxes anywhere.
#include "world/scene/placing.hpp"
#include "world/scene/scene_params.hpp"

namespace phasebox {
namespace {

constexpr SceneParams kScattered{100, {8, 40}, {0, 2}, 0};

struct Scattered : PlainScene<kScattered> {
  Sprite sprite(std::uint32_t, Random& random, const SceneContext& context) const override {
    const Vec2 place = point_in_field(context.world, 0, random);
    return drifting(p_, context, "solid", place, random);
  }
};

}  // namespace

extern const SceneEntry scattered_scene =
    scene_entry<Scattered>("scattered", "Scattered", "Learn", "Boxes anywhere.");

}  // namespace phasebox
EOF
sed -i 's/^\( *\)X(uniform).*/&\n\1X(scattered) \\/' "$tree/src/world/scene/registry.cpp"

# add_overlay, add_tool: as the page says.
add_overlay() {
  block 1 "$window_guide" >"$tree/src/view/overlays/positions.cpp"
  insert_after 'X[(]velocities[)]' "$(block 2 "$window_guide")" "$tree/src/view/view_options.hpp"
  block 3 "$window_guide" >"$tree/tests/view/positions_test.cpp"
}
add_tool() {
  block 4 "$window_guide" >"$tree/src/ui/tools/busiest.cpp"
  sed -i "s/TOOL(box_table)/$(block 5 "$window_guide")/" "$tree/src/ui/registry.hpp"
  block 6 "$window_guide" >"$tree/tests/ui/busiest_test.cpp"
}
# Of the tests of view and ui only what the page needs is built.
keep_tests() {
  find "$tree/tests/view" "$tree/tests/ui" -name '*_test.cpp' ! -name positions_test.cpp ! -name overlay_test.cpp \
    ! -name scene_view_test.cpp ! -name busiest_test.cpp ! -name actions_test.cpp -delete
}
check_window() {
  local room on
  "$tree/docs/keys.sh" "$work/build/tests/phasebox_ui_tests"
  grep -q '^| View menu | Positions |' "$tree/docs/keys.md" || fail 'docs/keys.md lacks the overlay'
  grep -q '^| .Shift+Z. | Busiest sprites |' "$tree/docs/keys.md" || fail 'docs/keys.md lacks the tool'
  for room in view ui; do
    build/tests/phasebox_${room}_tests --gtest_brief=1 >tested 2>&1 || fail "$(cat tested)"
    grep -q 'PASSED  \] [1-9]' tested || fail "no test of $room was run: $(cat tested)"
  done
  build/phasebox list keys | grep -q 'Shift+Z  *busiest' || fail 'the tool has no key'
  for on in off on; do build/phasebox render --frames 0 --set positions=$on --out $on.png || fail 'nothing is drawn'; done
  ! cmp -s off.png on.png || fail 'the overlay does not change the picture'
}

targets=(phasebox phasebox_contract_tests)
if [[ $gui == ON ]]; then
  add_overlay
  add_tool
  keep_tests
  targets+=(phasebox_view_tests phasebox_ui_tests)
fi

# Paths relative to the copy let the compiler cache know it again next time.
export CCACHE_BASEDIR=$work CCACHE_NOHASHDIR=1
cd "$work"
cmake -S "$tree" -B build -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 \
  -DPHASEBOX_GUI="$gui" -DPHASEBOX_SIMD=OFF -DPHASEBOX_TESTS=ON -DPHASEBOX_WERROR=ON >configured || fail "$(cat configured)"
cmake --build build --parallel "$(getconf _NPROCESSORS_ONLN)" --target "${targets[@]}" \
  >built 2>&1 || fail "$(tail -40 built)"

build/phasebox list broadphases | grep -A1 '^  sample ' || fail 'it is not listed'
build/phasebox list narrowphases | grep '^  everything ' || fail 'the narrowphase is not listed'
build/phasebox list scenes | grep '^  scattered ' || fail 'the scene is not listed'
build/phasebox bench --scene scattered --count 200 --budget 1 --broadphase sample >benched || fail 'the scene does not run'
printf 'id,min_x,min_y,max_x,max_y\n1,0,0,2,2\n2,1,1,3,3\n3,2,0,4,1\n' >boxes.csv
for axis in x y; do
  pairs=$(build/phasebox pairs boxes.csv --broadphase sample --set axis=$axis)
  [[ $pairs == $'a,b\n1,2' ]] || fail "along $axis it finds $pairs"
done
build/tests/phasebox_contract_tests --gtest_brief=1 --gtest_filter='*/sample' >tested 2>&1 ||
  fail "$(cat tested)"
grep -q 'PASSED  \] [1-9]' tested || fail "no contract test tried it: $(cat tested)"
cat tested
[[ $gui != ON ]] || check_window
