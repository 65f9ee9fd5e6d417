// SPDX-License-Identifier: MIT
// Writes the boxes of a running game as a box recording for Phasebox: by hand, or all bodies of a
// matter-js, p2, planck or Phaser (arcade) world. See ../README.md.
class PhaseboxRecorder {
  constructor(frames = 600) {
    this.frames = frames;
    this.number = 0;
    this.rows = ['frame,id,min_x,min_y,max_x,max_y,static,category,mask'];
    this.ids = new WeakMap();
    this.nextId = 0;
  }
  // Begins the next frame; after the last one nothing more is written.
  frame() { ++this.number; }
  // `object` is a whole number, or any object, which then keeps a number of its own.
  box(object, minX, minY, maxX, maxY, isStatic = false, category = 1, mask = 0xFFFF) {
    if (this.number > this.frames) return;
    const edges = [minX, minY, maxX, maxY].map(Math.fround);
    this.rows.push([this.number, this.idOf(object), ...edges, isStatic ? 1 : 0, category & 0xFFFF,
                    mask & 0xFFFF].join(','));
  }
  idOf(object) {
    if (typeof object === 'number') return object;
    if (!this.ids.has(object)) this.ids.set(object, this.nextId++);
    return this.ids.get(object);
  }
  text() { return this.rows.join('\n') + '\n'; }

  // One frame of all bodies: rec.matter(Matter.Composite.allBodies(engine.world)).
  matter(bodies) {
    this.frame();
    for (const b of bodies)
      this.box(b, b.bounds.min.x, b.bounds.min.y, b.bounds.max.x, b.bounds.max.y, b.isStatic,
               b.collisionFilter.category, b.collisionFilter.mask);
  }
  p2(world) {
    this.frame();
    for (const b of world.bodies) {
      const {lowerBound: low, upperBound: high} = b.getAABB();
      const shape = b.shapes[0] || {collisionGroup: 1, collisionMask: 0xFFFF};
      this.box(b, low[0], low[1], high[0], high[1], b.type === 2, shape.collisionGroup, shape.collisionMask);
    }
  }
  planck(world) {
    this.frame();
    for (let b = world.getBodyList(); b; b = b.getNext())
      for (let f = b.getFixtureList(); f; f = f.getNext()) {
        const {lowerBound: low, upperBound: high} = f.getAABB(0);
        this.box(f, low.x, low.y, high.x, high.y, b.isStatic(), f.getFilterCategoryBits(), f.getFilterMaskBits());
      }
  }
  arcade(world) {
    this.frame();
    for (const [bodies, isStatic] of [[world.bodies, false], [world.staticBodies, true]])
      bodies.getArray().forEach(b => this.box(b, b.x, b.y, b.x + b.width, b.y + b.height, isStatic,
                                              b.collisionCategory ?? 1, b.collisionMask ?? 0xFFFF));
  }
}
if (typeof module !== 'undefined') module.exports = PhaseboxRecorder;
