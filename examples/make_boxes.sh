#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Writes boxes.csv, trace.csv and level.csv beside itself, or into the given folder. The first two are 60
# frames of a little game, and its first frame: forty-eight asteroids, ships and bullets of 8 to 96 px go
# round; bullets come and go. The third is a level: static blocks of 32 px, between which 24 boxes move.
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

level() {
  awk 'BEGIN {
    print "frame,id,min_x,min_y,max_x,max_y,static"
    for (f = 0; f < 10; ++f) {
      for (row = 0; row < 22; ++row)
        for (column = 0; column < 40; ++column) {
          is_ledge = row % 4 == 1 && (column * 7 + row * 5) % 23 > 8
          if (row < 21 && !is_ledge) continue
          x = column * 32; y = row * 32
          print f "," row * 40 + column "," x "," y "," x + 32 "," y + 32 ",1"
        }
      for (i = 0; i < 24; ++i) {
        x = (i * 53 + f * (i % 5 + 1) * 2) % 1256; y = (i * 97 + f * 3) % 664
        print f "," 1000 + i "," x "," y "," x + 20 "," y + 28 ",0"
      }
    }
  }'
}

trace >"$folder/trace.csv"
level >"$folder/level.csv"
awk -F, -v OFS=, '$1 == "frame" || $1 == 0 { print $2, $3, $4, $5, $6 }' "$folder/trace.csv" >"$folder/boxes.csv"
