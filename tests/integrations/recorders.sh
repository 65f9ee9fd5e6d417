#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Each recorder of integrations/ writes the same game, which `phasebox` reads and tunes; what records whole worlds is
# given objects of the shape that these engines document: recorders.sh SOURCE_DIR BUILD_DIR CXX
set -euo pipefail

source=$1 build=$2 compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() { echo "recorders.sh: $*" >&2; exit 1; }

for file in "$source"/integrations/*/*; do
  [[ $(wc -l <"$file") -le 60 ]] || fail "$file has more than 60 lines"
done

# Two frames of three: the wall is static, the third box meets nothing but its own kind, the limit is two.
expected=$(printf 'frame,a,b\n1,7,8\n2,7,9')
check() {
  local answer
  answer=$("$build/phasebox" pairs game.csv --broadphase brute-force)
  [[ $answer == "$expected" ]] || fail "$1: $answer, of $(cat game.csv)"
  "$build/phasebox" tune --boxes game.csv --budget 1 --broadphase quadtree,uniform-grid >tuned || fail "$1: $(cat tuned)"
  echo "$1: passed"
  rm game.csv
}

cat >game.c <<'EOF'
#include "phasebox_record.h"
int main(void) {
  int k;
  phasebox_recorder rec = phasebox_record_open("game.csv", 2);
  for (k = 0; k < 4; ++k) {
    phasebox_record_frame(&rec);
    phasebox_record_box(&rec, 7, 0, 0, 10.0000001f, 10, 1, 1, 0xFFFF);
    phasebox_record_box(&rec, 8, k ? 20.0f : 5.5f, 5, 30, 15, 0, 1, 1);
    phasebox_record_box(&rec, 9, 9, -1e-7f, 25, 1e-7f, k ? 0 : 1, k ? 1 : 2, 0x10001);
  }
  return phasebox_record_close(&rec);
}
EOF
cc -std=c99 -Wall -Wextra -Wpedantic -Werror -I"$source/integrations/c" game.c -o game && ./game
check C

cat >game.cpp <<'EOF'
#include "phasebox_record.hpp"
int main() {
  phasebox_record::Recorder rec("game.csv", 2);
  for (int k = 0; k < 4; ++k) {
    rec.frame();
    rec.box(7, 0, 0, 10.0000001f, 10, true);
    rec.box(8, k ? 20.0f : 5.5f, 5, 30, 15, false, 1, 1);
    rec.box(9, 9, -1e-7f, 25, 1e-7f, !k, k ? 1 : 2, 1);
  }
}
EOF
"$compiler" -std=c++17 -Wall -Wextra -Wpedantic -Werror -I"$source/integrations/cpp" game.cpp -o game && ./game
check C++

cat >game.py <<EOF
import sys
sys.path.insert(0, "$source/integrations/python")
from types import SimpleNamespace as N
from phasebox_record import Recorder
rec = Recorder("game.csv", 2)
for k in range(4):
    rec.frame()
    rec.box(7, 0, 0, 10.0000001, 10, True)
    rec.box(8, 20 if k else 5.5, 5, 30, 15, False, 1, 1)
    rec.box(9, 9, -1e-7, 25, 1e-7, not k, 1 if k else 2, 1)
rec.close()
wall = N(static_body=N(body_type=2))
space = N(static_body=wall.static_body, shapes=[
    N(bb=N(left=0, bottom=0, right=10, top=10), body=wall.static_body, filter=N(categories=1, mask=0xFFFFFFFF)),
    N(bb=N(left=5, bottom=5, right=15, top=15), body=N(body_type=0), filter=N(categories=1, mask=0xFFFFFFFF))])
rec = Recorder("space.csv")
rec.pymunk(space), rec.pymunk(space)
rec.pygame([N(rect=N(left=1, top=2, right=3, bottom=4))])
rec.arcade([N(left=1, bottom=2, right=3, top=4)])
rec.close()
EOF
python3 game.py
check Python
[[ $("$build/phasebox" pairs space.csv --broadphase brute-force | tail -n +2) == $'1,0,1\n2,0,1' ]] || fail "Python's worlds: $(cat space.csv)"

cat >game.lua <<EOF
package.path = "$source/integrations/lua/?.lua;" .. package.path
local Recorder = require("phasebox_record")
local rec = Recorder.new("game.csv", 2)
for k = 0, 3 do
  rec:frame()
  rec:box(7, 0, 0, 10.0000001, 10, true)
  rec:box(8, k > 0 and 20 or 5.5, 5, 30, 15, false, 1, 1)
  rec:box(9, 9, -1e-7, 25, 1e-7, k == 0, k > 0 and 1 or 2, 1)
end
rec:close()
local function body(kind, x1, y1, x2, y2)
  local fixture = {getBoundingBox = function() return x1, y1, x2, y2 end,
                   getFilterData = function() return 1, -1, 0 end}
  return {getFixtures = function() return {fixture} end, getType = function() return kind end}
end
local bodies = {body("static", 0, 10, 10, 0), body("dynamic", 5, 5, 15, 15)}
rec = Recorder.new("space.csv")
rec:love({getBodies = function() return bodies end})
rec:close()
EOF
luajit game.lua
check Lua
[[ $("$build/phasebox" pairs space.csv --broadphase brute-force) == $'frame,a,b\n1,0,1' ]] || fail "LOVE's world: $(cat space.csv)"

cat >Game.cs <<'EOF'
static class Game {
  static void Main() {
    // A comma for a decimal point, as on half of all players' machines.
    System.Threading.Thread.CurrentThread.CurrentCulture = new System.Globalization.CultureInfo("") {
      NumberFormat = {NumberDecimalSeparator = ","}
    };
    using (var rec = new PhaseboxRecorder("game.csv", 2))
      for (int k = 0; k < 4; ++k) {
        rec.Frame();
        rec.Box(7, 0, 0, 10.0000001f, 10, true);
        rec.Box(8, k > 0 ? 20 : 5.5f, 5, 30, 15, false, 1, 1);
        rec.Box(9, 9, -1e-7f, 25, 1e-7f, k == 0, k > 0 ? 1 : 2, 1);
      }
  }
}
EOF
mcs -warnaserror -out:game.exe Game.cs "$source/integrations/csharp/PhaseboxRecorder.cs" && mono game.exe
check 'C#'

command -v node >/dev/null || { echo 'JavaScript: left out, there is no node'; exit 0; }
cat >game.js <<EOF
const Recorder = require('$source/integrations/javascript/phasebox-record.js'), fs = require('fs');
let rec = new Recorder(2);
for (let k = 0; k < 4; ++k) {
  rec.frame();
  rec.box(7, 0, 0, 10.0000001, 10, true);
  rec.box(8, k ? 20 : 5.5, 5, 30, 15, false, 1, 1);
  rec.box(9, 9, -1e-7, 25, 1e-7, !k, k ? 1 : 2, 1);
}
fs.writeFileSync('game.csv', rec.text());
const boxes = [[0, 0, 10, 10], [5, 5, 15, 15]];
const bounds = ([a, b, c, d]) => ({min: {x: a, y: b}, max: {x: c, y: d}});
const array = ([a, b, c, d]) => ({lowerBound: [a, b], upperBound: [c, d]});
const point = ([a, b, c, d]) => ({lowerBound: {x: a, y: b}, upperBound: {x: c, y: d}});
rec = new Recorder();
rec.matter(boxes.map((b, k) => ({bounds: bounds(b), isStatic: k == 0, collisionFilter: {category: 1, mask: 0xFFFFFFFF}})));
rec.p2({bodies: boxes.map((b, k) => ({getAABB: () => array(b), type: k ? 1 : 2, shapes: []}))});
let list = null;
for (const b of boxes) {
  const fixture = {getNext: () => null, getAABB: () => point(b), getFilterCategoryBits: () => 1, getFilterMaskBits: () => 65535};
  const next = list;
  list = {getNext: () => next, getFixtureList: () => fixture, isStatic: () => next != null};
}
rec.planck({getBodyList: () => list});
const set = some => ({getArray: () => some.map(([a, b, c, d]) => ({x: a, y: b, width: c - a, height: d - b}))});
rec.arcade({bodies: set(boxes.slice(1)), staticBodies: set(boxes.slice(0, 1))});
fs.writeFileSync('space.csv', rec.text());
EOF
node game.js
check JavaScript
[[ $("$build/phasebox" pairs space.csv --broadphase brute-force | wc -l) == 5 ]] || fail "JavaScript's worlds: $(cat space.csv)"
