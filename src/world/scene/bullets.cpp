// SPDX-License-Identifier: MIT
// Scene "bullets": thousands of tiny fast sprites.
#include "world/scene/scene.hpp"

namespace phasebox {
namespace {

struct BulletsParams : SceneParams {
  constexpr BulletsParams() {
    count = 10000;
    min_size = 3;
    max_size = 5;
    min_speed = 1;
    max_speed = 4;
    max_spin = 0;
  }
};

class Bullets : public SceneOf<BulletsParams, kSceneRows<BulletsParams>> {
 public:
  Sprite sprite(std::uint32_t, Random& random, const SceneContext& context) const override {
    const Vec2 place = point_in_field(context.world, p_.max_size, random);
    return drifting_sprite(p_, context.images, image_named(context.images, "bullet"), place,
                           random);
  }
};

}  // namespace

extern const SceneEntry bullets_scene{
    "bullets", "Bullets", "Ten thousand tiny fast sprites: small costs per sprite add up here.",
    make_scene<Bullets>};

}  // namespace phasebox
