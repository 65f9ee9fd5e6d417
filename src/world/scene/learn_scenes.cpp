// SPDX-License-Identifier: MIT
// Scenes to learn from: most of them show what one kind of input does to a broadphase.
#include <algorithm>
#include <cmath>
#include <utility>

#include "world/scene/placing.hpp"
#include "world/scene/scene_params.hpp"

namespace phasebox {
namespace {

// Scene "sprites": mixed sprites drift and spin.

constexpr SceneParams kSprites{60, {28, 64}, {0.3f, 1.4f}, 0.015f};

constexpr std::array<std::string_view, 15> kSpritesShapes{
    "ring",     "crescent", "star",      "gear",  "ship",      "asteroid", "arrow", "letter_r",
    "letter_d", "letter_c", "boomerang", "heart", "lightning", "plus",     "circle"};

class Sprites : public PlainScene<kSprites> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const Vec2 place = point_in_field(context.world, p_.max_size, random);
    return drifting(p_, context, kSpritesShapes[i % kSpritesShapes.size()], place, random);
  }
};

// Scene "flash-demo": moving circles, as in the Flash demo of RDC by Mike (lab.polygonal.de, 2007).

constexpr SceneParams kFlashDemo{30, {32, 80}, {0.2f, 1}, 0};

// Settings that make RDC work as in the demo: small groups, every pair of a group compared, and
// coincident boundaries in the order in which the sort leaves them. With snap on (key S), circles
// that only touch then share a group now and then, which costs tests.
constexpr SceneSetting kFlashDemoSettings[]{{Owner::algorithm("rdc"), "group-size", 3},
                                            {Owner::algorithm("rdc"), "leaf-test", 0},
                                            {Owner::algorithm("rdc"), "tie-order", 2}};

class FlashDemo : public PlainScene<kFlashDemo> {
 public:
  Sprite sprite(std::uint32_t, Random& random, const SceneContext& context) const override {
    const Vec2 place = point_in_field(context.world, p_.max_size, random);
    return circle_on_grid(p_, context, place, random);
  }
};

// Scene "lesson": a few circles standing still, to be dragged together by hand.

constexpr SceneParams kLesson{4, {96, 96}, {0, 0}, 0};

// Places of the first eight circles, as fractions of the field. Of the first four, any two have an
// empty stripe between them on one axis.
constexpr std::array<Vec2, 8> kLessonPlaces{{{0.25f, 0.35f},
                                             {0.50f, 0.60f},
                                             {0.75f, 0.35f},
                                             {0.37f, 0.82f},
                                             {0.62f, 0.15f},
                                             {0.88f, 0.75f},
                                             {0.12f, 0.75f},
                                             {0.10f, 0.15f}}};

// RDC would leave so few sprites in one group at its default group size.
constexpr SceneSetting kLessonSettings[]{{Owner::algorithm("rdc"), "group-size", 1}};

class Lesson : public PlainScene<kLesson> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const Vec2 field{context.world.width, context.world.height};
    const Vec2 place = i < kLessonPlaces.size()
                           ? kLessonPlaces[i] * field
                           : point_in_field(context.world, p_.max_size, random);
    return circle_on_grid(p_, context, place, random);
  }
};

// Scene "even": sprites on a lattice with empty stripes between them, RDC at its best.

struct EvenParams : SceneParams {
  float spacing = 80;
  float jitter = 3;
  constexpr EvenParams() : SceneParams(128, {34, 44}, {0, 0}, 0.01f) {}
};

constexpr auto kEvenRows = scene_rows_and<EvenParams>({
    param<&EvenParams::spacing>("spacing", 8, 512, "px",
                                "Distance between neighbors on the lattice."),
    param<&EvenParams::jitter>("jitter", 0, 256, "px",
                               "Largest shift away from the lattice point."),
});

constexpr std::array<std::string_view, 6> kEvenShapes{"gear", "star",  "ring",
                                                      "plus", "heart", "asteroid"};

