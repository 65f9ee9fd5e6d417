#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Checks that phasebox_bench_calibrate measures the numbers that the tables of the cost models have, each and no other.
# Usage: tests/benchmarks/calibrate.sh SOURCE PROGRAM
set -euo pipefail

printed=$("$2" --quick)
echo "$printed"
diff <(find "$1/src" \( -name "*_costs.hpp" -o -name "*_thresholds.hpp" \) -exec awk '/^struct / { table = $2 } / constexpr .* =/ {
         sub(/ =.*/, ""); print table "::" $NF }' {} + | sort) <(grep -o '^[A-Za-z]*::k[A-Za-z]*' <<<"$printed" | sort)
if grep -E '(^| )-?(nan|inf)( |$)' <<<"$printed"; then exit 1; fi
