// SPDX-License-Identifier: MIT
// Writes the boxes of a running game as a box recording for Phasebox: by hand, or all that a
// matter-js, p2, planck or Phaser (arcade) world tests. See ../README.md. A page takes it by <script>, a
// module by `import './phasebox-record.js'`, Node also by `require`.
class PhaseboxRecorder {
  // At most so many frames. With the rule 'either' one of two masks is enough.
  constructor(frames = 600, rule = 'both') {
    this.frames = frames;
    this.number = 0;
    this.leftOut = 0;  // boxes that have no size in numbers
    this.rows = [...(rule === 'either' ? ['# rule: either'] : []),
                 'frame,id,min_x,min_y,max_x,max_y,static,category,mask,group'];
    this.ids = new WeakMap();
    this.nextId = 0;
    this.said = new Set();
  }
  // Begins the next frame; after the last one nothing more is written.
  frame() { ++this.number; }
  // `object` is a whole number, or any object, which then keeps a number of its own; `child` tells
  // several boxes of it apart. Sets are 32 bits; two of one group always meet (above 0) or never.
  box(object, minX, minY, maxX, maxY, isStatic = false, category = 1, mask = -1, group = 0, child = 0) {
    if (this.number > this.frames) return;
    const edges = [minX, minY, maxX, maxY].map(v => Math.fround(Math.max(-3e38, Math.min(3e38, v))));
    if (!edges.every(Number.isFinite) || edges[0] > edges[2] || edges[1] > edges[3]) return void ++this.leftOut;
    this.rows.push([this.number, this.idOf(object, child), ...edges, isStatic ? 1 : 0, category >>> 0,
                    mask >>> 0, group | 0].join());
  }
  idOf(object, child = 0) {
    if (typeof object === 'number') return object;
    if (!this.ids.has(object)) this.ids.set(object, []);
    return this.ids.get(object)[child] ??= this.nextId++;
  }
  text() { return this.rows.join('\n') + '\n'; }
  // A download in a page, a file in Node.
  save(name = 'game.csv') {
    if (typeof document === 'undefined') {
      const fs = process.getBuiltinModule ? process.getBuiltinModule('fs') : process.mainModule.require('fs');
      return fs.writeFileSync(name, this.text());
    }
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([this.text()], {type: 'text/csv'}));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }
  // What no column can say is said once.
  warn(what) {
    if (!this.said.has(what)) console.warn('phasebox-record: ' + what);
    this.said.add(what);
  }
  // Boxes of one body: [edges, category, mask, group, object, child]. They never meet each other.
  body(body, boxes, isStatic) {
    const groups = new Set(boxes.map(b => b[3]));
    const isOne = boxes.length < 2 || isStatic, own = -(1 << 30) - this.idOf(body, 'body');
    if (!isOne && (groups.size > 1 || boxes[0][3] > 0))
      return this.warn('bodies of several shapes and groups above 0, or several groups, are left out');
    for (const [edges, category, mask, group, object, child] of boxes)
      this.box(object, ...edges, isStatic, category, mask, isOne ? group : group || own, child);
  }

  // One frame of all bodies: rec.matter(Matter.Composite.allBodies(engine.world)).
  matter(bodies) {
    this.frame();
    for (const b of bodies) {
      const {category, mask, group} = b.collisionFilter, parts = (b.parts || [b]).length > 1 ? b.parts.slice(1) : [b];
      this.body(b, parts.map(({bounds: {min, max}}, k) =>
        [[min.x, min.y, max.x, max.y], category, mask, group || 0, b, k]), b.isStatic);
    }
  }
  // p2 tests no pair without a dynamic body.
  p2(world) {
    this.frame();
    if ((world.constraints || []).some(c => c.collideConnected === false)) this.warn(PhaseboxRecorder.joints);
    for (const b of world.bodies)
      this.body(b, b.shapes.map((shape, k) => {
        const c = Math.cos(b.angle), s = Math.sin(b.angle), [x, y] = shape.position, box = new b.aabb.constructor();
        shape.computeAABB(box, [b.position[0] + c * x - s * y, b.position[1] + s * x + c * y], b.angle + shape.angle);
        return [[...box.lowerBound, ...box.upperBound], shape.collisionGroup, shape.collisionMask, 0, b, k];
      }), b.type !== 1);
  }
  // planck tests no pair without a dynamic body, and none of a body that is not active.
  planck(world) {
    this.frame();
    for (let j = world.getJointList(); j; j = j.getNext()) if (!j.getCollideConnected()) this.warn(PhaseboxRecorder.joints);
    for (let b = world.getBodyList(); b; b = b.getNext()) {
      const boxes = [];
      for (let f = b.getFixtureList(); f && b.isActive(); f = f.getNext())
        for (let child = 0; child < f.getShape().getChildCount(); ++child) {
          const {lowerBound: low, upperBound: high} = f.getAABB(child);
          boxes.push([[low.x, low.y, high.x, high.y], f.getFilterCategoryBits(), f.getFilterMaskBits(),
                      f.getFilterGroupIndex(), f, child]);
        }
      this.body(b, boxes, !b.isDynamic());
    }
  }
  // Phaser's own colliders say which of these it compares.
  arcade(world) {
    this.frame();
    for (const [bodies, isStatic] of [[world.bodies, false], [world.staticBodies, true]])
      for (const b of bodies.getArray ? bodies.getArray() : bodies)
        if (b.enable !== false && !b.checkCollision?.none)
          this.box(b, b.x, b.y, b.x + b.width, b.y + b.height, isStatic, b.collisionCategory ?? 1, b.collisionMask ?? -1);
  }
}
PhaseboxRecorder.joints = 'pairs that a joint keeps apart are recorded as any others';
globalThis.PhaseboxRecorder = PhaseboxRecorder;
if (typeof module !== 'undefined') module.exports = PhaseboxRecorder;
