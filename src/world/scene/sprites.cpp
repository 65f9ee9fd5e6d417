// SPDX-License-Identifier: MIT
// Scene "sprites": mixed sprites drift and spin.
#include "world/scene/scene.hpp"

namespace phasebox {
namespace {

struct SpritesParams : SceneParams {
  constexpr SpritesParams() {
    count = 60;
    min_size = 28;
    max_size = 64;
    min_speed = 0.3f;
    max_speed = 1.4f;
    max_spin = 0.015f;
  }
};

constexpr std::array<std::string_view, 15> kShapes{
    "ring",     "crescent", "star",      "gear",  "ship",      "asteroid", "arrow", "letter_r",
    "letter_d", "letter_c", "boomerang", "heart", "lightning", "plus",     "circle"};

class Sprites : public SceneOf<SpritesParams, kSceneRows<SpritesParams>> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const int image = image_named(context.images, kShapes[i % kShapes.size()]);
    const Vec2 position = point_in_field(context.world, p_.max_size, random);
    return drifting_sprite(p_, context.images, image, position, random);
  }
};

}  // namespace

extern const SceneEntry sprites_scene{
    "sprites",           "Sprites", "Mixed sprites drift and spin, each with its own outline.",
    make_scene<Sprites>, {},        "flash"};

}  // namespace phasebox
