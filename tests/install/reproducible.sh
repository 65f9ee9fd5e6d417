#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The sources that cpack packs, unpacked into two folders, without git: the library builds in both, and the files and
# the Debian packages are the same to the byte. With --program the program does too, which takes a quarter of an hour.
# reproducible.sh SOURCE_DIR BUILD_DIR CXX [--program]
set -euo pipefail

build=$(cd "$2" && pwd) compiler=$3 library_only=ON
[[ ${4:-} != --program ]] || library_only=OFF
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "reproducible.sh: $*" >&2; exit 1; }
export SOURCE_DATE_EPOCH=1700000000 CCACHE_DISABLE=1 GIT_DIR=$work/none

cpack --config "$build/CPackSourceConfig.cmake" -B "$work/packed" >"$work/log" 2>&1 || fail "$(tail -5 "$work/log")"
for folder in "$work/one" "$work/another_of_a_longer_name"; do
  mkdir "$folder"
  tar -C "$folder" --strip-components=1 -xf "$work"/packed/phasebox-*.tar.gz
  [[ -x $folder/run.sh && ! -e $folder/.git && ! -e $folder/build ]] || fail "not the sources alone: $(ls "$folder")"
  {
    cmake -S "$folder" -B "$folder/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DPHASEBOX_LIBRARY_ONLY=$library_only \
      -DCMAKE_CXX_COMPILER="$compiler" && cmake --build "$folder/build" && cd "$folder/build" && cpack -G DEB -B "$folder/debs"
  } >"$work/log" 2>&1 || fail "$(tail -20 "$work/log")"
done

compared=0
while read -r file; do
  cmp "$work/one/$file" "$work/another_of_a_longer_name/$file" || fail "$file depends on the folder"
  compared=$((compared + 1))
done < <(cd "$work/one" && find build debs -type f \( -name phasebox -o -name '*.so*' -o -name '*.a' -o -name '*.deb' \) ! -path '*_CPack_*')
((compared >= 6)) || fail "only $compared files were compared"
echo "$compared files are the same"
