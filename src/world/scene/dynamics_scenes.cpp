// SPDX-License-Identifier: MIT
// Scenes of bodies in contact: piles, collisions in a row, stacks and heaps.
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/rotation.hpp"
#include "world/dynamics/options.hpp"
#include "world/scene/placing.hpp"
#include "world/scene/scene_params.hpp"

namespace phasebox {
namespace {

// Scene "pile": by default the box of every sprite overlaps that of every other, the most pairs
// there can be.

struct PileParams : SceneParams {
  float spread = 16;
  constexpr PileParams() : SceneParams(40, {120, 160}, {0, 0}, 0.01f) {}
};

constexpr auto kPileRows = scene_rows_and<PileParams>({
    param<&PileParams::spread>("spread", 0, 1000, "px",
                               "Largest distance from the middle, per axis."),
});

constexpr std::array<std::string_view, 5> kPileShapes{"ring", "gear", "star", "asteroid",
                                                      "crescent"};

class Pile : public SceneOf<PileParams, kPileRows> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const Vec2 middle{context.world.width / 2, context.world.height / 2};
    const float x = random.uniform(-p_.spread, p_.spread);
    const Vec2 place = middle + Vec2{x, random.uniform(-p_.spread, p_.spread)};
    return drifting(p_, context, kPileShapes[i % kPileShapes.size()], place, random);
  }
};

// Scene "billiards": one ball hits a triangle of the others, as in the break of a game.

struct BilliardsParams : SceneParams {
  float speed = 18;
  constexpr BilliardsParams() : SceneParams(16, {34, 34}, {0, 0}, 0) {}
};

constexpr auto kBilliardsRows = scene_rows_and<BilliardsParams>({
    param<&BilliardsParams::speed>("speed", 0, 200, "px/step", "Speed of the first ball."),
});

class Billiards : public SceneOf<BilliardsParams, kBilliardsRows> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const WorldOptions& world = context.world;
    const Vec2 rack{world.width * 0.66f, world.height / 2};
    if (i > 0) return drifting(p_, context, "circle", rack + place(i - 1) * p_.min_size, random);
    // The first ball starts slightly off the middle line, so that the break spreads as on a table.
    const Vec2 start{world.width * 0.2f, world.height / 2 + p_.min_size * 0.06f};
    Sprite ball = drifting(p_, context, "circle", start, random);
    ball.velocity = {p_.speed, 0};
    return ball;
  }

 private:
  /// Returns the place of ball k of the triangle relative to its tip, in diameters of a ball. Balls
  /// are a little apart, so that none overlaps.
  static Vec2 place(std::uint32_t k) {
    constexpr float kRow = 0.8661f, kApart = 1.01f;  // kRow: sqrt(3) / 2, rounded up
    std::uint32_t row = 0;
    while (k > row) k -= ++row;
    const auto across = static_cast<float>(k) - static_cast<float>(row) / 2;
    return Vec2{static_cast<float>(row) * kRow, across} * kApart;
  }
};

constexpr SceneSetting kBilliardsSettings[]{{Owner::world(), "volume", Volume::circle},
                                            {Owner::response(), "response", 1},
                                            {Owner::response(), "restitution", 0.95f},
                                            {Owner::response(), "friction", 0.05f},
                                            {Owner::response(), "drag", 0.25}};

// Scene "newtons-cradle": as many balls leave a row on the right as hit it from the left.

struct CradleParams : SceneParams {
  std::uint32_t moving = 2;
  float speed = 4;
  constexpr CradleParams() : SceneParams(7, {60, 60}, {0, 0}, 0) {}
};

constexpr auto kCradleRows = scene_rows_and<CradleParams>({
    param<&CradleParams::moving>("moving", 0, 1000, "sprites", "How many come from the left."),
    param<&CradleParams::speed>("speed", 0, 200, "px/step", "Speed at which they come."),
});

class Cradle : public SceneOf<CradleParams, kCradleRows> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const WorldOptions& world = context.world;
    const bool moves = i < p_.moving;
    const float row = p_.min_size * 1.01f, gap = moves ? world.width * 0.25f : 0;
    const float first =
        (world.width - row * static_cast<float>(std::max(context.count, 1u) - 1)) / 2;
    const Vec2 place{first + row * static_cast<float>(i) - gap, world.height / 2};
    Sprite ball = drifting(p_, context, "circle", place, random);
    ball.velocity = {moves ? p_.speed : 0, 0};
    return ball;
  }
};

constexpr SceneSetting kCradleSettings[]{{Owner::world(), "volume", Volume::circle},
                                         {Owner::response(), "response", 1},
                                         {Owner::response(), "restitution", 1},
                                         {Owner::response(), "friction", 0}};

// Scene "ball-on-table": a ball at rest that trains of small impacts carry (micro-collisions),
// instead of the contact solver.

constexpr SceneParams kBallOnTable{2, {80, 80}, {0, 0}, 0};

