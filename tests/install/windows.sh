#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The zip for Windows, built, unpacked into a folder with another language's name, and used by Wine: windows.sh SOURCE_DIR BUILD_DIR
set -euo pipefail

source=$(cd "$1" && pwd) build=$(cd "$2" && pwd)
here=$build/phasebox
work=$(mktemp -d)
fail() { echo "windows.sh: $*" >&2; exit 1; }
PATH=$PATH:/usr/lib/wine
for tool in wine64 unzip Xvfb xdotool import; do
  command -v "$tool" >/dev/null || { echo "SKIPPED: no $tool; third_party/install.sh windows nightly test"; exit 77; }
done
export WINEPREFIX=$work/wine WINEDEBUG=-all LC_ALL=C.UTF-8
Xvfb :97 -screen 0 1280x800x24 >/dev/null 2>&1 &
export DISPLAY=:97
trap 'kill %1; wineserver64 -k -w 2>/dev/null || true; rm -rf "$work"' EXIT

"$source/packaging/windows/build.sh" --tests
zip=$source/build/windows/phasebox-windows-x64.zip
(($(stat -c %s "$zip") <= 15000000)) || fail 'the zip is larger than 15 MB'
folder="$work/盒子 box"
unzip -q "$zip" -d "$folder"
cd "$folder/phasebox"
# Wine has a zlib1.dll and Windows has none: no DLL that comes with mingw-w64 may be needed.
x86_64-w64-mingw32-objdump -p ./*.exe library/*.dll | sed -n 's/.*DLL Name: //p' |
  grep -ixFf <(find /usr/{x86_64-w64-mingw32,lib/gcc/x86_64-w64-mingw32} -name '*.dll' -printf '%f\n') && fail 'a DLL is missing'
there() { timeout 300 wine64 phasebox-cli.exe "$@"; }

# The tests of the rooms below the window, the golden states among them. Not compiled there (_WIN32): links, permissions,
# devices, full disks, pipes with names, open files that are removed or replaced, processes that are killed while they
# write, names of POSIX, words for its shell. Left out: those with regular expressions that googletest does not know there.
for room in base collide c world session bench plot io lab; do
  wine64 "$source/build/windows/program/tests/phasebox_${room}_tests.exe" --gtest_brief=1 \
    "--gtest_filter=-EnergyTest.tells_numbers_of_three_digits_and_what_met:Machine.every_fact_has_a_value:Machine.the_date_is_of_the_form_that_sorts" || fail "tests of $room fail"
done

# Lines that end as on Windows, names in another language, a pipe; the answers are those given here.
for options in 'walls' 'pile --broadphase auto' 'flash-demo --narrowphase bit-mask'; do
  "$here" render --scene $options --stats "$work/here.json" >/dev/null
  there render --scene $options --stats '數.json' --out '圖.png' >/dev/null
  cmp <(grep hash "$work/here.json") <(grep hash '數.json' | tr -d '\r') || fail "$options ends in another state"
  [[ -s 圖.png ]] || fail 'no picture'
done
cat >"$work/boxes.csv" <<'CSV'
frame,id,min_x,min_y,max_x,max_y
0,1,0,0,2,2
0,2,1,1,3,3
1,1,0,0,2,2
1,2,5,1,7,3
CSV
sed 's/$/\r/' "$work/boxes.csv" >'記錄.csv'
"$here" pairs "$work/boxes.csv" >"$work/here.txt"
for file in '記錄.csv' -; do
  there pairs "$file" <"$work/boxes.csv" | cmp "$work/here.txt" - || fail "pairs of $file differ"
done
there tune '記錄.csv' --budget 2 --report '報告.html' >/dev/null && [[ -s 報告.html ]] || fail 'no report'
said=$(there pairs '沒有.csv' 2>&1) && fail 'a missing file is no error'
[[ $said == *'沒有.csv: cannot be opened'* ]] || fail "a missing file: $said"
there export --broadphase quadtree --out '出' >/dev/null || fail 'no export'
x86_64-w64-mingw32-g++-posix -std=c++20 -Wall -Wextra -Werror -c 出/*.cpp -o exported.o || fail 'the export does not compile'
deep=.$(printf '/很長的名字%.0s' {1..60}) && mkdir -p "$deep" # 360 letters
there render --scene walls --out "$deep/圖.png" >/dev/null && [[ -s $deep/圖.png ]] || fail 'no picture at a long path'
x86_64-w64-mingw32-gcc-posix -Ilibrary "$source/tests/install/answers.c" -o library/answers.exe -Llibrary -lphasebox
cc -std=c99 -Ilibrary "$source/tests/install/answers.c" -o "$work/answers" -L"$build" -lphasebox -Wl,-rpath,"$build"
cmp <("$work/answers") <(wine64 library/answers.exe | tr -d '\r') || fail 'the library finds other pairs'
x86_64-w64-mingw32-gcc-posix -shared -O2 -Ilibrary "$source/examples/plugin-c/naive_grid.c" -o naive_grid.dll
there check --plugin naive_grid.dll --broadphase naive-grid --worlds 20 >"$work/check.txt" || true
grep -q 'naive' "$work/check.txt" || fail 'a plug-in is not checked'

# The window: opened with a recording, it shows that; a sprite is dragged, the scene saved, a file dropped, a link copied.
gcc -std=c99 -D_DEFAULT_SOURCE "$source/tests/install/x11.c" -o "$work/x11" -lX11
dump=state.json
open_window() { # open_window OPTION...
  rm -f "$dump"
  wine64 phasebox.exe "$@" --dump-state "$dump" <&0 &
  window=$!
  wait_for "['frame'] > 2"
}
of_state() { python3 -c "import json; s = json.load(open('$dump', encoding='utf-8')); print(s$1)"; }
wait_for() { # wait_for CONDITION: of the state
  for _ in {1..200}; do [[ $(of_state "$1" 2>/dev/null) == True ]] && return || sleep 0.3; done
  fail "it does not come: $1; $(of_state "['toasts']")"
}
keys() { xdotool key --delay 100 "$@"; }
point_at() { # point_at X Y: in the window
  xdotool mousemove --window "$(xdotool search --name Phasebox | tail -1)" "${1%.*}" "${2%.*}"
  sleep 0.3
}
crash() { kill -9 "$window"; wait "$window" 2>/dev/null || true; }

open_window '記錄.csv'
wait_for "['sprite_count'] == 2"
crash
open_window --scene even
keys p
wait_for "['paused'] == True"
read -r x y < <(of_state "['sprites'][40]['screen']" | tr -d '[],')
point_at "$x" "$y"
xdotool mousedown 1 sleep 0.3 mousemove_relative 60 30 sleep 0.3 mouseup 1
wait_for "['sprites'][40]['screen'][0] > ${x%.*} + 40"
[[ -z ${PHASEBOX_SHOT:-} ]] || import -window root "$PHASEBOX_SHOT"
keys ctrl+s
wait_for "['rects'].get('picker.name') is not None"
keys Return
for _ in {1..50}; do [[ -s scene.json ]] && break || sleep 0.2; done
there render --scene scene.json --out saved.png >/dev/null || fail 'the scene that was saved is not read'
keys ctrl+shift+l
sleep 1
[[ $("$work/x11" paste) == 'phasebox.html#paused&s='* ]] || fail 'no link in the clipboard'

# Killed amid changes, it offers them again; beside a window that lives nothing is offered, nor after a clean exit.
data=$(echo "$WINEPREFIX"/drive_c/users/*/AppData/Roaming/phasebox)
count=$(of_state "['sprite_count']")
keys Delete
wait_for "['sprite_count'] == $count - 1"
for _ in {1..200}; do [[ -s $data/autosave-1.state ]] && break || sleep 0.3; done
crash
open_window --scene even
wait_for "['rects'].get('recovery.restore') is not None"
keys Return
wait_for "['sprite_count'] == $count - 1"
first=$window dump=second.json
open_window --scene even
sleep 1
[[ $(of_state "['rects'].get('recovery.restore')") == None ]] || fail 'the state of a window that lives is offered'
crash
window=$first dump=state.json
"$work/x11" drop "$(xdotool search --name Phasebox | tail -1)" 300 300 "file://$work/boxes.csv" || fail 'nothing can be dropped'
wait_for "['sprite_count'] == 2"
point_at 500 600
xdotool click 1 # no window has the focus that the other one had
keys ctrl+q
timeout 15 tail --pid="$window" -f /dev/null || fail 'it does not end'
wait "$window" || fail 'it does not end well'
[[ ! -e $data/autosave-1.state ]] || fail 'something is left after a clean exit'

