#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The recorders of whole worlds with the engines themselves: LOVE and pygame from Debian; matter-js, p2, planck and Phaser
# from npm, which are left out where there is no npm or it reaches no registry: engines.sh SOURCE_DIR BUILD_DIR
set -euo pipefail

source=$1 build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() { echo "engines.sh: $*" >&2; exit 1; }

# check ENGINE: 60 frames; in the last one the pairs are those that the game found by the engine's own rules, which it
# wrote as lines "id,id", and there are some.
check() {
  local pairs
  pairs=$("$build/phasebox" pairs game.csv --broadphase brute-force) || fail "$1: $pairs"
  pairs=$(sed -n 's/^60,//p' <<<"$pairs")
  sort -t, -n -k1,1 -k2,2 -o expected expected
  [[ -n $pairs ]] || fail "$1: nothing touches at the end"
  [[ $pairs == "$(<expected)" ]] || fail "$1: $(diff <(echo "$pairs") expected)"
  [[ $(tail -n 1 game.csv) == 60,* ]] || fail "$1: not 60 frames"
  "$build/phasebox" tune --boxes game.csv --budget 1 --broadphase quadtree,uniform-grid >tuned || fail "$1: $(cat tuned)"
  echo "$1: passed"
  rm game.csv expected
}

# Everywhere: a ground (where there are chains, of many edges), falling bodies, some of several shapes, some with filters
# and groups, some in a pool.
mkdir game
cat >game/conf.lua <<'EOF'
function love.conf(t) t.window, t.modules.window, t.modules.graphics, t.modules.audio = false, false, false, false end
EOF
cat >game/main.lua <<EOF
package.path = "$source/integrations/lua/?.lua;" .. package.path
function love.load()
  local physics, world = love.physics, love.physics.newWorld(0, 100)
  local points = {}
  for k = 0, 30 do points[2 * k + 1], points[2 * k + 2] = 10 * k, 200 + k % 2 end
  physics.newFixture(physics.newBody(world, 0, 0, "static"), physics.newChainShape(false, points))
  physics.newFixture(physics.newBody(world, 100, 150, "kinematic"), physics.newRectangleShape(40, 120))
  for k = 0, 29 do
    local body = physics.newBody(world, 60 + 4 * k, 20 + 3 * k, "dynamic")
    local fixture = physics.newFixture(body, physics.newCircleShape(8))
    if k % 5 == 0 then physics.newFixture(body, physics.newRectangleShape(6, 4, 10, 10)) end
    if k % 5 == 1 then fixture:setFilterData(1, 65535, k % 2 == 0 and -3 or 4) end
    if k % 5 == 2 then fixture:setFilterData(2, 65533, 0) end
    if k >= 24 then body:setActive(false) end
  end
  local rec, shot, shots = require("phasebox_record").new("$work/game.csv", 60), nil, {}
  for step = 1, 70 do
    if shot then shot:destroy() end -- another one may get its address, and not its id
    shot = physics.newBody(world, 900, 0, "dynamic")
    physics.newFixture(shot, physics.newCircleShape(2))
    world:update(1 / 60)
    rec:love(world)
    local id = rec:id_of(shot:getFixtures()[1], 1)
    assert(not shots[id])
    shots[id] = true
    if step == 60 then expect(world, rec) end
    collectgarbage() -- an object that was collected and comes again is still the same object
  end
  rec:close()
  love.event.quit()
end
function boxes_of(world, rec)
  local boxes = {}
  for _, body in ipairs(world:getBodies()) do
    for _, f in ipairs(body:isActive() and body:getFixtures() or {}) do
      for child = 1, f:getShape():getChildCount() do
        local x1, y1, x2, y2 = f:getBoundingBox(child)
        local category, mask, group = f:getFilterData()
        boxes[#boxes + 1] = {id = rec:id_of(f, child), body = body, x1 = math.min(x1, x2), y1 = math.min(y1, y2),
          x2 = math.max(x1, x2), y2 = math.max(y1, y2), category = category, mask = mask, group = group}
      end
    end
  end
  return boxes
end
-- Box2D's rules: b2Body::ShouldCollide, b2ContactFilter::ShouldCollide.
function may_meet(a, b)
  if a.body == b.body or not (a.body:getType() == "dynamic" or b.body:getType() == "dynamic") then return false end
  if a.group == b.group and a.group ~= 0 then return a.group > 0 end
  return bit.band(a.mask, b.category) ~= 0 and bit.band(b.mask, a.category) ~= 0
end
function expect(world, rec)
  local out, boxes = assert(io.open("$work/expected", "w")), boxes_of(world, rec)
  for i, a in ipairs(boxes) do
    for j = i + 1, #boxes do
      local b = boxes[j]
      if may_meet(a, b) and a.x1 < b.x2 and b.x1 < a.x2 and a.y1 < b.y2 and b.y1 < a.y2 then
        out:write(math.min(a.id, b.id), ",", math.max(a.id, b.id), "\n")
      end
    end
  end
  out:close()
end
EOF
XDG_RUNTIME_DIR=$work timeout 60 love game || fail 'LOVE does not run'
check LOVE

