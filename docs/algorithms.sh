#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Writes docs/algorithms.md and docs/scenes.md from the registries, a picture of every algorithm and scene,
# and the other pictures that need no window.
# Usage: docs/algorithms.sh [FOLDER]   FOLDER instead of docs
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
phasebox=${PHASEBOX:-$root/build/release/phasebox}
docs=${1:-$root/docs}
pictures=$docs/pictures
page=$docs/algorithms.md

# The software renderer gives the same pixels on every machine.
export SDL_VIDEODRIVER=offscreen LIBGL_ALWAYS_SOFTWARE=1

# ids KIND: as in the registry.
ids() { "$phasebox" list "$1" --json | sed -n 's/^    "id": "\(.*\)",$/\1/p'; }

# render NAME arguments...
render() {
  local name=$1
  shift
  "$phasebox" render --size 640x360 --out "$pictures/$name.png" "$@"
  echo "$pictures/$name.png"
}

# A broadphase shows how it divides the clumps of a whole field. Auto shows its first frame: which
# algorithm it chooses later depends on measured times.
draw_broadphase() {
  local frames=60
  [[ $1 != auto ]] || frames=0
  render "algorithms/$1" --frames "$frames" --broadphase "$1" --scene clusters --set structure=on --set boundaries=on
}

# A narrowphase shows which of a few large sprites with overlapping boxes touch.
draw_narrowphase() {
  render "algorithms/$1" --frames 60 --narrowphase "$1" --broadphase brute-force --scene mixed-sizes --seed 4 \
    --set world.width=320 --set world.height=180 --set count=22 --set min-size=24 --set max-size=44 \
    --set structure=on --set boxes=on --set candidates=on
}

# How long a scene has run in its picture: until something can be seen.
frames_of() {
  case $1 in
  billiards) echo 70 ;;
  newtons-cradle) echo 50 ;;
  breakout) echo 200 ;;
  *) echo 120 ;;
  esac
}

# Sprites that push each other show their impacts, but for those that would hide them by their number.
draw_scene() {
  local impacts=on
  [[ $1 != pour ]] || impacts=off
  render "scenes/$1" --scene "$1" --frames "$(frames_of "$1")" --set view.impacts=$impacts
}

# The picture that the command in docs/tools.md gives.
draw_space() {
  "$phasebox" render --scene clusters --broadphase quadtree --frames 60 --size 1280x720 \
    --set view.space=on --set view.layer-height=80 --out "$pictures/scenes/space.png"
  echo "$pictures/scenes/space.png"
}

# chapter TITLE OPTION: of the algorithms on standard input, as phasebox list KIND --json gives them.
chapter() {
  python3 -c '
import json, re, sys, textwrap
def number(v): return f"{v:,.12g}"
def paragraph(text): return textwrap.fill(text, 120, break_long_words=False, break_on_hyphens=False)
def values(row):
    if row["kind"] == "flag": return "on or off", "on" if row["default"] else "off"
    if row["kind"] == "choice":
        return ", ".join(row["choices"][:-1]) + " or " + row["choices"][-1], row["default"]
    return number(row["min"]) + " to " + number(row["max"]), number(row["default"])
print("\n## " + sys.argv[1])
for item in json.load(sys.stdin):
    picture = "![" + item["title"] + "](pictures/algorithms/" + item["id"] + ".png)"
    summary = paragraph("`" + sys.argv[2] + " " + item["id"] + "`: " + item["summary"])
    print("\n### " + item["title"] + "\n\n" + summary + "\n\n" + picture + "\n")
    rows = item["parameters"]
    print("| Key | Unit | Range | Default | Meaning |\n|---|---|---|---|---|" if rows else "No parameters.")
    for row in rows:
        cells = [row["unit"], *values(row), row["help"]]
        print(" | ".join(["| `" + row["key"] + "`"] + [cell.replace("|", "\\|") for cell in cells]), "|")
    if "source" in item:
        print("\n" + paragraph("Source: " + re.sub("(https?://[^ ,;)]+)", r"<\1>", item["source"]) + "."))
' "$1" "$2"
}

write_page() {
  {
    printf '# Algorithms\n\nWhat `phasebox list` says; `docs/algorithms.sh` writes this page and its pictures. Full '
    printf 'references are in\n[Sources](sources.md#references). The library lacks three switches of RDC that only '
    printf 'teach: `as-sorted`, `swap-x` and\n`swap-y`.\n'
    "$phasebox" list broadphases --json | chapter Broadphases --broadphase
    "$phasebox" list narrowphases --json | chapter Narrowphases --narrowphase
  } >"$page.new"
  mv "$page.new" "$page"
  echo "$page"
}

# docs/scenes.md: two scenes in a row.
write_scenes() {
  {
    echo '# Scenes'
    echo
    echo "\`--scene ID\` on the command line, the menu Scene in the window, \`[\` and \`]\` for one after the other."
    echo "\`phasebox list scenes\` names the parameters of each. docs/algorithms.sh writes this page."
    echo
    echo '| | |'
    echo '|---|---|'
    "$phasebox" list scenes --json | awk -F'"' '
      function cell(id, title, summary) {
        return sprintf("![%s](pictures/scenes/%s.png)<br>**%s** `%s`: %s", title, id, title, id, summary)
      }
      /^    "id":/ { id = $4 }
      /^    "title":/ { title = $4 }
      /^    "summary":/ {
        if (n++ % 2) print "| " left " | " cell(id, title, $4) " |"; else left = cell(id, title, $4)
      }
      END { if (n % 2) print "| " left " | |" }'
  } >"$docs/scenes.md.new"
  mv "$docs/scenes.md.new" "$docs/scenes.md"
  echo "$docs/scenes.md"
}

main() {
  [[ -x $phasebox ]] || { echo "build first: ./run.sh list broadphases"; exit 1; }
  rm -rf "$pictures/algorithms" "$pictures/scenes"
  mkdir -p "$pictures/algorithms" "$pictures/scenes"
  local id
  for id in $(ids broadphases); do draw_broadphase "$id"; done
  for id in $(ids narrowphases); do draw_narrowphase "$id"; done
  for id in $(ids scenes); do draw_scene "$id"; done
  draw_space
  write_page
  write_scenes
}

main "$@"
