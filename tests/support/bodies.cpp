// SPDX-License-Identifier: MIT
// Positions are moved and velocities follow from them, so that nothing that is pushed gains speed
// (T. Jakobsen, "Advanced Character Physics", GDC 2001).
#include "support/bodies.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "collide/broadphase.hpp"
#include "collide/registry.hpp"

namespace phasebox::test {

void add_frame(BoxRecording& trace, std::span<const Body> bodies, Rules rules) {
  assert(std::ranges::is_sorted(bodies, {}, &Body::id));
  for (const Body& body : bodies) {
    trace.ids.push_back(body.id), trace.boxes.push_back(body.box());
    if (rules == Rules::none) continue;
    trace.filters.push_back(body.filter), trace.is_static.push_back(body.is_static ? 1 : 0);
  }
  trace.frames.push_back(static_cast<std::int64_t>(trace.frames.size()));
  trace.begins.push_back(trace.ids.size());
}

std::vector<Body> scattered(Random& random, std::size_t n, std::int64_t first, float& side) {
  side = std::sqrt(static_cast<float>(n) * 10 * 12 * 12);
  std::vector<Body> bodies(n);
  for (std::size_t i = 0; i < n; ++i) {
    Body& body = bodies[i];
    body.id = first + static_cast<std::int64_t>(i);
    body.half.x = random.uniform(4, 8);
    body.half.y = random.uniform(4, 8);
    body.at.x = random.uniform(0, side);
    body.at.y = random.uniform(0, side);
  }
  return bodies;
}

void fly(std::span<Body> bodies, float side) {
  const auto bounce = [&](float& at, float& velocity) {
    at += velocity;
    if (at < 0 || at > side) velocity = at < 0 ? std::abs(velocity) : -std::abs(velocity);
  };
  for (Body& body : bodies) bounce(body.at.x, body.velocity.x), bounce(body.at.y, body.velocity.y);
}

void Heap::begin(std::vector<Body>& bodies, float gravity) {
  before_.clear();
  for (Body& body : bodies) {
    before_.push_back(body.at);
    body.velocity.y += gravity;
    body.at += body.velocity;
  }
}

// In the order of the pairs, so that the result is the same on every platform.
void Heap::push_apart(std::vector<Body>& bodies) {
  boxes_.clear();
  for (const Body& body : bodies) boxes_.push_back(body.box());
  Frame frame;
  frame.boxes = boxes_;
  const auto grid = find_entry(broadphases(), "uniform-grid")->make();
  PairSink pairs;
  grid->reset(frame);
  grid->find_pairs(frame, pairs, nullptr);
  std::ranges::sort(pairs.items(), {}, [](Pair p) { return key(p); });
  for (const Pair p : pairs.items()) {
    Body &a = bodies[p.a], &b = bodies[p.b];
    const Vec2 apart = b.at - a.at, reach = a.half + b.half;
    const Vec2 deep{reach.x - std::abs(apart.x), reach.y - std::abs(apart.y)};
    if (deep.x <= 0 || deep.y <= 0) continue;  // pushed apart already
    Vec2 push;
    if (deep.x < deep.y)
      push.x = apart.x < 0 ? deep.x : -deep.x;
    else
      push.y = apart.y < 0 ? deep.y : -deep.y;
    a.at += push * 0.5f, b.at -= push * 0.5f;
  }
}

void Heap::end(std::vector<Body>& bodies) {
  constexpr float kKept = 0.9f;  // of the speed, from frame to frame
  for (std::size_t i = 0; i < bodies.size(); ++i)
    bodies[i].velocity = (bodies[i].at - before_[i]) * kKept;
}

}  // namespace phasebox::test