cat >game.py <<EOF
import sys
sys.path.insert(0, "$source/integrations/python")
import pygame
from phasebox_record import Recorder
class Sprite(pygame.sprite.Sprite):
    def __init__(self, *rect):
        super().__init__()
        self.rect = pygame.Rect(*rect)
# Every third one is drawn from its far corner: such a rect has a negative size.
falling = [Sprite(*((10 * k, 5 * k, 12, 12) if k % 3 else (10 * k + 12, 5 * k + 12, -12, -12))) for k in range(20)]
group = pygame.sprite.Group(*falling)
rec = Recorder("game.csv", 60)
for _ in range(60):
    for sprite in falling:
        sprite.rect.move_ip(0, 1)
    rec.pygame(group)
rec.box(falling[0], float("nan"), 0, 1, 1)
assert rec.left_out == 1
rec.close()
def touches(a, b):
    a, b = a.rect.copy(), b.rect.copy()
    a.normalize(), b.normalize()
    return a.colliderect(b)
with open("expected", "w") as out:
    for i in range(20):
        for k in range(i + 1, 20):
            if touches(falling[i], falling[k]):
                print(*sorted((rec.id_of(falling[i]), rec.id_of(falling[k]))), sep=",", file=out)
EOF
/usr/bin/python3 game.py >/dev/null # Debian's: the one that has its pygame
check pygame

npm_packages=(matter-js@0.20 p2@0.7 planck@1 phaser@3.90 phaser3spectorjs jsdom@22)
npm install --silent --no-audit --no-fund --prefix "$work" "${npm_packages[@]}" >log 2>&1 ||
  { echo 'matter-js, p2, planck, Phaser: left out, npm does not give them'; exit 0; }
cat >game.js <<EOF
const Recorder = require('$source/integrations/javascript/phasebox-record.js'), fs = require('fs');
EOF
cat >>game.js <<'EOF'
const range = n => Array.from({length: n}, (_, k) => k), frames = 60;
const overlap = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
// Writes which boxes {id, edges, body, what} overlap and may meet.
function expect(boxes, may) {
  const pairs = [];
  boxes.forEach((a, i) => boxes.slice(i + 1).forEach(b => {
    if (a.body !== b.body && overlap(a.edges.map(Math.fround), b.edges.map(Math.fround)) && may(a, b))
      pairs.push(Math.min(a.id, b.id) + ',' + Math.max(a.id, b.id) + '\n');
  }));
  fs.writeFileSync('expected', pairs.join(''));
}
const corners = box => [box.lowerBound.x ?? box.lowerBound[0], box.lowerBound.y ?? box.lowerBound[1],
                        box.upperBound.x ?? box.upperBound[0], box.upperBound.y ?? box.upperBound[1]];
