// SPDX-License-Identifier: MIT
// Each finds all overlapping pairs of one frame, boxes [n * 4], as its readme says it is quickest, and calls emit(a, b)
// once for each, which writes both into an array; or gives such an array. What they are given before the first frame: how many boxes, the field's side, the largest box's side.
import Quadtree from '@timohausmann/quadtree-js';
import { quadtree } from 'd3-quadtree';
import { System } from 'detect-collisions';
import Flatbush from 'flatbush';
import KDBush from 'kdbush';
import RBush from 'rbush';

import { load } from 'phasebox';

const overlap = (boxes, a, b) =>
  boxes[4 * a] < boxes[4 * b + 2] && boxes[4 * b] < boxes[4 * a + 2] &&
  boxes[4 * a + 1] < boxes[4 * b + 3] && boxes[4 * b + 1] < boxes[4 * a + 3];

const libraries = { 'phasebox': await load(), 'phasebox, no SIMD': await load({ vectors: false }) };

function phasebox(library, id) {
  return ({ n }) => {
    const finder = libraries[library].finder(id, { capacity: n });
    return (boxes) => {
      finder.boxes.set(boxes);
      return finder.find(n);
    };
  };
}

function rbush({ n }) {
  const tree = new RBush();
  const items = Array.from({ length: n }, (_, id) => ({ minX: 0, minY: 0, maxX: 0, maxY: 0, id }));
  return (boxes, emit) => {
    for (let k = 0, at = 0; k < n; ++k) {
      const item = items[k];
      item.minX = boxes[at++], item.minY = boxes[at++], item.maxX = boxes[at++], item.maxY = boxes[at++];
    }
    tree.clear().load(items);
    for (let a = 0; a < n; ++a)
      for (const { id } of tree.search(items[a])) if (a < id && overlap(boxes, a, id)) emit(a, id);
  };
}

function flatbush({ n }) {
  return (boxes, emit) => {
    const index = new Flatbush(n, 16, Float32Array);
    for (let at = 0; at < 4 * n; at += 4) index.add(boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3]);
    index.finish();
    for (let a = 0; a < n; ++a)
      index.search(boxes[4 * a], boxes[4 * a + 1], boxes[4 * a + 2], boxes[4 * a + 3], (b) => {
        if (a < b && overlap(boxes, a, b)) emit(a, b);
        return false;
      });
  };
}

function kdbush({ n, largest }) {
  return (boxes, emit) => {
    const index = new KDBush(n, 64, Float32Array);
    for (let at = 0; at < 4 * n; at += 4) index.add(boxes[at], boxes[at + 1]);
    index.finish();
    for (let a = 0; a < n; ++a) {
      const near = index.range(boxes[4 * a] - largest, boxes[4 * a + 1] - largest, boxes[4 * a + 2], boxes[4 * a + 3]);
      for (const b of near) if (a < b && overlap(boxes, a, b)) emit(a, b);
    }
  };
}

function d3({ n, largest }) {
  const ids = Array.from({ length: n }, (_, id) => id);
  return (boxes, emit) => {
    const tree = quadtree(ids, (id) => boxes[4 * id], (id) => boxes[4 * id + 1]);
    for (let a = 0; a < n; ++a) {
      const left = boxes[4 * a] - largest, top = boxes[4 * a + 1] - largest, right = boxes[4 * a + 2], bottom = boxes[4 * a + 3];
      tree.visit((node, x0, y0, x1, y1) => {
        if (!node.length)
          for (let leaf = node; leaf; leaf = leaf.next) if (a < leaf.data && overlap(boxes, a, leaf.data)) emit(a, leaf.data);
        return x0 > right || x1 < left || y0 > bottom || y1 < top;
      });
    }
  };
}

