#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every broadphase and narrowphase executes as many instructions on fixed small workloads as counts.txt says, give or take
# 3 %. Ends with 77 where another compiler would give other counts. check.sh SOURCE_DIR BUILD_DIR CXX
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
build=$(cd "$2" && pwd -P) compiler=$3
recorded=$(sed -n 's/^# counted with: //p' "$here/counts.txt")
skip() { echo "instructions: not checked: the counts are those of $recorded; here is $*"; exit 77; }

version="$(basename "$compiler" | grep -q clang && echo clang || echo g++) $("$compiler" -dumpfullversion 2>/dev/null ||
  "$compiler" -dumpversion)"
[[ $recorded == "$version, "* ]] || skip "$version"
code=0
counts=$("$here/count.sh" "$build" "$compiler") || code=$?
((code == 0)) || exit "$code"
[[ $(head -1 <<<"$counts") == "$recorded" ]] || skip "$(head -1 <<<"$counts")"

if awk -f "$here/compare.awk" "$here/counts.txt" - <<<"$counts"; then
  echo "$(($(wc -l <<<"$counts") - 1)) counts are as recorded, give or take 3 %"
  exit
fi
cat <<'EOT'
Instructions differ by more than 3 % from tests/instructions/counts.txt. If that was not meant, something has become
slower. If it was meant, record and commit it with its reason, also where there are fewer: otherwise nobody would see
them come back. The command: tests/instructions/update.sh "REASON"
EOT
exit 1