class BallOnTable : public PlainScene<kBallOnTable> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const WorldOptions& world = context.world;
    const float top = world.height * 0.7f, thickness = 24;
    if (i == 0)
      return static_sprite(context.images, "solid", {world.width / 2, top + thickness / 2},
                           {world.width * 0.6f, thickness});
    // The first ball lies on the table (sprite 0), every further one on the ball before.
    const auto above = static_cast<float>(i) - 0.5f;
    const Vec2 size{p_.min_size, p_.min_size};
    return boxed(p_, context, "circle", {world.width / 2, top - p_.min_size * above}, size, random);
  }
};

constexpr SceneSetting kBallOnTableSettings[]{
    {Owner::response(), "response", 1},
    {Owner::response(), "restitution", 0.3f},
    {Owner::response(), "friction", 0.4f},
    {Owner::response(), "gravity-y", 360},
    {Owner::response(), "resting", RestingContacts::micro_collisions}};

// Scene "stack": boxes that stand on each other.

struct StackParams : SceneParams {
  std::uint32_t height = 10;
  constexpr StackParams() : SceneParams(10, {48, 48}, {0, 0}, 0) {}
};

constexpr auto kStackRows = scene_rows_and<StackParams>({
    param<&StackParams::height>("height", 1, 1000, "sprites", "Boxes in one stack."),
});

class Stack : public SceneOf<StackParams, kStackRows> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const WorldOptions& world = context.world;
    const std::uint32_t stacks = (context.count + p_.height - 1) / p_.height;
    const float room = world.width / static_cast<float>(stacks + 1);
    const auto stack = static_cast<float>(i / p_.height + 1),
               level = static_cast<float>(i % p_.height);
    const Vec2 place{room * stack, world.height - p_.min_size * (level + 0.5f)};
    const Vec2 size{p_.min_size, p_.min_size};
    return boxed(p_, context, "square", place, size, random);
  }
};

constexpr SceneSetting kStackSettings[]{{Owner::response(), "response", 1},
                                        {Owner::response(), "restitution", 0.2f},
                                        {Owner::response(), "friction", 0.5f},
                                        {Owner::response(), "gravity-y", 360}};

// Scene "pour": a heap in a funnel. What falls out of its opening falls in again from above.

struct PourParams : SceneParams {
  float drain = 130;
  constexpr PourParams() : SceneParams(303, {14, 26}, {0, 0.5f}, 0.02f) {}
};

constexpr auto kPourRows = scene_rows_and<PourParams>({
    param<&PourParams::drain>("drain", 0, 10000, "px",
                              "Width of the funnel's opening. What falls through it falls in again "
                              "from above; 0: closed."),
});

constexpr std::array<std::string_view, 5> kPourShapes{"asteroid", "circle", "star", "ship",
                                                      "square"};
constexpr std::uint32_t kPourWalls = 3;  // two sides, and a peg on which the stream parts

