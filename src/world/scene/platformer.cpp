// SPDX-License-Identifier: MIT
// Scene "platformer": almost all sprites on one line, as on the ground of a side-scrolling game.
#include "world/scene/scene.hpp"

namespace phasebox {
namespace {

struct PlatformerParams : SceneParams {
  float flyers = 0.12f;
  constexpr PlatformerParams() {
    count = 70;
    min_size = 22;
    max_size = 46;
    min_speed = 0.2f;
    max_speed = 1.2f;
    max_spin = 0;
  }
};

constexpr auto kRows = scene_rows_and<PlatformerParams>({
    param<&PlatformerParams::flyers>("flyers", 0, 1, "", "Share of the sprites that fly."),
});

constexpr std::array<std::string_view, 6> kWalkers{"heart", "gear",     "letter_r",
                                                   "star",  "letter_d", "crescent"};

class Platformer : public SceneOf<PlatformerParams, kRows> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const bool flies = random.uniform(0, 1) < p_.flyers;
    const auto name = flies ? std::string_view("ship") : kWalkers[i % kWalkers.size()];
    Vec2 place = point_in_field(context.world, p_.max_size, random);
    Sprite sprite =
        drifting_sprite(p_, context.images, image_named(context.images, name), place, random);
    if (flies) return sprite;
    const Image& image = context.images[sprite.image];
    // Feet on the ground, a tenth of the field above its lower border.
    sprite.position.y = context.world.height * 0.9f - image.opaque.max.y * sprite.scale.y;
    sprite.velocity = {sprite.velocity.x >= 0 ? length(sprite.velocity) : -length(sprite.velocity),
                       0};
    return sprite;
  }
};

}  // namespace

extern const SceneEntry platformer_scene{
    "platformer", "Platformer", "Almost all sprites walk on one line: one axis tells nothing.",
    make_scene<Platformer>};

}  // namespace phasebox
