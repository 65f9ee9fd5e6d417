// SPDX-License-Identifier: MIT
// The page in a real browser: PHASEBOX_PAGE names the file, PHASEBOX_PROGRAM the program (for links of its own).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { Desktop } from './desktop.mjs';

const program = process.env.PHASEBOX_PROGRAM;
const address = pathToFileURL(process.env.PHASEBOX_PAGE).href;
const args = ['--no-sandbox', '--disable-gpu', '--enable-unsafe-swiftshader', '--use-angle=swiftshader', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic'];
let chrome, browser;
before(async () => { chrome = await chromium.launch({ executablePath: '/usr/bin/chromium', args }); });
after(() => chrome.close());
// Each test is a user of its own.
beforeEach(async () => { browser = await chrome.newContext({ viewport: { width: 1000, height: 640 }, hasTouch: true }); });
afterEach(() => browser.close());

/** Opens the page, and fails at the end where it said anything to the console. */
async function opened(link = '', size = { width: 1000, height: 640 }) {
  const page = await browser.newPage();
  await page.setViewportSize(size);
  page.said = [];
  page.on('console', (m) => { if (m.type() === 'error') page.said.push(m.text()); });
  page.on('pageerror', (e) => page.said.push(e.message));
  await page.goto(address + link);
  await page.waitForFunction(() => canvas.dataset.began && JSON.parse(textAt(module.state())).frame > 2);
  return page;
}
const state = (page) => page.evaluate(() => JSON.parse(textAt(module.state())));
async function until(page, is, what, seconds = 20) {
  for (let k = 0; k < seconds * 10; ++k) {
    const now = await state(page);
    if (is(now)) return now;
    await page.waitForTimeout(100);
  }
  assert.fail(`did not happen: ${what}; ${JSON.stringify(await state(page)).slice(0, 600)}`);
}
/** Where a widget is once it is where it was a moment before. */
async function atRest(page, name) {
  let last = '';
  const now = await until(page, ({ rects }) => {
    const same = rects[name] && String(rects[name]) === last;
    last = String(rects[name]);
    return same;
  }, `${name} is at rest`);
  return now.rects[name];
}
async function closed(page) {
  assert.deepEqual(page.said, []);
  await page.close();
}
const middle = ([x0, y0, x1, y1]) => [(x0 + x1) / 2, (y0 + y1) / 2];
async function click(page, name) {
  const { rects } = await until(page, (s) => s.rects[name], `there is ${name}`);
  await page.mouse.click(...middle(rects[name]));
}

test('it starts from a file, soon and without a word to the console, and scenes move', async () => {
  const page = await browser.newPage(), begun = Date.now();
  page.said = [];
  page.on('console', (m) => { if (m.type() !== 'log') page.said.push(m.text()); });
  await page.goto(address);
  await page.waitForFunction(() => canvas.dataset.began && JSON.parse(textAt(module.state())).frame > 0, null, { polling: 20 });
  console.log(`first frame after ${Date.now() - begun} ms`);
  const first = await state(page);
  assert.equal(first.scene, 'sprites');
  await until(page, (s) => s.steps > first.steps + 10, 'it steps');
  // The browser itself tells that screenshots are slow.
  page.said = page.said.filter((text) => !text.includes('ReadPixels'));
  await closed(page);
});

/** The pixels between the sentence and the legend, left of the panel, that differ from those of a PNG by more than rounding. */
const differing = (page, png) => page.evaluate(async (png) => {
  const { field: [x, y], notes: [, bottom, width] } = JSON.parse(textAt(module.state())).rects;
  const w = width - x, h = bottom - y, ours = new Uint8Array(4 * w * h), gl = canvas.getContext('webgl2');
  const bitmap = await createImageBitmap(await (await fetch('data:image/png;base64,' + png)).blob(), { colorSpaceConversion: 'none' });
  const paper = new OffscreenCanvas(w, h).getContext('2d');
  paper.drawImage(bitmap, -x, -y);
  const theirs = paper.getImageData(0, 0, w, h).data;
  module.frame(canvas.width, canvas.height);
  gl.readPixels(x, canvas.height - bottom, w, h, gl.RGBA, gl.UNSIGNED_BYTE, ours);
  let count = 0;
  for (let k = 0; k < w * h; ++k) {
    const i = 4 * k, j = 4 * ((h - 1 - Math.floor(k / w)) * w + k % w);
    if ([0, 1, 2].some((c) => Math.abs(theirs[i + c] - ours[j + c]) > 16)) ++count;
  }
  return count;
}, png.toString('base64'));

test('the first picture of each scene is that of the desktop', async () => {
  const scenes = execFileSync(program, ['list', 'scenes'], { encoding: 'utf8' }).match(/(?<=^  )[a-z][\w-]*/gm);
  const desktop = await Desktop.open(program, '1000x640', '--scene', scenes.at(-1));
  const page = await opened(`#scene=${scenes.at(-1)}&paused`);
  const shown = async (link) => {
    await page.evaluate((link) => { location.hash = link; }, link);
    const { frame } = await state(page);
    await until(page, (s) => s.frame > frame + 3, link);
  };
  try {
    await desktop.key('p');
    for (const scene of scenes) {
      await desktop.key('bracketright');
      const png = await desktop.picture();
      await shown(`scene=${scene}&paused`);
      assert.deepEqual((await state(page)).rects.field, desktop.state().rects.field);
      const count = await differing(page, png);
      console.log(`${scene}: ${count} pixels differ`);
      assert.ok(count <= 100, scene);
      if (scene !== 'sprites') continue;
      await shown('scene.count=59');
      assert.ok(await differing(page, png) > 200, 'a sprite less is seen');
      await shown('scene.count=60&structure=0');
      assert.ok(await differing(page, png) > 200, 'an overlay less is seen');
      await shown('structure=1');
    }
  } finally { await desktop.close(); }
  await closed(page);
});

/** Drags a sprite by so many px of the world, with the left mouse button. */
async function drag(page, sprite, dx, dy) {
  const { sprites: { [sprite]: { screen: [x, y] } }, zoom } = await state(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let k = 1; k <= 5; ++k) await page.mouse.move(x + dx * zoom * k / 5, y + dy * zoom * k / 5), await page.waitForTimeout(60);
  await page.mouse.up();
}

test('a lesson is done to its end by mouse', async () => {
  const page = await opened('#lesson=clustering');
  const steps = [
    () => drag(page, 1, 250, 0),
    async () => page.mouse.click(...middle(await atRest(page, 'rdc.max-depth')), { button: 'right' }),
    () => drag(page, 2, -560, 0),
    async () => { await drag(page, 5, 300, 60), await drag(page, 0, -240, -90); },
  ];
  for (const [step, act] of steps.entries()) {
    await until(page, ({ lesson }) => lesson?.[1] === step && !lesson[2], `step ${step}`);
    await act();
    await until(page, ({ lesson }) => lesson[2], `step ${step} is done`);
    await click(page, 'lessons.next');
  }
  await until(page, ({ lesson }) => lesson[0] !== 'clustering', 'the next lesson');
  await closed(page);
});

test('tabs leave each other\'s states alone, and find what one has left', async () => {
  const locks = (page) => page.evaluate(() => [...table.files.keys()].filter((path) => path.endsWith('.lock')));
  const complaints = async (page) => (await state(page)).messages.filter((m) => m.startsWith('What a window left'));
  const first = await opened();
  assert.deepEqual(await locks(first), ['/state/autosave-1.lock']);
  await first.evaluate(async () => {
    table.put('/state/autosave-1.state', new Uint8Array([120]));
    table.changed('/state/autosave-1.state');
    table.changed = () => {};  // it ends as if the browser had been killed
  });
  const second = await opened();
  assert.deepEqual(await locks(second), ['/state/autosave-2.lock']);
  assert.deepEqual(await complaints(second), []);
  await closed(first);
  const third = await opened();
  assert.equal((await complaints(third)).length, 1);
  await closed(second);
  await closed(third);
});

test('it speaks Chinese', async () => {
  const page = await opened('#scene=even');
  for (const name of ['menu.Help', 'menu.language', 'menu.language.zh']) await click(page, name);
  await until(page, (s) => s.open.chinese_font, 'it has the letters');
  await closed(page);
});

test('a sprite is dragged by the mouse, and keys are shortcuts', async () => {
  const page = await opened('#scene=even&paused');
  const before = await state(page), [x, y] = before.sprites[20].screen;
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let k = 1; k <= 5; ++k) await page.mouse.move(x + 12 * k, y + 4 * k), await page.waitForTimeout(60);
  const after = await until(page, (s) => Math.hypot(s.sprites[20].screen[0] - x - 60, s.sprites[20].screen[1] - y - 20) < 4, 'it was moved');
  assert.notEqual(after.hash, before.hash);
  await page.mouse.up();
  await page.keyboard.press('Control+z');
  await until(page, (s) => Math.hypot(s.sprites[20].screen[0] - x, s.sprites[20].screen[1] - y) < 2, 'Ctrl+Z takes it back');
  await page.keyboard.press('j');
  await until(page, (s) => s.broadphase !== before.broadphase, 'J takes the next broadphase');
  await page.keyboard.press(' ');
  await until(page, (s) => !s.paused, 'Space resumes');
  await closed(page);
});

