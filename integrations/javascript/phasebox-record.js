// SPDX-License-Identifier: MIT
// Writes the boxes of a running game as a box recording for Phasebox: by hand, or all that a
// matter-js, p2, planck or Phaser (arcade) world tests. See ../README.md. A page takes it by <script>, a
// module by `import './phasebox-record.js'`, Node also by `require`.
class PhaseboxRecorder {
  // At most so many frames. With the rule 'either' one of two masks is enough.
  constructor(frames = 600, rule = 'both') {
    this.frames = frames;
    this.number = 0;
    this.leftOut = 0;  // boxes
    this.rows = [...(rule === 'either' ? ['# rule: either'] : []),
                 'frame,id,min_x,min_y,max_x,max_y,static,category,mask,group'];
    this.ids = {byValue: new Map(), byIdentity: new WeakMap(), next: PhaseboxRecorder.firstNewId};
    this.seen = new Set();
    this.said = new Set();
  }
  // Begins the next frame; after the last one nothing more is written.
  frame() {
    ++this.number;
    this.seen.clear();
  }
  // `thing` and `child` are what idOf takes. Sets are 32 bits; two of one group always meet (above 0) or never.
  box(thing, minX, minY, maxX, maxY, isStatic = false, category = 1, mask = -1, group = 0, child = 0) {
    if (this.number > this.frames) return;
    this.attempt(() => {
      const id = this.idOf(thing, child), edges = [minX, minY, maxX, maxY];
      if (!edges.every(v => typeof v === 'number' && Math.abs(v) < 3.4e38)) throw Error('an edge is not finite');
      if (minX > maxX || minY > maxY) throw Error('max is less than min');
      if (group !== (group | 0)) throw Error('a group is a whole number of 32 bits');
      const row = [this.number, id, ...edges, isStatic ? 1 : 0, this.bits(category), this.bits(mask), group];
      if (this.seen.has(id)) throw Error('its id is in the frame already');
      this.seen.add(id);
      this.rows.push(row.join());
    });
  }
  // The id in the file: of a whole number itself; of other numbers, strings and symbols one by value, of an object one
  // by identity, and others for its children 1, 2, ...
  idOf(thing, child = 0) {
    if (thing == null || thing !== thing) throw Error('undefined, null and NaN are no ids');
    const whole = typeof thing === 'bigint' ? Number(thing) : thing;
    if (!child && Number.isInteger(whole) && Math.abs(whole) < PhaseboxRecorder.firstNewId) return whole;
    const known = Object(thing) === thing ? this.ids.byIdentity : this.ids.byValue;
    if (!known.has(thing)) known.set(thing, []);
    return known.get(thing)[child] ??= this.ids.next++;
  }
  bits(set) {
    if (typeof set === 'bigint') set = Number(set >> 32n === 0xFFFFFFFFn ? set & 0xFFFFFFFFn : set);
    if (set !== set >>> 0 && set !== (set | 0)) throw Error('category and mask have 32 bits');
    return set >>> 0;
  }
  // A game goes on when its recorder fails.
  attempt(record) {
    try {
      record();
    } catch (error) {
      ++this.leftOut;
      this.warn(`left out in frame ${this.number} (said once): ${error.message}`,
                error.constructor === Error ? error.message : error.name);
    }
  }
  // Each kind is said once.
  warn(text, kind = text) {
    if (!this.said.has(kind)) console.warn('phasebox-record: ' + text);
    this.said.add(kind);
  }
  text() { return this.rows.join('\n') + '\n'; }
  // A download in a page, a file in Node.
  save(name = 'game.csv') {
    try {
      if (typeof document === 'undefined') {
        const fs = process.getBuiltinModule ? process.getBuiltinModule('fs') : process.mainModule.require('fs');
        return fs.writeFileSync(name, this.text());
      }
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([this.text()], {type: 'text/csv'}));
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    } catch (error) {
      this.warn(`not saved: ${error.message}`);
    }
  }
  // One frame of `things()`.
  world(things, record) {
    this.frame();
    if (this.number <= this.frames)
      this.attempt(() => { for (const thing of things()) this.attempt(() => record(thing)); });
  }
  // Boxes of one body: [edges, category, mask, group, thing, child]. They never meet each other.
  body(body, boxes, isStatic) {
    const groups = new Set(boxes.map(b => b[3])), isOne = boxes.length < 2 || isStatic;
    if (!isOne && (groups.size > 1 || boxes[0][3] > 0))
      throw Error('its body has several shapes, and a group above 0 or several groups');
    const own = isOne ? 0 : PhaseboxRecorder.firstNewId - (1 << 30) - this.idOf(body, 'body');
    for (const [edges, category, mask, group, thing, child] of boxes)
      this.box(thing, ...edges, isStatic, category, mask, group || own, child);
  }

  // One frame of all bodies: rec.matter(Matter.Composite.allBodies(engine.world)).
  matter(bodies) {
    this.world(() => bodies, b => {
      const {category, mask, group} = b.collisionFilter, parts = (b.parts || [b]).length > 1 ? b.parts.slice(1) : [b];
      this.body(b, parts.map(({bounds: {min, max}}, k) =>
        [[min.x, min.y, max.x, max.y], category, mask, group || 0, b, k]), b.isStatic);
    });
  }
  // p2 tests no pair without a dynamic body. Its planes have no end.
  p2(world) {
    const bodies = () => {
      if ((world.constraints || []).some(c => c.collideConnected === false)) this.warn(PhaseboxRecorder.joints);
      return world.bodies;
    };
    this.world(bodies, b => this.body(b, b.shapes.map((shape, k) => {
      const c = Math.cos(b.angle), s = Math.sin(b.angle), [x, y] = shape.position, box = new b.aabb.constructor();
      shape.computeAABB(box, [b.position[0] + c * x - s * y, b.position[1] + s * x + c * y], b.angle + shape.angle);
      const edges = [...box.lowerBound, ...box.upperBound].map(v => Math.max(-3e38, Math.min(3e38, v)));
      return [edges, shape.collisionGroup, shape.collisionMask, 0, b, k];
    }), b.type !== 1));
  }
  // planck tests no pair without a dynamic body, and none of a body that is not active.
  planck(world) {
    function* list(first) {
      for (let each = first; each; each = each.getNext()) yield each;
    }
    const bodies = () => {
      for (const j of list(world.getJointList())) if (!j.getCollideConnected()) this.warn(PhaseboxRecorder.joints);
      return list(world.getBodyList());
    };
    this.world(bodies, b => {
      const boxes = [];
      for (const f of b.isActive() ? list(b.getFixtureList()) : [])
        for (let child = 0; child < f.getShape().getChildCount(); ++child) {
          const {lowerBound: low, upperBound: high} = f.getAABB(child);
          boxes.push([[low.x, low.y, high.x, high.y], f.getFilterCategoryBits(), f.getFilterMaskBits(),
                      f.getFilterGroupIndex(), f, child]);
        }
      this.body(b, boxes, !b.isDynamic());
    });
  }
  // Phaser's own colliders say which of these it compares.
  arcade(world) {
    const all = (bodies, isStatic) => [...bodies.getArray?.() ?? bodies].map(b => [b, isStatic]);
    this.world(() => [...all(world.bodies, false), ...all(world.staticBodies, true)], ([b, isStatic]) => {
      if (b.enable !== false && !b.checkCollision?.none)
        this.box(b, b.x, b.y, b.x + b.width, b.y + b.height, isStatic, b.collisionCategory ?? 1, b.collisionMask ?? -1);
    });
  }
}
PhaseboxRecorder.firstNewId = 1e12;
PhaseboxRecorder.joints = 'pairs that a joint keeps apart are recorded as any others';
globalThis.PhaseboxRecorder = PhaseboxRecorder;
if (typeof module !== 'undefined') module.exports = PhaseboxRecorder;
