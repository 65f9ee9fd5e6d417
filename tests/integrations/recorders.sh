#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Each recorder of integrations/ writes the same game, which `phasebox` reads and tunes. Where no package has the engine
# (pymunk, arcade), it is given objects of the shape that this documents: recorders.sh SOURCE_DIR BUILD_DIR CXX
set -euo pipefail

source=$1 build=$2 compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() { echo "recorders.sh: $*" >&2; exit 1; }

for file in "$source"/integrations/*/*; do
  [[ $(wc -l <"$file") -le 110 ]] || fail "$file has more than 110 lines"
done

# Two frames of five: the wall is static, the third box meets nothing but its own kind, the last two are of one group,
# that without a size is left out, the limit is two. When a frame begins, the one before is in the file. The wall wants the last two, by their highest bit, and not the other way
# round: a pair where one of the two is enough.
expected=$(printf 'frame,a,b\n1,7,8\n1,7,10\n1,7,11\n2,7,9\n2,7,10\n2,7,11')
check() {
  local answer
  [[ $(grep -c '^1,12,' game.csv) == 0 ]] || fail "$1 records a box without a size: $(cat game.csv)"
  answer=$("$build/phasebox" pairs game.csv --broadphase brute-force)
  [[ $answer == "$expected" ]] || fail "$1: $answer, of $(cat game.csv)"
  "$build/phasebox" tune --boxes game.csv --budget 1 --broadphase quadtree,uniform-grid >tuned || fail "$1: $(cat tuned)"
  echo "$1: passed"
  rm game.csv
}

cat >game.c <<'EOF'
#include <locale.h>
#include <math.h>
#include "phasebox_record.h"
int main(void) {
  int k;
  phasebox_recorder rec = phasebox_record_open("game.csv", 2);
  rec.either = 1;
  if (!setlocale(LC_ALL, "de_DE.UTF-8")) puts("C: the locale with commas is left out");
  for (k = 0; k < 4; ++k) {
    phasebox_record_frame(&rec);
    if (k == 1) {
      FILE* there = fopen("game.csv", "r");
      if (fseek(there, 0, SEEK_END) || ftell(there) < 200) return 2;
      fclose(there);
    }
    phasebox_record_box(&rec, 7, 0, 0, 10.0000001f, 10, 1, 1, 0x80000001, 0);
    phasebox_record_box(&rec, 8, k ? 20.0f : 5.5f, 5, 30, 15, 0, 1, 1, 0);
    phasebox_record_box(&rec, 9, 9, -1e-7f, 25, 1e-7f, k ? 0 : 1, k ? 1 : 2, 1, 0);
    phasebox_record_box(&rec, 10, 1, 8, 3, 9, 0, 0x80000000, 0, -5);
    phasebox_record_box(&rec, 11, 1, 8, 3, 9, 0, 0x80000000, 0x80000000, -5);
    phasebox_record_box(&rec, 12, 1, 8, NAN, 9, 0, 1, 0xFFFFFFFF, 0);
  }
  return phasebox_record_close(&rec) || rec.left_out != 2;
}
EOF
cc -std=c99 -Wall -Wextra -Wpedantic -Werror -I"$source/integrations/c" game.c -o game
localedef -i de_DE -f UTF-8 "$work/de_DE.UTF-8" >log 2>&1 || true # where the sources of locales are installed
LOCPATH=$work ./game || fail 'C: the game fails'
check C

cat >game.cpp <<'EOF'
#include <filesystem>
#include "phasebox_record.hpp"
int main() {
  phasebox_record::Recorder rec("game.csv", 2, true);
  for (int k = 0; k < 4; ++k) {
    rec.frame();
    if (k == 1 && std::filesystem::file_size("game.csv") < 200) return 2;
    rec.box(7, 0, 0, 10.0000001f, 10, true, 1, 0x80000001);
    rec.box(8, k ? 20.0f : 5.5f, 5, 30, 15, false, 1, 1);
    rec.box(9, 9, -1e-7f, 25, 1e-7f, !k, k ? 1 : 2, 1);
    rec.box(10, 1, 8, 3, 9, false, 0x80000000, 0, -5);
    rec.box(11, 1, 8, 3, 9, false, 0x80000000, 0x80000000, -5);
    rec.box(12, 1, 8, std::nanf(""), 9);
  }
  return rec.left_out() == 2 ? 0 : 1;
}
EOF
"$compiler" -std=c++17 -Wall -Wextra -Wpedantic -Werror -I"$source/integrations/cpp" game.cpp -o game && ./game
check C++

cat >game.py <<EOF
import os, sys
sys.path.insert(0, "$source/integrations/python")
from types import SimpleNamespace as N
from phasebox_record import Recorder
rec = Recorder("game.csv", 2, "either")
for k in range(4):
    rec.frame()
    assert k != 1 or os.path.getsize("game.csv") > 200
    rec.box(7, 0, 0, 10.0000001, 10, True, 1, 0x80000001)
    rec.box(8, 30, 5, 20 if k else 5.5, 15, False, 1, 1)
    rec.box(9, 9, -1e-7, 25, 1e-7, not k, 1 if k else 2, 1)
    rec.box(10, 1, 8, 3, 9, False, 1 << 31, 0, -5)
    rec.box(11, 1, 8, 3, 9, False, 1 << 31, 1 << 31, -5)
    rec.box(12, 1, 8, float("nan"), 9)
rec.close()
assert rec.left_out == 2
wall = N(static_body=N(body_type=2))
def shape(body, left, group=0, categories=1, mask=0xFFFFFFFF):
    s = N(bb=N(left=left, bottom=left, right=left + 10, top=left + 10), body=body,
          filter=N(group=group, categories=categories, mask=mask))
    body.shapes = getattr(body, "shapes", []) + [s]
    return s
# A wall, a body of two shapes, two of one group, one that no mask wants: the wall meets all but the last.
double = N(body_type=0)
space = N(static_body=wall.static_body, constraints=[], shapes=[
    shape(wall.static_body, 0), shape(double, 5), shape(double, 6), shape(N(body_type=0), 7, group=3),
    shape(N(body_type=0), 8, group=3), shape(N(body_type=0), 9, mask=0)])
rec = Recorder("space.csv")
rec.pymunk(space), rec.pymunk(space)
rec.pygame([N(rect=N(left=1, top=2, right=3, bottom=4))])
rec.arcade([N(left=1, bottom=2, right=3, top=4)])
rec.close()
EOF
python3 game.py
check Python
[[ $("$build/phasebox" pairs space.csv --broadphase brute-force | grep -c ^1,) == 8 ]] || fail "Python's worlds: $(cat space.csv)"

cat >game.lua <<EOF
package.path = "$source/integrations/lua/?.lua;" .. package.path
local Recorder = require("phasebox_record")
local rec = Recorder.new("game.csv", 2, "either")
os.setlocale("de_DE.UTF-8")
for k = 0, 3 do
  rec:frame()
  assert(k ~= 1 or io.open("game.csv"):seek("end") > 200)
  rec:box(7, 0, 0, 10.0000001, 10, true, 1, 0x80000001)
  rec:box(8, k > 0 and 20 or 5.5, 5, 30, 15, false, 1, 1)
  rec:box(9, 9, -1e-7, 25, 1e-7, k == 0, k > 0 and 1 or 2, 1)
  rec:box(10, 1, 8, 3, 9, false, 0x80000000, 0, -5)
  rec:box(11, 1, 8, 3, 9, false, 0x80000000, 0x80000000, -5)
  rec:box(12, 1, 8, 0 / 0, 9)
end
rec:close()
assert(rec.left_out == 2)
EOF
LOCPATH=$work luajit game.lua
check Lua

cat >Game.cs <<'EOF'
static class Game {
  static void Main() {
    // A comma for a decimal point, as on half of all players' machines.
    System.Threading.Thread.CurrentThread.CurrentCulture = new System.Globalization.CultureInfo("") {
      NumberFormat = {NumberDecimalSeparator = ","}
    };
    using (var rec = new PhaseboxRecorder("game.csv", 2, true))
      for (int k = 0; k < 4; ++k) {
        rec.Frame();
        if (k == 1 && new System.IO.FileInfo("game.csv").Length < 200) throw new System.Exception("nothing is there");
        rec.Box(7, 0, 0, 10.0000001f, 10, true, 1, 0x80000001);
        rec.Box(8, k > 0 ? 20 : 5.5f, 5, 30, 15, false, 1, 1);
        rec.Box(9, 9, -1e-7f, 25, 1e-7f, k == 0, k > 0 ? 1u : 2u, 1);
        rec.Box(10, 1, 8, 3, 9, false, 0x80000000, 0, -5);
        rec.Box(11, 1, 8, 3, 9, false, 0x80000000, 0x80000000, -5);
        rec.Box(12, 1, 8, float.NaN, 9);
      }
  }
}
EOF
mcs -warnaserror -out:game.exe Game.cs "$source/integrations/csharp/PhaseboxRecorder.cs" && mono game.exe
check 'C#'

command -v node >/dev/null || { echo 'JavaScript: left out, there is no node'; exit 0; }
cat >game.js <<EOF
const Recorder = require('$source/integrations/javascript/phasebox-record.js');
const rec = new Recorder(2, 'either');
for (let k = 0; k < 4; ++k) {
  rec.frame();
  rec.box(7, 0, 0, 10.0000001, 10, true, 1, 0x80000001);
  rec.box(8, k ? 20 : 5.5, 5, 30, 15, false, 1, 1);
  rec.box(9, 9, -1e-7, 25, 1e-7, !k, k ? 1 : 2, 1);
  rec.box(10, 1, 8, 3, 9, false, 1 << 31, 0, -5);
  rec.box(11, 1, 8, 3, 9, false, 0x80000000, 0x80000000, -5);
  rec.box(12, 1, 8, NaN, 9);
}
if (rec.leftOut !== 2) throw new Error('left out: ' + rec.leftOut);
rec.save('game.csv');
EOF
node game.js
check JavaScript
cp "$source/integrations/javascript/phasebox-record.js" .
echo "import './phasebox-record.js'; if (new PhaseboxRecorder(1).number !== 0) throw 1;" >module.mjs
node module.mjs || fail 'JavaScript: as a module'
