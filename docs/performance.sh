#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Writes the tables of docs/performance.md and its plots from a report of the bench.
# Usage: docs/performance.sh [REPORT]   REPORT: a folder as tests/benchmarks/run.sh leaves it; build/peers/report
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
report=${1:-$root/build/peers/report}
tables=$report/performance-tables.md
page=$root/docs/performance.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C

# part NAME: what stands between the markers of that name in the report.
part() { sed -n "/^<!-- $1 -->\$/,/^<!-- \/$1 -->\$/ { /^<!--/d; p }" "$tables"; }

# means: WORKLOAD KIND NAME MEAN MEAN MEAN, one line for each row of the tables of times; KIND is ours or other.
means() {
  part tables | awk -F ' *[|] *' '
    /^### / { split($0, word, "[ :]+"); workload = word[2] }
    workload && / \/ .* \/ / && !/mean/ {
      kind = sub(/ \(ours\)/, "", $2) ? "ours" : "other"
      for (i = 3; i <= 5; ++i) sub(/ \/.*/, "", $i)
      print workload, kind, $2, $3, $4, $5
    }'
}

# Programs of awk share what follows: time[workload, name, column], the fastest other library of each column, and
# numbers with two digits.
# shellcheck disable=SC2016
read_means='
  {
    if (!($1 in seen)) { seen[$1]; workloads[++count] = $1 }
    for (k = 1; k <= 3; ++k) {
      t = time[$1, $3, k] = $(k + 3)
      if ($2 == "other" && t != "-" && (!(($1, k) in best) || t + 0 < best[$1, k] + 0)) {
        best[$1, k] = t; library[$1, k] = $3
      }
    }
    if ($2 == "ours" && $5 != "-" && !($3 in known)) { known[$3]; names[++ours] = $3 }
  }'

two_digits='
  function digits(v, text) { text = sprintf("%#.2g", v); sub(/\.$/, "", text); return text }'

# Of all workloads and counts, the least and the greatest ratio of two times.
write_summary() {
  awk "$read_means$two_digits"'
    function range(name, to_grid, w, k, r, low, high) {
      low = 1e9; high = 0
      for (w = 1; w <= count; ++w) for (k = 1; k <= 3; ++k) {
        r = time[workloads[w], name, k] / \
            (to_grid ? time[workloads[w], "hierarchical-grid", k] : best[workloads[w], k])
        if (r < low) low = r
        if (r > high) high = r
      }
      return digits(low) " to " digits(high)
    }
    END {
      print "| broadphase | times the fastest other library | times the hierarchical grid |\n|---|---|---|"
      for (n = 1; n <= ours; ++n)
        printf "| %s | %s | %s |\n", names[n], range(names[n], 0), \
               names[n] == "hierarchical-grid" ? "1" : range(names[n], 1)
    }'
}

# All of ours, and the fastest other library.
write_workloads() {
  awk "$read_means"'
    END {
      for (w = 1; w <= count; ++w) {
        at = workloads[w]
        print (w > 1 ? "\n" : "") "### " at "\n"
        print "| mean ms per frame | 1,000 | 10,000 | 100,000 |\n|---|---|---|---|"
        for (n = 1; n <= ours; ++n) {
          printf "| %s |", names[n]
          for (k = 1; k <= 3; ++k) printf " %s |", time[at, names[n], k]
          print ""
        }
        printf "| fastest other library |"
        for (k = 1; k <= 3; ++k) printf " %s (%s) |", best[at, k], library[at, k]
        print "\n\n![" at ", ms against boxes](pictures/bench-" at ".svg)"
      }
    }'
}

# Growth, worst frame and memory, beside two threads with 100,000 boxes of uniform and the time of a million.
write_traits() {
  { part traits; part extras; } | awk -F ' *[|] *' '
    /^[|] (ours|two threads|a million|whole step|a thousand)/ { section = substr($2, 1, 5); next }
    /^[|]-/ || !NF { next }
    section == "ours" { names[++count] = $2; traits[$2] = $3 " | " $4 " | " $5 }
    section == "two t" { gain = $4; gsub(/.*[(]|[)]/, "", gain); threads[$2] = gain }
    section == "a mil" { million[$2] = $4 }
    END {
      print "| broadphase | growth exponent | worst frame / median | bytes per sprite | gain by two threads |" \
            " ns per box of a million |\n|---|---|---|---|---|---|"
      for (n = 1; n <= count; ++n)
        print "| " names[n] " | " traits[names[n]] " | " threads[names[n]] " | " million[names[n]] " |"
    }'
}

# Of every method the time in units of the naive loop, on each of the three sets of pairs; the worst recall of the
# three, and the greatest share of false hits.
write_narrowphases() {
  part narrowphase | awk -F '   *' "$two_digits"'
    $NF ~ /^[01]\.[0-9]+$/ {
      if (!($1 in times)) { names[++count] = $1; recall[$1] = 1; wrong[$1] = 0 }
      if ($1 ~ /^naive/) naive = $2
      times[$1] = times[$1] " " digits($2 / naive) " |"
      if ($(NF - 1) + 0 < recall[$1] + 0) recall[$1] = $(NF - 1)
      if ($NF + 0 > wrong[$1] + 0) wrong[$1] = $NF
    }
    END {
      print "| times the naive loop | 32-200 px | 32-200 px, turned and scaled | 400-1200 px | recall | false |"
      print "|---|---|---|---|---|---|"
      for (n = 1; n <= count; ++n)
        printf "| %s |%s %.3f | %.3f |\n", names[n], times[names[n]], recall[names[n]], wrong[names[n]]
    }'
}

# put NAME: standard input becomes what stands between the markers of that name.
put() {
  cat >"$work/$1"
  awk -v name="$1" -v file="$work/$1" '
    $0 == "<!-- /" name " -->" { inside = 0; print "" }
    !inside { print }
    $0 == "<!-- " name " -->" {
      inside = 1
      print ""
      while ((getline line < file) > 0) print line
    }' "$page" >"$work/page"
  cp "$work/page" "$page"
}

part machine | grep -E '^- (Machine|Compiler|Date): ' | put machine
means | write_summary | put summary
means | write_workloads | put workloads
write_traits | put traits
write_narrowphases | put narrowphases
cp "$report"/pictures/bench-*.svg "$root/docs/pictures/"
echo "$page"
