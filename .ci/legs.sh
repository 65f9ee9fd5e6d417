# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# To be sourced: `leg NAME COMMAND...` runs a command, names and times it, whatever the legs before it did; `report` says
# how all legs ended, and ends with 1 where one failed.
set -o pipefail
summary=()
failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT

leg() {
  local name=$1 start=$SECONDS verdict=passed
  shift
  echo "=== leg $name: $*"
  "$@" </dev/null 2>&1 | tee "$log" || { verdict=FAILED failed=1; }
  summary+=("$(printf '%-24s %-6s %4d s' "$name" "$verdict" $((SECONDS - start)))")
  echo "=== ${summary[-1]}"
  [[ $verdict == passed ]] || summary+=("$(why_it_failed)")
}

# Whoever sees only the end of the output sees this: errors of compilers, failed checks, names of failed tests.
why_it_failed() {
  grep -aE '(error|Failure|FAILED|WARNING: ThreadSanitizer|ERROR: AddressSanitizer|runtime error)|\((Failed|Timeout|Subprocess aborted|SEGFAULT)\)$' "$log" |
    grep -av ' Passed ' | tail -n 30 | cut -c1-300 | sed 's/^/    /' || true
}

# What CTest said of the last leg comes last.
report() {
  echo "=== all legs, $SECONDS s"
  printf '%s\n' "${summary[@]}"
  sed -n '/% tests passed/,$p' "$log"
  exit "$failed"
}
