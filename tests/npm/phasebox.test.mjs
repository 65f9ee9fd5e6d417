// SPDX-License-Identifier: MIT
// The npm package against two loops: by node --test, and the same file in a browser (browser.mjs).
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PhaseboxError, hasVectors, load } from 'phasebox';

const everywhere = { fast: await load(), scalar: await load({ vectors: false }) };
const phasebox = everywhere.fast;
const ids = phasebox.broadphases.map((broadphase) => broadphase.id);

/** Numbers from 0 to 1, the same in each run. */
function randomOf(seed) {
  return () => {
    seed = (Math.imul(seed ^ (seed >>> 15), seed | 1) + 0x6D2B79F5) | 0;
    let t = Math.imul(seed ^ (seed >>> 7), 61 | seed) ^ seed;
    t = Math.imul(t ^ (t >>> 13), 0x5BD1E995);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const overlap = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/** May two collide, by category, mask, group and static? */
function mayMeet(p, q) {
  if (p.static && q.static) return false;
  if (p.group !== 0 && p.group === q.group) return p.group > 0;
  return (p.mask & q.category) !== 0 && (q.mask & p.category) !== 0;
}

/** A box as the library keeps it: of 32-bit floats. Some of one size, a few large, some of no area. */
function randomBox(random, field = 400) {
  const kind = random();
  const size = kind < 0.8 ? 12 : kind < 0.9 ? 90 * random() : kind < 0.95 ? 0 : 3;
  const x = field * random(), y = kind < 0.1 ? 0 : field * random();
  return Array.from(new Float32Array([x, y, x + size, y + size]));
}

function randomFilter(random) {
  if (random() < 0.5) return { category: 1, mask: 0xFFFFFFFF, group: 0, static: random() < 0.3 };
  return { category: 1 << (4 * random()), mask: (16 * random()) | 0, group: ((5 * random()) | 0) - 2, static: random() < 0.3 };
}

const sorted = (keys) => Float64Array.from(keys).sort();

/** All pairs of the first n by two loops, as sorted numbers. */
function truth(boxes, filters) {
  const keys = [];
  for (let a = 0; a < boxes.length; ++a)
    for (let b = a + 1; b < boxes.length; ++b)
      if (overlap(boxes[a], boxes[b]) && (!filters || mayMeet(filters[a], filters[b]))) keys.push(a * 1e6 + b);
  return sorted(keys);
}

function keysOf(pairs) {
  const keys = [];
  for (let k = 0; k < pairs.length; k += 2) keys.push(pairs[k] * 1e6 + pairs[k + 1]);
  return sorted(keys);
}

function refused(action, sentence) {
  assert.throws(action, (error) => error instanceof PhaseboxError && sentence.test(error.message));
}

for (const [build, library] of Object.entries(everywhere)) {
  for (const id of ids) {
    test(`${build}: ${id} finds what two loops find, frame after frame`, () => {
      const random = randomOf(7);
      const finder = library.finder(id, { capacity: 300 });
      let boxes = [];
      for (let frame = 0; frame < 50; ++frame) {
        const n = frame % 10 === 9 ? Math.floor(300 * random()) : boxes.length || 200;
        while (boxes.length < n) boxes.push(randomBox(random));
        boxes.length = n;
        boxes = boxes.map((box) => {
          if (random() < 0.02) return randomBox(random);
          const x = 4 * random() - 2, y = 4 * random() - 2;
          return Array.from(new Float32Array([box[0] + x, box[1] + y, box[2] + x, box[3] + y]));
        }).map(([a, b, c, d]) => [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]);
        finder.boxes.set(boxes.flat());
        assert.deepEqual(keysOf(finder.find(n)), truth(boxes), `frame ${frame}`);
        const again = [];
        for (const [a, b] of finder.pairs(n)) again.push(a, b);
        assert.deepEqual(keysOf(again), truth(boxes));
        const asked = randomBox(random);
        const inBox = boxes.flatMap((box, k) => (overlap(box, asked) ? [k] : []));
        assert.deepEqual([...finder.query(...asked)].sort((a, b) => a - b), inBox);
      }
      finder.dispose();
    });

    test(`${build}: ${id} keeps to categories, masks, groups and statics`, () => {
      const random = randomOf(11);
      const finder = library.finder(id, { capacity: 200 });
      for (let frame = 0; frame < 10; ++frame) {
        const boxes = Array.from({ length: 200 }, () => randomBox(random, 200));
        const filters = boxes.map(() => randomFilter(random));
        const { categories, masks, groups, statics } = finder;
        filters.forEach((filter, k) => {
          categories[k] = filter.category, masks[k] = filter.mask;
          groups[k] = filter.group, statics[k] = filter.static ? 1 : 0;
        });
        finder.boxes.set(boxes.flat());
        assert.deepEqual(keysOf(finder.find(200)), truth(boxes, filters), `frame ${frame}`);
      }
      finder.dispose();
    });

    test(`${build}: ${id} keeps a world of living objects`, () => liveInWorld(library, id));
  }
}

/** Objects come, move, change and go; pairs that begin and end, and all queries, as two loops say. */
function liveInWorld(library, id) {
  const random = randomOf(13);
  const world = library.world(id);
  const living = new Set();
  let before = new Set();
  const nameOf = ([a, b]) => (a.data.serial < b.data.serial ? `${a.data.serial} ${b.data.serial}` : `${b.data.serial} ${a.data.serial}`);
  let serial = 0;
  for (let frame = 0; frame < 40; ++frame) {
    const changes = frame % 8 === 0 ? 60 : 6;
    for (let k = 0; k < changes; ++k) change(world, living, random, () => serial++);
    world.update();
    const all = [...living], now = new Set();
    for (let a = 0; a < all.length; ++a)
      for (let b = a + 1; b < all.length; ++b)
        if (overlap(all[a].data.box, all[b].data.box) && mayMeet(all[a].data.filter, all[b].data.filter))
          now.add(nameOf([all[a], all[b]]));
    const named = (pairs) => new Set([...copies(pairs)].map(nameOf));
    assert.deepEqual(named(world.begun), new Set([...now].filter((name) => !before.has(name))), `frame ${frame}`);
    assert.deepEqual(named(world.ended), new Set([...before].filter((name) => !now.has(name))), `frame ${frame}`);
    assert.deepEqual(named(world.pairs), now);
    assert.equal(world.pairs.length, now.size);
    assert.equal(world.size, living.size);
    compareQueries(world, all, random);
    before = now;
  }
  world.dispose();
}

function* copies(pairs) {
  for (const [a, b] of pairs) yield [a, b];
}

function change(world, living, random, nextSerial) {
  const all = [...living], object = all[Math.floor(all.length * random())], kind = random();
  const box = randomBox(random), filter = randomFilter(random);
  if (!object || kind < 0.4) {
    living.add(world.insert(...box, { ...filter, data: { box, filter, serial: nextSerial() } }));
  } else if (kind < 0.7) {
    world.move(object, ...box);
    object.data.box = box;
    assert.deepEqual(world.boxOf(object), box);
  } else if (kind < 0.8) {
    world.setFilter(object, filter);
    world.setStatic(object, filter.static);
    object.data.filter = filter;
  } else {
    world.remove(object);
    living.delete(object);
    assert.equal(object.isAlive, false);
  }
}

function compareQueries(world, all, random) {
  const [x, y, right, bottom] = randomBox(random), mask = 7;
  const found = (objects) => objects.map((object) => object.data.serial);
  const those = (is) => all.filter(({ data }) => (data.filter.category & mask) !== 0 && is(data.box)).map((o) => o.data.serial).sort((a, b) => a - b);
  const distance = (box) => Math.hypot(Math.max(box[0] - x, x - box[2], 0), Math.max(box[1] - y, y - box[3], 0));
  assert.deepEqual(found(world.queryBox(x, y, right, bottom, { mask })), those((box) => overlap(box, [x, y, right, bottom])));
  assert.deepEqual(found(world.queryPoint(x, y, { mask })), those((b) => b[0] <= x && x <= b[2] && b[1] <= y && y <= b[3]));
  assert.deepEqual(found(world.queryCircle(x, y, 50, { mask })), those((box) => distance(box) < 50));
  const across = world.querySegment(x, -1000, x, 1000, { mask });
  assert.deepEqual(found(across.map((hit) => hit.object)).sort((a, b) => a - b), those((b) => b[0] <= x && x <= b[2]));
  const near = world.nearest(x, y, { k: 5, mask }).map((hit) => hit.distance);
  const distances = all.filter((o) => o.data.filter.category & mask).map((o) => distance(o.data.box)).sort((a, b) => a - b);
  assert.equal(near.length, Math.min(5, distances.length));
  near.forEach((d, k) => assert.ok(Math.abs(d - distances[k]) <= 1e-3, `${d} ${distances[k]}`));
}

test('both builds give the same pairs in the same order', () => {
  const random = randomOf(17), boxes = Array.from({ length: 2000 }, () => randomBox(random, 2000)).flat();
  const [one, other] = Object.values(everywhere).map((library) => {
    const finder = library.finder('hierarchical-grid', { capacity: 2000 });
    finder.boxes.set(boxes);
    return Array.from(finder.find(2000));
  });
  assert.deepEqual(keysOf(one), keysOf(other));
  assert.ok(one.length > 0);
});

test('a wrong call is refused in a sentence, and changes nothing', () => {
  refused(() => phasebox.finder('quad', { capacity: 1 }), /quad.*quadtree/);
  refused(() => phasebox.finder('auto', {}), /capacity is undefined/);
  refused(() => phasebox.finder('auto', { capacity: -1 }), /capacity is -1/);
  refused(() => phasebox.finder('auto', { capacity: 1, maxPairs: NaN }), /maxPairs is NaN/);
  refused(() => phasebox.finder('quadtree', { capacity: 1, depth: 3 }), /no parameter 'depth'; choose from/);
  refused(() => phasebox.finder('rdc', { capacity: 1, groupSize: -3 }), /-3/);
  refused(() => phasebox.finder('rdc', { capacity: 1, leafTest: 'x'.repeat(500) }), /leaf-test/);
  const finder = phasebox.finder('auto', { capacity: 3 });
  refused(() => finder.find(4), /there are 4 boxes.*capacity, 3/);
  refused(() => finder.find(-1), /-1/);
  refused(() => finder.find(1.5), /1.5/);
  refused(() => finder.query(0, 0, 1, 1), /find/);
  finder.boxes.set([0, 0, 2, 2, 1, 1, 3, 3, NaN, 0, 0, 0]);
  refused(() => finder.find(3), /box 2 is \(.*finite/);
  finder.boxes.set([5, 5, 4, 4], 8);
  refused(() => finder.find(3), /min greater than its max/);
  assert.deepEqual([...finder.find(2)], [0, 1]);
});

test('what was disposed of, removed, or is of another world is refused', () => {
  const finder = phasebox.finder('auto', { capacity: 3 });
  finder.dispose();
  finder.dispose();
  for (const use of [() => finder.find(0), () => finder.pairs(0), () => finder.params, () => finder.set('ratio', 1)])
    refused(use, /disposed of/);
  const used = phasebox.world('rdc');
  if (Symbol.dispose) {
    used[Symbol.dispose](); // what `using` calls
    refused(() => used.update(), /disposed of/);
  }
  const one = phasebox.world('aabb-tree'), other = phasebox.world('aabb-tree');
  const here = one.insert(0, 0, 1, 1), there = other.insert(0, 0, 1, 1);
  for (const object of [there, undefined, null, 0, {}]) {
    refused(() => one.move(object, 0, 0, 1, 1), /no object of this world/);
    refused(() => one.remove(object), /no object of this world/);
  }
  one.remove(here);
  refused(() => one.move(here, 0, 0, 1, 1), /was removed/);
  refused(() => one.insert(NaN, 0, 1, 1), /the box is/);
  refused(() => one.queryCircle(0, 0, -1), /radius/);
  refused(() => one.nearest(0, Infinity), /finite/);
  assert.equal(one.size, 0);
  assert.equal(other.size, 1);
  one.dispose();
  refused(() => one.update(), /disposed of/);
});

test('an object that takes the place of a removed one is another', () => {
  const world = phasebox.world('hierarchical-grid');
  const wall = world.insert(0, 0, 10, 10, { data: 'wall' });
  let last;
  for (let k = 0; k < 100; ++k) {
    const shot = world.insert(5, 5, 6, 6, { data: k });
    world.update();
    assert.deepEqual([...copies(world.begun)].map(([a, b]) => [a.data, b.data]), [['wall', k]]);
    world.remove(shot);
    world.update();
    for (const [a, b] of world.ended) assert.deepEqual([a, b], [wall, shot]);
    assert.notEqual(shot, last);
    refused(() => world.move(shot, 0, 0, 1, 1), /was removed/);
    last = shot;
  }
  assert.equal(world.size, 1);
});

test('more pairs than maxPairs end a search, and the next is right again', () => {
  for (const id of ids) {
    const finder = phasebox.finder(id, { capacity: 500, maxPairs: 1000 });
    for (let k = 0; k < 500; ++k) finder.boxes.set([0, 0, 10, 10], 4 * k);
    refused(() => finder.find(500), /more pairs than/);
    for (let k = 0; k < 500; ++k) finder.boxes.set([20 * k, 0, 20 * k + 21, 10], 4 * k);
    assert.equal(finder.find(500).length, 2 * 499, id);
    finder.dispose();
  }
});

test('the end of memory is an error, and the library goes on', async () => {
  const small = await load();
  refused(() => small.finder('auto', { capacity: 2 ** 27 }), /no more memory/);
  const finder = small.finder('auto', { capacity: 2 });
  finder.boxes.set([0, 0, 2, 2, 1, 1, 3, 3]);
  assert.deepEqual([...finder.find(2)], [0, 1]);
});

test('everything is right after memory has grown', async () => {
  const growing = await load();
  const finder = growing.finder('sort-and-sweep', { capacity: 100 });
  const { boxes } = finder;
  boxes.set([0, 0, 2, 2, 1, 1, 3, 3]);
  const found = finder.find(2), before = growing.wasm.memory.buffer;
  assert.deepEqual([...found], [0, 1]);
  growing.finder('auto', { capacity: 1_000_000 });
  assert.notEqual(growing.wasm.memory.buffer, before);
  assert.equal(finder.boxes, boxes);
  boxes.set([4, 4, 5, 5, 1, 1, 5, 5, 4, 4, 6, 6]);
  assert.deepEqual(keysOf(finder.find(3)), sorted([1, 2, 1_000_002]));
  const world = growing.world('aabb-tree');
  const first = world.insert(0, 0, 1, 1, { data: 'first' });
  for (let k = 0; k < 50_000; ++k) world.insert(10 + 2 * k, 0, 11 + 2 * k, 1);
  assert.deepEqual(world.boxOf(first), [0, 0, 1, 1]);
  assert.equal(world.queryPoint(0.5, 0.5)[0].data, 'first');
});

for (const id of ids)
  test(`${id}: 10,000 frames take no more memory`, async () => {
    const library = await load(), n = 100, random = randomOf(23);
    const finder = library.finder(id, { capacity: n }), world = library.world(id), { boxes } = finder;
    const xs = Array.from({ length: n }, () => 300 * random());
    const objects = xs.map((x, k) => world.insert(x, k, x + 10, k + 10));
    let pairs = 0;
    const frames = (count) => {
      for (let frame = 0; frame < count; ++frame) {
        const shift = 5 * Math.sin(frame / 50);
        for (let k = 0; k < n; ++k) {
          const x = xs[k] + (k % 2 ? shift : -shift);
          boxes[4 * k] = x, boxes[4 * k + 1] = k, boxes[4 * k + 2] = x + 10, boxes[4 * k + 3] = k + 10;
          if (k % 20 === 0) world.move(objects[k], x, k, x + 10, k + 10);
        }
        for (const [a, b] of finder.pairs(n)) pairs += a < b;
        world.update();
        for (const [a] of world.begun) pairs += a.isAlive;
      }
    };
    frames(3000);
    globalThis.gc?.();
    const bytes = library.wasm.memory.buffer.byteLength, heap = globalThis.process?.memoryUsage().heapUsed;
    frames(10_000);
    assert.ok(pairs > 0);
    // "auto" tries others while it runs, and keeps those that it may need again.
    assert.ok(library.wasm.memory.buffer.byteLength <= bytes + (id === 'auto' ? 1 << 20 : 0));
    if (!globalThis.gc) return;
    const garbage = process.memoryUsage().heapUsed - heap;
    globalThis.gc();
    const left = process.memoryUsage().heapUsed - heap;
    assert.ok(left < 100_000, `${left} bytes more`);
    // Before a function is compiled, its numbers are objects; one for each pair would be more.
    assert.ok(garbage < 500 * 10_000, `${garbage} bytes in 10,000 frames`);
  });

test('what was forgotten is collected', { skip: !globalThis.gc && 'needs --expose-gc' }, async () => {
  const library = await load();
  for (let k = 0; k < 200; ++k) {
    library.finder('brute-force', { capacity: 100_000 });
    if (k % 10 === 9) {
      globalThis.gc();
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }
  assert.ok(library.wasm.memory.buffer.byteLength < 100_000_000, 'of 320 MB');
});

test('the library is loaded from bytes, a module and an address', async () => {
  const address = new URL('./node_modules/phasebox/phasebox.wasm', import.meta.url);
  const fromAddress = await load({ wasm: address });
  assert.equal(fromAddress.version, phasebox.version);
  assert.match(phasebox.version, /^\d+\.\d+\.\d+$/);
  const scalar = await load({ wasm: String(new URL('./phasebox-scalar.wasm', address)) });
  assert.equal(scalar.broadphases.length, ids.length);
  assert.ok(ids.includes('auto') && ids.length >= 13);
  await assert.rejects(load({ wasm: new Uint8Array([1, 2, 3]) }), PhaseboxError);
  await assert.rejects(load({ wasm: new URL('./no.wasm', address) }));
  assert.equal(hasVectors(), true);
});

test('parameters are listed and set, by both ways of writing them', () => {
  const finder = phasebox.finder('rdc', { capacity: 1, groupSize: 12, 'leaf-test': 'brute-force', staticGroups: false });
  const value = (key) => finder.params.find((param) => param.key === key).value;
  assert.equal(value('group-size'), 12);
  const leaf = finder.params.find((param) => param.key === 'leaf-test');
  assert.equal(leaf.kind, 'choice');
  assert.equal(leaf.choices[leaf.value], 'brute-force');
  assert.equal(value('static-groups'), 0);
  finder.set('group-size', '20');
  assert.equal(value('group-size'), 20);
});
