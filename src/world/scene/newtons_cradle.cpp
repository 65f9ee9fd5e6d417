// SPDX-License-Identifier: MIT
// Scene "newtons-cradle": as many go as came.
#include "world/scene/scene.hpp"

namespace phasebox {
namespace {

struct CradleParams : SceneParams {
  std::uint32_t moving = 2;
  float speed = 4;
  constexpr CradleParams() {
    count = 7;
    min_size = max_size = 60;
    min_speed = max_speed = 0;
    max_spin = 0;
  }
};

constexpr auto kRows = scene_rows_and<CradleParams>({
    param<&CradleParams::moving>("moving", 0, 1000, "sprites", "How many come from the left."),
    param<&CradleParams::speed>("speed", 0, 200, "px/step", "Speed at which they come."),
});

class Cradle : public SceneOf<CradleParams, kRows> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const WorldOptions& world = context.world;
    const bool moves = i < p_.moving;
    const float row = p_.min_size * 1.01f, gap = moves ? world.width * 0.25f : 0;
    const float first = (world.width - row * static_cast<float>(context.count - 1)) / 2;
    const Vec2 place{first + row * static_cast<float>(i) - gap, world.height / 2};
    Sprite ball =
        drifting_sprite(p_, context.images, image_named(context.images, "circle"), place, random);
    ball.velocity = {moves ? p_.speed : 0, 0};
    return ball;
  }
};

constexpr std::array kSettings{
    SceneSetting{Owner::world(), "volume", static_cast<double>(Volume::circle)},
    SceneSetting{Owner::response(), "response", 1},
    SceneSetting{Owner::response(), "restitution", 1},
    SceneSetting{Owner::response(), "friction", 0}};

}  // namespace

extern const SceneEntry newtons_cradle_scene{
    "newtons-cradle", "Newton's cradle",
    "A row of balls that touch: as many leave it on the right as come from the left.",
    make_scene<Cradle>, kSettings};

}  // namespace phasebox
