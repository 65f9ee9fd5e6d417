// SPDX-License-Identifier: MIT
// The workloads of the bench.
#include <cmath>

#include "world/scene/placing.hpp"
#include "world/scene/scene_params.hpp"

namespace phasebox {
namespace {

template <std::uint32_t Count>
constexpr SceneParams kSpread{Count, {8, 40}, {0, 2}, 0};

/// Base of scenes whose boxes lie at random places, uniformly over the field; `Count` is the
/// default number. As a workload they get a field of `area` px² per box, `aspect` times as wide as
/// high.
template <std::uint32_t Count>
class SpreadBoxes : public PlainScene<kSpread<Count>> {
 public:
  explicit SpreadBoxes(double area, double aspect = 1) : area_(area), aspect_(aspect) {}

  Sprite sprite(std::uint32_t, Random& random, const SceneContext& context) const override {
    const Vec2 place = point_in_field(context.world, 0, random);
    const Vec2 size = random_size(this->p_, random);
    return boxed(this->p_, context, "solid", place, size, random);
  }

  std::vector<SceneSetting> workload(std::uint32_t count) const override {
    return workload_field(area_ * count, aspect_);
  }

 private:
  double area_, aspect_;
};

/// The area of the field per box, px², that gives half a pair per box. Sides are 8 to 40 px, 24 px
/// on average, so two boxes overlap on an axis where their centers are closer than 24 px on
/// average. Each of n boxes has n / 2 * (2 * 24)^2 / (n * area) = 0.5 pairs.
constexpr double kHalfAPair = 2304;

// Scene "uniform": boxes spread evenly, half a pair for each; the workload of the bench.

struct Uniform : SpreadBoxes<400> {
  Uniform() : SpreadBoxes(kHalfAPair) {}
};

// Scene "sparse": a tenth of the density of "uniform".

constexpr SceneSetting kSparseSettings[]{{Owner::world(), "width", 2560},
                                         {Owner::world(), "height", 1440}};

struct Sparse : SpreadBoxes<160> {
  Sparse() : SpreadBoxes(10 * kHalfAPair) {}
};

// Scene "line": as dense as "uniform" in a field ten times as wide as high.

constexpr SceneSetting kLineSettings[]{{Owner::world(), "height", 128}};

struct Line : SpreadBoxes<71> {
  Line() : SpreadBoxes(kHalfAPair, 10) {}
};

// Scene "mixed": by default, one box in a hundred is a giant, whose sides are 50 times as long.

struct MixedParams : SceneParams {
  float giants = 0.01f;
  float giant_factor = 50;
  constexpr MixedParams() : SceneParams(400, {8, 40}, {0, 2}, 0) {}
};

constexpr auto kMixedRows = scene_rows_and<MixedParams>({
    param<&MixedParams::giants>("giants", 0, 1, "", "Share of the sprites that are giants."),
    param<&MixedParams::giant_factor>("giant-factor", 1, 100, "",
                                      "How many times larger giants are."),
});

constexpr SceneSetting kLargeFieldSettings[]{{Owner::world(), "width", 2560},
                                             {Owner::world(), "height", 1440},
                                             {Owner::world(), "edges", Edges::center}};

class Mixed : public SceneOf<MixedParams, kMixedRows> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const bool giant = is_giant(i);
    const Vec2 place = point_in_field(context.world, 0, random);
    const Vec2 size = random_size(p_, random) * (giant ? p_.giant_factor : 1);
    return boxed(p_, context, giant ? "window" : "solid", place, size, random);
  }

  std::vector<SceneSetting> workload(std::uint32_t count) const override {
    return workload_field(4 * kHalfAPair * count);
  }

 private:
  // Giants are spread evenly over the sprite numbers, so that with the default share each hundred
  // sprites contain one giant, whatever the seed.
  bool is_giant(std::uint32_t i) const {
    const auto share = static_cast<double>(p_.giants);
    return std::floor((i + 1) * share + 0.5) > std::floor(i * share + 0.5);
  }
};

// Scene "thin": one box in ten is a long thin wall, lying or standing.

/// Sides of walls, px.
constexpr float kShortest = 200, kLongest = 2000, kThinnest = 8, kThickest = 16;

class Thin : public SpreadBoxes<400> {
 public:
  Thin() : SpreadBoxes(kHalfAPair) {}

  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    if (i % 10 != 9) return SpreadBoxes::sprite(i, random, context);
    const Vec2 place = point_in_field(context.world, 0, random);
    const float length = random.uniform(kShortest, kLongest);
    const float width = random.uniform(kThinnest, kThickest);
    const bool is_upright = (random.next() & 1) != 0;
    return boxed(p_, context, "solid", place,
                 is_upright ? Vec2{width, length} : Vec2{length, width}, random);
  }
};

// Scene "ratio": sides from 4 to 4,000 px, of which small ones are much more frequent (Pareto
// distribution).

constexpr SceneParams kRatio{400, {4, 4000}, {0, 2}, 0};

class Ratio : public PlainScene<kRatio> {
 public:
  Sprite sprite(std::uint32_t, Random& random, const SceneContext& context) const override {
    const Vec2 place = point_in_field(context.world, 0, random);
    const float width = side(random), height = side(random);
    return boxed(p_, context, "solid", place, {width, height}, random);
  }

  std::vector<SceneSetting> workload(std::uint32_t count) const override {
    return workload_field(4 * kHalfAPair * count);
  }

 private:
  // Returns a random side, px, by the Pareto distribution with exponent 1, cut off at both limits:
  // half of all sides are below about twice the least one.
  float side(Random& random) const {
    const float least = p_.min_size, most = std::fmax(p_.max_size, least);
    return least / (1 - random.uniform(0, 1) * (1 - least / most));
  }
};

}  // namespace

extern const SceneEntry uniform_scene =
    scene_entry<Uniform>("uniform", "Uniform", "Benchmarks",
                         "Boxes spread evenly, half a pair for each: the bench's first workload.");

extern const SceneEntry sparse_scene =
    scene_entry<Sparse>("sparse", "Sparse", "Benchmarks",
                        "Low density: one box in twenty is in a pair.", kSparseSettings);

extern const SceneEntry line_scene = scene_entry<Line>(
    "line", "Line", "Benchmarks",
    "A field ten times as wide as high: sweeping along it is the thing to do.", kLineSettings);

extern const SceneEntry mixed_scene =
    scene_entry<Mixed>("mixed", "Mixed", "Benchmarks",
                       "One box in a hundred is fifty times as large: a grid's hardest workload.",
                       kLargeFieldSettings);

extern const SceneEntry thin_scene = scene_entry<Thin>(
    "thin", "Thin", "Benchmarks",
    "One box in ten is a wall up to 2,000 px long and 8 to 16 px thick.", kLargeFieldSettings);

extern const SceneEntry ratio_scene = scene_entry<Ratio>(
    "ratio", "Ratio", "Benchmarks",
    "Sides of 4 to 4,000 px: half of them below 8 px, one in forty above 160 px.",
    kLargeFieldSettings);

}  // namespace phasebox
