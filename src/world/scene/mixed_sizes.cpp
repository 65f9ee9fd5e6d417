// SPDX-License-Identifier: MIT
// Scene "mixed-sizes": a few giants among many small sprites.
#include "world/scene/scene.hpp"

namespace phasebox {
namespace {

struct MixedParams : SceneParams {
  float giants = 0.03f;
  float giant_factor = 14;
  constexpr MixedParams() {
    count = 220;
    min_size = 10;
    max_size = 22;
    min_speed = 0.2f;
    max_speed = 1.0f;
    max_spin = 0.01f;
  }
};

constexpr auto kRows = scene_rows_and<MixedParams>({
    param<&MixedParams::giants>("giants", 0, 1, "", "Share of the sprites that are giants."),
    param<&MixedParams::giant_factor>("giant-factor", 1, 100, "",
                                      "How many times larger giants are."),
});

constexpr std::array<std::string_view, 5> kSmall{"missile", "star", "heart", "plus", "lightning"};
constexpr std::array<std::string_view, 3> kLarge{"ring", "asteroid", "crescent"};

class MixedSizes : public SceneOf<MixedParams, kRows> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const bool is_giant = random.uniform(0, 1) < p_.giants;
    const auto name = is_giant ? kLarge[i % kLarge.size()] : kSmall[i % kSmall.size()];
    const float margin = p_.max_size * (is_giant ? p_.giant_factor / 2 : 1);
    const Vec2 place = point_in_field(context.world, margin, random);
    Sprite sprite =
        drifting_sprite(p_, context.images, image_named(context.images, name), place, random);
    if (is_giant) {
      sprite.scale = sprite.scale * p_.giant_factor;
      sprite.velocity = sprite.velocity * 0.4f;
      sprite.spin *= 0.3f;
    }
    return sprite;
  }
};

}  // namespace

extern const SceneEntry mixed_sizes_scene{
    "mixed-sizes", "Mixed sizes", "A few giants among many small sprites: no cell size fits all.",
    make_scene<MixedSizes>};

}  // namespace phasebox
