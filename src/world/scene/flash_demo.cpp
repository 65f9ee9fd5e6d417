// SPDX-License-Identifier: MIT
// Scene "flash-demo": moving circles, as in the Flash demo of RDC by Mike (lab.polygonal.de, 2007).
#include "world/scene/scene.hpp"

namespace phasebox {
namespace {

struct FlashDemoParams : SceneParams {
  constexpr FlashDemoParams() {
    count = 30;
    min_size = 32;
    max_size = 80;
    min_speed = 0.2f;
    max_speed = 1;
    max_spin = 0;
  }
};

class FlashDemo : public SceneOf<FlashDemoParams, kSceneRows<FlashDemoParams>> {
 public:
  Sprite sprite(std::uint32_t, Random& random, const SceneContext& context) const override {
    const Vec2 place = point_in_field(context.world, p_.max_size, random);
    return circle_on_grid(p_, context, place, random);
  }
};

}  // namespace

extern const SceneEntry flash_demo_scene{
    "flash-demo", "Flash demo",
    "Moving circles, as in the Flash demo of RDC, to try snap and boundaries on.",
    make_scene<FlashDemo>};

}  // namespace phasebox
