// SPDX-License-Identifier: MIT
// Every contestant sees the same frames in the same order, in blocks of equal time by turns, so that what else the machine
// does meets all of them. Before that they are warmed up, and the pairs of each frame compared with those of a grid. Times
// are of the processor, per frame: bench.mjs SECONDS of each scene.
import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';

import { contestants } from './contestants.mjs';

const seconds = Number(process.argv[2] ?? 10);
const speeds = { normal: 1.5, fast: 15 };

/** Frames of boxes from 6 to 18 px that move straight on and turn at the edges; about 0.7 pairs a box. */
function sceneOf(n, speed) {
  let seed = n;
  const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const side = Math.sqrt(n) * 20, largest = 18;
  const boxes = Array.from({ length: n }, () => {
    const width = 6 + 12 * random(), height = 6 + 12 * random(), angle = 2 * Math.PI * random();
    const x = (side - width) * random(), y = (side - height) * random(), way = speed * (0.5 + random());
    return { x, y, width, height, vx: way * Math.cos(angle), vy: way * Math.sin(angle) };
  });
  const frames = Array.from({ length: n > 10_000 ? 40 : 200 }, () => {
    const frame = new Float32Array(4 * n);
    boxes.forEach((box, k) => {
      box.x += box.vx, box.y += box.vy;
      if (box.x < 0 || box.x + box.width > side) box.vx = -box.vx, box.x = Math.min(Math.max(box.x, 0), side - box.width);
      if (box.y < 0 || box.y + box.height > side) box.vy = -box.vy, box.y = Math.min(Math.max(box.y, 0), side - box.height);
      frame.set([box.x, box.y, box.x + box.width, box.y + box.height], 4 * k);
    });
    return frame;
  });
  return { n, side, largest, frames };
}

/** There and back again, so that boxes never jump. */
const frameAt = ({ frames }, k) => {
  const at = k % (2 * frames.length - 2);
  return frames[at < frames.length ? at : 2 * frames.length - 2 - at];
};

const written = new Uint32Array(1 << 20);
let size = 0;
function emit(a, b) {
  written[size++] = a;
  written[size++] = b;
}

/** A checksum that does not depend on the order of pairs. */
function answer(find, boxes) {
  size = 0;
  const found = find(boxes, emit) ?? written.subarray(0, size);
  let sum = 0;
  for (let k = 0; k < found.length; k += 2)
    sum = (sum + Math.imul(Math.imul(found[k] + 1, 0x9E3779B1) ^ found[k + 1], 0x85EBCA6B)) | 0;
  return `${found.length / 2} pairs, sum ${sum}`;
}

function cpuMs(action) {
  const before = process.cpuUsage();
  action();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function race(scene) {
  const rows = Object.entries(contestants).map(([name, make]) => ({ name, find: make(scene), at: 0, ms: 0, frames: 0, block: 1 }));
  const truth = new Map();
  const reference = contestants['grid of typed arrays, by hand'](scene);
  const warmUp = Math.min(scene.frames.length, 60);
  for (const row of rows) {
    const start = performance.now();
    for (; row.at < warmUp; ++row.at) {
      const boxes = frameAt(scene, row.at);
      if (!truth.has(boxes)) truth.set(boxes, answer(reference, boxes));
      const found = answer(row.find, boxes);
      if (found !== truth.get(boxes)) throw new Error(`WRONG: ${row.name}, ${scene.n} boxes, frame ${row.at}: ${found}, not ${truth.get(boxes)}`);
    }
    row.block = Math.ceil((50 * warmUp) / (performance.now() - start));
  }
  const until = performance.now() + 1000 * seconds;
  for (let round = 0; round < 3 || performance.now() < until; ++round)
    for (let k = 0; k < rows.length; ++k) {
      const row = rows[(k + round) % rows.length];
      row.frames += row.block;
      row.ms += cpuMs(() => {
        for (let frame = 0; frame < row.block; ++frame) {
          size = 0;
          row.find(frameAt(scene, row.at++), emit);
        }
      });
    }
  return new Map(rows.map(({ name, ms, frames }) => [name, ms / frames]));
}

/** The longest of the first frames of a new finder by its median, both in wall time: the least of several tries. */
function spike(n) {
  const scene = sceneOf(n, speeds.normal);
  const tries = Array.from({ length: 5 }, () => {
    const find = contestants['phasebox: auto'](scene);
    const times = Array.from({ length: 120 }, (_, k) => {
      const start = performance.now();
      find(frameAt(scene, k), emit);
      return performance.now() - start;
    });
    return times[0] / [...times].sort((a, b) => a - b)[60];
  });
  return Math.min(...tries);
}

const sizes = [100, 1000, 10_000, 50_000];
const columns = [];
for (const n of sizes) for (const [motion, speed] of Object.entries(speeds)) columns.push([n, motion, race(sceneOf(n, speed))]);

const shown = (ms) => (ms < 1 ? ms.toPrecision(2) : ms < 100 ? ms.toPrecision(3) : ms.toFixed(0));
const version = async (name) => JSON.parse(await readFile(new URL(`./node_modules/${name}/package.json`, import.meta.url))).version;
const versions = await Promise.all(['phasebox', 'flatbush', 'kdbush', 'rbush', 'd3-quadtree', '@timohausmann/quadtree-js', 'detect-collisions']
  .map(async (name) => `${name.replace(/.*\//, '')} ${await version(name)}`));
console.log(`\nCPU ms per frame, mean; boxes of 6 to 18 px, all moving, by 1.5 px a frame or, "fast", by 15; all pairs of each frame,
checked. Node ${process.versions.node}, ${cpus()[0].model.trim()}; ${versions[0]},\n${versions.slice(1).join(', ')}.\n`);
console.log(`| | ${columns.map(([n, motion]) => `${n.toLocaleString('en')}${motion === 'fast' ? ' fast' : ''}`).join(' | ')} |`);
console.log(`|---|${'--:|'.repeat(columns.length)}`);
for (const name of Object.keys(contestants))
  console.log(`| ${name} | ${columns.map(([, , times]) => shown(times.get(name))).join(' | ')} |`);
console.log('');

const packages = ['flatbush', 'kdbush', 'rbush', 'd3-quadtree', 'quadtree-js', 'detect-collisions'];
for (const [n, motion, times] of columns) {
  const fastest = Math.min(...packages.map((name) => times.get(name))), auto = times.get('phasebox: auto');
  console.error(`${n} ${motion}: auto is 1/${(fastest / auto).toFixed(1)} of the fastest package, 1/${(times.get('grid of typed arrays, by hand') / auto).toFixed(1)} of the grid`);
}
for (const n of sizes) console.error(`${n}: the first frame of auto takes ${spike(n).toFixed(1)} medians`);
