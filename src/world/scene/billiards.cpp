// SPDX-License-Identifier: MIT
// Scene "billiards": the break.
#include "world/scene/scene.hpp"

namespace phasebox {
namespace {

struct BilliardsParams : SceneParams {
  float speed = 18;
  constexpr BilliardsParams() {
    count = 16;
    min_size = max_size = 34;
    min_speed = max_speed = 0;
    max_spin = 0;
  }
};

constexpr auto kRows = scene_rows_and<BilliardsParams>({
    param<&BilliardsParams::speed>("speed", 0, 200, "px/step", "Speed of the first ball."),
});

class Billiards : public SceneOf<BilliardsParams, kRows> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const WorldOptions& world = context.world;
    const int image = image_named(context.images, "circle");
    const Vec2 rack{world.width * 0.66f, world.height / 2};
    if (i > 0)
      return drifting_sprite(p_, context.images, image, rack + place(i - 1) * p_.min_size, random);
    // Not quite in the middle: a break as on a table.
    const Vec2 start{world.width * 0.2f, world.height / 2 + p_.min_size * 0.06f};
    Sprite ball = drifting_sprite(p_, context.images, image, start, random);
    ball.velocity = {p_.speed, 0};
    return ball;
  }

 private:
  /// Of ball k in the triangle, in diameters from its tip; a little apart, so that none overlaps.
  static Vec2 place(std::uint32_t k) {
    constexpr float kRow = 0.8661f, kApart = 1.01f;  // sqrt(3) / 2
    std::uint32_t row = 0;
    while (k > row) k -= ++row;
    const auto across = static_cast<float>(k) - static_cast<float>(row) / 2;
    return Vec2{static_cast<float>(row) * kRow, across} * kApart;
  }
};

constexpr std::array kSettings{
    SceneSetting{Owner::world(), "volume", static_cast<double>(Volume::circle)},
    SceneSetting{Owner::response(), "response", 1},
    SceneSetting{Owner::response(), "restitution", static_cast<double>(0.95f)},
    SceneSetting{Owner::response(), "friction", static_cast<double>(0.05f)},
    SceneSetting{Owner::response(), "drag", 0.25}};

}  // namespace

extern const SceneEntry billiards_scene{"billiards", "Billiards",
                                        "One ball breaks a triangle of fifteen; restitution 0.95.",
                                        make_scene<Billiards>, kSettings};

}  // namespace phasebox
