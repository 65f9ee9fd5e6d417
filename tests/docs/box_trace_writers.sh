#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The code in docs/file-formats.md writes box recordings that `phasebox pairs` reads:
# box_trace_writers.sh SOURCE_DIR BUILD_DIR CXX
set -euo pipefail

source=$1 build=$2 compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() { echo "box_trace_writers.sh: $*" >&2; exit 1; }

# code LANGUAGE: its code block.
code() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/ { /^\`\`\`/d; p }" "$source/docs/file-formats.md"; }

# Two boxes of 1e-7 px overlap: an answer without them has lost digits.
check() {
  local answer
  answer=$("$build/phasebox" pairs trace.csv --broadphase brute-force)
  [[ $answer == "$(printf 'frame,a,b\n1,7,8\n2,-1,8')" ]] || fail "$1: $answer, of $(cat trace.csv)"
  echo "$1: passed"
  rm trace.csv
}

cat >writer.cpp <<CPP
$(code cpp)
int main() {
  BoxTraceWriter trace;
  trace.box(1, 7, 0, 0, 10.0000001f, 10), trace.box(1, 8, 5.5f, 5, 1e20f, 15);
  trace.box(2, 8, 16777215, 0, 16777217, 15), trace.box(2, -1, 16777214, -1e-7f, 16777216, 1e-7f);
  trace.box(2, 7, 0, 0, 1, 1);
}
CPP
"$compiler" -std=c++20 -Wall -Wextra -Werror writer.cpp -o writer
./writer
check C++

command -v node >/dev/null || { echo 'JavaScript: left out, there is no node'; exit 0; }
cat >writer.js <<JS
$(code js)
recordBox(1, 7, 0, 0, 10.0000001, 10); recordBox(1, 8, 5.5, 5, 1e21, 15);
recordBox(2, 8, 16777215, 0, 16777217, 15); recordBox(2, -1, 16777214, -1e-7, 16777216, 1e-7);
recordBox(2, 7, 0, 0, 1, 1);
require('fs').writeFileSync('trace.csv', rows.join('\n'));
JS
node writer.js
check JavaScript
