#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Writes boxes.csv and trace.csv beside itself, or into the given folder: 60 frames of a little game, and
# its first frame. Forty-eight asteroids, ships and bullets of 8 to 96 px go round; bullets come and go.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
folder=${1:-$here}

# Whole numbers of 1/8 px, so that every awk and every float32 has the same.
trace() {
  awk 'BEGIN {
    print "frame,id,min_x,min_y,max_x,max_y"
    for (f = 0; f < 60; ++f)
      for (i = 0; i < 48; ++i) {
        kind = i % 4                          # 0: a ship, 1: an asteroid, 2 and 3: bullets
        if (kind > 1 && (f + 7 * i) % 40 > 29) continue
        side = kind == 0 ? 32 : kind == 1 ? 24 + i * 37 % 73 : 8
        a = i * 0.7 + f * (kind > 1 ? 0.05 : 0.02) * (i % 3 + 1) / 2
        r = kind > 1 ? 60 + (f + 7 * i) % 40 * 9 : 90 + i * 5
        x = int((640 + 1.6 * r * cos(a)) * 8) / 8
        y = int((360 + r * sin(a)) * 8) / 8
        print f "," 100 + i "," x "," y "," x + side "," y + side * 3 / 4
      }
  }'
}

trace >"$folder/trace.csv"
awk -F, -v OFS=, '$1 == "frame" || $1 == 0 { print $2, $3, $4, $5, $6 }' "$folder/trace.csv" >"$folder/boxes.csv"
