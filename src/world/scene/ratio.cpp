// SPDX-License-Identifier: MIT
// Scene "ratio": sides from 4 to 4,000 px, the more of a size the smaller it is (Pareto); a
// workload of the bench.
#include <array>
#include <cmath>

#include "world/scene/scene.hpp"

namespace phasebox {
namespace {

struct RatioParams : SceneParams {
  constexpr RatioParams() {
    count = 400;
    min_size = 4;
    max_size = 4000;
    min_speed = 0;
    max_speed = 2;
    max_spin = 0;
  }
};

constexpr std::array kSettings{
    SceneSetting{Owner::world(), "width", 2560}, SceneSetting{Owner::world(), "height", 1440},
    SceneSetting{Owner::world(), "edges", static_cast<double>(Edges::center)}};

class Ratio : public SceneOf<RatioParams, kSceneRows<RatioParams>> {
 public:
  Sprite sprite(std::uint32_t, Random& random, const SceneContext& context) const override {
    const Vec2 place = point_in_field(context.world, 0, random);
    const float width = side(random), height = side(random);
    return boxed_sprite(p_, context.images, image_named(context.images, "solid"), place,
                        {width, height}, random);
  }

  std::vector<SceneSetting> workload(std::uint32_t count) const override {
    const double length = std::sqrt(4 * 2304.0 * count);
    return workload_field(length, length);
  }

 private:
  // Pareto with exponent 1 between both limits: half of all sides are below twice the least.
  float side(Random& random) const {
    const float least = p_.min_size, most = std::fmax(p_.max_size, least);
    return least / (1 - random.uniform(0, 1) * (1 - least / most));
  }
};

}  // namespace

extern const SceneEntry ratio_scene{
    "ratio", "Ratio", "Sides of 4 to 4,000 px: half of them below 8 px, one in forty above 160 px.",
    make_scene<Ratio>, kSettings};

}  // namespace phasebox
