#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Writes the tables of docs/performance.md, and the machine, from docs/performance-tables.md.
# Usage: docs/performance.sh [FOLDER]   FOLDER instead of docs; it holds both pages
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
docs=${1:-$root/docs}
tables=$docs/performance-tables.md
page=$docs/performance.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C

# means: WORKLOAD KIND NAME MEAN MEAN MEAN, one line for each row of the tables of times; KIND is ours or other.
means() {
  awk -F ' *[|] *' '
    /^### / { split($0, word, "[ :]+"); workload = word[2] }
    workload && / \/ .* \/ / && !/mean/ {
      kind = sub(/ \(ours\)/, "", $2) ? "ours" : "other"
      for (i = 3; i <= 5; ++i) sub(/ \/.*/, "", $i)
      print workload, kind, $2, $3, $4, $5
    }' "$tables"
}

# Programs of awk, which share what follows: time[workload, name, column], the fastest other library of each column,
# and numbers with two digits.
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

write_scenes() {
  awk "$read_means"'
    END {
      shown = split("hierarchical-grid neighbor-list sort-and-sweep rdc quadtree aabb-tree", name, " ")
      for (w = 1; w <= count; ++w) {
        at = workloads[w]
        print (w > 1 ? "\n" : "") "### " at "\n"
        print "| mean ms per frame | 1,000 | 10,000 | 100,000 |\n|---|---|---|---|"
        for (n = 1; n <= shown; ++n) {
          printf "| %s |", name[n]
          for (k = 1; k <= 3; ++k) printf " %s |", time[at, name[n], k]
          print ""
        }
        printf "| fastest other library |"
        for (k = 1; k <= 3; ++k) printf " %s (%s) |", best[at, k], library[at, k]
        print ""
      }
    }'
}

# Of every method the time in units of the naive loop, on each of the three sets of pairs; the worst recall of the
# three, and the greatest share of false hits.
write_narrowphases() {
  awk -F '   *' "$two_digits"'
    /^<!-- narrowphase -->/ { inside = 1 }
    /^<!-- \/narrowphase -->/ { inside = 0 }
    inside && $NF ~ /^[01]\.[0-9]+$/ {
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
    }' "$tables"
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

grep -E '^- (Machine|Compiler|Date): ' "$tables" | put machine
means | write_summary | put summary
means | write_scenes | put scenes
write_narrowphases | put narrowphases
echo "$page"