/// The scene keeps no state beside the world: a sprite at the bottom of the field, or at rest in
/// the opening, is put to the first free place of a row at the top.
class Pour : public SceneOf<PourParams, kPourRows> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const WorldOptions& world = context.world;
    if (i < kPourWalls) return wall(i, context);
    // Sprites start in rows in the funnel, the lowest row first. Rows that have no room below the
    // top of the field start above it.
    float y = world.height * 0.6f;
    std::uint32_t k = i - kPourWalls, columns = columns_at(y, world);
    for (; k >= columns && y > 0; columns = columns_at(y, world)) {
      k -= columns;
      y -= cell();
    }
    y -= cell() * static_cast<float>(k / columns);
    k %= columns;
    const float aside = static_cast<float>(k) - static_cast<float>(columns - 1) / 2;
    return drifting(p_, context, kPourShapes[i % kPourShapes.size()],
                    {world.width / 2 + aside * cell(), y}, random);
  }

  void steer(World& world, const SceneContext& context) const override {
    if (p_.drain <= 0) return;
    std::uint64_t taken = 0;
    bool is_known = false;
    for (SpriteId i = 0; i < world.size(); ++i) {
      if (world.statics()[i] || context.held == i || !is_drained(world, i, context.world)) continue;
      if (!std::exchange(is_known, true)) taken = taken_places(world, context.world);
      const std::uint32_t places = places_of(context.world);
      std::uint32_t place = i % places;
      for (std::uint32_t k = 1; k < places && (taken >> place & 1); ++k) place = (i + k) % places;
      if (taken >> place & 1) break;
      taken |= std::uint64_t{1} << place;
      world.positions()[i] = {first_place(context.world) + static_cast<float>(place) * cell(),
                              cell() / 2};
      world.velocities()[i] = {0, kPourSpeed};
    }
    if (is_known) world.wake();
  }

 private:
  static constexpr float kSlope = 0.6f;            // radians, of the funnel's sides
  static constexpr float kThroat = 0.86f;          // height of the opening, in heights of the field
  static constexpr float kPourSpeed = 3;           // px per step, of what falls in again
  static constexpr std::uint32_t kMaxPlaces = 64;  // bits of a set of places
  static constexpr std::uint8_t kStuck = 20;       // quiet steps after which the opening is stuck

  /// Returns the side of the square, px, in which the largest sprite turns freely.
  float cell() const { return p_.max_size * 1.45f; }
  /// Returns how many sprites find room side by side between the funnel's sides at height `y`.
  std::uint32_t columns_at(float y, const WorldOptions& world) const {
    const Rotation slope = rotation(kSlope);
    const float beside = (world.height * kThroat - y) * slope.c / slope.s;
    return cells_along(std::min(p_.drain + 2 * beside - 2 * cell(), world.width - cell()), cell());
  }
  /// Makes a static sprite: the left side (i = 0), the right one (1) or the peg (2).
  Sprite wall(std::uint32_t i, const SceneContext& context) const {
    const WorldOptions& world = context.world;
    const Vec2 middle{world.width / 2, world.height * kThroat};
    if (i == 2) {
      Sprite peg =
          static_sprite(context.images, "solid", {middle.x, world.height * 0.72f}, {36, 36});
      peg.angle = kPi / 4;
      return peg;
    }
    const float length = world.width * 0.53f, left = i == 0 ? -1.0f : 1.0f;
    Sprite side = static_sprite(context.images, "solid", middle, {length, 16});
    const Vec2 upwards = rotate(rotation(-kSlope), {length / 2, 0});
    side.position += {left * (p_.drain / 2 + upwards.x), upwards.y};
    side.angle = -left * kSlope;
    return side;
  }

  bool is_drained(const World& world, SpriteId i, const WorldOptions& options) const {
    const Vec2 p = world.positions()[i];
    if (p.y > options.height - p_.max_size) return true;
    const bool is_in_opening = std::abs(p.x - options.width / 2) < p_.drain / 2 + cell() &&
                               p.y > options.height * kThroat - p_.drain;
    return is_in_opening && i < world.quiet_steps().size() && world.quiet_steps()[i] >= kStuck;
  }
  /// Returns the number of places at the top, over the middle half of the field.
  std::uint32_t places_of(const WorldOptions& world) const {
    return std::min(cells_along(world.width / 2, cell()), kMaxPlaces);
  }
  float first_place(const WorldOptions& world) const {
    return world.width / 2 - cell() * static_cast<float>(places_of(world) - 1) / 2;
  }
  /// Returns the places at the top, as bits, in which there is a sprite.
  std::uint64_t taken_places(const World& world, const WorldOptions& options) const {
    std::uint64_t taken = 0;
    for (const Vec2 p : world.positions()) {
      const float at = (p.x - first_place(options)) / cell();
      if (p.y > cell() * 1.5f || at <= -1 || at >= static_cast<float>(places_of(options))) continue;
      for (const float beside : {std::floor(at), std::ceil(at)})
        if (beside >= 0 && beside < static_cast<float>(kMaxPlaces))
          taken |= std::uint64_t{1} << static_cast<unsigned>(beside);
    }
    return taken;
  }
};

constexpr SceneSetting kPourSettings[]{{Owner::response(), "response", 1},
                                       {Owner::response(), "restitution", 0.3f},
                                       {Owner::response(), "friction", 0.4f},
                                       {Owner::response(), "gravity-y", 360}};

}  // namespace

extern const SceneEntry pile_scene =
    scene_entry<Pile>("pile", "Pile", "Dynamics",
                      "Every box overlaps every other: n(n-1)/2 pairs, whatever the algorithm.");

extern const SceneEntry billiards_scene = scene_entry<Billiards>(
    "billiards", "Billiards", "Dynamics",
    "One ball breaks a triangle of fifteen; restitution 0.95.", kBilliardsSettings);

extern const SceneEntry newtons_cradle_scene = scene_entry<Cradle>(
    "newtons-cradle", "Newton's cradle", "Dynamics",
    "A row of balls that touch: as many leave it on the right as come from the left.",
    kCradleSettings);

extern const SceneEntry ball_on_table_scene = scene_entry<BallOnTable>(
    "ball-on-table", "Ball on a table", "Dynamics",
    "The ball seems to lie still, but tiny impacts carry it in each step, until resting "
    "contacts are solved.",
    kBallOnTableSettings);

extern const SceneEntry stack_scene =
    scene_entry<Stack>("stack", "Stack", "Dynamics",
                       "A stack of ten boxes: resting boxes must stay at rest.", kStackSettings);

extern const SceneEntry pour_scene =
    scene_entry<Pour>("pour", "Heap", "Dynamics",
                      "Three hundred sprites fall through a funnel and in again from above.",
                      kPourSettings, {}, "uniform-grid", "bit-mask");

}  // namespace phasebox