// Each gives how it steps, and how it says at last what its engine tests.
const worlds = {
  matter(rec) {
    const M = require('matter-js'), engine = M.Engine.create(), circle = (x, y) => M.Bodies.circle(x, y, 8);
    M.Composite.add(engine.world, M.Bodies.rectangle(100, 200, 200, 20, {isStatic: true}));
    for (const k of range(20)) {
      const x = 60 + 4 * k, y = 20 + 3 * k;
      const body = k % 4 ? circle(x, y) : M.Body.create({parts: [circle(x, y), circle(x + 10, y)]});
      if (k % 4 === 1) body.collisionFilter = {category: 65536, mask: 0xFFFFFFFF, group: k % 8 === 1 ? -7 : 7};
      M.Composite.add(engine.world, body);
    }
    const parts = b => b.parts.length > 1 ? b.parts.slice(1) : [b];
    const box = b => (p, k) => ({id: rec.idOf(b, k), body: b,
                                 edges: [p.bounds.min.x, p.bounds.min.y, p.bounds.max.x, p.bounds.max.y]});
    return [() => { M.Engine.update(engine, 16); rec.matter(M.Composite.allBodies(engine.world)); },
            () => expect(M.Composite.allBodies(engine.world).flatMap(b => parts(b).map(box(b))), (a, b) =>
              !(a.body.isStatic && b.body.isStatic) &&
              M.Detector.canCollide(a.body.collisionFilter, b.body.collisionFilter))];
  },
  p2(rec) {
    const p2 = require('p2'), world = new p2.World({gravity: [0, -9]});
    const add = (options, ...shapes) => {
      const body = new p2.Body(options);
      shapes.forEach((shape, k) => body.addShape(shape, [0.6 * k, 0]));
      world.addBody(body);
    };
    add({mass: 0}, new p2.Box({width: 100, height: 1}));
    add({type: p2.Body.KINEMATIC}, new p2.Box({width: 9, height: 2}));
    for (const k of range(20)) {
      const filter = k % 3 === 1 ? {collisionGroup: 2, collisionMask: ~2} : {collisionGroup: 1, collisionMask: -1};
      const circles = range(k % 3 ? 1 : 2).map(() => new p2.Circle({radius: 0.5, ...filter}));
      add({mass: 1, position: [k * 0.5, 3 + k]}, ...circles);
    }
    const box = body => (shape, k) => {
      const box = new p2.AABB(), at = p2.vec2.create();
      p2.vec2.toGlobalFrame(at, shape.position, body.position, body.angle);
      shape.computeAABB(box, at, body.angle + shape.angle);
      return {id: rec.idOf(body, k), edges: corners(box), body, shape};
    };
    const isDynamic = b => b.body.type === p2.Body.DYNAMIC;
    return [() => { world.step(1 / 60); rec.p2(world); },
            () => expect(world.bodies.flatMap(b => b.shapes.map(box(b))), (a, b) =>
              (isDynamic(a) || isDynamic(b)) && (a.shape.collisionGroup & b.shape.collisionMask) !== 0 &&
              (b.shape.collisionGroup & a.shape.collisionMask) !== 0)];
  },
  planck(rec) {
    const planck = require('planck'), world = new planck.World({gravity: {x: 0, y: -10}}), boxes = [];
    world.createBody().createFixture({shape: new planck.Chain(range(101).map(k => ({x: k - 50, y: k % 2})))});
    for (const k of range(30)) {
      const body = world.createBody({type: 'dynamic', position: {x: k * 0.4, y: 3 + k / 3}, active: k < 24});
      const filter = k % 4 === 1 ? {filterGroupIndex: k % 8 === 1 ? -2 : 2, filterMaskBits: 0xFFFF} : {};
      for (const x of range(k % 4 ? 1 : 2))
        body.createFixture({shape: new planck.Box(0.5, 0.5, {x: 0.7 * x, y: 0}), density: 1, ...filter});
    }
    return [() => { world.step(1 / 60); rec.planck(world); },
            () => {
              for (let body = world.getBodyList(); body; body = body.getNext())
                for (let f = body.getFixtureList(); f && body.isActive(); f = f.getNext())
                  for (const k of range(f.getShape().getChildCount()))
                    boxes.push({id: rec.idOf(f, k), edges: corners(f.getAABB(k)), body, f});
              expect(boxes, (a, b) => b.body.shouldCollide(a.body) && b.f.shouldCollide(a.f));
            }];
  },
};
// Phaser without a page: what it asks of one, as far as its arcade physics goes.
function phaser(rec) {
  const {window} = new (require('jsdom').JSDOM)('<body></body>', {pretendToBeVisual: true});
  class Image { width = 1; height = 1; set src(_) { setTimeout(() => this.onload?.({})); } }
  Object.assign(window, {Image, focus() {}});
  for (const name of ['document', 'Image', 'HTMLElement', 'HTMLCanvasElement', 'HTMLVideoElement', 'Element', 'XMLHttpRequest'])
    global[name] = window[name];
  const silent = {addEventListener() {}, removeEventListener() {}};
  Object.assign(global, {window, screen: {orientation: silent}, requestAnimationFrame: f => setTimeout(f, 16),
                         cancelAnimationFrame: clearTimeout});
  Object.defineProperty(global, 'navigator', {value: window.navigator, configurable: true});
  const page = new Proxy({}, {get: (_, key) => () => key === 'getImageData' ? {data: [0, 0, 0, 0]} : {}, set: () => true});
  window.HTMLCanvasElement.prototype.getContext = () => page;
  const {Module} = require('module'), load = Module._load;
  Module._load = (name, ...rest) => name === 'phaser3spectorjs' ? {} : load(name, ...rest);
  const Phaser = require('phaser');
  const create = function() {
    const {physics, add} = this;
    physics.add.existing(add.rectangle(100, 100, 300, 20), true);
    for (const k of range(24)) {
      const object = physics.add.existing(add.rectangle(60 + 4 * k, 20 + 3 * k, 16, 16));
      if (k % 3 === 1) object.body.setCollisionCategory(1 << 20), object.body.setCollidesWith(1);
      if (k >= 18) object.body.enable = false;
    }
    let step = 0;
    physics.world.on('worldstep', () => {
      rec.arcade(physics.world);
      if (++step < frames) return;
      const all = set => set.getArray ? set.getArray() : [...set];
      const bodies = [...all(physics.world.bodies), ...all(physics.world.staticBodies)].filter(b => b.enable);
      expect(bodies.map(b => ({id: rec.idOf(b), edges: [b.x, b.y, b.x + b.width, b.y + b.height], body: b})),
             (a, b) => physics.world.canCollide(a.body, b.body));
      fs.writeFileSync('game.csv', rec.text());
      process.exit();
    });
  };
  new Phaser.Game({type: Phaser.HEADLESS, banner: false, audio: {noAudio: true}, scene: {create},
                   physics: {default: 'arcade', arcade: {gravity: {y: 100}}}});
}
const rec = new Recorder(frames);
if (process.argv[2] === 'phaser') {
  phaser(rec);
} else {
  const [step, done] = worlds[process.argv[2]](rec);
  for (const k of range(frames + 10)) {
    step();
    if (k + 1 === frames) done();
  }
  fs.writeFileSync('game.csv', rec.text());
}
EOF
for engine in matter p2 planck phaser; do
  timeout 60 node game.js "$engine" 2>log || fail "$engine does not run: $(cut -c1-300 log | tail -n 5)"
  check "$engine"
done
