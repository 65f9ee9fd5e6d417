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
  [[ $(wc -l <"$file") -le 160 ]] || fail "$file has more than 160 lines"
done

# Two frames of five: the wall is static, the third box meets nothing but its own kind, the last two are of one group,
# the limit is two. When a frame begins, the one before is in the file. The wall wants the last two, by their highest
# bit, and not the other way round: a pair where one of the two is enough. Four boxes are refused for four reasons in
# each frame; each reason is said once, and once that a full disk ends a recording.
expected=$(printf 'frame,a,b\n1,7,8\n1,7,10\n1,7,11\n2,7,9\n2,7,10\n2,7,11')
# check LANGUAGE [REASONS]
check() {
  local answer
  [[ $(grep -c '^1,12,' game.csv) == 0 ]] || fail "$1 records a box without a size: $(cat game.csv)"
  answer=$("$build/phasebox" pairs game.csv --broadphase brute-force)
  [[ $answer == "$expected" ]] || fail "$1: $answer, of $(cat game.csv)"
  "$build/phasebox" tune --boxes game.csv --budget 1 --broadphase quadtree,uniform-grid >tuned || fail "$1: $(cat tuned)"
  # A chain of 40 boxes, each of which reaches 0.2 px into the next, where float32 has steps of 4 px.
  answer=$("$build/phasebox" pairs far.csv --broadphase brute-force)
  [[ $answer == "$(echo frame,a,b; seq 0 38 | awk '{print "1," $1 "," $1 + 1}')" ]] || fail "$1, far away: $answer"
  [[ $(grep -c 'left out' said) == "${2:-4}" && $(grep -Ec 'the recording ends|not saved' said) == 1 ]] || fail "$1 says: $(cat said)"
  echo "$1: passed"
  rm game.csv far.csv said
}

cat >game.c <<'EOF'
#include <locale.h>
#include <math.h>
#include "phasebox_record.h"
static int record(const char* path, double left) {
  int k;
  phasebox_recorder rec = phasebox_record_open(path, 1);
  phasebox_record_frame(&rec);
  for (k = 0; k < 40; ++k) phasebox_record_box(&rec, k, left + 1.1 * k, 0, left + 1.1 * k + 1.3, 1, 0, 1, -1, 0);
  return phasebox_record_close(&rec);
}
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
    phasebox_record_box(&rec, 13, 1, 8, 0, 9, 0, 1, 0xFFFFFFFF, 0);
    phasebox_record_box(&rec, 14, 1, 8, 3, 9, 0, 1ull << 32, 0xFFFFFFFF, 0);
    phasebox_record_box(&rec, 11, 1, 8, 3, 9, 0, 1, 0xFFFFFFFF, 0);
  }
  if (record("far.csv", 5e7) || !record("/dev/full", 0)) return 3;
  return phasebox_record_close(&rec) || rec.left_out != 8;
}
EOF
cc -std=c99 -Wall -Wextra -Wpedantic -Werror -I"$source/integrations/c" game.c -o game
localedef -i de_DE -f UTF-8 "$work/de_DE.UTF-8" >log 2>&1 || true # where the sources of locales are installed
LOCPATH=$work ./game 2>said || fail "C: the game fails: $(cat said)"
check C

cat >game.cpp <<'EOF'
#include <filesystem>
#include "phasebox_record.hpp"
void record(const char* path, double left) {
  phasebox_record::Recorder rec(path, 1);
  rec.frame();
  for (int k = 0; k < 40; ++k) rec.box(k, left + 1.1 * k, 0, left + 1.1 * k + 1.3, 1);
}
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
    rec.box(12, 1, 8, std::nanf(""), 9), rec.box(13, 1, 8, 0, 9);
    rec.box(14, 1, 8, 3, 9, false, std::uint64_t{1} << 32), rec.box(11, 1, 8, 3, 9);
  }
  record("far.csv", 5e7), record("/dev/full", 0);
  return rec.left_out() == 8 ? 0 : 1;
}
EOF
"$compiler" -std=c++17 -Wall -Wextra -Wpedantic -Werror -I"$source/integrations/cpp" game.cpp -o game && ./game 2>said || fail "C++: $(cat said)"
check C++

