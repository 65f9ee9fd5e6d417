#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the fuzzers in the tree of the preset clang and runs them, two at a time:
# run.sh [--without-window] [--seconds N] [--seed N] [NAME...]
# Each runs for N seconds (30), with that seed (1; 0: another one each time). Ends with 1 when one has found something, and
# says what and where the input is. Without the window there is no fuzzer of its settings.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
seconds=30
seed=1
gui=ON
names=()
while (($#)); do
  case $1 in
    --without-window) gui=OFF; shift ;;
    --seconds)
      seconds=${2:-}
      [[ $seconds =~ ^[1-9][0-9]*$ ]] || { echo "run.sh: --seconds takes a whole number from 1 on" >&2; exit 2; }
      shift 2 ;;
    --seed)
      seed=${2:-}
      [[ $seed =~ ^[0-9]+$ ]] || { echo "run.sh: --seed takes a whole number" >&2; exit 2; }
      shift 2 ;;
    -*) echo "run.sh: there is no option $1; run.sh [--without-window] [--seconds N] [--seed N] [NAME...]" >&2; exit 2 ;;
    *) names+=("$1"); shift ;;
  esac
done
mapfile -t known < <(sed -n 's/^ *phasebox_fuzzer(\([a-z_]*\).*/\1/p' tests/fuzz/CMakeLists.txt)
[[ $gui == ON ]] || mapfile -t known < <(printf '%s\n' "${known[@]}" | grep -vx settings)
((${#names[@]})) || names=("${known[@]}")
for name in "${names[@]}"; do
  [[ " ${known[*]} " == *" $name "* ]] || { echo "run.sh: there is no fuzzer $name; choose from ${known[*]}" >&2; exit 2; }
done

cmake --preset clang -DPHASEBOX_GUI=$gui >/dev/null
cmake --build build/clang --target "${names[@]/#/phasebox_fuzz_}"
found=$PWD/build/fuzz-found
mkdir -p "$found"
rm -f "$found"/failed.*
export ASAN_OPTIONS=detect_leaks=1
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1

# What a run has learned is kept in build/fuzz-corpus, for the next one.
fuzz() {
  local name=$1 learned=$PWD/build/fuzz-corpus/$1 seeds=("$PWD/tests/fuzz/corpus/$1")
  case $name in
    image) seeds+=("$PWD/assets/sprites") ;;
    lesson) seeds+=("$PWD/assets/lessons") ;;
  esac
  mkdir -p "$learned" "${seeds[0]}"
  local dictionary=()
  [[ -f tests/fuzz/corpus/$name.dict ]] && dictionary=("-dict=tests/fuzz/corpus/$name.dict")
  if build/clang/tests/fuzz/phasebox_fuzz_"$name" "$learned" "${seeds[@]}" "${dictionary[@]}" \
    -artifact_prefix="$found/$name-" -seed="$seed" -max_total_time="$seconds" -max_len=4096 -timeout=25 \
    -rss_limit_mb=2048 -malloc_limit_mb=1024 -print_final_stats=1 >"$found/$name.log" 2>&1; then
    echo "$name: nothing in $seconds s, $(sed -n 's/^stat::number_of_executed_units: *//p' "$found/$name.log") runs"
  else
    touch "$found/failed.$name"
    echo "$name: $(grep -m1 -E '^FOUND|runtime error|^(==[0-9]+== ?)?ERROR|SUMMARY' "$found/$name.log")"
    echo "  the input is $(sed -n 's/.*Test unit written to //p' "$found/$name.log" | tail -1), the report $found/$name.log"
  fi
}

for name in "${names[@]}"; do
  while (($(jobs -rp | wc -l) >= 2)); do wait -n || true; done
  fuzz "$name" &
done
wait
! compgen -G "$found/failed.*" >/dev/null
