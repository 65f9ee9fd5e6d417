#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The recorders of whole worlds with the engines themselves: LOVE and pygame from Debian; matter-js, p2 and planck from
# npm, which are left out where there is no npm or it reaches no registry: engines.sh SOURCE_DIR BUILD_DIR
set -euo pipefail

source=$1 build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() { echo "engines.sh: $*" >&2; exit 1; }

# check ENGINE: 60 frames of a ground, 20 falling objects and at least one pair that touches in the last frame.
check() {
  local rows ids pairs
  rows=$(($(wc -l <game.csv) - 1)) ids=$(tail -n +2 game.csv | cut -d, -f2 | sort -u | wc -l)
  [[ $rows == 1260 && $ids == 21 ]] || fail "$1: $rows rows of $ids objects"
  [[ $(tail -n +2 game.csv | cut -d, -f7 | sort | uniq -c | xargs) == '1200 0 60 1' ]] || fail "$1: not one static object"
  pairs=$("$build/phasebox" pairs game.csv --broadphase brute-force) || fail "$1: $pairs"
  grep -q '^60,' <<<"$pairs" || fail "$1: nothing touches at the end"
  "$build/phasebox" tune --boxes game.csv --budget 1 --broadphase quadtree,uniform-grid >tuned || fail "$1: $(cat tuned)"
  echo "$1: passed"
  rm game.csv
}

mkdir game
cat >game/conf.lua <<'EOF'
function love.conf(t) t.window, t.modules.window, t.modules.graphics, t.modules.audio = false, false, false, false end
EOF
cat >game/main.lua <<EOF
package.path = "$source/integrations/lua/?.lua;" .. package.path
function love.load()
  local physics, world = love.physics, love.physics.newWorld(0, 100)
  physics.newFixture(physics.newBody(world, 100, 200, "static"), physics.newRectangleShape(300, 20))
  for k = 0, 19 do
    physics.newFixture(physics.newBody(world, 60 + 4 * k, 20 + 3 * k, "dynamic"), physics.newCircleShape(8))
  end
  local rec = require("phasebox_record").new("$work/game.csv", 60)
  for _ = 1, 70 do
    world:update(1 / 60)
    rec:love(world)
    collectgarbage() -- an object that was collected and comes again is still the same object
  end
  rec:close()
  love.event.quit()
end
EOF
XDG_RUNTIME_DIR=$work love game || fail 'LOVE does not run'
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
ground = Sprite(0, 200, 300, 20)
falling = pygame.sprite.Group(*(Sprite(10 * k, 5 * k, 12, 12) for k in range(20)))
rec = Recorder("game.csv", 60)
for _ in range(70):
    for sprite in falling:
        sprite.rect.move_ip(0, 1)
    rec.pygame(falling)
    r = ground.rect
    rec.box(ground, r.left, r.top, r.right, r.bottom, static=True)
rec.close()
EOF
/usr/bin/python3 game.py >/dev/null # Debian's: the one that has its pygame
check pygame

npm_packages=(matter-js@0.20 p2@0.7 planck@1)
npm install --silent --no-audit --no-fund --prefix "$work" "${npm_packages[@]}" >log 2>&1 ||
  { echo 'matter-js, p2, planck: left out, npm does not give them'; exit 0; }
cat >game.js <<EOF
const Recorder = require('$source/integrations/javascript/phasebox-record.js'), fs = require('fs');
const range = Array.from({length: 20}, (_, k) => k), frames = 60;
const worlds = {
  matter(rec) {
    const M = require('matter-js'), engine = M.Engine.create();
    M.Composite.add(engine.world, [M.Bodies.rectangle(100, 200, 200, 20, {isStatic: true}),
                                   ...range.map(k => M.Bodies.circle(60 + 4 * k, 20 + 3 * k, 8))]);
    return () => { M.Engine.update(engine, 16); rec.matter(M.Composite.allBodies(engine.world)); };
  },
  p2(rec) {
    const p2 = require('p2'), world = new p2.World({gravity: [0, -9]});
    const add = (options, shape) => {
      const body = new p2.Body(options);
      body.addShape(shape);
      world.addBody(body);
      return body;
    };
    add({mass: 0}, new p2.Box({width: 100, height: 1}));
    for (const k of range) add({mass: 1, position: [k * 0.7, 3 + k]}, new p2.Circle({radius: 0.5}));
    return () => { world.step(1 / 60); rec.p2(world); };
  },
  planck(rec) {
    const planck = require('planck'), world = new planck.World({gravity: {x: 0, y: -10}});
    world.createBody().createFixture({shape: new planck.Box(50, 0.5)});
    for (const k of range)
      world.createBody({type: 'dynamic', position: {x: k * 0.7, y: 3 + k}})
        .createFixture({shape: new planck.Box(0.5, 0.5), density: 1});
    return () => { world.step(1 / 60); rec.planck(world); };
  },
};
const rec = new Recorder(frames), step = worlds[process.argv[2]](rec);
for (let k = 0; k < frames + 10; ++k) step();
fs.writeFileSync('game.csv', rec.text());
EOF
for engine in matter p2 planck; do
  node game.js "$engine"
  check "$engine"
done
