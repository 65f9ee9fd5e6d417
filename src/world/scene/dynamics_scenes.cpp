// SPDX-License-Identifier: MIT
// Scenes of bodies in contact: piles, collisions in a row, stacks and heaps.
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
    const float first = (world.width - row * static_cast<float>(context.count - 1)) / 2;
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

// Scene "pour": a heap of sprites falls into a bowl.

constexpr SceneParams kPour{303, {14, 26}, {0, 0.5f}, 0.02f};

constexpr std::array<std::string_view, 5> kPourShapes{"asteroid", "circle", "star", "ship",
                                                      "square"};
constexpr std::uint32_t kPourBowl = 3;

class Pour : public PlainScene<kPour> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const WorldOptions& world = context.world;
    if (i < kPourBowl) return side(i, context);
    // Sprites start in rows above the bowl, the lowest row first. Rows that have no room below the
    // top of the field start above it.
    const float cell = p_.max_size * 1.45f, width = world.width * 0.5f;
    const std::uint32_t columns = cells_along(width, cell), k = i - kPourBowl, row = k / columns;
    const Vec2 place{world.width * 0.25f + (static_cast<float>(k % columns) + 0.5f) * cell,
                     world.height * 0.5f - static_cast<float>(row) * cell};
    return drifting(p_, context, kPourShapes[k % kPourShapes.size()], place, random);
  }

 private:
  /// Makes a static part of the bowl: the floor (i = 0), the left slope (1) or the right one (2).
  static Sprite side(std::uint32_t i, const SceneContext& context) {
    const WorldOptions& world = context.world;
    const float left = i == 1 ? -1.0f : 1.0f;
    const Vec2 size{i == 0 ? world.width * 0.34f : world.width * 0.4f, 16};
    const Vec2 place{world.width / 2, world.height * 0.95f};
    Sprite s = static_sprite(context.images, "solid", place, size);
    if (i > 0) {
      s.position += {left * world.width * 0.29f, -world.height * 0.2f};
      s.angle = left * -0.9f;
    }
    return s;
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
    "The ball seems to lie still: look at the tiny impacts per step that carry it, until "
    "response.resting is solved.",
    kBallOnTableSettings);

extern const SceneEntry stack_scene =
    scene_entry<Stack>("stack", "Stack", "Dynamics",
                       "A stack of ten boxes: resting boxes must stay at rest.", kStackSettings);

extern const SceneEntry pour_scene =
    scene_entry<Pour>("pour", "Pour", "Dynamics",
                      "Three hundred sprites fall into a bowl and come to rest.", kPourSettings);

}  // namespace phasebox
