// SPDX-License-Identifier: MIT
// Scene "uniform": boxes spread evenly, half a pair for each; the workload of the bench.
#include <cmath>

#include "core/scene/scene.hpp"

namespace phasebox {
namespace {

struct UniformParams : SceneParams {
  constexpr UniformParams() {
    count = 400;
    min_size = 8;
    max_size = 40;
    min_speed = 0;
    max_speed = 2;
    max_spin = 0;
  }
};

class Uniform : public SceneOf<UniformParams, kSceneRows<UniformParams>> {
 public:
  Sprite sprite(std::uint32_t, Random& random, const SceneContext& context) const override {
    const Vec2 place = point_in_field(context.world, 0, random);
    const Vec2 size = random_size(p_, random);
    return boxed_sprite(p_, context.images, image_named(context.images, "solid"), place, size,
                        random);
  }

  // Two boxes overlap on an axis where their centers are closer than 24 px, the mean of both sides'
  // halves: n / 2 * (2 * 24)^2 / area = 0.5.
  std::vector<SceneSetting> workload(std::uint32_t count) const override {
    const double side = std::sqrt(2304.0 * count);
    return workload_field(side, side);
  }
};

}  // namespace

extern const SceneEntry uniform_scene{
    "uniform", "Uniform", "Boxes spread evenly, half a pair for each: the bench's first workload.",
    make_scene<Uniform>};

}  // namespace phasebox