class Even : public SceneOf<EvenParams, kEvenRows> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const float half = p_.spacing / 2;
    const float dx = half + random.uniform(-p_.jitter, p_.jitter);
    const Vec2 place = lattice_point(context.world, p_.spacing, i) +
                       Vec2{dx, half + random.uniform(-p_.jitter, p_.jitter)};
    return drifting(p_, context, kEvenShapes[i % kEvenShapes.size()], place, random);
  }
};

// Scene "touching": squares edge to edge, whose boundaries are equal. Snap and contact threshold
// are made for such input.

struct TouchingParams : SceneParams {
  float aside = 0.15f;
  constexpr TouchingParams() : SceneParams(140, {48, 48}, {0, 0}, 0) {}
};

constexpr auto kTouchingRows = scene_rows_and<TouchingParams>({
    param<&TouchingParams::aside>("aside", 0, 1, "",
                                  "Share of the squares that stand half a square lower."),
});

class Touching : public SceneOf<TouchingParams, kTouchingRows> {
 public:
  // Squares fill the lattice in runs of five with two empty cells after each. All sides lie at
  // whole pixels, so that the edges of neighbors are equal to the bit.
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const float size = std::max(2.0f, std::floor(p_.max_size / 2) * 2);
    const Vec2 corner = lattice_point(context.world, size, i + i / 5 * 2);
    const float aside = random.uniform(0, 1) < p_.aside ? size / 2 : 0;
    const Vec2 place{std::floor(corner.x) + size / 2, std::floor(corner.y) + size / 2 + aside};
    Sprite sprite = drifting(p_, context, "square", place, random);
    sprite.scale = scale_to(context.images[sprite.image], size);
    return sprite;
  }
};

// Scene "clusters": clumps that drift, their members circling, with empty space between them.

struct ClustersParams : SceneParams {
  std::uint32_t clump_size = 15;
  float spread = 42;
  float drift = 0.5f;
  constexpr ClustersParams() : SceneParams(150, {14, 30}, {0.05f, 0.25f}, 0.01f) {}
};

constexpr auto kClustersRows = scene_rows_and<ClustersParams>({
    param<&ClustersParams::clump_size>("clump-size", 1, 10000, "sprites", "Sprites in a clump."),
    param<&ClustersParams::spread>("spread", 1, 1000, "px", "Standard deviation of a clump."),
    param<&ClustersParams::drift>("drift", 0, 50, "px/step", "Speed of the fastest clumps."),
});

constexpr std::array<std::string_view, 5> kClustersShapes{"asteroid", "circle", "star", "gear",
                                                          "ring"};

