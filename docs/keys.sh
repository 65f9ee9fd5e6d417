#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Writes the table of docs/keys.md from the actions, as the test that compares them prints it.
# Usage: docs/keys.sh [PROGRAM]   PROGRAM: the tests of ui; build/dev/tests/phasebox_ui_tests
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
tests=${1:-$root/build/dev/tests/phasebox_ui_tests}
page=$root/docs/keys.md

[[ -x $tests ]] || { echo "build first: ./test.sh -R Keys"; exit 1; }
# The test fails where the page is old, and then prints the table after a line that begins so.
said=$("$tests" --gtest_filter=Keys.their_page_shows_the_action_table) && {
  grep -q '1 test ' <<<"$said" || { echo "$tests: has no test of the page"; exit 1; }
  echo "$page is current"
  exit
}
table=$(sed '1,/^put this between the markers/d' <<<"$said" | grep '^|')
{
  sed '/^<!-- keys -->$/q' "$page"
  printf '\n%s\n\n' "$table"
  sed -n '/^<!-- \/keys -->$/,$p' "$page"
} >"$page.new"
mv "$page.new" "$page"
echo "$page"