cat >game.py <<EOF
import gc, os, sys, weakref
sys.path.insert(0, "$source/integrations/python")
from types import SimpleNamespace as N
from phasebox_record import Recorder
rec = Recorder("game.csv", 2, "either")
for k in range(4):
    rec.frame()
    assert k != 1 or os.path.getsize("game.csv") > 200
    rec.box(7, 0, 0, 10.0000001, 10, True, 1, 0x80000001)
    rec.box(8, 20 if k else 5.5, 5, 30, 15, False, 1, 1)
    rec.box(9, 9, -1e-7, 25, 1e-7, not k, 1 if k else 2, 1)
    rec.box(10, 1, 8, 3, 9, False, 1 << 31, 0, -5)
    rec.box(11, 1, 8, 3, 9, False, 1 << 31, 1 << 31, -5)
    rec.box(12, 1, 8, float("nan"), 9), rec.box(13, 1, 8, 0, 9)
    rec.box(14, 1, 8, 3, 9, False, 1 << 32), rec.box(11, 1, 8, 3, 9)
    rec.box(None, 1, 8, 3, 9), rec.box("no number", 1, 8, 3, [])
rec.close()
assert rec.left_out == 12, rec.left_out
Recorder("shots.csv").pygame(7)
for path, left in ("far.csv", 5e7), ("/dev/full", 0):
    rec = Recorder(path, 1)
    rec.frame()
    for k in range(40):
        rec.box(k, left + 1.1 * k, 0, left + 1.1 * k + 1.3, 1)
    rec.close()
# Equal keys have one id, others never: by value, and objects by identity, of which none is kept.
class Number:  # as numpy's integers, which are no int
    def __init__(self, value): self.value = value
    def __index__(self): return self.value
class Shot: pass
rec = Recorder("shots.csv", 1000)
equal = [[7, 7.0, Number(7)], ["7", "".join("7")], [(7, "a"), (7.0, "a")], [7.5, 7.5], [10**12], [2**70, 2.0**70]]
ids = [{rec.id_of(key) for key in keys} for keys in equal]
assert all(len(same) == 1 for same in ids) and ids[0] == {7} and len(set.union(*ids)) == len(ids), ids
alive = weakref.WeakSet()
for frame in range(100):
    rec.frame()
    for shot in [Shot() for _ in range(20)] + [[frame] for _ in range(20)]:
        rec.box(shot, 0, 0, 1, 1), rec.box(((shot,), 1), 0, 0, 1, 1)
        if isinstance(shot, Shot):
            alive.add(shot)
del shot
gc.collect()
assert len(alive) == 0 and len(rec._objects) == 0 and len(rec._held) <= 20, (len(alive), len(rec._objects))
rec.close()
new = [line.split(",")[1] for line in open("shots.csv") if line[0] != "f"]
assert len(set(new)) == len(new) == 8000, (len(set(new)), len(new))
class N(N): pass  # of the engines' objects, which have weak references
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
python3 game.py 2>said || fail "Python: $(cat said)"
check Python 7
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
  rec:box(13, 1, 8, 0, 9)
  rec:box(14, 1, 8, 3, 9, false, 2 ^ 32)
  rec:box(11, 1, 8, 3, 9)
  rec:box(nil, 1, 8, 3, 9)
  rec:box("no number", 1, 8, 3, {})
end
rec:close()
assert(rec.left_out == 12)
Recorder.new("shots.csv"):love(7)
for path, left in pairs({["far.csv"] = 5e7, ["/dev/full"] = 0}) do
  local rec = Recorder.new(path, 1)
  rec:frame()
  for k = 0, 39 do rec:box(k, left + 1.1 * k, 0, left + 1.1 * k + 1.3, 1) end
  rec:close()
end
-- Equal keys have one id, others never: by value, and objects by identity, of which none is kept.
rec = Recorder.new("shots.csv", 1000)
assert(rec:id_of(7) == 7 and rec:id_of("a" .. "b") == rec:id_of("ab") and rec:id_of(7LL) == 7)
local ids, alive = {}, setmetatable({}, {__mode = "k"})
for _, key in ipairs({7, "7", 7.5, 1e12, 2 ^ 70, true, 12345678901234567LL, {}}) do
  assert(not ids[rec:id_of(key)] and rec:id_of(key) == rec:id_of(key))
  ids[rec:id_of(key)] = true
end
for _ = 1, 100 do
  rec:frame()
  for _ = 1, 20 do
    local shot = {}
    rec:box(shot, 0, 0, 1, 1)
    assert(not ids[rec:id_of(shot)])
    alive[shot], ids[rec:id_of(shot)] = true, true
  end
end
collectgarbage()
assert(next(alive) == nil and next(rec.by_identity) == nil)
EOF
LOCPATH=$work luajit game.lua 2>said || fail "Lua: $(cat said)"
check Lua 7