/// The first sprite of each clump is its leader: it flies straight and turns round near the border,
/// and the others fly with it and circle round it. The scene keeps no state beside the world, so
/// that a clump can be dragged, saved and undone.
class Clusters : public SceneOf<ClustersParams, kClustersRows> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const std::uint32_t clump = i / p_.clump_size;
    const bool leads = i % p_.clump_size == 0;
    Random home(context.world.seed, kClumpStreams + clump);
    const Vec2 middle = point_in_field(context.world, p_.spread * kReach, home);
    const float x = random.normal() * p_.spread;
    const Vec2 aside = leads ? Vec2{} : Vec2{x, random.normal() * p_.spread};
    const std::string_view image = kClustersShapes[clump % kClustersShapes.size()];
    Sprite sprite = boxed(p_, context, image, middle + aside, random_size(p_, random), random);
    sprite.spin = random.uniform(-p_.max_spin, p_.max_spin);
    const float drift = home.uniform(0, p_.drift);
    sprite.velocity = home.direction() * drift;
    return sprite;
  }

  void steer(World& world, const SceneContext& context) const override {
    const auto n = std::min<std::size_t>(context.count, world.size());
    for (std::uint32_t i = 0; i < n; ++i) {
      if (i % p_.clump_size == 0)
        turn_at_walls(world, i, context.world);
      else
        circle(world, i, context.world.seed);
    }
  }

  std::vector<SceneSetting> workload(std::uint32_t count) const override {
    auto settings = workload_field(2304.0 * count);
    const std::pair<std::string_view, double> own[]{
        {"clump-size", 200}, {"spread", 43.5}, {"min-size", 8}, {"max-size", 40},
        {"min-speed", 0},    {"max-speed", 2}, {"max-spin", 0}};
    for (const auto& [key, value] : own) settings.emplace_back(Owner::scene(), key, value);
    return settings;
  }

 private:
  // What a clump shares and how a member circles are drawn from random streams that no sprite uses.
  static constexpr std::uint64_t kClumpStreams = 1ULL << 40, kOrbitStreams = 1ULL << 41;
  // In standard deviations from the leader: one sprite in a hundred lies further away than this.
  static constexpr float kReach = 3;

  /// Turns a leader round where it is nearer to a wall than the radius of its clump, on each axis.
  void turn_at_walls(World& world, std::uint32_t leader, const WorldOptions& options) const {
    const Vec2 p = world.positions()[leader];
    Vec2& v = world.velocities()[leader];
    const auto turned = [&](float at, float speed, float field) {
      const float margin = std::min(p_.spread * kReach, field / 2);
      if (at < margin) return std::abs(speed);
      return at > field - margin ? -std::abs(speed) : speed;
    };
    v = {turned(p.x, v.x, options.width), turned(p.y, v.y, options.height)};
  }

  /// Gives a member the velocity, px per step, that takes it round its leader by one step at the
  /// member's own speed, plus the leader's velocity. Members close to the leader are slower: no
  /// step turns them by more than 0.3 radians.
  void circle(World& world, std::uint32_t member, std::uint32_t seed) const {
    const std::uint32_t leader = member - member % p_.clump_size;
    const Vec2 away = world.positions()[member] - world.positions()[leader];
    Random random(seed, kOrbitStreams + member);
    const float speed = random.uniform(p_.min_speed, p_.max_speed);
    const float angle = std::min(speed / std::max(length(away), 1.0f), 0.3f);
    const Rotation turn = rotation(random.next() & 1 ? angle : -angle);
    world.velocities()[member] = world.velocities()[leader] + rotate(turn, away) - away;
  }
};

// Scene "mixed-sizes": a few giants among many small sprites.

struct MixedSizesParams : SceneParams {
  float giants = 0.03f;
  float giant_factor = 14;
  constexpr MixedSizesParams() : SceneParams(220, {10, 22}, {0.2f, 1.0f}, 0.01f) {}
};

constexpr auto kMixedSizesRows = scene_rows_and<MixedSizesParams>({
    param<&MixedSizesParams::giants>("giants", 0, 1, "", "Share of the sprites that are giants."),
    param<&MixedSizesParams::giant_factor>("giant-factor", 1, 100, "",
                                           "How many times larger giants are."),
});

constexpr std::array<std::string_view, 5> kSmall{"missile", "star", "heart", "plus", "lightning"};
constexpr std::array<std::string_view, 3> kLarge{"ring", "asteroid", "crescent"};

class MixedSizes : public SceneOf<MixedSizesParams, kMixedSizesRows> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const bool is_giant = random.uniform(0, 1) < p_.giants;
    const auto name = is_giant ? kLarge[i % kLarge.size()] : kSmall[i % kSmall.size()];
    const float margin = p_.max_size * (is_giant ? p_.giant_factor / 2 : 1);
    const Vec2 place = point_in_field(context.world, margin, random);
    Sprite sprite = drifting(p_, context, name, place, random);
    if (is_giant) {
      sprite.scale = sprite.scale * p_.giant_factor;
      sprite.velocity = sprite.velocity * 0.4f;
      sprite.spin *= 0.3f;
    }
    return sprite;
  }
};

