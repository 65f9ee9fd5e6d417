#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The report of `phasebox tune` as a browser shows it: light, dark, 400 px wide, and printed:
# browser.sh SOURCE_DIR BUILD_DIR CXX. Ends with 77, which is "skipped", where there is no Chromium.
# With KEEP=folder the report and its pictures stay there to be looked at.
set -euo pipefail

build=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
for tool in chromium pdftotext pdfinfo pdftoppm; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed (third_party/install.sh nightly)"; exit 77; }
done
work=${KEEP:-$(mktemp -d)}
[[ -n ${KEEP:-} ]] || trap 'rm -rf "$work"' EXIT
mkdir -p "$work" && cd "$work"
failed=0
fail() { echo "browser.sh: $*" >&2; failed=1; }

# A menu of 20 boxes, then a game of 400.
recording() {
  awk 'BEGIN {
    print "frame,id,min_x,min_y,max_x,max_y"
    for (f = 0; f < 160; f++)
      for (i = 0; i < (f < 60 ? 20 : 400); i++) {
        x = (i * 7919 + f * 3) % 1900; y = (i * 104729) % 1000
        print f "," i "," x "," y "," x + 12 + i % 9 "," y + 12 + i % 7
      }
  }'
}

# browse COLOR_SCHEME(0 dark, 1 light) OPTIONS...
browse() {
  local scheme=$1
  shift
  rm -rf profile
  HOME=$work timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
    --disable-background-networking --disable-component-update --disable-sync \
    --disable-dev-shm-usage --user-data-dir="$work/profile" --allow-file-access-from-files \
    --blink-settings="preferredColorScheme=$scheme" "$@" 2>>browser.log ||
    { cat browser.log >&2; fail "chromium $* failed"; exit 1; }
}

# facts SCHEME WIDTH: what facts.html finds out about the report in a frame of that width.
facts() {
  sed "s/WIDTH/$2/" "$here/facts.html" >facts.html
  browse "$1" --dump-dom "file://$work/facts.html" | sed -n 's/^fact //p' >"facts-$1-$2.txt"
  [[ -s facts-$1-$2.txt ]] || fail "no facts at scheme $1, $2 px"
}

# expect FILE NAME VALUE: the fact is that.
expect() {
  grep -qxF "$2 $3" "$1" || fail "$1: $2 is $(sed -n "s/^$2 //p" "$1"), not $3"
}

check_screens() {
  local scheme width file
  for scheme in 0 1; do
    for width in 400 1100; do
      facts "$scheme" "$width"
      file=facts-$scheme-$width.txt
      expect "$file" dark "$([[ $scheme == 0 ]] && echo true || echo false)"
      expect "$file" frame-width "$width"
      expect "$file" scrolls-sideways 0
      expect "$file" beyond-the-edge 0
      expect "$file" low-contrast 0
      expect "$file" small-letters 0
      expect "$file" plots-twice 0
      expect "$file" white-ground-in-plots 0
    done
  done
  expect facts-0-400.txt paper 'rgb(20, 23, 28)'
  expect facts-1-400.txt paper 'rgb(255, 255, 255)'
  expect facts-0-1100.txt plot-text 'rgb(230, 237, 243)'
  expect facts-1-1100.txt plot-text 'rgb(34, 34, 34)'
  grep -qE '^plots [1-9]' facts-0-400.txt || fail 'no plot is shown'
}

squeezed() { tr -d ' \n\f\r'; }

# On paper: white even where the screen is dark, no heading at the foot of a page, no table divided.
check_paper() {
  browse 0 --no-pdf-header-footer --print-to-pdf="$work/report.pdf" "file://$work/report.html"
  local pages page last row
  pages=$(pdfinfo report.pdf | sed -n 's/^Pages: *//p')
  ((pages > 0)) || fail 'the PDF has no page'
  sed -n 's:.*<h2>\(.*\)</h2>.*:\1:p' report.html >headings.txt
  for ((page = 1; page <= pages; page++)); do
    pdftotext -f "$page" -l "$page" -layout report.pdf "page-$page.txt"
    last=$(tr -d '\f' <"page-$page.txt" | sed '/^ *$/d; s/^ *//; s/ *$//' | tail -1)
    ! grep -qxF "$last" headings.txt || fail "page $page ends with the heading '$last'"
    pdftoppm -r 10 -gray -f "$page" -l "$page" -singlefile report.pdf ground
    [[ $(tail -c 1 ground.pgm | od -An -tu1 | tr -d ' ') == 255 ]] || fail "page $page is not white"
  done
  page=$(grep -lx ' *Ranking' page-*.txt) || fail 'there is no heading Ranking'
  sed -n 's:^<tr><td [^>]*>[^<]*</td><td [^>]*>\([^<]*\)</td>.*:\1:p' report.html >rows.txt
  [[ -s rows.txt ]] || fail 'the table has no rows'
  while read -r row; do
    grep -qwF "$row" "$page" || fail "$row is not on the page of the heading Ranking: $page"
  done <rows.txt
  pdftotext -raw report.pdf - | squeezed >printed.txt
  grep -qF "$(printf %s "$command" | squeezed)" printed.txt || fail "the command is cut: $command"
}

pictures() {
  browse 1 --window-size=1100,3600 --screenshot="$work/light.png" "file://$work/report.html"
  browse 0 --window-size=1100,3600 --screenshot="$work/dark.png" "file://$work/report.html"
  sed "s/WIDTH/400/; s/<script>/<!--/; s/<.script>/-->/" "$here/facts.html" >narrow.html
  browse 0 --window-size=500,6000 --screenshot="$work/narrow.png" "file://$work/narrow.html"
  pdftoppm -r 60 -png report.pdf print
}

recording >recording.csv
"$build/phasebox" tune --boxes recording.csv --budget 3 --report report.html --json answer.json >answer.txt
command=$(sed -n 's/^Again: *//p' answer.txt)
[[ -n $command ]] || fail 'tune prints no command'
check_screens
check_paper
[[ -z ${KEEP:-} ]] || pictures
((failed)) || echo 'browser.sh: passed'
exit "$failed"
