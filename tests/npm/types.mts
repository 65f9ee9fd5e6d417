// SPDX-License-Identifier: MIT
// Compiled, not run: every function as users call it, and some mistakes that the declarations must refuse.
import { load, hasVectors, PhaseboxError, type Finder, type WorldObject } from 'phasebox';

interface Ship { name: string }

const phasebox = await load({ vectors: hasVectors(), wasm: new URL('file:///phasebox.wasm') });
const finder: Finder = phasebox.finder('hierarchical-grid', { capacity: 100, maxPairs: 1000, finestCell: 16, 'ratio': '8' });
finder.boxes.set([0, 0, 1, 1]);
finder.categories[0] = finder.masks[0] = finder.groups[0] = finder.statics[0] = 1;
const found: Uint32Array = finder.find(1);
for (const [a, b] of finder.pairs(1)) console.log(a.toFixed(), b.toFixed(), found.length, finder.query(0, 0, 1, 1)[0]);
for (const { key, kind, choices } of finder.params) if (kind === 'choice') finder.set(key, choices[0]!);

{
  using world = phasebox.world<Ship>('aabb-tree', { margin: 2 });
  const ship: WorldObject<Ship> = world.insert(0, 0, 1, 1, { data: { name: 'a' }, category: 1, mask: 2, group: -1, static: true });
  world.move(ship, 1, 1, 2, 2);
  world.setFilter(ship, { group: 2 });
  world.setStatic(ship, false);
  world.update();
  for (const pairs of [world.begun, world.ended, world.pairs]) for (const [a, b] of pairs) console.log(a.data.name, b.isAlive);
  const kept: WorldObject<Ship>[] = [];
  world.queryBox(0, 0, 1, 1, { mask: 1, into: kept });
  const near: number = world.nearest(0, 0, { k: 2 })[0]!.distance + world.querySegment(0, 0, 1, 1, { mask: 1 }).length;
  console.log(near, world.queryPoint(0, 0), world.queryCircle(0, 0, 1), world.boxOf(ship)[0], world.size);
  world.remove(ship);
  // @ts-expect-error: its data is a ship
  world.insert(0, 0, 1, 1, { data: 3 });
}
// @ts-expect-error: there is no such broadphase
phasebox.finder('quad', { capacity: 1 });
// @ts-expect-error: a capacity is needed
phasebox.finder('auto', {});
// @ts-expect-error: the array is always the same
finder.boxes = new Float32Array();
console.log(new PhaseboxError('').message, phasebox.version, phasebox.broadphases[0]!.summary);
finder.dispose();
