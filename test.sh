#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds one preset and runs its tests: ./test.sh [--preset dev|asan|headless] [ctest options].
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
preset=dev

install_missing() {
  local groups=(build libs test wasm web)
  [[ $preset == headless ]] || groups+=(gui)
  "$root/third_party/install.sh" "${groups[@]}"
}

# Every time, so that a changed preset takes effect; a folder that was moved or copied starts afresh.
configure() {
  local fresh=
  grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "build/$preset/CMakeCache.txt" || fresh=yes
  cmake ${fresh:+--fresh} --preset "$preset"
}

main() {
  [[ ! ${1:-} =~ ^(-h|--help)$ ]] || { sed -n '3s/^# //p' "$root/test.sh"; exit; }
  if [[ ${1:-} == --preset && -n ${2:-} ]]; then
    preset=$2
    shift 2
  fi
  install_missing
  cd "$root"
  configure
  cmake --build --preset "$preset"
  exec ctest --preset "$preset" --parallel "$(getconf _NPROCESSORS_ONLN)" "$@"
}

main "$@"