# A running game through a pipe, and in a file that grows.
game() { # game FROM TO BOXES
  for ((f = $1; f < $2; ++f)); do
    for ((id = 0; id < $3; ++id)); do echo "$f,$id,0,0,$f,9"; done
    sleep 0.02
  done
}
header=frame,id,min_x,min_y,max_x,max_y
open_window --follow - < <(echo $header; sleep 5; game 1 100 3)
wait_for "['sprite_count'] == 3"
wait_for "['toasts'] != [] and 'The game has stopped' in s['toasts'][-1]"
crash
rm -f "$data"/autosave-*
(echo $header; game 1 10 2) >game.csv
open_window --follow game.csv
wait_for "['sprite_count'] == 2"
game 10 20 4 >>game.csv
wait_for "['sprite_count'] == 4"
crash

# Built again in another folder, without a compiler's cache, it is the same to the byte. The libraries are taken along,
# since they name no folder.
cd "$source"
! grep -lF "$source" build/windows/prefix/lib/*.a || fail 'libraries depend on the folder'
again=$work/another_of_a_longer_name
mkdir "$again"
tar --exclude=./build --exclude=./.git -cf - . build/windows/{sources,prefix,*.done} | tar -C "$again" -xf -
sed -i "s|$source|$again|g" "$again"/build/windows/prefix/lib/pkgconfig/*.pc
CCACHE_DISABLE=1 "$again/packaging/windows/build.sh" >"$work/log" || fail "$(tail -5 "$work/log")"
cmp "$zip" "$again/build/windows/phasebox-windows-x64.zip" || fail 'the zip depends on the folder'
echo 'the zip works by Wine, and is the same from another folder'
