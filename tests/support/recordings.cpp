// SPDX-License-Identifier: MIT
// Box recordings of bodies that fly, fall and push each other apart, as simply as possible.
#include "support/recordings.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "base/rotation.hpp"
#include "collide/registry.hpp"

namespace phasebox::test {

namespace {

// A box that moves by itself.
struct Body {
  std::int64_t id = 0;
  Vec2 at, half{4, 4};  // px: center and half size
  Vec2 velocity;        // px per frame
  Filter filter;
  bool is_static = false;

  Aabb box() const { return {at - half, at + half}; }
};

using Bodies = std::vector<Body>;

// Appends the bodies as the next frame; they are in order of their ids.
void add_frame(BoxRecording& trace, const Bodies& bodies, bool has_rules = false) {
  assert(std::ranges::is_sorted(bodies, {}, &Body::id));
  for (const Body& body : bodies) {
    trace.ids.push_back(body.id), trace.boxes.push_back(body.box());
    if (!has_rules) continue;
    trace.filters.push_back(body.filter), trace.is_static.push_back(body.is_static ? 1 : 0);
  }
  trace.frames.push_back(static_cast<std::int64_t>(trace.frames.size()));
  trace.begins.push_back(trace.ids.size());
}

// `some` with the ids before those of the others, which come after.
Bodies together(Bodies some, const Bodies& others) {
  some.insert(some.end(), others.begin(), others.end());
  return some;
}

Vec2 in_rectangle(Random& random, Vec2 min, Vec2 max) {
  const float x = random.uniform(min.x, max.x);
  return {x, random.uniform(min.y, max.y)};
}

// `n` bodies in a square field in which they cover about a tenth, at rest, with ids from `first`.
Bodies scattered(Random& random, std::size_t n, std::int64_t first, float& side) {
  side = std::sqrt(static_cast<float>(n) * 10 * 12 * 12);
  Bodies bodies(n);
  for (Body& body : bodies) {
    body.id = first++;
    body.half = in_rectangle(random, {4, 4}, {8, 8});
    body.at = in_rectangle(random, {0, 0}, {side, side});
  }
  return bodies;
}

void set_speeds(Bodies& bodies, Random& random, float least, float most) {
  for (Body& body : bodies) {
    const Vec2 direction = random.direction();
    body.velocity = direction * random.uniform(least, most);
  }
}

// One frame of free flight in the square [0, side); borders throw back.
void fly(Bodies& bodies, float side) {
  const auto bounce = [&](float& at, float& velocity) {
    at += velocity;
    if (at < 0 || at > side) velocity = at < 0 ? std::abs(velocity) : -std::abs(velocity);
  };
  for (Body& body : bodies) bounce(body.at.x, body.velocity.x), bounce(body.at.y, body.velocity.y);
}

// Half each, in the order of the pairs, so that the result is the same on every platform.
void push_apart(Bodies& bodies) {
  std::vector<Aabb> boxes;
  for (const Body& body : bodies) boxes.push_back(body.box());
  Frame frame;
  frame.boxes = boxes;
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

// One frame of falling by `gravity` px per frame and frame, after which `confine(body)` puts each
// body back into its container and overlapping ones are pushed apart.
template <class Confine>
void fall(Bodies& bodies, float gravity, Confine confine) {
  constexpr float kKept = 0.9f;  // of the speed, from frame to frame
  std::vector<Vec2> before;
  for (Body& body : bodies) {
    before.push_back(body.at);
    body.velocity.y += gravity;
    body.at += body.velocity;
    confine(body);
  }
  push_apart(bodies);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    confine(bodies[i]);
    bodies[i].velocity = (bodies[i].at - before[i]) * kKept;
  }
}

// ---- shooter: categories

enum Side : std::uint16_t { left, right };
constexpr std::uint16_t kWall = 1;
constexpr std::uint16_t ship_of(Side side) { return side == left ? 2 : 4; }
constexpr std::uint16_t missile_of(Side side) { return side == left ? 8 : 16; }
constexpr Side opposite(Side side) { return side == left ? right : left; }

constexpr Filter ship_filter(Side side) {
  return {ship_of(side), static_cast<std::uint16_t>(kWall | ship_of(left) | ship_of(right) |
                                                    missile_of(opposite(side)))};
}
constexpr Filter missile_filter(Side side) {
  return {missile_of(side), static_cast<std::uint16_t>(kWall | ship_of(opposite(side)))};
}

constexpr Vec2 kSpace{1600, 900};

Body wall(std::int64_t id, Vec2 min, Vec2 max) {
  return {.id = id,
          .at = (min + max) * 0.5f,
          .half = (max - min) * 0.5f,
          .velocity = {},
          .filter = {kWall, 0xFFFF},
          .is_static = true};
}

// The four borders of the space, outside of it.
Bodies borders() {
  constexpr float kWidth = 20;
  return {wall(0, {-kWidth, 0}, {0, kSpace.y}), wall(1, {kSpace.x, 0}, kSpace + Vec2{kWidth, 0}),
          wall(2, {0, -kWidth}, {kSpace.x, 0}), wall(3, {0, kSpace.y}, kSpace + Vec2{0, kWidth})};
}

Body ship(Random& random, std::int64_t id, Side side) {
  Vec2 at = in_rectangle(random, {20, 20}, {kSpace.x / 2 - 20, kSpace.y - 20});
  if (side == right) at.x = kSpace.x - at.x;
  return {.id = id,
          .at = at,
          .half = {10, 8},
          .velocity = {0, random.uniform(-3, 3)},
          .filter = ship_filter(side)};
}

Body missile(const Body& from, std::int64_t id, Side side) {
  return {.id = id,
          .at = from.at,
          .half = {4, 1},
          .velocity = {side == left ? 14.0f : -14.0f, from.velocity.y * 0.5f},
          .filter = missile_filter(side)};
}

bool is_in_space(const Body& body) {
  return body.at.x > 0 && body.at.x < kSpace.x && body.at.y > 0 && body.at.y < kSpace.y;
}

void steer(Body& body) {
  body.at += body.velocity;
  if (body.at.y < 20) body.velocity.y = std::abs(body.velocity.y);
  if (body.at.y > kSpace.y - 20) body.velocity.y = -std::abs(body.velocity.y);
}

// ---- tumbler

// The boxes around the walls of a square container that is turned.
Bodies container(Rotation turn, float r) {
  constexpr Vec2 kHalfWidth{5, 5};
  const Vec2 corners[]{{-r, -r}, {r, -r}, {r, r}, {-r, r}};
  Bodies walls(4);
  for (std::size_t k = 0; k < 4; ++k) {
    const Vec2 a = rotate(turn, corners[k]), b = rotate(turn, corners[(k + 1) % 4]);
    walls[k].id = static_cast<std::int64_t>(k), walls[k].at = (a + b) * 0.5f;
    walls[k].half = Vec2{std::abs(a.x - b.x), std::abs(a.y - b.y)} * 0.5f + kHalfWidth;
  }
  return walls;
}

// ---- text

template <class T>
void append(std::string& text, T number, char end) {
  char digits[32];
  text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
  text += end;
}

}  // namespace

BoxRecording quiet_then_fast(std::uint64_t seed, std::size_t frames, std::size_t objects) {
  Random random(seed);
  float side = 0;
  Bodies bodies = scattered(random, objects, 0, side);
  const Bodies places = bodies;
  const std::size_t quiet = frames * 32 / 100;
  BoxRecording trace;
  for (std::size_t f = 0; f < frames; ++f) {
    if (f == quiet) set_speeds(bodies, random, 8, 24);
    if (f >= quiet) fly(bodies, side);
    for (std::size_t i = 0; f < quiet && i < objects; ++i)
      bodies[i].at = places[i].at + in_rectangle(random, {-0.05f, -0.05f}, {0.05f, 0.05f});
    add_frame(trace, bodies);
  }
  return trace;
}

BoxRecording menu_then_game(std::uint64_t seed, std::size_t frames, std::size_t objects) {
  Random random(seed);
  Bodies menu(20);
  for (std::size_t i = 0; i < menu.size(); ++i) {
    menu[i].id = static_cast<std::int64_t>(i);
    menu[i].at = {640, 30 + 36 * static_cast<float>(i)}, menu[i].half = {120, 14};
  }
  float side = 0;
  Bodies game = scattered(random, objects, 1000, side);
  set_speeds(game, random, 2, 10);
  BoxRecording trace;
  for (std::size_t f = 0; f < frames; ++f) {
    const bool is_menu = f < frames * 40 / 100;
    if (!is_menu) fly(game, side);
    add_frame(trace, is_menu ? menu : game);
  }
  return trace;
}

BoxRecording growing_tumbler(std::uint64_t seed, std::size_t frames, std::size_t objects) {
  constexpr float kTurn = 0.01f;  // radians per frame
  Random random(seed);
  // Twice the room that all boxes need.
  const float r = 0.5f * std::sqrt(static_cast<float>(objects) * 2 * 8 * 8) + 80;
  Bodies bodies;
  BoxRecording trace;
  for (std::size_t f = 0; f < frames; ++f) {
    while (bodies.size() < objects * f / frames) {
      Body& pebble = bodies.emplace_back();
      pebble.id = 3 + static_cast<std::int64_t>(bodies.size());
      pebble.at = in_rectangle(random, {-60, -60}, {60, 0});
      pebble.half = in_rectangle(random, {3, 3}, {5, 5});
    }
    const Rotation turn = rotation(wrap_angle(kTurn * static_cast<float>(f)));
    fall(bodies, 0.3f, [&](Body& body) {
      Vec2 inside = rotate_back(turn, body.at);
      const float most = r - std::max(body.half.x, body.half.y);
      inside = {std::clamp(inside.x, -most, most), std::clamp(inside.y, -most, most)};
      body.at = rotate(turn, inside);
    });
    add_frame(trace, together(container(turn, r), bodies));
  }
  return trace;
}

BoxRecording shooter(std::uint64_t seed, std::size_t frames, std::size_t ships) {
  constexpr std::size_t kReload = 8;  // frames
  Random random(seed);
  Bodies fleet = borders(), missiles;
  const std::size_t first = fleet.size();
  const auto side_of = [&](std::size_t i) { return (i - first) % 2 == 0 ? left : right; };
  for (std::size_t i = first; i < first + ships; ++i)
    fleet.push_back(ship(random, static_cast<std::int64_t>(i), side_of(i)));
  auto next = static_cast<std::int64_t>(fleet.size());
  BoxRecording trace;
  for (std::size_t f = 0; f < frames; ++f) {
    for (std::size_t i = first; i < fleet.size(); ++i) {
      steer(fleet[i]);
      if ((f + i / 2) % kReload == 0) missiles.push_back(missile(fleet[i], next++, side_of(i)));
    }
    for (Body& body : missiles) body.at += body.velocity;
    std::erase_if(missiles, [](const Body& body) { return !is_in_space(body); });
    add_frame(trace, together(fleet, missiles), true);
  }
  return trace;
}

BoxRecording settling_piles(std::uint64_t seed, std::size_t frames, std::size_t objects) {
  const float width = 4 * std::sqrt(static_cast<float>(objects) * 12 * 12), height = width;
  Random random(seed);
  Bodies room{wall(0, {-20, height}, {width + 20, height + 20}), wall(1, {-20, 0}, {0, height}),
              wall(2, {width, 0}, {width + 20, height})};
  for (Body& body : room) body.filter = {};
  Bodies bodies(objects);
  for (std::size_t i = 0; i < objects; ++i) {
    Body& body = bodies[i];
    body.id = 3 + static_cast<std::int64_t>(i);
    body.half = in_rectangle(random, {4, 4}, {8, 8});
    // Over five places, for five piles.
    const auto pile = static_cast<float>(random.below(5));
    body.at.x = width * (pile + 0.5f) / 5 + random.uniform(-60, 60);
    body.at.y = random.uniform(-height, height / 2);
  }
  BoxRecording trace;
  for (std::size_t f = 0; f < frames; ++f) {
    // From two thirds on all sleep, as engines let bodies sleep that hardly move.
    if (f < frames * 2 / 3)
      fall(bodies, 0.4f, [&](Body& body) {
        body.at.x = std::clamp(body.at.x, body.half.x, width - body.half.x);
        body.at.y = std::min(body.at.y, height - body.half.y);
      });
    add_frame(trace, together(room, bodies), true);
  }
  return trace;
}

BoxRecording exploding_lattice(std::uint64_t seed, std::size_t frames, std::size_t objects) {
  constexpr float kPitch = 15;  // less than a box is wide: neighbors overlap
  Random random(seed);
  const auto columns = static_cast<std::size_t>(std::sqrt(static_cast<double>(objects)));
  Bodies bodies(objects);
  for (std::size_t i = 0; i < objects; ++i) {
    bodies[i].id = static_cast<std::int64_t>(i), bodies[i].half = {8, 8};
    bodies[i].at = Vec2{static_cast<float>(i % columns), static_cast<float>(i / columns)} * kPitch;
  }
  const Vec2 middle = bodies[objects / 2].at;
  for (Body& body : bodies) {
    const Vec2 scatter = random.direction();
    body.velocity = (body.at - middle) * 0.05f + scatter * random.uniform(1, 6);
  }
  BoxRecording trace;
  for (std::size_t f = 0; f < frames; ++f) {
    for (std::size_t i = 0; f >= frames * 80 / 100 && i < objects; ++i)
      bodies[i].at += bodies[i].velocity;
    add_frame(trace, bodies);
  }
  return trace;
}

std::string csv_text(const BoxRecording& trace) {
  std::string text = trace.unit == "px" ? "" : "# unit: " + trace.unit + "\n";
  text += "frame,id,min_x,min_y,max_x,max_y";
  text += trace.is_static.empty() ? "" : ",static";
  text += trace.filters.empty() ? "\n" : ",category,mask\n";
  for (std::size_t f = 0; f < trace.size(); ++f)
    for (std::size_t row = trace.begins[f]; row < trace.begins[f + 1]; ++row) {
      const Aabb& box = trace.boxes[row];
      append(text, trace.frames[f], ','), append(text, trace.ids[row], ',');
      append(text, box.min.x, ','), append(text, box.min.y, ',');
      append(text, box.max.x, ','), append(text, box.max.y, ',');
      if (!trace.is_static.empty()) append(text, int{trace.is_static[row]}, ',');
      if (!trace.filters.empty())
        append(text, trace.filters[row].category, ','), append(text, trace.filters[row].mask, ',');
      text.back() = '\n';
    }
  return text;
}

}  // namespace phasebox::test
