// SPDX-License-Identifier: MIT
// Scene "sparse": a tenth of the density of "uniform"; a workload of the bench.
#include <array>
#include <cmath>

#include "core/scene/scene.hpp"

namespace phasebox {
namespace {

struct SparseParams : SceneParams {
  constexpr SparseParams() {
    count = 160;
    min_size = 8;
    max_size = 40;
    min_speed = 0;
    max_speed = 2;
    max_spin = 0;
  }
};

constexpr std::array kSettings{SceneSetting{"world", "width", 2560},
                               SceneSetting{"world", "height", 1440}};

class Sparse : public SceneOf<SparseParams, kSceneRows<SparseParams>> {
 public:
  Sprite sprite(std::uint32_t, Random& random, const SceneContext& context) const override {
    const Vec2 place = point_in_field(context.world, 0, random);
    const Vec2 size = random_size(p_, random);
    return boxed_sprite(p_, context.images, image_named(context.images, "solid"), place, size,
                        random);
  }

  std::vector<SceneSetting> workload(std::uint32_t count) const override {
    const double side = std::sqrt(23040.0 * count);
    return workload_field(side, side);
  }
};

}  // namespace

extern const SceneEntry sparse_scene{"sparse", "Sparse",
                                     "Much room: one box in twenty is in a pair.",
                                     make_scene<Sparse>, kSettings};

}  // namespace phasebox