function quadtreeJs({ n, side }) {
  const rects = Array.from({ length: n }, (_, id) => ({ x: 0, y: 0, width: 0, height: 0, id, asked: -1 }));
  const tree = new Quadtree({ x: 0, y: 0, width: side, height: side }, 10, 10);
  return (boxes, emit) => {
    tree.clear();
    for (const rect of rects) {
      const at = 4 * rect.id;
      rect.x = boxes[at], rect.y = boxes[at + 1], rect.width = boxes[at + 2] - rect.x, rect.height = boxes[at + 3] - rect.y;
      rect.asked = -1;
      tree.insert(rect);
    }
    for (const rect of rects)
      for (const other of tree.retrieve(rect)) {
        if (rect.id >= other.id || other.asked === rect.id) continue;
        other.asked = rect.id; // a box in several nodes comes several times
        if (overlap(boxes, rect.id, other.id)) emit(rect.id, other.id);
      }
  };
}

function detectCollisions({ n }) {
  const system = new System(), bodies = [], ids = new Map();
  return (boxes, emit) => {
    for (let k = 0; k < n; ++k) {
      const x = boxes[4 * k], y = boxes[4 * k + 1];
      if (bodies.length === k) {
        bodies.push(system.createBox({ x, y }, boxes[4 * k + 2] - x, boxes[4 * k + 3] - y));
        ids.set(bodies[k], k);
      } else {
        bodies[k].setPosition(x, y);
      }
    }
    system.checkAll(({ a, b }) => {
      const one = ids.get(a), other = ids.get(b);
      if (one < other && overlap(boxes, one, other)) emit(one, other);
    });
  };
}

/** A uniform grid by hand: each box in the cell of its corner, sorted by counting, compared with half its neighbors. */
function grid({ n, side, largest }) {
  const columns = Math.ceil(side / largest) + 1, cells = columns * columns;
  const cellOf = new Uint32Array(n), order = new Uint32Array(n), starts = new Uint32Array(cells + 1);
  return (boxes, emit) => {
    starts.fill(0);
    for (let k = 0; k < n; ++k) {
      const x = Math.min(Math.max(Math.floor(boxes[4 * k] / largest), 0), columns - 1);
      const y = Math.min(Math.max(Math.floor(boxes[4 * k + 1] / largest), 0), columns - 1);
      ++starts[(cellOf[k] = y * columns + x) + 1];
    }
    for (let cell = 0; cell < cells; ++cell) starts[cell + 1] += starts[cell];
    for (let k = n; k-- > 0; ) order[--starts[cellOf[k] + 1]] = k;
    // Now starts[cell + 1] is where the cell begins, and starts[cell + 2] where it ends.
    const end = (cell) => (cell + 2 <= cells ? starts[cell + 2] : n);
    const compare = (a, from, to) => {
      const left = boxes[4 * a], top = boxes[4 * a + 1], right = boxes[4 * a + 2], bottom = boxes[4 * a + 3];
      for (let k = from; k < to; ++k) {
        const b = order[k], at = 4 * b;
        if (left < boxes[at + 2] && boxes[at] < right && top < boxes[at + 3] && boxes[at + 1] < bottom)
          a < b ? emit(a, b) : emit(b, a);
      }
    };
    for (let cell = 0; cell < cells; ++cell) {
      const from = starts[cell + 1], to = end(cell);
      if (from === to) continue;
      const x = cell % columns, below = cell + columns;
      const last = Math.min(x + 1, columns - 1) - x;
      for (let k = from; k < to; ++k) {
        compare(order[k], k + 1, to);
        if (last > 0) compare(order[k], starts[cell + 2], end(cell + 1));
        if (below < cells) compare(order[k], starts[(x > 0 ? below - 1 : below) + 1], end(below + last));
      }
    }
  };
}

export const contestants = {
  'phasebox: auto': phasebox('phasebox', 'auto'),
  'phasebox: hierarchical-grid': phasebox('phasebox', 'hierarchical-grid'),
  'phasebox: neighbor-list': phasebox('phasebox', 'neighbor-list'),
  'phasebox: auto, no SIMD': phasebox('phasebox, no SIMD', 'auto'),
  'grid of typed arrays, by hand': grid,
  'flatbush': flatbush,
  'kdbush': kdbush,
  'rbush': rbush,
  'd3-quadtree': d3,
  'quadtree-js': quadtreeJs,
  'detect-collisions': detectCollisions,
};
