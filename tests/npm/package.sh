#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The npm package, used: its tests by node and in a browser, its types by tsc. The last two are left out, and that is
# said, where there is no chromium, and where npm reaches no registry: package.sh SOURCE_DIR BUILD_DIR
# Its module is the one that the build has linked from the page's objects, in place of the scalar one, too. With
# PHASEBOX_NIGHTLY both are those that are released: compiled without the event log, and the other one without vectors.
set -euo pipefail

source_dir=$1 program=$2/phasebox
command -v node >/dev/null || { echo 'SKIPPED: no node; third_party/install.sh wasm'; exit 77; }
folder=$source_dir/build/npm/test
build=$source_dir/packaging/npm/build.sh module=$source_dir/build/web/module/phasebox_npm.wasm
rm -rf "$folder"
mkdir -p "$folder/node_modules"
cp "$source_dir"/tests/npm/* "$folder"
if [[ -n ${PHASEBOX_NIGHTLY:-} ]]; then
  "$build" --folder
  cp -r "$source_dir/build/npm/phasebox" "$folder/node_modules/phasebox"
else
  [[ -f $module ]] || { echo 'SKIPPED: the build has made no module; it said why'; exit 77; }
  "$build" --assemble "$folder/node_modules/phasebox" "$module" "$module"
fi
cd "$folder"

node --expose-gc --test phasebox.test.mjs

"$program" tune --scene uniform --count 100 --budget 1 --js tuned.mjs >/dev/null
node --input-type=module -e '
  import { recommendedFinder } from "./tuned.mjs";
  const finder = await recommendedFinder(2);
  finder.boxes.set([0, 0, 2, 2, 1, 1, 3, 3]);
  if ([...finder.find(2)].join() !== "0,1") throw new Error("tune --js");'

if command -v chromium >/dev/null; then
  node browser.mjs . page.html
  mkdir web
  cp "$source_dir/examples/web/index.html" web
  ln -s ../node_modules web/node_modules
  node browser.mjs . example.html
else
  echo 'LEFT OUT: no chromium'
fi

tools=$source_dir/build/npm/tools
mkdir -p "$tools"
if [[ -x $tools/node_modules/.bin/tsc ]] ||
  npm install --prefix "$tools" --no-audit --no-fund --loglevel error typescript@5.9.3 >/dev/null 2>&1; then
  "$tools/node_modules/.bin/tsc" --noEmit --strict --module nodenext --target es2022 types.mts
else
  echo 'LEFT OUT: npm does not reach typescript'
fi
