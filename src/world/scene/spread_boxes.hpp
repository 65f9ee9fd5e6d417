// SPDX-License-Identifier: MIT
// Boxes spread evenly over the field: what several workloads of the bench have in common.
#pragma once
#include <cmath>
#include <vector>

#include "world/scene/scene.hpp"

namespace phasebox {

template <std::uint32_t Count>
struct SpreadParams : SceneParams {
  constexpr SpreadParams() {
    count = Count;
    min_size = 8;
    max_size = 40;
    min_speed = 0;
    max_speed = 2;
    max_spin = 0;
  }
};

/// A scene of `Count` boxes unless asked for others. As a workload, each has `area` px² of a field
/// that is `aspect` times as wide as high.
template <std::uint32_t Count>
class SpreadBoxes : public SceneOf<SpreadParams<Count>, kSceneRows<SpreadParams<Count>>> {
 public:
  explicit SpreadBoxes(double area, double aspect = 1) : area_(area), aspect_(aspect) {}

  Sprite sprite(std::uint32_t, Random& random, const SceneContext& context) const override {
    const Vec2 place = point_in_field(context.world, 0, random);
    const Vec2 size = random_size(this->p_, random);
    return boxed_sprite(this->p_, context.images, image_named(context.images, "solid"), place, size,
                        random);
  }

  std::vector<SceneSetting> workload(std::uint32_t count) const override {
    const double width = std::sqrt(area_ * aspect_ * count);
    return workload_field(width, width / aspect_);
  }

 private:
  double area_, aspect_;
};

/// px² per box for half a pair each. Two boxes overlap on an axis where their centers are closer
/// than 24 px, the mean of both sides' halves: n / 2 * (2 * 24)^2 / (n * area) = 0.5.
inline constexpr double kHalfAPair = 2304;

}  // namespace phasebox
