#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Follows docs/add-an-algorithm.md to the letter in a copy of the source tree, and adds a narrowphase and a scene
# in the same way, by one file and one line each:
# add_an_algorithm.sh SOURCE_DIR BUILD_DIR CXX
set -euo pipefail

source=$1 build=$2 compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/tree
guide=$source/docs/add-an-algorithm.md
fail() { echo "add_an_algorithm.sh: $*" >&2; exit 1; }

# block N: the N-th code block of the guide.
block() { awk -v n="$1" '/^```/ { inside = /cpp$/; b += inside; next } inside && b == n' "$guide"; }

steps=$(grep -c '^\*\*[0-9]\. ' "$guide")
[[ $steps == 5 && $(grep -c '^```cpp$' "$guide") == 5 ]] || fail "$guide has $steps steps, not five with a block each"

mkdir "$tree"
tar -C "$source" --exclude=.git --exclude=./build --exclude="./${build#"$source"/}" -cf - . | tar -C "$tree" -xf -
broadphases=$tree/src/collide/broadphase
for step in 1 2 3 4; do block $step && echo; done >"$broadphases/sample.cpp"
line=$(block 5)
awk -v line="${line//\\/\\\\}" '{ print } /X\(brute_force\)/ { print line }' \
  "$source/src/collide/broadphase/registry.cpp" >"$broadphases/registry.cpp"

# add_entry FOLDER REGISTRY TEMPLATE NAME: a copy of an entry under that name, and its line.
add_entry() {
  local folder=$tree/src/$1 registry=$tree/src/$2 template=$3 name=$4
  sed -e "s/\b${template}_\(entry\|scene\)\b/${name}_\1/" -e "s/\"$template\"/\"$name\"/" \
    "$folder/$template.cpp" >"$folder/$name.cpp"
  sed -i "s/^\( *\)X($template).*/&\n\1X($name) \\\\/" "$registry"
}
add_entry collide/narrowphase collide/narrowphase/registry.cpp none everything
add_entry world/scene world/scene/scene.cpp uniform scattered

# Paths relative to the copy let the compiler cache know it again next time.
export CCACHE_BASEDIR=$work CCACHE_NOHASHDIR=1
cd "$work"
cmake -S "$tree" -B build -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 \
  -DPHASEBOX_GUI=OFF -DPHASEBOX_TESTS=ON -DPHASEBOX_WERROR=ON >configured || fail "$(cat configured)"
cmake --build build --parallel "$(getconf _NPROCESSORS_ONLN)" --target phasebox phasebox_contract_tests \
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
