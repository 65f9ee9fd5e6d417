// SPDX-License-Identifier: MIT
// Frames per second of many moving sprites in the page, in Chromium, beside the desktop's window; both are drawn by the
// processor. After tests/web/page.sh, which installs what this needs: node tests/benchmarks/page.mjs [PROGRAM] [SECONDS]
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Desktop } from '../web/desktop.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [program = root + 'build/release/phasebox', seconds = 8] = process.argv.slice(2);
const { chromium } = createRequire(root + 'build/web/tools/')('playwright-core');
const pause = (s) => new Promise((done) => setTimeout(done, 1000 * s));

/** Of the frames that `frames` counts, once the scene has settled. */
async function perSecond(frames) {
  await pause(3);
  const begin = performance.now(), first = await frames();
  await pause(Number(seconds));
  return (1000 * (await frames() - first) / (performance.now() - begin)).toPrecision(2);
}

async function ofDesktop(count) {
  const window = await Desktop.open(resolve(program), '1280x720', '--scene', 'uniform', '--count', count, '--broadphase', 'uniform-grid');
  try {
    return await perSecond(() => window.state().frame);
  } finally { await window.close(); }
}

async function ofPage(count) {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--enable-unsafe-swiftshader', '--use-angle=swiftshader'] });
  try {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
    await page.goto(pathToFileURL(root + 'build/web/phasebox.html').href + `#scene=uniform&count=${count}&broadphase=uniform-grid`);
    await page.waitForFunction(() => canvas.dataset.began);
    return await perSecond(() => page.evaluate(() => JSON.parse(textAt(module.state())).frame));
  } finally { await browser.close(); }
}

console.log('| moving sprites, 1280x720 | desktop, frames per second | page in Chromium |\n|---|---|---|');
for (const count of [1000, 10000])
  console.log(`| ${count.toLocaleString('en')} | ${await ofDesktop(count)} | ${await ofPage(count)} |`);
