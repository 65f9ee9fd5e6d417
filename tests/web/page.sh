#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The page that the build has made, used: the states of all scenes in WebAssembly by node, the page in Chromium, its
# scripts by tsc: page.sh SOURCE_DIR BUILD_DIR
set -euo pipefail

source_dir=$1 program=$(realpath "$2")/phasebox
for tool in node chromium Xvfb xdotool; do
  command -v "$tool" >/dev/null || { echo "SKIPPED: no $tool; third_party/install.sh wasm web test"; exit 77; }
done
build=$source_dir/build/web
[[ -f $build/phasebox.html ]] || { echo 'SKIPPED: the build has made no page; it said why'; exit 77; }
size=$(gzip -9c "$build/phasebox.html" | wc -c)
((size <= 2500000)) || { echo "the page has $size bytes, compressed"; exit 1; }
node --no-warnings "$source_dir/tests/web/golden.mjs" "$build/module/phasebox_golden.wasm"

tools=$build/tools
mkdir -p "$tools"
[[ -d $tools/node_modules/playwright-core ]] ||
  npm install --prefix "$tools" --no-audit --no-fund --loglevel error playwright-core@1.65.1 typescript@5.9.3 >/dev/null 2>&1 ||
  { echo 'SKIPPED: the page in Chromium; npm does not reach playwright-core'; exit 77; }
"$tools/node_modules/.bin/tsc" --noEmit --allowJs --checkJs --strict --noImplicitAny false --target es2022 --lib es2023,dom,dom.iterable \
  "$source_dir"/packaging/web/page/{files,gl,page}.js
cp "$source_dir"/tests/web/{page.test,desktop}.mjs "$tools"
PHASEBOX_PAGE=$build/phasebox.html PHASEBOX_PROGRAM=$program node --test "$tools/page.test.mjs"
