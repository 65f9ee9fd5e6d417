#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# docs/sources.sh proves every row of its page, and names those of a page with planted faults: a false
# number, a false text, a test that is none, a command that fails, and a row without a proof.
# Usage: rows.sh SOURCE BUILD COMPILER
# shellcheck disable=SC2016  # backticks are those of the page
set -euo pipefail

source=$1
export PHASEBOX=$2/phasebox
"$source/docs/sources.sh"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
planted=$folder/planted.md
proves='`phasebox render --scene lesson --frames 0 --stats s.json`'
faults=("$proves: \`sprites = 5\`" "$proves: \`sprites > 4\`" "$proves: \`no_such_number = 0\`"
  '`phasebox list scenes`: `no-such-scene`' '`phasebox list scenes`: `flash-dem`' '`phasebox list scene`: `lesson`'
  'test `AllPairs.of_2_3_4_and_20_are_1_3_6_and_191`' 'by hand:' 'none' '')
for fault in "${faults[@]}"; do
  printf '| Point | Where to see it | Proof |\n|---|---|---|\n| Planted | nowhere | %s |\n' "$fault" >"$planted"
  said=$("$source/docs/sources.sh" "$planted") && { echo "taken for true: $fault"; exit 1; }
  grep -q 'planted.md:3: Planted: ' <<<"$said" || { echo "not named: $fault"; echo "$said"; exit 1; }
done
printf '| Point | Where to see it | Proof |\n|---|---|---|\n| True | here | %s: `sprites = 4`, `sprites > 3` |\n' \
  "$proves" >"$planted"
"$source/docs/sources.sh" "$planted"
! "$source/docs/sources.sh" /dev/null || { echo "a page without rows is taken for true"; exit 1; }
