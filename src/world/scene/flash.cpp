// SPDX-License-Identifier: MIT
// Scene "flash": mixed sprites drifting and spinning, after the Flash demo of RDC by Mike
// (lab.polygonal.de).
#include "world/scene/scene.hpp"

namespace phasebox {
namespace {

struct FlashParams : SceneParams {
  constexpr FlashParams() {
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

class Flash : public SceneOf<FlashParams, kSceneRows<FlashParams>> {
 public:
  Sprite sprite(std::uint32_t i, Random& random, const SceneContext& context) const override {
    const int image = image_named(context.images, kShapes[i % kShapes.size()]);
    const Vec2 position = point_in_field(context.world, p_.max_size, random);
    return drifting_sprite(p_, context.images, image, position, random);
  }
};

}  // namespace

extern const SceneEntry flash_scene{"flash", "Flash",
                                    "Mixed sprites drift and spin, as in the Flash demo of RDC.",
                                    make_scene<Flash>};

}  // namespace phasebox