cat >Game.cs <<'EOF'
using System.Collections.Generic;
using System.Linq;
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
        rec.Box(13, 1, 8, 0, 9);
        rec.Box(14, 1, 8, 3, 9, false, 1UL << 32);
        rec.Box(11, 1, 8, 3, 9);
        rec.Box(null, 1, 8, 3, 9);
        if (rec.LeftOut != 5 * System.Math.Min(k + 1, 2)) throw new System.Exception("left out: " + rec.LeftOut);
      }
    foreach (var path in new[] {"far.csv", "/dev/full"})
      using (var rec = new PhaseboxRecorder(path, 1)) {
        double left = path == "far.csv" ? 5e7 : 0;
        rec.Frame();
        for (int k = 0; k < 40; ++k) rec.Box(k, left + 1.1 * k, 0, left + 1.1 * k + 1.3, 1);
      }
    using (var rec = new PhaseboxRecorder("shots.csv", 1000)) Keys(rec);
  }
  // Equal keys have one id, others never: by value, and objects by identity, of which none is kept.
  static void Keys(PhaseboxRecorder rec) {
    var ids = new HashSet<long>();
    var equal = new[] {new object[] {7, 7L, 7.0, (byte)7}, new object[] {"7", 7.ToString()}, new object[] {(7, "a"), (7, "a")},
                       new object[] {7.5, 7.5}, new object[] {1L << 60}, new object[] {System.DayOfWeek.Sunday}, new object[] {'7'}};
    foreach (var keys in equal)
      if (!ids.Add(keys.Select(rec.IdOf).Distinct().Single())) throw new System.Exception("one id for two keys");
    if (rec.IdOf(7) != 7) throw new System.Exception("7 is not 7");
    var shots = new List<System.WeakReference>();
    // On a thread of its own, whose stack is gone when the collector looks for references.
    var game = new System.Threading.Thread(() => {
      for (int frame = 0; frame < 100; ++frame) {
        rec.Frame();
        for (int k = 0; k < 20; ++k) {
          var shot = new object();
          rec.Box(shot, 0, 0, 1, 1);
          shots.Add(new System.WeakReference(shot));
          if (!ids.Add(rec.IdOf(shot)) || !ids.Add(rec.IdOf((shot, 1)))) throw new System.Exception("an id is given again");
        }
      }
    });
    game.Start();
    game.Join();
    System.GC.Collect();
    if (shots.Count(shot => shot.IsAlive) > 20) throw new System.Exception("kept: " + shots.Count(shot => shot.IsAlive));
  }
}
EOF
mcs -warnaserror -out:game.exe Game.cs "$source/integrations/csharp/PhaseboxRecorder.cs" && mono game.exe 2>said || fail "C#: $(cat said)"
check 'C#' 5

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
  rec.box(13, 1, 8, 0, 9);
  rec.box(14, 1, 8, 3, 9, false, 2 ** 32);
  rec.box(11, 1, 8, 3, 9);
  rec.box(null, 1, 8, 3, 9);
}
if (rec.leftOut !== 10) throw new Error('left out: ' + rec.leftOut);
rec.save('game.csv');
const far = new Recorder(1);
far.frame();
for (let k = 0; k < 40; ++k) far.box(k, 5e7 + 1.1 * k, 0, 5e7 + 1.1 * k + 1.3, 1);
far.save('far.csv');
far.save('/dev/full');
far.frames = 2;
far.p2(7);
// Equal keys have one id, others never: by value, and objects by identity, of which none is kept.
const keys = new Recorder(1000), ids = new Set(), alive = [];
for (const [key, equal] of [[7, 7n], ['7', String(7)], [7.5, 7.5], [1e12, 1e12], [10n ** 20n, 10n ** 20n], [true, true]]) {
  if (keys.idOf(key) !== keys.idOf(equal) || ids.has(keys.idOf(key))) throw new Error('the id of ' + key);
  ids.add(keys.idOf(key)).add(keys.idOf(key, 1));
}
if (!ids.has(7) || ids.size !== 12) throw new Error([...ids].join());
for (let frame = 0; frame < 100; ++frame) {
  keys.frame();
  for (let k = 0; k < 20; ++k) {
    const shot = {};
    keys.box(shot, 0, 0, 1, 1);
    ids.add(keys.idOf(shot));
    alive.push(new WeakRef(shot));
  }
}
if (ids.size !== 2012) throw new Error('an id is given again');
setTimeout(() => {  // a WeakRef holds its object until the script has come to its end; a register may hold the last
  gc();
  const kept = alive.filter(shot => shot.deref()).length;
  if (kept > 20) throw new Error('kept: ' + kept);
}, 0);
EOF
node --expose-gc game.js 2>said || fail "JavaScript: $(cat said)"
check JavaScript 6
cp "$source/integrations/javascript/phasebox-record.js" .
echo "import './phasebox-record.js'; if (new PhaseboxRecorder(1).number !== 0) throw 1;" >module.mjs
node module.mjs || fail 'JavaScript: as a module'
