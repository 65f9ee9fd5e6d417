#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Counts again, writes counts.txt and commits it alone; the reason is the subject of the commit, what has changed its body.
# Usage: tests/instructions/update.sh "REASON"
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
root=$(cd "$here/../.." && pwd -P)
reason=${1:-}
if [[ $# != 1 || -z $reason || ${#reason} -gt 72 ]]; then
  echo 'update.sh: give the reason for other counts, in at most 72 characters: update.sh "REASON"' >&2
  exit 1
fi

mkdir -p "$root/build/dev"
counts=$("$here/count.sh" "$root/build/dev" "${CXX:-g++}")
new=$(mktemp)
trap 'rm -f "$new"' EXIT
{
  echo '# Instructions of the library on fixed small workloads, see check.sh. Written by update.sh.'
  echo '# auto is left out: which algorithm it runs depends on measured times.'
  echo "# counted with: $(head -1 <<<"$counts")"
  tail -n +2 <<<"$counts"
} >"$new"
changes=$(awk -v changes=1 -f "$here/compare.awk" "$here/counts.txt" "$new")
if cmp -s "$new" "$here/counts.txt"; then
  echo 'All counts are as recorded.'
  exit
fi
cat "$new" >"$here/counts.txt"
git -C "$root" add "$here/counts.txt"
git -C "$root" commit --quiet -m "$reason" -m "$changes" -- "$here/counts.txt"
printf '%s\n' "$changes"
