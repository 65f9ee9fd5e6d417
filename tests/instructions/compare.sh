#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What check.sh says of made-up counts and of made-up output of callgrind. compare.sh
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "compare.sh: $*" >&2; exit 1; }

# expect VERDICT TEXT NOW...: how counts of now compare with those recorded, and what is said.
expect() {
  local verdict=$1 text=$2 code=0 said
  shift 2
  said=$(printf '%s\n' "$@" | awk -f "$here/compare.awk" "$work/recorded" -) || code=$?
  [[ $code == "$verdict" ]] || fail "ends with $code, not $verdict, for: $*"
  [[ $said == "$text" ]] || fail "says '$said' of: $*"
}

printf '%s\n' '# counted with: g++' 'rdc ten 1000' 'circle turned 50000' >"$work/recorded"
expect 0 '' 'rdc ten 1000' 'circle turned 50000'
expect 0 '' 'rdc ten 1030' 'circle turned 48500'
expect 1 'rdc on ten: 1031 instructions, recorded 1000 (+3.1 %)' 'rdc ten 1031' 'circle turned 50000'
expect 1 'circle on turned: 40000 instructions, recorded 50000 (-20.0 %)' 'rdc ten 1000' 'circle turned 40000'
expect 1 'circle on turned: recorded, and no longer counted' 'rdc ten 1000'
expect 1 'none on turned: 7 instructions, not recorded yet' 'rdc ten 1000' 'circle turned 50000' 'none turned 7'

# Two parts; what the C library does and what is called does not count, names are written once.
cat >"$work/callgrind" <<'EOT'
part: 1
desc: Trigger: Client Request: rdc ten
summary: 999
ob=(1) /lib/libc.so.6
fn=(1) memcpy
0 500
cob=(2) /build/phasebox_instructions
cfn=(2) sort
calls=1 0
0 400
ob=(2)
fn=(2)
0 30
+3 9
cob=(1)
cfn=(1)
calls=2 0
* 60
totals: 999
part: 2
desc: Trigger: Client Request: circle turned
ob=(2)
fn=(2)
0 8
EOT
[[ $(awk -f "$here/sum.awk" "$work/callgrind") == $'rdc ten 39\ncircle turned 8' ]] || fail 'sums are wrong'
