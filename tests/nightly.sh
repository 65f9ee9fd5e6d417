#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What is slow and finds something rarely; run before a release, after .ci/run. Hours on two cores. Every leg runs, each is
# named and timed, and one failure fails the whole: tests/nightly.sh [LEG...], all without names.
#
# | leg | what it finds |
# |---|---|
# | asan | what GCC's sanitizers find in all tests but those of the real window |
# | release | tests as released (-O3, asserts off), without window, oneTBB and Highway |
# | variants | other pairs of a library with oneTBB, with Highway, with both |
# | package | errors in the Debian packages: lintian, installed, a scene opened by its kind, removed |
# | recipes | versions of vcpkg's port and the metainfo that are not ours |
# | install.places | files in other places than a packager expects; libraries that pkg-config does not find |
# | install.reproducible | packages that depend on the folder in which they were built |
# | install.other_processor | other pairs and failing tests of the library on arm64, 32-bit x86 and Windows |
# | install.windows | a zip for Windows that Wine cannot use, failing tests there, other bytes from another folder |
# | install.clean_root | what the Debian packages do not declare |
# | integrations.engines | recorders that no longer fit their engines |
# | npm.package | the npm package as released: its modules without the event log, one of them without vectors |
# | web.page | memory of the page that grows within five minutes |
# | docs.add_an_algorithm | steps of the two guides that no longer work |
# | export.by_clang | exported code that Clang warns of |
# | soak | what random input for the window breaks, and memory that grows |
# | valgrind | values that were never set |
# | counts | more instructions than recorded, a warning |
# | fuzz | what made-up input breaks, with another seed each time |
# | odr | two definitions of one name |
# | heaps | a heap of 5,000 that does not come to rest |
# | imgui | versions of Dear ImGui with which the window no longer compiles or passes |
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
source .ci/legs.sh
wanted=" $* "
maybe() { [[ $wanted != '  ' && $wanted != *" $1 "* ]] || leg "$@"; }

# shellcheck disable=SC2317 # called through leg
check_package() { third_party/install.sh build libs gui test package && tests/install/package.sh . build/dev; }

# shellcheck disable=SC2317 # called through leg
check_recipes() {
  local version
  version=$(sed -n 's/.*kVersion = "\(.*\)".*/\1/p' src/base/version.hpp)
  grep "\"version\": \"$version\"" packaging/vcpkg/phasebox/vcpkg.json && grep "^version: $version\$" CITATION.cff &&
    grep -m1 '<release ' packaging/phasebox.metainfo.xml | grep "version=\"$version\""
}

# shellcheck disable=SC2317 # called through leg
check_odr() {
  cmake -S . -B build/odr -G Ninja -DCMAKE_CXX_FLAGS='-flto=2 -Wodr -Werror=odr -Werror=lto-type-mismatch' &&
    cmake --build build/odr --target phasebox
}

# Those that the documentation names, from the web: a folder of each, and the tests that draw with it.
# shellcheck disable=SC2317 # called through leg
check_imgui() {
  local tag folder
  for tag in v1.87 v1.89.2 v1.91.9b v1.92.4; do
    folder=$PWD/build/imgui/$tag
    [[ -d $folder ]] || git clone -q --depth 1 --branch "$tag" https://github.com/ocornut/imgui "$folder" ||
      { echo "$tag: not reached, left out"; continue; }
    cmake -S . -B "build/imgui/build-$tag" -G Ninja -DPHASEBOX_TESTS=ON -DPHASEBOX_IMGUI="$folder" &&
      cmake --build "build/imgui/build-$tag" --target phasebox phasebox_ui_tests phasebox_app_tests &&
      ctest --test-dir "build/imgui/build-$tag" --tests-regex '^(ui|app)[.]' --output-on-failure || return
  done
}

third_party/install.sh build libs gui test nightly clang wasm web
cmake --preset dev && cmake --build --preset dev
maybe asan ./test.sh --preset asan
maybe release ./test.sh --preset headless
maybe variants tests/install/library.sh . build/dev g++ all
maybe package check_package
maybe recipes check_recipes
for name in $(ctest --preset nightly --show-only | sed -n 's/.*Test *#[0-9]*: //p'); do
  maybe "$name" ctest --preset nightly --tests-regex "^$name\$"
done
maybe npm.package env PHASEBOX_NIGHTLY=1 ctest --preset dev --tests-regex '^npm[.]package$'
maybe web.page env PHASEBOX_NIGHTLY=1 ctest --preset dev --tests-regex '^web[.]page$'
maybe soak tests/soak.sh --minutes 10
maybe valgrind tests/valgrind.sh build/dev
maybe counts tests/instructions/check.sh
maybe fuzz tests/fuzz/run.sh --seconds 300 --seed 0
maybe odr check_odr
maybe heaps build/dev/tests/phasebox_world_tests --gtest_also_run_disabled_tests --gtest_filter='Heap.DISABLED_*'
maybe imgui check_imgui
report
