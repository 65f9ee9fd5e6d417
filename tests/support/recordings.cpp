// SPDX-License-Identifier: MIT
// Box recordings of bodies that fly, fall and push each other apart, as simply as a recording allows.
#include "support/recordings.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/geometry.hpp"
#include "base/random.hpp"
#include "base/rotation.hpp"
#include "collide/box_recording.hpp"
#include "collide/broadphase.hpp"
#include "collide/registry.hpp"

namespace phasebox::test {

/// A box that moves by itself.
struct Body {
  std::int64_t id = 0;
  Vec2 at, half{4, 4};  ///< px: center and half size
  Vec2 velocity;        ///< px per frame
  Filter filter;
  bool is_static = false;

  Aabb box() const { return {at - half, at + half}; }
};

/// Whether the columns of rules are written.
enum class Rules : std::uint8_t { none, some };

/// Appends the bodies as the next frame; they are in order of their ids.
void add_frame(BoxRecording& trace, std::span<const Body> bodies, Rules rules = Rules::none);

/// `n` bodies in a square field in which they cover about a tenth, at rest, with ids from `first`.
std::vector<Body> scattered(Random& random, std::size_t n, std::int64_t first, float& side);

/// One frame of free flight in the square [0, side); borders throw back.
void fly(std::span<Body> bodies, float side);

/// One frame of falling by `gravity` px per frame and frame, after which `confine(body)` puts each
/// body back into its container and overlapping ones are pushed apart, half each.
class Heap {
 public:
  template <class Confine>
  void step(std::vector<Body>& bodies, float gravity, Confine confine) {
    begin(bodies, gravity);
    for (Body& body : bodies) confine(body);
    push_apart(bodies);
    for (Body& body : bodies) confine(body);
    end(bodies);
  }

 private:
  void begin(std::vector<Body>& bodies, float gravity);
  void push_apart(std::vector<Body>& bodies);
  void end(std::vector<Body>& bodies);

