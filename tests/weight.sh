#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# No part of the tree is heavier than tests/weight.txt allows. Those numbers go down: lower one where this says so. One
# that goes up needs its reason in the commit.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

lines() { xargs -d '\n' cat | wc -l; }
weigh() {
  case $1 in
    src-lines) find src -type f | lines ;;
    src-files) find src -type f | wc -l ;;
    tests-lines) find tests -type f \( -name "*.?pp" -o -name "*.sh" -o -name "*.py" -o -name "*.txt" -o -name "*.cmake" \) | lines ;;
    docs-words) cat docs/*.md | wc -w ;;
    *) echo "weight.txt: nothing is called $1" >&2; return 1 ;;
  esac
}

failed=0
while read -r name most; do
  [[ $name != '#'* ]] || continue
  now=$(weigh "$name")
  if ((now > most)); then
    echo "$name: $now, at most $most are allowed: take something away"
    failed=1
  elif ((now * 100 < most * 99)); then
    echo "$name: $now; lower the number $most in tests/weight.txt"
  else
    echo "$name: $now of $most"
  fi
done <tests/weight.txt
exit "$failed"
