// SPDX-License-Identifier: MIT
// The kinds of world on which broadphases are checked, each a function that makes the boxes, px.
#include "contract/worlds.hpp"

#include <array>
#include <numeric>

namespace phasebox::contract {
namespace {

using Boxes = std::vector<Aabb>;

constexpr float kLargest = std::numeric_limits<float>::max();

Aabb box(float x, float y, float w, float h) { return {{x, y}, {x + w, y + h}}; }
Aabb point(float x, float y) { return box(x, y, 0, 0); }

// The next larger float.
float above(float v) { return std::nextafter(v, kLargest); }

/// Makes `n` boxes: box k, from 0, is `make(k)`.
template <class Make>
Boxes repeat(int n, Make make) {
  Boxes boxes;
  for (int k = 0; k < n; ++k) boxes.push_back(make(k));
  return boxes;
}

void append(Boxes& to, const Boxes& more) { to.insert(to.end(), more.begin(), more.end()); }

/// 100 identical boxes in one corner of a large area, and one box in the opposite corner.
Boxes identical_in_a_corner(Random&) {
  Boxes boxes(100, box(10, 10, 0.5f, 0.5f));
  boxes.push_back(box(5000, 5000, 10, 10));
  return boxes;
}

Boxes grid(int columns, int rows, float side) {
  return repeat(columns * rows, [=](int k) {
    const auto c = static_cast<float>(k % columns), r = static_cast<float>(k / columns);
    return Aabb{{c * side, r * side}, {(c + 1) * side, (r + 1) * side}};
  });
}
/// Three boxes, and points (boxes of size 0) at all whole coordinates outside, on their edges and
/// inside of them.
Boxes points_everywhere(Random&) {
  Boxes boxes{box(0, 0, 8, 8), box(8, 0, 8, 8), box(2, 2, 4, 4)};
  for (int x = -1; x <= 17; ++x)
    for (int y = -1; y <= 9; ++y)
      boxes.push_back(point(static_cast<float>(x), static_cast<float>(y)));
  return boxes;
}

/// Boxes without width or without height, which cross one another and some squares. Some have
/// neither and are points.
Boxes segments(Random& random) {
  Boxes boxes;
  for (int k = 0; k < 90; ++k) {
    const auto x = static_cast<float>(random.below(20)), y = static_cast<float>(random.below(20));
    const auto length = static_cast<float>(random.below(8));
    boxes.push_back(box(x, y, length, 0));
    boxes.push_back(box(y, x, 0, length));
    if (k % 3 == 0) boxes.push_back(box(x, y, length, length));
  }
  return boxes;
}

Boxes points_on_a_line(Random& random) {
  Boxes boxes = repeat(200, [&](int) { return point(7, static_cast<float>(random.below(50))); });
  boxes.push_back(box(6, 10, 2, 30));
  return boxes;
}

/// 300 boxes with small whole coordinates, so that nearly every edge coincides with many others.
Boxes lattice(Random& random) {
  const auto whole = [&](std::uint32_t n) { return static_cast<float>(random.below(n)); };
  return repeat(300, [&](int) {
    const float h = whole(4), w = whole(4), y = whole(24), x = whole(24);
    return box(x, y, w, h);
  });
}

Boxes all_in_contact(Random& random) {
  return repeat(150, [&](int) {
    return Aabb{{random.uniform(0, 90), random.uniform(0, 90)},
                {random.uniform(100, 200), random.uniform(100, 200)}};
  });
}

Boxes giant_and_many_small(Random& random) {
  Boxes boxes = random_boxes(random, 400, 1280, 720, 8);
  boxes[200] = box(-10, -10, 1400, 800);
  return boxes;
}

/// 120 boxes that contain the middle of a field of 1280 x 720 px, so that none of them fits a
/// quadrant of a quadtree's root, and 120 small boxes anywhere.
Boxes across_the_middle(Random& random) {
  Boxes boxes = repeat(120, [&](int) {
    return Aabb{{random.uniform(0, 630), random.uniform(0, 350)},
                {random.uniform(650, 1280), random.uniform(370, 720)}};
  });
  append(boxes, random_boxes(random, 120, 1280, 720, 10));
  return boxes;
}

Boxes walls(Random& random) {
  Boxes boxes = random_boxes(random, 300, 1280, 720, 12);
  boxes.push_back(box(0, 350, 1300, 4));
  boxes.push_back(box(640, 0, 4, 740));
  return boxes;
}

Boxes crossing_bars(Random& random) {
  Boxes boxes;
  for (int k = 0; k < 60; ++k) {
    const float h = random.uniform(0, 6), y = random.uniform(0, 1000);
    boxes.push_back(box(0, y, 1000, h));
    const float w = random.uniform(0, 6), x = random.uniform(0, 1000);
    boxes.push_back(box(x, 0, w, 1000));
  }
  return boxes;
}

Boxes staircase(Random&) {
  return repeat(300, [](int k) {
    const auto at = static_cast<float>(k) * 4;
    return box(at, at, 5, 5);
  });
}

/// 150 boxes, each of which lies inside the one before.
Boxes nested(Random&) {
  return repeat(150, [](int k) {
    const auto inset = static_cast<float>(k);
    return Aabb{{inset, inset}, {1000 - inset, 1000 - inset}};
  });
}

Boxes on_one_line(Random& random) {
  return repeat(400, [&](int) { return box(random.uniform(0, 4000), 700, 16, 20); });
}

Boxes moved(Boxes boxes, Vec2 by) {
  for (Aabb& b : boxes) b = translated(b, by);
  return boxes;
}
Boxes near_ten_million(Random& random) {
  return moved(random_boxes(random, 250, 200, 200, 12), {1e7f, -1e7f});
}
Boxes negative(Random& random) {
  return moved(random_boxes(random, 300, 1280, 720, 40), {-3000, -2000});
}
Boxes ten_million_wide(Random& random) {
  Boxes boxes = random_boxes(random, 150, 100, 100, 10);
  append(boxes, moved(random_boxes(random, 60, 100, 100, 10), {1e7f, 1e7f}));
  append(boxes, moved(random_boxes(random, 60, 100, 100, 10), {-1e7f, 1e7f}));
  boxes.push_back({{-1e7f, -1e7f}, {1e7f, 1e7f}});
  return boxes;
}

Boxes largest_floats(Random& random) {
  Boxes boxes = random_boxes(random, 60, 100, 100, 10);
  boxes.push_back({{-kLargest, -kLargest}, {kLargest, kLargest}});
  boxes.push_back({{-kLargest, 0}, {0, kLargest}});
  boxes.push_back({{kLargest, kLargest}, {kLargest, kLargest}});
  boxes.push_back({{-kLargest, -kLargest}, {-kLargest, -kLargest}});
  boxes.push_back({{-1e30f, -5}, {1e30f, 5}});
  return boxes;
}

Boxes mixed_scales(Random& random) {
  return repeat(300, [&](int) {
    const int exponent = static_cast<int>(random.below(24)) - 10;
    const float side = std::ldexp(random.uniform(0.5f, 1), exponent);
    const float y = random.uniform(-4000, 4000);
    const float x = random.uniform(-4000, 4000);
    return box(x, y, side, side);
  });
}

/// Columns of two boxes, one on the other. Each column touches the one to its left, misses it by
/// the smallest step of floats, or overlaps it by that step.
Boxes one_float_apart(Random& random) {
  Boxes boxes;
  float x = 0.1f;
  for (int k = 0; k < 200; ++k) {
    const float right = x + 3;
    boxes.push_back({{x, 5}, {right, above(5)}});
    boxes.push_back({{x, above(5)}, {right, 6}});
    const std::uint32_t kind = random.below(3);
    x = kind == 0 ? right : kind == 1 ? above(right) : std::nextafter(right, 0.0f);
  }
  return boxes;
}

/// Groups of boxes near the origin, which overlap each other. The sides and distances in a group
/// are ten times those of the group before: from a millionth of a pixel to ten million pixels.
Boxes from_millionths_to_ten_millions(Random& random) {
  // The powers are written out because std::pow rounds differently in different C libraries.
  constexpr std::array kUnits{1e-6f, 1e-5f, 1e-4f, 1e-3f, 1e-2f, 1e-1f, 1e0f,
                              1e1f,  1e2f,  1e3f,  1e4f,  1e5f,  1e6f,  1e7f};
  Boxes boxes;
  for (const float unit : kUnits) append(boxes, random_boxes(random, 20, 3 * unit, 3 * unit, unit));
  return boxes;
}

/// 150 boxes whose coordinates are small multiples of the smallest positive float, a denormal.
Boxes denormals(Random& random) {
  constexpr float kUnit = std::numeric_limits<float>::denorm_min();
  const auto some = [&](std::uint32_t n) { return static_cast<float>(random.below(n)) * kUnit; };
  return repeat(150, [&](int) {
    const float x = some(12) - 6 * kUnit, y = some(12) - 6 * kUnit;
    return Aabb{{x, y}, {x + some(4), y + some(4)}};
  });
}

Boxes larger_than_the_world(Random& random) {
  Boxes boxes = random_boxes(random, 200, 1280, 720, 30);
  boxes[17] = {{-1e6f, -1e6f}, {1e6f, 1e6f}};
  return boxes;
}

Boxes signed_zeros(Random&) {
  Boxes boxes;
  const std::array edges{-1.0f,
                         -0.0f,
                         0.0f,
                         1.0f,
                         std::numeric_limits<float>::denorm_min(),
                         -std::numeric_limits<float>::denorm_min()};
  for (const float x0 : edges)
    for (const float x1 : edges)
      for (const float y1 : edges)
        if (x0 <= x1 && -0.0f <= y1) boxes.push_back({{x0, -0.0f}, {x1, y1}});
  for (const float x : edges) boxes.push_back({{x, 0.0f}, {x, -0.0f}});
  return boxes;
}

Boxes clusters(Random& random) {
  Boxes boxes;
  for (int k = 0; k < 12; ++k) {
    const Vec2 at{random.uniform(0, 5000), random.uniform(0, 5000)};
    append(boxes, moved(random_boxes(random, 30, 60, 60, 14), at));
  }
  return boxes;
}

Boxes crowd(Random& random) { return random_boxes(random, 250, 500, 400, 40); }

void random_filters(BoxWorld& world, Random& random) {
  for (std::size_t i = 0; i < world.size(); ++i) world.filters.push_back(random_filter(random, 4));
}
// Sets filters of which some engines make use: categories and masks of the highest four of 32 bits,
// groups from -3 to 3, and the rule that one of two masks is enough.
void wide_filters(BoxWorld& world, Random& random) {
  for (std::size_t i = 0; i < world.size(); ++i) {
    Filter filter = random_filter(random, 4);
    filter.category <<= 28;
    filter.mask <<= 28;
    filter.group = static_cast<std::int32_t>(random.below(7)) - 3;
    world.filters.push_back(filter);
  }
  world.rule = FilterRule::either;
}
void random_statics(BoxWorld& world, Random& random) {
  for (std::size_t i = 0; i < world.size(); ++i)
    world.is_static.push_back(random.below(2) == 0 ? 1 : 0);
}
void filters_and_statics(BoxWorld& world, Random& random) {
  random_filters(world, random);
  random_statics(world, random);
}
void all_static(BoxWorld& world, Random&) { world.is_static.assign(world.size(), 1); }
void no_mask(BoxWorld& world, Random&) { world.filters.assign(world.size(), {1, 0}); }

constexpr WorldMaker kMakers[] = {
    {"empty", [](Random&) -> Boxes { return {}; }},
    {"one", [](Random&) -> Boxes { return {box(3, 4, 10, 10)}; }},
    {"one point", [](Random&) -> Boxes { return {point(3, 4)}; }},
    {"two identical",
     [](Random&) -> Boxes {
       return {box(3, 4, 10, 10), box(3, 4, 10, 10)};
     }},
    {"two touching",
     [](Random&) -> Boxes {
       return {box(0, 0, 10, 10), box(10, 0, 10, 10)};
     }},
    {"all identical", [](Random&) -> Boxes { return Boxes(150, box(100, 100, 20, 20)); }},
    {"identical points", [](Random&) -> Boxes { return Boxes(150, point(100, 100)); }},
    {"identical in a corner", identical_in_a_corner},
    {"touching grid", [](Random&) -> Boxes { return grid(18, 18, 16); }},
    {"touching grid of thirds", [](Random&) -> Boxes { return grid(18, 18, 1.0f / 3); }},
    {"points everywhere", points_everywhere},
    {"segments", segments},
    {"points on a line", points_on_a_line},
    {"lattice", lattice},
    {"all in contact", all_in_contact},
    {"giant and many small", giant_and_many_small},
    {"across the middle", across_the_middle},
    {"walls", walls},
    {"crossing bars", crossing_bars},
    {"alternating bars", [](Random&) -> Boxes { return alternating_bars(200); }},
    {"staircase", staircase},
    {"nested", nested},
    {"on one line", on_one_line},
    {"near ten million", near_ten_million},
    {"negative", negative},
    {"ten million wide", ten_million_wide},
    {"largest floats", largest_floats},
    {"mixed scales", mixed_scales},
    {"one float apart", one_float_apart},
    {"from millionths to ten millions", from_millionths_to_ten_millions},
    {"denormals", denormals},
    {"larger than the world", larger_than_the_world},
    {"signed zeros", signed_zeros},
    {"sparse", [](Random& random) -> Boxes { return random_boxes(random, 600, 4000, 3000, 30); }},
    {"dense", [](Random& random) -> Boxes { return random_boxes(random, 250, 400, 300, 60); }},
    {"clusters", clusters},
    {"random filters", crowd, random_filters},
    {"random statics", crowd, random_statics},
    {"filters and statics", crowd, filters_and_statics},
    {"wide filters and groups", crowd, wide_filters},
    {"all static", crowd, all_static},
    {"no eligible pairs", crowd, no_mask},
};

}  // namespace

Filter random_filter(Random& random, std::uint32_t categories) {
  const std::uint32_t category = 1u << random.below(categories);
  return {category, random.below(1u << categories)};
}

Frame BoxWorld::frame() const {
  Frame f;
  f.boxes = boxes;
  f.filters = filters;
  f.is_static = is_static;
  f.rule = rule;
  return f;
}

std::string BoxWorld::label() const { return "'" + name + "' (seed " + std::to_string(seed) + ")"; }

std::span<const WorldMaker> world_makers() { return kMakers; }

BoxWorld make_world(const WorldMaker& maker, std::uint64_t seed) {
  Random random(seed);
  BoxWorld world{std::string(maker.name), seed, maker.boxes(random), {}, {}};
  if (maker.rules) maker.rules(world, random);
  for ([[maybe_unused]] const Aabb& b : world.boxes)
    assert(is_valid(b) && "a world holds valid boxes");
  return world;
}

BoxWorld make_world(std::string_view name, std::uint64_t seed) {
  for (const WorldMaker& maker : world_makers())
    if (maker.name == name) return make_world(maker, seed);
  assert(false && "there is no world of that name");
  return {};
}

BoxWorld world_of(std::string name, std::vector<Aabb> boxes) {
  return {std::move(name), 0, std::move(boxes), {}, {}};
}

std::vector<Aabb> random_boxes(Random& random, std::size_t n, float width, float height,
                               float max_side) {
  Boxes boxes;
  for (std::size_t k = 0; k < n; ++k) {
    const float x = random.uniform(0, width), y = random.uniform(0, height);
    const float h = random.uniform(0, max_side), w = random.uniform(0, max_side);
    boxes.push_back(box(x, y, w, h));
  }
  return boxes;
}

std::vector<Aabb> alternating_bars(int n) {
  const auto side = static_cast<float>(2 * n);
  Boxes boxes;
  Vec2 corner;  // the min corner of the area that the bars so far leave
  for (int k = 0; k < n; ++k) {
    if (k % 2 == 0) {
      boxes.push_back({corner, {side, corner.y + 1}});
      corner.y += 2;
    } else {
      boxes.push_back({corner, {corner.x + 1, side}});
      corner.x += 2;
    }
  }
  return boxes;
}

BoxWorld shuffled(const BoxWorld& world, Random& random, std::vector<SpriteId>& new_id) {
  new_id.resize(world.size());
  std::iota(new_id.begin(), new_id.end(), 0u);
  for (auto left = static_cast<std::uint32_t>(world.size()); left > 1; --left)
    std::swap(new_id[left - 1], new_id[random.below(left)]);
  BoxWorld out = world;
  out.name += ", shuffled";
  for (std::size_t i = 0; i < world.size(); ++i) {
    out.boxes[new_id[i]] = world.boxes[i];
    if (!world.filters.empty()) out.filters[new_id[i]] = world.filters[i];
    if (!world.is_static.empty()) out.is_static[new_id[i]] = world.is_static[i];
  }
  return out;
}

void jostle(BoxWorld& world, Random& random, float step) {
  for (std::size_t i = 0; i < world.size(); ++i) {
    if (!world.is_static.empty() && world.is_static[i]) continue;
    const float reach = random.below(50) == 0 ? 100 * step : step;
    const Aabb to =
        translated(world.boxes[i], {random.uniform(-reach, reach), random.uniform(-reach, reach)});
    if (is_valid(to)) world.boxes[i] = to;
  }
}

}  // namespace phasebox::contract
