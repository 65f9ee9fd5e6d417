// SPDX-License-Identifier: MIT
// A small world for claims about sprites that push each other.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "collide/broadphase.hpp"
#include "collide/registry.hpp"
#include "world/dynamics/dynamics.hpp"
#include "world/dynamics/manifold.hpp"
#include "world/dynamics/mechanics.hpp"

namespace phasebox {
namespace dynamics_test {

// A table with sprites on it; image 0 is a square of 20 px, scaled to boxes of any size.
struct Table {
  explicit Table(std::string_view broadphase = "hierarchical-grid")
      : finder(find_entry(broadphases(), broadphase)->make()) {
    images.add(make_solid_image("box", 20, 20));
    options.response = Response::impulse;
    field.width = 2000, field.height = 1000;
    field.edges = Edges::open;
  }

  SpriteId box(Vec2 center, Vec2 size, Vec2 velocity = {}, bool is_static = false) {
    Sprite s;
    s.scale = size * (1 / 20.0f);
    s.position = center, s.velocity = velocity, s.is_static = is_static;
    return world.add(s);
  }
  // A sprite of volume `circle`: its circle is the one around the square.
  SpriteId ball(Vec2 center, float radius, Vec2 velocity = {}) {
    Sprite s;
    const float side = radius * std::sqrt(2.0f);
    s.scale = Vec2{side, side} * (1 / 20.0f);
    s.position = center, s.velocity = velocity, s.volume = Volume::circle;
    return world.add(s);
  }
  void turn(SpriteId i, float spin) {
    Sprite s = world.get(i);
    s.spin = spin;
    world.set(i, s);
  }
  SpriteId floor(float y) { return box({1000, y + 50}, {4000, 100}, {}, true); }

  void run(int steps) {
    for (int i = 0; i < steps; ++i) {
      dynamics.step(world, images, field, options, *finder, known != world.size(), threads);
      known = world.size();
      impacts += dynamics.log().counts.impacts;
      deferred += dynamics.log().counts.deferred;
    }
  }
  Mechanics sums() const { return mechanics(world, images, options); }
  Vec2 at(SpriteId i) const { return world.positions()[i]; }
  Vec2 speed(SpriteId i) const { return world.velocities()[i]; }

  World world;
  ImageSet images;
  WorldOptions field;
  ResponseOptions options;
  std::unique_ptr<Broadphase> finder;
  Dynamics dynamics;
  std::size_t known = 0;
  unsigned threads = 1;
  std::uint64_t impacts = 0, deferred = 0;
};

/// How far the two that overlap most do, px.
inline double deepest(const Table& t) {
  std::vector<Body> bodies;
  std::vector<Aabb> boxes;
  for (SpriteId i = 0; i < t.world.size(); ++i) {
    bodies.push_back(make_body(t.world, t.images, i, 1));
    boxes.push_back(box_of(bodies.back()));
  }
  double most = 0;
  for (SpriteId i = 0; i < bodies.size(); ++i)
    for (SpriteId j = i + 1; j < bodies.size(); ++j)
      if (overlaps(boxes[i], boxes[j]) && !(bodies[i].is_static() && bodies[j].is_static()))
        most = std::max(most, -manifold(bodies[i], bodies[j]).distance);
  return most;
}

}  // namespace dynamics_test
}  // namespace phasebox