  std::vector<Vec2> before_;
  std::vector<Aabb> boxes_;
};

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

namespace {

// The recipes of the recordings, and their CSV text.

void set_speeds(std::vector<Body>& bodies, Random& random, float least, float most) {
  for (Body& body : bodies) {
    const Vec2 direction = random.direction();
    body.velocity = direction * random.uniform(least, most);
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
  Body body;
  body.id = id, body.at = (min + max) * 0.5f, body.half = (max - min) * 0.5f;
  body.filter = {kWall, 0xFFFF}, body.is_static = true;
  return body;
}

/// The four borders of the space, outside of it.
std::vector<Body> borders() {
  constexpr float kWidth = 20;
  return {wall(0, {-kWidth, 0}, {0, kSpace.y}), wall(1, {kSpace.x, 0}, kSpace + Vec2{kWidth, 0}),
          wall(2, {0, -kWidth}, {kSpace.x, 0}), wall(3, {0, kSpace.y}, kSpace + Vec2{0, kWidth})};
}

Body ship(Random& random, std::int64_t id, Side side) {
  Body body;
  body.id = id, body.half = {10, 8}, body.filter = ship_filter(side);
  const float x = random.uniform(20, kSpace.x / 2 - 20);
  body.at.x = side == left ? x : kSpace.x - x;
  body.at.y = random.uniform(20, kSpace.y - 20);
  body.velocity.y = random.uniform(-3, 3);
  return body;
}

Body missile(const Body& from, std::int64_t id, Side side) {
  Body body;
  body.id = id, body.half = {4, 1}, body.filter = missile_filter(side);
  body.at = from.at;
  body.velocity = {side == left ? 14.0f : -14.0f, from.velocity.y * 0.5f};
  return body;
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

/// The box around a wall of a container that is turned: `from` and `to` are its ends.
Body turned_wall(std::int64_t id, Rotation turn, Vec2 from, Vec2 to) {
  const Vec2 a = rotate(turn, from), b = rotate(turn, to);
  constexpr Vec2 kHalfWidth{5, 5};
  Body body;
  body.id = id, body.at = (a + b) * 0.5f;
  body.half = Vec2{std::abs(a.x - b.x), std::abs(a.y - b.y)} * 0.5f + kHalfWidth;
  return body;
}

std::vector<Body> container(Rotation turn, float r) {
  return {turned_wall(0, turn, {-r, -r}, {r, -r}), turned_wall(1, turn, {r, -r}, {r, r}),
          turned_wall(2, turn, {r, r}, {-r, r}), turned_wall(3, turn, {-r, r}, {-r, -r})};
}

Body pebble(Random& random, std::int64_t id) {
  Body body;
  body.id = id;
  body.at.x = random.uniform(-60, 60);
  body.at.y = random.uniform(-60, 0);
  body.half.x = random.uniform(3, 5);
  body.half.y = random.uniform(3, 5);
  return body;
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
  std::vector<Body> bodies = scattered(random, objects, 0, side);
  const std::vector<Body> places = bodies;
  const std::size_t quiet = frames * 32 / 100;
  BoxRecording trace;
  for (std::size_t f = 0; f < frames; ++f) {
    if (f == quiet) set_speeds(bodies, random, 8, 24);
    if (f >= quiet) fly(bodies, side);
    for (std::size_t i = 0; f < quiet && i < objects; ++i) {
      bodies[i].at.x = places[i].at.x + random.uniform(-0.05f, 0.05f);
      bodies[i].at.y = places[i].at.y + random.uniform(-0.05f, 0.05f);
    }
    add_frame(trace, bodies);
  }
  return trace;
}

BoxRecording menu_then_game(std::uint64_t seed, std::size_t frames, std::size_t objects) {
  Random random(seed);
  std::vector<Body> menu(20);
  for (std::size_t i = 0; i < menu.size(); ++i) {
    menu[i].id = static_cast<std::int64_t>(i);
    menu[i].at = {640, 30 + 36 * static_cast<float>(i)}, menu[i].half = {120, 14};
  }
  float side = 0;
  std::vector<Body> game = scattered(random, objects, 1000, side);
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
  std::vector<Body> bodies;
  Heap heap;
  BoxRecording trace;
  for (std::size_t f = 0; f < frames; ++f) {
    while (bodies.size() < objects * f / frames)
      bodies.push_back(pebble(random, 4 + static_cast<std::int64_t>(bodies.size())));
    const Rotation turn = rotation(wrap_angle(kTurn * static_cast<float>(f)));
    heap.step(bodies, 0.3f, [&](Body& body) {
      Vec2 inside = rotate_back(turn, body.at);
      const float most = r - std::max(body.half.x, body.half.y);
      inside = {std::clamp(inside.x, -most, most), std::clamp(inside.y, -most, most)};
      body.at = rotate(turn, inside);
    });
    std::vector<Body> all = container(turn, r);
    all.insert(all.end(), bodies.begin(), bodies.end());
    add_frame(trace, all);
  }
  return trace;
}

BoxRecording shooter(std::uint64_t seed, std::size_t frames, std::size_t ships) {
  constexpr std::size_t kReload = 8;  // frames
  Random random(seed);
  std::vector<Body> fleet = borders(), missiles;
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
    std::vector<Body> all = fleet;
    all.insert(all.end(), missiles.begin(), missiles.end());
    add_frame(trace, all, Rules::some);
  }
  return trace;
}

BoxRecording settling_piles(std::uint64_t seed, std::size_t frames, std::size_t objects) {
  const float width = 4 * std::sqrt(static_cast<float>(objects) * 12 * 12);
  const float height = width;
  Random random(seed);
  std::vector<Body> bodies(objects);
  for (std::size_t i = 0; i < objects; ++i) {
    Body& body = bodies[i];
    body.id = 3 + static_cast<std::int64_t>(i);
    body.half.x = random.uniform(4, 8);
    body.half.y = random.uniform(4, 8);
    // Over five places, for five piles.
    const auto pile = static_cast<float>(random.below(5));
    body.at.x = width * (pile + 0.5f) / 5 + random.uniform(-60, 60);
    body.at.y = random.uniform(-height, height / 2);
  }
  const std::vector<Body> room{wall(0, {-20, height}, {width + 20, height + 20}),
                               wall(1, {-20, 0}, {0, height}),
                               wall(2, {width, 0}, {width + 20, height})};
  Heap heap;
  BoxRecording trace;
  for (std::size_t f = 0; f < frames; ++f) {
    if (f <
        frames * 2 / 3)  // from there on all sleep, as engines let bodies sleep that hardly move
      heap.step(bodies, 0.4f, [&](Body& body) {
        body.at.x = std::clamp(body.at.x, body.half.x, width - body.half.x);
        body.at.y = std::min(body.at.y, height - body.half.y);
      });
    std::vector<Body> all = room;
    all.insert(all.end(), bodies.begin(), bodies.end());
    for (Body& body : all) body.filter = {};
    add_frame(trace, all, Rules::some);
  }
  return trace;
}

BoxRecording exploding_lattice(std::uint64_t seed, std::size_t frames, std::size_t objects) {
  constexpr float kPitch = 15;  // less than a box is wide: neighbors overlap
  Random random(seed);
  const auto columns = static_cast<std::size_t>(std::sqrt(static_cast<double>(objects)));
  std::vector<Body> bodies(objects);
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