test('one finger drags, two zoom, a long press opens the menu', async () => {
  const page = await opened('#scene=even&paused');
  const cdp = await browser.newCDPSession(page), before = await state(page), [x, y] = before.sprites[20].screen;
  const touch = async (type, ...points) => {
    await cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    await page.waitForTimeout(60);
  };
  await touch('touchStart', [x, y]);
  for (let k = 1; k <= 4; ++k) await touch('touchMove', [x + 15 * k, y]);
  await touch('touchEnd');
  await until(page, (s) => Math.abs(s.sprites[20].screen[0] - x - 60) < 6, 'the finger moved it');
  await touch('touchStart', [300, 300]);
  await touch('touchStart', [300, 300], [400, 300]);
  for (let k = 1; k <= 4; ++k) await touch('touchMove', [300 - 10 * k, 300], [400 + 10 * k, 300]);
  await touch('touchEnd');
  let zoom = 0;
  const zoomed = await until(page, (s) => s.zoom > before.zoom * 1.3 && s.zoom === zoom || !(zoom = s.zoom),
    'it is larger, and stays');
  await touch('touchStart', zoomed.sprites.map((s) => s.screen).find(([x, y]) => x > 100 && x < 500 && y > 200 && y < 400));
  await until(page, (s) => s.rects['menu.pin'], 'the menu opens while the finger rests');
  await touch('touchEnd');
  assert.ok((await state(page)).rects['menu.pin'], 'it stays');
  await closed(page);
});