// Scene "walls": one bar from side to side and one from top to bottom leave RDC no empty stripe at
// which it could split.

struct WallsParams : SceneParams {
  float thickness = 6;
  bool horizontal = true, vertical = true;
  constexpr WallsParams() : SceneParams(60, {20, 34}, {0.2f, 0.9f}, 0.01f) {}
};

constexpr auto kWallsRows = scene_rows_and<WallsParams>({
    param<&WallsParams::thickness>("thickness", 1, 200, "px", "Thickness of the bars."),
    flag<&WallsParams::horizontal>("horizontal", "A bar from the left border to the right one."),
    flag<&WallsParams::vertical>("vertical", "A bar from the top border to the bottom one."),
});

constexpr std::array<std::string_view, 4> kWallsShapes{"ship", "asteroid", "arrow", "boomerang"};

class Walls : public SceneOf<WallsParams, kWallsRows> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const WorldOptions& world = context.world;
    if (i == 0 && p_.horizontal) return bar(context, {world.width, p_.thickness});
    if (i == (p_.horizontal ? 1u : 0u) && p_.vertical)
      return bar(context, {p_.thickness, world.height});
    const Vec2 place = point_in_field(context.world, p_.max_size, random);
    return drifting(p_, context, kWallsShapes[i % kWallsShapes.size()], place, random);
  }

 private:
  static Sprite bar(const SceneContext& context, Vec2 size) {
    const Vec2 middle{context.world.width / 2, context.world.height / 2};
    return static_sprite(context.images, "square", middle, size);
  }
};

// RDC would put the static bars into groups of their own, where they block no split: this option is
// off here.
constexpr SceneSetting kWallsSettings[]{{Owner::algorithm("rdc"), "static-groups", 0}};

// Scene "brown-table": five boxes for axis sorting, as the Brown CS course notes have it.

constexpr SceneParams kBrownTable{5, {5, 10}, {0, 0}, 0};

// Places and widths along x are those of the notes: four pairs share a part of x, and behind the
// third and the last box nothing is open. Those along y are ours: the first and the third box do
// not overlap.
constexpr std::array<Aabb, 5> kBrownBoxes{{{{10, 20}, {20, 32}},
                                           {{15, 28}, {20, 40}},
                                           {{18, 36}, {26, 46}},
                                           {{40, 22}, {50, 34}},
                                           {{45, 30}, {55, 44}}}};

constexpr SceneSetting kBrownTableSettings[]{
    {Owner::world(), "width", 64}, {Owner::world(), "height", 64}, {Owner::view(), "ids", 1}};

class BrownTable : public PlainScene<kBrownTable> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    Aabb box = square(point_in_field(context.world, p_.max_size, random), p_.min_size / 2);
    if (i < kBrownBoxes.size()) box = kBrownBoxes[i];
    return boxed(p_, context, "solid", center(box), extent(box), random);
  }
};

// Scene "n-sampling": squares on top of each other, as in the article on n-dispersed per-pixel
// collision detection. A hit ends the search for one, so that two squares cost one read. The frame
// around them touches none, so that it costs a read for each sample of each square: 40,000 for a
// square of 200 px and n = 1, a quarter for n = 2.

constexpr SceneParams kNSampling{11, {100, 100}, {0, 0}, 0};

class NSampling : public PlainScene<kNSampling> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    constexpr float kFrame = 1.25f;  // its side in sides of a square; the hole has 1.11
    const Vec2 middle{context.world.width / 2, context.world.height / 2};
    const float side = i == 0 ? kFrame * p_.max_size : random.uniform(p_.min_size, p_.max_size);
    return boxed(p_, context, i == 0 ? "window" : "solid", middle, {side, side}, random);
  }
};

// Scene "ht-quadtree": bouncing rectangles within walls, as in the HT for Web demo of quadtree
// collision detection on quadtree-js by Timo Hausmann, 2014.

constexpr SceneParams kHtQuadtree{100, {5, 30}, {0, 8}, 0};

