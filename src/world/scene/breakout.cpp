// SPDX-License-Identifier: MIT
// Scene "breakout": bullets against a wall of bricks.
#include "world/scene/scene.hpp"

namespace phasebox {
namespace {

struct BreakoutParams : SceneParams {
  std::uint32_t bullets = 12;
  float speed = 40;
  constexpr BreakoutParams() {
    count = 132;
    min_size = max_size = 42;
    min_speed = max_speed = 0;
    max_spin = 0;
  }
};

constexpr auto kRows = scene_rows_and<BreakoutParams>({
    param<&BreakoutParams::bullets>("bullets", 0, 10000, "sprites", "How many bullets fly."),
    param<&BreakoutParams::speed>("speed", 0, 1000, "px/step", "Speed of the first bullet."),
});

class Breakout : public SceneOf<BreakoutParams, kRows> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    return i < p_.bullets ? bullet(i, random, context) : brick(i - p_.bullets, random, context);
  }

 private:
  Sprite bullet(std::uint32_t i, Random& random, const SceneContext& context) const {
    const WorldOptions& world = context.world;
    const float y = world.height * (static_cast<float>(i) + 0.5f) / static_cast<float>(p_.bullets);
    const Vec2 place{world.width * 0.04f, y};
    Sprite s = boxed_sprite(p_, context.images, image_named(context.images, "solid"), place, {8, 8},
                            random);
    s.velocity = {p_.speed / (1 + 0.25f * static_cast<float>(i)), random.uniform(-2, 2)};
    return s;
  }

  /// Courses of a wall, every second one shifted by half a brick.
  Sprite brick(std::uint32_t k, Random& random, const SceneContext& context) const {
    const WorldOptions& world = context.world;
    const Vec2 size{p_.min_size, p_.min_size / 2};
    const auto course =
        static_cast<std::uint32_t>(std::max(1.0f, std::floor(world.height / size.y)));
    const std::uint32_t column = k / course, row = k % course;
    const float shift = row % 2 == 0 ? 0 : size.x / 2;
    const Vec2 place{world.width * 0.6f + shift + static_cast<float>(column) * size.x * 1.001f,
                     (static_cast<float>(row) + 0.5f) * size.y * 1.001f};
    return boxed_sprite(p_, context.images, image_named(context.images, "square"), place, size,
                        random);
  }
};

constexpr std::array kSettings{
    SceneSetting{Owner::response(), "response", 1},
    SceneSetting{Owner::response(), "restitution", static_cast<double>(0.5f)},
    SceneSetting{Owner::response(), "friction", static_cast<double>(0.3f)},
    SceneSetting{Owner::response(), "drag", static_cast<double>(0.1f)}};

}  // namespace

extern const SceneEntry breakout_scene{
    "breakout", "Breakout",
    "Bullets of 40 px per step fly into a wall of bricks; none passes through.",
    make_scene<Breakout>, kSettings};

}  // namespace phasebox