test('a table of boxes and a picture are dropped; a foreign file gets one sentence', async () => {
  const page = await opened('#scene=sprites');
  const drop = (name, base64) => page.evaluate(([name, base64]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, [name, base64]);
  const drag = (kind) => page.evaluate((kind) => { window.dispatchEvent(new DragEvent(kind)); }, kind);
  await drag('dragenter');
  await until(page, (s) => s.rects['drop.border'], 'the field has a border while something is dragged over it');
  await drag('dragleave');
  await until(page, (s) => !s.rects['drop.border'], 'the border is gone with what was dragged');
  const csv = 'frame,id,min_x,min_y,max_x,max_y\n0,1,0,0,2,2\n0,2,1,1,3,3\n1,1,0,0,2,2\n1,2,5,1,7,3\n';
  await drop('boxes.csv', btoa(csv));
  await until(page, (s) => s.sprite_count === 2 && s.messages.some((m) => m.includes('boxes.csv')), 'the boxes play');
  await until(page, (s) => s.tuning.progress > 0, 'its answer is searched by itself');
  await drop('dot.png', 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==');
  await until(page, (s) => s.messages.some((m) => m.includes("Picture 'dot'")), 'the picture is there');
  await drop('letter.docx', btoa('PK something else'));
  await until(page, (s) => s.messages.some((m) => m.includes('letter.docx')), 'it says what it opens');
  await closed(page);
});

test('Tune comes to an answer beside the frames', async () => {
  const page = await opened('#scene=clusters&tool=tune');
  await click(page, 'tune.start');
  const begun = await until(page, (s) => s.tuning.progress > 0, 'it runs');
  const done = await until(page, (s) => s.tuning.phase === 'done', 'it ends', 60);
  assert.ok(done.frame > begun.frame + 5, 'frames continue meanwhile');
  assert.ok(done.tuning.best > 1e-4 && done.tuning.best < 16, `ms of the best: ${done.tuning.best}`);
  await closed(page);
});

test('a link opens as the state it was copied from', async () => {
  const page = await opened('#scene=walls&broadphase=rdc&group-size=5&tool=xray&paused');
  await until(page, (s) => s.xray !== null, 'the X-ray is open');
  await page.evaluate(() => { give('link'); module.act(); });
  await page.waitForFunction(() => location.hash.includes('s='));
  const link = await page.evaluate(() => location.hash), before = await state(page);
  assert.match(link, /^#paused&xray=\d+&s=[\w-]+$/);
  const other = await opened(link), after = await state(other);
  for (const part of ['hash', 'broadphase', 'tool', 'xray', 'paused']) assert.deepEqual(after[part], before[part], part);
  await closed(other);
  await closed(page);
  const printed = (...args) => execFileSync(program, ['link', ...args], { encoding: 'utf8' }).trim().replace('phasebox.html', '');
  const third = await opened(printed('--scene', 'pile', '--broadphase', 'quadtree'));
  assert.equal((await state(third)).broadphase, 'quadtree');
  await closed(third);
});

test('a link has the boxes that play; the event of the X-ray is written by hand', async () => {
  const file = fileURLToPath(new URL('boxes.csv', pathToFileURL(process.env.PHASEBOX_PAGE)));
  await writeFile(file, 'frame,id,x,y,w,h\n0,1,0,0,2,2\n1,1,0,0,2,2\n1,2,1,1,2,2\n1,3,9,9,2,2\n');
  const page = await opened('#paused&' + execFileSync(program, ['link', file], { encoding: 'utf8' }).trim().split('#')[1]);
  assert.equal((await until(page, (s) => s.sprite_count === 1, 'the first frame')).paused, true);
  await click(page, 'bar.step');
  // A frame's pairs are those of its boxes one picture after these came.
  const { frame } = await until(page, (s) => s.sprite_count === 3, 'the next one');
  const before = await until(page, (s) => s.frame > frame + 1, 'its pairs');
  const given = await page.evaluate(() => location.hash);
  await page.evaluate(() => { give('link'); module.act(); });
  await page.waitForFunction((given) => location.hash !== given, given);
  const other = await opened(await page.evaluate(() => location.hash));
  assert.equal((await state(other)).hash, before.hash);
  await closed(other);
  await closed(page);
  const third = await opened('#scene=clusters&xray=40&paused');
  await until(third, (s) => s.xray === 40, 'the event');
  await closed(third);
});

test('a broken link is said in a sentence, and the page works', async () => {
  for (const link of ['#s=nonsense', '#scene=nowhere', '#group-size=zero', '#scene=%']) {
    const page = await opened(link);
    await until(page, (s) => s.messages.some((m) => m.startsWith('The link is broken')), 'it says so');
    await closed(page);
  }
});

test('a reload keeps the settings; an embedded page has field, sentence and play buttons', async () => {
  const page = await opened();
  const before = await until(page, (s) => s.rects.welcome, 'the start page shows');
  await click(page, 'welcome.close');
  await page.keyboard.press('t');
  const now = await until(page, (s) => s.params.view.theme !== before.params.view.theme, 'another theme');
  await page.waitForTimeout(3000);
  await page.reload();
  await page.waitForFunction(() => canvas.dataset.began && JSON.parse(textAt(module.state())).frame > 2);
  const again = await state(page);
  assert.equal(again.params.view.theme, now.params.view.theme);
  assert.equal(again.rects.welcome, undefined, 'whoever left the start page is not asked again');
  await closed(page);
  const embedded = await opened('?embed=1#scene=pile');
  const { rects } = await state(embedded);
  assert.ok(rects.field[2] - rects.field[0] > 950, 'the field has the width');
  assert.ok(rects.field[3] > 640 - 90, 'below it there is room for the time bar and messages alone');
  assert.ok(rects['bar.pause'] && rects['bar.step'], 'the play buttons are there');
  assert.deepEqual(Object.keys(rects).filter((name) => /^(menu|launch)\./.test(name)), []);
  await closed(embedded);
});

test('it fits a phone', async () => {
  const page = await opened('#scene=even&paused', { width: 390, height: 844 });
  const { rects } = await state(page);
  assert.equal(rects.field[2], 390, 'the field has the width');
  for (const name of ['menu.File', 'menu.Help', 'launch.more']) assert.ok(rects[name][2] <= 390, name);
  assert.ok(rects['sentence.collisions'][2] <= rects.badge[0], 'nothing lies over the sentence');
  await click(page, 'menu.View');
  await click(page, 'menu.panel');
  await until(page, (s) => s.rects.panel[2] === 390 && s.rects.panel[0] < 250, 'the panel opens');
  await closed(page);
  const lesson = await opened('#lesson=clustering', { width: 390, height: 844 });
  await until(lesson, (s) => s.rects['lessons.next']?.[2] <= 360, 'a lesson shows all of its buttons');
  await closed(lesson);
});

// The past is kept up to a limit, so memory grows at first.
test('ten thousand sprites move, and memory does not grow', { timeout: 600000 }, async () => {
  const page = await opened('#scene=uniform&count=10000&narrowphase=none');
  await until(page, (s) => s.sprite_count === 10000 && s.steps > 40, 'they move', 60);
  const cdp = await browser.newCDPSession(page);
  const bytes = async () => {
    await cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await cdp.send('Runtime.getHeapUsage');
    return { module: await page.evaluate(() => module.memory.buffer.byteLength), scripts: usedSize };
  };
  const seconds = process.env.PHASEBOX_NIGHTLY ? 300 : 6;
  await page.waitForTimeout(seconds / 3 * 1000);
  const begin = await bytes();
  await page.waitForTimeout(seconds / 3 * 2000);
  const end = await bytes(), { frames_per_second: fps, steps } = await state(page);
  console.log(`10,000 sprites: ${fps.toFixed(1)} frames per second, ${steps} steps, ${JSON.stringify(begin)} -> ${JSON.stringify(end)}`);
  assert.ok(end.module <= 256 << 20);
  assert.ok(end.scripts <= begin.scripts + (1 << 20));
  if (seconds > 100) assert.ok(end.module <= begin.module + (1 << 20));
  await closed(page);
});

test('without WebGL 2 or vectors there is a sentence', async () => {
  const without = { 'no WebGL 2': () => { HTMLCanvasElement.prototype.getContext = () => null; },
    'no WebAssembly with vectors': () => { WebAssembly.validate = () => false; } };
  for (const [sentence, remove] of Object.entries(without)) {
    const page = await browser.newPage();
    await page.addInitScript(remove);
    await page.goto(address);
    await page.waitForFunction((s) => document.getElementById('note').textContent.includes(s), sentence);
    await page.close();
  }
});