// Settings of the demo: a field 400 px wide and high (there from -200 to 200), walls 4 px thick,
// blue objects, and a quadtree with ten objects in a node and four levels. The walls have the color
// of every border, not the demo's red, which marks collisions alone. They are no objects, because
// the demo turns objects round by their positions. The view shows the space as the algorithm
// divides it. The first color of categories (4 is ColorBy::category) is blue in every theme.
constexpr SceneSetting kHtQuadtreeSettings[]{{Owner::world(), "width", 400},
                                             {Owner::world(), "height", 400},
                                             {Owner::algorithm("quadtree"), "max-objects", 10},
                                             {Owner::algorithm("quadtree"), "max-levels", 4},
                                             {Owner::view(), "border", 4},
                                             {Owner::view(), "color-by", 4},
                                             {Owner::view(), "space", 1}};

class HtQuadtree : public PlainScene<kHtQuadtree> {
 public:
  // All begin in the middle half of the field. The speed on each axis is uniform between both
  // directions' greatest.
  Sprite sprite(std::uint32_t, Random& random, const SceneContext& context) const override {
    const Vec2 place = point_in_field(
        context.world, std::min(context.world.width, context.world.height) / 4, random);
    const Vec2 size = random_size(p_, random);
    return boxed(p_, context, "solid", place, size, random);
  }
};

}  // namespace

extern const SceneEntry sprites_scene = scene_entry<Sprites>(
    "sprites", "Sprites", "Learn", "Mixed sprites drift and spin, each with its own outline.");

extern const SceneEntry flash_demo_scene = scene_entry<FlashDemo>(
    "flash-demo", "Flash demo", "Learn",
    "Moving circles, as in the Flash demo of RDC, to try snap and boundaries on.",
    kFlashDemoSettings);

extern const SceneEntry lesson_scene = scene_entry<Lesson>(
    "lesson", "Lesson", "Learn", "A few circles stand still: drag them and watch the groups.",
    kLessonSettings);

extern const SceneEntry even_scene = scene_entry<Even>(
    "even", "Even", "Learn",
    "A lattice with empty stripes between its rows and columns: RDC at its best.");

extern const SceneEntry touching_scene = scene_entry<Touching>(
    "touching", "Touching", "Learn",
    "Squares edge to edge: touching is not overlapping; see snap and contact threshold.");

extern const SceneEntry clusters_scene =
    scene_entry<Clusters>("clusters", "Clusters", "Learn",
                          "Clumps drift with empty space between them: groups form by themselves.");

extern const SceneEntry mixed_sizes_scene =
    scene_entry<MixedSizes>("mixed-sizes", "Mixed sizes", "Learn",
                            "A few giants among many small sprites: no cell size fits all.");

extern const SceneEntry walls_scene =
    scene_entry<Walls>("walls", "Walls", "Learn",
                       "One bar across and one down leave no empty stripe: RDC cannot split, "
                       "unless its static groups are switched on.",
                       kWallsSettings);

extern const SceneEntry brown_table_scene = scene_entry<BrownTable>(
    "brown-table", "Table of boxes", "Learn",
    "Five boxes for axis sorting: the tool Table shows their numbers, and the sorted row.",
    kBrownTableSettings, {}, "sort-and-sweep", "none");

extern const SceneEntry n_sampling_scene = scene_entry<NSampling>(
    "n-sampling", "n-sampling", "Learn",
    "Ten squares of 100 px on top of each other, in a frame that touches none: n = 2 reads a "
    "quarter.",
    {}, {}, {}, "pixel-samples");

extern const SceneEntry ht_quadtree_scene = scene_entry<HtQuadtree>(
    "ht-quadtree", "HT quadtree", "Learn",
    "A hundred blue rectangles bounce between walls, as in the HT demo of quadtree-js.",
    kHtQuadtreeSettings, {}, "quadtree", "none");

}  // namespace phasebox
