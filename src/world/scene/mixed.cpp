// SPDX-License-Identifier: MIT
// Scene "mixed": one box in a hundred is fifty times as large; a workload of the bench.
#include <array>
#include <cmath>

#include "world/scene/scene.hpp"

namespace phasebox {
namespace {

struct MixedParams : SceneParams {
  float giants = 0.01f;
  float giant_factor = 50;
  constexpr MixedParams() {
    count = 400;
    min_size = 8;
    max_size = 40;
    min_speed = 0;
    max_speed = 2;
    max_spin = 0;
  }
};

constexpr auto kRows = scene_rows_and<MixedParams>({
    param<&MixedParams::giants>("giants", 0, 1, "", "Share of the sprites that are giants."),
    param<&MixedParams::giant_factor>("giant-factor", 1, 100, "",
                                      "How many times larger giants are."),
});

constexpr std::array kSettings{
    SceneSetting{Owner::world(), "width", 2560}, SceneSetting{Owner::world(), "height", 1440},
    SceneSetting{Owner::world(), "edges", static_cast<double>(Edges::center)}};

class Mixed : public SceneOf<MixedParams, kRows> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const bool giant = is_giant(i);
    const Vec2 place = point_in_field(context.world, 0, random);
    const Vec2 size = random_size(p_, random) * (giant ? p_.giant_factor : 1);
    const int image = image_named(context.images, giant ? "window" : "solid");
    return boxed_sprite(p_, context.images, image, place, size, random);
  }

  std::vector<SceneSetting> workload(std::uint32_t count) const override {
    const double side = std::sqrt(4 * 2304.0 * count);
    return workload_field(side, side);
  }

 private:
  // Evenly among the numbers, so that a hundred sprites have one giant, whatever the seed.
  bool is_giant(std::uint32_t i) const {
    const auto share = static_cast<double>(p_.giants);
    return std::floor((i + 1) * share + 0.5) > std::floor(i * share + 0.5);
  }
};

}  // namespace

extern const SceneEntry mixed_scene{
    "mixed", "Mixed", "One box in a hundred is fifty times as large: a grid's hardest workload.",
    make_scene<Mixed>, kSettings};

}  // namespace phasebox
