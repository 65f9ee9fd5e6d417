// SPDX-License-Identifier: MIT
// Scene "line": as dense as "uniform" in a field ten times as wide as high; a workload of the
// bench.
#include <array>
#include <cmath>

#include "core/scene/scene.hpp"

namespace phasebox {
namespace {

struct LineParams : SceneParams {
  constexpr LineParams() {
    count = 71;
    min_size = 8;
    max_size = 40;
    min_speed = 0;
    max_speed = 2;
    max_spin = 0;
  }
};

constexpr std::array kSettings{SceneSetting{"world", "height", 128}};

class Line : public SceneOf<LineParams, kSceneRows<LineParams>> {
 public:
  Sprite sprite(std::uint32_t, Random& random, const SceneContext& context) const override {
    const Vec2 place = point_in_field(context.world, 0, random);
    const Vec2 size = random_size(p_, random);
    return boxed_sprite(p_, context.images, image_named(context.images, "solid"), place, size,
                        random);
  }

  std::vector<SceneSetting> workload(std::uint32_t count) const override {
    const double width = std::sqrt(23040.0 * count);
    return workload_field(width, width / 10);
  }
};

}  // namespace

extern const SceneEntry line_scene{
    "line", "Line", "A field ten times as wide as high: sweeping along it is the thing to do.",
    make_scene<Line>, kSettings};

}  // namespace phasebox
